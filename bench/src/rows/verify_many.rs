//! Verifying a thousand existing proofs of RSA-2048, per proof.

use super::verify::{claim as paper_claim, decode};
use crate::{
    peers::{openssl, paper::Verifier},
    row::{Entry, Row, Side, Unit},
};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{Claim, Evaluation, PrimeMode, Statement, Suite};

pub(super) const ENTRIES: &[Entry] =
    &[Entry { name: "verify-many-1000-2048/openssl", prepare: || openssl(1_000) }];

/// The number of squarings of a claim.
const SQUARINGS: u64 = 1_000;
/// The number of claims that the peer verifies per call. The thousand claims are alike, and the peer can only
/// verify them one by one.
const THEIR_CLAIMS: u32 = 64;

/// Our side uses one core, with all proofs in one equation, with hints and secret coins, at the same 128 bits
/// of security. The peer is the paper's verifier on 256-bit challenges without hints, with one proof after
/// the other.
fn openssl(count: u32) -> Row {
    let group = RsaGroup::rsa_2048();
    let suite = Suite::of_level(PrimeMode::Hinted, 128).expect("a suite");
    let bytes: Vec<Encoded> = (0..count).map(|number| encoded(&group, suite, number)).collect();
    let coins = *b"secret coins of this one program";

    let full = Suite::of_level(PrimeMode::SievedFull, 128).expect("a suite");
    let theirs: Vec<_> = (0..THEIR_CLAIMS).map(|number| paper_claim(&group, full, number)).collect();
    let modulus = group.modulus().to_be_bytes(group.encoded_len()).expect("the length fits");
    let mut verifier = Verifier::new(&modulus, full.bits());

    assert!(heliast_vdf::verify_combined(&group, &decoded(&group, &bytes), suite, &coins, 1).is_ok());
    let mut spoiled = decoded(&group, &bytes[..20]);
    spoiled[3].proof = spoiled[4].proof.clone();
    let refused =
        heliast_vdf::verify_combined(&group, &spoiled, suite, &coins, 1).expect_err("one proof is false");
    assert_eq!(refused.0.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [3]);

    let ours = Side::new(count.into(), move |_| {
        let claims = decoded(&group, &bytes);
        assert!(heliast_vdf::verify_combined(&group, &claims, suite, &coins, 1).is_ok());
    });
    let theirs = Side::new(THEIR_CLAIMS.into(), move |_| {
        assert!(theirs.iter().all(|claim| verifier.accepts(claim)));
    });
    let peer = format!("{} BIGNUM, the paper's verifier", openssl::version());
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// A claim as it arrives.
struct Encoded {
    x: Vec<u8>,
    y: Vec<u8>,
    proof: Vec<u8>,
    hint: u16,
}

fn encoded(group: &RsaGroup, suite: Suite, number: u32) -> Encoded {
    let x = heliast_vdf::delay_input(group, &number.to_be_bytes());
    let mut evaluation = Evaluation::start(group, x.clone(), SQUARINGS).expect("a valid delay");
    evaluation.advance(SQUARINGS);
    let (y, proof) = heliast_vdf::prove(&evaluation, suite, 1, |_| true).expect("it is finished");
    let statement = Statement { x, y, t: SQUARINGS };
    let challenge = heliast_vdf::challenge(group, &statement, suite).expect("there is a prime");
    let hint = u16::try_from(challenge.counter).expect("hints are short");
    let Statement { x, y, .. } = statement;
    Encoded { x: group.encode(&x), y: group.encode(&y), proof: group.encode(&proof), hint }
}

fn decoded(group: &RsaGroup, claims: &[Encoded]) -> Vec<Claim<<RsaGroup as Group>::Elem>> {
    let decoded = |claim: &Encoded| Claim {
        statement: Statement { x: decode(group, &claim.x), y: decode(group, &claim.y), t: SQUARINGS },
        proof: decode(group, &claim.proof),
        hint: Some(claim.hint),
    };
    claims.iter().map(decoded).collect()
}
