//! Cento's projector: a long conversation in, a plan for a shorter one out, by fixed rules.
//!
//! # The data's way
//!
//! 1. [`settings`]: options brought into range.
//! 2. [`tokens`]: size of every message.
//! 3. [`pair`]: calls and their results, by position; an assistant message and its results are one unit.
//! 4. [`boundaries`]: what stays (head, tail, newest user message: `protect`), what goes, where the summary fits
//!    (`place`).
//! 5. [`view`]: what goes, decoded ([`result`], [`call`], [`shell`]), sanitised ([`sanitize`]), redacted ([`redact`]);
//!    types in [`opened`], kinds of tools in `kind`, V4A patches in `patch`, JSON
//!    objects in `fields`.
//! 6. [`facts`]: the [`ledger`] of what goes: commands and outcomes, files, errors ([`key_lines`]), words and rules of
//!    the user ([`people`], [`rules`]), state, log.
//! 7. [`earlier`]: an earlier summary, read back into a ledger.
//! 8. [`merge`]: the two ledgers as one.
//! 9. [`budget`]: what of it fits.
//! 10. [`render`]: the text, with the source of every copied word; `budget` calls it, to measure.
//! 11. [`plan`]: edits, summary and report; results that have to be shorter ([`shorten`]).
//!
//! That is the strategy `project`. With `prune`, one phase takes the place of 4 to 11: [`prune`] judges every finished
//! call with its result and makes the plan. With `slim` it is [`slim`]: results and long texts are made shorter in place
//! by [`reduce`]; with `project` and a target it is tried first.
//!
//! Each phase is one plain function over plain data and cannot fail. The crate is `no_std`: no clock, file,
//! environment, thread or hash seed can be named here. `component` binds it to the WIT interface and is the only
//! file that knows WIT.
// Elsewhere std is there for the test harness, or for the component around this one; our component's build forbids it.
#![cfg_attr(all(target_arch = "wasm32", feature = "component"), no_std)]
extern crate alloc;

pub mod anchors;
pub mod boundaries;
pub mod budget;
mod bytes;
pub mod call;
pub mod cutting;
pub mod decisions;
pub mod earlier;
mod ending;
pub mod facts;
mod fields;
pub mod key_lines;
pub mod kind;
pub mod ledger;
mod lexicon;
pub mod merge;
pub mod opened;
pub mod pair;
mod patch;
pub mod people;
pub mod place;
pub mod plan;
pub mod protect;
pub mod prune;
pub mod redact;
pub mod reduce;
pub mod render;
pub mod result;
pub mod rules;
pub mod sanitize;
pub mod settings;
pub mod shell;
pub mod shorten;
pub mod should;
pub mod slim;
pub mod tokens;
pub mod view;

#[cfg(all(target_arch = "wasm32", feature = "bindings"))]
#[expect(missing_docs, reason = "generated from compaction.wit")]
pub mod component;

use cento_contract::{Anchor, Decision, Error, Message, Options, Plan, Strategy, Usage};

/// Plans a compaction. Errors: `TooLarge`.
pub fn compress(messages: &[Message], options: &Options) -> Result<Plan, Error> {
    plan::check_size(messages)?;
    let (settings, adjustments) = settings::clamp(options);
    let sizes = tokens::measure(messages, &settings);
    let pairs = pair::pair(messages);
    match options.strategy {
        Strategy::Slim => return Ok(slim::slim(messages, sizes, &pairs, &settings, adjustments)),
        Strategy::Prune => return Ok(prune::prune(messages, &sizes, &pairs, &settings, adjustments)),
        Strategy::Project => {
            if let Some(plan) = slim::is_enough(messages, &sizes, &pairs, &settings, &adjustments) {
                return Ok(plan);
            }
        }
    }
    let cut = boundaries::cut(messages, &sizes, &pairs, &settings);
    if !cut.has_region() {
        return Ok(plan::nothing(messages, &sizes, &pairs, &cut, &settings, adjustments));
    }
    let views = view::read(messages, &pairs, &cut);
    let earlier = earlier::read(messages, &cut);
    let fresh = facts::gather(messages, &views, &pairs, &cut, earlier.as_ref());
    let ledger = match earlier {
        Some(earlier) => merge::merge(earlier, fresh),
        None => fresh,
    };
    let (_, summary) = budget::fit(ledger, &settings);
    Ok(plan::plan(messages, &sizes, &pairs, &cut, summary, &settings, adjustments))
}

/// The same call on JSON text: `{"messages": [...], "options": {...}}` in, the plan as JSON out.
/// Errors: `NotJson`, `BadField`, `UnknownOption`, `TooLarge`.
pub fn compress_json(input: &str) -> Result<alloc::string::String, Error> {
    use cento_contract::json;
    let mut bytes = input.as_bytes().to_vec();
    json::mend_surrogates(&mut bytes);
    let mended = alloc::string::String::from_utf8(bytes).map_err(|_| Error::NotJson { line: 1, column: 1 })?;
    let session = json::split(&mended)?;
    let options = session.options.map_or_else(|| Ok(Options::default()), json::options)?;
    let messages: alloc::vec::Vec<Message> =
        session.message_slices.iter().enumerate().map(|(i, m)| json::message(m, i)).collect::<Result<_, _>>()?;
    let plan = compress(&messages, &options)?;
    serde_json::to_string(&plan).map_err(|_| Error::TooLarge)
}

/// Says whether the time has come.
pub fn should_compress(usage: &Usage, options: &Options) -> Decision {
    let (settings, _) = settings::clamp(options);
    should::decide(usage, &settings)
}

/// Lists the exact identifiers of what `compress` would drop. Errors: `TooLarge`.
pub fn anchors(messages: &[Message], options: &Options, max_bytes: u32) -> Result<alloc::vec::Vec<Anchor>, Error> {
    plan::check_size(messages)?;
    let (settings, _) = settings::clamp(options);
    let sizes = tokens::measure(messages, &settings);
    let pairs = pair::pair(messages);
    let cut = boundaries::cut(messages, &sizes, &pairs, &settings);
    let views = view::read(messages, &pairs, &cut);
    Ok(anchors::list(&views, &cut.keep, max_bytes))
}
