//! Lines of a shortened text held against those of the original.
//!
//! Marks: `[… 12 lines left out]` (also `alike`, also with how many of them are important) stands for 12 lines;
//! `…+123` in a line, alone or before `…` and the rest of it, for 123 characters; `[… 1,234 characters left out …]` for
//! the middle of a text. Linear, but for a line with many marks, of which a bounded number of readings is tried.

const OPEN: &str = "[… ";
const CUT: &str = "…+";
/// Readings of one cut line that are tried.
const MOST: usize = 256;

/// The new text is made of lines of the old one, and its marks count what is missing.
pub(super) fn are_of(old: &str, new: &str) -> bool {
    by_line(old, new) || by_ends(old, new)
}

fn by_line(old: &str, new: &str) -> bool {
    let mut left = old.lines();
    for line in new.lines() {
        let mut behind = left.clone();
        if lines_of(line).is_none()
            && behind.next().is_some_and(|of| of == line || of.trim_end() == line.trim_end() || is_cut(of, line))
        {
            left = behind;
            continue;
        }
        match gap(line) {
            Some(count) if count > 0 => {
                // What an earlier pass left out counts too.
                let mut seen = 0;
                while seen < count {
                    let Some(of) = left.next() else { return false };
                    seen = seen.saturating_add(lines_of(of).unwrap_or(1));
                }
                if seen != count {
                    return false;
                }
            }
            _ => return false,
        }
    }
    // Blank lines at the end say nothing.
    left.all(|line| line.trim().is_empty())
}

/// Beginning, one mark, end; what is between is counted in characters.
pub(super) fn by_ends(old: &str, new: &str) -> bool {
    new.match_indices(OPEN).take(MOST).any(|(at, _)| {
        let Some((count, behind)) = characters(&new[at..]) else { return false };
        let head = new[..at].strip_suffix('\n').filter(|head| old.starts_with(*head)).unwrap_or(&new[..at]);
        let tail = new[at + behind..].strip_prefix('\n').unwrap_or(&new[at + behind..]);
        let fits = |head: &str| {
            old.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail)).is_some_and(|m| m.chars().count() == count)
        };
        fits(head) || fits(&new[..at])
    })
}

/// How many lines a line that is a mark stands for; a match is a line.
pub(super) fn gap(line: &str) -> Option<usize> {
    let (count, rest) = number(line.trim().strip_prefix(OPEN)?)?;
    let rest = rest.strip_suffix(']')?;
    if let Some(lines) = lines_of(line) {
        return Some(lines);
    }
    if matches!(rest, " more matches in this file" | " more match in this file" | " characters left out") {
        return Some(if rest.ends_with("file") { count } else { 0 });
    }
    if matches!(rest, " lines around the matches left out" | " line around the matches left out") {
        return Some(count);
    }
    if let Some(files) = rest.strip_prefix(" matches in ").and_then(|r| r.strip_suffix(" more files")) {
        return files.parse::<usize>().is_ok().then_some(count);
    }
    None
}

/// How many lines a mark that counts lines stands for.
fn lines_of(line: &str) -> Option<usize> {
    let (count, rest) = number(line.trim().strip_prefix(OPEN)?)?;
    let rest = rest.strip_suffix(']')?;
    let rest = rest.strip_prefix(" alike").unwrap_or(rest);
    let rest = rest.strip_prefix(" line").map(|r| r.strip_prefix('s').unwrap_or(r))?;
    let rest = rest.strip_prefix(" left out").unwrap_or(rest);
    let important = rest.strip_prefix(", ").and_then(|r| r.strip_suffix(" of them important"));
    (rest.is_empty() || important.is_some_and(|n| n.parse::<usize>().is_ok_and(|n| n <= count))).then_some(count)
}

/// `[… 12 lines left out, the same as in PLACE]` for a text of so many lines.
pub(super) fn is_again(old: &str, new: &str) -> bool {
    let inner = new.strip_prefix(OPEN).and_then(number);
    inner.is_some_and(|(count, rest)| {
        let rest = rest.strip_prefix(" lines").or_else(|| rest.strip_prefix(" line"));
        count == old.lines().count()
            && rest
                .and_then(|r| r.strip_prefix(" left out, the same as in "))
                .is_some_and(|place| place.len() < 120 && place.ends_with(']') && !place.contains('\n'))
    })
}

/// `[… 2 lines, 1,234 characters left out …]` at the start of a text: the characters, and where the mark ends.
fn characters(text: &str) -> Option<(usize, usize)> {
    let end = text.find(']')? + 1;
    let inner = text[..end].strip_prefix(OPEN)?.strip_suffix(" left out …]")?.strip_suffix(" characters")?;
    let inner = inner.rsplit_once(", ").filter(|(lines, _)| lines.ends_with("line") || lines.ends_with("lines"));
    let digits = match inner {
        Some((_, digits)) => digits.to_string(),
        None => text[..end].strip_prefix(OPEN)?.strip_suffix(" characters left out …]")?.to_string(),
    };
    Some((digits.replace(',', "").parse().ok()?, end))
}

fn number(text: &str) -> Option<(usize, &str)> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// The line is the old one with characters left out where its marks say so.
pub(super) fn is_cut(old: &str, line: &str) -> bool {
    line.contains(CUT) && reads(old, line, &mut MOST.clone())
}

fn reads(old: &str, line: &str, tries: &mut usize) -> bool {
    if *tries == 0 {
        return false;
    }
    *tries -= 1;
    if old == line || old.trim_end() == line {
        return true;
    }
    line.match_indices(CUT).take(8).any(|(at, _)| {
        let (head, behind) = (&line[..at], &line[at + CUT.len()..]);
        let Some((missing, behind)) = number(behind) else { return false };
        // Signs around the mark are the mark's own, or the line's.
        let heads = [Some(head), head.strip_suffix(' ')];
        let after = behind.strip_prefix('…');
        let behinds = [after.and_then(|b| b.strip_prefix(' ')), after, Some(behind), behind.strip_prefix(' ')];
        heads.into_iter().flatten().any(|head| {
            let Some(rest) = old.strip_prefix(head) else { return false };
            let Some(rest) = skip(rest, missing) else { return false };
            behinds.into_iter().flatten().any(|behind| reads(rest, behind, tries))
        })
    })
}

fn skip(text: &str, characters: usize) -> Option<&str> {
    match text.char_indices().nth(characters) {
        Some((at, _)) => Some(&text[at..]),
        None => (text.chars().count() == characters).then_some(""),
    }
}

/// What stands between the marks of a line, without the words of the marks.
pub(super) fn without_marks(line: &str) -> impl Iterator<Item = &str> {
    let mut first = true;
    line.split('…').map(move |part| {
        if std::mem::take(&mut first) {
            return part;
        }
        let part = part.trim_start_matches(['"', ':']);
        let rest = part.strip_prefix('+').or_else(|| part.strip_prefix(' ')).unwrap_or(part);
        let Some((_, rest)) = number(rest) else { return part };
        let words = [" more items", " more lines", " more keys", " items", " keys"];
        words.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_counts() {
        let old = "one\ntwo and more of it\nthree\nfour\n\nsix\n";
        for (new, holds) in [
            ("one\n[… 3 lines left out]\n\nsix", true),
            ("one\n[… 2 lines left out, 1 of them important]\nfour\n\nsix", true),
            ("one\ntwo…+15\n[… 1 alike line]\nfour\n[… 2 lines]", true),
            ("one\ntwo…+12… it\nthree\nfour\n\nsix", true),
            ("one\n[… 2 lines left out]\n\nsix", false),
            ("one\n[… 9 lines left out]", false),
            ("one\n[… 2 lines left out, 3 of them important]\nfour\n\nsix", false),
            ("one\ntwo…+14\nthree\nfour\n\nsix", false),
            ("one\nsix", false),
            ("one\n[… 3 lines left out]\n\nsix\nseven", false),
            ("six\n[… 5 lines left out]", false),
            ("one\n[… 18446744073709551616 lines left out]", false),
        ] {
            assert_eq!(are_of(old, new), holds, "{new}");
        }
        let twice = "one\n[… 9 lines left out]\ntwo\n[… 1 line]\nthree";
        for (new, holds) in [
            ("one\n[… 11 lines left out]\nthree", true),
            ("one\n[… 9 lines left out]\ntwo\n[… 1 line]\nthree", true),
            ("one\n[… 10 lines left out]\n[… 1 line]\nthree", true),
            ("one\n[… 3 lines left out]\nthree", false),
            ("one\n[… 9 lines left out]\ntwo\nthree", false),
        ] {
            assert_eq!(are_of(twice, new), holds, "{new}");
        }
    }

    #[test]
    fn both_ends() {
        let old = "one two three four five";
        assert!(are_of(old, "one\n[… 16 characters left out …]\nfive"));
        assert!(!are_of(old, "one\n[… 15 characters left out …]\nfive"));
        assert!(!are_of(old, "one\n[… 16 characters left out …]\nfour"));
        assert!(are_of("a\nb\nc\n", "a\n[… 1 line, 2 characters left out …]\nc\n"));
    }

    #[test]
    fn a_line_of_many_marks_is_read_in_time() {
        let new = "a…+1".repeat(20_000);
        assert!(!are_of(&"ab".repeat(30_000), &new));
    }
}
