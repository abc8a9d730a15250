//! Standing rules in the user's words.
//!
//! Takes a text of the user; gives its whole sentences that state a rule: what is forbidden, what is always to be done,
//! what is preferred. Says too whether a later sentence takes an earlier one back. Promises: verbatim slices, in order;
//! a question, a complaint or a request for the task at hand is no rule; nor is quoted or pasted text. Leaves out: what
//! the rule means, and rules that only the sense of a sentence carries. When unsure, a sentence is left out.
mod answering;
mod matter;
mod orders;
mod phrases;
mod reversal;
pub(crate) mod sentences;

pub use reversal::{Reversals, reversal};

use crate::lexicon::Groups;
use alloc::vec::Vec;
use phrases::{ANYWHERE, CLAUSE, LANGUAGES, Language, ONCE, STARTS, VETO};

/// Shortest sentence that can be a rule, in characters.
const SHORTEST: usize = 8;
/// A longer one, in bytes, has to read as prose: most that is so long is pasted.
const PLAIN: usize = 400;
/// No sentence is longer than this, in bytes.
const LONGEST: usize = 20_000;
/// Phrases of a clause that keep their sense behind `to`.
const INFINITIVE: [&str; 2] = [" never ", " always "];
/// `From now on` and `from today on`, where it holds the word for now or today.
const FROM_NOW: [&str; 3] = [" من الآن ", " من اليوم ", " आज से "];
/// In Chinese, Japanese and Korean fewer characters say as much.
const SHORTEST_DENSE: usize = 4;

/// Whole sentences of a text that state a standing rule, in order.
pub fn standing(text: &str) -> Vec<&str> {
    sentences::split(text).into_iter().filter(|s| states_rule(s)).collect()
}

/// The sentence states a standing rule.
fn states_rule(sentence: &str) -> bool {
    if sentence.len() > LONGEST || (sentence.len() > PLAIN && !is_prose(sentence)) {
        return false;
    }
    let least = if sentence.is_ascii() { SHORTEST } else { SHORTEST_DENSE };
    if sentence.chars().nth(least - 1).is_none()
        || sentence.trim_end_matches(['"', ')', '*', '”']).ends_with(['?', '？', '؟', ':', '：'])
    {
        return false;
    }
    let plain = sentences::plain(sentence);
    let within = phrases::WITHIN.within(&plain);
    if within & ONCE != 0 && !FROM_NOW.iter().any(|phrase| plain.contains(phrase)) {
        return false;
    }
    let start = phrases::AT_START.at_start(&plain) | phrases::AT_START.at_start(without_please(&plain));
    let vetoed = |n: usize| (within | start) >> (n * phrases::GROUPS) & VETO != 0;
    if orders::lasting(&plain) && !(0..LANGUAGES.len()).any(vetoed) {
        return true;
    }
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

/// The plain sentence without the word of politeness that it begins with.
fn without_please(plain: &str) -> &str {
    const PLEASE: [&str; 10] = [
        " bitte",
        " please",
        " por favor ,",
        " s'il te plaît ,",
        " s'il vous plaît ,",
        " пожалуйста ,",
        " per favore ,",
        " per favore",
        " من فضلك ،",
        " من فضلك",
    ];
    PLEASE.iter().find_map(|word| plain.strip_prefix(word).filter(|rest| rest.starts_with(' '))).unwrap_or(plain)
}

/// Mostly letters, and words of a usual length.
fn is_prose(sentence: &str) -> bool {
    let letters = sentence.chars().filter(|c| c.is_alphabetic()).count();
    let blanks = sentence.bytes().filter(|b| *b == b' ').count();
    let all = sentence.chars().count();
    // A script without spaces takes three bytes a character.
    letters * 10 >= all * 6 && (blanks * 16 >= all || sentence.len() > all * 2)
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
