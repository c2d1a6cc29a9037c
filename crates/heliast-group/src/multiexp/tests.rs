//! Every strategy against repeated products, against the others, and against its predicted cost.

mod parts;

use super::*;
use crate::{Counting, Counts, RsaGroup};
use alloc::vec;
use proptest::prelude::{Just, ProptestConfig, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest};

fn slow_pow<G: Group>(group: &G, base: &G::Elem, exponent: u64) -> G::Elem {
    (0..exponent).fold(group.identity(), |acc, _| group.mul(&acc, base))
}

/// The units modulo 759, modulo ±1: small enough to enumerate, and large enough to detect mistakes.
fn toy() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from(3 * 11 * 23u64))
}

fn bases(group: &RsaGroup, count: usize) -> Vec<<RsaGroup as Group>::Elem> {
    (0..count).map(|i| group.hash("test", &i.to_be_bytes())).collect()
}

fn applicable(bases: usize) -> impl Iterator<Item = Strategy> {
    Strategy::all().filter(move |strategy| strategy.applies(bases).is_ok())
}

fn with<G: Group>(group: &G, strategy: Strategy, bases: &[G::Elem], exponents: &[Natural]) -> G::Elem {
    let powers: Vec<_> = bases.iter().zip(exponents).collect();
    multiexp_with(group, strategy, &powers).unwrap()
}

#[test]
fn small_exponents_agree_with_repeated_products() {
    let group = toy();
    let bases = bases(&group, 2);
    for i in 0..34 {
        for j in 0..34 {
            let expected = group.mul(&slow_pow(&group, &bases[0], i), &slow_pow(&group, &bases[1], j));
            let exponents = [Natural::from(i), Natural::from(j)];
            for strategy in applicable(2) {
                let found = with(&group, strategy, &bases, &exponents);
                assert!(group.equal(&expected, &found), "{strategy}: a^{i} b^{j}");
            }
            let found = multiexp(&group, &[(&bases[0], &exponents[0]), (&bases[1], &exponents[1])]);
            assert!(group.equal(&expected, &found), "a^{i} b^{j}");
        }
    }
}

#[test]
fn three_bases_agree_with_repeated_products() {
    let group = toy();
    let bases = bases(&group, 3);
    for code in 0..9 * 9 * 9 {
        let parts = [code % 9, code / 9 % 9, code / 81];
        let powers = bases.iter().zip(parts).map(|(base, e)| slow_pow(&group, base, e));
        let expected = powers.fold(group.identity(), |acc, power| group.mul(&acc, &power));
        for strategy in applicable(3) {
            let found = with(&group, strategy, &bases, &parts.map(Natural::from));
            assert!(group.equal(&expected, &found), "{strategy}: {parts:?}");
        }
    }
}

#[test]
fn nothing_gives_the_identity_for_nothing() {
    let group = Counting::new(toy());
    let base = group.hash("test", b"a");
    assert!(group.equal(&multiexp(&group, &[]), &group.identity()));
    assert!(group.equal(&multiexp(&group, &[(&base, &Natural::zero())]), &group.identity()));
    assert_eq!(group.take(), Counts::default());
    for strategy in Strategy::all() {
        let table = Table::new(&group, strategy, &[]).unwrap();
        assert!(group.equal(&table.multiexp(&[]).unwrap(), &group.identity()), "{strategy}");
        assert_eq!((table.len(), strategy.table_len(0)), (0, Ok(0)));
        assert_eq!((group.take(), strategy.cost(&[])), (Counts::default(), Ok(Cost::default())));
        assert_eq!(strategy.expected(0, 100), Ok(MeanCost::default()));
        assert_eq!(strategy.worst(0, 100), Ok(Cost::default()));
        let zero = multiexp_with(&group, strategy, &[(&base, &Natural::zero())]).unwrap();
        assert!(group.equal(&zero, &group.identity()), "{strategy}");
        group.take();
    }
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
fn misuse_is_named() {
    let group = toy();
    let elements = bases(&group, 13);
    let elements: Vec<_> = elements.iter().collect();
    let new = |strategy, count| Table::new(&group, strategy, &elements[..count]).map(|table| table.len());
    for (strategy, widest) in [
        (Strategy::Separate { w: 0 }, 8),
        (Strategy::Ary { w: 6 }, 5),
        (Strategy::Yll { w: usize::MAX }, 5),
        (Strategy::Interleaved { w: 9 }, 8),
        (Strategy::Pippenger { c: 17 }, 16),
    ] {
        assert_eq!(new(strategy, 1), Err(MultiexpError::Window { strategy, widest }));
        assert!(
            strategy.cost(&[]).is_err() && strategy.expected(1, 1).is_err() && strategy.worst(1, 1).is_err()
        );
    }
    let strategy = Strategy::Ary { w: 1 };
    assert_eq!(new(strategy, 12), Ok(4095));
    assert_eq!(new(strategy, 13), Err(MultiexpError::Table { strategy, bases: 13 }));
    assert!(Strategy::Yll { w: 2 }.applies(usize::MAX).is_err());
    let table = Table::new(&group, strategy, &elements[..2]).unwrap();
    let one = Natural::one();
    assert_eq!(table.multiexp(&[&one]).err(), Some(MultiexpError::Exponents { expected: 2, found: 1 }));
    assert_eq!(table.cost(&[&one; 3]), Err(MultiexpError::Exponents { expected: 2, found: 3 }));
}

/// The numbers in the papers, or the right ones if those are wrong.
#[test]
fn tables_cost_what_their_formulas_say() {
    let group = Counting::new(toy());
    for n in 1..=4 {
        let elements = bases(&toy(), n);
        let elements: Vec<_> = elements.iter().collect();
        for strategy in applicable(n) {
            let table = Table::new(&group, strategy, &elements).unwrap();
            let w = strategy.window() as u32;
            let (n, two) = (n as u64, 2u64);
            let (squares_of_bases, powers) = (if w > 1 { n } else { 0 }, two.pow(w - 1));
            let (squarings, products, len) = match strategy {
                Strategy::Separate { .. } | Strategy::Interleaved { .. } => {
                    (squares_of_bases, n * (powers - 1), n * powers)
                }
                Strategy::Ary { .. } => {
                    let (all, even) = (two.pow(n as u32 * w), two.pow(n as u32 * (w - 1)));
                    (even - 1, all - even - n, all - 1)
                }
                Strategy::Yll { .. } => {
                    let odd = two.pow(n as u32 * w) - two.pow(n as u32 * (w - 1));
                    (squares_of_bases, odd - n, odd)
                }
                Strategy::Pippenger { .. } => (0, 0, n),
            };
            assert_eq!(group.take(), Counts { squarings, products }, "{strategy}, {n} bases");
            assert_eq!(
                strategy.cost(&vec![&Natural::zero(); n as usize]).unwrap().precomputation,
                Counts { squarings, products }
            );
            assert_eq!((table.len() as u64, strategy.table_len(n as usize)), (len, Ok(len as usize)));
        }
    }
}

#[test]
fn the_worst_case_is_reached() {
    let tight = |bits: usize, w: usize| {
        // A 1 at the beginning of every window of w bits, from the most significant one on.
        (0..bits).rev().step_by(w).fold(Natural::zero(), |sum, bit| sum.add(&Natural::one().shl(bit)))
    };
    for bits in [1, 2, 7, 64, 65, 256] {
        let ones = Natural::one().shl(bits).sub(&Natural::one()).unwrap();
        for n in [1, 2, 3] {
            for strategy in applicable(n) {
                let exponent = match strategy {
                    Strategy::Ary { .. } | Strategy::Pippenger { .. } => ones.clone(),
                    _ => tight(bits, strategy.window()),
                };
                assert_eq!(
                    strategy.cost(&vec![&exponent; n]),
                    strategy.worst(n, bits),
                    "{strategy} {n} {bits}"
                );
            }
        }
    }
}

/// The exact means, over all exponents of a few bits.
#[test]
fn expected_costs_are_the_means() {
    for (n, bits) in [(1, 1), (1, 2), (1, 7), (1, 10), (2, 1), (2, 3), (2, 6), (3, 4)] {
        for strategy in applicable(n) {
            let mut sum = Counts::default();
            let all = 1u64 << (n * bits);
            for code in 0..all {
                let exponents = (0..n).map(|i| Natural::from(code >> (i * bits) & ((1 << bits) - 1)));
                let exponents: Vec<_> = exponents.collect();
                sum = sum + strategy.cost(&exponents.iter().collect::<Vec<_>>()).unwrap().evaluation;
            }
            let found = strategy.expected(n, bits).unwrap().evaluation;
            let close = |mean: f64, sum: u64| (mean - sum as f64 / all as f64).abs() < 1e-9;
            assert!(close(found.squarings, sum.squarings), "{strategy} {n} {bits}: {found:?} {sum:?}/{all}");
            assert!(close(found.products, sum.products), "{strategy} {n} {bits}: {found:?} {sum:?}/{all}");
        }
    }
}

#[test]
fn two_bases_and_256_bits() {
    let total = |strategy: Strategy| {
        let MeanCost { precomputation, evaluation } = strategy.expected(2, 256).unwrap();
        (precomputation.squarings + evaluation.squarings, precomputation.products + evaluation.products)
    };
    let near = |(squarings, products): (f64, f64), expected: (f64, f64)| {
        (squarings - expected.0).abs() < 0.5 && (products - expected.1).abs() < 0.5
    };
    for (strategy, expected) in [
        (Strategy::Separate { w: 1 }, (508.0, 255.0)),
        (Strategy::Yll { w: 2 }, (255.8, 119.0)),
        (Strategy::Yll { w: 3 }, (254.9, 122.1)),
        (Strategy::Interleaved { w: 4 }, (255.1, 116.2)),
        (Strategy::Interleaved { w: 5 }, (254.2, 115.2)),
        (Strategy::Ary { w: 2 }, (256.8, 129.0)),
    ] {
        assert!(near(total(strategy), expected), "{strategy}: {:?}", total(strategy));
    }
}

fn exponent() -> impl prop::strategy::Strategy<Value = Natural> {
    use prop::strategy::Strategy;
    let limb = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(1)];
    let long = prop::collection::vec(limb, 0..6).prop_map(Natural::from_limbs);
    prop_oneof![4 => long, 1 => (0u64..40).prop_map(Natural::from)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn strategies_agree_and_cost_what_they_predict(exponents in prop::collection::vec(exponent(), 1..7)) {
        let group = Counting::new(RsaGroup::unchecked(&Natural::from(0xffff_ffff_ffff_ffc5u64)));
        let n = exponents.len();
        let elements: Vec<_> = (0..n).map(|i| group.hash("test", &i.to_be_bytes())).collect();
        let (bases, refs): (Vec<_>, Vec<_>) = elements.iter().zip(&exponents).unzip();
        group.take();
        let expected = with(&group, Strategy::Separate { w: 1 }, &elements, &exponents);
        group.take();
        for strategy in applicable(n) {
            let cost = strategy.cost(&refs).unwrap();
            let table = Table::new(&group, strategy, &bases).unwrap();
            prop_assert_eq!(group.take(), cost.precomputation, "{}", strategy);
            for _ in 0..2 {
                let found = table.multiexp(&refs).unwrap();
                prop_assert_eq!(group.take(), cost.evaluation, "{}", strategy);
                prop_assert_eq!(table.cost(&refs).unwrap(), cost.evaluation);
                prop_assert!(group.equal(&found, &expected), "{}", strategy);
            }
            let longest = exponents.iter().map(Natural::bits).max().unwrap();
            let worst = strategy.worst(n, longest).unwrap();
            prop_assert!(cost.evaluation.squarings <= worst.evaluation.squarings, "{}", strategy);
            prop_assert!(cost.evaluation.products <= worst.evaluation.products, "{}", strategy);
        }
        let powers: Vec<_> = elements.iter().zip(&exponents).collect();
        prop_assert!(group.equal(&multiexp(&group, &powers), &expected));
    }
}

#[test]
fn many_bases() {
    let group = toy();
    let elements = bases(&group, 300);
    let exponents: Vec<Natural> =
        (0..300u64).map(|i| Natural::from(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let powers: Vec<_> = elements.iter().zip(&exponents).collect();
    let expected = with(&group, Strategy::Separate { w: 1 }, &elements, &exponents);
    assert!(group.equal(&multiexp(&group, &powers), &expected));
    for strategy in applicable(300) {
        assert!(group.equal(&with(&group, strategy, &elements, &exponents), &expected), "{strategy}");
    }
}
