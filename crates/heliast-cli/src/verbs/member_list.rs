//! `heliast member list`: the members' stakes, and the open proposals.

use crate::{
    failure::Failure,
    membership::{PlaceArgs, Watch},
    node_homes::addresses,
    report::Report,
    reports::Members,
    rounds::remote_members,
};
use heliast_verify::node_url;
use heliast_view::{MemberView, MembersView, OpenView, ProposalView};
use std::path::Path;

/// Show the members' stakes, and the open proposals
///
/// The node is trusted: ask your own before you approve a proposal by its id. With --keys and --node, nodes
/// of others are asked, and none of them is trusted.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address of a node, http(s)://... or host:port, or its home
    #[arg(value_name = "URL|HOME", default_value = "http://127.0.0.1:7070", conflicts_with_all = ["home", "keys", "node"])]
    at: String,
    #[command(flatten)]
    place: PlaceArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        if self.place.is_given() {
            return Ok(report(Watch::open(&self.place)?.view()?));
        }
        let url = match node_url(&self.at) {
            Some(url) => url,
            None => addresses(Path::new(&self.at))?.0,
        };
        Ok(report(remote_members(&url)?))
    }
}

fn report(view: MembersView) -> Report {
    let headline = match view.life {
        Some(life) => format!(
            "round {} is next; {} units of stake; a proposal lives {life} rounds, and has effect {} rounds after it was \
             adopted",
            view.round, view.total_stake, view.lead
        ),
        None => format!("round {} is next; the members of this chain do not change", view.round),
    };
    let open = view.open.iter().map(|open| line(open, view.total_stake));
    let lines: Vec<_> =
        std::iter::once(headline).chain(view.members.iter().map(member)).chain(open).collect();
    Report::of(lines.join("\n"), &Members::from(view))
}

fn member(member: &MemberView) -> String {
    let MemberView { participant, public_key, stake, decided, effective, .. } = member;
    let stakes = match (*stake, *decided) {
        (0, 0) => "has left".to_owned(),
        (stake, decided) if stake == decided => format!("stake {stake}"),
        (0, decided) => format!("joins with stake {decided} in round {effective}"),
        (stake, 0) => format!("stake {stake}, leaves in round {effective}"),
        (stake, decided) => format!("stake {stake}, {decided} from round {effective} on"),
    };
    format!("participant {participant}: {stakes}, key {public_key}")
}

fn line(open: &OpenView, total: u64) -> String {
    let who: Vec<_> = open.approved.iter().map(u32::to_string).collect();
    format!(
        "proposal {} by participant {}, until round {}: {}; approved by {} with {} of {total} units",
        open.id,
        open.proposer,
        open.until,
        words(&open.proposal),
        who.join(", "),
        open.approved_stake
    )
}

/// A proposal in words.
pub(super) fn words(proposal: &ProposalView) -> String {
    match proposal {
        ProposalView::Join { public_key, stake } => {
            format!("the participant with the key {public_key} joins with stake {stake}")
        }
        ProposalView::Stake { participant, stake: 0 } => format!("participant {participant} leaves"),
        ProposalView::Stake { participant, stake } => format!("participant {participant} has stake {stake}"),
    }
}
