//! The file of one transaction, and its name.

use heliast::wire::tagged;
use sha2::Digest;
use std::fmt::{self, Display};

const MAGIC: &[u8] = b"HLOB\x01";

/// The kinds of transactions that a participant sends once in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A ticket for a slot.
    Ticket {
        /// The slot.
        slot: u8,
    },
    /// An announcement.
    Announcement,
}

/// A place for a transaction of one of this node's participants: it holds at most one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The round.
    pub round: u64,
    /// The participant's number.
    pub participant: u32,
    /// Ticket or announcement.
    pub kind: Kind,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { round, participant, kind } = self;
        match kind {
            Kind::Ticket { slot } => {
                write!(f, "the ticket of participant {participant} for slot {slot} of round {round}")
            }
            Kind::Announcement => write!(f, "the announcement of participant {participant} in round {round}"),
        }
    }
}

impl Place {
    fn to_bytes(self) -> [u8; 14] {
        let mut bytes = [0; 14];
        bytes[..8].copy_from_slice(&self.round.to_be_bytes());
        match self.kind {
            Kind::Ticket { slot } => bytes[9] = slot,
            Kind::Announcement => bytes[8] = 1,
        }
        bytes[10..].copy_from_slice(&self.participant.to_be_bytes());
        bytes
    }

    fn from_bytes(bytes: [u8; 14]) -> Option<Place> {
        let [round @ .., kind, slot, p0, p1, p2, p3] = bytes;
        let kind = match (kind, slot) {
            (0, slot) => Kind::Ticket { slot },
            (1, 0) => Kind::Announcement,
            _ => return None,
        };
        let participant = u32::from_be_bytes([p0, p1, p2, p3]);
        Some(Place { round: u64::from_be_bytes(round), participant, kind })
    }

    /// The name of the place's file.
    pub(super) fn name(self) -> String {
        hex::encode(self.to_bytes())
    }

    /// The place whose file has this name.
    pub(super) fn of_name(name: &str) -> Option<Place> {
        let mut bytes = [0; 14];
        hex::decode_to_slice(name, &mut bytes).ok()?;
        Place::from_bytes(bytes).filter(|place| place.name() == name)
    }
}

pub(super) fn encode(chain: &[u8; 32], place: Place, transaction: &[u8]) -> Vec<u8> {
    let len = (transaction.len() as u32).to_be_bytes();
    let mut bytes = [MAGIC, chain, &place.to_bytes(), &len, transaction].concat();
    let digest = digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

/// The transaction, or the fault of the file.
pub(super) fn decode(bytes: &[u8], chain: &[u8; 32], place: Place) -> Result<Vec<u8>, &'static str> {
    let (body, found) = bytes.split_last_chunk::<32>().ok_or("it is cut short")?;
    let rest = body.strip_prefix(MAGIC).ok_or("it is not a file of an outbox of version 1")?;
    if digest(body) != *found {
        return Err("its digest does not match");
    }
    let rest = rest.strip_prefix(chain).ok_or("it belongs to another chain")?;
    let rest = rest.strip_prefix(&place.to_bytes()).ok_or("it belongs to another place")?;
    let (len, transaction) = rest.split_first_chunk().ok_or("it is cut short")?;
    if u32::from_be_bytes(*len) as usize != transaction.len() {
        return Err("its length does not match");
    }
    Ok(transaction.to_vec())
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    tagged("heliast/outbox/v1").chain_update(bytes).finalize().into()
}
