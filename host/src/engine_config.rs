//! The runtime's settings, shared by the build script (which compiles the component) and the host (which loads it).
//!
//! A precompiled component only loads under the settings it was compiled with, so both sides include this one file.
//! Leaves out: limits of one call, which are set per store.
use wasmtime::{Config, OptLevel};

/// The default of the memory limit.
pub(crate) const MEMORY: u64 = 512 << 20;

/// Address space set aside for the component's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// All that a 32-bit address reaches, and guard pages behind it: accesses need no check, which saves a quarter of
    /// the time. It is address space only; a session needs some megabytes of memory.
    Whole,
    /// Just the default limit, with an explicit check on each access: under `ulimit -v` (batch systems, small
    /// containers) the whole room is not to be had.
    Little,
}

/// Stack of the component. Its phases do not recurse on input; this is for what an engine of others may do.
pub(crate) const WASM_STACK: usize = 1 << 20;

/// The settings. `target` is a target triple for the build script, which compiles for any CPU of that target; none
/// means this machine.
pub(crate) fn engine_config(target: Option<&str>, room: Room) -> wasmtime::Result<Config> {
    let mut config = Config::new();
    if let Some(triple) = target {
        // Naming a target switches off what only the builder's CPU has.
        config.target(triple)?;
    }
    match room {
        Room::Whole => config.memory_reservation(4 << 30).memory_guard_size(32 << 20),
        // A caller may allow more memory than is reserved; then it moves when it grows past that.
        Room::Little => config.memory_reservation(MEMORY).memory_guard_size(64 << 10),
    };
    config
        .wasm_component_model(true)
        // A limit that is the same on every machine, in place of a clock and a thread that watches it.
        .consume_fuel(true)
        .max_wasm_stack(WASM_STACK)
        .memory_may_move(true)
        .memory_reservation_for_growth(64 << 20)
        // Instructions whose result may differ between CPUs.
        .wasm_relaxed_simd(false)
        .cranelift_nan_canonicalization(true)
        .cranelift_opt_level(OptLevel::Speed)
        // Names of functions in a trap help nobody who reads the error; tables for them cost load time.
        .wasm_backtrace_max_frames(None);
    Ok(config)
}
