//! Marks that say that something is left out: how an earlier pass is known.
//!
//! Takes a text; says whether it has one of the marks that `reduce` and `shorten` write, and for a line that is one how
//! many lines it stands for: where such a text becomes shorter once more, its marks become part of the new ones. A
//! stranger's text that has one only makes the text count as shortened before. Promises: linear.
use memchr::memmem;

/// True for a text that was shortened.
pub(crate) fn is_marked(text: &str) -> bool {
    memmem::find_iter(text.as_bytes(), "…").any(|at| {
        let (before, after) = text.split_at_checked(at).unwrap_or_default();
        is_mark(before.as_bytes().last().copied(), after.get("…".len()..).unwrap_or_default())
    })
}

/// How many lines a line that is a mark stands for, and how many of them had to stay.
pub(super) fn lines_of(line: &str) -> Option<(usize, usize)> {
    let inside = line.trim().strip_prefix("[… ")?.strip_suffix(']')?;
    let (count, rest) = inside.split_once(' ')?;
    let count: usize = count.parse().ok()?;
    let files = rest.strip_prefix("matches in ").and_then(|rest| rest.strip_suffix(" more files"));
    if files.is_some_and(|files| files.parse::<usize>().is_ok()) {
        return Some((count, 0));
    }
    let (what, must) = match rest.strip_suffix(" of them important") {
        Some(rest) => rest.rsplit_once(", ").and_then(|(what, must)| Some((what, must.parse().ok()?)))?,
        None => (rest, 0),
    };
    let what = what.strip_suffix(" left out").unwrap_or(what);
    let known = matches!(
        what,
        "line" | "lines" | "alike line" | "alike lines" | "more match in this file" | "more matches in this file"
    );
    known.then_some((count, must))
}

fn is_mark(before: Option<u8>, after: &str) -> bool {
    let digits = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    // `[… 12 lines left out]`, `"… 3 more items"`, `{… 7 keys}`
    let opened = matches!(before, Some(b'[' | b'"' | b'{')) && after.strip_prefix(' ').is_some_and(digits);
    // `"…":"3 more keys"`
    let key = before == Some(b'"') && after.strip_prefix("\":\"").is_some_and(digits);
    // The rest of a line: `…+123`
    opened || key || after.strip_prefix('+').is_some_and(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_and_others() {
        for (text, ours) in [
            ("a\n[… 12 lines left out]\nb", true),
            ("[… 3 alike lines]", true),
            ("[… 1,234 characters left out …]", true),
            ("{\"output\":\"a\\n[… 2 lines left out]\",\"exit_code\":0}", true),
            ("a long li…+123", true),
            ("[1,\"… 3 more items\"]", true),
            ("{\"a\":1,\"…\":\"3 more keys\"}", true),
            ("{\"a\":\"{… 3 keys}\"}", true),
            ("and so on … 12 more", false),
            ("… +52 lines", false),
            ("…", false),
            ("", false),
        ] {
            assert_eq!(is_marked(text), ours, "{text}");
        }
    }

    #[test]
    fn marks_stand_for_lines() {
        for (line, lines) in [
            ("[… 12 lines left out]", Some((12, 0))),
            ("[… 1 line]", Some((1, 0))),
            ("  [… 3 alike lines, 2 of them important]", Some((3, 2))),
            ("[… 4 more matches in this file]", Some((4, 0))),
            ("[… 67 matches in 39 more files]", Some((67, 0))),
            ("[… 60 lines left out, the same as in [#25]]", None),
            ("[… 1,234 characters left out …]", None),
            ("[… 12 lambs left out]", None),
            ("twelve lines", None),
        ] {
            assert_eq!(lines_of(line), lines, "{line}");
        }
    }
}
