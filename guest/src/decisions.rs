//! Choices of the assistant with their reasons.
//!
//! Takes a text of the assistant; gives the sentences that say what was chosen or found, and why. Promises: whole
//! sentences, verbatim, 20 to 300 characters, at most three, the best first, ties by position. Leaves out: plans and
//! offers, questions, fenced code and quotes, and choices that no phrase marks.
use crate::lexicon::{self, Groups, Lexicon};
use crate::rules::sentences;
use alloc::vec::Vec;

/// Most sentences of one text.
const MOST: usize = 3;

/// Phrases that say what the cause is or what was decided, by themselves.
#[rustfmt::skip]
const PLAINLY: &[(&str, u8)] = &[
    // causes
    (" root cause is ", 9), (" root cause was ", 9), (" root cause , ", 8), (" the real issue is ", 8),
    (" the actual issue is ", 8), (" the real problem is ", 8), (" the actual problem is ", 8), (" the culprit is ", 8),
    (" the problem was that ", 7), (" the issue was that ", 7), (" the issue is that ", 7),
    (" the problem is that ", 7), (" turns out ", 7), (" turned out ", 6),
    // choices
    (" i decided to ", 9), (" i've decided to ", 9), (" we decided to ", 9), (" decided against ", 9), (" i chose ", 9),
    (" i've chosen ", 9), (" we chose ", 8), (" i opted ", 9), (" opted for ", 8), (" opting for ", 8),
    (" i'm going with ", 8), (" i'll go with ", 8), (" the fix is ", 8), (" the fix was ", 8), (" the right fix ", 7),
    (" the solution is ", 7),
    // German, Chinese, Japanese, Korean
    (" habe mich entschieden ", 8), (" die ursache ist ", 8), (" die ursache war ", 8), (" der grund ist ", 7),
    ("根本原因", 8), ("근본 원인", 8), ("원인은", 7), ("原因は", 7),
];
/// What is done; makes a choice together with a reason or an alternative.
#[rustfmt::skip]
const DONE: &[&str] = &[
    " i'll use ", " i will use ", " i used ", " i'm using ", " i am using ", " we'll use ", " we use ", " let's use ",
    " i kept ", " i'll keep ", " i'm keeping ", " i left ", " i'll leave ", " i moved ", " i'll move ", " i made ",
    " i'll make ", " i switched ", " i'll switch ", " i changed ", " i'll change ", " i added ", " i'll add ",
    " i removed ", " i replaced ", " i'll replace ", " i avoided ", " i went with ", " i put ", " i split ",
    " i dropped ", " i'll put ", " i've kept ", " i've used ", " i've moved ", " i've made ", " i've added ",
    " i've changed ", " i've switched ", " we should use ", " we need to use ", " we keep ", " i skipped ",
    " i'll skip ", " should use ", " switching to ", " switched to ",
];
/// Reasons and alternatives.
#[rustfmt::skip]
const REASONS: &[(&str, u8)] = &[
    (" because ", 8), (" instead of ", 7), (" rather than ", 7), (" so that ", 6), (" to avoid ", 6), (" since ", 5),
    (" weil ", 7), (" statt ", 6),
];
/// The sentence asks, offers or reports on others.
#[rustfmt::skip]
const NO_CHOICE: &[&str] = &[
    " let me ", " would you ", " do you ", " if you ", " shall i ", " should i ", " you could ", " you can ",
    " i could ", " we could ", " might be ", " maybe ", " perhaps ", " not sure ", " i need to ", " i wonder ",
    " whether ", " would be ", " already ", " fix is in ", " fix was in ",
];

/// The lists as groups; those with a worth have one for each, from the list's own first group on.
const REFUSED: Groups = 1;
const DOES: Groups = 2;
const PLAINLY_FROM: u8 = 10;
const REASONS_FROM: u8 = 30;
static WORDS: Lexicon<{ lexicon::count(&[NO_CHOICE, DONE]) + PLAINLY.len() + REASONS.len() }> = Lexicon::new()
    .with(NO_CHOICE, 0)
    .with(DONE, 1)
    .with_worth(PLAINLY, PLAINLY_FROM)
    .with_worth(REASONS, REASONS_FROM)
    .sorted();

/// Sentences that state a choice with its reason, the best first.
pub fn choices(text: &str) -> Vec<&str> {
    let mut found: Vec<(u8, &str)> = Vec::new();
    for sentence in sentences::split(text) {
        if sentence.len() < 20 || sentence.len() > 1_200 || sentence.ends_with(['?', ':', '？', '：']) {
            continue;
        }
        let score = worth(sentence);
        if score == 0 || !(20..=300).contains(&sentence.chars().count()) || found.iter().any(|(_, s)| *s == sentence) {
            continue;
        }
        // Behind its equals: ties by position.
        let at = found.iter().position(|(s, _)| *s < score).unwrap_or(found.len());
        if at < MOST {
            found.insert(at, (score, sentence));
            found.truncate(MOST);
        }
    }
    found.into_iter().map(|(_, sentence)| sentence).collect()
}

/// How plainly a sentence states a choice; 0 for none.
fn worth(sentence: &str) -> u8 {
    let words = WORDS.within(&sentences::plain(sentence));
    if words & REFUSED != 0 {
        return 0;
    }
    // A worth is one digit.
    let best = |from: u8| (0..10).rev().find(|worth| words >> (from + worth) & 1 != 0).unwrap_or(0);
    let (plainly, reason) = (best(PLAINLY_FROM), best(REASONS_FROM));
    if plainly > 0 {
        return plainly + u8::from(reason > 0);
    }
    if reason > 0 && words & DOES != 0 { reason } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn choices_with_reasons() {
        for text in [
            "I'll use a ring buffer because the queue is bounded.",
            "I decided to keep the old name for one release.",
            "The root cause is a missing flush before the read.",
            "I moved the check into the loader so that it runs once.",
            "It turns out the cache key ignores the locale.",
            "I chose memchr over a regex.",
            "I kept the sorted list instead of a map.",
            "The fix is to close the file before renaming it.",
            "Die Ursache ist ein vergessener Flush.",
        ] {
            assert_eq!(choices(text), [text]);
        }
    }

    #[test]
    fn no_choices() {
        for text in [
            "Let me check the file because it looks odd.",
            "Should I use tabs instead of spaces?",
            "You could use a map rather than a list.",
            "All tests pass now.",
            "I'll look at the loader next.",
            "```\nI decided to keep the old name.\n```",
            "It fails because the file is missing.",
        ] {
            assert!(choices(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn at_most_three_and_the_best_first() {
        let text = "I added a flag since it was asked for. I chose tabs because they are short. I kept the map instead of a list. \
                    The root cause is the lock. I left it so that it compiles.";
        let found = choices(text);
        assert_eq!(
            found,
            [
                "I chose tabs because they are short.",
                "The root cause is the lock.",
                "I kept the map instead of a list."
            ]
        );
    }

    proptest! {
        #[test]
        fn any_text_gives_slices_of_itself(text in "(?s).{0,300}") {
            prop_assert!(choices(&text).iter().all(|c| text.contains(c)));
        }
    }
}
