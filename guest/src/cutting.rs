//! Texts cut to a size, visibly.
//!
//! A cut never splits a word, a character or a mask, leaves no joiner that joins nothing, and always says that it is
//! one: `…` at the place, `+N` after it where the number of characters left out matters. Promises: a text that fits
//! comes back as it is.
use crate::lexicon::Lexicon;
use crate::redact::MASK;
use crate::tokens;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Keeps about `most` characters from the start and appends `…+N` (N characters left out). A text that was cut
/// before is cut again so that N still counts from its original.
pub fn head(text: &str, most: usize) -> Cow<'_, str> {
    let (shown, left_out) = split(text);
    let total = shown.chars().count();
    if total <= most {
        return Cow::Borrowed(text);
    }
    let end = word_end(shown, most);
    let kept = begin(shown, end).trim_end();
    let missing = (total - kept.chars().count()).saturating_add(left_out);
    // The mark of a cut costs as much as a few characters do.
    if missing < MARK {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{kept}…+{missing}"))
}

/// Fewer characters than this are not worth a cut.
const MARK: usize = 8;

/// The number of characters of a command's start that hold `most` of it as a reader of plain words counts: a line
/// feed mark with its spaces is one, an escape such as `\"` is one.
pub fn plain_chars(command: &str, most: usize) -> usize {
    let (mut seen, mut blank) = (0, false);
    for (at, c) in command.chars().enumerate() {
        let is_blank = c == ' ' || c == '⏎';
        seen += usize::from(c != '\\' && !(is_blank && blank));
        blank = is_blank;
        if seen > most {
            return at;
        }
    }
    most.max(seen)
}

/// Keeps about `most` characters from the start; `…` marks the cut.
pub fn excerpt(text: &str, most: usize) -> Cow<'_, str> {
    match head(text, most) {
        Cow::Borrowed(text) => Cow::Borrowed(text),
        Cow::Owned(cut) => Cow::Owned(format!("{}…", split(&cut).0)),
    }
}

/// A text and how many characters an earlier cut left out of it.
pub fn split(text: &str) -> (&str, usize) {
    // Most texts do not end in a number; to look for the mark takes longer than to see that.
    if !text.as_bytes().last().is_some_and(u8::is_ascii_digit) {
        return (text, 0);
    }
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
    Cow::Owned(format!("{} … {}", begin(text, end).trim_end(), text[start..].trim_start_matches(JOINERS).trim_start()))
}

/// Keeps the telling sentences of the user's words within about `most` tokens: the first, the last, those that forbid
/// or demand, those that say what ought to be, those that name something to look up; then the others in order. A gap is ` … `.
pub fn telling(text: &str, most: u32) -> Cow<'_, str> {
    if tokens::estimate(text) <= most {
        return Cow::Borrowed(text);
    }
    let pieces = sentences(text);
    let mut order: Vec<(u32, usize)> = Vec::with_capacity(pieces.len());
    for (i, &(start, end)) in pieces.iter().enumerate() {
        let at_an_end = i == 0 || i + 1 == pieces.len();
        let rank = if i == 0 { 0 } else { rank(&text[start..end], at_an_end) };
        order.push((rank, i));
    }
    order.sort_unstable();
    // A line that stands there ten times (a stack of calls) is worth it once.
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    order.retain(|(_, i)| pieces.get(*i).is_some_and(|(start, end)| seen.insert(&text[*start..*end])));
    let mut shown = alloc::vec![false; pieces.len()];
    let mut room = most;
    for (_, i) in order {
        let (start, end) = pieces[i];
        let cost = tokens::estimate(&text[start..end]) + GAP;
        if cost <= room {
            room -= cost;
            shown[i] = true;
        }
    }
    if !shown.first().copied().unwrap_or(false) {
        return ends(text, most);
    }
    let mut kept = String::new();
    let mut last: Option<usize> = None;
    for (i, &(start, end)) in pieces.iter().enumerate().filter(|(i, _)| shown[*i]) {
        match last {
            Some(before) if before + 1 == i => kept.push_str(&text[pieces[before].1..start]),
            Some(_) => kept.push_str(" … "),
            None => {}
        }
        kept.push_str(&text[start..end]);
        last = Some(i);
    }
    if last.is_some_and(|last| last + 1 < pieces.len()) {
        kept.push_str(" …");
    }
    Cow::Owned(kept)
}

/// Tokens of a gap.
const GAP: u32 = 2;

/// Byte ranges of sentences and lines, without the white space and line marks between them.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends_here = match c {
            '。' | '！' | '？' => Some(at + c.len_utf8()),
            '.' | '!' | '?' if chars.peek().is_none_or(|(_, next)| *next == ' ') => Some(at + 1),
            '⏎' => Some(at),
            _ => None,
        };
        if let Some(end) = ends_here {
            push_piece(text, start, end, &mut pieces);
            start = at + c.len_utf8();
        }
    }
    push_piece(text, start, text.len(), &mut pieces);
    pieces
}

fn push_piece(text: &str, start: usize, end: usize, pieces: &mut Vec<(usize, usize)>) {
    let piece = &text[start..end];
    let trimmed = piece.trim_start();
    let from = start + (piece.len() - trimmed.len());
    if !trimmed.trim_end().is_empty() {
        pieces.push((from, from + trimmed.trim_end().len()));
    }
}

/// Words that forbid or demand.
#[rustfmt::skip]
const DEMANDS: [&str; 22] = [
    "never", "don't", "don’t", "do not", "must", "always", "only", "instead", "stop", "avoid", "make sure",
    "should not", "shouldn't", "no longer", "forbidden", "not allowed", "without asking", "nicht", "immer",
    "ne pas", "nunca", "siempre",
];
static DEMANDING: Lexicon<{ DEMANDS.len() }> = Lexicon::new().with(&DEMANDS, 0).sorted();

/// True when words forbid or demand something.
pub fn demands(words: &str) -> bool {
    DEMANDING.within(&words.to_ascii_lowercase()) != 0
}

/// Words that say what ought to be.
#[rustfmt::skip]
const WISHES: [&str; 12] = [
    "should", "need to", "needs to", "have to", "has to", "consider", "ought", "please", "sollte", "bitte", "devrait",
    "debe",
];
static WISHING: Lexicon<{ WISHES.len() }> = Lexicon::new().with(&WISHES, 0).sorted();

/// How soon a sentence is kept, lowest first.
fn rank(sentence: &str, at_an_end: bool) -> u32 {
    let names = || sentence.contains("http") || has_number(sentence, '#') || has_hash(sentence);
    match at_an_end {
        _ if demands(sentence) => 1,
        true => 2,
        false if WISHING.within(&sentence.to_ascii_lowercase()) != 0 => 3,
        false if names() => 4,
        false => 5,
    }
}

/// `#123`
fn has_number(text: &str, mark: char) -> bool {
    text.split(mark).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// A run of 7 to 40 hexadecimal digits with a letter and a number in it.
fn has_hash(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        (7..=40).contains(&word.len())
            && word.bytes().all(|b| b.is_ascii_hexdigit())
            && word.bytes().any(|b| b.is_ascii_digit())
            && word.bytes().any(|b| b.is_ascii_alphabetic())
    })
}

/// How far a cut may move to spare a word, in characters.
const WORD: usize = 40;

/// What joins two characters to one. At the edge of a cut it joins nothing any more, and would not be read back.
pub const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// The start of a text, cut at about this byte offset: not inside of a mask, no joiner at the end.
pub fn begin(text: &str, at: usize) -> &str {
    text.get(..behind_mask(text, at)).unwrap_or(text).trim_end_matches(JOINERS)
}

/// The byte offset, or where it lies inside the mask of a secret, the mask's end: half a mask is neither a quotation
/// nor a mask.
pub fn behind_mask(text: &str, at: usize) -> usize {
    mask_around(text, at).map_or(at, |start| start + MASK.len())
}

/// Where the mask starts that the byte offset lies inside of.
fn mask_around(text: &str, at: usize) -> Option<usize> {
    let from = text.floor_char_boundary(at.saturating_sub(MASK.len() - 1));
    let near = text.get(from..text.ceil_char_boundary(at.saturating_add(MASK.len() - 1)))?;
    near.match_indices(MASK).map(|(start, _)| from + start).find(|start| *start < at && at < start + MASK.len())
}

/// Byte offset of the end of the word that character `at` lies in, at most `WORD` characters on.
fn word_end(text: &str, at: usize) -> usize {
    behind_mask(text, bare_word_end(text, at))
}

fn bare_word_end(text: &str, at: usize) -> usize {
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
    let start = bare_word_start(text, at);
    mask_around(text, start).unwrap_or(start)
}

fn bare_word_start(text: &str, at: usize) -> usize {
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
    fn no_joiner_is_left_at_a_cut() {
        for text in ["\u{1f469}\u{200d}\u{1f4bb}", "\u{1f469}\u{200d}\u{1f4bb}…", "ها\u{200c}"]
            .map(|text| text.repeat(40) + "\u{1f469}")
        {
            for most in 10..30 {
                for cut in [head(&text, most), ends(&text, most as u32), excerpt(&text, most)] {
                    for piece in split(&cut).0.split(" … ") {
                        let piece = piece.trim_end_matches('…');
                        assert_eq!(piece.trim_matches(JOINERS), piece, "{most}: {cut}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_mask_is_cut_nowhere() {
        let text = "curl -H 'X-Key: [redacted]' -H 'Y: [redacted]' https://example.com/[redacted]é".repeat(3);
        for most in 0..text.len() {
            for cut in [head(&text, most), ends(&text, most as u32), excerpt(&text, most)] {
                let rest = cut.replace(MASK, "");
                assert!(!rest.contains("redacted") && !rest.contains("…]") && !rest.contains("[…"), "{most}: {cut}");
            }
            let end = behind_mask(&text, most);
            assert!(end >= most && end < most + MASK.len(), "{most}");
        }
    }

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
    fn the_telling_sentences_of_long_words_stay() {
        let filler = "This sentence is just here to fill the room between. ".repeat(20);
        let text =
            alloc::format!("Fix the importer. {filler}Never touch data/. {filler}See #1234 too. {filler}Thanks.");
        let cut = telling(&text, 40);
        for words in ["Fix the importer.", "Never touch data/.", "See #1234 too.", "Thanks.", " … "] {
            assert!(cut.contains(words), "{words}: {cut}");
        }
        assert!(tokens::estimate(&cut) <= 42, "{cut}");
        assert_eq!(telling("Short.", 40), "Short.");
    }

    #[test]
    fn both_ends_stay() {
        let text = "first words here and then very many others in between until the last words";
        let cut = ends(text, 6);
        assert!(cut.starts_with("first") && cut.ends_with("words") && cut.contains(" … "), "{cut}");
        assert_eq!(ends("short", 6), "short");
    }
}
