//! A prover from the specification, bit by bit and hash by hash: it uses one byte for each bit, computes one
//! tree node after another, and evaluates the circuit on masked values.

use super::super::{Profile, Witness, profile::Domain};
use crate::lowmc::{Bits, LowMc, Matrix};
use heliast_symmetric::keccak::Keccak;
use heliast_vrf::tagged::Tag;
use std::{collections::BTreeMap, vec, vec::Vec};

type Slow = Vec<u8>;

fn slow(bytes: &[u8], n: usize) -> Slow {
    (0..n).map(|j| bytes[j / 8] >> (7 - j % 8) & 1).collect()
}

fn pack(bits: &[u8]) -> Vec<u8> {
    bits.chunks(8).map(|byte| byte.iter().enumerate().fold(0, |sum, (j, bit)| sum | bit << (7 - j))).collect()
}

fn add(a: &[u8], b: &[u8]) -> Slow {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn mul(matrix: &Matrix, v: &[u8]) -> Slow {
    let row = |row: Bits| v.iter().enumerate().fold(0, |sum, (j, x)| sum ^ (row.bit(j) as u8 & x));
    matrix.rows().map(row).collect()
}

fn parity(strings: impl Iterator<Item = Slow>) -> Slow {
    strings.reduce(|a, b| add(&a, &b)).unwrap()
}

/// All nodes of a tree by (height, place); the leaves have height 0.
struct Shape {
    leaves: usize,
    height: usize,
}

impl Shape {
    fn new(leaves: usize) -> Shape {
        let mut height = 0;
        while 1 << height < leaves {
            height += 1;
        }
        Shape { leaves, height }
    }

    fn exists(&self, (height, place): (usize, usize)) -> bool {
        place << height < self.leaves
    }

    fn number(&self, (height, place): (usize, usize)) -> usize {
        (1 << (self.height - height)) - 1 + place
    }

    /// Returns two children, one, or, for Picnic's hashes, one and an empty one.
    fn children(&self, (height, place): (usize, usize)) -> Vec<Option<(usize, usize)>> {
        let both = [(height - 1, 2 * place), (height - 1, 2 * place + 1)];
        let numbered = |node: &(usize, usize)| self.number(*node) < (1 << self.height) - 1 + self.leaves;
        both.into_iter().filter(numbered).map(|node| self.exists(node).then_some(node)).collect()
    }

    fn revealed(&self, hidden: &[usize]) -> Vec<(usize, usize)> {
        let mut nodes = Vec::new();
        for height in 0..self.height {
            let above: Vec<_> = hidden.iter().map(|leaf| leaf >> height).collect();
            for place in &above {
                let mut sibling = (height, place ^ 1);
                if !self.exists(sibling) || above.contains(&sibling.1) {
                    continue;
                }
                while sibling.0 > 0 && self.children(sibling).len() == 1 {
                    sibling = (sibling.0 - 1, 2 * sibling.1);
                }
                if !nodes.contains(&sibling) {
                    nodes.push(sibling);
                }
            }
        }
        nodes
    }

    fn opened(&self, missing: &[usize]) -> Vec<(usize, usize)> {
        let all_missing = |(height, place): (usize, usize)| {
            let end = self.leaves.min((place + 1) << height);
            (place << height..end).all(|leaf| missing.contains(&leaf))
        };
        let mut nodes = Vec::new();
        for leaf in missing {
            let height =
                (0..self.height).rev().find(|height| all_missing((*height, leaf >> height))).unwrap();
            if !nodes.contains(&(height, leaf >> height)) {
                nodes.push((height, leaf >> height));
            }
        }
        nodes
    }
}

type Nodes = BTreeMap<(usize, usize), Vec<u8>>;

struct Oracle<'a> {
    profile: &'a Profile,
    lowmc: &'a LowMc,
    salt: [u8; 32],
}

/// The values of one execution.
struct Execution {
    seeds: Nodes,
    commitments: Vec<Vec<u8>>,
    corrections: Vec<u8>,
    masked_key: Vec<u8>,
    messages: Vec<Vec<u8>>,
}

impl Oracle<'_> {
    fn hash(&self, tag: Tag, length: usize, parts: &[&[u8]]) -> Vec<u8> {
        let keccak = Keccak::portable();
        let mut shake = if self.profile.digest_bytes == 32 { keccak.shake128() } else { keccak.shake256() };
        match (self.profile.domain, tag) {
            (Domain::Suite(suite), tag) => shake.absorb(&[tag as u8, suite]),
            (Domain::Picnic3, Tag::SeedTree | Tag::Expansion) => shake.absorb(&[1]),
            (Domain::Picnic3, Tag::Merkle) => shake.absorb(&[3]),
            (Domain::Picnic3, _) => (),
        }
        parts.iter().for_each(|part| shake.absorb(part));
        let mut out = vec![0; length];
        shake.finish().squeeze(&mut out);
        out
    }

    fn digest(&self, tag: Tag, parts: &[&[u8]]) -> Vec<u8> {
        self.hash(tag, self.profile.digest_bytes, parts)
    }

    fn grow(&self, shape: &Shape, node: (usize, usize), seed: Vec<u8>, number: usize, nodes: &mut Nodes) {
        if node.0 > 0 {
            let (t, i) = ((number as u16).to_le_bytes(), (shape.number(node) as u16).to_le_bytes());
            let both = self.hash(Tag::SeedTree, 2 * seed.len(), &[&seed, &self.salt, &t, &i]);
            for (child, seed) in shape.children(node).into_iter().zip(both.chunks(seed.len())) {
                if let Some(child) = child {
                    self.grow(shape, child, seed.to_vec(), number, nodes);
                }
            }
        }
        nodes.insert(node, seed);
    }

    fn merkle(&self, shape: &Shape, node: (usize, usize), nodes: &mut Nodes) {
        if node.0 == 0 {
            return;
        }
        let mut message = Vec::new();
        for child in shape.children(node) {
            match child {
                None => message.extend(vec![0; self.profile.digest_bytes]),
                Some(child) => {
                    self.merkle(shape, child, nodes);
                    message.extend_from_slice(&nodes[&child]);
                }
            }
        }
        let i = (shape.number(node) as u16).to_le_bytes();
        nodes.insert(node, self.digest(Tag::Merkle, &[&message, &self.salt, &i]));
    }

    fn execution(&self, t: usize, root: &[u8], witness: &Witness) -> Execution {
        let (n, r, statements) =
            (self.profile.cipher.bits(), self.profile.cipher.rounds(), self.profile.statements);
        let mut seeds = Nodes::new();
        self.grow(&Shape::new(16), (4, 0), root.to_vec(), t, &mut seeds);
        let tape_bits = n * (2 * statements * r - (statements - 1));
        let (mut tapes, mut commitments) = (Vec::new(), Vec::new());
        for party in 0..16u16 {
            let length = tape_bits.div_ceil(8);
            let message: [&[u8]; 4] =
                [&seeds[&(0, party as usize)], &self.salt, &(t as u16).to_le_bytes(), &party.to_le_bytes()];
            let output = self.hash(Tag::Tape, length + 64, &message);
            tapes.push(slow(&output, tape_bits));
            let start = if self.profile.domain == Domain::Picnic3 { 0 } else { length };
            commitments.push(output[start..start + self.profile.digest_bytes].to_vec());
        }
        let masks = |tapes: &[Slow], at: usize| parity(tapes.iter().map(|tape| tape[at..at + n].to_vec()));
        let base = |statement: usize, round: usize| statement * (2 * n * r - n) + 2 * n * round;
        let inputs_at = |statement, round| if round == 0 { 0 } else { base(statement, round) };

        // Preprocessing.
        let key = masks(&tapes, 0);
        let key_mask = mul(&self.lowmc.whitening().key_inverse, &key);
        for statement in 0..statements {
            let mut x = vec![0; n];
            for round in (0..r).rev() {
                let constants = &self.lowmc.rounds()[round];
                let y = mul(&constants.linear_inverse, &add(&x, &mul(&constants.key, &key_mask)));
                x = masks(&tapes, inputs_at(statement, round));
                let helpers = base(statement, round) + n;
                for i in (0..n).step_by(3) {
                    let [c, b, a] = [x[i], x[i + 1], x[i + 2]];
                    let [f, e, d] = [y[i], y[i + 1], y[i + 2]];
                    let gates = [(a & b) ^ f ^ a ^ b ^ c, (b & c) ^ d ^ a, (c & a) ^ e ^ a ^ b];
                    for (gate, wanted) in gates.into_iter().enumerate() {
                        let at = helpers + i + gate;
                        tapes[15][at] = wanted ^ tapes[..15].iter().fold(0, |sum, tape| sum ^ tape[at]);
                    }
                }
            }
        }
        let gates: Vec<usize> = (0..statements * r)
            .flat_map(|layer| {
                let start = base(layer / r, layer % r) + n;
                start..start + n
            })
            .collect();
        let corrections = pack(&gates.iter().map(|at| tapes[15][*at]).collect::<Vec<_>>());
        commitments[15] = self.digest(
            Tag::LastCommitment,
            &[&seeds[&(0, 15)], &corrections, &self.salt, &(t as u16).to_le_bytes(), &15u16.to_le_bytes()],
        );

        // Online.
        let masked_key = add(&key_mask, &slow(&witness.key.to_bytes(), n));
        let mut messages = vec![Vec::new(); 16];
        for (statement, input) in witness.inputs.iter().enumerate() {
            let mut state = add(&slow(&input.to_bytes(), n), &mul(&self.lowmc.whitening().key, &masked_key));
            for (round, constants) in self.lowmc.rounds().iter().enumerate() {
                for i in (0..n).step_by(3) {
                    let (masks, helpers) = (inputs_at(statement, round) + i, base(statement, round) + n + i);
                    let [c, b, a] = [state[i], state[i + 1], state[i + 2]];
                    let mut products = [a & b, b & c, c & a];
                    for (tape, message) in tapes.iter().zip(&mut messages) {
                        let [mc, mb, ma] = [tape[masks], tape[masks + 1], tape[masks + 2]];
                        let shares = [(a & mb) ^ (b & ma), (b & mc) ^ (c & mb), (c & ma) ^ (a & mc)];
                        for (gate, share) in shares.into_iter().enumerate() {
                            let bit = share ^ tape[helpers + gate];
                            products[gate] ^= bit;
                            message.push(bit);
                        }
                    }
                    let [ab, bc, ca] = products;
                    state[i..i + 3].copy_from_slice(&[a ^ b ^ c ^ ab, a ^ b ^ ca, a ^ bc]);
                }
                state = add(&mul(&constants.linear, &state), &slow(&constants.constant.to_bytes(), n));
                state = add(&state, &mul(&constants.key, &masked_key));
            }
            let keys = self.lowmc.round_keys(witness.key);
            assert_eq!(state, slow(&self.lowmc.encrypt(&keys, input).to_bytes(), n), "the output is public");
        }
        let messages = messages.iter().map(|message| pack(message)).collect();
        Execution { seeds, commitments, corrections, masked_key: pack(&masked_key), messages }
    }

    /// Returns u different numbers below T, and u parties.
    fn challenge(&self, h: &[u8]) -> (Vec<usize>, Vec<usize>) {
        let Profile { executions, opened, .. } = *self.profile;
        let width = Shape::new(executions).height;
        let numbers = |g: &[u8], width: usize| -> Vec<usize> {
            let bits = slow(g, 8 * g.len());
            bits.chunks_exact(width)
                .map(|chunk| chunk.iter().enumerate().map(|(j, bit)| usize::from(*bit) << j).sum())
                .collect()
        };
        let (mut g, mut chosen, mut parties) = (h.to_vec(), Vec::new(), Vec::new());
        while chosen.len() < opened {
            for number in numbers(&g, width) {
                if number < executions && !chosen.contains(&number) && chosen.len() < opened {
                    chosen.push(number);
                }
            }
            g = self.digest(Tag::Expansion, &[&g]);
        }
        while parties.len() < opened {
            parties.extend(numbers(&g, 4));
            g = self.digest(Tag::Expansion, &[&g]);
        }
        parties.truncate(opened);
        (chosen, parties)
    }
}

/// Returns the proof.
pub(super) fn prove(profile: &Profile, lowmc: &LowMc, witness: &Witness) -> Vec<u8> {
    let oracle = Oracle { profile, lowmc, salt: witness.salt };
    let shape = Shape::new(profile.executions);
    let mut seeds = Nodes::new();
    let root = witness.root.0[..profile.seed_bytes].to_vec();
    oracle.grow(&shape, (shape.height, 0), root, 0, &mut seeds);
    let executions: Vec<Execution> =
        (0..profile.executions).map(|t| oracle.execution(t, &seeds[&(0, t)], witness)).collect();

    let (mut first, mut merkle) = (Vec::new(), Nodes::new());
    for (t, execution) in executions.iter().enumerate() {
        first.extend(oracle.digest(Tag::Preprocessing, &[&execution.commitments.concat()]));
        let online = [&execution.masked_key[..], &execution.messages.concat()].concat();
        merkle.insert((0, t), oracle.digest(Tag::Online, &[&online]));
    }
    oracle.merkle(&shape, (shape.height, 0), &mut merkle);
    let top = &merkle[&(shape.height, 0)];
    let h = oracle.digest(Tag::Challenge, &[&first, top, &witness.salt, witness.bound]);

    let (chosen, parties) = oracle.challenge(&h);
    let mut proof = [&h[..], &witness.salt].concat();
    for node in shape.revealed(&chosen) {
        proof.extend_from_slice(&seeds[&node]);
    }
    let missing: Vec<usize> = (0..profile.executions).filter(|t| !chosen.contains(t)).collect();
    for node in shape.opened(&missing) {
        proof.extend_from_slice(&merkle[&node]);
    }
    for (t, execution) in executions.iter().enumerate() {
        let Some(hidden) = chosen.iter().position(|chosen| *chosen == t).map(|place| parties[place]) else {
            continue;
        };
        for node in Shape::new(16).revealed(&[hidden]) {
            proof.extend_from_slice(&execution.seeds[&node]);
        }
        if hidden != 15 {
            proof.extend_from_slice(&execution.corrections);
        }
        proof.extend_from_slice(&execution.masked_key);
        proof.extend_from_slice(&execution.messages[hidden]);
        proof.extend_from_slice(&execution.commitments[hidden]);
    }
    proof
}
