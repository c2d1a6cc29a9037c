//! The version of this library.

use std::ffi::{CStr, c_char};

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => c"",
};

/// The version of the library, such as "0.2.0"; it lives for ever.
#[unsafe(no_mangle)]
pub extern "C" fn heliast_version() -> *const c_char {
    VERSION.as_ptr()
}

/// The version as a number: 10,000 times the major, 100 times the minor, and the patch.
#[unsafe(no_mangle)]
pub extern "C" fn heliast_version_number() -> u32 {
    let part = |text: &str| text.parse::<u32>().unwrap_or_default();
    10_000 * part(env!("CARGO_PKG_VERSION_MAJOR"))
        + 100 * part(env!("CARGO_PKG_VERSION_MINOR"))
        + part(env!("CARGO_PKG_VERSION_PATCH"))
}
