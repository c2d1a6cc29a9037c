//! SEPARATE: each power by itself, and then their product.
//!
//! ∏ x_i^e_i without shared squarings. For each i:
//! 1. Table: the odd powers of x_i below 2^w.
//! 2. e_i is cut into windows of at most w bits that begin and end in a 1, from the most significant bit on.
//! 3. The chain of [`chain::evaluate`] over these windows.
//!
//! Then the powers are multiplied. w = 1 is square-and-multiply, the power(x, e) of the paper's equation (1);
//! w = 5 at 240 to 671 bits is the library function that the paper measured as SEPARATE (OpenSSL's
//! `BN_mod_exp`, with its window sizes).
//!
//! Cost for n bases and b-bit exponents, in addition to the table of [`odd_powers`]: about n·(b − w)
//! squarings and n·b/(w + 1) products; at most n·(b − 1) squarings and n·⌈b/w⌉ − 1 products. The paper's
//! Table 1 has k for everything, and section 3.1 has k for each power and n − 1 products. Square-and-multiply
//! takes k − 1 squarings and k/2 products on average for each power, so 3k for two.
//!
//! Source: Attias, Vigneri, Dimitrov, *Rethinking Modular Multi-Exponentiation in Real-World Applications*,
//! section 3.1; Menezes, van Oorschot, Vanstone, *Handbook of Applied Cryptography*, algorithm 14.85.

use super::{
    chain::{self, Term, join},
    digits::{Columns, Digit, count},
    expected::{self, Mean},
    odd_powers,
};
use crate::{Counts, Group};
use heliast_arith::Natural;

pub(crate) fn evaluate<G: Group>(
    group: &G,
    entries: &[G::Elem],
    exponents: &[&Natural],
    w: usize,
) -> Option<G::Elem> {
    let mut product = None;
    for (base, exponent) in exponents.iter().enumerate() {
        let columns = Columns::single(exponent);
        let term =
            |Digit { position, value }: Digit| Term { position, entry: odd_powers::index(base, value, w) };
        if let Some(power) = chain::evaluate(group, entries, columns.sliding(w).map(term)) {
            join(group, &mut product, power);
        }
    }
    product
}

pub(crate) fn evaluation(exponents: &[&Natural], w: usize) -> Counts {
    let mut powers = 0u64;
    let mut counts = Counts::default();
    for exponent in exponents {
        let power = count(Columns::single(exponent).sliding(w));
        powers += u64::from(power.any());
        counts = counts + power.counts();
    }
    counts.products += powers.saturating_sub(1);
    counts
}

pub(crate) fn average(bases: usize, bits: usize, w: usize) -> Mean {
    let n = bases as f64;
    let any = 1.0 - expected::zero(bits.saturating_mul(bases));
    Mean {
        squarings: n * expected::first_sliding(bits, w, 1, 1),
        products: n * expected::sliding(bits, w, 1) - any,
    }
}

pub(crate) fn worst(bases: usize, bits: usize, w: usize) -> Counts {
    let n = bases as u64;
    let windows = n.saturating_mul(bits.div_ceil(w) as u64);
    Counts {
        squarings: n.saturating_mul((bits as u64).saturating_sub(1)),
        products: windows.saturating_sub(1),
    }
}
