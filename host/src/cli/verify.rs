//! `verify`: two files go to the checker, or samples do.
use super::arguments::{VerifyArguments, state_db};
use super::{BAD_INPUT, Stop, engine, write};
use cento::contract::json;
use cento::{Engine, Session};
use cento_audit::selftest::{self, Sample};
use serde_json::Value;
use std::fmt::Display;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Something is wrong with what came out.
const FOUND: u8 = 1;

pub(super) fn run(verb: &VerifyArguments) -> Result<ExitCode, Stop> {
    let (text, value, clean) = if verb.self_test {
        let test = selftest::run(&samples(&engine(None)?)?);
        (test.text(), test.json(), test.holds())
    } else {
        let (original, surrogates, file) = both(verb)?;
        let (after, report) = compacted(file)?;
        let audit = cento_audit::audit(&rows(&original), &rows(&after), report, surrogates);
        (audit.text(), audit.json(), audit.is_clean())
    };
    let text = if verb.json { format!("{value:#}\n") } else { text };
    write(None, text.as_bytes())?;
    Ok(if clean { ExitCode::SUCCESS } else { ExitCode::from(FOUND) })
}

/// The messages as bytes.
fn rows(session: &Session) -> Vec<&[u8]> {
    (0..session.messages.len()).map(|row| session.raw(row)).collect()
}

/// The original, its lone surrogates, and the file of the compacted one.
fn both(verb: &VerifyArguments) -> Result<(Session, usize, &Path), Stop> {
    match (&verb.session, verb.files.as_slice()) {
        (Some(id), [compacted]) => {
            let db = state_db(verb.db.as_deref());
            let db =
                db.ok_or_else(|| Stop::new(BAD_INPUT, "no home folder to look for state.db in; name it with --db"))?;
            let stored = cento::state_db::read(&db, id, verb.active_only).map_err(|error| named(&db, &error))?;
            let original = stored.session().map_err(|error| named(&db, &error))?;
            // The rows were made from the columns of a database; there is no file to count in.
            let surrogates = original.surrogates_replaced as usize;
            Ok((original, surrogates, compacted))
        }
        (None, [original, compacted]) => {
            let text = Session::text(bytes(original)?).map_err(|error| named(original, &error))?;
            let surrogates = cento_audit::message::lone_surrogates(text.as_bytes());
            let session = Session::read_text(text).map_err(|error| named(original, &error))?;
            if let Some(left_out) = session.source.as_ref().and_then(cento::Source::left_out_sentence) {
                let line = named(original, &left_out).line;
                let _ = writeln!(std::io::stderr(), "cento: {line}");
            }
            Ok((session, surrogates, compacted))
        }
        (Some(_), _) => {
            Err(Stop::new(BAD_INPUT, "verify --session takes one file: COMPACTED; see cento verify --help"))
        }
        (None, _) => Err(Stop::new(BAD_INPUT, "verify takes two files: ORIGINAL COMPACTED; see cento verify --help")),
    }
}

fn named(file: &Path, error: &dyn Display) -> Stop {
    let name = if file.as_os_str() == "-" { "stdin".to_string() } else { file.display().to_string() };
    Stop::new(BAD_INPUT, format!("{name}: {error}"))
}

fn bytes(file: &Path) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    let read = match file.as_os_str() == "-" {
        true => std::io::stdin().lock().read_to_end(&mut bytes),
        false => std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| named(file, &error))?;
    Ok(bytes)
}

/// What came out: messages, and the report beside them if one stands there.
fn compacted(file: &Path) -> Result<(Session, Option<Value>), Stop> {
    let wrong = |error| named(file, &error);
    let text = Session::text(bytes(file)?).map_err(wrong)?;
    let report = report(&text);
    Ok((Session::read_text(text).map_err(wrong)?, report))
}

fn report(text: &str) -> Option<Value> {
    let keys = json::object(text.trim_start_matches('\u{feff}'))?;
    serde_json::from_str(keys.get("report")?.get()).ok()
}

/// Built-in conversations, and how each is compacted: every strategy, a list that stays, and a summary over a summary.
const SHORT: &str = include_str!("../../../examples/short.json");
const LONG: &str = include_str!("../../../examples/tides.json");
type Way = (&'static str, &'static str, &'static [(&'static str, &'static str)]);
const WAYS: [Way; 8] = [
    ("short, project", SHORT, &[]),
    (
        "short, slim",
        SHORT,
        &[("strategy", "\"slim\""), ("target_tokens", "2000"), ("protect_last_n", "6"), ("min_tokens", "60")],
    ),
    ("short, prune", SHORT, &[("strategy", "\"prune\"")]),
    ("short, nothing to do", SHORT, &[("protect_last_n", "200")]),
    ("long, project, 8,000 tokens", LONG, &[("summary_budget_tokens", "8000")]),
    ("long, project, 2,500 tokens", LONG, &[("summary_budget_tokens", "2500")]),
    ("long, slim", LONG, &[("strategy", "\"slim\""), ("target_percent", "25")]),
    ("long, prune", LONG, &[("strategy", "\"prune\"")]),
];

fn samples(engine: &Engine) -> Result<Vec<Sample>, Stop> {
    let mut samples = Vec::new();
    for (name, text, options) in WAYS {
        samples.push(sample(engine, name, text, options)?);
    }
    // The first two thirds, then what came out and the rest.
    let long = Session::read(LONG.into()).map_err(|error| Stop::new(BAD_INPUT, error))?;
    let all = rows(&long);
    let (first, rest) = all.split_at(all.len() * 2 / 3);
    let options: &[(&str, &str)] = &[("summary_budget_tokens", "4000")];
    let once = sample(engine, "", &list(first.iter().copied()), options)?;
    let grown = list(once.compacted.iter().map(Vec::as_slice).chain(rest.iter().copied()));
    samples.push(sample(engine, "long, project, a second pass", &grown, options)?);
    Ok(samples)
}

fn list<'a>(rows: impl Iterator<Item = &'a [u8]>) -> String {
    let rows: Vec<_> = rows.map(String::from_utf8_lossy).collect();
    format!("[{}]", rows.join(","))
}

fn sample(engine: &Engine, name: &str, text: &str, options: &[(&str, &str)]) -> Result<Sample, Stop> {
    let wrong = |error: &dyn Display| Stop::new(BAD_INPUT, format!("sample {name}: {error}"));
    let mut session = Session::read(text.into()).map_err(|error| wrong(&error))?;
    for (option, value) in options {
        json::set_option(&mut session.options, option, value).map_err(|error| wrong(&error))?;
    }
    let json = Session::text(cento::compact(engine, &session).json).map_err(|error| wrong(&error))?;
    let report = report(&json).unwrap_or_default();
    let after = Session::read_text(json).map_err(|error| wrong(&error))?;
    let owned = |session: &Session| rows(session).into_iter().map(<[u8]>::to_vec).collect();
    Ok(Sample { name: name.to_string(), original: owned(&session), compacted: owned(&after), report })
}
