//! One ratio for all texts that give way together.
//!
//! Takes texts and the tokens that have to go; gives each text its size. Found by bisection over the sizes alone, then
//! tried on the texts, at most three times: a reducer keeps what has to stay, so that a text can end above its share.
//! Promises: no text is asked to be smaller than the least; a text with a word of the focus, and the result of a failed
//! run, have twice the share; the ratio is never below the floor.
use super::rewrite::{Parts, rewrite};
use super::scope::Text;
use crate::ledger::is_failure;
use alloc::collections::BTreeMap;
use alloc::string::String;
use cento_contract::Message;

/// Shorter forms of texts, by message, and the tokens that they save.
#[derive(Clone, Default)]
pub(super) struct Shorter {
    /// The new texts.
    pub texts: BTreeMap<u32, String>,
    /// Tokens saved.
    pub saved: u64,
}

/// What a stage may ask of its texts.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    /// The least ratio, in thousandths.
    pub floor: u32,
    /// No text is asked to be smaller, in tokens.
    pub least: u32,
}

/// Tokens of the mark that stands for a text that comes again.
const AGAIN: u32 = 30;
/// The result of a failed run is asked for half of its tokens at most, up to so many that stay: lines that name
/// failures need room.
const FAILED: u32 = 2_000;
/// Times that the texts are shortened.
const TRIES: usize = 3;
/// One part in so many that may be saved too much.
const NEAR: u64 = 10;

/// The size that a text may have under a ratio in thousandths.
fn size(text: &Text, ratio: u32, bounds: Bounds) -> u32 {
    if text.again.is_some() {
        return AGAIN.min(text.tokens);
    }
    let failed = text.asked.as_ref().is_some_and(|asked| is_failure(asked.state));
    let ratio = if text.focus || failed { ratio.saturating_mul(2) } else { ratio };
    let least = match failed {
        true => {
            // Once is enough: a half of a half would go on for ever.
            let half = if text.marked { text.tokens } else { text.tokens / 2 };
            bounds.least.saturating_mul(4).max(half.min(FAILED))
        }
        false => bounds.least,
    };
    let share = u64::from(text.tokens) * u64::from(ratio) / 1_000;
    u32::try_from(share).unwrap_or(u32::MAX).max(least).min(text.tokens)
}

/// What the sizes under a ratio would save.
pub(super) fn saving(texts: &[&Text], ratio: u32, bounds: Bounds) -> u64 {
    texts.iter().map(|text| u64::from(text.tokens - size(text, ratio, bounds))).sum()
}

/// The largest ratio whose sizes save so many tokens; the floor where none does.
fn ratio(texts: &[&Text], need: u64, bounds: Bounds) -> u32 {
    let (mut low, mut high) = (bounds.floor, 1_000);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if saving(texts, middle, bounds) >= need {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// Shortens the texts so that they save `need` tokens, or as many as they can. What is known from earlier tries, also of
/// other stages, is not tried again.
pub(super) fn shorten(messages: &[Message], texts: &[&Text], need: u64, bounds: Bounds, known: &mut Known) -> Shorter {
    let mut best = Shorter::default();
    let (mut asked, mut last) = (need, 0);
    for attempt in 0..TRIES {
        let reached = best.saved >= need;
        // The last try makes sure of it.
        let ratio = if attempt + 1 == TRIES && !reached { bounds.floor } else { ratio(texts, asked, bounds) };
        if ratio == last {
            break;
        }
        last = ratio;
        let shorter = all(messages, texts, ratio, bounds, known);
        let saved = shorter.saved;
        let better = if saved >= need { !reached || saved < best.saved } else { !reached && saved > best.saved };
        if better {
            best = shorter;
        }
        // Near enough from above.
        if saved >= need && saved - need <= need / NEAR {
            break;
        }
        let off = saved.abs_diff(need);
        asked = if saved < need { asked.saturating_add(off + off / 4) } else { asked.saturating_sub(off / 4 * 3) };
    }
    best
}

fn all(messages: &[Message], texts: &[&Text], ratio: u32, bounds: Bounds, known: &mut Known) -> Shorter {
    let mut shorter = Shorter::default();
    for text in texts {
        let size = size(text, ratio, bounds);
        if size >= text.tokens {
            continue;
        }
        let tried = known.of.entry(text.message).or_default();
        if !tried.holds(size, text.tokens) {
            tried.new = rewrite(messages, text, size, &mut tried.parts);
            tried.size = size;
        }
        if let Some((new, saved)) = &tried.new {
            shorter.saved = shorter.saved.saturating_add(u64::from(*saved));
            shorter.texts.insert(text.message, new.clone());
        }
    }
    shorter
}

/// The last try of every text.
#[derive(Default)]
pub(super) struct Known {
    of: BTreeMap<u32, Tried>,
}

/// A text shortened, and the size that was asked for; 0 before the first try.
#[derive(Default)]
struct Tried {
    size: u32,
    new: Option<(String, u32)>,
    parts: Parts,
}

impl Tried {
    /// True when asking for this size would give the same: the text is that small already, or nothing can be had.
    fn holds(&self, size: u32, tokens: u32) -> bool {
        match &self.new {
            Some((_, saved)) => size <= self.size && tokens.saturating_sub(*saved) <= size,
            None => self.size > 0 && size >= self.size,
        }
    }
}
