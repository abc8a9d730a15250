//! Has the time come to compact?
//!
//! The rule, first match wins:
//! 1. `force`: yes.
//! 2. The size is the provider's count if there is one above 0, else the rough count. Neither, or no window: no.
//! 3. Below the threshold: no. The threshold is `threshold_percent` of the window, lower where that would leave less
//!    than 4,096 tokens (or a third of a small window) for the answer, and always at least 1 and below the window.
//! 4. The last two passes gained less than a tenth each: no, until the size has grown by a tenth of the window (at
//!    least 2,000 tokens) over what the last pass left. That point never lies beyond the window's last token: a full
//!    window is always worth a try.
//! 5. Else yes.
//!
//! Promises: for a given window the answer changes with growing size at most once, from no to yes; total.
//! Leaves out: whether a pass would find anything to compact; `compress` says that.
use crate::settings::Settings;
use cento_contract::{Decision, EarlierPass, Usage, Verdict};

/// Room for the answer of the model.
const ANSWER: u32 = 4_096;
/// A pass without gain blocks for at least this much growth.
const LEAST_GROWTH: u32 = 2_000;

/// Decides from real usage, rough counts and the outcome of earlier passes.
pub fn decide(usage: &Usage, settings: &Settings) -> Decision {
    let window = settings.context_length;
    let threshold = threshold(window, settings.threshold_percent);
    let size = known(usage.prompt_tokens).or_else(|| known(usage.rough_tokens));
    let verdict = match size {
        _ if settings.force => Verdict::Forced,
        None => Verdict::SizeUnknown,
        Some(_) if window == 0 => Verdict::SizeUnknown,
        Some(tokens) if tokens < threshold => Verdict::BelowThreshold,
        Some(tokens) => match blocked_until(&usage.passes, window) {
            Some(until) if tokens < until => Verdict::NoGainUntil(until),
            _ => Verdict::AtThreshold,
        },
    };
    let compress = matches!(verdict, Verdict::Forced | Verdict::AtThreshold);
    Decision { compress, verdict, tokens: size.unwrap_or(0), threshold }
}

/// A count that says something. Beyond 32 bits it is as good as the largest number.
fn known(count: Option<i64>) -> Option<u32> {
    count.filter(|&tokens| tokens > 0).map(|tokens| u32::try_from(tokens).unwrap_or(u32::MAX))
}

/// Always at least 1, and below the window where the window has a token to spare.
fn threshold(window: u32, percent: u32) -> u32 {
    let share = u64::from(window) * u64::from(percent) / 100;
    let share = u32::try_from(share).unwrap_or(u32::MAX);
    let room = window.saturating_sub(ANSWER.min(window / 3));
    share.min(room).min(window.saturating_sub(1)).max(1)
}

/// The size from which on a pass is worth it again, if the last two gained next to nothing.
fn blocked_until(passes: &[EarlierPass], window: u32) -> Option<u32> {
    let [.., second, last] = passes else { return None };
    if !(gained_little(second) && gained_little(last)) {
        return None;
    }
    let left = u32::try_from(last.tokens_after.max(0)).unwrap_or(u32::MAX);
    Some(left.saturating_add(LEAST_GROWTH.max(window / 10)).min(window.saturating_sub(1)))
}

/// Less than a tenth. A pass whose counts make no sense gained nothing.
fn gained_little(pass: &EarlierPass) -> bool {
    let before = i128::from(pass.tokens_before);
    let gain = before - i128::from(pass.tokens_after);
    before <= 0 || gain * 10 < before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings;
    use cento_contract::Options;
    use proptest::prelude::*;

    const USELESS: EarlierPass = EarlierPass { tokens_before: 90_000, tokens_after: 88_000 };
    const USEFUL: EarlierPass = EarlierPass { tokens_before: 90_000, tokens_after: 20_000 };

    fn options(window: i64) -> Options {
        Options { context_length: window, ..Options::default() }
    }

    fn usage(prompt: Option<i64>, rough: Option<i64>, passes: &[EarlierPass]) -> Usage {
        Usage { prompt_tokens: prompt, rough_tokens: rough, passes: passes.to_vec() }
    }

    fn decided(usage: &Usage, options: &Options) -> Decision {
        decide(usage, &settings::clamp(options).0)
    }

    #[test]
    fn size_and_verdict() {
        let (none, yes) = (Verdict::SizeUnknown, Verdict::AtThreshold);
        let cases = [
            (100_000, Some(75_000), None, yes, 75_000),
            (100_000, Some(74_999), None, Verdict::BelowThreshold, 74_999),
            (100_000, Some(10), Some(99_000), Verdict::BelowThreshold, 10),
            (100_000, None, Some(80_000), yes, 80_000),
            (100_000, Some(0), Some(80_000), yes, 80_000),
            (100_000, Some(-1), Some(80_000), yes, 80_000),
            (100_000, Some(i64::MAX), None, yes, u32::MAX),
            (100_000, None, None, none, 0),
            (100_000, Some(-1), Some(0), none, 0),
            (0, Some(80_000), None, none, 80_000),
            (-5, Some(80_000), None, none, 80_000),
        ];
        for (window, prompt, rough, verdict, tokens) in cases {
            let got = decided(&usage(prompt, rough, &[]), &options(window));
            assert_eq!((got.verdict, got.tokens), (verdict, tokens), "{window} {prompt:?} {rough:?}");
            assert_eq!(got.compress, verdict == yes);
        }
    }

    #[test]
    fn threshold_by_window() {
        for (window, percent, expected) in [
            (128_000, 75, 96_000),
            (1_000_000, 75, 750_000),
            (4_096, 75, 2_731),
            (8_192, 95, 5_462),
            (32_000, 95, 27_904),
            (200_000, 95, 190_000),
            (3, 75, 2),
            (2, 75, 1),
            (1, 75, 1),
        ] {
            assert_eq!(threshold(window, percent), expected, "{percent} % of {window}");
        }
    }

    #[test]
    fn two_useless_passes_block_until_the_size_has_grown() {
        let size = |tokens| usage(Some(tokens), None, &[USELESS, USELESS]);
        let window = options(110_000);
        assert_eq!(decided(&size(98_999), &window).verdict, Verdict::NoGainUntil(99_000));
        assert_eq!(decided(&size(99_000), &window).verdict, Verdict::AtThreshold);
        assert_eq!(decided(&size(70_000), &window).verdict, Verdict::BelowThreshold);
        // Never beyond the window.
        assert_eq!(decided(&size(90_500), &options(91_000)).verdict, Verdict::NoGainUntil(90_999));
        assert_eq!(decided(&size(90_999), &options(91_000)).verdict, Verdict::AtThreshold);
    }

    #[test]
    fn only_the_last_two_passes_count() {
        for (passes, blocked) in [
            (&[USELESS][..], false),
            (&[USELESS, USEFUL], false),
            (&[USEFUL, USELESS], false),
            (&[USELESS, USELESS, USEFUL], false),
            (&[USEFUL, USELESS, USELESS], true),
            (&[EarlierPass { tokens_before: 0, tokens_after: 0 }; 2], false),
        ] {
            let got = decided(&usage(Some(90_000), None, passes), &options(110_000));
            assert_eq!(got.compress, !blocked, "{passes:?} {got:?}");
        }
    }

    #[test]
    fn a_tenth_is_enough_gain() {
        let pass = |after| EarlierPass { tokens_before: 1_000, tokens_after: after };
        assert!(!gained_little(&pass(900)));
        assert!(gained_little(&pass(901)));
        assert!(gained_little(&pass(i64::MAX)));
        assert!(!gained_little(&EarlierPass { tokens_before: i64::MAX, tokens_after: i64::MIN }));
    }

    fn passes() -> impl Strategy<Value = Vec<EarlierPass>> {
        let counts = prop_oneof![any::<i64>(), 0_i64..200_000];
        let pass = (counts.clone(), counts)
            .prop_map(|(tokens_before, tokens_after)| EarlierPass { tokens_before, tokens_after });
        proptest::collection::vec(pass, 0..4)
    }

    proptest! {
        #[test]
        fn threshold_lies_inside_the_window(window in 2_i64..=2_000_000, percent in any::<i64>()) {
            let options = Options { threshold_percent: percent, ..options(window) };
            let got = decided(&usage(Some(1), None, &[]), &options);
            prop_assert!(got.threshold > 0 && i64::from(got.threshold) < window, "{:?}", got);
        }

        #[test]
        fn small_windows_leave_room_for_an_answer(window in 3_u32..=2_000_000, percent in 10_u32..=95) {
            prop_assert!(window - threshold(window, percent) >= ANSWER.min(window / 3));
        }

        #[test]
        fn once_yes_then_yes_for_every_larger_size(
            window in 1_i64..=2_000_000, small in 1_i64..2_000_000, more in 0_i64..2_000_000, passes in passes(),
        ) {
            let at = |tokens| decided(&usage(Some(tokens), None, &passes), &options(window)).compress;
            prop_assert!(!at(small) || at(small + more));
        }

        #[test]
        fn a_full_window_is_always_tried(window in 2_i64..=2_000_000, passes in passes()) {
            prop_assert!(decided(&usage(Some(window - 1), None, &passes), &options(window)).compress);
        }

        #[test]
        fn forced_is_always_yes(
            window in any::<i64>(), prompt in any::<Option<i64>>(), rough in any::<Option<i64>>(), passes in passes(),
        ) {
            let options = Options { force: true, ..options(window) };
            let got = decided(&usage(prompt, rough, &passes), &options);
            prop_assert!(got.compress && got.verdict == Verdict::Forced);
        }
    }
}
