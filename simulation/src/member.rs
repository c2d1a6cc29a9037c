//! A participant: its secret keys, and how it manages them.

use crate::{
    answer::{Answer, Source, end},
    model::Model,
    random::Random,
    tree::Tree,
};
use heliast::{
    Chain, SecretKey, StatelessScheme,
    keys::{Change, Key},
    stateful::{PublicKey, Scheme, Terms},
};

/// Trees of the past that a participant keeps, for adversaries to try.
const KEPT: usize = 6;

/// A participant's secrets.
pub struct Member {
    stateless: SecretKey,
    public: Vec<u8>,
    /// The scheme of its trees, if it makes any.
    scheme: Option<Scheme>,
    /// The trees that it has not lost.
    pub trees: Vec<Tree>,
    /// Whether it has lost a tree and must announce this.
    lost: bool,
}

impl Member {
    /// A participant with a new stateless key.
    pub fn new(vrf: StatelessScheme, scheme: Option<Scheme>, random: &mut Random) -> Member {
        let stateless = SecretKey::from_seed(vrf, random.bytes());
        Member { public: stateless.public_key(), stateless, scheme, trees: Vec::new(), lost: false }
    }

    /// The participant's stateless public key.
    pub fn public(&self) -> &[u8] {
        &self.public
    }

    /// Its tree with this key, if any.
    pub fn tree(&self, key: &PublicKey) -> Option<&Tree> {
        self.trees.iter().find(|tree| tree.public_key() == key)
    }

    /// The stateless key's answer; `None` for one input in 2^256.
    pub fn stateless(&mut self, input: &[u8]) -> Option<Answer> {
        let (output, proof) = self.stateless.prove(input).ok()?;
        Some(Answer { source: Source::Stateless(self.public.clone()), input: input.to_vec(), output, proof })
    }

    /// Returns an honest participant's ticket for a slot of the next round: the due key's answer,
    /// if it wins votes.
    pub fn draw(&mut self, chain: &Chain, model: &Model, me: u32, slot: u8) -> Option<Answer> {
        let (input, round) = (model.ticket_input(slot), model.round());
        let wins = |output: &[u8]| chain.first_votes(slot, me, output) > 0;
        match model.due(me, round) {
            Key::Stateful(key) => {
                let tree = self.trees.iter_mut().find(|tree| *tree.public_key() == key)?;
                tree.answer(round, slot, &input).filter(|answer| wins(&answer.output))
            }
            Key::Stateless => {
                // Where a proof is expensive, the output alone is cheap.
                let quick = !matches!(
                    self.stateless.scheme(),
                    StatelessScheme::EcvrfTai | StatelessScheme::EcvrfEll2
                );
                if quick && !wins(&self.stateless.evaluate(&input).ok()?) {
                    return None;
                }
                self.stateless(&input).filter(|answer| wins(&answer.output))
            }
        }
    }

    /// The due key's answer, even if it has answered before.
    pub fn answer_again(&mut self, key: Key, round: u64, slot: u8, input: &[u8]) -> Option<Answer> {
        match key {
            Key::Stateful(key) => self.tree(&key)?.answer_again(round, slot, input),
            Key::Stateless => self.stateless(input),
        }
    }

    /// Makes a tree from fresh seeds and keeps it.
    pub fn grow(&mut self, terms: Terms, random: &mut Random) -> PublicKey {
        if self.trees.len() > KEPT {
            self.trees.remove(0);
        }
        let tree = Tree::new(terms, &random.bytes(), &random.bytes());
        let key = *tree.public_key();
        self.trees.push(tree);
        key
    }

    /// Returns its announcement in the round under way, if any: the next key in time, mostly;
    /// sometimes late, sometimes after a loss.
    pub fn plan(&mut self, model: &Model, me: u32, random: &mut Random) -> Option<Change> {
        let scheme = self.scheme?;
        let (round, lead) = (model.round(), model.rules().lead);
        if lead == 0 {
            return None;
        }
        if let Key::Stateful(key) = model.due(me, round)
            && random.one_in(100)
        {
            self.trees.retain(|tree| *tree.public_key() != key);
            self.lost = true;
        }
        if self.lost && random.one_in(3) {
            self.lost = false;
            return Some(if random.one_in(2) {
                Change::Withdrawal
            } else {
                self.next_key(model, scheme, round, random)
            });
        }
        let last = model.announced(me).next_back();
        let ends =
            last.map_or(0, |(_, change)| if let Change::Key(key) = change { end(&key.terms) } else { 0 });
        if self.lost || ends > round + lead + 1 || random.one_in(4) {
            return None;
        }
        Some(self.next_key(model, scheme, ends, random))
    }

    /// A key that follows the one that ends in round `ends`, or comes too early or too late for that.
    fn next_key(&mut self, model: &Model, scheme: Scheme, ends: u64, random: &mut Random) -> Change {
        let (round, lead) = (model.round(), model.rules().lead);
        let slots = model.rules().committees.len() as u16 + u16::from(random.one_in(4));
        let height = match scheme {
            Scheme::XVrf => 2 + random.below(3) as u8,
            Scheme::IVrf => 1 + random.below(5) as u8,
        };
        let soonest = round + lead;
        let first = match random.below(4) {
            0 => soonest,
            1 => soonest + random.below(5),
            2 => round + random.below(lead),
            _ => ends.max(soonest),
        };
        let terms = |first| Terms::new(scheme, height, slots, first).expect("heights and slots in range");
        let late = end(&terms(first)) <= soonest;
        Change::Key(self.grow(terms(if late { soonest } else { first }), random))
    }
}
