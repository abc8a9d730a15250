//! The words of a line that are worth a look.
//!
//! One walk over the bytes of a line. Takes a line; gives whether it strongly names an error, whether it has any word
//! that [`super::shape`] should look at, and where. Promises: linear, no copy. Leaves out: what the line is.

/// What was found in a line.
#[derive(Clone, Copy, Default)]
pub(super) struct Signs {
    /// It names an error by a word such as `error`, `FAILED`, `assert…`, `…Error`, and not only in a count of none.
    pub(super) strong: bool,
    /// It counts no errors (`0 errors`, `no failures`).
    pub(super) zero: bool,
    /// A warning word stands before any error word.
    pub(super) warning: bool,
    /// It has a word of any list.
    pub(super) any: bool,
    /// First byte of the first strong word, else of the first hint.
    pub(super) at: usize,
}

/// Words that name an error by themselves; `assert…` and `…Error`, `…Exception`, `…Fault` are matched by their ends.
const STRONG: [&[u8]; 9] =
    [b"error", b"errors", b"exception", b"fatal", b"panic", b"panicked", b"fail", b"failed", b"failure"];
/// Ends of names of errors.
const ENDS: [&[u8]; 3] = [b"error", b"exception", b"fault"];
/// Words that end like an error and are none.
const NO_ERRORS: [&[u8]; 2] = [b"default", b"nodefault"];
/// What can be counted to none.
const COUNTED: [&[u8]; 7] = [b"error", b"errors", b"failed", b"failure", b"failures", b"warning", b"warnings"];
/// Words of a warning.
const WARNINGS: [&[u8]; 5] = [b"warning", b"warnings", b"warn", b"deprecated", b"deprecationwarning"];
/// Words that make a line worth a look by its shape, grouped by first letter, see `group`.
const HINTS: [&[&[u8]]; 17] = [
    &[b"aborted", b"abort", b"aborting", b"actual", b"already", b"ambiguous"],
    &[b"cannot", b"conflict", b"can", b"could", b"couldn", b"core", b"circular", b"crashed", b"crash"],
    &[b"denied", b"does", b"doesn", b"detected", b"duplicate", b"diverged"],
    &[b"expected", b"exit", b"exited", b"expect", b"econnrefused", b"enoent", b"eacces", b"examples", b"err"],
    &[b"found", b"failing", b"forbidden", b"failures", b"fails"],
    &[b"got", b"gone"],
    &[b"http", b"killed"],
    &[b"invalid", b"illegal", b"incompatible"],
    &[b"left", b"locked"],
    &[b"missing", b"memory", b"mismatch", b"multiple", b"make"],
    &[b"not", b"no", b"npm", b"nothing"],
    &[b"oom", b"oomkilled", b"out", b"ok", b"overflow"],
    &[b"passed", b"passing", b"pass", b"permission", b"problems", b"problem"],
    &[b"rejected", b"refused", b"right", b"received", b"ran", b"recognized", b"required", b"reset"],
    &[b"such", b"segmentation", b"sigsegv", b"sigkill", b"sigabrt", b"status", b"stderr", b"syntax"],
    &[b"traceback", b"tests", b"test", b"timed", b"timeout", b"terminated", b"too"],
    &[
        b"undefined", b"unable", b"unexpected", b"unknown", b"unresolved", b"unrecognized", b"unsupported", b"uncaught",
        b"unhandled", b"unauthorized", b"unbound", b"unreachable",
    ],
];
/// The group of a first letter in `HINTS`; `h` and `k` share one.
const fn group(letter: u8) -> Option<usize> {
    Some(match letter {
        b'a' => 0,
        b'c' => 1,
        b'd' => 2,
        b'e' => 3,
        b'f' => 4,
        b'g' => 5,
        b'h' | b'k' => 6,
        b'i' => 7,
        b'l' => 8,
        b'm' => 9,
        b'n' => 10,
        b'o' => 11,
        b'p' => 12,
        b'r' => 13,
        b's' => 14,
        b't' => 15,
        b'u' => 16,
        _ => return None,
    })
}

/// Reads a line.
pub(super) fn read(line: &str) -> Signs {
    let bytes = line.as_bytes();
    let mut signs = Signs::default();
    let mut hint: Option<usize> = None;
    // Borders of the word before, for counts such as `0 errors`.
    let (mut before, mut before_end): (&[u8], usize) = (b"", 0);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let width = wordy(line, at, byte);
        if width == 0 {
            at += 1;
            continue;
        }
        let start = at;
        at += width;
        while let Some(&b) = bytes.get(at) {
            match wordy(line, at, b) {
                0 => break,
                n => at += n,
            }
        }
        let word = bytes.get(start..at).unwrap_or(b"");
        match sort(word) {
            Sort::Plain => {}
            Sort::Strong => {
                let none = (before == b"0" || before.eq_ignore_ascii_case(b"no")) && is_one_of(word, &COUNTED);
                if none && start == before_end + 1 && bytes.get(before_end) == Some(&b' ') {
                    signs.zero = true;
                } else if !(none || signs.strong || counts_zero(bytes.get(at..).unwrap_or(b""))) {
                    (signs.strong, signs.at) = (true, start);
                }
                signs.any = true;
            }
            Sort::Warning => {
                signs.warning |= !signs.strong;
                signs.any = true;
            }
            Sort::Hint => {
                hint = hint.or(Some(start));
                signs.any = true;
            }
        }
        (before, before_end) = (word, at);
    }
    if !signs.strong {
        signs.at = hint.unwrap_or(0);
    }
    signs
}

/// Whether an ASCII byte belongs to a word.
const WORDY: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// Bytes of the word character at `at`, 0 when it is none.
fn wordy(line: &str, at: usize, byte: u8) -> usize {
    if byte < 0x80 {
        return usize::from(WORDY[usize::from(byte)]);
    }
    match line.get(at..).and_then(|rest| rest.chars().next()) {
        Some(c) if c.is_alphanumeric() => c.len_utf8(),
        _ => 0,
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
    Hint,
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
        b'a' => starts(word, b"assert"),
        b'e' | b'f' | b'p' => is_one_of(word, &STRONG),
        _ => false,
    };
    if named || strong {
        return Sort::Strong;
    }
    if matches!(first, b'w' | b'd') && is_one_of(word, &WARNINGS) {
        return Sort::Warning;
    }
    match group(first).and_then(|g| HINTS.get(g)) {
        Some(words) if word.len() <= 12 && is_one_of(word, words) => Sort::Hint,
        _ => Sort::Plain,
    }
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
