//! Names that are likely to be needed again.
//!
//! Takes the messages, the steps and the cut; gives names of paths, functions, types, fields, settings, issues and
//! addresses with what speaks for each of them: in how many messages the agent itself wrote it, whether it was part of
//! a change, in how many results it stood, how late it was seen, and what kind of name it is. What few messages name
//! stays out, and so does what a message that stays shows.
//! Promises: at most [`MOST`], by place and text; each is a word of its message, whole; the same for the same
//! conversation; linear. Leaves out: numbers, dates, ids that nobody types, and words that the summary shows anyway
//! (`budget` knows those).
use super::steps::{Region, What};
use crate::anchors;
use crate::boundaries::Cut;
use crate::bytes::holds;
use crate::ledger::{Name, Quote};
use crate::opened::{Action, clean};
use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;
use cento_contract::Message;
use index::{Index, Seen};

mod index;

/// As many as a reader looks through.
const MOST: usize = 1_000;

/// A name with fewer points is not worth its tokens.
const LEAST: u8 = 4;

/// Who wrote a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writer {
    /// A person.
    User,
    /// The agent, in words or in the arguments of a call.
    Agent,
    /// The agent, in a call that changes files.
    Change,
    /// A tool.
    Tool,
}

/// Gathers the names.
pub(super) fn gather(messages: &[Message], region: &Region<'_>, cut: &Cut) -> Vec<Name> {
    let texts = texts(region);
    let mut index = Index::for_bytes(texts.iter().map(|text| text.text.len()).sum());
    for Text { message, writer, json, text } in &texts {
        anchors::names(text, *json, |name| {
            if let Some(seen) = index.entry(name) {
                seen.note(*message, *writer);
            }
        });
    }
    let kept = messages.iter().zip(&cut.keep).filter(|(_, keep)| **keep).map(|(message, _)| message);
    for message in kept {
        let arguments = message.tool_calls.iter().map(|call| call.arguments.as_str());
        for text in core::iter::once(message.content.as_str()).chain(arguments) {
            anchors::names(text, true, |name| index.forget(name));
        }
    }
    let length = messages.len();
    let ranked = index.into_names().filter_map(|(name, seen)| {
        let points = seen.points(name, length);
        (points >= LEAST).then_some((points, seen.last, name, seen))
    });
    let mut ranked: Vec<(u8, u32, &str, Seen)> = ranked.collect();
    ranked.sort_unstable_by(|a, b| (b.0, b.1, a.2).cmp(&(a.0, a.1, b.2)));
    ranked.truncate(MOST);
    // Alone it may look like a secret that its place had explained. Hardly ever: all are looked at together first.
    let all: Vec<&str> = ranked.iter().map(|(_, _, name, _)| *name).collect();
    let all = all.join("\n");
    if clean(Cow::Borrowed(&all)) != all {
        ranked.retain(|(_, _, name, _)| clean(Cow::Borrowed(name)) == *name);
    }
    place(&ranked, region, length)
}

/// Gives each name the one of its messages that has most of them, so that few lines hold all.
fn place(ranked: &[(u8, u32, &str, Seen)], region: &Region<'_>, length: usize) -> Vec<Name> {
    let mut held = alloc::vec![0_u32; length];
    for message in ranked.iter().flat_map(|(_, _, _, seen)| seen.messages()) {
        if let Some(count) = held.get_mut(message as usize) {
            *count += 1;
        }
    }
    let mut names: Vec<Name> = ranked
        .iter()
        .map(|(points, last, name, seen)| {
            let best = seen.messages().max_by_key(|message| (held.get(*message as usize).copied(), *message));
            let source = region.source(best.unwrap_or(*last));
            Name { quote: Quote { text: name.to_string(), source }, weight: *points }
        })
        .collect();
    names.sort_unstable_by(|a, b| (a.quote.source.at, &a.quote.text).cmp(&(b.quote.source.at, &b.quote.text)));
    names
}

/// A text of the region.
struct Text<'a> {
    message: u32,
    writer: Writer,
    /// It is JSON as it stands, with escapes.
    json: bool,
    text: Cow<'a, str>,
}

/// Every text of the region. Arguments are read as they stand, cleaned.
fn texts<'a>(region: &'a Region<'_>) -> Vec<Text<'a>> {
    let mut texts = Vec::with_capacity(region.steps.len() * 2);
    for step in &region.steps {
        let message = step.message;
        let said = |writer, text| Text { message, writer, json: false, text: Cow::Borrowed(text) };
        let answer = match &step.what {
            What::Human(text) => {
                texts.push(said(Writer::User, text));
                None
            }
            What::Assistant(text) => {
                texts.push(said(Writer::Agent, text));
                None
            }
            What::Call(called) => {
                let arguments =
                    |writer| Text { message, writer, json: true, text: clean(Cow::Borrowed(called.arguments)) };
                texts.push(match &called.call.action {
                    Action::Run { command, .. } => said(Writer::Agent, command),
                    Action::Read { path } => said(Writer::Agent, path),
                    Action::Change { .. } => arguments(Writer::Change),
                    _ => arguments(Writer::Agent),
                });
                called.answer
            }
            What::Stray(answer) => Some(*answer),
            _ => None,
        };
        if let Some(answer) = answer.filter(|answer| !answer.head.stub) {
            let (message, text) = (answer.message, Cow::Borrowed(answer.text));
            texts.push(Text { message, writer: Writer::Tool, json: false, text });
        }
    }
    texts
}

impl Seen {
    /// One more place.
    fn note(&mut self, message: u32, writer: Writer) {
        match writer {
            Writer::User => {}
            Writer::Tool if self.last_result != Some(message) => {
                self.last_result = Some(message);
                self.results = self.results.saturating_add(1);
            }
            Writer::Agent | Writer::Change if self.last_written != Some(message) => {
                self.last_written = Some(message);
                self.written = self.written.saturating_add(1);
            }
            _ => {}
        }
        self.user |= writer == Writer::User;
        self.changed |= writer == Writer::Change;
        self.add(message);
    }

    /// What speaks for the name. What the agent wrote itself, it writes again; a name that only results have is one
    /// of thousands. Late ones and names of things in code are more often needed than numbers and words with a slash.
    fn points(&self, name: &str, length: usize) -> u8 {
        let step = |table: &[i8], n: u32| table.get(n as usize).or(table.last()).copied().unwrap_or(0);
        let written = step(&[0, 3, 4, 6, 7], self.written);
        let results = step(&[0, 0, 2, 3, 4], self.results);
        let changed = if self.changed { 2 } else { 0 };
        let asked = if self.user && self.written > 0 { 2 } else { 0 };
        let age = (length as u64).saturating_sub(u64::from(self.last)).saturating_mul(10) / (length as u64).max(1);
        let late = step(&[3, 3, 2, 2, 2, 1, 1, 0], u32::try_from(age).unwrap_or(u32::MAX));
        let known = written + results + changed + asked + late;
        // Most names have so little that their kind does not matter.
        if known + BEST_KIND < LEAST as i8 {
            return 0;
        }
        kind_points(name).map_or(0, |kind| u8::try_from(known + kind).unwrap_or(0))
    }
}

/// The most that a kind adds.
const BEST_KIND: i8 = 3;

/// What the kind of a name adds; none for what nobody types twice.
fn kind_points(name: &str) -> Option<i8> {
    let bytes = name.as_bytes();
    if name.starts_with('#') {
        return Some(0);
    }
    if holds(name, "://") {
        return Some(-2);
    }
    if !bytes.iter().any(u8::is_ascii_alphabetic) {
        return None;
    }
    if bytes.iter().all(u8::is_ascii_hexdigit) {
        return Some(-1);
    }
    let mixed = |pair: &[u8]| matches!(pair, [a, b] if a.is_ascii_digit() != b.is_ascii_digit() && a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
    let digits = bytes.iter().filter(|b| b.is_ascii_digit()).count();
    if digits > 3 && bytes.windows(2).filter(|pair| mixed(pair)).count() > 6 {
        return None;
    }
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    if last.len() < name.len() {
        let plain = bytes.iter().all(|b| b.is_ascii_lowercase() || *b == b'/') && bytes.first() != Some(&b'/');
        return Some(if anchors::is_file_name(last) { 2 } else { i8::from(!plain) });
    }
    if name.contains('.') {
        return Some(if anchors::is_file_name(name) { 3 } else { 2 });
    }
    if name.contains('_') {
        return Some(2);
    }
    if bytes.windows(2).any(|pair| matches!(pair, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase())) {
        return Some(3);
    }
    // `GPT-4o-mini`, `utf8mb4x`: a digit is all that makes it one. With hyphens alone it is a slug.
    (digits > 0 && !name.contains('-')).then_some(-2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use crate::opened::Op;
    use alloc::string::String;
    use cento_contract::RunState::{Exited, Succeeded};
    use cento_contract::{Role, ToolCall};
    use proptest::prelude::*;

    fn names(case: &Case) -> Vec<Name> {
        gather(&case.messages, &case.region(), &case.cut)
    }

    fn texts_of(case: &Case) -> Vec<String> {
        names(case).into_iter().map(|name| name.quote.text).collect()
    }

    #[test]
    fn what_the_agent_wrote_counts_more_than_what_it_saw() {
        let mut case = Case::new();
        case.run("ls", Exited(0), "seen_only_once old_listing/x");
        case.assistant("I look at wickLength.").assistant("wickLength is wrong.").assistant("wickLength!");
        case.change("src/lamp.rs", Op::Patched, Succeeded)
            .arguments(r#"{"path":"src/lamp.rs","new":"fn\nlamp_post()"}"#);
        for _ in 0..40 {
            case.assistant("Going on.");
        }
        let got = names(&case);
        let weight = |text| got.iter().find(|name| name.quote.text == text).map(|name| name.weight);
        assert!(weight("wickLength") > weight("lamp_post"), "{got:?}");
        assert!(weight("lamp_post").is_some() && weight("src/lamp.rs").is_some());
        assert_eq!((weight("seen_only_once"), weight("old_listing/x")), (None, None));
    }

    #[test]
    fn what_stays_in_sight_is_not_listed() {
        let mut case = Case::new();
        case.assistant("wickLength and lamp_post, lamp_post").assistant("oilCanSize and lamp_post");
        let mut kept = Message::new(Role::Assistant, "lamp_post");
        kept.tool_calls =
            [ToolCall { arguments: r#"{"a":"\noilCanSize"}"#.to_string(), ..ToolCall::default() }].to_vec();
        case.messages.push(kept);
        case.views.push(crate::opened::View::default());
        case.cut.keep.push(true);
        case.pairs.call_of.push(None);
        case.pairs.result_of.push(Vec::new());
        assert_eq!(texts_of(&case), ["wickLength"]);
    }

    #[test]
    fn names_stand_with_the_message_that_has_most_of_them() {
        let mut case = Case::new();
        case.assistant("lampPost wickLength oilCanSize").assistant("oilCanSize").assistant("lampPost");
        let got: Vec<(String, u32)> =
            names(&case).into_iter().map(|name| (name.quote.text, name.quote.source.message)).collect();
        assert_eq!(got, [("lampPost".into(), 0), ("oilCanSize".into(), 0), ("wickLength".into(), 0)]);
    }

    #[test]
    fn kinds_of_names() {
        for (name, points) in [
            ("lampPost", Some(3)),
            ("lamp_post", Some(2)),
            ("lamps.go", Some(3)),
            ("lamp.post", Some(2)),
            ("src/lamp.rs", Some(2)),
            ("src/lamp_x", Some(1)),
            ("input/output", Some(0)),
            ("#1234", Some(0)),
            ("https://a.example/b", Some(-2)),
            ("a1b2c3d4", Some(-1)),
            ("utf8mb4x", Some(-2)),
            ("2024-01-02", None),
            ("12345678", None),
            ("3f2a81c0-77aa-4d1e-9b0c-5e6f7a8b9c0d", None),
            ("lamp-2024", None),
        ] {
            assert_eq!(kind_points(name), points, "{name}");
        }
    }

    #[test]
    fn secrets_of_arguments_are_no_names() {
        let mut case = Case::new();
        case.change("lamp.env", Op::Written, Succeeded);
        case.arguments(r#"{"path":"lamp.env","content":"export LAMP_PASSWORD=oil9Can8Wick7x\nLAMP_SHADE_SIZE=12"}"#);
        assert_eq!(texts_of(&case), ["LAMP_PASSWORD", "LAMP_SHADE_SIZE", "lamp.env"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn names_are_words_of_their_messages_in_order_each_once(
            texts in prop::collection::vec("([a-z]{2,9}|[a-z]{3}[A-Z][a-z]{5}|src/[a-z]{1,3}/x\\.rs|[ ,_.#é\n]){0,30}", 0..20),
        ) {
            let mut case = Case::new();
            for (n, text) in texts.iter().enumerate() {
                match n % 3 {
                    0 => case.assistant(text),
                    1 => case.run(text, Exited(0), text),
                    _ => case.user(text),
                };
            }
            let got = names(&case);
            prop_assert_eq!(&got, &names(&case));
            prop_assert!(got.is_sorted_by(|a, b| (a.quote.source.at, &a.quote.text) < (b.quote.source.at, &b.quote.text)));
            for name in &got {
                let message = &case.messages[name.quote.source.message as usize];
                let said = message.content.contains(&name.quote.text);
                let called = message.tool_calls.iter().any(|call| call.arguments.contains(&name.quote.text));
                let ran = case.views[name.quote.source.message as usize].calls.iter().any(|c| c.target.contains(&name.quote.text));
                prop_assert!((said || called || ran) && name.weight >= LEAST, "{:?}", name);
            }
        }

        #[test]
        fn there_is_a_most(count in 900_usize..1_500) {
            let mut case = Case::new();
            case.assistant(&(0..count).map(|n| alloc::format!("wickLength{n} ")).collect::<String>());
            prop_assert_eq!(names(&case).len(), count.min(MOST));
        }
    }
}
