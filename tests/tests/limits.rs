//! Each limit in pairs: a call within it works, a call beyond it has its typed cause, and the next call works.
use cento::{Engine, EngineError, Failure, Limits};
use cento_contract::{Message, Options};
use cento_tests::{list, session};

fn messages() -> Vec<Message> {
    list::messages(&session::long(11, 200_000).list)
}

fn options() -> Options {
    Options { protect_last_n: 4, tail_token_budget: 200, ..Options::default() }
}

/// Runs the same call within and beyond a limit and gives the error of the second.
fn pair(within: Limits, beyond: Limits) -> EngineError {
    let (messages, options) = (messages(), options());
    let engine = Engine::embedded(within).expect("the component");
    let plan = engine.plan(&messages, &options).expect("the call within the limit works");
    let error = engine.with_limits(beyond).plan(&messages, &options).expect_err("the call beyond the limit works");
    assert_eq!(engine.plan(&messages, &options), Ok(plan), "the next call");
    let said = error.to_string();
    assert!(!said.contains("part_") && said.len() < 300, "the reason quotes the conversation: {said}");
    error
}

#[test]
fn fuel() {
    let used = Engine::embedded(Limits::default())
        .expect("the component")
        .plan_metered(&messages(), &options())
        .expect("a plan")
        .fuel;
    let within = Limits { fuel: used, ..Limits::default() };
    let beyond = Limits { fuel: used / 2, ..Limits::default() };
    assert_eq!(pair(within, beyond), EngineError::OutOfFuel { limit: used / 2 });
}

#[test]
fn fuel_is_the_same_each_time() {
    let engine = Engine::embedded(Limits::default()).expect("the component");
    let used = || engine.plan_metered(&messages(), &options()).expect("a plan").fuel;
    assert_eq!(used(), used());
}

#[test]
fn memory() {
    let beyond = Limits { memory: 1 << 20, ..Limits::default() };
    assert!(matches!(pair(Limits::default(), beyond), EngineError::OutOfMemory { limit: 1_048_576, .. }));
}

#[test]
fn input() {
    let beyond = Limits { input: 100_000, ..Limits::default() };
    assert!(matches!(
        pair(Limits { input: 1 << 20, ..Limits::default() }, beyond),
        EngineError::InputTooLarge { limit: 100_000, .. }
    ));
}

#[test]
fn output() {
    let beyond = Limits { output: 200, ..Limits::default() };
    assert_eq!(pair(Limits::default(), beyond), EngineError::OutputTooLarge { limit: 200 });
}

#[test]
fn a_limit_that_is_met_leaves_the_conversation_as_it_was() {
    let text =
        list::session_text(&session::long(5, 50_000).list, "{\"protect_last_n\": 4, \"tail_token_budget\": 200}");
    let session = cento::Session::read(text.clone().into_bytes()).expect("a session");
    let poor = Engine::embedded(Limits { fuel: 5_000, ..Limits::default() }).expect("the component");
    let out = cento::compact(&poor, &session);
    assert_eq!(out.failure, Some(Failure::Engine(EngineError::OutOfFuel { limit: 5_000 })));
    assert_eq!(
        (out.report.messages_before, out.report.messages_after),
        (session.messages.len() as u32, session.messages.len() as u32)
    );
    let json = String::from_utf8(out.json).expect("UTF-8");
    for n in 0..session.messages.len() {
        assert!(json.contains(std::str::from_utf8(session.raw(n)).expect("UTF-8")), "message {n}");
    }
}

#[test]
fn a_file_that_is_no_component_is_refused_with_a_reason() {
    let refused =
        |bytes: &[u8]| Engine::from_bytes(bytes, Limits::default()).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(refused(b"hello").contains("not a WebAssembly component"));
    // An empty component: it is one, but it does not export the interface.
    assert!(refused(b"\0asm\x0d\0\x01\0").contains("does not export cento:compaction"));
}
