//! Identifiers in one text, except error names.
//!
//! Takes a text and calls `found` with every identifier, in order. The text is walked once by words (letters, digits
//! and `_ - . / ~ + @`); a word is looked at closer only if it holds a byte that makes it one of the kinds. `names`
//! walks over the same words for any name of a thing, of whatever kind.
use crate::bytes::{Set, WINDOW, first, first_run, has_twins};
use cento_contract::AnchorKind;

/// Longer addresses are left out: a cut one opens nothing.
const LONGEST_URL: usize = 200;
/// A shorter word is found again without a list.
const SHORTEST: usize = 8;
/// A longer name is hardly ever written again.
const LONGEST: usize = 120;
/// Longer paths and branches are left out.
const LONGEST_NAME: usize = 240;

const SLASH: u16 = 1;
const DOT: u16 = 2;
const AT: u16 = 4;
const DIGIT: u16 = 8;
const HEX_LETTER: u16 = 16;
const OTHER: u16 = 32;
const UNDERSCORE: u16 = 64;
const UPPER: u16 = 128;
const PLUS: u16 = 256;

/// What a byte adds to a word; 0 ends it.
static WORD: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'0'..=b'9' => DIGIT,
            b'a'..=b'f' => HEX_LETTER,
            b'g'..=b'z' | b'-' | b'~' => OTHER,
            b'+' => PLUS,
            b'A'..=b'Z' => UPPER,
            b'_' => UNDERSCORE,
            b'/' => SLASH,
            b'.' => DOT,
            b'@' => AT,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// Bytes of words, and those that make one a name.
static WORD_BYTES: Set = Set::of(&[
    (b'0', b'9'),
    (b'a', b'z'),
    (b'A', b'Z'),
    (b'+', b'+'),
    (b'-', b'/'),
    (b'@', b'@'),
    (b'_', b'_'),
    (b'~', b'~'),
]);
static MARK_BYTES: Set = Set::of(&[(b'0', b'9'), (b'A', b'Z'), (b'.', b'/'), (b'_', b'_')]);

/// Endings of files, sorted.
const ENDINGS: [&str; 126] = [
    "adoc", "bash", "bat", "c", "cc", "cfg", "cjs", "clj", "cljs", "cmake", "cmd", "conf", "cpp", "cs", "css", "csv",
    "cts", "cxx", "dart", "db", "diff", "dll", "env", "erb", "erl", "ex", "exe", "exs", "fish", "fs", "gif", "go",
    "gql", "gradle", "graphql", "groovy", "gz", "h", "hbs", "hcl", "hh", "hpp", "hs", "htm", "html", "ico", "ini",
    "ipynb", "java", "jl", "jpeg", "jpg", "js", "json", "json5", "jsonc", "jsonl", "jsx", "kt", "kts", "less", "lock",
    "log", "lua", "m", "md", "mdx", "mjs", "mk", "ml", "mli", "mm", "mts", "nim", "nix", "parquet", "patch", "pdf",
    "php", "pl", "plist", "pm", "png", "prisma", "proto", "ps1", "py", "pyi", "pyx", "r", "rb", "rs", "rst", "sass",
    "scala", "scss", "service", "sh", "snap", "so", "sql", "sqlite", "sum", "svelte", "svg", "swift", "tar", "tex",
    "tf", "tgz", "toml", "ts", "tsv", "tsx", "txt", "vue", "wasm", "wav", "webp", "whl", "wit", "xml", "yaml", "yml",
    "zig", "zip",
];

/// Starts of branch names that need nothing else.
const BRANCHES: [&str; 8] = ["fix/", "feat/", "feature/", "bugfix/", "hotfix/", "refactor/", "chore/", "origin/"];

/// Words before the number of an issue.
const CITING: [&str; 16] = [
    "pr", "prs", "mr", "pull", "request", "issue", "issues", "ticket", "bug", "fix", "fixes", "fixed", "closes",
    "resolves", "refs", "see",
];

/// Calls `found` with every identifier. `typed`: a person or a model wrote the text, so `@name` is a handle.
pub(super) fn scan<'a>(text: &'a str, typed: bool, found: &mut impl FnMut(AnchorKind, &'a str)) {
    let bytes = text.as_bytes();
    let mut line = 0;
    let mut at = 0;
    // The word before the byte at hand, for `org/repo#12`.
    let mut last = 0..0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'#' {
            let end = at + 1 + run(bytes, at + 1, |b| b.is_ascii_digit());
            let before = if last.end == at { last.clone() } else { at..at };
            if let Some(name) = issue(text, before, at, end) {
                found(AnchorKind::Issue, name);
            }
            at = end;
            continue;
        }
        let mut flags = WORD[usize::from(byte)];
        if flags == 0 {
            at += 1;
            if byte == b'\n' {
                line = at;
            }
            continue;
        }
        let mut end = at + 1;
        while let Some(&more) = bytes.get(end).map(|&b| &WORD[usize::from(b)]).filter(|&&more| more != 0) {
            flags |= more;
            end += 1;
        }
        let whole = Word { text, start: at, end };
        at = match whole.long_form() {
            Some((kind, range, next)) => {
                if let Some(name) = range.and_then(|range| text.get(range)) {
                    found(kind, name);
                }
                next.max(end)
            }
            None => {
                whole.kinds(flags, line, typed, found);
                end
            }
        };
        last = whole.start..whole.end;
    }
}

/// Calls `found` with every word that can be the name of something: of eight bytes or more, with a slash, a dot, an
/// underscore, a digit or a capital inside; then with the issues. Most words are shorter or have none of these: masks
/// tell them apart.
pub(super) fn names<'a>(text: &'a str, json: bool, found: &mut impl FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let of = |at: usize| bytes.get(at).map_or(0, |&byte| WORD[usize::from(byte)]);
    // No word that is not read yet starts before.
    let mut at = 0;
    while at + SHORTEST <= bytes.len() {
        let words = WORD_BYTES.mask(bytes, at);
        // A bit where eight bytes of a word follow, for all starts but the last seven.
        let pairs = words & words >> 1;
        let fours = pairs & pairs >> 2;
        let mut starts = fours & fours >> 4;
        let window = at;
        at += WINDOW - SHORTEST + 1;
        if starts == 0 {
            continue;
        }
        let marks = MARK_BYTES.mask(bytes, window);
        while starts != 0 {
            let start = first(starts);
            let run = first_run(words & u64::MAX << start);
            let mut end = window + run.end;
            let inside = if run.end < WINDOW {
                marks & !(u64::MAX << run.end)
            } else {
                while of(end) != 0 {
                    end += 1;
                }
                u64::MAX
            };
            if inside >> start != 0 {
                let start = window + start;
                let flags = bytes.get(start..end).unwrap_or_default();
                let flags = flags.iter().fold(0, |flags, byte| flags | WORD[usize::from(*byte)]);
                if flags & (SLASH | DOT | DIGIT | UNDERSCORE | UPPER) != 0 {
                    let (name, next) = Word { text, start, end }.name(flags, json);
                    name.into_iter().for_each(&mut *found);
                    end = next.max(end);
                }
            }
            at = at.max(end);
            starts = match end - window {
                read @ 0..WINDOW => starts & u64::MAX << read,
                _ => 0,
            };
        }
    }
    let mut before = 0;
    for hash in memchr::memchr_iter(b'#', bytes) {
        let end = hash + 1 + run(bytes, hash + 1, |b| b.is_ascii_digit());
        let mut start = hash;
        while start > before && of(start - 1) != 0 {
            start -= 1;
        }
        before = hash;
        issue(text, start..hash, hash, end).into_iter().for_each(&mut *found);
    }
}

/// How many bytes from `at` on are such.
fn run(bytes: &[u8], at: usize, such: impl Fn(u8) -> bool) -> usize {
    bytes.get(at..).map_or(0, |rest| rest.iter().take_while(|&&byte| such(byte)).count())
}

/// The issue whose `#` stands at `hash`: a bare number of 3 to 6 digits, or any after `org/repo`.
fn issue(text: &str, before: core::ops::Range<usize>, hash: usize, end: usize) -> Option<&str> {
    let bytes = text.as_bytes();
    let digits = end - hash - 1;
    let next = bytes.get(end).copied().unwrap_or(b' ');
    if next.is_ascii_alphanumeric() || matches!(next, b'_' | b'-' | 0xc3..=0xdf) {
        return None;
    }
    let cited = cited(text, hash);
    if !before.is_empty() && !cited {
        let repository = text.get(before.clone())?;
        let (owner, name) = repository.split_once('/')?;
        let plain =
            |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b));
        let fits = (1..=6).contains(&digits) && plain(owner) && plain(name) && !repository.starts_with(['.', '-']);
        return (fits && !follows_path(bytes, before.start)).then(|| text.get(before.start..end)).flatten();
    }
    if !(3..=6).contains(&digits) {
        return None;
    }
    let previous = hash.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    let row_mark = previous == b'[' && next == b']' && bytes.get(end + 1) != Some(&b'(');
    // Six digits are a colour more often than not, three may be one.
    let quoted = matches!(previous, b'"' | b'\'' | b'`' | b':' | b'=') || next == b';';
    let colour = digits == 6 && !cited || matches!(digits, 3 | 4) && quoted;
    let odd = previous >= 0x80 && !wide_before(bytes, hash) || matches!(previous, b'&' | b'#' | b'\\' | b'$');
    // In a style sheet a blank stands between the colon and the colour.
    let styled = digits == 3 && bytes.get(..hash)?.ends_with(b": ") && matches!(next, b'\n' | b'}' | b',');
    (!row_mark && !colour && !odd && !styled).then(|| text.get(hash..end)).flatten()
}

/// A word that announces an issue stands before.
fn cited(text: &str, hash: usize) -> bool {
    let Some(head) = text.get(..hash) else { return false };
    let head = head.strip_suffix(' ').unwrap_or(head);
    let len = head.bytes().rev().take(10).take_while(u8::is_ascii_alphabetic).count();
    let word = head.get(head.len() - len..).unwrap_or_default();
    CITING.iter().any(|citing| citing.eq_ignore_ascii_case(word))
}

/// A character of three or more bytes ends here (Han, kana, dashes): such text sets no spaces.
fn wide_before(bytes: &[u8], at: usize) -> bool {
    let lead = bytes.get(..at).and_then(|head| head.iter().rev().take(4).find(|&&byte| byte >= 0xc0));
    lead.is_some_and(|&byte| byte >= 0xe0)
}

/// Something stands right before that the word may be a part of: a variable, a glob, a longer word.
fn follows_path(bytes: &[u8], start: usize) -> bool {
    match start.checked_sub(1).and_then(|at| bytes.get(at)) {
        None => false,
        Some(b'*' | b'}' | b')' | b']' | b'$' | b'%' | b'?' | b'&' | b'\\' | b'#' | b'^') => true,
        Some(&byte) => byte >= 0x80 && (!wide_before(bytes, start) || ends_cut(bytes, start)),
    }
}

/// Holds `..`, `//`, or (of a word with such `flags`) an `@` or `+` that is not its first byte.
fn has_inner_mark(name: &[u8], flags: u16) -> bool {
    let single = |rest: &[u8]| rest.iter().any(|byte| matches!(byte, b'@' | b'+'));
    // Windows overlap by one byte.
    let double = |set: &Set| (0..name.len()).step_by(WINDOW - 1).any(|at| has_twins(set.mask(name, at)));
    flags & (AT | PLUS) != 0 && name.get(1..).is_some_and(single)
        || flags & SLASH != 0 && double(&SLASHES)
        || flags & DOT != 0 && double(&DOTS)
}

static SLASHES: Set = Set::of_bytes(b"/");
static DOTS: Set = Set::of_bytes(b".");

/// A capital follows a small letter.
fn has_inner_capital(name: &[u8]) -> bool {
    let mut last = 0_u8;
    name.iter().any(|&byte| core::mem::replace(&mut last, byte).is_ascii_lowercase() && byte.is_ascii_uppercase())
}

/// Ends with `…`: words were left out.
fn ends_cut(bytes: &[u8], end: usize) -> bool {
    bytes.get(..end).is_some_and(|head| head.ends_with("…".as_bytes()))
}

/// Something stands right after that the word may be a part of.
fn goes_on(bytes: &[u8], end: usize) -> bool {
    let rest = bytes.get(end..).unwrap_or_default();
    match rest.first() {
        Some(b'*' | b'{' | b'$' | b'%') => true,
        Some(b'\\') => !escapes(rest.get(1)),
        Some(b'?') => rest.get(1).is_some_and(u8::is_ascii_alphanumeric),
        Some(0xc3..=0xdf) => true,
        Some(0xe2) => rest.starts_with("…".as_bytes()),
        _ => false,
    }
}

/// The letter of an escape that stands for a blank or a quote.
fn escapes(letter: Option<&u8>) -> bool {
    matches!(letter, Some(b'n' | b'r' | b't' | b'"' | b'\''))
}

/// A word of the text.
struct Word<'a> {
    text: &'a str,
    start: usize,
    end: usize,
}

type Long = (AnchorKind, Option<core::ops::Range<usize>>, usize);

impl<'a> Word<'a> {
    /// What goes beyond the word: an address or a Windows path; its range if it counts, and where to go on.
    fn long_form(&self) -> Option<Long> {
        let bytes = self.text.as_bytes();
        let rest = bytes.get(self.end..)?;
        let word = bytes.get(self.start..self.end)?;
        let scheme = rest.starts_with(b"://") && (word.ends_with(b"http") || word.ends_with(b"https"));
        if scheme {
            let start = self.end - if word.ends_with(b"https") { 5 } else { 4 };
            let (range, next) = self.url(start);
            return Some((AnchorKind::Url, range, next));
        }
        let drive = word.len() == 1 && word.iter().all(u8::is_ascii_alphabetic);
        if drive && (rest.starts_with(b":\\") || rest.starts_with(b":/") && !rest.starts_with(b"://"))
            || word == b"." && rest.starts_with(b"\\")
        {
            let end = self.end + 1 + run(bytes, self.end + 1, |b| WORD[usize::from(b)] != 0 || b == b'\\');
            let path = trimmed(self.text, self.start, end);
            let name = path.clone().and_then(|path| self.text.get(path)?.rsplit(['\\', '/']).next());
            let fits = name.is_some_and(has_ending) && !follows_path(bytes, self.start) && !goes_on(bytes, end);
            return Some((AnchorKind::File, path.filter(|path| fits && path.len() <= LONGEST_NAME), end));
        }
        None
    }

    /// The address that starts at `start`, without the punctuation of the sentence around it.
    fn url(&self, start: usize) -> (Option<core::ops::Range<usize>>, usize) {
        let bytes = self.text.as_bytes();
        let inside = |b: u8| (0x21..0x7f).contains(&b) && !b"\"'`<>\\{}|^[]".contains(&b);
        let end = start + run(bytes, start, inside);
        // Far too long: not looked at closer.
        let Some(url) = self.text.get(start..end).filter(|url| url.len() <= 2 * LONGEST_URL) else {
            return (None, end);
        };
        let mut kept = url;
        loop {
            let shorter = kept.trim_end_matches(['.', ',', ':', ';', '!', '?', '*', '_', '$', '~']);
            let open = shorter.matches('(').count();
            let shorter = if shorter.ends_with(')') && shorter.matches(')').count() > open {
                shorter.trim_end_matches(')')
            } else {
                shorter
            };
            if shorter.len() == kept.len() {
                break;
            }
            kept = shorter;
        }
        let placeholder = matches!(bytes.get(end), Some(b'{' | b'[' | 0x80..)) && !wide_after(bytes, end)
            || url.contains("${")
            || url.contains("***")
            || url.ends_with('$');
        let fits = !placeholder && kept.len() > "https://a.b".len() && kept.len() <= LONGEST_URL;
        (fits.then_some(start..start + kept.len()), end)
    }

    /// The kinds within the word.
    fn kinds(&self, flags: u16, line: usize, typed: bool, found: &mut impl FnMut(AnchorKind, &'a str)) {
        if flags & SLASH != 0 {
            if let Some(path) = self.file(line) {
                return found(AnchorKind::File, path);
            }
            if let Some(branch) = self.branch() {
                return found(AnchorKind::Branch, branch);
            }
        }
        if flags & AT != 0
            && typed
            && let Some(handle) = self.handle(line)
        {
            return found(AnchorKind::Handle, handle);
        }
        if flags & (DIGIT | HEX_LETTER) == DIGIT | HEX_LETTER {
            if flags & !(DIGIT | HEX_LETTER) == 0 {
                self.commit(self.start, self.end).into_iter().for_each(|hash| found(AnchorKind::Commit, hash));
            } else if flags & (SLASH | DOT | AT) != 0 {
                self.commits(found);
            }
        }
    }

    /// A path with a directory and a known ending.
    fn file(&self, line: usize) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let mut start = self.start;
        // `\n` of a source text: its letter is no part of the path.
        if bytes.get(..start)?.ends_with(b"\\") {
            start += usize::from(escapes(bytes.get(start)));
            if start == self.start || bytes.get(start) == Some(&b'/') {
                return None;
            }
        } else if follows_path(bytes, start) {
            return None;
        }
        let head = bytes.get(line..start)?;
        let diff = head == b"--- " || head == b"+++ " || head.starts_with(b"diff --git ");
        if diff && matches!(bytes.get(start..start + 2), Some(b"a/" | b"b/")) {
            start += 2;
        }
        let path = self.text.get(trimmed(self.text, start, self.end)?)?;
        let (directory, name) = path.rsplit_once('/')?;
        let host = directory.split('/').next().is_some_and(is_host);
        let fits = has_ending(name)
            && path.len() <= LONGEST_NAME
            && !path.starts_with("//")
            && !path.starts_with('-')
            && !path.contains("...")
            && !host
            && !(path.starts_with('/') && start > 0 && bytes.get(start - 1).is_some_and(|&b| b >= 0x80 || b == b'>'))
            && !goes_on(bytes, self.end);
        fits.then_some(path)
    }

    /// The word as the name of something, whole and without the marks around it, and where to go on.
    fn name(&self, flags: u16, json: bool) -> (Option<&'a str>, usize) {
        let bytes = self.text.as_bytes();
        let (mut start, mut end) = (self.start, self.end);
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(b' ');
        let previous = start.checked_sub(1).map_or(b' ', byte);
        let head = bytes.get(..start).unwrap_or_default();
        if previous == b':' && flags & SLASH != 0 && (head.ends_with(b"https:") || head.ends_with(b"http:")) {
            let scheme = start - if head.ends_with(b"https:") { 6 } else { 5 };
            let (range, next) = self.url(scheme);
            return (range.and_then(|range| self.text.get(range)), next);
        }
        match previous {
            // `\n` or `\u003c` of JSON: no part of the name. An escaped backslash is none of its escapes.
            b'\\' if !json || head.ends_with(b"\\\\") => return (None, end),
            b'\\' => match byte(start) {
                b'n' | b'r' | b't' | b'b' | b'f' => start += 1,
                b'u' => start += 5,
                _ => return (None, end),
            },
            // A part of a longer word, a variable or a pattern.
            0x80.. if !wide_before(bytes, start) || ends_cut(bytes, start) => return (None, end),
            b'$' | b'%' | b'*' | b'}' | b')' | b']' if flags & (SLASH | DOT) != 0 => return (None, end),
            _ => {}
        }
        // The key of an argument is the tool's.
        let key = json && previous == b'"' && bytes.get(end..end.saturating_add(2)) == Some(b"\":");
        if key || goes_on(bytes, end) && !(json && byte(end) == b'\\') {
            return (None, end);
        }
        while end > start && matches!(byte(end - 1), b'.' | b'-' | b'~' | b'+' | b'/') {
            end -= 1;
        }
        // A hidden directory and a scope begin with their mark, a method after its dot does not.
        while end > start
            && (matches!(byte(start), b'-' | b'+') || flags & SLASH == 0 && matches!(byte(start), b'.' | b'@'))
        {
            start += 1;
        }
        if flags & SLASH != 0 && byte(start + 1) == b'/' {
            let marked = [&b"--- "[..], b"+++ ", b"diff --git "].iter().any(|mark| head.ends_with(mark));
            let diff = marked && matches!(byte(start), b'a' | b'b');
            start += if diff || byte(start) == b'.' { 2 } else { 0 };
        }
        let fits = (SHORTEST..=LONGEST).contains(&end.saturating_sub(start));
        let Some(name) = bytes.get(start..end).filter(|_| fits) else { return (None, self.end) };
        if has_inner_mark(name, flags) {
            return (None, self.end);
        }
        let plain = flags & (SLASH | DOT | DIGIT | UNDERSCORE) == 0 && !has_inner_capital(name);
        (self.text.get(start..end).filter(|_| !plain), self.end)
    }

    /// A branch by the first part of its name.
    fn branch(&self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let name = self.text.get(trimmed(self.text, self.start, self.end)?)?;
        let whole = self.text.get(self.start..self.end)?;
        let slug = |prefix: &str| name.strip_prefix(prefix).filter(|slug| slug.len() >= 2);
        let known = BRANCHES.iter().any(|prefix| slug(prefix).is_some());
        // These are names of directories as well.
        let release =
            slug("release/").is_some_and(|slug| slug.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit()));
        let docs = slug("docs/").is_some_and(|slug| slug.contains('-') && !slug.contains('/'));
        let fits = (known || release || docs)
            && name.len() <= LONGEST_NAME
            && !whole.ends_with('/')
            && !name.contains("..")
            && !name.contains('@')
            && !follows_path(bytes, self.start)
            && !goes_on(bytes, self.end);
        fits.then_some(name)
    }

    /// `@name` of a person: after a blank or an opening bracket, not first in its line.
    fn handle(&self, line: usize) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let name = self.text.get(self.start..self.end)?.trim_end_matches(['.', '-']);
        let rest = name.strip_prefix('@')?;
        let head = self.text.get(line..self.start)?;
        let after_word = head.trim_end_matches([' ', '(', '[', ',']);
        let fits = (3..=30).contains(&rest.len())
            && rest.starts_with(|c: char| c.is_ascii_alphabetic())
            && rest.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
            && !after_word.is_empty()
            && after_word.len() < head.len()
            && after_word.contains(char::is_alphabetic)
            && !matches!(bytes.get(self.end), Some(b'(' | b'{' | b'='));
        fits.then_some(name)
    }

    /// Hashes in a word with other marks: `a1b2c3d..d4e5f6a`, `org/action@a1b2c3d…`, `commit/a1b2c3d`.
    fn commits(&self, found: &mut impl FnMut(AnchorKind, &'a str)) {
        let bytes = self.text.as_bytes();
        let mut at = self.start;
        while at < self.end {
            let len = run(bytes, at, |b| matches!(WORD[usize::from(b)], DIGIT | HEX_LETTER | OTHER | PLUS));
            let (start, end) = (at, (at + len).min(self.end));
            at = end + 1;
            let head = bytes.get(self.start..start).unwrap_or_default();
            let tail = bytes.get(end..self.end).unwrap_or_default();
            let opens = head.is_empty() || head.ends_with(b"..") || head.ends_with(b"@") || head.ends_with(b"commit/");
            let closes = tail.iter().all(|&b| b == b'.') || tail.starts_with(b"..");
            if opens && closes {
                self.commit(start, end).into_iter().for_each(|hash| found(AnchorKind::Commit, hash));
            }
        }
    }

    /// An abbreviated or whole hash of git: 7 to 40 hex digits, both kinds, not of the usual lengths of other ids.
    fn commit(&self, start: usize, end: usize) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let hash = self.text.get(start..end)?;
        let letters = hash.bytes().filter(|&b| matches!(b, b'a'..=b'f')).count();
        let digits = hash.bytes().filter(u8::is_ascii_digit).count();
        let exponent = letters == 1 && hash.contains('e');
        let odd_before = start
            .checked_sub(1)
            .and_then(|at| bytes.get(at))
            .is_some_and(|&b| b"#$%\\&=?".contains(&b) || b >= 0x80 && !wide_before(bytes, start));
        let fits = (7..=40).contains(&hash.len())
            && !matches!(hash.len(), 16 | 32)
            && letters + digits == hash.len()
            && letters > 0
            && digits > 0
            && !exponent
            && !odd_before
            && !ends_cut(bytes, start)
            && !goes_on(bytes, end);
        fits.then_some(hash)
    }
}

/// A character of three or more bytes starts here, and it is no `…`.
fn wide_after(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|&byte| byte >= 0xe0)
        && !bytes.get(at..).is_some_and(|rest| rest.starts_with("…".as_bytes()))
}

/// The range without the marks that end a sentence.
fn trimmed(text: &str, start: usize, end: usize) -> Option<core::ops::Range<usize>> {
    let kept = text.get(start..end)?.trim_end_matches(['.', '-', '~', '+', '/']);
    Some(start..start + kept.len())
}

/// The name of a file with a known ending.
pub(super) fn has_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && ENDINGS.binary_search(&ending).is_ok())
}

/// The first part of an address without scheme, such as `example.com`.
fn is_host(part: &str) -> bool {
    part.rsplit_once('.')
        .is_some_and(|(name, top)| !name.is_empty() && matches!(top, "com" | "org" | "net" | "io" | "dev"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use AnchorKind::{Branch, Commit, File, Handle, Issue, Url};
    use proptest::prelude::*;

    fn scanned(text: &str) -> Vec<(AnchorKind, &str)> {
        let mut seen = Vec::new();
        scan(text, true, &mut |kind, name| seen.push((kind, name)));
        seen
    }

    fn check(kind: AnchorKind, cases: &[(&str, &[&str])]) {
        for (text, expected) in cases {
            let seen = scanned(text);
            let names: Vec<&str> = seen.iter().filter(|(of, _)| *of == kind).map(|(_, name)| *name).collect();
            assert_eq!(names, *expected, "{text}: {seen:?}");
        }
    }

    #[test]
    fn endings_are_sorted() {
        let mut sorted = ENDINGS;
        sorted.sort_unstable();
        assert_eq!(ENDINGS, sorted);
    }

    #[test]
    fn issues() {
        check(
            Issue,
            &[
                ("fixes #123, (#4567) and PR #890123, PR#12345.", &["#123", "#4567", "#890123", "#12345"]),
                ("acme/shop#7 and acme/shop.js#12", &["acme/shop#7", "acme/shop.js#12"]),
                ("[#123](https://x.test/123) but [#456] is a row", &["#123"]),
                ("问题#1234。见", &["#1234"]),
                ("#12 #1234567 a#123 #123abc #123-4 &#8217; é#123", &[]),
                ("color: #333; \"#123456\" fill:#999 `#333` grey (#808080)", &[]),
            ],
        );
    }

    #[test]
    fn commits() {
        let hash = "0123456789abcdef0123456789abcdef01234567";
        check(
            Commit,
            &[
                ("a1b2c3d fix", &["a1b2c3d"]),
                ("a1b2c3d..d4e5f6a, HEAD is now at 9f8e7d6c5.", &["a1b2c3d", "d4e5f6a", "9f8e7d6c5"]),
                ("uses: acme/build@0f1e2d3c4b5a and commit/a1b2c3d", &["0f1e2d3c4b5a", "a1b2c3d"]),
                (hash, &[hash]),
                (&hash[..32], &[]),
                ("0123456789abcdef0123456789abcdef0123456789", &[]),
                ("123e4567-e89b-12d3-a456-426614174000 1234567 abcdefa 0x7f3a2b1c 12345e67", &[]),
                ("main.8f3a2b1c.js #1a2b3c4 A1B2C3D a1b2c3d_x obj/a1b2c3d4 é1a2b3c4", &[]),
                ("a1b2c3d… …a1b2c3d", &[]),
            ],
        );
    }

    #[test]
    fn branches() {
        check(
            Branch,
            &[
                ("on fix/cart-total.", &["fix/cart-total"]),
                (
                    "origin/main feat/JIRA-12/x release/v1.2 docs/new-guide",
                    &["origin/main", "feat/JIRA-12/x", "release/v1.2", "docs/new-guide"],
                ),
                ("docs/guide target/release/build release/build fix/ my/fix/x fix/…", &[]),
                ("fix/notes.md prefix/a", &[]),
            ],
        );
    }

    #[test]
    fn files() {
        check(
            File,
            &[
                ("edit src/cart.py:12:3, then ./lib/user.rs.", &["src/cart.py", "./lib/user.rs"]),
                ("/home/ann/shop/package.json (~/notes/plan.md)", &["/home/ann/shop/package.json", "~/notes/plan.md"]),
                ("is it src/a.rs? `docs/read me.md`", &["src/a.rs"]),
                (
                    r"C:\Users\ann\shop\main.rs and D:/work/a.ts, .\x\y.ps1",
                    &[r"C:\Users\ann\shop\main.rs", "D:/work/a.ts", r".\x\y.ps1"],
                ),
                ("--- a/src/x.go\n+++ b/src/x.go\na/src/x.go", &["src/x.go", "src/x.go", "a/src/x.go"]),
                (r"text\nsrc/a.py\nmore", &["src/a.py"]),
                ("请看src/main.rs文件", &["src/main.rs"]),
                ("node_modules/@acme/ui/index.js", &["node_modules/@acme/ui/index.js"]),
                ("README.md src/ total/items.length and/or 1/2.5 example.com/a/index.html //x/y.js", &[]),
                ("$HOME/a/x.py ${D}/x.py src/*/x.py src/x.py* src/cut.py… …/x.py ../…/x.py", &[]),
                ("https://x.test/a/b.py", &[]),
            ],
        );
    }

    #[test]
    fn handles() {
        check(
            Handle,
            &[
                ("ask @alice-b and (@bob_c), or @carol.", &["@alice-b", "@bob_c", "@carol"]),
                ("@property\n    @app.route\n * @param x\n12|@dataclass", &[]),
                ("bob@example.com x @types/node y @foo(1) z @ab pkg@latest '@media'", &[]),
            ],
        );
        let mut seen = 0;
        scan("ask @alice", false, &mut |_, _| seen += 1);
        assert_eq!(seen, 0, "in results of tools it is code");
    }

    #[test]
    fn addresses() {
        let long = alloc::format!("https://x.test/{}", "a".repeat(LONGEST_URL));
        check(
            Url,
            &[
                (
                    "see https://example.com/a?b=1#c, or <http://x.test/y>.",
                    &["https://example.com/a?b=1#c", "http://x.test/y"],
                ),
                (
                    "[x](https://example.com/a) https://example.com/a_(b)",
                    &["https://example.com/a", "https://example.com/a_(b)"],
                ),
                (r#"{"url":"https://example.com/a\n"}"#, &["https://example.com/a"]),
                (
                    "https://{host}/x https://example.com/${id}/x https://example.com/[redacted] http://***.1/x https://a",
                    &[],
                ),
                (&long, &[]),
            ],
        );
    }

    #[test]
    fn hostile_text_takes_linear_time() {
        // Each would take minutes if it were quadratic.
        for piece in [
            "a/",
            "@abc ",
            "https://a).",
            "#1",
            "a:/",
            "fix/a..",
            "1a2b3c4@",
            "\\nsrc/",
            "…",
            "a/b#1",
            "..",
            "https://",
        ] {
            scanned(&piece.repeat(400_000 / piece.len()));
        }
    }

    fn named(text: &str) -> Vec<&str> {
        let mut all = Vec::new();
        names(text, true, &mut |name| all.push(name));
        all
    }

    #[test]
    fn names_of_things() {
        for (text, expected) in [
            ("call lamp_post(wickLength, Something) at src/a.rs.", &["lamp_post", "wickLength", "src/a.rs"][..]),
            ("the implementation of a self-contained longish sentence", &[]),
            ("short a.b x_y aB1", &[]),
            ("(toString().lamp", &["toString"]),
            ("a).toString()", &[]),
            ("./scripts/run.sh; ../other/run.sh", &["scripts/run.sh"]),
            ("\n--- a/src/lamp.rs\n+++ b/src/lamp.rs\nb/src/lamp.rs", &["src/lamp.rs", "src/lamp.rs", "b/src/lamp.rs"]),
            (
                ".github/workflows and @acme/lamps-ui, @decorator_x",
                &[".github/workflows", "@acme/lamps-ui", "decorator_x"],
            ),
            (
                r#"{"lamp_key":"x\nlamp_post\twickLength\u003coil_cans \\nlamp_oil"}"#,
                &["lamp_post", "wickLength", "oil_cans"],
            ),
            ("see https://a.example/b?c=d_e. and #1234", &["https://a.example/b?c=d_e", "#1234"]),
            ("${HOME}/lamps/x.rs src/**/lamp_x.rs lamp_pos… …post_lamp lamp_{a} élamp_post", &[]),
            ("a..bcdefgh x//lamp_post a@lamp.example lamp+post_x", &[]),
            ("漢字lamp_post漢字", &["lamp_post"]),
        ] {
            assert_eq!(named(text), expected, "{text}");
        }
        let mut plain = Vec::new();
        names(r#"{"lamp_key": "\nlamp_post"} C:\new_lamps"#, false, &mut |name| plain.push(name));
        assert_eq!(plain, ["lamp_key"]);
        let long = "lamp_".repeat(30);
        assert!(named(&long).is_empty() && named(&"/".repeat(100_000)).is_empty());
        assert!(named(&"#".repeat(100_000)).is_empty());
    }

    proptest! {
        #[test]
        fn every_name_stands_in_the_text(
            text in "(?s)(#[0-9]{1,4}|[a-f0-9]{7}|fix/|src/|[a-z]{1,3}|\\.rs|@|https?://|[A-Z]:\\\\|[ .…é漢\\n\\\\*(){}\\[\\]]){0,24}",
        ) {
            for (kind, name) in scanned(&text) {
                prop_assert!(!name.is_empty() && text.contains(name), "{:?} {}", kind, name);
            }
        }

        #[test]
        fn skipping_finds_what_walking_finds(text in "(?s)([a-z]{1,9}|[A-Z][a-z]{3}|_|\\.|/|[ .…é漢\n\\\\*(]){0,40}") {
            let bytes = text.as_bytes();
            let mut walked = Vec::new();
            let mut at = 0;
            while at < bytes.len() {
                let end = at + run(bytes, at, |b| WORD[usize::from(b)] != 0);
                let flags = bytes[at..end].iter().fold(0, |flags, &b| flags | WORD[usize::from(b)]);
                if end - at >= SHORTEST && flags & (SLASH | DOT | DIGIT | UNDERSCORE | UPPER) != 0 {
                    walked.extend(Word { text: &text, start: at, end }.name(flags, true).0);
                }
                at = end + 1;
            }
            prop_assert_eq!(named(&text), walked);
        }

        #[test]
        fn any_text_gives_names_that_are_slices_of_it(text in "(?s).{0,200}") {
            for name in named(&text) {
                prop_assert!(text.contains(name) && (name.starts_with('#') || name.len() >= SHORTEST));
            }
        }
    }
}
