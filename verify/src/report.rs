//! The numbers of a compaction, for machines (JSON) and people (one sentence). Holds no text of the conversation and
//! nothing of the run (time, fuel, which runtime), so that equal sessions give equal bytes wherever they are compacted.
use crate::source::grouped;
use crate::{Finding, Session, Source};
use cento_contract::{Adjustment, CallVerdict, Outcome, Plan, Section, Step, Strategy, json};
use serde::Serialize;
use serde_json::Number;

/// The report printed beside the messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// An outcome of the contract, or `failed`.
    pub outcome: String,
    /// What came of it, in one sentence.
    pub reason: String,
    /// Messages that came in.
    pub messages_before: u32,
    /// Messages that go out.
    pub messages_after: u32,
    /// Numbers of the component; none when it gave no plan, or one that does not hold.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub numbers: Option<Numbers>,
    /// What was asked for and could not be had.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Lone surrogate escapes of the input, read as U+FFFD.
    pub surrogates_replaced: u32,
    /// Where the messages come from, if not from a file with OpenAI-style messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// What was found wrong with the plan.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
}

/// Numbers that come from the component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Numbers {
    pub tokens_before: u32,
    pub tokens_after: u32,
    pub summary_tokens: u32,
    pub summary_budget: u32,
    pub head_end: u32,
    pub tail_start: u32,
    pub inherited_orphans: u32,
    pub masked: u32,
    pub sections: Vec<Section>,
    pub adjustments: Vec<Clamped>,
    pub unchanged_prefix: u32,
    /// Where a target was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_step: Option<Step>,
    /// What `slim` did.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub slim: Option<Slimmed>,
    /// What `prune` did with the calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<Calls>,
}

/// An option that was clamped, in the numbers in which it is given: a share is one, and not thousandths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clamped {
    /// Name of the option.
    pub option: String,
    /// What was given.
    pub given: Number,
    /// What was used.
    pub used: Number,
}

impl Clamped {
    /// Of what the component says.
    pub fn of(adjustment: &Adjustment) -> Clamped {
        let share = json::SHARES.contains(&adjustment.option.as_str());
        let number = |n: i64| match Number::from_f64(n as f64 / 1000.0) {
            Some(number) if share => number,
            _ => n.into(),
        };
        let option = adjustment.option.clone();
        Clamped { option, given: number(adjustment.given), used: number(adjustment.used) }
    }
}

/// What `prune` did with the calls of a conversation. `keep`, `cut` and `dropped` make `judged`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Calls {
    /// Calls in the conversation.
    pub total: u32,
    /// Calls that were judged; the others are protected, or have no result.
    pub judged: u32,
    /// Calls that stay with their results.
    pub keep: u32,
    /// Calls that stay, their results cut.
    pub cut: u32,
    /// Calls that go with their results.
    pub dropped: u32,
    /// Calls that stay although their score alone would have dropped them.
    pub rescued: u32,
}

impl Calls {
    fn of(session: &Session, plan: &Plan) -> Option<Calls> {
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let verdicts = |v: CallVerdict| count(plan.judgements.iter().filter(|j| j.verdict == v).count());
        (session.options.strategy == Strategy::Prune).then(|| Calls {
            total: count(session.messages.iter().map(|m| m.tool_calls.len()).sum()),
            judged: count(plan.judgements.len()),
            keep: verdicts(CallVerdict::Keep),
            cut: verdicts(CallVerdict::CutResult),
            dropped: verdicts(CallVerdict::Drop),
            rescued: count(plan.judgements.iter().filter(|j| j.rescued).count()),
        })
    }
}

/// What `slim` did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Slimmed {
    /// What the messages were to come down to, in tokens.
    pub target: u32,
    /// Messages that were shortened.
    pub shortened: u32,
}

impl Slimmed {
    fn of(session: &Session, plan: &Plan) -> Option<Slimmed> {
        let first = session.options.strategy == Strategy::Project && session.options.target_tokens.is_some();
        let slim = session.options.strategy == Strategy::Slim || (first && plan.summary.is_none());
        slim.then(|| Slimmed {
            target: plan.report.target,
            shortened: u32::try_from(plan.edits.len()).unwrap_or(u32::MAX),
        })
    }

    /// The numbers that matter here; why nothing was done, else.
    fn sentence(self, report: &cento_contract::Report) -> String {
        if report.outcome != Outcome::Compacted {
            return sentence(report);
        }
        format!(
            "{} -> {} tokens; target {}; {} shortened, 0 dropped; prefix unchanged up to message {}",
            grouped(report.tokens_before),
            grouped(report.tokens_after),
            grouped(self.target),
            self.shortened,
            report.unchanged_prefix
        )
    }
}

/// Findings that a report lists; a broken plan can have thousands.
const MOST_FINDINGS: usize = 20;

impl Report {
    /// Of a plan that holds.
    pub fn of(session: &Session, plan: &Plan) -> Report {
        let report = &plan.report;
        let slim = Slimmed::of(session, plan);
        Report {
            outcome: name(report.outcome).to_string(),
            reason: slim.map_or_else(|| sentence(report), |slim| slim.sentence(report)),
            messages_before: report.messages_before,
            messages_after: report.messages_after,
            numbers: Some(Numbers {
                tokens_before: report.tokens_before,
                tokens_after: report.tokens_after,
                summary_tokens: report.summary_tokens,
                summary_budget: report.summary_budget,
                head_end: report.head_end,
                tail_start: report.tail_start,
                inherited_orphans: report.inherited_orphans,
                masked: report.masked,
                sections: report.sections.clone(),
                adjustments: report.adjustments.iter().map(Clamped::of).collect(),
                unchanged_prefix: report.unchanged_prefix,
                last_step: report.last_step,
                slim,
                calls: Calls::of(session, plan),
            }),
            notes: too_long(report, "max_output_tokens", session.options.max_output_tokens)
                .into_iter()
                .chain(too_long(report, "target_tokens", target_of(session, report)))
                .collect(),
            surrogates_replaced: session.surrogates_replaced,
            source: session.source.clone(),
            findings: Vec::new(),
        }
    }

    /// Of a call that failed, and what was found wrong with its plan, if it gave one: everything stays.
    pub fn failed(session: &Session, why: &str, findings: &[Finding]) -> Report {
        let count = u32::try_from(session.messages.len()).unwrap_or(u32::MAX);
        Report {
            outcome: "failed".to_string(),
            reason: format!("{why}; the messages are unchanged"),
            messages_before: count,
            messages_after: count,
            numbers: None,
            notes: Vec::new(),
            surrogates_replaced: session.surrogates_replaced,
            source: session.source.clone(),
            findings: findings.iter().take(MOST_FINDINGS).map(ToString::to_string).collect(),
        }
    }
}

/// Name of an outcome, as in JSON.
fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Compacted => "compacted",
        Outcome::NothingBetween => "nothing-between",
        Outcome::NothingNew => "nothing-new",
        Outcome::WouldNotShrink => "would-not-shrink",
        Outcome::NoPlace => "no-place",
        Outcome::LittleGain => "little-gain",
        Outcome::SmallEnough => "small-enough",
        Outcome::TooSoon => "too-soon",
    }
}

/// What a compaction was to come down to. A pruning knows no target, and what changed nothing says why.
fn target_of(session: &Session, report: &cento_contract::Report) -> Option<i64> {
    let aims = session.options.strategy != Strategy::Prune && report.outcome == Outcome::Compacted;
    session.options.target_tokens.filter(|_| aims)
}

/// The list stays larger than it was to be where messages are that no compaction may touch.
fn too_long(report: &cento_contract::Report, option: &str, most: Option<i64>) -> Option<String> {
    let most = most?.max(1);
    let after = report.tokens_after;
    (i64::from(after) > most)
        .then(|| format!("about {after} tokens are more than {option} ({most}): the messages that stay need them"))
}

fn sentence(report: &cento_contract::Report) -> String {
    match report.outcome {
        Outcome::Compacted => format!(
            "compacted: {} messages and about {} tokens became {} messages and about {} tokens",
            report.messages_before, report.tokens_before, report.messages_after, report.tokens_after
        ),
        Outcome::NothingBetween => "nothing to do: no message lies between the protected head and tail".to_string(),
        Outcome::LittleGain => "nothing to do: less than a tenth would be saved".to_string(),
        Outcome::SmallEnough => "nothing to do: already small enough".to_string(),
        Outcome::TooSoon => "nothing to do: too little has come since the last shortening".to_string(),
        Outcome::NothingNew => "nothing to do: nothing new since the last summary".to_string(),
        Outcome::WouldNotShrink => "nothing to do: what would come out would not be smaller".to_string(),
        Outcome::NoPlace => "nothing to do: no place for a summary that providers accept".to_string(),
    }
}
