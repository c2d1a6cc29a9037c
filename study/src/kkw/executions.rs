//! The prover's executions: their commitments before the challenge, and their openings after it.

use super::{
    PARTIES, Profile, challenge_hash,
    hash::{Digest, Hashes},
    instance::Instance,
    merkle::Merkle,
    online::{Messages, broadcasts},
    preprocessing::{Preprocessing, commit_all_last, digests, layers},
    profile::HALVES,
    seeds::Forest,
    strings::{NO_STRINGS, StringRows, to_bytes},
    witness::Witness,
};
use crate::lowmc::Bits;
use alloc::{vec, vec::Vec};
use core::ops::Range;
use heliast_symmetric::keccak::LANES;
use heliast_vrf::tagged::Tag;
use zeroize::{Zeroize, optimization_barrier};

/// The data that the executions commit to and may open. Erased on drop, except for hashes.
pub(super) struct Executions {
    /// The commitments of all parties of all executions, ℓ/8 bytes each. They are hashes of seeds, so they
    /// need not be erased.
    commitments: Vec<u8>,
    /// The corrections, A bytes for each execution.
    corrections: Vec<u8>,
    /// maskedKey ‖ msgs_0 ‖ … ‖ msgs_15 for each execution.
    online: Vec<u8>,
    /// The Merkle tree over the hashes of `online`, with one leaf for each execution.
    pub(super) merkle: Merkle,
    /// The digests of the commitments of each execution.
    digests: Vec<Digest>,
}

impl Executions {
    pub(super) fn new(profile: &Profile) -> Executions {
        let count = profile.executions;
        Executions {
            commitments: vec![0; count * PARTIES * profile.digest_bytes],
            corrections: vec![0; count * profile.gate_bytes()],
            online: vec![0; count * online_bytes(profile)],
            merkle: Merkle::new(count),
            digests: vec![[0; 64]; count],
        }
    }

    /// Computes tapes, corrections and commitments of a block of executions.
    pub(super) fn prepare(
        &mut self,
        hashes: &Hashes,
        preprocessing: &mut Preprocessing,
        seeds: &Forest,
        block: Range<usize>,
    ) {
        let length = PARTIES * hashes.profile.digest_bytes;
        let commitments = part(&mut self.commitments, length, &block);
        let corrections = part(&mut self.corrections, hashes.profile.gate_bytes(), &block);
        preprocessing.squeeze(seeds, block.clone(), commitments);
        preprocessing.correct(block.len(), corrections);
        commit_all_last(hashes, seeds, block.clone(), corrections, commitments);
        digests(hashes, Tag::Preprocessing, commitments, length, &mut self.digests[block]);
    }

    /// Computes the online phase of a block of prepared executions, and hashes it immediately.
    pub(super) fn broadcast(
        &mut self,
        hashes: &Hashes,
        preprocessing: &Preprocessing,
        run: &mut Run,
        block: Range<usize>,
    ) {
        let length = online_bytes(hashes.profile);
        let online = part(&mut self.online, length, &block);
        for (group, online) in online.chunks_mut(LANES * length).enumerate() {
            for (place, online) in (LANES * group..).zip(online.chunks_exact_mut(length)) {
                run.execute(hashes.profile, preprocessing, place, online);
            }
            let mut found = [[0; 64]; LANES];
            let found = &mut found[..online.len() / length];
            digests(hashes, Tag::Online, online, length, found);
            for (place, digest) in (block.start + LANES * group..).zip(found) {
                self.merkle.set_leaf(place, *digest);
            }
        }
    }

    /// h.
    pub(super) fn challenge(&mut self, hashes: &Hashes, bound: &[u8]) -> Digest {
        let root = self.merkle.climb(hashes);
        challenge_hash(hashes, &core::mem::take(&mut self.digests), &root, bound)
    }

    /// Adds to `proof` the openings of an execution other than seeds: corrections if the last party is not
    /// the hidden one, masked key, and the hidden party's broadcasts and commitment.
    pub(super) fn open(&self, profile: &Profile, execution: usize, hidden: usize, proof: &mut Vec<u8>) {
        let (gate_bytes, length) = (profile.gate_bytes(), online_bytes(profile));
        if hidden != PARTIES - 1 {
            proof.extend_from_slice(&self.corrections[execution * gate_bytes..][..gate_bytes]);
        }
        let online = &self.online[execution * length..][..length];
        let (masked_key, broadcasts) = online.split_at(profile.block_bytes());
        proof.extend_from_slice(masked_key);
        proof.extend_from_slice(&broadcasts[hidden * gate_bytes..][..gate_bytes]);
        let commitment = (execution * PARTIES + hidden) * profile.digest_bytes;
        proof.extend_from_slice(&self.commitments[commitment..][..profile.digest_bytes]);
    }
}

impl Drop for Executions {
    fn drop(&mut self) {
        for bytes in [&mut self.corrections, &mut self.online] {
            // There can be more than a megabyte, which is erased eight bytes at a time instead of one.
            bytes.fill(0);
            optimization_barrier(bytes.as_slice());
        }
    }
}

/// Returns the bytes of maskedKey ‖ msgs_0 ‖ … ‖ msgs_15.
fn online_bytes(profile: &Profile) -> usize {
    profile.block_bytes() + PARTIES * profile.gate_bytes()
}

/// Returns the part of `all` that belongs to a block of executions; `all` has `length` bytes of each.
fn part<'a>(all: &'a mut [u8], length: usize, block: &Range<usize>) -> &'a mut [u8] {
    &mut all[block.start * length..block.end * length]
}

/// The parties' circuit, with space for one execution. Erased on drop.
///
/// The public value of a wire is its value plus its mask, and the prover knows both: the circuit runs once,
/// in the clear, and not once for each execution.
pub(super) struct Run<'a> {
    key: &'a Bits,
    /// The inputs of all S-box layers, statement by statement.
    wires: Vec<Bits>,
    messages: Messages,
    gates: [StringRows; HALVES],
    masked_key: Bits,
    inputs: Bits,
}

impl<'a> Run<'a> {
    pub(super) fn new(profile: &Profile, instance: &Instance, witness: &Witness<'a>) -> Run<'a> {
        Run {
            key: witness.key,
            wires: circuit(instance, witness),
            messages: Messages::new(profile),
            gates: [NO_STRINGS; HALVES],
            masked_key: Bits::default(),
            inputs: Bits::default(),
        }
    }

    /// Computes the masked key and all broadcasts of the execution at `place` of its block.
    fn execute(&mut self, profile: &Profile, preprocessing: &Preprocessing, place: usize, online: &mut [u8]) {
        let (key_bytes, broadcast) = online.split_at_mut(profile.block_bytes());
        self.masked_key = preprocessing.key_masks[place] ^ *self.key;
        to_bytes(self.masked_key.words().iter().copied(), key_bytes);
        self.messages.clear();
        let n = profile.cipher.bits();
        for (layer, (offsets, wires)) in layers(profile).zip(&self.wires).enumerate() {
            self.inputs = *wires ^ preprocessing.tapes.sum(place, offsets.masks, n);
            broadcasts(profile, &preprocessing.tapes, place, offsets, &self.inputs, &mut self.gates);
            self.messages.write(layer, n, &self.gates);
        }
        self.messages.to_bytes(broadcast);
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        self.masked_key.zeroize();
        self.inputs.zeroize();
        self.wires.zeroize();
        self.gates.as_flattened_mut().iter_mut().for_each(Zeroize::zeroize);
    }
}

/// Returns the inputs of all S-box layers.
fn circuit(instance: &Instance, witness: &Witness) -> Vec<Bits> {
    let keys = instance.lowmc.round_keys(witness.key);
    let mut wires = Vec::with_capacity(witness.inputs.len() * instance.lowmc.rounds().len());
    for input in witness.inputs {
        instance.lowmc.encrypt_watched(&keys, input, |wire| wires.push(wire));
    }
    wires
}
