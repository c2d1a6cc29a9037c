//! Bytes that will be needed soon.

use crate::lanes::LANES;

/// The distance between requested bytes: a cache line.
const STEP: usize = 64;

/// Numbers that will be needed soon, and that are fetched from memory during another computation. Only some
/// bytes are requested at a time, since a processor waits if too many requests are pending.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ahead<'a> {
    numbers: [&'a [u8]; LANES],
    /// The number of bytes of the longest number that are not requested yet.
    left: usize,
}

impl<'a> Ahead<'a> {
    pub(crate) fn new(numbers: [Option<&'a [u8]>; LANES]) -> Ahead<'a> {
        let numbers = numbers.map(Option::unwrap_or_default);
        Ahead { numbers, left: numbers.iter().map(|number| number.len()).max().unwrap_or(0) }
    }

    /// Requests the next bytes of each number, the last ones first, without waiting for them.
    #[inline(always)]
    pub(crate) fn step(&mut self) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let last = self.left;
        self.left = last.saturating_sub(STEP - 1);
        for number in &self.numbers {
            number.get(last).into_iter().for_each(prefetch);
            if self.left == 0 {
                number.first().into_iter().for_each(prefetch);
            }
        }
    }
}

#[inline(always)]
fn prefetch(byte: &u8) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 CPU has the instruction, which has no effect on memory at any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(byte).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = byte;
}
