//! Data: JSON and JSONL.
//!
//! Takes a text of these, maybe with lines of something else around; gives JSON that is still valid. Arrays keep their first values and
//! those that speak of a failure; a string in the gap says how many are left out. Objects keep their keys while they
//! fit; long strings are cut and say how much; what is nested too deep is named by its size. Steps from generous to strict
//! until the text fits. Promises: kept values stand as they stood, numbers with their spelling; white space between
//! values goes only where it must; order stays; no recursion, one pass a step. Leaves out: which keys matter.
use super::json::{self, Kind, Node};
use super::signs;
use super::strings::string;
use super::{Output, USUAL, fit, noise};
use crate::bytes;
use crate::tokens;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// How strict a step is.
#[derive(Clone, Copy)]
struct Step {
    /// Values of an array.
    items: u32,
    /// Characters of a string.
    string: usize,
    /// Levels of nesting.
    depth: usize,
    /// Keys of an object.
    keys: u32,
    /// Without white space between values.
    tight: bool,
}

const fn step(items: u32, string: usize, depth: usize, keys: u32, tight: bool) -> Step {
    Step { items, string, depth, keys, tight }
}

/// From generous to strict.
const STEPS: [Step; 25] = [
    step(400, 4000, 40, 2000, false),
    step(200, 2000, 30, 1000, false),
    step(100, 1000, 20, 400, false),
    step(60, 600, 16, 200, false),
    step(40, 400, 14, 120, false),
    step(30, 300, 12, 100, false),
    step(20, 240, 10, 80, false),
    step(16, 200, 10, 80, true),
    step(12, 160, 9, 60, true),
    step(9, 140, 8, 60, true),
    step(7, 120, 8, 60, true),
    step(5, 120, 7, 50, true),
    step(4, 100, 6, 50, true),
    step(3, 80, 6, 40, true),
    step(2, 80, 5, 40, true),
    step(1, 60, 5, 30, true),
    step(1, 48, 4, 24, true),
    step(1, 48, 4, 20, true),
    step(1, 40, 3, 16, true),
    step(1, 40, 3, 13, true),
    step(1, 32, 2, 11, true),
    step(1, 32, 2, 9, true),
    step(1, 24, 2, 7, true),
    step(1, 24, 2, 5, true),
    step(1, 20, 2, 3, true),
];
/// Failing values of one array kept beyond its first ones.
const FAILING: u32 = 6;
/// Levels of nesting down to a failing value.
const FAILING_DEPTH: usize = 40;
/// Shorter containers and strings are not worth a cut.
pub(super) const SHORT: usize = 40;

/// One JSON value, as far as the beginning tells.
pub(super) fn json_fits(output: &Output<'_>) -> bool {
    let start = signs::start(output.text);
    start.trim_start().starts_with(['{', '[']) && is_json(start, output.text, false)
}

/// JSON objects one after another, mostly one a line, as far as the beginning tells.
pub(super) fn jsonl_fits(output: &Output<'_>) -> bool {
    let start = signs::start(output.text);
    start.trim_start().starts_with('{') && is_json(start, output.text, true)
}

/// A JSON value behind a few lines of something else, as far as the beginning tells.
pub(super) fn within_fits(output: &Output<'_>) -> bool {
    let start = signs::start(output.text);
    let Some(from) = json_within(start) else { return false };
    let body = start.get(from..).unwrap_or("");
    match json::first(body, false) {
        Ok(nodes) => nodes.first().is_some_and(|node| node.len() > start.len() / 2),
        Err(at) => at == body.len() && start.len() < output.text.len(),
    }
}

/// Where a line begins that may begin a JSON value; among the first lines, behind the first one.
fn json_within(text: &str) -> Option<usize> {
    /// Lines that may stand before.
    const BEFORE: usize = 12;
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).take(BEFORE).map(|end| end + 1);
    let mut all = ends.filter(|at| {
        let rest = text.as_bytes().get(*at..).unwrap_or_default();
        let inside = rest.iter().skip(1).find(|b| !b.is_ascii_whitespace());
        matches!((rest.first(), inside), (Some(b'{'), Some(b'"')) | (Some(b'['), Some(b'{' | b'"' | b'[')))
    });
    all.next()
}

/// Writes what stands around a JSON value, and the value shorter.
pub(super) fn shorten_within(output: &Output<'_>, most: u32) -> Option<String> {
    let text = output.text;
    let from = json_within(text).unwrap_or(0);
    let (before, body) = text.split_at_checked(from)?;
    let end = json::first(body, false).ok().and_then(|nodes| nodes.first().map(Node::end)).unwrap_or(0);
    if end < text.len() / 2 {
        return Some(plain(output, most));
    }
    let (body, after) = body.split_at_checked(end)?;
    let around = |text| {
        let part = Output { text, ..*output };
        if tokens::estimate(text) <= most / 6 { String::from(text) } else { plain(&part, most / 6) }
    };
    let (mut out, after) = (around(before), around(after));
    let left = most.saturating_sub(tokens::estimate(&out)).saturating_sub(tokens::estimate(&after));
    if !out.ends_with('\n') {
        out.push('\n');
    }
    out.push_str(&shorten(&Output { text: body, ..*output }, left)?);
    if !after.starts_with('\n') && !after.is_empty() {
        out.push('\n');
    }
    out.push_str(&after);
    Some(out)
}

fn is_json(start: &str, text: &str, lines: bool) -> bool {
    match json::parse(start, lines) {
        Ok(_) => true,
        Err(at) => at == start.len() && start.len() < text.len(),
    }
}

/// Writes a shorter JSON or JSONL text.
pub(super) fn shorten(output: &Output<'_>, most: u32) -> Option<String> {
    let text = output.text.trim_end();
    let Ok(nodes) = json::parse(text, false).or_else(|_| json::parse(text, true)) else {
        // It only began so.
        let long = text.len() / (1 + text.lines().take(1_000).count()) > 1_000;
        return if long { noise::shorten_line(output, most) } else { Some(plain(output, most)) };
    };
    // No more bytes than this can be so few tokens.
    let bytes = (most as usize).saturating_mul(16).saturating_add(64);
    let mut last = None;
    for step in STEPS {
        if let Some(shorter) = write(text, &nodes, step, bytes) {
            if tokens::estimate(&shorter) <= most {
                return Some(shorter);
            }
            last = Some(shorter);
        }
    }
    last.or_else(|| write(text, &nodes, STEPS[STEPS.len() - 1], usize::MAX))
}

/// A container that is being written.
struct Open {
    node: usize,
    /// Index of the next value inside.
    child: usize,
    /// Its number among them.
    number: u32,
    /// Values left out since the last one written.
    skipped: u32,
    /// Values left out altogether; for objects.
    gone: u32,
    /// Failing values kept out of turn.
    failing: u32,
    /// Nothing is written inside yet.
    empty: bool,
}

/// The text under one step, if it is of no more than so many bytes.
fn write(all: &str, nodes: &[Node], step: Step, bytes: usize) -> Option<String> {
    let mut out = String::new();
    let mut open: Vec<Open> = Vec::new();
    begin(&mut out, &mut open, all, nodes, 0, step);
    while let Some(top) = open.last_mut() {
        if out.len() > bytes {
            return None;
        }
        let Some(node) = nodes.get(top.node) else { break };
        let Some(child) = nodes.get(top.child).filter(|_| top.number < node.count) else {
            // White space as before the first value inside.
            let space = nodes.get(top.node + 1).filter(|_| node.count > 0).map_or("", |first| first.space_before(all));
            finish(&mut out, all, space, node, top, step);
            open.pop();
            continue;
        };
        let most = if node.kind == Kind::Object { step.keys } else { step.items };
        // To leave out one value takes as much as the value.
        let whole = node.count <= most.saturating_add(1) || node.len() <= SHORT;
        let extra = child.failing && top.failing < FAILING && top.number >= most;
        let index = top.child;
        top.failing += u32::from(extra);
        let kept = whole || top.number < most || extra;
        top.number += 1;
        top.child = child.next as usize;
        if !kept {
            (top.skipped, top.gone) = (top.skipped + 1, top.gone + 1);
            continue;
        }
        if top.skipped > 0 && node.kind != Kind::Object {
            gap(&mut out, child.space_before(all), node, top, step);
        }
        separate(&mut out, child.space_before(all), node, top, step);
        if !child.key(all).is_empty() {
            out.push_str(child.key(all));
            out.push_str(if step.tight { ":" } else { child.colon(all) });
        }
        begin(&mut out, &mut open, all, nodes, index, step);
    }
    Some(out)
}

/// Comma and white space before a value.
fn separate(out: &mut String, space: &str, node: &Node, top: &mut Open, step: Step) {
    let empty = core::mem::replace(&mut top.empty, false);
    if node.kind == Kind::Lines {
        if !empty {
            out.push('\n');
        }
        return;
    }
    if !empty {
        out.push(',');
    }
    if !step.tight {
        out.push_str(space);
    }
}

/// Says how many values of an array are missing before this one.
fn gap(out: &mut String, space: &str, node: &Node, top: &mut Open, step: Step) {
    separate(out, space, node, top, step);
    let skipped = core::mem::take(&mut top.skipped);
    if node.kind == Kind::Lines {
        out.push_str(&format!("{{\"…\":\"{skipped} more lines\"}}"));
    } else {
        out.push_str(&format!("\"… {skipped} more items\""));
    }
}

/// What stands at the end of a container.
fn finish(out: &mut String, all: &str, space: &str, node: &Node, top: &mut Open, step: Step) {
    if top.skipped > 0 && node.kind != Kind::Object {
        gap(out, space, node, top, step);
    }
    if top.gone > 0 && node.kind == Kind::Object {
        separate(out, space, node, top, step);
        out.push_str(&format!("\"…\":\"{} more keys\"", top.gone));
    }
    if node.kind != Kind::Lines {
        if !step.tight {
            out.push_str(node.space_at_end(all));
        }
        out.push(if node.kind == Kind::Object { '}' } else { ']' });
    }
}

/// Writes a value, or begins a container.
fn begin(out: &mut String, open: &mut Vec<Open>, all: &str, nodes: &[Node], index: usize, step: Step) {
    let Some(node) = nodes.get(index) else { return };
    match node.kind {
        Kind::Scalar => out.push_str(node.text(all)),
        Kind::String => string(out, node.text(all), step.string, node.failing),
        kind => {
            // The way to a failure may be longer.
            let deep = open.len() >= if node.failing { step.depth.max(FAILING_DEPTH) } else { step.depth };
            if deep && node.len() > SHORT {
                let (left, right, of) = if kind == Kind::Object { ('{', '}', "keys") } else { ('[', ']', "items") };
                out.push_str(&format!("\"{left}… {} {of}{right}\"", node.count));
                return;
            }
            match kind {
                Kind::Object => out.push('{'),
                Kind::Array => out.push('['),
                _ => {}
            }
            open.push(Open { node: index, child: index + 1, number: 0, skipped: 0, gone: 0, failing: 0, empty: true });
        }
    }
}

/// Lines of any text under worths of their own; for writers that cannot read what they were given.
fn plain(output: &Output<'_>, most: u32) -> String {
    let lines = bytes::lines(output.text);
    let mut worth = alloc::vec![USUAL; lines.len()];
    signs::raise_failing(&lines, &mut worth);
    fit::fit_once(&lines, worth, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::ToolKind;
    use cento_contract::RunState;
    use proptest::prelude::*;
    use serde_json::Value;

    fn shorter(text: &str, most: u32) -> String {
        shorten(&Output { kind: ToolKind::Other, call: "x", state: RunState::Exited(0), text }, most).unwrap()
    }

    #[test]
    fn arrays_say_how_many_are_left_out() {
        let text = format!(
            "{{\"n\": 1.50, \"all\": [{}]}}",
            (0..300).map(|n| format!("{n}e2")).collect::<Vec<_>>().join(", ")
        );
        let short = shorter(&text, 40);
        assert!(short.starts_with("{\"n\":1.50,\"all\":[0e2,1e2"), "{short}");
        assert!(serde_json::from_str::<Value>(&short).is_ok() && short.contains(" more items\"]}"), "{short}");
    }

    #[test]
    fn failures_stay_wherever_they_are() {
        let item = |n: usize| format!("{{\"name\": \"step {n}\", \"status\": \"ok\", \"took\": {n}}}");
        for at in [0, 57, 199] {
            let mut items: Vec<String> = (0..200).map(item).collect();
            items[at] = "{\"name\": \"wick\", \"log\": \"a\\nb\\nsrc/wick.rs:7: error: dark\\nc\"}".into();
            let short = shorter(&format!("{{\"a\": {{\"b\": [{}]}}}}", items.join(",\n")), 150);
            assert!(short.contains("src/wick.rs:7: error: dark"), "{short}");
            assert!(serde_json::from_str::<Value>(&short).is_ok(), "{short}");
            assert!(tokens::estimate(&short) <= 220, "{short}");
        }
        let log = format!(
            "{{\"log\": \"{}C:\\\\new\\nsrc/wick.rs:7: error: dark\\n{}\"}}",
            "x y\\n".repeat(900),
            "z\\n".repeat(900)
        );
        let short = shorter(&log, 80);
        assert!(short.contains("src/wick.rs:7: error: dark"), "{short}");
        assert!(serde_json::from_str::<Value>(&short).is_ok(), "{short}");
    }

    #[test]
    fn a_value_between_lines_of_text() {
        let items: Vec<String> = (0..200).map(|n| format!("  {{\"lamp\": {n}}}")).collect();
        let text = format!("Warning: dark\n\n[\n{}\n]\n\nShowing 200 lamps\n", items.join(",\n"));
        let output = Output { kind: ToolKind::Other, call: "x", state: RunState::Exited(0), text: &text };
        assert!(within_fits(&output) && !json_fits(&output));
        let short = shorten_within(&output, 100).unwrap();
        let body = short.strip_prefix("Warning: dark\n\n").unwrap().strip_suffix("\n\nShowing 200 lamps\n").unwrap();
        assert!(serde_json::from_str::<Value>(body).is_ok() && body.contains("more items"), "{short}");
        assert!(tokens::estimate(&short) <= 100, "{short}");
        for text in ["", "a\n[x]\nb\n", "a\n{\"b\": 1}\n more and more and more of it all\n", "[1]\n"] {
            assert!(!within_fits(&Output { text, ..output }), "{text}");
        }
    }

    #[test]
    fn what_only_begins_as_json_is_text() {
        let text = format!("{{\"a\": 1, \"b\": [{} oops", "{\"k\": 2},\n".repeat(400));
        let short = shorter(&text, 60);
        assert!(short.contains("lines left out]"), "{short}");
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            any::<i64>().prop_map(Value::from),
            "[a-z \\\\\"\néñ😀/:.0-9]{0,80}".prop_map(Value::from),
            Just(Value::Null),
            Just(Value::from("src/a.rs:1: error: x"))
        ];
        leaf.prop_recursive(5, 200, 20, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..20).prop_map(Value::from),
                prop::collection::btree_map("[a-z]{1,6}", inner, 0..12)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn json_stays_json(value in json(), most in 1_u32..200, pretty in any::<bool>()) {
            let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
            let short = shorter(&text, most);
            prop_assert!(serde_json::from_str::<Value>(&short).is_ok(), "{}", short);
            prop_assert_eq!(&short, &shorter(&text, most));
        }

        #[test]
        fn json_lines_stay_json_lines(values in prop::collection::vec(json(), 2..40), most in 1_u32..200) {
            let lines: Vec<String> = values.iter().map(|v| format!("{{\"v\":{v}}}")).collect();
            let short = shorter(&lines.join("\n"), most);
            for line in short.lines() {
                prop_assert!(serde_json::from_str::<Value>(line).is_ok_and(|v| v.is_object()), "{}", short);
            }
        }
    }
}
