//! Rounds and tickets: what travels, and what is known once it has been verified.

use crate::{
    announcement::{Announcement, Keys},
    chain::Chain,
    suite::VrfError,
    wire::{Malformed, Reader, require},
};
use heliast_group::Group;
use heliast_vrf::schedule::{self, Key};
use std::ops::Deref;

const MAGIC: &[u8] = b"HLRD\x02";

/// A participant's claim to a place in a committee of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The slot, whose committee it is about.
    pub slot: u8,
    /// The participant's number in the genesis.
    pub participant: u32,
    /// The VRF proof of the key that is due.
    pub proof: Vec<u8>,
}

/// A round: everything that cannot be computed, nothing that can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// K, from 1.
    pub number: u64,
    /// When it opened, in milliseconds since 1970.
    pub time_ms: u64,
    /// The committees' tickets, in ascending order of slots and participants.
    pub tickets: Vec<Ticket>,
    /// What is announced, in ascending order of participants.
    pub announcements: Vec<Announcement>,
    /// The delay's output z_K, encoded.
    pub y: Vec<u8>,
    /// The delay's proof, encoded.
    pub proof: Vec<u8>,
}

impl Round {
    /// The bytes of `spec/round.md`.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(self.time_ms.to_be_bytes());
        bytes.extend((self.tickets.len() as u32).to_be_bytes());
        for ticket in &self.tickets {
            bytes.push(ticket.slot);
            bytes.extend(ticket.participant.to_be_bytes());
            bytes.extend((ticket.proof.len() as u16).to_be_bytes());
            bytes.extend(&ticket.proof);
        }
        bytes.extend((self.announcements.len() as u32).to_be_bytes());
        for announcement in &self.announcements {
            announcement.encode(&mut bytes);
        }
        bytes.extend(&self.y);
        bytes.extend(&self.proof);
        bytes
    }

    /// The round of some bytes, well formed for `chain` and not verified.
    pub(crate) fn decode(bytes: &[u8], chain: &Chain) -> Result<Round, Malformed> {
        let mut reader = Reader::new("round", MAGIC, bytes)?;
        let (number, time_ms) = (reader.u64()?, reader.u64()?);
        let tickets = tickets(&mut reader, chain)?;
        let announcements = announcements(&mut reader, chain)?;
        let mut element = |field| -> Result<Vec<u8>, Malformed> {
            let bytes = reader.bytes(chain.group().encoded_len())?;
            chain.group().decode(bytes).map_err(|reason| Malformed::Element { field, reason })?;
            Ok(bytes.to_vec())
        };
        let (y, proof) = (element("delay output")?, element("delay proof")?);
        reader.end()?;
        Ok(Round { number, time_ms, tickets, announcements, y, proof })
    }
}

fn tickets(reader: &mut Reader<'_>, chain: &Chain) -> Result<Vec<Ticket>, Malformed> {
    let (genesis, count) = (chain.genesis(), reader.u32()?);
    let (participants, slots) = (genesis.participants.len() as u64, genesis.committees.len());
    let fits = u64::from(count) <= participants * slots as u64;
    require(fits, "tickets", "there are more than participants and slots")?;
    let mut tickets: Vec<Ticket> = Vec::new();
    for _ in 0..count {
        let (slot, participant) = (reader.u8()?, reader.u32()?);
        let ascends = tickets.last().is_none_or(|last| (last.slot, last.participant) < (slot, participant));
        require(ascends, "tickets", "slots and participants must ascend")?;
        require(usize::from(slot) < slots, "ticket", "there is no such slot")?;
        require(u64::from(participant) < participants, "ticket", "there is no such participant")?;
        let len = usize::from(reader.u16()?);
        require(len <= chain.max_proof_len(), "ticket", "its proof is longer than any of this chain's keys")?;
        tickets.push(Ticket { slot, participant, proof: reader.bytes(len)?.to_vec() });
    }
    Ok(tickets)
}

fn announcements(reader: &mut Reader<'_>, chain: &Chain) -> Result<Vec<Announcement>, Malformed> {
    let (genesis, count) = (chain.genesis(), reader.u32()?);
    require(count == 0 || genesis.lead > 0, "announcements", "this chain takes none")?;
    require(
        count as usize <= genesis.participants.len(),
        "announcements",
        "there are more than participants",
    )?;
    let mut announcements: Vec<Announcement> = Vec::new();
    for _ in 0..count {
        let announcement = Announcement::decode(reader, genesis)?;
        let ascends = announcements.last().is_none_or(|last| last.participant < announcement.participant);
        require(ascends, "announcements", "participants must ascend")?;
        announcements.push(announcement);
    }
    Ok(announcements)
}

/// Something that can be verified, and what is known about it then.
pub trait Claim {
    /// What verification finds out.
    type Facts;
}

/// A claim that has been checked. Only verification makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified<T: Claim> {
    claim: T,
    facts: T::Facts,
}

impl<T: Claim> Verified<T> {
    pub(crate) fn new(claim: T, facts: T::Facts) -> Self {
        Verified { claim, facts }
    }

    /// What verification found out.
    pub fn facts(&self) -> &T::Facts {
        &self.facts
    }

    pub(crate) fn into_parts(self) -> (T, T::Facts) {
        (self.claim, self.facts)
    }
}

impl<T: Claim> Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.claim
    }
}

/// What a ticket won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lot {
    /// The slot.
    pub slot: u8,
    /// The participant's number.
    pub participant: u32,
    /// Its votes, from 1.
    pub votes: u64,
    /// The VRF output β.
    pub output: Vec<u8>,
    /// The key that was due and that it was drawn with.
    pub key: Key,
    /// What it was drawn after, as a digest.
    pub(crate) tip: [u8; 32],
}

impl Claim for Ticket {
    type Facts = Lot;
}

/// What follows from a round's bytes and the rounds before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundFacts {
    /// Q_K, the seed that its lots were drawn with: the beacon of the round before.
    pub seed: [u8; 32],
    /// One lot per ticket.
    pub lots: Vec<Lot>,
    /// e_K, the hash of the lots.
    pub entropy: [u8; 32],
    /// x_K, the delay's input, encoded.
    pub x: Vec<u8>,
    /// B_K, the round's random value.
    pub beacon: [u8; 32],
    /// What B_K is the SHA-256 of.
    pub preimage: Vec<u8>,
    /// The participants' keys after the round.
    pub keys: Keys,
    /// What the round was checked after, as a digest.
    pub(crate) tip: [u8; 32],
}

impl Claim for Round {
    type Facts = RoundFacts;
}

/// Why a well-formed ticket or round is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// Out of sequence, or another round's bytes in this one's place.
    #[error("it says that it is round {found}, but round {expected} is due")]
    Number {
        /// The number that is due.
        expected: u64,
        /// Its own.
        found: u64,
    },
    /// Not after the round before, or off the grid of periods.
    #[error("its time {0} ms is not on the chain's grid of periods, or not after the round before")]
    Time(u64),
    /// Nobody in the genesis has this number.
    #[error("there is no participant {0}")]
    Participant(u32),
    /// A VRF proof fails.
    #[error("the ticket of participant {participant} is not valid: {reason}")]
    Ticket {
        /// Whose.
        participant: u32,
        /// Why.
        reason: VrfError,
    },
    /// Sortition gave this participant nothing.
    #[error("the ticket of participant {0} won no votes in this round")]
    NoVotes(u32),
    /// A verified ticket, but of another round.
    #[error("the ticket of participant {0} was drawn in another round")]
    OtherRound(u32),
    /// A mistake of the caller: the round was checked for another chain than the one that it is to be verified for.
    #[error("it was checked for another chain")]
    OtherChain,
    /// Tickets doubled or out of order.
    #[error("the tickets are not in strictly ascending order of slots and participants")]
    Order,
    /// The round has no such slot.
    #[error("there is no slot {0} in this chain's rounds")]
    Slot(u8),
    /// Announcements doubled or out of order.
    #[error("the announcements are not in strictly ascending order of participants")]
    AnnouncementOrder,
    /// This chain has stateless keys only.
    #[error("this chain takes no announcements: its participants have their stateless keys only")]
    NoAnnouncements,
    /// An announcement that does not come from its participant.
    #[error("the announcement of participant {participant} is not proved by its stateless key: {reason}")]
    Announcement {
        /// Whose it is said to be.
        participant: u32,
        /// Why.
        reason: VrfError,
    },
    /// An announcement that breaks a rule of `spec/schedule.md`.
    #[error("the announcement of participant {participant} is refused: {reason}")]
    Refused {
        /// Whose it is.
        participant: u32,
        /// The rule.
        reason: schedule::Refused,
    },
    /// Announcements of the rounds before that don't come before, or not in their order.
    #[error("the announcement of round {0} stands in the wrong place")]
    History(u64),
    /// Too far ahead: which key is due depends on rounds that are not known.
    #[error(transparent)]
    Unsettled(#[from] schedule::Unsettled),
    /// The delay's output or proof fails.
    #[error("the delay does not hold: {0}")]
    Delay(heliast_vdf::Invalid),
    /// An element is none: only for rounds that were not decoded.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}
