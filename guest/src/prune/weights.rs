//! The weights: all that `prune` judges by, in thousandths.
//!
//! A score begins with the prior of the call's kind; each signal that holds adds to it. The sum, between 0 and 1,000,
//! is how likely the call, or its result, is needed again. `ARCHITECTURE.md` shows the same table.
use super::kinds::Kind;

/// What speaks for or against a call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// Named in the reasons.
    pub words: &'static str,
    /// For the call.
    pub call: i32,
    /// For its result.
    pub result: i32,
}

const fn weight(words: &'static str, call: i32, result: i32) -> Weight {
    Weight { words, call, result }
}

/// Where a score begins.
pub(super) const fn prior(kind: Kind) -> Weight {
    match kind {
        Kind::Ask => weight("asks the user", 1_000, 1_000),
        Kind::Write => weight("writes a file", 1_000, 50),
        Kind::Memory => weight("keeps something", 1_000, 100),
        Kind::Todo => weight("sets the todo list", 570, 50),
        Kind::Delegate => weight("hands work on", 500, 400),
        Kind::Search => weight("searches", 210, 100),
        Kind::Patch => weight("patches a file", 190, 50),
        Kind::Read => weight("reads a file", 160, 130),
        Kind::Web => weight("reads the web", 150, 130),
        Kind::Other => weight("another tool", 150, 130),
        Kind::Run => weight("runs something", 110, 80),
        Kind::Browser => weight("drives a browser", 50, 50),
        Kind::Process => weight("looks after a process", 40, 40),
    }
}

/// It failed, and nothing of the kind was tried again.
pub(super) const FAILED: Weight = weight("failed, not tried again", 400, 300);
/// The newest call of all that are judged gets all of it, the one `RECENT_CALLS` before it nothing.
pub(super) const RECENT: Weight = weight("recent", 300, 250);
/// See [`RECENT`].
pub(super) const RECENT_CALLS: i32 = 24;
/// For each identifier that a later message uses, up to five.
pub(super) const USED_LATER: Weight = weight("later messages use what it brought in", 30, 20);
/// For each identifier that the protected tail uses, up to five.
pub(super) const USED_NOW: Weight = weight("the newest messages use what it brought in", 90, 80);
/// The most identifiers that count.
pub(super) const MOST_USES: u32 = 5;
/// It has words of `focus_topic` in it.
pub(super) const FOCUS: Weight = weight("names the focus", 250, 250);
/// The same was read or run again later, or the file was written anew.
pub(super) const SUPERSEDED: Weight = weight("superseded by a later call", -250, -400);
/// The file that it read was patched later.
pub(super) const OUTDATED: Weight = weight("the file was changed later", -50, -150);
/// A later call with the same arguments gave the same result.
pub(super) const REPEATED: Weight = weight("repeated word for word later", -400, -500);
/// The result is short: little is gained without it.
pub(super) const SMALL: Weight = weight("small", 50, 100);
/// Tokens of a result that is small.
pub(super) const SMALL_TOKENS: u32 = 60;
/// The result is long: what matters of it has been used by now, or can be had again.
pub(super) const LARGE: Weight = weight("large", 0, -150);
/// Tokens of a result that is large.
pub(super) const LARGE_TOKENS: u32 = 2_000;

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::*;
    use alloc::format;

    #[test]
    fn the_published_table_is_this_one() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../ARCHITECTURE.md");
        let text = std::fs::read_to_string(file).unwrap();
        let kinds =
            [Ask, Write, Memory, Todo, Delegate, Search, Patch, Read, Web, Other, Run, Browser, Process].map(prior);
        let row = |w: &Weight| format!("| {} | {} | {} |", w.words, w.call, w.result);
        let signed = |n: i32| if n > 0 { format!("+{n}") } else { format!("{n}") };
        let signals = [FAILED, RECENT, USED_LATER, USED_NOW, FOCUS, SMALL, LARGE, OUTDATED, SUPERSEDED, REPEATED];
        let signal = |w: &Weight| format!("| {} | {} | {} |", w.words, signed(w.call), signed(w.result));
        let rows: alloc::vec::Vec<_> = kinds.iter().map(row).chain(signals.iter().map(signal)).collect();
        assert!(text.contains(&rows.join("\n")), "{}", rows.join("\n"));
        let rest = format!(
            "the {RECENT_CALLS}th before it nothing. Uses count for each identifier, five at most. Small is up to {SMALL_TOKENS} tokens"
        );
        assert!(MOST_USES == 5 && LARGE_TOKENS == 2_000 && text.contains(&rest), "{rest}");
    }
}
