//! Envelopes in RSA-2048: sealing, compared with a sealer that has the factors of its own modulus (Rivest,
//! Shamir, Wagner); and opening with somebody's opening.

use crate::row::{Entry, Row, Side, Unit};
use heliast_envelope::{Lock, Place, Sealer, Setup, age::FileKey};
use heliast_group::{Group, Trapdoor};
use heliast_vdf::{ProofFile, Statement, Suite};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "envelope-seal-2048/trapdoor", prepare: seal },
    Entry { name: "envelope-opening-2048/unhinted", prepare: opening },
];

/// The number of squarings: neither side's time depends on it.
const T: u64 = 1_000;

fn sealer() -> Sealer {
    let setup = Setup::begin(Place::rsa_2048());
    let mut evaluation = setup.evaluation(T).expect("a delay");
    evaluation.advance(T);
    let setup = setup.add(&evaluation, 1, |_| true).expect("a proof");
    Sealer::new(&setup, T).expect("a delay of the setup")
}

fn file_key() -> FileKey {
    FileKey::new([7; 16].into())
}

/// Compares making a lock; the peer computes x^(2^t mod φ) without generating the modulus, which takes
/// seconds.
fn seal() -> Row {
    let sealer = sealer();
    let mut state = 1_u64;
    let random = |bytes: &mut [u8]| {
        for byte in bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = (state >> 56) as u8;
        }
    };
    let trapdoor = Trapdoor::generate(2_048, random).expect("two primes");
    let x = trapdoor.group().hash("heliast/bench/envelope", b"x");
    Row {
        peer: "Heliast, the factors of a modulus".to_owned(),
        unit: Unit::Microseconds,
        cases: 1,
        ours: Side::new(1, move |_| drop(sealer.lock(&file_key()).expect("randomness"))),
        theirs: Side::new(1, move |_| drop(trapdoor.evaluate(&x, T))),
    }
}

/// Compares decrypting the file key with an opening; the peer searches for the challenge prime, because its
/// proof has no hint.
fn opening() -> Row {
    let lock = sealer().lock(&file_key()).expect("randomness");
    let mut evaluation = lock.evaluation();
    evaluation.advance(T);
    let hinted = lock.prove(&evaluation, 1, |_| true).expect("a proof");
    let unhinted = unhinted(&lock);
    let open = |opening: ProofFile, lock: Lock| {
        Side::new(1, move |_| drop(lock.open_with(&opening).expect("it opens")))
    };
    Row {
        peer: "Heliast, without a hint".to_owned(),
        unit: Unit::Microseconds,
        cases: 1,
        ours: open(hinted, lock.clone()),
        theirs: open(unhinted, lock),
    }
}

fn unhinted(lock: &Lock) -> ProofFile {
    let mut evaluation = lock.evaluation();
    evaluation.advance(T);
    let (y, proof) = heliast_vdf::prove(&evaluation, Suite::default(), 1, |_| true).expect("a proof");
    let statement = Statement { x: lock.x().clone(), y, t: T };
    ProofFile::new(lock.place().group(), &statement, &proof, Suite::default(), false).expect("a prime")
}
