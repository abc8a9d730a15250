//! What one call may use, and what went wrong when it could not be finished.
use crate::engine_config::MEMORY;
use std::fmt;

/// Limits of one call. All are deterministic: the same call meets the same limit on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions, as the runtime counts them. A session of 5 MB needs about a tenth of the default.
    pub fuel: u64,
    /// Bytes of the component's memory.
    pub memory: usize,
    /// Bytes of text in the messages of one call.
    pub input: usize,
    /// Bytes that may come back.
    pub output: usize,
}

impl Default for Limits {
    /// Fits a session of two million tokens (10 MB) several times over.
    fn default() -> Self {
        Limits { fuel: 20_000_000_000, memory: MEMORY as usize, input: 64 << 20, output: 64 << 20 }
    }
}

/// Why a call gave no answer. Holds numbers and names of the interface, never text of the conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The messages are larger than [`Limits::input`]; the component was not called.
    #[error("the messages hold {bytes} bytes of text, more than the limit of {limit}")]
    InputTooLarge {
        /// Bytes given.
        bytes: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// More came back than [`Limits::output`].
    #[error("the answer of the component is larger than the limit of {limit} bytes")]
    OutputTooLarge {
        /// Bytes allowed.
        limit: usize,
    },
    /// [`Limits::fuel`] is used up.
    #[error("the component used up its {limit} units of fuel")]
    OutOfFuel {
        /// Fuel allowed.
        limit: u64,
    },
    /// The component asked for more than [`Limits::memory`], or the machine had no more to give.
    #[error("the component asked for {wanted} bytes of memory, more than the limit of {limit} or than there are")]
    OutOfMemory {
        /// Size the memory would have had.
        wanted: usize,
        /// Bytes allowed.
        limit: usize,
    },
    /// The component's stack is used up.
    #[error("the component used up its stack")]
    StackOverflow,
    /// Any other trap; the runtime's name for it.
    #[error("the component trapped: {0}")]
    Trap(String),
    /// The component answered, with an error of the contract.
    #[error("{0}")]
    Contract(#[from] cento_contract::Error),
    /// The component was not loaded.
    #[error("engine refused: {0}")]
    Refused(Refusal),
}

/// Why a component was not loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The file cannot be read.
    Unreadable(String),
    /// The bytes are not a component, or one that this runtime cannot compile.
    NotAComponent,
    /// It imports something other than WASI 0.2.
    Import(String),
    /// It does not export the interface, or exports another version of it.
    Interface,
    /// The runtime could not start.
    Runtime(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Unreadable(why) => write!(f, "the file cannot be read: {why}"),
            Refusal::NotAComponent => f.write_str("not a WebAssembly component"),
            Refusal::Import(name) => write!(f, "it imports {name}; only WASI 0.2 without network and files is given"),
            Refusal::Interface => {
                f.write_str("it does not export cento:compaction/compaction@0.1.0 as the contract says")
            }
            Refusal::Runtime(why) => write!(f, "the runtime did not start: {why}"),
        }
    }
}
