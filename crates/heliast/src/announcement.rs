//! Announcements of keys, and the keys of a chain that follow from them: `spec/round.md`, `spec/schedule.md`.

use crate::{
    genesis::Genesis,
    round::{Claim, Invalid},
    wire::{Malformed, Reader, require, tagged, tagged_bytes},
};
use heliast_vrf::{
    schedule::{Announcement as Entry, Change, Due, Key, Refused, Schedule, Unsettled},
    stateful::PublicKey,
};
use sha2::Digest;
use std::sync::Arc;

const WITHDRAWAL: u8 = 0;
const KEY: u8 = 1;
/// The greatest number of announcements before the first round of a bundle.
pub(crate) const MAX_HISTORY: u32 = 1 << 20;

/// What a participant makes known in a round, with a proof by its stateless key that it comes from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Its number in the genesis.
    pub participant: u32,
    /// How many announcements it made before.
    pub serial: u32,
    /// What takes effect.
    pub change: Change,
    /// The proof of its stateless key for [`Chain::announcement_input`](crate::Chain::announcement_input).
    pub proof: Vec<u8>,
}

impl Claim for Announcement {
    /// The round in which it takes effect, if nothing else does before.
    type Facts = u64;
}

/// An announcement that stands in a round of the chain, without its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The round.
    pub round: u64,
    /// Whose it is.
    pub participant: u32,
    /// How many this participant had made before.
    pub serial: u32,
    /// What takes effect.
    pub change: Change,
}

impl Announced {
    pub(crate) fn encode(&self) -> Vec<u8> {
        [&self.round.to_be_bytes()[..], &words(self.participant, self.serial, &self.change)].concat()
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Announced, Malformed> {
        let (round, participant, serial) = (reader.u64()?, reader.u32()?, reader.u32()?);
        Ok(Announced { round, participant, serial, change: change(reader)? })
    }

    fn entry(&self) -> (usize, Entry) {
        (self.participant as usize, Entry { serial: self.serial, change: self.change })
    }

    /// Bytes of an announcement in the history of a bundle that begins with these 17, up to its kind.
    pub(crate) const HEAD: usize = 17;

    /// How many bytes follow these.
    pub(crate) fn rest(head: &[u8; Self::HEAD]) -> usize {
        if head[Self::HEAD - 1] == KEY { PublicKey::LEN } else { 0 }
    }
}

impl Announcement {
    /// What the round says of it, without the proof.
    pub fn announced(&self, round: u64) -> Announced {
        let Announcement { participant, serial, change, .. } = *self;
        Announced { round, participant, serial, change }
    }

    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(words(self.participant, self.serial, &self.change));
        bytes.extend((self.proof.len() as u16).to_be_bytes());
        bytes.extend(&self.proof);
    }

    pub(crate) fn decode(reader: &mut Reader<'_>, genesis: &Genesis) -> Result<Announcement, Malformed> {
        let (participant, serial, change) = (reader.u32()?, reader.u32()?, change(reader)?);
        let is_member = (participant as usize) < genesis.participants.len();
        require(is_member, "announcement", "there is no such participant")?;
        let len = usize::from(reader.u16()?);
        require(genesis.vrf.proof_len().contains(&len), "announcement", "wrong proof length")?;
        Ok(Announcement { participant, serial, change, proof: reader.bytes(len)?.to_vec() })
    }

    /// Bytes of the longest one in a chain of `genesis`.
    pub(crate) fn max_len(genesis: &Genesis) -> usize {
        11 + PublicKey::LEN + genesis.vrf.proof_len().end()
    }
}

/// u32(participant) ‖ u32(serial) ‖ change.
pub(crate) fn words(participant: u32, serial: u32, change: &Change) -> Vec<u8> {
    let mut bytes = [participant.to_be_bytes(), serial.to_be_bytes()].concat();
    match change {
        Change::Withdrawal => bytes.push(WITHDRAWAL),
        Change::Key(key) => {
            bytes.push(KEY);
            bytes.extend(key.to_bytes());
        }
    }
    bytes
}

fn change(reader: &mut Reader<'_>) -> Result<Change, Malformed> {
    match reader.u8()? {
        WITHDRAWAL => Ok(Change::Withdrawal),
        KEY => {
            let key = PublicKey::from_bytes(reader.bytes(PublicKey::LEN)?).map_err(Malformed::Key)?;
            Ok(Change::Key(key))
        }
        _ => Err(Malformed::Field { field: "announcement", rule: "neither a key nor a withdrawal" }),
    }
}

/// The keys of a chain up to some round: what was announced, and so which key of each participant is due when. Copies are cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    schedule: Schedule,
    /// 0 if the chain takes no announcements.
    lead: u64,
    /// D_0.
    origin: [u8; 32],
    /// Each with the running hash D after it.
    log: Arc<Vec<(Announced, [u8; 32])>>,
}

impl Keys {
    /// Before round 1 of the chain `id`.
    pub(crate) fn new(id: &[u8; 32], genesis: &Genesis) -> Keys {
        let slots = genesis.committees.len() as u16;
        let lead = u64::from(genesis.lead);
        let schedule = Schedule::new(genesis.participants.len(), slots, lead);
        let origin = tagged("heliast/announcements/v1").chain_update(id).finalize().into();
        Keys { schedule, lead, origin, log: Arc::default() }
    }

    /// The one key of `participant` that is due in `round`, past or to come; `None` if there is no such participant.
    ///
    /// # Errors
    /// [`Unsettled`] if announcements of rounds to come may still decide it.
    pub fn due(&self, participant: u32, round: u64) -> Result<Option<Due>, Unsettled> {
        if self.lead == 0 {
            let stateless = Due { key: Key::Stateless, until: None, next: Key::Stateless };
            return Ok(self.schedule.next_serial(participant as usize).map(|_| stateless));
        }
        self.schedule.due(participant as usize, round)
    }

    /// The rounds from an announcement to its effect; 0 if the chain takes none.
    pub fn lead(&self) -> u64 {
        self.lead
    }

    /// The serial number of the participant's next announcement.
    pub fn next_serial(&self, participant: u32) -> Option<u32> {
        self.schedule.next_serial(participant as usize)
    }

    /// All announcements, in the order of the chain.
    pub fn announced(&self) -> impl ExactSizeIterator<Item = &Announced> + DoubleEndedIterator {
        self.log.iter().map(|(announced, _)| announced)
    }

    /// D: stands for all announcements.
    pub(crate) fn digest(&self) -> [u8; 32] {
        self.log.last().map_or(self.origin, |(_, digest)| *digest)
    }

    /// D_(K−k) for K the next round: of the announcements on which a key that is due in it can depend.
    pub(crate) fn settled_digest(&self) -> [u8; 32] {
        let next = self.schedule.height().saturating_add(1);
        let Some(settled) = next.checked_sub(self.lead).filter(|_| self.lead > 0) else {
            return self.origin;
        };
        let count = self.log.partition_point(|(announced, _)| announced.round <= settled);
        count.checked_sub(1).map_or(self.origin, |last| self.log[last].1)
    }

    /// That the next round may have this announcement, and in which round it would take effect.
    pub(crate) fn check(&self, announcement: &Announcement) -> Result<u64, Invalid> {
        let Announcement { participant, serial, change, .. } = *announcement;
        if self.lead == 0 {
            return Err(Invalid::NoAnnouncements);
        }
        self.schedule.check(participant as usize, &Entry { serial, change }).map_err(refused(participant))
    }

    /// After the next round, which has these announcements; whether their proofs hold is not looked at.
    pub(crate) fn after(&self, announcements: &[Announcement]) -> Result<Keys, Invalid> {
        let round = self.schedule.height().saturating_add(1);
        let announced: Vec<_> =
            announcements.iter().map(|announcement| announcement.announced(round)).collect();
        let mut keys = self.clone();
        keys.record(round, &announced)?;
        Ok(keys)
    }

    /// Takes in rounds up to `height` with these announcements, which come from a source that is trusted or will be checked.
    pub(crate) fn replay(&mut self, announced: &[Announced], height: u64) -> Result<(), Invalid> {
        for round in announced.chunk_by(|a, b| a.round == b.round) {
            let number = round[0].round;
            if number <= self.schedule.height() || number > height {
                return Err(Invalid::History(number));
            }
            self.record(number, round)?;
        }
        self.schedule.skip_to(height);
        Ok(())
    }

    fn record(&mut self, round: u64, announced: &[Announced]) -> Result<(), Invalid> {
        if announced.is_empty() {
            self.schedule.skip_to(round);
            return Ok(());
        }
        if self.lead == 0 {
            return Err(Invalid::NoAnnouncements);
        }
        if !announced.is_sorted_by(|a, b| a.participant < b.participant) {
            return Err(Invalid::AnnouncementOrder);
        }
        self.schedule.skip_to(round.saturating_sub(1));
        let entries: Vec<_> = announced.iter().map(Announced::entry).collect();
        if let Err(reason) = self.schedule.record(&entries) {
            // Nothing was recorded, and each of another participant: the first that is refused by itself.
            let culprit = entries
                .iter()
                .position(|(participant, entry)| self.schedule.check(*participant, entry).is_err());
            return Err(refused(announced[culprit.unwrap_or(0)].participant)(reason));
        }
        let mut digest = self.digest();
        let log = Arc::make_mut(&mut self.log);
        for one in announced {
            let hash = tagged("heliast/announcements/v1").chain_update(digest);
            digest = hash.chain_update(one.encode()).finalize().into();
            log.push((*one, digest));
        }
        Ok(())
    }
}

fn refused(participant: u32) -> impl Fn(Refused) -> Invalid {
    move |reason| Invalid::Refused { participant, reason }
}

/// What an announcement's proof is for.
pub(crate) fn input(chain: &[u8; 32], participant: u32, serial: u32, change: &Change) -> Vec<u8> {
    tagged_bytes("heliast/announcement/v1", &[chain, &words(participant, serial, change)])
}
