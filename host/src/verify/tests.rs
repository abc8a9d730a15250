//! One honest plan, and one planted fault for each check.
use super::{Finding, check};
use cento_contract::{
    Change, Claim, Edit, Marks, Message, Outcome, Plan, Quote, Reason, Report, Role, RunState, Span, Summary, ToolCall,
};

/// System, the user's request, three runs (one failing, one passing, one unanswered), an earlier summary, an unsaved
/// row, and a tail.
fn conversation() -> Vec<Message> {
    let filler = "the quick brown fox reads another file and finds nothing of note\\n".repeat(40);
    let mut list = vec![
        Message::new(Role::System, "Be brief."),
        Message::new(Role::User, "Fix the login page, never push to main."),
        call("c1", "make test"),
        result("c1", &format!(r#"{{"output":"{filler}2 failed: test_login","exit_code":2,"error":null}}"#)),
        call("c2", "make test"),
        result("c2", &format!(r#"{{"output":"{filler}all green","exit_code":0,"error":null}}"#)),
        Message::new(Role::User, "Now the logout page: it shows error 503."),
        call("c3", "sleep 1000"),
        Message::new(Role::User, "[Earlier summary] ran `make lint`: exit 3 [#77] [t4]"),
        Message::new(Role::Assistant, "Looking at the logout page."),
        Message::new(Role::User, "Go on."),
        call("c9", "git status"),
    ];
    for (row, message) in list.iter_mut().enumerate() {
        message.row_id = Some(row as u64 + 100);
    }
    list[6].row_id = None;
    list[8].marks = Marks { summary: true, ..Marks::default() };
    list
}

fn call(id: &str, command: &str) -> Message {
    let mut message = Message::new(Role::Assistant, "");
    let arguments = format!(r#"{{"command":"{command}"}}"#);
    message.tool_calls = vec![ToolCall { id: id.into(), name: "terminal".into(), arguments }];
    message
}

fn result(id: &str, content: &str) -> Message {
    let mut message = Message::new(Role::Tool, content);
    message.tool_call_id = Some(id.into());
    message
}

/// Drops messages 2 to 9; the summary is the assistant's, before message 10.
fn plan() -> Plan {
    let mut text = String::from("## Commands Run\n- ");
    let (mut quotes, mut claims) = (Vec::new(), Vec::new());
    let put = |text: &mut String, words: &str| {
        let at = Span { start: text.len() as u32, len: words.len() as u32 };
        text.push_str(words);
        at
    };
    quotes.push(Quote { at: put(&mut text, "`make test`"), message: 2 });
    text.push_str(": ");
    claims.push(Claim { at: put(&mut text, "exit 2"), message: 3, state: RunState::Exited(2) });
    text.push_str(" [#103], then ");
    claims.push(Claim { at: put(&mut text, "exit 0"), message: 5, state: RunState::Exited(0) });
    text.push_str(" [#105]\n  - ");
    quotes.push(Quote { at: put(&mut text, "2 failed: test_login"), message: 3 });
    text.push_str("\n- ");
    quotes.push(Quote { at: put(&mut text, "sleep 1000"), message: 7 });
    text.push_str(": ");
    claims.push(Claim { at: put(&mut text, "no result"), message: 7, state: RunState::NoResult });
    text.push_str(" [#107]\n- ");
    quotes.push(Quote { at: put(&mut text, "make lint"), message: 8 });
    text.push_str(": ");
    claims.push(Claim { at: put(&mut text, "exit 3"), message: 8, state: RunState::Exited(3) });
    text.push_str(" [#77] [t4]\n\n## User Messages\n- ");
    quotes.push(Quote { at: put(&mut text, "Now the … it shows error 503."), message: 6 });
    text.push_str(" [t6]\n");
    let edits = (2..10)
        .map(|message| Edit {
            message,
            change: Change::Drop,
            reason: if message == 8 { Reason::EarlierSummary } else { Reason::Projected },
        })
        .collect();
    Plan {
        edits,
        summary: Some(Summary { before: 10, role: Role::Assistant, text, tokens: 60, quotes, claims }),
        report: Report {
            outcome: Outcome::Compacted,
            messages_before: 12,
            messages_after: 5,
            tokens_before: 2000,
            tokens_after: 120,
            summary_tokens: 60,
            summary_budget: 300,
            head_end: 2,
            tail_start: 10,
            inherited_orphans: 1,
            masked: 0,
            sections: Vec::new(),
            adjustments: Vec::new(),
        },
    }
}

fn summary(plan: &mut Plan) -> &mut Summary {
    plan.summary.as_mut().unwrap()
}

/// Replaces words of the summary by others of the same length, so that spans stay true.
fn alter(plan: &mut Plan, from: &str, to: &str) {
    assert_eq!(from.len(), to.len());
    let text = &mut summary(plan).text;
    assert!(text.contains(from));
    *text = text.replacen(from, to, 1);
}

fn append(plan: &mut Plan, words: &str) {
    summary(plan).text.push_str(words);
}

/// A planted fault, by name.
type Fault = (&'static str, fn(&mut Vec<Message>, &mut Plan), fn(&Finding) -> bool);

#[test]
fn an_honest_plan_has_no_findings() {
    assert_eq!(check(&conversation(), &plan()), []);
}

#[test]
fn every_planted_fault_is_found() {
    let faults: &[Fault] = &[
        ("edit out of range", |_, p| p.edits[7].message = 99, |f| matches!(f, Finding::EditOutOfRange { .. })),
        ("edit twice", |_, p| p.edits[1].message = 2, |f| matches!(f, Finding::EditsNotAscending { .. })),
        ("system dropped", |_, p| p.edits[0].message = 0, |f| matches!(f, Finding::MayNotDrop { message: 0 })),
        ("unknown role dropped", |m, _| m[9].role = Role::Other, |f| matches!(f, Finding::MayNotDrop { message: 9 })),
        ("no summary", |_, p| p.summary = None, |f| matches!(f, Finding::DroppedWithoutSummary { .. })),
        (
            "user words altered",
            |_, p| p.edits[4].change = Change::Rewrite("Now".into()),
            |f| matches!(f, Finding::MayNotRewrite { message: 6 }),
        ),
        (
            "longer rewrite",
            |m, p| p.edits[1].change = Change::Rewrite(m[3].content.clone() + "."),
            |f| matches!(f, Finding::RewriteLonger { message: 3 }),
        ),
        (
            "forged rewrite",
            |_, p| {
                p.edits[1].change = Change::Rewrite("something else entirely".into());
                p.report.messages_after = 6;
            },
            |f| matches!(f, Finding::RewriteForged { message: 3 }),
        ),
        ("summary nowhere", |_, p| summary(p).before = 13, |f| *f == Finding::SummaryPlace),
        ("summary as system", |_, p| summary(p).role = Role::System, |f| *f == Finding::SummaryRole),
        ("empty summary", |_, p| summary(p).text = " \n".into(), |f| *f == Finding::SummaryEmpty),
        ("wrong outcome", |_, p| p.report.outcome = Outcome::NothingNew, |f| *f == Finding::Outcome),
        (
            "wrong count",
            |_, p| p.report.messages_after = 4,
            |f| matches!(f, Finding::Number { name: "messages_after", counted: 5, .. }),
        ),
        (
            "call without its result",
            |_, p| {
                p.edits.remove(0);
                p.report.messages_after = 6;
            },
            |f| *f == Finding::OrphanCall { message: 2 },
        ),
        (
            "result without its call",
            |_, p| {
                p.edits.remove(1);
                p.report.messages_after = 6;
            },
            |f| *f == Finding::OrphanResult { message: 3 },
        ),
        (
            "pending call dropped",
            |_, p| {
                p.edits.push(Edit { message: 11, change: Change::Drop, reason: Reason::Projected });
                p.report.messages_after = 4;
            },
            |f| *f == Finding::PendingTouched { message: 11 },
        ),
        (
            "not led by the user",
            |_, p| {
                p.edits.insert(0, Edit { message: 1, change: Change::Drop, reason: Reason::Projected });
                p.report.messages_after = 4;
            },
            |f| *f == Finding::NotUserLed,
        ),
        ("same role twice", |_, p| summary(p).role = Role::User, |f| *f == Finding::NotAlternating { at: 2 }),
        (
            "quote out of the text",
            |_, p| summary(p).quotes[0].at.start = 9_999,
            |f| *f == Finding::QuoteSpan { quote: 0 },
        ),
        (
            "quote cuts a character",
            |_, p| summary(p).quotes[4].at.len = "Now the ".len() as u32 + 1,
            |f| *f == Finding::QuoteSpan { quote: 4 },
        ),
        ("quote of nothing", |_, p| summary(p).quotes[0].message = 12, |f| *f == Finding::QuoteSource { quote: 0 }),
        (
            "quote altered",
            |_, p| alter(p, "test_login", "test_logon"),
            |f| *f == Finding::QuoteForged { quote: 1, message: 3 },
        ),
        (
            "quote of another message",
            |_, p| summary(p).quotes[1].message = 5,
            |f| *f == Finding::QuoteForged { quote: 1, message: 5 },
        ),
        ("quote of two lines", |_, p| alter(p, "make lint", "make\nlint"), |f| *f == Finding::QuoteLines { quote: 3 }),
        (
            "claim out of the text",
            |_, p| summary(p).claims[0].at.len = 9_999,
            |f| *f == Finding::ClaimSpan { claim: 0 },
        ),
        ("claim of nothing", |_, p| summary(p).claims[0].message = 12, |f| *f == Finding::ClaimSource { claim: 0 }),
        (
            "wrong code",
            |_, p| {
                alter(p, "exit 2", "exit 0");
                summary(p).claims[0].state = RunState::Exited(0);
            },
            |f| *f == Finding::ClaimCode { claim: 0, message: 3 },
        ),
        ("code and words differ", |_, p| alter(p, "exit 2", "exit 1"), |f| *f == Finding::ClaimWords { claim: 0 }),
        (
            "failure told as no code",
            |_, p| {
                alter(p, "exit 2", "unsure");
                summary(p).claims[0].state = RunState::NoExitCode;
            },
            |f| *f == Finding::ClaimContradicts { claim: 0, message: 3 },
        ),
        (
            "failure told as success",
            |_, p| {
                alter(p, "exit 2", "passed");
                summary(p).claims[0].state = RunState::Succeeded;
            },
            |f| *f == Finding::ClaimContradicts { claim: 0, message: 3 },
        ),
        (
            "no result where there is one",
            |_, p| summary(p).claims[2].message = 4,
            |f| *f == Finding::ClaimContradicts { claim: 2, message: 4 },
        ),
        (
            "code that the earlier summary does not say",
            |_, p| {
                alter(p, "exit 3", "exit 4");
                summary(p).claims[3].state = RunState::Exited(4);
            },
            |f| *f == Finding::ClaimCode { claim: 3, message: 8 },
        ),
        (
            "code without claim",
            |_, p| append(p, "- build: exit 1\n"),
            |f| matches!(f, Finding::CodeWithoutClaim { .. }),
        ),
        ("row of a kept message", |_, p| append(p, "[#101]"), |f| matches!(f, Finding::RowUnknown { .. })),
        ("row of nothing", |_, p| append(p, "[#99999999999999999999999]"), |f| matches!(f, Finding::RowUnknown { .. })),
        ("turn with a row", |_, p| append(p, "[t5]"), |f| matches!(f, Finding::TurnUnknown { .. })),
        ("control character", |_, p| append(p, "\u{1b}[1m"), |f| matches!(f, Finding::ControlCharacter { .. })),
        ("hidden character", |_, p| append(p, "\u{202e}"), |f| matches!(f, Finding::HiddenCharacter { .. })),
        ("template marker", |_, p| append(p, "<|im_end|>"), |f| matches!(f, Finding::TemplateMarker { .. })),
        ("secret", |_, p| append(p, "AKIA1234567890ABCDEF"), |f| matches!(f, Finding::Secret { .. })),
        ("over budget", |_, p| p.report.summary_budget = 20, |f| matches!(f, Finding::OverBudget { .. })),
        (
            "larger output",
            |m, p| {
                append(p, &"word ".repeat(150));
                m[3].content = r#"{"output":"2 failed: test_login","exit_code":2}"#.into();
                m[5].content = r#"{"output":"ok","exit_code":0}"#.into();
            },
            |f| *f == Finding::NotSmaller,
        ),
    ];
    for (name, plant, expected) in faults {
        let (mut messages, mut plan) = (conversation(), plan());
        plant(&mut messages, &mut plan);
        let found = check(&messages, &plan);
        assert!(found.iter().any(expected), "{name}: {found:?}");
    }
}

#[test]
fn neighbours_of_the_input_may_stay() {
    let mut messages = conversation();
    messages.insert(1, Message::new(Role::User, "Hello."));
    let mut plan = plan();
    plan.edits.iter_mut().for_each(|edit| edit.message += 1);
    let summary = summary(&mut plan);
    summary.before += 1;
    summary.quotes.iter_mut().for_each(|quote| quote.message += 1);
    summary.claims.iter_mut().for_each(|claim| claim.message += 1);
    summary.text = summary.text.replace("[t6]", "[t7]");
    (plan.report.messages_before, plan.report.messages_after) = (13, 6);
    assert_eq!(check(&messages, &plan), []);
}

#[test]
fn a_shortened_result_is_no_fault() {
    let messages = conversation();
    let content = &messages[3].content;
    let short = format!("{}\n…\n{}", &content[..60], &content[content.len() - 60..]);
    let mut plan = plan();
    plan.edits = vec![Edit { message: 3, change: Change::Rewrite(short), reason: Reason::TooLarge }];
    plan.summary = None;
    (plan.report.messages_after, plan.report.summary_tokens) = (12, 0);
    assert_eq!(check(&messages, &plan), []);
}

#[test]
fn no_finding_quotes_the_conversation() {
    let (mut messages, mut plan) = (conversation(), plan());
    messages[3].content = "SECRETWORD".into();
    append(&mut plan, "SECRETWORD \u{7} [#1]");
    let found = check(&messages, &plan);
    assert!(!found.is_empty());
    assert!(found.iter().all(|finding| !format!("{finding} {finding:?}").contains("SECRETWORD")));
}

#[test]
fn a_plan_of_a_million_quotes_is_refused_in_time() {
    let mut messages = conversation();
    messages[3].content = "x".repeat(1 << 20);
    let mut plan = plan();
    let quote = Quote { message: 3, ..summary(&mut plan).quotes[1] };
    summary(&mut plan).quotes = vec![quote; 1 << 20];
    assert!(check(&messages, &plan).contains(&Finding::TooManyQuotes));
}

#[test]
fn a_code_beside_the_text_is_a_recorded_one() {
    let states = |code: Option<i32>, failed: Option<bool>, words: &str, state: RunState| {
        let (mut messages, mut plan) = (conversation(), plan());
        messages[3].content = messages[3].content.replace(",\"exit_code\":2", "");
        messages[3].content = messages[3].content.replace(",\"error\":null", "");
        (messages[3].exit_code, messages[3].is_error) = (code, failed);
        alter(&mut plan, "exit 2", words);
        summary(&mut plan).claims[0].state = state;
        check(&messages, &plan)
    };
    let code = [Finding::ClaimCode { claim: 0, message: 3 }];
    let contradicts = [Finding::ClaimContradicts { claim: 0, message: 3 }];
    assert_eq!(states(Some(2), None, "exit 2", RunState::Exited(2)), []);
    assert_eq!(states(Some(3), None, "exit 2", RunState::Exited(2)), code);
    assert_eq!(states(None, None, "exit 2", RunState::Exited(2)), code);
    assert_eq!(states(Some(2), Some(true), "passed", RunState::Succeeded), contradicts);
    assert_eq!(states(None, Some(true), "passed", RunState::Succeeded), contradicts);
    assert_eq!(states(Some(0), None, "unsure", RunState::NoExitCode), contradicts);
    assert_eq!(states(None, Some(true), "failed", RunState::Failed), []);
    assert_eq!(states(None, Some(false), "passed", RunState::Succeeded), []);
}
