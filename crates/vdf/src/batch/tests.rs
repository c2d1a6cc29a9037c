use super::*;
use crate::Suite;
use alloc::vec::Vec;
use arith::{Natural, Residue};
use group::{Counting, Group, RsaGroup};

const T: u64 = 37;
const LEVEL: u16 = 128;

/// True statements as pairs of elements.
fn statements(group: &RsaGroup, m: usize) -> Vec<(Residue, Residue)> {
    (0..m as u64)
        .map(|index| {
            let x = group.hash("test", &index.to_be_bytes());
            let mut y = x.clone();
            group.square_n(&mut y, T);
            (x, y)
        })
        .collect()
}

fn encode(group: &RsaGroup, statements: &[(Residue, Residue)]) -> Vec<u8> {
    Records::encode(group, statements.iter().map(|(x, y)| (x, y)))
}

fn terms(family: Family, m: usize) -> Terms {
    Terms { t: T, protocol: Protocol::of_family(family, LEVEL, m as u64).unwrap() }
}

fn group() -> RsaGroup {
    RsaGroup::toy(&Natural::one().shl(512).sub(&Natural::from(569u64)).unwrap())
}

fn encoded(group: &RsaGroup, left: &[crate::Statement<Residue>]) -> Vec<[Vec<u8>; 2]> {
    left.iter().map(|statement| [group.encode(&statement.x), group.encode(&statement.y)]).collect()
}

/// Both evaluations, any number of threads, any shards' parts, every kernel: the same statements are left.
#[test]
fn every_way_leaves_the_same_statements() {
    let group = group();
    for m in [1, 2, 3, 100, 300, 1000] {
        let bytes = encode(&group, &statements(&group, m));
        let records = Records::new(&group, &bytes).unwrap();
        for family in Family::ALL {
            let terms = terms(family, m);
            let best = combine(&group, &terms, &records, (Evaluation::Best, 1)).unwrap();
            let expected = encoded(&group, &best);
            assert_eq!(expected.len(), terms.protocol.proofs());
            let naive = combine(&group, &terms, &records, (Evaluation::Naive, 2)).unwrap();
            assert_eq!(encoded(&group, &naive), expected, "{family:?} {m} naive");
            let threads = combine(&group, &terms, &records, (Evaluation::Best, 3)).unwrap();
            assert_eq!(encoded(&group, &threads), expected, "{family:?} {m} on threads");
            let plain = Counting::new(group.clone());
            let counted = combine(&plain, &terms, &records, (Evaluation::Best, 1)).unwrap();
            assert_eq!(encoded(&group, &counted), expected, "{family:?} {m} without lanes");

            let seed = Seed::new(&group, &terms, &[Digest::of(&records, 2)]).unwrap();
            let cut = m / 3;
            let part = |places: core::ops::Range<usize>| {
                let records = records.range(places.clone());
                partial(&group, &terms, &seed, (places.start as u64, &records), (Evaluation::Best, 1))
            };
            let mut rows = part(0..cut);
            let travelled = Rows::decode(&group, &terms, &part(cut..m).encode(&group)).unwrap();
            rows.merge(&group, &travelled);
            let merged = finish(&group, &terms, &seed, rows, (Evaluation::Best, 1)).unwrap();
            assert_eq!(encoded(&group, &merged), expected, "{family:?} {m} in parts");
            for statement in &best {
                let mut y = statement.x.clone();
                group.square_n(&mut y, T);
                assert!(group.equal(&y, &statement.y), "{family:?} {m}");
            }
        }
    }
}

/// Table 3.1 is a test: what is predicted from the challenge is what a counting group performs, and the thesis' formulas are its mean.
#[test]
fn predicted_operations_are_performed() {
    let group = RsaGroup::toy(&Natural::from(1009u64 * 2003));
    for m in [1, 2, 3, 50, 100, 300, 2000] {
        let bytes = encode(&group, &statements(&group, m));
        let records = Records::new(&group, &bytes).unwrap();
        for family in Family::ALL {
            let terms = terms(family, m);
            let counting = Counting::new(group.clone());
            let seed = Seed::new(&group, &terms, &[Digest::of(&records, 1)]).unwrap();
            for evaluation in [Evaluation::Naive, Evaluation::Best] {
                counting.take();
                let rows = partial(&counting, &terms, &seed, (0, &records), (evaluation, 1));
                let left = finish(&counting, &terms, &seed, rows, (evaluation, 1)).unwrap();
                assert_eq!(left.len(), terms.protocol.proofs());
                let predicted = terms.protocol.cost(&seed, m as u64, evaluation);
                assert_eq!(counting.take(), predicted, "{family:?} {m} {evaluation:?}");
                let total = (predicted.products + predicted.squarings) as f64;
                let (mean, slack) = match evaluation {
                    // A power of k random bits has a highest bit below the k-th half of the time, and buckets are empty: less than the thesis counts.
                    Evaluation::Naive if matches!(family, Family::Bucket | Family::AscendingBucket) => {
                        (0.8 * terms.protocol.thesis_cost(m as f64), 0.25)
                    }
                    Evaluation::Naive => (terms.protocol.thesis_cost(m as f64), 0.10),
                    Evaluation::Best => (terms.protocol.best_cost(m as u64), 0.08),
                };
                if m >= 50 {
                    assert!(
                        (total - mean).abs() < slack * mean + 300.0,
                        "{family:?} {m} {evaluation:?}: {total} {mean}"
                    );
                }
            }
        }
    }
}

#[test]
fn proofs_are_made_and_accepted() {
    let group = group();
    for m in [1, 2, 3, 100, 1000] {
        let bytes = encode(&group, &statements(&group, m));
        let records = Records::new(&group, &bytes).unwrap();
        for family in Family::ALL {
            let terms = terms(family, m);
            for proving in [Proving::Wesolowski(Suite::default()), Proving::Pietrzak] {
                let proof = prove(&group, &terms, &records, (proving, 2), |_| true).unwrap();
                assert_eq!(verify(&group, &terms, &records, &proof, 2), Ok(()), "{family:?} {m} {proving:?}");
            }
        }
    }
}

#[test]
fn a_prover_names_the_false_statements() {
    let group = group();
    let mut list = statements(&group, 100);
    for index in [3, 64, 99] {
        list[index].1 = group.mul(&list[index].1, &list[0].0);
    }
    let bytes = encode(&group, &list);
    let records = Records::new(&group, &bytes).unwrap();
    for family in Family::ALL {
        let proved = prove(&group, &terms(family, 100), &records, (Proving::Pietrzak, 1), |_| true);
        assert_eq!(proved.unwrap_err(), ProveError::False(alloc::vec![3, 64, 99]), "{family:?}");
    }
    let stopped = prove(&group, &terms(Family::Hybrid, 100), &records, (Proving::Pietrzak, 1), |_| false);
    assert_eq!(stopped.unwrap_err(), ProveError::Interrupted);
}
