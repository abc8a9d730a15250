//! A conversation read from bytes.
//!
//! Takes what sessions are stored as: an object with `messages` and `options`, a list of messages, one message a
//! line (JSONL), or the session file of another agent, each also gzipped; or rows of a database as a list. Gives
//! the messages as the component sees them, and for each the very bytes it was read from, so that kept messages can
//! be printed unchanged (key order, number forms, escapes, duplicate keys); sessions of other agents become
//! OpenAI-style first. Keys beside `messages` and `options` are the host's and not read; those that look like options
//! can be told ([`beside`]). Promises: total and linear; an error names the place and quotes nothing of the conversation.
mod beside;

use crate::source::Source;
use cento_contract::{Error, Message, Options, json};
use flate2::read::MultiGzDecoder;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

/// Most bytes that are read, after unpacking.
pub const MAX_BYTES: usize = 512 << 20;

/// Nesting that is read, as `serde_json` counts it for its own values.
const MAX_DEPTH: usize = 127;

/// A conversation.
#[derive(Debug)]
pub struct Session {
    /// The text with lone surrogate escapes replaced.
    text: String,
    /// The bytes as given, where `text` differs from them; of the same length.
    given: Option<Vec<u8>>,
    spans: Vec<Range<usize>>,
    /// The messages.
    pub messages: Vec<Message>,
    /// The options that the text gives, over the defaults.
    pub options: Options,
    /// Lone surrogate escapes that were replaced by U+FFFD for the component.
    pub surrogates_replaced: u32,
    /// Where the messages come from, if they were not OpenAI-style messages in a file.
    pub source: Option<Source>,
    /// Keys beside `messages` and `options`, and where their values lie in the text.
    beside: Vec<(String, usize)>,
}

/// Why bytes are no conversation. Names the place, quotes nothing but names of options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadInput {
    /// Nothing but white space.
    #[error("empty input; expected {{\"messages\": [...], \"options\": {{...}}}}, a list of messages, or JSON lines")]
    Empty,
    /// More than [`MAX_BYTES`].
    #[error("more than {} bytes", MAX_BYTES)]
    TooLarge,
    /// It begins like gzip and cannot be unpacked.
    #[error("damaged gzip data")]
    Gzip,
    /// A database where a session was expected.
    #[error("a SQLite database, no session; sessions in one are read with --db FILE --session ID")]
    Database,
    /// Not UTF-8.
    #[error("not UTF-8: invalid byte at offset {offset}")]
    NotUtf8 {
        /// Offset of the byte, from 0.
        offset: usize,
    },
    /// Not JSON.
    #[error("line {line}, column {column}: not JSON")]
    NotJson {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
    },
    /// JSON that ends too early.
    #[error("line {line}, column {column}: not JSON: the text ends in the middle of a value")]
    Truncated {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
    },
    /// Nested too deeply.
    #[error("line {line}, column {column}: nested more than {} levels deep", MAX_DEPTH)]
    TooDeep {
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
    },
    /// A field is not what it has to be.
    #[error("line {line}, column {column}: {path}: expected {expected}")]
    BadField {
        /// Line of the message or of the option's value, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// Path such as `messages[3].role`.
        path: String,
        /// What was expected there.
        expected: String,
    },
    /// No option of this name.
    #[error("line {line}, column {column}: options.{}: no option of this name", .name.escape_debug())]
    UnknownOption {
        /// Line of its value, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// The name.
        name: String,
    },
}

impl Session {
    /// Reads a conversation.
    pub fn read(bytes: Vec<u8>) -> Result<Session, BadInput> {
        Session::read_text(Session::text(bytes)?)
    }

    /// The text of a file, unpacked if it is packed.
    pub fn text(bytes: Vec<u8>) -> Result<String, BadInput> {
        let bytes = unpack(bytes)?;
        if bytes.starts_with(b"SQLite format 3\0") {
            return Err(BadInput::Database);
        }
        String::from_utf8(bytes).map_err(|e| BadInput::NotUtf8 { offset: e.utf8_error().valid_up_to() })
    }

    /// Reads a conversation that is text already.
    pub fn read_text(mut text: String) -> Result<Session, BadInput> {
        if text.len() > MAX_BYTES {
            return Err(BadInput::TooLarge);
        }
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        if text.bytes().all(|b| b.is_ascii_whitespace()) {
            return Err(BadInput::Empty);
        }
        if let Some(offset) = too_deep(text.as_bytes()) {
            let (line, column) = place(&text, offset);
            return Err(BadInput::TooDeep { line, column });
        }
        let (text, given, surrogates) = mend(text);
        match cento_sessions::read(&text) {
            None => Session::of_text(text, given, surrogates, None),
            Some(found) => {
                let mut session = Session::of_text(found.messages.clone(), None, surrogates, None)?;
                if found.format.has_lines() {
                    session.options.recall_hint = Some("[#N] is line N of the session file.".to_string());
                }
                session.source = Some(Source::of_file(found));
                Ok(session)
            }
        }
    }

    /// Rows of a database: a JSON list of messages, and where it comes from.
    pub fn of_rows(messages: String, source: Source) -> Result<Session, BadInput> {
        if messages.len() > MAX_BYTES {
            return Err(BadInput::TooLarge);
        }
        if let Some(offset) = too_deep(messages.as_bytes()) {
            let (line, column) = place(&messages, offset);
            return Err(BadInput::TooDeep { line, column });
        }
        let (text, _, surrogates) = mend(messages);
        let mut session = Session::of_text(text, None, surrogates, None)?;
        session.options.session_id.clone_from(&source.session);
        session.source = Some(source);
        Ok(session)
    }

    fn of_text(
        text: String,
        given: Option<Vec<u8>>,
        surrogates_replaced: u32,
        source: Option<Source>,
    ) -> Result<Session, BadInput> {
        let Parts { spans, options, beside } = split(&text)?;
        let mut messages = Vec::with_capacity(spans.len());
        for (index, span) in spans.iter().enumerate() {
            let message = json::message(&text[span.clone()], index).map_err(|e| located(e, &text, span.start))?;
            messages.push(message);
        }
        Ok(Session { text, given, spans, messages, options, surrogates_replaced, source, beside })
    }

    /// A conversation that a host holds as its own objects: there are no bytes to keep.
    pub fn of(messages: Vec<Message>, options: Options, surrogates_replaced: u32) -> Session {
        Session {
            text: String::new(),
            given: None,
            spans: Vec::new(),
            messages,
            options,
            surrogates_replaced,
            source: None,
            beside: Vec::new(),
        }
    }

    /// What stands beside `messages` and `options` and looks like an option: one sentence each, in order, with the place
    /// of its value.
    pub fn misplaced(&self) -> Vec<String> {
        let mut found: Vec<_> = self.beside.iter().filter(|(key, _)| beside::is_like_an_option(key)).collect();
        found.sort_by_key(|(_, offset)| *offset);
        let told = |(key, offset): &(String, usize)| {
            let (line, column) = place(&self.text, *offset);
            let key = key.escape_debug();
            format!("line {line}, column {column}: {key}: not read, options stand in \"options\"")
        };
        found.into_iter().map(told).collect()
    }

    /// The bytes that a message was read from.
    pub fn raw(&self, message: usize) -> &[u8] {
        let all = self.given.as_deref().unwrap_or(self.text.as_bytes());
        self.spans.get(message).and_then(|span| all.get(span.clone())).unwrap_or_default()
    }

    /// The same bytes with lone surrogate escapes replaced: always JSON text in Rust's sense.
    pub(crate) fn mended(&self, message: usize) -> &str {
        self.spans.get(message).and_then(|span| self.text.get(span.clone())).unwrap_or_default()
    }
}

fn unpack(bytes: Vec<u8>) -> Result<Vec<u8>, BadInput> {
    let plain = if bytes.starts_with(&[0x1f, 0x8b]) {
        let mut plain = Vec::new();
        let most = MAX_BYTES as u64 + 1;
        MultiGzDecoder::new(&bytes[..]).take(most).read_to_end(&mut plain).map_err(|_| BadInput::Gzip)?;
        plain
    } else {
        bytes
    };
    if plain.len() > MAX_BYTES { Err(BadInput::TooLarge) } else { Ok(plain) }
}

/// Replaces lone surrogate escapes; keeps the given bytes if there were any.
fn mend(text: String) -> (String, Option<Vec<u8>>, u32) {
    // All escapes of surrogates begin so; most texts have none.
    let suspect = [b"\\ud", b"\\uD"].iter().any(|escape| memchr::memmem::find(text.as_bytes(), *escape).is_some());
    if !suspect {
        return (text, None, 0);
    }
    let mut bytes = text.clone().into_bytes();
    match json::mend_surrogates(&mut bytes) {
        0 => (text, None, 0),
        count => match String::from_utf8(bytes) {
            Ok(mended) => (mended, Some(text.into_bytes()), count),
            // Only ASCII is replaced by ASCII.
            Err(_) => (text, None, 0),
        },
    }
}

/// A text taken apart.
struct Parts {
    /// Where each message lies.
    spans: Vec<Range<usize>>,
    options: Options,
    /// See [`Session::misplaced`].
    beside: Vec<(String, usize)>,
}

fn split(text: &str) -> Result<Parts, BadInput> {
    match json::split(text) {
        Ok(session) => {
            let options = match session.options {
                Some(given) => json::options(given).map_err(|e| located_in_options(e, text, given))?,
                None => Options::default(),
            };
            let spans = session.message_slices.iter().map(|slice| span_in(text, slice)).collect();
            let place = |(key, value): (Cow<'_, str>, &RawValue)| (key.into_owned(), offset_in(text, value.get()));
            Ok(Parts { spans, options, beside: session.beside.into_iter().map(place).collect() })
        }
        Err(error) => match lines(text) {
            Some(spans) => Ok(Parts { spans: spans?, options: Options::default(), beside: Vec::new() }),
            None => Err(located(error, text, 0)),
        },
    }
}

/// The messages of a text with one JSON object a line; none if it is no such text.
fn lines(text: &str) -> Option<Result<Vec<Range<usize>>, BadInput>> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    // One object with `messages` on several lines is no JSONL: there the first line alone is no value. One message
    // alone is.
    let mut filled = text.lines().filter(|line| !line.trim().is_empty());
    let first = filled.next()?;
    let keys = json::object(first)?;
    if filled.next().is_none() && (keys.contains_key("messages") || !keys.contains_key("role")) {
        return None;
    }
    let mut spans = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Err(error) = serde_json::from_str::<&RawValue>(line) {
            let start = offset_in(text, line);
            let offset = start + error.column().saturating_sub(1).min(line.len());
            return Some(Err(not_json(text, offset, error.is_eof())));
        }
        spans.push(span_in(text, line));
    }
    Some(Ok(spans))
}

/// Offset of the bracket that opens one level too many.
fn too_deep(json: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = json.get(at) {
        match byte {
            b'"' => {
                at += 1;
                while let Some(found) = json.get(at..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
                    at += found;
                    if json[at] == b'"' {
                        break;
                    }
                    at += 2;
                }
            }
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(at);
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    None
}

/// An error of the contract with its place in the text; `start` is where the message or the options begin.
fn located(error: Error, text: &str, start: usize) -> BadInput {
    match error {
        Error::NotJson { line, column } => {
            let before = text.split_inclusive('\n').take(line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
            // The contract's error does not say whether the text ended too early; reading once more does.
            let cut = serde_json::from_str::<&RawValue>(text).is_err_and(|e| e.is_eof());
            not_json(text, before + (column as usize).saturating_sub(1), cut)
        }
        Error::BadField { path, expected } => {
            let (line, column) = place(text, start);
            BadInput::BadField { line, column, path, expected }
        }
        Error::UnknownOption(name) => {
            let (line, column) = place(text, start);
            BadInput::UnknownOption { line, column, name }
        }
        Error::TooLarge => BadInput::TooLarge,
    }
}

/// The same for an error in the options: at the value of the option that it names.
fn located_in_options(error: Error, text: &str, options: &str) -> BadInput {
    let name = match &error {
        Error::BadField { path, .. } => path.strip_prefix("options."),
        Error::UnknownOption(name) => Some(name.as_str()),
        _ => None,
    };
    // The first in order that begins so: a long name is cut in the error.
    let value = name.and_then(|name| {
        let keys = json::object(options)?;
        keys.iter().find(|(key, _)| key.starts_with(name)).map(|(_, value)| value.get())
    });
    located(error, text, offset_in(text, value.unwrap_or(options)))
}

fn not_json(text: &str, offset: usize, cut: bool) -> BadInput {
    let (line, column) = place(text, offset);
    if cut { BadInput::Truncated { line, column } } else { BadInput::NotJson { line, column } }
}

/// Line and column, both from 1, the column in bytes.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let column = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1) + 1;
    (line, column)
}

/// Where a slice of a text lies in it.
fn span_in(text: &str, slice: &str) -> Range<usize> {
    let start = offset_in(text, slice);
    start..start + slice.len()
}

fn offset_in(text: &str, slice: &str) -> usize {
    (slice.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}

#[cfg(test)]
mod tests;
