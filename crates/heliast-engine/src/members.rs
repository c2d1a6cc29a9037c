//! The participants whose keys this node holds: they draw with the key that is due, and make the
//! next one in time.
//!
//! A participant has a permanent stateless key. With a [`Rotation`] it also has a sequence of keys of hash
//! trees, each in its own store, `DIR/<participant>/<number>`. A new tree is made in the background when the
//! last announced one nears its end, or at once if that key is missing or the due one is lost. It is
//! announced when it is complete, and the store of a used-up key is destroyed.
//!
//! No round is drawn while a key that is due cannot answer, unless it was given up: by
//! [`Members::recover`], or by a withdrawal in the chain.

mod behind;
mod losses;
#[cfg(test)]
mod tests;

use super::{
    lost::{LostKey, LostKeys},
    maker::{Job, Maker},
    rotation::Rotation,
};
use heliast::{
    Announcement, Chain, Exhausted, Invalid, SecretKey, Ticket, Tip,
    keys::{Announced, Change, Due, Key},
    stateful::{PublicKey, Terms, Turn},
};
use heliast_keystore::{Error, Refusal, Store};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The reason why nothing is drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Undrawn {
    /// A stateless key has no proof.
    #[error("participant {participant} can't evaluate its VRF: {reason}")]
    Stateless {
        /// Its number.
        participant: u32,
        /// The reason.
        reason: Exhausted,
    },
    /// Hash trees that are due can't answer.
    #[error("{0}")]
    Lost(LostKeys),
}

/// All participants of a chain, or some of them, in one process.
pub struct Members {
    chain: Chain,
    members: Vec<Member>,
    /// Stateless keys of participants that may join later.
    newcomers: Vec<SecretKey>,
    trees: Option<(Rotation, Maker)>,
}

struct Member {
    participant: u32,
    stateless: SecretKey,
    stores: Vec<Store>,
    unopened: Vec<Unopened>,
    /// Lost keys without which this run goes on.
    given_up: Vec<PublicKey>,
    next: Option<Next>,
    /// The reason why the last attempt to make a next key failed.
    unmade: Option<String>,
}

/// A directory whose key cannot be used.
struct Unopened {
    dir: PathBuf,
    /// Its public file, as far as it can be read.
    public: String,
    reason: String,
    in_use: bool,
}

/// A key that is not announced yet.
enum Next {
    Making,
    Made(PublicKey),
}

impl Members {
    /// The participants with their stateless keys, in the order of the genesis, and with their existing hash
    /// trees.
    ///
    /// `None` if the keys are not those of the genesis.
    pub fn new(chain: &Chain, keys: Vec<SecretKey>, rotation: Option<Rotation>) -> Option<Members> {
        let genesis = chain.genesis();
        let fits =
            genesis.participants.len() == keys.len()
                && genesis.participants.iter().zip(&keys).all(|(member, key)| {
                    key.scheme() == genesis.vrf && member.public_key == key.public_key()
                });
        if !fits {
            return None;
        }
        Some(Members::of(chain, (0..).zip(keys).collect(), rotation))
    }

    /// Some participants by their numbers, each with its stateless key and its existing hash trees. This node
    /// draws for them; other nodes have the others.
    ///
    /// `None` if a number is named twice or not in the genesis, or if a key is not that of its participant
    /// there.
    pub fn some(
        chain: &Chain,
        mut keys: Vec<(u32, SecretKey)>,
        rotation: Option<Rotation>,
    ) -> Option<Members> {
        let genesis = chain.genesis();
        keys.sort_by_key(|(participant, _)| *participant);
        let is_doubled = keys.windows(2).any(|pair| pair[0].0 == pair[1].0);
        let fits = keys.iter().all(|(participant, key)| {
            let member = genesis.participants.get(*participant as usize);
            key.scheme() == genesis.vrf && member.is_some_and(|one| one.public_key == key.public_key())
        });
        (fits && !is_doubled).then(|| Members::of(chain, keys, rotation))
    }

    /// Participants whose keys were compared with the genesis, in the order of their numbers.
    fn of(chain: &Chain, keys: Vec<(u32, SecretKey)>, rotation: Option<Rotation>) -> Members {
        let rotation = rotation.filter(|_| chain.genesis().lead > 0);
        let member = |(participant, key)| Member::new(participant, key, rotation.as_ref());
        let members = keys.into_iter().map(member).collect();
        let trees = rotation.map(|rotation| {
            let maker = Maker::start(rotation.settings.clone(), rotation.protection.clone());
            (rotation, maker)
        });
        Members { chain: chain.clone(), members, newcomers: vec![], trees }
    }

    /// Adds stateless keys that are not in the genesis: they draw when their participants have joined.
    pub fn expect(&mut self, keys: Vec<SecretKey>) {
        self.newcomers.extend(keys);
    }

    /// The number of keys whose participants have not joined.
    pub fn waiting(&self) -> usize {
        self.newcomers.len()
    }

    /// Takes in the participants that have joined by `tip`, and returns their number. Their trees must be
    /// compared with the chain ([`Members::catch_up`]) before they draw.
    pub fn seat(&mut self, tip: &Tip) -> usize {
        let (vrf, all) = (self.chain.genesis().vrf, tip.keys().members());
        let number = |key: &SecretKey| all.number_of(&key.public_key()).filter(|_| key.scheme() == vrf);
        let (joined, waiting) = self.newcomers.drain(..).partition::<Vec<_>, _>(|key| number(key).is_some());
        self.newcomers = waiting;
        let count = joined.len();
        let rotation = self.trees.as_ref().map(|(rotation, _)| rotation);
        for key in joined {
            let Some(participant) = number(&key) else { continue };
            if self.members.iter().all(|member| member.participant != participant) {
                tracing::info!(participant, "a participant whose key is here has joined");
                self.members.push(Member::new(participant, key, rotation));
            }
        }
        self.members.sort_by_key(|member| member.participant);
        count
    }

    /// Their numbers, in ascending order.
    pub fn participants(&self) -> impl ExactSizeIterator<Item = u32> {
        self.members.iter().map(|member| member.participant)
    }

    /// The announcements of the members in the round after `tip`. This also begins to make keys, and destroys
    /// used-up ones.
    pub fn announcements(&mut self, tip: &Tip) -> Vec<Announcement> {
        let Some((rotation, maker)) = &mut self.trees else { return vec![] };
        while let Some((participant, made)) = maker.made() {
            if let Some(member) = self.members.iter_mut().find(|one| one.participant == participant) {
                member.take(participant, made);
            }
        }
        let count = self.members.len();
        let mut announcements = Vec::new();
        let all = tip.keys().members();
        for member in &mut self.members {
            let participant = member.participant;
            if all.stake_in(participant, tip.next_round()) == 0 && all.stake_decided(participant) == 0 {
                continue;
            }
            let Ok(Some(due)) = tip.keys().due(member.participant, tip.next_round()) else { continue };
            member.clean(&due, rotation, tip);
            let withdrawal = member.withdrawal(&self.chain, tip);
            if member.next.is_none()
                && let Some(first) = member.first_of_next(&self.chain, (rotation, count), &due, tip)
            {
                member.next = member.begin(&self.chain, (rotation, &mut *maker), first, tip);
            }
            announcements.extend(withdrawal.or_else(|| member.announcement(&self.chain, tip)));
        }
        announcements
    }

    /// The text of a complaint while the next hash trees cannot be made: stateless keys will draw when the
    /// current trees end.
    pub(super) fn unmade(&self) -> Option<String> {
        let (_, maker) = self.trees.as_ref()?;
        if maker.is_gone() {
            return Some("no thread makes hash trees any more; restart the node".to_owned());
        }
        let failed =
            self.members.iter().filter_map(|member| Some((member.participant, member.unmade.as_ref()?)));
        let (participant, reason) = failed.clone().next()?;
        let others = match failed.count() - 1 {
            0 => String::new(),
            1 => ", and that of 1 more neither".to_owned(),
            count => format!(", and those of {count} more neither"),
        };
        Some(format!(
            "the next hash tree of participant {participant} can't be made{others}: {reason}; the node tries \
             again in every round: check the disk of the trees and their permissions"
        ))
    }

    /// The tickets of all members that win in the round after `tip`; `None` if drawing was stopped.
    pub(super) fn tickets(
        &mut self,
        tip: &Tip,
        inputs: &[Vec<u8>],
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Ticket>>, Undrawn> {
        let mut tickets = Vec::new();
        for member in &mut self.members {
            for (slot, input) in (0..).zip(inputs) {
                if stop() {
                    return Ok(None);
                }
                let participant = member.participant;
                let wins = |output: &[u8]| self.chain.votes(tip, slot, participant, output) > 0;
                let drawn = member.draw(tip, slot, input, wins)?;
                tickets.extend(drawn.map(|proof| Ticket { slot, participant, proof }));
            }
        }
        Ok(Some(tickets))
    }

    /// The ticket of a member in one slot of the round after `tip`, if it wins; `input` is α of the slot. A
    /// hash tree's mark is durable when this returns. The slots of a participant must be drawn in ascending
    /// order: its tree does not answer for an earlier slot.
    ///
    /// # Errors
    /// [`Undrawn`] if the key that is due cannot answer. A participant that is not a member draws nothing.
    pub fn ticket(
        &mut self,
        tip: &Tip,
        slot: u8,
        participant: u32,
        input: &[u8],
    ) -> Result<Option<Ticket>, Undrawn> {
        let Some(member) = self.members.iter_mut().find(|one| one.participant == participant) else {
            return Ok(None);
        };
        let wins = |output: &[u8]| self.chain.votes(tip, slot, participant, output) > 0;
        let drawn = member.draw(tip, slot, input, wins)?;
        Ok(drawn.map(|proof| Ticket { slot, participant, proof }))
    }
}

impl Member {
    fn new(participant: u32, stateless: SecretKey, rotation: Option<&Rotation>) -> Member {
        let (stores, unopened) = rotation.map_or_else(Default::default, |trees| opened(trees, participant));
        Member { participant, stateless, stores, unopened, given_up: vec![], next: None, unmade: None }
    }

    /// The proof of the key that is due, if its output wins.
    fn draw(
        &mut self,
        tip: &Tip,
        slot: u8,
        input: &[u8],
        wins: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<Vec<u8>>, Undrawn> {
        let participant = self.participant;
        let Ok(Some(key)) = tip.keys().key_due(participant, tip.next_round()) else {
            return Ok(None);
        };
        let Key::Stateful(key) = key else {
            return self
                .draw_stateless(input, wins)
                .map_err(|reason| Undrawn::Stateless { participant, reason });
        };
        if self.is_given_up(&key, tip) && self.trouble(&key, tip.next_round()).is_some() {
            return Ok(None);
        }
        let turn = Turn { round: tip.next_round(), slot: slot.into() };
        let Some(store) = self.stores.iter_mut().find(|store| store.public_key() == key) else {
            return Err(Undrawn::Lost(LostKeys(self.lost(tip))));
        };
        match store.draw(turn, input, |output| wins(output.as_ref())) {
            Ok(drawn) => Ok(drawn.map(|(_, proof)| proof.as_bytes().to_vec())),
            // The tree answered a later slot of this round before, and the program ended before the round
            // did.
            Err(Error::Exhausted(reason @ Exhausted::Passed { .. })) => {
                tracing::warn!(participant, round = turn.round, slot, %reason, "a lot is given up");
                Ok(None)
            }
            Err(reason) => {
                let lost =
                    LostKey { participant, from: turn.round, reason: reason.to_string(), in_use: false };
                Err(Undrawn::Lost(LostKeys(vec![lost])))
            }
        }
    }

    fn draw_stateless(
        &mut self,
        input: &[u8],
        wins: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<Vec<u8>>, Exhausted> {
        match wins(&self.stateless.evaluate(input)?) {
            true => Ok(Some(self.stateless.prove(input)?.1)),
            false => Ok(None),
        }
    }

    /// Takes a key from the maker.
    fn take(&mut self, participant: u32, made: Result<Store, Error>) {
        self.unmade = match &made {
            Err(error) if !matches!(error, Error::Interrupted { .. }) => Some(error.to_string()),
            _ => None,
        };
        self.next = match made {
            Ok(store) => {
                let key = store.public_key();
                self.stores.push(store);
                Some(Next::Made(key))
            }
            Err(error) => {
                if !matches!(error, Error::Interrupted { .. }) {
                    tracing::warn!(participant, %error, "the next hash tree can't be made; trying again");
                }
                None
            }
        };
    }

    /// Forgets a next key that is now in the chain, finds a key again that an earlier run made and did not
    /// announce, and destroys stores whose keys are never due again.
    fn clean(&mut self, due: &Due, rotation: &Rotation, tip: &Tip) {
        let is_announced = |key| tip.keys().announced().any(|one| one.change == Change::Key(key));
        if let Some(Next::Made(key)) = &self.next
            && is_announced(*key)
        {
            self.next = None;
        }
        if self.next.is_none() {
            let settled = tip.next_round() + tip.keys().lead() + rotation.minimum();
            let lasts = |key: &PublicKey| key.terms.first().saturating_add(key.terms.rounds()) > settled;
            // If the chain was set back, the key may have answered in these rounds already.
            let from = |key: &PublicKey| key.terms.first().max(tip.next_round() + tip.keys().lead());
            let answers = |key: &PublicKey| self.trouble(key, from(key)).is_none();
            let mut keys = self.stores.iter().map(|store| store.public_key());
            self.next = keys.find(|key| lasts(key) && !is_announced(*key) && answers(key)).map(Next::Made);
        }
        let coming = self.coming(tip);
        let is_used = |key: PublicKey| {
            let due = [due.key, due.next].contains(&Key::Stateful(key));
            due || coming == Some(key) || matches!(&self.next, Some(Next::Made(next)) if *next == key)
        };
        let (used, over) = self.stores.drain(..).partition(|store| is_used(store.public_key()));
        self.stores = used;
        for store in over {
            if let Err(error) = Store::destroy(store) {
                tracing::warn!(participant = self.participant, %error, "a hash tree that is over can't be removed");
            }
        }
    }

    /// The key that was announced last, if it takes effect later and can be used then. After lost keys it may
    /// not be the next to be due.
    fn coming(&self, tip: &Tip) -> Option<PublicKey> {
        let (key, _) = self.announced(tip)?;
        self.holds(key).then_some(key)
    }

    /// The key that was announced last and the round in which it takes effect, if that round is later than
    /// the next.
    fn announced(&self, tip: &Tip) -> Option<(PublicKey, u64)> {
        let last = tip.keys().last_of_keys(self.participant)?;
        let Change::Key(key) = last.change else { return None };
        let effective = effect(last, tip.keys().lead());
        (effective > tip.next_round()).then_some((key, effective))
    }

    fn holds(&self, key: PublicKey) -> bool {
        self.stores.iter().any(|store| store.public_key() == key)
    }

    /// The first round of the next key, if it is time to make it.
    fn first_of_next(
        &self,
        chain: &Chain,
        (rotation, members): (&Rotation, usize),
        due: &Due,
        tip: &Tip,
    ) -> Option<u64> {
        let round = tip.next_round();
        let draws =
            matches!(due.key, Key::Stateful(key) if self.holds(key) && self.trouble(&key, round).is_none());
        if self.coming(tip).is_some() {
            return None;
        }
        match due.until {
            Some(until) if draws => (until - round <= rotation.horizon(chain, members)).then_some(until),
            _ => Some(round + tip.keys().lead() + rotation.making(chain, members)),
        }
    }

    /// Begins to make a key, or resumes one that an earlier run of the program began, or made and did not
    /// announce.
    fn begin(
        &mut self,
        chain: &Chain,
        (rotation, maker): (&Rotation, &mut Maker),
        first: u64,
        tip: &Tip,
    ) -> Option<Next> {
        let slots = chain.genesis().committees.len() as u16;
        let terms = Terms::new(rotation.scheme, rotation.height, slots, first).ok()?;
        let serial = tip.keys().next_serial(self.participant)?;
        let dir = place(&rotation.dir, self.participant).join(serial.to_string());
        let useful_at = tip.next_round() + tip.keys().lead() + rotation.minimum();
        maker.make(Job { participant: self.participant, dir, terms, useful_at });
        Some(Next::Making)
    }

    /// The announcement of a key that was made.
    fn announcement(&mut self, chain: &Chain, tip: &Tip) -> Option<Announcement> {
        let Some(Next::Made(key)) = &self.next else { return None };
        match self.announce(chain, tip, Change::Key(*key))? {
            Ok(announcement) => Some(announcement),
            Err(reason) => {
                let participant = self.participant;
                tracing::warn!(participant, %reason, "the next hash tree can't be announced; making another");
                self.next = None;
                None
            }
        }
    }

    /// An announcement for the next round; `None` if the stateless key can't prove it.
    fn announce(
        &mut self,
        chain: &Chain,
        tip: &Tip,
        change: Change,
    ) -> Option<Result<Announcement, Invalid>> {
        let participant = self.participant;
        let serial = tip.keys().next_serial(participant)?;
        let proved = self.stateless.prove(&chain.announcement_input(participant, serial, &change));
        let announcement = Announcement { participant, serial, change, proof: proved.ok()?.1 };
        Some(chain.verify_announcement(tip, announcement).map(|verified| (*verified).clone()))
    }
}

/// The round in which an announcement takes effect, if no other one does before.
fn effect(announced: &Announced, lead: u64) -> u64 {
    let settled = announced.round.saturating_add(lead);
    match &announced.change {
        Change::Key(key) => settled.max(key.terms.first()),
        Change::Withdrawal | Change::Member(_) => settled,
    }
}

/// The directory of a participant's stores.
fn place(dir: &Path, participant: u32) -> PathBuf {
    dir.join(participant.to_string())
}

/// The complete keys of a participant, and those that cannot be used. Keys that were only begun are found
/// again when they are to be made.
fn opened(rotation: &Rotation, participant: u32) -> (Vec<Store>, Vec<Unopened>) {
    let (mut stores, mut unopened) = (vec![], vec![]);
    let entries = fs::read_dir(place(&rotation.dir, participant)).into_iter().flatten().flatten();
    for dir in entries.map(|entry| entry.path()) {
        if let Err(reason) = rotation.protection.protect(&dir) {
            // The cause is reported when the store is opened.
            tracing::info!(participant, dir = %dir.display(), %reason, "a hash tree stays in the clear");
        }
        match Store::open(&dir, rotation.protection.opening(&dir), &rotation.settings) {
            Ok(store) => stores.push(store),
            Err(Error::NoKey(_)) => {}
            Err(reason) => {
                tracing::info!(participant, dir = %dir.display(), %reason, "a hash tree can't be opened");
                let in_use = matches!(reason, Error::Refused(Refusal::InUse(_)));
                let public = fs::read_to_string(dir.join("public.json")).unwrap_or_default();
                let is_begun = matches!(reason, Error::Unfinished { .. }) && public.is_empty();
                if !is_begun {
                    unopened.push(Unopened { dir, public, reason: reason.to_string(), in_use });
                }
            }
        }
    }
    (stores, unopened)
}
