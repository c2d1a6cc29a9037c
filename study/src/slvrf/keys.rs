//! Keys.

use super::{BLOCK_BYTES, Blocks, NONCE_BYTES, Suite};
use crate::lowmc::Bits;
use core::fmt;
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::{
    Hex, Malformed, Output,
    tagged::{self, Tag},
};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A public key, q ‖ nonce ‖ F_k(p).
///
/// A block may be the encryption of p under some key or under none; nobody can determine which.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey {
    suite: Suite,
    bytes: [u8; PublicKey::LEN],
}

impl PublicKey {
    /// The bytes of a public key, q ‖ nonce ‖ block: 41.
    pub const LEN: usize = 1 + NONCE_BYTES + BLOCK_BYTES;

    /// Decodes a key.
    ///
    /// # Errors
    /// [`Malformed::Length`], or [`Malformed::Suite`] if the first byte does not name a suite of this scheme.
    pub fn from_bytes(bytes: &[u8]) -> Result<PublicKey, Malformed> {
        let exact: [u8; PublicKey::LEN] = bytes
            .try_into()
            .map_err(|_| Malformed::Length { expected: PublicKey::LEN, found: bytes.len() })?;
        let suite = Suite::from_id(exact[0]).ok_or(Malformed::Suite { found: exact[0] })?;
        Ok(PublicKey { suite, bytes: exact })
    }

    /// Returns the 41 bytes that [`from_bytes`](Self::from_bytes) reads.
    pub fn to_bytes(&self) -> [u8; PublicKey::LEN] {
        self.bytes
    }

    /// Returns the same bytes without a copy.
    pub fn as_bytes(&self) -> &[u8; PublicKey::LEN] {
        &self.bytes
    }

    /// Returns the suite of this key.
    pub fn suite(&self) -> Suite {
        self.suite
    }

    pub(super) fn nonce(&self) -> &[u8] {
        &self.bytes[1..1 + NONCE_BYTES]
    }

    pub(super) fn block(&self) -> &[u8; BLOCK_BYTES] {
        self.bytes.last_chunk().expect("a key is longer than a block")
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({})", Hex(&self.bytes))
    }
}

/// A secret key. Erased on drop, never printed.
pub struct SecretKey {
    pub(super) key: Bits,
    pub(super) public: PublicKey,
}

impl SecretKey {
    /// Derives the key from 32 random bytes. The caller erases its copy of the seed.
    ///
    /// The first key of a suite also makes the suite's constants; others take two hashes and an encryption.
    pub fn from_seed(suite: Suite, seed: &[u8; 32]) -> SecretKey {
        let keccak = Keccak::new();
        let mut secret: [u8; NONCE_BYTES + BLOCK_BYTES] =
            tagged::digest(keccak, Tag::Key, suite.id(), &[seed]);
        let (nonce, key) = secret.split_at(NONCE_BYTES);
        let plaintext: [u8; BLOCK_BYTES] = tagged::digest(keccak, Tag::Anchor, suite.id(), &[nonce]);
        let mut key = Bits::from_bytes(key);
        let block = encrypt(suite, &key, &Bits::from_bytes(&plaintext));
        let mut bytes = [0; PublicKey::LEN];
        bytes[0] = suite.id();
        bytes[1..1 + NONCE_BYTES].copy_from_slice(nonce);
        bytes[1 + NONCE_BYTES..].copy_from_slice(&block);
        secret.zeroize();
        let secret = SecretKey { key, public: PublicKey { suite, bytes } };
        key.zeroize();
        secret
    }

    /// Returns the suite of this key.
    pub fn suite(&self) -> Suite {
        self.public.suite
    }

    /// Returns the public key.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Returns the output for `input` without a proof, which takes an encryption.
    pub fn evaluate(&self, input: &[u8]) -> Output<32> {
        let keccak = Keccak::new();
        self.blocks(keccak, input).output(keccak, &self.public)
    }

    /// Returns the blocks, including y, which takes an encryption.
    pub(super) fn blocks(&self, keccak: Keccak, input: &[u8]) -> Blocks {
        let mut blocks = Blocks::new(keccak, &self.public, input, &[0; BLOCK_BYTES]);
        let y = encrypt(self.suite(), &self.key, &blocks.bits()[2]);
        blocks.set_y(&y);
        blocks
    }
}

fn encrypt(suite: Suite, key: &Bits, plaintext: &Bits) -> [u8; BLOCK_BYTES] {
    let lowmc = &suite.instance().lowmc;
    let ciphertext = lowmc.encrypt(&lowmc.round_keys(key), plaintext);
    *ciphertext.to_bytes().first_chunk().expect("a block is shorter than all bits")
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").field("public", &self.public).finish_non_exhaustive()
    }
}
