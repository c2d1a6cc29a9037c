//! `heliast member list`: who has which stake, and what is proposed.

use crate::{
    address::node_url,
    failure::{Code, Failure},
    membership::addresses,
    report::Report,
    rounds::remote_members,
};
use heliast_node::view::{MemberView, MembersView, OpenView, ProposalView};
use serde_json::to_value;
use std::path::Path;

/// Show who has which stake, and which proposals are open
///
/// The node is believed: ask your own before you approve something by its id.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The address of a node, http(s)://... or host:port, or its home
    #[arg(value_name = "URL|HOME", default_value = "http://127.0.0.1:7070")]
    node: String,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let url = match node_url(&self.node) {
            Some(url) => url,
            None => addresses(Path::new(&self.node))?.0,
        };
        report(&remote_members(&url)?)
    }
}

fn report(view: &MembersView) -> Result<Report, Failure> {
    let json = |error: serde_json::Error| Failure::new(Code::Internal, error);
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
    Ok(Report::new(lines.join("\n"))
        .field("round", view.round)
        .field("lead", view.lead)
        .field("life", view.life)
        .field("most", view.most)
        .field("total_stake", view.total_stake)
        .field("members", to_value(&view.members).map_err(json)?)
        .field("open", to_value(&view.open).map_err(json)?))
}

fn member(member: &MemberView) -> String {
    let MemberView { participant, public_key, stake, decided, effective, .. } = member;
    let next =
        if decided == stake { String::new() } else { format!(", {decided} from round {effective} on") };
    format!("participant {participant}: stake {stake}{next}, key {public_key}")
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
