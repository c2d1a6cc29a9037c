//! Buckets (Hoffmann, Hubáček, Ivanova; thesis, Figure 2.2): in every round each statement falls into a
//! random one of 2^k buckets, and the product of the buckets to the power of their exponents is a row.
//!
//! Naive: the products of the buckets, 2^k powers of k bits, and their product. Best: a row is ∏
//! x_i^(exponent of i's bucket), so statements go directly into the bucket of their exponent, and running
//! products weight the buckets. This is a window of Pippenger's method.

use super::{
    exponents::{power, power_cost},
    reduction::{Method, Weights},
    seed::{Purpose, Seed},
    strings::Strings,
};
use alloc::{vec, vec::Vec};
use heliast_arith::Natural;
use heliast_group::{Counts, Digits, Encoded, Group};

/// ρ·(2m + (3k + 2)·2^k).
pub(super) fn thesis_cost(m: f64, bits: u8, rounds: u16) -> f64 {
    let buckets = (1u64 << bits) as f64;
    f64::from(rounds) * (2.0 * m + (3.0 * f64::from(bits) + 2.0) * buckets)
}

/// The exponents of the buckets of every round.
pub(super) fn exponents(
    seed: &Seed,
    stage: usize,
    (bits, rounds, weights): (u8, u16, Weights),
) -> Vec<Vec<u32>> {
    let bits = usize::from(bits);
    let rounds = 0..usize::from(rounds);
    match weights {
        Weights::Ascending => rounds.map(|_| (0..1 << bits).collect()).collect(),
        Weights::Random => {
            let strings = seed.strings(stage, Purpose::Bucket, bits * rounds.len(), 0..1 << bits);
            rounds.map(|round| strings.digits(round * bits, bits)).collect()
        }
    }
}

pub(super) fn naive<G: Group>(
    group: &G,
    side: Encoded<'_>,
    strings: &Strings,
    bits: u8,
    exponents: &[Vec<u32>],
) -> Vec<G::Elem> {
    let row = |(round, exponents): (usize, &Vec<u32>)| {
        let mut buckets: Vec<Option<G::Elem>> = vec![None; exponents.len()];
        let chosen = strings.digits(round * usize::from(bits), bits.into());
        for (index, bucket) in chosen.into_iter().enumerate() {
            let element = side.element(group, index);
            let bucket = &mut buckets[bucket as usize];
            *bucket = Some(match bucket.take() {
                Some(product) => group.mul(&product, &element),
                None => element,
            });
        }
        let filled =
            buckets.iter().zip(exponents).filter_map(|(bucket, exponent)| Some((bucket.as_ref()?, exponent)));
        let powers = filled.filter(|(_, exponent)| **exponent > 0);
        let powers =
            powers.map(|(bucket, exponent)| power(group, bucket, &Natural::from(u64::from(*exponent))));
        powers.reduce(|product, power| group.mul(&product, &power)).unwrap_or_else(|| group.identity())
    };
    exponents.iter().enumerate().map(row).collect()
}

/// The operations of one side.
pub(super) fn cost(strings: &Strings, bits: u8, exponents: &[Vec<u32>], method: Method) -> Counts {
    let row = |(round, exponents): (usize, &Vec<u32>)| {
        let chosen = strings.digits(round * usize::from(bits), bits.into());
        match method {
            Method::Best => {
                let digits: Vec<u32> = chosen.iter().map(|bucket| exponents[*bucket as usize]).collect();
                Digits::Weighted.cost(&digits, bits.into())
            }
            Method::Naive => {
                let mut filled = vec![false; exponents.len()];
                chosen.iter().for_each(|bucket| filled[*bucket as usize] = true);
                let powers =
                    exponents.iter().zip(&filled).filter(|(exponent, filled)| **filled && **exponent > 0);
                let powers = powers.map(|(exponent, _)| power_cost(&Natural::from(u64::from(*exponent))));
                let powers = powers.fold(Counts::default(), |sum, cost| sum + cost);
                let gathered = chosen.len() - filled.iter().filter(|filled| **filled).count();
                Counts { products: gathered as u64 + powers.products.saturating_sub(1), ..powers }
            }
        }
    };
    exponents.iter().enumerate().map(row).fold(Counts::default(), |sum, cost| sum + cost)
}
