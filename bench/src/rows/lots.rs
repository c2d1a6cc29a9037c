//! Lots by hash trees, and the hash function below them.

use crate::{
    inputs::Stream,
    peers::{openssl, xmss::Reference},
    row::{Entry, Row, Side, Unit},
};
use heliast_symmetric::sha256::{Block, LANES, Midstate, Sha256, Start, State, Word, store};
use heliast_vrf::{
    stateful::{Claim, Durable, Guard, PublicKey, Scheme, SecretKey, Signer, Terms, Turn, verify_many},
    tree::{Nodes, Piece},
};
use purecrypto::xmss::{XmssParamSet, XmssPrivateKey};
use sha2::block_api::compress256;
use std::{hint::black_box, rc::Rc};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "sha256-x32/sha-ni", prepare: compressions },
    Entry { name: "xmss-keygen-leaf/purecrypto", prepare: keygen },
    Entry { name: "xmss-keygen-leaf/xmss-reference", prepare: leaf },
    Entry { name: "xmss-sign-cached/purecrypto", prepare: sign },
    Entry { name: "xmss-verify/purecrypto", prepare: verify },
    Entry { name: "xvrf-verify-many/single", prepare: many },
    Entry { name: "ivrf-27-keygen/seconds", prepare: ivrf_keygen },
];

/// The height of XMSS-SHA2_10_256, the smallest tree that the peer has.
const HEIGHT: u8 = 10;
const PURECRYPTO: &str = "purecrypto 0.10, XMSS-SHA2_10_256";

/// Compares thirty-two compressions at once with the best speed for one stream after the other.
fn compressions() -> Row {
    const CALLS: u64 = 64;
    let mut stream = Stream::new("heliast/bench/compressions");
    let sha = Sha256::new();
    let blocks: [[u8; 64]; LANES] = std::array::from_fn(|_| stream.bytes(64).try_into().expect("64 bytes"));
    let mut words = [heliast_symmetric::sha256::Lanes::ZERO; 16];
    for (lane, block) in blocks.iter().enumerate() {
        for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
            word.0[lane] = u32::from_be_bytes(*bytes);
        }
    }
    let initial = Midstate::initial();
    let all = move || -> State {
        let mut state = [heliast_symmetric::sha256::Lanes::ZERO; 8];
        let block = Block::Words(words.each_ref().map(Word::Each));
        (0..CALLS).for_each(|_| sha.compress(LANES, Start::All(&initial), &block, &mut state));
        state
    };
    let one = move || -> [[u32; 8]; LANES] {
        let mut states = [[0; 8]; LANES];
        for _ in 0..CALLS {
            for (state, block) in states.iter_mut().zip(&blocks) {
                *state = INITIAL;
                compress256(state, std::slice::from_ref(block));
            }
        }
        states
    };
    let (ours, theirs) = (all(), one());
    for (lane, theirs) in theirs.iter().enumerate() {
        let theirs: Vec<u8> = theirs.iter().flat_map(|word| word.to_be_bytes()).collect();
        assert_eq!(store(&ours, lane)[..], theirs, "lane {lane} differs from sha2");
    }
    let operations = CALLS * LANES as u64;
    let ours = Side::new(operations, move |_| use_up(all()));
    let theirs = Side::new(operations, move |_| use_up(one()));
    let peer = format!("sha2 0.11 compress256, one stream; ours is {}", sha.name());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours, theirs }
}

/// Keeps the compiler from leaving out values that are not used.
fn use_up<T>(value: T) {
    black_box(value);
}

/// The initial chaining value of SHA-256 (FIPS 180-4, section 5.3.3).
const INITIAL: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// Compares a whole tree of 1,024 leaves, per leaf.
fn keygen() -> Row {
    let (signer, seeds) = signer(Scheme::XVrf, 1);
    let theirs = XmssPrivateKey::from_seed(XmssParamSet::Sha2_10_256, &seeds);
    assert_eq!(theirs.public_key().to_bytes()[..32], signer.root(), "the roots differ");
    let leaves = 1 << HEIGHT;
    let ours = Side::new(leaves, move |_| use_up(signer.root())).of_thread();
    let theirs = move |_| drop(XmssPrivateKey::from_seed(XmssParamSet::Sha2_10_256, &seeds));
    let theirs = Side::new(leaves, theirs).of_thread();
    Row { peer: PURECRYPTO.to_owned(), unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// Compares only leaves with the authors' algorithm without its memory management.
fn leaf() -> Row {
    let (signer, seeds) = signer(Scheme::XVrf, 1);
    let reference = Reference { secret: part(&seeds, 0), public: part(&seeds, 2) };
    let mut nodes = [[0; 32]; LANES];
    signer.leaves(0, &mut nodes);
    assert_eq!(nodes[3], reference.leaf(3), "the leaves differ");
    let ours = Side::new(LANES as u64, move |_| signer.leaves(0, &mut nodes));
    let theirs = Side::new(1, move |_| use_up(reference.leaf(3)));
    let peer = format!("xmss-reference's algorithm on {} SHA256", openssl::version());
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs }
}

fn sign() -> Row {
    let key = Answering::new();
    let seeds = key.seeds.clone();
    let make = move || XmssPrivateKey::from_seed(XmssParamSet::Sha2_10_256, &seeds);
    let mut theirs = make();
    let inputs = key.inputs.clone();
    let cases = inputs.len();
    let ours = Side::new(1, move |case| use_up(key.answer(case)));
    let theirs = Side::new(1, move |case| {
        // A new key with its tree is made after every 1,024 signatures, which is rare enough not to affect
        // the fastest samples.
        if theirs.remaining() == 0 {
            theirs = make();
        }
        use_up(theirs.sign(&inputs[case]).expect("a leaf is left"));
    });
    Row { peer: PURECRYPTO.to_owned(), unit: Unit::Microseconds, cases, ours, theirs }
}

fn verify() -> Row {
    let key = Answering::new();
    let mut peer = XmssPrivateKey::from_seed(XmssParamSet::Sha2_10_256, &key.seeds);
    let inputs = key.inputs.clone();
    let proofs: Vec<_> = (0..inputs.len()).map(|case| key.answer(case)).collect();
    let signatures: Vec<_> = inputs.iter().map(|input| peer.sign(input).expect("a leaf")).collect();
    let (public, theirs) = (*key.key.public_key(), peer.public_key());
    let (cases, messages) = (inputs.len(), inputs.clone());
    let ours = Side::new(1, move |case| {
        assert!(public.verify(turn(case), &messages[case], &proofs[case]).is_ok());
    });
    let theirs = Side::new(1, move |case| assert!(theirs.verify(&inputs[case], &signatures[case])));
    Row { peer: PURECRYPTO.to_owned(), unit: Unit::Microseconds, cases, ours, theirs }
}

/// Compares the verification of proofs of different keys, like those of a round, all at once and one after
/// the other.
fn many() -> Row {
    const KEYS: u8 = 8;
    const EACH: usize = 16;
    let terms = Terms::new(Scheme::XVrf, 5, 1, 0).expect("terms");
    let input = Rc::new(b"the input of a round".to_vec());
    let mut tickets: Vec<(PublicKey, Turn, Vec<u8>)> = Vec::new();
    for number in 0..KEYS {
        let mut key = SecretKey::generate(terms, &[number; 32], &[number + 100; 32]);
        for round in 0..EACH {
            let (_, proof) = key.prove(turn(round), &input).expect("a leaf");
            tickets.push((*key.public_key(), turn(round), proof.as_bytes().to_vec()));
        }
    }
    let shared = (Rc::new(tickets), input);
    let (tickets, x) = shared.clone();
    let ours = Side::new(tickets.len() as u64, move |_| {
        let claims: Vec<_> =
            tickets.iter().map(|(key, turn, proof)| Claim { key, turn: *turn, x: &x, proof }).collect();
        assert!(verify_many(&claims).iter().all(Result::is_ok));
    });
    let (tickets, x) = shared;
    let theirs = Side::new(tickets.len() as u64, move |_| {
        assert!(tickets.iter().all(|(key, turn, proof)| key.verify(*turn, &x, proof).is_ok()));
    });
    let peer = "ours, one proof at a time".to_owned();
    Row { peer, unit: Unit::Microseconds, cases: 1, ours, theirs }
}

/// Compares a subtree of 2^12 leaves of iVRF-27, which is 2^−15 of the whole tree, with a minute for the
/// whole tree on this one core.
fn ivrf_keygen() -> Row {
    const SUBTREE: u8 = 12;
    let (_, seeds) = signer(Scheme::IVrf, 1);
    let terms = Terms::new(Scheme::IVrf, 27, 1, 0).expect("terms");
    let signer = Signer::new(Sha256::new(), terms, &part(&seeds, 0), &part(&seeds, 2));
    let ours = Side::part(1.0 / f64::from(1 << (27 - SUBTREE)), move |_| {
        use_up(Piece::build(&signer, SUBTREE, 0));
    });
    Row {
        peer: "a minute".to_owned(),
        unit: Unit::Seconds,
        cases: 1,
        ours: ours.of_thread(),
        theirs: Side::known(60.0),
    }
}

/// A key with inputs that it answers.
struct Answering {
    key: SecretKey,
    seeds: Vec<u8>,
    inputs: Rc<[Vec<u8>]>,
}

impl Answering {
    /// Returns a key with 64 inputs: digests make some chains long and some short, and the mean over these
    /// inputs evens that out.
    fn new() -> Answering {
        let (signer, seeds) = signer(Scheme::XVrf, 1);
        let key = SecretKey::generate(signer.terms(), &part(&seeds, 0), &part(&seeds, 2));
        let mut stream = Stream::new("heliast/bench/lots/inputs");
        Answering { key, seeds, inputs: (0..64).map(|_| stream.bytes(32)).collect() }
    }

    /// Returns a proof at the leaf of this number, by a guard that has seen no other; this is permitted
    /// because each leaf has one input.
    fn answer(&self, case: usize) -> Vec<u8> {
        let mut guard = Guard::new(*self.key.public_key(), None).expect("no mark");
        let reservation = guard.reserve(turn(case), &self.inputs[case]).expect("a leaf");
        let sealed = self.key.seal(reservation);
        let durable = Durable::vouch(*sealed.key(), sealed.mark());
        sealed.open(&durable).expect("its own mark").1.as_bytes().to_vec()
    }
}

fn turn(round: usize) -> Turn {
    Turn { round: round as u64, slot: 0 }
}

/// Returns a key of height 10, and its seeds in the form of XMSS: SK_SEED, SK_PRF, PUB_SEED.
fn signer(scheme: Scheme, slots: u16) -> (Signer, Vec<u8>) {
    let seeds = Stream::new("heliast/bench/lots").bytes(96);
    let terms = Terms::new(scheme, HEIGHT, slots, 0).expect("terms");
    (Signer::new(Sha256::new(), terms, &part(&seeds, 0), &part(&seeds, 2)), seeds)
}

fn part(seeds: &[u8], index: usize) -> [u8; 32] {
    seeds[32 * index..][..32].try_into().expect("32 bytes")
}
