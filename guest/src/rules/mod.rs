//! Standing rules in the user's words.
//!
//! Takes a text of the user; gives its whole sentences that state a rule: what is forbidden, what is always to be done,
//! what is preferred. Says too whether a later sentence takes an earlier one back. Promises: verbatim slices, in order;
//! a question, a complaint or a request for the task at hand is no rule; nor is quoted or pasted text. Leaves out: what
//! the rule means, and rules that only the sense of a sentence carries. When unsure, a sentence is left out.
mod phrases;
mod reversal;
pub(crate) mod sentences;

pub use reversal::{reversal, supersedes};

use crate::lexicon::Groups;
use alloc::vec::Vec;
use phrases::{ANYWHERE, CLAUSE, LANGUAGES, Language, ONCE, STARTS, VETO};

/// Shortest and longest sentence that can be a rule, in characters.
const SHORTEST: usize = 8;
const LONGEST: usize = 400;
/// Phrases of a clause that keep their sense behind `to`.
const INFINITIVE: [&str; 2] = [" never ", " always "];
/// In Chinese, Japanese and Korean fewer characters say as much.
const SHORTEST_DENSE: usize = 4;

/// Whole sentences of a text that state a standing rule, in order.
pub fn standing(text: &str) -> Vec<&str> {
    sentences::split(text).into_iter().filter(|s| states_rule(s)).collect()
}

/// The sentence states a standing rule.
fn states_rule(sentence: &str) -> bool {
    // Bytes first: most that is too long is a pasted line.
    if sentence.len() > LONGEST * 4 {
        return false;
    }
    let length = sentence.chars().count();
    let least = if sentence.is_ascii() { SHORTEST } else { SHORTEST_DENSE };
    if length < least
        || length > LONGEST
        || sentence.trim_end_matches(['"', ')', '*', '”']).ends_with(['?', '？', ':', '：'])
    {
        return false;
    }
    let plain = sentences::plain(sentence);
    let within = phrases::WITHIN.within(&plain);
    if within & ONCE != 0 {
        return false;
    }
    let start = phrases::AT_START.at_start(&plain);
    LANGUAGES.iter().enumerate().any(|(n, language)| {
        let of = |groups: Groups| groups >> (n * phrases::GROUPS);
        let (within, start) = (of(within), of(start));
        within & VETO == 0
            && start & VETO == 0
            && (start & STARTS != 0
                || within & ANYWHERE != 0
                || (within & CLAUSE != 0 && language.clause.iter().any(|p| opens_clause(&plain, p, language))))
    })
}

/// The phrase occurs where a clause begins, and no word follows that makes another sense of it.
fn opens_clause(plain: &str, phrase: &str, language: &Language) -> bool {
    let mut from = 0;
    while let Some(at) = plain.get(from..).and_then(|rest| rest.find(phrase)).map(|i| i + from) {
        let before = plain.get(..at).unwrap_or("").rsplit(' ').next().unwrap_or("");
        let next = plain.get(at + phrase.len()..).unwrap_or("").split(' ').next().unwrap_or("");
        // `to make sure` gives a purpose; `to never push` a rule.
        let opens =
            before.is_empty() || (before == "to" && INFINITIVE.contains(&phrase)) || language.openers.contains(&before);
        if opens && !language.not_next.contains(&next) && !next.is_empty() {
            return true;
        }
        from = at + phrase.len() - 1;
    }
    false
}

#[cfg(test)]
mod tests;
