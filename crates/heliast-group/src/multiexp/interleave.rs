//! Basic interleaving: a table and windows for each base, one chain of squarings for all.
//!
//! 1. Table: the odd powers of each x_i below 2^w.
//! 2. Each e_i is cut by itself into windows of at most w bits that begin and end in a 1, from the most
//!    significant bit on.
//! 3. The chain of [`chain::evaluate`] over all bases' windows, ordered by position.
//!
//! Table: n·2^(w−1) entries, by n squarings (none for w = 1) and n·(2^(w−1) − 1) products. Evaluation: about
//! b − w squarings, and at most b − 1. About n·b/(w + 1) products for uniform exponents, and at most n·⌈b/w⌉
//! − 1. With exponents of different lengths, each has the cost of its own length.
//!
//! Differences to the paper: section 3.4 has all powers with E_i in [0, 2^w − 1] in the table. Table 1 has,
//! correctly, the n·2^(w−1) odd ones, but counts no squarings in the evaluation.
//!
//! Source: Möller, section 3; Attias, Vigneri, Dimitrov, section 3.4.

use super::{
    chain::{self, Counter, Term},
    digits::{Columns, Digit, count},
    expected::{self, Mean},
    odd_powers,
};
use crate::{Counts, Group};
use alloc::{vec, vec::Vec};
use heliast_arith::Natural;

pub(crate) fn evaluate<G: Group>(
    group: &G,
    entries: &[G::Elem],
    exponents: &[&Natural],
    w: usize,
) -> Option<G::Elem> {
    chain::evaluate(group, entries, Merged::new(exponents, w))
}

/// All windows of all bases by descending position: a list for each position, whose links are in one vector.
/// The cost is linear in the number of bits and windows, for any number of bases.
struct Merged {
    heads: Vec<Option<usize>>,
    links: Vec<(usize, Option<usize>)>,
    position: usize,
}

impl Merged {
    fn new(exponents: &[&Natural], w: usize) -> Merged {
        let position = exponents.iter().map(|exponent| exponent.bits()).max().unwrap_or(0);
        let windows: usize = exponents.iter().map(|exponent| exponent.bits() / w + 1).sum();
        let mut merged = Merged { heads: vec![None; position], links: Vec::with_capacity(windows), position };
        for (base, exponent) in exponents.iter().enumerate() {
            for Digit { position, value } in Columns::single(exponent).sliding(w) {
                let head = &mut merged.heads[position];
                let next = head.replace(merged.links.len());
                merged.links.push((odd_powers::index(base, value, w), next));
            }
        }
        merged
    }
}

impl Iterator for Merged {
    type Item = Term;

    fn next(&mut self) -> Option<Term> {
        loop {
            if let Some(head) = self.heads.get_mut(self.position)
                && let Some(link) = *head
            {
                let (entry, next) = self.links[link];
                *head = next;
                return Some(Term { position: self.position, entry });
            }
            self.position = self.position.checked_sub(1)?;
        }
    }
}

pub(crate) fn evaluation(exponents: &[&Natural], w: usize) -> Counts {
    let each = exponents.iter().map(|exponent| count(Columns::single(exponent).sliding(w)));
    each.fold(Counter::default(), Counter::shared).counts()
}

pub(crate) fn average(bases: usize, bits: usize, w: usize) -> Mean {
    let any = 1.0 - expected::zero(bits.saturating_mul(bases));
    Mean {
        squarings: expected::first_sliding(bits, w, 1, bases),
        products: bases as f64 * expected::sliding(bits, w, 1) - any,
    }
}

pub(crate) fn worst(bases: usize, bits: usize, w: usize) -> Counts {
    let windows = (bases as u64).saturating_mul(bits.div_ceil(w) as u64);
    Counts { squarings: bits.saturating_sub(1) as u64, products: windows.saturating_sub(1) }
}
