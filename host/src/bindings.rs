//! The interface of `wit/compaction.wit` as the runtime sees it, generated.

wasmtime::component::bindgen!({
    path: "../wit/compaction.wit",
    world: "engine",
    // Messages are lent to the runtime, not copied first.
    ownership: Borrowing { duplicate_if_necessary: true },
});
