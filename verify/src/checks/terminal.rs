//! A text as a terminal leaves it: what a reader of the output saw, and what an honest quotation of it holds.
//!
//! Takes raw text and gives the text that stays: sequences gone, characters that were taken back gone, of a line that
//! was written over the last frame with something in it. Linear. A sequence that does not end loses its introducer
//! and swallows no text, so that nobody hides words behind one.
//! Leaves out: addressing the cursor; and which invisible characters stay, because only letters and digits are
//! compared.

/// Longest parameters of a control sequence, and longest intermediates.
const PARAMETERS: usize = 64;
const INTERMEDIATES: usize = 4;
/// Longest control string in bytes.
const STRING: usize = 1 << 16;

/// Does the text hold anything that a terminal does not print?
pub(super) fn acts(text: &str) -> bool {
    // A first byte of C2 is that of the controls above ASCII, and of some letters and signs.
    let maybe = |b: u8| (b < b' ' && b != b'\n' && b != b'\t') || b == 0x7f || b == 0xc2;
    text.bytes().any(maybe) && text.chars().any(|c| c.is_control() && c != '\n' && c != '\t')
}

/// The text that stays.
pub(super) fn shown(text: &str) -> String {
    let mut screen = Screen { done: String::with_capacity(text.len()), kept: String::new(), frame: String::new() };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\r' if !rest.starts_with('\n') => screen.end_frame(),
            '\r' => {}
            '\u{8}' => drop(screen.frame.pop()),
            '\n' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => screen.end_line(),
            _ => match sequence(c, rest) {
                Some(behind) => rest = behind,
                None if takes_no_room(c) => {}
                None => screen.frame.push(c),
            },
        }
    }
    screen.end_frame();
    screen.done + &screen.kept
}

/// Finished lines, the last frame of this line that was not blank, and the frame being written.
struct Screen {
    done: String,
    kept: String,
    frame: String,
}

impl Screen {
    fn end_frame(&mut self) {
        if !self.frame.trim_matches([' ', '\t']).is_empty() {
            std::mem::swap(&mut self.kept, &mut self.frame);
        }
        self.frame.clear();
    }

    fn end_line(&mut self) {
        self.end_frame();
        self.done.push_str(&self.kept);
        self.done.push('\n');
        self.kept.clear();
    }
}

/// Characters that a character taken back is not: the one before them goes.
fn takes_no_room(c: char) -> bool {
    (c.is_control() && c != '\t')
        || matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200d}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{feff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// What stands behind the sequence that `c` begins; none if it begins none.
fn sequence(c: char, rest: &str) -> Option<&str> {
    match c {
        '\u{1b}' => Some(escape(rest)),
        '\u{9b}' => Some(control(rest)),
        '\u{9d}' => Some(string(rest, true)),
        '\u{90}' | '\u{98}' | '\u{9e}' | '\u{9f}' => Some(string(rest, false)),
        _ => None,
    }
}

fn escape(rest: &str) -> &str {
    let Some(c) = rest.chars().next() else { return rest };
    match c {
        '[' => control(&rest[1..]),
        ']' => string(&rest[1..], true),
        'P' | 'X' | '^' | '_' => string(&rest[1..], false),
        '0'..='~' => &rest[1..],
        // As in `ESC ( B`.
        ' '..='/' => {
            let end = without(rest, INTERMEDIATES, ' '..='/');
            if end.starts_with(|c| ('0'..='~').contains(&c)) { &end[1..] } else { rest }
        }
        _ => rest,
    }
}

/// Parameters, intermediates, and the final character if there is one.
fn control(rest: &str) -> &str {
    let rest = without(rest, PARAMETERS, '0'..='?');
    let rest = without(rest, INTERMEDIATES, ' '..='/');
    if rest.starts_with(|c| ('@'..='~').contains(&c)) { &rest[1..] } else { rest }
}

/// A control string up to BEL, `ESC \` or U+009C. Without an end the introducer and the number of a title go.
fn string(rest: &str, one_line: bool) -> &str {
    let within = &rest[..rest.floor_char_boundary(STRING)];
    let stop = |c: char| c == '\u{7}' || c == '\u{1b}' || ('\u{80}'..='\u{9f}').contains(&c);
    let end = within.find(stop).filter(|end| !(one_line && within[..*end].contains('\n')));
    let behind = end.and_then(|end| {
        let tail = &rest[end..];
        ["\u{7}", "\u{1b}\\", "\u{9c}"].iter().find_map(|mark| tail.strip_prefix(mark))
    });
    behind.unwrap_or_else(|| {
        let number = without(rest, 4, '0'..='9');
        let title = one_line && number.len() < rest.len();
        number.strip_prefix(';').filter(|_| title).unwrap_or(rest)
    })
}

/// The text without its first characters of a range, `most` of them at most. Ranges are of ASCII.
fn without(text: &str, most: usize, range: std::ops::RangeInclusive<char>) -> &str {
    let length = text.chars().take(most).take_while(|c| range.contains(c)).count();
    &text[length..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_shown_stays() {
        for (text, wanted) in [
            ("abc\u{8}\u{8}xyz", "axyz"),
            ("\u{8}\u{8}a\n\u{8}b", "a\nb"),
            ("a\u{200d}\u{8}b", "b"),
            ("10%\r55%\r100% done\nnext", "100% done\nnext"),
            ("ready\r  \nnext\r\nlast\r", "ready\nnext\nlast"),
            ("one\rtwo\u{c}three\rfour", "two\nfour"),
            ("\u{1b}[31mred\u{1b}[0m door \u{9b}1mB", "red door B"),
            ("\u{1b}]8;;http://x\u{7}link\u{1b}]8;;\u{1b}\\ed\u{9d}0;t\u{9c}.", "linked."),
            ("\u{1b}]0;never ends\nmore", "never ends\nmore"),
            ("\u{90}never ends", "never ends"),
            ("\u{1b}(Bplain\u{1b}7!\u{1b}é\u{1b}", "plain!é"),
            ("\u{1b}[12é", "é"),
            ("tab\tbell\u{7}nul\0del\u{7f}", "tab\tbellnuldel"),
        ] {
            assert_eq!(shown(text), wanted, "{text:?}");
        }
    }
}
