//! Bytes compared, eight at a time.
//!
//! Every comparison of texts ends here. libc's function of this name, which would be linked instead, goes byte by byte.

/// Compares as C's function of this name does.
///
/// # Safety
/// Both places have `len` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, len: usize) -> i32 {
    // SAFETY: all reads lie within the first `len` bytes.
    unsafe {
        match len {
            0 => 0,
            1..4 => order(few(a, len), few(b, len)),
            4..8 => order(some(a, len), some(b, len)),
            _ => {
                let last = len - 8;
                let mut at = 0;
                while at < last {
                    let order = order(word(a.add(at)), word(b.add(at)));
                    if order != 0 {
                        return order;
                    }
                    at += 8;
                }
                // The last eight, some of them once more.
                order(word(a.add(last)), word(b.add(last)))
            }
        }
    }
}

/// What the first byte that differs says; the first one is the lowest.
#[inline(always)]
fn order(a: u64, b: u64) -> i32 {
    if a == b {
        return 0;
    }
    let first = (a ^ b).trailing_zeros() & 56;
    let byte = |word: u64| (word >> first & 255) as i32;
    byte(a) - byte(b)
}

/// Eight bytes.
#[inline(always)]
unsafe fn word(at: *const u8) -> u64 {
    // SAFETY: the caller has eight bytes there.
    unsafe { at.cast::<u64>().read_unaligned() }
}

/// Four to seven bytes: the first four, then the last four.
#[inline(always)]
unsafe fn some(at: *const u8, len: usize) -> u64 {
    // SAFETY: the caller has `len` bytes there.
    let half = |from: usize| unsafe { u64::from(at.add(from).cast::<u32>().read_unaligned()) };
    half(0) | half(len - 4) << 32
}

/// One to three bytes: the first, the middle one, the last.
#[inline(always)]
unsafe fn few(at: *const u8, len: usize) -> u64 {
    // SAFETY: the caller has `len` bytes there.
    let byte = |from: usize| unsafe { u64::from(at.add(from).read()) };
    byte(0) | byte(len / 2) << 8 | byte(len - 1) << 16
}
