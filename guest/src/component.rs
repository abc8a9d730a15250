//! Binds the phases to the component's exports: converts records, nothing else.
//!
//! Also holds what a `no_std` component needs and std would bring: allocator, panic handler, `cabi_realloc`.
//! Panics do not happen (the phases are total); if one did, it would trap and the host would keep the conversation.
