//! A text whose middle is left out, or the middles of strings in it.
//!
//! Takes original and new text. Either the new one is beginning, mark and end of the old one, or both are the same byte
//! for byte but for strings between quotes, of which the new ones are shorter with a mark inside. Strings are compared
//! by what they say: an escape and the letter that it stands for are the same. Needs no valid JSON, so what only a
//! lenient reader takes for an object is compared too. Linear. Leaves out: how the call ended.
use super::{lenient, lines, skeleton};
use memchr::{memchr, memchr2};

/// True when the new text is the old one cut.
pub(super) fn is_of(old: &str, new: &str) -> bool {
    lines::by_ends(old, new) || in_place(old, new, &lines::by_ends)
}

/// Both are the same but for strings; keys are no strings that may change.
pub(super) fn in_place(old: &str, new: &str, shortened: &dyn Fn(&str, &str) -> bool) -> bool {
    let (old, new) = (lenient::strict(old), lenient::strict(new));
    let (mut old, mut new) = (old.as_str(), new.as_str());
    loop {
        let (before, after) = (next(old), next(new));
        let (Some((before, was, old_rest)), Some((after, is, new_rest))) = (before, after) else {
            return before.is_none() && after.is_none() && old == new;
        };
        let key = old_rest.trim_start().starts_with(':');
        if before != after || (was != is && (key || !shortened(&skeleton::decode(was), &skeleton::decode(is)))) {
            return false;
        }
        (old, new) = (old_rest, new_rest);
    }
}

/// What stands before the next string, its inside, and what follows.
fn next(text: &str) -> Option<(&str, &str, &str)> {
    let open = memchr(b'"', text.as_bytes())?;
    let inside = text.get(open + 1..)?;
    let mut end = 0;
    while let Some(at) = inside.as_bytes().get(end..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        end += at;
        if inside.as_bytes().get(end) == Some(&b'"') {
            return Some((&text[..open], inside.get(..end)?, inside.get(end + 1..)?));
        }
        end += 2;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_mark_and_end() {
        let old = r#"{"output": "\u00e9 one\ntwo\u0000 \u00e9", "exit_code": 1}"#;
        for (new, holds) in [
            ("{\"output\": \"é\\n[… 10 characters left out …]\\né\", \"exit_code\": 1}", true),
            ("{\"output\": \"\\u00e9\\n[… 10 characters left out …]\\n\\u00e9\", \"exit_code\": 1}", true),
            ("{\"output\": \"\\n[… 11 characters left out …]\\n\", \"exit_code\": 1}", false),
            ("{\"output\": \"[… 12 characters left out …]\", \"exit_code\": 1}", true),
            ("{\"output\": \"é\\n[… 8 characters left out …]\\né\", \"exit_code\": 1}", false),
            ("{\"output\": \"é\\n[… 10 characters left out …]\\ne\", \"exit_code\": 1}", false),
            ("{\"output\": \"é\\n[… 10 characters left out …]\\né\", \"exit_code\": 0}", false),
            ("{\"output\": \"é\\n[… 10 characters left out …]\\né\"}", false),
            ("{\"output\"\n[… 34 characters left out …]\n\"exit_code\": 1}", true),
            ("{\"output\"\n[… 33 characters left out …]\n\"exit_code\": 1}", false),
            ("[… 58 characters left out …]", true),
            ("", false),
        ] {
            assert_eq!(is_of(old, new), holds, "{new}");
        }
        // Raw control characters, and an escape that is none.
        let old = "{\"a\": \"x\0y \\q z\u{1b}[0m z\", \"b\": NaN}";
        assert!(is_of(old, "{\"a\": \"x\\u0000y\\n[… 10 characters left out …]\\nz\", \"b\": NaN}"));
        // A key is no text that may be shortened.
        assert!(!is_of(r#"{"abcdef": "x"}"#, r#"{"a\n[… 4 characters left out …]\nf": "x"}"#));
        assert!(is_of(r#""abcdef"#, "\"a\n[… 4 characters left out …]\nf"));
    }
}
