//! A piece of text that knows where its copied words and its outcomes are.
//!
//! Takes words of ours (`say`), copied words (`quote`) and outcomes (`claim`). Gives the text with the span and the
//! source of each. Promises: spans stay right when pages are joined or words are put in before them.
//! Leaves out: what the words say; whoever prints a fact knows.
use super::words::reference;
use crate::ledger::{Ref, Source};
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{self as contract, Claim, RunState, Span};

/// A piece of text with the quotes and claims in it; offsets are relative to its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Page {
    /// The text.
    pub(crate) text: String,
    pub(super) quotes: Vec<contract::Quote>,
    pub(super) claims: Vec<Claim>,
    pub(super) sections: Vec<contract::Section>,
}

/// Bytes that most lines have at most.
const LINE: usize = 224;

impl Page {
    pub(super) fn append(&mut self, other: Page) {
        let base = count(self.text.len());
        let moved = |span: Span| Span { start: span.start.saturating_add(base), len: span.len };
        self.text.push_str(&other.text);
        self.quotes.extend(other.quotes.into_iter().map(|q| contract::Quote { at: moved(q.at), ..q }));
        self.claims.extend(other.claims.into_iter().map(|c| Claim { at: moved(c.at), ..c }));
    }

    pub(super) fn say(&mut self, words: &str) -> &mut Self {
        self.text.push_str(words);
        self
    }

    /// A path, each name in it a quote of its own: a command may hold them apart (`mv a.py src/`), and an earlier
    /// summary names a directory once above the files that are in it.
    pub(crate) fn quote_path(&mut self, path: &str, source: Source) -> &mut Self {
        for name in path.split_inclusive(['/', '\\']) {
            self.quote(name, source);
        }
        self
    }

    pub(super) fn quote(&mut self, words: &str, source: Source) -> &mut Self {
        let start = count(self.text.len());
        self.text.push_str(words);
        let at = Span { start, len: count(words.len()) };
        self.quotes.push(contract::Quote { at, message: source.message });
        self
    }

    pub(super) fn claim(&mut self, words: &str, state: RunState, source: Source) -> &mut Self {
        let start = count(self.text.len());
        self.text.push_str(words);
        let at = Span { start, len: count(words.len()) };
        self.claims.push(Claim { at, message: source.message, state });
        self
    }

    /// Puts words of ours in; what is recorded behind them moves along.
    pub(super) fn insert(&mut self, at: usize, words: &str) {
        self.text.insert_str(at, words);
        let (at, len) = (count(at), count(words.len()));
        let moved = |span: &mut Span| {
            if span.start >= at {
                span.start = span.start.saturating_add(len);
            }
        };
        self.quotes.iter_mut().for_each(|quote| moved(&mut quote.at));
        self.claims.iter_mut().for_each(|claim| moved(&mut claim.at));
    }

    /// A line that begins with where it comes from.
    pub(super) fn item(at: Ref) -> Page {
        let mut page = Page { text: String::with_capacity(LINE), ..Page::default() };
        page.say(&reference(at)).say(" ");
        page
    }
}

pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
