//! Bytes that cross the border.

use crate::border::Out;
use std::ptr;
use zeroize::Zeroize;

/// Bytes that belong to the caller; free them with `heliast_bytes_free`. None at all: null and 0.
#[repr(C)]
pub struct Bytes {
    /// The first of them.
    pub data: *mut u8,
    /// The number of bytes.
    pub len: usize,
}

/// Bytes that belong to a handle, and live as long as it is neither freed nor changed.
#[repr(C)]
pub struct View {
    /// The first of them.
    pub data: *const u8,
    /// The number of bytes.
    pub len: usize,
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        let len = bytes.len();
        let data = if len == 0 { ptr::null_mut() } else { Box::into_raw(bytes.into_boxed_slice()).cast() };
        Bytes { data, len }
    }
}

impl From<&[u8]> for View {
    fn from(bytes: &[u8]) -> View {
        View { data: bytes.as_ptr(), len: bytes.len() }
    }
}

impl Out<'_, Bytes> {
    /// Gives bytes to the caller, who frees them.
    pub(crate) fn give_bytes(self, bytes: Vec<u8>) {
        self.set(bytes.into());
    }
}

/// Overwrites and frees the bytes, and leaves none. Null is nothing to free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_bytes_free(bytes: *mut Bytes) {
    if bytes.is_null() || !bytes.is_aligned() {
        return;
    }
    // SAFETY: neither null nor misaligned, so the caller promises that it is one of ours.
    let Bytes { data, len } = unsafe { bytes.replace(Bytes { data: ptr::null_mut(), len: 0 }) };
    if !data.is_null() {
        // SAFETY: made of a box of this length by `From<Vec<u8>>`, and the caller has it from nowhere else.
        let mut bytes = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(data, len)) };
        bytes.zeroize();
    }
}
