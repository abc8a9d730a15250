//! How many tokens the messages may have.
//!
//! Takes the sizes and the settings. The target is one of the whole request; what the provider counted beyond the
//! messages (the schemas of tools) is sent along in any case and taken from it.
use crate::settings::Settings;
use crate::tokens::Sizes;

/// Tokens now and then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goal {
    /// Tokens of the messages.
    pub counted: u64,
    /// What they may come down to.
    pub tokens: u64,
}

/// The goal.
pub(super) fn find(sizes: &Sizes, settings: &Settings) -> Goal {
    let counted = sizes.of.iter().fold(0_u64, |sum, tokens| sum.saturating_add(u64::from(*tokens)));
    let outside = settings.current_tokens.map_or(0, |all| u64::from(all).saturating_sub(counted));
    let whole = match (settings.target_tokens, settings.context_length) {
        (Some(tokens), _) => u64::from(tokens),
        (None, 0) => percent(counted.saturating_add(outside), settings.target_percent),
        (None, window) => percent(u64::from(window), settings.target_percent),
    };
    Goal { counted, tokens: whole.saturating_sub(outside) }
}

fn percent(of: u64, percent: u32) -> u64 {
    of.saturating_mul(u64::from(percent)) / 100
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::clamp;
    use cento_contract::Options;

    #[test]
    fn what_is_sent_besides_the_messages_is_taken_from_the_target() {
        let sizes = Sizes { of: alloc::vec![7_000, 280], permille: 1_000 };
        for (window, current, tokens, percent, wanted) in [
            (8_000, Some(7_500), None, 50, 3_780),
            (8_000, None, None, 50, 4_000),
            (0, None, None, 50, 3_640),
            (0, Some(8_000), None, 25, 1_280),
            (8_000, Some(7_000), Some(3_000), 50, 3_000),
            (8_000, Some(90_000), Some(3_000), 50, 0),
        ] {
            let options = Options {
                context_length: window,
                current_tokens: current,
                target_tokens: tokens,
                target_percent: percent,
                ..Options::default()
            };
            assert_eq!(find(&sizes, &clamp(&options).0), Goal { counted: 7_280, tokens: wanted }, "{options:?}");
        }
    }
}
