//! Every kernel makes and accepts the same proofs.

use super::bytes;
use crate::avrf::{
    SecretKey, Suite,
    grinding::{challenge, grind, is_ground},
    kernels::Kernels,
    parameters::KEY_WITNESS,
    proof::Fields,
    witness::Cipher,
};
use heliast_symmetric::{aes::Aes, binary::Binary, keccak::Keccak};
use std::vec::Vec;

fn machines() -> Vec<Kernels> {
    let portable = Kernels { keccak: Keccak::portable(), aes: Aes::portable(), field: Binary::portable() };
    let keccaks = Keccak::all().map(|keccak| Kernels { keccak, ..portable });
    let ciphers = Aes::all().map(|aes| Kernels { aes, ..portable });
    let fields = Binary::all().map(|field| Kernels { field, ..portable });
    keccaks.chain(ciphers).chain(fields).chain([Kernels::default()]).collect()
}

#[test]
fn proofs_are_equal() {
    for suite in Suite::ALL {
        let key = SecretKey::from_seed(suite, &[9; 32]);
        let (output, proof) = key.prove(b"kernels");
        for kernels in machines() {
            if suite == Suite::Fast {
                let found = key.commit_on(kernels, b"kernels", None).answer();
                assert!(found == (output, proof.clone()), "{kernels:?}");
            }
            let found = key.public_key().verify_on(kernels, b"kernels", proof.as_bytes());
            assert_eq!(found, Ok(output), "{kernels:?}");
        }
    }
}

/// About one byte in 256 that enters an S-box is 0. A proof has 640 such bytes in odd rounds, so most proofs
/// have some zeros.
#[test]
fn keys_and_inputs_with_zeros_in_s_boxes_are_proven() {
    let mut zeros = 0;
    for seed in 0..4 {
        let key = SecretKey::from_seed(Suite::Fast, &[seed; 32]);
        let (output, proof) = key.prove(b"zeros");
        assert_eq!(key.public_key().verify(b"zeros", &proof), Ok(output));
        zeros += key.norms_of_zero(b"zeros");
    }
    assert!(zeros > 0, "no S-box had the input 0");
}

impl SecretKey {
    /// The number of zeros that enter S-boxes in odd rounds; only these have the norm 0.
    fn norms_of_zero(&self, input: &[u8]) -> usize {
        let witness = Cipher::new(self.key()).witness(self.inputs(input).iter());
        let parts = witness.0[KEY_WITNESS..].chunks(104).flat_map(|block| block.chunks(24));
        parts
            .flat_map(|part| &part[..8])
            .flat_map(|byte| [byte & 0xf, byte >> 4])
            .filter(|half| *half == 0)
            .count()
    }
}

#[test]
fn eight_counters_at_once_are_single_counters() {
    for suite in Suite::ALL {
        let parameters = suite.shape().parameters;
        let message = bytes("message", 104);
        for keccak in Keccak::all() {
            let (counter, found, opening) = grind(keccak, parameters, &message);
            assert_eq!(challenge(keccak, &message, counter), found);
            assert!(is_ground(parameters, found) && found >> (128 - parameters.grind) == 0);
            assert_eq!(opening.hidden()[1], parameters.hidden(found, 1));
            let before = (0..counter).map(|counter| challenge(keccak, &message, counter));
            let passed = before.filter(|challenge| is_ground(parameters, *challenge));
            let refused = |challenge| crate::avrf::opening::Opening::new(parameters, challenge).is_none();
            assert!(passed.into_iter().all(refused), "an earlier counter would do");
        }
    }
}

#[test]
fn fields_are_the_whole_proof() {
    for suite in Suite::ALL {
        let shape = suite.shape();
        let proof = bytes("proof", shape.proof());
        assert_eq!(Fields::parse(&shape, &proof).expect("its length").encode(&shape), proof);
        assert!(Fields::parse(&shape, &proof[1..]).is_none());
        assert!(Fields::parse(&shape, &[&proof[..], &[0]].concat()).is_none());
        assert!(Fields::parse(&shape, &[]).is_none());
    }
}
