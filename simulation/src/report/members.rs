//! The possible and impossible effects of changes of members, as tables and a chart.

use super::table::{Table, number};
use crate::{
    experiments::{
        approval::Approvals,
        joining::{CHOICES, Choice, Joining, LEADS},
    },
    run::Results,
};
use heliast_charts::{Axis, BarSeries, Bars, PALETTE, Scale};

/// All tables about members that change.
pub fn tables(results: &Results) -> Vec<Table> {
    vec![approval(results), leaving(results), together(results), joining(results)]
}

fn approval(results: &Results) -> Table {
    let rows = results.approvals.iter().map(|one| {
        vec![
            one.play.name().to_owned(),
            one.stake.to_string(),
            number(100.0 * one.stake as f64 / Approvals::TOTAL as f64, 4),
            one.trials.to_string(),
            number(one.share(), 3),
            number(one.theory(), 0),
        ]
    });
    Table {
        name: "approval",
        title: "What a coalition adopts and prevents",
        columns: vec![
            "the coalition wants that it",
            "its units of stake",
            "in %",
            "histories",
            "share in which the proposal is adopted",
            "by theory",
        ],
        rows: rows.collect(),
    }
}

fn leaving(results: &Results) -> Table {
    let rows = results.leaving.iter().map(|one| {
        vec![
            one.lead.to_string(),
            one.last.name().to_owned(),
            one.until().map_or("never".to_owned(), |later| later.to_string()),
            (one.lead - 1).to_string(),
        ]
    });
    Table {
        name: "leaving",
        title: "Approvals of who leaves",
        columns: vec![
            "lead k",
            "who approves last",
            "decides until so many rounds after the leaving is adopted",
            "by theory",
        ],
        rows: rows.collect(),
    }
}

fn together(results: &Results) -> Table {
    let rows = results.together.iter().map(|one| {
        vec![
            one.policy.name().to_owned(),
            one.trials.to_string(),
            one.adopted.to_string(),
            one.alone.to_string(),
            number(one.share_outrun(), 3),
        ]
    });
    Table {
        name: "together",
        title: "Proposals that are adopted together",
        columns: vec![
            "the honest weigh proposals",
            "histories",
            "adopted",
            "of these by the coalition alone",
            "share of histories in which it comes to a third",
        ],
        rows: rows.collect(),
    }
}

fn joining(results: &Results) -> Table {
    let rows = results.joining.iter().map(|one| {
        let lead = if one.lead == 1 { "1 (no chain has it)".to_owned() } else { one.lead.to_string() };
        let first = [lead, one.choice.name().to_owned(), one.trials.to_string()];
        first.into_iter().chain([one.mean(), one.theory()].map(|votes| number(votes, 3))).collect()
    });
    Table {
        name: "joining",
        title: "Keys and moments of who joins",
        columns: vec!["lead k", "chosen", "who joined", "mean votes in the first round", "by theory"],
        rows: rows.collect(),
    }
}

/// The mean votes by choice, for each lead.
pub fn joining_chart(results: &Results) -> String {
    let mean = |lead: u64, choice: Choice| {
        let one = results.joining.iter().find(|one| (one.lead, one.choice) == (lead, choice));
        one.map_or(0.0, Joining::mean)
    };
    let bars = |(colour, lead): (usize, u64)| BarSeries {
        name: if lead == 1 { "lead 1: seed known".to_owned() } else { format!("lead {lead}") },
        colour: PALETTE[colour],
        values: CHOICES.map(|choice| mean(lead, choice)).to_vec(),
    };
    Bars {
        title: "What who joins may choose".to_owned(),
        subtitle: "10 % of the stake, 30 expected votes: 3 by one draw".to_owned(),
        x_label: "chosen when the proposal is adopted".to_owned(),
        y: Axis::new("mean votes in the first round", Scale::Linear),
        groups: CHOICES.map(|choice| choice.name().to_owned()).to_vec(),
        series: LEADS.into_iter().enumerate().map(bars).collect(),
    }
    .svg()
}
