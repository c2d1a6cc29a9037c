//! Trees that were set back: the turns that they have answered according to the chain are burned before they
//! draw.
//!
//! A tree's store and its witness record how far it has answered. If both were set back together, they agree
//! and do not show it, but the answers that won are in the chain. So before the first draw every tree is
//! compared with the rounds from its next turn on. If one of them has an answer of the tree, the tree was set
//! back, and goes on in the round after the chain's last. The turns of that round have inputs that the chain
//! fixes, so that they have the same answers however often they are drawn. A round that was removed from the
//! store counts as answered, and so does a round that is too long ago to be looked at on every start: burning
//! past turns costs nothing.
//!
//! A chain that was set back together with its keys cannot be detected here.

use super::{Member, Members};
use heliast::{
    Round, Tip,
    keys::Key,
    stateful::{PublicKey, Turn},
};
use heliast_keystore::{Error, Store};

/// The number of rounds before the next one that are looked at.
const LOOKED_AT: u64 = 4096;

impl Members {
    /// Burns the turns that trees have answered in the chain up to `tip` without knowing it, and returns the
    /// number of such trees. `round` gives a round of the chain, or `None` if it is no longer stored. Call
    /// this before the first draw of a process.
    ///
    /// # Errors
    /// The errors of `round`.
    pub fn catch_up<E>(
        &mut self,
        tip: &Tip,
        round: impl FnMut(u64) -> Result<Option<Round>, E>,
    ) -> Result<usize, E> {
        self.catch_up_from(tip, tip.next_round().saturating_sub(LOOKED_AT), round)
    }

    /// Like [`Members::catch_up`], but rounds before `earliest` are not looked at.
    pub(super) fn catch_up_from<E>(
        &mut self,
        tip: &Tip,
        earliest: u64,
        mut round: impl FnMut(u64) -> Result<Option<Round>, E>,
    ) -> Result<usize, E> {
        let Some(from) = self.members.iter().filter_map(Member::first_unknown).min() else { return Ok(0) };
        let from = from.max(earliest);
        let is_partial = |member: &Member| member.first_unknown().is_some_and(|first| first < from);
        let seen = |member| Seen { is_partial: is_partial(member), ..Seen::default() };
        let mut seen: Vec<Seen> = self.members.iter().map(seen).collect();
        for number in from..tip.next_round() {
            let round = round(number)?;
            for (member, seen) in self.members.iter().zip(&mut seen) {
                seen.look(member, tip, number, round.as_ref());
            }
        }
        let behind = |(member, seen): (&mut Member, &Seen)| member.burn(seen, tip);
        Ok(self.members.iter_mut().zip(&seen).map(behind).sum())
    }
}

/// The answers of a member's trees in the chain that the trees do not know of.
#[derive(Clone, Default)]
struct Seen {
    /// The last answer of each tree.
    answers: Vec<(PublicKey, Turn)>,
    /// Whether a round was not looked at, or is no longer stored.
    is_partial: bool,
}

impl Seen {
    fn look(&mut self, member: &Member, tip: &Tip, number: u64, round: Option<&Round>) {
        let Some(round) = round else {
            self.is_partial = true;
            return;
        };
        let mine = round.tickets.iter().filter(|ticket| ticket.participant == member.participant);
        let Some(slot) = mine.map(|ticket| ticket.slot).max() else { return };
        let Ok(Some(Key::Stateful(key))) = tip.keys().key_due(member.participant, number) else { return };
        self.answers.retain(|(known, _)| *known != key);
        self.answers.push((key, Turn { round: number, slot: slot.into() }));
    }

    /// The last answer of the tree in the chain, if the tree does not know of it.
    fn unknown_to(&self, store: &Store) -> Option<Turn> {
        let (_, last) = self.answers.iter().find(|(key, _)| *key == store.public_key())?;
        store.next_turn().is_some_and(|next| next <= *last).then_some(*last)
    }
}

impl Member {
    /// The first round for which the records of a tree do not show an answer.
    fn first_unknown(&self) -> Option<u64> {
        self.stores.iter().filter_map(Store::next_turn).map(|turn| turn.round.max(1)).min()
    }

    /// Lets trees go on after the answers that were seen, and returns how many did not know of them. A tree
    /// that can't go on is not used.
    fn burn(&mut self, seen: &Seen, tip: &Tip) -> usize {
        let participant = self.participant;
        let mut behind = 0;
        self.stores.retain_mut(|store| {
            let dir = store.dir().display().to_string();
            if let Some(Turn { round, slot }) = seen.unknown_to(store) {
                behind += 1;
                tracing::error!(
                    participant,
                    dir,
                    round,
                    slot,
                    "a hash tree was set back: the chain has an answer that it does not know; it goes on after the chain"
                );
            } else if !seen.is_partial {
                return true;
            }
            match store.skip_to(tip.next_round()) {
                Ok(()) => true,
                // The tree is not due yet, or no longer.
                Err(Error::Exhausted(_)) => true,
                Err(reason) => {
                    tracing::error!(participant, dir, %reason, "a hash tree can't be used");
                    false
                }
            }
        });
        behind
    }
}
