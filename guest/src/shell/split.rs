//! A command line split into simple commands.
//!
//! Takes the text; gives, for each simple command, its words, the files it is redirected to and its heredoc. Knows
//! quotes, escapes, heredocs, substitutions (skipped as a whole), comments, `;`, `&`, `&&`, `||`, `|`, parentheses and
//! line feeds. Promises: total, linear, no recursion, spans on character borders; an open quote runs to the end.
//! Leaves out: expansion. A word with a variable, a substitution or a glob is marked, never guessed.
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::{memchr, memmem};

/// Stands for a line feed where a command was folded into one line.
const FOLD: &[u8] = "⏎".as_bytes();

/// A word of a command.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    /// What it stands for, quotes and escapes taken off.
    pub(super) value: Cow<'a, str>,
    /// Its place in the text, quotes included.
    pub(super) span: (usize, usize),
    /// It has a variable, a substitution or a glob in it: the value is not what the command sees.
    pub(super) open: bool,
}

/// One simple command.
#[derive(Clone, Debug, Default)]
pub(super) struct Simple<'a> {
    /// Program and arguments, assignments and keywords before them included.
    pub(super) words: Vec<Word<'a>>,
    /// Files it writes by redirection; true = appends.
    pub(super) writes: Vec<(Word<'a>, bool)>,
    /// The body of its (last) heredoc.
    pub(super) heredoc: Option<&'a str>,
}

/// Splits a command line.
pub(super) fn split(text: &str) -> Vec<Simple<'_>> {
    let mut lexer =
        Lexer { text, bytes: text.as_bytes(), at: 0, done: Vec::new(), now: Simple::default(), waiting: Vec::new() };
    lexer.run();
    lexer.done
}

/// A heredoc whose body starts on the next line: its delimiter, tabs taken off or not, and its command.
struct Waiting<'a> {
    delimiter: Cow<'a, str>,
    tabs: bool,
    command: usize,
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    done: Vec<Simple<'a>>,
    now: Simple<'a>,
    waiting: Vec<Waiting<'a>>,
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if self.peek(1) == b'\n' => self.at += 2,
                b'\n' => {
                    self.finish(1);
                    self.heredocs();
                }
                b'#' => self.comment(),
                b';' => self.finish(if self.peek(1) == b';' { 2 } else { 1 }),
                b'&' if self.peek(1) == b'>' => self.redirect(),
                b'&' => self.finish(if self.peek(1) == b'&' { 2 } else { 1 }),
                b'|' => self.finish(if matches!(self.peek(1), b'|' | b'&') { 2 } else { 1 }),
                b'(' | b')' => self.finish(1),
                // A line feed of a command that was folded into one line.
                0xe2 if self.rest().starts_with(FOLD) => self.finish(FOLD.len()),
                b'>' if self.tests() => self.at += 1,
                b'>' => self.redirect(),
                b'<' => self.input(),
                b'0'..=b'9' if self.descriptor() => {}
                _ => {
                    let word = self.word();
                    self.now.words.push(word);
                }
            }
        }
        self.finish(0);
    }

    fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// Up to the end of the line.
    fn comment(&mut self) {
        let rest = self.rest();
        let line = rest.get(..memchr(b'\n', rest).unwrap_or(rest.len())).unwrap_or_default();
        self.at += memmem::find(line, FOLD).unwrap_or(line.len());
    }

    /// Inside `[[ ... ]]` an angle bracket compares.
    fn tests(&self) -> bool {
        self.now.words.first().is_some_and(|w| w.value == "[[")
    }

    fn finish(&mut self, len: usize) {
        self.at = (self.at + len).min(self.bytes.len());
        let waits = self.waiting.last().is_some_and(|w| w.command == self.done.len());
        if !self.now.words.is_empty() || !self.now.writes.is_empty() || waits {
            self.done.push(core::mem::take(&mut self.now));
        }
    }

    /// `2>` and the like: the number belongs to the redirection.
    fn descriptor(&mut self) -> bool {
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit()).count();
        let found = matches!(self.peek(digits), b'>' | b'<');
        if found {
            self.at += digits;
        }
        found
    }

    fn redirect(&mut self) {
        if self.peek(0) == b'&' {
            self.at += 1;
        }
        self.at += 1;
        let append = self.peek(0) == b'>';
        if append || self.peek(0) == b'|' {
            self.at += 1;
        } else if self.peek(0) == b'&' {
            self.at += 1;
            if self.peek(0).is_ascii_digit() || self.peek(0) == b'-' {
                self.at += 1;
                return;
            }
        } else if self.peek(0) == b'(' {
            self.at = skip(self.bytes, self.at + 1, b'(');
            return;
        }
        if let Some(word) = self.target() {
            self.now.writes.push((word, append));
        }
    }

    fn input(&mut self) {
        if self.rest().starts_with(b"<<<") {
            self.at += 3;
            self.target();
        } else if self.peek(1) == b'<' {
            self.at += 2;
            let tabs = self.peek(0) == b'-';
            if tabs {
                self.at += 1;
            }
            if let Some(word) = self.target() {
                self.waiting.push(Waiting { delimiter: word.value, tabs, command: self.done.len() });
            }
        } else if self.peek(1) == b'(' {
            self.at = skip(self.bytes, self.at + 2, b'(');
        } else if self.tests() {
            self.at += 1;
        } else {
            self.at += 1;
            if matches!(self.peek(0), b'&' | b'>') {
                self.at += 1;
            }
            self.target();
        }
    }

    /// The word after a redirection sign.
    fn target(&mut self) -> Option<Word<'a>> {
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
        let nothing = self.at >= self.bytes.len() || ends_word(self.peek(0));
        (!nothing).then(|| self.word())
    }

    fn heredocs(&mut self) {
        for wait in core::mem::take(&mut self.waiting) {
            let (body, next) = heredoc(self.text, self.at, &wait.delimiter, wait.tabs);
            self.at = next;
            if let Some(command) = self.done.get_mut(wait.command) {
                command.heredoc = Some(body);
            }
        }
    }

    fn word(&mut self) -> Word<'a> {
        let start = self.at;
        let mut open = false;
        let mut built: Option<String> = None;
        let mut from = self.at;
        // Moves what stands since `from` into the built value, from the first quote or escape on.
        let keep = |built: &mut Option<String>, from: usize, to: usize| {
            built.get_or_insert_default().push_str(self.text.get(from..to).unwrap_or_default());
        };
        let mut at = self.at;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\'' => {
                    keep(&mut built, from, at);
                    let end = memchr(b'\'', self.bytes.get(at + 1..).unwrap_or_default());
                    let end = end.map_or(self.bytes.len(), |p| at + 1 + p);
                    keep(&mut built, at + 1, end);
                    at = (end + 1).min(self.bytes.len());
                    from = at;
                }
                b'"' => {
                    keep(&mut built, from, at);
                    let end = skip(self.bytes, at + 1, b'"');
                    let inner = self.text.get(at + 1..end).unwrap_or_default();
                    let inner = inner.strip_suffix('"').unwrap_or(inner);
                    open |= double_quoted(inner, built.get_or_insert_default());
                    at = end;
                    from = at;
                }
                // A backslash before a letter is a Windows path far more often than an escape.
                b'\\' if self.bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b >= 0x80) => at += 1,
                b'\\' => {
                    keep(&mut built, from, at);
                    from = (at + 1).min(self.bytes.len());
                    at = (at + 2).min(self.bytes.len());
                }
                b'$' | b'`' => {
                    open = true;
                    at = match (byte, self.bytes.get(at + 1)) {
                        (b'`', _) => back_quoted(self.bytes, at + 1),
                        (_, Some(b'(')) => skip(self.bytes, at + 2, b'('),
                        (_, Some(b'{')) => skip(self.bytes, at + 2, b'{'),
                        _ => at + 1,
                    };
                }
                // `->` and `=>` are text.
                b'>' if at > start && matches!(self.bytes.get(at - 1), Some(b'-' | b'=')) => at += 1,
                b'*' | b'?' | b'[' | b'{' | b'}' => {
                    open = true;
                    at += 1;
                }
                b if ends_word(b) => break,
                _ => at += 1,
            }
        }
        self.at = at.max(start + 1);
        let value = match built {
            None => Cow::Borrowed(self.text.get(start..at).unwrap_or_default()),
            Some(mut built) => {
                built.push_str(self.text.get(from..at).unwrap_or_default());
                Cow::Owned(built)
            }
        };
        Word { value, span: (start, at), open }
    }
}

fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

/// Decodes the inside of double quotes; true when it has a variable or substitution.
fn double_quoted(inner: &str, out: &mut String) -> bool {
    let mut open = false;
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        if core::mem::take(&mut escaped) {
            out.push(c);
            continue;
        }
        let next = inner.as_bytes().get(at + 1).copied().unwrap_or(0);
        match c {
            '\\' if matches!(next, b'"' | b'\\' | b'$' | b'`') => escaped = true,
            '$' if next.is_ascii_alphanumeric() || b"_({@*#?!-".contains(&next) => {
                open = true;
                out.push(c);
            }
            '`' => {
                open = true;
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    open
}

/// The place after the closing back quote.
fn back_quoted(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'`' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The place after the end of a quote `"`, a substitution `(` or a `{`, with all that is nested in it.
fn skip(bytes: &[u8], mut at: usize, opened: u8) -> usize {
    let mut stack = alloc::vec![opened];
    let mut waiting: Vec<(&[u8], bool)> = Vec::new();
    while let (Some(&byte), Some(&top)) = (bytes.get(at), stack.last()) {
        at += 1;
        let quoted = top == b'"';
        match byte {
            b'\\' => at += 1,
            b'"' if quoted => {
                stack.pop();
            }
            b'"' => stack.push(b'"'),
            b'`' => at = back_quoted(bytes, at),
            b'$' if matches!(bytes.get(at), Some(b'(' | b'{')) => {
                stack.push(bytes.get(at).copied().unwrap_or(b'('));
                at += 1;
            }
            _ if quoted => {}
            b'\'' => at += memchr(b'\'', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |p| p + 1),
            b'(' if top == b'(' => stack.push(b'('),
            b')' if top == b'(' => {
                stack.pop();
            }
            b'}' if top == b'{' => {
                stack.pop();
            }
            b'<' if bytes.get(at) == Some(&b'<') && bytes.get(at + 1) != Some(&b'<') => {
                let (delimiter, tabs, next) = delimiter(bytes, at + 1);
                at = next;
                if !delimiter.is_empty() {
                    waiting.push((delimiter, tabs));
                }
            }
            b'\n' => {
                for (delimiter, tabs) in core::mem::take(&mut waiting) {
                    at = heredoc_end(bytes, at, delimiter, tabs).1;
                }
            }
            _ => {}
        }
        if stack.is_empty() {
            break;
        }
    }
    at.min(bytes.len())
}

/// The delimiter of a heredoc inside a substitution, its quotes taken off.
fn delimiter(bytes: &[u8], mut at: usize) -> (&[u8], bool, usize) {
    let tabs = bytes.get(at) == Some(&b'-');
    if tabs {
        at += 1;
    }
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    let quote = bytes.get(at).copied().filter(|b| matches!(b, b'\'' | b'"'));
    if quote.is_some() {
        at += 1;
    }
    let len = bytes.get(at..).unwrap_or_default().iter().take_while(|b| Some(**b) != quote && !ends_word(**b)).count();
    let word = bytes.get(at..at + len).unwrap_or_default();
    (word, tabs, (at + len + usize::from(quote.is_some())).min(bytes.len()))
}

/// Body and the place after the closing line.
fn heredoc<'a>(text: &'a str, start: usize, delimiter: &str, tabs: bool) -> (&'a str, usize) {
    let (end, next) = heredoc_end(text.as_bytes(), start, delimiter.as_bytes(), tabs);
    (text.get(start..end).unwrap_or_default(), next)
}

fn heredoc_end(bytes: &[u8], start: usize, delimiter: &[u8], tabs: bool) -> (usize, usize) {
    let mut at = start;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let len = memchr(b'\n', rest).unwrap_or(rest.len());
        let mut line = rest.get(..len).unwrap_or_default();
        line = line.strip_suffix(b"\r").unwrap_or(line);
        while tabs && line.first() == Some(&b'\t') {
            line = line.get(1..).unwrap_or_default();
        }
        // The closing line feed ends the command as well, so it is left for the lexer.
        if line == delimiter {
            return (at, at + len);
        }
        at += len + 1;
    }
    (bytes.len(), bytes.len())
}
