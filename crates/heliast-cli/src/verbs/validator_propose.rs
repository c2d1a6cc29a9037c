//! `heliast validator join`, `leave`, `replace` and `power`: proposals of other validators.

use super::member_list::words;
use crate::{
    failure::{Code, Failure},
    membership::{Household, HouseholdArgs, Wish, approve, concerns},
    modulus::lower_hex,
    numbers::count,
    report::Report,
    reports::{Proposed, Word},
};
use heliast::members::{MemberChange, Proposal, ValidatorChange, ValidatorEntry};
use heliast_finality::{ConsensusKey, ValidatorList};
use heliast_view::ProposalView;
use std::time::Duration;

/// The participant that proposes, and its place.
#[derive(Debug, clap::Args)]
struct ProposerArgs {
    /// The participant that proposes it [default: the first of those here that has a stake]
    #[arg(long, value_name = "N")]
    proposer: Option<u32>,
    #[command(flatten)]
    household: HouseholdArgs,
}

/// Propose that a validator joins
///
/// `heliast validator key` at its home shows the key and the proof. Holders of more than two thirds of the
/// stake approve it with `heliast member approve`. At most a third of the power joins with one round; start
/// the node before it is adopted, so that it can vote at once.
#[derive(Debug, clap::Args)]
pub struct JoinArgs {
    /// Its public key
    #[arg(value_name = "KEY")]
    key: String,
    /// The proof that somebody has the key
    #[arg(long, value_name = "PROOF")]
    proof: String,
    /// Its power
    #[arg(long, value_name = "UNITS", value_parser = count::<u64>(1..1 << 53))]
    power: u64,
    #[command(flatten)]
    who: ProposerArgs,
}

/// Propose that a validator leaves
///
/// The key of the validator cannot join again. The others need to do nothing but approve.
#[derive(Debug, clap::Args)]
pub struct LeaveArgs {
    /// Its public key or its address, as `heliast validator list` shows them
    #[arg(value_name = "KEY")]
    key: String,
    #[command(flatten)]
    who: ProposerArgs,
}

/// Propose that a new validator replaces an existing one
///
/// For a machine that is lost, or a key that may be stolen: the old key loses its power in the same step in
/// which the new one gets it, so that nothing waits for the new machine.
#[derive(Debug, clap::Args)]
pub struct ReplaceArgs {
    /// The public key or the address of the validator that leaves
    #[arg(value_name = "KEY")]
    key: String,
    /// The public key of the validator that joins
    #[arg(long, value_name = "KEY")]
    by: String,
    /// The proof that somebody has that key
    #[arg(long, value_name = "PROOF")]
    proof: String,
    /// Its power [default: that of the validator that leaves]
    #[arg(long, value_name = "UNITS", value_parser = count::<u64>(1..1 << 53))]
    power: Option<u64>,
    #[command(flatten)]
    who: ProposerArgs,
}

/// Propose another power for a validator
#[derive(Debug, clap::Args)]
pub struct PowerArgs {
    /// Its public key or its address
    #[arg(value_name = "KEY")]
    key: String,
    /// Its power
    #[arg(long, value_name = "UNITS", value_parser = count::<u64>(1..1 << 53))]
    power: u64,
    #[command(flatten)]
    who: ProposerArgs,
}

impl JoinArgs {
    pub fn run(self) -> Result<Report, Failure> {
        let JoinArgs { key, proof, power, who } = self;
        who.propose(|list| Ok(vec![newcomer(list, &key, &proof, power)?]))
    }
}

impl LeaveArgs {
    pub fn run(self) -> Result<Report, Failure> {
        let LeaveArgs { key, who } = self;
        who.propose(|list| Ok(vec![entry(&known(list, &key)?, 0)]))
    }
}

impl ReplaceArgs {
    pub fn run(self) -> Result<Report, Failure> {
        let ReplaceArgs { key, by, proof, power, who } = self;
        who.propose(|list| {
            let gone = known(list, &key)?;
            let power = power.unwrap_or(list.power_of(&gone));
            Ok(vec![entry(&gone, 0), newcomer(list, &by, &proof, power)?])
        })
    }
}

impl PowerArgs {
    pub fn run(self) -> Result<Report, Failure> {
        let PowerArgs { key, power, who } = self;
        who.propose(|list| Ok(vec![entry(&known(list, &key)?, power)]))
    }
}

impl ProposerArgs {
    /// Announces the proposal of these entries, and waits until a round has it.
    fn propose(
        self,
        entries: impl FnOnce(&ValidatorList) -> Result<Vec<ValidatorEntry>, Failure>,
    ) -> Result<Report, Failure> {
        let mut household = Household::open(&self.household)?;
        let view = household.view()?;
        let participant = household.proposer(&view, self.proposer)?;
        let list = household.validators()?;
        let list_them = || self.household.list("validator");
        let change = ValidatorChange::new(entries(&list)?)
            .map_err(|reason| Failure::new(Code::Malformed, reason).hint(list_them()))?;
        let mut after = list.clone();
        after
            .adopt(view.round, &change)
            .map_err(|reason| Failure::new(Code::Refused, reason).hint(list_them()))?;
        concerns::warn_of_power(household.foundations(), &list, &after);
        let proposal = Proposal::Validators(change);
        let what = ProposalView::new(&proposal);
        let wish = Wish { participant, change: MemberChange::Proposal(proposal.clone()) };
        let stand = household.announce(vec![wish], Duration::from_secs(self.household.timeout))?;
        let round = stand.first().map_or(view.round, |(_, round)| *round);
        let after = household.view()?;
        let open = after.open.iter().find(|open| (open.round, open.proposer) == (round, participant));
        let (id, adopted) = (open.map(|open| open.id.clone()), household.has_adopted(&proposal));
        let headline = match (&id, adopted) {
            (Some(id), _) => format!(
                "round {round} has the proposal: {}; {}{}",
                words(&what),
                approve(id),
                household.waiting(&after, id),
            ),
            (None, true) => format!("round {round} has adopted it: {}", words(&what)),
            (None, false) => {
                format!("round {round} has the proposal, and it is not open any more: {}", words(&what))
            }
        };
        Ok(Report::of(headline, &Proposed { round, participant, id: id.map(Word::from), adopted }))
    }
}

/// The validator in the list with this public key, or this address.
fn known(list: &ValidatorList, name: &str) -> Result<ConsensusKey, Failure> {
    let name = name.to_ascii_lowercase();
    let is_named =
        |key: &ConsensusKey| name == hex::encode(key.as_bytes()) || name == hex::encode(key.address());
    let found = list.validators().map(|one| one.key).find(is_named);
    found.ok_or_else(|| {
        Failure::new(Code::Refused, "no validator has this key or this address")
            .hint("`heliast validator list --home HOME` shows the keys and addresses")
    })
}

fn entry(key: &ConsensusKey, power: u64) -> ValidatorEntry {
    let (key_type, public_key) = (key.key_type() as u8, key.as_bytes().to_vec());
    ValidatorEntry { key_type, public_key, power, proof: vec![] }
}

/// An entry for a key that is not in the list.
fn newcomer(list: &ValidatorList, key: &str, proof: &str, power: u64) -> Result<ValidatorEntry, Failure> {
    let bytes = |name: &str, text: &str| {
        lower_hex(&text.to_ascii_lowercase()).ok_or_else(|| {
            Failure::new(Code::Usage, format_args!("the {name} is not in hexadecimal digits"))
                .hint("`heliast validator key --home HOME` prints both, at the home of the newcomer")
        })
    };
    Ok(ValidatorEntry {
        key_type: list.key_type() as u8,
        public_key: bytes("key", key)?,
        power,
        proof: bytes("proof", proof)?,
    })
}
