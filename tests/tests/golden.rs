//! What comes of every case and every sample, frozen: the report, the edits, the summary, and a hash of the messages
//! that come out. One byte of other behaviour is a difference to read in `tests/golden`; `make bless` writes it anew.
use cento::{Engine, Limits, Session, sha256_hex};
use cento_contract::{Change, Edit, Plan, Strategy};
use cento_tests::case;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A rewritten text that is longer stands there with its hash alone.
const SHOWN: usize = 1_500;

#[test]
fn cases() {
    let mut found = Vec::new();
    for file in files("tests/cases", "json") {
        let case = case::run(&std::fs::read_to_string(&file).expect("a case file"));
        let after = sha256_hex(case.after.join("\n").as_bytes());
        found.extend(differs(&format!("case-{}", stem(&file)), &frozen(&case.plan, &after)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Through the component, the verifier and the applier, in each strategy.
#[test]
fn samples() {
    let engine = Engine::embedded(Limits::default()).expect("the component");
    let mut found = Vec::new();
    for file in files("examples", "json") {
        for (name, strategy) in [("project", Strategy::Project), ("slim", Strategy::Slim), ("prune", Strategy::Prune)] {
            let mut session = Session::read(std::fs::read(&file).expect("a sample")).expect("a session");
            session.options.strategy = strategy;
            let plan = cento::plan(&engine, &session.messages, &session.options).expect("a plan that holds").plan;
            let after = sha256_hex(&cento::apply::messages(&session, Some(&plan)).join(&b'\n'));
            found.extend(differs(&format!("sample-{}-{name}", stem(&file)), &frozen(&plan, &after)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// No file is left of a case or sample that is gone.
#[test]
fn nothing_else_is_frozen() {
    let samples = files("examples", "json").len();
    assert_eq!(files("tests/golden", "txt").len(), files("tests/cases", "json").len() + 3 * samples);
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(root().join(folder)).expect("a folder");
    let mut files: Vec<_> = all.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == ending));
    files.sort();
    files
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The first line that is another one than in the file; with `BLESS=1` the file is written.
fn differs(name: &str, text: &str) -> Option<String> {
    let file = root().join("tests/golden").join(format!("{name}.txt"));
    let old = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    if old == text {
        return None;
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, text).expect("the file is written");
        return None;
    }
    let (mut old, mut new) = (old.lines(), text.lines());
    let mut number = 1;
    loop {
        let (was, is) = (old.next(), new.next());
        if was != is || was.is_none() {
            return Some(format!("tests/golden/{name}.txt, line {number}\n  was {was:?}\n  is  {is:?}"));
        }
        number += 1;
    }
}

/// All that a plan says, in lines.
fn frozen(plan: &Plan, after: &str) -> String {
    let mut out = String::new();
    let report = serde_json::to_value(&plan.report).expect("a report");
    for (key, value) in report.as_object().into_iter().flatten() {
        match value.as_array().filter(|all| !all.is_empty()) {
            Some(all) => all.iter().for_each(|one| line(&mut out, format_args!("{key}: {one}"))),
            None => line(&mut out, format_args!("{key}: {value}")),
        }
    }
    line(&mut out, format_args!("sha256 of the messages that come out: {after}"));
    for edits in plan.edits.chunk_by(|a, b| a.change == b.change && a.reason == b.reason && a.message + 1 == b.message)
    {
        edit(&mut out, edits);
    }
    for j in &plan.judgements {
        let said = j.reasons.join("; ");
        let rescued = if j.rescued { ", rescued" } else { "" };
        line(
            &mut out,
            format_args!(
                "call {}.{}: {:?}{rescued}, {} and {}: {said}",
                j.message, j.call, j.verdict, j.keep_call, j.keep_result
            ),
        );
    }
    if let Some(s) = &plan.summary {
        line(&mut out, format_args!("quotes: {}, claims: {}", s.quotes.len(), s.claims.len()));
        let pointers: String =
            s.quotes.iter().map(|q| format!("{q:?}")).chain(s.claims.iter().map(|c| format!("{c:?}"))).collect();
        line(&mut out, format_args!("sha256 of their places and sources: {}", sha256_hex(pointers.as_bytes())));
        line(&mut out, format_args!("summary before {}, {:?}, {} tokens:\n\n{}", s.before, s.role, s.tokens, s.text));
    }
    out
}

/// One change of one message or of several in a row.
fn edit(out: &mut String, edits: &[Edit]) {
    let [first, .., last] = edits else {
        let [edit] = edits else { return };
        return one(out, edit, format_args!("{}", edit.message));
    };
    one(out, first, format_args!("{} to {}", first.message, last.message));
}

fn one(out: &mut String, edit: &Edit, messages: std::fmt::Arguments<'_>) {
    match &edit.change {
        Change::Drop => line(out, format_args!("{messages}: goes, {:?}", edit.reason)),
        Change::DropCalls(calls) => line(out, format_args!("{messages}: calls {calls:?} go, {:?}", edit.reason)),
        Change::Rewrite(text) => {
            let hash = sha256_hex(text.as_bytes());
            line(out, format_args!("{messages}: rewritten, {:?}, {} bytes, sha256 {hash}", edit.reason, text.len()));
            if text.len() <= SHOWN {
                text.lines().for_each(|shown| line(out, format_args!("  | {shown}")));
            }
        }
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    writeln!(out, "{text}").expect("a string takes all");
}
