//! A text as a terminal would leave it: sequences gone, overwritten frames gone, odd line breaks made plain.
//!
//! Takes raw text, gives a text with `\n` and `\t` as its only controls. A carriage return starts the line anew: of
//! several frames the last one that is not blank stays. A backspace takes the character before it. A sequence that
//! does not end where it should loses its introducer only; it swallows no text.
//! Leaves out: cursor addressing. The text keeps the order in which it was printed.
use super::chars::{self, Fate};
use super::{next_finding, slice};
use alloc::string::String;

/// Longest parameter part of a control sequence.
const MAX_PARAMETERS: usize = 64;
/// Longest control string (pictures are sent in pieces of a few KB).
const MAX_STRING: usize = 1 << 16;

/// Gives the text that stays.
pub(super) fn replay(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut screen = Screen { out: String::with_capacity(text.len()), line: 0, frame: 0 };
    let mut at = 0;
    while at < bytes.len() {
        let stop = next_finding(bytes, at);
        screen.print(slice(text, at, stop));
        at = stop;
        let Some(c) = slice(text, at, bytes.len()).chars().next() else { break };
        at += c.len_utf8();
        at = match c {
            '\r' => {
                if bytes.get(at) != Some(&b'\n') {
                    screen.carriage_return();
                }
                at
            }
            '\u{8}' => {
                screen.backspace();
                at
            }
            '\u{1b}' => escape(bytes, at),
            '\u{9b}' => control_sequence(bytes, at),
            '\u{9d}' => control_string(bytes, at, true),
            '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}' => control_string(bytes, at, false),
            c => {
                match chars::fate(c) {
                    Fate::Stays => screen.out.push(c),
                    Fate::Goes => {}
                    Fate::Breaks => screen.line_feed(),
                    Fate::Joins => screen.join(c, slice(text, at, bytes.len()).chars().next()),
                }
                at
            }
        };
    }
    screen.end_frame();
    screen.out
}

/// What has been printed so far.
struct Screen {
    out: String,
    /// Where the current line starts.
    line: usize,
    /// Where the current frame of it starts; before it stands the last frame that was not blank.
    frame: usize,
}

impl Screen {
    /// Prints plain text, which may hold line feeds.
    fn print(&mut self, plain: &str) {
        match plain.split_once('\n') {
            None => self.out.push_str(plain),
            Some((first, rest)) => {
                self.out.push_str(first);
                self.line_feed();
                // Further lines have one frame each; only the last of them is still open.
                self.out.push_str(rest);
                if let Some(last) = rest.rfind('\n') {
                    self.line += last + 1;
                    self.frame = self.line;
                }
            }
        }
    }

    fn line_feed(&mut self) {
        self.end_frame();
        self.out.push('\n');
        self.line = self.out.len();
        self.frame = self.line;
    }

    fn carriage_return(&mut self) {
        self.end_frame();
        self.frame = self.out.len();
    }

    /// Of the frame kept so far and the current one, the last that is not blank stays.
    fn end_frame(&mut self) {
        if self.frame == self.line {
            return;
        }
        let blank = slice(&self.out, self.frame, self.out.len()).trim_matches([' ', '\t']).is_empty();
        if blank {
            self.out.truncate(self.frame);
        } else {
            // Moves the new frame once, so the cost stays linear however many frames there are.
            self.out.replace_range(self.line..self.frame, "");
        }
        self.frame = self.line;
    }

    fn last(&self) -> Option<char> {
        slice(&self.out, self.frame, self.out.len()).chars().next_back()
    }

    fn backspace(&mut self) {
        if self.last().is_some() {
            self.out.pop();
            // A joiner at the end would join nothing.
            while self.last().is_some_and(|c| chars::fate(c) == Fate::Joins) {
                self.out.pop();
            }
        }
    }

    fn join(&mut self, joiner: char, after: Option<char>) {
        if chars::joins(self.last(), after) {
            self.out.push(joiner);
        }
    }
}

/// After ESC: the end of the sequence.
fn escape(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b'[') => control_sequence(bytes, at + 1),
        Some(b']') => control_string(bytes, at + 1, true),
        Some(b'P' | b'X' | b'^' | b'_') => control_string(bytes, at + 1, false),
        Some(0x20..=0x2f) => {
            // Intermediates and a final byte, as in `ESC ( B`.
            let end = skip(bytes, at, 4, |b| (0x20..=0x2f).contains(&b));
            match bytes.get(end) {
                Some(0x30..=0x7e) => end + 1,
                _ => at,
            }
        }
        Some(0x30..=0x7e) => at + 1,
        _ => at,
    }
}

/// After CSI: parameters, intermediates, final byte.
fn control_sequence(bytes: &[u8], at: usize) -> usize {
    let end = skip(bytes, at, MAX_PARAMETERS, |b| (0x30..=0x3f).contains(&b));
    let end = skip(bytes, end, 4, |b| (0x20..=0x2f).contains(&b));
    match bytes.get(end) {
        Some(0x40..=0x7e) => end + 1,
        _ => end,
    }
}

/// After OSC, DCS, SOS, PM or APC: behind the terminator (BEL, `ESC \` or U+009C) if there is one in reach.
fn control_string(bytes: &[u8], at: usize, one_line: bool) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    let within = rest.get(..rest.len().min(MAX_STRING)).unwrap_or(rest);
    for n in memchr::memchr3_iter(0x07, 0x1b, 0xc2, within) {
        // Whatever opens another sequence ends the search, so no byte is searched twice.
        let length = match rest.get(n..).unwrap_or(&[]) {
            [0x07, ..] => 1,
            [0x1b, b'\\', ..] | [0xc2, 0x9c, ..] => 2,
            [0xc2, 0xa0..=0xbf, ..] => continue,
            _ => break,
        };
        if one_line && memchr::memchr(b'\n', within.get(..n).unwrap_or(&[])).is_some() {
            break;
        }
        return at + n + length;
    }
    // No end: the introducer and its number go, the text stays.
    let number = skip(bytes, at, 4, |b| b.is_ascii_digit());
    if one_line && number > at && bytes.get(number) == Some(&b';') { number + 1 } else { at }
}

/// Steps over at most `most` bytes of a kind.
fn skip(bytes: &[u8], at: usize, most: usize, kind: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or(&[]);
    at + rest.iter().take(most).take_while(|&&b| kind(b)).count()
}
