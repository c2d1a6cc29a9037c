//! Errors: a code by culprit, and a message that the caller owns.

use std::ffi::{CString, c_char};

/// The result of a call: 0, or who is to blame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum Status {
    /// All is well.
    Ok = 0,
    /// The bytes are not what they should be: no object, or one that breaks a rule of its format.
    Malformed = 1,
    /// A well-formed object whose claim is false, or proved too weakly.
    Invalid = 2,
    /// A mistake of the caller: a null or misaligned pointer, a number out of range, a call out of order.
    Misuse = 3,
    /// A callback asked to stop.
    Stopped = 4,
    /// A file or a callback could not be read.
    Unreadable = 5,
    /// A defect of this library. Free the handles that the call was given, and do nothing else with them.
    Panic = 6,
}

/// The reason why a call failed. It belongs to the caller, on any thread; free it with `heliast_error_free`.
pub struct Error {
    status: Status,
    message: CString,
}

/// A failure on this side of the border.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn malformed(reason: impl ToString) -> Failure {
        Failure { status: Status::Malformed, message: reason.to_string() }
    }

    pub(crate) fn invalid(reason: impl ToString) -> Failure {
        Failure { status: Status::Invalid, message: reason.to_string() }
    }

    pub(crate) fn misuse(reason: impl ToString) -> Failure {
        Failure { status: Status::Misuse, message: reason.to_string() }
    }

    pub(crate) fn stopped() -> Failure {
        let message = "the callback asked to stop; nothing is wrong with what was done so far".to_owned();
        Failure { status: Status::Stopped, message }
    }

    pub(crate) fn unreadable(reason: impl ToString) -> Failure {
        Failure { status: Status::Unreadable, message: reason.to_string() }
    }
}

impl From<Failure> for Error {
    fn from(Failure { status, message }: Failure) -> Error {
        // A message that quotes bytes may have a zero among them.
        let message = CString::new(message.replace('\0', "\u{fffd}")).unwrap_or_default();
        Error { status, message }
    }
}

/// The code of an error; `HELIAST_OK` for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_error_status(error: *const Error) -> Status {
    if error.is_null() || !error.is_aligned() {
        return Status::Ok;
    }
    // SAFETY: neither null nor misaligned, so the caller promises that it is an error of ours.
    unsafe { (*error).status }
}

/// The problem and what to do about it, in English, ending in a zero byte; it lives as long as the
/// error. Empty for null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_error_message(error: *const Error) -> *const c_char {
    if error.is_null() || !error.is_aligned() {
        return c"".as_ptr();
    }
    // SAFETY: neither null nor misaligned, so the caller promises that it is an error of ours.
    unsafe { (*error).message.as_ptr() }
}

/// Frees an error. Null is nothing to free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_error_free(error: *mut Error) {
    // SAFETY: the caller promises that it is an error of ours, or null.
    unsafe { crate::free::free(error) }
}
