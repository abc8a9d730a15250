//! The registry: which kinds of output there are, and who shortens them.
//!
//! Takes an output; gives the first reducer that knows it, by the command before the shape of the text. Promises: there
//! is always one, the last fits all. Leaves out: how lines are weighed.
use super::{Output, code, data, listing, noise, columns, rows, search, trace, web};
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
static REDUCERS: &[Reducer] = &[
    // Certain by the shape.
    Reducer { name: "json", fits: data::json_fits, reduce: Reduce::Whole(data::shorten) },
    Reducer { name: "jsonl", fits: data::jsonl_fits, reduce: Reduce::Whole(data::shorten) },
    Reducer { name: "html", fits: web::html_fits, reduce: Reduce::Whole(web::shorten_html) },
    Reducer { name: "json-in-text", fits: data::within_fits, reduce: Reduce::Whole(data::shorten_within) },
    Reducer { name: "line", fits: noise::line_fits, reduce: Reduce::Whole(noise::shorten_line) },
    Reducer { name: "blob", fits: noise::blob_fits, reduce: Reduce::Whole(noise::shorten_blob) },
    // By the command or the path.
    Reducer { name: "code", fits: code::fits, reduce: Reduce::Lines(code::weigh) },
    Reducer { name: "csv", fits: rows::fits, reduce: Reduce::Lines(rows::weigh) },
    Reducer { name: "markdown", fits: web::fits, reduce: Reduce::Lines(web::weigh) },
    Reducer { name: "names", fits: listing::fits, reduce: Reduce::Lines(listing::weigh) },
    Reducer { name: "search", fits: search::fits, reduce: Reduce::Whole(search::shorten) },
    Reducer { name: "table", fits: columns::fits, reduce: Reduce::Lines(columns::weigh) },
    // By the shape, where no command is known.
    Reducer { name: "trace", fits: trace::fits, reduce: Reduce::Lines(trace::weigh) },
    Reducer { name: "progress", fits: noise::progress_fits, reduce: Reduce::Whole(noise::shorten_progress) },
    Reducer { name: "log", fits: noise::log_fits, reduce: Reduce::Lines(noise::weigh_log) },
    Reducer { name: "search", fits: search::shape, reduce: Reduce::Whole(search::shorten) },
    Reducer { name: "names", fits: listing::shape, reduce: Reduce::Lines(listing::weigh) },
    Reducer { name: "table", fits: columns::shape, reduce: Reduce::Lines(columns::weigh) },
    Reducer { name: "csv", fits: rows::shape, reduce: Reduce::Lines(rows::weigh) },
    Reducer { name: "markdown", fits: web::shape, reduce: Reduce::Lines(web::weigh) },
];

/// Anything else: the ends of the text say most.
static ANY: Reducer = Reducer { name: "text", fits: |_| true, reduce: Reduce::Lines(|_, _, _| {}) };

/// The reducer of an output.
pub(super) fn find(output: &Output<'_>) -> &'static Reducer {
    REDUCERS.iter().find(|reducer| (reducer.fits)(output)).unwrap_or(&ANY)
}
