//! Marks that say that something is left out: how an earlier pass is known.
//!
//! Takes a text; says whether it has one of the marks that `reduce` and `shorten` write. A stranger's text that has one
//! only makes the text count as shortened before. Promises: linear. Leaves out: what the mark says.
use memchr::memmem;

/// True for a text that was shortened.
pub(super) fn is_marked(text: &str) -> bool {
    memmem::find_iter(text.as_bytes(), "…").any(|at| {
        let (before, after) = text.split_at_checked(at).unwrap_or_default();
        is_mark(before.as_bytes().last().copied(), after.get("…".len()..).unwrap_or_default())
    })
}

/// True for a text of which nothing but marks is left.
pub(super) fn are_all(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || (line.starts_with("[… ") && line.ends_with(']')))
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
}
