//! Engines that behave badly: each is refused or its plan rejected, with the typed cause that the table names, and the
//! messages stay as they were.
//!
//! The engine is `tests/hostile`, built here from its sources; it takes our own plan and changes one thing in it.
use cento::{Compacted, Engine, EngineError, Failure, Limits, Refusal, Session};
use cento_components::{Component, STACK, build};
use cento_tests::list;
use cento_tests::session::{self, Code, Shape, Step};
use std::path::Path;
use std::sync::LazyLock;
use wasm_encoder::{
    ComponentBuilder, ComponentExportKind, ComponentTypeRef, ComponentValType, ExportKind, InstanceType,
    PrimitiveValType,
};

/// What the engine does, and the cause that the host names: one of `EngineError`, or one of the verifier's findings.
const BEHAVIOURS: [(&str, &str); 44] = [
    // It runs, and does not come to an end, or to none that the interface knows.
    ("endless-loop", "OutOfFuel"),
    ("endless-recursion", "StackOverflow"),
    ("memory-hog", "OutOfMemory"),
    ("memory-at-once", "OutOfMemory"),
    ("trap", "Trap"),
    ("panic", "Trap"),
    ("division-by-zero", "Trap"),
    ("read-outside-memory", "Trap"),
    ("exit", "Trap"),
    // What it answers is no answer.
    ("huge-answer", "OutputTooLarge"),
    ("many-quotes", "OutputTooLarge"),
    ("text-not-utf8", "Trap"),
    ("text-outside-memory", "Trap"),
    // Indices that lead nowhere.
    ("edit-out-of-range", "EditOutOfRange"),
    ("edit-twice", "EditsNotAscending"),
    ("summary-out-of-range", "SummaryPlace"),
    ("quote-out-of-range", "QuoteSource"),
    ("quote-span-outside", "QuoteSpan"),
    ("claim-out-of-range", "ClaimSource"),
    ("claim-span-outside", "ClaimSpan"),
    // Messages that are not its to change.
    ("system-message-dropped", "MayNotDrop"),
    ("system-message-altered", "MayNotRewrite"),
    ("kept-message-altered", "MayNotRewrite"),
    ("result-invented", "RewriteForged"),
    ("dropped-without-summary", "DroppedWithoutSummary"),
    ("call-loses-its-result", "OrphanCall"),
    ("result-loses-its-call", "OrphanResult"),
    // Lies in the summary.
    ("quote-forged", "QuoteForged"),
    ("quote-of-another-message", "QuoteForged"),
    ("exit-0-that-is-none", "ClaimCode"),
    ("failed-as-succeeded", "ClaimContradicts"),
    ("exit-0-without-claim", "CodeWithoutClaim"),
    ("reference-to-nothing", "RowUnknown"),
    ("control-character", "ControlCharacter"),
    ("hidden-character", "HiddenCharacter"),
    ("chat-template-marker", "TemplateMarker"),
    ("secret", "Secret"),
    ("over-budget", "OverBudget"),
    ("summary-as-system", "SummaryRole"),
    ("summary-empty", "SummaryEmpty"),
    // Lies about itself.
    ("report-of-another-size", "Number"),
    ("nothing-done-it-says", "Outcome"),
    // And once more honest, after all that.
    ("", "none"),
    ("what it was asked to keep in sight", "none"),
];

/// Less fuel than by default, so that an endless loop ends in a second.
const LIMITS: Limits = Limits { fuel: 1_000_000_000, memory: 256 << 20, input: 64 << 20, output: 64 << 20 };

/// The engine. Little of the optimiser: it is built to be tried once. One unit: on some divisions into several the
/// linker breaks down (rust-lld of LLVM 22, writing the table of functions).
const SOURCES: Component = Component {
    package: "cento-hostile",
    file: "cento_hostile",
    target: "wasm32-wasip2",
    arguments: &[
        "--config=profile.guest.lto=false",
        "--config=profile.guest.opt-level=1",
        "--config=profile.guest.codegen-units=1",
    ],
    stack: STACK,
};

static HOSTILE: LazyLock<Engine> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let wasm = build(root, SOURCES, &Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile")).expect("it builds");
    Engine::from_bytes(&wasm, LIMITS).expect("the hostile engine")
});

/// A session that gives a plan with everything in it that can be lied about.
fn conversation(behaviour: &str) -> Session {
    let run = |code| Step::Run { command: 2, code: Code::Is(code), lines: 60, shape: Shape::Envelope };
    let steps = [run(2), Step::FailFixPass { command: 3, file: 1 }, run(0), run(3), Step::Say { topic: 4 }];
    let options = serde_json::json!({
        "protect_first_n": 1, "protect_last_n": 1, "tail_token_budget": 0, "summary_budget_tokens": 2_000,
        "focus_topic": behaviour,
    });
    let list = session::build(&steps, &[]).list;
    Session::read(list::session_text(&list, &options.to_string()).into_bytes()).expect("a session")
}

/// The names of the causes, as their types have them.
fn causes(failure: Option<&Failure>) -> Vec<String> {
    let name = |debug: String| debug.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned();
    match failure {
        None => vec!["none".to_owned()],
        Some(Failure::Engine(error)) => vec![name(format!("{error:?}"))],
        Some(Failure::Rejected(findings)) => findings.iter().map(|finding| name(format!("{finding:?}"))).collect(),
    }
}

#[test]
fn every_behaviour_has_its_cause_and_the_messages_stay() {
    let mut wrong = Vec::new();
    for (behaviour, cause) in BEHAVIOURS {
        let session = conversation(behaviour);
        let out = cento::compact(&HOSTILE, &session);
        let causes = causes(out.failure.as_ref());
        if !causes.iter().any(|found| found == cause) {
            wrong.push(format!("{behaviour}: {cause} expected, {causes:?} found"));
        }
        if (cause == "none") == unchanged(&session, &out) {
            wrong.push(format!("{behaviour}: the messages are {:?}", out.report.outcome));
        }
        let said = out.failure.map(|failure| failure.to_string()).unwrap_or_default();
        if said.len() > 200 || said.contains("part_") || said.contains("pytest") {
            wrong.push(format!("{behaviour}: the reason quotes the conversation: {said}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// All messages came out, byte for byte, and nothing else.
fn unchanged(session: &Session, out: &Compacted) -> bool {
    let given: Vec<&str> =
        (0..session.messages.len()).map(|n| std::str::from_utf8(session.raw(n)).expect("UTF-8")).collect();
    #[derive(serde::Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        messages: Vec<&'a serde_json::value::RawValue>,
    }
    let answer: Answer<'_> = serde_json::from_slice(&out.json).expect("JSON");
    answer.messages.iter().map(|m| m.get()).eq(given)
}

/// Every behaviour that the sources name stands in the table.
#[test]
fn the_table_is_complete() {
    let sources = include_str!("../hostile/src/lib.rs");
    let named = |name: &str| BEHAVIOURS.iter().any(|(behaviour, _)| *behaviour == name);
    let arms = sources.lines().map(str::trim_start).filter(|line| line.starts_with('"') || line.starts_with("(\""));
    let names: Vec<&str> = arms.filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(names.len(), BEHAVIOURS.len() - 2);
    assert_eq!(names.into_iter().filter(|name| !named(name)).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// It imports WASI, is given one, and gets nothing out of it: the same nothing each time.
#[test]
fn wasi_gives_nothing_away() {
    let probed = HOSTILE.plan_json("").expect("what it saw");
    let (seen, random) = probed.rsplit_once(' ').expect("lines");
    assert_eq!(
        seen,
        "variables 0\narguments 0\ndirectory closed\nroot closed\nfile read closed\nfile written closed\n\
         address closed\nconnection closed\ndatagram closed\nstandard input 0\nclock 0\ntime passed 0\nrandom"
    );
    assert_eq!(random.len(), 16);
    assert_eq!(HOSTILE.plan_json("").expect("what it saw"), probed);
}

/// Components that are not loaded at all.
#[test]
fn other_interfaces_are_refused() {
    let name = "cento:compaction/compaction@0.1.0";
    let import = |name: &str| Refusal::Import(name.to_owned());
    let half = cento::COMPONENT[..cento::COMPONENT.len() / 2].to_vec();
    let table = [
        ("no WebAssembly", b"#!/bin/sh\nrm -rf /\n".to_vec(), Refusal::NotAComponent),
        ("a core module", MODULE.to_vec(), Refusal::NotAComponent),
        ("half of a component", half, Refusal::NotAComponent),
        ("nothing in it", ComponentBuilder::default().finish(), Refusal::Interface),
        ("another world", exporting("cento:other/compaction@0.1.0", "compress"), Refusal::Interface),
        ("another version", exporting("cento:compaction/compaction@9.0.0", "compress"), Refusal::Interface),
        ("a function is missing", exporting(name, "should-compress"), Refusal::Interface),
        ("a function of another type", exporting(name, "compress"), Refusal::Interface),
        ("an import of another host", importing("evil:host/files@1.0.0"), import("evil:host/files@1.0.0")),
        ("WASI for the web", importing("wasi:http/types@0.2.0"), import("wasi:http/types@0.2.0")),
        ("WASI of another version", importing("wasi:cli/stdin@0.3.0"), import("wasi:cli/stdin@0.3.0")),
        ("WASI that there is not", importing("wasi:cli/own@0.2.0"), Refusal::Interface),
    ];
    for (what, bytes, refusal) in table {
        assert_eq!(Engine::from_bytes(&bytes, LIMITS).err(), Some(EngineError::Refused(refusal)), "{what}");
    }
}

/// `(module (func (export "f") (result i32) i32.const 1))`
const MODULE: &[u8] =
    b"\0asm\x01\0\0\0\x01\x05\x01\x60\0\x01\x7f\x03\x02\x01\0\x07\x05\x01\x01f\0\0\x0a\x06\x01\x04\0\x41\x01\x0b";

/// A component with one interface and one function in it, which takes nothing and gives a boolean.
fn exporting(interface: &str, function: &str) -> Vec<u8> {
    let mut inner = ComponentBuilder::default();
    let module = inner.core_module_raw(None, MODULE);
    let instance = inner.core_instantiate(None, module, []);
    let f = inner.core_alias_export(None, instance, "f", ExportKind::Func);
    let (ty, mut encoder) = inner.type_function(None);
    let nothing: [(&str, ComponentValType); 0] = [];
    encoder.params(nothing).result(Some(PrimitiveValType::Bool.into()));
    let lifted = inner.lift_func(None, f, ty, []);
    inner.export(function, ComponentExportKind::Func, lifted, None);
    let mut outer = ComponentBuilder::default();
    let component = outer.component(None, inner);
    let no_arguments: [(&str, ComponentExportKind, u32); 0] = [];
    let instance = outer.instantiate(None, component, no_arguments);
    outer.export(interface, ComponentExportKind::Instance, instance, None);
    outer.finish()
}

fn importing(interface: &str) -> Vec<u8> {
    let mut component = ComponentBuilder::default();
    let ty = component.type_instance(None, &InstanceType::new());
    component.import(interface, ComponentTypeRef::Instance(ty));
    component.finish()
}
