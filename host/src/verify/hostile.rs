//! The summary's text is harmless: no control character, hidden character, chat-template marker or secret in it.
use super::Finding;

pub(super) fn check(text: &str, found: &mut Vec<Finding>) {
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii_graphic() && *c != ' ') {
        match c {
            '\n' => {}
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' => found.push(Finding::ControlCharacter { at }),
            // Marks, embeddings, overrides and isolates of direction; line separators; invisible tags.
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}' => {
                found.push(Finding::HiddenCharacter { at });
            }
            _ => {}
        }
    }
    found.extend(markers(text).map(|at| Finding::TemplateMarker { at }));
    found.extend(secrets(text).into_iter().map(|at| Finding::Secret { at }));
}

/// Markers that model families use between turns, besides `<|name|>`.
const MARKERS: [&str; 12] = [
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<</SYS>>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[TOOL_CALLS]",
    "[AVAILABLE_TOOLS]",
    "[TOOL_RESULTS]",
    "<｜User｜>",
    "<｜Assistant｜>",
    "<｜end▁of▁sentence｜>",
];

fn markers(text: &str) -> impl Iterator<Item = usize> + '_ {
    let named = text.match_indices("<|").filter(|(at, _)| {
        let rest = &text.as_bytes()[at + 2..];
        let name = rest.iter().take(40).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        name > 0 && rest[name..].starts_with(b"|>")
    });
    let listed = MARKERS.iter().flat_map(move |marker| text.match_indices(marker));
    named.chain(listed).map(|(at, _)| at)
}

/// A shape: what it begins with, the least number of characters that follow, and which.
type Shape = (&'static str, usize, fn(u8) -> bool);

fn word(b: u8) -> bool {
    b.is_ascii_alphanumeric()
}

fn dashed(b: u8) -> bool {
    word(b) || b == b'-' || b == b'_'
}

fn capital(b: u8) -> bool {
    b.is_ascii_uppercase() || b.is_ascii_digit()
}

const SHAPES: [Shape; 17] = [
    ("sk-", 20, dashed),
    ("ghp_", 30, word),
    ("gho_", 30, word),
    ("ghu_", 30, word),
    ("ghs_", 30, word),
    ("ghr_", 30, word),
    ("github_pat_", 30, dashed),
    ("glpat-", 20, dashed),
    ("AKIA", 16, capital),
    ("ASIA", 16, capital),
    ("AIza", 35, dashed),
    ("xoxb-", 10, dashed),
    ("xoxp-", 10, dashed),
    ("xoxa-", 10, dashed),
    ("xoxr-", 10, dashed),
    ("xoxs-", 10, dashed),
    ("npm_", 30, word),
];

/// Places that are shaped like a secret. Words without a digit are none: `sk-your-own-key-goes-here`.
fn secrets(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    for (prefix, least, class) in SHAPES {
        for (at, _) in text.match_indices(prefix) {
            let inside_word = at > 0 && dashed(bytes[at - 1]);
            let rest = &bytes[at + prefix.len()..];
            let length = rest.iter().take_while(|b| class(**b)).count();
            // An AWS id has one length; what is longer is none. No key begins with a sign.
            let whole = least != AWS || rest.iter().take_while(|b| word(**b)).count() == AWS;
            let fits = length >= least && whole && word(rest[0]);
            if !inside_word && fits && is_random(&rest[..length]) {
                found.push(at);
            }
        }
    }
    found.extend(text.match_indices("PRIVATE KEY-----").map(|(at, _)| at).filter(|at| {
        let line = &text[text[..*at].rfind('\n').map_or(0, |n| n + 1)..*at];
        line.contains("-----BEGIN") && has_key_body(&bytes[at + "PRIVATE KEY-----".len()..])
    }));
    let starts = |at: usize| at == 0 || !(dashed(bytes[at - 1]) || b"/+.".contains(&bytes[at - 1]));
    found.extend(text.match_indices("eyJ").map(|(at, _)| at).filter(|at| starts(*at) && is_jwt(&bytes[*at..])));
    let scheme = |at: usize| at > 0 && bytes[at - 1].is_ascii_alphanumeric();
    found
        .extend(text.match_indices("://").map(|(at, _)| at).filter(|at| scheme(*at) && has_password(&bytes[at + 3..])));
    found
}

/// Characters of an AWS id behind its first four.
const AWS: usize = 16;

/// Letters and digits mixed in one run of twelve or more, as no name of a branch or a placeholder has them; or, for
/// AWS ids, capitals and digits.
fn is_random(token: &[u8]) -> bool {
    token
        .split(|b| *b == b'-' || *b == b'_')
        .any(|run| run.len() >= 12 && run.iter().any(u8::is_ascii_digit) && run.iter().any(u8::is_ascii_alphabetic))
}

/// Lines of base64 follow: the words alone, as a guide prints them, are no key.
fn has_key_body(bytes: &[u8]) -> bool {
    let near = &bytes[..bytes.len().min(200)];
    near.split(|b| !(b.is_ascii_alphanumeric() || b"+/=".contains(b))).any(|run| run.len() >= 32)
}

/// Three parts of base64url, joined by dots; the first two are JSON objects.
fn is_jwt(bytes: &[u8]) -> bool {
    let part = |bytes: &[u8]| bytes.iter().take_while(|b| dashed(**b)).count();
    let first = part(bytes);
    let Some(second) = bytes.get(first + 1..).filter(|rest| bytes[first] == b'.' && rest.starts_with(b"eyJ")) else {
        return false;
    };
    let length = part(second);
    first >= 10 && length >= 10 && second.get(length) == Some(&b'.')
}

/// `user:password@` where the password is a word, not a placeholder.
fn has_password(bytes: &[u8]) -> bool {
    let authority =
        &bytes[..bytes.iter().take(300).take_while(|b| b.is_ascii_graphic() && !b"/?#\"'`".contains(b)).count()];
    let Some(at) = authority.iter().rposition(|b| *b == b'@') else { return false };
    let Some(colon) = authority[..at].iter().position(|b| *b == b':') else { return false };
    let password = &authority[colon + 1..at];
    let varied = password.iter().any(|b| *b != password[0] && b.is_ascii_alphanumeric());
    password.len() >= 4 && varied && !password.iter().any(|b| b"[]{}<>$*%".contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_found() {
        let token = format!("ghp_{}", "a1".repeat(18));
        for (text, wanted) in [
            ("plain text — with dash, é, 日本, 👩‍👩‍👧 and עברית", 0),
            ("bell \u{7}", 1),
            ("c1 \u{9b}31m", 1),
            ("tab\there", 1),
            ("rtl \u{202e}", 1),
            ("tag \u{e0041}", 1),
            ("<|im_start|>", 1),
            ("< |im_start|>", 0),
            ("a <| b |> c", 0),
            ("[INST]", 1),
            (token.as_str(), 1),
            ("sk-your-own-key-goes-right-here", 0),
            ("task-1234567890123456789012345", 0),
            ("postgres://app:hunter2@db/x", 1),
            ("postgres://app:[redacted]@db/x", 0),
            ("https://host:8080/a@b", 0),
            ("-----BEGIN RSA PRIVATE KEY-----", 0),
            ("-----BEGIN RSA PRIVATE KEY----- ⏎ MIIEpAIBAAKCAQEA7Zq0bX1wYzKf3nQv8sLmPd5u", 1),
            ("sk-12-fix-the-login-page-for-all", 0),
            ("http://user:xxx@host", 0),
            ("AKIAA1A1A1A1A1A1A1A1", 1),
            ("AKIAA1A1A1A1A1A1A1A1abc", 0),
            ("sk--1aaaaaaaaaaaaaaaaaaaaaaaaaa", 0),
            ("sk-1aaaaaaaaaaaaaaaaaaaaaaaaaa", 1),
            ("שלום\u{200e} 1", 0),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc", 1),
        ] {
            let mut found = Vec::new();
            check(text, &mut found);
            assert_eq!(found.len(), wanted, "{text:?}: {found:?}");
        }
    }
}
