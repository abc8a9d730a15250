//! Tokens of a text, estimated.
//!
//! Not characters / 4: that is off by up to 83 % on what agents read. Counts by class of character and shape of
//! run, fitted to the o200k vocabulary. Integers only, one pass, one table of 16 kB (`shape`).
//! Promises: within 15 % of o200k on texts of 2 kB and more; an empty text is 0, any other at least 1; a line feed
//! resets everything, so the sum over lines (each with its line feed) is the whole but for rounding; deterministic.
//! Leaves out: other vocabularies. The last real usage scales the estimate (`Sizes::permille`) instead.
use crate::settings::Settings;
use alloc::vec::Vec;
use cento_contract::Message;

#[cfg(test)]
mod samples;
mod shape;

/// Tokens that a message costs besides its text: role and delimiters.
const FRAME: u32 = 4;
/// Tokens of a picture.
const IMAGE: u32 = 1_500;

/// Estimated tokens of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Tokens of each message, unscaled: text, calls, pictures, reasoning and 4 for the frame.
    pub of: Vec<u32>,
    /// Real tokens per estimated token in thousandths, from the last real usage; 1,000 when none is known.
    pub permille: u32,
}

impl Default for Sizes {
    /// Nothing measured, and no scale known.
    fn default() -> Self {
        Sizes { of: Vec::new(), permille: 1_000 }
    }
}

impl Sizes {
    /// Estimated tokens brought to the scale of the provider.
    pub fn scaled(&self, tokens: u32) -> u32 {
        saturated(u64::from(tokens) * u64::from(self.permille) / 1_000)
    }

    /// All messages together, scaled.
    pub fn total(&self) -> u32 {
        self.scaled(self.sum())
    }

    fn sum(&self) -> u32 {
        self.of.iter().fold(0, |sum, &tokens| sum.saturating_add(tokens))
    }
}

/// Tokens of a text.
pub fn estimate(text: &str) -> u32 {
    if text.is_empty() { 0 } else { saturated(shape::price(text.as_bytes()).saturating_add(500) / 1_000).max(1) }
}

/// Tokens of every message.
pub fn measure(messages: &[Message], settings: &Settings) -> Sizes {
    let mut sizes = Sizes { of: messages.iter().map(of_message).collect(), permille: 1_000 };
    let sum = u64::from(sizes.sum());
    if let (Some(real), Some(estimated)) = (settings.current_tokens, core::num::NonZeroU64::new(sum)) {
        // The real count holds the tool schemas too, so it is more than ours; beyond twice it speaks of other data.
        sizes.permille = saturated(u64::from(real) * 1_000 / estimated).clamp(500, 2_000);
    }
    sizes
}

/// Tokens of the text of a message that has so many in all; the text is not read again.
pub fn of_text(message: &Message, all: u32) -> u32 {
    all.saturating_sub(around(message))
}

/// Text, calls, pictures, reasoning and frame.
fn of_message(message: &Message) -> u32 {
    estimate(&message.content).saturating_add(around(message))
}

/// All but the text.
fn around(message: &Message) -> u32 {
    let calls = message
        .tool_calls
        .iter()
        .fold(0_u32, |sum, call| sum.saturating_add(estimate(&call.name)).saturating_add(estimate(&call.arguments)));
    // Only the length of reasoning is known; it is prose, four bytes a token.
    FRAME
        .saturating_add(calls)
        .saturating_add(message.images.saturating_mul(IMAGE))
        .saturating_add(message.reasoning_bytes.div_ceil(4))
}

fn saturated(tokens: u64) -> u32 {
    u32::try_from(tokens).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::samples::{Dice, KINDS, SAMPLES};
    use super::*;
    use crate::settings;
    use cento_contract::{Options, Role, ToolCall};
    use proptest::prelude::*;

    /// Error in thousandths of the real count.
    fn off_by(estimated: u32, real: u32) -> i64 {
        (i64::from(estimated) - i64::from(real)) * 1_000 / i64::from(real.max(1))
    }

    #[test]
    #[expect(clippy::print_stdout, reason = "the table is the result; cargo shows it on demand")]
    fn within_15_percent_of_o200k() {
        let o200k = tiktoken_rs::o200k_base().expect("the vocabulary is built in");
        let mut bad = Vec::new();
        for (kind, make) in KINDS {
            let mut row = Vec::new();
            for seed in 0..SAMPLES {
                let text = make(&mut Dice(seed));
                assert!(text.len() >= 2_000, "{kind}: {} bytes", text.len());
                let error = off_by(estimate(&text), o200k.encode_ordinary(&text).len() as u32);
                row.push(error);
                if error.abs() > 150 {
                    bad.push((kind, seed, error));
                }
            }
            let cells: Vec<_> = row.iter().map(|e| alloc::format!("{:>+6.1} %", *e as f64 / 10.0)).collect();
            println!("{kind:<20}{}", cells.join(" "));
        }
        assert!(bad.is_empty(), "thousandths: {bad:?}");
    }

    #[test]
    fn lines_add_up() {
        for (kind, make) in KINDS {
            let text = make(&mut Dice(11)).repeat(3);
            let whole = estimate(&text);
            let with_feeds: u32 = text.split_inclusive('\n').map(estimate).sum();
            assert!(off_by(with_feeds, whole).abs() <= 30, "{kind}: {with_feeds} of {whole}");
        }
    }

    #[test]
    fn smallest_texts() {
        for (text, tokens) in [("", 0), ("a", 1), ("\n", 1), (" ", 1), ("the", 1), ("12", 1)] {
            assert_eq!(estimate(text), tokens, "{text:?}");
        }
    }

    #[test]
    fn a_message_is_more_than_its_text() {
        let text = "Run the tests again, please.";
        let mut message = Message::new(Role::Assistant, text);
        assert_eq!(of_message(&message), FRAME + estimate(text));
        message.tool_calls.push(ToolCall {
            id: "call_1".into(),
            name: "terminal".into(),
            arguments: "{\"command\":\"pytest -q\"}".into(),
        });
        let called = FRAME + estimate(text) + estimate("terminal") + estimate("{\"command\":\"pytest -q\"}");
        assert_eq!(of_message(&message), called);
        (message.images, message.reasoning_bytes) = (2, 401);
        assert_eq!(of_message(&message), called + 3_000 + 101);
        (message.images, message.reasoning_bytes) = (u32::MAX, u32::MAX);
        assert_eq!(of_message(&message), u32::MAX);
    }

    #[test]
    fn real_usage_scales_within_half_and_double() {
        let messages = [Message::new(Role::User, "word ".repeat(1_000)), Message::new(Role::User, "")];
        let measured = |current| {
            let options = Options { current_tokens: current, ..Options::default() };
            measure(&messages, &settings::clamp(&options).0)
        };
        let plain = measured(None);
        let sum = plain.sum();
        assert_eq!((plain.permille, plain.total(), plain.of.len()), (1_000, sum, 2));
        assert_eq!(plain.of[1], FRAME);
        for (current, permille) in [(sum / 10, 500), (sum + sum / 2, 1_500), (sum * 10, 2_000)] {
            let sizes = measured(Some(i64::from(current)));
            assert!(sizes.permille.abs_diff(permille) <= 1, "{current} of {sum}: {}", sizes.permille);
            assert_eq!(sizes.total(), sizes.scaled(sum));
        }
        assert_eq!(measure(&[], &settings::clamp(&Options::default()).0), Sizes::default());
        let huge = Sizes { of: [u32::MAX; 3].to_vec(), permille: 2_000 };
        assert_eq!(huge.total(), u32::MAX);
    }

    proptest! {
        #[test]
        fn total_and_growing(text in "(?s).{0,300}", copies in 1_usize..40) {
            let (one, many) = (estimate(&text), estimate(&(text.clone() + "\n").repeat(copies)));
            prop_assert_eq!(one == 0, text.is_empty());
            prop_assert!(many >= one, "{} copies: {}, one: {}", copies, many, one);
            prop_assert!(one as usize <= 2 * text.len() + 1);
        }
    }
}
