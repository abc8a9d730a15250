//! Sets of ASCII bytes, and the places where one of them stands.
//!
//! A set answers for sixteen bytes at once, so that a text is not walked byte by byte: the answer for sixty-four bytes
//! is a mask with a bit for each, and whoever reads the text goes from bit to bit. Promises: no byte beyond 127 is in
//! any set; what lies behind the end of a text is in none. Leaves out: characters.
use alloc::vec::Vec;
use core::ops::Range;

/// Bytes that one mask tells of.
pub(crate) const WINDOW: usize = 64;

/// Bytes looked at together.
const BLOCK: usize = 16;

/// A set of ASCII bytes.
pub(crate) struct Set {
    /// 1 for each byte of the set.
    has: [u8; 256],
    /// For each lower half of a byte the upper halves that go with it, one bit each.
    #[cfg(target_feature = "simd128")]
    lower: [u8; BLOCK],
}

/// The bit of an upper half; none beyond ASCII.
#[cfg(target_feature = "simd128")]
const UPPER: [u8; BLOCK] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

impl Set {
    /// The bytes of all these ranges; the end of a range belongs to it.
    pub(crate) const fn of(ranges: &[(u8, u8)]) -> Set {
        let mut has = [0; 256];
        let mut range = 0;
        while range < ranges.len() {
            let mut byte = ranges[range].0;
            while byte <= ranges[range].1 {
                has[byte as usize] = 1;
                byte += 1;
            }
            range += 1;
        }
        Set {
            has,
            #[cfg(target_feature = "simd128")]
            lower: lower(&has),
        }
    }

    /// These bytes.
    pub(crate) const fn of_bytes<const N: usize>(bytes: &[u8; N]) -> Set {
        let mut ranges = [(0, 0); N];
        let mut at = 0;
        while at < N {
            ranges[at] = (bytes[at], bytes[at]);
            at += 1;
        }
        Set::of(&ranges)
    }

    /// Is it one of them?
    #[inline(always)]
    pub(crate) fn has(&self, byte: u8) -> bool {
        self.has[usize::from(byte)] != 0
    }

    /// Which of the sixty-four bytes from `at` on are in the set: the lowest bit is the first byte.
    #[inline(always)]
    pub(crate) fn mask(&self, bytes: &[u8], at: usize) -> u64 {
        let rest = bytes.get(at..).unwrap_or(&[]);
        let Some(window) = rest.first_chunk::<WINDOW>() else { return self.last_mask(bytes, rest) };
        let block = |n: usize| window.as_chunks::<BLOCK>().0.get(n).map_or(0, |block| self.block(block));
        block(0) | block(1) << BLOCK | block(2) << (2 * BLOCK) | block(3) << (3 * BLOCK)
    }

    /// The same for the last bytes of a text, fewer than sixty-four.
    fn last_mask(&self, bytes: &[u8], rest: &[u8]) -> u64 {
        let (blocks, tail) = rest.as_chunks::<BLOCK>();
        let mask = blocks.iter().rev().fold(0, |mask, block| mask << BLOCK | self.block(block));
        let last = match bytes.last_chunk::<BLOCK>() {
            _ if tail.is_empty() => return mask,
            // Sixteen bytes that end with the text; what is told already is shifted out.
            Some(block) => self.block(block) >> (BLOCK - tail.len()),
            None => tail.iter().rev().fold(0, |mask, byte| mask << 1 | u64::from(self.has[usize::from(*byte)])),
        };
        mask | last << (blocks.len() * BLOCK)
    }

    /// Sixteen bytes.
    #[cfg(target_feature = "simd128")]
    #[inline(always)]
    fn block(&self, block: &[u8; BLOCK]) -> u64 {
        use core::arch::wasm32::{
            i8x16_bitmask, i8x16_ne, i8x16_splat, u8x16_shr, u8x16_swizzle, v128, v128_and, v128_load,
        };
        // SAFETY: the pointer is that of an array of sixteen bytes; any alignment will do.
        let load = |bytes: &[u8; BLOCK]| unsafe { v128_load(bytes.as_ptr().cast::<v128>()) };
        let bytes = load(block);
        let lower = u8x16_swizzle(load(&self.lower), v128_and(bytes, i8x16_splat(15)));
        let upper = u8x16_swizzle(load(&UPPER), u8x16_shr(bytes, 4));
        u64::from(i8x16_bitmask(i8x16_ne(v128_and(lower, upper), i8x16_splat(0))))
    }

    /// Sixteen bytes.
    #[cfg(not(target_feature = "simd128"))]
    fn block(&self, block: &[u8; BLOCK]) -> u64 {
        block.iter().rev().fold(0, |mask, byte| mask << 1 | u64::from(self.has[usize::from(*byte)]))
    }

    /// All places of bytes of the set, in order.
    #[inline(always)]
    pub(crate) fn places<'a>(&'a self, bytes: &'a [u8]) -> Places<'a> {
        Places { set: self, bytes, start: 0, mask: self.mask(bytes, 0) }
    }
}

/// The halves of the bytes of a set.
#[cfg(target_feature = "simd128")]
const fn lower(has: &[u8; 256]) -> [u8; BLOCK] {
    let mut lower = [0; BLOCK];
    let mut byte = 0;
    while byte < 128 {
        if has[byte] != 0 {
            lower[byte & 15] |= UPPER[byte >> 4];
        }
        byte += 1;
    }
    lower
}

/// Is there no byte beyond 127?
#[inline(always)]
pub(crate) fn is_ascii(bytes: &[u8]) -> bool {
    const WIDE: u128 = u128::from_ne_bytes([0x80; BLOCK]);
    let wide = |all: u128, block: &[u8; BLOCK]| all | u128::from_ne_bytes(*block);
    match bytes.last_chunk::<BLOCK>() {
        Some(last) => bytes.as_chunks::<BLOCK>().0.iter().chain([last]).fold(0, wide) & WIDE == 0,
        None => bytes.iter().all(u8::is_ascii),
    }
}

/// Does the text hold the needle? For short texts: a search that is set up first, as `contains` does, pays off later.
pub(crate) fn holds(text: &str, needle: &str) -> bool {
    let (text, needle) = (text.as_bytes(), needle.as_bytes());
    let Some(&first) = needle.first() else { return true };
    memchr::memchr_iter(first, text).any(|at| text.get(at..).is_some_and(|rest| rest.starts_with(needle)))
}

/// Does the text hold the needle, which is written in small letters of ASCII, whatever the case?
pub(crate) fn holds_ignoring_case(text: &[u8], needle: &[u8]) -> bool {
    let Some(&first) = needle.first() else { return true };
    memchr::memchr2_iter(first, first.to_ascii_uppercase(), text)
        .any(|at| text.get(at..at + needle.len()).is_some_and(|found| found.eq_ignore_ascii_case(needle)))
}

/// FNV-1a: a number for a text, the same on every machine. Texts that differ hardly ever have the same.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(NO_HASH, |hash, byte| hash_on(hash, *byte))
}

/// The hash of no bytes.
pub(crate) const NO_HASH: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash with one byte more.
#[inline(always)]
pub(crate) fn hash_on(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
}

/// Is a bit set right beside another one?
#[inline(always)]
pub(crate) fn has_twins(mask: u64) -> bool {
    mask & mask >> 1 != 0
}

/// Number of the lowest bit that is set.
#[inline(always)]
pub(crate) fn first(mask: u64) -> usize {
    mask.trailing_zeros() as usize
}

/// The first run of bits: where it starts and ends.
#[inline(always)]
pub(crate) fn first_run(mask: u64) -> Range<usize> {
    let start = first(mask);
    start..first(!(mask | mask.wrapping_sub(1)))
}

/// Places of the bytes of a set, see [`Set::places`].
pub(crate) struct Places<'a> {
    set: &'a Set,
    bytes: &'a [u8],
    start: usize,
    mask: u64,
}

impl Places<'_> {
    /// Goes on at `at`, which lies ahead.
    #[inline(always)]
    pub(crate) fn skip_to(&mut self, at: usize) {
        match at.saturating_sub(self.start) {
            ahead @ 0..WINDOW => self.mask &= u64::MAX << ahead,
            _ => (self.start, self.mask) = (at, self.set.mask(self.bytes, at)),
        }
    }
}

impl Iterator for Places<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.mask == 0 {
            self.start += WINDOW;
            if self.start >= self.bytes.len() {
                return None;
            }
            self.mask = self.set.mask(self.bytes, self.start);
        }
        let at = self.start + first(self.mask);
        self.mask &= self.mask - 1;
        Some(at)
    }
}

/// All lines, as `str::lines` gives them; the search for line feeds is the faster one.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut from = 0;
    for at in memchr::memchr_iter(b'\n', text.as_bytes()) {
        let line = text.get(from..at).unwrap_or_default();
        lines.push(line.strip_suffix('\r').unwrap_or(line));
        from = at + 1;
    }
    if from < text.len() {
        lines.push(text.get(from..).unwrap_or_default());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec;

    const SET: Set = Set::of(&[(b'a', b'f'), (b'0', b'9'), (b'~', b'~'), (0, 0)]);

    fn inside(byte: u8) -> bool {
        matches!(byte, b'a'..=b'f' | b'0'..=b'9' | b'~' | 0)
    }

    #[test]
    fn a_set_has_its_bytes_and_no_other() {
        for byte in 0..=255 {
            assert_eq!(SET.has(byte), inside(byte), "{byte}");
            assert_eq!(Set::of_bytes(b"x.").has(byte), byte == b'x' || byte == b'.', "{byte}");
        }
    }

    #[test]
    fn runs_of_bits() {
        assert_eq!([0b1010, 0b0110, 1 << 63].map(has_twins), [false, true, false]);
        assert_eq!((first_run(0b0111_0100), first_run(0b0111_0000)), (2..3, 4..7));
        assert_eq!((first_run(u64::MAX), first_run(u64::MAX << 60)), (0..64, 60..64));
    }

    #[test]
    fn needles_are_found() {
        for (text, needle) in [("a: b", ": "), ("aab", "ab"), ("", ""), ("x", ""), ("é…", "…"), ("ab", "abc")] {
            assert_eq!(holds(text, needle), text.contains(needle), "{text}");
        }
    }

    #[test]
    fn words_are_found_in_any_case() {
        for (text, needle, found) in
            [("No Such file", "such", true), ("suc such", "such", true), ("SUC", "such", false), ("", "", true)]
        {
            assert_eq!(holds_ignoring_case(text.as_bytes(), needle.as_bytes()), found, "{text}");
        }
    }

    proptest! {
        #[test]
        fn ascii_is_told_from_the_rest(text in "[a-z]{0,40}é?[a-z]{0,40}") {
            prop_assert_eq!(is_ascii(text.as_bytes()), text.is_ascii());
        }

        #[test]
        fn masks_and_places_tell_of_every_byte(
            bytes in prop::collection::vec(prop_oneof![Just(b'a'), Just(b'-'), any::<u8>()], 0..300),
            from in 0_usize..310,
            skips in prop::collection::vec(0_usize..90, 0..9),
        ) {
            let bit = |n: usize| u64::from(bytes.get(from + n).is_some_and(|b| inside(*b))) << n;
            prop_assert_eq!(SET.mask(&bytes, from), (0..WINDOW).fold(0, |mask, n| mask | bit(n)));
            let all: Vec<usize> = (0..bytes.len()).filter(|at| inside(bytes[*at])).collect();
            prop_assert_eq!(SET.places(&bytes).collect::<Vec<_>>(), all.clone());
            let (mut places, mut at) = (SET.places(&bytes), 0);
            for skip in skips {
                at += skip;
                places.skip_to(at);
                let next = places.next();
                prop_assert_eq!(next, all.iter().copied().find(|place| *place >= at));
                at = next.map_or(at, |next| next + 1);
            }
        }
    }

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for text in ["", "a", "a\n", "\n", "a\r\nb\r", "\r\n\n\rx\n é\n", "a\n\n"] {
            assert_eq!(lines(text), text.lines().collect::<Vec<_>>(), "{text:?}");
        }
    }
}
