//! Proofs, proving in two moves, and verification.

use super::{BLOCK_BYTES, Blocks, PublicKey, SecretKey, Suite};
use crate::kkw::{self, SALT_BYTES, Seed, Witness};
use alloc::vec::Vec;
use core::fmt;
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::{
    Invalid, Malformed, Output,
    tagged::{Tag, tagged},
};
use zeroize::Zeroize;

/// A proof y ‖ π, of a length that its suite's proofs can have.
#[derive(Clone, PartialEq, Eq)]
pub struct Proof {
    suite: Suite,
    bytes: Vec<u8>,
}

impl Proof {
    /// Takes the bytes of a proof. Only [`Vrf::verify`](heliast_vrf::Vrf::verify) determines whether they are
    /// a proof, because the exact length depends on values that it computes.
    ///
    /// # Errors
    /// [`Malformed::ProofLength`] if no proof of the suite has this length.
    pub fn from_bytes(suite: Suite, bytes: &[u8]) -> Result<Proof, Malformed> {
        let lengths = suite.proof_len();
        if !lengths.contains(&bytes.len()) {
            let (least, most) = lengths.into_inner();
            return Err(Malformed::ProofLength { least, most, found: bytes.len() });
        }
        Ok(Proof { suite, bytes: bytes.into() })
    }

    /// Returns the bytes that [`from_bytes`](Self::from_bytes) takes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the suite of this proof.
    pub fn suite(&self) -> Suite {
        self.suite
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({}, {} bytes)", self.suite.name(), self.bytes.len())
    }
}

impl SecretKey {
    /// Returns the output for `input`, and its proof, which is the same each time.
    pub fn prove(&self, input: &[u8]) -> (Output<32>, Proof) {
        self.commit(input, None).answer()
    }

    /// Returns the output for `input`, and a proof that depends on `random`, as a protection against
    /// attackers who observe or disturb the computation of the same proof several times. With any 48 bytes,
    /// the key is as safe as with [`prove`](Self::prove).
    pub fn prove_hedged(&self, input: &[u8], random: &[u8; 48]) -> (Output<32>, Proof) {
        self.commit(input, Some(random)).answer()
    }

    /// Makes the first of the two moves of [`prove`](Self::prove) and [`prove_hedged`](Self::prove_hedged),
    /// the work before the challenge, which is public, is known. It is for measurements and tests that
    /// observe the prover.
    pub fn commit(&self, input: &[u8], random: Option<&[u8; 48]>) -> Committed {
        let keccak = Keccak::new();
        Committed::new(keccak, self, &self.blocks(keccak, input), random)
    }
}

/// The state of a prover that has committed itself and has its challenge, but has not answered it. Erased on
/// drop.
pub struct Committed {
    kkw: kkw::Committed<'static>,
    suite: Suite,
    output: Output<32>,
    y: [u8; BLOCK_BYTES],
}

impl fmt::Debug for Committed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Committed").field("suite", &self.suite).finish_non_exhaustive()
    }
}

impl Committed {
    /// Makes the commitments with salt ‖ root seed = H(0x20, p ‖ F_k(p) ‖ x' ‖ y ‖ k ‖ random).
    pub(super) fn new(
        keccak: Keccak,
        secret: &SecretKey,
        blocks: &Blocks,
        random: Option<&[u8; 48]>,
    ) -> Self {
        let suite = secret.suite();
        let mut key = secret.key.to_bytes();
        let mut hash = tagged(keccak, Tag::Root, suite.id());
        hash.absorb(&blocks.header);
        hash.absorb(&key[..BLOCK_BYTES]);
        hash.absorb(random.map_or(&[], |random| random));
        let mut hash = hash.finish();
        let (mut salt, mut root) = ([0; SALT_BYTES], Seed::default());
        hash.squeeze(&mut salt);
        hash.squeeze(&mut root.0[..suite.profile().seed_bytes]);
        hash.zeroize();
        key.zeroize();

        let [p, _, x, _] = blocks.bits();
        let mut witness = Witness { key: &secret.key, inputs: &[p, x], bound: &blocks.header, salt, root };
        root.zeroize();
        let kkw = kkw::Committed::new(keccak, suite.profile(), suite.instance(), &witness);
        witness.root.zeroize();
        Committed { kkw, suite, output: blocks.output(keccak, secret.public_key()), y: *blocks.y() }
    }

    /// Returns the challenge, which determines the parts of the commitments that are opened: it is a hash of
    /// the commitments, with which π begins.
    pub fn challenge(&self) -> &[u8] {
        &self.kkw.challenge[..self.suite.profile().digest_bytes]
    }

    /// Opens these parts.
    pub fn answer(self) -> (Output<32>, Proof) {
        let bytes = [&self.y[..], &self.kkw.answer()].concat();
        (self.output, Proof { suite: self.suite, bytes })
    }
}

/// Returns the output that `proof` proves.
pub(super) fn verify(
    keccak: Keccak,
    public: &PublicKey,
    input: &[u8],
    proof: &Proof,
) -> Result<Output<32>, Invalid> {
    let suite = public.suite();
    if proof.suite != suite {
        return Err(Invalid::Suite);
    }
    let (y, proof) = proof.bytes.split_first_chunk().expect("a proof is longer than a block");
    let blocks = Blocks::new(keccak, public, input, y);
    let [p, block, x, y] = blocks.bits();
    let statements = [(p, block), (x, y)];
    kkw::verify(keccak, suite.profile(), suite.instance(), &statements, &blocks.header, proof)?;
    Ok(blocks.output(keccak, public))
}
