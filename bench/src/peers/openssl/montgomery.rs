//! `BN_MONT_CTX`: products and powers modulo one odd number.

use super::{Bignum, Scratch, check, ffi, owned};
use std::ptr::NonNull;

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

    /// Returns the modulus.
    pub fn modulus(&self) -> &Bignum {
        &self.modulus
    }

    /// Returns `number` in Montgomery form. It must be below the modulus.
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

    /// Returns the number whose Montgomery form is `inside`.
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
        // SAFETY: live objects; the result may be either operand, and OpenSSL's assembly recognises equal
        // operands as a square.
        check(unsafe {
            ffi::BN_mod_mul_montgomery(number, number, number, self.prepared.as_ptr(), scratch.0.as_ptr())
        });
    }

    /// a := a·b with `BN_mod_mul_montgomery`; both are in Montgomery form.
    pub fn mul(&self, a: &mut Bignum, b: &Bignum, scratch: &mut Scratch) {
        let number = a.0.as_ptr();
        // SAFETY: live objects; the result may be an operand.
        check(unsafe {
            ffi::BN_mod_mul_montgomery(
                number,
                number,
                b.0.as_ptr(),
                self.prepared.as_ptr(),
                scratch.0.as_ptr(),
            )
        });
    }

    /// Returns a^m · b^n mod the modulus with `BN_mod_exp2_mont`; neither operands nor result are in
    /// Montgomery form.
    pub fn double_power(
        &self,
        (a, m): (&Bignum, &Bignum),
        (b, n): (&Bignum, &Bignum),
        scratch: &mut Scratch,
    ) -> Bignum {
        let product = Bignum::zero();
        // SAFETY: live objects, and the modulus is the one that was prepared.
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
