//! The kernels, and the choice of one for this CPU.

use super::Gf128;
#[cfg(target_arch = "aarch64")]
use heliast_cpu::Pmull;
use heliast_cpu::Portable;
#[cfg(target_arch = "x86_64")]
use heliast_cpu::{Pclmul, Vpclmul};

#[cfg(target_arch = "x86_64")]
mod pclmul;
#[cfg(target_arch = "aarch64")]
mod pmull;
mod portable;
#[cfg(target_arch = "x86_64")]
mod vpclmul;

/// The operations of a kernel: see the functions of [`Binary`] by the same names.
trait Multiply {
    fn dot(self, a: &[Gf128], b: &[Gf128]) -> Gf128;
    fn products(self, a: &[Gf128], b: &[Gf128], out: &mut [Gf128]);
    fn combine<const I: usize, const O: usize, const N: usize>(
        self,
        matrix: &[[Gf128; I]; O],
        input: &[&[Gf128; N]; I],
        output: &mut [[Gf128; N]; O],
    );
    fn dot64(self, a: &[Gf128], b: &[Gf128]) -> u64;
    fn affine384(self, factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]);
}

/// A kernel with the formulas for vectors of 128 bits and the instructions of a feature, for a caller with
/// the proof that they exist. The file that uses this defines the vectors as `Vector`.
macro_rules! enter {
    ($Kernel:ident, $feature:literal) => {
        super::enter! { $Kernel, $feature:
            dot(a: &[Gf128], b: &[Gf128]) -> Gf128;
            products(a: &[Gf128], b: &[Gf128], out: &mut [Gf128]);
            combine<const I, const O, const N>(
                matrix: &[[Gf128; I]; O],
                input: &[&[Gf128; N]; I],
                output: &mut [[Gf128; N]; O]
            );
            dot64(a: &[Gf128], b: &[Gf128]) -> u64;
            affine384(factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]);
        }
    };
    ($Kernel:ident, $feature:literal:
        $($name:ident $(<$(const $parameter:ident),*>)? ($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*
    ) => {
        impl super::Multiply for $Kernel {$(
            fn $name $(<$(const $parameter: usize),*>)? (self, $($argument: $type),*) $(-> $result)? {
                #[target_feature(enable = $feature)]
                fn inner $(<$(const $parameter: usize),*>)? ($($argument: $type),*) $(-> $result)? {
                    crate::binary::formulas::$name::<Vector $($(, $parameter)*)?>($($argument),*)
                }
                // SAFETY: the value proves that the CPU has the instructions.
                unsafe { inner($($argument),*) }
            }
        )*}
    };
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use enter;

heliast_cpu::kernels! {
    /// Products in binary fields on one kernel, chosen at run time. The value proves that the CPU has the
    /// kernel's instructions.
    pub struct Binary, dispatched by dispatch;

    /// Safe Rust, for every machine: the oracle of the others. It is constant-time if the CPU's
    /// multiplication of 64-bit integers is.
    portable: Portable = "portable";
    /// Carry-less multiplication by an instruction: PCLMULQDQ on x86-64.
    pclmul: Pclmul = "pclmul", on "x86_64";
    /// Carry-less multiplication on vectors of 512 bits: VPCLMULQDQ and AVX-512 on x86-64.
    vpclmul: Vpclmul = "vpclmul", on "x86_64";
    /// Carry-less multiplication by an instruction: PMULL on aarch64.
    pmull: Pmull = "pmull", on "aarch64";
}

impl Binary {
    /// a·b.
    pub fn multiply(&self, a: Gf128, b: Gf128) -> Gf128 {
        self.dot(&[a], &[b])
    }

    /// Σ a_i·b_i.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn dot(&self, a: &[Gf128], b: &[Gf128]) -> Gf128 {
        assert_eq!(a.len(), b.len(), "pairs");
        dispatch!(self, kernel => kernel.dot(a, b))
    }

    /// out_i = a_i·b_i.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn products(&self, a: &[Gf128], b: &[Gf128], out: &mut [Gf128]) {
        assert!(a.len() == b.len() && a.len() == out.len(), "triples");
        dispatch!(self, kernel => kernel.products(a, b, out));
    }

    /// Row o of the result is Σ_i `matrix`\[o\]\[i\]·row i of `input`.
    pub fn combine<const I: usize, const O: usize, const N: usize>(
        &self,
        matrix: &[[Gf128; I]; O],
        input: &[&[Gf128; N]; I],
    ) -> [[Gf128; N]; O] {
        let mut output = [[Gf128::ZERO; N]; O];
        dispatch!(self, kernel => kernel.combine(matrix, input, &mut output));
        output
    }

    /// out_i = base^i.
    pub fn powers(&self, base: Gf128, out: &mut [Gf128]) {
        // Only the first powers wait for each other.
        const FIRST: usize = 16;
        let mut power = Gf128::ONE;
        for out in out.iter_mut().take(FIRST) {
            *out = power;
            power = self.multiply(power, base);
        }
        let steps = [power; FIRST];
        for from in (FIRST..out.len()).step_by(FIRST) {
            let (known, next) = out.split_at_mut(from);
            let count = next.len().min(FIRST);
            self.products(&known[from - FIRST..][..count], &steps[..count], &mut next[..count]);
        }
    }

    /// Σ a_i·b_i in GF(2^64). Every `Gf128` has two of its elements; the lower half is the first.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn dot64(&self, a: &[Gf128], b: &[Gf128]) -> u64 {
        assert_eq!(a.len(), b.len(), "pairs");
        dispatch!(self, kernel => kernel.dot64(a, b))
    }

    /// a·b in GF(2^64).
    pub fn multiply64(&self, a: u64, b: u64) -> u64 {
        self.dot64(&[Gf128(a.into())], &[Gf128(b.into())])
    }

    /// Computes in GF(2^384) `factor`·x_0 + (x_1, x_2, x_3) for every input x, where x_0 has 128 bits.
    /// Elements are three words, the lowest first, or their little-endian bytes.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn affine384(&self, factor: &[u128; 3], inputs: &[[u128; 4]], outputs: &mut [[u8; 48]]) {
        assert_eq!(inputs.len(), outputs.len(), "pairs");
        dispatch!(self, kernel => kernel.affine384(factor, inputs, outputs));
    }
}
