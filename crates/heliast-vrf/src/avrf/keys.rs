//! Keys, proofs and evaluation.

use super::{
    constraints::Statement,
    kernels::Kernels,
    proof::Fields,
    protocol,
    suite::{PAIRS, Suite, Y_BYTES},
    witness::Cipher,
};
use crate::{
    Hex, Invalid, Malformed, Output,
    tagged::{self, Tag},
};
use alloc::vec::Vec;
use core::fmt;
use heliast_symmetric::keccak::Keccak;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// A public key: suite ‖ nonce ‖ E_k(c_0) ‖ E_k(c_1), where c_0 and c_1 follow from the nonce. Every string
/// of this length with a suite's byte is a public key, but for most of them nobody has a secret key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PublicKey {
    suite: Suite,
    bytes: [u8; PublicKey::LEN],
}

impl PublicKey {
    /// Bytes of a public key: 49.
    pub const LEN: usize = 1 + 16 + 32;

    /// Decodes a key.
    ///
    /// # Errors
    /// [`Malformed::Length`], or [`Malformed::Suite`] if the first byte does not name a suite.
    pub fn from_bytes(bytes: &[u8]) -> Result<PublicKey, Malformed> {
        let length = Malformed::Length { expected: PublicKey::LEN, found: bytes.len() };
        let bytes: [u8; PublicKey::LEN] = bytes.try_into().map_err(|_| length)?;
        let suite = Suite::from_id(bytes[0]).ok_or(Malformed::Suite { found: bytes[0] })?;
        Ok(PublicKey { suite, bytes })
    }

    /// The bytes that [`PublicKey::from_bytes`] decodes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the bytes of [`as_bytes`](Self::as_bytes) by value.
    pub fn to_bytes(&self) -> [u8; PublicKey::LEN] {
        self.bytes
    }

    /// The suite.
    pub fn suite(&self) -> Suite {
        self.suite
    }

    /// Checks `proof` for `input` (α), and returns the output.
    ///
    /// # Errors
    /// [`Invalid::Length`] if the proof is of another suite, [`Invalid::Challenge`] if it is false.
    pub fn verify(&self, input: &[u8], proof: &Proof) -> Result<Output<32>, Invalid> {
        self.verify_on(Kernels::default(), input, &proof.bytes)
    }

    pub(super) fn verify_on(
        &self,
        kernels: Kernels,
        input: &[u8],
        proof: &[u8],
    ) -> Result<Output<32>, Invalid> {
        let shape = self.suite.shape();
        let length = Invalid::Length { expected: *self.suite.proof_len().end(), found: proof.len() };
        let (y, proof) = proof.split_first_chunk::<Y_BYTES>().ok_or(length)?;
        let fields = Fields::parse(&shape, proof).ok_or(length)?;
        let claim = Claim::new(kernels.keccak, self, self.hashed(kernels.keccak, input), *y);
        protocol::verify(kernels, &shape, &claim.statement(), &claim.mu, &fields)?;
        Ok(self.output(kernels.keccak, &claim.x, y))
    }

    /// x' for the input.
    pub(super) fn hashed(&self, keccak: Keccak, input: &[u8]) -> [u8; 32] {
        tagged::input(keccak, self.suite.id(), &self.bytes, input)
    }

    fn output(&self, keccak: Keccak, x: &[u8; 32], y: &[u8; Y_BYTES]) -> Output<32> {
        Output(tagged::digest(keccak, Tag::Output, self.suite.id(), &[&self.bytes, x, y]))
    }

    fn nonce(&self) -> &[u8] {
        &self.bytes[1..17]
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({}, {})", self.suite.name(), Hex(&self.bytes))
    }
}

/// A secret key. Erased on drop, never printed.
pub struct SecretKey {
    key: [u8; 16],
    public: PublicKey,
}

impl SecretKey {
    /// The key of 32 random bytes. The caller erases its copy of the seed.
    pub fn from_seed(suite: Suite, seed: &[u8; 32]) -> SecretKey {
        let keccak = Keccak::new();
        let derived = Zeroizing::new(tagged::digest::<32>(keccak, Tag::Key, suite.id(), &[seed]));
        let [nonce, key] = halves(&derived);
        let anchors = anchors(keccak, suite, nonce);
        let mut bytes = [suite.id(); PublicKey::LEN];
        bytes[1..17].copy_from_slice(nonce);
        bytes[17..].copy_from_slice(&encrypt(key, &anchors));
        SecretKey { key: *key, public: PublicKey { suite, bytes } }
    }

    /// The suite.
    pub fn suite(&self) -> Suite {
        self.public.suite
    }

    /// The public key.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// The output for `input` (α), without a proof: two blocks of AES and three hashes.
    pub fn evaluate(&self, input: &[u8]) -> Output<32> {
        let keccak = Keccak::new();
        let x = self.public.hashed(keccak, input);
        self.public.output(keccak, &x, &encrypt(&self.key, &x))
    }

    /// The output for `input` (α) and a proof, the same each time.
    pub fn prove(&self, input: &[u8]) -> (Output<32>, Proof) {
        self.commit(input, None).answer()
    }

    /// The output for `input` (α) and a proof that depends on `random` as well. The proof differs each time,
    /// so an attacker who injects faults or measures power cannot compare runs.
    pub fn prove_hedged(&self, input: &[u8], random: &[u8; 32]) -> (Output<32>, Proof) {
        self.commit(input, Some(random)).answer()
    }

    /// The first of the two moves of which [`prove`](Self::prove) and [`prove_hedged`](Self::prove_hedged)
    /// consist: the work before the public challenge is known. This is for code that measures the prover.
    pub fn commit(&self, input: &[u8], random: Option<&[u8; 32]>) -> Committed {
        self.commit_on(Kernels::default(), input, random)
    }

    pub(super) fn commit_on(&self, kernels: Kernels, input: &[u8], random: Option<&[u8; 32]>) -> Committed {
        let claim = self.claim(kernels.keccak, input);
        let (shape, statement) = (self.suite().shape(), claim.statement());
        let hedge = random.map_or(&[][..], |random| random);
        let inner = protocol::Committed::new(kernels, &shape, &statement, &claim.mu, &self.key, hedge);
        let output = self.public.output(kernels.keccak, &claim.x, &claim.y);
        Committed { suite: self.suite(), output, y: claim.y, inner }
    }

    #[cfg(test)]
    pub(super) fn key(&self) -> &[u8; 16] {
        &self.key
    }

    /// The four blocks that are encrypted.
    #[cfg(test)]
    pub(super) fn inputs(&self, input: &[u8]) -> [[u8; 16]; PAIRS] {
        self.claim(Keccak::new(), input).pairs.map(|(input, _)| input)
    }

    fn claim(&self, keccak: Keccak, input: &[u8]) -> Claim {
        let x = self.public.hashed(keccak, input);
        Claim::new(keccak, &self.public, x, encrypt(&self.key, &x))
    }
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

/// The state of a prover after its commitment. Erased on drop.
pub struct Committed {
    suite: Suite,
    output: Output<32>,
    y: [u8; Y_BYTES],
    inner: protocol::Committed,
}

impl Committed {
    /// The bytes that are hashed, together with a counter, to the challenge. They are public, and so is
    /// everything after them.
    pub fn challenge(&self) -> &[u8] {
        &self.inner.message
    }

    /// Answers the challenge: the output, and the proof.
    pub fn answer(self) -> (Output<32>, Proof) {
        let mut bytes = Vec::with_capacity(*self.suite.proof_len().end());
        bytes.extend_from_slice(&self.y);
        bytes.extend_from_slice(&self.inner.answer());
        (self.output, Proof { suite: self.suite, bytes })
    }
}

impl fmt::Debug for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Committed").field("suite", &self.suite).finish_non_exhaustive()
    }
}

/// A proof: y ‖ π, of the length that its suite has.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    suite: Suite,
    bytes: Vec<u8>,
}

impl Proof {
    /// Decodes a proof. Only [`PublicKey::verify`] tells whether it is valid.
    ///
    /// # Errors
    /// [`Malformed::Length`].
    pub fn from_bytes(suite: Suite, bytes: &[u8]) -> Result<Proof, Malformed> {
        let expected = *suite.proof_len().end();
        if bytes.len() != expected {
            return Err(Malformed::Length { expected, found: bytes.len() });
        }
        Ok(Proof { suite, bytes: bytes.to_vec() })
    }

    /// The bytes that [`Proof::from_bytes`] decodes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The suite.
    pub fn suite(&self) -> Suite {
        self.suite
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({}, {} bytes)", self.suite.name(), self.bytes.len())
    }
}

/// The claim to be proved: the key of a public key maps x' to y.
pub(super) struct Claim {
    x: [u8; 32],
    y: [u8; Y_BYTES],
    pairs: [([u8; 16], [u8; 16]); PAIRS],
    /// The digest of the statement in the transcript.
    pub(super) mu: [u8; 32],
}

impl Claim {
    pub(super) fn new(keccak: Keccak, public: &PublicKey, x: [u8; 32], y: [u8; Y_BYTES]) -> Claim {
        let anchors = anchors(keccak, public.suite, public.nonce());
        let [c0, c1] = halves(&anchors);
        let [x0, x1] = halves(&x);
        let [y0, y1] = halves(&y);
        let [pk0, pk1] = halves(public.bytes.last_chunk().expect("two blocks"));
        let mu = tagged::digest(keccak, Tag::Statement, public.suite.id(), &[&public.bytes, &x, &y]);
        let pairs = [(c0, pk0), (c1, pk1), (x0, y0), (x1, y1)].map(|(input, output)| (*input, *output));
        Claim { x, y, pairs, mu }
    }

    pub(super) fn statement(&self) -> Statement<'_> {
        Statement { pairs: &self.pairs, restricted: false }
    }
}

/// c_0 ‖ c_1.
fn anchors(keccak: Keccak, suite: Suite, nonce: &[u8]) -> [u8; 32] {
    tagged::digest(keccak, Tag::Anchor, suite.id(), &[nonce])
}

/// E_k of both halves.
pub(super) fn encrypt(key: &[u8; 16], blocks: &[u8; 32]) -> [u8; 32] {
    let cipher = Cipher::new(key);
    let mut out = [0; 32];
    for (out, block) in out.as_chunks_mut().0.iter_mut().zip(blocks.as_chunks().0) {
        *out = cipher.encrypt(block);
    }
    out
}

fn halves(bytes: &[u8; 32]) -> [&[u8; 16]; 2] {
    let halves = bytes.as_chunks().0;
    [&halves[0], &halves[1]]
}
