//! The preprocessing of a block of executions: tapes, commitments, and the corrections that turn the parties'
//! bits for AND gates into shares of the right bits.
//!
//! Wire w has the public value ŵ = w ⊕ λ_w, and the mask λ_w is the sum of sixteen shares. Masks of the
//! inputs of S-box layers are on the tapes. The masks of the outputs follow from them, backwards from the
//! last layer, because the layers in between are linear; the last output has mask 0, so that the circuit's
//! output is public:
//!
//! 1. κ = sum of the tapes' first n bits, the mask of K_0·k; λ_k = K_0^-1·κ, the mask of k.
//! 2. For each statement, with m_1 = κ, m_i = sum of the mask bits of round i, and m_(r+1) = 0: the outputs
//!    of the S-box layer in round i have the masks L_i^-1·(m_(i+1) ⊕ K_i·λ_k).
//! 3. For each AND gate, the parties' bits must add up to λ_x·λ_y ⊕ λ_xy. The last party's bit is corrected.
//!
//! Each execution takes 1 + r + S·r products of n × n matrices.

use super::{
    PARTIES, Profile,
    hash::{Digest, Hashes, Seed, Seeded},
    instance::Instance,
    planes::{BLOCK, Planes, Tables},
    profile::TapeOffsets,
    seeds::Forest,
    strings::{extract, place, to_bytes},
    tapes::Tapes,
};
use crate::lowmc::Bits;
use alloc::vec::Vec;
use heliast_symmetric::keccak::LANES;
use heliast_vrf::tagged::Tag;
use zeroize::Zeroize;

/// Space for up to [`BLOCK`] executions. All of it is erased on drop.
pub(super) struct Preprocessing<'a> {
    hashes: &'a Hashes<'a>,
    instance: &'a Instance,
    seeded: Seeded<'a>,
    pub(super) tapes: Tapes,
    /// λ_k of each execution.
    pub(super) key_masks: Vec<Bits>,
    /// The packed sums that the parties' bits for AND gates must have, for each execution.
    gates: Vec<u64>,
    tables: Tables,
    /// κ, and later masks of inputs.
    key: Planes,
    inputs: Planes,
    outputs: Planes,
    /// K_i·λ_k for each round.
    round_keys: Vec<Planes>,
}

impl Drop for Preprocessing<'_> {
    fn drop(&mut self) {
        self.key_masks.zeroize();
        self.gates.zeroize();
    }
}

impl<'a> Preprocessing<'a> {
    pub(super) fn new(hashes: &'a Hashes<'a>, instance: &'a Instance) -> Self {
        let profile = hashes.profile;
        Preprocessing {
            hashes,
            instance,
            seeded: hashes.seeded(Tag::Tape),
            tapes: Tapes::new(profile, BLOCK),
            key_masks: alloc::vec![Bits::default(); BLOCK],
            gates: alloc::vec![0; BLOCK * profile.gate_words()],
            tables: Tables::new(),
            key: Planes::new(),
            inputs: Planes::new(),
            outputs: Planes::new(),
            round_keys: (0..profile.cipher.rounds()).map(|_| Planes::new()).collect(),
        }
    }

    /// Computes the tapes of up to [`BLOCK`] executions, whose seeds are the leaves of the trees `trees` of
    /// `seeds`, and the commitments to the parties: PARTIES·ℓ/8 bytes for each execution, of which the last
    /// party's commitment is not valid yet.
    pub(super) fn squeeze(&mut self, seeds: &Forest, trees: core::ops::Range<usize>, commitments: &mut [u8]) {
        let chunks = commitments.chunks_exact_mut(PARTIES * self.hashes.profile.digest_bytes);
        for (place, (tree, commitments)) in trees.zip(chunks).enumerate() {
            self.tapes.squeeze(self.hashes, &mut self.seeded, seeds, (place, tree), commitments);
            self.tapes.add_up(place);
        }
    }

    /// After [`squeeze`](Self::squeeze): corrects the last party's bits of the first `count` executions, and
    /// writes them, A bytes for each, to `corrections`.
    pub(super) fn correct(&mut self, count: usize, corrections: &mut [u8]) {
        self.find_gates(count);
        let profile = self.hashes.profile;
        let (n, words) = (profile.cipher.bits(), profile.gate_words());
        let bytes = corrections.chunks_exact_mut(profile.gate_bytes());
        for ((execution, gates), bytes) in
            self.gates.chunks_exact_mut(words).enumerate().zip(bytes).take(count)
        {
            for (layer, offsets) in layers(profile).enumerate() {
                // The last party's new bits are the required sum, minus the present sum, plus the last
                // party's present bits.
                let missing =
                    extract(|word| gates[word], layer * n, n) ^ self.tapes.sum(execution, offsets.gates, n);
                self.tapes.add_to_last(execution, offsets.gates, n, &missing);
                let old = extract(|word| gates[word], layer * n, n);
                let new = self.tapes.last(execution, offsets.gates, n);
                place(&(old ^ new), layer * n, n, |word, value| gates[word] ^= value);
            }
            to_bytes(gates.iter().copied(), bytes);
        }
    }

    /// Computes λ_k and the sums of the AND bits.
    fn find_gates(&mut self, count: usize) {
        let Preprocessing { hashes, instance, tapes, key_masks, gates, tables, .. } = self;
        let (profile, n) = (hashes.profile, hashes.profile.cipher.bits());
        self.key.read(count, n, |execution| tapes.sum(execution, 0, n));
        tables.fill(n, &self.key);
        tables.product(&instance.key_inverse, &mut self.inputs);
        self.inputs.write(count, n, |execution, mask| key_masks[execution] = mask);
        tables.fill(n, &self.inputs);
        for (round_key, (key, _)) in self.round_keys.iter_mut().zip(&instance.rounds) {
            tables.product(key, round_key);
        }

        gates.fill(0);
        let rounds = profile.cipher.rounds();
        for statement in 0..profile.statements {
            // The masks after the current layer; the first are 0, after the last layer.
            self.inputs.clear();
            for round in (0..rounds).rev() {
                let offsets = profile.tape_offsets(statement, round);
                self.inputs.add_assign(&self.round_keys[round]);
                tables.fill(n, &self.inputs);
                tables.product(&instance.rounds[round].1, &mut self.outputs);
                self.inputs.read(count, n, |execution| tapes.sum(execution, offsets.masks, n));
                self.outputs.gates(n, &self.inputs);
                let layer = statement * rounds + round;
                self.outputs.write(count, n, |execution, bits| {
                    let gates = &mut gates[execution * profile.gate_words()..];
                    place(&bits, layer * n, n, |word, value| gates[word] ^= value);
                });
            }
        }
    }
}

/// Returns the places of the S-box layers of all statements on a tape, in order.
pub(super) fn layers(profile: &Profile) -> impl Iterator<Item = TapeOffsets> {
    let rounds = profile.cipher.rounds();
    (0..profile.layers()).map(move |layer| profile.tape_offsets(layer / rounds, layer % rounds))
}

/// The last party's commitment, to its seed and its corrections.
pub(super) struct Last<'a> {
    pub(super) seed: &'a Seed,
    pub(super) execution: u16,
    pub(super) corrections: &'a [u8],
}

/// Computes SHAKE(tag ‖ seed ‖ corrections ‖ salt ‖ LE16 t ‖ LE16 15) for up to eight executions.
pub(super) fn commit_last(hashes: &Hashes, jobs: &[Last]) -> [Digest; LANES] {
    let mut many = hashes.many(Tag::LastCommitment, jobs.len());
    many.absorb(|lane| &jobs[lane].seed.0[..hashes.profile.seed_bytes]);
    many.absorb(|lane| jobs[lane].corrections);
    many.absorb_common(&hashes.salt);
    many.absorb(|lane| jobs[lane].execution.to_le_bytes());
    many.absorb_common(&(PARTIES as u16 - 1).to_le_bytes());
    let mut digests = [[0; 64]; LANES];
    many.finish(&mut digests[..jobs.len()]);
    digests
}

/// Computes SHAKE(tag ‖ message) for each of the equally long messages in `messages`.
pub(super) fn digests(hashes: &Hashes, tag: Tag, messages: &[u8], length: usize, digests: &mut [Digest]) {
    for (messages, digests) in messages.chunks(LANES * length).zip(digests.chunks_mut(LANES)) {
        let mut many = hashes.many(tag, digests.len());
        many.absorb(|lane| &messages[lane * length..][..length]);
        many.finish(digests);
    }
}

/// Writes the last party's commitments of a block to their places.
pub(super) fn commit_all_last(
    hashes: &Hashes,
    seeds: &Forest,
    trees: core::ops::Range<usize>,
    corrections: &[u8],
    commitments: &mut [u8],
) {
    let (length, gate_bytes) = (hashes.profile.digest_bytes, hashes.profile.gate_bytes());
    let jobs: Vec<Last> = trees
        .zip(corrections.chunks_exact(gate_bytes))
        .map(|(tree, corrections)| Last {
            seed: &seeds.leaves(tree)[PARTIES - 1],
            execution: seeds.numbers()[tree],
            corrections,
        })
        .collect();
    let places = commitments.chunks_exact_mut(length).skip(PARTIES - 1).step_by(PARTIES);
    let digests = jobs.chunks(LANES).flat_map(|jobs| commit_last(hashes, jobs).into_iter().take(jobs.len()));
    for (place, digest) in places.zip(digests) {
        place.copy_from_slice(&digest[..length]);
    }
}
