//! A plan applied to a session: one JSON text.
//!
//! Kept messages are the bytes that came in; a rewritten result is those bytes with another value of `content`; a
//! message without some of its calls is those bytes with elements missing from `tool_calls`, or without that key where
//! none is left; the summary is one new message. Takes plans that [`crate::check`] found nothing in.
mod parts;

use crate::report::Report;
use crate::session::Session;
use cento_contract::{Change, Edit, Judgement, Plan, Role, Summary, json};
use serde::Serialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::ops::Range;

/// Every message of the output, as JSON; those of the input if there is no plan.
pub fn messages<'a>(session: &'a Session, plan: Option<&Plan>) -> Vec<Cow<'a, [u8]>> {
    let (edits, summary): (&[Edit], Option<&Summary>) =
        plan.map_or((&[], None), |plan| (&plan.edits, plan.summary.as_ref()));
    let mut edits = edits.iter().peekable();
    let mut output = Vec::new();
    for index in 0..=session.messages.len() {
        if let Some(summary) = summary.filter(|s| s.before as usize == index) {
            output.push(Cow::Owned(summary_message(summary)));
        }
        if index == session.messages.len() {
            break;
        }
        match edits.next_if(|edit| edit.message as usize == index).map(|edit| &edit.change) {
            None => output.push(Cow::Borrowed(session.raw(index))),
            Some(Change::Drop) => {}
            Some(Change::Rewrite(text)) => output.push(rewritten(session, index, text)),
            Some(Change::DropCalls(calls)) => output.push(without_calls(session, index, calls)),
        }
    }
    output
}

/// `{"messages": [...], "report": {...}}`, one message a line.
pub fn output(messages: &[Cow<'_, [u8]>], report: &Report) -> Vec<u8> {
    let size: usize = messages.iter().map(|m| m.len() + 2).sum();
    let mut json = Vec::with_capacity(size + 4096);
    json.extend_from_slice(b"{\"messages\":[");
    for (n, message) in messages.iter().enumerate() {
        json.extend_from_slice(if n == 0 { b"\n" } else { b",\n" });
        json.extend_from_slice(message);
    }
    json.extend_from_slice(b"\n],\"report\":");
    json.extend_from_slice(&report_json(report));
    json.extend_from_slice(b"}\n");
    json
}

/// The summary as a message; the mark lets the next compaction know it.
fn summary_message(summary: &Summary) -> Vec<u8> {
    #[derive(Serialize)]
    struct Row<'a> {
        role: Role,
        content: &'a str,
        _compressed_summary: bool,
    }
    to_json(&Row { role: summary.role, content: &summary.text, _compressed_summary: true })
}

/// The message's bytes with another `content`; where a key stands twice the last one counts, as it did when read. A
/// list of texts stays a list.
fn rewritten<'a>(session: &'a Session, index: usize, text: &str) -> Cow<'a, [u8]> {
    let (raw, mended) = (session.raw(index), session.mended(index));
    let value = json::object(mended).and_then(|keys| keys.get("content").map(|value| value.get()));
    let Some(value) = value else { return Cow::Borrowed(raw) };
    let whole = span(mended, value);
    let (range, new) = match parts::replaced(value, text) {
        Some((range, new)) => (whole.start + range.start..whole.start + range.end, new),
        None => (whole, to_json(&text)),
    };
    match (raw.get(..range.start), raw.get(range.end..)) {
        (Some(before), Some(after)) => Cow::Owned([before, &new, after].concat()),
        _ => Cow::Borrowed(raw),
    }
}

/// The message's bytes without these calls; where none is left, without the key, however often it stands.
fn without_calls<'a>(session: &'a Session, index: usize, calls: &[u32]) -> Cow<'a, [u8]> {
    let (raw, mended) = (session.raw(index), session.mended(index));
    let Some(entries) = json::entries(mended) else { return Cow::Borrowed(raw) };
    let is_calls = |key: &&RawValue| json::string(key.get()).is_some_and(|key| key == "tool_calls");
    let Some((_, value)) = entries.iter().rfind(|(key, _)| is_calls(key)) else { return Cow::Borrowed(raw) };
    let elements = json::elements(value.get()).unwrap_or_default();
    // What is no object is no call and has no number.
    let mut number = 0_u32;
    let mut left = 0_usize;
    let mut parts: Vec<(Range<usize>, bool)> = Vec::new();
    for element in elements {
        let is_call = json::object(element.get()).is_some();
        let goes = is_call && calls.binary_search(&number).is_ok();
        number += u32::from(is_call);
        left += usize::from(is_call && !goes);
        parts.push((span(mended, element.get()), goes));
    }
    if left == 0 {
        let entry = |(key, value): &(&RawValue, &RawValue)| {
            (span(mended, key.get()).start..span(mended, value.get()).end, is_calls(key))
        };
        parts = entries.iter().map(entry).collect();
    }
    Cow::Owned(without(raw, &parts))
}

/// Where a part of a text lies in it.
fn span(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// The bytes without the items of a list that go; each of the others keeps what stands before it.
fn without(raw: &[u8], items: &[(Range<usize>, bool)]) -> Vec<u8> {
    let (Some((first, _)), Some((last, _))) = (items.first(), items.last()) else { return raw.to_vec() };
    let part = |range: Range<usize>| raw.get(range).unwrap_or_default();
    let mut out = part(0..first.start).to_vec();
    let (mut end, mut any) = (first.start, false);
    for (item, goes) in items {
        if !goes {
            // The first that stays has no comma before it.
            out.extend_from_slice(part(if any { end..item.end } else { item.clone() }));
            any = true;
        }
        end = item.end;
    }
    out.extend_from_slice(part(last.end..raw.len()));
    out
}

/// Strings, numbers and lists of our own; none of them can fail to be JSON.
fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_else(|_| b"null".to_vec())
}

/// What was decided on each call, as JSON, one call a line. It may be given back as scores.
pub fn dump(session: &Session, judgements: &[Judgement]) -> Vec<u8> {
    #[derive(Serialize)]
    struct Row<'a> {
        #[serde(flatten)]
        judgement: &'a Judgement,
        tool: &'a str,
        id: &'a str,
    }
    let mut json = b"[".to_vec();
    for (n, judgement) in judgements.iter().enumerate() {
        let message = session.messages.get(judgement.message as usize);
        let call = message.and_then(|m| m.tool_calls.get(judgement.call as usize));
        let (tool, id) = call.map_or(("", ""), |call| (&call.name, &call.id));
        json.extend_from_slice(if n == 0 { b"\n" } else { b",\n" });
        json.extend_from_slice(&to_json(&Row { judgement, tool, id }));
    }
    json.extend_from_slice(b"\n]\n");
    json
}

/// The report alone, as JSON.
pub fn report_json(report: &Report) -> Vec<u8> {
    to_json(report)
}

#[cfg(test)]
mod tests;
