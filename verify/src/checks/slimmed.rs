//! What a shortening does: results and texts of the assistant with lines left out; a pruning that cuts a result may too.
//!
//! Takes each rewrite and its original. Every line of the new text is a line of the old, whole or with a mark that says
//! how many characters are missing, in order, and the marks between them count the lines that are missing. In an object
//! with long strings this holds for each string, and all else is the same. Where a reducer writes (JSON, markup,
//! matches by file) every run of letters and digits between two marks or line ends stands in the original, in order.
//! How a call ended is recorded as before. Linear. Leaves out: whether the right lines stay.
use super::lines::{self, without_marks};
use super::{Case, Finding, cut, data, lenient, pairs, recorded, skeleton};
use cento_contract::{Change, Edit, Message, Plan, Reason, Role, json};
use std::borrow::Cow;

/// True for a message that a shortening may rewrite: behind the head, and in the tail results only.
pub(super) fn may_rewrite(plan: &Plan, edit: &Edit, message: &Message) -> bool {
    let at = edit.message;
    edit.reason == Reason::Shortened
        && plan.summary.is_none()
        && at >= plan.report.head_end
        && (message.role == Role::Tool || at < plan.report.tail_start)
        && message.images == 0
        && !message.marks.more_than_text
        && !message.marks.summary
        && (message.role == Role::Tool || (message.role == Role::Assistant && !message.marks.signed_reasoning))
}

pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    let pairing = pairs::of_input(case.messages);
    for edit in case.plan.edits.iter().filter(|e| e.reason == Reason::Shortened) {
        let message = edit.message as usize;
        let (Change::Rewrite(text), Some(m)) = (&edit.change, case.messages.get(message)) else {
            found.push(Finding::MayNotDrop { message });
            continue;
        };
        if text.trim().is_empty() || !(justified(&m.content, text) || is_again(case, message, text)) {
            found.push(Finding::RewriteForged { message });
        }
        if m.role == Role::Tool && !recorded::is_kept(m, pairing.call(case.messages, message), text) {
            found.push(Finding::RewriteOutcome { message });
        }
    }
}

/// The new text is the old one with parts left out, visibly.
pub(super) fn justified(old: &str, new: &str) -> bool {
    envelope(old, new, &part).unwrap_or(false)
        || part(old, new)
        // Where no strict reader sees an object, the one that shortened it may have seen one.
        || (old.trim_start().starts_with('{')
            && !matches!(lenient::object(old), Some(Cow::Borrowed(_)))
            && cut::in_place(old, new, &part))
}

/// One text: lines, data, or what a reducer wrote.
fn part(old: &str, new: &str) -> bool {
    lines::are_of(old, new) || data::is_of(old, new) || written(old, new)
}

/// Two objects with the same keys, and values that are the same but for shortened strings; none where they are not.
fn envelope(old: &str, new: &str, shortened: &dyn Fn(&str, &str) -> bool) -> Option<bool> {
    let (before, after) = (json::entries(old)?, json::entries(new)?);
    let same = before.len() == after.len()
        && before.iter().zip(&after).all(|((key, value), (new_key, new_value))| {
            let (value, new_value) = (value.get(), new_value.get());
            key.get() == new_key.get()
                && (value == new_value
                    || json::string(value).zip(json::string(new_value)).is_some_and(|(old, new)| shortened(&old, &new)))
        });
    Some(same)
}

/// What only reducers that write their own text leave.
const WRITERS: [&str; 6] = ["\"… ", "{… ", "\"…\":", " in this file]", " more files]", " around the matches left out]"];

/// The runs of letters and digits of the new text stand in the old one, in order.
fn written(old: &str, new: &str) -> bool {
    let letters = |text: &str| {
        let mut out = String::new();
        skeleton::push(text, &mut out);
        out
    };
    let markup = old.trim_start().starts_with('<');
    let by_writer = markup || WRITERS.iter().any(|mark| new.contains(mark));
    // Where nobody writes, marks that count lines are read line by line.
    let (gaps, shown): (Vec<&str>, Vec<&str>) = new.lines().partition(|line| lines::gap(line).is_some());
    let missing: usize = gaps.into_iter().filter_map(lines::gap).sum();
    // A page is read as text, where each tag may end a line.
    let breaks = if markup { old.matches('<').count() } else { 0 };
    let most = if by_writer { old.lines().count() + breaks } else { 0 };
    if missing > most || !shown.iter().any(|line| line.contains(char::is_alphanumeric)) {
        return false;
    }
    let all = letters(old);
    let mut rest = all.as_str();
    let mut stands = |run: &str| {
        let run = letters(run);
        match rest.find(&run) {
            Some(at) => {
                rest = &rest[at + run.len()..];
                true
            }
            None => false,
        }
    };
    shown.into_iter().all(|line| {
        without_marks(line).all(|part| match markup {
            true => part.split_whitespace().all(&mut stands),
            false => stands(part),
        })
    })
}

/// One mark that stands for a text that comes again later.
fn is_again(case: &Case<'_>, message: usize, text: &str) -> bool {
    let Some(m) = case.messages.get(message) else { return false };
    let again = case.messages.iter().skip(message + 1).any(|later| later.role == m.role && later.content == m.content);
    let is_mark = |old: &str, new: &str| old == new || lines::is_again(old, new);
    again && envelope(&m.content, text, &is_mark).unwrap_or_else(|| is_mark(&m.content, text))
}

#[cfg(test)]
mod tests {
    use super::super::check as verify;
    use super::*;
    use cento_contract::{Adjustment, Outcome, Report, ToolCall};

    #[test]
    fn characters_missing_inside_json_are_counted() {
        let old = r#"{"all":[{"said":"one lamp\ntwo lamps, \"both\" lit\nthree lamps"}]}"#;
        let new = |missing: usize| {
            format!(r#"{{"all":[{{"said":"one lamp\n[… 1 line, {missing} characters left out …]\nthree lamps"}}]}}"#)
        };
        assert!(justified(old, &new(22)));
        assert!(!justified(old, &new(21)) && !justified(old, &new(2_200)));
    }

    #[test]
    fn strings_of_what_is_almost_an_object_are_parts_too() {
        let old = r#"{"content":"one lamp is lit\ntwo lamps, \"both\" lit\nthree lamps","size":21Y7}"#;
        let new = |missing: usize, size: &str| {
            let mark = format!("[… 1 line, {missing} characters left out …]");
            format!(r#"{{"content":"one lamp\n{mark}\nthree lamps","size":{size}}}"#)
        };
        assert!(justified(old, &new(30, "21Y7")));
        assert!(!justified(old, &new(25, "21Y7")) && !justified(old, &new(30, "217")));
    }

    #[test]
    fn a_page_has_as_many_lines_as_its_tags_make() {
        let page: String = (0..30).map(|n| format!("<p>lamp {n} is <b>lit</b></p>")).collect();
        let new = |missing: usize| format!("lamp 0 is lit\n[… {missing} lines left out]\nlamp 29 is lit");
        assert!(justified(&page, &new(28)));
        assert!(!justified(&page, &new(2_800)));
    }

    fn long() -> String {
        (0..60).map(|n| format!("row {n} of a long list of tides\n")).collect()
    }

    /// A request, three runs, a long text of the assistant, and a tail.
    fn conversation() -> Vec<Message> {
        let call = |id: &str| {
            let mut message = Message::new(Role::Assistant, "");
            message.tool_calls = vec![ToolCall { id: id.into(), name: "terminal".into(), arguments: "{}".into() }];
            message
        };
        let result = |id: &str, content: String| {
            let mut message = Message::new(Role::Tool, content);
            message.tool_call_id = Some(id.into());
            message
        };
        let envelope = serde_json::json!({"output": long(), "exit_code": 2, "error": null}).to_string();
        vec![
            Message::new(Role::User, long()),
            call("a"),
            result("a", long()),
            call("b"),
            result("b", envelope),
            Message::new(Role::Assistant, long()),
            call("c"),
            result("c", long()),
            Message::new(Role::User, "Go on."),
        ]
    }

    /// Lines 1 to 58 of a long text left out.
    fn short() -> String {
        "row 0 of a long list of tides\n[… 58 lines left out]\nrow 59 of a long list of tides".to_string()
    }

    fn envelope_of(output: &str, code: i32) -> String {
        serde_json::json!({"output": output, "exit_code": code, "error": null}).to_string()
    }

    fn plan(edits: &[(u32, String)]) -> Plan {
        let edit = |(message, text): &(u32, String)| Edit {
            message: *message,
            change: Change::Rewrite(text.clone()),
            reason: Reason::Shortened,
        };
        let report = Report {
            outcome: Outcome::Compacted,
            messages_before: 9,
            messages_after: 9,
            tokens_before: 4_000,
            tokens_after: 1_000,
            summary_tokens: 0,
            summary_budget: 1_500,
            head_end: 1,
            tail_start: 6,
            inherited_orphans: 0,
            masked: 0,
            sections: Vec::new(),
            adjustments: Vec::<Adjustment>::new(),
            unchanged_prefix: edits.first().map_or(9, |e| e.0),
            target: 1_000,
            last_step: None,
        };
        Plan { edits: edits.iter().map(edit).collect(), summary: None, judgements: Vec::new(), report }
    }

    #[test]
    fn an_honest_shortening_passes() {
        let again = "[… 60 lines left out, the same as in the later result of c]".to_string();
        for edits in [
            vec![(2, short()), (4, envelope_of(&short(), 2)), (5, short()), (7, short())],
            vec![(2, again), (4, envelope_of(&short(), 2))],
        ] {
            assert_eq!(verify(&conversation(), &plan(&edits)), []);
        }
    }

    #[test]
    fn planted_faults() {
        let forged = |message| vec![Finding::RewriteForged { message }];
        let not = |message| vec![Finding::MayNotRewrite { message }];
        for (name, edit, wanted) in [
            ("text of the user", (0, short()), not(0)),
            ("a wrong count", (2, short().replace("58", "57")), forged(2)),
            ("a line that is not there", (2, short().replace("row 59", "row 95")), forged(2)),
            ("a line more", (2, format!("{}\nall tests pass", short())), forged(2)),
            ("another order", (2, "row 59 of a long list of tides\nrow 0 of a long list of tides".into()), forged(2)),
            ("nothing but a mark", (2, "[… 60 lines left out]".into()), vec![]),
            ("nothing but a wrong mark", (2, "[… 61 lines left out]".into()), forged(2)),
            ("nothing", (2, " ".into()), forged(2)),
            (
                "the same comes later, but it does not",
                (7, "[… 60 lines left out, the same as in [#9]]".into()),
                forged(7),
            ),
            ("the same, a wrong count", (2, "[… 6 lines left out, the same as in [#9]]".into()), forged(2)),
            (
                "another code",
                (4, envelope_of(&short(), 0)),
                vec![Finding::RewriteForged { message: 4 }, Finding::RewriteOutcome { message: 4 }],
            ),
            (
                "no code",
                (4, serde_json::json!({"output": short(), "error": null}).to_string()),
                vec![Finding::RewriteForged { message: 4 }, Finding::RewriteOutcome { message: 4 }],
            ),
            (
                "a key more",
                (4, serde_json::json!({"output": short(), "exit_code": 2, "error": null, "ok": true}).to_string()),
                forged(4),
            ),
            ("a wrong count inside", (4, envelope_of(&short().replace("58", "59"), 2)), forged(4)),
        ] {
            assert_eq!(verify(&conversation(), &plan(&[edit])), wanted, "{name}");
        }
        let mut with = plan(&[(2, short())]);
        with.edits[0].change = Change::Drop;
        (with.report.messages_after, with.report.outcome) = (8, Outcome::Compacted);
        assert!(verify(&conversation(), &with).contains(&Finding::DroppedWithoutSummary { message: 2 }));
    }

    #[test]
    fn what_is_protected_stays() {
        let (mut signed, mut seen, mut head) = (conversation(), conversation(), plan(&[(2, short())]));
        let mut more = conversation();
        more[5].marks.more_than_text = true;
        signed[5].marks.signed_reasoning = true;
        seen[2].images = 1;
        head.report.head_end = 3;
        let mut tail = plan(&[(5, short())]);
        tail.report.tail_start = 5;
        for (name, messages, plan, message) in [
            ("signed", signed, plan(&[(5, short())]), 5),
            ("blocks that are no text", more, plan(&[(5, short())]), 5),
            ("a picture", seen, plan(&[(2, short())]), 2),
            ("the head", conversation(), head, 2),
            ("a text in the tail", conversation(), tail, 5),
        ] {
            assert_eq!(verify(&messages, &plan), [Finding::MayNotRewrite { message }], "{name}");
        }
    }

    #[test]
    fn an_outcome_in_the_words_stays() {
        let mut messages = conversation();
        messages[2].content = format!("{}Exit code 3", long());
        let kept = format!("{}\nExit code 3", short());
        let lost = short().replace("[… 58 lines left out]\nrow 59 of a long list of tides", "[… 60 lines left out]");
        assert_eq!(verify(&messages, &plan(&[(2, kept)])), []);
        assert_eq!(verify(&messages, &plan(&[(2, lost)])), [Finding::RewriteOutcome { message: 2 }]);
    }
}
