//! Compares the scheme's parts with slow ones, and tests its rules.

mod arithmetic;
mod code;
mod nine_answers;
mod proofs;
mod refusals;
mod tries;
mod vectors;

use super::*;
use heliast_symmetric::keccak::Keccak;

fn keccak() -> Keccak {
    Matrix::shared().keccak()
}

fn key(number: u8) -> SecretKey {
    SecretKey::from_seed([number; SEED_LEN])
}

/// Returns output and proof of a new key.
fn answer(number: u8, input: &[u8]) -> (PublicKey, heliast_vrf::Output<32>, Proof) {
    let mut key = key(number);
    let (output, proof) = <LbVrf as heliast_vrf::Vrf>::prove(&mut key, (), input).unwrap();
    (key.public_key().clone(), output, proof)
}

fn verify(
    public: &PublicKey,
    input: &[u8],
    proof: &Proof,
) -> Result<heliast_vrf::Output<32>, heliast_vrf::Invalid> {
    <LbVrf as heliast_vrf::Vrf>::verify(public, (), input, proof)
}
