//! Products of powers with shared squarings.

use crate::Group;
use alloc::vec::Vec;
use arith::Natural;

/// ∏ base_i^exponent_i, by basic interleaving: one chain of squarings serves all bases, each with a table of its first
/// 2^w − 1 powers and digits of w bits, w chosen by the longest exponent. Variable time.
///
/// Cost for k bases and b-bit exponents: b − w squarings and k·(2^w − 2 + b/w) products, about: two bases and 256 bits take
/// 252 squarings and 156 products. Source: Möller, *Algorithms for multi-exponentiation*, section 3.
pub fn multiexp<G: Group>(group: &G, powers: &[(&G::Elem, &Natural)]) -> G::Elem {
    let window = window(powers.iter().map(|(_, e)| e.bits()).max().unwrap_or(0));
    let tables: Vec<Vec<G::Elem>> = powers.iter().map(|(base, _)| table(group, base, window)).collect();
    let digits = powers.iter().map(|(_, e)| e.bits().div_ceil(window)).max().unwrap_or(0);
    let mut acc: Option<G::Elem> = None;
    for position in (0..digits).rev() {
        if let Some(acc) = &mut acc {
            group.square_n(acc, window as u64);
        }
        for ((_, exponent), table) in powers.iter().zip(&tables) {
            let digit = (0..window).fold(0, |d, b| d | usize::from(exponent.bit(position * window + b)) << b);
            if let Some(power) = digit.checked_sub(1).map(|i| &table[i]) {
                match &mut acc {
                    Some(acc) => group.mul_assign(acc, power),
                    None => acc = Some(power.clone()),
                }
            }
        }
    }
    acc.unwrap_or_else(|| group.identity())
}

/// The window with the fewest products, 2^w − 2 + bits/w.
fn window(bits: usize) -> usize {
    (1..=8).min_by_key(|w| (1 << w) + bits.div_ceil(*w)).unwrap_or(1)
}

/// base^1 ... base^(2^window − 1).
fn table<G: Group>(group: &G, base: &G::Elem, window: usize) -> Vec<G::Elem> {
    let mut powers = Vec::with_capacity((1 << window) - 1);
    powers.push(base.clone());
    for i in 1..(1 << window) - 1 {
        powers.push(group.mul(&powers[i - 1], base));
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counting, RsaGroup};

    fn slow_pow<G: Group>(group: &G, base: &G::Elem, exponent: u64) -> G::Elem {
        (0..exponent).fold(group.identity(), |acc, _| group.mul(&acc, base))
    }

    #[test]
    fn small_exponents_agree_with_repeated_products() {
        let group = RsaGroup::toy(&Natural::from(3 * 11 * 23u64));
        let (a, b) = (group.hash("test", b"a"), group.hash("test", b"b"));
        for i in 0..40 {
            for j in 0..40 {
                let expected = group.mul(&slow_pow(&group, &a, i), &slow_pow(&group, &b, j));
                let found = multiexp(&group, &[(&a, &Natural::from(i)), (&b, &Natural::from(j))]);
                assert!(group.equal(&expected, &found), "a^{i} b^{j}");
            }
        }
    }

    #[test]
    fn no_bases_give_the_identity() {
        let group = RsaGroup::toy(&Natural::from(15u64));
        assert!(group.equal(&multiexp(&group, &[]), &group.identity()));
    }

    #[test]
    fn powers_of_powers_multiply() {
        let group = RsaGroup::rsa_2048();
        let base = group.hash("test", b"base");
        let e = Natural::from_be_bytes(&[0xf7; 32]);
        let f = Natural::from_be_bytes(&[0x3b; 31]);
        let twice = multiexp(&group, &[(&multiexp(&group, &[(&base, &e)]), &f)]);
        assert!(group.equal(&twice, &multiexp(&group, &[(&base, &e.mul(&f))])));
    }

    #[test]
    fn cost_at_256_bits() {
        let group = Counting::new(RsaGroup::toy(&Natural::from(15u64)));
        let (a, e) = (group.hash("test", b"a"), Natural::from_be_bytes(&[0xff; 32]));
        multiexp(&group, &[(&a, &e), (&a, &e)]);
        let counts = group.take();
        assert_eq!((counts.squarings, counts.products), (252, 2 * (14 + 64) - 1));
    }
}
