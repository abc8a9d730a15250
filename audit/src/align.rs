//! Which row of the original each compacted row is.
//!
//! Takes both lists; gives for each compacted row the original one that it is, or was before it was changed, in order.
//! Rows that say the same are found first (those that stand once on both sides split the lists, beginnings and ends are
//! walked), then rows that still have something of their own: the id of their call, their saved row, most of their
//! words. Promises: places ascend, no original row is named twice. Leaves out: what may change (`integrity`).
use crate::message::{Message, Role};
use crate::words::{self, Reading};
use serde_json::Value;
use std::collections::BTreeMap;

/// Pairs that are compared one by one at most; larger blocks are left unmatched.
const MOST: usize = 4_000_000;

/// Lines of a row that are looked for.
const LINES: usize = 40;

/// The original row of each compacted one.
pub fn align(original: &[Message<'_>], compacted: &[Message<'_>]) -> Vec<Option<usize>> {
    let said = |all: &[Message<'_>]| -> Vec<String> { all.iter().map(canonical).collect() };
    let letters = original.iter().map(|message| words::read(&message.text, Reading::Letters)).collect();
    let lines = compacted.iter().map(|message| message.text.lines().filter_map(begin).take(LINES).collect()).collect();
    let rows = Rows { original, compacted, before: said(original), after: said(compacted), letters, lines };
    let mut found = vec![None; compacted.len()];
    let mut open = vec![(0, original.len(), 0, compacted.len())];
    while let Some(block) = open.pop() {
        open.extend(rows.split(block, &mut found));
    }
    found
}

/// The first letters of a line, if it has enough of them.
fn begin(line: &str) -> Option<String> {
    let letters: String = line.chars().filter(|c| c.is_alphanumeric()).take(12).collect();
    (letters.chars().count() >= 6).then_some(letters)
}

/// What a message says, however it is spelt.
fn canonical(message: &Message<'_>) -> String {
    match message.keys.is_empty() {
        true => String::from_utf8_lossy(message.raw).into_owned(),
        false => Value::Object(message.keys.clone()).to_string(),
    }
}

struct Rows<'a, 'b> {
    original: &'a [Message<'b>],
    compacted: &'a [Message<'b>],
    before: Vec<String>,
    after: Vec<String>,
    /// Letters of each original row.
    letters: Vec<String>,
    /// How lines of each compacted row begin.
    lines: Vec<Vec<String>>,
}

/// Rows `.0..1` of the original and `.2..3` of the compacted list.
type Block = (usize, usize, usize, usize);

impl Rows<'_, '_> {
    /// Matches what is plain in a block; gives the blocks between.
    fn split(&self, block: Block, found: &mut [Option<usize>]) -> Vec<Block> {
        let (mut o, mut oe, mut c, mut ce) = block;
        while o < oe && c < ce && self.before[o] == self.after[c] {
            found[c] = Some(o);
            (o, c) = (o + 1, c + 1);
        }
        while o < oe && c < ce && self.before[oe - 1] == self.after[ce - 1] {
            (oe, ce) = (oe - 1, ce - 1);
            found[ce] = Some(oe);
        }
        if o == oe || c == ce {
            return Vec::new();
        }
        let anchors = self.anchors((o, oe, c, ce));
        if anchors.is_empty() {
            self.compare((o, oe, c, ce), found);
            return Vec::new();
        }
        let mut blocks = Vec::new();
        for (ao, ac) in anchors.into_iter().chain([(oe, ce)]) {
            blocks.push((o, ao, c, ac));
            if ac < ce {
                found[ac] = Some(ao);
            }
            (o, c) = (ao + 1, ac + 1);
        }
        blocks
    }

    /// Rows that stand once on both sides, as many of them as keep their order.
    fn anchors(&self, (o, oe, c, ce): Block) -> Vec<(usize, usize)> {
        let mut seen: BTreeMap<&str, (usize, usize, usize, usize)> = BTreeMap::new();
        for at in o..oe {
            let entry = seen.entry(&self.before[at]).or_default();
            (entry.0, entry.1) = (entry.0 + 1, at);
        }
        for at in c..ce {
            let entry = seen.entry(&self.after[at]).or_default();
            (entry.2, entry.3) = (entry.2 + 1, at);
        }
        let mut pairs: Vec<(usize, usize)> =
            seen.values().filter(|all| all.0 == 1 && all.2 == 1).map(|all| (all.3, all.1)).collect();
        pairs.sort_unstable();
        // The longest run of ascending original places.
        let mut ends: Vec<usize> = Vec::new();
        let mut from: Vec<Option<usize>> = vec![None; pairs.len()];
        for (n, pair) in pairs.iter().enumerate() {
            let at = ends.partition_point(|&end| pairs[end].1 < pair.1);
            from[n] = at.checked_sub(1).map(|before| ends[before]);
            if at == ends.len() { ends.push(n) } else { ends[at] = n }
        }
        let mut run = Vec::new();
        let mut next = ends.last().copied();
        while let Some(n) = next {
            run.push((pairs[n].1, pairs[n].0));
            next = from[n];
        }
        run.reverse();
        run
    }

    /// The best pairing of a block without plain rows.
    fn compare(&self, (o, oe, c, ce): Block, found: &mut [Option<usize>]) {
        let (n, m) = (oe - o, ce - c);
        if n.saturating_mul(m) > MOST {
            return;
        }
        let width = m + 1;
        let mut best = vec![0_u32; (n + 1) * width];
        for i in (0..n).rev() {
            for j in (0..m).rev() {
                let apart = best[(i + 1) * width + j].max(best[i * width + j + 1]);
                let likeness = self.likeness(o + i, c + j);
                let both = if likeness == 0 { 0 } else { best[(i + 1) * width + j + 1] + likeness };
                best[i * width + j] = apart.max(both);
            }
        }
        let (mut i, mut j) = (0, 0);
        while i < n && j < m {
            let likeness = self.likeness(o + i, c + j);
            if likeness > 0 && best[i * width + j] == best[(i + 1) * width + j + 1] + likeness {
                found[c + j] = Some(o + i);
                (i, j) = (i + 1, j + 1);
            } else if best[i * width + j] == best[(i + 1) * width + j] {
                i += 1;
            } else {
                j += 1;
            }
        }
    }

    /// How much speaks for it that two rows are one; 0: nothing.
    fn likeness(&self, original: usize, compacted: usize) -> u32 {
        let (a, b) = (&self.original[original], &self.compacted[compacted]);
        if self.before[original] == self.after[compacted] {
            return 1_000;
        }
        // A summary stays or is written anew.
        if a.role != b.role || a.is_summary || b.is_summary {
            return 0;
        }
        if a.row.is_some() || b.row.is_some() {
            return if a.row == b.row { 600 } else { 0 };
        }
        // A line of the one begins as something in the other.
        let begins = || self.lines[compacted].iter().any(|line| self.letters[original].contains(line));
        if a.role == Role::Tool {
            if a.call_id != b.call_id || a.tool != b.tool {
                return 0;
            }
            // Ids repeat, also within one message.
            return 500 + 50 * u32::from(a.same_but(b, &["content"])) + 40 * u32::from(begins());
        }
        if a.calls.iter().any(|call| b.calls.contains(call)) {
            return 500;
        }
        if a.text == b.text {
            return 400;
        }
        if begins() { 100 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(before: &[&str], after: &[&str]) -> Vec<Option<usize>> {
        let read = |all: &[&'static str]| all.iter().map(|raw| Message::read(raw.as_bytes())).collect::<Vec<_>>();
        let leak = |all: &[&str]| -> Vec<&'static str> { all.iter().map(|s| &*s.to_string().leak()).collect() };
        align(&read(&leak(before)), &read(&leak(after)))
    }

    #[test]
    fn kept_changed_and_new_rows_are_told_apart() {
        let user = r#"{"role":"user","content":"go on with the lamps please"}"#;
        let spelt = r#"{"content":"go on with the lamps please", "role":"user"}"#;
        let changed = r#"{"role":"user","content":"go on with the lamps, please do"}"#;
        let call =
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"t","arguments":"{}"}}]}"#;
        let result = r#"{"role":"tool","tool_call_id":"a","content":"long long long"}"#;
        let short = r#"{"role":"tool","tool_call_id":"a","content":"long"}"#;
        let new = r#"{"role":"user","content":"[CENTO SUMMARY] x"}"#;
        let all = [user, call, result, user];
        assert_eq!(aligned(&all, &all), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(aligned(&all, &[user, call, short, spelt]), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(aligned(&all, &[new, user]), [None, Some(3)]);
        assert_eq!(aligned(&all, &[changed, call, result, user]), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(aligned(&[user, call, result], &[user, result, call]).iter().flatten().count(), 2);
        // An id that stands twice: the words tell, and what stands beside them.
        let other = r#"{"role":"tool","tool_call_id":"a","content":"short words and others","exit_code":1}"#;
        let cut = r#"{"role":"tool","tool_call_id":"a","content":"short words…+11","exit_code":1}"#;
        for twice in [[result, other], [other, result]] {
            let wanted = twice.iter().position(|row| *row == other).map(|at| at + 2);
            let before = [user, call, twice[0], twice[1], changed];
            assert_eq!(aligned(&before, &[user, cut, changed]), [Some(0), wanted, Some(4)]);
        }
    }
}
