//! The verbs of the command line: read, call the library, write.
mod apart;
pub(crate) mod arguments;
mod explain;
mod progress;
mod stored;
mod verify;

use arguments::{Arguments, CompactArguments, Source, Verb};
use cento::contract::{Options, Strategy, Usage};
use cento::{COMPONENT, COMPONENT_SHA256, Compacted, Engine, EngineError, Failure, Limits, Report, Session};
use clap::{CommandFactory, Parser};
use progress::Progress;
use std::fmt::Display;
use std::io::{ErrorKind, IsTerminal, Read, Write};
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
        // One line, whatever a file's name, an argument or the system's words hold.
        Stop { code, line: line.to_string().replace(char::is_control, " ") }
    }
}

/// Reads the command line and runs its verb.
pub(crate) fn run() -> ExitCode {
    match Arguments::try_parse().map_err(unread).and_then(|arguments| verb(arguments.verb)) {
        Ok(code) => code,
        Err(stop) => {
            let _ = writeln!(std::io::stderr(), "cento: {}", stop.line);
            ExitCode::from(stop.code)
        }
    }
}

/// A command line that cannot be read, in one line; help and version are printed.
fn unread(error: clap::Error) -> Stop {
    if !error.use_stderr() {
        error.exit();
    }
    let verb = std::env::args().nth(1).filter(|name| Arguments::command().find_subcommand(name).is_some());
    let help = verb.map_or("cento --help".to_string(), |verb| format!("cento {verb} --help"));
    let said = error.render().to_string();
    let words = match error.kind() {
        clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "no command is given",
        // What is wrong and where stands before the first blank line; tips and usage follow.
        _ => said.split("\n\n").next().unwrap_or_default().trim_start_matches("error: "),
    };
    let words: Vec<&str> = words.split_whitespace().collect();
    Stop::new(BAD_INPUT, format!("{}; see {help}", words.join(" ")))
}

fn verb(verb: Verb) -> Result<ExitCode, Stop> {
    let source = match &verb {
        Verb::Compact(CompactArguments { source, .. }) | Verb::Anchors { source, .. } => Some(source),
        Verb::Explain(verb) => Some(&verb.source),
        Verb::Verify(_) | Verb::ShouldCompress { .. } | Verb::Component { .. } => None,
    };
    if let Some((source, text)) = source.and_then(|source| Some((source, source.find.as_deref()?))) {
        write(None, stored::find(source, text)?.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    match verb {
        Verb::Compact(verb) => compact(&verb),
        Verb::Explain(verb) => explain(&verb.source, verb.engine.as_deref()),
        Verb::Verify(verb) => verify::run(&verb),
        Verb::Anchors { source, max_bytes, engine } => anchors(&source, max_bytes, engine.as_deref()),
        Verb::ShouldCompress { tokens, window, threshold_percent } => should(tokens, window, threshold_percent),
        Verb::Component { out } => component(&out),
    }
}

fn compact(verb: &CompactArguments) -> Result<ExitCode, Stop> {
    let db = if verb.source.session.is_some() { verb.source.db() } else { None };
    let written = [("--out", verb.out.as_deref()), ("--dump", verb.dump.as_deref())];
    apart::keep(&written, &[("the input", verb.source.path()), ("the engine", verb.engine.as_deref())], db.as_deref())?;
    let (session, progress) = read(&verb.source)?;
    prunes(&session, &[("--dump", verb.dump.is_some())])?;
    let source = EngineSource::read(verb.engine.as_deref())?;
    let compacted = match source.load(verb.limits()) {
        Ok(engine) => {
            progress.say("compacting");
            cento::compact(&engine, &session)
        }
        Err(error) => Compacted::unchanged(&session, Failure::Engine(error)),
    };
    progress.done();
    let mut report = cento::apply::report_json(&compacted.report);
    report.push(b'\n');
    if let Some(file) = &verb.dump {
        write(Some(file), &cento::apply::dump(&session, &compacted.judgements))?;
    }
    let json = if verb.report_only { &report } else { &compacted.json };
    // A session of the database goes into a file, or nowhere: what is printed says what would happen.
    let told = verb.source.session.is_some() && !verb.report_only;
    if !told || verb.out.is_some() {
        write(verb.out.as_deref(), json)?;
    }
    if told {
        write(None, stored::told(&compacted.report, verb.out.as_deref()).as_bytes())?;
    }
    match compacted.failure {
        None => {
            // Without this, a file that holds what came in would look like one that was made shorter.
            if let Some(file) = verb.out.as_deref().filter(|_| !told && compacted.report.outcome != "compacted") {
                note(&file.display().to_string(), &compacted.report.reason);
            }
            Ok(ExitCode::SUCCESS)
        }
        Some(failure) => Err(Stop::new(FAILED, format!("{failure}; the messages are unchanged"))),
    }
}

fn explain(source: &Source, engine_file: Option<&Path>) -> Result<ExitCode, Stop> {
    let (session, progress) = read(source)?;
    let engine = engine(engine_file)?;
    progress.say("compacting");
    let planned = cento::plan(&engine, &session.messages, &session.options);
    progress.done();
    match planned {
        Ok(verified) => {
            let notes = Report::of(&session, &verified.plan).notes;
            write(None, explain::table(&session, &verified.plan, &notes).as_bytes())?;
        }
        Err(failure) => return Err(Stop::new(FAILED, failure)),
    }
    Ok(ExitCode::SUCCESS)
}

fn anchors(source: &Source, max_bytes: u32, engine_file: Option<&Path>) -> Result<ExitCode, Stop> {
    let (session, _) = read(source)?;
    let engine = engine(engine_file)?;
    let found = engine
        .anchors(&session.messages, &session.options, max_bytes)
        .map_err(|error| Stop::new(FAILED, Failure::Engine(error)))?;
    let headed = std::io::stdout().is_terminal();
    write(None, explain::anchors(&found, headed).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn should(tokens: i64, window: i64, threshold_percent: Option<i64>) -> Result<ExitCode, Stop> {
    let engine = engine(None)?;
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

/// One line on stderr beside what the run does.
fn note(name: &str, words: &str) {
    let _ = writeln!(std::io::stderr(), "cento: {}", Stop::new(0, format!("{name}: {words}")).line);
}

/// Refuses flags, each with whether it is given, that say nothing where no call is judged.
fn prunes(session: &Session, flags: &[(&str, bool)]) -> Result<(), Stop> {
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) if session.options.strategy != Strategy::Prune => {
            Err(Stop::new(BAD_INPUT, format!("{flag}: only the strategy prune judges calls; add --strategy prune")))
        }
        _ => Ok(()),
    }
}

/// Reads the session; options given as flags go over those of the file.
fn read(source: &Source) -> Result<(Session, Progress), Stop> {
    let (mut session, progress) = match &source.session {
        Some(id) => stored::read(source, id)?,
        None => read_file(source)?,
    };
    let name = source.session.clone().unwrap_or(source.name());
    let left_out = session.source.as_ref().and_then(cento::Source::left_out_sentence);
    session.misplaced().iter().chain(&left_out).for_each(|told| note(&name, told));
    source.set(&mut session.options).map_err(|error| Stop::new(BAD_INPUT, error))?;
    prunes(&session, &[("--scores", source.is_given("scores"))])?;
    Ok((session, progress))
}

fn read_file(source: &Source) -> Result<(Session, Progress), Stop> {
    let named = |error: &dyn Display| Stop::new(BAD_INPUT, format!("{}: {error}", source.name()));
    let mut bytes = Vec::new();
    let read = match source.path() {
        None => std::io::stdin().lock().read_to_end(&mut bytes),
        Some(file) => std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| named(&error))?;
    let progress = Progress::for_input(bytes.len());
    progress.say("reading");
    Ok((Session::read(bytes).map_err(|error| named(&error))?, progress))
}

/// Where the engine comes from: the embedded component, or the bytes of a file.
struct EngineSource<'a>(Option<(&'a Path, Vec<u8>)>);

impl<'a> EngineSource<'a> {
    /// A file that cannot be read is bad input.
    fn read(file: Option<&'a Path>) -> Result<Self, Stop> {
        let read = |file: &'a Path| match std::fs::read(file) {
            Ok(wasm) => Ok((file, wasm)),
            Err(error) => Err(Stop::new(BAD_INPUT, format!("--engine {}: {error}", file.display()))),
        };
        Ok(EngineSource(file.map(read).transpose()?))
    }

    /// Compiling takes seconds; a person who waits is told.
    fn load(&self, limits: Limits) -> Result<Engine, EngineError> {
        let Some((file, wasm)) = &self.0 else { return Engine::embedded(limits) };
        let progress = Progress::for_people();
        progress.say(&format!("compiling {}", file.display().to_string().replace(char::is_control, " ")));
        let engine = Engine::from_bytes(wasm, limits);
        progress.done();
        engine
    }
}

fn engine(file: Option<&Path>) -> Result<Engine, Stop> {
    let engine = EngineSource::read(file)?.load(Limits::default());
    engine.map_err(|error| Stop::new(FAILED, Failure::Engine(error)))
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
