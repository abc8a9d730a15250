//! A text that was shortened before, shortened again.
//!
//! Takes the text and who shortens it; gives the new text whose marks count what is missing from the first original on:
//! a line `[… 12 lines]` that goes counts as twelve. The marks are taken out first and put back between the lines that
//! stay. Promises: linear; none where the lines that come back are not those of the text in order (a reducer that
//! writes its own), or where a mark counts something else than lines. Leaves out: cuts inside of lines.
use crate::reduce::Gap;
use alloc::string::String;
use alloc::vec::Vec;

/// Shortens the text again.
pub(super) fn again(text: &str, reduce: impl FnOnce(&str) -> Option<String>) -> Option<String> {
    if [" in this file]", " more files]", " around the matches left out]"].iter().any(|mark| text.contains(mark)) {
        return None;
    }
    // For each line the mark that stood before it, and one at the end.
    let mut lines: Vec<&str> = Vec::new();
    let mut marks = alloc::vec![Gap::default()];
    for line in text.lines() {
        match Gap::read(line) {
            Some(more) => add(marks.last_mut()?, more),
            None => {
                lines.push(line);
                marks.push(Gap::default());
            }
        }
    }
    let bare = lines.join("\n");
    let new = reduce(&bare)?;
    let (mut out, mut at, mut missing, mut first) = (String::new(), 0_usize, Gap::default(), true);
    for line in new.lines() {
        if let Some(more) = Gap::read(line) {
            let end = at.checked_add(more.lines)?;
            marks.get(at..end)?.iter().for_each(|mark| add(&mut missing, *mark));
            add(&mut missing, more);
            at = end;
            continue;
        }
        add(&mut missing, *marks.get(at)?);
        first = core::mem::take(&mut missing).write(&mut out, first);
        if !is_of(lines.get(at)?, line) {
            return None;
        }
        out.push_str(line);
        out.push('\n');
        at += 1;
    }
    // Blank lines at the end need no mark.
    let rest = lines.get(at..)?.iter().all(|line| line.trim().is_empty());
    marks.get(at..)?.iter().for_each(|mark| add(&mut missing, *mark));
    missing.write(&mut out, first);
    out.truncate(out.trim_end_matches('\n').len());
    rest.then_some(out)
}

/// A line of the text stands for lines that are missing: whatever it was, it goes by lines now.
pub(super) fn has_gaps(text: &str) -> bool {
    text.contains("[… ") && text.lines().any(|line| Gap::read(line).is_some())
}

fn add(gap: &mut Gap, more: Gap) {
    gap.lines = gap.lines.saturating_add(more.lines);
    gap.must = gap.must.saturating_add(more.must);
}

/// The line as it was, or its beginning with a mark.
fn is_of(old: &str, line: &str) -> bool {
    let head = line.split_once("…+").map_or(line, |(head, _)| head);
    if head.len() == line.len() { old.trim_end() == line.trim_end() } else { old.starts_with(head) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn marks_add_up() {
        let old = "a\n[… 10 lines left out]\nb\nc\n[… 3 alike lines]\nd\ne\n[… 2 lines, 1 of them important]";
        for (new, wanted) in [
            ("a\n[… 3 lines left out]\ne", Some("a\n[… 16 lines left out]\ne\n[… 2 lines, 1 of them important]")),
            (
                "a\nb\nc\n[… 1 line left out]\ne",
                Some("a\n[… 10 lines left out]\nb\nc\n[… 4 lines]\ne\n[… 2 lines, 1 of them important]"),
            ),
            ("[… 5 lines left out, 2 of them important]", Some("[… 20 lines left out, 3 of them important]")),
            ("a\n[… 9 lines left out]\ne", None),
            ("b\na\nc\nd\ne", None),
            ("a\nb", None),
        ] {
            let seen = again(old, |bare| {
                assert_eq!(bare, "a\nb\nc\nd\ne");
                Some(new.to_string())
            });
            assert_eq!(seen.as_deref(), wanted, "{new}");
        }
        assert_eq!(again("[… 3 more matches in this file]", |_| Some(String::new())), None);
    }
}
