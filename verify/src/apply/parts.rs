//! A content of several parts with another text.
//!
//! Takes the list as JSON and the new text of all parts together; gives what of the list is replaced by what. Parts
//! that the new text has whole, at its beginning or its end, stay byte for byte; of the others the first holds what is
//! left of them, and the rest go: the marks in the text count what is missing. Promises: read back, the list has the
//! new text. Leaves out: lists with anything but text, which no plan rewrites.
use cento_contract::json;
use std::borrow::Cow;
use std::ops::Range;

/// The range of the list that is replaced, and the new bytes there; none where the list cannot say it.
pub(super) fn replaced(list: &str, text: &str) -> Option<(Range<usize>, Vec<u8>)> {
    let parts = json::elements(list)?;
    let words: Vec<Cow<'_, str>> = parts.iter().map(|part| words_of(part.get())).collect::<Option<_>>()?;
    let (mut first, mut last, mut rest) = (0, words.len(), text);
    while last - first > 1 {
        let Some(behind) = rest.strip_prefix(&*words[first]) else { break };
        let Some(behind) = behind.strip_prefix(border(&words[first])) else { break };
        (rest, first) = (behind, first + 1);
    }
    while last - first > 1 {
        // Line feeds at the end of all parts are no part of the text.
        let word = if last == words.len() { words[last - 1].trim_end_matches('\n') } else { &words[last - 1] };
        let Some(before) = rest.strip_suffix(word) else { break };
        let before = if word.is_empty() { Some(before) } else { before.strip_suffix('\n') };
        let Some(before) = before else { break };
        (rest, last) = (before, last - 1);
    }
    let own = |at: usize| super::span(list, parts[at].get());
    let back = || words[..first].iter().map(|w| &**w).chain([rest]).chain(words[last..].iter().map(|w| &**w));
    if words.is_empty() || joined(back()) != text {
        return None;
    }
    let new = super::to_json(&rest);
    let old = parts[first].get();
    let inside = json::object(old).and_then(|keys| keys.get("text").map(|value| super::span(old, value.get())));
    let part = match inside {
        Some(value) => [&old.as_bytes()[..value.start], &new, &old.as_bytes()[value.end..]].concat(),
        None => new,
    };
    Some((own(first).start..own(last - 1).end, part))
}

/// The words of a part that is text and nothing else.
fn words_of(part: &str) -> Option<Cow<'_, str>> {
    json::string(part).or_else(|| json::string(json::object(part)?.get("text")?.get()))
}

/// What stands between a part and the next one.
fn border(words: &str) -> &'static str {
    if words.is_empty() || words.ends_with('\n') { "" } else { "\n" }
}

fn joined<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(part);
    }
    text.truncate(text.trim_end_matches('\n').len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_parts_stay_and_the_others_become_one() {
        let list =
            r#"[ {"type":"text","text":"one\ntwo\nthree\n"}, "four" , {"text":"five\nsix", "type":"text"},"seven\n"]"#;
        for (text, wanted) in [
            (
                "one\n[… 2 lines]\nfour\nfive\nsix\nseven",
                r#"[ {"type":"text","text":"one\n[… 2 lines]"}, "four" , {"text":"five\nsix", "type":"text"},"seven\n"]"#,
            ),
            (
                "one\ntwo\nthree\nfour\nfive\n[… 1 line]\nseven",
                r#"[ {"type":"text","text":"one\ntwo\nthree\n"}, "four" , {"text":"five\n[… 1 line]", "type":"text"},"seven\n"]"#,
            ),
            (
                "one\ntwo\n[… 2 lines]\nfive\nsix\nseven",
                r#"[ {"type":"text","text":"one\ntwo\n[… 2 lines]"} , {"text":"five\nsix", "type":"text"},"seven\n"]"#,
            ),
            ("[… 7 lines]", r#"[ {"type":"text","text":"[… 7 lines]"}]"#),
        ] {
            let (range, new) = replaced(list, text).unwrap();
            let out = [&list.as_bytes()[..range.start], &new, &list.as_bytes()[range.end..]].concat();
            assert_eq!(String::from_utf8(out).unwrap(), wanted);
        }
        for other in ["[]", r#"["a",{"type":"image_url"}]"#, r#"{"text":"a"}"#] {
            assert_eq!(replaced(other, "b"), None, "{other}");
        }
    }
}
