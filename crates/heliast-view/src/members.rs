//! The JSON shapes of members and of the open proposals about them (`spec/members.md`).

use heliast::{
    Chain, StatelessKey, Tip,
    members::{MemberChange, OpenProposal, Proposal, ValidatorChange, ValidatorEntry},
};
use serde::{Deserialize, Serialize};

/// The members in a round and the proposals that are open, as `GET /v1/members` answers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MembersView {
    /// The round: the one under way, or the next. Stakes are those in effect in it.
    pub round: u64,
    /// Rounds from the adoption of a proposal to its effect.
    pub lead: u64,
    /// Rounds for which a proposal may be approved; null if the members of the chain do not change.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub life: Option<u32>,
    /// The most participants that there can ever be.
    pub most: u64,
    /// The sum of the stakes.
    pub total_stake: u64,
    /// The participants, by their numbers.
    pub members: Vec<MemberView>,
    /// The proposals that may be approved in this round, in the order in which they were made.
    pub open: Vec<OpenView>,
}

/// A participant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MemberView {
    /// Its number.
    pub participant: u32,
    /// Its stateless public key.
    pub public_key: String,
    /// Its stake in this round; 0 if it has left, or if its stake has effect later.
    pub stake: u64,
    /// The stake that it has from `effective` on, by the last change adopted.
    pub decided: u64,
    /// The round from which on it has the decided stake; 0: from the first round on.
    pub effective: u64,
    /// The serial number of its next announcement.
    pub next_serial: u32,
}

/// A proposal that may be approved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OpenView {
    /// The id by which it is approved.
    pub id: String,
    /// The round in which it was made.
    pub round: u64,
    /// The last round in which it may be approved.
    pub until: u64,
    /// The participant who made it.
    pub proposer: u32,
    /// The change that is proposed.
    pub proposal: ProposalView,
    /// The participants that have approved it, the proposer among them.
    pub approved: Vec<u32>,
    /// Their stake in this round; more than 2/3 of the total adopts the proposal.
    pub approved_stake: u64,
}

/// The change that is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ProposalView {
    /// A participant joins.
    Join {
        /// Its stateless public key.
        public_key: String,
        /// Its stake.
        stake: u64,
    },
    /// The stake of a participant changes.
    Stake {
        /// Its number.
        participant: u32,
        /// Its stake; 0: it leaves.
        stake: u64,
    },
    /// The powers of validators of the network change (`spec/validators.md`).
    Validators {
        /// The validators, with these powers.
        validators: Vec<ValidatorPowerView>,
    },
}

/// The power that a validator is to have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ValidatorPowerView {
    /// The type of its key: "ed25519" or "ml_dsa_65".
    pub key_type: String,
    /// Its public key.
    pub public_key: String,
    /// Its power; 0: it leaves.
    pub power: u64,
    /// The signature that shows that somebody has the key; empty where it is not needed.
    pub proof: String,
}

/// An announcement about members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MemberChangeView {
    /// A proposal.
    Proposal(ProposalView),
    /// The id of the proposal that is approved.
    Approval(String),
}

impl MembersView {
    /// The members in the round after `tip`.
    pub fn new(chain: &Chain, tip: &Tip) -> MembersView {
        let (members, round) = (tip.keys().members(), tip.next_round());
        let member = |participant| MemberView {
            participant,
            public_key: members.public_key(participant).map(hex::encode).unwrap_or_default(),
            stake: members.stake_in(participant, round),
            decided: members.stake_decided(participant),
            effective: members.stakes(participant).last().map_or(0, |(effective, _)| *effective),
            next_serial: tip.keys().next_serial(participant).unwrap_or(0),
        };
        let life = members.rules().map(|rules| rules.life);
        let open = |open: &OpenProposal| OpenView {
            id: hex::encode(open.id()),
            round: open.round(),
            until: open.round().saturating_add(life.unwrap_or(0).into()),
            proposer: open.proposer(),
            proposal: ProposalView::new(open.proposal()),
            approved: open.approved().collect(),
            approved_stake: members.weight_in(open, round),
        };
        MembersView {
            round,
            lead: tip.keys().lead(),
            life,
            most: chain.genesis().most_participants() as u64,
            total_stake: members.total_in(round),
            members: (0..members.count()).map(member).collect(),
            open: members.open_in(round).map(open).collect(),
        }
    }
}

impl ProposalView {
    /// The view of a proposal.
    pub fn new(proposal: &Proposal) -> ProposalView {
        match proposal {
            Proposal::Join { key, stake } => {
                ProposalView::Join { public_key: hex::encode(key.as_bytes()), stake: *stake }
            }
            Proposal::Stake { participant, stake } => {
                ProposalView::Stake { participant: *participant, stake: *stake }
            }
            Proposal::Validators(change) => {
                let validators = change.entries().iter().map(ValidatorPowerView::new).collect();
                ProposalView::Validators { validators }
            }
        }
    }

    /// The change of these validators; `None` if they do not have the form of a change.
    pub fn change(validators: &[ValidatorPowerView]) -> Option<ValidatorChange> {
        let entries = validators.iter().map(ValidatorPowerView::entry).collect::<Option<_>>()?;
        ValidatorChange::new(entries).ok()
    }

    /// The proposal itself; `None` if its key is not valid in this chain's scheme, or its validators do not
    /// have the form of a change.
    pub fn proposal(&self, chain: &Chain) -> Option<Proposal> {
        Some(match self {
            ProposalView::Join { public_key, stake } => {
                let key = StatelessKey::new(chain.genesis().vrf, &hex::decode(public_key).ok()?).ok()?;
                Proposal::Join { key, stake: *stake }
            }
            ProposalView::Stake { participant, stake } => {
                Proposal::Stake { participant: *participant, stake: *stake }
            }
            ProposalView::Validators { validators } => {
                Proposal::Validators(ProposalView::change(validators)?)
            }
        })
    }
}

/// The types of keys by their numbers, from 1.
const KEY_TYPES: [&str; 2] = ["ed25519", "ml_dsa_65"];

impl ValidatorPowerView {
    fn new(entry: &ValidatorEntry) -> ValidatorPowerView {
        let name = KEY_TYPES.get(usize::from(entry.key_type).wrapping_sub(1));
        ValidatorPowerView {
            key_type: name.copied().unwrap_or_default().into(),
            public_key: hex::encode(&entry.public_key),
            power: entry.power,
            proof: hex::encode(&entry.proof),
        }
    }

    fn entry(&self) -> Option<ValidatorEntry> {
        Some(ValidatorEntry {
            key_type: KEY_TYPES.iter().position(|name| *name == self.key_type)? as u8 + 1,
            public_key: hex::decode(&self.public_key).ok()?,
            power: self.power,
            proof: hex::decode(&self.proof).ok()?,
        })
    }
}

impl MemberChangeView {
    /// The view of a proposal or an approval.
    pub fn new(change: &MemberChange) -> MemberChangeView {
        match change {
            MemberChange::Proposal(proposal) => MemberChangeView::Proposal(ProposalView::new(proposal)),
            MemberChange::Approval(id) => MemberChangeView::Approval(hex::encode(id)),
        }
    }
}
