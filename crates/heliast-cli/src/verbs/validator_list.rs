//! `heliast validator list`: the validators, and the open proposals about them.

use super::member_list::{line, operator};
use crate::{
    failure::Failure,
    founding::founders,
    membership::{PlaceArgs, Watch, concerns},
    report::Report,
    reports::{Hex, ValidatorRow, Validators},
};
use heliast_finality::{Validator, ValidatorList};
use heliast_network::home::Foundations;
use heliast_view::{MembersView, ProposalView};
use std::collections::BTreeMap;

/// Show the validators with their power, and the open proposals about them
///
/// They follow from the network file and the rounds, which are verified as `heliast participate` does it. A
/// validator that signed twice has lost its power, which no proposal gives back; the list names it until it
/// leaves. A home that was founded with others knows the founders' names; ask later ones for their keys.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: PlaceArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let watch = Watch::open(&self.place)?;
        let view = watch.view()?;
        let (list, outcomes) = watch.validators();
        let names = self.place.dir().map(founders).unwrap_or_default();
        Ok(report(watch.foundations(), (&view, &list), &outcomes, watch.removed(), &names))
    }
}

/// `outcomes` are sentences about changes without effect; `names` are the names of founders by their keys.
fn report(
    foundations: &Foundations,
    (view, list): (&MembersView, &ValidatorList),
    outcomes: &[String],
    removed: Vec<String>,
    names: &BTreeMap<String, String>,
) -> Report {
    let mut all: Vec<_> = list.validators().map(|one| (hex::encode_upper(one.key.address()), one)).collect();
    all.sort_by(|(address, one), (other, another)| {
        another.power.cmp(&one.power).then_with(|| address.cmp(other))
    });
    let total = list.total_power();
    let headline =
        format!("round {} is next; {} validators with {total} units of power", view.round, all.len());
    let lines = all.iter().map(|(address, Validator { key, power })| {
        let lost = if removed.contains(address) { ", which it has lost: it signed twice" } else { "" };
        let key = hex::encode(key.as_bytes());
        format!("validator {address}: power {power}{lost}, key {key}{}", operator(names, &key))
    });
    let about = |kind: &ProposalView| matches!(kind, ProposalView::Validators { .. });
    let open = view.open.iter().filter(|open| about(&open.proposal));
    let open = open.map(|open| line(open, view) + &concerns::of_power(foundations, view, list, open));
    let lines: Vec<_> =
        std::iter::once(headline).chain(lines).chain(open).chain(outcomes.iter().cloned()).collect();
    let validators = all.iter().map(|(address, one)| row(address, one, &removed)).collect();
    let said = Validators { round: view.round, total_power: total, validators };
    Report::of(lines.join("\n"), &said)
}

fn row(address: &String, one: &Validator, removed: &[String]) -> ValidatorRow {
    ValidatorRow {
        address: address.into(),
        key_type: one.key.key_type().engine_name().into(),
        public_key: Hex::of(one.key.as_bytes()),
        power: one.power,
        signed_twice: removed.contains(address),
    }
}
