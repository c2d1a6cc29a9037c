//! Proofs against their oracle, in groups small enough to enumerate and in real ones, and proofs that must be
//! refused.

use heliast_arith::Natural;
use heliast_group::{BulkGroup, Counting, Counts, Group, RsaGroup, Trapdoor};
use heliast_vdf::{
    BadHint, CompactClaim, Evaluation, Form, Invalid, OpenError, PrimeHash, PrimeMode, ProofFile,
    ResumeError, Statement, Suite, challenge, delay_input, hinted_challenge, prove, prove_naive,
    prove_with_trapdoor, recover, recover_many, verify, verify_hinted,
};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

const T: u64 = 500;

fn group() -> RsaGroup {
    RsaGroup::rsa_2048()
}

fn evaluate<G: Group>(group: &G, message: &[u8], t: u64) -> Evaluation<G> {
    let mut evaluation = Evaluation::start(group, delay_input(group, message), t).unwrap();
    assert!(evaluation.advance(t));
    evaluation
}

fn proven<G: BulkGroup>(group: &G, message: &[u8], t: u64, suite: Suite) -> (Statement<G::Elem>, G::Elem) {
    let evaluation = evaluate(group, message, t);
    let (y, proof) = prove(&evaluation, suite, 2, |_| true).unwrap();
    (Statement { x: evaluation.input().clone(), y, t }, proof)
}

fn suites() -> [Suite; 5] {
    let suite = |mode, bits| Suite::new(mode, bits).unwrap();
    [
        suite(PrimeMode::Plain, 256).with_hash(PrimeHash::Blake3),
        suite(PrimeMode::Sieved, 256).with_hash(PrimeHash::Sha3_512),
        suite(PrimeMode::SievedFull, 256),
        suite(PrimeMode::SievedFull, 512).with_hash(PrimeHash::Blake2b512),
        suite(PrimeMode::Hinted, 264).with_hash(PrimeHash::Sha512),
    ]
}

#[test]
fn proofs_from_checkpoints_are_those_of_long_division() {
    let group = group();
    for suite in suites() {
        for t in [1u64, 2, 3, 7, 64, 65, 257, 1000] {
            let (statement, proof) = proven(&group, &t.to_be_bytes(), t, suite);
            let prime = challenge(&group, &statement, suite).unwrap().prime;
            assert!(group.equal(&proof, &prove_naive(&group, &statement.x, t, &prime)), "t = {t}");
            verify(&group, &statement, &proof, suite).unwrap();
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_proof() {
    let group = RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32]));
    let evaluation = evaluate(&group, b"threads", 100_003);
    let proofs =
        [1, 2, 3, 64].map(|threads| prove(&evaluation, Suite::default(), threads, |_| true).unwrap().1);
    assert!(proofs.iter().all(|proof| group.equal(proof, &proofs[0])));
    let statement =
        Statement { x: evaluation.input().clone(), y: evaluation.output().unwrap().clone(), t: 100_003 };
    verify(&group, &statement, &proofs[0], Suite::default()).unwrap();
}

#[test]
fn the_proof_costs_a_fraction_of_the_evaluation() {
    let group = Counting::new(RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32])));
    let t = 200_000;
    let evaluation = evaluate(&group, b"cost", t);
    assert_eq!(group.take().squarings, t);
    prove(&evaluation, Suite::default(), 1, |_| true).unwrap();
    let counts = group.take();
    assert!(counts.products + counts.squarings < t / 5, "{counts:?}");
}

#[test]
fn the_trapdoor_agrees_with_the_delay() {
    let mut seed = 0u64;
    let random = |bytes: &mut [u8]| {
        for byte in bytes {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (seed >> 56) as u8;
        }
    };
    let trapdoor = Trapdoor::generate(512, random).unwrap();
    let group = trapdoor.group();
    for t in [1, 2, 255, 256, 257, 1000] {
        let (statement, proof) = proven(group, b"trapdoor", t, Suite::default());
        let (y, pi) = prove_with_trapdoor(&trapdoor, &statement.x, t, Suite::default()).unwrap();
        assert!(group.equal(&y, &statement.y) && group.equal(&pi, &proof), "t = {t}");
    }
}

#[test]
fn an_evaluation_resumes_from_its_bytes() {
    let group = group();
    let whole = evaluate(&group, b"resume", T);
    for stop in [0, 1, 7, 100, T - 1, T] {
        let mut first = Evaluation::start(&group, whole.input().clone(), T).unwrap();
        first.advance(stop);
        let mut second = Evaluation::from_bytes(&group, &first.to_bytes()).unwrap();
        assert_eq!(second.done(), stop);
        second.advance(u64::MAX);
        let (a, b) =
            (prove(&whole, Suite::default(), 1, |_| true), prove(&second, Suite::default(), 1, |_| true));
        assert!(group.equal(&a.unwrap().1, &b.unwrap().1));
    }
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let group = RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32]));
    let mut evaluation = Evaluation::start(&group, delay_input(&group, b"damage"), 300).unwrap();
    evaluation.advance(100);
    let bytes = evaluation.to_bytes();
    for i in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[i] ^= 0x10;
        assert!(Evaluation::from_bytes(&group, &damaged).is_err(), "byte {i}");
        assert!(Evaluation::from_bytes(&group, &bytes[..i]).is_err(), "cut at {i}");
    }
    let far = [&bytes[..45], &u64::MAX.to_be_bytes(), &bytes[53..bytes.len() - 32]].concat();
    let digest = Sha256::new_with_prefix(b"\x15heliast/checkpoint/v1").chain_update(&far).finalize();
    assert_eq!(
        Evaluation::from_bytes(&group, &[&far[..], &digest].concat()).unwrap_err(),
        ResumeError::Format,
        "more squarings done than there are"
    );
    assert!(Evaluation::from_bytes(&group, &[&bytes[..], &[0]].concat()).is_err());
    assert!(Evaluation::from_bytes(&RsaGroup::rsa_2048(), &bytes).is_err());
}

#[test]
fn unfinished_and_interrupted_work_has_no_proof() {
    let group = RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32]));
    let mut evaluation = Evaluation::start(&group, delay_input(&group, b"stop"), 5_000).unwrap();
    evaluation.advance(4_999);
    assert!(prove(&evaluation, Suite::default(), 1, |_| true).is_err());
    evaluation.advance(1);
    assert!(prove(&evaluation, Suite::default(), 2, |_| false).is_err());
    let x = delay_input(&group, b"start");
    assert_eq!(Evaluation::start(&group, x.clone(), 0).err(), Some(ResumeError::Delay(0)));
    assert_eq!(Evaluation::start(&group, x, 1 << 48).err(), Some(ResumeError::Delay(1 << 48)));
    assert_eq!(Evaluation::start(&group, group.identity(), 1).err(), Some(ResumeError::TrivialInput));
}

/// In a toy group every wrong y must fail, except if the group's own order makes it pass.
#[test]
fn no_wrong_output_verifies_in_a_small_group() {
    let group = RsaGroup::unchecked(&Natural::from(1_000_003u64 * 1_000_033));
    let (statement, proof) = proven(&group, b"small", 50, Suite::default());
    for wrong in 0..300u64 {
        let y = group.hash("wrong", &wrong.to_be_bytes());
        let claim = Statement { y, ..statement.clone() };
        assert_eq!(verify(&group, &claim, &proof, Suite::default()), Err(Invalid::Equation));
    }
}

#[test]
fn everything_in_the_statement_is_bound() {
    let group = group();
    let suite = Suite::default();
    let (statement, proof) = proven(&group, b"bound", T, suite);
    let refused = |claim: Statement<_>, suite| verify(&group, &claim, &proof, suite).unwrap_err();
    let other = group.hash("other", b"");
    assert_eq!(refused(Statement { t: T + 1, ..statement.clone() }, suite), Invalid::Equation);
    assert_eq!(refused(Statement { t: 0, ..statement.clone() }, suite), Invalid::Delay(0));
    assert_eq!(refused(Statement { t: 1 << 48, ..statement.clone() }, suite), Invalid::Delay(1 << 48));
    assert_eq!(refused(Statement { x: other.clone(), ..statement.clone() }, suite), Invalid::Equation);
    assert_eq!(refused(Statement { y: other.clone(), ..statement.clone() }, suite), Invalid::Equation);
    assert_eq!(refused(Statement { x: group.identity(), ..statement.clone() }, suite), Invalid::TrivialInput);
    for changed in
        [Suite::new(PrimeMode::Plain, 256), Suite::new(PrimeMode::SievedFull, 264)].map(Option::unwrap)
    {
        assert_eq!(refused(statement.clone(), changed), Invalid::Equation);
    }
    assert_eq!(verify(&group, &statement, &other, suite), Err(Invalid::Equation));

    // An attack on a transcript without y: y·g with π·g^(1/l) needs l before y.
    let prime = challenge(&group, &statement, suite).unwrap().prime;
    let shifted = group.mul(&statement.y, &heliast_group::multiexp(&group, &[(&other, &prime)]));
    let forged = group.mul(&proof, &other);
    assert_eq!(
        verify(&group, &Statement { y: shifted, ..statement.clone() }, &forged, suite),
        Err(Invalid::Equation)
    );
}

#[test]
fn non_units_are_refused() {
    let (p, q) = (Natural::from(1_000_003u64), Natural::from(1_000_033u64));
    let group = RsaGroup::unchecked(&p.mul(&q));
    let (statement, proof) = proven(&group, b"unit", 50, Suite::default());
    let multiple =
        group.decode(&p.mul(&Natural::from(77u64)).to_be_bytes(group.encoded_len()).unwrap()).unwrap();
    let not_unit = Invalid::Element(heliast_group::Malformed::NotAUnit);
    let verify =
        |claim: Statement<_>, proof: &_| verify(&group, &claim, proof, Suite::default()).unwrap_err();
    assert_eq!(verify(Statement { y: multiple.clone(), ..statement.clone() }, &proof), not_unit);
    assert_eq!(verify(Statement { x: multiple.clone(), ..statement.clone() }, &proof), not_unit);
    assert_eq!(verify(statement.clone(), &multiple), not_unit);
    let prime = challenge(&group, &statement, Suite::default()).unwrap().prime;
    let claim = CompactClaim { x: statement.x, t: 50, proof: multiple, prime, hint: None };
    let compact = recover(&group, &claim, Suite::default());
    assert_eq!(compact.unwrap_err(), not_unit);
}

#[test]
fn the_compact_form_needs_the_right_prime() {
    let group = group();
    let suite = Suite::default();
    let (statement, proof) = proven(&group, b"compact", T, suite);
    let prime = challenge(&group, &statement, suite).unwrap().prime;
    let recover = |prime: &Natural| {
        let (x, proof, prime) = (statement.x.clone(), proof.clone(), prime.clone());
        recover(&group, &CompactClaim { x, t: T, proof, prime, hint: None }, suite)
    };
    assert!(group.equal(&recover(&prime).unwrap(), &statement.y));
    assert_eq!(recover(&prime.add(&Natural::from(1u64))).unwrap_err(), Invalid::EvenPrime);
    assert_eq!(recover(&prime.add(&Natural::from(2u64))).unwrap_err(), Invalid::WrongPrime);
    for short in [Natural::default(), Natural::one(), Natural::from(3u64), Natural::one().shl(191)] {
        assert!(matches!(recover(&short).unwrap_err(), Invalid::ShortPrime { expected: 256, .. }));
    }
    let other = proven(&group, b"another transcript", T, suite).0;
    let foreign = challenge(&group, &other, suite).unwrap().prime;
    assert_eq!(recover(&foreign).unwrap_err(), Invalid::WrongPrime);
}

/// No prover can make a verifier compute a power of unlimited length.
#[test]
fn a_long_prime_is_refused_before_any_arithmetic() {
    let group = Counting::new(group());
    let suite = Suite::default();
    let (Statement { x, .. }, proof) = proven(&group, b"long", T, suite);
    group.take();
    for (bits, refused_at_once) in [(255, false), (256, true), (257, true), (100_000, true)] {
        let odd = Natural::one().shl(bits).add(&Natural::one());
        let claim = CompactClaim { x: x.clone(), t: T, proof: proof.clone(), prime: odd, hint: None };
        assert_eq!(recover(&group, &claim, suite).unwrap_err(), Invalid::WrongPrime);
        assert_eq!(group.take() == Counts::default(), refused_at_once);
        let found = recover_many(&group, &[claim], suite, 1).remove(0);
        assert_eq!(found.unwrap_err(), Invalid::WrongPrime);
        assert_eq!(group.take() == Counts::default(), refused_at_once);
    }
}

/// A prover may name any prime candidate below the bound, with the proof for it, and nothing else.
#[test]
fn a_hint_names_a_prime_and_the_proof_is_for_it() {
    let group = RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 32]));
    for (hash, t) in PrimeHash::ALL.into_iter().zip([1, 7, 130, 500, 501]) {
        let suite = Suite::of_level(PrimeMode::Hinted, 64).unwrap().with_hash(hash);
        let (statement, proof) = proven(&group, b"hint", t, suite);
        let first = challenge(&group, &statement, suite).unwrap();
        let mut primes = 0;
        for hint in (0..60).chain([suite.hint_bound(), u16::MAX]) {
            let verdict = verify_hinted(&group, &statement, &proof, hint, suite);
            match hinted_challenge(&group, &statement, suite, hint) {
                Ok(prime) => {
                    primes += 1;
                    assert_eq!(u32::from(hint) == first.counter, prime == first.prime);
                    let fitting = prove_naive(&group, &statement.x, t, &prime);
                    verify_hinted(&group, &statement, &fitting, hint, suite).unwrap();
                    let (x, exact, named) = (statement.x.clone(), fitting.clone(), prime.clone());
                    let mut compact = CompactClaim { x, t, proof: exact, prime: named, hint: Some(hint) };
                    let y = recover(&group, &compact, suite).unwrap();
                    assert!(group.equal(&y, &statement.y));
                    assert_eq!(verdict.is_ok(), group.equal(&proof, &fitting), "hint {hint}");
                    // The prime is right, but the hint names another candidate.
                    compact.hint = Some(hint + 1);
                    let beside = recover(&group, &compact, suite);
                    assert!(matches!(
                        beside,
                        Err(Invalid::WrongPrime | Invalid::Hint(BadHint::Composite(_)))
                    ));
                    // Without a hint, only the proof for the first prime holds.
                    let alone = verify(&group, &statement, &fitting, suite);
                    assert_eq!(alone.is_ok(), group.equal(&proof, &fitting));
                }
                Err(reason) => assert_eq!(verdict, Err(Invalid::Hint(reason))),
            }
        }
        assert!(primes > 0 && primes < 30, "{primes} primes");
        let unhinted = Suite::default();
        let range = Invalid::Hint(BadHint::Range { counter: 0, bound: 0 });
        assert_eq!(verify_hinted(&group, &statement, &proof, 0, unhinted), Err(range));
    }
}

#[test]
fn files_hold_every_form_and_nothing_else() {
    let group = group();
    let hinted = Suite::of_level(PrimeMode::Hinted, 128).unwrap();
    let forms = [(Suite::default(), [512, 288]), (hinted, [514, 291])];
    for (suite, compact, payload) in forms
        .into_iter()
        .flat_map(|(suite, [output, compact])| [(suite, false, output), (suite, true, compact)])
    {
        let (statement, proof) = proven(&group, b"file", T, suite);
        let file = ProofFile::new(&group, &statement, &proof, suite, compact).unwrap();
        let bytes = file.to_bytes();
        assert_eq!(bytes.len(), 55 + 256 + payload);
        assert_eq!(ProofFile::from_bytes(&bytes).unwrap(), file);
        assert!(group.equal(&file.open(&group).unwrap().y, &statement.y));
        assert!(ProofFile::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
        (0..bytes.len())
            .for_each(|cut| assert!(ProofFile::from_bytes(&bytes[..cut]).is_err(), "cut at {cut}"));
        let elsewhere = RsaGroup::unchecked(&Natural::from_be_bytes(&[0xb5; 256]));
        assert_eq!(file.open(&elsewhere).unwrap_err(), OpenError::OtherGroup);
    }
}

#[test]
fn signs_and_ranges_are_refused() {
    let group = group();
    let (statement, proof) = proven(&group, b"sign", T, Suite::default());
    let file = ProofFile::new(&group, &statement, &proof, Suite::default(), false).unwrap();
    let negated = |bytes: &[u8]| {
        let negative = group.modulus().sub(&Natural::from_be_bytes(bytes)).unwrap();
        negative.to_be_bytes(bytes.len()).unwrap()
    };
    let not_canonical = |field| OpenError::Element { field, reason: heliast_group::Malformed::NotCanonical };
    let n = group.modulus().to_be_bytes(256).unwrap();
    let n_less_1 = group.modulus().sub(&Natural::one()).unwrap().to_be_bytes(256).unwrap();
    let Form::Output { y, proof } = &file.form else { panic!("output form") };
    for bad in [negated(y), vec![0; 256], n.clone(), n_less_1.clone(), vec![0xff; 256]] {
        let form = Form::Output { y: bad, proof: proof.clone() };
        assert_eq!(ProofFile { form, ..file.clone() }.open(&group).unwrap_err(), not_canonical("y"));
    }
    for bad in [negated(proof), vec![0; 256], n, n_less_1] {
        let form = Form::Output { y: y.clone(), proof: bad };
        assert_eq!(ProofFile { form, ..file.clone() }.open(&group).unwrap_err(), not_canonical("pi"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Any change to any byte of a proof file is refused.
    #[test]
    fn mutated_files_never_verify(compact: bool, hinted: bool, at in 0usize..10_000, mask in 1u8..) {
        let group = group();
        let mode = if hinted { PrimeMode::Hinted } else { PrimeMode::SievedFull };
        let suite = Suite::of_level(mode, 128).unwrap();
        let (statement, proof) = proven(&group, b"mutant", T, suite);
        let mut bytes = ProofFile::new(&group, &statement, &proof, suite, compact).unwrap().to_bytes();
        let at = at % bytes.len();
        bytes[at] ^= mask;
        let opened = ProofFile::from_bytes(&bytes).and_then(|file| file.open(&group));
        prop_assert!(opened.is_err(), "byte {at}");
    }
}
