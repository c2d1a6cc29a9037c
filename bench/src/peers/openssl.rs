//! A small safe interface to OpenSSL's `BN_*`, `SHA*` and `EVP_*` functions, linked from the library
//! that `build.rs` makes.
//!
//! These functions fail only if memory or random bytes are missing; the wrappers panic in this case.

#![allow(unsafe_code)]

mod bignum;
mod digest;
mod ffi;
mod montgomery;

pub use bignum::{Bignum, Scratch};
pub use digest::{Algorithm, Evp, Sha256, Sha512};
pub use montgomery::Montgomery;

use std::{
    ffi::{CStr, c_int},
    ptr::NonNull,
};

/// Returns the library's version, for example `OpenSSL 4.0.3`.
pub fn version() -> String {
    format!("OpenSSL {}", information(ffi::VERSION_STRING))
}

/// Returns the compiler and the flags that the library was built with.
pub fn compiler_flags() -> String {
    information(ffi::VERSION_CFLAGS)
}

fn information(what: c_int) -> String {
    // SAFETY: returns a NUL-terminated string that lives as long as the library.
    let text = unsafe { CStr::from_ptr(ffi::OpenSSL_version(what)) };
    text.to_string_lossy().into_owned()
}

fn owned<T>(pointer: *mut T) -> NonNull<T> {
    NonNull::new(pointer).expect("OpenSSL is out of memory")
}

fn check(answer: c_int) {
    assert!(answer == 1, "an OpenSSL function failed");
}
