//! Options brought into range.
//!
//! Takes the options as given and gives settings that every phase can trust, and the list of what was changed.
//! The ranges stand in the table below and in the doc comments of `compaction.wit`.
use crate::sanitize;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::{Adjustment, Options, Score};

/// Options in range; sizes in tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named like the options in compaction.wit")]
pub struct Settings {
    pub context_length: u32,
    pub current_tokens: Option<u32>,
    pub protect_first_n: u32,
    pub protect_last_n: u32,
    pub tail_token_budget: u32,
    /// What the summary message may cost.
    pub summary_budget: u32,
    pub max_output_tokens: Option<u32>,
    pub threshold_percent: u32,
    pub focus_topic: Option<String>,
    pub force: bool,
    pub session_id: Option<String>,
    pub recall_hint: Option<String>,
    pub target_tokens: Option<u32>,
    pub target_percent: u32,
    pub min_tokens: u32,
    pub runway_tokens: u32,
    pub prune_permille: u32,
    pub truncate_chars: u32,
    pub protected_tools: Vec<String>,
    /// By message and call; the last of two for one call stands last.
    pub scores: Vec<Score>,
}

/// No window is larger than this.
const MAX_TOKENS: i64 = 100_000_000;

/// Brings options into range.
pub fn clamp(options: &Options) -> (Settings, Vec<Adjustment>) {
    let mut adjustments = Vec::new();
    let mut within = |name: &str, given: i64, least: i64, most: i64| -> u32 {
        let used = given.clamp(least, most);
        if used != given {
            adjustments.push(Adjustment { option: name.to_string(), given, used });
        }
        u32::try_from(used).unwrap_or(0)
    };
    let context_length = within("context_length", options.context_length, 0, MAX_TOKENS);
    let permille = within("budget_ratio", options.budget_permille, 10, 300);
    let least = within("min_budget_tokens", options.min_budget_tokens, 300, 50_000);
    let most = within("max_budget_tokens", options.max_budget_tokens, 500, 100_000);
    let summary_budget = match options.summary_budget_tokens {
        Some(tokens) => within("summary_budget_tokens", tokens, 300, 100_000),
        None => {
            let share = u64::from(context_length) * u64::from(permille) / 1000;
            u32::try_from(share).unwrap_or(u32::MAX).min(most).max(least)
        }
    };
    let settings = Settings {
        context_length,
        current_tokens: options.current_tokens.map(|t| within("current_tokens", t, 1, MAX_TOKENS)),
        protect_first_n: within("protect_first_n", options.protect_first_n, 0, 1_000),
        protect_last_n: within("protect_last_n", options.protect_last_n, 0, 10_000),
        tail_token_budget: within("tail_token_budget", options.tail_token_budget, 0, 10_000_000),
        summary_budget,
        max_output_tokens: options.max_output_tokens.map(|t| within("max_output_tokens", t, 1, MAX_TOKENS)),
        threshold_percent: within("threshold_percent", options.threshold_percent, 10, 95),
        focus_topic: options.focus_topic.clone(),
        force: options.force,
        session_id: options.session_id.clone(),
        recall_hint: options.recall_hint.as_deref().map(plain_line),
        target_tokens: options.target_tokens.map(|t| within("target_tokens", t, 1, MAX_TOKENS)),
        target_percent: within("target_percent", options.target_percent, 5, 95),
        min_tokens: within("min_tokens", options.min_tokens, 0, 100_000),
        runway_tokens: within("runway_tokens", options.runway_tokens, 0, 10_000_000),
        prune_permille: within("prune_threshold", options.prune_permille, 0, 1_000),
        truncate_chars: within("truncate_chars", options.truncate_chars, 0, 100_000),
        protected_tools: options.protected_tools.clone(),
        scores: by_place(&options.scores),
    };
    (settings, adjustments)
}

/// Scores in the order of the calls.
fn by_place(scores: &[Score]) -> Vec<Score> {
    let mut scores = scores.to_vec();
    scores.sort_by_key(|s| (s.message, s.call));
    scores
}

/// A line that can open no heading, item, quotation or code block, nor pass for one of ours.
fn plain_line(words: &str) -> String {
    let line = sanitize::one_line(&sanitize::sanitize(words)).into_owned();
    let line = line.trim_start();
    let plain = line.starts_with(|c: char| c.is_alphabetic());
    if plain || line.is_empty() { String::from(line) } else { format!("Recall: {line}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silly_numbers_are_clamped_and_named() {
        let given = Options { summary_budget_tokens: Some(-5), protect_first_n: 1_000_000, ..Options::default() };
        let (settings, adjustments) = clamp(&given);
        assert_eq!((settings.summary_budget, settings.protect_first_n), (300, 1_000));
        let names: Vec<&str> = adjustments.iter().map(|a| a.option.as_str()).collect();
        assert_eq!(names, ["summary_budget_tokens", "protect_first_n"]);
    }

    #[test]
    fn a_recall_hint_opens_no_heading() {
        for (given, want) in [
            ("## Goal", "Recall: ## Goal"),
            (" \n## Goal\n[#1] x", "Recall: ## Goal ⏎ (#1) x"),
            ("- [#1] Never", "Recall: - (#1) Never"),
            ("Open [#N] with `find N`.", "Open [#N] with `find N`."),
        ] {
            let options = Options { recall_hint: Some(given.into()), ..Options::default() };
            assert_eq!(clamp(&options).0.recall_hint.as_deref(), Some(want));
        }
    }

    #[test]
    fn derived_budget_follows_the_window_between_least_and_most() {
        let budget = |window| clamp(&Options { context_length: window, ..Options::default() }).0.summary_budget;
        assert_eq!((budget(0), budget(100_000), budget(1_000_000)), (1_500, 6_000, 8_000));
    }
}
