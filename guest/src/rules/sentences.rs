//! Sentences of a text, without what is quoted or pasted in it.
//!
//! Takes a text; gives its sentences as slices, and a plain form of one to look phrases up in. A dot ends a sentence
//! only before white space or the end, never inside a path, a version, a number or an address, and not after a known
//! abbreviation. Promises: linear; slices are verbatim, without list marks. Leaves out: fenced code, `> ` quotes,
//! tagged blocks, and lines that look like a log, a stack or code.
use alloc::string::String;
use alloc::vec::Vec;

/// Words before a dot that does not end a sentence.
const ABBREVIATIONS: [&str; 22] = [
    // English
    "e.g", "i.e", "eg", "ie", "vs", "approx", "incl", "mr", "mrs", "dr", "st", "fig", "cf", // German
    "z.b", "bzw", "ca", "vgl", "evtl", "ggf", "usw", "d.h", "u.a",
];
/// How lines of a log, a stack or another's words begin.
const PASTED: [&str; 28] = [
    "at ",
    "File \"",
    "Traceback",
    "error:",
    "Error:",
    "ERROR",
    "WARN",
    "INFO",
    "DEBUG",
    "warning:",
    "Warning:",
    "npm ",
    "$ ",
    ">>> ",
    "+ ",
    "diff ",
    "@@",
    "|",
    "//",
    "{",
    "<",
    // Of test runners.
    "✓",
    "✔",
    "✗",
    "✘",
    "✖",
    "×",
    "●",
];

/// Bytes of a line that can be somebody's prose; what is longer is pasted.
const LONGEST_LINE: usize = 100_000;

/// The sentences of a text, in order.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut fenced = false;
    // Name of the tagged block that is open.
    let mut block: Option<&str> = None;
    for line in text.lines() {
        let line = line.trim();
        if let Some(tag) = block {
            if closes(line, tag) {
                block = None;
            }
            continue;
        }
        if line.starts_with("```") || line.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if fenced || line.is_empty() || line.starts_with('>') {
            continue;
        }
        if let Some(tag) = opens(line) {
            if !closes(line, tag) {
                block = Some(tag);
            }
            continue;
        }
        let body = unmark(line);
        if !is_pasted(body) {
            of_line(body, &mut out);
        }
    }
    out
}

/// The sentences of one line.
fn of_line<'a>(line: &'a str, out: &mut Vec<&'a str>) {
    let (mut start, mut from) = (0, 0);
    while let Some(at) = line.as_bytes().iter().skip(from).position(|&b| MAY_END[usize::from(b)]).map(|n| from + n) {
        let mut chars = line.get(at..).unwrap_or("").char_indices().map(|(i, c)| (at + i, c)).peekable();
        let Some((_, c)) = chars.next() else { break };
        let mut end = at + c.len_utf8();
        from = end;
        let wide = matches!(c, '。' | '！' | '？' | '।' | '؟');
        if !wide && !matches!(c, '.' | '!' | '?') {
            continue;
        }
        // Closing marks belong to the sentence.
        while let Some(&(i, m)) = chars.peek() {
            if !matches!(m, '.' | '!' | '?' | '"' | '\'' | ')' | ']' | '*' | '”' | '’' | '»' | '」' | '！' | '？')
            {
                break;
            }
            end = i + m.len_utf8();
            chars.next();
        }
        from = end;
        let over = wide || chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if !over || (c == '.' && is_abbreviation(line.get(start..at).unwrap_or(""))) {
            continue;
        }
        add(line.get(start..end).unwrap_or(""), out);
        start = end;
    }
    add(line.get(start..).unwrap_or(""), out);
}

/// First bytes of the marks that may end a sentence.
const MAY_END: [bool; 256] = {
    let mut table = [false; 256];
    // The last two are those of `।` and `؟`, and of other letters of their scripts.
    let bytes = [b'.', b'!', b'?', 0xe3, 0xef, 0xe0, 0xd8];
    let mut i = 0;
    while i < bytes.len() {
        table[bytes[i] as usize] = true;
        i += 1;
    }
    table
};

fn add<'a>(sentence: &'a str, out: &mut Vec<&'a str>) {
    let sentence = sentence.trim();
    if sentence.len() > 3 {
        out.push(sentence);
    }
}

/// The text before a dot ends in an abbreviation, a single letter or a list number.
fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit([' ', '(', '\t', ',']).next().unwrap_or("");
    let number =
        !word.is_empty() && word.len() == before.trim_start().len() && word.bytes().all(|b| b.is_ascii_digit());
    let letter = word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic()) && word != "I";
    number || letter || ABBREVIATIONS.iter().any(|a| a.eq_ignore_ascii_case(word))
}

/// The line without the mark of a list item or heading, a sign, or what a program put there for an attachment.
fn unmark(line: &str) -> &str {
    let mut rest = line;
    for _ in 0..3 {
        let bare = rest.trim_start_matches(is_sign).trim_start();
        let bare = ["- ", "* ", "+ ", "[ ] ", "[x] "].iter().find_map(|m| bare.strip_prefix(m)).unwrap_or(bare);
        let attached = ["[Image #", "[Pasted text #"].iter().find_map(|m| bare.strip_prefix(m)?.split_once(']'));
        let bare = attached.map_or(bare, |(_, after)| after).trim_start();
        let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
        let bare = match bare.get(digits..) {
            Some(after) if digits > 0 && digits < 4 => {
                after.strip_prefix(". ").or_else(|| after.strip_prefix(") ")).map_or(bare, str::trim_start)
            }
            _ => bare,
        };
        if bare.len() == rest.len() {
            break;
        }
        rest = bare;
    }
    rest
}

/// A mark of a heading or list, or a warning sign or a picture of a thing. Ticks, crosses and arrows lead the lines of
/// test runners.
fn is_sign(c: char) -> bool {
    matches!(c, '#' | '•' | '–' | '—' | '\u{2600}'..='\u{26ff}' | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}

/// The line looks like a log, a stack or code.
fn is_pasted(line: &str) -> bool {
    let names_error = |line: &str| {
        let head = line.split(' ').next().and_then(|word| word.strip_suffix(':'));
        head.is_some_and(|name| name.ends_with("Error") || name.ends_with("Exception"))
    };
    PASTED.iter().any(|p| line.starts_with(p))
        || names_error(line)
        // A link is the user's own.
        || (line.starts_with('[') && !line.contains("]("))
        || line.len() > LONGEST_LINE
        || line.ends_with(['{', ';'])
        // A time or date leads the lines of a log.
        || (line.starts_with(|c: char| c.is_ascii_digit()) && line.get(..10).is_some_and(|h| h.contains([':', '-']) && !h.contains(' ')))
}

/// The name of the tag that a line opens with: `<name>` or `<name attribute`.
fn opens(line: &str) -> Option<&str> {
    let inner = line.strip_prefix('<')?;
    let end = inner.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-'))?;
    let name = inner.get(..end)?;
    let first = name.bytes().next()?;
    (first.is_ascii_alphabetic() && inner.get(end..)?.starts_with(['>', ' ', '/'])).then_some(name)
}

/// The line closes the tag, or its opening needs no closing.
fn closes(line: &str, tag: &str) -> bool {
    line.ends_with("/>")
        || line.match_indices("</").any(|(i, _)| line.get(i + 2..).is_some_and(|rest| rest.starts_with(tag)))
}

/// Lower case, one space between words and at both ends, commas and the like as words of their own. What stands in
/// backticks or double quotes is a name or somebody's words and becomes one mark.
pub(crate) fn plain(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len() + 8);
    out.push(' ');
    let mut rest = sentence;
    loop {
        // Most of a sentence: letters and digits, which stay as they are.
        let same = rest.bytes().take_while(|b| b.is_ascii_lowercase() || b.is_ascii_digit()).count();
        let (letters, tail) = rest.split_at(same);
        out.push_str(letters);
        rest = tail;
        let Some(c) = rest.chars().next() else { break };
        let after = rest.get(c.len_utf8()..).unwrap_or("");
        let close = match c {
            '`' => Some('`'),
            '"' => Some('"'),
            '“' => Some('”'),
            '„' => Some('“'),
            '«' => Some('»'),
            _ => None,
        };
        if let Some(end) = close.and_then(|q| after.find(q).map(|i| i + q.len_utf8())) {
            word(&mut out, "◦");
            rest = after.get(end..).unwrap_or("");
            continue;
        }
        rest = after;
        match c {
            '’' => out.push('\''),
            ',' | ';' | ':' | '،' | '؛' | '，' | '；' | '：' | '、' | '—' | '–' | '(' | ')' | '…' => {
                word(&mut out, ",")
            }
            '.' | '!' | '。' | '！' | '।' if rest.is_empty() || rest.starts_with([' ', '.', '!', '*', '"', ')']) => {
                space(&mut out)
            }
            '*' | '_' if out.ends_with(' ') || rest.is_empty() || rest.starts_with([' ', '*', '_', '.', ',', ':']) => {}
            c if c.is_whitespace() => space(&mut out),
            c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
            c => out.extend(c.to_lowercase()),
        }
    }
    space(&mut out);
    out
}

fn space(out: &mut String) {
    if !out.ends_with(' ') {
        out.push(' ');
    }
}

fn word(out: &mut String, mark: &str) {
    space(out);
    out.push_str(mark);
    out.push(' ');
}
