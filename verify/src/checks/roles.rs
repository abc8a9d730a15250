//! Roles in an order that providers accept, as far as the input had it.
use super::{Case, Finding, Place};
use cento_contract::Role;

pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    let role = |place: Place| match place {
        Place::Kept(index) => case.messages[index].role,
        Place::Summary => case.plan.summary.as_ref().map_or(Role::Other, |s| s.role),
    };
    let output = case.output();
    let led_before = case.messages.iter().map(|m| m.role).find(|r| *r != Role::System);
    let led_after = output.iter().map(|p| role(*p)).find(|r| *r != Role::System);
    if led_before == Some(Role::User) && led_after != Some(Role::User) {
        found.push(Finding::NotUserLed);
    }
    for (at, pair) in output.windows(2).enumerate() {
        let alike = role(pair[0]) == role(pair[1]) && matches!(role(pair[0]), Role::User | Role::Assistant);
        let inherited = matches!((pair[0], pair[1]), (Place::Kept(a), Place::Kept(b)) if a + 1 == b);
        if alike && !inherited {
            found.push(Finding::NotAlternating { at: at + 1 });
        }
    }
}
