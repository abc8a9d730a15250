//! Engines of others: components of the same interface that may import WASI 0.2.
//!
//! What they get under its names gives nothing away: no folders, no environment, no arguments, no network, no
//! standard streams; clocks stand still and random numbers are the same in every call.
use crate::engine::State;
use crate::limits::Refusal;
use std::time::Duration;
use wasmtime::component::{Component, Linker, ResourceTable};
use wasmtime_wasi::random::Deterministic;
use wasmtime_wasi::{HostMonotonicClock, HostWallClock, WasiCtx, WasiCtxView, WasiView};

/// The WASI of one call.
pub(crate) struct Wasi {
    context: WasiCtx,
    table: ResourceTable,
}

/// A linker with what the component may import: nothing if it imports nothing, else WASI.
pub(crate) fn linker(runtime: &wasmtime::Engine, component: &Component) -> Result<Linker<State>, Refusal> {
    let mut linker = Linker::new(runtime);
    let imports: Vec<String> =
        component.component_type().imports(runtime).map(|(name, _)| name.chars().take(100).collect()).collect();
    if let Some(other) = imports.iter().find(|name| !is_wasi_p2(name)) {
        return Err(Refusal::Import(other.escape_debug().to_string()));
    }
    if !imports.is_empty() {
        wasmtime_wasi::p2::add_to_linker_sync(&mut linker).map_err(|e| Refusal::Runtime(e.to_string()))?;
    }
    Ok(linker)
}

fn is_wasi_p2(name: &str) -> bool {
    ["wasi:cli/", "wasi:clocks/", "wasi:filesystem/", "wasi:io/", "wasi:random/", "wasi:sockets/"]
        .iter()
        .any(|package| name.starts_with(package))
        && name.contains("@0.2.")
}

impl WasiView for State {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        let wasi = self.wasi.get_or_insert_with(|| Wasi { context: deny_all(), table: ResourceTable::new() });
        WasiCtxView { ctx: &mut wasi.context, table: &mut wasi.table }
    }
}

fn deny_all() -> WasiCtx {
    let random = || Deterministic::new(vec![7; 32]);
    // A fresh builder gives no folder, variable, argument or stream; what it would give is taken away here.
    WasiCtx::builder()
        .wall_clock(Stopped)
        .monotonic_clock(Stopped)
        .secure_random(random())
        .insecure_random(random())
        .insecure_random_seed(7)
        .allow_tcp(false)
        .allow_udp(false)
        .allow_ip_name_lookup(false)
        .allow_blocking_current_thread(true)
        .build()
}

/// A clock that stands still.
struct Stopped;

impl HostWallClock for Stopped {
    fn resolution(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl HostMonotonicClock for Stopped {
    fn resolution(&self) -> u64 {
        1
    }

    fn now(&self) -> u64 {
        0
    }
}
