//! The vectors in use, and numbers in their rows.

use super::LANES;
#[cfg(target_arch = "x86_64")]
use super::vector::{AvxIfma, Fma, Ifma};
use super::vector::{Operation, Portable, Row, Vector};
use crate::{backend::Backend, int::Natural, radix52};
use alloc::{vec, vec::Vec};
use core::array::from_fn;

heliast_cpu::kernels! {
    /// The vectors in use.
    pub(super) struct Engine, dispatched by with_vector;

    /// Plain Rust, for every machine.
    portable: Portable = "portable";
    /// Four lanes in a register.
    fma: Fma = "fma", on "x86_64";
    /// Four lanes in a register, with products of integers.
    avx_ifma: AvxIfma = "avx-ifma", on "x86_64";
    /// Eight lanes in a register.
    ifma: Ifma = "ifma", on "x86_64";
}

impl Engine {
    pub(super) fn on(backend: Backend) -> Option<Engine> {
        match backend {
            Backend::Portable => Some(Engine::portable()),
            Backend::Adx | Backend::Umulh => None,
            Backend::Fma => Engine::fma(),
            Backend::AvxIfma => Engine::avx_ifma(),
            Backend::Ifma => Engine::ifma(),
        }
    }

    /// AVX-IFMA for tests on a CPU without it, thousands of times slower.
    #[cfg(test)]
    pub(super) fn emulated() -> Option<Engine> {
        #[cfg(target_arch = "x86_64")]
        return AvxIfma::emulated().map(|kernel| Engine(Kernel::AvxIfma(kernel)));
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    pub(super) fn backend(self) -> Backend {
        fn backend<V: Vector>(_: V) -> Backend {
            V::BACKEND
        }
        with_vector!(self, v => backend(v))
    }

    /// Whether these vectors have registers for blocks of more than four columns.
    pub(super) fn is_wide(self) -> bool {
        fn is_wide<V: Vector>(_: V) -> bool {
            V::WIDE
        }
        with_vector!(self, v => is_wide(v))
    }

    pub(super) fn run(self, operation: &mut impl Operation) {
        with_vector!(self, v => v.enter(operation));
    }

    /// Eight numbers below 2^(52·length) as rows.
    pub(super) fn rows(self, values: [&Natural; LANES], length: usize) -> Vec<Row> {
        let mut rows = vec![Row::default(); length];
        for (lane, value) in values.into_iter().enumerate() {
            for (row, limb) in rows.iter_mut().zip(radix52::split(value)) {
                row.0[lane] = limb;
            }
        }
        rows.iter_mut().for_each(|row| row.0 = row.0.map(|limb| self.encode(limb)));
        rows
    }

    /// The numbers in the rows.
    pub(super) fn naturals(self, rows: &[Row]) -> [Natural; LANES] {
        from_fn(|lane| radix52::join(rows.iter().map(|row| self.decode(row.0[lane]))))
    }

    pub(super) fn encode(self, limb: u64) -> u64 {
        fn encode<V: Vector>(_: V, limb: u64) -> u64 {
            V::encode(limb)
        }
        with_vector!(self, v => encode(v, limb))
    }

    pub(super) fn decode(self, word: u64) -> u64 {
        fn decode<V: Vector>(_: V, word: u64) -> u64 {
            V::decode(word)
        }
        with_vector!(self, v => decode(v, word))
    }
}
