//! `BIGNUM` and its scratch space.

use super::{check, ffi, owned};
use std::{
    cmp::Ordering,
    ffi::c_int,
    ptr::{self, NonNull},
};

/// Scratch space for the functions that need temporary numbers (`BN_CTX`).
pub struct Scratch(pub(super) NonNull<ffi::BN_CTX>);

impl Scratch {
    /// Returns empty scratch space, which grows and is reused.
    pub fn new() -> Scratch {
        // SAFETY: no precondition.
        Scratch(owned(unsafe { ffi::BN_CTX_new() }))
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // SAFETY: owned, and not used again.
        unsafe { ffi::BN_CTX_free(self.0.as_ptr()) };
    }
}

/// An unsigned integer that OpenSSL owns (`BIGNUM`).
pub struct Bignum(pub(super) NonNull<ffi::BIGNUM>);

// Every method passes live pointers: the type owns one until it is dropped. Results alias an operand only if
// the function documents that they may.
impl Bignum {
    /// Returns zero.
    pub fn zero() -> Bignum {
        // SAFETY: no precondition.
        Bignum(owned(unsafe { ffi::BN_new() }))
    }

    /// Returns the integer with these big-endian bytes.
    ///
    /// # Panics
    /// If there are more than `i32::MAX` bytes.
    pub fn from_be_bytes(bytes: &[u8]) -> Bignum {
        let length = c_int::try_from(bytes.len()).expect("a number of less than 2 GiB");
        // SAFETY: reads `length` bytes; a null result pointer asks for a new number.
        Bignum(owned(unsafe { ffi::BN_bin2bn(bytes.as_ptr(), length, ptr::null_mut()) }))
    }

    /// Returns the integer `word`.
    pub fn from_word(word: u64) -> Bignum {
        Bignum::from_be_bytes(&word.to_be_bytes())
    }

    /// Returns the big-endian bytes without leading zero bytes.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.bits().div_ceil(8)];
        // SAFETY: the number fills exactly `bytes.len()` bytes.
        unsafe { ffi::BN_bn2bin(self.0.as_ptr(), bytes.as_mut_ptr()) };
        bytes
    }

    /// Returns the number of significant bits.
    pub fn bits(&self) -> usize {
        // SAFETY: reads a live number; the count is never negative.
        unsafe { ffi::BN_num_bits(self.0.as_ptr()) as usize }
    }

    /// Returns this number modulo `divisor`, which is not zero.
    pub fn rem_word(&self, divisor: u64) -> u64 {
        assert!(divisor != 0, "the divisor must not be zero");
        // SAFETY: reads a live number.
        unsafe { ffi::BN_mod_word(self.0.as_ptr(), divisor) }
    }

    /// Adds `word`.
    pub fn add_word(&mut self, word: u64) {
        // SAFETY: changes a live number.
        check(unsafe { ffi::BN_add_word(self.0.as_ptr(), word) });
    }

    /// Subtracts `word`, which must not be larger.
    pub fn sub_word(&mut self, word: u64) {
        // SAFETY: changes a live number.
        check(unsafe { ffi::BN_sub_word(self.0.as_ptr(), word) });
    }

    /// Returns this number minus `other`, which must not be larger.
    pub fn sub(&self, other: &Bignum) -> Bignum {
        let difference = Bignum::zero();
        // SAFETY: three live numbers.
        check(unsafe { ffi::BN_sub(difference.0.as_ptr(), self.0.as_ptr(), other.0.as_ptr()) });
        difference
    }

    /// Returns this number divided by `divisor`, which is not zero, rounded down.
    pub fn div(&self, divisor: &Bignum, scratch: &mut Scratch) -> Bignum {
        let quotient = Bignum::zero();
        // SAFETY: live numbers; a null pointer means that the remainder is not needed.
        check(unsafe {
            ffi::BN_div(
                quotient.0.as_ptr(),
                ptr::null_mut(),
                self.0.as_ptr(),
                divisor.0.as_ptr(),
                scratch.0.as_ptr(),
            )
        });
        quotient
    }

    /// Returns 2^`exponent`.
    pub fn power_of_two(exponent: u16) -> Bignum {
        let power = Bignum::zero();
        // SAFETY: changes a live number, which grows as needed.
        check(unsafe { ffi::BN_set_bit(power.0.as_ptr(), c_int::from(exponent)) });
        power
    }

    /// Returns `self`^`exponent` mod `modulus` with `BN_mod_exp`.
    pub fn pow_mod(&self, exponent: &Bignum, modulus: &Bignum, scratch: &mut Scratch) -> Bignum {
        let power = Bignum::zero();
        // SAFETY: live numbers and scratch space; a zero modulus is refused and panics in `check`.
        check(unsafe {
            ffi::BN_mod_exp(
                power.0.as_ptr(),
                self.0.as_ptr(),
                exponent.0.as_ptr(),
                modulus.0.as_ptr(),
                scratch.0.as_ptr(),
            )
        });
        power
    }

    /// Returns `self`·`other` mod `modulus` with `BN_mod_mul`, which divides.
    pub fn mul_mod(&self, other: &Bignum, modulus: &Bignum, scratch: &mut Scratch) -> Bignum {
        let product = Bignum::zero();
        // SAFETY: live numbers and scratch space; a zero modulus is refused and panics in `check`.
        check(unsafe {
            ffi::BN_mod_mul(
                product.0.as_ptr(),
                self.0.as_ptr(),
                other.0.as_ptr(),
                modulus.0.as_ptr(),
                scratch.0.as_ptr(),
            )
        });
        product
    }

    /// Whether this is prime, by `BN_check_prime`: trial division, then 64 Miller-Rabin rounds with
    /// random bases (128 above 2048 bits).
    pub fn is_prime(&self, scratch: &mut Scratch) -> bool {
        // SAFETY: a live number and scratch space; null means no progress callback.
        let answer = unsafe { ffi::BN_check_prime(self.0.as_ptr(), scratch.0.as_ptr(), ptr::null_mut()) };
        assert!(answer >= 0, "OpenSSL could not test for primality");
        answer == 1
    }
}

impl Clone for Bignum {
    fn clone(&self) -> Bignum {
        // SAFETY: reads a live number.
        Bignum(owned(unsafe { ffi::BN_dup(self.0.as_ptr()) }))
    }
}

impl PartialEq for Bignum {
    fn eq(&self, other: &Bignum) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Bignum {}

impl PartialOrd for Bignum {
    fn partial_cmp(&self, other: &Bignum) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bignum {
    fn cmp(&self, other: &Bignum) -> Ordering {
        // SAFETY: reads two live numbers.
        unsafe { ffi::BN_cmp(self.0.as_ptr(), other.0.as_ptr()) }.cmp(&0)
    }
}

impl Drop for Bignum {
    fn drop(&mut self) {
        // SAFETY: owned, and not used again.
        unsafe { ffi::BN_free(self.0.as_ptr()) };
    }
}
