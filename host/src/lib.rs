//! Runs Cento's component in a sandbox, checks the plan that comes back against the conversation, and applies it.
//!
//! 1. [`Session`]: bytes, or a session of [`state_db`], read into messages; the bytes of each message are kept.
//! 2. [`engine`]: the component called in a fresh store, within [`limits`].
//! 3. [`verify`]: the plan held against the messages, by code that shares nothing with the component.
//! 4. [`apply`]: kept bytes, rewritten results and the summary as one JSON text, with the [`Report`].
//!
//! 1, 3 and 4 are the crate `cento-verify`, which is a sealed component elsewhere.
//!
//! A plan with findings is never applied. Whatever fails, the conversation stays as it was.

mod bindings;
mod convert;
mod engine_config;
mod foreign;

pub mod engine;
pub mod limits;
pub mod state_db;

pub use cento_contract as contract;
pub use cento_verify as verify;
pub use cento_verify::{BadInput, Clamped, Finding, Report, Session, Source, apply};
pub use engine::{COMPONENT, COMPONENT_SHA256, Engine};
pub use limits::{EngineError, Limits, Refusal};

use cento_contract::{Judgement, Message, Options, Plan};
use sha2::{Digest, Sha256};

/// Why a conversation stays as it was although it could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The component gave no plan.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The component gave a plan that does not hold.
    #[error("plan rejected: {}", verify::sentence(.0))]
    Rejected(Vec<Finding>),
}

/// A plan that holds, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The plan.
    pub plan: Plan,
    /// Fuel used.
    pub fuel: u64,
}

/// Plans a compaction and checks the plan: the one road from messages to a plan that may be applied.
pub fn plan(engine: &Engine, messages: &[Message], options: &Options) -> Result<Verified, Failure> {
    let planned = engine.plan_metered(messages, options)?;
    let findings = verify::check(messages, &planned.answer);
    if findings.is_empty() {
        Ok(Verified { plan: planned.answer, fuel: planned.fuel })
    } else {
        Err(Failure::Rejected(findings))
    }
}

/// What came of a session: always a list of messages and a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// `{"messages": [...], "report": {...}}`.
    pub json: Vec<u8>,
    /// The report alone.
    pub report: Report,
    /// Set when the sandbox failed or the plan was rejected; the messages are those of the input then.
    pub failure: Option<Failure>,
    /// `prune`: what was decided on each call.
    pub judgements: Vec<Judgement>,
}

/// Compacts a session as read. Total: on failure the messages come out as they went in, and the report says why.
pub fn compact(engine: &Engine, session: &Session) -> Compacted {
    match plan(engine, &session.messages, &session.options) {
        Ok(verified) => Compacted::of(session, Some(&verified.plan), Report::of(session, &verified.plan), None),
        Err(failure) => Compacted::unchanged(session, failure),
    }
}

impl Compacted {
    /// The session as it was, and why.
    pub fn unchanged(session: &Session, failure: Failure) -> Compacted {
        let findings: &[Finding] = if let Failure::Rejected(findings) = &failure { findings } else { &[] };
        let report = Report::failed(session, &failure.to_string(), findings);
        Compacted::of(session, None, report, Some(failure))
    }

    fn of(session: &Session, plan: Option<&Plan>, report: Report, failure: Option<Failure>) -> Compacted {
        let judgements = plan.map(|plan| plan.judgements.clone()).unwrap_or_default();
        Compacted { json: apply::output(&apply::messages(session, plan), &report), report, failure, judgements }
    }
}

/// sha256 in hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
