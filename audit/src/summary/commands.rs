//! Lines of commands: text and outcomes, one command a line or several that ended alike.
use super::{Command, Fact, From, Outcome, Quote, Ref, State, Why, item, reference, span};

/// Words of states that have no code, longest first.
const WORDS: [(&str, State); 10] = [
    ("not run, waits for approval", State::Waits),
    ("running in background", State::Running),
    ("refused, not run", State::Ended(Why::Refused)),
    ("no exit code", State::NoCode),
    ("interrupted", State::Ended(Why::Interrupted)),
    ("no result", State::NoResult),
    ("timed out", State::Ended(Why::TimedOut)),
    ("killed", State::Ended(Why::Killed)),
    ("failed", State::Failed),
    ("ok", State::Ok),
];

/// A state at the start of a text, and the rest.
pub(super) fn state(text: &str) -> Option<(State, &str)> {
    let Some(rest) = text.strip_prefix("exit ") else {
        let (words, state) = WORDS.iter().find(|(words, _)| text.starts_with(words))?;
        return Some((*state, &text[words.len()..]));
    };
    let sign = usize::from(rest.starts_with('-'));
    let digits = rest.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
    let code = rest[..sign + digits].parse().ok()?;
    let rest = &rest[sign + digits..];
    for (why, words) in [
        (Why::Killed, " (killed)"),
        (Why::TimedOut, " (timed out)"),
        (Why::Interrupted, " (interrupted)"),
        (Why::Refused, " (refused, not run)"),
    ] {
        if let Some(rest) = rest.strip_prefix(words) {
            return Some((State::Exit(code, why), rest));
        }
    }
    Some((State::Exit(code, Why::None), rest))
}

/// ` ×12`, and the rest.
fn times(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(" ×")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| &rest[digits..])
}

/// ` at [#N]`, and the rest.
fn at(text: &str) -> Option<(Ref, &str)> {
    reference(text.strip_prefix(" at ")?)
}

/// States with their places; the rest of the line.
fn states(mut text: &str, line: Ref) -> Option<(Vec<Outcome>, &str)> {
    let mut all = Vec::new();
    loop {
        let (state, mut rest) = state(text)?;
        let mut outcome = Outcome { state, at: line, below: false };
        for _ in 0..2 {
            if let Some(after) = times(rest) {
                rest = after;
            }
            if let Some((place, after)) = at(rest) {
                (outcome.at, rest) = (place, after);
            }
        }
        all.push(outcome);
        match rest.strip_prefix(", ").filter(|next| super::commands::state(next).is_some()) {
            Some(next) => text = next,
            None => return Some((all, rest)),
        }
    }
}

/// A count of cut characters behind a span: `+12`.
fn without_cut(text: &str) -> &str {
    match text.strip_prefix('+') {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => text,
    }
}

/// One line of a section of commands; `in` and `after` lines and lines below a command are the caller's.
pub(super) fn read(line: &str, n: usize) -> Option<Vec<Fact<'_>>> {
    match item(line) {
        Some((at, rest)) => Some(vec![single(at, rest, n)?]),
        None => group(line, n),
    }
}

/// `[tool ]span[+N] states[ (meaning)][; ended below: state][; runs again below][ in `dir`]`
fn single(at: Ref, rest: &str, n: usize) -> Option<Fact<'_>> {
    let (tool, rest) = match rest.starts_with('`') {
        true => ("", rest),
        false => {
            let (tool, _) = rest.split_once(" `")?;
            (tool, &rest[tool.len() + 1..])
        }
    };
    let (text, rest) = span(rest)?;
    let rest = without_cut(rest).strip_prefix(' ')?;
    let (states, mut rest) = states(rest, at)?;
    let mut directory = "";
    if let Some(inner) = rest.strip_suffix('`')
        && let Some((head, named)) = inner.rsplit_once(" in `")
    {
        (rest, directory) = (head, named);
    }
    let again = rest.ends_with("; runs again below");
    rest = rest.strip_suffix("; runs again below").unwrap_or(rest);
    let mut outcomes = Vec::new();
    if let Some(open) = rest.rfind("; ended below: ") {
        let (state, behind) = state(&rest[open + "; ended below: ".len()..])?;
        if !behind.is_empty() {
            return None;
        }
        outcomes.push(Outcome { state, at, below: true });
        rest = &rest[..open];
    }
    let mut places: Vec<Ref> = states.iter().map(|outcome| outcome.at).collect();
    places.push(at);
    let mut quotes: Vec<Quote<'_>> =
        [tool, text].iter().map(|words| Quote { words, from: From::Rows(places.clone()) }).collect();
    if !rest.is_empty() {
        let meaning = rest.strip_prefix(" (")?.strip_suffix(')')?;
        quotes.push(Quote { words: meaning, from: From::Rows(places.clone()) });
    }
    quotes.extend(super::facts::names_of(directory));
    let command = Command { text, tool, states, again };
    Some(Fact { line: n, at: Some(at), others: places, quotes, outcomes, command: Some(command), ..Fact::default() })
}

/// `state: [#N] span[+N][ ×N]; [#M] ...`
fn group(line: &str, n: usize) -> Option<Vec<Fact<'_>>> {
    let (state, rest) = state(line)?;
    let mut rest = rest.strip_prefix(": ")?;
    let mut facts = Vec::new();
    loop {
        let (at, after) = item(rest)?;
        let (text, after) = span(after)?;
        let after = without_cut(after);
        let after = times(after).unwrap_or(after);
        let outcome = Outcome { state, at, below: false };
        let command = Command { text, tool: "", states: vec![outcome], again: false };
        let quotes = vec![Quote { words: text, from: From::Rows(vec![at]) }];
        facts.push(Fact { line: n, at: Some(at), quotes, command: Some(command), ..Fact::default() });
        if after.is_empty() {
            return Some(facts);
        }
        rest = after.strip_prefix("; ")?;
    }
}
