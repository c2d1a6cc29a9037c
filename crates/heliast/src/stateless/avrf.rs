//! A-VRF.

use super::{
    VrfError,
    kind::{Kind, Secret},
};
use heliast_vrf::{
    Exhausted, Malformed, Output, Vrf,
    avrf::{AVrf, Proof, PublicKey, SecretKey, Suite},
};
use std::ops::RangeInclusive;

impl Kind for Suite {
    fn public_key_len(&self) -> usize {
        PublicKey::LEN
    }

    fn keys_name_it(&self) -> bool {
        true
    }

    fn proof_len(&self) -> RangeInclusive<usize> {
        Suite::proof_len(*self)
    }

    fn other_length(&self, found: usize) -> Malformed {
        let (least, most) = Suite::proof_len(*self).into_inner();
        Malformed::ProofLength { least, most, found }
    }

    fn check_public_key(&self, bytes: &[u8]) -> Result<(), VrfError> {
        public_key(*self, bytes).map(drop)
    }

    fn verify(&self, bytes: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        let key = public_key(*self, bytes)?;
        let proof = Proof::from_bytes(*self, proof)?;
        Ok(AVrf::verify(&key, (), input, &proof)?.0.to_vec())
    }

    fn secret(&self, seed: &[u8; 32]) -> Box<dyn Secret> {
        Box::new(SecretKey::from_seed(*self, seed))
    }
}

fn public_key(suite: Suite, bytes: &[u8]) -> Result<PublicKey, VrfError> {
    let key = PublicKey::from_bytes(bytes)?;
    if key.suite() == suite { Ok(key) } else { Err(VrfError::OtherScheme) }
}

impl Secret for SecretKey {
    fn public_key(&self) -> Vec<u8> {
        SecretKey::public_key(self).as_bytes().to_vec()
    }

    /// Encrypts two blocks.
    fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, Exhausted> {
        Ok(SecretKey::evaluate(self, input).0.to_vec())
    }

    fn prove(&mut self, input: &[u8], random: Option<&[u8; 32]>) -> Result<(Vec<u8>, Vec<u8>), Exhausted> {
        let (output, proof): (Output<32>, Proof) = match random {
            Some(random) => self.prove_hedged(input, random),
            None => SecretKey::prove(self, input),
        };
        Ok((output.0.to_vec(), proof.as_bytes().to_vec()))
    }
}
