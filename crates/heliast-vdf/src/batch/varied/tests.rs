use super::{division::Division, groups::Rule, *};
use crate::{
    batch::{BadRecords, Digest, Invalid, ProveError, Records, Side, TooWeak, seed::Purpose},
    wesolowski,
    work::Work,
};
use alloc::vec;
use heliast_arith::{Natural, Residue};
use heliast_group::{Counting, Group, Malformed, RsaGroup, multiexp};
use proptest::prelude::*;

pub(super) type Statements = Vec<(u64, Residue, Residue)>;

/// 2^256 − 189 times 2^255 − 19: primes so large that non-units do not occur by chance.
pub(super) fn factors() -> [Natural; 2] {
    [(256, 189u64), (255, 19)].map(|(bits, less)| Natural::one().shl(bits).sub(&Natural::from(less)).unwrap())
}

pub(super) fn group() -> RsaGroup {
    let [p, q] = factors();
    RsaGroup::unchecked(&p.mul(&q))
}

pub(super) fn terms() -> Terms {
    Terms::new(128).unwrap()
}

pub(super) fn statements(group: &RsaGroup, delays: &[u64]) -> Statements {
    let statement = |(index, t): (u64, &u64)| {
        let x = group.hash("test", &index.to_be_bytes());
        let mut y = x.clone();
        group.square_n(&mut y, *t);
        (*t, x, y)
    };
    (0..).zip(delays).map(statement).collect()
}

pub(super) fn encode(group: &RsaGroup, statements: &Statements) -> Vec<u8> {
    Records::encode_with_delays(group, statements.iter().map(|(t, x, y)| (*t, x, y)))
}

fn prove(group: &RsaGroup, bytes: &[u8]) -> Result<Residue, ProveError> {
    let work = Work { threads: 1, progress: |_| true };
    super::prove(group, terms(), &Records::with_delays(group, bytes).unwrap(), work)
}

fn verify(group: &RsaGroup, bytes: &[u8], proof: &Residue) -> Result<(), Invalid> {
    super::verify(group, terms(), &Records::with_delays(group, bytes).unwrap(), proof, 2)
}

const FALSE: Result<(), Invalid> =
    Err(Invalid::Wesolowski { index: 0, reason: wesolowski::Invalid::Equation });

/// A proof by the definition: exponents as numbers, and one power after another. It works for false
/// statements, too.
pub(super) fn prove_by_definition(group: &RsaGroup, bytes: &[u8]) -> Residue {
    let records = Records::with_delays(group, bytes).unwrap();
    let seed = terms().seed(group, &[Digest::of(&records, 1)]).unwrap();
    let m = records.len() as u64;
    let strings = seed.strings(0, Purpose::Statement, 128, 0..m).naturals();
    let [inputs, outputs] = records.sides();
    let power = |base: &Residue, exponent: &Natural| multiexp(group, &[(base, exponent)]);
    let output = (0..records.len())
        .map(|index| power(&outputs.element(group, index), &strings[index]))
        .fold(group.identity(), |product, power| group.mul(&product, &power));
    let prime = terms().prime(group, &seed, &output).unwrap();
    let mut proof = group.identity();
    for (index, r) in strings.iter().enumerate() {
        let t = records.delay(index);
        let power_of_two = Natural::one().shl(t as usize);
        let count = (0..records.len()).filter(|other| records.delay(*other) == t).count();
        let exponent = if Rule::new(m, terms()).merges(count as u64) {
            r.mul(&power_of_two.div_rem(&prime).0)
        } else {
            r.mul(&power_of_two).div_rem(&prime).0
        };
        group.mul_assign(&mut proof, &power(&inputs.element(group, index), &exponent));
    }
    proof
}

fn assert_proved(delays: &[u64]) {
    let group = group();
    let bytes = encode(&group, &statements(&group, delays));
    let records = Records::with_delays(&group, &bytes).unwrap();
    let expected = prove_by_definition(&group, &bytes);
    for threads in [1, 3] {
        let proof = super::prove(&group, terms(), &records, Work { threads, progress: |_| true }).unwrap();
        assert!(group.equal(&proof, &expected), "{delays:?} on {threads} threads");
        assert_eq!(super::verify(&group, terms(), &records, &proof, threads), Ok(()), "{delays:?}");
    }
    let counting = Counting::new(group.clone());
    assert_eq!(super::verify(&counting, terms(), &records, &expected, 1), Ok(()), "without lanes");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_delays(delays in proptest::collection::vec(prop_oneof![1u64..40, 200u64..300, 1u64..4000], 1..40)) {
        assert_proved(&delays);
    }
}

#[test]
fn the_extreme_delays() {
    for delays in [
        vec![1],
        vec![1; 5],
        vec![1, 4000],
        vec![4000, 1, 1, 4000],
        vec![255, 256, 257, 258],
        (1..60).collect(),
        (1..12).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]).collect(),
        // Delays that are multiples of 2 to 12, or one less.
        (1..13).flat_map(|kappa| [60 * kappa, 60 * kappa - 1, 61 * kappa]).collect(),
    ] {
        assert_proved(&delays);
    }
}

/// Some delays whose statements are merged, adjacent or not, by Straus' method or Pippenger's, together with
/// delays whose statements are not merged.
#[test]
fn merged_delays() {
    let row: Vec<u64> = vec![500; 120];
    let mixed: Vec<u64> =
        (0..500).map(|index| if index % 2 == 0 { 300 } else { 301 + index % 100 }).collect();
    let long: Vec<u64> = (0..700).map(|index| [270, 271, 700][index % 3]).collect();
    for (delays, merged) in [(row, 1), (mixed, 1), (long, 3), (vec![500; 5], 0)] {
        let group = group();
        let bytes = encode(&group, &statements(&group, &delays));
        let counts = DelayCounts::of(&Records::with_delays(&group, &bytes).unwrap());
        assert_eq!(Division::new(terms(), &counts).split(terms(), &counts).0.len(), merged);
        assert_proved(&delays);
    }
}

#[test]
fn digits_are_found_fast_and_slowly() {
    let prime = Natural::one().shl(255).sub(&Natural::from(19u64)).unwrap();
    for kappa in 1..=12 {
        let quotient = Natural::one().shl(2400).div_rem(&prime).0;
        for blocks in [0..2400 / kappa, 17..100] {
            let slow = chain::digits_by_division(&prime, kappa, blocks.clone());
            assert_eq!(chain::digits(&prime, kappa, blocks.clone()), slow);
            for (index, digit) in blocks.zip(slow) {
                let from = 2400 - kappa * (index + 1);
                let expected = (0..kappa)
                    .fold(0, |sum, bit| sum | u16::from(quotient.bit((from + bit) as usize)) << bit);
                assert_eq!(digit, expected, "{kappa} {index}");
            }
        }
    }
}

/// The table of the module's documentation, and the operations that a counting group performs.
#[test]
fn costs_are_as_predicted() {
    for (m, expected) in
        [(1_000, 62.2), (10_000, 42.7), (100_000, 32.2), (1_000_000, 25.6), (10_000_000, 21.7)]
    {
        let found = terms().best_cost(&(1..=m as u64).map(|t| (t, 1)).collect()) / m as f64;
        assert!((found - expected).abs() < 0.01 * expected, "{m}: {found}");
    }
    let group = RsaGroup::unchecked(&Natural::from(1009u64 * 2003));
    let counting = Counting::new(group.clone());
    let lists: [Vec<u64>; 5] = [
        (1..=1000).collect(),
        vec![77; 1000],
        (0..1000).map(|index| 100 + index / 100).collect(),
        (0..1000).map(|index| if index < 500 { 5 } else { index }).collect(),
        (301..=330).collect(),
    ];
    for delays in lists {
        let bytes = encode(&group, &statements(&group, &delays));
        let records = Records::with_delays(&group, &bytes).unwrap();
        let proof = prove(&group, &bytes).unwrap();
        counting.take();
        // The few products that look for units are not counted: the group itself computes them.
        assert_eq!(super::verify(&counting, terms(), &records, &proof, 1), Ok(()));
        let counted = counting.take();
        let counts: DelayCounts = delays.iter().map(|t| (*t, 1)).collect();
        let (found, expected) = ((counted.products + counted.squarings) as f64, terms().best_cost(&counts));
        let of = delays.len();
        assert!(
            (found - expected).abs() < 0.04 * expected + 50.0,
            "{of} from {}: {found} {expected}",
            delays[0]
        );
    }
    // One chain for any delays.
    let delays: Vec<u64> = (0..50).map(|index| 10_000 - 7 * index).collect();
    let bytes = encode(&group, &statements(&group, &delays));
    let records = Records::with_delays(&group, &bytes).unwrap();
    let squarings = |longest: usize| {
        let records = records.range(longest..50);
        counting.take();
        super::prove(&counting, terms(), &records, Work { threads: 1, progress: |_| true }).unwrap();
        counting.take().squarings
    };
    let of_powers = 50 * 130 + 800;
    assert!((10_000..10_000 + of_powers).contains(&squarings(0)));
    assert!((9_657..9_657 + 400).contains(&squarings(49)), "the last alone");
}

/// One wrong y or x at every place, with the true list's proof and with a proof that was made for the false
/// list. A prover names the false statement.
#[test]
fn a_false_statement_is_refused_wherever_it_stands() {
    let group = group();
    let delta = group.hash("delta", &[]);
    for (m, step) in [(1, 1), (2, 1), (3, 1), (100, 1), (10_000, 4095)] {
        let delays: Vec<u64> = (0..m as u64).map(|index| 300 + index * index % 50).collect();
        let list = statements(&group, &delays);
        let proof = prove(&group, &encode(&group, &list)).unwrap();
        for index in (0..m).step_by(step) {
            let mut wrong = list.clone();
            group.mul_assign(if index % 3 == 2 { &mut wrong[index].1 } else { &mut wrong[index].2 }, &delta);
            let bytes = encode(&group, &wrong);
            assert_eq!(verify(&group, &bytes, &proof), FALSE, "{m} {index}");
            if index % 7 == 0 {
                assert_eq!(prove(&group, &bytes).unwrap_err(), ProveError::False(vec![index as u64]));
                if m <= 100 {
                    let proof = prove_by_definition(&group, &bytes);
                    assert_eq!(verify(&group, &bytes, &proof), FALSE, "{m} {index}");
                }
            }
        }
    }
}

/// Errors that cancel, outputs or delays that are exchanged, delays that are off by one, and lists that are
/// cut, extended or put in another order.
#[test]
fn other_lists_are_refused() {
    let group = group();
    let ring = group.ring();
    let delta = group.hash("delta", &[]);
    let inverse = ring.residue(&ring.natural(&delta).invert_mod(group.modulus()).unwrap());
    for m in [2, 3, 100] {
        let delays: Vec<u64> = (0..m as u64).map(|index| 300 + index % 7).collect();
        let list = statements(&group, &delays);
        let proof = prove(&group, &encode(&group, &list)).unwrap();
        let change = |change: &dyn Fn(&mut Statements)| {
            let mut changed = list.clone();
            change(&mut changed);
            changed
        };
        let wrong = [
            change(&|list| {
                group.mul_assign(&mut list[0].2, &delta);
                group.mul_assign(&mut list[m - 1].2, &inverse);
            }),
            change(&|list| {
                let output = list[0].2.clone();
                list[0].2 = core::mem::replace(&mut list[1].2, output);
            }),
            change(&|list| {
                let t = list[0].0;
                list[0].0 = core::mem::replace(&mut list[1].0, t);
            }),
            change(&|list| list[m - 1].0 += 1),
            change(&|list| list[m - 1].0 -= 1),
            change(&|list| list[0].0 = 1 << 40),
        ];
        for (which, wrong) in wrong.iter().enumerate() {
            let bytes = encode(&group, wrong);
            assert_eq!(verify(&group, &bytes, &proof), FALSE, "{m} {which}");
            if which < 5 {
                assert_eq!(
                    verify(&group, &bytes, &prove_by_definition(&group, &bytes)),
                    FALSE,
                    "{m} {which}"
                );
                let Err(ProveError::False(named)) = prove(&group, &bytes) else { panic!("{m} {which}") };
                let false_ones = (0..m as u64).filter(|index| {
                    let (t, x, y) = &wrong[*index as usize];
                    let mut power = x.clone();
                    group.square_n(&mut power, *t);
                    !group.equal(&power, y)
                });
                assert_eq!(named, false_ones.collect::<Vec<_>>(), "{m} {which}");
            }
        }
        let bound = [
            change(&|list| list.rotate_left(1)),
            change(&|list| list.push(list[0].clone())),
            change(&|list| drop(list.pop())),
            // An equivalent claim: (t − 1, x²) in place of (t, x).
            change(&|list| {
                list[0].0 -= 1;
                let mut square = list[0].1.clone();
                group.square_n(&mut square, 1);
                list[0].1 = square;
            }),
        ];
        for (which, other) in bound.iter().enumerate() {
            let bytes = encode(&group, other);
            assert_eq!(verify(&group, &bytes, &proof), FALSE, "{m} {which}");
            assert_eq!(verify(&group, &bytes, &prove(&group, &bytes).unwrap()), Ok(()), "{m} {which}");
        }
        let bytes = encode(&group, &list);
        for level in [64, 120, 136, 256] {
            let records = Records::with_delays(&group, &bytes).unwrap();
            let terms = Terms::new(level).unwrap();
            assert_eq!(super::verify(&group, terms, &records, &proof, 1), FALSE);
            let proof =
                super::prove(&group, terms, &records, Work { threads: 1, progress: |_| true }).unwrap();
            assert_eq!(super::verify(&group, terms, &records, &proof, 1), Ok(()), "{level}");
        }
        let negative = ring.neg(&proof);
        assert_eq!(verify(&group, &bytes, &negative), Ok(()), "it is the same element");
        assert_eq!(verify(&group, &bytes, &group.mul(&proof, &delta)), FALSE);
    }
}

#[test]
fn an_invalid_list_is_refused_by_name() {
    let group = group();
    let (width, stride) = (group.encoded_len(), 8 + Records::record_len(&group));
    let list = statements(&group, &[300, 301, 300]);
    let bytes = encode(&group, &list);
    let refused = |bytes: &[u8]| Records::with_delays(&group, bytes).unwrap_err();
    for index in 0..3 {
        for t in [0, 1 << 48, u64::MAX] {
            let mut changed = bytes.clone();
            changed[index * stride..][..8].copy_from_slice(&t.to_be_bytes());
            assert_eq!(refused(&changed), BadRecords::Delay { index, t });
        }
        for (offset, side) in [(8, Side::Input), (8 + width, Side::Output)] {
            for bad in
                [Natural::default(), group.modulus().clone(), group.modulus().shr(1).add(&Natural::one())]
            {
                let mut changed = bytes.clone();
                changed[index * stride + offset..][..width].copy_from_slice(&bad.to_be_bytes(width).unwrap());
                let reason = Malformed::NotCanonical;
                assert_eq!(refused(&changed), BadRecords::Element { index, side, reason });
            }
        }
        let mut trivial = list.clone();
        trivial[index].1 = group.identity();
        assert_eq!(refused(&encode(&group, &trivial)), BadRecords::TrivialInput { index });
    }
    for len in [1, 8, stride - 1, 2 * stride + 8] {
        assert_eq!(refused(&bytes[..len]), BadRecords::Length { stride, len });
    }
    assert_eq!(verify(&group, &[], &group.identity()), Err(Invalid::Empty));
    assert_eq!(prove(&group, &[]).unwrap_err(), Invalid::Empty.into());
    assert_eq!(Terms::new(127), Err(TooWeak::Level(127)));
    assert_eq!(Terms::new(56), Err(TooWeak::Level(56)));
}

#[test]
fn non_units_are_refused_by_name() {
    let group = group();
    let [p, q] = factors().map(|factor| group.ring().residue(&factor));
    for m in [1, 2, 3, 100, 250] {
        for delays in [vec![300; m], (0..m as u64).map(|index| 300 + index).collect()] {
            let list = statements(&group, &delays);
            let proof = prove(&group, &encode(&group, &list)).unwrap();
            for index in (0..m).step_by(13) {
                for side in [Side::Input, Side::Output] {
                    let mut wrong = list.clone();
                    *(if side == Side::Input { &mut wrong[index].1 } else { &mut wrong[index].2 }) =
                        p.clone();
                    let named = Invalid::NotAUnit { index: index as u64, side };
                    assert_eq!(verify(&group, &encode(&group, &wrong), &proof), Err(named.clone()));
                    wrong[m - 1].2 =
                        if index == m - 1 && side == Side::Output { p.clone() } else { q.clone() };
                    let bytes = encode(&group, &wrong);
                    assert_eq!(verify(&group, &bytes, &proof), Err(named.clone()), "a product of 0");
                    assert_eq!(prove(&group, &bytes).unwrap_err(), named.into());
                }
            }
            let refused = verify(&group, &encode(&group, &list), &p);
            let reason = wesolowski::Invalid::Element(Malformed::NotAUnit);
            assert_eq!(refused, Err(Invalid::Wesolowski { index: 0, reason }), "a proof");
        }
    }
}

/// A prover names up to sixteen.
#[test]
fn a_prover_names_many_false_statements() {
    let group = group();
    for false_ones in
        [vec![0, 1], vec![7, 8, 39], (0..16).map(|index| 2 * index).collect(), (0..40).collect::<Vec<u64>>()]
    {
        let mut list = statements(&group, &(300..340).collect::<Vec<_>>());
        false_ones.iter().for_each(|index| group.square_n(&mut list[*index as usize].2, 1));
        let named = prove(&group, &encode(&group, &list)).unwrap_err();
        assert_eq!(named, ProveError::False(false_ones.into_iter().take(16).collect()));
    }
}

#[test]
fn a_prover_can_be_stopped() {
    let group = group();
    let bytes = encode(&group, &statements(&group, &[300, 200]));
    let records = Records::with_delays(&group, &bytes).unwrap();
    let stopped = super::prove(&group, terms(), &records, Work { threads: 1, progress: |_| false });
    assert_eq!(stopped.unwrap_err(), ProveError::Interrupted);
}
