//! Source code: signatures without their bodies.
//!
//! Takes a file of Python, Ruby, Rust, Go, JavaScript, TypeScript, C, C++, C#, Java, Kotlin, Swift, PHP or Scala, or one
//! of settings (TOML, YAML, JSON), with or without the line numbers that read tools print; gives worths: types over functions over methods, then imports,
//! constants and the first lines of docs, then bodies. Promises: one pass; a signature of several lines stays together.
//! Leaves out: parsing. A line is judged by its first words and its indent, a definition in an odd layout is a body.
use super::signs;
use super::{LOW, NOISE, Output, USUAL};

/// A family of languages by how it defines things.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    /// Blocks by indent or `end`.
    Indented,
    Rust,
    Go,
    /// `function` and methods without a keyword.
    Script,
    /// Functions begin with their type.
    Typed,
    /// Settings: what matters stands further left.
    Settings,
}

/// A definition of a type, a function at the outer level, one inside; then imports, constants and docs.
const TYPE: u8 = 8;
const FUNCTION: u8 = 7;
const METHOD: u8 = 6;
const AROUND: u8 = 5;
/// Lines that a signature may go on for.
const LONGEST: usize = 12;

/// Words before the one that says what is defined.
const BEFORE: [&str; 28] = [
    "pub",
    "export",
    "default",
    "declare",
    "async",
    "unsafe",
    "extern",
    "static",
    "public",
    "private",
    "protected",
    "internal",
    "final",
    "abstract",
    "virtual",
    "override",
    "sealed",
    "inline",
    "open",
    "data",
    "partial",
    "const",
    "readonly",
    "suspend",
    "\"C\"",
    "constexpr",
    "synchronized",
    "template",
];
/// Words that define a type or a module.
const TYPES: [&str; 19] = [
    "class",
    "struct",
    "enum",
    "trait",
    "impl",
    "interface",
    "type",
    "mod",
    "module",
    "union",
    "namespace",
    "record",
    "object",
    "protocol",
    "extension",
    "typedef",
    "package",
    "macro_rules!",
    "impl<T>",
];
/// Words that define a function.
const FUNCTIONS: [&str; 7] = ["def", "fn", "func", "function", "fun", "function*", "sub"];
/// Words that begin a statement, never a method.
const STATEMENTS: [&str; 22] = [
    "if", "for", "while", "switch", "catch", "return", "else", "do", "try", "throw", "await", "new", "match", "loop",
    "case", "delete", "super", "using", "lock", "finally", "foreach", "}",
];
/// Words that begin an import.
const IMPORTS: [&str; 7] = ["import", "from", "use", "using", "#include", "require", "require_relative"];

/// A path to source code.
pub(super) fn fits(output: &Output<'_>) -> bool {
    family(signs::path(output)).is_some()
}

fn family(path: &str) -> Option<Family> {
    let is = |endings: &[&str]| signs::ends_as(path, endings);
    if is(&["py", "pyi", "rb", "ex", "exs"]) {
        Some(Family::Indented)
    } else if is(&["rs"]) {
        Some(Family::Rust)
    } else if is(&["go"]) {
        Some(Family::Go)
    } else if is(&["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte", "astro", "php"]) {
        Some(Family::Script)
    } else if is(&["c", "h", "cc", "cpp", "cxx", "hpp", "hh", "java", "cs", "kt", "kts", "swift", "scala", "m", "mm"]) {
        Some(Family::Typed)
    } else if is(&["toml", "yaml", "yml", "json", "json5", "jsonc", "ini", "cfg", "conf", "tf", "hcl"]) {
        Some(Family::Settings)
    } else {
        None
    }
}

/// What each line is worth.
pub(super) fn weigh(output: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let Some(family) = family(signs::path(output)) else { return };
    let numbered = signs::is_numbered(lines);
    let mut state = State::default();
    for (line, worth) in lines.iter().zip(worth.iter_mut()) {
        let text = if numbered { signs::unnumbered(line).unwrap_or(line) } else { line };
        *worth = state.line(family, text);
    }
    signs::raise_failing(lines, worth);
}

/// Where the walk stands.
#[derive(Default)]
struct State {
    /// Worth of a signature that goes on, its open brackets, lines left for it.
    signature: Option<(u8, i32, usize)>,
    /// Inside a text between triple quotes or a block comment that ends with this.
    text_until: Option<&'static str>,
    /// Inside `import (` or `use {`.
    import_until: Option<char>,
    /// The line before was a comment.
    in_comment: bool,
    /// The line before ended a signature: a doc may follow.
    after_signature: bool,
}

impl State {
    fn line(&mut self, family: Family, line: &str) -> u8 {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        let text = text.trim_end();
        if let Some(end) = self.text_until {
            if text.contains(end) {
                self.text_until = None;
            }
            return 1;
        }
        if text.is_empty() {
            self.in_comment = false;
            return NOISE;
        }
        if let Some((worth, open, left)) = self.signature.take() {
            self.follow(family, worth, open + balance(text), left, text);
            return worth;
        }
        if let Some(close) = self.import_until {
            if text.starts_with(close) {
                self.import_until = None;
            }
            return USUAL;
        }
        let fresh = core::mem::take(&mut self.after_signature);
        if let Some(worth) = self.comment(family, text, indent, fresh) {
            return worth;
        }
        self.in_comment = false;
        if family == Family::Settings {
            return settings(text, indent);
        }
        if text.starts_with('@') || text.starts_with("#[") {
            return USUAL;
        }
        if text.bytes().all(|b| b"{}()[];,".contains(&b)) {
            return NOISE;
        }
        let first = text.split([' ', '(', '\t', '"']).next().unwrap_or(text);
        if IMPORTS.contains(&first) && indent == 0 || text.starts_with("pub use ") {
            let last = text.chars().last();
            self.import_until = match last {
                Some('(') => Some(')'),
                Some('{') => Some('}'),
                _ => None,
            };
            return AROUND;
        }
        if let Some(worth) = definition(family, text, indent) {
            self.follow(family, worth, balance(text), LONGEST, text);
            return worth;
        }
        LOW
    }

    /// A signature goes on until its brackets are closed.
    fn follow(&mut self, family: Family, worth: u8, open: i32, left: usize, text: &str) {
        let ended = family == Family::Rust && text.ends_with(['{', ';', '}']);
        if open > 0 && left > 0 && !ended {
            self.signature = Some((worth, open, left - 1));
        } else {
            self.after_signature = true;
        }
    }

    /// The worth of a comment or of a text that documents.
    fn comment(&mut self, family: Family, text: &str, indent: usize, fresh: bool) -> Option<u8> {
        let begins = !core::mem::replace(&mut self.in_comment, true);
        let doc = if begins { AROUND } else { 1 };
        if matches!(family, Family::Indented | Family::Settings) {
            let bare = text.trim_start_matches(['r', 'b', 'f', 'u']);
            for quote in ["\"\"\"", "'''"] {
                if let Some(rest) = bare.strip_prefix(quote) {
                    self.text_until = (!rest.contains(quote)).then_some(quote);
                    return Some(if fresh || indent == 0 { AROUND } else { 1 });
                }
            }
            if text.starts_with('#') {
                return Some(if begins && indent == 0 { 3 } else { 1 });
            }
        } else if text.starts_with("///") || text.starts_with("//!") {
            return Some(doc);
        } else if text.starts_with("/*") {
            self.text_until = (!text.contains("*/")).then_some("*/");
            return Some(if text.len() > 4 { doc } else { 1 });
        } else if text.starts_with("//") {
            // Go documents with plain comments.
            return Some(if begins && indent == 0 { USUAL } else { 1 });
        }
        self.in_comment = false;
        None
    }
}

/// The worth of a line of settings: sections, then names at the left, then what is inside.
fn settings(text: &str, indent: usize) -> u8 {
    if text.bytes().all(|b| b"{}()[];,".contains(&b)) {
        return 1;
    }
    match indent {
        0 if text.starts_with('[') => METHOD,
        0 => AROUND,
        1..=2 => USUAL,
        3..=4 => 3,
        _ => LOW,
    }
}

/// The worth of a line that defines something.
fn definition(family: Family, text: &str, indent: usize) -> Option<u8> {
    let mut rest = text;
    let mut first = "";
    let mut before = 0;
    // More words than this before the one that matters are no definition.
    for _ in 0..8 {
        let end = rest.find([' ', '\t', '(', '{', '<']).unwrap_or(rest.len());
        first = rest.get(..end).unwrap_or(rest);
        if first == "pub" && rest.starts_with("pub(") {
            rest = rest.split_once(')').map_or("", |(_, after)| after).trim_start();
        } else if BEFORE.contains(&first) {
            rest = rest.get(end..).unwrap_or("").trim_start();
        } else {
            break;
        }
        before += 1;
    }
    let named = |rest: &str| rest.get(first.len()..).is_some_and(|after| after.starts_with([' ', '\t', '<', '(']));
    if TYPES.contains(&first) && named(rest) {
        return Some(if indent == 0 { TYPE } else { FUNCTION });
    }
    if FUNCTIONS.contains(&first) && named(rest) {
        return Some(if indent == 0 { FUNCTION } else { METHOD });
    }
    let constant = text.starts_with("const ") || text.contains(" const ") || text.contains(" static ");
    match family {
        Family::Indented => {
            let name = text.split(['=', ':']).next().unwrap_or("").trim();
            let capitals =
                name.len() > 2 && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_' || b.is_ascii_digit());
            return (indent == 0 && capitals).then_some(AROUND);
        }
        Family::Rust => return ((constant || before > 0) && text.contains(':') && indent < 8).then_some(AROUND),
        Family::Settings => return None,
        Family::Go => return (indent == 0 && matches!(first, "var" | "const")).then_some(AROUND),
        Family::Script if before > 0 && (text.contains("=>") || text.contains("= function")) && indent == 0 => {
            return Some(FUNCTION);
        }
        Family::Script if indent == 0 && (before > 0 || matches!(first, "let" | "var")) => return Some(AROUND),
        Family::Typed if text.starts_with("#define") => return Some(AROUND),
        Family::Typed if text.starts_with('#') => return None,
        _ => {}
    }
    // A method or function that begins with its name or its type.
    let opens = text.ends_with(['{', ',', '(']) || (family == Family::Typed && indent == 0 && text.ends_with(')'));
    let starts =
        first.bytes().next().is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'#' | b'~' | b'['));
    let called =
        text.find('(').is_some_and(|at| !text.get(..at).is_some_and(|name| name.contains(['=', '.', '"', '\''])));
    let inside = indent <= 8 && (family == Family::Typed || !text.ends_with(['(', ',']));
    if opens && starts && called && inside && !STATEMENTS.contains(&first) && !text.contains("=>") {
        return Some(if indent == 0 { FUNCTION } else { METHOD });
    }
    (constant && family == Family::Typed && indent <= 4).then_some(USUAL)
}

/// Open brackets less closed ones.
fn balance(text: &str) -> i32 {
    text.bytes().fold(0_i32, |open, byte| match byte {
        b'(' | b'[' => open.saturating_add(1),
        b')' | b']' => open.saturating_sub(1),
        _ => open,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_of_code_is() {
        #[rustfmt::skip]
        let table: &[(Family, &str, u8)] = &[
            (Family::Indented, "class Lamp(Base):", TYPE), (Family::Indented, "async def light(a):", FUNCTION),
            (Family::Indented, "    def dim(self):", METHOD), (Family::Indented, "from a import b", AROUND),
            (Family::Indented, "MAX_WICKS = 4", AROUND), (Family::Indented, "    return 1", LOW),
            (Family::Rust, "pub(crate) async fn light(", FUNCTION), (Family::Rust, "impl Lamp {", TYPE),
            (Family::Rust, "    pub const fn dim(&self) {", METHOD), (Family::Rust, "use core::fmt;", AROUND),
            (Family::Rust, "pub const MAX: u8 = 3;", AROUND), (Family::Rust, "        let x = f(1);", LOW),
            (Family::Go, "func (l *Lamp) Light() error {", FUNCTION), (Family::Go, "type Lamp struct {", TYPE),
            (Family::Go, "\tif err != nil {", LOW), (Family::Go, "var limit = 4", AROUND),
            (Family::Script, "export default async function light() {", FUNCTION),
            (Family::Script, "export const dim = (a) => {", FUNCTION), (Family::Script, "  async light(a, b) {", METHOD),
            (Family::Script, "  if (a) {", LOW), (Family::Script, "  lamp.on('x', () => {", LOW),
            (Family::Typed, "static int light(struct lamp *l)", FUNCTION), (Family::Typed, "#include <lamp.h>", AROUND),
            (Family::Typed, "    public List<Wick> wicks(int a) {", METHOD), (Family::Typed, "    while (x) {", LOW),
            (Family::Typed, "public final class Lamp {", TYPE), (Family::Typed, "    x = light(a);", LOW),
            (Family::Typed, "}", NOISE), (Family::Typed, "", NOISE),
        ];
        for (family, line, worth) in table {
            assert_eq!(State::default().line(*family, line), *worth, "{line}");
        }
    }
}
