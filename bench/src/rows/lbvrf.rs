//! Lots from lattices; each key is for one input.

use crate::{
    inputs::Stream,
    row::{Entry, Row, Side, Unit},
};
use heliast_study::lbvrf::{LbVrf, Proof, PublicKey, SecretKey};
use heliast_vrf::Vrf;

pub(super) const ENTRIES: &[Entry] = &[Entry { name: "lb-vrf-verify/paper", prepare: verify }];

/// The number of keys, each with its input.
const CASES: usize = 8;
/// The seconds that the authors' own program, built for its CPU, takes on a machine of this kind.
const AUTHORS: f64 = 163e-6;

/// Compares verification, from the bytes of a proof to the output; the public key is decoded already.
fn verify() -> Row {
    let mut stream = Stream::new("heliast/bench/lb-vrf");
    let mut claim = |_| -> (PublicKey, Vec<u8>, [u8; Proof::LEN]) {
        let mut key = SecretKey::from_seed(stream.bytes(32).try_into().expect("32 bytes"));
        let input = stream.bytes(32);
        let (output, proof) = LbVrf::prove(&mut key, (), &input).expect("its first input");
        assert_eq!(LbVrf::verify(key.public_key(), (), &input, &proof), Ok(output));
        (key.public_key().clone(), input, proof.to_bytes())
    };
    let claims: Vec<_> = (0..CASES).map(&mut claim).collect();
    let ours = Side::new(1, move |case| {
        let (key, input, proof) = &claims[case];
        let proof = Proof::from_bytes(proof).expect("a proof");
        assert!(LbVrf::verify(key, (), input, &proof).is_ok());
    });
    Row {
        peer: "the authors' program, 163 µs".to_owned(),
        unit: Unit::Microseconds,
        cases: CASES,
        ours,
        theirs: Side::known(AUTHORS),
    }
}
