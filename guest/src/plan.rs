//! Edits, summary and report.
use crate::boundaries::Cut;
use crate::pair::Pairs;
use crate::render::Rendered;
use crate::settings::Settings;
use crate::tokens::Sizes;
use alloc::vec::Vec;
use cento_contract::{Adjustment, Error, Message, Outcome, Plan, Report};

/// Every index and offset of a call has to fit in 32 bits. Errors: `TooLarge`.
pub fn check_size(messages: &[Message]) -> Result<(), Error> {
    let bytes: u64 = messages.iter().map(|m| m.content.len() as u64).sum();
    if bytes > u64::from(u32::MAX) || messages.len() > u32::MAX as usize { Err(Error::TooLarge) } else { Ok(()) }
}

/// A plan that changes nothing.
pub fn nothing(
    messages: &[Message],
    _sizes: &Sizes,
    _pairs: &Pairs,
    cut: &Cut,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    let count = messages.len() as u32;
    let report = Report {
        outcome: cut.outcome,
        messages_before: count,
        messages_after: count,
        tokens_before: 0,
        tokens_after: 0,
        summary_tokens: 0,
        summary_budget: settings.summary_budget,
        head_end: cut.head_end,
        tail_start: cut.tail_start,
        inherited_orphans: 0,
        masked: 0,
        sections: Vec::new(),
        adjustments,
    };
    Plan { edits: Vec::new(), summary: None, report }
}

/// The plan.
pub fn plan(
    messages: &[Message],
    sizes: &Sizes,
    pairs: &Pairs,
    cut: &Cut,
    _summary: Rendered,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    let none = Cut { outcome: Outcome::WouldNotShrink, ..cut.clone() };
    nothing(messages, sizes, pairs, &none, settings, adjustments)
}
