//! What a changed text still says is what the original said.
//!
//! Takes each row whose text changed. Every line of the new text is a line of the old one, whole or cut, and the marks
//! between them count what is missing; where a text was written anew (JSON, matches by file, markup) everything between
//! two marks stands in the original. How a call ended reads the same, and no text became longer. Leaves out: whether
//! the right lines stay.
use crate::message::Message;
use crate::pairs::pairs;
use crate::record::Record;
use crate::words::Source;
use crate::{Case, Check, Notes, Place};
use serde_json::Value;

pub(crate) fn check(case: &Case<'_>, notes: &mut Notes) {
    let pairs = pairs(&case.original);
    for (row, message) in case.compacted.iter().enumerate() {
        let Some(at) = case.was[row] else { continue };
        let was = &case.original[at];
        if was.text == message.text || was.role != message.role {
            continue;
        }
        notes.looked(Check::Shortened, 1);
        let mut wrong = |what: &str| notes.wrong(Check::Shortened, Place::Row(row + 1), what);
        if message.text.len() > was.text.len() {
            wrong("the text became longer");
        }
        let call = pairs.call[at].map(|(from, n)| &case.original[from].calls[n]);
        let (before, after) = (Record::of(was, call), Record::of(message, call));
        // Cut through its middle it is no JSON any more, but what it says on its end stands there.
        let cut = json(&was.text).is_some() && json(&message.text).is_none();
        let lost = before.code.is_some_and(|code| !ends(&message.text, code));
        if if cut { lost } else { before.code != after.code || before.failed != after.failed } {
            wrong("how the call ended does not read the same");
        }
        let later = case.original[at + 1..].iter();
        let mut again = |old: &str| repeated(was, old, later.clone());
        let whole = judge(&was.text, &message.text, &mut again);
        // Parts of a list are texts of their own, as long as none is missing.
        let mut by_part = || {
            let parts = was.parts.iter().zip(&message.parts).filter(|(old, new)| old != new);
            let same = was.parts.len() == message.parts.len() && was.parts.len() > 1;
            same && parts.into_iter().all(|(old, new)| judge(old, new, &mut again).is_none())
        };
        if let Some(what) = whole.filter(|_| !by_part()) {
            wrong(what);
        }
    }
}

/// A field says this code.
fn ends(text: &str, code: i64) -> bool {
    let behind = |at: usize| crate::record::number(text[at..].trim_start_matches(['"', ':', ' ']));
    crate::record::CODES.iter().any(|key| text.match_indices(key).any(|(at, _)| behind(at + key.len()) == Some(code)))
}

/// The text, or one of its strings, comes again later.
fn repeated<'a>(was: &Message<'_>, old: &str, later: impl Iterator<Item = &'a Message<'a>> + Clone) -> bool {
    let same = |message: &Message<'_>| {
        message.role == was.role
            && (message.text == was.text || json(&message.text).is_some_and(|value| has(&value, old)))
    };
    later.clone().any(same)
}

fn has(value: &Value, text: &str) -> bool {
    value.as_object().is_some_and(|keys| keys.values().any(|value| value.as_str() == Some(text)))
}

/// What is wrong with the new text, if anything is.
fn judge(old: &str, new: &str, again: &mut dyn FnMut(&str) -> bool) -> Option<&'static str> {
    if new.trim().is_empty() && !old.trim().is_empty() {
        return Some("nothing is left of the text");
    }
    if let (Some(before), Some(after)) = (json(old), json(new)) {
        // A result that was cut through its middle may be JSON by chance.
        let found = data(&before, &after, again)?;
        return if by_ends(old, new) == Some(true) { None } else { Some(found) };
    }
    plain(old, new, again)
}

/// Two JSON values: the same, or less with marks that say how much.
fn data(old: &Value, new: &Value, again: &mut dyn FnMut(&str) -> bool) -> Option<&'static str> {
    let named = |mark: &str, before: &str, behind: &str| -> Option<usize> {
        mark.strip_prefix(before)?.strip_suffix(behind)?.replace(',', "").parse().ok()
    };
    match (old, new) {
        _ if old == new => None,
        (Value::Object(old), Value::Object(new)) => {
            let mark = new.get("…").filter(|_| !old.contains_key("…")).and_then(Value::as_str);
            let missing = old.keys().filter(|key| !new.contains_key(*key)).count();
            match mark.map(|mark| named(mark, "", " more keys")) {
                None if missing > 0 => return Some("a key of the result is gone"),
                Some(count) if count != Some(missing) => return Some("a count of keys left out is wrong"),
                _ => {}
            }
            let shown = new.iter().filter(|(key, _)| mark.is_none() || *key != "…");
            shown.into_iter().find_map(|(key, value)| match old.get(key) {
                Some(was) => data(was, value, again),
                None => Some("a key that the result did not have"),
            })
        }
        (Value::Array(old), Value::Array(new)) => {
            let mut at = 0;
            for item in new {
                let mark = item.as_str().and_then(|mark| named(mark, "… ", " more items"));
                match (old.get(at), mark) {
                    (Some(was), _) if was == item => at += 1,
                    (_, Some(count)) => at += count,
                    (Some(was), None) if data(was, item, again).is_none() => at += 1,
                    (Some(_), None) => return Some("an item of a list is not what it was"),
                    (None, None) => return Some("an item that the list did not have"),
                }
            }
            if at == old.len() { None } else { Some("a count of items left out is wrong") }
        }
        (Value::Object(old), Value::String(mark)) if named(mark, "{… ", " keys}") == Some(old.len()) => None,
        (Value::Array(old), Value::String(mark)) if named(mark, "[… ", " items]") == Some(old.len()) => None,
        (Value::String(old), Value::String(new)) => judge(old, new, again),
        _ => Some("a value of the result is not what it was"),
    }
}

/// A text that is one JSON object or list.
fn json(text: &str) -> Option<Value> {
    crate::lenient::value(text)
}

fn plain(old: &str, new: &str, again: &mut dyn FnMut(&str) -> bool) -> Option<&'static str> {
    if let Some((count, rest)) = count(new)
        && rest.contains(" left out, the same as in ")
        && !new.contains('\n')
    {
        return match (count == old.lines().count(), again(old)) {
            (true, true) => None,
            (false, _) => Some("a count of lines left out is wrong"),
            (_, false) => Some("says that the text comes again later, but it does not"),
        };
    }
    match by_lines(old, new) {
        Some(counted) => {
            let ends = || by_ends(old, new) == Some(true);
            if counted || ends() { None } else { Some("a count of lines left out is wrong") }
        }
        None => match by_ends(old, new) {
            Some(true) => None,
            Some(false) => Some("a count of characters left out is wrong"),
            None => written(old, new),
        },
    }
}

/// `[… 12` at the start of a line, and what follows.
fn count(line: &str) -> Option<(usize, &str)> {
    let rest = line.trim().strip_prefix("[… ")?;
    let digits = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b',').count();
    Some((rest[..digits].replace(',', "").parse().ok()?, &rest[digits..]))
}

/// Lines that a mark of its own line stands for.
fn lines_of(line: &str) -> Option<usize> {
    let (count, rest) = count(line)?;
    let rest = rest.strip_suffix(']')?;
    let rest = rest.strip_prefix(" alike").unwrap_or(rest);
    let rest = rest.strip_prefix(" lines").or_else(|| rest.strip_prefix(" line"))?;
    let rest = rest.strip_prefix(" left out").unwrap_or(rest);
    (rest.is_empty() || (rest.starts_with(", ") && rest.ends_with(" of them important"))).then_some(count)
}

/// Whether the marks count what is missing; none where the new text does not go by lines.
fn by_lines(old: &str, new: &str) -> Option<bool> {
    let olds: Vec<&str> = old.lines().collect();
    // Lines before each line of the old text, those counted that an earlier pass left out.
    let mut before = vec![0_usize];
    for line in &olds {
        before.push(before[before.len() - 1] + lines_of(line).unwrap_or(1));
    }
    let (mut at, mut missing, mut counted) = (0_usize, 0_usize, true);
    for line in new.lines() {
        let next = olds.get(at).is_some_and(|of| of.trim_end() == line.trim_end());
        if let Some(count) = lines_of(line).filter(|_| !next) {
            missing += count;
            continue;
        }
        let fits = |of: usize| olds.get(of).is_some_and(|of| of.trim_end() == line.trim_end() || is_cut(of, line));
        let there = before.binary_search(&(before[at] + missing)).ok().filter(|of| fits(*of));
        match there {
            Some(of) => at = of + 1,
            None => {
                at += (at..olds.len()).find(|of| fits(*of))? - at + 1;
                counted = false;
            }
        }
        missing = 0;
    }
    let left = || olds[at..].iter().all(|line| line.trim().is_empty());
    Some(counted && (before[at] + missing == before[olds.len()] || (missing == 0 && left())))
}

/// The line with characters left out where its marks say so.
fn is_cut(old: &str, line: &str) -> bool {
    let mut parts = line.split("…+");
    let Some(mut rest) = parts.next().and_then(|head| old.strip_prefix(head.trim_end())) else { return false };
    let mut any = false;
    for part in parts {
        any = true;
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let Ok(count) = part[..digits].parse::<usize>() else { return false };
        let behind = part[digits..].trim_start_matches('…').trim();
        // Blanks beside the mark are the mark's or the line's.
        let found = (count.saturating_sub(1)..=count + 2).find_map(|count| {
            let (at, _) = rest.char_indices().chain([(rest.len(), ' ')]).nth(count)?;
            // With nothing behind the mark, it stands for all that is left.
            rest[at..].trim_start().strip_prefix(behind).filter(|left| !behind.is_empty() || left.is_empty())
        });
        match found {
            Some(left) => rest = left,
            None => return false,
        }
    }
    any && rest.trim().is_empty()
}

/// Beginning, a mark that counts characters, end; none where there is no such mark.
fn by_ends(old: &str, new: &str) -> Option<bool> {
    const CLOSE: &str = " characters left out …]";
    let close = new.find(CLOSE)?;
    let open = new[..close].rfind("[… ")?;
    let inner = &new[open + "[… ".len()..close];
    let digits =
        inner.rsplit_once(", ").filter(|(lines, _)| lines.contains("line")).map_or(inner, |(_, digits)| digits);
    let count: usize = digits.replace(',', "").parse().ok()?;
    let (head, tail) = (&new[..open], &new[close + CLOSE.len()..]);
    // The line feeds around the mark are the mark's own, or the text's.
    let heads = [Some(head), head.strip_suffix('\n')];
    let tails = [Some(tail), tail.strip_prefix('\n')];
    let mut found = None;
    for head in heads.into_iter().flatten() {
        for tail in tails.into_iter().flatten() {
            let middle = old.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail));
            if let Some(middle) = middle {
                let exact = middle.chars().count() == count;
                found = Some(found.unwrap_or(false) || exact);
            }
        }
    }
    found
}

/// Everything between marks and line ends stands in the original.
fn written(old: &str, new: &str) -> Option<&'static str> {
    let mut source = Source::default();
    source.add(old);
    let honest = |part: &str| source.has(part) || part.split_whitespace().all(|word| source.has(word));
    let decoded = json(new).map(|value| strings(&value)).unwrap_or_default();
    let lines: Vec<&str> =
        if decoded.is_empty() { new.lines().collect() } else { decoded.iter().flat_map(|text| text.lines()).collect() };
    let shown = lines.into_iter().filter(|line| count(line).is_none());
    if shown.flat_map(without_marks).all(honest) { None } else { Some("words that the original does not have") }
}

fn strings(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(all) => all.iter().flat_map(strings).collect(),
        Value::Object(all) => {
            let shown = all.iter().filter(|(key, _)| *key != "…");
            shown.flat_map(|(key, value)| [vec![key.clone()], strings(value)].concat()).collect()
        }
        other => vec![other.to_string()],
    }
}

/// What stands between the marks of a line, without their own words.
fn without_marks(line: &str) -> Vec<&str> {
    let own = |part: &'_ str| -> usize {
        let rest = part.trim_start_matches(['"', ':', '+', ' ']);
        let digits = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b',').count();
        if digits == 0 {
            return 0;
        }
        let words = [" more items", " more lines", " more keys", " items", " keys", " characters left out", " lines"];
        let word = words.iter().find(|word| rest[digits..].starts_with(**word)).map_or(0, |word| word.len());
        part.len() - rest.len() + digits + word
    };
    line.split('…').enumerate().map(|(n, part)| if n == 0 { part } else { &part[own(part)..] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(old: &str, new: &str) -> bool {
        judge(old, new, &mut |_| false).is_some()
    }

    #[test]
    fn counts_are_held_against_what_is_missing() {
        let old = "one\ntwo and more of it\nthree\nfour\n\nsix\n";
        for (new, holds) in [
            ("one\n[… 3 lines left out]\n\nsix", true),
            ("one\ntwo…+15\n[… 1 alike line]\nfour\n[… 2 lines]", true),
            ("one\n[… 4 lines left out, 1 of them important]\nsix", true),
            ("one\n[… 18 characters left out …]\nthree\nfour\n\nsix\n", true),
            ("one\n[… 2 lines left out]\n\nsix", false),
            ("one\ntwo…+15\n[… 2 alike lines]\nfour\n[… 2 lines]", false),
            ("one\ntwo and…+8…it\n[… 1 line]\nfour\n[… 2 lines]", true),
            ("one\nsix", false),
            ("one\n[… 3 lines left out]\n\nseven", false),
            ("six\n[… 5 lines left out]", false),
            ("", false),
        ] {
            assert_eq!(wrong(old, new), !holds, "{new}");
        }
        let twice = "one\n[… 9 lines left out]\ntwo\n[… 1 line]\nthree";
        assert!(!wrong(twice, "one\n[… 11 lines left out]\nthree"));
        assert!(wrong(twice, "one\n[… 3 lines left out]\nthree"));
    }

    #[test]
    fn envelopes_keep_their_keys_and_values() {
        let old = r#"{"output":"one\ntwo\nthree","exit_code":2,"error":null}"#;
        assert!(!wrong(old, r#"{"output":"one\n[… 2 lines]","exit_code":2,"error":null}"#));
        assert!(wrong(old, r#"{"output":"one\n[… 1 line]","exit_code":2,"error":null}"#));
        assert!(wrong(old, r#"{"output":"one\n[… 2 lines]","exit_code":0,"error":null}"#));
        assert!(wrong(old, r#"{"output":"one\n[… 2 lines]","error":null}"#));
        let list = r#"{"a":[1,2,3],"b":{"c":"d"},"e":1}"#;
        assert!(!wrong(list, r#"{"a":[1,"… 2 more items"],"…":"2 more keys"}"#));
        assert!(wrong(list, r#"{"a":[1,"… 2 more items"],"…":"3 more keys"}"#));
    }

    #[test]
    fn parts_of_a_list_are_judged_one_by_one() {
        let row = |first: &str| {
            let parts = serde_json::json!([{"type": "text", "text": first}, {"type": "text", "text": "more"}]);
            serde_json::json!({"role": "tool", "tool_call_id": "a", "content": parts}).to_string()
        };
        let was = row(r#"{"output":"one\ntwo\nthree","exit_code":2}"#);
        for (first, faults) in [
            (r#"{"output":"one\n[… 2 lines]","exit_code":2}"#, 0),
            (r#"{"output":"one\n[… 1 line]","exit_code":2}"#, 1),
            (r#"{"output":"one\n[… 2 lines]","exit_code":0}"#, 1),
        ] {
            let is = row(first);
            let audit = crate::audit(&[was.as_bytes()], &[is.as_bytes()], None, 0);
            let found =
                audit.findings.iter().filter(|f| f.check == Check::Shortened && f.what != "the text became longer");
            assert_eq!(found.count(), faults, "{first}: {:?}", audit.findings);
        }
    }
}
