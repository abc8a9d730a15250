//! The embedded component: nothing imported, the same bytes from either road, limits with their causes.
use super::*;
use cento_contract::Role;

fn conversation() -> Vec<Message> {
    let role = |n: usize| if n.is_multiple_of(2) { Role::User } else { Role::Assistant };
    (0..200).map(|n| Message::new(role(n), format!("message {n}: {}", "some words ".repeat(200)))).collect()
}

#[test]
fn the_component_imports_nothing() {
    let runtime = runtime(Room::Little).unwrap();
    let component = Component::from_binary(&runtime, COMPONENT).unwrap();
    assert_eq!(component.component_type().imports(&runtime).count(), 0);
    assert_eq!(crate::sha256_hex(COMPONENT), COMPONENT_SHA256);
}

#[test]
fn precompiled_and_compiled_here_agree() {
    let (messages, options) = (conversation(), Options::default());
    let embedded = Engine::embedded(Limits::default()).unwrap();
    let compiled = Engine::from_bytes(COMPONENT, Limits::default()).unwrap();
    let planned = embedded.plan_metered(&messages, &options).unwrap();
    assert_eq!(planned, compiled.plan_metered(&messages, &options).unwrap());
    assert_eq!(planned, embedded.plan_metered(&messages, &options).unwrap());
    assert_eq!((embedded.sha256(), planned.answer.report.messages_before), (compiled.sha256(), 200));
}

#[test]
fn either_room_gives_the_same_plan_at_the_same_cost() {
    let (messages, options) = (conversation(), Options::default());
    let plan = |room| Engine::embedded_in(room, Limits::default()).unwrap().plan_metered(&messages, &options).unwrap();
    assert_eq!(plan(Room::Whole), plan(Room::Little));
}

#[test]
fn every_limit_has_its_own_cause_and_the_next_call_works() {
    let (messages, options) = (conversation(), Options::default());
    let engine = Engine::embedded(Limits::default()).unwrap();
    let cause = |limits: Limits| engine.with_limits(limits).plan(&messages, &options).unwrap_err();
    let most = Limits::default();
    assert_eq!(cause(Limits { fuel: 10_000, ..most }), EngineError::OutOfFuel { limit: 10_000 });
    assert!(matches!(cause(Limits { memory: 4 << 16, ..most }), EngineError::OutOfMemory { limit: 262_144, .. }));
    assert!(matches!(cause(Limits { input: 1000, ..most }), EngineError::InputTooLarge { limit: 1000, .. }));
    let small = engine.with_limits(Limits { output: 8, ..most });
    assert_eq!(small.plan_json(r#"{"messages":[]}"#), Err(EngineError::OutputTooLarge { limit: 8 }));
    assert!(engine.plan(&messages, &options).is_ok());
}

#[test]
fn other_files_are_refused() {
    let cause = |bytes: &[u8]| Engine::from_bytes(bytes, Limits::default()).err();
    assert_eq!(cause(b"no wasm"), Some(EngineError::Refused(Refusal::NotAComponent)));
    // A component with nothing in it.
    assert_eq!(cause(b"\0asm\x0d\0\x01\0"), Some(EngineError::Refused(Refusal::Interface)));
    let missing = Engine::from_file(Path::new("no/such/file.wasm"), Limits::default()).err();
    assert!(matches!(missing, Some(EngineError::Refused(Refusal::Unreadable(_)))));
}

#[test]
fn errors_of_the_contract_come_through() {
    let engine = Engine::embedded(Limits::default()).unwrap();
    let error = engine.plan_json("{").unwrap_err();
    assert!(matches!(error, EngineError::Contract(cento_contract::Error::NotJson { .. })));
    assert!(engine.plan_json(r#"{"messages":[]}"#).unwrap().contains("nothing-between"));
}
