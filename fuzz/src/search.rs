//! The search for bytes that break a law, without a compiler's help: it knows what came out, not which code was reached.
//!
//! Inputs are drawn anew or made of kept ones; an input is kept when the kind of its plan was not seen before. A broken
//! law is shown with the smallest input that still breaks it.
use crate::Planner;
use crate::laws::Law;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Kinds that are told apart, so that what is kept stays little.
const KINDS: u64 = 3_000;

/// The search for one law: the same one for the same seed and corpus.
pub struct Search {
    law: &'static Law,
    random: u64,
    kept: Vec<Vec<u8>>,
    kinds: BTreeSet<u64>,
}

/// A broken law.
#[derive(Debug)]
pub struct Broken {
    /// The smallest input found.
    pub bytes: Vec<u8>,
    /// What does not hold, or the panic's words.
    pub fault: String,
}

impl Search {
    /// A search that begins with a corpus.
    pub fn new(law: &'static Law, seed: u64, corpus: Vec<Vec<u8>>) -> Self {
        Search { law, random: seed | 1, kept: corpus, kinds: BTreeSet::new() }
    }

    /// Tries every kept input, as it is.
    pub fn replay(&mut self, plan: &Planner) -> Result<(), Broken> {
        for bytes in std::mem::take(&mut self.kept) {
            self.try_one(bytes, plan)?;
        }
        Ok(())
    }

    /// Tries one more input; gives it if it is worth keeping.
    pub fn step(&mut self, plan: &Planner) -> Result<Option<&[u8]>, Broken> {
        let bytes = self.draw();
        let new = self.try_one(bytes, plan)?;
        Ok(if new { self.kept.last().map(Vec::as_slice) } else { None })
    }

    fn try_one(&mut self, bytes: Vec<u8>, plan: &Planner) -> Result<bool, Broken> {
        match held(self.law, &bytes, plan) {
            Ok(kind) => {
                let new = self.kinds.insert(kind % KINDS);
                if new {
                    self.kept.push(bytes);
                }
                Ok(new)
            }
            Err(_) => {
                let bytes = smallest(bytes, |bytes| held(self.law, bytes, plan).is_err());
                let fault = held(self.law, &bytes, plan).err().unwrap_or_default();
                Err(Broken { bytes, fault })
            }
        }
    }

    /// Something new, or something kept with a few changes.
    fn draw(&mut self) -> Vec<u8> {
        if self.kept.is_empty() || self.below(4) == 0 {
            let most = [20, 30, 40, 60, 200][self.below(5)];
            let length = 12 + self.below(most);
            return (0..length).map(|_| self.next() as u8).collect();
        }
        let at = self.below(self.kept.len());
        let mut bytes = self.kept[at].clone();
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len() + 1);
            let to = (at + 1 + self.below(12)).min(bytes.len());
            match self.below(6) {
                0 => bytes.insert(at, self.next() as u8),
                1 => drop(bytes.drain(at..to)),
                2 => {
                    let piece = bytes[at..to].to_vec();
                    bytes.splice(at..at, piece);
                }
                3 => {
                    let other = self.below(self.kept.len());
                    let cut = self.below(self.kept[other].len() + 1);
                    bytes.truncate(at);
                    bytes.extend_from_slice(&self.kept[other][cut..]);
                }
                _ => {
                    let new = self.next() as u8;
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte = new;
                    }
                }
            }
        }
        let most = if self.below(100) == 0 { 1_200 } else { [40, 60, 90][self.below(3)] };
        bytes.truncate(most);
        bytes
    }

    /// Xorshift: nothing more is asked of it.
    fn next(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random >> 16
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}

/// The law tried on an input; a panic breaks it too.
pub fn held(law: &Law, bytes: &[u8], plan: &Planner) -> Result<u64, String> {
    catch_unwind(AssertUnwindSafe(|| (law.holds)(bytes, plan))).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
        Err(format!("panic: {}", words.unwrap_or("without words")))
    })
}

/// Takes bytes out, and makes them zero, for as long as the input stays broken.
pub fn smallest(mut bytes: Vec<u8>, broken: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut size = bytes.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at + size <= bytes.len() {
            let shorter = [&bytes[..at], &bytes[at + size..]].concat();
            if broken(&shorter) { bytes = shorter } else { at += size }
        }
        size /= 2;
    }
    for at in 0..bytes.len() {
        let old = std::mem::take(&mut bytes[at]);
        if old != 0 && !broken(&bytes) {
            bytes[at] = old;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native;

    const TOO_LONG: Law = Law {
        name: "too_long",
        holds: |bytes, _| if bytes.iter().filter(|b| **b > 200).count() > 2 { Err("three".into()) } else { Ok(0) },
    };
    const PANICS: Law = Law { name: "panics", holds: |bytes, _| Ok(u64::from(bytes[bytes.len() - 1])) };

    #[test]
    fn what_breaks_a_law_is_made_small() {
        let mut search = Search::new(&TOO_LONG, 7, Vec::new());
        let broken = (0..1_000).find_map(|_| search.step(&native).err()).expect("it breaks");
        assert_eq!((broken.bytes.len(), broken.fault.as_str()), (3, "three"));
    }

    #[test]
    fn a_panic_breaks_a_law() {
        assert!(held(&PANICS, &[], &native).is_err_and(|fault| fault.starts_with("panic: ")));
        assert_eq!(held(&PANICS, &[7], &native), Ok(7));
    }

    #[test]
    fn the_same_seed_searches_the_same() {
        let drawn = |seed| {
            let mut search = Search::new(&TOO_LONG, seed, vec![vec![1, 2, 3]]);
            (0..20).map(|_| search.draw()).collect::<Vec<_>>()
        };
        assert_eq!(drawn(3), drawn(3));
        assert_ne!(drawn(3), drawn(5));
    }
}
