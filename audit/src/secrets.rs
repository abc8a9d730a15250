//! No key stands in words that the compactor wrote.
//!
//! Takes the summary, and new messages of another compactor. Keys are known by the fixed beginning of their issuer, by
//! their frame, or by the name that the original gives them to. Leaves out: what has neither, and texts that stay: they
//! are the conversation's own.
use crate::{Case, Check, Notes, Place};

/// Beginnings of keys, and how many letters and digits follow at least.
const BEGINNINGS: [(&str, usize); 28] = [
    ("sk-", 20),
    ("sk_live_", 16),
    ("rk_live_", 16),
    ("sk_test_", 16),
    ("ghp_", 30),
    ("gho_", 30),
    ("ghs_", 30),
    ("ghr_", 30),
    ("github_pat_", 22),
    ("glpat-", 20),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xapp-", 16),
    ("AKIA", 16),
    ("ASIA", 16),
    ("AIza", 30),
    ("hf_", 24),
    ("npm_", 30),
    ("pypi-", 40),
    ("gsk_", 30),
    ("xai-", 30),
    ("whsec_", 16),
    ("shpat_", 32),
    ("GOCSPX-", 24),
    ("dop_v1_", 40),
    ("eyJ", 40),
    ("nvapi-", 40),
];

pub(crate) fn check(case: &Case<'_>, notes: &mut Notes) {
    let named = named(case);
    for (row, message) in case.compacted.iter().enumerate().filter(|(row, _)| case.is_new(*row)) {
        let own = case.summary.as_ref().is_some_and(|(of, _)| *of == row);
        notes.looked(Check::Secrets, 1);
        for (n, line) in message.text.lines().enumerate() {
            let place = if own { Place::Line(n + 1) } else { Place::Row(row + 1) };
            if shaped(line) {
                notes.wrong(Check::Secrets, place, "a key, by its shape");
            } else if named.iter().any(|value| line.contains(value.as_str())) {
                notes.wrong(Check::Secrets, place, "a value that the original gives to a password, token or key");
            }
        }
    }
}

fn key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Both letters and digits, as no word is.
fn is_mixed(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    digits >= 2 && text.bytes().any(|b| b.is_ascii_alphabetic()) && text.split(['-', '_']).any(|run| run.len() >= 12)
}

/// A line with a key in it.
pub(crate) fn shaped(line: &str) -> bool {
    if line.contains("PRIVATE KEY-----") && line.contains("-----BEGIN") && !line.contains("[redacted]") {
        // A frame alone is none; what is in it is.
        let inner = line.split("PRIVATE KEY-----").nth(1).unwrap_or_default();
        if inner.split(|c: char| !key(c) && !"+/=".contains(c)).any(|run| run.len() > 30) {
            return true;
        }
    }
    BEGINNINGS.iter().any(|(beginning, least)| {
        line.match_indices(beginning).any(|(at, _)| {
            let inside = line[..at].ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
            let rest = &line[at + beginning.len()..];
            let body = &rest[..rest.find(|c: char| !key(c)).unwrap_or(rest.len())];
            !inside && body.len() >= *least && is_mixed(body)
        })
    })
}

/// Names that values are given to.
const NAMES: [&str; 7] = ["api_key", "apikey", "secret", "password", "passwd", "token", "access_key"];

/// Values that the original gives to such a name: `API_KEY=...`, `"password": "..."`.
fn named(case: &Case<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for message in case.original.iter().filter(|message| !message.is_summary) {
        let texts = std::iter::once(&message.text).chain(message.calls.iter().map(|call| &call.arguments));
        for line in texts.flat_map(|text| text.lines()) {
            let small = line.to_ascii_lowercase();
            for name in NAMES {
                for (at, _) in small.match_indices(name) {
                    let rest = &line[at + name.len()..];
                    let value = rest.trim_start_matches(['"', '\'', '\\', ' ']);
                    let Some(value) = value.strip_prefix(['=', ':']) else { continue };
                    let value = value.trim_start_matches(['"', '\'', '\\', ' ']);
                    let value = &value[..value.find(|c: char| !key(c)).unwrap_or(value.len())];
                    let behind = rest.trim_start().chars().next();
                    let upper = value.bytes().any(|b| b.is_ascii_uppercase());
                    let lower = value.bytes().any(|b| b.is_ascii_lowercase());
                    let random = is_mixed(value) && value.len() >= 20 && upper && lower && !value.contains(['-', '_']);
                    if random && behind.is_some() {
                        found.push(value.to_string());
                    }
                }
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_from_words() {
        let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
        for beginning in ["sk-", "ghp_", "hf_", "glpat-"] {
            assert!(shaped(&format!("export K={beginning}{body}")), "{beginning}");
        }
        for line in
            ["task-sk-learn-is-a-library-for-all", "sk-[redacted]", "ghp_short1", "a risk-free-trial-of-12-months"]
        {
            assert!(!shaped(line), "{line}");
        }
    }
}
