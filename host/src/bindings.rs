//! The interface of `wit/compaction.wit` as the runtime sees it, generated.
#![expect(missing_docs, reason = "documented in compaction.wit")]

wasmtime::component::bindgen!({
    path: "../wit",
    world: "engine",
    // Messages are lent to the runtime, not copied first.
    ownership: Borrowing { duplicate_if_necessary: true },
});
