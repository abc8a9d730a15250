//! Who speaks in a row with the role of a user.
use cento_contract::Message;

/// The speaker of a user row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speaker {
    /// A person.
    Human,
    /// The harness: reminders, notices, todo snapshots, slash commands, interrupts, cron wrappers.
    Harness,
    /// An earlier compaction summary, ours or somebody else's.
    Summary,
}

/// Who speaks.
pub fn speaker(message: &Message) -> Speaker {
    if message.content.starts_with("[IMPORTANT: Background process ") { Speaker::Harness } else { Speaker::Human }
}

/// The words of the person in a user row.
pub fn human_text(text: &str) -> &str {
    text
}
