//! The hash of the stateless schemes: SHAKE256 of a tag, the suite, and the rest, so that no two uses hash
//! the same bytes.
//!
//! A-VRF uses it, and so does SL-VRF in the crate `heliast-study`. Both use one list of tags: a suite's byte
//! alone would separate them, but with different tags nobody has to rely on that.

use heliast_symmetric::keccak::{Keccak, Shake};
use zeroize::Zeroize;

/// The purpose of a hash, which is its first byte. `spec/slvrf.md` and `spec/avrf.md` list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Tag {
    /// Two children, from a seed.
    SeedTree = 0x01,
    /// A node over two digests.
    Merkle = 0x03,
    /// A party's tape and the commitment to its seed.
    Tape = 0x04,
    /// The commitment to the last party's seed and corrections.
    LastCommitment = 0x05,
    /// The commitment to an execution's preprocessing.
    Preprocessing = 0x06,
    /// The commitment to an execution's online phase.
    Online = 0x07,
    /// h.
    Challenge = 0x08,
    /// The next hash of h, from which the challenge is drawn.
    Expansion = 0x09,
    /// x', the cipher's input, from the public key and α.
    Input = 0x10,
    /// The blocks whose encryptions are in the public key, from its nonce.
    Anchor = 0x11,
    /// β, from the public key, x' and y.
    Output = 0x12,
    /// Nonce and cipher key, from a seed.
    Key = 0x13,
    /// The statement of A-VRF's proof, from the public key, x' and y.
    Statement = 0x14,
    /// Salt and root seed of a proof.
    Root = 0x20,
}

/// SHAKE256 that has read `tag ‖ suite`.
pub fn tagged(keccak: Keccak, tag: Tag, suite: u8) -> Shake {
    let mut shake = keccak.shake256();
    shake.absorb(&[tag as u8, suite]);
    shake
}

/// `LEN` bytes of SHAKE256(tag ‖ suite ‖ parts). Its state, which could reveal secret parts, is erased.
pub fn digest<const LEN: usize>(keccak: Keccak, tag: Tag, suite: u8, parts: &[&[u8]]) -> [u8; LEN] {
    let mut shake = tagged(keccak, tag, suite);
    parts.iter().for_each(|part| shake.absorb(part));
    let (mut output, mut out) = (shake.finish(), [0; LEN]);
    output.squeeze(&mut out);
    output.zeroize();
    out
}

/// x' of `LEN` bytes. It depends on the key, so that work on one key does not help against other keys.
pub fn input<const LEN: usize>(keccak: Keccak, suite: u8, public_key: &[u8], alpha: &[u8]) -> [u8; LEN] {
    let length = (alpha.len() as u64).to_le_bytes();
    digest(keccak, Tag::Input, suite, &[public_key, &length, alpha])
}
