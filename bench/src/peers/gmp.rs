//! A small safe interface to GMP's `mpz` functions, linked from the library that `build.rs` makes.

#![allow(unsafe_code)]

use std::{
    ffi::{CStr, c_char, c_int, c_ulong, c_void},
    mem::MaybeUninit,
};

/// Returns the library's version and the CPU that it was built for, for example `GMP 6.3.0 (zen4 build)`.
pub fn version() -> String {
    // SAFETY: the library's version is a constant NUL-terminated string.
    let number = unsafe { CStr::from_ptr(ffi::__gmp_version) };
    format!("GMP {} ({} build)", number.to_string_lossy(), env!("GMP_CPU"))
}

/// Returns the compiler flags that the library was built with.
pub fn compiler_flags() -> &'static str {
    env!("GMP_CFLAGS")
}

/// An unsigned integer that GMP owns.
pub struct Integer(ffi::Mpz);

impl Integer {
    /// Returns zero.
    pub fn zero() -> Integer {
        let mut value = MaybeUninit::uninit();
        // SAFETY: `mpz_init` writes every field of the value, and allocates nothing that would need
        // the value's address.
        unsafe {
            ffi::__gmpz_init(value.as_mut_ptr());
            Integer(value.assume_init())
        }
    }

    /// Returns the integer with these big-endian bytes.
    pub fn from_be_bytes(bytes: &[u8]) -> Integer {
        let mut value = Integer::zero();
        // SAFETY: reads `bytes.len()` words of one byte each, most significant first.
        unsafe { ffi::__gmpz_import(&mut value.0, bytes.len(), 1, 1, 1, 0, bytes.as_ptr().cast()) };
        value
    }

    /// Returns 2^`exponent`.
    pub fn power_of_two(exponent: u32) -> Integer {
        let mut value = Integer::zero();
        // SAFETY: `value` is initialised; GMP grows it as needed.
        unsafe { ffi::__gmpz_setbit(&mut value.0, c_ulong::from(exponent)) };
        value
    }

    /// Returns the big-endian bytes without leading zero bytes.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        // SAFETY: reads an initialised value. In base 2 the size is exact, and at least 1.
        let bits = unsafe { ffi::__gmpz_sizeinbase(&self.0, 2) };
        let mut bytes = vec![0; bits.div_ceil(8)];
        let mut written = 0;
        // SAFETY: the value fills at most `bytes.len()` bytes; zero fills none, and `written` receives the
        // number of bytes.
        unsafe { ffi::__gmpz_export(bytes.as_mut_ptr().cast(), &mut written, 1, 1, 1, 0, &self.0) };
        bytes.truncate(written);
        bytes
    }

    /// Sets this to `base`^`exponent` mod `modulus` with `mpz_powm`.
    ///
    /// # Panics
    /// If `modulus` is zero.
    pub fn set_power(&mut self, base: &Integer, exponent: &Integer, modulus: &Integer) {
        assert!(modulus.0.size != 0, "the modulus must not be zero");
        // SAFETY: four initialised values, the result distinct from the others, a modulus that is not zero.
        unsafe { ffi::__gmpz_powm(&mut self.0, &base.0, &exponent.0, &modulus.0) };
    }

    /// Sets this to this times `other` mod `modulus` with `mpz_mul` and `mpz_tdiv_r`.
    ///
    /// # Panics
    /// If `modulus` is zero.
    pub fn mul_mod(&mut self, other: &Integer, modulus: &Integer) {
        assert!(modulus.0.size != 0, "the modulus must not be zero");
        let this = &raw mut self.0;
        // SAFETY: initialised values, which GMP lets overlap, and a modulus that is not zero.
        unsafe {
            ffi::__gmpz_mul(this, this, &other.0);
            ffi::__gmpz_tdiv_r(this, this, &modulus.0);
        }
    }

    /// Sets this to `a`·`b`.
    pub fn set_product(&mut self, a: &Integer, b: &Integer) {
        // SAFETY: initialised values; GMP grows the result as needed.
        unsafe { ffi::__gmpz_mul(&mut self.0, &a.0, &b.0) };
    }

    /// Sets this to `dividend` mod `modulus` with `mpz_tdiv_r`.
    ///
    /// # Panics
    /// If `modulus` is zero.
    pub fn set_remainder(&mut self, dividend: &Integer, modulus: &Integer) {
        assert!(modulus.0.size != 0, "the modulus must not be zero");
        // SAFETY: initialised values, and a modulus that is not zero.
        unsafe { ffi::__gmpz_tdiv_r(&mut self.0, &dividend.0, &modulus.0) };
    }

    /// Sets this to `minuend` minus this.
    pub fn subtract_from(&mut self, minuend: &Integer) {
        let this = &raw mut self.0;
        // SAFETY: initialised values, which GMP lets overlap.
        unsafe { ffi::__gmpz_sub(this, &minuend.0, this) };
    }

    /// Adds `number`.
    pub fn add_small(&mut self, number: u32) {
        let this = &raw mut self.0;
        // SAFETY: an initialised value, which GMP lets overlap with the result.
        unsafe { ffi::__gmpz_add_ui(this, this, number.into()) };
    }

    /// Subtracts `number`.
    pub fn subtract_small(&mut self, number: u32) {
        let this = &raw mut self.0;
        // SAFETY: an initialised value, which GMP lets overlap with the result.
        unsafe { ffi::__gmpz_sub_ui(this, this, number.into()) };
    }

    /// Divides by 2^`bits` and discards the remainder.
    pub fn shift_right(&mut self, bits: u32) {
        let this = &raw mut self.0;
        // SAFETY: an initialised value, which GMP lets overlap with the result.
        unsafe { ffi::__gmpz_tdiv_q_2exp(this, this, bits.into()) };
    }

    /// Whether this is odd.
    pub fn is_odd(&self) -> bool {
        // SAFETY: reads an initialised value.
        unsafe { ffi::__gmpz_tstbit(&self.0, 0) != 0 }
    }

    /// Whether this is prime, by `mpz_probab_prime_p`: trial division, then Baillie-PSW.
    pub fn is_prime(&self) -> bool {
        // With up to 24 repetitions, this is only the Baillie-PSW test.
        // SAFETY: reads an initialised value.
        unsafe { ffi::__gmpz_probab_prime_p(&self.0, 24) != 0 }
    }
}

impl PartialEq for Integer {
    fn eq(&self, other: &Integer) -> bool {
        // SAFETY: reads initialised values.
        unsafe { ffi::__gmpz_cmp(&self.0, &other.0) == 0 }
    }
}

impl Clone for Integer {
    fn clone(&self) -> Integer {
        let mut value = MaybeUninit::uninit();
        // SAFETY: `mpz_init_set` writes every field of the new value and reads an initialised one.
        unsafe {
            ffi::__gmpz_init_set(value.as_mut_ptr(), &self.0);
            Integer(value.assume_init())
        }
    }
}

impl Drop for Integer {
    fn drop(&mut self) {
        // SAFETY: the value is initialised and not used again.
        unsafe { ffi::__gmpz_clear(&mut self.0) };
    }
}

#[allow(missing_docs)]
mod ffi {
    use super::*;

    #[repr(C)]
    pub struct Mpz {
        allocated: c_int,
        pub size: c_int,
        limbs: *mut c_ulong,
    }

    unsafe extern "C" {
        pub static __gmp_version: *const c_char;
        pub fn __gmpz_init(value: *mut Mpz);
        pub fn __gmpz_init_set(value: *mut Mpz, from: *const Mpz);
        pub fn __gmpz_clear(value: *mut Mpz);
        pub fn __gmpz_setbit(value: *mut Mpz, index: c_ulong);
        pub fn __gmpz_sizeinbase(value: *const Mpz, base: c_int) -> usize;
        pub fn __gmpz_powm(result: *mut Mpz, base: *const Mpz, exponent: *const Mpz, modulus: *const Mpz);
        pub fn __gmpz_mul(result: *mut Mpz, a: *const Mpz, b: *const Mpz);
        pub fn __gmpz_tdiv_r(result: *mut Mpz, dividend: *const Mpz, divisor: *const Mpz);
        pub fn __gmpz_tdiv_q_2exp(result: *mut Mpz, dividend: *const Mpz, bits: c_ulong);
        pub fn __gmpz_sub(result: *mut Mpz, a: *const Mpz, b: *const Mpz);
        pub fn __gmpz_add_ui(result: *mut Mpz, a: *const Mpz, b: c_ulong);
        pub fn __gmpz_sub_ui(result: *mut Mpz, a: *const Mpz, b: c_ulong);
        pub fn __gmpz_tstbit(value: *const Mpz, index: c_ulong) -> c_int;
        pub fn __gmpz_cmp(a: *const Mpz, b: *const Mpz) -> c_int;
        pub fn __gmpz_probab_prime_p(value: *const Mpz, repetitions: c_int) -> c_int;
        pub fn __gmpz_import(
            value: *mut Mpz,
            count: usize,
            order: c_int,
            size: usize,
            endian: c_int,
            nails: usize,
            words: *const c_void,
        );
        pub fn __gmpz_export(
            words: *mut c_void,
            count: *mut usize,
            order: c_int,
            size: usize,
            endian: c_int,
            nails: usize,
            value: *const Mpz,
        ) -> *mut c_void;
    }
}
