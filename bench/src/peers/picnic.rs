//! Picnic3-L3 by the optimised C library of its authors (LowMC in SSE2 or AVX2, as the CPU permits), with one
//! statement per signature: half of the statements of an SL-VRF evaluation.
//!
//! Picnic3 must not be used: a signature reveals its key (`spec/slvrf.md`). Only its speed is compared with
//! the paper's scheme.

#![allow(unsafe_code)]

use heliast_study::lowmc::{LowMc, Parameters};
use libpicnic_sys::{
    PICNIC_MAX_PRIVATEKEY_SIZE, PICNIC_MAX_PUBLICKEY_SIZE, PICNIC_SIGNATURE_SIZE_Picnic3_L3, picnic_params_t,
    picnic_privatekey_t, picnic_publickey_t, picnic_read_private_key, picnic_sign, picnic_sk_to_pk,
    picnic_validate_keypair, picnic_verify,
};

/// The bytes of a key, a plain text and a cipher text of LowMC-192.
const BLOCK: usize = 24;

/// A key pair.
pub struct Picnic {
    secret: picnic_privatekey_t,
    public: picnic_publickey_t,
}

impl Picnic {
    /// The name of the peer in reports.
    pub const NAME: &str = "Picnic library 3.0.18, Picnic3-L3, times two";

    /// Returns the key pair of a LowMC key and a plain text.
    pub fn new(key: &[u8; BLOCK], plain: &[u8; BLOCK]) -> Picnic {
        let lowmc = LowMc::new(Parameters::N192R4);
        let bits = |bytes: &[u8; BLOCK]| Parameters::N192R4.decode(bytes).expect("24 bytes have no padding");
        let cipher = lowmc.encrypt(&lowmc.round_keys(&bits(key)), &bits(plain)).to_bytes();
        let bytes = [&[picnic_params_t::Picnic3_L3 as u8][..], key, &cipher[..BLOCK], plain].concat();
        let mut pair = Picnic {
            secret: picnic_privatekey_t { data: [0; PICNIC_MAX_PRIVATEKEY_SIZE] },
            public: picnic_publickey_t { data: [0; PICNIC_MAX_PUBLICKEY_SIZE] },
        };
        // SAFETY: reads `bytes.len()` bytes and writes into keys of the sizes that the library declares.
        unsafe {
            check(picnic_read_private_key(&mut pair.secret, bytes.as_ptr(), bytes.len()));
            check(picnic_sk_to_pk(&pair.secret, &mut pair.public));
            check(picnic_validate_keypair(&pair.secret, &pair.public));
        }
        pair
    }

    /// Returns a signature.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        let mut signature = vec![0; PICNIC_SIGNATURE_SIZE_Picnic3_L3];
        let mut len = signature.len();
        // SAFETY: reads a valid key and `message.len()` bytes; writes at most `len` bytes and returns their
        // number in `len`.
        check(unsafe {
            picnic_sign(&self.secret, message.as_ptr(), message.len(), signature.as_mut_ptr(), &mut len)
        });
        signature.truncate(len);
        signature
    }

    /// Whether a signature belongs to this message.
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        let (message, len) = (message.as_ptr(), message.len());
        // SAFETY: reads a valid key, `len` bytes of the message and all of the signature.
        let answer =
            unsafe { picnic_verify(&self.public, message, len, signature.as_ptr(), signature.len()) };
        answer == 0
    }
}

fn check(answer: i32) {
    assert!(answer == 0, "a function of the Picnic library failed");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library computes its public key with its own LowMC, and `new` checks that it equals ours.
    #[test]
    fn it_verifies_what_it_signs() {
        let peer = Picnic::new(&[7; BLOCK], &[9; BLOCK]);
        let mut signature = peer.sign(b"message");
        assert!(peer.verifies(b"message", &signature) && !peer.verifies(b"massage", &signature));
        signature[100] ^= 1;
        assert!(!peer.verifies(b"message", &signature));
    }
}
