//! The component's heap: blocks are kept by size, and a freed one is given out again as it is.
//!
//! A call lives in a memory of its own for some milliseconds, so what counts is that taking and freeing a block is a
//! handful of instructions; nothing is joined or given back. Promises: a block is at most a quarter larger than what
//! was asked for, and aligned to 16 bytes. Leaves out: larger alignments, which nobody asks for.
use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32::{memory_grow, memory_size};
use core::cell::UnsafeCell;
use core::ptr::{copy_nonoverlapping, null_mut, with_exposed_provenance_mut, write_bytes};

/// Bytes of the smallest block, and the alignment of all.
const UNIT: usize = 16;
/// Up to this size there is a class for every multiple of [`UNIT`], beyond it four between two powers of two.
const SMALL: usize = 64;
/// Classes of sizes up to 2 GB.
const CLASSES: usize = 4 + 4 * 25;
/// Bytes of a page of memory.
const PAGE: usize = 1 << 16;
/// Pages that the memory grows by at least: to ask for them takes a call of the host.
const PAGES: usize = 4;

/// A free block holds the next one of its class.
struct Free {
    next: *mut Free,
}

struct State {
    free: [*mut Free; CLASSES],
    /// What was never given out: from here to `end`, all zeros.
    next: usize,
    end: usize,
}

/// The allocator.
pub(super) struct Heap(UnsafeCell<State>);

// SAFETY: a component has one thread.
unsafe impl Sync for Heap {}

impl Heap {
    pub(super) const fn new() -> Heap {
        Heap(UnsafeCell::new(State { free: [null_mut(); CLASSES], next: 0, end: 0 }))
    }
}

/// The class of a size.
#[inline(always)]
fn class(size: usize) -> usize {
    let last = size.wrapping_sub(1);
    if size <= SMALL {
        // Nobody asks for nothing; the mask keeps that inside, too.
        return (last / UNIT) & 3;
    }
    let top = usize::BITS - 1 - last.leading_zeros();
    // 65 to 80 bytes is the fifth class.
    4 * (top as usize - 6) + 4 + ((last >> (top - 2)) & 3)
}

/// Bytes of the blocks of a class.
#[inline(always)]
fn size(class: usize) -> usize {
    if class < 4 { (class + 1) * UNIT } else { (5 + class % 4) << (class / 4 + 3) }
}

impl State {
    /// A block that was never given out.
    #[inline(never)]
    fn fresh(&mut self, class: usize) -> *mut u8 {
        let size = size(class);
        if self.end - self.next < size {
            let pages = size.div_ceil(PAGE).max(PAGES);
            let before = memory_grow::<0>(pages);
            if before == usize::MAX {
                return null_mut();
            }
            // Somebody else may have grown the memory; else the new pages follow the old ones.
            if before * PAGE != self.end {
                self.next = before * PAGE;
            }
            self.end = memory_size::<0>() * PAGE;
        }
        let block = self.next;
        self.next += size;
        with_exposed_provenance_mut(block)
    }
}

// SAFETY: blocks of a class have the size of the class, are aligned to `UNIT`, and are in one hand at a time: they
// come from new memory or from a list that they leave.
unsafe impl GlobalAlloc for Heap {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.align() > UNIT {
            return null_mut();
        }
        // SAFETY: one thread, and nothing below calls back.
        let state = unsafe { &mut *self.0.get() };
        let class = class(layout.size());
        let Some(slot) = state.free.get_mut(class) else { return null_mut() };
        let block = *slot;
        if block.is_null() {
            return state.fresh(class);
        }
        // SAFETY: what a list holds was written by `dealloc`.
        *slot = unsafe { (*block).next };
        block.cast()
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; the block has room for a pointer and belongs to nobody now.
        unsafe {
            let state = &mut *self.0.get();
            if let Some(slot) = state.free.get_mut(class(layout.size())) {
                let block = block.cast::<Free>();
                (*block).next = *slot;
                *slot = block;
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let used = unsafe { (&*self.0.get()).free.get(class(layout.size())).is_some_and(|list| !list.is_null()) };
        // SAFETY: the block has `layout.size()` bytes.
        unsafe {
            let block = self.alloc(layout);
            if used && !block.is_null() {
                write_bytes(block, 0, layout.size());
            }
            block
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if class(layout.size()) == class(new_size) {
            return block;
        }
        // SAFETY: the caller promises that the new size is a possible one; both blocks have the bytes that are copied.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
            if !new.is_null() {
                copy_nonoverlapping(block, new, layout.size().min(new_size));
                self.dealloc(block, layout);
            }
            new
        }
    }
}
