//! The sandbox: loads a component and calls it.
//!
//! Takes messages and options, gives the plan as the component returned it. Every call runs in a fresh store, so
//! nothing of one conversation is there when the next comes, and a call that traps leaves the next one untouched.
//! Promises: fuel, memory, input and output stay within [`Limits`]; every failure has a typed cause.
//! Leaves out: whether the plan is right (`verify`) and applying it (`apply`).
use crate::bindings::exports::cento::compaction::compaction as w;
use crate::bindings::{Engine as Bindings, EnginePre};
use crate::engine_config::Room;
use crate::limits::{EngineError, Limits, Refusal};
use crate::{convert, engine_config, foreign};
use cento_contract::{Anchor, Decision, Message, Options, Plan, Usage};
use std::path::Path;
use wasmtime::component::{Component, Linker};
use wasmtime::{Memory, MemoryType, ResourceLimiter, Store, Trap};

/// The component that the build embedded.
pub const COMPONENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/component.wasm"));

/// sha256 of [`COMPONENT`], in hex.
pub const COMPONENT_SHA256: &str = env!("CENTO_COMPONENT_SHA256");

static WHOLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/whole.cwasm"));
static LITTLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/little.cwasm"));

/// A loaded component, ready to be called from any thread.
pub struct Engine {
    ready: EnginePre<State>,
    sha256: String,
    limits: Limits,
}

/// What one store holds besides the component.
pub(crate) struct State {
    memory_limit: usize,
    memory_used: usize,
    /// Made on first use, and only a foreign engine has a use for it.
    pub(crate) wasi: Option<foreign::Wasi>,
}

/// An answer and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metered<T> {
    /// The answer.
    pub answer: T,
    /// Fuel used; the same for the same call.
    pub fuel: u64,
    /// Bytes that the component's memory grew to; it never shrinks within a call.
    pub memory: usize,
}

impl Engine {
    /// The embedded component. Takes a few milliseconds: it was compiled with the host.
    pub fn embedded(limits: Limits) -> Result<Engine, EngineError> {
        match room()? {
            // Refused on an older CPU.
            Room::Whole => Self::embedded_in(Room::Whole, limits).or_else(|_| Self::embedded_in(Room::Little, limits)),
            Room::Little => Self::embedded_in(Room::Little, limits),
        }
    }

    fn embedded_in(room: Room, limits: Limits) -> Result<Engine, EngineError> {
        let runtime = runtime(room)?;
        let precompiled = match room {
            Room::Whole => WHOLE,
            Room::Little => LITTLE,
        };
        // SAFETY: these bytes come from the build script, which made them with the same runtime; the runtime checks
        // version and settings once more.
        let component = unsafe { Component::deserialize(&runtime, precompiled) }
            .map_err(|e| EngineError::Refused(Refusal::Runtime(e.to_string())))?;
        Self::link(&Linker::new(&runtime), &component, COMPONENT_SHA256.to_string(), limits)
    }

    /// A component of the same interface from a file, built by anybody. It may import WASI 0.2, and gets a WASI
    /// that gives nothing away. Compiling takes seconds.
    pub fn from_file(path: &Path, limits: Limits) -> Result<Engine, EngineError> {
        let wasm = std::fs::read(path).map_err(|e| EngineError::Refused(Refusal::Unreadable(e.kind().to_string())))?;
        Self::from_bytes(&wasm, limits)
    }

    /// The same from bytes.
    pub fn from_bytes(wasm: &[u8], limits: Limits) -> Result<Engine, EngineError> {
        let runtime = runtime(room()?)?;
        let component =
            Component::from_binary(&runtime, wasm).map_err(|_| EngineError::Refused(Refusal::NotAComponent))?;
        let linker = foreign::linker(&runtime, &component).map_err(EngineError::Refused)?;
        Self::link(&linker, &component, crate::sha256_hex(wasm), limits)
    }

    fn link(
        linker: &Linker<State>,
        component: &Component,
        sha256: String,
        limits: Limits,
    ) -> Result<Engine, EngineError> {
        let ready = linker
            .instantiate_pre(component)
            .and_then(EnginePre::new)
            .map_err(|_| EngineError::Refused(Refusal::Interface))?;
        Ok(Engine { ready, sha256, limits })
    }

    /// The same component under other limits.
    pub fn with_limits(&self, limits: Limits) -> Engine {
        Engine { ready: self.ready.clone(), sha256: self.sha256.clone(), limits }
    }

    /// sha256 of the component, in hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The limits of its calls.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Plans a compaction.
    pub fn plan(&self, messages: &[Message], options: &Options) -> Result<Plan, EngineError> {
        self.plan_metered(messages, options).map(|metered| metered.answer)
    }

    /// Plans a compaction and says what it cost.
    pub fn plan_metered(&self, messages: &[Message], options: &Options) -> Result<Metered<Plan>, EngineError> {
        self.check_input(text_bytes(messages))?;
        let calls = convert::lend_calls(messages);
        let lent = convert::lend(messages, &calls);
        let (tools, scores) = convert::lend_prune(options);
        let called = self.call(|component, store| {
            let options = convert::options(options, &tools, &scores);
            component.cento_compaction_compaction().call_compress(store, &lent, options)
        })?;
        let plan = convert::plan(called.answer.map_err(convert::error)?);
        Ok(Metered { answer: plan, fuel: called.fuel, memory: called.memory })
    }

    /// Plans a compaction, JSON in and JSON out.
    pub fn plan_json(&self, input: &str) -> Result<String, EngineError> {
        self.check_input(input.len())?;
        let answer = self
            .call(|component, store| component.cento_compaction_compaction().call_compress_json(store, input))?
            .answer;
        Ok(answer.map_err(convert::error)?)
    }

    /// Says whether the time has come to compact.
    pub fn should_compress(&self, usage: &Usage, options: &Options) -> Result<Decision, EngineError> {
        let passes = convert::passes(usage);
        let lent = w::Usage { prompt_tokens: usage.prompt_tokens, rough_tokens: usage.rough_tokens, passes: &passes };
        let (tools, scores) = convert::lend_prune(options);
        let called = self.call(|component, store| {
            let options = convert::options(options, &tools, &scores);
            component.cento_compaction_compaction().call_should_compress(store, lent, options)
        })?;
        Ok(convert::decision(called.answer))
    }

    /// Lists the exact identifiers of what [`Engine::plan`] would drop.
    pub fn anchors(&self, messages: &[Message], options: &Options, max_bytes: u32) -> Result<Vec<Anchor>, EngineError> {
        self.check_input(text_bytes(messages))?;
        let calls = convert::lend_calls(messages);
        let lent = convert::lend(messages, &calls);
        let (tools, scores) = convert::lend_prune(options);
        let called = self.call(|component, store| {
            let interface = component.cento_compaction_compaction();
            interface.call_anchors(store, &lent, convert::options(options, &tools, &scores), max_bytes)
        })?;
        Ok(called.answer.map_err(convert::error)?.into_iter().map(convert::anchor).collect())
    }

    fn check_input(&self, bytes: usize) -> Result<(), EngineError> {
        let limit = self.limits.input;
        if bytes > limit { Err(EngineError::InputTooLarge { bytes, limit }) } else { Ok(()) }
    }

    /// One call in a fresh store.
    fn call<T>(
        &self,
        work: impl FnOnce(&Bindings, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<Metered<T>, EngineError> {
        let state = State { memory_limit: self.limits.memory, memory_used: 0, wasi: None };
        let mut store = Store::new(self.ready.engine(), state);
        store.limiter(|state| state);
        store.set_hostcall_fuel(self.limits.output);
        let answer = store.set_fuel(self.limits.fuel).and_then(|()| {
            let component = self.ready.instantiate(&mut store)?;
            work(&component, &mut store)
        });
        let answer = answer.map_err(|error| self.cause(&error))?;
        let fuel = self.limits.fuel.saturating_sub(store.get_fuel().unwrap_or(0));
        Ok(Metered { answer, fuel, memory: store.data().memory_used })
    }

    /// The typed cause of a failed call.
    fn cause(&self, error: &wasmtime::Error) -> EngineError {
        if let Some(denied) = error.downcast_ref::<MemoryDenied>() {
            return EngineError::OutOfMemory { wanted: denied.wanted, limit: self.limits.memory };
        }
        match error.downcast_ref::<Trap>() {
            Some(Trap::OutOfFuel) => EngineError::OutOfFuel { limit: self.limits.fuel },
            Some(Trap::StackOverflow) => EngineError::StackOverflow,
            Some(trap) => EngineError::Trap(trap.to_string()),
            // The runtime keeps this cause's type to itself.
            None if error.root_cause().to_string().contains("hostcalls has been exhausted") => {
                EngineError::OutputTooLarge { limit: self.limits.output }
            }
            None => EngineError::Trap("the answer is not what the interface says".to_string()),
        }
    }
}

/// The room that this process can give: as much as a memory with nothing in it takes is tried. Twice, so that some
/// is left for what else the process does.
fn room() -> Result<Room, EngineError> {
    let mut store = Store::new(&runtime(Room::Whole)?, ());
    let mut fits = || Memory::new(&mut store, MemoryType::new(0, None)).is_ok();
    Ok(if fits() && fits() { Room::Whole } else { Room::Little })
}

fn runtime(room: Room) -> Result<wasmtime::Engine, EngineError> {
    engine_config::engine_config(None, room)
        .and_then(|config| wasmtime::Engine::new(&config))
        .map_err(|e| EngineError::Refused(Refusal::Runtime(e.to_string())))
}

/// Bytes of text that would be copied into the component.
fn text_bytes(messages: &[Message]) -> usize {
    let one = |m: &Message| {
        let calls: usize = m.tool_calls.iter().map(|c| c.id.len() + c.name.len() + c.arguments.len()).sum();
        m.content.len() + calls
    };
    messages.iter().map(one).fold(0, usize::saturating_add)
}

/// The component's memory would have become larger than allowed.
#[derive(Debug)]
struct MemoryDenied {
    wanted: usize,
}

impl std::fmt::Display for MemoryDenied {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "memory of {} bytes denied", self.wanted)
    }
}

impl std::error::Error for MemoryDenied {}

/// Denies by error, not by a refusal that the component sees: its allocator would only turn that into a trap that
/// looks like any other.
impl ResourceLimiter for State {
    fn memory_growing(&mut self, _now: usize, wanted: usize, _most: Option<usize>) -> wasmtime::Result<bool> {
        if wanted > self.memory_limit {
            return Err(MemoryDenied { wanted }.into());
        }
        self.memory_used = self.memory_used.max(wanted);
        Ok(true)
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        // The runtime words this by the size it asked the system for; the size itself is not to be had here.
        drop(error);
        Err(MemoryDenied { wanted: self.memory_limit }.into())
    }

    fn table_growing(&mut self, _now: usize, wanted: usize, _most: Option<usize>) -> wasmtime::Result<bool> {
        Ok(wanted <= 100_000)
    }
}

#[cfg(test)]
mod tests;
