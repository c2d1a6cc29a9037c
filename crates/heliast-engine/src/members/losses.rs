//! Keys of the members that cannot answer: no round is drawn without them, unless the operator has given
//! them up.
//!
//! A key that is due and was lost has no substitute (`spec/schedule.md`). Its withdrawal is announced at
//! once, and after the lead the stateless key draws. A key that is lost before it is due is replaced silently
//! by a new one with the same first round. If the new one is not made in time, the lost one is withdrawn in
//! the last round in which this costs no lot.

use super::{Member, Members, Next, Unopened};
use crate::lost::{LostKey, LostKeys, Recovery, participants};
use heliast::{
    Announcement, Chain, Tip,
    keys::{Change, Key},
    stateful::{PublicKey, Turn},
};
use heliast_keystore::Store;

impl Members {
    /// The keys that are due in the round after `tip` or announced for a later one and can't answer then,
    /// except those that were given up.
    pub fn lost(&self, tip: &Tip) -> Vec<LostKey> {
        self.members.iter().flat_map(|member| member.lost(tip)).collect()
    }

    /// Goes on without the lost keys: they are withdrawn in the round after `tip`, and others are made.
    /// `None` if no key is lost; a key that can be replaced in time does not count as lost.
    ///
    /// # Errors
    /// The keys that another process holds: they are not lost.
    pub fn recover(&mut self, tip: &Tip) -> Result<Option<Recovery>, LostKeys> {
        let well_from = tip.next_round() + tip.keys().lead();
        let lost: Vec<_> = self.lost(tip).into_iter().filter(|key| key.from <= well_from).collect();
        let in_use = lost.iter().filter(|key| key.in_use).cloned().collect();
        if let Some(in_use) = LostKeys::of(in_use) {
            return Err(in_use);
        }
        let Some(lost) = LostKeys::of(lost) else { return Ok(None) };
        self.members.iter_mut().for_each(|member| member.give_up(tip, well_from));
        let from = lost.0.iter().map(|key| key.from).min().unwrap_or(well_from);
        // A tree that ends before its withdrawal takes effect is missing only until its end.
        let end = |key: &LostKey| match tip.keys().due(key.participant, tip.next_round()) {
            Ok(Some(due)) if key.from == tip.next_round() => due.until.unwrap_or(well_from).min(well_from),
            _ => well_from,
        };
        let well_from = lost.0.iter().map(end).max().unwrap_or(well_from);
        Ok(Some(Recovery { lost, from, well_from: well_from.max(from) }))
    }

    /// Checks that all keys that are due in the round after `tip` can answer or were given up. Returns a text
    /// if some were given up: who draws nothing, and until when.
    ///
    /// # Errors
    /// The keys that can't answer.
    pub fn check(&self, tip: &Tip) -> Result<Option<String>, LostKeys> {
        let round = tip.next_round();
        let due = self.lost(tip).into_iter().filter(|key| key.from <= round).collect();
        if let Some(lost) = LostKeys::of(due) {
            return Err(lost);
        }
        let missing: Vec<_> = self.members.iter().filter(|member| member.misses(tip)).collect();
        let until =
            missing.iter().filter_map(|member| tip.keys().due(member.participant, round).ok()??.until);
        let (who, until) = (participants(missing.iter().map(|member| member.participant)), until.max());
        Ok((!missing.is_empty()).then(|| {
            let until = until.unwrap_or(u64::MAX).min(round + tip.keys().lead());
            format!("{who} can draw nothing before round {until}: the hash trees that are due were lost and given up")
        }))
    }
}

impl Member {
    /// The keys that are due in the next round or announced for a later one, can't answer, and were not given
    /// up.
    pub(super) fn lost(&self, tip: &Tip) -> Vec<LostKey> {
        let lost = |(key, from): (PublicKey, u64)| {
            let (reason, in_use) = self.trouble(&key, from).filter(|_| !self.is_given_up(&key, tip))?;
            Some(LostKey { participant: self.participant, from, reason, in_use })
        };
        self.due_and_announced(tip).filter_map(lost).collect()
    }

    /// Goes on without the keys that can't answer in `until` or before.
    pub(super) fn give_up(&mut self, tip: &Tip, until: u64) {
        let lost = self
            .due_and_announced(tip)
            .filter(|(key, from)| *from <= until && self.trouble(key, *from).is_some());
        let lost: Vec<_> = lost.map(|(key, _)| key).collect();
        self.given_up.extend(lost);
    }

    /// The tree that is due in the next round, and the announced one, each with the round from which on it is
    /// due.
    fn due_and_announced(&self, tip: &Tip) -> impl Iterator<Item = (PublicKey, u64)> + use<> {
        let due = match tip.keys().key_due(self.participant, tip.next_round()) {
            Ok(Some(Key::Stateful(key))) => Some((key, tip.next_round())),
            _ => None,
        };
        due.into_iter().chain(self.announced(tip))
    }

    /// Whether the key that is due in the next round can't answer, and was given up.
    pub(super) fn misses(&self, tip: &Tip) -> bool {
        match tip.keys().key_due(self.participant, tip.next_round()) {
            Ok(Some(Key::Stateful(key))) => self.trouble(&key, tip.next_round()).is_some(),
            _ => false,
        }
    }

    /// Whether the operator gave this key up, in this run or in an earlier one that left a withdrawal.
    pub(super) fn is_given_up(&self, key: &PublicKey, tip: &Tip) -> bool {
        let after = tip.keys().announced_by(self.participant).rev();
        let mut after = after.take_while(|one| one.change != Change::Key(*key));
        self.given_up.contains(key) || after.any(|one| one.change == Change::Withdrawal)
    }

    /// The reason why a key of this participant can't answer in `round`, and whether another process holds
    /// it; `None` if it can answer.
    pub(super) fn trouble(&self, key: &PublicKey, round: u64) -> Option<(String, bool)> {
        if let Some(store) = self.stores.iter().find(|store| store.public_key() == *key) {
            let answered = last_answered(store).filter(|last| *last > round)?;
            let dir = store.dir().display();
            let reason = format!(
                "{dir} has answered or given up all rounds to {answered}, beyond the chain, which was set back"
            );
            return Some((reason, false));
        }
        let name = hex::encode(key.to_bytes());
        let unopened = self.unopened.iter().find(|one| one.public.contains(&name));
        let unopened = unopened.or_else(|| self.unopened.iter().find(|one| one.public.is_empty()));
        Some(match unopened {
            Some(Unopened { dir, reason, in_use, .. }) if !reason.contains(&*dir.to_string_lossy()) => {
                (format!("{}: {reason}", dir.display()), *in_use)
            }
            Some(Unopened { reason, in_use, .. }) => (reason.clone(), *in_use),
            None => ("its directory is gone".to_owned(), false),
        })
    }

    /// The withdrawal of a key that was given up, unless another key replaces it just as early; or of a key
    /// that is lost before it is due, in the last round in which the withdrawal costs no lot.
    pub(super) fn withdrawal(&mut self, chain: &Chain, tip: &Tip) -> Option<Announcement> {
        let (round, lead) = (tip.next_round(), tip.keys().lead());
        let last = tip.keys().last_of_keys(self.participant)?;
        let Change::Key(key) = last.change else { return None };
        let wanted = match self.announced(tip) {
            Some((key, from)) => match self.trouble(&key, from) {
                Some((_, in_use)) => {
                    let in_time = from == round + lead && !matches!(self.next, Some(Next::Made(_)));
                    self.is_given_up(&key, tip) || (in_time && !in_use)
                }
                None => self.misses(tip) && from > round + lead,
            },
            None => self.misses(tip) && self.is_given_up(&key, tip),
        };
        let announced = wanted.then(|| self.announce(chain, tip, Change::Withdrawal)).flatten()?;
        let participant = self.participant;
        match &announced {
            Ok(_) => tracing::warn!(participant, round, "a hash tree that was lost is withdrawn"),
            Err(reason) => tracing::warn!(participant, %reason, "a lost hash tree can't be withdrawn"),
        }
        announced.ok()
    }
}

/// The last round in which a key has answered, or may have.
fn last_answered(store: &Store) -> Option<u64> {
    let terms = store.terms();
    match store.next_turn() {
        Some(Turn { round, slot: 0 }) => round.checked_sub(1).filter(|last| *last >= terms.first()),
        Some(Turn { round, .. }) => Some(round),
        None => Some(terms.first().saturating_add(terms.rounds()).saturating_sub(1)),
    }
}
