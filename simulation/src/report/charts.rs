//! The results as charts.

use super::{
    members,
    network_charts::{self, series},
};
use crate::{
    experiments::{grinding::TRIED, last_revealer::COMPLETED, withholding::PLAYS},
    run::Results,
};
use heliast_charts::{Axis, BarSeries, Bars, Dash, Lines, PALETTE, Scale};

/// The names and SVG of all charts.
pub fn all(results: &Results) -> Vec<(&'static str, String)> {
    let mut charts = vec![
        ("attempts", attempts(results)),
        ("committees", committees(results)),
        ("withholding", withholding(results)),
        ("grinding", grinding(results)),
        ("last-revealer", last_revealer(results)),
    ];
    charts.push(("joining", members::joining_chart(results)));
    charts.extend(network_charts::all(results));
    charts
}

/// The allowed and forbidden attempts of each strategy.
fn attempts(results: &Results) -> String {
    let all = results.all_worlds();
    let mut groups: Vec<(&str, f64, f64)> = Vec::new();
    for ((strategy, _), count) in all.tally.iter() {
        let (accepted, refused) = (count.accepted as f64, count.refusals() as f64);
        match groups.iter_mut().find(|(name, ..)| name == strategy) {
            Some((_, sum, refusals)) => (*sum, *refusals) = (*sum + accepted, *refusals + refused),
            None => groups.push((strategy, accepted, refused)),
        }
    }
    let bars = |name: &str, colour, of: fn(&(&str, f64, f64)) -> f64| BarSeries {
        name: name.to_owned(),
        colour: PALETTE[colour],
        values: groups.iter().map(of).collect(),
    };
    let short = |name: &str| match name {
        "an adversary's ordinary play" => "ordinary".to_owned(),
        name => name.replace(" announcement", " ann."),
    };
    Bars {
        title: "What was sent, by strategy".to_owned(),
        subtitle: format!(
            "{} rounds and {} of forks; none accepted against the rules",
            all.rounds, all.forked
        ),
        x_label: "strategy".to_owned(),
        y: Axis::new("messages", Scale::Log10),
        groups: groups.iter().map(|(name, ..)| short(name)).collect(),
        series: vec![
            bars("accepted, as allowed", 2, |group| group.1),
            bars("refused, as demanded", 1, |group| group.2),
        ],
    }
    .svg()
}

/// The distribution of the smaller committee's votes.
fn committees(results: &Results) -> String {
    let smallest = results.committees.iter().map(|committee| committee.expected).min().unwrap_or(0);
    let same: Vec<_> = results.committees.iter().filter(|committee| committee.expected == smallest).collect();
    let mut lines = Vec::new();
    for (colour, committee) in same.iter().enumerate() {
        let (low, high) = committee.limits(4.0);
        let share = |votes| committee.votes.count(votes) as f64 / committee.rounds() as f64;
        let points = (low..=high).map(|votes| (votes as f64, share(votes))).collect();
        let name = format!("{} participants, {} rounds", committee.participants, committee.rounds());
        lines.push(series(name, points, colour, Dash::Solid));
    }
    if let Some(committee) = same.first() {
        let (low, high) = committee.limits(4.0);
        let points = (low..=high).map(|votes| (votes as f64, committee.theory.mass(votes))).collect();
        lines.push(series("binomial".to_owned(), points, 7, Dash::Dashed));
    }
    Lines {
        title: format!("Votes of a committee of {smallest}"),
        subtitle: "stakes by Zipf's law, 10^10 units in all".to_owned(),
        x: Axis::new("votes in a round", Scale::Linear),
        y: Axis::new("share of the rounds", Scale::Linear),
        series: lines,
    }
    .svg()
}

fn withholding(results: &Results) -> String {
    let mut shares: Vec<u64> = results.withholding.iter().map(|one| one.share).collect();
    shares.dedup();
    let bars = |(colour, share): (usize, &u64)| {
        let of = |play| results.withholding.iter().find(|one| one.share == *share && one.play == play);
        let value = |play| of(play).map_or(f64::NAN, |one| 100.0 * one.share_drawn());
        let name = format!("{} % of the stake", *share as f64 / 10.0);
        BarSeries { name, colour: PALETTE[colour], values: PLAYS.map(value).to_vec() }
    };
    Bars {
        title: "Votes drawn by an adversary that keeps tickets back".to_owned(),
        subtitle: "with the delay, and (foreseeing) were both beacons known before the deadline".to_owned(),
        x_label: "what it keeps back".to_owned(),
        y: Axis::new("votes drawn in % of those expected in all", Scale::Linear),
        groups: ["nothing", "half", "when few", "all", "foreseeing"].map(str::to_owned).to_vec(),
        series: shares.iter().enumerate().map(bars).collect(),
    }
    .svg()
}

fn grinding(results: &Results) -> String {
    let mut lines = Vec::new();
    for (colour, one) in results.grinding.iter().enumerate() {
        let name = if one.lead == 1 { "lead 1: seed known".to_owned() } else { format!("lead {}", one.lead) };
        let points = one.means().map(|(tried, mean, _)| (tried as f64, mean)).collect();
        lines.push(series(name, points, colour, Dash::Solid));
        if one.lead == 1 {
            let points = one.means().map(|(tried, _, theory)| (tried as f64, theory)).collect();
            lines.push(series("greatest of so many draws".to_owned(), points, 7, Dash::Dashed));
        }
    }
    Lines {
        title: format!("Votes of the best of 1 to {} keys", TRIED[TRIED.len() - 1]),
        subtitle:
            "10 % of the stake, 30 expected votes; keys chosen when the round of the announcement closes"
                .to_owned(),
        x: Axis::new("keys tried", Scale::Log2),
        y: Axis::new("mean votes in the key's first round", Scale::Linear),
        series: lines,
    }
    .svg()
}

fn last_revealer(results: &Results) -> String {
    let mut lines = Vec::new();
    for (index, completed) in COMPLETED.into_iter().enumerate() {
        let name = match completed {
            0 => "no delay completed: with the delay".to_owned(),
            u64::MAX => "all known: without a delay".to_owned(),
            some => format!("{some} completed before the deadline"),
        };
        let share = |one: &crate::experiments::last_revealer::LastRevealer| one.share as f64 / 10.0;
        let counted = results.last_revealer.iter().map(|one| (share(one), one.chances()[index])).collect();
        let theory = results.last_revealer.iter().map(|one| (share(one), one.theory[index])).collect();
        lines.push(series(name, counted, index, Dash::Solid));
        lines.push(series("theory".to_owned(), theory, index, Dash::Dotted));
    }
    Lines {
        title: "What the delay takes from the last revealer".to_owned(),
        subtitle: "a coalition of 10 accounts, 20 expected votes, wants one bit of the beacon".to_owned(),
        x: Axis::new("its stake in %", Scale::Linear),
        y: Axis::new("chance of the bit", Scale::Linear),
        series: lines,
    }
    .svg()
}
