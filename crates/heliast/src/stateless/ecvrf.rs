//! ECVRF, with both ways to hash to the curve.

use super::{
    VrfError,
    kind::{Kind, Secret},
};
use heliast_vrf::{
    Exhausted, Malformed, Output, Vrf,
    ecvrf::{Proof, PublicKey, SecretKey},
};
use std::{marker::PhantomData, ops::RangeInclusive};

const PROOF_LEN: usize = 80;

/// ECVRF with the hash of `V`.
pub(super) struct Ecvrf<V>(PhantomData<fn() -> V>);

impl<V> Ecvrf<V> {
    pub(super) const NEW: Ecvrf<V> = Ecvrf(PhantomData);
}

impl<V> Kind for Ecvrf<V>
where
    V: Vrf<PublicKey = PublicKey, SecretKey = SecretKey, Proof = Proof, Output = Output, Position = ()>
        + 'static,
{
    fn public_key_len(&self) -> usize {
        32
    }

    fn keys_name_it(&self) -> bool {
        false
    }

    fn proof_len(&self) -> RangeInclusive<usize> {
        PROOF_LEN..=PROOF_LEN
    }

    fn other_length(&self, found: usize) -> Malformed {
        Malformed::Length { expected: PROOF_LEN, found }
    }

    fn check_public_key(&self, bytes: &[u8]) -> Result<(), VrfError> {
        Ok(PublicKey::try_from(bytes).map(drop)?)
    }

    fn verify(&self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError> {
        let public_key = PublicKey::try_from(public_key)?;
        let proof = Proof::try_from(proof)?;
        Ok(V::verify(&public_key, (), input, &proof)?.0.to_vec())
    }

    fn secret(&self, seed: &[u8; 32]) -> Box<dyn Secret> {
        Box::new(Key::<V>(SecretKey::from_seed(*seed), PhantomData))
    }
}

/// A secret key with the hash that its proofs use.
struct Key<V>(SecretKey, PhantomData<fn() -> V>);

impl<V> Secret for Key<V>
where
    V: Vrf<PublicKey = PublicKey, SecretKey = SecretKey, Proof = Proof, Output = Output, Position = ()>
        + 'static,
{
    fn public_key(&self) -> Vec<u8> {
        self.0.public_key().to_bytes().to_vec()
    }

    /// The output is only available from a proof.
    fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, Exhausted> {
        Ok(self.prove(input, None)?.0)
    }

    fn prove(&mut self, input: &[u8], _: Option<&[u8; 32]>) -> Result<(Vec<u8>, Vec<u8>), Exhausted> {
        let (output, proof) = V::prove(&mut self.0, (), input)?;
        Ok((output.0.to_vec(), proof.to_bytes().to_vec()))
    }
}
