//! Stated outcomes are recorded ones: strict on numbers, lenient on words.
use super::recorded::{self, Recorded};
use super::{Case, Finding, pairs, spanned};
use cento_contract::{Role, RunState, Span, Summary};

pub(super) fn check(case: &Case<'_>, summary: &Summary, found: &mut Vec<Finding>) {
    let mut order: Vec<usize> = (0..summary.claims.len()).collect();
    order.sort_by_key(|claim| summary.claims[*claim].message);
    let mut record: Option<(usize, Recorded)> = None;
    let unquoted = without_quotes(summary);
    let before = pairs::of_input(case.messages);
    for claim in order {
        let stated = &summary.claims[claim];
        let message = stated.message as usize;
        let Some(m) = case.messages.get(message) else {
            found.push(Finding::ClaimSource { claim });
            continue;
        };
        let Some(words) = spanned(&unquoted, stated.at) else {
            found.push(Finding::ClaimSpan { claim });
            continue;
        };
        if !fits_words(stated.state, words) {
            found.push(Finding::ClaimWords { claim });
        }
        if case.earlier(message) || m.marks.summary {
            // What an earlier summary says is all that is left of the run.
            if code_of(stated.state).is_some_and(|code| !exits(&m.content).any(|(_, _, n)| n == i64::from(code))) {
                found.push(Finding::ClaimCode { claim, message });
            }
            continue;
        }
        if record.as_ref().is_none_or(|(of, _)| *of != message) {
            record = Some((message, recorded::read(m, before.call(case.messages, message))));
        }
        let Some((_, record)) = &record else { continue };
        match code_of(stated.state) {
            Some(code) => {
                let signal = code.checked_sub(128);
                let known = |n: i32| record.codes.contains(&n);
                let as_signal = !matches!(stated.state, RunState::Exited(_))
                    && (code.checked_neg().is_some_and(known) || signal.is_some_and(known));
                if !(known(code) || as_signal) || (record.running && stated.state == RunState::Exited(0)) {
                    found.push(Finding::ClaimCode { claim, message });
                }
            }
            None if m.role == Role::Assistant => {
                // The call itself is named where there is no result.
                let answered = !m.tool_calls.is_empty() && before.unanswered.get(message) == Some(&0);
                if stated.state == RunState::NoResult && answered {
                    found.push(Finding::ClaimContradicts { claim, message });
                }
            }
            None if contradicts(stated.state, record) => {
                found.push(Finding::ClaimContradicts { claim, message });
            }
            None => {}
        }
    }
    unclaimed(summary, &unquoted, found);
}

fn code_of(state: RunState) -> Option<i32> {
    match state {
        RunState::Exited(code) => Some(code),
        RunState::Killed(code) | RunState::TimedOut(code) | RunState::Interrupted(code) | RunState::Refused(code) => {
            code
        }
        _ => None,
    }
}

/// A state without code against a recorded code.
fn contradicts(state: RunState, record: &Recorded) -> bool {
    match (state, record.code) {
        (RunState::Succeeded, None) => record.flagged,
        (_, None) => false,
        _ if record.running => state == RunState::Succeeded,
        (RunState::NoExitCode | RunState::NoResult, Some(_)) => true,
        (RunState::Succeeded, Some(code)) => code != 0,
        // Words of the tool tell of failures too, and a code beside them is none of theirs.
        (RunState::Failed, Some(code)) => code == 0 && !record.failed && !record.beside,
        _ => false,
    }
}

/// The words of a claim hold its code, and do not say that a failure passed.
fn fits_words(state: RunState, words: &str) -> bool {
    let numbers: Vec<i64> = exits(words).map(|(_, _, n)| n).collect();
    match state {
        RunState::Exited(code) => {
            let code = i64::from(code);
            let stated = if code == 0 { numbers.is_empty() || numbers.contains(&0) } else { has_number(words, code) };
            stated && numbers.iter().all(|n| *n == code)
        }
        RunState::Succeeded => numbers.is_empty(),
        _ => {
            let allowed = code_of(state).map(i64::from);
            numbers.iter().all(|n| Some(*n) == allowed) && !words.contains("passed") && !words.contains("succeeded")
        }
    }
}

fn has_number(words: &str, number: i64) -> bool {
    words.split(|c: char| !c.is_ascii_digit() && c != '-').any(|part| part.parse() == Ok(number))
}

/// Every `exit N` of a text: where it begins and ends, and the number.
fn exits(text: &str) -> impl Iterator<Item = (usize, usize, i64)> + '_ {
    text.match_indices("exit ").filter_map(move |(at, word)| {
        if text[..at].ends_with(|c: char| c.is_alphanumeric()) {
            return None;
        }
        let start = at + word.len();
        let rest = &text[start..];
        let rest = rest.strip_prefix("code ").unwrap_or(rest);
        let start = text.len() - rest.len();
        let length =
            rest.bytes().enumerate().take_while(|(n, b)| b.is_ascii_digit() || (*n == 0 && *b == b'-')).count();
        let number = rest[..length].parse().ok()?;
        Some((at, start + length, number))
    })
}

/// An `exit N` outside quotes that no claim covers.
fn unclaimed(summary: &Summary, unquoted: &str, found: &mut Vec<Finding>) {
    let mut claimed: Vec<((usize, usize), RunState)> =
        summary.claims.iter().map(|claim| (range(claim.at), claim.state)).collect();
    claimed.sort_by_key(|((_, end), _)| *end);
    for (start, end, number) in exits(unquoted) {
        // Spans that end at or behind this number; they are short, so few of them begin before it.
        let from = claimed.partition_point(|((_, claim_end), _)| *claim_end < end);
        let backed = claimed[from..]
            .iter()
            .take(64)
            .any(|((claim_start, _), state)| *claim_start <= start && code_of(*state).map(i64::from) == Some(number));
        if !backed {
            found.push(Finding::CodeWithoutClaim { at: start });
        }
    }
}

fn range(at: Span) -> (usize, usize) {
    let start = at.start as usize;
    (start, start.saturating_add(at.len as usize))
}

/// The summary with blanks for all quoted words: what the engine says itself. Offsets stay.
fn without_quotes(summary: &Summary) -> String {
    let mut bytes = summary.text.clone().into_bytes();
    let mut blanked = 0;
    let mut spans: Vec<(usize, usize)> = summary
        .quotes
        .iter()
        .filter(|quote| spanned(&summary.text, quote.at).is_some())
        .map(|quote| range(quote.at))
        .collect();
    spans.sort_unstable();
    for (start, end) in spans {
        // Spans may overlap; each byte is blanked once.
        let start = start.max(blanked);
        if start < end {
            bytes[start..end].fill(b' ');
            blanked = end;
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}
