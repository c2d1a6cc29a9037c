//! The announcements about members (`spec/members.md`).

use super::validators::ValidatorChange;
use crate::{
    stateless::StatelessKey,
    wire::{Malformed, Reader, require},
};

const JOIN: u8 = 2;
const STAKE: u8 = 3;
const APPROVAL: u8 = 4;
/// A proposal about validators.
pub(crate) const VALIDATORS: u8 = 5;

/// A proposal about a member, or the approval of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemberChange {
    /// A change that can be approved from now on. Its proposer approves it by proposing it.
    Proposal(Proposal),
    /// The approval of the open proposal with this id, which is the value of D right after it was announced.
    Approval([u8; 32]),
}

/// The change that is proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// A participant with this key and stake, 1 or more, joins.
    Join {
        /// Its stateless public key, for good.
        key: StatelessKey,
        /// Its units of stake.
        stake: u64,
    },
    /// A participant has this stake.
    Stake {
        /// Its number.
        participant: u32,
        /// Its units of stake; 0: it leaves.
        stake: u64,
    },
    /// Validators of the network have these powers (`spec/validators.md`).
    Validators(ValidatorChange),
}

impl MemberChange {
    /// Its bytes in an announcement.
    pub(crate) fn encode(&self, bytes: &mut Vec<u8>) {
        match self {
            MemberChange::Proposal(Proposal::Join { key, stake }) => {
                bytes.extend([JOIN, key.scheme() as u8]);
                bytes.extend((key.as_bytes().len() as u16).to_be_bytes());
                bytes.extend(key.as_bytes());
                bytes.extend(stake.to_be_bytes());
            }
            MemberChange::Proposal(Proposal::Stake { participant, stake }) => {
                bytes.push(STAKE);
                bytes.extend(participant.to_be_bytes());
                bytes.extend(stake.to_be_bytes());
            }
            MemberChange::Proposal(Proposal::Validators(change)) => {
                bytes.push(VALIDATORS);
                change.encode(bytes);
            }
            MemberChange::Approval(id) => {
                bytes.push(APPROVAL);
                bytes.extend(id);
            }
        }
    }

    /// Decodes the bytes after the kind; `None` if no change of members has this kind. The chain
    /// decides whether it can have such a change.
    pub(crate) fn decode(kind: u8, reader: &mut Reader<'_>) -> Result<Option<MemberChange>, Malformed> {
        Ok(Some(match kind {
            JOIN => MemberChange::Proposal(join(reader)?),
            STAKE => {
                let (participant, stake) = (reader.u32()?, reader.u64()?);
                MemberChange::Proposal(Proposal::Stake { participant, stake })
            }
            APPROVAL => MemberChange::Approval(reader.array()?),
            VALIDATORS => MemberChange::Proposal(Proposal::Validators(ValidatorChange::decode(reader)?)),
            _ => return Ok(None),
        }))
    }

    /// The number of bytes after the kind, where keys of participants have `key_len` bytes. `None` if no
    /// change of members has this kind, or if the bytes begin with their length.
    pub(crate) fn len_of(kind: u8, key_len: usize) -> Option<usize> {
        match kind {
            JOIN => Some(1 + 2 + key_len + 8),
            STAKE => Some(4 + 8),
            APPROVAL => Some(32),
            _ => None,
        }
    }
}

fn join(reader: &mut Reader<'_>) -> Result<Proposal, Malformed> {
    let (scheme, len) = (reader.u8()?, reader.u16()?);
    let key = StatelessKey::from_bytes(scheme, reader.bytes(len.into())?).map_err(Malformed::NewKey)?;
    let stake = reader.u64()?;
    require(stake > 0, "stake", "a participant that joins needs at least one unit")?;
    Ok(Proposal::Join { key, stake })
}
