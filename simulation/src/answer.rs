//! The answers of secret keys, and the facts about them that an observer of the key's use knows.

use heliast::stateful::{Scheme, Terms};

/// A proof with its origin. Verifiers see only the proof; the simulation knows the rest and needs no
/// verification to judge it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The key and place that made the proof.
    pub source: Source,
    /// The input that was proved.
    pub input: Vec<u8>,
    /// The output that the key's owner computed.
    pub output: Vec<u8>,
    /// The proof.
    pub proof: Vec<u8>,
}

/// The maker of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The stateless key with this public key.
    Stateless(Vec<u8>),
    /// A hash tree, at a place that it answers once.
    Tree(Place),
    /// None: the bytes were changed afterwards.
    Nobody,
}

/// A place in a hash tree: what its proofs depend on, whatever terms its key was announced with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The scheme of the leaf.
    pub scheme: Scheme,
    /// The rows of the tree.
    pub height: u8,
    /// Its root.
    pub root: [u8; 32],
    /// The key of its hashes.
    pub pub_seed: [u8; 32],
    /// The leaf.
    pub leaf: u64,
    /// The step of the leaf's chain, 0 if the leaf has no chain.
    pub step: u64,
}

/// The leaf and step that answer slot `slot` of round `round`, if a key with these terms has them; a
/// restatement of `spec/xvrf.md` and `spec/ivrf.md`.
pub fn leaf_and_step(terms: &Terms, round: u64, slot: u8) -> Option<(u64, u64)> {
    let (slots, slot) = (u64::from(terms.slots()), u64::from(slot));
    let leaves = 1u64 << terms.height();
    if slot >= slots || round < terms.first() {
        return None;
    }
    let since = round - terms.first();
    let (leaf, step) = match terms.scheme() {
        Scheme::XVrf => (since.checked_mul(slots)?.checked_add(slot)?, 0),
        Scheme::IVrf => (since, slot),
    };
    (leaf < leaves).then_some((leaf, step))
}

/// The first round in which a key with these terms no longer answers every slot.
pub fn end(terms: &Terms) -> u64 {
    let leaves = 1u64 << terms.height();
    let rounds = match terms.scheme() {
        Scheme::XVrf => leaves / u64::from(terms.slots()),
        Scheme::IVrf => leaves,
    };
    terms.first().saturating_add(rounds)
}

impl Answer {
    /// The same answer with one bit of the proof changed.
    pub fn damaged(&self, bit: usize) -> Answer {
        let mut damaged = Answer { source: Source::Nobody, ..self.clone() };
        if let Some(byte) = damaged.proof.get_mut(bit / 8) {
            *byte ^= 1 << (bit % 8);
        }
        damaged
    }
}
