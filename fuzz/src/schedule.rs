//! Follows `spec/schedule.md` word by word, and computes the inputs that `spec/round.md` derives from
//! announcements. This is the oracle of targets `machine` and `round`.

use heliast::{
    Announced, Chain, Tip,
    keys::Change,
    stateful::{PublicKey, Scheme},
};
use sha2::{Digest, Sha256};

/// The announcements of a chain's rounds, in their order.
#[derive(Clone, Copy)]
pub struct Schedule<'a> {
    /// The chain.
    pub chain: &'a Chain,
    /// The announcements of its rounds.
    pub announced: &'a [Announced],
}

impl Schedule<'_> {
    /// Whether the rules allow this announcement, assuming that it comes from its participant and is the
    /// participant's only one in its round.
    pub fn allows(&self, new: &Announced) -> bool {
        let genesis = self.chain.genesis();
        let known = |key: &PublicKey| {
            self.of(new.participant).any(|one| match one.change {
                Change::Key(old) => (old.root, old.pub_seed) == (key.root, key.pub_seed),
                Change::Withdrawal | Change::Member(_) => false,
            })
        };
        let fits = match &new.change {
            Change::Withdrawal => true,
            // Members of this chain do not change, so no such announcement is allowed.
            Change::Member(_) => false,
            Change::Key(key) => {
                let enough = usize::from(key.terms.slots()) >= genesis.committees.len();
                enough && self.effect(new) < end(key) && !known(key)
            }
        };
        genesis.lead > 0
            && (new.participant as usize) < genesis.participants.len()
            && new.serial as usize == self.of(new.participant).count()
            && fits
    }

    /// Returns the key of a hash tree that is due; `None` if the stateless key is due.
    pub fn due(&self, participant: u32, round: u64) -> Option<PublicKey> {
        let in_effect = self.of(participant).filter(|one| self.effect(one) <= round);
        match in_effect.last()?.change {
            Change::Key(key) if round < end(&key) => Some(key),
            _ => None,
        }
    }

    /// Returns α of a slot of the round after `tip`.
    pub fn ticket_input(&self, tip: &Tip, slot: u8) -> Vec<u8> {
        let (round, lead) = (tip.round() + 1, u64::from(self.chain.genesis().lead));
        let settled = self.digest(if lead == 0 { 0 } else { round.saturating_sub(lead) });
        let place = [&round.to_be_bytes()[..], &[slot]].concat();
        [&b"\x11heliast/ticket/v2"[..], self.chain.id(), &place, tip.seed(), &settled].concat()
    }

    /// Returns D after a round.
    fn digest(&self, round: u64) -> [u8; 32] {
        let hash = |parts: &[&[u8]]| -> [u8; 32] {
            Sha256::digest([&[&b"\x18heliast/announcements/v1"[..]], parts].concat().concat()).into()
        };
        let stand = self.announced.iter().filter(|one| one.round <= round);
        stand.fold(hash(&[self.chain.id()]), |digest, one| {
            let numbers = [one.participant.to_be_bytes(), one.serial.to_be_bytes()].concat();
            let change = match one.change {
                Change::Withdrawal => vec![0],
                Change::Member(_) => vec![],
                Change::Key(key) => [&[1], &key.to_bytes()[..]].concat(),
            };
            hash(&[&digest, &one.round.to_be_bytes(), &numbers, &change])
        })
    }

    fn of(&self, participant: u32) -> impl Iterator<Item = &Announced> {
        self.announced.iter().filter(move |one| one.participant == participant)
    }

    /// Returns E of an announcement: the round from which it has an effect.
    fn effect(&self, one: &Announced) -> u64 {
        let settled = one.round.saturating_add(self.chain.genesis().lead.into());
        match &one.change {
            Change::Withdrawal | Change::Member(_) => settled,
            Change::Key(key) => settled.max(key.terms.first()),
        }
    }
}

/// Returns the first round in which a key has expired.
fn end(key: &PublicKey) -> u64 {
    let (leaves, slots) = (1 << key.terms.height(), u64::from(key.terms.slots()));
    let rounds = match key.terms.scheme() {
        Scheme::XVrf => leaves / slots,
        Scheme::IVrf => leaves,
    };
    key.terms.first().saturating_add(rounds)
}
