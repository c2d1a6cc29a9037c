//! `vectors/chia.json`: every verdict is that of chiavdf.

use heliast_arith::Natural;
use heliast_group::ClassGroup;
use heliast_vdf::chia;
use testkit::{Value, array, bytes, cases, number, of_kind, text};

fn group(case: &Value) -> ClassGroup {
    ClassGroup::unchecked(&Natural::from_be_bytes(&bytes(case, "discriminant")))
}

fn verdict(case: &Value) -> Result<(), chia::Invalid> {
    let iterations = text(case, "iterations").parse().unwrap();
    let witness_type = number(case, "witness_type");
    chia::verify(&group(case), &bytes(case, "x"), &bytes(case, "proof"), iterations, witness_type)
}

#[test]
fn verdicts_are_those_of_chiavdf() {
    let cases = cases("chia.json");
    let mut accepted = 0;
    for case in &cases {
        let (found, expected) = (verdict(case), case["accepted"].as_bool().unwrap());
        assert_eq!(found.is_ok(), expected, "{}: {found:?}", text(case, "name"));
        accepted += usize::from(expected);
    }
    assert_eq!((cases.len(), accepted), (355, 55));
}

#[test]
fn discriminants_are_those_of_chiavdf() {
    for case in of_kind(&cases("chia.json"), "valid") {
        let made = ClassGroup::from_chia_seed(&bytes(case, "seed"), number(case, "bits") as usize).unwrap();
        assert_eq!(made.discriminant_magnitude(), group(case).discriminant_magnitude());
    }
}

/// Our prover makes the very bytes of chiavdf's, whose proofs of one segment are unique.
#[test]
fn proofs_are_those_of_chiavdf() {
    let cases = cases("chia.json");
    let mut proved = 0;
    for case in of_kind(&cases, "valid") {
        let iterations = text(case, "iterations").parse().unwrap();
        if number(case, "witness_type") == 0 && iterations <= 20_000 {
            let proof = chia::prove(&group(case), &bytes(case, "x"), iterations).unwrap();
            assert_eq!(proof, bytes(case, "proof"), "{}", text(case, "name"));
            proved += 1;
        }
    }
    assert!(proved > 0);
}

/// The form without y, whose challenge is given in its place.
#[test]
fn outputs_are_recovered() {
    let group = ClassGroup::from_chia_seed(&[5; 32], 512).unwrap();
    let proof = chia::prove(&group, &chia::GENERATOR, 3000).unwrap();
    let (y, pi) = proof.split_at(chia::FORM_LEN);
    // A segment names the challenge: the delay as one segment, followed by none.
    let bad = chia::recover(&group, &Natural::from(65537u64), &chia::GENERATOR, pi, 3000, 0);
    assert_eq!(bad, Err(chia::Invalid::Challenge));
    assert_eq!(
        chia::recover(&group, &Natural::zero(), &chia::GENERATOR, pi, 3000, 0),
        Err(chia::Invalid::ZeroChallenge)
    );
    let mut found = 0;
    for case in of_kind(&cases("chia.json"), "valid") {
        // The last segment of a chain holds its own challenge: cut there, it is a proof of this form.
        let proof = bytes(case, "proof");
        if number(case, "witness_type") != 1 {
            continue;
        }
        let segment = &proof[200..];
        let iterations = u64::from_be_bytes(segment[..8].try_into().unwrap());
        let prime = Natural::from_be_bytes(&segment[8..41]);
        let middle = chia::recover(
            &self::group(case),
            &prime,
            &array::<100>(case, "x"),
            &segment[41..],
            iterations,
            0,
        );
        let rest: u64 = text(case, "iterations").parse::<u64>().unwrap() - iterations;
        let last = chia::verify(&self::group(case), &middle.unwrap(), &proof[..200], rest, 0);
        assert_eq!(last, Ok(()), "{}", text(case, "name"));
        found += 1;
    }
    assert!(found > 0);
    assert_eq!(chia::verify(&group, &chia::GENERATOR, &[y, pi].concat(), 3000, 0), Ok(()));
}

#[test]
fn what_is_out_of_range_is_refused() {
    let group = ClassGroup::unchecked(&Natural::one().shl(1056).sub(&Natural::one()).unwrap());
    let refused = Err(chia::Invalid::Discriminant(1056));
    assert_eq!(chia::verify(&group, &chia::GENERATOR, &[0; 200], 1, 0), refused);
    assert_eq!(chia::prove(&group, &chia::GENERATOR, 1), Err(chia::Invalid::Discriminant(1056)));
    let group = ClassGroup::from_chia_seed(&[5; 32], 256).unwrap();
    for witness_type in [1, 2, u64::MAX, u64::MAX / 141] {
        let found = Err(chia::Invalid::Length { witness_type, found: 200 });
        assert_eq!(chia::verify(&group, &chia::GENERATOR, &[0; 200], 1, witness_type), found);
    }
    assert_eq!(chia::verify(&group, &[], &[0; 200], 1, 0), Err(chia::Invalid::Form("input")));
    assert_eq!(chia::verify(&group, &chia::GENERATOR, &[0; 200], 1, 0), Err(chia::Invalid::Form("output")));
    assert!(group.generator().is_some());
}
