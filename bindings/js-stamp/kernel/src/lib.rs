//! The work that JavaScript leaves to WebAssembly, as three modules of which each has one kernel.
//! `avrf` is for verifiers and says itself what it does. The others are chains of squarings modulo N:
//! `fmi` needs WebAssembly's relaxed SIMD, with a multiplication and an addition that are rounded
//! once; `dot` needs SIMD128 only, as `avrf` does.
//!
//! A number is Σ x_i 2^(r·i) with L balanced digits, |x_i| just above 2^(r−1) at most, and any
//! member of its residue class that they can hold. One squaring is a product of 2L digits, T, and a
//! **fold**: with F = L − 1
//!
//! ```text
//! x' = Σ_(i<F) T_i 2^(r·i) + Σ_(i<=L) T_(F+i) · (2^(r(F+i)) mod N)
//! ```
//!
//! whose L + 1 rows, balanced residues, are a table that JavaScript writes. So there is no quotient
//! and no carry before the end of a column: |x'| < 2^(r·F) + (L + 1)·2^(r−2)·N, which L leaves room
//! for (`src/kernels.ts`).
//!
//! JavaScript writes digits to `operand()` and rows to `table()`, calls `square(L, n)`, and reads
//! the digits. Each instance serves one modulus: what is behind the digits has to be zero, and is
//! so in a fresh memory.

#![no_std]
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "each unsafe function is a chain of loads and stores, for which its own section on safety speaks"
)]

#[cfg(feature = "avrf")]
mod avrf;
#[cfg(feature = "dot")]
mod dot;
#[cfg(feature = "fmi")]
mod fmi;
mod memory;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
