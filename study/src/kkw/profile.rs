//! The parameters of one use of the proof system, and the lengths that follow.

use super::{PARTIES, SALT_BYTES};
use crate::lowmc::Parameters;
use core::ops::RangeInclusive;
#[cfg(test)]
use heliast_symmetric::keccak::SHAKE128_RATE;
use heliast_symmetric::keccak::{Keccak, SHAKE256_RATE, Shake, Shakes};
use heliast_vrf::tagged::Tag;

/// Parameters of the proof system: n, r (of the cipher), S, T, u, κ, ℓ, and how hashes are kept apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    pub(crate) cipher: Parameters,
    /// S: so many blocks are said to be encrypted under one key.
    pub(crate) statements: usize,
    /// T.
    pub(crate) executions: usize,
    /// u: executions of which the online phase is opened; of the others, the preprocessing.
    pub(crate) opened: usize,
    /// κ / 8.
    pub(crate) seed_bytes: usize,
    /// ℓ / 8.
    pub(crate) digest_bytes: usize,
    /// R: how many nodes of a tree of T leaves stand for all but u of them, over all choices of the u.
    /// A test recomputes both ends.
    pub(crate) nodes: (usize, usize),
    pub(crate) domain: Domain,
}

/// The way to keep the uses of the hash apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// SHAKE256, and the use and this suite in front of every message. Tape and commitment of a seed are
    /// disjoint parts of one output.
    Suite(u8),
    /// As Picnic3 has it: a tape begins with the commitment of its seed, so that **one proof gives the key
    /// away** (a commitment that is sent is the hidden party's share of the key). For known answers only.
    #[cfg(test)]
    Picnic3,
}

/// The bytes in front of a message.
pub(super) struct Prefix {
    bytes: [u8; 2],
    length: usize,
}

impl AsRef<[u8]> for Prefix {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Profile {
    /// Two statements at the level of 192 bits: soundness 2^-192.03.
    pub(crate) const fn two_blocks(suite: u8, cipher: Parameters) -> Profile {
        Profile {
            cipher,
            statements: 2,
            executions: 419,
            opened: 52,
            seed_bytes: 24,
            digest_bytes: 48,
            nodes: (5, 157),
            domain: Domain::Suite(suite),
        }
    }

    /// ⌈n/8⌉, the bytes of a masked key.
    pub(crate) const fn block_bytes(&self) -> usize {
        self.cipher.bytes()
    }

    /// S·r, the S-box layers.
    pub(super) const fn layers(&self) -> usize {
        self.statements * self.cipher.rounds()
    }

    /// A = ⌈S·r·n/8⌉, the bytes of one party's broadcasts or of the corrections: a bit for each AND gate.
    pub(super) const fn gate_bytes(&self) -> usize {
        (self.layers() * self.cipher.bits()).div_ceil(8)
    }

    /// The words that a packed string of these bits fills.
    pub(super) const fn gate_words(&self) -> usize {
        self.gate_bytes().div_ceil(8)
    }

    /// n·(2Sr − (S − 1)): masks of inputs and a bit for each AND gate; the statements share the key's mask.
    pub(super) const fn tape_bits(&self) -> usize {
        self.cipher.bits() * (2 * self.layers() - (self.statements - 1))
    }

    pub(super) const fn tape_words(&self) -> usize {
        self.tape_bits().div_ceil(64)
    }

    /// The places of masks and AND bits of round `round` (from 0) of a statement on a tape, in
    /// bits. All statements have the masks of their first round at 0.
    pub(super) const fn tape_offsets(&self, statement: usize, round: usize) -> TapeOffsets {
        let n = self.cipher.bits();
        let start = statement * (2 * self.cipher.rounds() - 1) * n + 2 * round * n;
        TapeOffsets { masks: if round == 0 { 0 } else { start }, gates: start + n }
    }

    /// The word at which the commitment begins in the output of a seed whose tape begins at word 0.
    pub(super) const fn commitment_word(&self) -> usize {
        match self.domain {
            Domain::Suite(_) => self.tape_words(),
            #[cfg(test)]
            Domain::Picnic3 => 0,
        }
    }

    /// The words of the output of a seed, tape and commitment.
    pub(super) const fn output_words(&self) -> usize {
        let commitment = self.commitment_word() + self.digest_bytes / 8;
        if commitment > self.tape_words() { commitment } else { self.tape_words() }
    }

    /// ℓ/8 + 32 + R(κ + ℓ)/8 + u·(4κ/8 + ⌈n/8⌉ + A + ℓ/8) + A·#{opened executions whose hidden party is not
    /// the last}.
    pub(super) const fn proof_bytes(&self, nodes: usize, corrected: usize) -> usize {
        let opened = 4 * self.seed_bytes + self.block_bytes() + self.gate_bytes() + self.digest_bytes;
        self.digest_bytes
            + SALT_BYTES
            + nodes * (self.seed_bytes + self.digest_bytes)
            + self.opened * opened
            + corrected * self.gate_bytes()
    }

    /// The least and the greatest length of a proof.
    pub(crate) const fn proof_range(&self) -> RangeInclusive<usize> {
        self.proof_bytes(self.nodes.0, 0)..=self.proof_bytes(self.nodes.1, self.opened)
    }

    pub(super) fn prefix(&self, tag: Tag) -> Prefix {
        match self.domain {
            Domain::Suite(suite) => Prefix { bytes: [tag as u8, suite], length: 2 },
            #[cfg(test)]
            Domain::Picnic3 => match tag {
                Tag::SeedTree | Tag::Expansion => Prefix { bytes: [1, 0], length: 1 },
                Tag::Merkle => Prefix { bytes: [3, 0], length: 1 },
                _ => Prefix { bytes: [0, 0], length: 0 },
            },
        }
    }

    /// Bytes of a block of the sponge.
    pub(super) const fn rate(&self) -> usize {
        #[cfg(test)]
        if self.digest_bytes == 32 {
            return SHAKE128_RATE;
        }
        SHAKE256_RATE
    }

    pub(super) fn shake(&self, keccak: &Keccak) -> Shake {
        #[cfg(test)]
        if self.rate() == SHAKE128_RATE {
            return keccak.shake128();
        }
        keccak.shake256()
    }

    pub(super) fn shakes(&self, keccak: &Keccak, lanes: usize) -> Shakes {
        #[cfg(test)]
        if self.rate() == SHAKE128_RATE {
            return keccak.shakes128(lanes);
        }
        keccak.shakes256(lanes)
    }

    /// The number of permutations that read `message` bytes and write `output` bytes.
    #[cfg(test)]
    pub(super) fn permutations(&self, message: usize, output: usize) -> usize {
        message / self.rate() + output.div_ceil(self.rate())
    }
}

/// Offsets on a tape, in bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct TapeOffsets {
    pub(super) masks: usize,
    pub(super) gates: usize,
}

/// Sixteen parties in halves, as many as a vector has lanes.
pub(super) const HALVES: usize = PARTIES / heliast_symmetric::keccak::LANES;
