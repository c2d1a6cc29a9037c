//! The memory of an instance: zero at first, written by JavaScript and by one kernel, on one thread.

use core::{
    arch::wasm32::{v128, v128_load, v128_store},
    cell::UnsafeCell,
};

/// N bytes that a kernel and JavaScript share.
#[repr(C, align(64))]
pub struct Cells<const N: usize>(UnsafeCell<[u8; N]>);

// SAFETY: an instance of these modules has no shared memory, so one thread runs in it at a time.
unsafe impl<const N: usize> Sync for Cells<N> {}

impl<const N: usize> Cells<N> {
    pub const fn new() -> Self {
        Cells(UnsafeCell::new([0; N]))
    }

    /// The first byte; good for N bytes.
    #[inline(always)]
    pub fn start(&self) -> *mut u8 {
        self.0.get().cast()
    }
}

/// The 16 bytes at `from`.
///
/// # Safety
/// They are in one of the `Cells`.
#[inline(always)]
pub unsafe fn load(from: *const u8) -> v128 {
    v128_load(from.cast())
}

/// Writes the 16 bytes at `to`.
///
/// # Safety
/// They are in one of the `Cells`.
#[inline(always)]
pub unsafe fn store(to: *mut u8, value: v128) {
    v128_store(to.cast(), value);
}
