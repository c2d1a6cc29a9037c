//! The interface between [`Ring`](crate::Ring) and the code that multiplies.

#[cfg(target_arch = "x86_64")]
mod adx;
#[cfg(target_arch = "x86_64")]
mod fma;
#[cfg(target_arch = "x86_64")]
mod ifma;
mod montgomery;
mod portable;
#[cfg(target_arch = "aarch64")]
mod umulh;

#[cfg(target_arch = "x86_64")]
pub(crate) use adx::Rows;

use crate::{backend::Backend, int::Natural};
use alloc::{boxed::Box, vec::Vec};

/// The kernel of this backend for an odd modulus of at most 8192 bits, if the CPU and the backend support it.
pub(crate) fn on(backend: Backend, odd: &Natural) -> Option<Box<dyn Kernel>> {
    match backend {
        Backend::Portable => Some(Box::new(portable::new(odd))),
        Backend::AvxIfma => None,
        #[cfg(target_arch = "x86_64")]
        Backend::Adx => Some(Box::new(adx::new(odd)?)),
        #[cfg(target_arch = "x86_64")]
        Backend::Fma => Some(Box::new(fma::new(odd)?)),
        #[cfg(target_arch = "x86_64")]
        Backend::Ifma => Some(Box::new(ifma::new(odd)?)),
        #[cfg(not(target_arch = "x86_64"))]
        Backend::Adx | Backend::Fma | Backend::Ifma => None,
        #[cfg(target_arch = "aarch64")]
        Backend::Umulh => Some(Box::new(umulh::new(odd)?)),
        #[cfg(not(target_arch = "aarch64"))]
        Backend::Umulh => None,
    }
}

/// The fastest kernel for an odd modulus of at most 8192 bits on this CPU, in the order that was
/// measured on x86-64 and counted on aarch64.
pub(crate) fn fastest(odd: &Natural) -> Box<dyn Kernel> {
    [Backend::Ifma, Backend::Fma, Backend::Adx, Backend::Umulh]
        .into_iter()
        .find_map(|backend| on(backend, odd))
        .unwrap_or_else(|| Box::new(portable::new(odd)))
}

/// Arithmetic modulo one odd number N, on residues in a representation that the kernel chooses: radix,
/// redundancy and Montgomery factor. Only the kernel that made a residue can read it.
///
/// Every residue is a slice of `len()` limbs. Limbs that this kernel did not make are read as some residue,
/// without a panic or undefined behaviour.
pub(crate) trait Kernel: Send + Sync {
    /// The backend that this kernel implements.
    fn backend(&self) -> Backend;

    /// The number of limbs of a residue.
    fn len(&self) -> usize;

    /// The residue of `value`, for value < N.
    fn enter(&self, value: &Natural) -> Vec<u64>;

    /// The number of a residue, in [0, N).
    fn leave(&self, a: &[u64]) -> Natural;

    /// `a = a·b`.
    fn mul(&self, a: &mut [u64], b: &[u64]);

    /// `a = a^(2^n)`: the whole hot loop of a delay, without leaving the representation.
    fn square_n(&self, a: &mut [u64], n: u64);

    /// `a = a^(2^count)·2^e` for e = `exponent` mod 2^count, for a primality test to base 2.
    fn square_and_double(&self, a: &mut [u64], exponent: &Natural, count: usize) {
        square_and_double(self, a, exponent, count);
    }

    /// `mixed = mixed·doubled − p`, then `doubled = doubled² − two`: a step of a Lucas chain.
    fn lucas_step(&self, doubled: &mut [u64], mixed: &mut [u64], p: &[u64], two: &[u64]) {
        lucas_step(self, doubled, mixed, p, two);
    }

    /// Repeats `steps` times: `a = a²`, then `a + 1` if the number of that residue is odd, and `a − 1` if it
    /// is even. `is_odd` is the parity of the first number. Returns the sign that
    /// [`Ring::retrace`](crate::Ring::retrace) keeps separate, true for −.
    fn retrace(&self, a: &mut [u64], is_odd: bool, steps: u64) -> bool {
        retrace(self, a, is_odd, steps)
    }

    /// `a = a + b`.
    fn add(&self, a: &mut [u64], b: &[u64]);

    /// `a = 2·a`.
    fn double(&self, a: &mut [u64]);

    /// `a = a − b`.
    fn sub(&self, a: &mut [u64], b: &[u64]);

    /// `a = a/2`.
    fn half(&self, a: &mut [u64]);

    /// Whether both are the same residue.
    fn equal(&self, a: &[u64], b: &[u64]) -> bool;
}

/// [`Kernel::square_and_double`] by runs of squarings.
fn square_and_double<K: Kernel + ?Sized>(kernel: &K, a: &mut [u64], exponent: &Natural, count: usize) {
    let mut squarings = 0;
    for index in (0..count).rev() {
        squarings += 1;
        if exponent.bit(index) {
            kernel.square_n(a, squarings);
            kernel.double(a);
            squarings = 0;
        }
    }
    kernel.square_n(a, squarings);
}

/// [`Kernel::lucas_step`] by single operations.
fn lucas_step<K: Kernel + ?Sized>(
    kernel: &K,
    doubled: &mut [u64],
    mixed: &mut [u64],
    p: &[u64],
    two: &[u64],
) {
    kernel.mul(mixed, doubled);
    kernel.sub(mixed, p);
    kernel.square_n(doubled, 1);
    kernel.sub(doubled, two);
}

/// [`Kernel::retrace`] by single operations.
fn retrace<K: Kernel + ?Sized>(kernel: &K, a: &mut [u64], mut is_odd: bool, steps: u64) -> bool {
    let one = kernel.enter(&Natural::one());
    let mut is_negative = false;
    for _ in 0..steps {
        kernel.square_n(a, 1);
        is_negative = is_odd;
        // The parity of the square, then that of its neighbour with the sign.
        let is_square_odd = !kernel.leave(a).is_even();
        if is_square_odd {
            kernel.add(a, &one);
        } else {
            kernel.sub(a, &one);
        }
        is_odd = is_square_odd == is_negative;
    }
    is_negative
}

#[cfg(test)]
mod limb_tests;
#[cfg(test)]
mod tests;
