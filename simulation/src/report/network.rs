//! The possible effects of hostile proposers, as tables.

use super::table::{Table, number};
use crate::{
    blocks::{PLAYS, Play},
    experiments::{
        exclusion::{LONGEST, Placement},
        margin::SQUARINGS,
        window::squarings,
    },
    run::Results,
};

/// All tables about the blocks of a network.
pub fn tables(results: &Results) -> Vec<Table> {
    vec![
        turns(results),
        arrival(results),
        exclusion(results),
        insisting(results),
        alignment(results),
        window(results),
        margin(results),
        votes(results),
    ]
}

fn turns(results: &Results) -> Table {
    let rows = results.turns.iter().map(|one| {
        vec![
            one.validators.to_string(),
            one.period.to_string(),
            number(100.0 * one.greatest_share, 1),
            one.difference.to_string(),
            number(one.deviation, 2),
            one.in_a_row.to_string(),
        ]
    });
    Table {
        name: "turns",
        title: "The rotation of proposers",
        columns: vec![
            "validators",
            "heights of a period",
            "greatest share of the power in %",
            "turns in a period differ from power by",
            "turns until any height differ from the share by at most",
            "turns of one in a row, at most",
        ],
        rows: rows.collect(),
    }
}

fn arrival(results: &Results) -> Table {
    let rows = results.arrival.iter().map(|one| {
        let share = |count: u64, of: u64| number(count as f64 / of as f64, 5);
        let first = [one.case.name().to_owned(), one.validators.to_string()];
        let shares = [
            share(one.hostile, one.trials),
            share(one.lacking, one.honest_blocks),
            share(one.left_out, one.trials),
            share(one.emptied, one.trials),
        ];
        first.into_iter().chain(shares).collect()
    });
    Table {
        name: "arrival",
        title: "What honest proposers have",
        columns: vec![
            "what is sent",
            "validators",
            "windows without an honest block",
            "honest blocks that lack a ticket",
            "windows with an honest block that lack a ticket",
            "that have no ticket",
        ],
        rows: rows.collect(),
    }
}

fn exclusion(results: &Results) -> Table {
    let mut rows = Vec::new();
    for one in &results.exclusion {
        let mut row = |what: &str, shares: [Option<f64>; LONGEST], wait: String| {
            let first = [one.placement.name().to_owned(), one.validators.to_string(), number(one.hostile, 2)];
            let shares = shares.map(|share| share.map_or(String::new(), |share| number(share, 5)));
            rows.push(first.into_iter().chain([what.to_owned()]).chain(shares).chain([wait]).collect());
        };
        let by_length = |share: &dyn Fn(usize) -> Option<f64>| std::array::from_fn(|index| share(index + 1));
        row("counted", by_length(&|w| Some(one.share(w))), number(one.wait(), 3));
        let theory = by_length(&|w| one.theory(w));
        if theory[0].is_some() {
            row("by theory", theory, one.wait_theory().map_or(String::new(), |wait| number(wait, 3)));
        }
        if one.placement != Placement::Drawn {
            row("f^w", one.drawn.map(Some), String::new());
        }
    }
    Table {
        name: "exclusion",
        title: "Exclusion by hostile proposers",
        columns: vec![
            "who proposes, and where the hostile stand",
            "validators",
            "of them hostile",
            "share of windows without an honest block",
            "w = 1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "blocks that a ticket waits beyond the next",
        ],
        rows,
    }
}

fn insisting(results: &Results) -> Table {
    let rows = results.insisting.iter().map(|one| {
        let share = |count: u64| number(count as f64 / one.trials as f64, 5);
        let first = [one.rules.name().to_owned(), one.validators.to_string()];
        let shares = [share(one.left_out), share(one.failed), share(one.added)];
        first.into_iter().chain(shares).collect()
    });
    Table {
        name: "insisting",
        title: "Tickets on which validators insist",
        columns: vec![
            "rules",
            "validators",
            "blocks without an honest ticket",
            "honest proposals that were not decided",
            "blocks with the hostile ticket",
        ],
        rows: rows.collect(),
    }
}

fn alignment(results: &Results) -> Table {
    let rows = results.alignment.iter().map(|one| {
        let (worst, mean) = one.theory();
        vec![
            one.validators.to_string(),
            one.window.to_string(),
            number(one.worst(), 5),
            number(worst, 5),
            number(one.mean(), 5),
            number(mean, 5),
        ]
    });
    Table {
        name: "alignment",
        title: "Windows that fall on the same proposers",
        columns: vec![
            "validators",
            "w",
            "hostile windows, where most are",
            "by theory",
            "hostile windows in the mean",
            "by theory",
        ],
        rows: rows.collect(),
    }
}

fn window(results: &Results) -> Table {
    let rows = results.window.iter().map(|one| {
        let first = [one.version.name(), one.distance.name(), &one.run.to_string()].map(str::to_owned);
        let counted = PLAYS.map(|play| seconds(one.longest(play)));
        let rest = [
            seconds(one.theory(Play::Fail)),
            seconds(one.once_each()),
            squarings(one.longest(Play::Fail)).to_string(),
        ];
        first.into_iter().chain(counted).chain(rest).collect()
    });
    let mut columns = vec!["window", "machines", "hostile in a row"];
    columns.extend(PLAYS.map(Play::name));
    columns.extend([
        "by theory, if they fail",
        "if each were late once",
        "squarings of 25 ns while they fail",
    ]);
    Table { name: "window", title: "The longest window in seconds", columns, rows: rows.collect() }
}

fn margin(results: &Results) -> Table {
    let mut rows = Vec::new();
    for one in &results.margin {
        for ((squarings, chances), theory) in SQUARINGS.into_iter().zip(one.chances()).zip(one.theory) {
            let pairs = chances.into_iter().zip(theory).flat_map(|pair| [pair.0, pair.1]);
            let first = [
                one.version.name().to_owned(),
                one.order.name().to_owned(),
                seconds(one.longest_ms),
                squarings.to_string(),
                one.rounds.to_string(),
            ];
            rows.push(first.into_iter().chain(pairs.map(|chance| number(chance, 4))).collect());
        }
    }
    Table {
        name: "margin",
        title: "The margin of the delay",
        columns: vec![
            "window",
            "its validators",
            "longest window in s",
            "squarings of the delay",
            "rounds",
            "chance of the bit with one machine",
            "by theory",
            "with many machines",
            "by theory",
        ],
        rows,
    }
}

fn votes(results: &Results) -> Table {
    let rows = results.margin.iter().map(|one| {
        vec![
            one.version.name().to_owned(),
            one.order.name().to_owned(),
            one.rounds.to_string(),
            number(100.0 * one.excluded as f64 / one.rounds as f64, 1),
            number(100.0 * one.share_drawn(), 2),
            number(100.0 * one.share_counted(), 2),
            number(100.0 * one.share_counted_theory(), 2),
        ]
    });
    Table {
        name: "hostile-votes",
        title: "What leaving others out gains",
        columns: vec![
            "window",
            "its validators",
            "rounds",
            "hostile windows in %",
            "votes drawn in % of those expected",
            "votes that count in %",
            "by theory",
        ],
        rows: rows.collect(),
    }
}

fn seconds(milliseconds: u64) -> String {
    number(milliseconds as f64 / 1e3, 2)
}
