//! Exact identifiers of a conversation: issues, commits, branches, files, errors, handles, addresses; and names.
//!
//! Takes the views and which messages stay; gives each identifier of those that go, with its count and its first and
//! last message, most frequent first. Searched are the texts and what the calls aim at (command, path, query).
//! Promises: every identifier stands in a text as it is listed, whole; linear in the text, one pass for words and one
//! for error names.
//! Leaves out what only looks like one: colours (`#333`), row marks (`[#12]`), UUIDs, digests of other lengths than
//! git's, paths behind a variable or a glob, directories, decorators, npm scopes, e-mail addresses, handles in results
//! of tools (there they are code), addresses with a placeholder or of more than 200 bytes.
use crate::opened::{Action, Call, View};
use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use cento_contract::{Anchor, AnchorKind};

mod errors;
mod words;

pub use errors::error_names;

#[derive(Clone, Copy)]
struct Tally {
    count: u32,
    first: u32,
    last: u32,
}

/// Calls `found` with every word of a text that can be the name of something, in order, repeats included. In JSON an
/// escape stands before a word; anywhere else a backslash is part of something longer.
pub(crate) fn names<'a>(text: &'a str, json: bool, mut found: impl FnMut(&'a str)) {
    words::names(text, json, &mut found);
}

/// True for the last part of a path when it has the ending of a file.
pub(crate) fn is_file_name(name: &str) -> bool {
    words::has_ending(name)
}

/// Lists them, most frequent first, ties by the later last message, until `max_bytes` of text are listed. `keep` says
/// which messages stay: what those have is listed nowhere.
pub fn list(views: &[View<'_>], keep: &[bool], max_bytes: u32) -> Vec<Anchor> {
    let mut tallies: BTreeMap<(AnchorKind, &str), Tally> = BTreeMap::new();
    let dropped = views.iter().enumerate().filter(|(index, _)| keep.get(*index) != Some(&true));
    for (index, view) in dropped {
        let message = u32::try_from(index).unwrap_or(u32::MAX);
        let typed = view.result.is_none();
        for text in core::iter::once(&*view.text).chain(view.calls.iter().map(aim)) {
            let mut tally = |kind, name| {
                let tally = tallies.entry((kind, name)).or_insert(Tally { count: 0, first: message, last: message });
                tally.count = tally.count.saturating_add(1);
                tally.last = message;
            };
            words::scan(text, typed, &mut tally);
            error_names(text).for_each(|name| tally(AnchorKind::Error, name));
        }
    }
    let mut ranked: Vec<((AnchorKind, &str), Tally)> = tallies.into_iter().collect();
    ranked.sort_by(|((kind, text), a), ((other_kind, other_text), b)| {
        b.count.cmp(&a.count).then(b.last.cmp(&a.last)).then(text.cmp(other_text)).then(kind.cmp(other_kind))
    });
    let mut room = max_bytes as usize;
    let fits = ranked.into_iter().map_while(|((kind, text), tally)| {
        room = room.checked_sub(text.len())?;
        Some(Anchor { kind, text: text.to_string(), count: tally.count, first: tally.first, last: tally.last })
    });
    fits.collect()
}

/// What a call aims at, whole: its display text may be cut.
fn aim(call: &Call) -> &str {
    match &call.action {
        Action::Run { command, .. } => command,
        Action::Read { path } => path,
        _ => &call.target,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result;
    use alloc::borrow::Cow;
    use cento_contract::RunState;

    fn said(text: &str) -> View<'_> {
        View { text: Cow::Borrowed(text), ..View::default() }
    }

    fn printed(text: &str) -> View<'_> {
        View { result: Some(result::head(RunState::Exited(0))), ..said(text) }
    }

    #[test]
    fn counted_and_ranked() {
        let views = [
            said("see #123 and src/cart.py"),
            View::default(),
            said("src/cart.py raises StaleCartError, src/cart.py again"),
            printed("StaleCartError in lib/user.rs\n@pytest said @alice"),
            said("ask @alice about #123"),
        ];
        let got = list(&views, &[], 1_000);
        let seen: Vec<(&str, u32, u32, u32)> =
            got.iter().map(|a| (a.text.as_str(), a.count, a.first, a.last)).collect();
        assert_eq!(
            seen,
            [
                ("src/cart.py", 3, 0, 2),
                ("#123", 2, 0, 4),
                ("StaleCartError", 2, 2, 3),
                ("@alice", 1, 4, 4),
                ("lib/user.rs", 1, 3, 3),
            ]
        );
    }

    #[test]
    fn calls_count_too_and_whole() {
        let call = Call {
            tool: "terminal".to_string(),
            action: Action::Run {
                command: "pytest tests/unit/test_cart.py -k stale".to_string(),
                cwd: None,
                background: false,
                effects: Vec::new(),
            },
            target: "pytest tests/unit/te…".to_string(),
            readable: true,
            masked: 0,
        };
        let got = list(&[View { calls: [call].to_vec(), ..View::default() }], &[], 1_000);
        assert_eq!(got.len(), 1);
        assert_eq!(got[0].text, "tests/unit/test_cart.py");
    }

    #[test]
    fn what_stays_is_not_listed() {
        let read = |path: &str| Call {
            tool: "read".to_string(),
            action: Action::Read { path: path.to_string() },
            target: path.to_string(),
            readable: true,
            masked: 0,
        };
        let calls = |path| View { calls: [read(path)].to_vec(), ..View::default() };
        let got = list(&[calls("src/gone.rs"), calls("src/stays.rs"), said("#123")], &[false, true, true], 1_000);
        assert_eq!(got.iter().map(|a| a.text.as_str()).collect::<Vec<_>>(), ["src/gone.rs"]);
    }

    #[test]
    fn stops_at_the_byte_limit() {
        let view = [said("#123 #123 src/a.py")];
        for (bytes, expected) in [(0, 0), (3, 0), (4, 1), (11, 1), (12, 2)] {
            assert_eq!(list(&view, &[], bytes).len(), expected, "{bytes}");
        }
    }
}
