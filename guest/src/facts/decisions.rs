//! Choices of the assistant.
//!
//! Takes the steps; gives the sentences of the assistant that state a choice, whole, each once, at its first place.
//! Leaves out: what counts as a choice (`decisions` decides that) and everybody else's words.
use super::steps::{Region, What, line};
use crate::decisions;
use crate::ledger::Quote;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Characters of a choice.
const WIDTH: usize = 400;

/// Gathers the decisions.
pub(super) fn gather(region: &Region<'_>) -> Vec<Quote> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for step in &region.steps {
        let What::Assistant(text) = step.what else { continue };
        for choice in decisions::choices(text) {
            if seen.insert(choice) {
                all.push(Quote { text: line(choice, WIDTH), source: region.source(step.message) });
            }
        }
    }
    all
}
