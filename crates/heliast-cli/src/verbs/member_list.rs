//! `heliast member list`: the members' stakes, and the open proposals.

use crate::{
    failure::Failure,
    founding::founders,
    home::{KEYS, public_keys_in_clear},
    membership::{PlaceArgs, Watch, concerns, waiting_here},
    node_homes::addresses,
    report::Report,
    reports::Members,
    rounds::remote_members,
};
use heliast_verify::node_url;
use heliast_view::{MemberView, MembersView, OpenView, ProposalView, ValidatorPowerView};
use std::{collections::BTreeMap, path::Path};

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
            let place = self.place.dir();
            let (own, names) = (place.map(own_keys), place.map(founders));
            let view = Watch::open(&self.place)?.view()?;
            return Ok(report(view, &own.unwrap_or_default(), &names.unwrap_or_default()));
        }
        match node_url(&self.at) {
            Some(url) => Ok(report(remote_members(&url)?, &[], &BTreeMap::new())),
            None => {
                let home = Path::new(&self.at);
                Ok(report(remote_members(&addresses(home)?.0)?, &own_keys(home), &founders(home)))
            }
        }
    }
}

/// The public keys of the participants in a home, if its file is not encrypted.
fn own_keys(home: &Path) -> Vec<String> {
    public_keys_in_clear(&home.join(KEYS))
}

/// `own` are the public keys of local participants, `names` the names of founders by their keys.
fn report(view: MembersView, own: &[String], names: &BTreeMap<String, String>) -> Report {
    let headline = match view.life {
        Some(life) => format!(
            "round {} is next; {} units of stake; a proposal lives {life} rounds, and has effect {} rounds after it was \
             adopted",
            view.round, view.total_stake, view.lead
        ),
        None => format!("round {} is next; the members of this chain do not change", view.round),
    };
    let here = |one: &&MemberView| one.stake > 0 && own.contains(&one.public_key);
    let here: Vec<_> = view.members.iter().filter(here).map(|one| one.participant).collect();
    let open = view.open.iter().map(|open| {
        let waiting = waiting_here(here.iter().copied(), open);
        line(open, &view) + &waiting
    });
    let members = view.members.iter().map(|one| member(one) + &operator(names, &one.public_key));
    let lines: Vec<_> = std::iter::once(headline).chain(members).chain(open).collect();
    Report::of(lines.join("\n"), &Members::from(view))
}

/// The name of the founder with this key, as the end of a line.
pub(super) fn operator(names: &BTreeMap<String, String>, key: &str) -> String {
    names.get(key).map_or_else(String::new, |name| format!(", of {name}"))
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

pub(super) fn line(open: &OpenView, view: &MembersView) -> String {
    let who: Vec<_> = open.approved.iter().map(u32::to_string).collect();
    format!(
        "proposal {} by participant {}, until round {}: {}; {}; approved by {} with {} of {} units",
        open.id,
        open.proposer,
        open.until,
        words(&open.proposal),
        concerns::missing(view, open),
        who.join(", "),
        open.approved_stake,
        view.total_stake,
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
        ProposalView::Validators { validators } => {
            let words: Vec<_> = validators.iter().map(validator_words).collect();
            words.join(", and ")
        }
    }
}

fn validator_words(ValidatorPowerView { public_key, power, .. }: &ValidatorPowerView) -> String {
    let key = public_key.get(..16).unwrap_or(public_key);
    match power {
        0 => format!("the validator with the key {key}... leaves"),
        power => format!("the validator with the key {key}... has power {power}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view() -> MembersView {
        let member = |participant: u32, stake| MemberView {
            participant,
            public_key: format!("{participant:02}"),
            stake,
            decided: stake,
            effective: 0,
            next_serial: 0,
        };
        let open = OpenView {
            id: "ab".repeat(32),
            round: 3,
            until: 9,
            proposer: 0,
            proposal: ProposalView::Stake { participant: 2, stake: 0 },
            approved: vec![0],
            approved_stake: 10,
        };
        let members = [10, 10, 10, 0].iter().enumerate().map(|(i, stake)| member(i as u32, *stake)).collect();
        MembersView { round: 5, lead: 2, life: Some(6), most: 8, total_stake: 30, members, open: vec![open] }
    }

    #[test]
    fn founders_are_named() {
        let names = BTreeMap::from([("01".to_owned(), "Alpha e.V.".to_owned())]);
        let said = report(view(), &[], &names).lines();
        let lines: Vec<_> = said.lines().collect();
        assert!(lines.contains(&"participant 0: stake 10, key 00"), "{said}");
        assert!(lines.contains(&"participant 1: stake 10, key 01, of Alpha e.V."), "{said}");
    }

    /// A home may have several keys, and each approval uses one of them.
    #[test]
    fn own_participants_that_have_not_approved_are_named() {
        let said = |own: &[&str]| {
            let own: Vec<_> = own.iter().map(|key| (*key).to_owned()).collect();
            report(view(), &own, &BTreeMap::new()).lines()
        };
        assert!(said(&["00", "01"]).ends_with("; participant 1, whose key is here, has not approved it yet"));
        assert!(
            said(&["01", "02", "03"])
                .ends_with("participants 1, 2, whose keys are here, have not approved it yet")
        );
        for own in [&[][..], &["00"], &["00", "03"]] {
            assert!(said(own).ends_with("approved by 0 with 10 of 30 units"), "{own:?}");
        }
    }
}
