//! The verifier determines all parameters; a prover cannot choose them.

use crate::batch::support::{LEVEL, T, check, encode, group, prove_anyway, statements, systems, terms};
use heliast_group::{Counting, Group};
use heliast_vdf::batch::{
    Family, Invalid, Method, Protocol, Records, Reduction, Terms, TooWeak, Weights, combine,
};

#[test]
fn a_proof_of_one_protocol_is_invalid_in_another() {
    let group = group();
    let m = 100;
    let bytes = encode(&group, &statements(m));
    for (given, proving, what) in systems(m) {
        let proof = prove_anyway(&group, &given, &bytes, proving);
        for family in Family::ALL {
            for level in [64, 120, LEVEL, 136, 256] {
                let Ok(protocol) = Protocol::of_family(family, level, m as u64) else {
                    assert!(family == Family::Linear && level > 128);
                    continue;
                };
                let expected = Terms { t: T, protocol };
                if expected != given {
                    let refused = check(&group, &expected, &bytes, &proof).expect_err(&what);
                    assert!(
                        matches!(
                            refused,
                            Invalid::Proofs { .. } | Invalid::Wesolowski { .. } | Invalid::Pietrzak { .. }
                        ),
                        "{what}: {refused}"
                    );
                }
            }
        }
    }
}

#[test]
fn weak_lists_of_reductions_are_refused() {
    let exponents = |bits| Reduction::Exponents { bits };
    let subsets = |rows| Reduction::Subsets { rows };
    let buckets = |bits, rounds, weights| Reduction::Buckets { bits, rounds, weights };
    let too_much = Err(TooWeak::Error { level: LEVEL });
    for (list, refused) in [
        (vec![], Err(TooWeak::Count(0))),
        (vec![exponents(256); 5], Err(TooWeak::Count(5))),
        (vec![exponents(120)], too_much),
        (vec![exponents(8)], too_much),
        (vec![subsets(126)], too_much),
        (vec![subsets(128), exponents(120)], too_much),
        (vec![subsets(1), exponents(128)], too_much),
        // Four times 2^-128.
        (vec![exponents(128); 4], too_much),
        (vec![buckets(8, 21, Weights::Random), exponents(128)], too_much),
        (vec![buckets(8, 15, Weights::Ascending), exponents(128)], too_much),
        (vec![buckets(3, 100, Weights::Random), exponents(128)], too_much),
        (vec![exponents(0)], Err(TooWeak::Parameters(0))),
        (vec![exponents(129)], Err(TooWeak::Parameters(0))),
        (vec![exponents(128), subsets(0)], Err(TooWeak::Parameters(1))),
        (vec![buckets(2, 512, Weights::Random)], Err(TooWeak::Parameters(0))),
        (vec![buckets(25, 64, Weights::Random)], Err(TooWeak::Parameters(0))),
        (vec![buckets(8, 513, Weights::Ascending)], Err(TooWeak::Parameters(0))),
    ] {
        assert_eq!(Protocol::new(list.clone(), LEVEL).map(drop), refused, "{list:?}");
    }
    for level in [0, 8, 56, 63, 65, 127, 264, u16::MAX] {
        assert_eq!(Protocol::new(vec![exponents(512)], level), Err(TooWeak::Level(level)));
        assert_eq!(Protocol::of_family(Family::Bucket, level, 10), Err(TooWeak::Level(level)));
    }
    for family in Family::ALL {
        for level in (64..=256).step_by(8) {
            for m in [0, 1, 2, 1000, 1 << 32, u64::MAX] {
                let refused = family == Family::Linear && level > 128;
                let expected = if refused { Some(TooWeak::Linear(level)) } else { None };
                assert_eq!(Protocol::of_family(family, level, m).err(), expected, "{family:?} {level} {m}");
            }
        }
    }
}

/// Most buckets are empty or have one element, or all elements are in the same bucket, with and without
/// lanes.
#[test]
fn thin_and_thick_buckets() {
    let group = group();
    let plain = Counting::new(group.clone());
    let all = statements(130);
    for m in [1, 2, 3, 63, 64, 65, 72, 130] {
        for list in [all[..m].to_vec(), vec![all[0].clone(); m]] {
            let bytes = encode(&group, &list);
            let records = Records::new(&group, &bytes).unwrap();
            for family in Family::ALL {
                // The parameters for a long list make many buckets, those for a short one few.
                // Incidence buckets have parameters for this number of statements only.
                let long = if family == Family::Linear { m } else { 1 << 14 };
                for planned in [1, m, long] {
                    let terms = terms(family, planned);
                    let lanes = combine(&group, &terms, &records, Method::Best, 2).unwrap();
                    let naive = combine(&plain, &terms, &records, Method::Naive, 1).unwrap();
                    assert_eq!(lanes.len(), naive.len());
                    for (a, b) in lanes.iter().zip(&naive) {
                        assert_eq!(group.encode(&a.x), group.encode(&b.x), "{family:?} {m} for {planned}");
                        assert_eq!(group.encode(&a.y), group.encode(&b.y), "{family:?} {m} for {planned}");
                        assert!(
                            group.equal(&crate::batch::support::delay(&group, &a.x), &a.y),
                            "{family:?} {m}"
                        );
                    }
                }
            }
        }
    }
}
