//! Rows: CSV, TSV and their like.
//!
//! Takes such a text; gives worths: the header, the first and last rows, rows with another number of columns, rows of
//! alarm. Promises: one pass; a quoted cell may go on over lines. Leaves out: what the columns hold.
use super::signs;
use super::{HIGH, LOW, MUST, Output, USUAL};

/// A path to rows.
pub(super) fn fits(output: &Output<'_>) -> bool {
    signs::ends_as(signs::path(output), &["csv", "tsv", "psv"])
}

/// The same number of separators in each of the first lines.
pub(super) fn shape(output: &Output<'_>) -> bool {
    [b',', b'\t', b';'].iter().any(|separator| {
        let of = |line: &str| count(line, *separator);
        let Some(columns) = signs::top(output.text).next().map(of) else { return false };
        // Code and prose have commas too, but not as many on each line.
        columns >= 2
            && signs::top(output.text).take(6).count() >= 4
            && signs::mostly(output.text, 90, |line| of(line) == columns && !line.ends_with(['{', ';', '(', '.']))
    })
}

/// Separators of a row outside quotes.
fn count(line: &str, separator: u8) -> usize {
    let mut quoted = false;
    line.bytes()
        .filter(|b| {
            quoted ^= *b == b'"';
            *b == separator && !quoted
        })
        .count()
}

/// What each row is worth: the header, the first and last rows, those of another shape.
pub(super) fn weigh(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let header = lines.first().copied().unwrap_or("");
    let separator = [b',', b'\t', b';', b'|'].into_iter().max_by_key(|s| count(header, *s)).unwrap_or(b',');
    let columns = count(header, separator);
    let mut odd = 0_usize;
    let mut open = false;
    for (at, (line, worth)) in lines.iter().zip(worth.iter_mut()).enumerate() {
        // A quoted cell may go on over lines.
        let quotes = line.bytes().filter(|b| *b == b'"').count() % 2 == 1;
        let other = !open && !quotes && count(line, separator) != columns && !line.trim().is_empty();
        open ^= quotes;
        odd += usize::from(other);
        *worth = match at {
            0 => MUST,
            1..=3 => HIGH,
            _ if at + 2 >= lines.len() => HIGH,
            _ if other && odd <= 8 => MUST,
            _ if signs::alarms(line) => USUAL + 1,
            _ => LOW,
        };
    }
    signs::raise_failing(lines, worth);
}
