//! A plan held against the conversation that it is for.
//!
//! Takes the messages and the plan, gives everything that is wrong with it; an empty list means that it may be
//! applied. Runs on every plan, our own included, and shares no code with the component: a mistake there is not
//! repeated here. Findings carry places, no text. Linear in conversation and plan.
//! Leaves out: whether the summary is a good one.
mod claims;
mod cut;
mod data;
mod finding;
mod hostile;
mod lenient;
mod lines;
mod pairs;
mod pruned;
mod quotes;
mod recorded;
mod references;
mod roles;
mod shape;
mod size;
mod skeleton;
mod slimmed;
mod terminal;
#[cfg(test)]
mod tests;

pub use finding::{Finding, sentence};

use cento_contract::{Change, Edit, Message, Plan, Reason, Span};

/// What is wrong with a plan; nothing if it may be applied.
pub fn check(messages: &[Message], plan: &Plan) -> Vec<Finding> {
    let mut found = Vec::new();
    shape::check(messages, plan, &mut found);
    if !found.is_empty() {
        // The rest counts on edits that are in range and in order.
        return found;
    }
    let case = Case::new(messages, plan);
    pairs::check(&case, &mut found);
    pruned::check(&case, &mut found);
    roles::check(&case, &mut found);
    size::check(&case, &mut found);
    shape::check_rewrites(&case, &mut found);
    slimmed::check(&case, &mut found);
    if let Some(summary) = &plan.summary {
        hostile::check(&summary.text, &mut found);
        quotes::check(&case, summary, &mut found);
        claims::check(&case, summary, &mut found);
        references::check(&case, summary, &mut found);
    }
    found
}

/// Messages, plan, and what becomes of each message.
struct Case<'a> {
    messages: &'a [Message],
    plan: &'a Plan,
    edits: Vec<Option<&'a Edit>>,
}

/// One place of the output list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A message of the input.
    Kept(usize),
    /// The new summary.
    Summary,
}

impl<'a> Case<'a> {
    fn new(messages: &'a [Message], plan: &'a Plan) -> Self {
        let mut edits = vec![None; messages.len()];
        for edit in &plan.edits {
            if let Some(slot) = edits.get_mut(edit.message as usize) {
                *slot = Some(edit);
            }
        }
        Case { messages, plan, edits }
    }

    fn dropped(&self, message: usize) -> bool {
        matches!(self.edits.get(message), Some(Some(Edit { change: Change::Drop, .. })))
    }

    /// A call that goes, alone or with its message.
    fn call_goes(&self, message: usize, call: usize) -> bool {
        match self.edits.get(message) {
            Some(Some(Edit { change: Change::Drop, .. })) => true,
            Some(Some(Edit { change: Change::DropCalls(calls), .. })) => {
                u32::try_from(call).is_ok_and(|call| calls.binary_search(&call).is_ok())
            }
            _ => false,
        }
    }

    /// An earlier summary that goes: its words may be carried over.
    fn earlier(&self, message: usize) -> bool {
        self.dropped(message)
            && (self.messages.get(message).is_some_and(|m| m.marks.summary)
                || matches!(self.edits.get(message), Some(Some(Edit { reason: Reason::EarlierSummary, .. }))))
    }

    /// The output list.
    fn output(&self) -> Vec<Place> {
        let before = self.plan.summary.as_ref().map(|s| s.before as usize);
        let mut places = Vec::with_capacity(self.messages.len() + 1);
        for index in 0..=self.messages.len() {
            if before == Some(index) {
                places.push(Place::Summary);
            }
            if index < self.messages.len() && !self.dropped(index) {
                places.push(Place::Kept(index));
            }
        }
        places
    }
}

/// The text of a span; none where it leaves the text or cuts a character.
fn spanned(text: &str, at: Span) -> Option<&str> {
    let start = at.start as usize;
    text.get(start..start.checked_add(at.len as usize)?)
}
