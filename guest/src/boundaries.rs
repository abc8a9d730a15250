//! What stays and what goes.
//!
//! Takes messages, sizes and units; gives the cut: the protected head, the protected tail, the newest message of the
//! user, earlier summaries to be replaced, and a place and role for the new summary that providers accept (user
//! leads after system, user and assistant alternate). Where no role fits, the boundary moves (`place`); a kept message
//! never changes. The cut is one that cutting its own result would not move: it is tried on the result until then.
//! Promises: units stay whole; broken units never stay; a pending unit always stays; total for any list; linear.
use crate::pair::{Pairs, UnitKind};
use crate::people::{Speaker, speaker};
use crate::place::{Decision, place};
use crate::protect::{Fate, Row, protect};
use crate::settings::Settings;
use crate::tokens::Sizes;
use alloc::vec::Vec;
use cento_contract::{Message, Outcome, Role};

/// The cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// First message after the head.
    pub head_end: u32,
    /// First message of the tail.
    pub tail_start: u32,
    /// For each message: it stays as it is. All of them when nothing is compacted.
    pub keep: Vec<bool>,
    /// Earlier summaries, by index; they go and are merged into the new one. Empty when nothing is compacted.
    pub earlier: Vec<u32>,
    /// The summary goes before the message with this index.
    pub summary_before: u32,
    /// Role of the summary.
    pub role: Role,
    /// `Compacted` when there is something to compact, else why not.
    pub outcome: Outcome,
}

impl Cut {
    /// True when there is something to compact.
    pub fn has_region(&self) -> bool {
        self.outcome == Outcome::Compacted
    }
}

/// Nearly every cut settles on the first trial; of random broken conversations one in a thousand needs a second.
const MOST_TRIALS: usize = 8;

/// Decides what stays.
pub fn cut(messages: &[Message], sizes: &Sizes, pairs: &Pairs, settings: &Settings) -> Cut {
    let mut rows = rows(messages, sizes, pairs);
    let summaries: Vec<u32> = rows.iter().filter(|r| r.summary).map(|r| r.index).collect();
    let mut decision = place(&rows, &protect(&rows, settings), settings);
    let compacted = decision.outcome == Outcome::Compacted;
    if compacted {
        for _ in 0..MOST_TRIALS {
            let result = apply(&rows, &decision, messages.len());
            let again = place(&result, &protect(&result, settings), settings);
            if again.outcome != Outcome::Compacted {
                break;
            }
            (rows, decision) = (result, again);
        }
    }
    let index = |place: usize| rows.get(place).map_or(messages.len() as u32, |r| r.index);
    let mut keep = alloc::vec![!compacted; messages.len()];
    for row in rows.iter().zip(&decision.keep).filter(|(_, keep)| **keep).map(|(row, _)| row) {
        if let Some(flag) = keep.get_mut(row.index as usize) {
            *flag = true;
        }
    }
    Cut {
        head_end: index(decision.head),
        tail_start: index(decision.tail),
        keep,
        earlier: if compacted { summaries } else { Vec::new() },
        summary_before: index(decision.head),
        role: decision.role,
        outcome: decision.outcome,
    }
}

/// The protected head and tail, whatever the roles: the first message after the head, and the first of the tail.
pub fn bounds(messages: &[Message], sizes: &Sizes, pairs: &Pairs, settings: &Settings) -> (u32, u32) {
    let rows = rows(messages, sizes, pairs);
    let protected = protect(&rows, settings);
    let index = |place: usize| rows.get(place).map_or(messages.len() as u32, |r| r.index);
    (index(protected.head), index(protected.tail))
}

/// What the cut has to know of every message.
fn rows(messages: &[Message], sizes: &Sizes, pairs: &Pairs) -> Vec<Row> {
    let broken = pairs.broken();
    let mut rows = Vec::with_capacity(messages.len());
    for unit in &pairs.units {
        let first = rows.len();
        let mut replaced = false;
        for index in unit.start as usize..unit.end as usize {
            let Some(message) = messages.get(index) else { break };
            let (summary, human) = voice(message, index, unit.kind);
            replaced |= summary;
            let stays = unit.kind == UnitKind::Pending || message.role == Role::Other;
            let fate = match broken.get(index) {
                Some(true) => Fate::Goes,
                _ if stays => Fate::Stays,
                _ => Fate::Open,
            };
            let tokens = u64::from(sizes.of.get(index).copied().unwrap_or_default());
            let tokens = tokens.saturating_mul(u64::from(sizes.permille)) / 1000;
            rows.push(Row {
                index: index as u32,
                role: message.role,
                tokens,
                opens: index == unit.start as usize,
                fate,
                summary,
                human,
            });
        }
        if replaced {
            // Results that belong to a message with a summary in it go with it.
            rows.iter_mut().skip(first).for_each(|row| row.fate = Fate::Goes);
        }
    }
    rows
}

/// Whether a message is an earlier summary, and whether a person wrote it.
fn voice(message: &Message, index: usize, unit: UnitKind) -> (bool, bool) {
    match message.role {
        // What waits for results stays, and with it whatever it quotes.
        _ if unit == UnitKind::Pending => (false, false),
        Role::Other => (false, false),
        Role::System => (message.marks.summary && index > 0, false),
        Role::Tool => (message.marks.summary, false),
        Role::User | Role::Assistant => {
            let speaker = if message.marks.summary { Speaker::Summary } else { speaker(message) };
            let human = message.role == Role::User && !message.marks.synthetic && speaker == Speaker::Human;
            (speaker == Speaker::Summary, human)
        }
    }
}

/// The rows as they would be with the summary in its place.
fn apply(rows: &[Row], decision: &Decision, end: usize) -> Vec<Row> {
    let index = rows.get(decision.head).map_or(end as u32, |r| r.index);
    let summary =
        Row { index, role: decision.role, tokens: 0, opens: true, fate: Fate::Goes, summary: true, human: false };
    let mut result = Vec::with_capacity(rows.len().min(decision.head + 1));
    for (at, (row, keep)) in rows.iter().zip(&decision.keep).enumerate() {
        if at == decision.head {
            result.push(summary);
        }
        if *keep {
            result.push(*row);
        }
    }
    if decision.head >= rows.len() {
        result.push(summary);
    }
    result
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::pair::pair;
    use crate::pair::tests::talk;
    use crate::settings::clamp;
    use cento_contract::Options;
    use proptest::prelude::*;
    use std::string::String;

    /// One token per byte of text.
    pub(crate) fn sizes(messages: &[Message]) -> Sizes {
        Sizes { of: messages.iter().map(|m| m.content.len() as u32).collect(), permille: 1000 }
    }

    pub(crate) fn settings(first: i64, last: i64) -> Settings {
        let options =
            Options { protect_first_n: first, protect_last_n: last, tail_token_budget: 0, ..Options::default() };
        clamp(&options).0
    }

    fn decide(messages: &[Message], settings: &Settings) -> Cut {
        cut(messages, &sizes(messages), &pair(messages), settings)
    }

    /// The list after a cut, with a marked summary; each message with its index in the input.
    fn result(messages: &[Message], cut: &Cut) -> Vec<(Option<usize>, Message)> {
        let mut summary = Message::new(cut.role, "summary");
        summary.marks.summary = true;
        let mut result = Vec::new();
        for (at, message) in messages.iter().enumerate() {
            if cut.has_region() && at == cut.summary_before as usize {
                result.push((None, summary.clone()));
            }
            if cut.keep[at] {
                result.push((Some(at), message.clone()));
            }
        }
        if cut.has_region() && cut.summary_before as usize == messages.len() {
            result.push((None, summary));
        }
        result
    }

    /// The result in one line: kept words, and the summary as `=U=` or `=A=`.
    fn line(messages: &[Message], cut: &Cut) -> String {
        let word = |(index, message): &(Option<usize>, Message)| match (index, message.role) {
            (Some(_), _) => message.content.trim_end_matches('.').into(),
            (None, Role::User) => String::from("=U="),
            (None, _) => String::from("=A="),
        };
        result(messages, cut).iter().map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_huge_unit_before_a_small_turn_goes() {
        let long = "x".repeat(9_000);
        for (letters, want) in [
            // The first words stay as head, or a smaller unit keeps the newest words company.
            ("U A A:a t:a U A", &[0, 4, 5][..]),
            ("U A U A A:a t:a U A", &[0, 6, 7][..]),
        ] {
            let mut messages = talk(letters);
            let call = messages.iter().rposition(|m| m.role == Role::Tool).unwrap();
            messages[call].content = long.clone();
            let cut = decide(&messages, &settings(0, 1));
            let kept: Vec<usize> = (0..messages.len()).filter(|at| cut.keep[*at]).collect();
            assert_eq!((cut.outcome, kept.as_slice()), (Outcome::Compacted, want), "{letters}");
        }
    }

    #[test]
    fn cuts() {
        // Script, protected first and last messages, result or why there is none.
        let cases = [
            // Both neighbours allow a role.
            ("S U A:a t:a A:b t:b A:c t:c U A", 3, 2, "S U A:a t:a =A= U A"),
            ("S U A:a t:a A:b t:b A:c t:c", 3, 2, "S U A:a t:a =U= A:c t:c"),
            ("S U A:a t:a A:b t:b U A:c t:c", 1, 1, "S U =A= U A:c t:c"),
            // Between assistant and user neither fits: the tail takes one unit more.
            ("S U A A:a t:a A:b t:b A U A", 2, 2, "S U A =U= A U A"),
            // Between user and assistant: the newest message of the user stays alone between them, or the head gives its
            // user line up, or, when that line is the newest one, the head takes a unit more.
            ("S U A:a t:a A:b t:b U A:c t:c A:d t:d", 1, 2, "S U =A= U A:d t:d"),
            ("S U A:a t:a A:b t:b A:c t:c U", 1, 2, "S =U= A:c t:c U"),
            ("S U A:a t:a A:b t:b A:c t:c A:d t:d", 1, 2, "S U A:a t:a =U= A:d t:d"),
            // Only the system before it: the summary leads as user.
            ("S A:a t:a A:b t:b U A:c t:c", 0, 2, "S =U= A:b t:b U A:c t:c"),
            // A unit stays whole, head and tail never overlap.
            ("S U A:a,b t:a t:b A:c,d t:c t:d A:e t:e U", 2, 2, "S U A:a,b t:a t:b =U= A:e t:e U"),
            ("S U A:a t:a U", 1, 20, "nothing-between"),
            ("", 1, 4, "nothing-between"),
            ("S", 1, 4, "nothing-between"),
            // Broken units go, in head and tail too, if anything is compacted; their neighbours must not clash.
            ("S t:x U A:a t:a A:b t:b A:c t:c U", 1, 3, "S =U= A:c t:c U"),
            ("S U A:a t:a A:b t:b A:c t:c A:d,e t:d U", 1, 3, "S =U= A:c t:c U"),
            ("S U A:a t:a A:b t:b A U A:c U", 3, 2, "S U A:a t:a =U= A U"),
            ("S U A:a t:a A U A:c U", 3, 4, "nothing-between"),
            // A result too many between the results of a pending unit.
            ("S U A:a t:a A:b t:b A:c t:c A:d,e t:d t:d", 3, 1, "S U A:a t:a =U= A:d,e t:d"),
            ("S U A:a t:a A:b t:b A:c t:c A:d,e,f t:d t:x t:e", 3, 0, "S U A:a t:a =U= A:d,e,f t:d t:e"),
            ("S U A:d,e t:d t:x", 3, 0, "nothing-between"),
            // Earlier summaries: the head ends before them; they are merged; one alone is nothing new.
            ("S U E U A:a t:a A:b t:b A:c t:c U", 3, 3, "S =U= A:c t:c U"),
            ("S E A:a t:a U", 3, 3, "nothing-new"),
            ("S E A:a t:a E A U", 3, 20, "S =U= A:a t:a A U"),
            ("S U A:a t:a A:b t:b E U A:c t:c A U", 1, 4, "S U =A= U A:c t:c A U"),
            // A role that nobody knows stays; a system row inside the region goes.
            ("S U A:a t:a A:b t:b O S A:c t:c A:d t:d U", 3, 3, "S U A:a t:a =U= O A:d t:d U"),
        ];
        for (script, first, last, expected) in cases {
            let messages = talk(script);
            let cut = decide(&messages, &settings(first, last));
            let got = if cut.has_region() {
                line(&messages, &cut)
            } else {
                std::format!("{:?}", cut.outcome).replace("Nothing", "nothing-").to_lowercase()
            };
            assert_eq!(got, expected, "{script}");
        }
    }

    #[test]
    fn newest_message_of_the_user_too_far_back_stays_alone() {
        let long = "A:b t:b ".repeat(20);
        // Start and protected first messages; the result without and with room in the tail for the turn; `*` is all of it.
        let cases = [
            ("S U A:a t:a A:b t:b A U", 3, "S U A:a t:a =A= U A:z t:z", "S U A:a t:a =A= U * A:z t:z"),
            ("S U A:a t:a A:b t:b A U", 2, "S U A:a t:a =A= U A:z t:z", "S U A:a t:a =A= U * A:z t:z"),
            ("S U A:a t:a A:b t:b A U", 0, "S =U= A U A:z t:z", "S =U= A U * A:z t:z"),
            ("S U A U", 2, "S U =A= U A:z t:z", "S U A U * A:z t:z"),
            ("S U", 0, "S U A:b t:b =U= A:z t:z", "S U * A:z t:z"),
        ];
        for (start, first, alone, whole) in cases {
            let mut messages = talk(&std::format!("{start} {long}A:z t:z"));
            let newest = messages.iter().rposition(|m| m.role == Role::User).unwrap();
            let tail = messages.len() - 2;
            let distance: u32 = messages[newest..tail].iter().map(|m| m.content.len() as u32).sum();
            // The last unit alone fills the budget of the tail.
            messages[tail + 1].content.push_str(&".".repeat(4 * distance as usize));
            let with = |budget| Settings { tail_token_budget: budget, context_length: 100, ..settings(first, 2) };
            for (budget, expected) in
                [(0, String::from(alone)), (4 * distance - 1, alone.into()), (4 * distance, whole.replace("* ", &long))]
            {
                let got = line(&messages, &decide(&messages, &with(budget)));
                assert_eq!(got, expected, "{start}, {first}, {budget}");
            }
        }
    }

    #[test]
    fn tail_reaches_back_to_the_newest_message_of_the_user_for_a_quarter_of_its_budget() {
        let mut messages = talk("S U A:a t:a A:b t:b U A:c t:c A:d t:d");
        messages[10].content.push_str(&".".repeat(100));
        // Tokens of the message and the unit behind it, the last ones that are too many, whether the turn stays whole.
        for (tokens, whole) in [(7, true), (25, true), (26, false), (90, false)] {
            messages[8].content = std::format!("t:c{}", ".".repeat(tokens - 7));
            let settings = Settings { tail_token_budget: 100, ..settings(1, 2) };
            let want = if whole { "S U =A= U A:c t:c A:d t:d" } else { "S U =A= U A:d t:d" };
            assert_eq!(line(&messages, &decide(&messages, &settings)), want, "{tokens}");
        }
    }

    #[test]
    fn tail_is_the_larger_of_messages_and_tokens() {
        let mut messages = talk("S U A:a t:a A:b t:b A:c t:c A:d t:d U");
        messages.iter_mut().for_each(|m| m.content = "x".repeat(100));
        for (budget, tail) in [(0, 10), (100, 10), (200, 8), (300, 8), (400, 6), (500, 6)] {
            let settings = Settings { tail_token_budget: budget, ..settings(3, 1) };
            assert_eq!(decide(&messages, &settings).tail_start, tail, "{budget}");
        }
        // A unit out of proportion is not taken for the tokens, only for the messages.
        messages[7].content = "x".repeat(10_000);
        let settings = Settings { tail_token_budget: 400, ..settings(3, 1) };
        assert_eq!(decide(&messages, &settings).tail_start, 8);
        assert_eq!(decide(&messages, &Settings { protect_last_n: 4, ..settings }).tail_start, 6);
    }

    #[test]
    fn a_huge_first_message_is_not_protected() {
        let mut messages = talk("S U A:a t:a A:b t:b A:c t:c A:d t:d U");
        messages[1].content = "x".repeat(600);
        let settings = Settings { max_output_tokens: Some(1_000), ..settings(3, 3) };
        let cut = decide(&messages, &settings);
        assert_eq!((line(&messages, &cut).as_str(), cut.head_end), ("S =U= A:d t:d U", 1));
        // The newest message stays in any case.
        messages[10] = Message::new(Role::Assistant, "A");
        assert!(decide(&messages, &settings).keep[1]);
    }

    #[test]
    fn long_and_hostile_lists_stay_linear() {
        let many = |piece: &str, count: usize| std::format!("S {}", piece.repeat(count));
        let scripts = [
            many("U ", 40_000),
            many("A ", 40_000),
            many("A:a t:a ", 20_000),
            many("U A:a ", 20_000),
            many("U t:x ", 20_000),
            many("O E U A ", 10_000),
            std::format!("{} {}", many("U A:a t:a ", 400), many("A:a t:a ", 20_000)),
        ];
        for script in scripts {
            let messages = talk(&script);
            for (first, last, window) in [(0, 0, 0), (1_000, 20, 10), (3, 10_000, 1_000_000)] {
                let settings = Settings { context_length: window, ..settings(first, last) };
                let cut = decide(&messages, &settings);
                assert!(cut.has_region() || cut.outcome != Outcome::NothingBetween, "{}", &script[..20]);
            }
        }
    }

    /// Random conversations, most of them valid, with all that goes wrong in real ones.
    fn conversation() -> impl Strategy<Value = (String, Vec<usize>)> {
        let calls = prop_oneof![4 => 1..3usize, 1 => 3..17usize];
        let unit = (calls, 0..4u8, proptest::collection::vec(0..6u8, 0..16)).prop_map(|(count, ids, faults)| {
            let id = |i: usize| std::format!("{}", if ids == 0 { 0 } else { i % (ids as usize * 4) });
            let mut words = std::vec![std::format!("A:{}", (0..count).map(id).collect::<Vec<_>>().join(","))];
            for i in 0..count {
                match faults.get(i).map(|f| f + ids) {
                    Some(0) => {}
                    Some(1) => words.extend([std::format!("t:{}", id(i)), std::format!("t:{}", id(i))]),
                    Some(2) if i > 3 => words.push(String::from("t")),
                    _ => words.push(std::format!("t:{}", id(i))),
                }
            }
            words.join(" ")
        });
        let text = |s: &'static str| Just(String::from(s));
        let piece = prop_oneof![
            6 => unit, 3 => text("U"), 3 => text("A"), 2 => text("U A"), 1 => text("t:lost"), 1 => text("S"),
            1 => text("O"), 1 => text("A:lost"), 1 => text("E"), 1 => text("F"), 1 => text("H"),
        ];
        let start = prop_oneof![4 => text("S U"), 1 => text("S"), 1 => text("U"), 1 => text("")];
        let end = prop_oneof![4 => text(""), 1 => text("A:p,q t:p"), 1 => text("A:p"), 1 => text("U")];
        let sizes = proptest::collection::vec(0..120usize, 1..40);
        (start, proptest::collection::vec(piece, 0..24), end, sizes)
            .prop_map(|(start, pieces, end, sizes)| (std::format!("{start} {} {end}", pieces.join(" ")), sizes))
    }

    /// The messages of a random conversation: `F` a summary of the assistant, `H` a row of the harness.
    fn build(script: &str, sizes: &[usize]) -> Vec<Message> {
        let mut messages = talk(script);
        for (i, message) in messages.iter_mut().enumerate() {
            match message.content.as_str() {
                "F" => (message.role, message.marks.summary) = (Role::Assistant, true),
                "H" => (message.role, message.marks.synthetic) = (Role::User, true),
                _ => {}
            }
            message.content.push_str(&".".repeat(sizes[i % sizes.len()]));
        }
        messages
    }

    fn any_settings() -> impl Strategy<Value = Settings> {
        let window = prop_oneof![Just(0u32), 1..2_000u32, Just(200_000)];
        let most = proptest::option::of(50..2_000u32);
        (0..6i64, 0..9i64, 0..400u32, window, most).prop_map(|(first, last, budget, window, most)| Settings {
            tail_token_budget: budget,
            context_length: window,
            max_output_tokens: most,
            ..settings(first, last)
        })
    }

    fn leads(messages: &[Message]) -> Option<Role> {
        messages.iter().map(|m| m.role).find(|r| !matches!(r, Role::System | Role::Other))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn laws_hold_on_the_result((script, sizes) in conversation(), settings in any_settings()) {
            let messages = build(&script, &sizes);
            let before = pair(&messages);
            let cut = decide(&messages, &settings);
            prop_assert_eq!(cut.keep.len(), messages.len());
            let newest = messages.iter().rposition(|m| voice(m, 1, UnitKind::Whole).1);
            prop_assert!(newest.is_none_or(|u| cut.keep[u]));
            if !cut.has_region() {
                prop_assert!(cut.keep.iter().all(|k| *k) && cut.earlier.is_empty());
                return Ok(());
            }
            let result = result(&messages, &cut);
            let list: Vec<Message> = result.iter().map(|(_, m)| m.clone()).collect();
            prop_assert!(list.len() <= messages.len());
            // Pairs stay paired: whole units, and what waits at the end.
            let after = pair(&list);
            prop_assert!(after.units.iter().all(|u| u.kind != UnitKind::Broken), "{}", line(&messages, &cut));
            prop_assert_eq!(after.orphans(), 0);
            for unit in before.units.iter().filter(|u| u.kind == UnitKind::Pending) {
                prop_assert!(cut.keep[unit.start as usize]);
            }
            // One summary, nothing of a known role but what was decided on.
            let summaries = list.iter().filter(|m| m.marks.summary).count();
            let pending_one = before.units.iter().any(|u| u.kind == UnitKind::Pending && messages[u.start as usize].marks.summary);
            prop_assert_eq!(summaries, 1 + usize::from(pending_one));
            prop_assert!(messages.iter().zip(&cut.keep).all(|(m, keep)| m.role != Role::Other || *keep));
            // Providers accept it.
            for pair in result.windows(2) {
                let (a, b) = (&pair[0], &pair[1]);
                let clashes = crate::protect::clash(a.1.role, b.1.role);
                let inherited = a.0.zip(b.0).is_some_and(|(a, b)| a + 1 == b);
                prop_assert!(!clashes || inherited, "{}", line(&messages, &cut));
            }
            if leads(&messages) == Some(Role::User) {
                prop_assert_eq!(leads(&list), Some(Role::User), "{}", line(&messages, &cut));
            }
            // Again: nothing changes.
            let again = decide(&list, &settings);
            prop_assert!(!again.has_region(), "{}\n{}", line(&messages, &cut), line(&list, &again));
        }
    }
}
