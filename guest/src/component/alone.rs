//! What makes the crate a component of its own: its exports, and what a `no_std` component needs and std would bring:
//! allocator, panic handler, `cabi_realloc`, the memory functions of libc.

mod heap;
mod memory;

super::export!(Cento with_types_in super);
use super::Cento;

#[global_allocator]
static ALLOCATOR: heap::Heap = heap::Heap::new();

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

// compiler_builtins brings no memory functions on this target; libc's are linked, but for the one in `memory`, and
// nothing else of it is used.
#[link(name = "c")]
unsafe extern "C" {}

/// Gives the host room for arguments. Not libc's function of this name: that one would hand out libc's memory,
/// which the allocator above would then free.
///
/// # Safety
/// Called by the runtime as the canonical ABI says: `old` comes from an earlier call with `old_len` and `align`.
#[unsafe(export_name = "cabi_realloc")]
unsafe extern "C" fn cabi_realloc(old: *mut u8, old_len: usize, align: usize, new_len: usize) -> *mut u8 {
    use alloc::alloc::{Layout, alloc, realloc};
    // SAFETY: sizes and alignments come from the canonical ABI, which only asks for powers of two up to 16.
    let new = unsafe {
        if old_len == 0 {
            if new_len == 0 {
                return core::ptr::without_provenance_mut(align);
            }
            alloc(Layout::from_size_align_unchecked(new_len, align))
        } else {
            realloc(old, Layout::from_size_align_unchecked(old_len, align), new_len)
        }
    };
    if new.is_null() {
        core::arch::wasm32::unreachable()
    }
    new
}
