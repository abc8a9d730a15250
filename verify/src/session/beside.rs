//! Keys beside `messages` and `options` that look like options.
//!
//! Takes a key and says whether somebody is likely to have meant `options` or one of them: the name itself in any
//! spelling (`protectLastN`), or a long name with one slip. Hosts put much of their own there (`model`, `tools`,
//! `metadata`), so everything else is theirs. Leaves out: `session_id`, which session files say of themselves.
use cento_contract::json::OPTION_NAMES;

/// A shorter name with a slip is another word: `score`, `forced`.
const LONG: usize = 7;

pub(super) fn is_like_an_option(key: &str) -> bool {
    let key = letters(key);
    let names = OPTION_NAMES.iter().copied().filter(|name| *name != "session_id");
    names.chain(["options"]).map(letters).any(|name| key == name || (name.len() >= LONG && one_slip(&key, &name)))
}

/// The name without what spellings differ in.
fn letters(name: &str) -> Vec<u8> {
    name.bytes().filter(|b| !matches!(b, b'_' | b'-' | b' ')).map(|b| b.to_ascii_lowercase()).collect()
}

/// One letter more, less or other, or two that changed places.
fn one_slip(a: &[u8], b: &[u8]) -> bool {
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    match (&a[..a.len() - tail], &b[..b.len() - tail]) {
        ([] | [_], [] | [_]) => true,
        ([p, q], [r, s]) => p == s && q == r,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_slips_are_seen_and_words_of_hosts_are_not() {
        for (key, like) in [
            ("option", true),
            ("Options", true),
            ("optoins", true),
            ("optionss", true),
            ("strategy", true),
            ("stratgey", true),
            ("min-tokens", true),
            ("maxOutputTokens", true),
            ("scores", true),
            ("score", false),
            ("forced", false),
            ("opts", false),
            ("optnios", false),
            ("max_tokens", false),
            ("session_id", false),
            ("sessionId", false),
            ("model", false),
            ("", false),
        ] {
            assert_eq!(is_like_an_option(key), like, "{key}");
        }
    }
}
