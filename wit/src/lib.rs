//! The contract as plain data.
//!
//! `compaction.wit` beside this folder is the source: the records here say the same in Rust, so that the
//! projector's phases know neither WIT nor a runtime, and so that host, guest and tests read JSON with the
//! same code (`json`). What a field means stands in the WIT file and is not repeated here.
#![no_std]
extern crate alloc;

pub mod json;

use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Who a message speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Instructions of the host.
    System,
    /// The person, or the harness in the person's place.
    User,
    /// The model.
    Assistant,
    /// The result of one tool call.
    Tool,
    /// A role that Cento does not know.
    Other,
}

/// One call of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

/// One message of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Message {
    pub role: Role,
    pub content: String,
    pub tool_name: Option<String>,
    pub tool_call_id: Option<String>,
    pub tool_calls: Vec<ToolCall>,
    pub row_id: Option<u64>,
    pub images: u32,
    pub reasoning_bytes: u32,
    pub exit_code: Option<i32>,
    pub is_error: Option<bool>,
    pub marks: Marks,
}

impl Message {
    /// A message with a role and a text and nothing else.
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Message {
            role,
            content: content.into(),
            tool_name: None,
            tool_call_id: None,
            tool_calls: Vec::new(),
            row_id: None,
            images: 0,
            reasoning_bytes: 0,
            exit_code: None,
            is_error: None,
            marks: Marks::default(),
        }
    }

    /// Sets the exit code that the host keeps beside the text. One that does not fit is a failure without a code: it
    /// cannot be zero.
    pub fn set_code(&mut self, code: i64) {
        match i32::try_from(code) {
            Ok(code) => self.exit_code = Some(code),
            Err(_) => self.is_error = Some(true),
        }
    }
}

/// Marks that the host knows and the text does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Marks {
    pub summary: bool,
    pub synthetic: bool,
    pub signed_reasoning: bool,
    pub more_than_text: bool,
}

/// What the compaction may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Strategy {
    #[default]
    Project,
    Slim,
    Prune,
}

/// What a judge outside says of one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Score {
    pub message: u32,
    pub call: u32,
    pub keep_call: u32,
    pub keep_result: u32,
}

/// Settings of one call, as given; `clamp` in the guest brings them into range.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Options {
    pub strategy: Strategy,
    pub context_length: i64,
    pub current_tokens: Option<i64>,
    pub protect_first_n: i64,
    pub protect_last_n: i64,
    pub tail_token_budget: i64,
    pub summary_budget_tokens: Option<i64>,
    pub budget_permille: i64,
    pub min_budget_tokens: i64,
    pub max_budget_tokens: i64,
    pub max_output_tokens: Option<i64>,
    pub threshold_percent: i64,
    pub focus_topic: Option<String>,
    pub force: bool,
    pub session_id: Option<String>,
    pub recall_hint: Option<String>,
    pub target_tokens: Option<i64>,
    pub target_percent: i64,
    pub min_tokens: i64,
    pub runway_tokens: i64,
    pub prune_permille: i64,
    pub truncate_chars: i64,
    pub protected_tools: Vec<String>,
    pub scores: Vec<Score>,
}

impl Default for Options {
    /// The defaults of Cento; a window of 128,000 tokens, and Hermes' own protected head and tail.
    fn default() -> Self {
        Options {
            strategy: Strategy::Project,
            context_length: 128_000,
            current_tokens: None,
            protect_first_n: 3,
            protect_last_n: 20,
            tail_token_budget: 10_000,
            summary_budget_tokens: None,
            budget_permille: 60,
            min_budget_tokens: 1_500,
            max_budget_tokens: 8_000,
            max_output_tokens: None,
            threshold_percent: 75,
            focus_topic: None,
            force: false,
            session_id: None,
            recall_hint: None,
            target_tokens: None,
            target_percent: 50,
            min_tokens: 200,
            runway_tokens: 0,
            prune_permille: 500,
            truncate_chars: 300,
            protected_tools: Vec::new(),
            scores: Vec::new(),
        }
    }
}

/// Bytes of the summary text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Span {
    pub start: u32,
    pub len: u32,
}

/// Words in the summary that were copied from a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Quote {
    pub at: Span,
    pub message: u32,
}

/// How a run ended, as far as it was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum RunState {
    Exited(i32),
    Killed(Option<i32>),
    TimedOut(Option<i32>),
    Interrupted(Option<i32>),
    Refused(Option<i32>),
    Pending,
    Running,
    Failed,
    Succeeded,
    NoExitCode,
    NoResult,
}

/// A statement of the summary on how a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Claim {
    pub at: Span,
    pub message: u32,
    pub state: RunState,
}

/// The one message that stands for all that was dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Summary {
    pub before: u32,
    pub role: Role,
    pub text: String,
    pub tokens: u32,
    pub quotes: Vec<Quote>,
    pub claims: Vec<Claim>,
}

/// Why a message does not stay as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Reason {
    Projected,
    EarlierSummary,
    BrokenPair,
    TooLarge,
    Shortened,
    Stale,
}

/// What becomes of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Change {
    Drop,
    Rewrite(String),
    DropCalls(Vec<u32>),
}

/// One message that does not stay as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Edit {
    pub message: u32,
    pub change: Change,
    pub reason: Reason,
}

/// A number that was out of range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Adjustment {
    pub option: String,
    pub given: i64,
    pub used: i64,
}

/// What came of the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Outcome {
    Compacted,
    NothingBetween,
    NothingNew,
    WouldNotShrink,
    NoPlace,
    LittleGain,
    SmallEnough,
    TooSoon,
}

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Step {
    Newest,
    Results,
    Texts,
    Earlier,
    Tail,
    Unread,
    Summary,
}

/// What one section of the summary holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Section {
    pub heading: String,
    pub shown: u32,
    pub omitted: u32,
    pub tokens: u32,
}

/// Numbers of the call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Report {
    pub outcome: Outcome,
    pub messages_before: u32,
    pub messages_after: u32,
    pub tokens_before: u32,
    pub tokens_after: u32,
    pub summary_tokens: u32,
    pub summary_budget: u32,
    pub head_end: u32,
    pub tail_start: u32,
    pub inherited_orphans: u32,
    pub masked: u32,
    pub sections: Vec<Section>,
    pub adjustments: Vec<Adjustment>,
    pub unchanged_prefix: u32,
    pub target: u32,
    pub last_step: Option<Step>,
}

/// What `prune` did with a call and its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum CallVerdict {
    Keep,
    CutResult,
    Drop,
}

/// Why `prune` did that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Judgement {
    pub message: u32,
    pub call: u32,
    pub keep_call: u32,
    pub keep_result: u32,
    pub verdict: CallVerdict,
    pub rescued: bool,
    pub reasons: Vec<String>,
}

/// The answer of `compress`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Plan {
    pub edits: Vec<Edit>,
    pub summary: Option<Summary>,
    pub judgements: Vec<Judgement>,
    pub report: Report,
}

/// Why there is no plan. None of these quotes the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Error {
    NotJson { line: u32, column: u32 },
    BadField { path: String, expected: String },
    UnknownOption(String),
    TooLarge,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Error::NotJson { line, column } => write!(f, "not JSON at line {line}, column {column}"),
            Error::BadField { path, expected } => write!(f, "{path}: expected {expected}"),
            Error::UnknownOption(name) => write!(f, "options.{name}: no option of this name"),
            Error::TooLarge => write!(f, "too large: more than 4,294,967,295 bytes or messages"),
        }
    }
}

impl core::error::Error for Error {}

/// One earlier pass, as the host remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct EarlierPass {
    pub tokens_before: i64,
    pub tokens_after: i64,
}

/// What is known of the prompt's size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Usage {
    pub prompt_tokens: Option<i64>,
    pub rough_tokens: Option<i64>,
    pub passes: Vec<EarlierPass>,
}

/// Why to compact, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum Verdict {
    Forced,
    AtThreshold,
    BelowThreshold,
    SizeUnknown,
    NoGainUntil(u32),
}

/// The answer of `should-compress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Decision {
    pub compress: bool,
    pub verdict: Verdict,
    pub tokens: u32,
    pub threshold: u32,
}

/// What an exact identifier names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub enum AnchorKind {
    Issue,
    Commit,
    Branch,
    File,
    Error,
    Handle,
    Url,
}

impl AnchorKind {
    /// The name, as JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Issue => "issue",
            Self::Commit => "commit",
            Self::Branch => "branch",
            Self::File => "file",
            Self::Error => "error",
            Self::Handle => "handle",
            Self::Url => "url",
        }
    }
}

/// An exact identifier of the compacted middle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "documented in compaction.wit")]
pub struct Anchor {
    pub kind: AnchorKind,
    pub text: String,
    pub count: u32,
    pub first: u32,
    pub last: u32,
}
