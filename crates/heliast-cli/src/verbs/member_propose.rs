//! `heliast member propose`: proposes that a participant joins, leaves, or gets another stake.

use super::member_list::words;
use crate::{
    failure::{Code, Failure},
    membership::{Household, HouseholdArgs, Wish, approve, concerns},
    numbers::count,
    report::Report,
    reports::{Proposed, Word},
};
use heliast::members::MemberChange;
use heliast_view::{MembersView, ProposalView};
use std::time::Duration;

/// Propose that a participant joins, leaves, or gets another stake
///
/// A participant of the node in --home, or one whose key is in --keys, proposes it and so approves it. It is
/// adopted when participants with more than two thirds of the stake have approved it, and takes effect some
/// rounds later. A participant has one open proposal: a new one closes it.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true))]
pub struct Args {
    /// Let the holder of this stateless public key join; `heliast member key` makes a key
    #[arg(long, value_name = "KEY", group = "what", requires = "stake")]
    join: Option<String>,
    /// Give this participant another stake
    #[arg(long, value_name = "N", group = "what", requires = "stake")]
    participant: Option<u32>,
    /// Let this participant leave
    #[arg(long, value_name = "N", group = "what", conflicts_with = "stake")]
    leave: Option<u32>,
    /// The stake of the participant that joins, or the new stake
    #[arg(long, value_name = "UNITS", value_parser = count::<u64>(1..1 << 54))]
    stake: Option<u64>,
    /// The participant that proposes it [default: the first of those here that has a stake]
    #[arg(long, value_name = "N")]
    proposer: Option<u32>,
    #[command(flatten)]
    household: HouseholdArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let mut household = Household::open(&self.household)?;
        let view = household.view()?;
        let what = self.proposal();
        let proposal = what.proposal(household.chain()).ok_or_else(|| {
            let name = household.chain().genesis().vrf.name();
            Failure::new(Code::Malformed, format_args!("--join: this is not a public key of {name}"))
                .hint("`heliast member key --home HOME` prints one in hexadecimal digits")
        })?;
        if let Some(obstacle) = obstacle(&view, &what) {
            return Err(Failure::new(Code::Refused, obstacle).hint(self.household.list("member")));
        }
        concerns::warn_of_stake(&view, &what, &household.participants(&view));
        let participant = household.proposer(&view, self.proposer)?;
        let wish = Wish { participant, change: MemberChange::Proposal(proposal.clone()) };
        let stand = household.announce(vec![wish], Duration::from_secs(self.household.timeout))?;
        let round = stand.first().map_or(view.round, |(_, round)| *round);
        let after = household.view()?;
        let open = after.open.iter().find(|open| (open.round, open.proposer) == (round, participant));
        let id = open.map(|open| open.id.clone());
        let headline = match &id {
            Some(id) => format!(
                "round {round} has the proposal: {}; {}{}",
                words(&what),
                approve(id),
                household.waiting(&after, id),
            ),
            None => format!("round {round} has the proposal, and it is not open any more: {}", words(&what)),
        };
        let adopted = household.has_adopted(&proposal);
        Ok(Report::of(headline, &Proposed { round, participant, id: id.map(Word::from), adopted }))
    }

    fn proposal(&self) -> ProposalView {
        let stake = self.stake.unwrap_or(0);
        match (&self.join, self.participant.or(self.leave)) {
            (Some(key), _) => ProposalView::Join { public_key: key.to_ascii_lowercase(), stake },
            (None, participant) => ProposalView::Stake { participant: participant.unwrap_or(0), stake },
        }
    }
}

/// The reason why a proposal cannot be adopted, if the node's list shows one.
fn obstacle(view: &MembersView, what: &ProposalView) -> Option<String> {
    match what {
        ProposalView::Join { public_key, .. } => {
            if view.members.len() as u64 >= view.most {
                return Some(format!("there are {} participants, and there can be no more", view.most));
            }
            let holder = view.members.iter().find(|one| one.public_key == *public_key)?;
            let number = holder.participant;
            Some(format!("participant {number} has this key; if it has left, change its stake"))
        }
        ProposalView::Stake { participant, stake } => match view.members.get(*participant as usize) {
            None => Some(format!("there is no participant {participant}")),
            Some(one) if one.decided == *stake => {
                Some(format!("participant {participant} has stake {stake}"))
            }
            Some(_) => None,
        },
        ProposalView::Validators { .. } => None,
    }
}
