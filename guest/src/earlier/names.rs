//! Lines of names, read back.
//!
//! Takes the words of a line; puts its names into the reader's ledger. Leaves out: what spoke for each, which is not
//! printed; it was worth a place then and is worth one now, behind what the newer messages say often.
use super::own::Reader;
use crate::ledger::{Name, Ref};
use crate::render::BETWEEN;

/// The weight of a name from an earlier summary.
pub(crate) const CARRIED: u8 = 6;

impl Reader {
    /// `name, name`
    pub(super) fn names(&mut self, words: &str, at: Ref) {
        for name in words.split(BETWEEN).filter(|name| !name.is_empty()) {
            let quote = self.quote(name, at);
            self.ledger.names.push(Name { quote, weight: CARRIED });
        }
    }
}
