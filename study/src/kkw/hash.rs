//! The uses of the hash: many messages side by side, and short ones that begin with a seed.

#[cfg(test)]
use core::cell::Cell;

use super::{Profile, SALT_BYTES};
use heliast_symmetric::keccak::{Keccak, LANES, Lanes, Shake, Shakes, State, WORDS};
use heliast_vrf::tagged::Tag;
use zeroize::{DefaultIsZeroes, Zeroize};

/// A seed of κ/8 bytes, followed by zeros.
#[derive(Clone, Copy, Default)]
pub(crate) struct Seed(pub(crate) [u8; 32]);

impl DefaultIsZeroes for Seed {}

impl Seed {
    /// Returns a seed of the first 32 of `bytes`.
    pub(crate) fn from_slice(bytes: &[u8]) -> Seed {
        let mut seed = Seed::default();
        seed.0.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        seed
    }
}

/// The longest digest; a digest of ℓ/8 bytes uses the first ones.
pub(super) type Digest = [u8; 64];

/// A seed that is to be hashed, and the two numbers after it: the number of its tree or execution, and that
/// of its node or party.
pub(super) type Job<'a> = (&'a Seed, u16, u16);

/// The hash of one proof.
pub(super) struct Hashes<'a> {
    pub(super) profile: &'a Profile,
    pub(super) salt: [u8; SALT_BYTES],
    keccak: Keccak,
    /// The number of permutations of single lanes so far.
    #[cfg(test)]
    pub(super) permutations: Cell<usize>,
}

impl<'a> Hashes<'a> {
    pub(super) fn new(keccak: Keccak, profile: &'a Profile, salt: [u8; SALT_BYTES]) -> Self {
        Hashes {
            profile,
            salt,
            keccak,
            #[cfg(test)]
            permutations: Cell::default(),
        }
    }

    /// Begins one message.
    pub(super) fn one(&self, tag: Tag) -> One<'_> {
        let mut shake = self.profile.shake(&self.keccak);
        let prefix = self.profile.prefix(tag);
        shake.absorb(prefix.as_ref());
        One { hashes: self, shake, length: prefix.as_ref().len() }
    }

    /// Begins up to eight messages of one length.
    pub(super) fn many(&self, tag: Tag, lanes: usize) -> Many<'_> {
        let mut shakes = self.profile.shakes(&self.keccak, lanes);
        let prefix = self.profile.prefix(tag);
        shakes.absorb_common(prefix.as_ref());
        Many { hashes: self, shakes, lanes, length: prefix.as_ref().len() }
    }

    /// Begins messages that begin with a seed, eight at a time.
    pub(super) fn seeded(&self, tag: Tag) -> Seeded<'_> {
        let prefix = self.profile.prefix(tag);
        let seed_at = prefix.as_ref().len();
        let salt_at = seed_at + self.profile.seed_bytes;
        let numbers_at = salt_at + SALT_BYTES;
        let mut message = [0; MESSAGE_WORDS * 8];
        message[..seed_at].copy_from_slice(prefix.as_ref());
        message[salt_at..numbers_at].copy_from_slice(&self.salt);
        // SHAKE's four bits 1111 and the first bit of the padding.
        message[numbers_at + 4] = 0x1f;
        Seeded { hashes: self, message, seed_at, numbers_at, lanes: 0, state: [Lanes::ZERO; WORDS] }
    }

    fn count(&self, lanes: usize, message: usize, output: usize) {
        #[cfg(test)]
        {
            let permutations = lanes * self.profile.permutations(message, output);
            self.permutations.set(self.permutations.get() + permutations);
        }
        let _ = (lanes, message, output);
    }
}

/// A message that is being read.
pub(super) struct One<'a> {
    hashes: &'a Hashes<'a>,
    shake: Shake,
    length: usize,
}

impl One<'_> {
    pub(super) fn absorb(&mut self, bytes: &[u8]) {
        self.shake.absorb(bytes);
        self.length += bytes.len();
    }

    /// Returns the digest of a public message; nothing is erased.
    pub(super) fn finish(self) -> Digest {
        let mut digest = [0; 64];
        self.shake.finish().squeeze(&mut digest);
        self.hashes.count(1, self.length, digest.len());
        digest
    }
}

/// Messages that are being read.
pub(super) struct Many<'a> {
    hashes: &'a Hashes<'a>,
    shakes: Shakes,
    lanes: usize,
    length: usize,
}

impl Many<'_> {
    /// Reads the next bytes of each message; the number is the same for all lanes.
    pub(super) fn absorb<B: AsRef<[u8]>>(&mut self, bytes: impl Fn(usize) -> B) {
        // Lanes that are not used read the bytes of the last one, and their digests are cut off.
        let inputs: [B; LANES] = core::array::from_fn(|lane| bytes(lane.min(self.lanes - 1)));
        self.length += inputs[0].as_ref().len();
        self.shakes.absorb(&inputs[..self.lanes]);
    }

    pub(super) fn absorb_common(&mut self, bytes: &[u8]) {
        self.shakes.absorb_common(bytes);
        self.length += bytes.len();
    }

    /// Writes one digest for each lane. The state of the hash is erased.
    pub(super) fn finish(self, digests: &mut [Digest]) {
        let mut outputs = self.shakes.finish();
        outputs.squeeze(digests);
        outputs.zeroize();
        self.hashes.count(self.lanes, self.length, size_of::<Digest>());
    }
}

/// The longest message of this kind has 70 bytes: prefix, seed, salt, numbers; the padding needs one more.
const MESSAGE_WORDS: usize = 9;

/// Hashes prefix ‖ seed ‖ salt ‖ LE16 ‖ LE16, less than a block, in up to eight lanes: rows of words are the
/// input and output of the permutation, without the conversion to bytes in [`Many`]. Erased on drop.
pub(super) struct Seeded<'a> {
    hashes: &'a Hashes<'a>,
    /// The common part of all messages, including padding.
    message: [u8; MESSAGE_WORDS * 8],
    seed_at: usize,
    numbers_at: usize,
    lanes: usize,
    state: State,
}

impl Seeded<'_> {
    /// Begins new messages, one for each of up to eight jobs.
    pub(super) fn start<'a>(&mut self, jobs: impl ExactSizeIterator<Item = Job<'a>>) {
        let Seeded { seed_at, numbers_at, .. } = *self;
        let salt_at = numbers_at - SALT_BYTES;
        self.state[MESSAGE_WORDS..].fill(Lanes::ZERO);
        self.lanes = jobs.len();
        for (lane, (seed, tree, node)) in jobs.enumerate() {
            // Copies a seed with the zeros after it, and the salt over these zeros, so that both copies have
            // a known length.
            self.message[seed_at..seed_at + size_of::<Seed>()].copy_from_slice(&seed.0);
            self.message[salt_at..salt_at + SALT_BYTES].copy_from_slice(&self.hashes.salt);
            self.message[numbers_at..numbers_at + 2].copy_from_slice(&tree.to_le_bytes());
            self.message[numbers_at + 2..numbers_at + 4].copy_from_slice(&node.to_le_bytes());
            for (row, word) in self.state.iter_mut().zip(self.message.as_chunks().0) {
                row.0[lane] = u64::from_le_bytes(*word);
            }
        }
        self.state[self.hashes.profile.rate() / 8 - 1] = Lanes([1 << 63; LANES]);
    }

    /// Returns the next block of every output, as rows of little-endian words.
    pub(super) fn block(&mut self) -> &[Lanes] {
        self.hashes.keccak.permute(self.lanes, &mut self.state);
        self.hashes.count(self.lanes, 0, 1);
        &self.state[..self.hashes.profile.rate() / 8]
    }
}

impl Drop for Seeded<'_> {
    fn drop(&mut self) {
        self.message.zeroize();
        self.state.zeroize();
    }
}
