//! Announcements: what a participant says, and what the chain keeps of it (`spec/round.md`).

use crate::{
    genesis::Genesis,
    verified::Verifiable,
    wire::{Malformed, Reader, require, tagged_bytes},
};
use heliast_vrf::stateful::PublicKey;

const WITHDRAWAL: u8 = 0;
const KEY: u8 = 1;

/// What an announcement is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// From now on this key, once the lead is over and its first round has come.
    Key(PublicKey),
    /// No key but the stateless one, once the lead is over: for a key that was lost.
    Withdrawal,
}

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

/// What is known about a verified announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncementFacts {
    /// The round in which it takes effect, if nothing else does before.
    pub effective: u64,
    /// What it was verified after, as a digest.
    pub(crate) tip: [u8; 32],
}

impl Verifiable for Announcement {
    type Facts = AnnouncementFacts;
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
    /// Bytes of an announcement in the history of a bundle that begins with these 17, up to its kind.
    pub(crate) const HEAD: usize = 17;

    /// The round in which it takes effect, if nothing else does before.
    pub(super) fn effective(&self, lead: u64) -> u64 {
        let settled = self.round.saturating_add(lead);
        match &self.change {
            Change::Key(key) => settled.max(key.terms.first()),
            Change::Withdrawal => settled,
        }
    }

    /// The bytes of announcements, one after the other, as the header of a bundle has them (`spec/round.md`).
    pub fn encode_all<'a>(all: impl IntoIterator<Item = &'a Announced>) -> Vec<u8> {
        all.into_iter().flat_map(Announced::encode).collect()
    }

    /// The announcements of [`Announced::encode_all`].
    ///
    /// # Errors
    /// [`Malformed`] if the bytes are not such.
    pub fn decode_all(bytes: &[u8]) -> Result<Vec<Announced>, Malformed> {
        let (mut reader, mut all) = (Reader::new("announcement", &[], bytes)?, Vec::new());
        while !reader.is_empty() {
            all.push(Announced::decode(&mut reader)?);
        }
        Ok(all)
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        [&self.round.to_be_bytes()[..], &words(self.participant, self.serial, &self.change)].concat()
    }

    pub(crate) fn decode(reader: &mut Reader<'_>) -> Result<Announced, Malformed> {
        let (round, participant, serial) = (reader.u64()?, reader.u32()?, reader.u32()?);
        Ok(Announced { round, participant, serial, change: change(reader)? })
    }

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

    /// Its bytes in a round (`spec/round.md`).
    pub fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(words(self.participant, self.serial, &self.change));
        debug_assert!(u16::try_from(self.proof.len()).is_ok());
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

/// What an announcement's proof is for.
pub(crate) fn input(chain: &[u8; 32], participant: u32, serial: u32, change: &Change) -> Vec<u8> {
    tagged_bytes("heliast/announcement/v1", &[chain, &words(participant, serial, change)])
}

/// u32(participant) ‖ u32(serial) ‖ change.
fn words(participant: u32, serial: u32, change: &Change) -> Vec<u8> {
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
