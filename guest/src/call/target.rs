//! The words that stand for a call that is neither command nor file.
use super::{LISTS, PATHS, path};
use crate::cutting::begin;
use crate::fields::{Fields, all_strings, text};
use crate::opened::{clean_line, clean_path};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};

/// Longest target, in characters.
pub(super) const MAX_TARGET: usize = 200;

/// The argument that says most of a call, one line.
pub(super) fn telling(f: &Fields<'_>) -> String {
    const KEYS: [&str; 20] = [
        "query",
        "q",
        "pattern",
        "regex",
        "url",
        "uri",
        "urls",
        "queries",
        "question",
        "questions",
        "goal",
        "task",
        "tasks",
        "subject",
        "description",
        "prompt",
        "code",
        "skill",
        "name",
        "message",
    ];
    for key in KEYS {
        let Some(raw) = f.raw(key) else { continue };
        let words = match text(raw) {
            Some(words) => words,
            None if raw.starts_with(['[', '{']) => {
                let all = all_strings(raw);
                Cow::Owned(all.lines().next().unwrap_or("").to_string())
            }
            None => continue,
        };
        if words.trim().is_empty() {
            continue;
        }
        let main = cut(clean_line(words.trim()));
        // Where it looks; the words between are left out.
        let place = if matches!(key, "pattern" | "regex" | "query") { path(f) } else { None };
        return match place {
            // In the order of the arguments, so that the two stand in it as they stand here.
            Some(place) if place_position(f) < position(f, &[key]) => clean_path(&place) + " … " + &main,
            Some(place) => main + " … " + &clean_path(&place),
            None => main,
        };
    }
    if let Some(path) = path(f) {
        return clean_path(&path);
    }
    let mut all = String::new();
    for (key, raw) in f.iter() {
        let plain = text(raw).or_else(|| (!raw.starts_with(['[', '{', 'n', 't', 'f'])).then_some(Cow::Borrowed(raw)));
        let Some(plain) = plain.filter(|p| !p.trim().is_empty() && !key.starts_with('_')) else { continue };
        if !all.is_empty() {
            all.push_str(" … ");
        }
        all.push_str(&clean_line(plain.trim()));
        if all.len() > MAX_TARGET {
            break;
        }
    }
    cut(all)
}

fn place_position(f: &Fields<'_>) -> usize {
    position(f, &PATHS).min(position(f, &LISTS))
}

/// Where the first of these keys stands among the arguments.
fn position(f: &Fields<'_>, keys: &[&str]) -> usize {
    f.iter().position(|(key, _)| keys.contains(&key)).unwrap_or(usize::MAX)
}

/// At most `MAX_TARGET` characters; `…` marks the cut.
fn cut(mut text: String) -> String {
    if let Some((at, _)) = text.char_indices().nth(MAX_TARGET) {
        text.truncate(begin(&text, at).len());
        text.push('…');
    }
    text
}
