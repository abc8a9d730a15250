//! A verified plan applied to Python messages.
//!
//! Kept messages are the objects that came in; a rewritten result is a shallow copy with another `content`, a
//! message without some of its calls one with a shorter `tool_calls` or without it; the summary is a new dict. Nothing that came in is changed.
use crate::read;
use cento::contract::{Anchor, Change, Edit, Plan, Reason, Role, Verdict};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Messages, the index each came from (-1: the summary), edits as (index, what, why), the report as JSON.
pub(crate) type Compacted<'py> =
    (Bound<'py, PyList>, Vec<i64>, Vec<(u32, &'static str, &'static str)>, Bound<'py, PyAny>);

/// Applies a plan.
pub(crate) fn compacted<'py>(
    py: Python<'py>,
    given: &[Bound<'py, PyAny>],
    plan: &Plan,
    report: &[u8],
) -> PyResult<Compacted<'py>> {
    let output = PyList::empty(py);
    let mut sources = Vec::new();
    let mut edits = plan.edits.iter().peekable();
    for index in 0..=given.len() {
        if let Some(summary) = plan.summary.as_ref().filter(|s| s.before as usize == index) {
            let row = PyDict::new(py);
            row.set_item(intern!(py, "role"), if summary.role == Role::User { "user" } else { "assistant" })?;
            row.set_item(intern!(py, "content"), &summary.text)?;
            row.set_item(intern!(py, "_compressed_summary"), true)?;
            output.append(row)?;
            sources.push(-1);
        }
        let Some(message) = given.get(index) else { break };
        match edits.next_if(|edit| edit.message as usize == index).map(|edit| &edit.change) {
            None => output.append(message)?,
            Some(Change::Drop) => continue,
            Some(Change::Rewrite(text)) => {
                let row = message.cast::<PyDict>()?.copy()?;
                row.set_item(intern!(py, "content"), text)?;
                output.append(row)?;
            }
            Some(Change::DropCalls(calls)) => output.append(without_calls(message.cast::<PyDict>()?, calls)?)?,
        }
        sources.push(index as i64);
    }
    let report = PyString::new(py, &String::from_utf8_lossy(report)).into_any();
    Ok((output, sources, plan.edits.iter().map(edit).collect(), report))
}

/// A shallow copy without these calls; where none is left, without the key.
fn without_calls<'py>(message: &Bound<'py, PyDict>, calls: &[u32]) -> PyResult<Bound<'py, PyDict>> {
    let py = message.py();
    let row = message.copy()?;
    let Some(made) = message.get_item(intern!(py, "tool_calls"))? else { return Ok(row) };
    let left = PyList::empty(py);
    let mut number = 0_u32;
    let mut any = false;
    for call in read::elements(&made) {
        // What is no call has no number.
        let is_call = read::is_call(&call);
        let goes = is_call && calls.binary_search(&number).is_ok();
        number += u32::from(is_call);
        any |= is_call && !goes;
        if !goes {
            left.append(call)?;
        }
    }
    if any {
        row.set_item(intern!(py, "tool_calls"), left)?;
    } else {
        row.del_item(intern!(py, "tool_calls"))?;
    }
    Ok(row)
}

fn edit(edit: &Edit) -> (u32, &'static str, &'static str) {
    let what = match edit.change {
        Change::Drop => "drop",
        Change::Rewrite(_) => "rewrite",
        Change::DropCalls(_) => "drop-calls",
    };
    let why = match edit.reason {
        Reason::Projected => "projected",
        Reason::EarlierSummary => "earlier-summary",
        Reason::BrokenPair => "broken-pair",
        Reason::TooLarge => "too-large",
        Reason::Shortened => "shortened",
        Reason::Stale => "stale",
    };
    (edit.message, what, why)
}

/// Anchors as (kind, text, count, first, last).
pub(crate) fn anchors<'py>(py: Python<'py>, found: &[Anchor]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, found.iter().map(|a| (a.kind.name(), &a.text, a.count, a.first, a.last)))
}

/// The verdict's name, and the size from which on it will be another.
pub(crate) fn verdict(verdict: Verdict) -> (&'static str, Option<u32>) {
    match verdict {
        Verdict::Forced => ("forced", None),
        Verdict::AtThreshold => ("at-threshold", None),
        Verdict::BelowThreshold => ("below-threshold", None),
        Verdict::SizeUnknown => ("size-unknown", None),
        Verdict::NoGainUntil(tokens) => ("no-gain-until", Some(tokens)),
    }
}
