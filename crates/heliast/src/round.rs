//! Rounds and tickets: the data that is transmitted, and the facts that are known once it has been verified.

use crate::{
    keys::{Announcement, Key, Keys},
    verified::Verifiable,
};

pub(crate) const MAGIC: &[u8] = b"HLRD\x02";
/// These letters distinguish a round from other frames of a bundle.
pub(crate) const KIND: &[u8] = b"HLRD";

/// A participant's claim to a place in a committee of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The slot of the committee.
    pub slot: u8,
    /// The participant's number in the genesis.
    pub participant: u32,
    /// The VRF proof of the key that is due.
    pub proof: Vec<u8>,
}

impl Ticket {
    /// Its bytes in a round (`spec/round.md`).
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.slot);
        bytes.extend(self.participant.to_be_bytes());
        debug_assert!(u16::try_from(self.proof.len()).is_ok());
        bytes.extend((self.proof.len() as u16).to_be_bytes());
        bytes.extend(&self.proof);
    }
}

/// A round. It has the data that a reader cannot compute, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// K, from 1.
    pub number: u64,
    /// The time of its opening, in milliseconds since 1970.
    pub time_ms: u64,
    /// The tickets for the committees, in ascending order of slots and participants.
    pub tickets: Vec<Ticket>,
    /// The announcements, in ascending order of participants.
    pub announcements: Vec<Announcement>,
    /// The delay's output z_K, encoded.
    pub y: Vec<u8>,
    /// The delay's proof, encoded.
    pub proof: Vec<u8>,
}

impl Round {
    /// The bytes of `spec/round.md`. The length of a proof has 16 bits there. No scheme makes a longer proof;
    /// a ticket or announcement with one gives bytes that decode to another round or are malformed.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.number.to_be_bytes());
        bytes.extend(self.time_ms.to_be_bytes());
        bytes.extend((self.tickets.len() as u32).to_be_bytes());
        self.tickets.iter().for_each(|ticket| ticket.encode(&mut bytes));
        bytes.extend((self.announcements.len() as u32).to_be_bytes());
        for announcement in &self.announcements {
            announcement.encode(&mut bytes);
        }
        bytes.extend(&self.y);
        bytes.extend(&self.proof);
        bytes
    }
}

/// The winnings of a ticket.
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
    /// The key that was due, with which it was drawn.
    pub key: Key,
    /// The digest of the tip after which it was drawn.
    pub(crate) tip: [u8; 32],
}

impl Verifiable for Ticket {
    type Facts = Lot;
}

/// The facts that follow from a round's bytes and the rounds before it.
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
    /// The bytes whose SHA-256 is B_K.
    pub preimage: Vec<u8>,
    /// The participants' keys after the round.
    pub keys: Keys,
    /// The digest of the tip after which the round was checked.
    pub(crate) tip: [u8; 32],
}

impl Verifiable for Round {
    type Facts = RoundFacts;
}
