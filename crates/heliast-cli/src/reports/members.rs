//! Reports of verbs about networks, their members, and keys.

use super::{Digest, Hex, Measure, Word};
use heliast_view::{MemberView, MembersView, OpenView, ProposalView, ValidatorPowerView};
use serde::Serialize;

/// `heliast network new`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NetworkMade {
    pub out: Word,
    pub chain: Digest,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub nodes: u32,
    pub may_fail: u32,
    pub consensus_keys: Word,
    pub participants: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub most_participants: usize,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub proposal_life: Option<u32>,
    pub period_seconds: Measure,
    pub t: u64,
    #[cfg_attr(test, schemars(extend("enum" = ["squarings", "roots", "both"])))]
    pub delay_by: Word,
    pub margin_is_safe: bool,
    pub collecting_seconds: Measure,
    pub fastest_delay_seconds: Measure,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub window_blocks: u32,
    pub window_seconds: Measure,
    pub urls: Vec<Word>,
}

/// `heliast network new --plan`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NetworkPlan {
    pub steps_per_second: Measure,
    pub networks: Vec<PlannedNetwork>,
}

/// The shortest safe period of networks of one size.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PlannedNetwork {
    pub nodes: u32,
    pub may_fail: u32,
    #[cfg_attr(test, schemars(extend("enum" = ["local", "wide"])))]
    pub distance: Word,
    pub collecting_seconds: Measure,
    pub t: u64,
    /// The number of roots, if there are squarings, too.
    pub roots: Option<u64>,
    pub period_seconds: Measure,
}

/// `heliast member key`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct KeyMade {
    pub home: Word,
    pub public_key: Hex,
}

/// `heliast validator key`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ValidatorKeyShown {
    pub home: Word,
    pub key_type: Word,
    pub public_key: Hex,
    pub proof: Hex,
    pub address: Word,
    pub made: bool,
}

/// `heliast validator list`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Validators {
    pub round: u64,
    pub total_power: u64,
    pub validators: Vec<ValidatorRow>,
}

/// A validator.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ValidatorRow {
    pub address: Word,
    pub key_type: Word,
    pub public_key: Hex,
    pub power: u64,
    pub signed_twice: bool,
}

/// `heliast member propose`, and the proposals of `heliast validator`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Proposed {
    pub round: u64,
    pub participant: u32,
    /// Missing if the proposal is no longer open.
    pub id: Option<Word>,
    pub adopted: bool,
}

/// `heliast member approve`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Approved {
    pub id: Word,
    pub approvals: Vec<Approval>,
    pub adopted: bool,
}

/// An approval, and the round that has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Approval {
    pub participant: u32,
    pub round: u64,
}

/// `heliast key passphrase`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PassphraseChanged {
    pub out: Word,
    pub encrypted: bool,
    pub trees_encrypted: u64,
}

/// `heliast member list`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Members {
    pub round: u64,
    pub lead: u64,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub life: Option<u32>,
    #[cfg_attr(test, schemars(range(min = 1)))]
    pub most: u64,
    pub total_stake: u64,
    pub members: Vec<Member>,
    pub open: Vec<Open>,
}

/// A participant, as `/v1/members` has it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Member {
    pub participant: u32,
    pub public_key: Hex,
    pub stake: u64,
    pub decided: u64,
    pub effective: u64,
    pub next_serial: u32,
}

/// A proposal that may be approved.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Open {
    pub id: Digest,
    pub round: u64,
    pub until: u64,
    pub proposer: u32,
    pub proposal: Proposal,
    pub approved: Vec<u32>,
    pub approved_stake: u64,
}

/// The change that is proposed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    Join {
        public_key: Hex,
        #[cfg_attr(test, schemars(range(min = 1)))]
        stake: u64,
    },
    Stake {
        participant: u32,
        stake: u64,
    },
    Validators {
        validators: Vec<ValidatorPower>,
    },
}

/// The power that a validator is to have.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ValidatorPower {
    pub key_type: String,
    pub public_key: Hex,
    pub power: u64,
}

impl From<MembersView> for Members {
    fn from(view: MembersView) -> Members {
        let MembersView { round, lead, life, most, total_stake, members, open } = view;
        let members = members.into_iter().map(Member::from).collect();
        let open = open.into_iter().map(Open::from).collect();
        Members { round, lead, life, most, total_stake, members, open }
    }
}

impl From<MemberView> for Member {
    fn from(view: MemberView) -> Member {
        let MemberView { participant, public_key, stake, decided, effective, next_serial } = view;
        Member { participant, public_key: Hex::digits(public_key), stake, decided, effective, next_serial }
    }
}

impl From<OpenView> for Open {
    fn from(view: OpenView) -> Open {
        let OpenView { id, round, until, proposer, proposal, approved, approved_stake } = view;
        let (id, proposal) = (Digest::digits(id), proposal.into());
        Open { id, round, until, proposer, proposal, approved, approved_stake }
    }
}

impl From<ProposalView> for Proposal {
    fn from(view: ProposalView) -> Proposal {
        match view {
            ProposalView::Join { public_key, stake } => {
                Proposal::Join { public_key: Hex::digits(public_key), stake }
            }
            ProposalView::Stake { participant, stake } => Proposal::Stake { participant, stake },
            ProposalView::Validators { validators } => Proposal::Validators {
                validators: validators.into_iter().map(ValidatorPower::from).collect(),
            },
        }
    }
}

impl From<ValidatorPowerView> for ValidatorPower {
    fn from(view: ValidatorPowerView) -> ValidatorPower {
        let ValidatorPowerView { key_type, public_key, power, proof: _ } = view;
        ValidatorPower { key_type, public_key: Hex::digits(public_key), power }
    }
}
