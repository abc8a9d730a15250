//! What stands around the projector: a session read, a plan held against it, and the plan applied.
//!
//! 1. [`Session`]: text, in any format, read into messages; the bytes of each message are kept.
//! 2. [`check`]: the plan held against the messages, by code that shares nothing with the projector.
//! 3. [`apply`]: kept bytes, rewritten results and the summary as one JSON text, with the [`Report`].
//!
//! Pure: no engine, file, database, clock or environment is named here, so that the host and the sealed component
//! (`wit/verifier.wit`, [`text`]) give the same bytes. A plan with findings is never applied.

pub mod apply;
mod checks;
mod report;
mod session;
pub mod source;
pub mod text;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod component;

pub use checks::{Finding, check, sentence};
pub use report::{Calls, Clamped, Numbers, Report, Slimmed};
pub use session::{BadInput, MAX_BYTES, Session};
pub use source::Source;
