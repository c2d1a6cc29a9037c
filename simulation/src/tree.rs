//! Hash trees with their secrets, of honest or dishonest owners.

use crate::answer::{Answer, Place, Source, leaf_and_step};
use heliast::stateful::{Durable, Guard, PublicKey, Signer, Terms, Turn};
use heliast_symmetric::sha256::Sha256;
use heliast_vrf::tree::{Piece, path};

/// The whole key of a hash tree.
pub struct Tree {
    signer: Signer,
    piece: Piece,
    /// The positions that honest play has used up.
    guard: Guard,
}

impl Tree {
    /// The tree from these seeds.
    pub fn new(terms: Terms, sk_seed: &[u8; 32], pub_seed: &[u8; 32]) -> Tree {
        let signer = Signer::new(Sha256::new(), terms, sk_seed, pub_seed);
        let piece = Piece::build(&signer, terms.height(), 0);
        let guard = fresh(signer.public_key(*piece.root()));
        Tree { signer, piece, guard }
    }

    /// The key to be announced.
    pub fn public_key(&self) -> &PublicKey {
        self.guard.key()
    }

    /// The answer of an honest owner, which answers each position once and in order; `None` where that rule
    /// forbids it.
    pub fn answer(&mut self, round: u64, slot: u8, input: &[u8]) -> Option<Answer> {
        let turn = Turn { round, slot: u16::from(slot) };
        let _kept = self.guard.reserve(turn, input).ok()?;
        self.answer_again(round, slot, input)
    }

    /// The answer of an owner that does not count its answers; `None` only where the tree has no such leaf.
    pub fn answer_again(&self, round: u64, slot: u8, input: &[u8]) -> Option<Answer> {
        let turn = Turn { round, slot: u16::from(slot) };
        let key = *self.public_key();
        let (leaf, step) = leaf_and_step(&key.terms, round, slot)?;
        let mut careless = fresh(key);
        let reservation = careless.reserve(turn, input).ok()?;
        let path = path(&[&self.piece], reservation.place().leaf);
        let sealed = self.signer.seal(reservation, &path);
        // An adversary's assertion; honest owners are protected by their own guard.
        let durable = Durable::vouch(key, sealed.mark());
        let (output, proof) = sealed.open(&durable).ok()?;
        let (scheme, height) = (key.terms.scheme(), key.terms.height());
        let place = Place { scheme, height, root: key.root, pub_seed: key.pub_seed, leaf, step };
        Some(Answer {
            source: Source::Tree(place),
            input: input.to_vec(),
            output: output.0.to_vec(),
            proof: proof.as_bytes().to_vec(),
        })
    }
}

fn fresh(key: PublicKey) -> Guard {
    Guard::new(key, None).expect("no mark is not a bad mark")
}
