//! One test for each law, on generated sessions. `ARCHITECTURE.md` lists the laws.
//!
//! Sessions are planned by the guest compiled for this machine; `component.rs` shows that the component gives the
//! same plans. Every checker here is the tests' own.
use cento_contract::Strategy::{Project, Prune, Slim};
use cento_contract::{Change, Marks, Message, Options, Outcome, Role, RunState, ToolCall, json};
use cento_tests::check;
use cento_tests::list::{self, List};
use cento_tests::read;
use cento_tests::session::{self, Session};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Options that leave a middle even in a short session.
fn tight(budget: i64) -> Options {
    Options {
        protect_first_n: 0,
        protect_last_n: 4,
        tail_token_budget: 200,
        summary_budget_tokens: Some(budget),
        ..Options::default()
    }
}

fn any_options() -> impl Strategy<Value = Options> {
    let number = || prop_oneof![Just(0i64), Just(-1), Just(i64::MIN), Just(i64::MAX), 1i64..40, 100i64..20_000];
    (
        number(),
        number(),
        number(),
        prop::option::of(number()),
        prop::option::of(number()),
        prop::option::of(number()),
        any::<bool>(),
        (
            prop_oneof![Just(Project), Just(Prune), Just(Slim)],
            prop_oneof![Just(500i64), 0i64..1_001],
            prop_oneof![Just(300i64), 0i64..900],
        ),
    )
        .prop_map(|(context_length, first, last, tail, budget, most, force, (strategy, threshold, chars))| {
            Options {
                strategy,
                target_tokens: budget,
                target_percent: threshold / 10,
                min_tokens: chars,
                prune_permille: threshold,
                truncate_chars: chars,
                context_length,
                protect_first_n: first,
                protect_last_n: last,
                tail_token_budget: tail.unwrap_or(200),
                summary_budget_tokens: budget,
                max_output_tokens: most,
                force,
                ..Options::default()
            }
        })
}

fn any_role() -> impl Strategy<Value = Role> {
    prop_oneof![Just(Role::System), Just(Role::User), Just(Role::Assistant), Just(Role::Tool), Just(Role::Other)]
}

/// Texts that parsers of outputs, arguments and summaries stumble over.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[\\[\\]{}\"'`\\\\ ⏎#:,a-z0-9\n\r\t-]{0,200}",
        Just("{\"output\":\"".to_owned() + &"[".repeat(3_000)),
        Just("[{".repeat(2_000)),
        "[a-z]{1,8}".prop_map(|w| format!("## Goal\n- [#{w}] x\n## Commands Run\n- `{w}` -> exit ")),
        "[a-z0-9]{1,8}".prop_map(|w| format!(
            "{{\"command\":\"cat <<'{w}'\\n\",\"exit_code\":99999999999999999999,\"output\":null}}"
        )),
        Just("é…\u{1F469}\u{200D}\u{1F4BB}\u{0}".repeat(60)),
    ]
}

fn any_message() -> impl Strategy<Value = Message> {
    let call = (any_text(), any_text(), any_text()).prop_map(|(id, name, arguments)| ToolCall { id, name, arguments });
    let marks = any::<[bool; 4]>().prop_map(|[summary, synthetic, signed_reasoning, more_than_text]| Marks {
        summary,
        synthetic,
        signed_reasoning,
        more_than_text,
    });
    (
        any_role(),
        any_text(),
        prop::collection::vec(call, 0..3),
        prop::option::of(any_text()),
        prop::option::of(any::<u64>()),
        any::<u32>(),
        (prop::option::of(-2..3_i32), prop::option::of(any::<bool>())),
        marks,
    )
        .prop_map(|(role, content, tool_calls, id, row_id, images, (exit_code, is_error), marks)| Message {
            role,
            content,
            tool_name: id.clone(),
            tool_call_id: id,
            tool_calls,
            row_id,
            images,
            reasoning_bytes: images,
            exit_code,
            is_error,
            marks,
        })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 2_000, ..ProptestConfig::default() }
}

/// Compacts again and again, each time after some more of the session has been said.
fn passes(session: &Session, options: &Options, count: usize, mut see: impl FnMut(&List, &List)) -> List {
    let step = session.list.len().div_ceil(count).max(1);
    let mut list = List::new();
    let results: Vec<bool> = list::messages(&session.list).iter().map(|m| m.role == Role::Tool).collect();
    let mut from = 0;
    while from < session.list.len() {
        // A host compacts between units, never between two results of one message.
        let mut to = (from + step).min(session.list.len());
        to += results.iter().skip(to).take_while(|is| **is).count();
        list.extend(session.list.get(from..to).into_iter().flatten().cloned());
        from = to;
        let plan = list::compress(&list, options);
        let after = list::apply(&list, &plan);
        see(&list, &after);
        list = after;
    }
    list
}

proptest! {
    #![proptest_config(config(96))]

    /// The component gives these bytes too: see `component.rs`.
    #[test]
    fn law_02_deterministic(session in session::flawed(1..60), options in any_options()) {
        let records = list::messages(&session.list);
        let first = cento_guest::compress(&records, &options);
        prop_assert_eq!(&first, &cento_guest::compress(&records, &options));
        let elsewhere = std::thread::spawn(move || cento_guest::compress(&records, &options)).join().expect("no panic");
        prop_assert_eq!(first, elsewhere);
    }

    #[test]
    fn law_03_total(messages in prop::collection::vec(any_message(), 0..24), options in any_options()) {
        let _ = cento_guest::compress(&messages, &options);
        let _ = cento_guest::anchors(&messages, &options, 500);
    }

    #[test]
    fn law_03_total_on_any_json(text in any_text(), content in any_text()) {
        let _ = cento_guest::compress_json(&text);
        let content = serde_json::to_string(&content).expect("JSON");
        for role in ["user", "assistant", "tool", "x"] {
            let _ = cento_guest::compress_json(&format!("{{\"messages\":[{{\"role\":\"{role}\",\"content\":{content},\"tool_calls\":{text}}}]}}"));
        }
    }

    #[test]
    fn law_03_total_on_damaged_sessions(session in session::flawed(1..40), cuts in prop::collection::vec((any::<u16>(), any::<char>()), 1..6)) {
        let mut messages = list::messages(&session.list);
        for (at, c) in cuts {
            let n = at as usize % messages.len();
            let text = &mut messages[n].content;
            let place = text.char_indices().map(|(i, _)| i).nth(at as usize % 97).unwrap_or(0);
            text.insert(place, c);
            text.truncate(text.char_indices().map(|(i, _)| i).nth(at as usize).unwrap_or(text.len()));
        }
        let _ = cento_guest::compress(&messages, &tight(600));
    }

    /// The bytes of kept messages: see `cli.rs`.
    #[test]
    fn law_04_kept_is_kept(session in session::flawed(1..60), options in any_options()) {
        let records = list::messages(&session.list);
        let plan = list::compress(&session.list, &options);
        let mut seen = BTreeSet::new();
        for edit in &plan.edits {
            let index = edit.message as usize;
            prop_assert!(index < records.len() && seen.insert(index), "edit of message {} twice or outside", index);
            prop_assert!(matches!(records[index].role, Role::User | Role::Assistant | Role::Tool), "message {} is changed", index);
            if let Change::Rewrite(_) = edit.change {
                let words = options.strategy == Slim && records[index].role == Role::Assistant;
                prop_assert!(words || records[index].role == Role::Tool, "message {} is rewritten", index);
            }
        }
    }

    #[test]
    fn law_05_pairs_stay_paired(session in session::valid(1..80), budget in 300i64..4_000) {
        let plan = list::compress(&session.list, &tight(budget));
        let after = list::apply(&session.list, &plan);
        prop_assert_eq!(check::orphans(&list::messages(&after)), Vec::<String>::new());
        prop_assert_eq!(plan.report.inherited_orphans, 0);
    }

    #[test]
    fn law_05_no_new_orphans(session in session::flawed(1..80), options in any_options()) {
        let before = check::orphans(&list::messages(&session.list)).len();
        let after = list::apply(&session.list, &list::compress(&session.list, &options));
        let orphans = check::orphans(&list::messages(&after));
        prop_assert!(orphans.len() <= before, "{:?}", orphans);
    }

    #[test]
    fn law_05_a_waiting_call_is_untouched(session in session::valid(1..40)) {
        let mut list = session.list;
        list.push(r#"{"role":"assistant","content":null,"tool_calls":[{"id":"w","function":{"name":"terminal","arguments":"{\"command\":\"sleep 9\"}"}}]}"#.to_owned());
        let after = list::apply(&list, &list::compress(&list, &tight(800)));
        prop_assert_eq!(after.last(), list.last());
    }

    #[test]
    fn law_06_providers_accept_it(session in session::valid(1..80), budget in 300i64..4_000, first in 0i64..5, last in 0i64..12) {
        let options = Options { protect_first_n: first, protect_last_n: last, ..tight(budget) };
        let plan = list::compress(&session.list, &options);
        let after = list::apply(&session.list, &plan);
        prop_assert_eq!(check::role_clashes(&session.list, &after), Vec::<String>::new());
        prop_assert!(check::leads_with_user(&session.list, &after));
        prop_assert!(plan.summary.is_none_or(|s| matches!(s.role, Role::User | Role::Assistant) && !s.text.trim().is_empty()));
    }

    #[test]
    fn law_07_quotes_are_true(session in session::flawed(1..80), budget in 300i64..6_000) {
        let records = list::messages(&session.list);
        let plan = list::compress(&session.list, &tight(budget));
        if let Some(summary) = &plan.summary {
            for quote in &summary.quotes {
                let (from, to) = (quote.at.start as usize, (quote.at.start + quote.at.len) as usize);
                let text = summary.text.get(from..to);
                prop_assert!(text.is_some(), "the quotation {:?} lies outside or cuts a character", quote);
                let (text, source) = (text.unwrap_or(""), &records[quote.message as usize]);
                prop_assert!(read::quotes(source, text), "{:?} does not stand in message {}:\n{:?}", text, quote.message, source);
            }
        }
    }

    #[test]
    fn law_08_failed_stays_failed(session in session::valid(1..80), budget in 300i64..6_000) {
        let records = list::messages(&session.list);
        let plan = list::compress(&session.list, &tight(budget));
        if let Some(summary) = &plan.summary {
            for claim in &summary.claims {
                let source = &records[claim.message as usize];
                // A line may name several runs of one outcome, so the code is looked for in the whole line.
                let (from, to) = (claim.at.start as usize, (claim.at.start + claim.at.len) as usize);
                let text = match (summary.text.get(..from), summary.text.get(from..to), summary.text.get(to..)) {
                    (Some(before), Some(at), Some(after)) => {
                        let start = before.rsplit('\n').next().unwrap_or("");
                        format!("{start}{at}{}", after.split('\n').next().unwrap_or(""))
                    }
                    _ => String::new(),
                };
                prop_assert!(read::agrees(source, claim.state), "{:?} ({:?}) is not what message {} records:\n{:?}", text, claim.state, claim.message, source);
                if let RunState::Exited(code) = claim.state {
                    prop_assert!(text.contains(&code.to_string()), "{:?} does not say {}", text, code);
                }
            }
        }
    }

    #[test]
    fn law_10_within_budget_and_never_larger(session in session::flawed(1..80), budget in 300i64..6_000) {
        let plan = list::compress(&session.list, &tight(budget));
        let report = &plan.report;
        prop_assert_eq!(report.messages_before as usize, session.list.len());
        let after = list::apply(&session.list, &plan);
        prop_assert_eq!(report.messages_after as usize, after.len());
        match &plan.summary {
            Some(summary) => {
                prop_assert_eq!(report.outcome, Outcome::Compacted);
                prop_assert!(i64::from(summary.tokens) <= budget, "{} tokens of {}", summary.tokens, budget);
                // Four bytes a token is the loosest count in use for English; a text within budget stays within this.
                prop_assert!(summary.text.len() as i64 <= budget * 6, "{} bytes for {} tokens", summary.text.len(), budget);
                prop_assert!(report.tokens_after < report.tokens_before);
            }
            None => prop_assert!(report.outcome != Outcome::Compacted || !plan.edits.is_empty()),
        }
    }

    #[test]
    fn law_11_idempotent(session in session::valid(1..80), budget in 300i64..4_000) {
        let options = tight(budget);
        let once = list::apply(&session.list, &list::compress(&session.list, &options));
        let plan = list::compress(&once, &options);
        let twice = list::apply(&once, &plan);
        let texts = |l: &List| list::messages(l).into_iter().map(|m| (m.role, m.content)).collect::<Vec<_>>();
        prop_assert_eq!(texts(&once), texts(&twice), "{:?}", plan.report.outcome);
    }

    #[test]
    fn law_12_hostile_text_is_data(session in session::flawed(1..80), budget in 300i64..8_000) {
        let plan = list::compress(&session.list, &tight(budget));
        let text = list::summary_text(&plan);
        prop_assert_eq!(check::forbidden_characters(text), Vec::<char>::new());
        for secret in &session.secrets {
            prop_assert!(!text.contains(session::bare(secret)), "a secret came through: {}", secret);
        }
        for marker in ["<|im_start|>", "<|im_end|>", "[INST]", "<<SYS>>"] {
            prop_assert!(!text.contains(marker), "{} came through", marker);
        }
        prop_assert!(!check::references(text).contains(&999_999), "a made-up reference came through");
        for line in text.lines() {
            let line = line.trim_start();
            prop_assert!(!line.starts_with("- delete everything") && !line.starts_with("# Goal") && !line.starts_with("Human:") && !line.starts_with("> user:"), "{}", line);
        }
    }

    #[test]
    fn law_13_references_open(session in session::flawed(1..80), budget in 300i64..6_000) {
        let records = list::messages(&session.list);
        let plan = list::compress(&session.list, &tight(budget));
        let open: BTreeSet<u64> = list::dropped(&plan).into_iter().filter_map(|i| records[i].row_id).collect();
        for row in check::references(list::summary_text(&plan)) {
            prop_assert!(open.contains(&row), "[#{}] is no row of a dropped message", row);
        }
    }
}

/// Options of a pruning that leaves a middle even in a short session.
fn pruning(threshold: i64, chars: i64) -> Options {
    Options {
        strategy: Prune,
        protect_first_n: 0,
        protect_last_n: 4,
        tail_token_budget: 0,
        prune_permille: threshold,
        truncate_chars: chars,
        ..Options::default()
    }
}

/// What users and the assistant said, in order.
fn texts(list: &List) -> Vec<(Role, String)> {
    let said = |m: Message| (m.role != Role::Tool).then_some((m.role, m.content));
    list::messages(list)
        .into_iter()
        .filter_map(said)
        .filter(|(r, text)| *r != Role::Assistant || !text.trim().is_empty())
        .collect()
}

proptest! {
    #![proptest_config(config(96))]

    /// Laws 4, 5, 6 and 10 for the strategy `prune`.
    #[test]
    fn law_04_to_10_prune_takes_nothing_but_calls(session in session::valid(1..80), threshold in 0i64..1_001, chars in 0i64..900) {
        let plan = list::compress(&session.list, &pruning(threshold, chars));
        let after = list::apply(&session.list, &plan);
        prop_assert_eq!(check::faults(&session.list, &after), Vec::<String>::new());
        prop_assert_eq!(texts(&session.list), texts(&after));
        prop_assert!(plan.summary.is_none());
        prop_assert_eq!(plan.report.messages_after as usize, after.len());
        let bytes = |l: &List| l.iter().map(String::len).sum::<usize>();
        if plan.report.outcome == Outcome::Compacted {
            prop_assert!(bytes(&after) < bytes(&session.list) && u64::from(plan.report.tokens_after) * 10 <= u64::from(plan.report.tokens_before) * 9);
        } else {
            prop_assert_eq!(&after, &session.list);
        }
        let prefix = plan.report.unchanged_prefix as usize;
        prop_assert_eq!(after.get(..prefix), session.list.get(..prefix));
        prop_assert!(prefix == session.list.len() || after.get(prefix) != session.list.get(prefix));
    }

    #[test]
    fn law_05_prune_makes_no_orphan_of_a_flawed_session(session in session::flawed(1..80), threshold in 0i64..1_001) {
        let plan = list::compress(&session.list, &pruning(threshold, 300));
        let before = check::orphans(&list::messages(&session.list));
        let after = list::apply(&session.list, &plan);
        let orphans = check::orphans(&list::messages(&after));
        prop_assert!(orphans.len() == before.len(), "{:?} of {:?}", orphans, before);
        prop_assert_eq!(texts(&session.list), texts(&after));
    }

    /// Nothing that was changed is lost: paths of writes and patches, with all their arguments.
    #[test]
    fn law_09_prune_keeps_every_change(session in session::flawed(1..80), threshold in 0i64..1_001) {
        let after = list::apply(&session.list, &list::compress(&session.list, &pruning(threshold, 300)));
        let changes = |l: &List| -> Vec<String> {
            let calls = list::messages(l).into_iter().flat_map(|m| m.tool_calls);
            calls.filter(|c| ["write_file", "patch", "todo"].contains(&c.name.as_str())).map(|c| c.arguments).collect()
        };
        prop_assert_eq!(changes(&session.list), changes(&after));
    }

    /// Pruning again finds little, and what it finds is sound.
    #[test]
    fn law_11_prune_again_changes_little(session in session::valid(1..120)) {
        let options = pruning(500, 300);
        let once = list::apply(&session.list, &list::compress(&session.list, &options));
        let plan = list::compress(&once, &options);
        let twice = list::apply(&once, &plan);
        prop_assert_eq!(check::faults(&once, &twice), Vec::<String>::new());
        prop_assert_eq!(texts(&once), texts(&twice));
        let bytes = |l: &List| l.iter().map(String::len).sum::<usize>();
        let (first, second) = (bytes(&session.list) - bytes(&once), bytes(&once) - bytes(&twice));
        prop_assert!(second <= first / 4 + 400, "{} bytes went, then {}", first, second);
    }
}

/// Options of a shortening to so many percent of the input, with a middle even in a short session.
fn slimming(percent: i64) -> Options {
    Options {
        strategy: Slim,
        context_length: 0,
        protect_first_n: 0,
        protect_last_n: 4,
        tail_token_budget: 0,
        target_percent: percent,
        min_tokens: 40,
        ..Options::default()
    }
}

/// How the runs of a list ended, as their results say.
fn codes(list: &List) -> Vec<Option<i64>> {
    let code = |m: Message| {
        let value: serde_json::Value = serde_json::from_str(&m.content).ok()?;
        value["exit_code"].as_i64()
    };
    list::messages(list).into_iter().filter(|m| m.role == Role::Tool).map(code).collect()
}

proptest! {
    #![proptest_config(config(96))]

    /// Laws 4, 5, 6, 8 and 10 for the strategy `slim`.
    #[test]
    fn law_04_to_10_slim_shortens_in_place(session in session::valid(1..80), percent in 5i64..96) {
        let plan = list::compress(&session.list, &slimming(percent));
        let after = list::apply(&session.list, &plan);
        prop_assert_eq!(check::faults(&session.list, &after), Vec::<String>::new());
        prop_assert!(plan.summary.is_none() && after.len() == session.list.len());
        prop_assert_eq!(codes(&session.list), codes(&after));
        for (before, after) in list::messages(&session.list).iter().zip(list::messages(&after)) {
            let same = Message { content: before.content.clone(), ..after.clone() };
            prop_assert_eq!(&same, before, "only the text changes");
            let may = before.role == Role::Tool || (before.role == Role::Assistant && !before.marks.signed_reasoning);
            prop_assert!(before.content == after.content || (may && before.images == 0 && after.content.len() < before.content.len()));
        }
        let (was, is, target) = (plan.report.tokens_before, plan.report.tokens_after, plan.report.target);
        if plan.report.outcome == Outcome::Compacted {
            prop_assert!(is <= target || u64::from(is) * 10 <= u64::from(was) * 9, "{} of {}, target {}", is, was, target);
        } else {
            prop_assert_eq!(&after, &session.list);
            prop_assert_eq!(was, is);
        }
        let prefix = plan.report.unchanged_prefix as usize;
        prop_assert_eq!(after.get(..prefix), session.list.get(..prefix));
        prop_assert!(prefix == session.list.len() || after.get(prefix) != session.list.get(prefix));
    }

    /// What a reducer makes of a flawed session still holds before the host, and calls and results stay as many.
    #[test]
    fn law_07_the_host_accepts_a_shortening(session in session::flawed(1..80), percent in 5i64..96) {
        let plan = list::compress(&session.list, &slimming(percent));
        let findings = cento::verify::check(&list::messages(&session.list), &plan);
        prop_assert!(findings.is_empty(), "{}", cento::verify::sentence(&findings));
    }

    /// The same number of tokens asked for again: nothing is shortened twice.
    #[test]
    fn law_11_slim_again_changes_nothing(session in session::valid(1..120), percent in 5i64..96) {
        let first = list::compress(&session.list, &slimming(percent));
        let once = list::apply(&session.list, &first);
        let again = Options { target_tokens: Some(i64::from(first.report.target)), ..slimming(percent) };
        let plan = list::compress(&once, &again);
        prop_assert!(plan.edits.is_empty(), "{:?}", plan.report);
    }

    /// A session that grows: what the first pass returned stays while the newer messages have enough to give.
    #[test]
    fn law_11_slim_keeps_its_prefix(first in session::valid(30..80), more in session::valid(30..80)) {
        let once = list::apply(&first.list, &list::compress(&first.list, &slimming(50)));
        let grown: List = once.iter().chain(&more.list).cloned().collect();
        let all = list::messages(&grown);
        let size = |from: usize| all[from..].iter().map(|m| cento_guest::tokens::estimate(&m.content) as i64).sum::<i64>();
        let total = i64::from(list::compress(&grown, &Options { target_tokens: Some(100_000_000), ..slimming(50) }).report.tokens_before);
        let target = total - size(once.len()) / 8;
        let plan = list::compress(&grown, &Options { target_tokens: Some(target), ..slimming(50) });
        let marked = once.iter().any(|m| m.contains("[… "));
        prop_assert!(!marked || i64::from(plan.report.tokens_after) > target || plan.report.unchanged_prefix as usize >= once.len(),
            "prefix {} of {}", plan.report.unchanged_prefix, once.len());
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn law_09_the_users_rules_survive_eight_passes(session in session::valid(60..160)) {
        let options = tight(6_000);
        let rules: Vec<&String> = session.rules.iter().collect::<BTreeSet<_>>().into_iter().take(8).collect();
        let said = |list: &List| list::messages(list).into_iter().map(|m| m.content).collect::<Vec<_>>().join("\n");
        let mut lost = Vec::new();
        passes(&session, &options, 8, |before, after| {
            let (before, after) = (said(before), said(after));
            lost.extend(rules.iter().filter(|r| before.contains(r.as_str()) && !after.contains(r.as_str())).map(|r| r.to_string()));
        });
        prop_assert_eq!(lost, Vec::<String>::new());
    }

    #[test]
    fn law_09_the_newest_words_of_the_user_stay(session in session::valid(20..120)) {
        passes(&session, &tight(2_000), 6, |before, after| {
            let newest = |l: &List| list::messages(l).into_iter().rfind(|m| m.role == Role::User && !m.marks.summary).map(|m| m.content);
            let words = newest(before).unwrap_or_default();
            let all = list::messages(after).into_iter().map(|m| m.content).collect::<Vec<_>>().join("\n");
            let found = words.is_empty() || all.contains(&words) || read::letters(&all).replace('\n', "").contains(&read::letters(&words).replace('\n', ""));
            assert!(found, "lost: {words:?}");
        });
    }

    /// Laws 5, 6, 12 and 13 again, over many passes, where earlier summaries are read back.
    #[test]
    fn law_11_many_passes_stay_sound(session in session::valid(60..160), budget in 600i64..4_000) {
        let rows: BTreeSet<u64> = list::messages(&session.list).iter().filter_map(|m| m.row_id).collect();
        passes(&session, &tight(budget), 8, |before, after| {
            let faults = check::faults(before, after);
            assert!(faults.is_empty(), "{faults:?}");
            for text in check::summaries(after) {
                assert!(check::references(&text).iter().all(|row| rows.contains(row)), "a reference to nothing");
                assert!(check::forbidden_characters(&text).is_empty());
            }
        });
    }
}

#[test]
fn law_03_a_typed_error_for_text_that_is_no_session() {
    for (text, error) in [
        ("", "not JSON at line 1, column 0"),
        ("{\"messages\": 3}", "messages: expected a list"),
        ("{\"messages\": [3]}", "messages[0]: expected an object"),
        ("{\"messages\": [], \"options\": {\"budget\": 3}}", "options.budget: no option of this name"),
        ("{\"messages\": [], \"options\": {\"force\": 3}}", "options.force: expected true or false"),
    ] {
        assert_eq!(cento_guest::compress_json(text).unwrap_err().to_string(), error, "{text}");
    }
    // Deep nesting inside a content is text like any other; the host has its own limit for depth.
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    let deep = format!("{{\"messages\": [{{\"role\":\"user\",\"content\":{open}{close}}}]}}");
    assert!(cento_guest::compress_json(&deep).is_ok_and(|plan| plan.contains("nothing-between")));
    assert!(json::split("[]").is_ok());
}
