//! `heliast member approve`: approves an open proposal.

use super::member_list::words;
use crate::{
    failure::{Code, Failure},
    membership::{Household, HouseholdArgs, Wish},
    modulus::lower_hex,
    report::Report,
    reports::{Approval, Approved},
};
use heliast::members::MemberChange;
use heliast_view::{MembersView, OpenView};
use std::time::Duration;

/// Approve an open proposal
///
/// All participants of the node in --home, or those whose keys are in --keys, approve it if they have a stake
/// and have not approved it yet. An approval cannot be taken back. Proposals that are harmless alone may be
/// harmful together: consider all that are open.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The id of the proposal, as `heliast member list` shows it
    #[arg(value_name = "ID")]
    id: String,
    /// Approve for this participant only
    #[arg(long, value_name = "N")]
    participant: Option<u32>,
    #[command(flatten)]
    household: HouseholdArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let id: [u8; 32] = lower_hex(&self.id).and_then(|id| id.try_into().ok()).ok_or_else(|| {
            Failure::new(Code::Usage, "the id of a proposal has 64 hexadecimal digits in lower case")
                .hint(self.household.list("member"))
        })?;
        let mut household = Household::open(&self.household)?;
        let view = household.view()?;
        let open = found(&view, &self.id).map_err(|failure| failure.hint(self.household.list("member")))?;
        let proposal = open.proposal.proposal(household.chain()).ok_or_else(|| {
            Failure::new(Code::Malformed, "the node shows a proposal that this chain can't have")
        })?;
        let here = household.participants(&view).into_iter().map(|one| one.participant);
        let wanted = here.filter(|one| self.participant.is_none_or(|named| named == *one));
        let wishes: Vec<_> = wanted
            .filter(|one| !open.approved.contains(one))
            .map(|participant| Wish { participant, change: MemberChange::Approval(id) })
            .collect();
        if wishes.is_empty() {
            let message = "nobody here is left to approve it: they have approved before, or have no stake";
            return Err(Failure::new(Code::Refused, message).hint(self.household.list("member")));
        }
        let stand = household.announce(wishes, Duration::from_secs(self.household.timeout))?;
        let after = household.view()?;
        let is_adopted = household.has_adopted(&proposal);
        if stand.is_empty() {
            let how = if is_adopted { "it is adopted" } else { "it is not open any more" };
            let message = format_args!("the proposal was closed before an approval from here stood: {how}");
            return Err(Failure::new(Code::Refused, message).hint(self.household.list("member")));
        }
        let approvals: Vec<_> = stand
            .iter()
            .map(|(wish, round)| Approval { participant: wish.participant, round: *round })
            .collect();
        let who: Vec<_> = stand.iter().map(|(wish, _)| wish.participant.to_string()).collect();
        let end = if is_adopted { "it is adopted" } else { "it waits for more approvals" };
        let waiting = household.waiting(&after, &self.id);
        let headline =
            format!("approved by participants {}: {}; {end}{waiting}", who.join(", "), words(&open.proposal));
        Ok(Report::of(headline, &Approved { id: self.id.into(), approvals, adopted: is_adopted }))
    }
}

fn found<'a>(view: &'a MembersView, id: &str) -> Result<&'a OpenView, Failure> {
    view.open.iter().find(|open| open.id == id).ok_or_else(|| {
        Failure::new(Code::Refused, "no open proposal has this id: it was adopted, replaced, or is too old")
    })
}
