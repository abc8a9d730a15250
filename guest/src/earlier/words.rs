//! What lines are made of, read back: references and outcomes.
//!
//! Takes a text that begins with one; gives its value and the rest, or nothing. Promises: what `render` writes for a
//! value is read as that value. Leaves out: lines.
use crate::ledger::Ref;
use crate::{redact, render, sanitize};
use alloc::string::{String, ToString};
use cento_contract::RunState;

/// `[#N] rest` or `[tN] rest`.
pub(super) fn reference(text: &str) -> Option<(Ref, &str)> {
    let (at, rest) = reference_only(text)?;
    Some((at, rest.strip_prefix(' ').unwrap_or(rest)))
}

pub(super) fn reference_only(text: &str) -> Option<(Ref, &str)> {
    let (inner, rest) = text.strip_prefix('[')?.split_once(']')?;
    let at = match inner.split_at_checked(1)? {
        ("#", row) => Ref::Row(row.parse().ok()?),
        ("t", turn) => Ref::Turn(turn.parse().ok()?),
        _ => return None,
    };
    Some((at, rest))
}

/// The text of a code span, and what follows the span; it ends at as many backticks as it begins with.
pub(super) fn code_span(text: &str) -> Option<(&str, &str)> {
    let fence = text.bytes().take_while(|b| *b == b'`').count();
    let inner = text.get(fence..).filter(|_| fence > 0)?;
    let mut at = 0;
    loop {
        at += inner.get(at..)?.find('`')?;
        let run = inner.bytes().skip(at).take_while(|b| *b == b'`').count();
        if run == fence {
            break;
        }
        at += run;
    }
    let (words, rest) = (inner.get(..at)?, inner.get(at + fence..)?);
    let bare = words.strip_prefix(' ').and_then(|words| words.strip_suffix(' ')).filter(|_| fence > 1);
    Some((bare.unwrap_or(words), rest))
}

/// The state that `render` wrote at the start of a text, and the rest.
pub(super) fn run_state(text: &str) -> Option<(RunState, &str)> {
    const PLAIN: [RunState; 9] = [
        RunState::Pending,
        RunState::Running,
        RunState::Failed,
        RunState::Succeeded,
        RunState::NoExitCode,
        RunState::NoResult,
        RunState::Killed(None),
        RunState::TimedOut(None),
        RunState::Interrupted(None),
    ];
    if let Some(rest) = text.strip_prefix("exit ") {
        let digits =
            rest.bytes().enumerate().take_while(|(i, b)| b.is_ascii_digit() || (*i == 0 && *b == b'-')).count();
        let code: i32 = rest.get(..digits)?.parse().ok()?;
        let rest = rest.get(digits..)?;
        for state in [
            RunState::Killed(Some(code)),
            RunState::TimedOut(Some(code)),
            RunState::Interrupted(Some(code)),
            RunState::Refused(Some(code)),
        ] {
            let words = render::state_words(state);
            if let Some(rest) = text.strip_prefix(words.as_str()) {
                return Some((state, rest));
            }
        }
        return Some((RunState::Exited(code), rest));
    }
    for state in PLAIN.into_iter().chain([RunState::Refused(None)]) {
        if let Some(rest) = text.strip_prefix(render::state_words(state).as_str()) {
            return Some((state, rest));
        }
    }
    None
}

/// Words carried over are made harmless again: the text may have been stored by an older version or edited.
pub(super) fn clean(words: &str) -> String {
    let sanitized = sanitize::sanitize(words);
    let redacted = redact::redact(&sanitized);
    sanitize::one_line(&redacted).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_span_ends_at_as_many_backticks_as_it_begins_with() {
        for (text, want) in [
            ("`ls` exit 0", Some(("ls", " exit 0"))),
            ("`` echo `date` ``+7 ok", Some(("echo `date`", "+7 ok"))),
            ("``` a `` b ```", Some(("a `` b", ""))),
            ("`` `a` ``", Some(("`a`", ""))),
            ("`` ` ``", Some(("`", ""))),
            ("`a `` b` c", Some(("a `` b", " c"))),
            ("`a", None),
            ("a`b`", None),
            ("", None),
        ] {
            assert_eq!(code_span(text), want, "{text}");
        }
    }
}
