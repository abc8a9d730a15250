//! Between the contract's records and the generated ones: lends what goes in, moves what comes out.
use crate::bindings::exports::cento::compaction::compaction as w;
use cento_contract as c;

/// The calls of every message, lent. They live apart because a lent message borrows its list of calls.
pub(crate) fn lend_calls(messages: &[c::Message]) -> Vec<Vec<w::ToolCall<'_>>> {
    messages.iter().map(|m| m.tool_calls.iter().map(call).collect()).collect()
}

fn call(call: &c::ToolCall) -> w::ToolCall<'_> {
    w::ToolCall { id: &call.id, name: &call.name, arguments: &call.arguments }
}

/// The messages, lent; `calls` comes from [`lend_calls`] for the same list.
pub(crate) fn lend<'a>(messages: &'a [c::Message], calls: &'a [Vec<w::ToolCall<'a>>]) -> Vec<w::Message<'a>> {
    messages.iter().zip(calls).map(|(m, calls)| message(m, calls)).collect()
}

fn message<'a>(m: &'a c::Message, calls: &'a [w::ToolCall<'a>]) -> w::Message<'a> {
    let mut marks = w::Marks::empty();
    for (set, mark) in [
        (m.marks.summary, w::Marks::SUMMARY),
        (m.marks.synthetic, w::Marks::SYNTHETIC),
        (m.marks.signed_reasoning, w::Marks::SIGNED_REASONING),
        (m.marks.more_than_text, w::Marks::MORE_THAN_TEXT),
    ] {
        if set {
            marks |= mark;
        }
    }
    w::Message {
        role: match m.role {
            c::Role::System => w::Role::System,
            c::Role::User => w::Role::User,
            c::Role::Assistant => w::Role::Assistant,
            c::Role::Tool => w::Role::Tool,
            c::Role::Other => w::Role::Other,
        },
        content: &m.content,
        tool_name: m.tool_name.as_deref(),
        tool_call_id: m.tool_call_id.as_deref(),
        tool_calls: calls,
        row_id: m.row_id,
        images: m.images,
        reasoning_bytes: m.reasoning_bytes,
        exit_code: m.exit_code,
        is_error: m.is_error,
        marks,
    }
}

/// Protected tools and scores, lent: they live apart, as calls do.
pub(crate) fn lend_prune(o: &c::Options) -> (Vec<&str>, Vec<w::Score>) {
    let score = |s: &c::Score| w::Score {
        message: s.message,
        call: s.call,
        keep_call: s.keep_call,
        keep_result: s.keep_result,
    };
    (o.protected_tools.iter().map(String::as_str).collect(), o.scores.iter().map(score).collect())
}

/// The options, lent; `tools` and `scores` come from [`lend_prune`] for the same options.
pub(crate) fn options<'a>(o: &'a c::Options, tools: &'a [&'a str], scores: &'a [w::Score]) -> w::Options<'a> {
    w::Options {
        strategy: match o.strategy {
            c::Strategy::Project => w::Strategy::Project,
            c::Strategy::Slim => w::Strategy::Slim,
            c::Strategy::Prune => w::Strategy::Prune,
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
        focus_topic: o.focus_topic.as_deref(),
        force: o.force,
        session_id: o.session_id.as_deref(),
        recall_hint: o.recall_hint.as_deref(),
        target_tokens: o.target_tokens,
        target_percent: o.target_percent,
        min_tokens: o.min_tokens,
        runway_tokens: o.runway_tokens,
        prune_permille: o.prune_permille,
        truncate_chars: o.truncate_chars,
        protected_tools: tools,
        scores,
    }
}

pub(crate) fn passes(usage: &c::Usage) -> Vec<w::EarlierPass> {
    let pass = |p: &c::EarlierPass| w::EarlierPass { tokens_before: p.tokens_before, tokens_after: p.tokens_after };
    usage.passes.iter().map(pass).collect()
}

pub(crate) fn decision(d: w::Decision) -> c::Decision {
    c::Decision {
        compress: d.compress,
        verdict: match d.verdict {
            w::Verdict::Forced => c::Verdict::Forced,
            w::Verdict::AtThreshold => c::Verdict::AtThreshold,
            w::Verdict::BelowThreshold => c::Verdict::BelowThreshold,
            w::Verdict::SizeUnknown => c::Verdict::SizeUnknown,
            w::Verdict::NoGainUntil(tokens) => c::Verdict::NoGainUntil(tokens),
        },
        tokens: d.tokens,
        threshold: d.threshold,
    }
}

pub(crate) fn plan(p: w::Plan) -> c::Plan {
    c::Plan {
        edits: p.edits.into_iter().map(edit).collect(),
        summary: p.summary.map(summary),
        judgements: p.judgements.into_iter().map(judgement).collect(),
        report: report(p.report),
    }
}

fn edit(e: w::Edit) -> c::Edit {
    c::Edit {
        message: e.message,
        change: match e.change {
            w::Change::Drop => c::Change::Drop,
            w::Change::Rewrite(text) => c::Change::Rewrite(text),
            w::Change::DropCalls(calls) => c::Change::DropCalls(calls),
        },
        reason: match e.reason {
            w::Reason::Projected => c::Reason::Projected,
            w::Reason::EarlierSummary => c::Reason::EarlierSummary,
            w::Reason::BrokenPair => c::Reason::BrokenPair,
            w::Reason::TooLarge => c::Reason::TooLarge,
            w::Reason::Shortened => c::Reason::Shortened,
            w::Reason::Stale => c::Reason::Stale,
        },
    }
}

fn judgement(j: w::Judgement) -> c::Judgement {
    c::Judgement {
        message: j.message,
        call: j.call,
        keep_call: j.keep_call,
        keep_result: j.keep_result,
        verdict: match j.verdict {
            w::VerdictOnCall::Keep => c::CallVerdict::Keep,
            w::VerdictOnCall::CutResult => c::CallVerdict::CutResult,
            w::VerdictOnCall::Drop => c::CallVerdict::Drop,
        },
        rescued: j.rescued,
        reasons: j.reasons,
    }
}

fn summary(s: w::Summary) -> c::Summary {
    let span = |s: w::Span| c::Span { start: s.start, len: s.len };
    c::Summary {
        before: s.before,
        role: match s.role {
            w::Role::System => c::Role::System,
            w::Role::User => c::Role::User,
            w::Role::Assistant => c::Role::Assistant,
            w::Role::Tool => c::Role::Tool,
            w::Role::Other => c::Role::Other,
        },
        text: s.text,
        tokens: s.tokens,
        quotes: s.quotes.into_iter().map(|q| c::Quote { at: span(q.at), message: q.message }).collect(),
        claims: s
            .claims
            .into_iter()
            .map(|k| c::Claim { at: span(k.at), message: k.message, state: state(k.state) })
            .collect(),
    }
}

fn state(s: w::RunState) -> c::RunState {
    match s {
        w::RunState::Exited(code) => c::RunState::Exited(code),
        w::RunState::Killed(code) => c::RunState::Killed(code),
        w::RunState::TimedOut(code) => c::RunState::TimedOut(code),
        w::RunState::Interrupted(code) => c::RunState::Interrupted(code),
        w::RunState::Refused(code) => c::RunState::Refused(code),
        w::RunState::Pending => c::RunState::Pending,
        w::RunState::Running => c::RunState::Running,
        w::RunState::Failed => c::RunState::Failed,
        w::RunState::Succeeded => c::RunState::Succeeded,
        w::RunState::NoExitCode => c::RunState::NoExitCode,
        w::RunState::NoResult => c::RunState::NoResult,
    }
}

fn report(r: w::Report) -> c::Report {
    let section =
        |s: w::Section| c::Section { heading: s.heading, shown: s.shown, omitted: s.omitted, tokens: s.tokens };
    let adjustment = |a: w::Adjustment| c::Adjustment { option: a.option, given: a.given, used: a.used };
    c::Report {
        outcome: match r.outcome {
            w::Outcome::Compacted => c::Outcome::Compacted,
            w::Outcome::NothingBetween => c::Outcome::NothingBetween,
            w::Outcome::NothingNew => c::Outcome::NothingNew,
            w::Outcome::WouldNotShrink => c::Outcome::WouldNotShrink,
            w::Outcome::NoPlace => c::Outcome::NoPlace,
            w::Outcome::LittleGain => c::Outcome::LittleGain,
            w::Outcome::SmallEnough => c::Outcome::SmallEnough,
            w::Outcome::TooSoon => c::Outcome::TooSoon,
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
        sections: r.sections.into_iter().map(section).collect(),
        adjustments: r.adjustments.into_iter().map(adjustment).collect(),
        unchanged_prefix: r.unchanged_prefix,
        target: r.target,
        last_step: r.last_step.map(step),
    }
}

fn step(s: w::Step) -> c::Step {
    match s {
        w::Step::Newest => c::Step::Newest,
        w::Step::Results => c::Step::Results,
        w::Step::Texts => c::Step::Texts,
        w::Step::Earlier => c::Step::Earlier,
        w::Step::Tail => c::Step::Tail,
        w::Step::Unread => c::Step::Unread,
        w::Step::Summary => c::Step::Summary,
    }
}

pub(crate) fn anchor(a: w::Anchor) -> c::Anchor {
    c::Anchor {
        kind: match a.kind {
            w::AnchorKind::Issue => c::AnchorKind::Issue,
            w::AnchorKind::Commit => c::AnchorKind::Commit,
            w::AnchorKind::Branch => c::AnchorKind::Branch,
            w::AnchorKind::File => c::AnchorKind::File,
            w::AnchorKind::Error => c::AnchorKind::Error,
            w::AnchorKind::Handle => c::AnchorKind::Handle,
            w::AnchorKind::Url => c::AnchorKind::Url,
        },
        text: a.text,
        count: a.count,
        first: a.first,
        last: a.last,
    }
}

pub(crate) fn error(e: w::Error) -> c::Error {
    match e {
        w::Error::NotJson(at) => c::Error::NotJson { line: at.line, column: at.column },
        w::Error::BadField(field) => c::Error::BadField { path: field.path, expected: field.expected },
        w::Error::UnknownOption(name) => c::Error::UnknownOption(name),
        w::Error::TooLarge => c::Error::TooLarge,
    }
}
