//! The verbs of the command line: read, call the library, write.
pub(crate) mod arguments;
mod explain;
mod progress;

use arguments::{Arguments, CompactArguments, Source, Verb};
use cento::contract::json::set_option;
use cento::contract::{Options, Usage};
use cento::{COMPONENT, COMPONENT_SHA256, Engine, EngineError, Failure, Limits, Session};
use progress::Progress;
use std::fmt::Display;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Bad input.
const BAD_INPUT: u8 = 2;
/// The sandbox failed, or the plan was rejected.
const FAILED: u8 = 3;

/// What ends a run early: an exit code, and one line for stderr.
struct Stop {
    code: u8,
    line: String,
}

impl Stop {
    fn new(code: u8, line: impl Display) -> Stop {
        // One line, whatever a file's name or the system's words hold.
        Stop { code, line: line.to_string().replace(['\n', '\r'], " ") }
    }
}

/// Runs the verb.
pub(crate) fn run(arguments: Arguments) -> ExitCode {
    let ran = match arguments.verb {
        Verb::Compact(verb) => compact(&verb),
        Verb::Explain(verb) => explain(&verb.source, verb.engine.as_deref()),
        Verb::Anchors { source, max_bytes, engine } => anchors(&source, max_bytes, engine.as_deref()),
        Verb::ShouldCompress { tokens, window, threshold_percent } => should(tokens, window, threshold_percent),
        Verb::Component { out } => component(&out),
    };
    match ran {
        Ok(code) => code,
        Err(stop) => {
            let _ = writeln!(std::io::stderr(), "cento: {}", stop.line);
            ExitCode::from(stop.code)
        }
    }
}

fn compact(verb: &CompactArguments) -> Result<ExitCode, Stop> {
    let (session, progress) = read(&verb.source)?;
    let engine = engine(verb.engine.as_deref(), verb.limits())?;
    progress.say("compacting");
    let compacted = cento::compact(&engine, &session);
    progress.done();
    let mut report = cento::apply::report_json(&compacted.report);
    report.push(b'\n');
    let json = if verb.report_only { &report } else { &compacted.json };
    write(verb.out.as_deref(), json)?;
    match compacted.failure {
        None => Ok(ExitCode::SUCCESS),
        Some(failure) => Err(Stop::new(FAILED, format!("{failure}; the messages are unchanged"))),
    }
}

fn explain(source: &Source, engine_file: Option<&Path>) -> Result<ExitCode, Stop> {
    let (session, progress) = read(source)?;
    let engine = engine(engine_file, Limits::default())?;
    progress.say("compacting");
    let planned = cento::plan(&engine, &session.messages, &session.options);
    progress.done();
    match planned {
        Ok(verified) => write(None, explain::table(&session, &verified.plan).as_bytes())?,
        Err(failure) => return Err(Stop::new(FAILED, failure)),
    }
    Ok(ExitCode::SUCCESS)
}

fn anchors(source: &Source, max_bytes: u32, engine_file: Option<&Path>) -> Result<ExitCode, Stop> {
    let (session, _) = read(source)?;
    let engine = engine(engine_file, Limits::default())?;
    let found = engine
        .anchors(&session.messages, &session.options, max_bytes)
        .map_err(|error| Stop::new(FAILED, Failure::Engine(error)))?;
    write(None, explain::anchors(&found).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn should(tokens: i64, window: i64, threshold_percent: Option<i64>) -> Result<ExitCode, Stop> {
    let engine = engine(None, Limits::default())?;
    let usage = Usage { prompt_tokens: Some(tokens), ..Usage::default() };
    let mut options = Options { context_length: window, ..Options::default() };
    options.threshold_percent = threshold_percent.unwrap_or(options.threshold_percent);
    let decision =
        engine.should_compress(&usage, &options).map_err(|error| Stop::new(FAILED, Failure::Engine(error)))?;
    let answer = if decision.compress { "yes" } else { "no" };
    write(None, format!("{answer}: {} tokens, threshold {}\n", decision.tokens, decision.threshold).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn component(out: &Path) -> Result<ExitCode, Stop> {
    write(Some(out), COMPONENT)?;
    let line = format!("sha256 {COMPONENT_SHA256}, {} bytes, imports []\n", COMPONENT.len());
    write(None, line.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the session; options given as flags go over those of the file.
fn read(source: &Source) -> Result<(Session, Progress), Stop> {
    let named = |error: &dyn Display| Stop::new(BAD_INPUT, format!("{}: {error}", source.name()));
    let mut bytes = Vec::new();
    let read = if source.is_stdin() {
        std::io::stdin().lock().read_to_end(&mut bytes)
    } else {
        std::fs::File::open(&source.file).and_then(|mut file| file.read_to_end(&mut bytes))
    };
    read.map_err(|error| named(&error))?;
    let progress = Progress::for_input(bytes.len());
    progress.say("reading");
    let mut session = Session::read(bytes).map_err(|error| named(&error))?;
    for (name, value) in source.flags() {
        set_option(&mut session.options, name, &value).map_err(|error| Stop::new(BAD_INPUT, error))?;
    }
    Ok((session, progress))
}

fn engine(file: Option<&Path>, limits: Limits) -> Result<Engine, Stop> {
    match file {
        None => Engine::embedded(limits),
        Some(file) => Engine::from_file(file, limits),
    }
    .map_err(|error: EngineError| {
        let name = file.map(|file| format!("{}: ", file.display())).unwrap_or_default();
        Stop::new(FAILED, format!("{name}{error}"))
    })
}

/// Writes to a file or to stdout. A reader who has seen enough (`| head`) is no error.
fn write(out: Option<&Path>, bytes: &[u8]) -> Result<(), Stop> {
    let written = match out {
        Some(file) => std::fs::write(file, bytes),
        None => {
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(bytes).and_then(|()| stdout.flush())
        }
    };
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe && out.is_none() => Ok(()),
        Err(error) => {
            let name = out.map_or("stdout".to_string(), |file| file.display().to_string());
            Err(Stop::new(BAD_INPUT, format!("{name}: {error}")))
        }
        Ok(()) => Ok(()),
    }
}
