//! The words of a line that are worth a look.
//!
//! One walk over the bytes of a line. Takes a line; gives whether it strongly names an error, whether it has any word
//! that [`super::shape`] should look at, and where. Promises: linear, no copy. Leaves out: what the line is.

use crate::bytes::{self, Set, WINDOW, first_run};
use core::ops::Range;

/// What was found in a line.
#[derive(Clone, Copy, Default)]
pub(super) struct Signs {
    /// It names an error by a word such as `error`, `FAILED`, `assert…`, `…Error`, and not only in a count of none.
    pub(super) strong: bool,
    /// It counts no errors (`0 errors`, `no failures`).
    pub(super) zero: bool,
    /// A warning word stands before any error word.
    pub(super) warning: bool,
    /// What its hints may belong to.
    pub(super) hints: u8,
    /// It has a word of any list.
    pub(super) any: bool,
    /// First byte of the first strong word, else of the first hint.
    pub(super) at: usize,
}

/// Words that name an error by themselves; `assert…` and `…Error`, `…Exception`, `…Fault` are matched by their ends.
const STRONG: [&[u8]; 9] =
    [b"error", b"errors", b"exception", b"fatal", b"panic", b"panicked", b"fail", b"failed", b"failure"];
/// Whatever begins with this is a failed check.
const ASSERT: &[u8] = b"assert";
/// Ends of names of errors.
const ENDS: [&[u8]; 3] = [b"error", b"exception", b"fault"];
/// Words that end like an error and are none.
const NO_ERRORS: [&[u8]; 2] = [b"default", b"nodefault"];
/// What can be counted to none.
const COUNTED: [&[u8]; 7] = [b"error", b"errors", b"failed", b"failure", b"failures", b"warning", b"warnings"];
/// Words of a warning.
const WARNINGS: [&[u8]; 5] = [b"warning", b"warnings", b"warn", b"deprecated", b"deprecationwarning"];
/// Which phrases a hint may belong to, so that no other is looked for.
pub(super) const SHELL: u8 = 1;
/// See `SHELL`.
pub(super) const CRASH: u8 = 2;
/// See `SHELL`.
pub(super) const LINK: u8 = 4;
/// See `SHELL`.
pub(super) const NET: u8 = 8;
/// See `SHELL`.
pub(super) const PAIR: u8 = 16;
/// The hint alone makes the line worth a look by its start.
const WEAK: u8 = 32;

/// Words that make a line worth a look by its shape, with what they may belong to. One list a first letter, a to z.
const HINTS: [&[(&[u8], u8)]; 26] = [
    &[(b"aborted", CRASH), (b"aborting", WEAK), (b"already", WEAK), (b"ambiguous", WEAK), (b"argument", SHELL)],
    &[(b"bus", CRASH), (b"broken", SHELL), (b"bad", NET)],
    &[
        (b"cannot", SHELL | LINK),
        (b"conflict", WEAK),
        (b"can", SHELL),
        (b"could", WEAK),
        (b"connection", NET),
        (b"connection_refused", NET),
        (b"certificate", NET),
        (b"core", CRASH),
        (b"crashed", WEAK),
    ],
    &[(b"denied", SHELL), (b"directory", SHELL), (b"duplicate", LINK), (b"device", SHELL), (b"diverged", WEAK)],
    &[
        (b"expected", PAIR),
        (b"econnrefused", NET),
        (b"enotfound", NET),
        (b"etimedout", NET),
        (b"eaddrinuse", NET),
        (b"exec", SHELL),
        (b"enoent", WEAK),
        (b"eacces", WEAK),
        (b"examples", WEAK),
        (b"err", WEAK),
    ],
    &[(b"found", SHELL | NET), (b"forbidden", NET), (b"failing", WEAK), (b"failures", WEAK)],
    &[(b"gateway", NET), (b"got", PAIR)],
    &[(b"http", NET)],
    &[(b"internal", NET | SHELL), (b"illegal", CRASH), (b"invalid", WEAK)],
    &[],
    &[(b"killed", CRASH)],
    &[(b"left", PAIR)],
    &[(b"memory", CRASH), (b"multiple", LINK), (b"missing", WEAK), (b"mismatch", WEAK), (b"make", WEAK)],
    &[(b"npm", WEAK)],
    &[(b"oom", CRASH), (b"oomkilled", CRASH), (b"overflow", CRASH), (b"operation", SHELL), (b"ok", WEAK)],
    &[
        (b"passed", WEAK),
        (b"passing", WEAK),
        (b"pass", WEAK),
        (b"permission", SHELL),
        (b"pipe", SHELL),
        (b"problems", WEAK),
        (b"problem", WEAK),
    ],
    &[],
    &[
        (b"rejected", WEAK),
        (b"refused", NET),
        (b"received", PAIR),
        (b"right", PAIR),
        (b"ran", WEAK),
        (b"recognized", SHELL),
        (b"reset", NET),
        (b"resolve", NET),
    ],
    &[
        (b"such", SHELL),
        (b"segmentation", CRASH),
        (b"sigsegv", CRASH),
        (b"sigkill", CRASH),
        (b"sigabrt", CRASH),
        (b"status", NET),
        (b"syntax", SHELL),
        (b"service", NET),
    ],
    &[
        (b"traceback", WEAK),
        (b"tests", WEAK),
        (b"test", WEAK),
        (b"timed", NET),
        (b"timeout", WEAK),
        (b"terminated", WEAK),
        (b"too", SHELL | NET),
    ],
    &[
        (b"undefined", LINK),
        (b"unable", WEAK),
        (b"unexpected", WEAK),
        (b"unknown", WEAK),
        (b"unresolved", LINK),
        (b"unrecognized", WEAK),
        (b"unsupported", WEAK),
        (b"uncaught", WEAK),
        (b"unhandled", WEAK),
        (b"unauthorized", NET),
        (b"unbound", SHELL),
    ],
    &[],
    &[],
    &[],
    &[],
    &[],
];

/// For each letter the lengths of its hints, one bit each.
static HINT_LENGTHS: [u32; 26] = {
    let mut lengths = [0; 26];
    let mut letter = 0;
    while letter < 26 {
        let mut word = 0;
        while word < HINTS[letter].len() {
            lengths[letter] |= 1 << HINTS[letter][word].0.len();
            word += 1;
        }
        letter += 1;
    }
    lengths
};

/// For each first byte the lengths of the words that are signs, one bit each; the last one stands for all beyond.
static SIGN_LENGTHS: [u32; 256] = {
    let mut lengths = [0; 256];
    let mut letter = 0;
    while letter < 26 {
        lengths[b'a' as usize + letter] = HINT_LENGTHS[letter];
        letter += 1;
    }
    let lists: [&[&[u8]]; 2] = [&STRONG, &WARNINGS];
    let mut list = 0;
    while list < lists.len() {
        let mut word = 0;
        while word < lists[list].len() {
            let word_bytes = lists[list][word];
            lengths[word_bytes[0] as usize] |= 1 << word_bytes.len();
            word += 1;
        }
        list += 1;
    }
    // `assert` and whatever begins with it.
    lengths[b'a' as usize] |= u32::MAX << ASSERT.len();
    let mut letter = b'a' as usize;
    while letter <= b'z' as usize {
        lengths[letter - 32] = lengths[letter];
        letter += 1;
    }
    lengths
};

/// Cheap look first: most words differ from every sign in their length or one of their ends.
#[inline(always)]
fn may_be_sign(word: &[u8]) -> bool {
    let (Some(first), Some([last, end])) = (word.first(), word.last_chunk()) else { return false };
    // The last two letters of `error`, `exception`, `fault`.
    SIGN_LENGTHS[usize::from(*first)] >> word.len().min(31) & 1 != 0
        || word.len() > 5 && matches!(&[last | 0x20, end | 0x20], b"or" | b"on" | b"lt")
}

/// Reads a line.
pub(super) fn read(line: &str) -> Signs {
    let bytes = line.as_bytes();
    let mut signs = Signs::default();
    let mut hint: Option<usize> = None;
    // `before` is the word before, for counts such as `0 errors`.
    let mut look = |before: Range<usize>, start: usize, end: usize| {
        let word = bytes.get(start..end).unwrap_or(b"");
        match sort(word) {
            Sort::Plain => {}
            Sort::Strong => {
                let count = bytes.get(before.clone()).unwrap_or(b"");
                let none = (count == b"0" || count.eq_ignore_ascii_case(b"no")) && is_one_of(word, &COUNTED);
                if none && start == before.end + 1 && bytes.get(before.end) == Some(&b' ') {
                    signs.zero = true;
                } else if !(none || signs.strong || counts_zero(bytes.get(end..).unwrap_or(b""))) {
                    (signs.strong, signs.at) = (true, start);
                }
                signs.any = true;
            }
            Sort::Warning => {
                signs.warning |= !signs.strong;
                signs.any = true;
            }
            Sort::Hint(what) => {
                hint = hint.or(Some(start));
                signs.hints |= what;
                signs.any = true;
            }
        }
    };
    if bytes::is_ascii(bytes) {
        plain_words(bytes, &mut look);
    } else {
        words(line, &mut look);
    }
    if !signs.strong {
        signs.at = hint.unwrap_or(0);
    }
    signs
}

/// Calls `look` with every word that may be a sign: the borders of the word before, and its own.
fn words(line: &str, look: &mut impl FnMut(Range<usize>, usize, usize)) {
    let bytes = line.as_bytes();
    let (mut at, mut before) = (0, 0..0);
    loop {
        at += until(bytes, at, |class| class != BORDER);
        let start = at;
        at = word_end(line, at);
        if at > start {
            let before = core::mem::replace(&mut before, start..at);
            if bytes.get(start..at).is_some_and(may_be_sign) {
                look(before, start, at);
            }
        } else if at >= bytes.len() {
            break;
        } else {
            // A character of other scripts that is no letter.
            at += 1;
        }
    }
}

/// The same for a line of ASCII.
fn plain_words(line: &[u8], look: &mut impl FnMut(Range<usize>, usize, usize)) {
    let (mut at, mut before) = (0, 0..0);
    while at < line.len() {
        let mut letters = LETTERS.mask(line, at);
        let mut next = at + WINDOW;
        while letters != 0 {
            let word = first_run(letters);
            let (start, mut end) = (at + word.start, at + word.end);
            if word.end == WINDOW {
                if word.start > 0 {
                    // It may go on: begin again with it.
                    next = start;
                    break;
                }
                end += until(line, end, |class| class != LETTER);
                next = end;
            }
            let before = core::mem::replace(&mut before, start..end);
            if line.get(start..end).is_some_and(may_be_sign) {
                look(before, start, end);
            }
            letters = if word.end == WINDOW { 0 } else { letters & u64::MAX << word.end };
        }
        at = next;
    }
}

/// Bytes of words.
static LETTERS: Set = Set::of(&[(b'a', b'z'), (b'A', b'Z'), (b'0', b'9'), (b'_', b'_')]);

/// Between words.
const BORDER: u8 = 0;
/// A letter or digit of ASCII, or `_`.
const LETTER: u8 = 1;
/// A part of a character that has to be looked up.
const WIDE: u8 = 2;

/// What a byte is.
static CLASS: [u8; 256] = {
    let mut table = [BORDER; 256];
    let mut byte = 0;
    while byte < 256 {
        let ascii = byte as u8;
        if byte >= 128 {
            table[byte] = WIDE;
        } else if ascii.is_ascii_alphanumeric() || ascii == b'_' {
            table[byte] = LETTER;
        }
        byte += 1;
    }
    table
};

/// How many bytes from `at` on until one of such a class.
fn until(bytes: &[u8], at: usize, such: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or(b"");
    rest.iter().position(|&byte| such(CLASS[usize::from(byte)])).unwrap_or(rest.len())
}

/// Where the word that starts at `at` ends; `at` where none does.
fn word_end(line: &str, mut at: usize) -> usize {
    let bytes = line.as_bytes();
    loop {
        at += until(bytes, at, |class| class != LETTER);
        // Inside a character: nothing.
        let wide = bytes.get(at).is_some_and(|byte| !byte.is_ascii());
        match line.get(at..).filter(|_| wide).and_then(|rest| rest.chars().next()) {
            Some(c) if c.is_alphanumeric() => at += c.len_utf8(),
            _ => return at,
        }
    }
}

/// `error: 0`, `failed=0`, `error-free`: what follows the word says that there is none.
fn counts_zero(after: &[u8]) -> bool {
    if after.get(..5).is_some_and(|a| a.eq_ignore_ascii_case(b"-free")) {
        return true;
    }
    let mut rest = after.iter().skip_while(|b| matches!(b, b'"' | b'\'' | b')' | b's'));
    if !matches!(rest.next(), Some(b':' | b'=')) {
        return false;
    }
    let mut rest = rest.skip_while(|b| **b == b' ');
    rest.next() == Some(&b'0') && !rest.next().is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'.')
}

/// What a word is good for.
enum Sort {
    Plain,
    Strong,
    Warning,
    Hint(u8),
}

/// Sorts a word by its first and last letter before it is compared with any list.
fn sort(word: &[u8]) -> Sort {
    let (Some(first), Some(last)) = (word.first(), word.last()) else { return Sort::Plain };
    if word.len() < 2 {
        return Sort::Plain;
    }
    let first = first.to_ascii_lowercase();
    let named = word.len() > 5
        && matches!(last.to_ascii_lowercase(), b'r' | b'n' | b't')
        && ENDS.iter().any(|end| word.len() > end.len() && ends(word, end))
        && !is_one_of(word, &NO_ERRORS);
    let strong = match first {
        b'a' => starts(word, ASSERT),
        b'e' | b'f' | b'p' => is_one_of(word, &STRONG),
        _ => false,
    };
    if named || strong {
        return Sort::Strong;
    }
    if matches!(first, b'w' | b'd') && is_one_of(word, &WARNINGS) {
        return Sort::Warning;
    }
    let letter = usize::from(first.wrapping_sub(b'a'));
    if HINT_LENGTHS.get(letter).is_none_or(|lengths| lengths >> word.len().min(31) & 1 == 0) {
        return Sort::Plain;
    }
    let hints = HINTS.get(letter).copied().unwrap_or(&[]);
    let hint = hints.iter().find(|(w, _)| w.len() == word.len() && w.eq_ignore_ascii_case(word));
    hint.map_or(Sort::Plain, |(_, what)| Sort::Hint(*what))
}

fn is_one_of(word: &[u8], list: &[&[u8]]) -> bool {
    list.iter().any(|w| w.len() == word.len() && w.eq_ignore_ascii_case(word))
}

fn starts(word: &[u8], start: &[u8]) -> bool {
    word.get(..start.len()).is_some_and(|w| w.eq_ignore_ascii_case(start))
}

fn ends(word: &[u8], end: &[u8]) -> bool {
    word.len().checked_sub(end.len()).and_then(|at| word.get(at..)).is_some_and(|w| w.eq_ignore_ascii_case(end))
}
