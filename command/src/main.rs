//! `cento compact -` as one program without a sandbox of its own: for `wasmtime run`, which is one, and for comparing.
//!
//! A session on standard input, in any format; on standard output what `cento compact -` prints. It needs nothing else:
//! no folder, no environment, no clock. Exit code 1 with one line on standard error if the input is wrong, or if there
//! are arguments: options stand in the input, and a flag that does nothing would not be noticed.
use cento_verify::{Report, Session, apply, check, sentence};
use std::io::{Read, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match compact() {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            let _ = writeln!(std::io::stderr(), "cento: {line}");
            ExitCode::FAILURE
        }
    }
}

fn compact() -> Result<(), String> {
    if std::env::args_os().len() > 1 {
        let form = r#"{"messages": [...], "options": {...}}"#;
        return Err(format!("no arguments are taken: options stand in the input, {form}"));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes).map_err(|error| format!("stdin: {error}"))?;
    let session = Session::read(bytes).map_err(|error| format!("stdin: {error}"))?;
    for note in session.misplaced() {
        let _ = writeln!(std::io::stderr(), "cento: stdin: {note}");
    }
    let plan = cento_guest::compress(&session.messages, &session.options).map_err(|error| error.to_string())?;
    let findings = check(&session.messages, &plan);
    if !findings.is_empty() {
        return Err(format!("plan rejected: {}", sentence(&findings)));
    }
    let json = apply::output(&apply::messages(&session, Some(&plan)), &Report::of(&session, &plan));
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&json).and_then(|()| stdout.flush()).map_err(|error| format!("stdout: {error}"))
}
