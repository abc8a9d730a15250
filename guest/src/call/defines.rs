//! Names that a new text defines.
//!
//! Takes program text of any language; gives the names after `def`, `class`, `fn`, `type` and the like, in order and
//! distinct. Names of fewer than five characters say nothing without their file and are left out. A keyword inside a
//! sentence defines nothing: after the name there has to be what a definition goes on with.
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// As many as a file line can bear.
pub(crate) const MAX_NAMES: usize = 60;

/// Deepest indent that is looked at.
const MAX_INDENT: usize = 64;

const KEYWORDS: [&str; 11] =
    ["def", "class", "func", "function", "fn", "interface", "type", "struct", "enum", "const", "trait"];

/// Adds the names that a text defines.
pub(crate) fn collect(text: &str, names: &mut Vec<String>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && names.len() < MAX_NAMES {
        if !is_word(bytes.get(at).copied()) {
            at += 1;
            continue;
        }
        let end = word_end(bytes, at);
        // The shortest keyword has two letters, the longest nine.
        let keyword =
            if (2..=9).contains(&(end - at)) { text.get(at..end).filter(|w| KEYWORDS.contains(w)) } else { None };
        if let Some(keyword) = keyword
            && let Some(name) = defined(text, keyword, at, end)
            && !names.iter().any(|n| n == name)
        {
            names.push(name.to_string());
        }
        at = end;
    }
}

/// The name after a keyword that ends at `end`, if this is a definition.
fn defined<'a>(text: &'a str, keyword: &str, start: usize, end: usize) -> Option<&'a str> {
    let bytes = text.as_bytes();
    let mut at = spaces(bytes, end);
    if at == end {
        return None;
    }
    // A receiver: `func (s *Server) Listen`.
    if keyword == "func" && bytes.get(at) == Some(&b'(') {
        let close =
            bytes.get(at..at.saturating_add(200).min(bytes.len()))?.iter().position(|b| matches!(b, b')' | b'\n'))?;
        at = spaces(bytes, at + close + 1);
    }
    let first = bytes.get(at).copied();
    if !is_word(first) || first.is_some_and(|b| b.is_ascii_digit()) {
        return None;
    }
    let name_end = word_end(bytes, at);
    let name = text.get(at..name_end)?;
    (name.chars().count() >= 5 && goes_on(text, keyword, start, name_end)).then_some(name)
}

fn goes_on(text: &str, keyword: &str, start: usize, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or("").trim_start_matches([' ', '\t']);
    let Some(next) = rest.chars().next() else { return true };
    if "({<:=[;>,\n\r?!".contains(next) {
        return true;
    }
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    if matches!(word, "extends" | "implements" | "struct" | "interface" | "func" | "where" | "for") {
        return true;
    }
    // `type Name string`: only where nothing but a modest indent stands before it.
    let before = text.as_bytes().get(start.saturating_sub(MAX_INDENT)..start).unwrap_or_default();
    let indent = before.iter().rev().take_while(|b| matches!(b, b' ' | b'\t')).count();
    keyword == "type" && (indent == start || before.iter().rev().nth(indent) == Some(&b'\n'))
}

fn spaces(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
        at += 1;
    }
    at
}

/// Letters of other scripts count as letters.
fn is_word(byte: Option<u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80)
}

fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while is_word(bytes.get(at).copied()) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        collect(text, &mut all);
        all
    }

    #[test]
    fn definitions_of_many_languages() {
        let text = "def load_rows(x):\nclass Parser:\nexport const LIMIT = 1\npub fn measure<T>() {}\nfunc (s *Server) Listen(a int) {\n\
                    type Handle struct {\ntype Weight int64\ninterface Props extends Base {\npub enum Colour {\ntrait Shape: Sized {\n\
                    function drawLine(a) {\nstruct Größe {\n";
        assert_eq!(
            names(text),
            [
                "load_rows",
                "Parser",
                "LIMIT",
                "measure",
                "Listen",
                "Handle",
                "Weight",
                "Props",
                "Colour",
                "Shape",
                "drawLine",
                "Größe"
            ]
        );
    }

    #[test]
    fn short_names_repeats_and_sentences_are_left_out() {
        assert_eq!(names("def main():\nfn abcd() {}\nfn twice() {}\nfn twice() {}"), ["twice"]);
        assert!(
            names("// the class which handles it, a type checker and const correctness in undefined words").is_empty()
        );
        assert!(names("mydef name_of():\nclassify things(").is_empty());
    }

    #[test]
    fn one_long_line_takes_linear_time() {
        assert!(names(&"type abcde x ".repeat(100_000)).len() <= 1);
        assert!(names(&"func (".repeat(100_000)).is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(def|func|type|class| |\\(|\\)|\n|é|abcdef|:){0,40}") {
            prop_assert!(names(&text).len() <= MAX_NAMES);
        }
    }
}
