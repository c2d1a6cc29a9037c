//! The conversion of pointers into references, and of panics into codes.

use crate::error::{Error, Failure, Status};
use std::{
    ffi::{CStr, c_char},
    marker::PhantomData,
    panic::{AssertUnwindSafe, catch_unwind},
    slice,
};

/// The caller's promise, as the crate's documentation states it. [`enter`] alone makes one.
pub(crate) struct Border {
    _private: (),
}

/// Does the work of an exported function: no panic leaves it, and what fails is told through `error`, unless
/// that is null.
///
/// # Safety
/// The caller of the exported function keeps the promise of the crate's documentation for every pointer that
/// `work` passes to the [`Border`], and for `error`.
pub(crate) unsafe fn enter(
    error: *mut *mut Error,
    work: impl FnOnce(&Border) -> Result<(), Failure>,
) -> Status {
    let told = catch_unwind(AssertUnwindSafe(|| {
        let border = Border { _private: () };
        let told = if error.is_null() { None } else { Some(border.out(error)?) };
        work(&border).map_err(|failure| {
            let status = failure.status;
            if let Some(told) = told {
                told.set(Box::into_raw(Box::new(Error::from(failure))));
            }
            Failure { status, message: String::new() }
        })
    }));
    match told {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(failure)) => failure.status,
        // Not even a message: whatever made the panic may be out of order still.
        Err(_) => Status::Panic,
    }
}

impl Border {
    /// Returns the bytes at a place; a null pointer is accepted for no bytes.
    pub(crate) fn bytes(&self, data: *const u8, len: usize) -> Result<&[u8], Failure> {
        self.list(data, len)
    }

    /// Returns the text of a string that ends with a zero.
    pub(crate) fn text(&self, text: *const c_char) -> Result<&CStr, Failure> {
        check(text)?;
        // SAFETY: not null, and the promise says that a zero is at its end.
        Ok(unsafe { CStr::from_ptr(text) })
    }

    /// Returns as many values at a place; a null pointer is accepted for no values.
    pub(crate) fn list<T>(&self, data: *const T, len: usize) -> Result<&[T], Failure> {
        if len == 0 {
            return Ok(&[]);
        }
        check(data)?;
        if len > isize::MAX as usize / size_of::<T>().max(1) {
            return Err(Failure::misuse(format!("a length of {len} is more than any memory has")));
        }
        // SAFETY: neither null nor misaligned, not too long for a slice, and the rest is the promise.
        Ok(unsafe { slice::from_raw_parts(data, len) })
    }

    /// Room for as many results, which are zeros from now on.
    #[allow(clippy::mut_from_ref, reason = "the promise says that nobody else has it")]
    pub(crate) fn list_out(&self, data: *mut u8, len: usize) -> Result<&mut [u8], Failure> {
        self.list(data.cast_const(), len)?;
        if len == 0 {
            return Ok(&mut []);
        }
        // SAFETY: `list` has looked at pointer and length, and the promise says that nobody else has the
        // bytes. They need not have been written before.
        unsafe {
            data.write_bytes(0, len);
            Ok(slice::from_raw_parts_mut(data, len))
        }
    }

    /// Exactly `N` bytes.
    pub(crate) fn array<const N: usize>(&self, data: *const u8, len: usize) -> Result<&[u8; N], Failure> {
        let bytes = self.bytes(data, len)?;
        bytes.try_into().map_err(|_| Failure::misuse(format!("{N} bytes are needed here, not {len}")))
    }

    /// The same of bytes that may be missing.
    pub(crate) fn optional_array<const N: usize>(
        &self,
        data: *const u8,
        len: usize,
    ) -> Result<Option<&[u8; N]>, Failure> {
        if data.is_null() && len == 0 { Ok(None) } else { self.array(data, len).map(Some) }
    }

    /// A handle or a struct that is read.
    pub(crate) fn handle<T>(&self, handle: *const T) -> Result<&T, Failure> {
        check(handle)?;
        // SAFETY: neither null nor misaligned, and the rest is the promise.
        Ok(unsafe { &*handle })
    }

    /// The same of one that may be missing.
    pub(crate) fn optional<T>(&self, handle: *const T) -> Result<Option<&T>, Failure> {
        if handle.is_null() { Ok(None) } else { self.handle(handle).map(Some) }
    }

    /// A handle that is changed.
    #[allow(clippy::mut_from_ref, reason = "the promise says that nobody else has it")]
    pub(crate) fn handle_mut<T>(&self, handle: *mut T) -> Result<&mut T, Failure> {
        check(handle)?;
        // SAFETY: neither null nor misaligned, and the promise says that nobody else uses it.
        Ok(unsafe { &mut *handle })
    }

    /// A place for a result, which is all zeros from now on: null, and no bytes.
    pub(crate) fn out<T>(&self, place: *mut T) -> Result<Out<'_, T>, Failure> {
        check(place)?;
        // SAFETY: neither null nor misaligned, and there is room for one value. It is not read, and need not
        // have been written before.
        unsafe { place.write_bytes(0, 1) };
        Ok(Out { place, border: PhantomData })
    }

    /// The same of one that the caller may not want.
    pub(crate) fn optional_out<T>(&self, place: *mut T) -> Result<Option<Out<'_, T>>, Failure> {
        if place.is_null() { Ok(None) } else { self.out(place).map(Some) }
    }
}

/// The place of a result.
pub(crate) struct Out<'a, T> {
    place: *mut T,
    border: PhantomData<&'a Border>,
}

impl<T> Out<'_, T> {
    pub(crate) fn set(self, value: T) {
        // SAFETY: `Border::out` has checked the place, and the value before is zeros, with nothing to drop.
        unsafe { self.place.write(value) }
    }
}

impl<T> Out<'_, *mut T> {
    /// Gives a handle to the caller, who frees it.
    pub(crate) fn give(self, value: T) {
        self.set(Box::into_raw(Box::new(value)));
    }
}

fn check<T>(pointer: *const T) -> Result<(), Failure> {
    let misuse = |what| Failure::misuse(format!("a pointer to {} is {what}", kind::<T>()));
    match (pointer.is_null(), pointer.is_aligned()) {
        (true, _) => Err(misuse("null")),
        (false, false) => Err(misuse("misaligned; pass what the library gave, or a variable of that type")),
        (false, true) => Ok(()),
    }
}

/// The name of a type in messages: its last name, without what is in front.
fn kind<T>() -> &'static str {
    let name = std::any::type_name::<T>();
    name.rsplit("::").next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ptr;

    #[test]
    fn a_panic_is_a_code() {
        // SAFETY: no pointer but null.
        let status = unsafe { enter(ptr::null_mut(), |_| panic!("on purpose")) };
        assert_eq!(status, Status::Panic);
    }

    #[test]
    fn bad_pointers_are_misuse() {
        let mut error: *mut Error = ptr::dangling_mut();
        let words = [0_u64; 2];
        let between = words.as_ptr().wrapping_byte_add(1);
        for pointer in [ptr::null(), between] {
            // SAFETY: the pointer is null or misaligned, and the error has a place.
            let status = unsafe { enter(&raw mut error, |border| border.handle(pointer).map(drop)) };
            assert_eq!(status, Status::Misuse);
            // SAFETY: the error is the one that was just made.
            let message = unsafe { CStr::from_ptr(crate::error::heliast_error_message(error)) };
            assert!(message.to_str().unwrap().contains("a pointer to u64 is"), "{message:?}");
            // SAFETY: the same, for the last time.
            unsafe { crate::error::heliast_error_free(error) };
        }
        let misplaced: *mut *mut Error = (&raw mut error).wrapping_byte_add(1);
        // SAFETY: the place of the error is misaligned.
        assert_eq!(unsafe { enter(misplaced, |_| Ok(())) }, Status::Misuse);
    }

    #[test]
    fn lengths_are_bounded_and_nothing_may_be_null() {
        let border = Border { _private: () };
        assert_eq!(border.bytes(ptr::null(), 0).unwrap(), b"");
        assert_eq!(border.bytes(ptr::null(), 1).unwrap_err().status, Status::Misuse);
        assert_eq!(border.bytes(b"x".as_ptr(), usize::MAX).unwrap_err().status, Status::Misuse);
        let words = [0_u64; 1];
        assert_eq!(border.list(words.as_ptr(), usize::MAX / 8).unwrap_err().status, Status::Misuse);
    }
}
