//! The registry: which kinds of output there are, and who shortens them.
//!
//! Takes an output; gives the first reducer that knows it, by the command before the shape of the text. Promises: there
//! is always one, the last fits all. Leaves out: how lines are weighed.
use super::Output;
use alloc::string::String;

/// How a kind of output is shortened.
#[derive(Clone, Copy)]
pub(super) enum Reduce {
    /// Says what each line is worth; all are `USUAL` before.
    Lines(fn(&Output<'_>, &[&str], &mut [u8])),
    /// Writes a shorter text of about so many tokens, or nothing where it cannot.
    Whole(fn(&Output<'_>, u32) -> Option<String>),
}

/// A kind of output.
pub(super) struct Reducer {
    /// Its name in reports and golden files.
    pub(super) name: &'static str,
    /// Is it one of these? Looks at the command and at the beginning of the text, never at all of it.
    pub(super) fits: fn(&Output<'_>) -> bool,
    /// How it is shortened.
    pub(super) reduce: Reduce,
}

/// In the order of asking.
static REDUCERS: &[Reducer] = &[];

/// Anything else: the ends of the text say most.
static ANY: Reducer = Reducer { name: "text", fits: |_| true, reduce: Reduce::Lines(|_, _, _| {}) };

/// The reducer of an output.
pub(super) fn find(output: &Output<'_>) -> &'static Reducer {
    REDUCERS.iter().find(|reducer| (reducer.fits)(output)).unwrap_or(&ANY)
}
