//! Names of errors.
//!
//! Takes the steps; gives every name of an error in any tool output, once, with the first failing output that has
//! it, else the first output. Promises: at most 60; names from failing outputs come before the others when it is
//! tight. Leaves out: what the errors say; key lines do that.
use super::steps::{Answer, Region, What, failing};
use crate::anchors;
use crate::ledger::Quote;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Names that are kept.
const MOST: usize = 60;

/// Gathers the names.
pub(super) fn gather(region: &Region<'_>) -> Vec<Quote> {
    // Name -> failing or not, and the message.
    let mut names: BTreeMap<&str, (bool, u32)> = BTreeMap::new();
    for step in &region.steps {
        let answer = match &step.what {
            What::Call(called) => called.answer,
            What::Stray(answer) => Some(*answer),
            _ => None,
        };
        let Some(Answer { message, text, head }) = answer else { continue };
        let failed = failing(head.state);
        let parts = [Some(text), head.error.as_deref()];
        for name in parts.into_iter().flatten().flat_map(anchors::error_names) {
            let first = names.entry(name).or_insert((failed, message));
            if failed && !first.0 {
                *first = (true, message);
            }
        }
    }
    let mut order: Vec<(&str, bool, u32)> = names.into_iter().map(|(name, (failed, at))| (name, failed, at)).collect();
    order.sort_by_key(|&(name, failed, at)| (!failed, at, name));
    order.truncate(MOST);
    order.sort_by_key(|&(name, _, at)| (at, name));
    order.into_iter().map(|(name, _, at)| region.quote(at, name, usize::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use alloc::string::String;
    use cento_contract::RunState::Exited;

    #[test]
    fn a_name_points_to_the_first_failing_output() {
        let mut case = Case::new();
        case.run("cat log", Exited(0), "ValueError: old\n").run("t", Exited(1), "ValueError: x\nKeyError: 'a'\n");
        case.run("t", Exited(1), "ValueError: x\n");
        let got: Vec<(String, u32)> = gather(&case.region()).into_iter().map(|q| (q.text, q.source.message)).collect();
        assert_eq!(got, [("KeyError".into(), 3), ("ValueError".into(), 3)]);
    }

    #[test]
    fn failing_names_come_first_when_there_are_too_many() {
        let mut case = Case::new();
        let many: String = (0..80)
            .map(|n| {
                alloc::format!("Odd{}Error: x\n", char::from(b'A' + n % 26).to_string().repeat(1 + usize::from(n / 26)))
            })
            .collect();
        case.run("cat log", Exited(0), &many).run("t", Exited(1), "LastError: x\n");
        let got = gather(&case.region());
        assert_eq!((got.len(), got.last().map(|q| q.text.as_str())), (MOST, Some("LastError")));
    }
}
