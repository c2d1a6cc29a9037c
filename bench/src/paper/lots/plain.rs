//! ECVRF and LB-VRF: schemes with neither a tree nor a cipher.

use crate::{inputs::Stream, paper::lab::Lab, row::Side};
use heliast_study::lbvrf;
use heliast_vrf::{Vrf, ecvrf};
use std::hint::black_box;

/// The number of keys, each with the one input that LB-VRF permits: the number of its attempts to make a
/// proof depends on both.
const CASES: usize = 64;

/// Times in seconds. Proofs are encoded when they are made and decoded when they are verified; public keys
/// are decoded already.
pub(super) struct Times {
    pub keygen: f64,
    pub evaluate: f64,
    pub verify: f64,
}

/// Measures the suite that chains use by default.
pub(super) fn ecvrf(lab: &Lab) -> Times {
    let coding = Coding {
        seeded: ecvrf::SecretKey::from_seed,
        public: |key: &ecvrf::SecretKey| *key.public_key(),
        encode: |proof: &ecvrf::Proof| proof.to_bytes(),
        decode: |bytes| ecvrf::Proof::from_bytes(bytes).expect("a proof"),
    };
    times::<ecvrf::Ell2, _>(lab, coding)
}

pub(super) fn lb_vrf(lab: &Lab) -> Times {
    let coding = Coding {
        seeded: lbvrf::SecretKey::from_seed,
        public: |key: &lbvrf::SecretKey| key.public_key().clone(),
        encode: |proof: &lbvrf::Proof| proof.to_bytes(),
        decode: |bytes| lbvrf::Proof::from_bytes(bytes).expect("a proof"),
    };
    times::<lbvrf::LbVrf, _>(lab, coding)
}

/// A scheme's keys and bytes.
struct Coding<V: Vrf, const PROOF: usize> {
    seeded: fn([u8; 32]) -> V::SecretKey,
    public: fn(&V::SecretKey) -> V::PublicKey,
    encode: fn(&V::Proof) -> [u8; PROOF],
    decode: fn(&[u8; PROOF]) -> V::Proof,
}

fn times<V: Vrf<Position = ()> + 'static, const PROOF: usize>(lab: &Lab, coding: Coding<V, PROOF>) -> Times {
    let Coding { seeded, public, encode, decode } = coding;
    let mut stream = Stream::new("heliast/bench/lots/plain");
    let seeds: Vec<[u8; 32]> = (0..CASES).map(|_| stream.bytes(32).try_into().expect("32 bytes")).collect();
    let inputs: Vec<Vec<u8>> = (0..CASES).map(|_| stream.bytes(32)).collect();
    let mut keys: Vec<_> = seeds.iter().map(|seed| seeded(*seed)).collect();
    let publics: Vec<_> = keys.iter().map(public).collect();
    let mut prove = {
        let inputs = inputs.clone();
        move |case: usize| encode(&V::prove(&mut keys[case], (), &inputs[case]).expect("its one input").1)
    };
    let proofs: Vec<_> = (0..CASES).map(&mut prove).collect();
    let sides = vec![
        Side::new(1, move |case| drop(black_box(seeded(seeds[case])))),
        Side::new(1, move |case| {
            black_box(prove(case));
        }),
        Side::new(1, move |case| {
            assert!(V::verify(&publics[case], (), &inputs[case], &decode(&proofs[case])).is_ok());
        }),
    ];
    let [keygen, evaluate, verify] = lab.fastest(sides, CASES)[..] else { unreachable!("three sides") };
    Times { keygen, evaluate, verify }
}
