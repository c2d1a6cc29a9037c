//! `vectors/chia.json`: every verdict is that of chiavdf.

use heliast_arith::Natural;
use heliast_group::ClassGroup;
use heliast_vdf::{Evaluation, chia};
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

/// All proofs at once, which are of many discriminants, lengths and witness types, have the verdicts of each
/// alone.
#[test]
fn many_proofs_have_the_verdicts_of_each() {
    let cases = cases("chia.json");
    let groups: Vec<ClassGroup> = cases.iter().map(group).collect();
    let owned: Vec<_> = cases.iter().map(|case| (bytes(case, "x"), bytes(case, "proof"))).collect();
    let claims: Vec<chia::Claim<'_>> = cases
        .iter()
        .zip(groups.iter().zip(&owned))
        .map(|(case, (group, (x, proof)))| {
            let iterations = text(case, "iterations").parse().unwrap();
            chia::Claim { group, x, proof, iterations, witness_type: number(case, "witness_type") }
        })
        .collect();
    let expected: Vec<_> = cases.iter().map(verdict).collect();
    assert_eq!(chia::verify_many(&claims), expected);
    assert_eq!(chia::verify_many(&claims[..1]), expected[..1]);
    let strict = |claim: &chia::Claim<'_>| {
        let chia::Claim { group, x, proof, iterations, witness_type } = *claim;
        chia::verify_strict(group, x, proof, iterations, witness_type)
    };
    let expected: Vec<_> = claims.iter().map(strict).collect();
    assert_eq!(chia::verify_many_strict(&claims), expected);
    assert_eq!(chia::verify_many(&[]), []);
}

/// Proofs of 1024 bits in several groups with segments, and such that are false in each of their parts.
#[test]
fn many_proofs_of_several_groups() {
    let groups: Vec<_> = (0..9u8).map(|n| ClassGroup::from_chia_seed(&[n; 32], 1024).unwrap()).collect();
    let mut proofs = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        let (t, depth) = (300 + number as u64, number as u64 % 3);
        let mut evaluation = chia::evaluate(group, &chia::GENERATOR, t).unwrap();
        evaluation.advance(t);
        let proof = chia::prove_evaluation(&evaluation, depth, 1, |_| true).unwrap();
        for place in [None, Some(5), Some(100), Some(205), Some(proof.len() - 1), Some(proof.len() - 50)] {
            let mut proof = proof.clone();
            if let Some(byte) = place.and_then(|place| proof.get_mut(place)) {
                *byte ^= 1;
            }
            proofs.push((group, t, depth, proof));
        }
    }
    let claims: Vec<_> = proofs
        .iter()
        .map(|(group, iterations, witness_type, proof)| chia::Claim {
            group,
            x: &chia::GENERATOR,
            proof,
            iterations: *iterations,
            witness_type: *witness_type,
        })
        .collect();
    let verdicts = chia::verify_many(&claims);
    for (claim, verdict) in claims.iter().zip(&verdicts) {
        let chia::Claim { group, x, proof, iterations, witness_type } = *claim;
        assert_eq!(*verdict, chia::verify(group, x, proof, iterations, witness_type));
    }
    // Consensus accepts some proofs of which a byte was changed.
    let accepted = verdicts.iter().filter(|verdict| verdict.is_ok()).count();
    assert!((groups.len()..verdicts.len()).contains(&accepted), "{accepted}");
}

#[test]
fn discriminants_are_those_of_chiavdf() {
    for case in of_kind(&cases("chia.json"), "valid") {
        let made = ClassGroup::from_chia_seed(&bytes(case, "seed"), number(case, "bits") as usize).unwrap();
        assert_eq!(made.discriminant_magnitude(), group(case).discriminant_magnitude());
    }
}

/// Heliast's prover makes the same bytes as chiavdf's, whose proofs of one segment are unique.
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

/// Every depth makes a proof of that witness type, which is the same on several threads.
#[test]
fn segments_are_proved() {
    let group = ClassGroup::from_chia_seed(&[6; 32], 256).unwrap();
    for (iterations, deepest) in [(1, 0), (2, 1), (300, 9), (5001, 66)] {
        let mut evaluation = chia::evaluate(&group, &chia::GENERATOR, iterations).unwrap();
        evaluation.advance(iterations / 2);
        let bytes = evaluation.to_bytes();
        let mut evaluation = Evaluation::from_bytes(&group, &bytes).unwrap();
        evaluation.advance(iterations);
        assert!(chia::greatest_depth(iterations) >= deepest, "{}", chia::greatest_depth(iterations));
        for depth in [0, deepest / 2, deepest] {
            let prove = |threads| chia::prove_evaluation(&evaluation, depth, threads, |_| true).unwrap();
            let proof = prove(1);
            assert_eq!(prove(3), proof);
            let verified = chia::verify_strict(&group, &chia::GENERATOR, &proof, iterations, depth);
            assert_eq!(verified, Ok(()), "{iterations} squarings, depth {depth}");
            let longer = chia::verify(&group, &chia::GENERATOR, &proof, iterations + 1, depth);
            assert_eq!(longer, Err(chia::Invalid::Equation));
            // y is computed again from a proof without it.
            let prime = chia::last_challenge(&group, &chia::GENERATOR, &proof, iterations, depth).unwrap();
            let x = &chia::GENERATOR;
            let y = chia::recover_strict(&group, &prime, x, &proof[100..], iterations, depth).unwrap();
            assert_eq!(y, proof[..100]);
        }
        let greatest = chia::greatest_depth(iterations);
        let refused = chia::prove_evaluation(&evaluation, greatest + 1, 1, |_| true);
        let depth = chia::ProveError::Depth { depth: greatest + 1, t: iterations, greatest };
        assert_eq!(refused, Err(depth));
    }
}

#[test]
fn provers_stop_and_say_why_there_is_no_proof() {
    let group = ClassGroup::from_chia_seed(&[6; 32], 256).unwrap();
    let x = &chia::GENERATOR;
    let mut evaluation = chia::evaluate(&group, x, 10_000).unwrap();
    evaluation.advance(10);
    let unfinished = Err(chia::ProveError::Unfinished { done: 10, t: 10_000 });
    assert_eq!(chia::prove_evaluation(&evaluation, 0, 1, |_| true), unfinished);
    evaluation.advance(u64::MAX);
    let stopped = chia::prove_evaluation(&evaluation, 2, 2, |done| done < 0.5);
    assert_eq!(stopped, Err(chia::ProveError::Interrupted));
    for t in [0, 1 << 48, u64::MAX] {
        assert_eq!(chia::evaluate(&group, x, t).err(), Some(chia::Invalid::Delay(t)));
    }
    assert_eq!(chia::evaluate(&group, &[0; 100], 1).err(), Some(chia::Invalid::Form("input")));
    // A delay of no squarings, and one of the identity, of which every power is the identity.
    let identity = [&[4][..], &[0; 99]].concat();
    let still = chia::prove(&group, x, 0).unwrap();
    assert_eq!(still, [&x[..], &identity].concat());
    assert_eq!(chia::verify_strict(&group, x, &still, 0, 0), Ok(()));
    let nothing = chia::prove(&group, &identity, 500).unwrap();
    assert_eq!(nothing, [&identity[..], &identity].concat());
    assert_eq!(chia::verify_strict(&group, &identity, &nothing, 500, 0), Ok(()));
}

/// Consensus accepts all proofs that are accepted strictly; the other proofs that it accepts are not
/// canonical.
#[test]
fn strictness_takes_away_second_encodings_only() {
    let mut second = 0;
    for case in &cases("chia.json") {
        let iterations = text(case, "iterations").parse().unwrap();
        let witness_type = number(case, "witness_type");
        let (x, proof) = (bytes(case, "x"), bytes(case, "proof"));
        let strict = chia::verify_strict(&group(case), &x, &proof, iterations, witness_type);
        let name = text(case, "name");
        match (strict, verdict(case)) {
            (Err(chia::Invalid::NotCanonical(_)), Ok(())) => {
                assert_ne!(text(case, "kind"), "valid", "{name}");
                second += 1;
            }
            // The strict function checks all forms first, so it may name another one of several mistakes.
            (Err(_), Err(_)) | (Ok(()), Ok(())) => {}
            (strict, loose) => panic!("{name}: {strict:?}, {loose:?}"),
        }
    }
    assert!(second > 20, "{second}");
}

/// Bytes whose |b| is above a encode the same form as other bytes whose |b| is not.
#[test]
fn a_form_is_reduced_when_it_is_read() {
    let group = ClassGroup::from_chia_seed(&[6; 32], 256).unwrap();
    assert_eq!(chia::decode_form(&group, &chia::GENERATOR), group.generator());
    for bytes in [&[0; 100][..], &[0; 99], &[8; 101], &[]] {
        assert_eq!(chia::decode_form(&group, bytes), None);
        assert_eq!(chia::decode_form_strict(&group, bytes), None);
    }
    let mut inflated = 0;
    for case in cases("chia.json").iter().filter(|case| text(case, "name").contains("inflated_b0_y")) {
        let (group, proof) = (self::group(case), bytes(case, "proof"));
        if let Some(form) = chia::decode_form(&group, &proof[..100]) {
            assert!(form.b_magnitude() <= form.a());
            assert_eq!(chia::decode_form_strict(&group, &proof[..100]), None);
            inflated += 1;
        }
    }
    assert!(inflated > 0);
}

/// The format without y, with the challenge in its place.
#[test]
fn outputs_are_recovered() {
    let group = ClassGroup::from_chia_seed(&[5; 32], 512).unwrap();
    let proof = chia::prove(&group, &chia::GENERATOR, 3000).unwrap();
    let (y, pi) = proof.split_at(chia::FORM_LEN);
    // A segment names the challenge: the delay is one segment, followed by nothing.
    let bad = chia::recover(&group, &Natural::from(65537u64), &chia::GENERATOR, pi, 3000, 0);
    assert_eq!(bad, Err(chia::Invalid::Challenge));
    assert_eq!(
        chia::recover(&group, &Natural::zero(), &chia::GENERATOR, pi, 3000, 0),
        Err(chia::Invalid::ZeroChallenge)
    );
    let mut found = 0;
    for case in of_kind(&cases("chia.json"), "valid") {
        // The last segment of a chain contains its own challenge. Cut after it, the bytes are a proof of this
        // format.
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
