//! Texts cut to a size, visibly.
//!
//! A cut never splits a word or a character and always says that it is one: `…` at the place, `+N` after it where
//! the number of characters left out matters. Promises: a text that fits comes back as it is.
use crate::tokens;
use alloc::borrow::Cow;
use alloc::format;

/// Keeps about `most` characters from the start and appends `…+N` (N characters left out). A text that was cut
/// before is cut again so that N still counts from its original.
pub fn head(text: &str, most: usize) -> Cow<'_, str> {
    let (shown, left_out) = split(text);
    let total = shown.chars().count();
    if total <= most {
        return Cow::Borrowed(text);
    }
    let end = word_end(shown, most);
    let kept = shown[..end].trim_end();
    let missing = (total - kept.chars().count()).saturating_add(left_out);
    // The mark of a cut costs as much as a few characters do.
    if missing < MARK {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{kept}…+{missing}"))
}

/// Fewer characters than this are not worth a cut.
const MARK: usize = 8;

/// A text and how many characters an earlier cut left out of it.
pub fn split(text: &str) -> (&str, usize) {
    match text.rfind("…+") {
        Some(at) => match text[at + "…+".len()..].parse() {
            Ok(left_out) => (&text[..at], left_out),
            Err(_) => (text, 0),
        },
        None => (text, 0),
    }
}

/// Keeps both ends of a text within about `most` tokens; the gap is ` … `.
pub fn ends(text: &str, most: u32) -> Cow<'_, str> {
    let size = tokens::estimate(text);
    if size <= most {
        return Cow::Borrowed(text);
    }
    let chars = text.chars().count();
    // Two thirds for the start: a request begins with what it is about.
    let room = (chars as u64 * u64::from(most) / u64::from(size.max(1))) as usize;
    let (front, back) = (room * 2 / 3, room / 3);
    let end = word_end(text, front);
    let start = word_start(text, chars.saturating_sub(back));
    if start <= end {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{} … {}", text[..end].trim_end(), text[start..].trim_start()))
}

/// How far a cut may move to spare a word, in characters.
const WORD: usize = 40;

/// Byte offset of the end of the word that character `at` lies in, at most `WORD` characters on.
fn word_end(text: &str, at: usize) -> usize {
    let mut rest = text.char_indices().skip(at);
    let Some((mut end, mut c)) = rest.next() else { return text.len() };
    let before = text[..end].chars().next_back();
    if before.is_none_or(|b| !in_word(b)) {
        return end;
    }
    for _ in 0..WORD {
        if !in_word(c) {
            return end;
        }
        match rest.next() {
            Some(next) => (end, c) = next,
            None => return text.len(),
        }
    }
    text.char_indices().nth(at).map_or(text.len(), |(offset, _)| offset)
}

/// Byte offset of the start of the word that character `at` lies in, at most `WORD` characters back.
fn word_start(text: &str, at: usize) -> usize {
    let offset = text.char_indices().nth(at).map_or(text.len(), |(offset, _)| offset);
    if text[offset..].chars().next().is_none_or(|c| !in_word(c)) {
        return offset;
    }
    let mut start = offset;
    for (back, c) in text[..offset].char_indices().rev().take(WORD) {
        if !in_word(c) {
            return start;
        }
        start = back;
    }
    if start == 0 { 0 } else { offset }
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_counts_what_is_missing_and_spares_words() {
        assert_eq!(head("short", 80), "short");
        assert_eq!(head("alpha beta gamma delta", 8), "alpha beta…+12");
        assert_eq!(head("alpha beta…+12", 3), "alpha…+17");
        assert_eq!(head(&"x".repeat(200), 10), "xxxxxxxxxx…+190");
        let most = usize::MAX;
        assert_eq!(head(&format!("alpha beta…+{most}"), 3), format!("alpha…+{most}"));
    }

    #[test]
    fn both_ends_stay() {
        let text = "first words here and then very many others in between until the last words";
        let cut = ends(text, 6);
        assert!(cut.starts_with("first") && cut.ends_with("words") && cut.contains(" … "), "{cut}");
        assert_eq!(ends("short", 6), "short");
    }
}
