//! One honest plan, and one planted fault for each check.
use super::{Finding, check};
use cento_contract::{
    CallVerdict, Change, Claim, Edit, Judgement, Marks, Message, Outcome, Plan, Quote, Reason, Report, Role, RunState,
    Span, Summary, ToolCall,
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
        judgements: Vec::new(),
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
            unchanged_prefix: 2,
            target: 0,
            last_step: None,
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

/// The prefix that a changed plan leaves; a wrong one is a fault of its own.
fn recount(plan: &mut Plan) {
    let first = plan.edits.first().map(|edit| edit.message);
    plan.report.unchanged_prefix = first.into_iter().chain(plan.summary.as_ref().map(|s| s.before)).min().unwrap_or(0);
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
        recount(&mut plan);
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
    recount(&mut plan);
    assert_eq!(check(&messages, &plan), []);
}

#[test]
fn a_shortened_result_is_no_fault() {
    let messages = conversation();
    let content = &messages[3].content;
    let missing = content.chars().count() - 120;
    let short = |missing: usize| {
        format!("{}\n[… {missing} characters left out …]\n{}", &content[..60], &content[content.len() - 60..])
    };
    let mut plan = plan();
    plan.edits = vec![Edit { message: 3, change: Change::Rewrite(short(missing)), reason: Reason::TooLarge }];
    plan.summary = None;
    (plan.report.messages_after, plan.report.summary_tokens) = (12, 0);
    recount(&mut plan);
    assert_eq!(check(&messages, &plan), []);
    plan.edits[0].change = Change::Rewrite(short(missing - 1));
    assert_eq!(check(&messages, &plan), [Finding::RewriteForged { message: 3 }]);
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

#[test]
fn a_cut_result_is_read_as_it_says_and_keeps_its_end() {
    let mut messages = conversation();
    let words = r"\u00e9 \u65e5 wie ".repeat(200);
    messages[3].content = format!(r#"{{"output": "{words}", "exit_code": 1}}"#);
    let cut = |code: &str| {
        let missing = 200 * 8 - 2;
        format!("{{\"output\": \"é\\n[… {missing} characters left out …]\\n \"{code}}}")
    };
    let through = |code: &str| {
        let missing = messages[3].content.chars().count() - 1 - code.chars().count();
        format!("{{\n[… {missing} characters left out …]\n{code}")
    };
    for (short, wanted) in [
        (cut(r#", "exit_code": 1"#), vec![]),
        (cut(r#", "exit_code": 0"#), vec![Finding::RewriteForged { message: 3 }]),
        (through(r#""exit_code": 1}"#), vec![]),
        (through(r#": 1}"#), vec![Finding::RewriteOutcome { message: 3 }]),
    ] {
        let mut plan = plan();
        plan.edits = vec![Edit { message: 3, change: Change::Rewrite(short.clone()), reason: Reason::TooLarge }];
        plan.summary = None;
        (plan.report.messages_after, plan.report.summary_tokens) = (12, 0);
        recount(&mut plan);
        assert_eq!(check(&messages, &plan), wanted, "{short}");
    }
}

/// A pruning: call 0 of message 2 goes with result 3, result 4 is cut, and messages 5 and 6 go.
fn pruning() -> (Vec<Message>, Plan) {
    let long = "the quick brown fox reads another file and finds nothing of note\n".repeat(40);
    let mut two = call("x", "cat a");
    two.content = "I look at both.".into();
    two.tool_calls.push(ToolCall { id: "x".into(), name: "patch".into(), arguments: "{}".into() });
    let messages = vec![
        Message::new(Role::System, "Be brief."),
        Message::new(Role::User, "Fix the login page."),
        two,
        result("x", &long),
        result("x", &long),
        call("c", "cat b"),
        result("c", &long),
        Message::new(Role::Assistant, "Done."),
        Message::new(Role::User, "Go on."),
    ];
    let cut = format!("{}\n[… 40 lines, 2,480 characters left out …]\n{}", &long[..60], &long[long.len() - 60..]);
    let edit = |message, change| Edit { message, change, reason: Reason::Stale };
    let judged = |message, call, verdict| Judgement {
        message,
        call,
        keep_call: 100,
        keep_result: 50,
        verdict,
        rescued: verdict == CallVerdict::CutResult,
        reasons: Vec::new(),
    };
    let plan = Plan {
        edits: vec![
            edit(2, Change::DropCalls(vec![0])),
            edit(3, Change::Drop),
            edit(4, Change::Rewrite(cut)),
            edit(5, Change::Drop),
            edit(6, Change::Drop),
        ],
        summary: None,
        judgements: vec![
            judged(2, 0, CallVerdict::Drop),
            judged(2, 1, CallVerdict::CutResult),
            judged(5, 0, CallVerdict::Drop),
        ],
        report: Report {
            messages_before: 9,
            messages_after: 6,
            summary_tokens: 0,
            head_end: 2,
            tail_start: 7,
            inherited_orphans: 0,
            unchanged_prefix: 2,
            target: 0,
            last_step: None,
            ..plan().report
        },
    };
    (messages, plan)
}

#[test]
fn an_honest_pruning_has_no_findings() {
    let (mut messages, mut plan) = pruning();
    assert_eq!(check(&messages, &plan), []);
    // The note alone may be left.
    plan.edits[2].change = Change::Rewrite("[… 40 lines, 2,600 characters left out …]".into());
    assert_eq!(check(&messages, &plan), []);
    // Of a failure the lines that tell of it are left, counted as in a shortening.
    let line = "the quick brown fox reads another file and finds nothing of note";
    for (missing, wanted) in [(38, vec![]), (37, vec![Finding::RewriteForged { message: 4 }])] {
        plan.edits[2].change = Change::Rewrite(format!("{line}\n[… {missing} lines left out]\n{line}"));
        assert_eq!(check(&messages, &plan), wanted, "{missing}");
    }
    plan.edits[2].change = Change::Rewrite("[… 40 lines, 2,600 characters left out …]".into());
    messages[2].content.clear();
    assert_eq!(check(&messages, &plan), []);
}

#[test]
fn every_fault_of_a_pruning_is_found() {
    let faults: &[Fault] = &[
        (
            "words of the user go",
            |_, p| {
                p.edits[0] = Edit { message: 1, change: Change::Drop, reason: Reason::Stale };
            },
            |f| *f == Finding::MayNotDrop { message: 1 },
        ),
        (
            "words of the assistant go",
            |m, _| m[5].content = "Aha.".into(),
            |f| *f == Finding::MayNotDrop { message: 5 },
        ),
        ("a picture goes", |m, _| m[5].images = 1, |f| *f == Finding::MayNotDrop { message: 5 }),
        (
            "a signed message goes",
            |m, _| m[5].marks.signed_reasoning = true,
            |f| *f == Finding::MayNotDrop { message: 5 },
        ),
        (
            "a signed message loses a call",
            |m, _| m[2].marks.signed_reasoning = true,
            |f| *f == Finding::MayNotDropCalls { message: 2 },
        ),
        (
            "calls go for another reason",
            |_, p| p.edits[0].reason = Reason::Projected,
            |f| *f == Finding::MayNotDropCalls { message: 2 },
        ),
        (
            "nothing would be left of a message",
            |m, p| {
                m[2].content.clear();
                p.edits[0].change = Change::DropCalls(vec![0, 1]);
            },
            |f| *f == Finding::MayNotDropCalls { message: 2 },
        ),
        (
            "a call that is not there",
            |_, p| p.edits[0].change = Change::DropCalls(vec![0, 2]),
            |f| *f == Finding::CallsOutOfRange { message: 2 },
        ),
        (
            "a call twice",
            |_, p| p.edits[0].change = Change::DropCalls(vec![0, 0]),
            |f| *f == Finding::CallsOutOfRange { message: 2 },
        ),
        (
            "no call",
            |_, p| p.edits[0].change = Change::DropCalls(vec![]),
            |f| *f == Finding::CallsOutOfRange { message: 2 },
        ),
        (
            "a result stays without its call",
            |_, p| {
                p.edits.remove(4);
                p.report.messages_after = 7;
            },
            |f| *f == Finding::OrphanResult { message: 6 },
        ),
        (
            "a call stays without its result",
            |_, p| {
                p.edits.remove(3);
                p.report.messages_after = 7;
            },
            |f| *f == Finding::OrphanCall { message: 5 },
        ),
        (
            "the call goes with the result of another",
            |_, p| {
                p.edits[1] = Edit { message: 3, change: p.edits[2].change.clone(), reason: Reason::Stale };
                p.edits[2] = Edit { message: 4, change: Change::Drop, reason: Reason::Stale };
            },
            |f| *f == Finding::PairChanged { message: 3 },
        ),
        (
            "another verdict than the edits",
            |_, p| p.judgements[1].verdict = CallVerdict::Keep,
            |f| *f == Finding::Judgement { judgement: 1 },
        ),
        ("judged out of order", |_, p| p.judgements.swap(0, 2), |f| matches!(f, Finding::Judgement { .. })),
        ("judged twice", |_, p| p.judgements[1].call = 0, |f| *f == Finding::Judgement { judgement: 1 }),
        ("a call of nothing judged", |_, p| p.judgements[2].call = 7, |f| *f == Finding::Judgement { judgement: 2 }),
        (
            "an impossible score",
            |_, p| p.judgements[0].keep_call = 1_001,
            |f| *f == Finding::Judgement { judgement: 0 },
        ),
        ("rescued and gone", |_, p| p.judgements[0].rescued = true, |f| *f == Finding::Judgement { judgement: 0 }),
        (
            "a judgement is missing",
            |_, p| {
                p.judgements.pop();
            },
            |f| *f == Finding::NotJudged,
        ),
        (
            "a forged cut",
            |_, p| p.edits[2].change = Change::Rewrite("all is well here\n[… 9 characters left out …]".into()),
            |f| *f == Finding::RewriteForged { message: 4 },
        ),
        (
            "wrong prefix",
            |_, p| p.report.unchanged_prefix = 3,
            |f| matches!(f, Finding::Number { name: "unchanged_prefix", counted: 2, .. }),
        ),
        (
            "two of one role meet",
            |m, p| {
                p.edits[0].change = Change::DropCalls(vec![0, 1]);
                p.edits[2].change = Change::Drop;
                p.judgements[1] = Judgement { verdict: CallVerdict::Drop, rescued: false, ..p.judgements[1].clone() };
                p.report.messages_after = 5;
                m[7].content = "Mended.".into();
            },
            |f| *f == Finding::NotAlternating { at: 3 },
        ),
        (
            "a pending call goes",
            |m, p| {
                m.truncate(7);
                m.push(call("p", "ls"));
                m[7].content = "Wait.".into();
                (p.report.messages_before, p.report.messages_after) = (8, 5);
                p.edits.push(Edit { message: 7, change: Change::DropCalls(vec![0]), reason: Reason::Stale });
            },
            |f| *f == Finding::PendingTouched { message: 7 },
        ),
    ];
    for (name, plant, expected) in faults {
        let (mut messages, mut plan) = pruning();
        plant(&mut messages, &mut plan);
        let found = check(&messages, &plan);
        assert!(found.iter().any(expected), "{name}: {found:?}");
    }
}
