use super::*;
use crate::{Suite, Work};
use alloc::vec::Vec;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, ClassGroup, Counting, Group, RsaGroup};

const T: u64 = 37;
const LEVEL: u16 = 128;

/// True statements as pairs of elements.
fn statements<G: Group>(group: &G, m: usize) -> Vec<(G::Elem, G::Elem)> {
    (0..m as u64)
        .map(|index| {
            let x = group.hash("test", &index.to_be_bytes());
            let mut y = x.clone();
            group.square_n(&mut y, T);
            (x, y)
        })
        .collect()
}

fn encode<G: Group>(group: &G, statements: &[(G::Elem, G::Elem)]) -> Vec<u8> {
    Records::encode(group, statements.iter().map(|(x, y)| (x, y)))
}

fn terms(family: Family, m: usize) -> Terms {
    Terms { t: T, protocol: Protocol::of_family(family, LEVEL, m as u64).unwrap() }
}

fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::one().shl(512).sub(&Natural::from(569u64)).unwrap())
}

fn class_group() -> ClassGroup {
    ClassGroup::from_seed(b"the seed of the tests of batches", 256).unwrap()
}

fn encoded<G: Group>(group: &G, left: &[crate::Statement<G::Elem>]) -> Vec<[Vec<u8>; 2]> {
    left.iter().map(|statement| [group.encode(&statement.x), group.encode(&statement.y)]).collect()
}

/// The same statements are left by both evaluations, any number of threads, any parts of shards, and every
/// kernel.
#[test]
fn every_way_leaves_the_same_statements() {
    check_every_way(&group(), &[1, 2, 3, 100, 300, 1000]);
}

/// Tests lists with several chunks, and lists with so many statements that their elements are not all decoded
/// at once.
#[test]
fn every_way_leaves_the_same_statements_of_forms() {
    check_every_way(&class_group(), &[1, 2, 64, 310]);
}

fn check_every_way<G: BulkGroup>(group: &G, lengths: &[usize]) {
    for &m in lengths {
        let bytes = encode(group, &statements(group, m));
        let records = Records::new(group, &bytes).unwrap();
        for family in Family::ALL {
            let terms = terms(family, m);
            let best = combine(group, &terms, &records, Method::Best, 1).unwrap();
            let expected = encoded(group, &best);
            assert_eq!(expected.len(), terms.protocol.proofs());
            let naive = combine(group, &terms, &records, Method::Naive, 2).unwrap();
            assert_eq!(encoded(group, &naive), expected, "{family:?} {m} naive");
            let threads = combine(group, &terms, &records, Method::Best, 3).unwrap();
            assert_eq!(encoded(group, &threads), expected, "{family:?} {m} on threads");
            let plain = Counting::new(group.clone());
            let counted = combine(&plain, &terms, &records, Method::Best, 1).unwrap();
            assert_eq!(encoded(group, &counted), expected, "{family:?} {m} without lanes");

            let seed = terms.seed(group, &[Digest::of(&records, 2)]).unwrap();
            let cut = m / 3;
            let part = |places: core::ops::Range<usize>| {
                let records = records.range(places.clone());
                partial(
                    group,
                    &terms,
                    &seed,
                    Placed { start: places.start as u64, records: &records },
                    Method::Best,
                    1,
                )
                .unwrap()
            };
            let mut rows = part(0..cut);
            let travelled = Rows::decode(group, &terms, &part(cut..m).encode(group)).unwrap();
            rows.merge(group, &travelled).unwrap();
            let merged = finish(group, &terms, &seed, rows, Method::Best, 1).unwrap();
            assert_eq!(encoded(group, &merged), expected, "{family:?} {m} in parts");
            for statement in &best {
                let mut y = statement.x.clone();
                group.square_n(&mut y, T);
                assert!(group.equal(&y, &statement.y), "{family:?} {m}");
            }
        }
    }
}

#[test]
fn rows_of_another_protocol_are_not_merged() {
    let group = RsaGroup::unchecked(&Natural::from(1009u64 * 2003));
    let rows = |family: Family| {
        let protocol = Protocol::of_family(family, 64, 1).unwrap();
        let count = protocol.reductions()[0].rows();
        let one = group.encode(&group.identity());
        let bytes = [&1u64.to_be_bytes()[..], &one.repeat(2 * count)].concat();
        (count, Rows::decode(&group, &Terms { t: T, protocol }, &bytes).unwrap())
    };
    let (expected, mut subsets) = rows(Family::RandomSubsets);
    let (found, exponents) = rows(Family::RandomExponents);
    assert_eq!(subsets.merge(&group, &exponents), Err(Invalid::Rows { expected, found }));
    assert_eq!(subsets.merge(&group, &rows(Family::RandomSubsets).1), Ok(()));
}

/// Tests Table 3.1: a counting group performs exactly the operations that are predicted from the challenge,
/// and the thesis' formulas are their mean.
#[test]
fn predicted_operations_are_performed() {
    let group = RsaGroup::unchecked(&Natural::from(1009u64 * 2003));
    for m in [1, 2, 3, 50, 100, 300, 2000] {
        let bytes = encode(&group, &statements(&group, m));
        let records = Records::new(&group, &bytes).unwrap();
        for family in Family::ALL {
            let terms = terms(family, m);
            let counting = Counting::new(group.clone());
            let seed = terms.seed(&group, &[Digest::of(&records, 1)]).unwrap();
            for method in [Method::Naive, Method::Best] {
                counting.take();
                let rows =
                    partial(&counting, &terms, &seed, Placed { start: 0, records: &records }, method, 1)
                        .unwrap();
                let left = finish(&counting, &terms, &seed, rows, method, 1).unwrap();
                assert_eq!(left.len(), terms.protocol.proofs());
                let predicted = terms.protocol.cost(&seed, m as u64, method);
                assert_eq!(counting.take(), predicted, "{family:?} {m} {method:?}");
                let total = (predicted.products + predicted.squarings) as f64;
                let (mean, slack) = match method {
                    // Half of the random exponents of k bits have fewer than k bits, and some buckets are
                    // empty: fewer operations than the thesis counts.
                    Method::Naive if matches!(family, Family::Bucket | Family::AscendingBucket) => {
                        (0.8 * terms.protocol.thesis_cost(m as f64), 0.25)
                    }
                    Method::Naive => (terms.protocol.thesis_cost(m as f64), 0.10),
                    Method::Best => (terms.protocol.best_cost(m as u64), 0.08),
                };
                if m >= 50 {
                    assert!(
                        (total - mean).abs() < slack * mean + 300.0,
                        "{family:?} {m} {method:?}: {total} {mean}"
                    );
                }
            }
        }
    }
}

#[test]
fn proofs_are_made_and_accepted() {
    check_proofs(&group(), &[1, 2, 3, 100, 1000]);
    check_proofs(&class_group(), &[1, 70]);
}

fn check_proofs<G: BulkGroup>(group: &G, lengths: &[usize]) {
    for &m in lengths {
        let bytes = encode(group, &statements(group, m));
        let records = Records::new(group, &bytes).unwrap();
        for family in Family::ALL {
            let terms = terms(family, m);
            for proving in [Proving::Wesolowski(Suite::default()), Proving::Pietrzak] {
                let proof =
                    prove(group, &terms, &records, proving, Work { threads: 2, progress: |_| true }).unwrap();
                assert_eq!(verify(group, &terms, &records, &proof, 2), Ok(()), "{family:?} {m} {proving:?}");
            }
        }
    }
}

#[test]
fn a_prover_names_the_false_statements() {
    check_that_false_ones_are_named(&group());
    check_that_false_ones_are_named(&class_group());
}

fn check_that_false_ones_are_named<G: BulkGroup>(group: &G) {
    let mut list = statements(group, 100);
    for index in [3, 64, 99] {
        list[index].1 = group.mul(&list[index].1, &list[0].0);
    }
    let bytes = encode(group, &list);
    let records = Records::new(group, &bytes).unwrap();
    for family in Family::ALL {
        let proved = prove(
            group,
            &terms(family, 100),
            &records,
            Proving::Pietrzak,
            Work { threads: 1, progress: |_| true },
        );
        assert_eq!(proved.unwrap_err(), ProveError::False(alloc::vec![3, 64, 99]), "{family:?}");
    }
    let stopped = prove(
        group,
        &terms(Family::Hybrid, 100),
        &records,
        Proving::Pietrzak,
        Work { threads: 1, progress: |_| false },
    );
    assert_eq!(stopped.unwrap_err(), ProveError::Interrupted);
}

/// A true list costs one chain of squarings, and not one chain for each statement.
#[test]
fn nothing_is_found_in_a_true_list_and_soon() {
    let group = group();
    let counting = Counting::new(group.clone());
    let list = statements(&group, 100);
    let bytes = encode(&group, &list);
    let records = Records::new(&group, &bytes).unwrap();
    counting.take();
    assert_eq!(find_false(&counting, T, &records, |_| true), Ok(alloc::vec![]));
    let squarings = counting.take().squarings;
    assert!((T..T + 1000).contains(&squarings), "{squarings}");
    let mut wrong = list.clone();
    wrong[77].1 = group.mul(&wrong[77].1, &wrong[0].0);
    let bytes = encode(&group, &wrong);
    let records = Records::new(&group, &bytes).unwrap();
    assert_eq!(find_false(&group, T, &records, |_| true), Ok(alloc::vec![77]));
    assert_eq!(name_false(&group, T, &records, |_| true), Ok(alloc::vec![77]));
    let none = Records::new(&group, &[]).unwrap();
    assert_eq!(find_false(&group, T, &none, |_| true), Err(Invalid::Empty.into()));
}

/// Table 3.1 for λ = 128, and the number of buckets that the thesis' formula chooses.
#[test]
fn the_thesis_counts() {
    let cost = |family, m: u64| Protocol::of_family(family, LEVEL, m).unwrap().thesis_cost(m as f64);
    for m in [100, 10_000, 1_000_000] {
        assert_eq!(cost(Family::RandomSubsets, m), (128 * m) as f64);
        assert_eq!(cost(Family::RandomExponents, m), (386 * m) as f64);
        assert_eq!(cost(Family::Hybrid, m), (128 * (m + 386)) as f64);
    }
    for (m, k, per_statement) in [
        (100, 5, 486.0),
        (1_000, 6, 117.0),
        (10_000, 8, 59.5),
        (100_000, 10, 37.3),
        (1_000_000, 12, 28.0),
        (10_000_000, 15, 21.5),
        (100_000_000, 18, 17.2),
    ] {
        let protocol = Protocol::of_family(Family::Bucket, LEVEL, m).unwrap();
        let rounds = LEVEL.div_ceil(k - 2);
        let buckets = Reduction::Buckets { bits: k as u8, rounds, weights: Weights::Random };
        assert_eq!(protocol.reductions(), [buckets, Reduction::Exponents { bits: LEVEL }], "{m}");
        let found = cost(Family::Bucket, m) / m as f64;
        assert!((found - per_statement).abs() < 0.01 * per_statement, "{m}: {found}");
    }
}

/// The costs of the best evaluations per statement, and the families of the cheapest plans.
#[test]
fn the_best_counts() {
    let cost = |family, m: u64| Protocol::of_family(family, LEVEL, m).unwrap().best_cost(m) / m as f64;
    for (m, exponents, buckets) in [
        (1_000, 40.2, 46.0),
        (10_000, 28.1, 30.6),
        (100_000, 21.5, 23.3),
        (1_000_000, 17.1, 18.1),
        (10_000_000, 14.5, 16.2),
        (100_000_000, 12.3, 14.0),
    ] {
        let (re, bucket) = (cost(Family::RandomExponents, m), cost(Family::AscendingBucket, m));
        assert!((re - exponents).abs() < 0.03 * exponents, "{m}: {re}");
        assert!(re < bucket && bucket < 1.05 * buckets, "{m}: {bucket}");
        let plans = plan(m, LEVEL, true).unwrap();
        let linear = (10_000..=100_000_000).contains(&m);
        assert_eq!(plans[0].family == Family::Linear, linear, "{m}");
        assert_eq!(plans[usize::from(linear)].family, Family::RandomExponents, "{m}");
        let unconditional = plan(m, LEVEL, false).unwrap();
        assert_eq!(unconditional.iter().map(|plan| plan.family).collect::<Vec<_>>(), [Family::RandomSubsets]);
    }
}

#[test]
fn a_protocol_is_sound_enough_or_none() {
    use Reduction::{Buckets, Exponents, Incidence, Subsets};
    let random = |bits, rounds| Buckets { bits, rounds, weights: Weights::Random };
    let ascending = |bits, rounds| Buckets { bits, rounds, weights: Weights::Ascending };
    let exponents = Exponents { bits: 128 };
    let incidence = |q, m| {
        let families = [3, 2, 1, 0].into_iter().find_map(|r| super::Incidence::with(q, r, m));
        Incidence(families.unwrap())
    };
    for reductions in [
        alloc::vec![exponents],
        alloc::vec![Subsets { rows: 128 }],
        alloc::vec![Subsets { rows: 128 }, exponents],
        alloc::vec![Subsets { rows: 200 }, Subsets { rows: 128 }, exponents],
        alloc::vec![random(10, 16), exponents],
        alloc::vec![ascending(8, 16), Subsets { rows: 128 }, exponents],
        alloc::vec![ascending(16, 8)],
        alloc::vec![incidence(11, 9000), exponents],
        alloc::vec![incidence(13, 28_561), incidence(11, 5652), exponents],
        alloc::vec![incidence(11, 1)],
    ] {
        assert!(Protocol::new(reductions.clone(), 128).is_ok(), "{reductions:?}");
    }
    for (reductions, reason) in [
        (alloc::vec![], TooWeak::Count(0)),
        (alloc::vec![exponents; 5], TooWeak::Count(5)),
        (alloc::vec![exponents, Subsets { rows: 0 }], TooWeak::Parameters(1)),
        (alloc::vec![Exponents { bits: 129 }], TooWeak::Parameters(0)),
        (alloc::vec![ascending(25, 100)], TooWeak::Parameters(0)),
        (alloc::vec![Exponents { bits: 120 }], TooWeak::Error { level: 128 }),
        (alloc::vec![Subsets { rows: 126 }], TooWeak::Error { level: 128 }),
        (alloc::vec![random(10, 15), exponents], TooWeak::Error { level: 128 }),
        (alloc::vec![ascending(8, 15), exponents], TooWeak::Error { level: 128 }),
        (alloc::vec![exponents; 4], TooWeak::Error { level: 128 }),
        // The second reduction is made for another number of statements than the first leaves.
        (alloc::vec![incidence(13, 28_561), incidence(11, 5653), exponents], TooWeak::Parameters(1)),
        (alloc::vec![exponents, incidence(11, 9000)], TooWeak::Parameters(1)),
        (alloc::vec![random(10, 16), exponents, Subsets { rows: 128 }], TooWeak::Error { level: 128 }),
    ] {
        assert_eq!(Protocol::new(reductions, 128), Err(reason));
    }
    for level in [0, 56, 100, 264] {
        assert_eq!(Protocol::of_family(Family::Hybrid, level, 10), Err(TooWeak::Level(level)));
    }
    for level in (64..=256).step_by(8) {
        for (family, m) in Family::ALL.into_iter().flat_map(|family| [(family, 1), (family, u64::MAX)]) {
            let refused = family == Family::Linear && level > 128;
            let expected = if refused { Some(TooWeak::Linear(level)) } else { None };
            assert_eq!(Protocol::of_family(family, level, m).err(), expected);
        }
    }
    assert!(Family::ALL.iter().all(|family| Family::from_name(family.name()) == Some(*family)));
    assert!(Family::ALL.iter().all(|family| Family::from_id(*family as u8) == Some(*family)));
}

/// A string depends only on its place, and its digits only on its bits.
#[test]
fn strings_are_cut_anywhere() {
    let seed = Seed::from_bytes([7; 32]);
    let whole = seed.strings(1, seed::Purpose::Statement, 131, 0..50);
    let later = seed.strings(1, seed::Purpose::Statement, 131, 20..50);
    assert_eq!(whole.naturals()[20..], later.naturals());
    assert!(whole.naturals().iter().all(|number| number.bits() <= 131));
    for (from, count) in [(0, 1), (3, 24), (100, 20), (120, 11), (120, 24), (130, 1)] {
        let expected = |number: &Natural| {
            number.shr(from).low_bits(count).limbs().first().map_or(0, |limb| *limb as u32)
        };
        let expected: Vec<u32> = whole.naturals().iter().map(expected).collect();
        assert_eq!(whole.digits(from, count), expected, "{count} from {from}");
    }
    let other = seed.strings(2, seed::Purpose::Statement, 131, 0..50);
    assert_ne!(whole.naturals(), other.naturals());
}
