//! Names and where they were seen: a table with open addressing.
//!
//! Takes a name; gives what is known of it. Promises: a lookup looks at no more than [`PROBES`] places, whatever the
//! names; the order is that of first sight. Leaves out: names for which those places are taken.
use alloc::vec::Vec;

/// Places looked at.
const PROBES: usize = 24;

/// Messages remembered of a name, the newest.
const NEWEST: usize = 6;

/// What is known of a name.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// Messages in which the agent wrote it, and the last of them.
    pub(super) written: u32,
    pub(super) last_written: Option<u32>,
    /// Results that have it, and the last of them.
    pub(super) results: u32,
    pub(super) last_result: Option<u32>,
    /// A person wrote it.
    pub(super) user: bool,
    /// It is part of a change.
    pub(super) changed: bool,
    /// The newest message that has it.
    pub(super) last: u32,
    newest: [u32; NEWEST],
    count: usize,
    forgotten: bool,
}

impl Seen {
    /// Remembers a message.
    pub(super) fn add(&mut self, message: u32) {
        if self.count > 0 && self.last == message {
            return;
        }
        if let Some(slot) = self.newest.get_mut(self.count % NEWEST) {
            *slot = message;
        }
        self.count += 1;
        self.last = message;
    }

    /// The newest messages that have it.
    pub(super) fn messages(&self) -> impl Iterator<Item = u32> + '_ {
        self.newest.iter().take(self.count).copied()
    }
}

/// The table.
pub(super) struct Index<'a> {
    /// Number of the name plus one; 0 is free.
    slots: Vec<u32>,
    names: Vec<(&'a str, Seen)>,
}

impl<'a> Index<'a> {
    /// A table for the names of a text of so many bytes; one new name in twelve bytes is more than there is.
    pub(super) fn for_bytes(bytes: usize) -> Self {
        let slots = (bytes / 12).clamp(4_096, 1 << 20).next_power_of_two();
        Index { slots: alloc::vec![0; slots], names: Vec::new() }
    }

    /// What is known of a name; a new one is put in.
    pub(super) fn entry(&mut self, name: &'a str) -> Option<&mut Seen> {
        let (slot, found) = self.find(name)?;
        let number = match found {
            Some(number) => number,
            None => {
                self.names.push((name, Seen::default()));
                *self.slots.get_mut(slot)? = u32::try_from(self.names.len()).ok()?;
                self.names.len() - 1
            }
        };
        self.names.get_mut(number).map(|(_, seen)| seen)
    }

    /// Takes a name out.
    pub(super) fn forget(&mut self, name: &str) {
        if let Some((_, Some(number))) = self.find(name)
            && let Some((_, seen)) = self.names.get_mut(number)
        {
            seen.forgotten = true;
        }
    }

    /// All names that were not taken out.
    pub(super) fn into_names(self) -> impl Iterator<Item = (&'a str, Seen)> {
        self.names.into_iter().filter(|(_, seen)| !seen.forgotten)
    }

    /// The slot of a name and its number if it is there, else a free slot; none when all that may be looked at are
    /// taken.
    fn find(&self, name: &str) -> Option<(usize, Option<usize>)> {
        let mask = self.slots.len().checked_sub(1)?;
        let start = hash(name.as_bytes()) as usize;
        for step in 0..PROBES {
            let slot = start.wrapping_add(step) & mask;
            match self.slots.get(slot)? {
                0 => return Some((slot, None)),
                taken => {
                    let number = *taken as usize - 1;
                    if self.names.get(number).is_some_and(|(known, _)| *known == name) {
                        return Some((slot, Some(number)));
                    }
                }
            }
        }
        None
    }
}

/// Eight bytes at a time, the last eight again where fewer are left.
fn hash(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |sum: u64, chunk: [u8; 8]| (sum ^ u64::from_le_bytes(chunk)).wrapping_mul(FACTOR).rotate_left(29);
    let (chunks, rest) = bytes.as_chunks::<8>();
    let sum = chunks.iter().fold(bytes.len() as u64, |sum, chunk| mix(sum, *chunk));
    let sum = match bytes.last_chunk::<8>() {
        Some(chunk) => mix(sum, *chunk),
        None => rest.iter().fold(sum, |sum, byte| mix(sum, [*byte; 8])),
    };
    (sum.wrapping_mul(FACTOR) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::String;

    #[test]
    fn every_name_has_its_own_place() {
        let names: Vec<String> = (0..300).map(|n| format!("lamp_{n}")).collect();
        let mut index = Index::for_bytes(0);
        for round in 0..3 {
            names.iter().for_each(|name| index.entry(name).unwrap().add(round));
        }
        index.forget("lamp_7");
        index.forget("no_lamp");
        let all: Vec<_> = index.into_names().map(|(name, seen)| (name, seen.messages().count(), seen.last)).collect();
        let want: Vec<_> = names.iter().filter(|name| *name != "lamp_7").map(|name| (name.as_str(), 3, 2)).collect();
        assert_eq!(all, want);
    }

    #[test]
    fn a_full_table_takes_no_more() {
        let names: Vec<String> = (0..9_000).map(|n| format!("lamp_{n}")).collect();
        let mut index = Index::for_bytes(0);
        let taken = names.iter().filter(|name| index.entry(name).is_some()).count();
        assert!((2_000..=4_096).contains(&taken), "{taken}");
    }

    #[test]
    fn the_newest_messages_are_remembered() {
        let mut seen = Seen::default();
        [3, 3, 4, 5, 6, 7, 8, 9, 9].into_iter().for_each(|message| seen.add(message));
        let mut messages: Vec<u32> = seen.messages().collect();
        messages.sort_unstable();
        assert_eq!((messages, seen.last), ([4, 5, 6, 7, 8, 9].to_vec(), 9));
    }

    #[test]
    fn names_that_end_alike_are_told_apart() {
        let mut all: Vec<u32> = ["lamp/shade.rs", "damp/shade.rs", "lamp/shads.rs", "shade.rs", "shade_rs"]
            .map(|name| hash(name.as_bytes()))
            .to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 5);
    }
}
