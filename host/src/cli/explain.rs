//! A plan as a table for people: one line a message, then the totals.
use cento::contract::{Anchor, CallVerdict, Change, Message, Outcome, Plan, Reason, Role};
use cento::{Clamped, Session};
use std::fmt::Write;

/// What becomes of every message, how often the summary quotes it, and the totals.
pub(crate) fn table(session: &Session, plan: &Plan, notes: &[String]) -> String {
    let mut quoted = vec![0_u32; session.messages.len()];
    for quote in plan.summary.iter().flat_map(|s| &s.quotes) {
        if let Some(count) = quoted.get_mut(quote.message as usize) {
            *count += 1;
        }
    }
    let mut out =
        format!("{:>6}  {:<9}  {:>9}  {:>9}  {:<16}  {:>6}  why\n", "index", "role", "row", "bytes", "fate", "quotes");
    let mut edits = plan.edits.iter().peekable();
    for (index, message) in session.messages.iter().enumerate() {
        if let Some(summary) = plan.summary.as_ref().filter(|s| s.before as usize == index) {
            summary_line(&mut out, role(summary.role), summary.text.len());
        }
        let edit = edits.next_if(|edit| edit.message as usize == index);
        let (fate, why) = match edit.map(|edit| (&edit.change, edit.reason)) {
            None => kept(index, plan),
            Some((Change::Drop, Reason::Projected)) => ("dropped", "the summary stands for it"),
            Some((Change::Drop, Reason::EarlierSummary)) => ("earlier summary", "merged into the new one"),
            Some((Change::Drop, Reason::BrokenPair)) => ("dropped", "a call without result or a result without call"),
            Some((Change::Drop, Reason::TooLarge | Reason::Shortened)) => ("dropped", "too large"),
            Some((Change::Drop, Reason::Stale)) => ("dropped", "a call or result that is no longer needed"),
            Some((Change::DropCalls(_), _)) => ("calls dropped", "calls that are no longer needed; the text stays"),
            Some((Change::Rewrite(_), Reason::Stale)) => ("cut", "only the call is still needed"),
            Some((Change::Rewrite(_), Reason::TooLarge)) => ("shortened", "max_output_tokens"),
            Some((Change::Rewrite(_), Reason::Shortened)) => ("shortened", "for the target"),
            Some((Change::Rewrite(_), _)) => ("rewritten", ""),
        };
        let row = message.row_id.map_or("-".to_string(), |row| row.to_string());
        let quotes = quoted.get(index).copied().unwrap_or(0);
        let _ = writeln!(
            out,
            "{index:>6}  {:<9}  {row:>9}  {:>9}  {fate:<16}  {quotes:>6}  {why}",
            role(message.role),
            bytes(message)
        );
    }
    if let Some(summary) = plan.summary.as_ref().filter(|s| s.before as usize == session.messages.len()) {
        summary_line(&mut out, role(summary.role), summary.text.len());
    }
    totals(&mut out, plan);
    for note in notes {
        let _ = writeln!(out, "note      {note}");
    }
    out
}

fn summary_line(out: &mut String, role: &str, bytes: usize) {
    let _ = writeln!(out, "{:>6}  {role:<9}  {:>9}  {bytes:>9}  {:<16}  {:>6}", "new", "-", "summary", "-");
}

fn kept(index: usize, plan: &Plan) -> (&'static str, &'static str) {
    if plan.report.outcome != Outcome::Compacted {
        ("kept", "nothing to do")
    } else if index < plan.report.head_end as usize {
        ("kept", "protected head")
    } else if index >= plan.report.tail_start as usize {
        ("kept", "protected tail")
    } else {
        ("kept", "stays between head and tail")
    }
}

fn totals(out: &mut String, plan: &Plan) {
    let report = &plan.report;
    let _ = writeln!(out);
    let _ = writeln!(out, "messages  {} -> {}", report.messages_before, report.messages_after);
    let _ = writeln!(out, "tokens    about {} -> {}", report.tokens_before, report.tokens_after);
    if plan.judgements.is_empty() {
        let _ = writeln!(out, "summary   {} of {} tokens", report.summary_tokens, report.summary_budget);
    } else {
        let count = |v: CallVerdict| plan.judgements.iter().filter(|j| j.verdict == v).count();
        let (keep, cut, gone) = (count(CallVerdict::Keep), count(CallVerdict::CutResult), count(CallVerdict::Drop));
        let _ = writeln!(out, "calls     {} judged: {keep} kept, {cut} cut, {gone} dropped", plan.judgements.len());
    }
    if report.inherited_orphans > 0 {
        let _ = writeln!(out, "orphans   {} came with the input", report.inherited_orphans);
    }
    if report.masked > 0 {
        let _ = writeln!(out, "masked    {} secrets", report.masked);
    }
    for section in &report.sections {
        let lines = if section.shown == 1 { "line" } else { "lines" };
        let _ = writeln!(
            out,
            "section   {}: {} {lines} shown, {} left out, {} tokens",
            section.heading, section.shown, section.omitted, section.tokens
        );
    }
    for Clamped { option, given, used } in report.adjustments.iter().map(Clamped::of) {
        let _ = writeln!(out, "option    {option}: {given} given, {used} used");
    }
}

/// Anchors, one a line, under headings for people.
pub(crate) fn anchors(found: &[Anchor], headed: bool) -> String {
    let mut out = String::new();
    if headed {
        let _ = writeln!(out, "{:<7}  {:>6}  {:>6}-{:<6}  identifier", "kind", "count", "first", "last");
    }
    for anchor in found {
        let _ = writeln!(
            out,
            "{:<7}  {:>5}x  {:>6}-{:<6}  {}",
            anchor.kind.name(),
            anchor.count,
            anchor.first,
            anchor.last,
            anchor.text.escape_debug()
        );
    }
    out
}

fn bytes(message: &Message) -> usize {
    message.content.len() + message.tool_calls.iter().map(|c| c.name.len() + c.arguments.len()).sum::<usize>()
}

fn role(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
        Role::Other => "other",
    }
}
