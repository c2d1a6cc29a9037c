//! Announcements as a participant makes them, and as the chain keeps them (`spec/round.md`).

use crate::{
    genesis::Genesis,
    members::{MemberChange, Proposal, VALIDATORS, ValidatorChange},
    verified::Verifiable,
    wire::{Malformed, Reader, require, tagged_bytes},
};
use heliast_vrf::stateful::PublicKey;

const WITHDRAWAL: u8 = 0;
const KEY: u8 = 1;

/// The subject of an announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// This key is due from now on, once the lead is over and its first round has come.
    Key(PublicKey),
    /// Only the stateless key is due after the lead: this is for a key that was lost.
    Withdrawal,
    /// A proposal that somebody joins, leaves or gets another stake (`spec/members.md`), or the approval of
    /// one.
    Member(MemberChange),
}

impl Change {
    /// Whether it changes which key is due.
    pub fn is_about_keys(&self) -> bool {
        !matches!(self, Change::Member(_))
    }

    /// Checks that a chain of `genesis` can have such a change.
    pub(crate) fn check_form(&self, genesis: &Genesis) -> Result<(), Malformed> {
        let Change::Member(change) = self else { return Ok(()) };
        require(genesis.members.is_some(), "announcement", "the members of this chain do not change")?;
        if let MemberChange::Proposal(Proposal::Validators(_)) = change {
            let they_change = genesis.members.is_some_and(|rules| rules.validators_change);
            return require(they_change, "announcement", "the validators of this chain do not change");
        }
        let is_of_chain = match change {
            MemberChange::Proposal(Proposal::Join { key, .. }) => key.scheme() == genesis.vrf,
            MemberChange::Proposal(_) | MemberChange::Approval(_) => true,
        };
        require(is_of_chain, "participant", "its scheme is not the chain's")
    }
}

/// A statement of a participant in a round, with a proof by the participant's stateless key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Its number in the genesis.
    pub participant: u32,
    /// The number of its earlier announcements.
    pub serial: u32,
    /// The change that takes effect.
    pub change: Change,
    /// The proof of its stateless key for [`Chain::announcement_input`](crate::Chain::announcement_input).
    pub proof: Vec<u8>,
}

/// The facts about a verified announcement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncementFacts {
    /// The round in which it takes effect, unless a later announcement overtakes it. For a proposal or an
    /// approval it is the round of the effect if the proposal is adopted in the announcement's round.
    pub effective: u64,
    /// The digest of the tip after which it was verified.
    pub(crate) tip: [u8; 32],
}

impl Verifiable for Announcement {
    type Facts = AnnouncementFacts;
}

/// An announcement in a round of the chain, without its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The round.
    pub round: u64,
    /// The participant that announced it.
    pub participant: u32,
    /// The number of this participant's earlier announcements.
    pub serial: u32,
    /// The change that takes effect.
    pub change: Change,
}

impl Announced {
    /// The number of bytes of an announcement in the history of a bundle, up to its kind and including it.
    pub(crate) const HEAD: usize = 17;

    /// The round in which it takes effect, unless a later announcement overtakes it.
    pub(super) fn effective(&self, lead: u64) -> u64 {
        let settled = self.round.saturating_add(lead);
        match &self.change {
            Change::Key(key) => settled.max(key.terms.first()),
            Change::Withdrawal | Change::Member(_) => settled,
        }
    }

    /// The bytes of announcements, one after the other, as the header of a bundle has them (`spec/round.md`).
    pub fn encode_all<'a>(all: impl IntoIterator<Item = &'a Announced>) -> Vec<u8> {
        all.into_iter().flat_map(Announced::encode).collect()
    }

    /// The announcements of [`Announced::encode_all`].
    ///
    /// # Errors
    /// [`Malformed`] if the bytes are not such an encoding.
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

    /// The number of bytes that follow `rest`, the first bytes after `head`.
    pub(crate) fn rest_of_rest(head: &[u8; Self::HEAD], rest: &[u8]) -> usize {
        match (head[Self::HEAD - 1], rest) {
            (VALIDATORS, [a, b]) => u16::from_be_bytes([*a, *b]).into(),
            _ => 0,
        }
    }

    /// The number of bytes that follow `head` in a chain of `genesis`. For a kind whose length varies these
    /// are the bytes of its length. 0 if no change has such a kind.
    pub(crate) fn rest(head: &[u8; Self::HEAD], genesis: &Genesis) -> usize {
        match head[Self::HEAD - 1] {
            KEY => PublicKey::LEN,
            VALIDATORS => 2,
            kind => MemberChange::len_of(kind, genesis.vrf.public_key_len()).unwrap_or(0),
        }
    }
}

impl Announcement {
    /// The record of it in a round, without the proof.
    pub fn announced(&self, round: u64) -> Announced {
        let Announcement { participant, serial, .. } = *self;
        Announced { round, participant, serial, change: self.change.clone() }
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
        change.check_form(genesis)?;
        let can_be = (participant as usize) < genesis.most_participants();
        require(can_be, "announcement", "there is no such participant")?;
        let len = usize::from(reader.u16()?);
        require(genesis.vrf.proof_len().contains(&len), "announcement", "wrong proof length")?;
        Ok(Announcement { participant, serial, change, proof: reader.bytes(len)?.to_vec() })
    }

    /// The length of the longest announcement in a chain of `genesis`, in bytes.
    pub(crate) fn max_len(genesis: &Genesis) -> usize {
        let they_change = genesis.members.is_some_and(|rules| rules.validators_change);
        let change = if they_change { ValidatorChange::MAX_LEN } else { PublicKey::LEN };
        11 + change + genesis.vrf.proof_len().end()
    }
}

/// The input that an announcement's proof is for.
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
        Change::Member(change) => change.encode(&mut bytes),
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
        kind => {
            let rule = "it is of none of the kinds that there are";
            let change = MemberChange::decode(kind, reader)?;
            change.map(Change::Member).ok_or(Malformed::Field { field: "announcement", rule })
        }
    }
}
