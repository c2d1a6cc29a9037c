//! The simultaneous 2^w-ary method; for w = 1, Shamir's trick.
//!
//! ∏ x_i^e_i with one chain of squarings, w columns of the exponents at a time.
//! 1. Table: ∏ x_i^E_i for all (E_1, ..., E_n) in {0, ..., 2^w − 1}^n except zero. An entry whose parts are
//!    all even is the square of an earlier one; any other is an earlier one times a base.
//! 2. The exponents are cut at multiples of w into windows; those that are zero are skipped.
//! 3. The chain of [`chain::evaluate`] over the windows.
//!
//! Table: 2^(nw) − 1 − n entries in addition to the bases, by 2^(n(w−1)) − 1 squarings and 2^(nw) −
//! 2^(n(w−1)) − n products. Evaluation with m = ⌈b/w⌉ windows: at most (m − 1)·w squarings and m −
//! 1 products; for uniform exponents, about (1 − 2^(−nw))·m − 1 products.
//!
//! Differences to the paper: section 3.2 subtracts k instead of n from the table's products,
//! lets the E range over k parts, and its evaluation k·(1 − 2^((k−1)/w))/w is negative (Table 1 has the right
//! (1 − 2^(−nw))·k/w); line 5 of Algorithm 2 multiplies only where *every* exponent's digit differs from
//! zero, which loses factors (one of them suffices), and line 6 replaces A instead of multiplying it. Table 1
//! does not mention that the first product is a copy.
//!
//! Source: Attias, Vigneri, Dimitrov, section 3.2; Möller, *Algorithms for Multi-Exponentiation*, SAC 2001,
//! section 2.

use super::{
    chain::{self, Term},
    digits::{Columns, Digit, count},
    expected::{self, Mean},
};
use crate::{Counts, Group};
use alloc::vec::Vec;
use heliast_arith::Natural;

/// Digits 1 to 2^(nw) − 1; digit d is at d − 1.
pub(crate) fn table_len(bases: usize, w: usize) -> usize {
    (1 << (bases * w)) - 1
}

pub(crate) fn table<G: Group>(group: &G, bases: &[&G::Elem], w: usize) -> Vec<G::Elem> {
    let n = bases.len();
    let mut entries: Vec<G::Elem> = Vec::with_capacity(table_len(n, w));
    for digit in 1..=table_len(n, w) {
        let lowest = digit.trailing_zeros() as usize;
        let without = digit & (digit - 1);
        entries.push(match without {
            // No part is odd.
            _ if lowest >= n => {
                let mut square = entries[(digit >> n) - 1].clone();
                group.square_n(&mut square, 1);
                square
            }
            0 => bases[lowest].clone(),
            _ => group.mul(&entries[without - 1], bases[lowest]),
        });
    }
    entries
}

pub(crate) fn precomputation(bases: usize, w: usize) -> Counts {
    let even = 1u64 << (bases * (w - 1));
    Counts { squarings: even - 1, products: (1u64 << (bases * w)) - even - bases as u64 }
}

pub(crate) fn evaluate<G: Group>(
    group: &G,
    entries: &[G::Elem],
    exponents: &[&Natural],
    w: usize,
) -> Option<G::Elem> {
    let term = |Digit { position, value }: Digit| Term { position, entry: value - 1 };
    chain::evaluate(group, entries, Columns::joint(exponents).fixed(w).map(term))
}

pub(crate) fn evaluation(exponents: &[&Natural], w: usize) -> Counts {
    count(Columns::joint(exponents).fixed(w)).counts()
}

pub(crate) fn average(bases: usize, bits: usize, w: usize) -> Mean {
    let (windows, first) = expected::fixed(bits, w, bases);
    Mean { squarings: first, products: windows - (1.0 - expected::zero(bits.saturating_mul(bases))) }
}

pub(crate) fn worst(bits: usize, w: usize) -> Counts {
    let others = bits.div_ceil(w).saturating_sub(1);
    Counts { squarings: (others * w) as u64, products: others as u64 }
}
