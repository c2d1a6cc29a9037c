//! Tables of odd powers, which separate powers and interleaving keep for each base.

use crate::{Counts, Group};
use alloc::vec::Vec;

/// The number of odd powers below 2^w.
pub(crate) fn per_base(w: usize) -> usize {
    1 << (w - 1)
}

/// base, base³, base⁵, ..., base^(2^w − 1) of every base, in one row.
///
/// Cost for n bases: n squarings (none for w = 1) and n·(2^(w−1) − 1) products.
pub(crate) fn table<G: Group>(group: &G, bases: &[&G::Elem], w: usize) -> Vec<G::Elem> {
    let mut entries: Vec<G::Elem> = Vec::with_capacity(bases.len() * per_base(w));
    for &base in bases {
        entries.push(base.clone());
        if w > 1 {
            let mut square = base.clone();
            group.square_n(&mut square, 1);
            for _ in 1..per_base(w) {
                entries.push(group.mul(&entries[entries.len() - 1], &square));
            }
        }
    }
    entries
}

/// The cost of [`table`].
pub(crate) fn counts(bases: usize, w: usize) -> Counts {
    let (n, entries) = (bases as u64, per_base(w) as u64);
    Counts { squarings: if w > 1 { n } else { 0 }, products: n.saturating_mul(entries - 1) }
}

/// The index of the odd power `digit` of base number `base`.
pub(crate) fn index(base: usize, digit: usize, w: usize) -> usize {
    base * per_base(w) + digit / 2
}
