//! The words of the user survive.
//!
//! Takes both lists and the summary's facts. The newest words of the user are there, as they were or quoted; what the
//! summary gives as words or rules of the user stands in a row of the user, or in an answer to a question; a sentence
//! that states a standing rule beyond doubt (`Never ...`, `Always ...`, `From now on ...`) is there somewhere, unless
//! the section says that it left some out. Leaves out: rules in other words.
use crate::message::{Message, OWN, Role};
use crate::summary::{Section, Summary};
use crate::words::{Reading, Source, read};
use crate::{Case, Check, Kind, Notes, Place};

pub(crate) fn check(case: &Case<'_>, summary: Option<&Summary<'_>>, notes: &mut Notes) {
    let users = case.original.iter().filter(|message| message.is_users()).count();
    notes.looked(Check::Rules, users);
    if let Some(summary) = summary {
        speakers(case, summary, notes);
    }
    let mut said = Source::default();
    let kept = |message: &&Message<'_>| message.role != Role::Tool;
    case.compacted.iter().filter(kept).for_each(|message| said.add(&message.text));
    newest(case, &said, notes);
    if summary.is_none() {
        if case.kind == Kind::Other {
            notes.skipped("rules: which sentences of the user are rules; only plain ones are looked for");
        } else {
            return;
        }
    }
    let all = summary.is_none_or(|summary| summary.part(Section::Rules).is_none_or(|part| part.left_out == 0));
    if !all {
        return;
    }
    carried(case, &said, notes);
    for (at, message) in case.original.iter().enumerate() {
        // Where a row goes on behind a bracket, a rule in it may be a line of a log.
        let sure = is_persons(&message.text) && !message.text.trim_start().starts_with('[');
        if case.is[at].is_some() || !message.is_users() || !sure {
            continue;
        }
        for sentence in plain_rules(&message.text) {
            let shown = |part: &str| said.has(part);
            if !shown(sentence) && !masked(sentence, &said) {
                notes.wrong(
                    Check::Rules,
                    Place::Original(at + 1),
                    "states a rule that is nowhere in the compacted list",
                );
            }
        }
    }
}

/// Rules of an earlier summary are still there.
fn carried(case: &Case<'_>, said: &Source, notes: &mut Notes) {
    for (at, earlier) in case.original.iter().enumerate() {
        if case.is[at].is_some() || !earlier.text.starts_with(OWN) {
            continue;
        }
        let summary = Summary::read(&earlier.text);
        let rules = summary.part(Section::Rules).map_or(&[][..], |part| &part.facts);
        for quote in rules.iter().flat_map(|fact| &fact.quotes) {
            if !said.has(quote.words) {
                notes.wrong(Check::Rules, Place::Original(at + 1), "had a rule that is nowhere in the compacted list");
            }
        }
    }
}

/// What stands as words of the user was said by one.
fn speakers(case: &Case<'_>, summary: &Summary<'_>, notes: &mut Notes) {
    let pairs = crate::pairs::pairs(&case.original);
    for (_, fact) in summary.facts().filter(|(_, fact)| fact.users) {
        let Some(at) = fact.at else { continue };
        let rows: Vec<usize> = match at {
            crate::summary::Ref::Row(row) => {
                (0..case.original.len()).filter(|at| case.original[*at].row == Some(row)).collect()
            }
            crate::summary::Ref::Turn(turn) => (turn < case.original.len()).then_some(turn).into_iter().collect(),
        };
        let answers = |row: usize| {
            let tool = pairs.call[row].map(|(from, n)| case.original[from].calls[n].name.to_lowercase());
            let tool = tool.unwrap_or_else(|| case.original[row].tool.to_lowercase());
            ["ask", "clarify", "question", "input", "confirm", "approv"].iter().any(|word| tool.contains(word))
        };
        let by_user = |row: &usize| match case.original[*row].role {
            Role::User => true,
            Role::Tool => answers(*row),
            // The call may be named where the answer is meant.
            _ => case.original[*row].is_summary || pairs.results[*row].iter().flatten().any(|row| answers(*row)),
        };
        let carried = case.earlier().any(|earlier| earlier.text.contains(&at.to_string()));
        if !rows.is_empty() && !carried && !rows.iter().any(by_user) {
            let what = format!("stands as words of the user, but {at} is none of the user's");
            notes.wrong(Check::Rules, Place::Line(fact.line), what);
        }
    }
}

/// The newest words of the user.
fn newest(case: &Case<'_>, said: &Source, notes: &mut Notes) {
    let is_there = |at: usize| {
        let text = &case.original[at].text;
        // A long text may be quoted with words left out; its beginning is there.
        let begin: String = text.chars().take(60).collect();
        case.is[at].is_some() || said.has(text) || said.has(&begin) || masked(text, said)
    };
    let mut rows = (0..case.original.len()).rev().filter(|at| {
        let m = &case.original[*at];
        m.is_users() && !m.text.trim().is_empty()
    });
    // A heading may be a person's or the harness': where it is there, it can be the newest.
    let newest = rows.find(|at| {
        let text = &case.original[*at].text;
        is_persons(text) || (text.trim_start().starts_with('#') && is_there(*at))
    });
    let Some(at) = newest else { return };
    if !is_there(at) {
        notes.wrong(
            Check::Rules,
            Place::Original(at + 1),
            "the newest words of the user are nowhere in the compacted list",
        );
    }
}

/// The words are there but for a secret in them.
fn masked(text: &str, said: &Source) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let missing: Vec<&&str> = words.iter().filter(|word| !said.has(word)).collect();
    let of = |word: &str, kind: fn(&u8) -> bool| word.as_bytes().iter().any(kind);
    let like_a_secret = |word: &str| {
        word.len() > 12 || (word.len() >= 6 && of(word, u8::is_ascii_digit) && of(word, u8::is_ascii_alphabetic))
    };
    words.len() >= 4 && matches!(missing.as_slice(), [word] if like_a_secret(word))
}

/// Not the harness in the row of a user, as far as the form says.
pub(crate) fn is_persons(text: &str) -> bool {
    let text = text.trim_start();
    // Behind what closes on its line a person goes on: `[Image #1] make it blue`.
    let goes_on = |line: &str| line.starts_with('[') && !line.ends_with(']') && line.contains("] ");
    (!text.starts_with(['<', '[', '#']) || text.lines().next().is_some_and(goes_on))
        && !text.starts_with("This session is being continued")
}

/// Sentences that begin as only a standing rule does.
fn plain_rules(text: &str) -> impl Iterator<Item = &str> {
    const BEGINNINGS: [&str; 4] = ["Never ", "Always ", "From now on ", "From now on, "];
    let sentences = text.lines().flat_map(|line| line.split_inclusive(['.', '!', '?']));
    sentences.map(str::trim).filter(|sentence| {
        let words = read(sentence, Reading::Letters).len();
        BEGINNINGS.iter().any(|beginning| sentence.starts_with(beginning)) && (12..200).contains(&words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_on_behind_a_bracket_is_a_person() {
        for text in ["Fix it.", "[Image #1] make it blue", "[WIP] fix the login"] {
            assert!(is_persons(text), "{text}");
        }
        for text in
            ["[System: the window is full]", "[Background process 7\nended] now", "<reminder>a</reminder>", "# A"]
        {
            assert!(!is_persons(text), "{text}");
        }
    }

    #[test]
    fn plain_rules_are_found() {
        let text = "Mend it. Never touch the files under data/. Always!\nI never saw that. From now on, use tabs only.";
        let found: Vec<&str> = plain_rules(text).collect();
        assert_eq!(found, ["Never touch the files under data/.", "From now on, use tabs only."]);
    }
}
