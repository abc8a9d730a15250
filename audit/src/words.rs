//! What a text and an honest quotation of it have in common.
//!
//! Takes texts; gives their letters, digits and visible signs, without white space, control characters and what a
//! terminal would not show. Two readings: with signs (`signs`) and letters alone (`letters`). Pieces of a quotation
//! stand between the marks of what was left out. Leaves out: order across texts.
use memchr::memmem;

/// How much of a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Letters, digits and signs.
    Signs,
    /// Letters and digits.
    Letters,
}

/// What stands for a masked secret.
pub const MASK: &str = "[redacted]";

/// The text as it is compared.
pub fn read(text: &str, reading: Reading) -> String {
    let keep = |c: char| match reading {
        Reading::Letters => c.is_alphanumeric(),
        Reading::Signs => !c.is_whitespace() && !c.is_control() && !is_hidden(c) && c != '⏎',
    };
    text.chars().filter(|c| keep(*c)).collect()
}

/// Format characters that nobody sees.
pub fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{ad}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}')
}

/// Parts of a quotation that were copied whole, with signs: what is between `…`, `…+12` and masks.
pub fn pieces(quote: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    for (n, part) in quote.split('…').enumerate() {
        let part = if n == 0 { part } else { without_count(part) };
        pieces.extend(part.split(MASK).filter(|piece| !piece.trim().is_empty()));
    }
    pieces
}

fn without_count(part: &str) -> &str {
    match part.strip_prefix('+') {
        Some(rest) => rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ','),
        None => part,
    }
}

/// A text that quotations are looked for in, in every form that it may be shown in.
#[derive(Clone, Debug, Default)]
pub struct Source {
    signs: String,
    letters: String,
}

/// Escaped text inside escaped text is followed this deep.
const DEEPEST: usize = 4;

/// Between parts; neither letter nor sign that survives.
const BORDER: char = '\n';

impl Source {
    /// Adds a text, the strings inside it if it is JSON, and each as a terminal shows it.
    pub fn add(&mut self, text: &str) {
        self.add_at(text, 0);
    }

    fn add_at(&mut self, text: &str, depth: usize) {
        self.push(text);
        let shown = as_shown(text);
        if shown != text {
            self.push(&shown);
            self.push(&without_escapes(text));
        }
        if depth < DEEPEST && text.trim_start().starts_with(['{', '[', '"']) {
            match crate::lenient::value(text).or_else(|| serde_json::from_str(text).ok()) {
                Some(value) => self.add_strings(&value, depth),
                // Text that was cut, or several values: the strings in it are read one by one.
                None => strings_of(text).for_each(|text| self.add_at(&text, depth + 1)),
            }
        }
    }

    fn add_strings(&mut self, value: &serde_json::Value, depth: usize) {
        match value {
            serde_json::Value::String(text) => self.add_at(text, depth + 1),
            serde_json::Value::Array(all) => all.iter().for_each(|value| self.add_strings(value, depth)),
            serde_json::Value::Object(all) => all.iter().for_each(|(key, value)| {
                self.push(key);
                self.add_strings(value, depth);
            }),
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        for (to, reading) in [(&mut self.signs, Reading::Signs), (&mut self.letters, Reading::Letters)] {
            to.push_str(&read(text, reading));
            to.push(BORDER);
        }
    }

    /// True when all pieces of the quotation stand here, in this order within what each text shows.
    pub fn has(&self, quote: &str) -> bool {
        let pieces = pieces(quote);
        in_order(&self.signs, &pieces, Reading::Signs) || in_order(&self.letters, &pieces, Reading::Letters)
    }
}

/// The pieces stand one behind the other in one of the texts.
fn in_order(source: &str, pieces: &[&str], reading: Reading) -> bool {
    let pieces: Vec<String> =
        pieces.iter().map(|piece| read(piece, reading)).filter(|piece| !piece.is_empty()).collect();
    let Some(first) = pieces.first() else { return true };
    let mut from = 0;
    while let Some(at) = source.get(from..).and_then(|rest| memmem::find(rest.as_bytes(), first.as_bytes())) {
        let at = from + at;
        let end = memchr::memchr(BORDER as u8, &source.as_bytes()[at..]).map_or(source.len(), |end| at + end);
        let mut rest = &source[at + first.len()..end];
        let follows = pieces[1..].iter().all(|piece| match memmem::find(rest.as_bytes(), piece.as_bytes()) {
            Some(at) => {
                rest = &rest[at + piece.len()..];
                true
            }
            None => false,
        });
        if follows {
            return true;
        }
        // What the first finding of a text does not have behind it, later ones do not have either.
        from = end;
    }
    false
}

/// The strings of a broken JSON text that hold an escape, decoded.
fn strings_of(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let open = at + memchr::memchr(b'"', text.as_bytes().get(at..)?)?;
            let mut end = open + 1;
            let mut escaped = false;
            while let Some(found) = text.as_bytes().get(end..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
                end += found;
                if text.as_bytes()[end] == b'"' {
                    break;
                }
                (escaped, end) = (true, end + 2);
            }
            at = end + 1;
            let inner = text.get(open + 1..end.min(text.len())).unwrap_or_default();
            if escaped {
                let cut = ["", "\"", "\\\""].iter().find_map(|_| serde_json::from_str(&format!("\"{inner}\"")).ok());
                return Some(cut.unwrap_or_else(|| inner.replace("\\n", "\n").replace("\\\"", "\"")));
            }
        }
    })
}

/// The text without escape sequences, and of each line what the last carriage return or backspace left.
fn as_shown(text: &str) -> String {
    if !text.contains(['\u{1b}', '\u{9b}', '\r', '\u{8}']) {
        return text.to_string();
    }
    let plain = without_escapes(text);
    let mut out = String::with_capacity(plain.len());
    for line in plain.split('\n') {
        let line = line.trim_end_matches('\r');
        let mut shown: Vec<char> = Vec::new();
        for c in line.rsplit('\r').next().unwrap_or_default().chars() {
            if c == '\u{8}' {
                shown.pop();
            } else {
                shown.push(c);
            }
        }
        out.extend(shown);
        out.push('\n');
    }
    out
}

fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let kind = match c {
            '\u{1b}' => rest.next(),
            '\u{9b}' => Some('['),
            _ => {
                out.push(c);
                continue;
            }
        };
        match kind {
            Some('[') => while rest.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
            Some(']' | 'P' | 'X' | '^' | '_') => {
                while let Some(c) = rest.next() {
                    if c == '\u{7}' || c == '\u{9c}' || (c == '\u{1b}' && rest.next_if_eq(&'\\').is_some()) {
                        break;
                    }
                }
            }
            Some('(' | ')' | '#' | '%') => drop(rest.next()),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_with_one_word_changed_is_none() {
        let mut source = Source::default();
        source.add(
            "{\"output\":\"\\u001b[31merror\\u001b[0m: no rule\\nmake: *** stop in /w, token abc1\",\"exit_code\":2}",
        );
        source.add("10%\r55%\r100% done");
        for (quote, holds) in [
            ("error: no rule", true),
            ("error: … stop", true),
            ("error: no rule ⏎ make: *** stop", true),
            ("error:…+12 stop in /w", true),
            ("token [redacted]", true),
            ("100% done", true),
            ("error: one rule", false),
            ("error: no rules", false),
            ("stop … error", false),
            ("", true),
        ] {
            assert_eq!(source.has(quote), holds, "{quote}");
        }
    }

    #[test]
    fn strings_of_cut_json_are_read() {
        let mut source = Source::default();
        source.add("{\"output\":\"one\\ntwo\",\"rest\":\"cut");
        assert!(source.has("one ⏎ two"));
    }
}
