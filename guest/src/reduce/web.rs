//! Pages: markdown, the text of a web page, HTML.
//!
//! Takes such a text; gives worths: headings, the first line of each section, the first points of a list and of a
//! table, the ends of long code blocks; HTML becomes text before ([`super::html`]). Promises: one pass. Leaves out: the
//! sense of the text, and menus, which are short lines without an end.
use super::signs;
use super::{HIGH, LOW, MUST, NOISE, Output, USUAL, fit, html, outcome};
use crate::bytes;
use crate::kind::ToolKind;
use alloc::string::String;
use alloc::vec::Vec;

/// Points of a list and rows of a table that stay before the others.
const POINTS: usize = 3;
/// Lines of a code block that are kept as those around it.
const CODE: usize = 8;

/// A path to a text with headings.
pub(super) fn fits(output: &Output<'_>) -> bool {
    signs::ends_as(signs::path(output), &["md", "mdx", "markdown", "rst", "adoc"])
}

/// Headings and prose, or what a tool for pages gave.
pub(super) fn shape(output: &Output<'_>) -> bool {
    let mut headings = 0;
    let mut prose = 0;
    for line in signs::top(output.text) {
        headings += usize::from(heading(line).is_some());
        prose += usize::from(line.len() > 80 && line.matches(' ').count() > 10);
    }
    let page = output.kind == ToolKind::Other
        && ["web", "fetch", "browse", "page", "scrape", "crawl"].iter().any(|word| output.call.contains(word));
    (page && headings + prose > 0) || (headings >= 2 && prose >= 2)
}

/// The text begins as HTML.
pub(super) fn html_fits(output: &Output<'_>) -> bool {
    let start = output.text.trim_start();
    let start = start.get(..start.floor_char_boundary(600)).unwrap_or(start);
    let starts = |with: &str| start.get(..with.len()).is_some_and(|s| s.eq_ignore_ascii_case(with));
    starts("<!doctype html") || starts("<html") || (start.starts_with('<') && start.contains("<body"))
}

/// Writes the text of an HTML page, as far as it fits.
pub(super) fn shorten_html(output: &Output<'_>, most: u32) -> Option<String> {
    let text = html::text(output.text);
    let lines = bytes::lines(&text);
    let mut worth = alloc::vec![USUAL; lines.len()];
    weigh(output, &lines, &mut worth);
    if crate::ledger::is_failure(output.state) {
        outcome::raise(&lines, &mut worth);
    }
    Some(fit::fit_once(&lines, worth, most))
}

/// What each line is worth.
pub(super) fn weigh(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let numbered = signs::is_numbered(lines);
    let bare: Vec<&str> =
        lines.iter().map(|line| signs::unnumbered(line).filter(|_| numbered).unwrap_or(line)).collect();
    let mut after_heading = 0;
    let (mut first, mut points, mut fence) = (true, 0_usize, None::<(&str, usize)>);
    for (at, line) in bare.iter().enumerate() {
        let text = line.trim();
        let above = core::mem::take(&mut after_heading);
        let value = if let Some((mark, from)) = fence {
            if text.starts_with(mark) && at > from {
                fence = None;
                block(worth, from, at);
                USUAL
            } else {
                // Weighed when the block ends, if it does.
                LOW
            }
        } else if let Some(mark) = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark)) {
            fence = Some((mark, at));
            LOW
        } else if text.is_empty() {
            points = 0;
            // A blank line costs less than a word on its absence.
            above
        } else if let Some(level) = heading(line) {
            (first, points) = (true, 0);
            after_heading = (MUST - 1).saturating_sub(u8::try_from(level.saturating_sub(2)).unwrap_or(0)).max(HIGH);
            after_heading
        } else if underlined(&bare, at) {
            (first, points) = (true, 0);
            MUST - 1
        } else if is_point(text) || text.starts_with('|') {
            points += 1;
            if points <= POINTS { USUAL } else { LOW }
        } else if text.bytes().all(|b| b"-=*_~".contains(&b)) {
            NOISE
        } else if core::mem::take(&mut first) {
            HIGH - 1
        } else if text.len() < 30 && !text.ends_with(['.', ':', '!', '?']) {
            // A menu, a button.
            1
        } else {
            LOW + 1
        };
        if let Some(slot) = worth.get_mut(at) {
            *slot = value;
        }
    }
    signs::raise_failing(lines, worth);
}

/// A code block of a few lines stays as a whole, of a longer one the ends are next.
fn block(worth: &mut [u8], from: usize, to: usize) {
    let Some(lines) = worth.get_mut(from..=to) else { return };
    let short = lines.len() <= CODE;
    let last = lines.len().saturating_sub(1);
    for (at, worth) in lines.iter_mut().enumerate() {
        *worth = if short || at < 4 || at == last { USUAL } else { 1 };
    }
}

/// Level of a heading with signs before it.
fn heading(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|b| *b == b'#').count();
    let named = line.get(level..).is_some_and(|rest| rest.starts_with(' ') && rest.trim().len() > 1);
    ((1..=6).contains(&level) && named).then_some(level)
}

/// A heading with a line of signs under it.
fn underlined(lines: &[&str], at: usize) -> bool {
    let Some(under) = lines.get(at + 1).map(|line| line.trim()) else { return false };
    let first = under.bytes().next();
    under.len() >= 4 && matches!(first, Some(b'=' | b'-' | b'~')) && under.bytes().all(|b| Some(b) == first)
}

fn is_point(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.get(digits..).unwrap_or("");
    (digits == 0
        && (text.starts_with("- ") || text.starts_with("* ") || text.starts_with("+ ") || text.starts_with("• ")))
        || ((1..=3).contains(&digits) && (rest.starts_with(". ") || rest.starts_with(") ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::RunState;

    #[test]
    fn what_a_line_of_a_page_is_worth() {
        let text = "# Lamps\n\nA lamp gives light, as long as it has a wick.\nIt is old.\n\n- one\n- two\n- three\n- four\n\
                    ```sh\nlight --now\n```\nHome\n";
        let lines: Vec<&str> = text.lines().collect();
        let mut worth = alloc::vec![USUAL; lines.len()];
        weigh(&Output { kind: ToolKind::Read, call: "a.md", state: RunState::Exited(0), text }, &lines, &mut worth);
        assert_eq!(worth, [8, 8, 5, 3, 0, 4, 4, 4, 2, 4, 4, 4, 1]);
    }
}
