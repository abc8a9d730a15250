//! Phrases by group, looked up all at once.
//!
//! Takes lists of phrases, each with the number of its group; says of a text which groups have a phrase in it. The
//! table is made when the crate is compiled: looking up a text costs one step a byte and a few comparisons a word,
//! however many phrases there are. Promises: the same answer as asking `contains` for every phrase. Leaves out: where
//! the phrases stand.

/// Buckets of phrases; a power of two.
const BUCKETS: usize = 512;

/// `N` phrases in at most 64 groups.
pub(crate) struct Lexicon<const N: usize> {
    phrases: [(&'static str, u8); N],
    len: usize,
    /// Phrases by bucket: those of bucket `b` are `order[starts[b]..starts[b + 1]]`.
    order: [u16; N],
    starts: [u16; BUCKETS + 1],
    /// Bytes that a phrase begins with.
    first: [bool; 256],
}

/// Groups, one bit each.
pub(crate) type Groups = u64;

impl<const N: usize> Lexicon<N> {
    /// No phrases yet.
    pub(crate) const fn new() -> Self {
        Lexicon { phrases: [("", 0); N], len: 0, order: [0; N], starts: [0; BUCKETS + 1], first: [false; 256] }
    }

    /// With a list of phrases more. Each is at least three bytes long.
    pub(crate) const fn with(mut self, list: &[&'static str], group: u8) -> Self {
        let mut i = 0;
        while i < list.len() {
            self.phrases[self.len] = (list[i], group);
            self.len += 1;
            i += 1;
        }
        self
    }

    /// With a list of phrases that have a worth; the worth added to `base` is the group.
    pub(crate) const fn with_worth(mut self, list: &[(&'static str, u8)], base: u8) -> Self {
        let mut i = 0;
        while i < list.len() {
            self.phrases[self.len] = (list[i].0, base + list[i].1);
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Sorted into buckets: the last step of making one.
    pub(crate) const fn sorted(mut self) -> Self {
        assert!(self.len == N, "N is the number of phrases");
        let mut counts = [0_u16; BUCKETS];
        let mut i = 0;
        while i < N {
            let bytes = self.phrases[i].0.as_bytes();
            assert!(bytes.len() >= 3 && self.phrases[i].1 < 64);
            self.first[bytes[0] as usize] = true;
            counts[bucket(bytes[0], bytes[1], bytes[2])] += 1;
            i += 1;
        }
        let mut b = 0;
        while b < BUCKETS {
            self.starts[b + 1] = self.starts[b] + counts[b];
            b += 1;
        }
        i = 0;
        while i < N {
            let bytes = self.phrases[i].0.as_bytes();
            let b = bucket(bytes[0], bytes[1], bytes[2]);
            self.order[(self.starts[b + 1] - counts[b]) as usize] = i as u16;
            counts[b] -= 1;
            i += 1;
        }
        self
    }

    /// Groups that have a phrase in the text.
    pub(crate) fn within(&self, text: &str) -> Groups {
        let bytes = text.as_bytes();
        let places = bytes.iter().enumerate().filter(|(_, byte)| self.first[usize::from(**byte)]);
        places.fold(0, |groups, (at, _)| groups | self.leading(bytes.get(at..).unwrap_or_default()))
    }

    /// Groups that have a phrase at the start of the text.
    pub(crate) fn at_start(&self, text: &str) -> Groups {
        self.leading(text.as_bytes())
    }

    fn leading(&self, text: &[u8]) -> Groups {
        let &[a, b, c, ..] = text else { return 0 };
        let bucket = bucket(a, b, c);
        let range = usize::from(self.starts[bucket])..usize::from(self.starts[bucket + 1]);
        let candidates = self.order.get(range).unwrap_or_default();
        candidates
            .iter()
            .filter_map(|&i| self.phrases.get(usize::from(i)))
            .fold(0, |groups, &(phrase, group)| groups | (u64::from(text.starts_with(phrase.as_bytes())) << group))
    }
}

/// Phrases of a list, for the size of a table.
pub(crate) const fn count(lists: &[&[&str]]) -> usize {
    let (mut all, mut i) = (0, 0);
    while i < lists.len() {
        all += lists[i].len();
        i += 1;
    }
    all
}

const fn bucket(a: u8, b: u8, c: u8) -> usize {
    ((a as usize) ^ ((b as usize) << 2) ^ ((c as usize) << 5)) & (BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LISTS: [&[&str]; 3] = [&[" a ", " ab", "吗吗"], &[" ab", "吗", " a b "], &["éa", "bab"]];
    static TABLE: Lexicon<{ count(&LISTS) }> =
        Lexicon::new().with(LISTS[0], 0).with(LISTS[1], 1).with(LISTS[2], 63).sorted();

    proptest! {
        #[test]
        fn the_same_as_asking_for_each(text in "[ ab吗éc]{0,12}") {
            let (mut within, mut start) = (0, 0);
            for (list, group) in LISTS.iter().zip([0, 1, 63]) {
                within |= u64::from(list.iter().any(|p| text.contains(p))) << group;
                start |= u64::from(list.iter().any(|p| text.starts_with(p))) << group;
            }
            prop_assert_eq!(TABLE.within(&text), within);
            prop_assert_eq!(TABLE.at_start(&text), start);
        }
    }

    #[test]
    fn a_worth_is_a_group() {
        static WORTH: Lexicon<2> = Lexicon::new().with_worth(&[(" due ", 3), (" owed ", 7)], 10).sorted();
        assert_eq!(WORTH.within("it was owed and due "), 1 << 13 | 1 << 17);
    }
}
