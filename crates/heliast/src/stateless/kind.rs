//! A stateless scheme from bytes to bytes: a row of the list of schemes points to its `Kind`.

use super::VrfError;
use heliast_vrf::{Exhausted, Malformed};
use std::ops::RangeInclusive;

/// The public half of a stateless scheme.
pub(super) trait Kind: Sync {
    /// Bytes of a public key.
    fn public_key_len(&self) -> usize;

    /// Whether the first byte of a public key is the number of the scheme.
    fn keys_name_it(&self) -> bool;

    /// The possible numbers of bytes of a proof.
    fn proof_len(&self) -> RangeInclusive<usize>;

    /// The error for a proof of another length.
    fn other_length(&self, found: usize) -> Malformed;

    fn check_public_key(&self, bytes: &[u8]) -> Result<(), VrfError>;

    fn verify(&self, public_key: &[u8], input: &[u8], proof: &[u8]) -> Result<Vec<u8>, VrfError>;

    /// The secret key of a seed.
    fn secret(&self, seed: &[u8; 32]) -> Box<dyn Secret>;
}

/// A secret key, erased from memory when dropped.
pub(super) trait Secret: Send + Sync {
    fn public_key(&self) -> Vec<u8>;

    /// Returns only β.
    fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, Exhausted>;

    /// Returns (β, π), with `random` in π if the scheme uses it.
    fn prove(&mut self, input: &[u8], random: Option<&[u8; 32]>) -> Result<(Vec<u8>, Vec<u8>), Exhausted>;
}
