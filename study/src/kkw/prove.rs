//! The prover, in two moves: commitments to all executions, and the answer to the challenge.

use alloc::vec;
use alloc::vec::Vec;

use heliast_symmetric::keccak::{Keccak, LANES};
use zeroize::{Zeroize, optimization_barrier};

use super::challenge::Challenge;
use super::hash::{Digest, Hashes, Seed};
use super::instance::Instance;
use super::merkle::Merkle;
use super::online::{Messages, broadcasts};
use super::planes::BLOCK;
use super::preprocessing::{Last, Preprocessing, commit_last, digests, layers};
use super::profile::HALVES;
use super::seeds::Forest;
use super::strings::{NO_STRINGS, to_bytes};
use super::tree::Tree;
use super::{PARTIES, Profile, SALT_BYTES, challenge_hash};
use crate::lowmc::Bits;
use heliast_vrf::tagged::Tag;

/// What is proved, and from what.
pub(crate) struct Witness<'a> {
    /// k.
    pub(crate) key: &'a Bits,
    /// The plaintexts.
    pub(crate) inputs: &'a [Bits],
    /// Goes into the challenge: the statement, and whatever else the proof is bound to.
    pub(crate) bound: &'a [u8],
    pub(crate) salt: [u8; SALT_BYTES],
    /// All randomness of the proof. Never the same for two witnesses.
    pub(crate) root: Seed,
}

/// A proof before its challenge is answered. Erased on drop, but for what may be known.
pub(crate) struct Committed<'a> {
    profile: &'a Profile,
    keccak: Keccak,
    salt: [u8; SALT_BYTES],
    /// h: public from here on.
    pub(crate) challenge: Digest,
    execution_seeds: Forest,
    party_seeds: Forest,
    /// Of all parties of all executions, ℓ/8 bytes each. Hashes of seeds: nothing to erase.
    commitments: Vec<u8>,
    /// A bytes for each execution.
    corrections: Vec<u8>,
    /// maskedKey ‖ msgs_0 ‖ … ‖ msgs_15 for each execution.
    online: Vec<u8>,
    merkle: Merkle,
    /// So many permutations it took.
    #[cfg(test)]
    pub(super) permutations: usize,
}

impl Drop for Committed<'_> {
    fn drop(&mut self) {
        for bytes in [&mut self.corrections, &mut self.online] {
            // A megabyte and more: eight bytes at a time instead of one.
            bytes.fill(0);
            optimization_barrier(bytes.as_slice());
        }
    }
}

impl<'a> Committed<'a> {
    /// All executions, and the hash of what they commit to.
    ///
    /// The public value of a wire is its value plus its mask, and both are known here: the circuit runs once,
    /// in the clear, and not once for each execution.
    pub(crate) fn new(keccak: Keccak, profile: &'a Profile, instance: &Instance, witness: &Witness) -> Self {
        let hashes = Hashes::new(keccak, profile, witness.salt);
        let executions = profile.executions;

        let mut execution_seeds = Forest::new(executions, vec![0]);
        execution_seeds.plant(0, 0, witness.root);
        execution_seeds.grow(&hashes);
        let mut party_seeds = Forest::new(PARTIES, (0..executions as u16).collect());
        for (tree, seed) in execution_seeds.leaves(0).iter().enumerate() {
            party_seeds.plant(tree, 0, *seed);
        }
        party_seeds.grow(&hashes);

        let per_execution = PARTIES * profile.digest_bytes;
        let mut commitments = vec![0; executions * per_execution];
        let mut corrections = vec![0; executions * profile.gate_bytes()];
        let online_bytes = profile.block_bytes() + PARTIES * profile.gate_bytes();
        let mut online = vec![0; executions * online_bytes];
        let mut first_digests = vec![[0; 64]; executions];
        let mut merkle = Merkle::new(executions);

        let mut wires = circuit(instance, witness);
        let mut preprocessing = Preprocessing::new(&hashes, instance);
        let mut messages = Messages::new(profile);
        let mut gates = [NO_STRINGS; HALVES];
        let (mut masked_key, mut inputs) = (Bits::default(), Bits::default());
        for first in (0..executions).step_by(BLOCK) {
            let count = BLOCK.min(executions - first);
            let commitments = &mut commitments[first * per_execution..][..count * per_execution];
            let corrections =
                &mut corrections[first * profile.gate_bytes()..][..count * profile.gate_bytes()];
            preprocessing.squeeze(&party_seeds, first..first + count, commitments);
            preprocessing.correct(count, corrections);
            commit_all_last(&hashes, &party_seeds, first..first + count, corrections, commitments);
            digests(
                &hashes,
                Tag::Preprocessing,
                commitments,
                per_execution,
                &mut first_digests[first..first + count],
            );

            let online = &mut online[first * online_bytes..][..count * online_bytes];
            // Hashed while they are at hand.
            for (group, online) in online.chunks_mut(LANES * online_bytes).enumerate() {
                for (place, online) in (LANES * group..).zip(online.chunks_exact_mut(online_bytes)) {
                    let (key_bytes, broadcast) = online.split_at_mut(profile.block_bytes());
                    masked_key = preprocessing.key_masks[place] ^ *witness.key;
                    to_bytes(masked_key.words().iter().copied(), key_bytes);
                    messages.clear();
                    let n = profile.cipher.bits();
                    for (layer, (offsets, wires)) in layers(profile).zip(&wires).enumerate() {
                        inputs = *wires ^ preprocessing.tapes.sum(place, offsets.masks, n);
                        broadcasts(profile, &preprocessing.tapes, place, offsets, &inputs, &mut gates);
                        messages.write(layer, n, &gates);
                    }
                    messages.to_bytes(broadcast);
                }
                let mut found = [[0; 64]; LANES];
                let found = &mut found[..online.len() / online_bytes];
                digests(&hashes, Tag::Online, online, online_bytes, found);
                for (place, digest) in (first + LANES * group..).zip(found) {
                    merkle.set_leaf(place, *digest);
                }
            }
        }
        masked_key.zeroize();
        inputs.zeroize();
        wires.zeroize();
        gates.as_flattened_mut().iter_mut().for_each(Zeroize::zeroize);
        drop(preprocessing);

        let root = merkle.climb(&hashes);
        let challenge = challenge_hash(&hashes, &first_digests, &root, witness.bound);
        Committed {
            profile,
            keccak,
            salt: witness.salt,
            challenge,
            execution_seeds,
            party_seeds,
            commitments,
            corrections,
            online,
            merkle,
            #[cfg(test)]
            permutations: hashes.permutations.get(),
        }
    }

    /// The proof: h ‖ salt ‖ seeds of what is not opened ‖ Merkle nodes of what is not ‖ for each opened
    /// execution four seeds, corrections where the last party is not the hidden one, masked key, and the hidden
    /// party's broadcasts and commitment.
    pub(crate) fn answer(self) -> Vec<u8> {
        let profile = self.profile;
        let hashes = Hashes::new(self.keccak, profile, self.salt);
        let challenge = Challenge::expand(&hashes, &self.challenge);
        let tree = Tree::new(profile.executions);
        let revealed = tree.reveal(&challenge.executions);
        let known: Vec<u16> = challenge.opened.iter().map(|(execution, _)| *execution).collect();
        let nodes = tree.open(&known);
        debug_assert_eq!(revealed.len(), nodes.len());

        let length = profile.proof_bytes(nodes.len(), challenge.corrected());
        let mut proof = Vec::with_capacity(length);
        proof.extend_from_slice(&self.challenge[..profile.digest_bytes]);
        proof.extend_from_slice(&self.salt);
        for node in revealed {
            proof.extend_from_slice(&self.execution_seeds.node(0, node).0[..profile.seed_bytes]);
        }
        for node in nodes {
            proof.extend_from_slice(&self.merkle.node(node)[..profile.digest_bytes]);
        }
        let parties = Tree::new(PARTIES);
        let online_bytes = profile.block_bytes() + PARTIES * profile.gate_bytes();
        for (execution, party) in challenge.opened {
            let (execution, hidden) = (usize::from(execution), usize::from(party));
            for node in parties.reveal(&[u16::from(party)]) {
                proof.extend_from_slice(&self.party_seeds.node(execution, node).0[..profile.seed_bytes]);
            }
            if hidden != PARTIES - 1 {
                proof.extend_from_slice(
                    &self.corrections[execution * profile.gate_bytes()..][..profile.gate_bytes()],
                );
            }
            let (masked_key, broadcasts) =
                self.online[execution * online_bytes..][..online_bytes].split_at(profile.block_bytes());
            proof.extend_from_slice(masked_key);
            proof.extend_from_slice(&broadcasts[hidden * profile.gate_bytes()..][..profile.gate_bytes()]);
            let commitment = (execution * PARTIES + hidden) * profile.digest_bytes;
            proof.extend_from_slice(&self.commitments[commitment..][..profile.digest_bytes]);
        }
        debug_assert_eq!(proof.len(), length);
        proof
    }
}

/// The inputs of all S-box layers, statement by statement.
fn circuit(instance: &Instance, witness: &Witness) -> Vec<Bits> {
    let keys = instance.lowmc.round_keys(witness.key);
    let mut wires = Vec::with_capacity(witness.inputs.len() * instance.lowmc.rounds().len());
    for input in witness.inputs {
        instance.lowmc.encrypt_watched(&keys, input, |wire| wires.push(wire));
    }
    wires
}

/// The last party's commitments of a block, into their places.
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
