//! The verifier.

use super::{
    PARTIES, Profile, SALT_BYTES,
    challenge::Challenge,
    challenge_hash,
    hash::{Digest, Hashes, Seed},
    instance::Instance,
    merkle::Merkle,
    online::{Messages, broadcasts, sbox_layer},
    planes::BLOCK,
    preprocessing::{Last, Preprocessing, commit_all_last, commit_last, digests, layers},
    profile::HALVES,
    seeds::Forest,
    strings::{NO_STRINGS, StringRows, extract, word_of_bytes},
    tapes::Tapes,
    tree::Tree,
};
use crate::lowmc::Bits;
use alloc::{vec, vec::Vec};
use heliast_symmetric::keccak::{Keccak, LANES};
use heliast_vrf::{Invalid, tagged::Tag};

/// Checks that one key encrypts every plaintext of `statements` to its ciphertext; `bound` as for the prover.
///
/// # Errors
/// [`Invalid::Length`] if the proof does not have the length that its challenge requires,
/// [`Invalid::Challenge`] if it is false.
pub(crate) fn verify(
    keccak: Keccak,
    profile: &Profile,
    instance: &Instance,
    statements: &[(Bits, Bits)],
    bound: &[u8],
    proof: &[u8],
) -> Result<(), Invalid> {
    let wrong_length = |expected| Invalid::Length { expected, found: proof.len() };
    let header = profile.digest_bytes + SALT_BYTES;
    let Some((_, rest)) = proof.split_at_checked(header) else {
        return Err(wrong_length(*profile.proof_range().start()));
    };
    let mut reader = Reader(proof);
    let h = reader.digest(profile);
    let mut salt = [0; SALT_BYTES];
    salt.copy_from_slice(reader.take(SALT_BYTES));
    let hashes = Hashes::new(keccak, profile, salt);
    let challenge = Challenge::expand(&hashes, &h);
    let tree = Tree::new(profile.executions);
    let revealed = tree.reveal(&challenge.executions);
    let known: Vec<u16> = challenge.opened.iter().map(|(execution, _)| *execution).collect();
    let nodes = tree.open(&known);
    let expected = profile.proof_bytes(nodes.len(), challenge.corrected());
    if header + rest.len() != expected {
        return Err(wrong_length(expected));
    }

    let mut execution_seeds = Forest::new(profile.executions, vec![0]);
    for node in revealed {
        execution_seeds.plant(0, node, reader.seed(profile));
    }
    execution_seeds.grow(&hashes);
    let mut merkle = Merkle::new(profile.executions);
    for node in nodes {
        merkle.set(node, reader.digest(profile));
    }
    let openings: Vec<Opening> = challenge
        .opened
        .iter()
        .map(|&(execution, party)| reader.opening(profile, execution, party))
        .collect();
    if openings.iter().any(|opening| !opening.padded(profile)) {
        return Err(Invalid::Challenge);
    }

    let mut first_digests = vec![[0; 64]; profile.executions];
    let closed: Vec<u16> =
        (0..profile.executions as u16).filter(|t| known.binary_search(t).is_err()).collect();
    // The few opened executions come first: most false proofs fail there, at a sixth of the cost.
    replay(&hashes, instance, statements, &openings, &mut first_digests, &mut merkle)?;
    preprocess(&hashes, instance, &execution_seeds, closed, &mut first_digests);

    let root = merkle.climb(&hashes);
    let length = profile.digest_bytes;
    if challenge_hash(&hashes, &first_digests, &root, bound)[..length] != h[..length] {
        return Err(Invalid::Challenge);
    }
    Ok(())
}

/// Recomputes the preprocessing of the executions that are not opened from their seeds.
fn preprocess(
    hashes: &Hashes,
    instance: &Instance,
    execution_seeds: &Forest,
    closed: Vec<u16>,
    first_digests: &mut [Digest],
) {
    let profile = hashes.profile;
    let count = closed.len();
    let mut seeds = Forest::new(PARTIES, closed);
    for tree in 0..count {
        let seed = execution_seeds.leaves(0)[usize::from(seeds.numbers()[tree])];
        seeds.plant(tree, 0, seed);
    }
    seeds.grow(hashes);
    let per_execution = PARTIES * profile.digest_bytes;
    let mut commitments = vec![0; BLOCK * per_execution];
    let mut corrections = vec![0; BLOCK * profile.gate_bytes()];
    let mut preprocessing = Preprocessing::new(hashes, instance);
    for first in (0..count).step_by(BLOCK) {
        let trees = first..count.min(first + BLOCK);
        let commitments = &mut commitments[..trees.len() * per_execution];
        let corrections = &mut corrections[..trees.len() * profile.gate_bytes()];
        preprocessing.squeeze(&seeds, trees.clone(), commitments);
        preprocessing.correct(trees.len(), corrections);
        commit_all_last(hashes, &seeds, trees.clone(), corrections, commitments);
        let mut block = [[0; 64]; BLOCK];
        digests(hashes, Tag::Preprocessing, commitments, per_execution, &mut block[..trees.len()]);
        for (tree, digest) in trees.zip(block) {
            first_digests[usize::from(seeds.numbers()[tree])] = digest;
        }
    }
}

/// The parts of a proof for one opened execution.
struct Opening<'a> {
    execution: usize,
    /// The party that stays hidden.
    hidden: usize,
    /// The nodes that lead to all other parties' seeds, in the order of [`Tree::reveal`].
    seeds: [Seed; 4],
    /// The corrections, if the last party is not the hidden one.
    corrections: Option<&'a [u8]>,
    masked_key: &'a [u8],
    broadcasts: &'a [u8],
    commitment: &'a [u8],
}

impl Opening<'_> {
    /// Whether the padding bits are zeros.
    fn padded(&self, profile: &Profile) -> bool {
        let n = profile.cipher.bits();
        let zero = |bytes: &[u8], bits: usize| {
            bytes.last().is_some_and(|last| bits.is_multiple_of(8) || last << (bits % 8) == 0)
        };
        zero(self.masked_key, n)
            && zero(self.broadcasts, profile.layers() * n)
            && self.corrections.is_none_or(|corrections| zero(corrections, profile.layers() * n))
    }
}

/// Recomputes the commitments and online phases of the opened executions from the seeds of all parties except
/// one and the broadcasts of that party.
fn replay(
    hashes: &Hashes,
    instance: &Instance,
    statements: &[(Bits, Bits)],
    openings: &[Opening],
    first_digests: &mut [Digest],
    merkle: &mut Merkle,
) -> Result<(), Invalid> {
    let profile = hashes.profile;
    let seeds = party_seeds(hashes, openings);
    let per_execution = PARTIES * profile.digest_bytes;
    let online_bytes = profile.block_bytes() + PARTIES * profile.gate_bytes();
    let mut commitments = vec![0; openings.len() * per_execution];
    let mut online = vec![0; openings.len() * online_bytes];
    let mut simulation = Simulation::new(profile, instance, statements);
    let mut seeded = hashes.seeded(Tag::Tape);
    for (tree, ((opening, commitments), online)) in openings
        .iter()
        .zip(commitments.chunks_exact_mut(per_execution))
        .zip(online.chunks_exact_mut(online_bytes))
        .enumerate()
    {
        // The hidden party's seed is unknown, and zeros are used for it; no value that follows from it is
        // used.
        simulation.tapes.squeeze(hashes, &mut seeded, &seeds, (0, tree), commitments);
        commitments[opening.hidden * profile.digest_bytes..][..profile.digest_bytes]
            .copy_from_slice(opening.commitment);
        simulation.run(opening, online)?;
    }

    let (corrected, jobs): (Vec<_>, Vec<_>) = openings
        .iter()
        .enumerate()
        .filter_map(|(tree, opening)| {
            let (seed, execution) = (&seeds.leaves(tree)[PARTIES - 1], opening.execution as u16);
            let last = |corrections| Last { seed, execution, corrections };
            Some((tree, last(opening.corrections?)))
        })
        .unzip();
    for (trees, jobs) in corrected.chunks(LANES).zip(jobs.chunks(LANES)) {
        for (tree, digest) in trees.iter().zip(commit_last(hashes, jobs)) {
            commitments[(tree + 1) * per_execution - profile.digest_bytes..][..profile.digest_bytes]
                .copy_from_slice(&digest[..profile.digest_bytes]);
        }
    }

    let mut found = vec![[0; 64]; openings.len()];
    digests(hashes, Tag::Preprocessing, &commitments, per_execution, &mut found);
    for (opening, digest) in openings.iter().zip(&found) {
        first_digests[opening.execution] = *digest;
    }
    digests(hashes, Tag::Online, &online, online_bytes, &mut found);
    for (opening, digest) in openings.iter().zip(&found) {
        merkle.set_leaf(opening.execution, *digest);
    }
    Ok(())
}

/// Derives the seeds of all parties of the opened executions except the hidden ones.
fn party_seeds(hashes: &Hashes, openings: &[Opening]) -> Forest {
    let parties = Tree::new(PARTIES);
    let mut seeds = Forest::new(PARTIES, openings.iter().map(|opening| opening.execution as u16).collect());
    for (tree, opening) in openings.iter().enumerate() {
        for (node, seed) in parties.reveal(&[opening.hidden as u16]).into_iter().zip(opening.seeds) {
            seeds.plant(tree, node, seed);
        }
    }
    seeds.grow(hashes);
    seeds
}

/// The simulation of one online phase after another.
struct Simulation<'a> {
    profile: &'a Profile,
    instance: &'a Instance,
    statements: &'a [(Bits, Bits)],
    /// The tapes of the current execution, at place 0.
    tapes: Tapes,
    messages: Messages,
}

impl<'a> Simulation<'a> {
    fn new(profile: &'a Profile, instance: &'a Instance, statements: &'a [(Bits, Bits)]) -> Self {
        let (tapes, messages) = (Tapes::new(profile, 1), Messages::new(profile));
        Simulation { profile, instance, statements, tapes, messages }
    }

    /// Evaluates the circuit on public values, all statements side by side, since they share the round keys;
    /// writes maskedKey ‖ msgs_0 ‖ … ‖ msgs_15.
    fn run(&mut self, opening: &Opening, online: &mut [u8]) -> Result<(), Invalid> {
        let (n, rounds) = (self.profile.cipher.bits(), self.profile.cipher.rounds());
        self.messages.clear();
        if let Some(corrections) = opening.corrections {
            self.install(corrections);
        }
        let masked_key = extract(|word| word_of_bytes(opening.masked_key, word), 0, n);
        let whitening = self.instance.lowmc.whitening().key.mul(&masked_key);
        let mut states: Vec<Bits> = self.statements.iter().map(|(input, _)| *input ^ whitening).collect();
        for (i, round) in self.instance.lowmc.rounds().iter().enumerate() {
            let constant = round.constant ^ round.key.mul(&masked_key);
            for (statement, state) in states.iter_mut().enumerate() {
                let sum = self.layer(opening, (statement, i), statement * rounds + i, state);
                *state = round.linear.mul(&sbox_layer(state, &sum)) ^ constant;
            }
        }
        if states.iter().zip(self.statements).any(|(state, (_, output))| state != output) {
            return Err(Invalid::Challenge);
        }
        let (key_bytes, broadcasts) = online.split_at_mut(self.profile.block_bytes());
        key_bytes.copy_from_slice(opening.masked_key);
        self.messages.to_bytes(broadcasts);
        Ok(())
    }

    /// Computes the broadcasts of one S-box layer, with the hidden party's from the proof, and returns their
    /// sum.
    fn layer(
        &mut self,
        opening: &Opening,
        (statement, round): (usize, usize),
        layer: usize,
        state: &Bits,
    ) -> Bits {
        let n = self.profile.cipher.bits();
        let offsets = self.profile.tape_offsets(statement, round);
        let mut gates = [NO_STRINGS; HALVES];
        broadcasts(self.profile, &self.tapes, 0, offsets, state, &mut gates);
        let hidden = extract(|word| word_of_bytes(opening.broadcasts, word), layer * n, n);
        for (row, word) in gates[opening.hidden / LANES].iter_mut().zip(hidden.words()) {
            row.0[opening.hidden % LANES] = *word;
        }
        self.messages.write(layer, n, &gates);
        sum(&gates)
    }

    /// Writes the corrected bits to the last party's tape.
    fn install(&mut self, corrections: &[u8]) {
        let n = self.profile.cipher.bits();
        for (layer, offsets) in layers(self.profile).enumerate() {
            let corrected = extract(|word| word_of_bytes(corrections, word), layer * n, n);
            let change = corrected ^ self.tapes.last(0, offsets.gates, n);
            self.tapes.add_to_last(0, offsets.gates, n, &change);
        }
    }
}

/// Returns the sum over all parties.
fn sum(gates: &[StringRows; HALVES]) -> Bits {
    let word = |w: usize| gates.iter().flat_map(|half| half[w].0).fold(0, |sum, word| sum ^ word);
    Bits::from_words(core::array::from_fn(word))
}

/// Reads the parts of a proof, one after another. It was checked that the proof has their total length.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> &'a [u8] {
        let (part, rest) = self.0.split_at(length);
        self.0 = rest;
        part
    }

    fn seed(&mut self, profile: &Profile) -> Seed {
        Seed::from_slice(self.take(profile.seed_bytes))
    }

    fn digest(&mut self, profile: &Profile) -> Digest {
        let mut digest = [0; 64];
        digest[..profile.digest_bytes].copy_from_slice(self.take(profile.digest_bytes));
        digest
    }

    fn opening(&mut self, profile: &Profile, execution: u16, party: u8) -> Opening<'a> {
        let hidden = usize::from(party);
        Opening {
            execution: usize::from(execution),
            hidden,
            seeds: core::array::from_fn(|_| self.seed(profile)),
            corrections: (hidden != PARTIES - 1).then(|| self.take(profile.gate_bytes())),
            masked_key: self.take(profile.block_bytes()),
            broadcasts: self.take(profile.gate_bytes()),
            commitment: self.take(profile.digest_bytes),
        }
    }
}
