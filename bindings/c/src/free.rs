//! The end of handles.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Frees a handle. Nothing is freed for null or for a misaligned pointer, which is not one of ours.
///
/// # Safety
/// Where the pointer is neither null nor misaligned, it came from `border::Out::give` or a box of this type,
/// and nobody uses it any more.
pub(crate) unsafe fn free<T>(handle: *mut T) {
    if handle.is_null() || !handle.is_aligned() {
        return;
    }
    // SAFETY: the caller's word.
    let handle = unsafe { Box::from_raw(handle) };
    // A destructor that panics would end the program here; what it held is left behind instead.
    let _ = catch_unwind(AssertUnwindSafe(|| drop(handle)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    #[test]
    fn freeing_nothing_does_nothing() {
        // SAFETY: null, and a pointer that is misaligned.
        unsafe {
            free::<u64>(ptr::null_mut());
            free::<u64>(ptr::without_provenance_mut(9));
        }
    }
}
