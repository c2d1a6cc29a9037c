//! What changes of members can do and cannot, in numbers.

use super::table::{Table, number};
use crate::{experiments::approval::Approvals, run::Results};

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
