//! Names of errors in any text.
//!
//! Takes a text and gives, in order: class names that end in `Error`, `Exception` or `Fault` (`KeyError`), codes of
//! compilers and linters (`E0308`, `E501`, `TS2322` after the word error), node's `ERR_…`, errno names (`ENOENT`) and
//! fatal signals (`SIGSEGV`).
//! Promises: every name stands in the text as a whole ASCII word; linear time; nothing is allocated.
//! Leaves out: the bare words `Error` and `Exception`, warnings, names of more than 80 bytes, tests named after an
//! error, and method or variable names (a lower-case start).

use crate::bytes::Set;

/// Longer names are no names.
const LONGEST: usize = 80;

const ENDINGS: [&[u8]; 3] = [b"Error", b"Exception", b"Fault"];

/// Sorted.
const ERRNO: [&str; 58] = [
    "EACCES",
    "EADDRINUSE",
    "EADDRNOTAVAIL",
    "EAGAIN",
    "EAI_AGAIN",
    "EALREADY",
    "EBADENGINE",
    "EBADF",
    "EBUSY",
    "ECHILD",
    "ECONNABORTED",
    "ECONNREFUSED",
    "ECONNRESET",
    "EDEADLK",
    "EDQUOT",
    "EEXIST",
    "EFAULT",
    "EFBIG",
    "EHOSTUNREACH",
    "EINTEGRITY",
    "EINTR",
    "EINVAL",
    "EIO",
    "EISDIR",
    "ELIFECYCLE",
    "ELOOP",
    "EMFILE",
    "EMLINK",
    "EMSGSIZE",
    "ENAMETOOLONG",
    "ENETDOWN",
    "ENETUNREACH",
    "ENFILE",
    "ENODEV",
    "ENOENT",
    "ENOEXEC",
    "ENOMEM",
    "ENOSPC",
    "ENOSYS",
    "ENOTCONN",
    "ENOTDIR",
    "ENOTEMPTY",
    "ENOTFOUND",
    "ENOTSUP",
    "EOPNOTSUPP",
    "EOVERFLOW",
    "EPERM",
    "EPIPE",
    "EPROTO",
    "ERANGE",
    "ERESOLVE",
    "EROFS",
    "ESRCH",
    "ESTALE",
    "ETIMEDOUT",
    "ETXTBSY",
    "EUSAGE",
    "EXDEV",
];

/// Sorted.
const SIGNALS: [&str; 14] = [
    "SIGABRT", "SIGALRM", "SIGBUS", "SIGFPE", "SIGHUP", "SIGILL", "SIGINT", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSEGV",
    "SIGTERM", "SIGTRAP", "SIGXCPU",
];

/// Names of errors and exceptions, in order, repeats included.
pub fn error_names(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    // Two bytes are looked at first: most capitals start an ordinary word.
    let starts = FIRST.places(bytes).filter(|&at| bytes.get(at + 1).is_some_and(|&second| SECOND.has(second)));
    starts.filter_map(|at| text.get(class_name(bytes, at).or_else(|| code(text, at))?))
}

/// First bytes of endings, codes and constants.
static FIRST: Set = Set::of_bytes(b"EFST");

/// Second bytes: `Error`, `Exception`, `Fault`; capitals and digits.
static SECOND: Set = Set::of(&[(b'r', b'r'), (b'x', b'x'), (b'a', b'a'), (b'A', b'Z'), (b'0', b'9')]);

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn word_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|&byte| is_word(byte))
}

/// True when a word starts here; the letter of an escape such as `\n` is no part of it.
fn starts_word(bytes: &[u8], at: usize) -> bool {
    match at.checked_sub(1).and_then(|before| bytes.get(before)) {
        None => true,
        Some(b'n' | b'r' | b't') => at >= 2 && bytes.get(at - 2) == Some(&b'\\'),
        Some(&before) => !is_word(before),
    }
}

/// The class name whose ending starts at `at`.
fn class_name(bytes: &[u8], at: usize) -> Option<core::ops::Range<usize>> {
    let rest = bytes.get(at..)?;
    let ending = ENDINGS.iter().find(|ending| rest.starts_with(ending))?;
    let end = at + ending.len();
    if word_at(bytes, end) {
        return None;
    }
    let mut start = at;
    while start > 0 && word_at(bytes, start - 1) && end - start <= LONGEST + 1 {
        start -= 1;
    }
    // The letter of an escape such as `\n` is no part of the name.
    if start > 0 && bytes.get(start - 1) == Some(&b'\\') {
        start += usize::from(matches!(bytes.get(start), Some(b'n' | b'r' | b't')));
    }
    let first_is_upper = bytes.get(start).is_some_and(u8::is_ascii_uppercase);
    let name = bytes.get(start..end)?;
    // Go names its tests like this: `TestLogin_ParseError`.
    let test = name.starts_with(b"Test") && name.contains(&b'_');
    (start < at && end - start <= LONGEST && first_is_upper && name.is_ascii() && !test).then_some(start..end)
}

/// The code or constant that starts at `at`.
fn code(text: &str, at: usize) -> Option<core::ops::Range<usize>> {
    let bytes = text.as_bytes();
    // Two letters are looked at before anything else: most capitals start an ordinary word.
    let second = *bytes.get(at + 1)?;
    if !(second.is_ascii_uppercase() || second.is_ascii_digit()) || !starts_word(bytes, at) {
        return None;
    }
    let rest = bytes.get(at..)?;
    let len = rest.iter().take(LONGEST + 1).take_while(|&&byte| is_word(byte)).count();
    let word = text.get(at..at + len)?;
    let digits = |from: usize, least: usize, most: usize| {
        (least + from..=most + from).contains(&len) && word.bytes().skip(from).all(|byte| byte.is_ascii_digit())
    };
    let constant = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let found = match bytes.get(at)? {
        b'E' if second.is_ascii_digit() => digits(1, 3, 4),
        b'E' if word.starts_with("ERR_") => (8..=LONGEST).contains(&len) && word.bytes().all(constant),
        b'E' => ERRNO.binary_search(&word).is_ok(),
        b'S' => SIGNALS.binary_search(&word).is_ok(),
        b'T' => second == b'S' && digits(2, 4, 5) && bytes.get(..at)?.ends_with(b"error "),
        _ => false,
    };
    found.then_some(at..at + len)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names() {
        for (text, expected) in [
            ("KeyError: 'a'\nraise app.errors.StaleCartError", &["KeyError", "StaleCartError"][..]),
            (
                "OSError, IOException; java.lang.IllegalStateException",
                &["OSError", "IOException", "IllegalStateException"],
            ),
            ("SoapFault (SegmentationFault)", &["SoapFault", "SegmentationFault"]),
            ("x\\nValueError: bad\\tTypeError", &["ValueError", "TypeError"]),
            ("error[E0308]: mismatched types", &["E0308"]),
            ("a.py:3:80: E501 line too long; E99, E12345, E501x", &["E501"]),
            ("src/a.ts(3,1): error TS2322: Type; TS2322, error TS12", &["TS2322"]),
            (
                "ENOENT: no such file (EACCES) code: 'ERR_MODULE_NOT_FOUND'",
                &["ENOENT", "EACCES", "ERR_MODULE_NOT_FOUND"],
            ),
            ("killed by SIGKILL, SIGNATURE", &["SIGKILL"]),
            ("Error: x; Exception; Errors; TypeErrors; TypeError_2; onError; test_TypeError; ERROR; EOF", &[]),
            ("TestLogin_ParseError MyError2 DeprecationWarning Traceback", &[]),
            // A letter of another script ends a name on both sides, and so does a thin space.
            ("出现TypeError错误 ENOENT。 \u{2009}ERR_LAMP_OFF\u{2009}", &["TypeError", "ENOENT", "ERR_LAMP_OFF"]),
            ("aKeyError KeyErrors éKeyErrors xENOENT ENOENTé", &["ENOENT"]),
        ] {
            assert_eq!(error_names(text).collect::<Vec<_>>(), expected, "{text}");
        }
    }

    #[test]
    fn lists_are_sorted() {
        assert!(ERRNO.is_sorted() && SIGNALS.is_sorted());
    }

    #[test]
    fn a_long_name_is_none() {
        let name = |len: usize| format!("{}Error", "A".repeat(len - 5));
        assert_eq!(error_names(&name(LONGEST)).count(), 1);
        assert_eq!(error_names(&name(LONGEST + 1)).count(), 0);
        assert_eq!(error_names(&name(1_000_000)).count(), 0);
        assert_eq!(error_names(&"Error".repeat(200_000)).count(), 0);
    }

    proptest! {
        #[test]
        fn every_name_is_a_word_of_the_text(text in "(?s)([A-Z][a-z]{0,3}|Error|Exception|E0308|ENOENT|\\\\n|[ _.é]){0,20}") {
            for name in error_names(&text) {
                let at = name.as_ptr() as usize - text.as_ptr() as usize;
                prop_assert_eq!(&text[at..at + name.len()], name);
                let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                prop_assert!(!text[at + name.len()..].starts_with(word));
                let escaped = text[..at].ends_with("\\n");
                prop_assert!(escaped || !text[..at].ends_with(word));
            }
        }
    }
}
