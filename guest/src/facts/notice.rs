//! The harness' notice that a background process ended.
//!
//! Takes a row of the harness, words in brackets (Hermes) or in tags (Claude Code); gives the process id, exit code and
//! command that it states. Promises: a code only where the notice prints one. Leaves out: other notices, and the output
//! that the notice repeats.
use crate::sanitize;
use alloc::borrow::Cow;
use memchr::memmem;

/// An ended process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ended<'a> {
    /// Process id.
    pub(super) id: &'a str,
    /// Exit code.
    pub(super) code: i32,
    /// The command, one line, if stated.
    pub(super) command: Option<Cow<'a, str>>,
}

/// Reads a notice.
pub(super) fn read(text: &str) -> Option<Ended<'_>> {
    tagged(text).or_else(|| bracketed(text))
}

/// `<task-notification>` with an id and a summary: `Background command "make" failed with exit code 2`.
fn tagged(text: &str) -> Option<Ended<'_>> {
    let text = text.trim_start().strip_prefix("<task-notification>")?.split("</task-notification>").next()?;
    let tag = |open: &str, close: &str| Some(after(text, open)?.split(close).next()?.trim());
    let id = tag("<task-id>", "</task-id>").filter(|id| !id.is_empty())?;
    let said = tag("<summary>", "</summary>")?;
    let (command, end) = said.strip_prefix("Background command \"")?.rsplit_once('"')?;
    let words = sanitize::one_line(command);
    Some(Ended { id, code: exit_code(end)?, command: Some(words).filter(|words| !words.is_empty()) })
}

fn exit_code(text: &str) -> Option<i32> {
    let number = after(text, "exit code ")?;
    let end = number.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(number.len());
    number.get(..end)?.parse().ok()
}

fn bracketed(text: &str) -> Option<Ended<'_>> {
    let rest = after(text.trim_start(), "Background process ")?;
    // The words must open the row; a row that merely mentions them is no notice.
    if text.len() - rest.len() > 64 {
        return None;
    }
    let id = rest.split(|c: char| c.is_whitespace()).next().filter(|id| !id.is_empty())?;
    let first = rest.split("Command:").next().unwrap_or(rest);
    Some(Ended { id, code: exit_code(first)?, command: command(rest, text.trim_start().starts_with('[')) })
}

/// The command; `in_brackets` says that the row began with a bracket, which ends behind it where nothing else follows.
fn command(text: &str, in_brackets: bool) -> Option<Cow<'_, str>> {
    let words = after(text, "Command:")?;
    let find = |mark: &str| memmem::find(words.as_bytes(), mark.as_bytes());
    let output = find("\nOutput:").or_else(|| find(". Output:"));
    let end = output.or_else(|| find("\n")).unwrap_or(words.len());
    let (words, rest) = words.split_at_checked(end)?;
    let words = words.trim();
    let count = |bracket: char| words.matches(bracket).count();
    let closed = in_brackets && output.is_none() && (rest.trim().is_empty() || count(']') > count('['));
    let words = words.strip_suffix(']').filter(|_| closed).unwrap_or(words).trim_end();
    (!words.is_empty()).then(|| sanitize::one_line(words))
}

fn after<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let at = memmem::find(text.as_bytes(), mark.as_bytes())?;
    text.get(at + mark.len()..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_are_read_and_look_alikes_are_not() {
        let cases = [
            (
                "[IMPORTANT: Background process p_1 finished (exit code 2). Command: sleep 9 && echo x. Output: full]",
                Some(("p_1", 2, Some("sleep 9 && echo x"))),
            ),
            (
                "[IMPORTANT: Background process p2 completed (exit code -15).\nCommand: npm run dev\nOutput:\nbye]",
                Some(("p2", -15, Some("npm run dev"))),
            ),
            (
                "[IMPORTANT: Background process p6 finished (exit code 1).\nCommand: bot --token [redacted]\nOutput:\nno]",
                Some(("p6", 1, Some("bot --token [redacted]"))),
            ),
            (
                "[IMPORTANT: Background process p7 finished (exit code 1). Command: bot --token [redacted]]",
                Some(("p7", 1, Some("bot --token [redacted]"))),
            ),
            (
                "[IMPORTANT: Background process p8 finished (exit code 1). Command: [ -n \"$A\" ]. Output: ]",
                Some(("p8", 1, Some("[ -n \"$A\" ]"))),
            ),
            (
                "[IMPORTANT: Background process p9 finished (exit code 1).\nCommand: printf '[' ]\n",
                Some(("p9", 1, Some("printf '['"))),
            ),
            (
                "[IMPORTANT: Background process p10 finished (exit code 1).\nCommand: make [x]]\n\nGo on.",
                Some(("p10", 1, Some("make [x]"))),
            ),
            (
                "[IMPORTANT: Background process p11 finished (exit code 1).\nCommand: make [x]\n\nGo on.]",
                Some(("p11", 1, Some("make [x]"))),
            ),
            ("Background process p12 exit code 1 Command: [ a ]", Some(("p12", 1, Some("[ a ]")))),
            ("[IMPORTANT: Background process p3 finished (exit code 0).]", Some(("p3", 0, None))),
            ("[IMPORTANT: Background process p4 matched a watch pattern. Command: x. Output: exit code 3]", None),
            ("Why did Background process", None),
            (
                "<task-notification>\n<task-id>b3</task-id>\n<status>failed</status>\n<summary>Background command \"npm run \"x\"\" failed with exit code 3</summary>\n</task-notification>\nRead the output",
                Some(("b3", 3, Some("npm run \"x\""))),
            ),
            (
                "<task-notification><task-id>b4</task-id><summary>Background command \"make\" completed (exit code 0)</summary></task-notification>",
                Some(("b4", 0, Some("make"))),
            ),
            (
                "<task-notification><task-id>b5</task-id><summary>Agent \"exit code 3\" done</summary></task-notification>",
                None,
            ),
            (
                "<task-notification><task-id>b6</task-id><summary>Background command \"make\" was stopped</summary></task-notification>",
                None,
            ),
            ("[IMPORTANT: Background process p5 finished (exit code 99999999999)]", None),
        ];
        for (text, want) in cases {
            let got = read(text);
            let got = got.as_ref().map(|e| (e.id, e.code, e.command.as_deref()));
            assert_eq!(got, want, "{text}");
        }
    }
}
