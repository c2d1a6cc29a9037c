//! Eight products of powers at once, in the lanes of vectors.

use super::{RsaGroup, thresholds::Thresholds};
use crate::multiexp;
use alloc::vec::Vec;
use core::array::from_fn;
use heliast_arith::{Backend, LANES, Lanes, Natural, Packed, Residue, Ring};

/// One product of powers.
type Problem<'a> = &'a [(&'a Residue, &'a Natural)];

/// Below this length of the modulus, lanes are not faster.
const MIN_BITS: usize = 512;

/// The lanes that are faster for a group than its ring: those of the ring's backend, or the fastest of this
/// CPU if that backend has none. For a ring in doubles, they are those of AVX-IFMA if the CPU has it. With
/// the portable backend this is `None`: a caller that requests it gets no other code.
pub(super) fn lanes(ring: &Ring) -> Option<Lanes> {
    let (backend, modulus) = (ring.backend(), ring.modulus());
    if backend == Backend::Portable || modulus.bits() < MIN_BITS {
        return None;
    }
    let on = |backend| Lanes::on(backend, &from_fn(|_| modulus.clone())).ok();
    let integers = if backend == Backend::Fma { on(Backend::AvxIfma) } else { None };
    let own = integers.or_else(|| on(backend)).or_else(|| Lanes::shared(modulus).ok());
    own.filter(|lanes| lanes.backend() != Backend::Portable)
}

/// ∏ base^exponent for each problem: eight at a time in lanes, and a rest that is too small one after
/// another.
pub(super) fn multiexp_many(group: &RsaGroup, lanes: &Lanes, problems: &[Problem]) -> Vec<Residue> {
    let least = Thresholds::of(lanes.backend()).problems;
    let mut answers = Vec::with_capacity(problems.len());
    for chunk in problems.chunks(LANES) {
        if chunk.len() < least {
            answers.extend(chunk.iter().map(|powers| multiexp(group, powers)));
        } else {
            answers.extend(eight(group, lanes, chunk));
        }
    }
    answers
}

/// At most eight problems, by interleaving with fixed windows: every base has a table of its first 2^w
/// powers, in which each lane looks up its own digit. Lanes with fewer bases or shorter exponents multiply by
/// 1.
///
/// Cost for k bases and b bits, for all eight: b − w + k·(2^(w−1) − 1) squarings and k·(2^(w−1) − 1 + b/w) −
/// 1 products, which is 266 and 141 for two bases and 256 bits. Source: Möller, *Algorithms for
/// multi-exponentiation*, section 3.
fn eight(group: &RsaGroup, lanes: &Lanes, problems: &[Problem]) -> Vec<Residue> {
    let exponents = || problems.iter().flat_map(|powers| powers.iter().map(|(_, exponent)| *exponent));
    let bits = exponents().map(Natural::bits).max().unwrap_or(0);
    let bases = problems.iter().map(|powers| powers.len()).max().unwrap_or(0);
    let window = window(bits);
    let tables: Vec<Vec<Packed>> =
        (0..bases).map(|index| table(group, lanes, problems, index, window)).collect();
    let mut product: Option<Packed> = None;
    for position in (0..bits.div_ceil(window)).rev() {
        if let Some(product) = &mut product {
            lanes.square_n(product, window as u64);
        }
        for (index, table) in tables.iter().enumerate() {
            let digits: [usize; LANES] = from_fn(|lane| {
                let power = problems.get(lane).and_then(|powers| powers.get(index));
                power.map_or(0, |(_, exponent)| digit(exponent, position, window))
            });
            if digits == [0; LANES] {
                continue;
            }
            let factor = lanes.gather(table, digits);
            match &mut product {
                Some(product) => lanes.mul_assign(product, &factor),
                None => product = Some(factor),
            }
        }
    }
    let values = lanes.unpack(&product.unwrap_or_else(|| lanes.one()));
    values.iter().take(problems.len()).map(|value| group.ring().residue(value)).collect()
}

/// Powers 0 to 2^window − 1 of base `index` of every problem; 1 if a problem has no such base.
fn table(group: &RsaGroup, lanes: &Lanes, problems: &[Problem], index: usize, window: usize) -> Vec<Packed> {
    let bases: [Natural; LANES] = from_fn(|lane| {
        let power = problems.get(lane).and_then(|powers| powers.get(index));
        power.map_or_else(Natural::one, |(base, _)| group.ring().natural(base))
    });
    let base = lanes.pack(bases.each_ref());
    let mut powers = Vec::with_capacity(1 << window);
    powers.extend([lanes.one(), base.clone()]);
    for exponent in 2..1 << window {
        let mut power = powers[if exponent % 2 == 0 { exponent / 2 } else { exponent - 1 }].clone();
        if exponent % 2 == 0 {
            lanes.square_n(&mut power, 1);
        } else {
            lanes.mul_assign(&mut power, &base);
        }
        powers.push(power);
    }
    powers
}

/// The window with the fewest operations: 2^w − 2 for the table and b/w for the digits.
fn window(bits: usize) -> usize {
    (1..=8).min_by_key(|window| (1 << window) + bits.div_ceil(*window)).unwrap_or(1)
}

/// Digit `position` of `window` bits.
fn digit(exponent: &Natural, position: usize, window: usize) -> usize {
    (0..window).fold(0, |digit, bit| digit | usize::from(exponent.bit(position * window + bit)) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BulkGroup;
    use crate::Group;
    use proptest::prelude::*;

    /// The group modulo 2^bits − offset.
    fn group(bits: usize, offset: u64) -> RsaGroup {
        RsaGroup::unchecked(&Natural::one().shl(bits).sub(&Natural::from(offset)).unwrap())
    }

    /// The lanes of every backend that has some on this CPU.
    fn all_lanes(group: &RsaGroup) -> Vec<Lanes> {
        let moduli = from_fn(|_| group.modulus().clone());
        Backend::ALL.into_iter().filter_map(|backend| Lanes::on(backend, &moduli).ok()).collect()
    }

    fn assert_agree(group: &RsaGroup, problems: &[Vec<(Residue, Natural)>]) {
        let borrowed: Vec<Vec<(&Residue, &Natural)>> = problems
            .iter()
            .map(|powers| powers.iter().map(|(base, exponent)| (base, exponent)).collect())
            .collect();
        let borrowed: Vec<Problem> = borrowed.iter().map(Vec::as_slice).collect();
        let expected: Vec<Natural> =
            borrowed.iter().map(|powers| group.ring().natural(&multiexp(group, powers))).collect();
        let naturals = |answers: Vec<Residue>| -> Vec<Natural> {
            answers.iter().map(|answer| group.ring().natural(answer)).collect()
        };
        assert_eq!(naturals(group.multiexp_many(&borrowed)), expected);
        for lanes in all_lanes(group) {
            assert_eq!(naturals(multiexp_many(group, &lanes, &borrowed)), expected, "{}", lanes.backend());
            let by_eight: Vec<Residue> =
                borrowed.chunks(LANES).flat_map(|chunk| eight(group, &lanes, chunk)).collect();
            assert_eq!(naturals(by_eight), expected, "{}", lanes.backend());
        }
    }

    fn exponent() -> impl Strategy<Value = Natural> {
        prop_oneof![
            1 => Just(Natural::zero()),
            1 => Just(Natural::one()),
            2 => (0..300usize).prop_map(|bits| Natural::one().shl(bits)),
            2 => (1..300usize).prop_map(|bits| Natural::one().shl(bits).sub(&Natural::one()).unwrap()),
            4 => proptest::collection::vec(any::<u64>(), 0..5).prop_map(Natural::from_limbs),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Any number of problems, with any number of bases each, and exponents of any lengths, including 0.
        #[test]
        fn lanes_and_loop_agree(
            problems in proptest::collection::vec(
                proptest::collection::vec((any::<u64>(), exponent()), 0..4),
                0..20,
            )
        ) {
            let group = group(310, 9);
            let problems: Vec<Vec<(Residue, Natural)>> = problems
                .into_iter()
                .map(|powers| {
                    powers
                        .into_iter()
                        .map(|(seed, exponent)| (group.hash("test", &seed.to_be_bytes()), exponent))
                        .collect()
                })
                .collect();
            assert_agree(&group, &problems);
        }
    }

    #[test]
    fn a_list_with_a_rest_takes_both_ways() {
        let group = group(1024, 105);
        let exponent = |index: u64| Natural::from_limbs([index.wrapping_mul(0x9e37_79b9_7f4a_7c15); 4]);
        let problems: Vec<Vec<(Residue, Natural)>> = (0..11)
            .map(|index| alloc::vec![(group.hash("test", &[index]), exponent(index.into())); 2])
            .collect();
        assert_agree(&group, &problems);
    }

    /// A test on each backend then tests the lanes of each, except for FMA's on a CPU with AVX-IFMA.
    #[test]
    fn lanes_are_those_of_the_backend() {
        let long = group(1024, 105);
        for group in Backend::ALL.into_iter().filter_map(|backend| long.on(backend).ok()) {
            let found = lanes(group.ring()).map(|lanes| lanes.backend());
            let fastest = Some(Lanes::shared(group.modulus()).unwrap().backend());
            match group.ring().backend() {
                Backend::Portable => assert_eq!(found, None),
                Backend::Adx | Backend::Umulh => assert_eq!(found, fastest.filter(|_| Lanes::accelerated())),
                Backend::Fma => {
                    let moduli = from_fn(|_| group.modulus().clone());
                    let is_there = Lanes::on(Backend::AvxIfma, &moduli).is_ok();
                    assert_eq!(found, Some(if is_there { Backend::AvxIfma } else { Backend::Fma }));
                }
                backend => assert_eq!(found, Some(backend)),
            }
        }
        assert!(lanes(group(MIN_BITS - 1, 187).ring()).is_none());
    }

    /// Four bits at a time are best for a challenge: 2·7 + 252 squarings, 2·(7 + 64) − 1 products.
    #[test]
    fn the_window_of_a_challenge() {
        assert_eq!(window(256), 4);
        for bits in 1usize..600 {
            let cost = |window: usize| (1usize << window) - 2 + bits.div_ceil(window);
            assert!((1..=8).all(|other| cost(window(bits)) <= cost(other)), "{bits}");
        }
    }

    #[test]
    fn nothing_and_empty_products() {
        let group = group(256, 189);
        assert_agree(&group, &[]);
        assert_agree(&group, &alloc::vec![Vec::new(); 9]);
        let zero = alloc::vec![(group.hash("test", b"a"), Natural::zero())];
        assert_agree(&group, &alloc::vec![zero; 8]);
    }

    #[test]
    fn the_extreme_elements() {
        let group = RsaGroup::rsa_2048();
        let last = group.modulus().sub(&Natural::one()).unwrap();
        let values = [Natural::zero(), Natural::one(), last.clone(), last.shr(1)];
        let exponents = [Natural::from(3u64), Natural::from(0xffff_ffffu64)];
        let problems: Vec<Vec<(Residue, Natural)>> = (0..8)
            .map(|index| {
                let base = group.ring().residue(&values[index % 4]);
                let other = group.ring().residue(&values[(index / 2 + 1) % 4]);
                alloc::vec![(base, exponents[index % 2].clone()), (other, exponents[1].clone())]
            })
            .collect();
        assert_agree(&group, &problems);
    }
}
