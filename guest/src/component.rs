//! Binds the phases to the component's exports: converts records, nothing else.
//!
//! Strings are moved between the two sets of records, never copied. `alone` makes a component of it; without that
//! another component can be built around the same calls, as the hostile engine of the tests is.
//! Panics do not happen (the phases are total); if one did, it would trap and the host would keep the conversation.
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract as c;

wit_bindgen::generate!({ path: "../wit/compaction.wit", world: "engine", pub_export_macro: true });
use exports::cento::compaction::compaction as w;

#[cfg(feature = "component")]
#[expect(unreachable_pub, reason = "generated")]
mod alone;

/// The engine.
pub struct Cento;

impl w::Guest for Cento {
    fn compress(messages: Vec<w::Message>, options: w::Options) -> Result<w::Plan, w::Error> {
        crate::compress(&all(messages, message), &given(options)).map(plan).map_err(error)
    }

    fn compress_json(input: String) -> Result<String, w::Error> {
        crate::compress_json(&input).map_err(error)
    }

    fn should_compress(usage: w::Usage, options: w::Options) -> w::Decision {
        let passes =
            all(usage.passes, |p| c::EarlierPass { tokens_before: p.tokens_before, tokens_after: p.tokens_after });
        let usage = c::Usage { prompt_tokens: usage.prompt_tokens, rough_tokens: usage.rough_tokens, passes };
        let decision = crate::should_compress(&usage, &given(options));
        w::Decision {
            compress: decision.compress,
            verdict: match decision.verdict {
                c::Verdict::Forced => w::Verdict::Forced,
                c::Verdict::AtThreshold => w::Verdict::AtThreshold,
                c::Verdict::BelowThreshold => w::Verdict::BelowThreshold,
                c::Verdict::SizeUnknown => w::Verdict::SizeUnknown,
                c::Verdict::NoGainUntil(tokens) => w::Verdict::NoGainUntil(tokens),
            },
            tokens: decision.tokens,
            threshold: decision.threshold,
        }
    }

    fn anchors(messages: Vec<w::Message>, options: w::Options, max_bytes: u32) -> Result<Vec<w::Anchor>, w::Error> {
        crate::anchors(&all(messages, message), &given(options), max_bytes)
            .map(|found| all(found, anchor))
            .map_err(error)
    }
}

fn all<A, B>(list: Vec<A>, convert: impl Fn(A) -> B) -> Vec<B> {
    list.into_iter().map(convert).collect()
}

fn message(m: w::Message) -> c::Message {
    c::Message {
        role: match m.role {
            w::Role::System => c::Role::System,
            w::Role::User => c::Role::User,
            w::Role::Assistant => c::Role::Assistant,
            w::Role::Tool => c::Role::Tool,
            w::Role::Other => c::Role::Other,
        },
        content: m.content,
        tool_name: m.tool_name,
        tool_call_id: m.tool_call_id,
        tool_calls: all(m.tool_calls, |call| c::ToolCall { id: call.id, name: call.name, arguments: call.arguments }),
        row_id: m.row_id,
        images: m.images,
        reasoning_bytes: m.reasoning_bytes,
        exit_code: m.exit_code,
        is_error: m.is_error,
        marks: c::Marks {
            summary: m.marks.contains(w::Marks::SUMMARY),
            synthetic: m.marks.contains(w::Marks::SYNTHETIC),
            signed_reasoning: m.marks.contains(w::Marks::SIGNED_REASONING),
            more_than_text: m.marks.contains(w::Marks::MORE_THAN_TEXT),
        },
    }
}

fn given(o: w::Options) -> c::Options {
    c::Options {
        strategy: match o.strategy {
            w::Strategy::Project => c::Strategy::Project,
            w::Strategy::Slim => c::Strategy::Slim,
            w::Strategy::Prune => c::Strategy::Prune,
        },
        context_length: o.context_length,
        current_tokens: o.current_tokens,
        protect_first_n: o.protect_first_n,
        protect_last_n: o.protect_last_n,
        tail_token_budget: o.tail_token_budget,
        summary_budget_tokens: o.summary_budget_tokens,
        budget_permille: o.budget_permille,
        min_budget_tokens: o.min_budget_tokens,
        max_budget_tokens: o.max_budget_tokens,
        max_output_tokens: o.max_output_tokens,
        threshold_percent: o.threshold_percent,
        focus_topic: o.focus_topic,
        force: o.force,
        session_id: o.session_id,
        recall_hint: o.recall_hint,
        target_tokens: o.target_tokens,
        target_percent: o.target_percent,
        min_tokens: o.min_tokens,
        runway_tokens: o.runway_tokens,
        prune_permille: o.prune_permille,
        truncate_chars: o.truncate_chars,
        protected_tools: o.protected_tools,
        scores: all(o.scores, |s| c::Score {
            message: s.message,
            call: s.call,
            keep_call: s.keep_call,
            keep_result: s.keep_result,
        }),
    }
}

fn plan(p: c::Plan) -> w::Plan {
    w::Plan {
        edits: all(p.edits, |edit| w::Edit {
            message: edit.message,
            change: match edit.change {
                c::Change::Drop => w::Change::Drop,
                c::Change::Rewrite(text) => w::Change::Rewrite(text),
                c::Change::DropCalls(calls) => w::Change::DropCalls(calls),
            },
            reason: match edit.reason {
                c::Reason::Projected => w::Reason::Projected,
                c::Reason::EarlierSummary => w::Reason::EarlierSummary,
                c::Reason::BrokenPair => w::Reason::BrokenPair,
                c::Reason::TooLarge => w::Reason::TooLarge,
                c::Reason::Shortened => w::Reason::Shortened,
                c::Reason::Stale => w::Reason::Stale,
            },
        }),
        summary: p.summary.map(summary),
        judgements: all(p.judgements, judgement),
        report: report(p.report),
    }
}

fn judgement(j: c::Judgement) -> w::Judgement {
    w::Judgement {
        message: j.message,
        call: j.call,
        keep_call: j.keep_call,
        keep_result: j.keep_result,
        verdict: match j.verdict {
            c::CallVerdict::Keep => w::VerdictOnCall::Keep,
            c::CallVerdict::CutResult => w::VerdictOnCall::CutResult,
            c::CallVerdict::Drop => w::VerdictOnCall::Drop,
        },
        rescued: j.rescued,
        reasons: j.reasons,
    }
}

fn summary(s: c::Summary) -> w::Summary {
    w::Summary {
        before: s.before,
        role: match s.role {
            c::Role::System => w::Role::System,
            c::Role::User => w::Role::User,
            c::Role::Assistant => w::Role::Assistant,
            c::Role::Tool => w::Role::Tool,
            c::Role::Other => w::Role::Other,
        },
        text: s.text,
        tokens: s.tokens,
        quotes: all(s.quotes, |q| w::Quote { at: span(q.at), message: q.message }),
        claims: all(s.claims, |k| w::Claim { at: span(k.at), message: k.message, state: state(k.state) }),
    }
}

fn span(s: c::Span) -> w::Span {
    w::Span { start: s.start, len: s.len }
}

fn state(s: c::RunState) -> w::RunState {
    match s {
        c::RunState::Exited(code) => w::RunState::Exited(code),
        c::RunState::Killed(code) => w::RunState::Killed(code),
        c::RunState::TimedOut(code) => w::RunState::TimedOut(code),
        c::RunState::Interrupted(code) => w::RunState::Interrupted(code),
        c::RunState::Refused(code) => w::RunState::Refused(code),
        c::RunState::Pending => w::RunState::Pending,
        c::RunState::Running => w::RunState::Running,
        c::RunState::Failed => w::RunState::Failed,
        c::RunState::Succeeded => w::RunState::Succeeded,
        c::RunState::NoExitCode => w::RunState::NoExitCode,
        c::RunState::NoResult => w::RunState::NoResult,
    }
}

fn report(r: c::Report) -> w::Report {
    w::Report {
        outcome: match r.outcome {
            c::Outcome::Compacted => w::Outcome::Compacted,
            c::Outcome::NothingBetween => w::Outcome::NothingBetween,
            c::Outcome::NothingNew => w::Outcome::NothingNew,
            c::Outcome::WouldNotShrink => w::Outcome::WouldNotShrink,
            c::Outcome::NoPlace => w::Outcome::NoPlace,
            c::Outcome::LittleGain => w::Outcome::LittleGain,
            c::Outcome::SmallEnough => w::Outcome::SmallEnough,
            c::Outcome::TooSoon => w::Outcome::TooSoon,
        },
        messages_before: r.messages_before,
        messages_after: r.messages_after,
        tokens_before: r.tokens_before,
        tokens_after: r.tokens_after,
        summary_tokens: r.summary_tokens,
        summary_budget: r.summary_budget,
        head_end: r.head_end,
        tail_start: r.tail_start,
        inherited_orphans: r.inherited_orphans,
        masked: r.masked,
        sections: all(r.sections, |s| w::Section {
            heading: s.heading,
            shown: s.shown,
            omitted: s.omitted,
            tokens: s.tokens,
        }),
        adjustments: all(r.adjustments, |a| w::Adjustment { option: a.option, given: a.given, used: a.used }),
        unchanged_prefix: r.unchanged_prefix,
        target: r.target,
        last_step: r.last_step.map(step),
    }
}

fn step(s: c::Step) -> w::Step {
    match s {
        c::Step::Newest => w::Step::Newest,
        c::Step::Results => w::Step::Results,
        c::Step::Texts => w::Step::Texts,
        c::Step::Earlier => w::Step::Earlier,
        c::Step::Tail => w::Step::Tail,
        c::Step::Unread => w::Step::Unread,
        c::Step::Summary => w::Step::Summary,
    }
}

fn anchor(a: c::Anchor) -> w::Anchor {
    w::Anchor {
        kind: match a.kind {
            c::AnchorKind::Issue => w::AnchorKind::Issue,
            c::AnchorKind::Commit => w::AnchorKind::Commit,
            c::AnchorKind::Branch => w::AnchorKind::Branch,
            c::AnchorKind::File => w::AnchorKind::File,
            c::AnchorKind::Error => w::AnchorKind::Error,
            c::AnchorKind::Handle => w::AnchorKind::Handle,
            c::AnchorKind::Url => w::AnchorKind::Url,
        },
        text: a.text,
        count: a.count,
        first: a.first,
        last: a.last,
    }
}

fn error(e: c::Error) -> w::Error {
    match e {
        c::Error::NotJson { line, column } => w::Error::NotJson(w::Position { line, column }),
        c::Error::BadField { path, expected } => w::Error::BadField(w::BadField { path, expected }),
        c::Error::UnknownOption(name) => w::Error::UnknownOption(name),
        c::Error::TooLarge => w::Error::TooLarge,
    }
}
