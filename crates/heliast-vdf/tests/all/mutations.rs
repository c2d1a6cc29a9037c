//! Proofs that must be refused (`spec/wesolowski.md`), on every backend of this CPU, alone, in a list, and in
//! combination; and random mutations of proofs, none of which may be accepted. `HELIAST_MUTATIONS=1000000
//! cargo test --release -p heliast-vdf --test all random_mutations` takes some minutes.

mod cases;
mod random;

use cases::{Bad, Reason, bad_elements, false_claims, non_units};
use heliast_arith::{Backend, Natural};
use heliast_group::{BadModulus, Group, RsaGroup, Trapdoor};
use heliast_vdf::{
    Claim, FalseClaims, Form, OpenError, PrimeMode, ProofFile, Statement, Suite, challenge, delay_input,
    prove_naive, verify_combined, verify_many,
};

type Elem = <RsaGroup as Group>::Elem;

/// The number of squarings, which is quick to compute, but large enough that 2^t exceeds every challenge.
/// With fewer, π is 1 for any challenge.
const T: u64 = 700;

/// The factors of a modulus of 256 bits: safe primes, so that only ±1 and the two involutions have a low
/// order.
const FACTORS: [u128; 2] =
    [0xebec_1bc9_aef1_ec9c_38b1_008a_523d_24bb, 0xc3a7_ec85_8e38_f18c_7422_3050_ed9b_8123];

fn factors() -> [Natural; 2] {
    FACTORS.map(|p| Natural::from_be_bytes(&p.to_be_bytes()))
}

fn trapdoor() -> Trapdoor {
    let [p, q] = factors();
    Trapdoor::new(p, q, 256).unwrap()
}

/// Whether this is the group with these factors.
fn has_known_factors(group: &RsaGroup) -> bool {
    let [p, q] = factors();
    p.mul(&q) == *group.modulus()
}

/// The element that is 1 modulo p and −1 modulo q, if these are the factors.
fn involution(group: &RsaGroup) -> Option<Elem> {
    let [p, q] = factors();
    let n = group.modulus();
    if !has_known_factors(group) {
        return None;
    }
    let idempotent = q.mul(&q.invert_mod(&p)?); // 1 modulo p, 0 modulo q
    let involution = idempotent.add(&idempotent).add(n).sub(&Natural::one())?;
    group.decode(&canonical(group, &involution)).ok()
}

/// The same group on each backend of this CPU that can compute in it, the portable one first.
fn on_each_backend(group: &RsaGroup) -> Vec<RsaGroup> {
    let groups: Vec<_> = Backend::ALL.iter().filter_map(|backend| group.on(*backend).ok()).collect();
    assert!(!groups.is_empty());
    groups
}

fn suites() -> [Suite; 4] {
    [
        Suite::new(PrimeMode::Plain, 128).unwrap(),
        Suite::new(PrimeMode::SievedFull, 128).unwrap(),
        Suite::new(PrimeMode::Hinted, 136).unwrap(),
        Suite::default(),
    ]
}

/// An honest proof, by evaluation.
fn proven(group: &RsaGroup, message: &[u8], suite: Suite, compact: bool) -> ProofFile {
    let x = delay_input(group, message);
    let mut y = x.clone();
    group.square_n(&mut y, T);
    let statement = Statement { x, y, t: T };
    let prime = challenge(group, &statement, suite).unwrap().prime;
    let proof = prove_naive(group, &statement.x, T, &prime);
    ProofFile::new(group, &statement, &proof, suite, compact).unwrap()
}

fn bytes_of(group: &RsaGroup, n: &Natural) -> Vec<u8> {
    n.to_be_bytes(group.encoded_len()).unwrap()
}

/// The canonical encoding of a number's class.
fn canonical(group: &RsaGroup, n: &Natural) -> Vec<u8> {
    let n = n.div_rem(group.modulus()).1;
    let negative = group.modulus().sub(&n).unwrap();
    bytes_of(group, &n.min(negative))
}

/// Decodes a claim, if its elements are valid.
fn claim(group: &RsaGroup, file: &ProofFile) -> Option<Claim<Elem>> {
    let Form::Output { y, proof } = &file.form else { return None };
    let [x, y, proof] = [&file.x, y, proof].map(|bytes| group.decode(bytes));
    let statement = Statement { x: x.ok()?, y: y.ok()?, t: file.t };
    (file.group_id == group.id()).then_some(Claim { statement, proof: proof.ok()?, hint: file.hint })
}

/// Asserts that files are refused alone, in a list, and in combination, and that true claims in the same list
/// are not.
fn refuse_each(group: &RsaGroup, honest: &[ProofFile], bad: &[Bad]) {
    let mut files = honest.to_vec();
    for Bad { what, file, reason } in bad {
        let single = file.open(group).map(|_| ()).unwrap_err();
        assert!(reason.is(&single), "{what}: {single:?} on {group:?}");
        match ProofFile::from_bytes(&file.to_bytes()) {
            Ok(decoded) => assert_eq!(decoded, *file, "{what}"),
            Err(error) => assert!(matches!(error, OpenError::Format(_)), "{what}: {error:?}"),
        }
        files.insert(files.len() / 2, file.clone());
    }

    let singly: Vec<_> = files.iter().map(|file| file.open(group).map(|s| group.encode(&s.y))).collect();
    assert_eq!(singly.iter().filter(|result| result.is_err()).count(), bad.len());
    let together = ProofFile::open_many(group, &files, 2);
    let together: Vec<_> = together.into_iter().map(|result| result.map(|s| group.encode(&s.y))).collect();
    assert_eq!(together, singly);

    let suite = honest[0].suite;
    let same_suite = files.iter().zip(singly).filter(|(file, _)| file.suite == suite);
    let claims = same_suite.filter_map(|(file, result)| Some((claim(group, file)?, result.err())));
    let (claims, errors): (Vec<_>, Vec<_>) = claims.unzip();
    judge_list(group, &claims, errors, suite);
}

/// Asserts that lists and combinations refuse exactly the claims that were refused alone, for the same
/// reasons.
fn judge_list(group: &RsaGroup, claims: &[Claim<Elem>], errors: Vec<Option<OpenError>>, suite: Suite) {
    let refused = errors.into_iter().enumerate().filter_map(|(index, error)| match error? {
        OpenError::Invalid(reason) => Some((index, reason)),
        other => panic!("claim {index} has elements, but: {other}"),
    });
    let refused: Vec<_> = refused.collect();
    let expected = if refused.is_empty() { Ok(()) } else { Err(FalseClaims(refused)) };
    assert_eq!(verify_many(group, claims, suite, 1), expected);
    assert_eq!(verify_combined(group, claims, suite, &[], 1), expected);
}

/// Runs all cases for the proofs of one suite and form.
fn refuse_all(group: &RsaGroup, files: &[ProofFile]) {
    let [first, second, ..] = files else { panic!("two honest files") };
    let mut bad = bad_elements(group, first);
    bad.extend(false_claims(group, first, second));
    bad.extend(non_units(group, first));
    for group in on_each_backend(group) {
        refuse_each(&group, files, &bad);
    }
}

#[test]
fn known_attacks_are_refused_in_a_group_with_known_factors() {
    let trapdoor = trapdoor();
    let group = trapdoor.group();
    for (suite, compact) in suites().into_iter().flat_map(|suite| [(suite, false), (suite, true)]) {
        let files: Vec<_> =
            (0..24u8).map(|number| proven(group, &[number, suite.mode() as u8], suite, compact)).collect();
        refuse_all(group, &files);
    }
}

#[test]
fn known_attacks_are_refused_modulo_rsa_2048() {
    let group = RsaGroup::rsa_2048();
    for compact in [false, true] {
        let files: Vec<_> =
            (0..4u8).map(|number| proven(&group, &[number], Suite::default(), compact)).collect();
        refuse_all(&group, &files);
    }
}

#[test]
fn a_proof_holds_in_its_own_group_only() {
    let group = RsaGroup::rsa_2048();
    let n = group.modulus();
    for compact in [false, true] {
        let file = proven(&group, b"group", Suite::default(), compact);
        let neighbours = (2u64..).step_by(2).map(|distance| n.add(&Natural::from(distance)));
        for other in neighbours.filter_map(|n| RsaGroup::new(&n, 2048).ok()).take(2) {
            for other in on_each_backend(&other) {
                assert_eq!(file.open(&other).unwrap_err(), OpenError::OtherGroup);
                let renamed = ProofFile { group_id: other.id(), ..file.clone() };
                let error = renamed.open(&other).unwrap_err();
                assert!(Reason::FalseProof.is(&error), "{error:?}");
            }
        }
    }
}

#[test]
fn moduli_of_known_order_are_refused() {
    let n = RsaGroup::rsa_2048().modulus().clone();
    let [p, q] = factors();
    let mersenne = Natural::one().shl(2203).sub(&Natural::one()).unwrap();
    let refused = |modulus: &Natural| RsaGroup::new(modulus, 2048).unwrap_err();
    assert_eq!(refused(&n.add(&Natural::one())), BadModulus::Even);
    assert_eq!(refused(&Natural::from(15u64)), BadModulus::TooShort { bits: 4, minimum: 2048 });
    assert_eq!(refused(&p.mul(&q)), BadModulus::TooShort { bits: 256, minimum: 2048 });
    assert_eq!(refused(&n.mul(&Natural::from(3u64))), BadModulus::SmallFactor(3));
    assert_eq!(refused(&n.mul(&n)), BadModulus::Square);
    assert_eq!(refused(&mersenne), BadModulus::Prime);
    assert_eq!(refused(&Natural::one().shl(8192).add(&Natural::one())), BadModulus::TooLong(8193));
}
