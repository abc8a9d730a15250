//! Words of the user.
//!
//! Takes the steps; gives every message of a person, their standing rules, the newest request with what belongs to
//! it, and the first request. Promises: whole messages on one line; a correction never stands without what it
//! corrects. Leaves out: rows of the harness, messages that stay, and any cut to a budget.
use super::steps::{Region, What, line};
use crate::ledger::{Quote, Rule, Source};
use crate::rules::{self, Reversals};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A message shorter than this means something only with the one before it.
const SHORT: usize = 25;
/// Messages that the newest request may lean on.
const CHAIN: usize = 3;
/// Characters of a rule that stand; a longer one is cut visibly, and its source has the rest.
const LONGEST: usize = 2_000;

/// What the user said.
#[derive(Default)]
pub(super) struct Words {
    /// The newest request and the messages that it corrects.
    pub(super) snapshot: Vec<Quote>,
    /// The first request.
    pub(super) goal: Option<Quote>,
    /// Standing rules.
    pub(super) rules: Vec<Rule>,
    /// All of it.
    pub(super) users: Vec<Quote>,
}

struct Said<'a> {
    text: &'a str,
    images: u32,
    source: Source,
}

/// Gathers the words.
pub(super) fn gather(region: &Region<'_>) -> Words {
    let said = said(region);
    let quotes: Vec<Quote> = said.iter().map(whole).collect();
    Words { snapshot: snapshot(&said, &quotes), goal: quotes.first().cloned(), rules: standing(&said), users: quotes }
}

/// Messages of people. One that is stored twice, with nothing of the assistant in between, is one.
fn said<'a>(region: &'a Region<'a>) -> Vec<Said<'a>> {
    let mut all: Vec<Said<'a>> = Vec::new();
    let mut answered = true;
    for step in &region.steps {
        match &step.what {
            What::Human(text) => {
                let said = Said {
                    text: text.trim(),
                    images: region.images(step.message),
                    source: region.source(step.message),
                };
                let again = !answered && all.last().is_some_and(|l| (l.text, l.images) == (said.text, said.images));
                let empty = said.text.is_empty() && said.images == 0;
                if !again && !empty {
                    all.push(said);
                }
                answered = false;
            }
            What::Assistant(_) | What::Call(_) | What::Kept(_) => answered = true,
            _ => {}
        }
    }
    all
}

fn whole(said: &Said<'_>) -> Quote {
    let mut text = line(said.text, usize::MAX);
    let mark = match said.images {
        0 => String::new(),
        1 => "[image]".into(),
        many => format!("[{many} images]"),
    };
    if !text.is_empty() && !mark.is_empty() {
        text.push(' ');
    }
    text.push_str(&mark);
    Quote { text, source: said.source }
}

fn snapshot(said: &[Said<'_>], quotes: &[Quote]) -> Vec<Quote> {
    let leans = |s: &Said<'_>| s.text.chars().nth(SHORT).is_none() || rules::reversal(s.text);
    let mut first = said.len().saturating_sub(1);
    while first > 0 && said.len() - first < CHAIN && said.get(first).is_some_and(leans) {
        first -= 1;
    }
    quotes.get(first..).unwrap_or_default().to_vec()
}

/// Standing rules, each once; one that is said again after its reversal stands again.
fn standing(said: &[Said<'_>]) -> Vec<Rule> {
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut back = Reversals::default();
    for (at, message) in said.iter().enumerate() {
        found.extend(rules::standing(message.text).into_iter().map(|rule| (at, rule)));
        back.add(at, message.text);
    }
    let mut place: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all: Vec<Rule> = Vec::new();
    for (at, rule) in found {
        let Some(message) = said.get(at) else { continue };
        let superseded_by = back.against(rule, at).and_then(|n| said.get(n)).map(|later| later.source.at);
        match place.get(rule).and_then(|&known| all.get_mut(known)) {
            Some(known) => known.superseded_by = superseded_by,
            None => {
                place.insert(rule, all.len());
                let quote = Quote { text: line(rule, LONGEST), source: message.source };
                all.push(Rule { quote, superseded_by });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use crate::ledger::Ref;

    fn texts(quotes: &[Quote]) -> Vec<&str> {
        quotes.iter().map(|q| q.text.as_str()).collect()
    }

    #[test]
    fn the_newest_request_brings_along_what_it_changes() {
        let cases: &[(&[&str], &[&str])] = &[
            (&["Sort the shelf by colour, please."], &["Sort the shelf by colour, please."]),
            (
                &["Sort the shelf by colour, please.", "Paint the long wall on the left side."],
                &["Paint the long wall on the left side."],
            ),
            (
                &[
                    "Oil the hinge of the door.",
                    "Paint the long wall on the left side.",
                    "Stop. Do not paint the wall.",
                ],
                &["Paint the long wall on the left side.", "Stop. Do not paint the wall."],
            ),
            (
                &["Oil the hinge of the door.", "Paint the long wall on the left side.", "go on"],
                &["Paint the long wall on the left side.", "go on"],
            ),
            (&["Oil the hinge of the door.", "yes", "go on", "more"], &["yes", "go on", "more"]),
            (&[], &[]),
        ];
        for (messages, want) in cases {
            let mut case = Case::new();
            for message in *messages {
                case.user(message).assistant("Well.");
            }
            let words = gather(&case.region());
            assert_eq!(texts(&words.snapshot), *want);
            assert_eq!(words.goal.as_ref().map(|q| q.text.as_str()), messages.first().copied());
            assert_eq!(texts(&words.users), *messages);
        }
    }

    #[test]
    fn pictures_are_named_and_lines_joined() {
        let mut case = Case::new();
        case.user("See\nthis").images(1).user("").images(2).user("");
        assert_eq!(texts(&gather(&case.region()).users), ["See ⏎ this [image]", "[2 images]"]);
    }

    #[test]
    fn a_message_stored_twice_counts_once_and_one_said_again_counts_twice() {
        let mut case = Case::new();
        case.user("again").user("again").assistant("Done.").user("again");
        let sources: Vec<u32> = gather(&case.region()).users.iter().map(|q| q.source.message).collect();
        assert_eq!(sources, [0, 3]);
    }

    #[test]
    fn the_harness_is_no_user() {
        let mut case = Case::new();
        case.notice("[IMPORTANT: Background process p finished (exit code 0). Command: x. Output: ]");
        assert!(gather(&case.region()).users.is_empty());
    }

    #[test]
    fn a_rule_is_whole_and_a_reversal_supersedes_it() {
        let mut case = Case::new();
        case.user("Tidy up. Never push to the main branch.")
            .assistant("Fine.")
            .user("Check the lamp in the hall again.");
        let words = gather(&case.region());
        let rules: Vec<_> = words.rules.iter().map(|r| (r.quote.text.as_str(), r.superseded_by)).collect();
        assert_eq!(rules, [("Never push to the main branch.", None)]);
        case.user("Good work. You can push to the main branch again, forget the rule. Then rest.").row(3, 9);
        let words = gather(&case.region());
        assert_eq!(words.rules.first().and_then(|r| r.superseded_by), Some(Ref::Row(9)));
    }
}
