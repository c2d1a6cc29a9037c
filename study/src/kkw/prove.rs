//! The prover has two moves: commitments to all executions, and the answer to the challenge.

use super::{
    PARTIES, Profile, SALT_BYTES,
    challenge::Challenge,
    executions::{Executions, Run},
    hash::{Digest, Hashes, Seed},
    instance::Instance,
    planes::BLOCK,
    preprocessing::Preprocessing,
    seeds::Forest,
    tree::Tree,
    witness::Witness,
};
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::Keccak;

/// A proof before its challenge is answered. Erased on drop, except for its public parts.
pub(crate) struct Committed<'a> {
    profile: &'a Profile,
    keccak: Keccak,
    salt: [u8; SALT_BYTES],
    /// h: public from here on.
    pub(crate) challenge: Digest,
    execution_seeds: Forest,
    party_seeds: Forest,
    executions: Executions,
    /// The number of permutations that it took.
    #[cfg(test)]
    pub(super) permutations: usize,
}

impl<'a> Committed<'a> {
    /// Runs all executions, and hashes their commitments.
    pub(crate) fn new(keccak: Keccak, profile: &'a Profile, instance: &Instance, witness: &Witness) -> Self {
        let hashes = Hashes::new(keccak, profile, witness.salt);
        let (execution_seeds, party_seeds) = plant(&hashes, witness.root);
        let mut executions = Executions::new(profile);
        let mut preprocessing = Preprocessing::new(&hashes, instance);
        let mut run = Run::new(profile, instance, witness);
        for first in (0..profile.executions).step_by(BLOCK) {
            let block = first..profile.executions.min(first + BLOCK);
            executions.prepare(&hashes, &mut preprocessing, &party_seeds, block.clone());
            executions.broadcast(&hashes, &preprocessing, &mut run, block);
        }
        drop((preprocessing, run));
        let challenge = executions.challenge(&hashes, witness.bound);
        Committed {
            profile,
            keccak,
            salt: witness.salt,
            challenge,
            execution_seeds,
            party_seeds,
            executions,
            #[cfg(test)]
            permutations: hashes.permutations.get(),
        }
    }

    /// Returns the proof: h ‖ salt ‖ seeds of the executions that are not opened ‖ their Merkle nodes ‖ for
    /// each opened execution four seeds, corrections if the last party is not the hidden one, masked key, and
    /// the hidden party's broadcasts and commitment.
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
            proof.extend_from_slice(&self.executions.merkle.node(node)[..profile.digest_bytes]);
        }
        let parties = Tree::new(PARTIES);
        for (execution, party) in challenge.opened {
            let (execution, hidden) = (usize::from(execution), usize::from(party));
            for node in parties.reveal(&[u16::from(party)]) {
                proof.extend_from_slice(&self.party_seeds.node(execution, node).0[..profile.seed_bytes]);
            }
            self.executions.open(profile, execution, hidden, &mut proof);
        }
        debug_assert_eq!(proof.len(), length);
        proof
    }
}

/// Derives the seeds of all executions, and from each of them the seeds of its parties.
fn plant(hashes: &Hashes, root: Seed) -> (Forest, Forest) {
    let executions = hashes.profile.executions;
    let mut execution_seeds = Forest::new(executions, vec![0]);
    execution_seeds.plant(0, 0, root);
    execution_seeds.grow(hashes);
    let mut party_seeds = Forest::new(PARTIES, (0..executions as u16).collect());
    for (tree, seed) in execution_seeds.leaves(0).iter().enumerate() {
        party_seeds.plant(tree, 0, *seed);
    }
    party_seeds.grow(hashes);
    (execution_seeds, party_seeds)
}
