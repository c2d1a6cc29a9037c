//! The hashes H_0 to H_4 of FAEST for λ = 128: SHAKE128 of a message and a last byte for the purpose.

use super::parameters::{BLOCK, COMMITMENT};
use heliast_symmetric::{
    binary::Gf128,
    keccak::{Keccak, Shake, ShakeOutput},
};
use zeroize::{Zeroize, Zeroizing};

/// The purpose of a hash, which is the last byte of its message.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub(super) enum Purpose {
    /// H_0: the factors of the leaves' commitments.
    Factors = 0,
    /// H_1: the hash of all commitments.
    Commitments = 1,
    /// H_3: the root of the tree and the initial value.
    Root = 3,
    /// H_4: the initial value that is used, from the one in the proof.
    Iv = 4,
    /// H_2^0: the statement and the message of a signature.
    #[cfg(test)]
    Message = 8,
    /// H_2^1: the challenge of the columns' hash.
    First = 9,
    /// H_2^2: the challenge of the constraints' hash.
    Second = 10,
    /// H_2^3: the challenge that is opened.
    Third = 11,
}

/// SHAKE128 of `parts` for `purpose`.
pub(super) fn hash(keccak: Keccak, purpose: Purpose, parts: &[&[u8]]) -> ShakeOutput {
    let mut shake = keccak.shake128();
    parts.iter().for_each(|part| shake.absorb(part));
    finish(shake, purpose)
}

/// Ends a message.
pub(super) fn finish(mut shake: Shake, purpose: Purpose) -> ShakeOutput {
    shake.absorb(&[purpose as u8]);
    shake.finish()
}

/// The first bytes of [`hash`].
pub(super) fn digest<const LEN: usize>(keccak: Keccak, purpose: Purpose, parts: &[&[u8]]) -> [u8; LEN] {
    let mut out = [0; LEN];
    hash(keccak, purpose, parts).squeeze(&mut out);
    out
}

/// The tree's root, which is secret, and the initial value of the proof, from the key, the statement's hash
/// and additional bytes of the prover.
pub(super) fn root(
    keccak: Keccak,
    key: &[u8; 16],
    mu: &[u8; 32],
    hedge: &[u8],
) -> (Zeroizing<u128>, [u8; 16]) {
    let mut output = hash(keccak, Purpose::Root, &[key, mu, hedge]);
    let mut root = Zeroizing::new([0; BLOCK]);
    output.squeeze(&mut *root);
    let mut iv = [0; BLOCK];
    output.squeeze(&mut iv);
    // The permutation has an inverse: the state reveals the key.
    output.zeroize();
    (Zeroizing::new(u128::from_le_bytes(*root)), iv)
}

/// The initial value that is used.
pub(super) fn iv(keccak: Keccak, sent: &[u8; 16]) -> [u8; 16] {
    digest(keccak, Purpose::Iv, &[sent])
}

/// The initial value of a stream with the purpose `number`, which is added to the upper 32 bits of the
/// initial value. The lower 32 bits count the blocks.
pub(super) fn tweaked(iv: &[u8; 16], number: u32) -> u128 {
    u128::from_le_bytes(*iv).wrapping_add(u128::from(number) << 96)
}

/// A factor in GF(2^384) for each vector, one after the other.
pub(super) fn factors(keccak: Keccak, iv: &[u8; 16]) -> impl Iterator<Item = [u128; 3]> {
    let mut output = hash(keccak, Purpose::Factors, &[iv]);
    core::iter::repeat_with(move || {
        let mut bytes = [0; COMMITMENT];
        output.squeeze(&mut bytes);
        let words = bytes.as_chunks().0;
        core::array::from_fn(|i| u128::from_le_bytes(words[i]))
    })
}

/// Reads `N` elements of GF(2^128) and one of GF(2^64) from their bytes.
pub(super) fn elements<const N: usize>(bytes: &[u8]) -> ([Gf128; N], u64) {
    let (wide, narrow) = bytes.split_at(N * BLOCK);
    let words = wide.as_chunks().0;
    let narrow = narrow.try_into().expect("eight bytes are left");
    (core::array::from_fn(|i| Gf128::from_bytes(words[i])), u64::from_le_bytes(narrow))
}
