//! Bytes that are not a list of statements.

use crate::batch::support::{LONG, SHORT, check, encode, factors, group, prove_anyway, statements, systems};
use heliast_arith::Natural;
use heliast_group::{Group, Malformed};
use heliast_vdf::{
    Work,
    batch::{BadRecords, Digest, Invalid, Proof, Proving, Records, Side},
};

fn positions(m: usize) -> Vec<usize> {
    if m == LONG { vec![0, 255, 256, 5000, LONG - 1] } else { (0..m).collect() }
}

/// Zeros, N − y in place of y, N + y, N itself, and the largest number are refused before anything is
/// computed, with an error that names the element.
#[test]
fn encodings_are_canonical() {
    let group = group();
    let width = group.encoded_len();
    for m in SHORT.into_iter().chain([LONG]) {
        let bytes = encode(&group, &statements(m));
        for index in positions(m) {
            for (offset, side) in [(0, Side::Input), (width, Side::Output)] {
                let place = index * 2 * width + offset;
                let element = Natural::from_be_bytes(&bytes[place..place + width]);
                let negative = group.modulus().sub(&element).unwrap();
                let above = group.modulus().add(&element);
                let largest = Natural::one().shl(8 * width).sub(&Natural::one()).unwrap();
                let half = group.modulus().shr(1).add(&Natural::one());
                for bad in [Natural::default(), negative, above, group.modulus().clone(), half, largest] {
                    let Some(bad) = bad.to_be_bytes(width) else { continue };
                    let mut changed = bytes.clone();
                    changed[place..place + width].copy_from_slice(&bad);
                    let reason = Malformed::NotCanonical;
                    assert_eq!(
                        Records::new(&group, &changed).unwrap_err(),
                        BadRecords::Element { index, side, reason }
                    );
                }
            }
            let mut both = bytes.clone();
            both[index * 2 * width..(index + 1) * 2 * width].fill(0);
            let refused = BadRecords::Element { index, side: Side::Input, reason: Malformed::NotCanonical };
            assert_eq!(Records::new(&group, &both).unwrap_err(), refused, "(0, 0)");
            let mut trivial = bytes.clone();
            trivial[index * 2 * width..][..width].copy_from_slice(&group.encode(&group.identity()));
            assert_eq!(Records::new(&group, &trivial).unwrap_err(), BadRecords::TrivialInput { index });
        }
        for len in [1, width, 2 * width - 1, bytes.len() - 1] {
            let cut = &bytes[..len];
            let refused = BadRecords::Length { stride: 2 * width, len };
            assert_eq!(Records::new(&group, cut).unwrap_err(), refused);
        }
    }
}

/// A multiple of a factor of N is not an element of the group. With y = x^(2^t) modulo N such a
/// statement even satisfies its equation.
#[test]
fn non_units_are_refused_by_name() {
    let group = group();
    let [p, q] = factors();
    let multiples = [p.clone(), q.clone(), p.mul(&Natural::from(12_345u64))];
    for m in SHORT.into_iter().chain([LONG]) {
        let list = statements(m);
        for (terms, proving, what) in systems(m) {
            // It is refused before any proof is checked.
            if m > 3 && proving == Proving::Pietrzak {
                continue;
            }
            let proof = prove_anyway(&group, &terms, &encode(&group, &list), proving);
            let positions = positions(m);
            for (index, multiple) in positions.iter().zip(multiples.iter().cycle()) {
                let non_unit = group.ring().residue(multiple);
                for side in [Side::Input, Side::Output] {
                    let mut wrong = list.clone();
                    match side {
                        Side::Input => wrong[*index].0 = non_unit.clone(),
                        Side::Output => wrong[*index].1 = non_unit.clone(),
                    }
                    let refused = Invalid::NotAUnit { index: *index as u64, side };
                    assert_eq!(
                        check(&group, &terms, &encode(&group, &wrong), &proof),
                        Err(refused),
                        "{what}"
                    );
                }
                if index % 50 == 0 {
                    let mut wrong = list.clone();
                    wrong[*index] = (non_unit.clone(), crate::batch::support::delay(&group, &non_unit));
                    // With both factors in one list, the product is 0.
                    wrong[m - 1].1 = group.ring().residue(if *multiple == q { &p } else { &q });
                    let refused = check(&group, &terms, &encode(&group, &wrong), &proof);
                    let first = Invalid::NotAUnit { index: *index as u64, side: Side::Input };
                    assert_eq!(refused, Err(first), "{what}");
                }
            }
        }
    }
}

/// Elements of proofs that are not units are refused, too.
#[test]
fn proofs_of_non_units_are_refused() {
    let group = group();
    let bytes = encode(&group, &statements(3));
    let non_unit = group.ring().residue(&factors()[0]);
    for (terms, proving, what) in systems(3) {
        let mut proof = prove_anyway(&group, &terms, &bytes, proving);
        match &mut proof {
            Proof::Wesolowski(_, proofs) => proofs[0] = non_unit.clone(),
            Proof::Pietrzak(proofs) => {
                let midpoints = [group.encode(&non_unit), group.encode(&proofs[0].midpoints()[1])].concat();
                proofs[0] = heliast_vdf::pietrzak::Proof::decode(&group, terms.t, &midpoints).unwrap();
            }
        }
        let refused = check(&group, &terms, &bytes, &proof);
        // The first statement of random subsets of three may be the empty product, whose proof is 1.
        assert!(
            matches!(
                refused,
                Err(Invalid::Wesolowski {
                    index: 0,
                    reason: heliast_vdf::Invalid::Element(Malformed::NotAUnit)
                        | heliast_vdf::Invalid::Equation
                } | Invalid::Pietrzak {
                    index: 0,
                    reason: heliast_vdf::pietrzak::Invalid::Element(Malformed::NotAUnit)
                        | heliast_vdf::pietrzak::Invalid::Equation
                })
            ),
            "{what}: {refused:?}"
        );
    }
}

/// −y and y are the same element, and so are −π and π. Only one of them is a valid encoding, and arithmetic
/// accepts both.
#[test]
fn signs_do_not_count() {
    let group = group();
    for m in SHORT {
        let list = statements(m);
        let negated: Vec<_> = list.iter().map(|(x, y)| (group.ring().neg(x), group.ring().neg(y))).collect();
        let bytes = encode(&group, &list);
        assert_eq!(encode(&group, &negated), bytes);
        for (terms, proving, what) in systems(m) {
            let proof = match prove_anyway(&group, &terms, &bytes, proving) {
                Proof::Wesolowski(suite, proofs) => {
                    Proof::Wesolowski(suite, proofs.iter().map(|proof| group.ring().neg(proof)).collect())
                }
                other => other,
            };
            assert_eq!(check(&group, &terms, &bytes, &proof), Ok(()), "{what}");
        }
    }
}

#[test]
fn an_empty_batch_is_an_error() {
    let group = group();
    let bytes = encode(&group, &statements(1));
    let empty = Records::new(&group, &[]).unwrap();
    for (terms, proving, what) in systems(1) {
        let proof = prove_anyway(&group, &terms, &bytes, proving);
        assert_eq!(check(&group, &terms, &[], &proof), Err(Invalid::Empty), "{what}");
        let proved = heliast_vdf::batch::prove(
            &group,
            &terms,
            &empty,
            proving,
            Work { threads: 1, progress: |_| true },
        );
        assert_eq!(proved.unwrap_err(), Invalid::Empty.into(), "{what}");
        for shards in [&[][..], &[Digest::of(&empty, 1)], &[Digest::of(&empty, 1); 3]] {
            assert_eq!(terms.seed(&group, shards), Err(Invalid::Empty), "{what}");
        }
    }
}
