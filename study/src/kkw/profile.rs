//! The parameters of one use of the proof system, and the lengths that follow from them.

use super::{PARTIES, SALT_BYTES};
use crate::lowmc::Parameters;
use core::ops::RangeInclusive;
#[cfg(test)]
use heliast_symmetric::keccak::SHAKE128_RATE;
use heliast_symmetric::keccak::{Keccak, SHAKE256_RATE, Shake, Shakes};
use heliast_vrf::tagged::Tag;

/// Parameters of the proof system: n, r (of the cipher), S, T, u, κ, ℓ, and the separation of hashes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Profile {
    pub(crate) cipher: Parameters,
    /// S, the number of blocks that are claimed to be encrypted under one key.
    pub(crate) statements: usize,
    /// T.
    pub(crate) executions: usize,
    /// u, the number of executions whose online phase is opened; the preprocessing of the others is opened.
    pub(crate) opened: usize,
    /// κ / 8.
    pub(crate) seed_bytes: usize,
    /// ℓ / 8.
    pub(crate) digest_bytes: usize,
    /// R, the least and the greatest number of nodes of a tree of T leaves from which all leaves except u
    /// follow, over all choices of the u. A test recomputes both.
    pub(crate) nodes: (usize, usize),
    pub(crate) domain: Domain,
}

/// The way to separate the uses of the hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    /// SHAKE256, with the use and this suite before every message. Tape and commitment of a seed are disjoint
    /// parts of one output.
    Suite(u8),
    /// As in Picnic3, a tape begins with the commitment of its seed, so **one proof reveals the key** (a
    /// commitment that is sent is the hidden party's share of the key). It is only for known answers.
    #[cfg(test)]
    Picnic3,
}

/// The bytes before a message.
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
    /// Returns the profile for two statements at the level of 192 bits: soundness 2^-192.03.
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

    /// Returns ⌈n/8⌉, the bytes of a masked key.
    pub(crate) const fn block_bytes(&self) -> usize {
        self.cipher.bytes()
    }

    /// Returns S·r, the number of S-box layers.
    pub(super) const fn layers(&self) -> usize {
        self.statements * self.cipher.rounds()
    }

    /// Returns A = ⌈S·r·n/8⌉, the bytes of one party's broadcasts or of the corrections: a bit for each AND
    /// gate.
    pub(super) const fn gate_bytes(&self) -> usize {
        (self.layers() * self.cipher.bits()).div_ceil(8)
    }

    /// Returns the number of words of a packed string of these bits.
    pub(super) const fn gate_words(&self) -> usize {
        self.gate_bytes().div_ceil(8)
    }

    /// Returns n·(2Sr − (S − 1)), for the masks of inputs and a bit for each AND gate; the statements share
    /// the key's mask.
    pub(super) const fn tape_bits(&self) -> usize {
        self.cipher.bits() * (2 * self.layers() - (self.statements - 1))
    }

    pub(super) const fn tape_words(&self) -> usize {
        self.tape_bits().div_ceil(64)
    }

    /// Returns the places of masks and AND bits of round `round` (from 0) of a statement on a tape, in bits.
    /// The masks of the first round are at 0 for all statements.
    pub(super) const fn tape_offsets(&self, statement: usize, round: usize) -> TapeOffsets {
        let n = self.cipher.bits();
        let start = statement * (2 * self.cipher.rounds() - 1) * n + 2 * round * n;
        TapeOffsets { masks: if round == 0 { 0 } else { start }, gates: start + n }
    }

    /// Returns the word at which the commitment begins in the output of a seed whose tape begins at word 0.
    pub(super) const fn commitment_word(&self) -> usize {
        match self.domain {
            Domain::Suite(_) => self.tape_words(),
            #[cfg(test)]
            Domain::Picnic3 => 0,
        }
    }

    /// Returns the number of words of the output of a seed: tape and commitment.
    pub(super) const fn output_words(&self) -> usize {
        let commitment = self.commitment_word() + self.digest_bytes / 8;
        if commitment > self.tape_words() { commitment } else { self.tape_words() }
    }

    /// Returns ℓ/8 + 32 + R(κ + ℓ)/8 + u·(4κ/8 + ⌈n/8⌉ + A + ℓ/8) + A·#{opened executions whose hidden party
    /// is not the last}.
    pub(super) const fn proof_bytes(&self, nodes: usize, corrected: usize) -> usize {
        let opened = 4 * self.seed_bytes + self.block_bytes() + self.gate_bytes() + self.digest_bytes;
        self.digest_bytes
            + SALT_BYTES
            + nodes * (self.seed_bytes + self.digest_bytes)
            + self.opened * opened
            + corrected * self.gate_bytes()
    }

    /// Returns the least and the greatest length of a proof.
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

    /// Returns the bytes of a block of the sponge.
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

    /// Returns the number of permutations that read `message` bytes and write `output` bytes.
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

/// The number of halves of the sixteen parties; a half has as many parties as a vector has lanes.
pub(super) const HALVES: usize = PARTIES / heliast_symmetric::keccak::LANES;
