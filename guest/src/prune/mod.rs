//! Calls that are no longer needed, taken out or cut; every text of user and assistant stays.
//!
//! Takes messages, sizes and pairs; gives a plan without a summary. A call and its result are one matter with one
//! verdict: both stay, the call stays and its result is cut, or both go.
//!
//! 1. [`scope`]: which calls may be judged: finished ones between the protected head and tail, opened.
//! 2. [`uses`]: what the rest of the conversation makes of the names and numbers in a result.
//! 3. [`judge`]: two scores for each call by the table in [`weights`], or from outside; calls that change something
//!    ([`changes`]) stay whatever their score.
//! 4. [`last`]: what is left of the runs of a command ends as the command did.
//! 5. [`turns`]: where two messages of one role would meet, one call more stays between them.
//! 6. [`edits`]: the plan, if it is worth it.
//!
//! Promises: only calls and results go or change; no call loses its result and no result its call; no two messages of
//! one role become neighbours; what is left is at least a tenth smaller, or nothing is done; total, n log n.
//! Leaves out: calls without result and results without call: they stay as they came.
mod changes;
mod edits;
mod judge;
mod kinds;
mod last;
mod scope;
#[cfg(test)]
mod tests;
mod turns;
mod uses;
mod weights;

use crate::pair::Pairs;
use crate::settings::Settings;
use crate::tokens::Sizes;
use alloc::vec::Vec;
use cento_contract::{Adjustment, Message, Plan};

/// Times that verdicts are brought in line; nearly always once is enough.
const MOST_TRIALS: usize = 4;

/// Plans a pruning.
pub fn prune(
    messages: &[Message],
    sizes: &Sizes,
    pairs: &Pairs,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    let scope = scope::open(messages, sizes, pairs, settings);
    let uses = uses::count(messages, scope.tail);
    let mut judged = judge::judge(messages, sizes, &scope, &uses, settings);
    last::settle(messages, &scope, &mut judged, true);
    turns::keep_apart(messages, &mut judged);
    // Each call that comes back for one of the two reasons may be one for the other; nothing goes any more.
    for _ in 0..MOST_TRIALS {
        if !last::settle(messages, &scope, &mut judged, false) {
            break;
        }
        turns::keep_apart(messages, &mut judged);
    }
    edits::plan(messages, sizes, pairs, &scope, judged, settings, adjustments)
}
