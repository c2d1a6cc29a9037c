//! Verifying a delay of RSA-2048 with a challenge of 256 or 512 bits, from bytes to the verdict.

use crate::{
    peers::{
        openssl,
        paper::{Claim, Verifier},
    },
    row::{Entry, Row, Side, Unit},
};
use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{Evaluation, PrimeMode, Statement, Suite};
use std::rc::Rc;

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "verify-2048-256/openssl", prepare: || paper(256) },
    Entry { name: "verify-2048-512/openssl", prepare: || paper(512) },
];

/// The number of claims to verify. Some need one candidate for the prime and some a hundred, 25 on average:
/// the mean over all claims evens this out.
const CLAIMS: u32 = 64;
/// The number of squarings of a claim. A verifier's time hardly depends on it, so a small number is enough.
const SQUARINGS: u64 = 1_000;

/// Compares ours with the paper's verifier on BIGNUM, see [`crate::peers::paper`]. Both sides verify the same
/// claims and therefore test the same candidates; only ours checks that x, y and π are units.
fn paper(bits: u16) -> Row {
    let group = RsaGroup::rsa_2048();
    let suite = Suite::new(PrimeMode::SievedFull, bits).expect("a suite");
    let claims: Vec<Claim> = (0..CLAIMS).map(|number| claim(&group, suite, number)).collect();
    let modulus = group.modulus().to_be_bytes(group.encoded_len()).expect("the length fits");
    let mut verifier = Verifier::new(&modulus, bits);
    for claim in &claims {
        assert_agreement(&group, suite, &mut verifier, claim);
    }

    let cases = claims.len();
    let claims: Rc<[Claim]> = claims.into();
    let shared = Rc::clone(&claims);
    let ours = Side::new(1, move |case| assert!(verify(&group, suite, &shared[case])));
    let theirs = Side::new(1, move |case| assert!(verifier.accepts(&claims[case])));
    let peer = format!("{} BIGNUM, the paper's verifier", openssl::version());
    Row { peer, unit: Unit::Microseconds, cases, ours, theirs }
}

/// Asserts that both sides draw the same prime, accept the claim, and refuse another output.
fn assert_agreement(group: &RsaGroup, suite: Suite, verifier: &mut Verifier, claim: &Claim) {
    let ours =
        heliast_vdf::challenge(group, &statement(group, claim), suite).expect("there is a prime").prime;
    let theirs = verifier.challenge(claim).to_be_bytes();
    assert_eq!(ours, Natural::from_be_bytes(&theirs), "the challenge primes differ");
    assert!(verify(group, suite, claim) && verifier.accepts(claim), "a true claim is refused");
    let false_claim =
        Claim { x: claim.x.clone(), y: claim.proof.clone(), proof: claim.y.clone(), t: claim.t };
    assert!(
        !verify(group, suite, &false_claim) && !verifier.accepts(&false_claim),
        "a false claim is accepted"
    );
}

pub(crate) fn claim(group: &RsaGroup, suite: Suite, number: u32) -> Claim {
    let x = heliast_vdf::delay_input(group, &number.to_be_bytes());
    let mut evaluation = Evaluation::start(group, x.clone(), SQUARINGS).expect("a valid delay");
    evaluation.advance(SQUARINGS);
    let (y, proof) = heliast_vdf::prove(&evaluation, suite, 1, |_| true).expect("it is finished");
    Claim { x: group.encode(&x), y: group.encode(&y), proof: group.encode(&proof), t: SQUARINGS }
}

pub(crate) fn verify(group: &RsaGroup, suite: Suite, claim: &Claim) -> bool {
    let proof = decode(group, &claim.proof);
    heliast_vdf::verify(group, &statement(group, claim), &proof, suite).is_ok()
}

pub(super) fn statement(group: &RsaGroup, claim: &Claim) -> Statement<<RsaGroup as Group>::Elem> {
    Statement { x: decode(group, &claim.x), y: decode(group, &claim.y), t: claim.t }
}

pub(super) fn decode(group: &RsaGroup, bytes: &[u8]) -> <RsaGroup as Group>::Elem {
    group.decode(bytes).expect("the encoding of an element")
}
