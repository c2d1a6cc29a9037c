use super::*;
use alloc::vec;
use heliast_arith::Natural;
use heliast_group::{BulkGroup, ClassGroup, Counting, RsaGroup};
use proptest::prelude::*;

/// A group of some 64 bits: p and q are safe primes.
fn small_group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from(4_294_967_087u64).mul(&Natural::from(4_294_965_887u64)))
}

fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32]))
}

fn class_group() -> ClassGroup {
    ClassGroup::from_seed(b"the seed of Pietrzak's tests....", 256).unwrap()
}

fn evaluate<G: Group>(group: &G, message: &[u8], t: u64) -> Evaluation<G> {
    let mut evaluation = Evaluation::start(group, crate::delay_input(group, message), t).unwrap();
    evaluation.advance(t);
    evaluation
}

fn proven<G: BulkGroup>(group: &G, message: &[u8], t: u64) -> (Statement<G::Elem>, Proof<G::Elem>) {
    let evaluation = evaluate(group, message, t);
    let (y, proof) = prove(&evaluation, 1, |_| true).unwrap();
    (Statement { x: evaluation.input().clone(), y, t }, proof)
}

/// a^(2^n).
fn power<G: Group>(group: &G, a: &G::Elem, n: u64) -> G::Elem {
    let mut power = a.clone();
    group.square_n(&mut power, n);
    power
}

/// The proof by squaring from every x_i again.
fn prove_naive<G: BulkGroup>(group: &G, statement: &Statement<G::Elem>) -> Vec<G::Elem> {
    let mut transcript = Transcript::new(group, statement);
    let (mut x, mut left) = (statement.x.clone(), statement.t);
    let mut midpoints = vec![];
    while left > DIRECT {
        x = power(group, &x, left % 2);
        left /= 2;
        let midpoint = power(group, &x, left);
        let r = transcript.challenge(midpoints.len() as u32 + 1, &group.encode(&midpoint));
        x = group.mul(&multiexp(group, &[(&x, &r)]), &midpoint);
        midpoints.push(midpoint);
    }
    midpoints
}

#[test]
fn proofs_are_those_by_squaring_on_any_number_of_threads() {
    let delays = [1, 2, 1023, 1024, 1025, 1026, 2049, 2050, 2051, 4099, 50_000, 131_071, 300_001];
    check_by_squaring(&group(), &delays);
    check_by_squaring(&class_group(), &delays[..11]);
}

fn check_by_squaring<G: BulkGroup>(group: &G, delays: &[u64]) {
    for &t in delays {
        let evaluation = evaluate(group, b"naive", t);
        let (y, proof) = prove(&evaluation, 1, |_| true).unwrap();
        let statement = Statement { x: evaluation.input().clone(), y, t };
        verify(group, &statement, &proof).unwrap();
        let naive = prove_naive(group, &statement);
        assert_eq!(naive.len(), rounds(t) as usize);
        let same = |proof: &Proof<_>| {
            proof.midpoints.len() == naive.len()
                && proof.midpoints.iter().zip(&naive).all(|(a, b)| group.equal(a, b))
        };
        assert!(same(&proof), "t = {t}");
        for threads in [2, 7] {
            assert!(same(&prove(&evaluation, threads, |_| true).unwrap().1), "t = {t}, {threads} threads");
        }
    }
}

/// Every output with every midpoint in groups of 30 and of 25 elements: a false claim passes exactly for the
/// challenges that the module names.
#[test]
fn every_claim_in_a_small_group_is_judged_as_the_formula_says() {
    let group = RsaGroup::unchecked(&Natural::from(77u64));
    let elements: Vec<_> =
        (1u8..=38).filter(|n| n % 7 != 0 && n % 11 != 0).map(|n| group.decode(&[n]).unwrap()).collect();
    assert_eq!(elements.len(), 30);
    check_every_claim(&group, &elements, [1, 4, 20, 7]);

    // The class number of −479 is 25, and all forms are powers of one.
    let group = ClassGroup::unchecked(&Natural::from(479u64));
    let generator = group.generator().unwrap();
    let power = |exponent: u64| group.pow(&generator, &Natural::from(exponent));
    let elements: Vec<_> = (0..25).map(power).collect();
    assert!(power(25) == group.identity() && power(5) != group.identity());
    check_every_claim(&group, &elements, [1, 5, 20, 7]);
}

/// Checks every claim with an input at each of these places. All orders divide the number of elements.
fn check_every_claim<G: BulkGroup>(group: &G, elements: &[G::Elem], inputs: [usize; 4]) {
    let order = elements.len() as u64;
    let inverse = |a: &_| {
        let found = elements.iter().find(|b| group.equal(&group.mul(a, b), &group.identity()));
        found.unwrap().clone()
    };
    let repeated = |a: &_, times: u64| (0..times).fold(group.identity(), |power, _| group.mul(&power, a));
    let (mut accepted, mut refused) = (0, 0);
    for (t, x) in [1025, 1026, 1027, 2049].into_iter().zip(inputs.map(|input| &elements[input])) {
        let half = t / 2;
        let true_midpoint = power(group, x, half + t % 2);
        let true_output = power(group, x, t);
        let half_power = (0..half).fold(1, |power, _| power * 2 % order);
        for (y, midpoint) in elements.iter().flat_map(|y| elements.iter().map(move |midpoint| (y, midpoint)))
        {
            let statement = Statement { x: x.clone(), y: y.clone(), t };
            let r = Transcript::new(group, &statement).challenge(1, &group.encode(midpoint)).rem_u64(order);
            let alpha = group.mul(midpoint, &inverse(&true_midpoint));
            let beta = group.mul(y, &inverse(&true_output));
            let error = group.mul(&repeated(&alpha, r + order - half_power), &beta);
            let proof = Proof { midpoints: vec![midpoint.clone()] };
            let expected =
                if group.equal(&error, &group.identity()) { Ok(()) } else { Err(Invalid::Equation) };
            assert_eq!(verify(group, &statement, &proof), expected);
            let is_true = group.equal(&alpha, &group.identity()) && group.equal(&beta, &group.identity());
            assert!(!is_true || expected.is_ok());
            if expected.is_ok() { accepted += 1 } else { refused += 1 }
        }
    }
    assert!(accepted >= 4 && refused > 2000, "{accepted} accepted, {refused} refused");
}

/// Groups without a known element of low order. False claims come with the true midpoints, with their error
/// moved into the midpoints, and with proofs of other claims.
#[test]
fn no_wrong_output_passes() {
    check_wrong_outputs(&small_group(), 200);
    check_wrong_outputs(&class_group(), 20);
}

fn check_wrong_outputs<G: BulkGroup>(group: &G, count: u64) {
    let t = 5_000;
    let (statement, proof) = proven(group, b"true", t);
    for wrong in 0..count {
        let error = group.hash("wrong", &wrong.to_be_bytes());
        let lie = Statement { y: group.mul(&statement.y, &error), ..statement.clone() };
        let mut shifted = proof.clone();
        shifted.midpoints[0] = group.mul(&shifted.midpoints[0], &error);
        let consistent = Proof { midpoints: prove_naive(group, &lie) };
        for proof in [&proof, &shifted, &consistent] {
            assert_eq!(verify(group, &lie, proof), Err(Invalid::Equation));
        }
        assert_eq!(verify(group, &statement, &shifted), Err(Invalid::Equation));
    }
}

#[test]
fn everything_in_the_statement_is_bound() {
    check_bindings(&group());
    check_bindings(&class_group());

    let (group, t) = (group(), 10_000);
    let (statement, proof) = proven(&group, b"bound", t);
    let elsewhere = RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb7; 32]));
    let [x, y] = [&statement.x, &statement.y].map(|e| elsewhere.decode(&group.encode(e)).unwrap());
    let midpoints = proof.midpoints.iter().map(|e| elsewhere.decode(&group.encode(e)).unwrap()).collect();
    assert!(verify(&elsewhere, &Statement { x, y, t }, &Proof { midpoints }).is_err());
}

fn check_bindings<G: BulkGroup>(group: &G) {
    let t = 10_000;
    let (statement, proof) = proven(group, b"bound", t);
    let other = group.hash("other", b"");
    let refused = |claim: Statement<_>, proof: &Proof<_>| verify(group, &claim, proof).unwrap_err();
    let of = |t| Statement { t, ..statement.clone() };
    assert_eq!(refused(of(0), &proof), Invalid::Delay(0));
    assert_eq!(refused(of(1 << 48), &proof), Invalid::Delay(1 << 48));
    assert_eq!(refused(of(t + 1), &proof), Invalid::Equation);
    assert_eq!(refused(of(t - 1), &proof), Invalid::Equation);
    assert_eq!(refused(of(2 * t), &proof), Invalid::Rounds { expected: 5, found: 4 });
    assert_eq!(refused(Statement { x: other.clone(), ..statement.clone() }, &proof), Invalid::Equation);
    assert_eq!(refused(Statement { y: other.clone(), ..statement.clone() }, &proof), Invalid::Equation);
    assert_eq!(
        refused(Statement { x: group.identity(), ..statement.clone() }, &proof),
        Invalid::TrivialInput
    );
    for round in 0..proof.midpoints.len() {
        let mut changed = proof.clone();
        changed.midpoints[round] = other.clone();
        assert_eq!(refused(statement.clone(), &changed), Invalid::Equation);
        changed.midpoints.remove(round);
        assert_eq!(refused(statement.clone(), &changed), Invalid::Rounds { expected: 4, found: 3 });
    }
    let mut swapped = proof.clone();
    swapped.midpoints.swap(1, 2);
    assert_eq!(refused(statement.clone(), &swapped), Invalid::Equation);
}

#[test]
fn non_units_are_refused() {
    let p = Natural::from(1_000_003u64);
    let group = RsaGroup::unchecked(&p.mul(&Natural::from(1_000_033u64)));
    let (statement, proof) = proven(&group, b"unit", 2_000);
    let multiple =
        group.decode(&p.mul(&Natural::from(77u64)).to_be_bytes(group.encoded_len()).unwrap()).unwrap();
    let not_unit = Err(Invalid::Element(Malformed::NotAUnit));
    let verify = |claim: Statement<_>, midpoint: &_| {
        verify(&group, &claim, &Proof { midpoints: vec![Clone::clone(midpoint)] })
    };
    assert_eq!(verify(Statement { x: multiple.clone(), ..statement.clone() }, &proof.midpoints[0]), not_unit);
    assert_eq!(verify(Statement { y: multiple.clone(), ..statement.clone() }, &proof.midpoints[0]), not_unit);
    assert_eq!(verify(statement, &multiple), not_unit);
}

#[test]
fn bytes_are_strict() {
    let group = group();
    let (_, proof) = proven(&group, b"bytes", 10_000);
    let bytes = proof.encode(&group);
    assert_eq!(bytes.len(), 4 * 32);
    assert_eq!(Proof::decode(&group, 10_000, &bytes).unwrap().encode(&group), bytes);
    for found in (0..bytes.len()).chain([bytes.len() + 1]) {
        let bytes = [&bytes[..], &[0]].concat();
        assert_eq!(
            Proof::decode(&group, 10_000, &bytes[..found]).unwrap_err(),
            BadEncoding::Length { expected: 128, found }
        );
    }
    assert_eq!(
        Proof::decode(&group, 20_000, &bytes).unwrap_err(),
        BadEncoding::Length { expected: 160, found: 128 }
    );
    for (round, bad) in [(1, [0; 32]), (3, [0xff; 32]), (4, [0xb5; 32])] {
        let mut bytes = bytes.clone();
        bytes[32 * (round - 1)..][..32].copy_from_slice(&bad);
        let reason = Malformed::NotCanonical;
        assert_eq!(
            Proof::decode(&group, 10_000, &bytes).unwrap_err(),
            BadEncoding::Midpoint { round, reason }
        );
    }
    assert_eq!(Proof::decode(&group, 1024, &[]).unwrap().midpoints.len(), 0);
    assert_eq!(rounds((1 << 48) - 1), 38);
}

#[test]
fn costs_are_what_the_documentation_says() {
    let group = Counting::new(group());
    for (t, part) in [(1 << 17, 15), (1 << 20, 40)] {
        let evaluation = evaluate(&group, b"cost", t);
        group.take();
        let (y, proof) = prove(&evaluation, 1, |_| true).unwrap();
        let counts = group.take();
        assert!(counts.products + counts.squarings < t / part, "{counts:?} for {t}");

        let statement = Statement { x: evaluation.input().clone(), y, t };
        verify(&group, &statement, &proof).unwrap();
        let counts = group.take();
        let rounds = u64::from(rounds(t));
        assert!(counts.squarings <= 128 * (rounds + 1) + DIRECT + rounds, "{counts:?} for {t}");
        assert!(counts.products <= 80 * rounds, "{counts:?} for {t}");
    }
}

#[test]
fn unfinished_and_interrupted_work_has_no_proof() {
    let group = group();
    let mut evaluation = Evaluation::start(&group, crate::delay_input(&group, b"stop"), 30_000).unwrap();
    evaluation.advance(29_999);
    assert_eq!(
        prove(&evaluation, 1, |_| true).unwrap_err(),
        ProveError::Unfinished { done: 29_999, t: 30_000 }
    );
    evaluation.advance(1);
    assert_eq!(prove(&evaluation, 1, |_| false).unwrap_err(), ProveError::Interrupted);
    assert_eq!(prove(&evaluation, 1, |part| part < 0.5).unwrap_err(), ProveError::Interrupted);
    prove(&evaluation, 1, |part| part <= 1.0).unwrap();
}

proptest! {
    #[test]
    fn changed_bytes_never_verify(at in 0usize..96, mask in 1u8..) {
        let group = group();
        let (statement, proof) = proven(&group, b"mutant", 5_000);
        let mut bytes = proof.encode(&group);
        bytes[at] ^= mask;
        if let Ok(proof) = Proof::decode(&group, 5_000, &bytes) {
            prop_assert!(verify(&group, &statement, &proof).is_err());
        }
    }

    #[test]
    fn any_delay_is_proven(t in 1u64..20_000, threads in 1usize..5) {
        let group = small_group();
        let evaluation = evaluate(&group, &t.to_be_bytes(), t);
        let (y, proof) = prove(&evaluation, threads, |_| true).unwrap();
        let statement = Statement { x: evaluation.input().clone(), y, t };
        prop_assert_eq!(verify(&group, &statement, &proof), Ok(()));
        prop_assert_eq!(proof.midpoints.len(), rounds(t) as usize);
    }
}
