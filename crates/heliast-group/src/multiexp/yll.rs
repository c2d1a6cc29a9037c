//! The simultaneous sliding window method of Yen, Laih and Lenstra (YLL).
//!
//! ∏ x_i^e_i with one chain of squarings and windows of w columns that begin and end where some exponent has
//! a 1.
//! 1. Table: ∏ x_i^E_i for all (E_1, ..., E_n) in {0, ..., 2^w − 1}^n with at least one odd part. Entries
//!    with parts 0 and 1 are products of bases. Any other is an entry with the same parities, of which one
//!    part is smaller by 2, times that base's square.
//! 2. From the most significant column on, a column of zeros is skipped. Otherwise a window of w columns is
//!    taken (fewer at the end), and its lower columns of zeros are cut off.
//! 3. The chain of [`chain::evaluate`] over the windows.
//!
//! Table: 2^(nw) − 2^(n(w−1)) − n entries in addition to the bases, by one product each, and n squarings of
//! bases if w > 1. Evaluation: about b − w squarings, and at most b − 1. About b/(w + 1/(2^n − 1)) products
//! for uniform exponents, and at most ⌈b/w⌉ − 1. The exact mean is
//! [`Strategy::expected`](super::Strategy::expected).
//!
//! Differences to the paper: in Algorithm 3, line 7, max(j − w, 1) would leave out columns 0 and 1; it is
//! max(j − w, −1). Line 5 squares a in place of A, and line 16, the product, belongs after the loop of line
//! 13, not into it. Section 3.3 leaves out the n squarings for the table; Table 1 prints the evaluation as
//! k·(1/(w + 1/2^(n−1)) − 1) − 1, which is negative and has n − 1 in an exponent, where 2^n − 1 is meant; the
//! right value is k·(1 + 1/(w + 1/(2^n − 1))) − 1. The saving of the table, "25 % of the precomputations", is
//! 2^(−n) of them, which is 25 % only for two bases.
//!
//! Source: Attias, Vigneri, Dimitrov, section 3.3; Yen, Laih, Lenstra, *Multi-exponentiation*, IEE Proc. 141
//! (1994); Möller, section 2.

use super::{
    chain::{self, Term},
    digits::{Columns, Digit, count},
    expected::{self, Mean},
};
use crate::{Counts, Group};
use alloc::vec::Vec;
use heliast_arith::Natural;

pub(crate) fn table_len(bases: usize, w: usize) -> usize {
    (1 << (bases * w)) - (1 << (bases * (w - 1)))
}

/// The index of a digit in ascending order, without the digits whose lowest column is zero.
fn index(digit: usize, bases: usize) -> usize {
    let (high, low) = (digit >> bases, digit & ((1 << bases) - 1));
    high * ((1 << bases) - 1) + low - 1
}

pub(crate) fn table<G: Group>(group: &G, bases: &[&G::Elem], w: usize) -> Vec<G::Elem> {
    let n = bases.len();
    let mut entries: Vec<G::Elem> = Vec::with_capacity(table_len(n, w));
    for low in 1usize..1 << n {
        let lowest = low.trailing_zeros() as usize;
        entries.push(match low & (low - 1) {
            0 => bases[lowest].clone(),
            without => group.mul(&entries[index(without, n)], bases[lowest]),
        });
    }
    if w == 1 {
        return entries;
    }
    let squares: Vec<G::Elem> = bases
        .iter()
        .map(|&base| {
            let mut square = base.clone();
            group.square_n(&mut square, 1);
            square
        })
        .collect();
    for high in 1usize..1 << (n * (w - 1)) {
        let base = high.trailing_zeros() as usize % n;
        for low in 1usize..1 << n {
            let smaller = index(one_less(high, n) << n | low, n);
            entries.push(group.mul(&entries[smaller], &squares[base]));
        }
    }
    entries
}

/// The digit with 1 less in the part that has its lowest 1: that bit becomes 0, and the lower bits of the
/// same part become 1.
fn one_less(digit: usize, rows: usize) -> usize {
    let lowest = digit.trailing_zeros() as usize;
    let below = (lowest % rows..lowest).step_by(rows).fold(0, |bits, bit| bits | 1 << bit);
    (digit & (digit - 1)) | below
}

pub(crate) fn precomputation(bases: usize, w: usize) -> Counts {
    let squarings = if w > 1 { bases as u64 } else { 0 };
    Counts { squarings, products: (table_len(bases, w) - bases) as u64 }
}

pub(crate) fn evaluate<G: Group>(
    group: &G,
    entries: &[G::Elem],
    exponents: &[&Natural],
    w: usize,
) -> Option<G::Elem> {
    let term = |Digit { position, value }: Digit| Term { position, entry: index(value, exponents.len()) };
    chain::evaluate(group, entries, Columns::joint(exponents).sliding(w).map(term))
}

pub(crate) fn evaluation(exponents: &[&Natural], w: usize) -> Counts {
    count(Columns::joint(exponents).sliding(w)).counts()
}

pub(crate) fn average(bases: usize, bits: usize, w: usize) -> Mean {
    Mean {
        squarings: expected::first_sliding(bits, w, bases, 1),
        products: expected::sliding(bits, w, bases) - (1.0 - expected::zero(bits.saturating_mul(bases))),
    }
}

pub(crate) fn worst(bits: usize, w: usize) -> Counts {
    Counts { squarings: bits.saturating_sub(1) as u64, products: bits.div_ceil(w).saturating_sub(1) as u64 }
}
