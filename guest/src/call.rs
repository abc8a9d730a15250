//! A tool call read for what it does.
use crate::view::{Action, Call};
use alloc::string::{String, ToString};
use cento_contract::ToolCall;

/// Reads a call.
pub fn read(call: &ToolCall) -> Call {
    Call { tool: call.name.to_string(), action: Action::Other, target: String::new(), readable: true }
}
