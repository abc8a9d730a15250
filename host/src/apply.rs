//! A plan applied to a session: one JSON text.
//!
//! Kept messages are the bytes that came in; a rewritten result is those bytes with another value of `content`; the
//! summary is one new message. Takes plans that `verify` found nothing in.
use crate::report::Report;
use crate::session::Session;
use cento_contract::{Change, Edit, Plan, Role, Summary, json};
use serde::Serialize;
use std::borrow::Cow;

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

/// The message's bytes with another `content`; where a key stands twice the last one counts, as it did when read.
fn rewritten<'a>(session: &'a Session, index: usize, text: &str) -> Cow<'a, [u8]> {
    let (raw, mended) = (session.raw(index), session.mended(index));
    let value = json::object(mended).and_then(|keys| keys.get("content").map(|value| value.get()));
    let Some(value) = value else { return Cow::Borrowed(raw) };
    let start = (value.as_ptr() as usize).saturating_sub(mended.as_ptr() as usize);
    match (raw.get(..start), raw.get(start + value.len()..)) {
        (Some(before), Some(after)) => Cow::Owned([before, &to_json(&text), after].concat()),
        _ => Cow::Borrowed(raw),
    }
}

/// Strings, numbers and lists of our own; none of them can fail to be JSON.
fn to_json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_else(|_| b"null".to_vec())
}

/// The report alone, as JSON.
pub fn report_json(report: &Report) -> Vec<u8> {
    to_json(report)
}

#[cfg(test)]
mod tests;
