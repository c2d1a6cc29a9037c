//! The results as tables.

use super::{
    members, network,
    table::{Table, number},
};
use crate::{
    experiments::{grinding::LEADS, last_revealer::COMPLETED},
    run::Results,
};

/// All tables, in the order of the page.
pub fn all(results: &Results) -> Vec<Table> {
    let mut tables = vec![
        chains(results),
        attempts(results),
        committees(results),
        splitting(results),
        withholding(results),
        grinding(results),
        last_revealer(results),
    ];
    tables.extend(members::tables(results));
    tables.extend(network::tables(results));
    tables.push(verdicts(results));
    tables
}

fn chains(results: &Results) -> Table {
    let mut rows = Vec::new();
    for (name, summary) in results.worlds.iter().map(|(name, summary)| (name.as_str(), summary)) {
        let [stateless, xvrf, ivrf] = summary.lots;
        let honest = |what| summary.tally.get(("honest", what)).map_or(0, |count| count.accepted);
        let numbers = [
            summary.rounds,
            summary.forked,
            stateless,
            xvrf,
            ivrf,
            summary.announcements,
            honest("ticket") + summary.tally.passed_on,
            honest("announcement"),
            summary.tally.withheld,
            summary.bytes,
        ];
        rows.push(std::iter::once(name.to_owned()).chain(numbers.map(|number| number.to_string())).collect());
    }
    Table {
        name: "chains",
        title: "Chains",
        columns: vec![
            "chains",
            "rounds",
            "rounds of forks",
            "lots by stateless keys",
            "by X-VRF",
            "by iVRF",
            "announcements",
            "honest tickets, all in",
            "honest announcements, all in",
            "tickets kept back",
            "bytes verified again",
        ],
        rows,
    }
}

fn attempts(results: &Results) -> Table {
    let all = results.all_worlds();
    let rows = all.tally.iter().map(|((strategy, what), count)| {
        let rules: Vec<_> = count.refused.iter().map(|(class, count)| format!("{class:?} {count}")).collect();
        vec![
            (*strategy).to_owned(),
            (*what).to_owned(),
            count.attempts().to_string(),
            count.accepted.to_string(),
            count.refusals().to_string(),
            rules.join("; "),
        ]
    });
    Table {
        name: "attempts",
        title: "Attempts",
        columns: vec![
            "who",
            "what",
            "attempts",
            "accepted, as the rules allow",
            "refused, as the rules demand",
            "refused by",
        ],
        rows: rows.collect(),
    }
}

fn committees(results: &Results) -> Table {
    let rows = results.committees.iter().map(|committee| {
        let (counted, computed) = committee.tails();
        let (votes, theory) = (&committee.votes, &committee.theory);
        let cells = [
            number(votes.mean(), 3),
            number(theory.mean(), 3),
            number(votes.variance(), 1),
            number(theory.variance(), 1),
            number(counted, 4),
            number(computed, 4),
            number(votes.distance(theory), 4),
            number(crate::theory::greatest_distance(committee.rounds()), 4),
            number(committee.seats.mean(), 2),
            number(committee.seats_theory, 2),
        ];
        let first = [
            committee.participants.to_string(),
            committee.expected.to_string(),
            committee.rounds().to_string(),
        ];
        first.into_iter().chain(cells).collect()
    });
    Table {
        name: "committees",
        title: "Committees",
        columns: vec![
            "participants",
            "expected votes",
            "rounds",
            "mean votes",
            "by theory",
            "variance",
            "by theory",
            "beyond two deviations",
            "by theory",
            "distance of distributions",
            "at most",
            "mean accounts with votes",
            "by theory",
        ],
        rows: rows.collect(),
    }
}

fn splitting(results: &Results) -> Table {
    let splitting = &results.splitting;
    let bound = number(crate::theory::greatest_distance(splitting.whole.total()), 4);
    let row = |name: &str, votes: &crate::theory::Histogram| {
        let theory = &splitting.theory;
        vec![
            name.to_owned(),
            votes.total().to_string(),
            number(votes.mean(), 3),
            number(theory.mean(), 3),
            number(votes.variance(), 2),
            number(theory.variance(), 2),
            number(votes.distance(theory), 4),
            bound.clone(),
        ]
    };
    Table {
        name: "splitting",
        title: "Splitting a stake",
        columns: vec![
            "accounts",
            "rounds",
            "mean votes",
            "by theory",
            "variance",
            "by theory",
            "distance of distributions",
            "at most",
        ],
        rows: vec![row("1 with 1 %", &splitting.whole), row("100 with 0.01 %", &splitting.parts)],
    }
}

fn withholding(results: &Results) -> Table {
    let rows = results.withholding.iter().map(|one| {
        vec![
            number(one.share as f64 / 10.0, 1),
            one.play.name().to_owned(),
            one.rounds.to_string(),
            number(100.0 * one.share_of_votes(), 3),
            number(100.0 * one.share_drawn(), 3),
            number(100.0 * one.bound(), 3),
        ]
    });
    Table {
        name: "withholding",
        title: "Withholding",
        columns: vec![
            "stake in %",
            "play",
            "rounds",
            "votes that count in %",
            "votes drawn in % of those expected",
            "at most, by chance",
        ],
        rows: rows.collect(),
    }
}

fn grinding(results: &Results) -> Table {
    let rows = results.grinding.iter().flat_map(|one| {
        one.means().map(|(tried, mean, theory)| {
            let lead =
                if one.lead == LEADS[0] { "1 (no chain has it)".to_owned() } else { one.lead.to_string() };
            vec![lead, tried.to_string(), one.trials.to_string(), number(mean, 3), number(theory, 3)]
        })
    });
    Table {
        name: "grinding",
        title: "Key grinding",
        columns: vec!["lead k", "keys tried", "announcements", "mean votes of the best", "by theory"],
        rows: rows.collect(),
    }
}

fn last_revealer(results: &Results) -> Table {
    let rows = results.last_revealer.iter().flat_map(|one| {
        COMPLETED.into_iter().zip(one.chances()).zip(one.theory).map(|((completed, chance), theory)| {
            let completed = if completed == u64::MAX { "all".to_owned() } else { completed.to_string() };
            vec![
                number(one.share as f64 / 10.0, 1),
                number(one.tickets as f64 / one.rounds as f64, 3),
                completed,
                one.rounds.to_string(),
                number(chance, 4),
                number(theory, 4),
            ]
        })
    });
    Table {
        name: "last-revealer",
        title: "The last revealer",
        columns: vec![
            "stake in %",
            "its tickets a round",
            "delays completed before the deadline",
            "rounds",
            "chance of the bit",
            "by theory",
        ],
        rows: rows.collect(),
    }
}

fn verdicts(results: &Results) -> Table {
    let rows = results.verdicts().into_iter().map(|verdict| {
        let holds = if verdict.holds() { "yes" } else { "NO" };
        let (low, high) = (number(verdict.low, 5), number(verdict.high, 5));
        vec![verdict.claim, number(verdict.measured, 5), low, high, holds.to_owned()]
    });
    Table {
        name: "verdicts",
        title: "Verdicts",
        columns: vec!["claim", "counted", "from", "to", "holds"],
        rows: rows.collect(),
    }
}
