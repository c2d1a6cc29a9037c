//! A small safe face of OpenSSL's `BN_*` and `SHA256_*` functions, linked from the library that `build.rs` makes.
//!
//! These functions fail only for want of memory or of random bytes; then the wrappers panic.

#![allow(unsafe_code)]

use std::cmp::Ordering;
use std::ffi::{CStr, c_int};
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

/// The library's version, for example `OpenSSL 4.0.3`.
pub fn version() -> String {
    format!("OpenSSL {}", information(ffi::VERSION_STRING))
}

/// The compiler and the flags that the library was built with.
pub fn compiler_flags() -> String {
    information(ffi::VERSION_CFLAGS)
}

fn information(what: c_int) -> String {
    // SAFETY: returns a NUL-terminated string that lives as long as the library.
    let text = unsafe { CStr::from_ptr(ffi::OpenSSL_version(what)) };
    text.to_string_lossy().into_owned()
}

/// Scratch space for the functions that need temporary numbers (`BN_CTX`).
pub struct Scratch(NonNull<ffi::BN_CTX>);

impl Scratch {
    /// Empty scratch space; it grows and is reused.
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
pub struct Bignum(NonNull<ffi::BIGNUM>);

// Every method passes live pointers: the type holds one until it is dropped. Results never alias an operand
// except where the function documents that they may.
impl Bignum {
    /// Zero.
    pub fn zero() -> Bignum {
        // SAFETY: no precondition.
        Bignum(owned(unsafe { ffi::BN_new() }))
    }

    /// The integer with these big-endian bytes.
    ///
    /// # Panics
    /// If there are more than `i32::MAX` bytes.
    pub fn from_be_bytes(bytes: &[u8]) -> Bignum {
        let length = c_int::try_from(bytes.len()).expect("a number of less than 2 GiB");
        // SAFETY: reads `length` bytes; a null result pointer asks for a new number.
        Bignum(owned(unsafe { ffi::BN_bin2bn(bytes.as_ptr(), length, ptr::null_mut()) }))
    }

    /// The integer `word`.
    pub fn from_word(word: u64) -> Bignum {
        Bignum::from_be_bytes(&word.to_be_bytes())
    }

    /// Big-endian bytes without leading zero bytes.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.bits().div_ceil(8)];
        // SAFETY: the number fills exactly `bytes.len()` bytes.
        unsafe { ffi::BN_bn2bin(self.0.as_ptr(), bytes.as_mut_ptr()) };
        bytes
    }

    /// The number of significant bits.
    pub fn bits(&self) -> usize {
        // SAFETY: reads a live number; the count is never negative.
        unsafe { ffi::BN_num_bits(self.0.as_ptr()) as usize }
    }

    /// This number modulo `divisor`, which is not zero.
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

    /// This number minus `other`, which must not be larger.
    pub fn sub(&self, other: &Bignum) -> Bignum {
        let difference = Bignum::zero();
        // SAFETY: three live numbers.
        check(unsafe { ffi::BN_sub(difference.0.as_ptr(), self.0.as_ptr(), other.0.as_ptr()) });
        difference
    }

    /// This number divided by `divisor`, which is not zero, rounded down.
    pub fn div(&self, divisor: &Bignum, scratch: &mut Scratch) -> Bignum {
        let quotient = Bignum::zero();
        // SAFETY: live numbers; a null pointer says that the remainder is not wanted.
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

    /// 2^`exponent`.
    pub fn power_of_two(exponent: u16) -> Bignum {
        let power = Bignum::zero();
        // SAFETY: changes a live number, which grows as needed.
        check(unsafe { ffi::BN_set_bit(power.0.as_ptr(), c_int::from(exponent)) });
        power
    }

    /// `self`^`exponent` mod `modulus` with `BN_mod_exp`.
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

    /// Whether this is prime, by `BN_check_prime`: trial division, then 64 Miller-Rabin rounds with random bases
    /// (128 above 2048 bits).
    pub fn is_prime(&self, scratch: &mut Scratch) -> bool {
        // SAFETY: a live number and scratch space; null means no progress callback.
        let answer = unsafe { ffi::BN_check_prime(self.0.as_ptr(), scratch.0.as_ptr(), ptr::null_mut()) };
        assert!(answer >= 0, "OpenSSL could not test for primality");
        answer == 1
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

/// An odd modulus, prepared for Montgomery multiplication (`BN_MONT_CTX`).
pub struct Montgomery {
    prepared: NonNull<ffi::BN_MONT_CTX>,
    modulus: Bignum,
}

impl Montgomery {
    /// Prepares `modulus`, which must be odd.
    pub fn new(modulus: Bignum, scratch: &mut Scratch) -> Montgomery {
        // SAFETY: no precondition.
        let prepared = owned(unsafe { ffi::BN_MONT_CTX_new() });
        let montgomery = Montgomery { prepared, modulus };
        // SAFETY: live objects; an unfit modulus is refused and panics in `check`.
        check(unsafe {
            ffi::BN_MONT_CTX_set(prepared.as_ptr(), montgomery.modulus.0.as_ptr(), scratch.0.as_ptr())
        });
        montgomery
    }

    /// The modulus.
    pub fn modulus(&self) -> &Bignum {
        &self.modulus
    }

    /// `number` in Montgomery form. It must be below the modulus.
    pub fn enter(&self, number: &Bignum, scratch: &mut Scratch) -> Bignum {
        let inside = Bignum::zero();
        // SAFETY: live objects.
        check(unsafe {
            ffi::BN_to_montgomery(
                inside.0.as_ptr(),
                number.0.as_ptr(),
                self.prepared.as_ptr(),
                scratch.0.as_ptr(),
            )
        });
        inside
    }

    /// The number whose Montgomery form `inside` is.
    pub fn leave(&self, inside: &Bignum, scratch: &mut Scratch) -> Bignum {
        let number = Bignum::zero();
        // SAFETY: live objects.
        check(unsafe {
            ffi::BN_from_montgomery(
                number.0.as_ptr(),
                inside.0.as_ptr(),
                self.prepared.as_ptr(),
                scratch.0.as_ptr(),
            )
        });
        number
    }

    /// Squares `inside`, a number in Montgomery form, with `BN_mod_mul_montgomery`.
    pub fn square(&self, inside: &mut Bignum, scratch: &mut Scratch) {
        let number = inside.0.as_ptr();
        // SAFETY: live objects; the result may be either operand, and OpenSSL's assembly knows equal operands for a square.
        check(unsafe {
            ffi::BN_mod_mul_montgomery(number, number, number, self.prepared.as_ptr(), scratch.0.as_ptr())
        });
    }

    /// a^m · b^n mod the modulus with `BN_mod_exp2_mont`; numbers outside and inside are not in Montgomery form.
    pub fn double_power(
        &self,
        (a, m): (&Bignum, &Bignum),
        (b, n): (&Bignum, &Bignum),
        scratch: &mut Scratch,
    ) -> Bignum {
        let product = Bignum::zero();
        // SAFETY: live objects, the modulus being the one that was prepared.
        check(unsafe {
            ffi::BN_mod_exp2_mont(
                product.0.as_ptr(),
                a.0.as_ptr(),
                m.0.as_ptr(),
                b.0.as_ptr(),
                n.0.as_ptr(),
                self.modulus.0.as_ptr(),
                scratch.0.as_ptr(),
                self.prepared.as_ptr(),
            )
        });
        product
    }
}

impl Drop for Montgomery {
    fn drop(&mut self) {
        // SAFETY: owned, and not used again.
        unsafe { ffi::BN_MONT_CTX_free(self.prepared.as_ptr()) };
    }
}

/// A SHA-256 state of the C interface. Copying it keeps the hash of a common prefix (the paper, section 5.2).
#[derive(Clone, Copy)]
pub struct Sha256(ffi::SHA256_CTX);

impl Sha256 {
    /// The state of an empty message.
    pub fn new() -> Sha256 {
        let mut state = MaybeUninit::uninit();
        // SAFETY: writes the whole state.
        unsafe {
            check(ffi::SHA256_Init(state.as_mut_ptr()));
            Sha256(state.assume_init())
        }
    }

    /// Appends `bytes` to the message.
    pub fn update(&mut self, bytes: &[u8]) {
        // SAFETY: reads `bytes.len()` bytes and changes an initialised state.
        check(unsafe { ffi::SHA256_Update(&mut self.0, bytes.as_ptr(), bytes.len()) });
    }

    /// The digest of the message.
    pub fn finish(mut self) -> [u8; 32] {
        let mut digest = [0; 32];
        // SAFETY: writes 32 bytes; the state is not used again.
        check(unsafe { ffi::SHA256_Final(digest.as_mut_ptr(), &mut self.0) });
        digest
    }
}

impl Default for Sha256 {
    fn default() -> Sha256 {
        Sha256::new()
    }
}

fn owned<T>(pointer: *mut T) -> NonNull<T> {
    NonNull::new(pointer).expect("OpenSSL is out of memory")
}

fn check(answer: c_int) {
    assert!(answer == 1, "an OpenSSL function failed");
}

#[allow(missing_docs, non_camel_case_types, clippy::upper_case_acronyms)]
mod ffi {
    use std::ffi::{c_char, c_int};

    pub const VERSION_CFLAGS: c_int = 1;
    pub const VERSION_STRING: c_int = 6;

    #[repr(C)]
    pub struct BIGNUM {
        opaque: [u8; 0],
    }

    #[repr(C)]
    pub struct BN_CTX {
        opaque: [u8; 0],
    }

    #[repr(C)]
    pub struct BN_MONT_CTX {
        opaque: [u8; 0],
    }

    #[repr(C)]
    pub struct BN_GENCB {
        opaque: [u8; 0],
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct SHA256_CTX {
        hash: [u32; 8],
        length: [u32; 2],
        data: [u32; 16],
        buffered: u32,
        digest_length: u32,
    }

    unsafe extern "C" {
        pub fn OpenSSL_version(what: c_int) -> *const c_char;

        pub fn BN_CTX_new() -> *mut BN_CTX;
        pub fn BN_CTX_free(context: *mut BN_CTX);

        pub fn BN_new() -> *mut BIGNUM;
        pub fn BN_free(number: *mut BIGNUM);
        pub fn BN_bin2bn(bytes: *const u8, length: c_int, result: *mut BIGNUM) -> *mut BIGNUM;
        pub fn BN_bn2bin(number: *const BIGNUM, bytes: *mut u8) -> c_int;
        pub fn BN_num_bits(number: *const BIGNUM) -> c_int;
        pub fn BN_set_bit(number: *mut BIGNUM, index: c_int) -> c_int;
        pub fn BN_cmp(a: *const BIGNUM, b: *const BIGNUM) -> c_int;
        pub fn BN_mod_word(number: *const BIGNUM, divisor: u64) -> u64;
        pub fn BN_add_word(number: *mut BIGNUM, word: u64) -> c_int;
        pub fn BN_sub_word(number: *mut BIGNUM, word: u64) -> c_int;
        pub fn BN_sub(result: *mut BIGNUM, a: *const BIGNUM, b: *const BIGNUM) -> c_int;
        pub fn BN_div(
            quotient: *mut BIGNUM,
            remainder: *mut BIGNUM,
            dividend: *const BIGNUM,
            divisor: *const BIGNUM,
            context: *mut BN_CTX,
        ) -> c_int;
        pub fn BN_mod_exp(
            result: *mut BIGNUM,
            base: *const BIGNUM,
            exponent: *const BIGNUM,
            modulus: *const BIGNUM,
            context: *mut BN_CTX,
        ) -> c_int;
        pub fn BN_check_prime(number: *const BIGNUM, context: *mut BN_CTX, callback: *mut BN_GENCB) -> c_int;

        pub fn BN_MONT_CTX_new() -> *mut BN_MONT_CTX;
        pub fn BN_MONT_CTX_free(montgomery: *mut BN_MONT_CTX);
        pub fn BN_MONT_CTX_set(
            montgomery: *mut BN_MONT_CTX,
            modulus: *const BIGNUM,
            context: *mut BN_CTX,
        ) -> c_int;
        pub fn BN_to_montgomery(
            result: *mut BIGNUM,
            number: *const BIGNUM,
            montgomery: *mut BN_MONT_CTX,
            context: *mut BN_CTX,
        ) -> c_int;
        pub fn BN_from_montgomery(
            result: *mut BIGNUM,
            number: *const BIGNUM,
            montgomery: *mut BN_MONT_CTX,
            context: *mut BN_CTX,
        ) -> c_int;
        pub fn BN_mod_mul_montgomery(
            result: *mut BIGNUM,
            a: *const BIGNUM,
            b: *const BIGNUM,
            montgomery: *mut BN_MONT_CTX,
            context: *mut BN_CTX,
        ) -> c_int;
        pub fn BN_mod_exp2_mont(
            result: *mut BIGNUM,
            a: *const BIGNUM,
            m: *const BIGNUM,
            b: *const BIGNUM,
            n: *const BIGNUM,
            modulus: *const BIGNUM,
            context: *mut BN_CTX,
            montgomery: *mut BN_MONT_CTX,
        ) -> c_int;

        pub fn SHA256_Init(state: *mut SHA256_CTX) -> c_int;
        pub fn SHA256_Update(state: *mut SHA256_CTX, bytes: *const u8, length: usize) -> c_int;
        pub fn SHA256_Final(digest: *mut u8, state: *mut SHA256_CTX) -> c_int;
    }
}
