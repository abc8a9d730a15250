//! Edits, summary and report.
//!
//! Takes the cut and the rendered summary and gives the plan. Where the output would be more than
//! `max_output_tokens`, finished results of tools among the kept messages are shortened, the oldest first.
//! Promises: each message has at most one edit; a plan never makes the list larger; only results of tools are
//! rewritten; a plan without edits has no summary. Leaves out: what the summary says.
use crate::boundaries::Cut;
use crate::ending::Ending;
use crate::pair::Pairs;
use crate::redact::MASK;
use crate::render::Rendered;
use crate::settings::Settings;
use crate::shorten::{Estimate, shorten_so};
use crate::tokens::{self, Sizes};
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Adjustment, Change, Edit, Error, Message, Outcome, Plan, Reason, Report, Role, Step, Summary};

/// Tokens of a message besides its text.
const FRAME: u32 = 4;
/// A result is not shortened below this.
const LEAST_RESULT: u32 = 500;

/// Every index and offset of a call has to fit in 32 bits. Errors: `TooLarge`.
pub fn check_size(messages: &[Message]) -> Result<(), Error> {
    let bytes: u64 = messages.iter().map(|m| m.content.len() as u64).sum();
    if bytes > u64::from(u32::MAX) || messages.len() > u32::MAX as usize { Err(Error::TooLarge) } else { Ok(()) }
}

/// A plan without a summary: nothing changes, but for results that have to be shortened.
pub fn nothing(
    messages: &[Message],
    sizes: &Sizes,
    pairs: &Pairs,
    cut: &Cut,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    Draft { messages, sizes, pairs, cut, settings, estimate: tokens::estimate }.finish(None, adjustments)
}

/// The plan; without the summary where that would not make the list smaller.
pub fn plan(
    messages: &[Message],
    sizes: &Sizes,
    pairs: &Pairs,
    cut: &Cut,
    summary: Rendered,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    Draft { messages, sizes, pairs, cut, settings, estimate: tokens::estimate }.finish(Some(summary), adjustments)
}

/// Messages before the first that changes, goes, or has the summary before it.
pub fn unchanged_prefix(count: usize, edits: &[Edit], summary_before: Option<u32>) -> u32 {
    let first = edits.first().map(|e| e.message);
    first.into_iter().chain(summary_before).chain([count as u32]).min().unwrap_or_default()
}

struct Draft<'a> {
    messages: &'a [Message],
    sizes: &'a Sizes,
    pairs: &'a Pairs,
    cut: &'a Cut,
    settings: &'a Settings,
    estimate: Estimate,
}

impl Draft<'_> {
    fn finish(&self, summary: Option<Rendered>, adjustments: Vec<Adjustment>) -> Plan {
        let count = self.messages.len();
        let before = (0..count).map(|i| self.size(i)).sum();
        let dropped: u64 = (0..count).filter(|&i| !self.keeps(i)).map(|i| self.size(i)).sum();
        let mut outcome = self.cut.outcome;
        let summary = summary.filter(|s| {
            let shrinks = u64::from(s.tokens) + u64::from(FRAME) < dropped;
            if !shrinks {
                outcome = Outcome::WouldNotShrink;
            }
            shrinks
        });
        let mut edits = if summary.is_some() { self.drops() } else { Vec::new() };
        let gone = edits.len();
        let mut after: u64 = before;
        if let Some(summary) = &summary {
            after = (before - dropped) + u64::from(summary.tokens) + u64::from(FRAME);
        }
        let rewrites = self.rewrites(summary.is_some(), &mut after);
        if !rewrites.is_empty() {
            outcome = Outcome::Compacted;
            edits.extend(rewrites);
            edits.sort_by_key(|e| e.message);
        }
        let report = Report {
            outcome,
            messages_before: count as u32,
            messages_after: (count - gone + usize::from(summary.is_some())) as u32,
            tokens_before: self.scaled(before),
            tokens_after: self.scaled(after),
            summary_tokens: summary.as_ref().map_or(0, |s| s.tokens),
            summary_budget: self.settings.summary_budget,
            head_end: self.cut.head_end,
            tail_start: self.cut.tail_start,
            inherited_orphans: self.pairs.orphans(),
            masked: summary.as_ref().map_or(0, |s| s.text.matches(MASK).count() as u32),
            sections: summary.as_ref().map(|s| s.sections.clone()).unwrap_or_default(),
            adjustments,
            unchanged_prefix: unchanged_prefix(count, &edits, summary.as_ref().map(|_| self.cut.summary_before)),
            target: 0,
            last_step: summary.as_ref().and(self.settings.target_tokens).map(|_| Step::Summary),
        };
        let summary = summary.map(|s| Summary {
            before: self.cut.summary_before,
            role: self.cut.role,
            text: s.text,
            tokens: s.tokens,
            quotes: s.quotes,
            claims: s.claims,
        });
        Plan { edits, summary, judgements: Vec::new(), report }
    }

    /// One edit for each message that goes.
    fn drops(&self) -> Vec<Edit> {
        let broken = self.pairs.broken();
        let mut earlier = self.cut.earlier.iter().peekable();
        let mut edits = Vec::new();
        for index in (0..self.messages.len()).filter(|&i| !self.keeps(i)) {
            let message = index as u32;
            while earlier.next_if(|e| **e < message).is_some() {}
            let reason = if earlier.peek() == Some(&&message) {
                Reason::EarlierSummary
            } else if broken.get(index) == Some(&true) {
                Reason::BrokenPair
            } else {
                Reason::Projected
            };
            edits.push(Edit { message, change: Change::Drop, reason });
        }
        edits
    }

    /// Shortens finished results until `after` fits: first the large ones, then all, the oldest first.
    fn rewrites(&self, compacts: bool, after: &mut u64) -> Vec<Edit> {
        let Some(most) = self.settings.max_output_tokens else { return Vec::new() };
        let most = u64::from(most).saturating_mul(1000) / u64::from(self.sizes.permille.max(1));
        let large = u32::try_from(most / 8).unwrap_or(u32::MAX).max(LEAST_RESULT);
        let mut edits: Vec<Edit> = Vec::new();
        for least in [large, LEAST_RESULT] {
            let done = edits.len();
            let mut before = 0;
            for (index, message) in self.messages.iter().enumerate() {
                if *after <= most {
                    return edits;
                }
                if message.role != Role::Tool
                    || message.marks.more_than_text
                    || (compacts && !self.keeps(index))
                    || self.size(index) <= u64::from(least)
                {
                    continue;
                }
                while before < done && edits.get(before).is_some_and(|e| (e.message as usize) < index) {
                    before += 1;
                }
                if before < done && edits.get(before).is_some_and(|e| e.message as usize == index) {
                    continue;
                }
                let Some((text, gain)) = self.shorter(index, *after - most) else { continue };
                *after = after.saturating_sub(gain);
                edits.push(Edit { message: index as u32, change: Change::Rewrite(text), reason: Reason::TooLarge });
            }
        }
        edits
    }

    /// A shorter text for a result, and the tokens that it saves.
    fn shorter(&self, index: usize, over: u64) -> Option<(String, u64)> {
        let message = self.messages.get(index)?;
        let ending = Ending::of(self.messages, self.pairs, index)?;
        let size = (self.estimate)(&message.content);
        let target = size.saturating_sub(u32::try_from(over).unwrap_or(u32::MAX)).max(LEAST_RESULT);
        let text = shorten_so(&message.content, target, self.estimate, |text| ending.is_told_by(text))?;
        let gain = size.saturating_sub((self.estimate)(&text));
        // Less than a tenth is not worth a changed message; it also ends the matter on the next pass.
        (gain > size / 10).then_some((text, u64::from(gain)))
    }

    fn keeps(&self, index: usize) -> bool {
        self.cut.keep.get(index).copied().unwrap_or(true)
    }

    fn size(&self, index: usize) -> u64 {
        self.sizes.of.get(index).copied().unwrap_or_default().into()
    }

    fn scaled(&self, tokens: u64) -> u32 {
        u32::try_from(tokens.saturating_mul(u64::from(self.sizes.permille)) / 1000).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boundaries::cut;
    use crate::boundaries::tests::settings;
    use crate::pair::pair;
    use crate::pair::tests::talk;
    use std::string::ToString;

    fn quarter(text: &str) -> u32 {
        text.len().div_ceil(4) as u32
    }

    fn sizes(messages: &[Message]) -> Sizes {
        Sizes { of: messages.iter().map(|m| FRAME + quarter(&m.content)).collect(), permille: 1000 }
    }

    fn draft(messages: &[Message], settings: &Settings, summary: Option<&str>) -> Plan {
        let (sizes, pairs) = (sizes(messages), pair(messages));
        let cut = cut(messages, &sizes, &pairs, settings);
        let summary = summary.filter(|_| cut.has_region());
        let summary = summary.map(|s| Rendered { text: s.into(), tokens: quarter(s), ..Rendered::default() });
        let (messages, cut) = (messages, &cut);
        Draft { messages, sizes: &sizes, pairs: &pairs, cut, settings, estimate: quarter }.finish(summary, Vec::new())
    }

    /// Tokens of the list that a plan makes.
    fn tokens_of(messages: &[Message], plan: &Plan) -> u32 {
        let mut of = sizes(messages).of;
        for edit in &plan.edits {
            of[edit.message as usize] = match &edit.change {
                Change::Drop => 0,
                Change::Rewrite(text) => FRAME + quarter(text),
                Change::DropCalls(_) => panic!("calls go in prune only"),
            };
        }
        of.iter().sum::<u32>() + plan.summary.as_ref().map_or(0, |s| FRAME + quarter(&s.text))
    }

    fn fill(messages: &mut [Message], bytes: usize) {
        messages
            .iter_mut()
            .filter(|m| m.role == Role::Tool)
            .for_each(|m| m.content = "row of data\n".repeat(bytes / 12));
    }

    #[test]
    fn reasons_and_numbers() {
        let mut messages = talk("S U E A:a t:a t:x A:b t:b A:c t:c A:d t:d U");
        fill(&mut messages, 400);
        let plan = draft(&messages, &settings(1, 3), Some("the summary, [redacted]"));
        let reasons: Vec<(u32, Reason)> = plan.edits.iter().map(|e| (e.message, e.reason)).collect();
        let expected: Vec<(u32, Reason)> = [1, 2, 3, 4, 5, 6, 7, 8, 9]
            .into_iter()
            .map(|i| {
                (
                    i,
                    [Reason::Projected, Reason::EarlierSummary, Reason::BrokenPair][match i {
                        2 => 1,
                        5 => 2,
                        _ => 0,
                    }],
                )
            })
            .collect();
        assert_eq!(reasons, expected);
        let (report, summary) = (&plan.report, plan.summary.as_ref().unwrap());
        assert_eq!((summary.before, summary.role, summary.tokens), (1, Role::User, 6));
        assert_eq!((report.messages_before, report.messages_after, report.unchanged_prefix), (13, 5, 1));
        assert_eq!((report.head_end, report.tail_start, report.inherited_orphans, report.masked), (1, 10, 1, 1));
        assert_eq!(report.tokens_before, sizes(&messages).of.iter().sum::<u32>());
        assert_eq!(report.tokens_after, tokens_of(&messages, &plan));
    }

    #[test]
    fn nothing_changes_when_it_would_not_shrink() {
        let messages = talk("S U A:a t:a A:b t:b A:c t:c U");
        let dropped: u32 = sizes(&messages).of[1..6].iter().sum();
        let text = |tokens: u32| "word".repeat(tokens as usize);
        let plan = draft(&messages, &settings(1, 3), Some(&text(dropped - FRAME)));
        assert_eq!((plan.report.outcome, plan.edits.len(), &plan.summary), (Outcome::WouldNotShrink, 0, &None));
        assert_eq!((plan.report.tokens_after, plan.report.messages_after), (plan.report.tokens_before, 9));
        assert_eq!(plan.report.unchanged_prefix, 9);
        let plan = draft(&messages, &settings(1, 3), Some(&text(dropped - FRAME - 1)));
        assert_eq!(plan.report.outcome, Outcome::Compacted);
    }

    #[test]
    fn results_give_way_to_the_upper_bound() {
        // Messages filled, upper bound, which results are rewritten.
        let cases: [(usize, u32, &[u32]); 4] =
            [(8_000, 20_000, &[]), (8_000, 7_000, &[3]), (8_000, 4_000, &[3, 5, 7]), (800, 500, &[])];
        for (bytes, most, rewritten) in cases {
            let mut messages = talk("S U A:a t:a A:b t:b A:c,d t:c t:d");
            fill(&mut messages, bytes);
            let settings = Settings { max_output_tokens: Some(most), ..settings(1, 20) };
            let plan = draft(&messages, &settings, None);
            let got: Vec<u32> = plan.edits.iter().map(|e| e.message).collect();
            assert_eq!(got, rewritten, "{bytes} {most}");
            assert_eq!(plan.report.outcome == Outcome::Compacted, !got.is_empty());
            assert!(
                plan.edits
                    .iter()
                    .all(|e| e.reason == Reason::TooLarge && messages[e.message as usize].role == Role::Tool)
            );
            assert_eq!(plan.report.tokens_after, tokens_of(&messages, &plan));
            assert!(
                plan.report.tokens_after <= most || got.is_empty() || got.len() == 4,
                "{}",
                plan.report.tokens_after
            );
        }
    }

    #[test]
    fn one_huge_result_gives_way_before_small_ones_and_again_nothing_changes() {
        let mut messages = talk("S U A:a t:a A:b t:b A:c t:c");
        fill(&mut messages, 3_000);
        messages[7].content = std::format!("{}last row", "row of data\n".repeat(20_000));
        let settings = Settings { max_output_tokens: Some(10_000), ..settings(1, 20) };
        let plan = draft(&messages, &settings, None);
        let [Edit { message: 7, change: Change::Rewrite(text), .. }] = plan.edits.as_slice() else {
            panic!("{:?}", plan.report)
        };
        assert!(text.starts_with("row of data\n") && text.ends_with("last row") && text.contains(" left out …]"));
        assert!((9_000..=10_000).contains(&plan.report.tokens_after), "{}", plan.report.tokens_after);
        messages[7].content = text.to_string();
        assert_eq!(draft(&messages, &settings, None).edits, []);
    }
}
