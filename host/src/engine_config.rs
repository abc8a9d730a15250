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
    /// All that a 32-bit address reaches, and guard pages behind it: accesses need no check, which saves about a tenth
    /// of the time. It is address space only; a session needs some megabytes of memory. On x86-64 compiled for CPUs
    /// with AVX2 (most since 2013), which saves more.
    Whole,
    /// Just the default limit, with an explicit check on each access: under `ulimit -v` (batch systems, small
    /// containers) the whole room is not to be had. Compiled for every CPU of the target.
    Little,
}

/// Stack of the component. Its phases do not recurse on input; this is for what an engine of others may do.
pub(crate) const WASM_STACK: usize = 1 << 20;

/// The settings. `target` is a target triple for the build script, which does not compile for its own CPU; none means
/// this machine.
pub(crate) fn engine_config(target: Option<&str>, room: Room) -> wasmtime::Result<Config> {
    let mut config = Config::new();
    if let Some(triple) = target {
        // Naming a target switches off what only the builder's CPU has.
        config.target(triple)?;
    }
    match room {
        Room::Whole => {
            if target.is_some_and(|triple| triple.starts_with("x86_64")) {
                // SAFETY: only the build script names a target, and loading checks the host's CPU against these flags.
                unsafe { config.cranelift_flag_enable("x86-64-v3") };
            }
            config.memory_reservation(4 << 30).memory_guard_size(32 << 20)
        }
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
