//! The key of a participant that is due in a round: `spec/schedule.md`, `spec/round.md`.
//!
//! Every participant has one stateless key for good, and announces on the chain, one after the
//! other, keys of hash trees, which have shorter proofs but expire. An announcement made in
//! round A takes effect in round
//!
//! ```text
//! E = max(A + k, first)          k: the lead; first: the key's first round. Of a withdrawal E = A + k
//! ```
//!
//! and the key that is due in round K is the last announced one among those with E ≤ K. It is the stateless
//! key if that announcement has expired or is a withdrawal, or if nothing was announced. Announcements after
//! round K − k have E > K, so that **everybody who has the chain up to round K − k computes the same key**,
//! and nobody can choose it with the seed of round K in view. (M. Buser et al., "Post-Quantum Verifiable
//! Random Function from Symmetric Primitives in PoS Blockchain", section 6.2, where k = 10; there keys never
//! overlap.)
//!
//! A key that was followed by another never comes back, not even when the other expires: the earlier key may
//! be one that was lost.
//!
//! [`Keys`] is everything that was announced up to some round, and so it answers for past rounds, too. It is
//! an immutable value: the next round makes a new one, which shares memory with it. Where a chain forks, each
//! branch continues from the value at the fork. An announcement comes from its participant by the proof that
//! [`Chain::verify_announcement`](crate::Chain::verify_announcement) checks, and cannot be sent twice because
//! of [`Announcement::serial`].

mod announcement;
mod due;
mod log;
mod refusal;
#[cfg(test)]
mod tests;

use crate::{genesis::Genesis, members::Members, wire::tagged};
use log::{Log, Record};
use sha2::Digest;
use std::sync::Arc;

pub(crate) use announcement::input;
pub use announcement::{Announced, Announcement, AnnouncementFacts, Change};
pub use due::{Due, Key, Unsettled};
pub use refusal::Refusal;

/// The lead of a chain, unless its genesis says otherwise: the paper's k, and Algorand's.
pub const LEAD: u16 = 10;

/// The keys of all participants of a chain, as announced up to some round. Copies are cheap.
#[derive(Clone, Debug)]
pub struct Keys {
    rules: Rules,
    /// D_0.
    origin: [u8; 32],
    height: u64,
    log: Log,
    members: Arc<Members>,
}

/// The rules of a chain for announcements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    /// The number of inputs that every participant answers in a round.
    slots: u16,
    /// k, from 1; 0 if the chain takes no announcements.
    lead: u64,
}

/// D_0 of the chain `id`.
fn origin(id: &[u8; 32]) -> [u8; 32] {
    tagged("heliast/announcements/v1").chain_update(id).finalize().into()
}

impl PartialEq for Keys {
    fn eq(&self, other: &Keys) -> bool {
        // The digest D covers the chain and all announcements.
        (self.rules, self.height, self.digest()) == (other.rules, other.height, other.digest())
    }
}

impl Eq for Keys {}

impl Keys {
    /// The keys before round 1 of the chain `id`, with the members of its genesis.
    pub(crate) fn new(id: &[u8; 32], genesis: &Genesis, members: Members) -> Keys {
        let rules = Rules { slots: genesis.committees.len() as u16, lead: genesis.lead.into() };
        Keys::of(rules, members, id)
    }

    fn of(rules: Rules, members: Members, id: &[u8; 32]) -> Keys {
        Keys { rules, origin: origin(id), height: 0, log: Log::default(), members: Arc::new(members) }
    }

    /// Whether these are keys of the chain `id`.
    pub(crate) fn are_of(&self, id: &[u8; 32]) -> bool {
        self.origin == origin(id)
    }

    /// The members after the same rounds.
    pub fn members(&self) -> &Members {
        &self.members
    }

    /// The key of `participant` that is due in `round`, past or future; `None` if there is no such
    /// participant.
    ///
    /// Cost: in proportion to the participant's announcements that were not yet in effect in that
    /// round; each is looked at a fixed number of times.
    ///
    /// # Errors
    /// [`Unsettled`] if announcements of future rounds can still change it.
    pub fn due(&self, participant: u32, round: u64) -> Result<Option<Due>, Unsettled> {
        self.settled(round)?;
        let latest_first = self.of_keys(participant).rev();
        Ok(self.has(participant).then(|| Due::of(latest_first, self.rules.lead, round)))
    }

    /// Returns only the key of [`Keys::due`], for callers that need not know until when it is due.
    ///
    /// Cost: in proportion to the same announcements. Each is read once, and nothing is allocated for it.
    ///
    /// # Errors
    /// [`Unsettled`] if announcements of future rounds can still change it.
    pub fn key_due(&self, participant: u32, round: u64) -> Result<Option<Key>, Unsettled> {
        self.settled(round)?;
        let latest_first = self.of_keys(participant).rev();
        Ok(self.has(participant).then(|| Key::of(latest_first, self.rules.lead, round)))
    }

    /// A participant's announcements about its keys.
    fn of_keys(&self, participant: u32) -> impl DoubleEndedIterator<Item = &Announced> {
        self.log.of(participant).filter(|one| one.change.is_about_keys())
    }

    /// Checks that no announcement of a future round can have an effect in `round`.
    fn settled(&self, round: u64) -> Result<(), Unsettled> {
        let lead = self.rules.lead;
        let is_open = lead > 0 && round > self.height.saturating_add(lead);
        if is_open { Err(Unsettled { round, lead }) } else { Ok(()) }
    }

    /// The rounds from an announcement to its effect; 0 if the chain takes none.
    pub fn lead(&self) -> u64 {
        self.rules.lead
    }

    /// The serial number of the participant's next announcement; `None` if there is no such participant.
    pub fn next_serial(&self, participant: u32) -> Option<u32> {
        self.has(participant).then(|| self.log.count_of(participant) as u32)
    }

    /// All announcements, in the order of the chain.
    pub fn announced(&self) -> impl DoubleEndedIterator<Item = &Announced> {
        self.log.records().map(|record| &record.announced)
    }

    /// The number of announcements.
    pub fn announced_count(&self) -> usize {
        self.log.len()
    }

    /// The announcements of one participant, in the order of the chain.
    pub fn announced_by(&self, participant: u32) -> impl DoubleEndedIterator<Item = &Announced> {
        self.log.of(participant)
    }

    /// The last announcement of a participant about its keys.
    pub fn last_of_keys(&self, participant: u32) -> Option<&Announced> {
        self.of_keys(participant).next_back()
    }

    fn has(&self, participant: u32) -> bool {
        participant < self.members.count()
    }

    fn next_round(&self) -> u64 {
        self.height.saturating_add(1)
    }

    /// D_K of `spec/round.md`, a hash of all announcements. K is the round up to which these are the keys.
    pub fn digest(&self) -> [u8; 32] {
        self.digest_of(self.height)
    }

    /// D_(K−k), where K is the next round: the digest of the announcements on which the keys due in K can
    /// depend.
    pub(crate) fn settled_digest(&self) -> [u8; 32] {
        self.digest_of(self.next_round().saturating_sub(self.rules.lead))
    }

    fn digest_of(&self, round: u64) -> [u8; 32] {
        self.log.last_by(round).map_or(self.origin, |record| record.digest)
    }

    /// Checks that the next round may have this announcement, and returns the round in which it would take
    /// effect.
    pub(crate) fn check(&self, announcement: &Announcement) -> Result<u64, Refusal> {
        self.effect(&announcement.announced(self.next_round()))
    }

    /// The keys after the next round, which has these announcements. Their proofs are not checked.
    pub(crate) fn after(&self, announcements: &[Announcement]) -> Result<Keys, Refusal> {
        let round = self.next_round();
        let announced: Vec<_> = announcements.iter().map(|one| one.announced(round)).collect();
        self.with(&announced, round)
    }

    /// The keys after the rounds up to `height`, which have these announcements and no others. Their proofs
    /// are not checked.
    pub(crate) fn after_all(&self, announced: &[Announced], height: u64) -> Result<Keys, Refusal> {
        let mut keys = self.clone();
        for one_round in announced.chunk_by(|a, b| a.round == b.round) {
            let round = one_round[0].round;
            if round <= keys.height || round > height {
                return Err(Refusal::Place { round });
            }
            keys = keys.with(one_round, round)?;
        }
        keys.height = keys.height.max(height);
        Ok(keys)
    }

    /// The keys after `round`, which has these announcements. The rounds between had none.
    fn with(&self, announced: &[Announced], round: u64) -> Result<Keys, Refusal> {
        let mut keys = Keys { height: round, ..self.clone() };
        if self.rules.lead > 0 && !announced.is_sorted_by(|a, b| a.participant <= b.participant) {
            return Err(Refusal::Order);
        }
        let mut digests = Vec::with_capacity(announced.len());
        for one in announced {
            keys.effect(one)?;
            let hash = tagged("heliast/announcements/v1").chain_update(keys.digest());
            let digest = hash.chain_update(one.encode()).finalize().into();
            keys.log.push(Record { announced: one.clone(), digest });
            digests.push(digest);
        }
        let changes = announced.iter().zip(&digests).filter_map(|(one, digest)| match &one.change {
            Change::Member(change) => Some((one.participant, change, *digest)),
            Change::Key(_) | Change::Withdrawal => None,
        });
        // The rules depend on earlier rounds alone, so members change after all announcements.
        keys.members = Arc::new(self.members.after(round, changes));
        Ok(keys)
    }

    /// Returns the round in which an announcement takes effect, or the rule that it breaks.
    fn effect(&self, new: &Announced) -> Result<u64, Refusal> {
        let Announced { round, participant, serial, ref change } = *new;
        let Rules { slots: needed, lead, .. } = self.rules;
        if lead == 0 {
            return Err(Refusal::NoAnnouncements);
        }
        if !self.has(participant) {
            return Err(Refusal::Participant { participant });
        }
        if self.log.of(participant).next_back().is_some_and(|last| last.round == round) {
            return Err(Refusal::Second { participant });
        }
        let expected = self.log.count_of(participant) as u32;
        if serial != expected {
            return Err(Refusal::Serial { participant, expected, found: serial });
        }
        let effective = new.effective(lead);
        let member = match change {
            Change::Key(_) | Change::Withdrawal => self.members.check_key(participant, round),
            Change::Member(change) => self.members.check(participant, change, round),
        };
        member.map_err(|reason| Refusal::Member { participant, reason })?;
        if let Change::Key(key) = change {
            let found = key.terms.slots();
            if found < needed {
                return Err(Refusal::Slots { participant, needed, found });
            }
            if effective >= due::end(key) {
                return Err(Refusal::Expired { participant, effective });
            }
            if self.log.has_tree(participant, key) {
                return Err(Refusal::Known { participant });
            }
        }
        Ok(effective)
    }
}
