//! The component itself: what it imports, and that it gives the plans of the guest compiled for this machine.
use cento::{COMPONENT, Engine, Limits};
use cento_contract::Strategy::{Prune, Slim};
use cento_contract::{Options, Score, json};
use cento_tests::{list, session};
use proptest::prelude::*;
use std::sync::LazyLock;
use wasmparser::{Parser, Payload};

static ENGINE: LazyLock<Engine> =
    LazyLock::new(|| Engine::embedded(Limits::default()).expect("the embedded component"));

#[test]
fn law_01_no_imports() {
    let mut depth = 0;
    let mut exports = Vec::new();
    for payload in Parser::new(0).parse_all(COMPONENT) {
        match payload.expect("a component") {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth -= 1,
            // The core module must not import either: there is nothing behind it.
            Payload::ImportSection(section) => assert_eq!(section.count(), 0, "the module imports something"),
            Payload::ComponentImportSection(section) if depth == 0 => {
                assert_eq!(section.count(), 0, "the component imports something");
            }
            Payload::ComponentExportSection(section) if depth == 0 => {
                exports.extend(section.into_iter().map(|e| e.expect("an export").name.name.to_owned()));
            }
            _ => {}
        }
    }
    assert_eq!(exports, ["cento:compaction/compaction@0.1.0"]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn law_02_component_and_native_give_the_same_plan(session in session::flawed(1..60), budget in 100i64..6_000) {
        let options = Options { summary_budget_tokens: Some(budget), protect_last_n: 4, tail_token_budget: 200, ..Options::default() };
        let messages = list::messages(&session.list);
        let second = Engine::embedded(Limits::default()).expect("a second engine");
        let plan = ENGINE.plan(&messages, &options);
        prop_assert_eq!(&plan, &second.plan(&messages, &options));
        prop_assert_eq!(plan.ok(), cento_guest::compress(&messages, &options).ok());
    }

    #[test]
    fn law_02_a_pruning_is_the_same_on_both_sides_and_holds(session in session::flawed(1..60), threshold in 0i64..1_001, chars in 0i64..900) {
        let options = Options { strategy: Prune, protect_last_n: 4, tail_token_budget: 0, prune_permille: threshold, truncate_chars: chars, protected_tools: vec!["search_files".to_owned()], ..Options::default() };
        let messages = list::messages(&session.list);
        let plan = list::compress(&session.list, &options);
        prop_assert_eq!(&ENGINE.plan(&messages, &options).expect("a plan"), &plan);
        let findings = cento::verify::check(&messages, &plan);
        prop_assert!(findings.is_empty(), "{}", cento::verify::sentence(&findings));
        let scores = plan.judgements.iter().map(|j| Score { message: j.message, call: j.call, keep_call: j.keep_call, keep_result: j.keep_result }).collect();
        let again = Options { scores, ..options };
        let again = ENGINE.plan(&messages, &again).expect("a plan");
        prop_assert_eq!(again.edits, plan.edits);
    }

    #[test]
    fn law_02_a_shortening_is_the_same_on_both_sides(session in session::flawed(1..60), percent in 5i64..96, words in prop::option::of(Just("lamp test".to_owned()))) {
        let options = Options { strategy: Slim, context_length: 0, protect_last_n: 4, tail_token_budget: 0, target_percent: percent, min_tokens: 60, focus_topic: words, ..Options::default() };
        let plan = list::compress(&session.list, &options);
        prop_assert_eq!(ENGINE.plan(&list::messages(&session.list), &options).expect("a plan"), plan);
    }

    /// The host checks every plan; none of ours may be turned down.
    #[test]
    fn law_07_the_host_accepts_our_plans(session in session::flawed(1..60), budget in 100i64..6_000) {
        let options = Options { summary_budget_tokens: Some(budget), protect_last_n: 4, tail_token_budget: 200, ..Options::default() };
        let plan = list::compress(&session.list, &options);
        let findings = cento::verify::check(&list::messages(&session.list), &plan);
        prop_assert!(findings.is_empty(), "{}", cento::verify::sentence(&findings));
    }
}

#[test]
fn law_02_every_sample_gives_the_same_bytes_twice_and_on_both_sides() {
    for name in ["tides.json", "short.json"] {
        let path = format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a sample");
        let native = cento_guest::compress_json(&text).expect("a plan");
        assert_eq!(ENGINE.plan_json(&text).expect("a plan"), native);
        let session = json::split(&text).expect("a session");
        assert!(native.contains("\"compacted\""), "{name}: {} messages give nothing", session.message_slices.len());
    }
}

/// What is built is what is shipped: the same plan on a thread with a small stack, and after another call failed.
#[test]
fn law_03_a_failed_call_leaves_nothing_behind() {
    let messages = list::messages(&session::long(3, 60_000).list);
    let options = Options { protect_last_n: 4, tail_token_budget: 200, ..Options::default() };
    let plan = ENGINE.plan(&messages, &options).expect("a plan");
    let poor = ENGINE.with_limits(Limits { fuel: 10_000, ..Limits::default() });
    assert!(poor.plan(&messages, &options).is_err());
    assert_eq!(ENGINE.plan(&messages, &options).expect("a plan"), plan);
}
