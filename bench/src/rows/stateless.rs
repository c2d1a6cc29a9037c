//! Lots without state, and the permutation below them. Proofs take milliseconds, so other programs interrupt
//! them: they are timed by the CPU time of their thread.

use crate::{
    inputs::Stream,
    peers::{
        faest::{self, Signs},
        openssl::{self, Algorithm, Evp},
        picnic::Picnic,
    },
    row::{Entry, Row, Side, Unit},
};
use heliast_study::slvrf;
use heliast_symmetric::keccak::{Keccak, LANES, Lanes, WORDS};
use heliast_vrf::{Vrf, avrf};
use std::{hint::black_box, rc::Rc};

pub(super) const ENTRIES: &[Entry] = &[
    Entry { name: "keccak-x8/scalar", prepare: permutations },
    Entry { name: "sl-vrf-paper-prove/picnic-x2", prepare: sl_vrf_prove },
    Entry { name: "sl-vrf-paper-verify/picnic-x2", prepare: sl_vrf_verify },
    Entry { name: "a-vrf-fast-prove/faest-128f-x2", prepare: a_vrf_prove },
    Entry { name: "a-vrf-fast-verify/faest-128f-x2", prepare: a_vrf_verify },
];

/// The number of inputs: the time of a proof hardly depends on them.
const CASES: usize = 8;
const FAEST: &str = "faest 0.3, FAEST-128f, times two";

/// Compares eight permutations at once with one stream of the fastest scalar code available, OpenSSL's
/// assembly by its public interface: SHA3-256 of 64 blocks of zeros is 65 permutations and almost no other
/// work.
fn permutations() -> Row {
    const BLOCKS: usize = 64;
    const RATE: usize = 136;
    let keccak = Keccak::new();
    let eight = move || {
        let mut state = [Lanes::ZERO; WORDS];
        // Zeros that are absorbed change nothing.
        (0..BLOCKS).for_each(|_| keccak.permute(LANES, &mut state));
        // The padding of SHA-3 (FIPS 202, section 6.1), first and last byte of a block.
        state[0].0.iter_mut().for_each(|word| *word ^= 0x06);
        state[RATE / 8 - 1].0.iter_mut().for_each(|word| *word ^= 0x80 << 56);
        keccak.permute(LANES, &mut state);
        state
    };
    let mut evp = Evp::fetched(Algorithm::Sha3_256);
    let zeros = vec![0; BLOCKS * RATE];
    let (ours, theirs) = (eight(), evp.digest(&zeros));
    for lane in 0..LANES {
        let digest: Vec<u8> = ours[..4].iter().flat_map(|word| word.0[lane].to_le_bytes()).collect();
        assert_eq!(digest, theirs[..32], "lane {lane} differs from OpenSSL");
    }
    let operations = BLOCKS as u64 + 1;
    let ours = Side::new(operations * LANES as u64, move |_| {
        black_box(eight());
    });
    let theirs = Side::new(operations, move |_| {
        black_box(evp.digest(&zeros));
    });
    let peer = format!("{} SHA3-256, one stream; ours is {}", openssl::version(), keccak.name());
    Row { peer, unit: Unit::Nanoseconds, cases: 1, ours, theirs }
}

fn inputs() -> Rc<[Vec<u8>]> {
    let mut stream = Stream::new("heliast/bench/stateless/inputs");
    (0..CASES).map(|_| stream.bytes(32)).collect()
}

fn seed() -> [u8; 32] {
    Stream::new("heliast/bench/stateless").bytes(32).try_into().expect("32 bytes")
}

fn sl_vrf() -> slvrf::SecretKey {
    slvrf::SecretKey::from_seed(slvrf::Suite::Paper, &seed())
}

fn picnic() -> Picnic {
    let mut stream = Stream::new("heliast/bench/stateless/picnic");
    let mut block = || stream.bytes(24).try_into().expect("24 bytes");
    Picnic::new(&block(), &block())
}

/// The peer's work is done twice: SL-VRF proves two encryptions under one key, whereas Picnic3 proves one,
/// and A-VRF proves four, whereas FAEST-128 proves one.
fn row(peer: &str, ours: impl FnMut(usize) + 'static, mut theirs: impl FnMut(usize) + 'static) -> Row {
    Row {
        peer: peer.to_owned(),
        unit: Unit::Milliseconds,
        cases: CASES,
        ours: Side::new(1, ours).of_thread(),
        theirs: Side::new(1, move |case| (0..2).for_each(|_| theirs(case))).of_thread(),
    }
}

fn sl_vrf_prove() -> Row {
    let (key, peer, inputs) = (sl_vrf(), picnic(), inputs());
    let messages = inputs.clone();
    row(
        Picnic::NAME,
        move |case| {
            black_box(key.prove(&inputs[case]));
        },
        move |case| {
            black_box(peer.sign(&messages[case]));
        },
    )
}

fn sl_vrf_verify() -> Row {
    let (key, peer, inputs) = (sl_vrf(), picnic(), inputs());
    let public = *key.public_key();
    let proofs: Vec<_> = inputs.iter().map(|input| key.prove(input)).collect();
    let signatures: Vec<_> = inputs.iter().map(|input| peer.sign(input)).collect();
    let messages = inputs.clone();
    row(
        Picnic::NAME,
        move |case| {
            let (output, proof) = &proofs[case];
            assert_eq!(slvrf::SlVrf::verify(&public, (), &inputs[case], proof).as_ref(), Ok(output));
        },
        move |case| assert!(peer.verifies(&messages[case], &signatures[case])),
    )
}

fn a_vrf() -> avrf::SecretKey {
    avrf::SecretKey::from_seed(avrf::Suite::Fast, &seed())
}

fn faest() -> faest::Fast {
    let mut stream = Stream::new("heliast/bench/stateless/faest");
    faest::Fast::new(|| stream.bytes(32))
}

fn a_vrf_prove() -> Row {
    let (key, peer, inputs) = (a_vrf(), faest(), inputs());
    let messages = inputs.clone();
    row(
        FAEST,
        move |case| {
            black_box(key.prove(&inputs[case]));
        },
        move |case| {
            black_box(peer.sign(&messages[case]));
        },
    )
}

fn a_vrf_verify() -> Row {
    let (key, peer, inputs) = (a_vrf(), faest(), inputs());
    let public = *key.public_key();
    let proofs: Vec<_> = inputs.iter().map(|input| key.prove(input)).collect();
    let signatures: Vec<_> = inputs.iter().map(|input| peer.sign(input)).collect();
    let messages = inputs.clone();
    row(
        FAEST,
        move |case| {
            let (output, proof) = &proofs[case];
            assert_eq!(avrf::AVrf::verify(&public, (), &inputs[case], proof).as_ref(), Ok(output));
        },
        move |case| assert!(peer.verifies(&messages[case], &signatures[case])),
    )
}
