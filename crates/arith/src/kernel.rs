//! The interface between [`Ring`](crate::Ring) and the code that multiplies.

pub(crate) mod portable;

use alloc::vec::Vec;

use crate::int::Natural;

/// Arithmetic modulo one odd number N, on residues in a representation of the kernel's own: radix, redundancy
/// and Montgomery factor are its business. Only the kernel that made a residue can read it.
///
/// Every residue is a slice of `len()` limbs. Limbs that this kernel did not make give some residue, without
/// panic and without undefined behaviour.
pub(crate) trait Kernel: Send + Sync {
    /// A short name for reports.
    fn name(&self) -> &'static str;

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
