//! Tables.
//!
//! Takes what `ps`, `df`, a database and their like print; gives worths: the header, the total, rows that stand out
//! (the largest of a column, nearly full, not well by a word), then the others. Promises: one pass. Leaves out: columns
//! beyond the twelfth.
use super::listing::is_count;
use super::{HIGH, MUST, NOISE, Output, USUAL, signs};
use crate::kind::ToolKind;

/// A command that prints a table.
pub(super) fn fits(output: &Output<'_>) -> bool {
    output.kind == ToolKind::Shell
        && matches!(
            signs::program(output),
            "ps" | "df"
                | "top"
                | "free"
                | "lsof"
                | "netstat"
                | "ss"
                | "lsblk"
                | "mount"
                | "vmstat"
                | "iostat"
                | "psql"
                | "mysql"
                | "sqlite3"
                | "squeue"
                | "nvidia-smi"
                | "who"
                | "w"
                | "ip"
                | "route"
        )
}

/// A header of capitals over columns, or columns between bars.
pub(super) fn shape(output: &Output<'_>) -> bool {
    let mut top = signs::top(output.text);
    let Some(first) = top.next() else { return false };
    let words = first.split_ascii_whitespace().filter(|w| w.bytes().any(|b| b.is_ascii_alphabetic()));
    let (mut all, mut capitals) = (0, 0);
    for word in words {
        all += 1;
        capitals += usize::from(!word.bytes().any(|b| b.is_ascii_lowercase()));
    }
    let header = all >= 3 && capitals == all && first.contains("  ");
    let barred =
        |line: &str| line.starts_with('+') || line.matches(" | ").count() >= 2 || line.matches('│').count() >= 2;
    header || (barred(first) && top.filter(|line| barred(line)).count() >= 3)
}

/// What each row is worth.
pub(super) fn weigh(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    /// Columns that are looked at.
    const COLUMNS: usize = 12;
    /// Rows that stand out and have to stay.
    const ODD: usize = 12;
    /// Rows of a table that is long enough for its largest numbers to stay.
    const LONG: usize = 80;
    let mut odd = 0_usize;
    let mut largest: [Option<(u64, usize)>; COLUMNS] = [None; COLUMNS];
    let is_rule = |line: &str| line.len() > 2 && line.chars().all(|c| "+-|=─┼│┌┐└┘├┤┬┴ :".contains(c));
    let header = lines.iter().position(|line| !line.trim().is_empty() && !is_rule(line)).unwrap_or(0);
    for (at, (line, worth)) in lines.iter().zip(worth.iter_mut()).enumerate() {
        *worth = if at == header || is_count(line.trim()) {
            MUST
        } else if line.trim().is_empty() {
            NOISE
        } else if is_rule(line) {
            if at <= header + 1 { HIGH } else { NOISE }
        } else if stands_out(line) {
            // Its neighbours may differ from it in numbers only, and go with it.
            odd += 1;
            if odd <= ODD.min(lines.len() / 8 + 1) { MUST } else { HIGH }
        } else {
            USUAL
        };
        if at == header || is_rule(line) {
            continue;
        }
        for (column, best) in line.split([' ', '\t', '|', '│']).filter(|cell| !cell.is_empty()).zip(&mut largest) {
            if let Some(value) = number(column)
                && best.is_none_or(|(most, _)| value > most)
            {
                *best = Some((value, at));
            }
        }
    }
    for (_, at) in largest.into_iter().flatten() {
        if let Some(worth) = worth.get_mut(at) {
            *worth = (*worth).max(if lines.len() >= LONG { MUST } else { HIGH });
        }
    }
    signs::limit_must(worth);
    signs::raise_failing(lines, worth);
}

/// Nearly full, or not well by a word.
fn stands_out(line: &str) -> bool {
    const UNWELL: [&str; 11] = [
        "failed",
        "error",
        "unhealthy",
        "defunct",
        "zombie",
        "degraded",
        "dead",
        "timeout",
        "denied",
        "restarting",
        "offline",
    ];
    let full = line.split_ascii_whitespace().any(|cell| {
        cell.strip_suffix('%').and_then(|n| n.parse::<u32>().ok()).is_some_and(|percent| (90..=100).contains(&percent))
    });
    full || line.split([' ', '\t', '|']).any(|cell| {
        UNWELL.iter().any(|u| u.eq_ignore_ascii_case(cell.trim_matches(['<', '>', '(', ')', '[', ']', ',', ':'])))
    })
}

/// A number with its unit, in tenths.
fn number(cell: &str) -> Option<u64> {
    let end = cell.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (whole, part) = cell.get(..end)?.split_once('.').unwrap_or((cell.get(..end)?, ""));
    let unit = match cell.get(end..)? {
        "" | "%" | "B" => 1,
        "K" | "k" | "Ki" | "KB" => 1_024,
        "M" | "m" | "Mi" | "MB" => 1_048_576,
        "G" | "g" | "Gi" | "GB" => 1_073_741_824,
        "T" | "Ti" | "TB" => 1_099_511_627_776,
        _ => return None,
    };
    let tenth = part.get(..1).and_then(|d| d.parse::<u64>().ok()).unwrap_or(0);
    Some(whole.parse::<u64>().ok()?.saturating_mul(10).saturating_add(tenth).saturating_mul(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number("1.5K"), Some(15 * 1_024));
        assert_eq!((number("90%"), number("x"), number("12:30")), (Some(900), None, None));
    }

    #[test]
    fn rows_that_stand_out() {
        assert!(
            stands_out("/dev/sda1 10G 9G 95% /") && stands_out("web-1 x unhealthy") && !stands_out("a 89% b errorless")
        );
    }
}
