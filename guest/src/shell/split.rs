//! A command line split into simple commands.
//!
//! Takes the text; gives, for each simple command, its words, the files it is redirected to and its heredoc. Knows
//! quotes, escapes, heredocs, substitutions (kept as a whole), comments, `;`, `&`, `&&`, `||`, `|`, parentheses and
//! line feeds. Promises: total, linear, no recursion, spans on character borders; an open quote runs to the end.
//! Leaves out: expansion. A word with a variable, a substitution or a glob is marked, never guessed.
use super::quoting::{back_quoted, double_quoted, heredoc, inside, skip, substituted};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::{memchr, memmem};

/// Stands for a line feed where a command was folded into one line.
const FOLD: &[u8] = "⏎".as_bytes();

/// More words than this are no command line of an agent; what follows is left out.
const MAX_WORDS: usize = 20_000;

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

/// How a simple command is joined to the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Joint {
    /// The first one, or after `;`, `&` or a line feed.
    #[default]
    Then,
    /// After `&&`.
    And,
    /// After `||`.
    Or,
    /// After `|`.
    Pipe,
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
    /// What stands in its substitutions, `$(...)`, `<(...)` or back quotes: other commands.
    pub(super) inner: Vec<&'a str>,
    /// How it is joined to the one before it.
    pub(super) joint: Joint,
    /// Parentheses around it.
    pub(super) depth: usize,
    /// `&` stands behind it: nobody waits for it.
    pub(super) background: bool,
}

/// Splits a command line.
pub(super) fn split(text: &str) -> Vec<Simple<'_>> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        left: MAX_WORDS,
        done: Vec::new(),
        now: Simple::default(),
        waiting: Vec::new(),
        joint: Joint::Then,
        depth: 0,
    };
    lexer.run();
    lexer.done
}

/// A heredoc whose body starts on the next line: its delimiter, tabs taken off or not, and its command.
struct Waiting<'a> {
    delimiter: Cow<'a, str>,
    tabs: bool,
    /// The delimiter is quoted: nothing in the body is substituted.
    literal: bool,
    command: usize,
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    left: usize,
    done: Vec<Simple<'a>>,
    now: Simple<'a>,
    waiting: Vec<Waiting<'a>>,
    /// How the next command is joined.
    joint: Joint,
    /// Parentheses that are open.
    depth: usize,
}

impl<'a> Lexer<'a> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn run(&mut self) {
        while self.at < self.bytes.len() {
            // The command that was cut short is left out too: half of `mv a b` says something else.
            if self.left == 0 {
                return;
            }
            match self.peek(0) {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if self.peek(1) == b'\n' => self.at += 2,
                b'\n' => {
                    self.finish(1, Joint::Then);
                    self.heredocs();
                }
                b'#' => self.comment(),
                b';' => self.finish(if self.peek(1) == b';' { 2 } else { 1 }, Joint::Then),
                b'&' if self.peek(1) == b'>' => self.redirect(),
                b'&' if self.peek(1) == b'&' => self.finish(2, Joint::And),
                b'&' => {
                    self.now.background = true;
                    self.finish(1, Joint::Then);
                }
                b'|' if self.peek(1) == b'|' => self.finish(2, Joint::Or),
                b'|' => self.finish(if self.peek(1) == b'&' { 2 } else { 1 }, Joint::Pipe),
                // Arithmetic: `(( a > b ))` compares.
                b'(' if self.peek(1) == b'(' => self.at = skip(self.bytes, self.at + 1, b'('),
                b'(' => {
                    self.finish(1, Joint::Then);
                    self.depth += 1;
                }
                b')' => {
                    self.finish(1, Joint::Then);
                    self.depth = self.depth.saturating_sub(1);
                }
                // A line feed of a command that was folded into one line.
                0xe2 if self.rest().starts_with(FOLD) => self.finish(FOLD.len(), Joint::Then),
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
        self.finish(0, Joint::Then);
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

    /// Ends the command that is read; `joint` is how the next one is joined to it.
    fn finish(&mut self, len: usize, joint: Joint) {
        self.at = (self.at + len).min(self.bytes.len());
        let waits = self.waiting.last().is_some_and(|w| w.command == self.done.len());
        let some = !self.now.words.is_empty() || !self.now.writes.is_empty() || waits;
        if some {
            let now = core::mem::take(&mut self.now);
            self.done.push(Simple { joint: self.joint, depth: self.depth, ..now });
        }
        self.now.background = false;
        // A line feed or parenthesis behind `&&` joins nothing anew.
        if some || joint != Joint::Then {
            self.joint = joint;
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
            self.process();
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
                let literal = matches!(word.value, Cow::Owned(_));
                self.waiting.push(Waiting { delimiter: word.value, tabs, literal, command: self.done.len() });
            }
        } else if self.peek(1) == b'(' {
            self.at += 1;
            self.process();
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

    /// `(...)` behind an angle bracket.
    fn process(&mut self) {
        let start = self.at + 1;
        self.at = skip(self.bytes, start, b'(');
        self.now.inner.push(inside(self.text, start, self.at, ')'));
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
                if !wait.literal {
                    substituted(body, &mut command.inner);
                }
            }
        }
    }

    fn word(&mut self) -> Word<'a> {
        self.left = self.left.saturating_sub(1);
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
                    if double_quoted(inner, built.get_or_insert_default()) {
                        open = true;
                        substituted(inner, &mut self.now.inner);
                    }
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
                    let end = match (byte, self.bytes.get(at + 1)) {
                        (b'`', _) => back_quoted(self.bytes, at + 1),
                        (_, Some(b'(')) => skip(self.bytes, at + 2, b'('),
                        (_, Some(b'{')) => skip(self.bytes, at + 2, b'{'),
                        _ => at + 1,
                    };
                    if end > at + 1 {
                        substituted(self.text.get(at..end).unwrap_or_default(), &mut self.now.inner);
                    }
                    at = end;
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

pub(super) fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}
