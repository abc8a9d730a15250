//! Which characters go, become a line feed, or stay only beside others.
//!
//! Takes bytes of valid UTF-8. `may_be_finding` is the cheap first question for one byte, `is_finding` the exact one
//! at a character's first byte, `fate` the answer for a character.

/// What happens to a character outside terminal sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Stays.
    Stays,
    /// Goes without a trace.
    Goes,
    /// Would start a line for some reader: becomes a line feed.
    Breaks,
    /// A joiner: stays only where it joins something.
    Joins,
}

/// First bytes of everything this module or `markers` cares about. Kept to comparisons: it runs in vector code.
#[inline(always)]
pub(super) fn may_be_finding(b: u8) -> bool {
    ((b < 0x20) & (b != b'\n') & (b != b'\t'))
        | (b == 0x7f)
        | (b == b'<')
        | (b == b'[')
        | (b == 0xc2) // C1, soft hyphen
        | (b == 0xe1) // U+180E
        | (b == 0xe2) // U+200B to U+206F
        | (b == 0xef) // U+FEFF, U+FFF9 to U+FFFB
        | (b == 0xf3) // U+E0000 and up
}

/// Does the character that starts at `at` need any work?
pub(super) fn is_finding(bytes: &[u8], at: usize) -> bool {
    let Some(rest) = bytes.get(at..) else { return false };
    match rest {
        [b, ..] if *b < 0x20 => *b != b'\n' && *b != b'\t',
        [0x7f, ..] => true,
        [0xc2, low, ..] => *low < 0xa0 || *low == 0xad,
        [0xe1, 0xa0, 0x8e, ..] => true,
        [0xe2, 0x80, low, ..] => matches!(low, 0x8b..=0x8d | 0xa8..=0xae),
        [0xe2, 0x81, low, ..] => *low >= 0xa0,
        [0xef, 0xbb, 0xbf, ..] => true,
        [0xef, 0xbf, low, ..] => matches!(low, 0xb0..=0xbb),
        [0xf3, 0xa0, ..] => true,
        _ => false,
    }
}

/// What happens to `c`.
pub(super) fn fate(c: char) -> Fate {
    match c {
        '\n' | '\t' => Fate::Stays,
        '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Fate::Breaks,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' => Fate::Goes,
        // Soft hyphen, Mongolian vowel separator, zero-width space.
        '\u{ad}' | '\u{180e}' | '\u{200b}' => Fate::Goes,
        '\u{200c}' | '\u{200d}' => Fate::Joins,
        // Bidi embeddings and overrides; word joiner, invisible operators, isolates, deprecated format characters.
        // The plain marks U+200E, U+200F and U+061C reorder nothing but their neighbours and stay.
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => Fate::Goes,
        // Byte order mark, unassigned ignorables and interlinear annotation.
        '\u{feff}' | '\u{fff0}'..='\u{fffb}' => Fate::Goes,
        // Tag characters, variation selectors supplement, and the ignorables reserved around them.
        '\u{e0000}'..='\u{e0fff}' => Fate::Goes,
        _ => Fate::Stays,
    }
}

/// May a joiner stand between these two? Emoji on both sides, or a script with joining letters before it.
pub(super) fn joins(before: Option<char>, after: Option<char>) -> bool {
    before.is_some_and(joining_script) || (before.is_some_and(emoji_like) && after.is_some_and(emoji_like))
}

/// Scripts in which ZWJ and ZWNJ change letter forms: Hebrew to Mandaic, Arabic, the Indic scripts, South-East Asia.
fn joining_script(c: char) -> bool {
    matches!(c,
        '\u{590}'..='\u{61b}' | '\u{61d}'..='\u{109f}' | '\u{1780}'..='\u{180d}' | '\u{180f}'..='\u{18af}'
        | '\u{1900}'..='\u{1cff}' | '\u{a840}'..='\u{a9ff}' | '\u{aa00}'..='\u{aaff}' | '\u{abc0}'..='\u{abff}'
        | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{10a00}'..='\u{10fff}' | '\u{11000}'..='\u{11fff}'
        | '\u{1e900}'..='\u{1e95f}')
}

/// Emoji, the symbols that emoji sequences are made of, and the emoji variation selector.
fn emoji_like(c: char) -> bool {
    matches!(c,
        '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}'
        | '\u{fe0f}' | '\u{1f000}'..='\u{1faff}')
}
