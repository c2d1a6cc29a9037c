//! Table 2: the transactions per second for which lots leave space, by the formula of section 6.1.

use super::sizes::{self, Bytes};
use crate::paper::{
    Experiment,
    finding::{Finding, Table, Verdict, digits, percent},
    printed::lots::{Column, LB_VRF, LIFETIMES, SIGNATURES, SL_VRF, TABLE_2, TABLE_2_COLUMNS, X_VRF, YEAR},
    record::Origin,
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};

pub(in crate::paper) const EXPERIMENT: Experiment = Experiment {
    name: "lots-table-2",
    title: "transactions per second, by the sizes of lots",
    measure: |_, origin| finding(origin),
};

/// The bytes of a block's lots and transactions.
const PAYLOAD: u64 = 5_400_000;
/// The bytes of a transaction without its signature.
const TRANSACTION: u64 = 1_000;
/// The time between blocks in seconds.
const BLOCK_TIME: u64 = 5;
/// The index of LB-VRF among the columns.
const LATTICES: usize = 6;

/// (payload − lot · nodes) / ((transaction + signature) · block time), rounded half up; `None` if the lots
/// alone do not fit.
fn tps(nodes: u64, lot: u64, signature: u64) -> Option<i64> {
    let rest = PAYLOAD.checked_sub(lot * nodes)?;
    let cost = (TRANSACTION + signature) * BLOCK_TIME;
    i64::try_from((2 * rest + cost) / (2 * cost)).ok()
}

/// A cell of the printed table.
struct Cell {
    nodes: u64,
    signature: u64,
    column: usize,
    printed: Option<i64>,
}

impl Cell {
    /// Returns the value of the formula with the printed size of a proof.
    fn expected(&self) -> Option<i64> {
        tps(self.nodes, TABLE_2_COLUMNS[self.column].proof.1, self.signature)
    }

    fn reproduces(&self) -> bool {
        self.expected() == self.printed
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    TABLE_2.into_iter().flat_map(|(nodes, rows)| {
        SIGNATURES.into_iter().zip(rows).flat_map(move |((_, signature), row)| {
            let cell = move |(column, printed)| Cell { nodes, signature, column, printed };
            row.into_iter().enumerate().map(cell)
        })
    })
}

fn finding(origin: &Origin) -> Finding {
    let finding = Finding::new(
        "Computed, not measured: TPS = (payload − lot · nodes) / ((transaction + signature) · block time), rounded half up, with a payload of 5,400,000 bytes, \
         transactions of 1,000 bytes, blocks of 5 s, and KB of 1,000 bytes. A lot is a proof; where a key answers once it is the next key too, and a signature \
         that announces it. A dash: the lots alone do not fit.",
    )
    .table(printed())
    .table(ours())
    .chart("", "Transactions per second over the number of nodes", chart(origin));
    integration(cell_by_cell(finding))
}

fn text(tps: Option<i64>) -> String {
    tps.map_or("-".to_owned(), |tps| tps.to_string())
}

fn printed() -> Table {
    let names = TABLE_2_COLUMNS.map(|column| column.name);
    let header: Vec<&str> = ["nodes", "signature"].into_iter().chain(names).collect();
    let mut table = Table::new(
        "As printed. =: the formula with the sizes of Table 1 gives the same; ≠: what it gives",
        &header,
    );
    for (nodes, _) in TABLE_2 {
        for (name, signature) in SIGNATURES {
            let of_row = cells().filter(|cell| (cell.nodes, cell.signature) == (nodes, signature));
            let judged = of_row.map(|cell| match cell.reproduces() {
                true => format!("{} =", text(cell.printed)),
                false => format!("{} ≠ {}", text(cell.printed), text(cell.expected())),
            });
            table.push([nodes.to_string(), name.to_owned()].into_iter().chain(judged).collect());
        }
    }
    table
}

/// Returns the bytes in each block for each node.
fn lot(scheme: &Bytes, signature: u64) -> u64 {
    if scheme.answers_once { scheme.proof + scheme.public + signature } else { scheme.proof }
}

fn ours() -> Table {
    let schemes = sizes::all();
    let names = schemes.iter().map(|scheme| scheme.name.as_str());
    let header: Vec<&str> = ["nodes", "signature"].into_iter().chain(names).collect();
    let mut table = Table::new("With our sizes, to the byte, of the longest proofs", &header);
    for (nodes, _) in TABLE_2 {
        for (name, signature) in SIGNATURES {
            let cells = schemes.iter().map(|scheme| text(tps(nodes, lot(scheme, signature), signature)));
            table.push([nodes.to_string(), name.to_owned()].into_iter().chain(cells).collect());
        }
    }
    table
}

fn chart(origin: &Origin) -> String {
    let (_, signature) = SIGNATURES[0];
    let shown = ["ECVRF", "iVRF-27", "X-VRF-27", "A-VRF small", "A-VRF fast", "LB-VRF", "SL-VRF"];
    let schemes = sizes::all();
    let line = |(index, name): (usize, &str)| {
        let scheme = schemes.iter().find(|scheme| scheme.name == name).expect("a scheme");
        let lot = lot(scheme, signature) as f64;
        // At the last point, no space is left.
        let most = PAYLOAD as f64 / lot;
        let nodes = (0..=30).map(|step| 10f64.powf(1.0 + f64::from(step) / 10.0));
        let nodes = nodes.filter(|nodes| *nodes < most).chain((most < 1e4).then_some(most));
        let left = |nodes: f64| PAYLOAD as f64 - nodes * lot;
        let point = |nodes| (nodes, left(nodes) / ((TRANSACTION + signature) * BLOCK_TIME) as f64);
        Series {
            name: name.to_owned(),
            points: nodes.map(point).collect(),
            colour: PALETTE[index],
            dash: Dash::Solid,
        }
    };
    let printed = |column: usize| Series {
        name: format!("{}, printed", TABLE_2_COLUMNS[column].name),
        points: cells()
            .filter(|cell| cell.column == column && cell.signature == signature)
            .filter_map(|cell| Some((cell.nodes as f64, cell.printed? as f64)))
            .collect(),
        colour: PALETTE[7],
        dash: if column == LATTICES { Dash::Dashed } else { Dash::Dotted },
    };
    Lines {
        title: "Transactions per second that lots leave room for, Ed25519 signatures".to_owned(),
        subtitle: format!("by the formula of section 6.1, commit {}", origin.commit()),
        x: Axis::new("nodes", Scale::Log10),
        y: Axis::new("transactions per second", Scale::Linear),
        series: shown.into_iter().enumerate().map(line).chain([3, LATTICES].map(printed)).collect(),
    }
    .svg()
}

/// Returns the numbers of bytes for each node, with or without an additional signature, that result in all
/// printed numbers of LB-VRF.
fn fitting(with_signature: bool) -> Vec<u64> {
    let fits = |bytes: &u64| {
        cells().filter(|cell| cell.column == LATTICES).all(|cell| {
            let more = if with_signature { cell.signature } else { 0 };
            tps(cell.nodes, bytes + more, cell.signature) == cell.printed
        })
    };
    (0..50_000).filter(fits).collect()
}

fn cell_by_cell(finding: Finding) -> Finding {
    let numbers = || cells().filter(|cell| cell.printed.is_some());
    let count = |lattices: bool| {
        let of_kind: Vec<Cell> = numbers().filter(|cell| (cell.column == LATTICES) == lattices).collect();
        (of_kind.iter().filter(|cell| cell.reproduces()).count(), of_kind.len())
    };
    let ((others, all), (lattices, nine)) = (count(false), count(true));
    let absent: Vec<Cell> =
        cells().filter(|cell| cell.printed.is_none() && cell.column != LATTICES).collect();
    let (with, without) = (fitting(true), fitting(false));
    let reason = match (with.first(), with.last(), without.is_empty()) {
        (Some(least), Some(most), true) => format!(
            "{lattices} of {nine} by the proof alone. No number of bytes for each node fits them all, but {least} to {most} bytes and one signature do, and these give N/A for 1,000 \
             nodes too: the key is renewed every round, and each new one must be signed. Key and proof of Table 1 have {} bytes",
            LB_VRF.public.1 + LB_VRF.proof.1
        ),
        _ => format!("{lattices} of {nine} by the proof alone, and no one size fits them all"),
    };
    let schemes = sizes::all();
    let ours = differences(|column| {
        schemes.iter().find(|scheme| scheme.name == column.name).map(|scheme| scheme.proof)
    });
    // A proof has h·n + n·len bytes by section 5.1, which omits the index of the leaf.
    let theirs = differences(|column| {
        let height: u64 = column.name.strip_prefix("X-VRF-")?.parse().ok()?;
        Some(32 * (67 + height))
    });
    finding
        .claim(
            format!("the {all} numbers of X-VRF, SL-VRF and ECVRF"),
            Verdict::of(others, all),
            format!(
                "{others} of {all}, to the last digit, from the printed sizes; with h·n + n·len bytes X-VRF differs in {theirs}, and with ours, 4 more for the index, in {ours}"
            ),
        )
        .claim(
            "SL-VRF is N/A for 1,000 nodes",
            Verdict::of(absent.iter().filter(|cell| cell.reproduces()).count(), absent.len()),
            format!("its proofs fit for {} nodes at the most", PAYLOAD / SL_VRF.proof.1),
        )
        .claim(format!("the {nine} numbers of LB-VRF"), Verdict::of(lattices, nine), reason)
}

/// Returns the number of X-VRF's cells that change with other sizes of its proofs, and the largest change.
fn differences(proof: impl Fn(&Column) -> Option<u64>) -> String {
    let found: Vec<u64> = cells()
        .filter(|cell| cell.column < X_VRF.len())
        .filter_map(|cell| {
            let found = tps(cell.nodes, proof(TABLE_2_COLUMNS[cell.column])?, cell.signature)?;
            Some(found.abs_diff(cell.printed?))
        })
        .filter(|difference| *difference > 0)
        .collect();
    format!("{} (by {} at the most)", found.len(), found.iter().max().unwrap_or(&0))
}

/// Checks the conclusions that sections 6.1 to 6.4 draw from the table.
fn integration(finding: Finding) -> Finding {
    let (_, signature) = SIGNATURES[0];
    let at = |nodes, scheme: u64| tps(nodes, scheme, signature);
    let schemes = sizes::all();
    let named = |name: &str| schemes.iter().find(|scheme| scheme.name == name).expect("a scheme");
    let of = |nodes, name: &str| at(nodes, lot(named(name), signature)).unwrap_or(0);
    let loss = |column: &str| 1.0 - of(1000, column) as f64 / of(1000, "ECVRF") as f64;
    let (least, most) = (loss("X-VRF-15"), loss("X-VRF-27"));
    let apart = at(1000, X_VRF[0].proof.1).zip(at(1000, X_VRF[3].proof.1)).map(|(more, less)| more - less);
    let faster = TABLE_2
        .iter()
        .map(|(nodes, _)| *nodes)
        .filter(|nodes| X_VRF.iter().all(|column| of(*nodes, column.name) > of(*nodes, "LB-VRF")));
    let lives = [15, 19, 23, 27].map(|height| f64::from(1u32 << height) * BLOCK_TIME as f64);
    let live = lives.iter().zip(LIFETIMES).enumerate().filter(|(index, (found, (_, printed)))| match index {
        3 => **found > *printed,
        _ => (*found / printed - 1.0).abs() < 0.02,
    });
    finding
        .claim(
            "with X-VRF and 1,000 nodes there are roughly 55 % fewer transactions than with ECVRF",
            Verdict::of([least, most].into_iter().filter(|loss| (loss - 0.55).abs() < 0.03).count(), 2),
            format!(
                "{} for X-VRF-15 and {} for X-VRF-27; {} for iVRF-27; A-VRF small fits for {} nodes at the most",
                percent(least),
                percent(most),
                percent(loss("iVRF-27")),
                PAYLOAD / named("A-VRF small").proof
            ),
        )
        .claim(
            "X-VRF-15 has 72 transactions per second more than X-VRF-27 for 1,000 nodes",
            Verdict::when(apart == Some(72)),
            format!("{} by the printed sizes", text(apart)),
        )
        .claim(
            "X-VRF has more transactions than LB-VRF whatever the number of nodes",
            Verdict::of(faster.count(), TABLE_2.len()),
            format!("with our sizes too: {} for {} with 100 nodes", of(100, "X-VRF-27"), of(100, "LB-VRF")),
        )
        .claim(
            "a key of X-VRF lasts for 45 hours, 1 month, 1.3 years, more than 20 years",
            Verdict::of(live.count(), LIFETIMES.len()),
            format!(
                "2^h rounds of 5 s: {} hours, {} days, {} years, {} years",
                digits(lives[0] / 3_600.0),
                digits(lives[1] / 86_400.0),
                digits(lives[2] / YEAR),
                digits(lives[3] / YEAR)
            ),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_rounds_half_up_and_knows_when_nothing_fits() {
        // A transaction takes 1,064 · 5 = 5,320 bytes of a block for one transaction per second.
        assert_eq!(tps(0, 0, 64), Some(1015));
        assert_eq!(tps(1, PAYLOAD - 5_320 / 2, 64), Some(1));
        assert_eq!(tps(1, PAYLOAD - 5_320 / 2 + 1, 64), Some(0));
        assert_eq!((tps(1, PAYLOAD, 64), tps(1, PAYLOAD + 1, 64)), (Some(0), None));
    }

    #[test]
    fn sixty_nine_cells_reproduce_and_those_of_lattices_do_not() {
        let numbers: Vec<Cell> = cells().filter(|cell| cell.printed.is_some()).collect();
        let count = |lattices, reproduces| {
            let of_kind = numbers.iter().filter(|cell| (cell.column == LATTICES) == lattices);
            of_kind.filter(|cell| cell.reproduces() == reproduces).count()
        };
        assert_eq!(
            [count(false, true), count(false, false), count(true, true), count(true, false)],
            [69, 0, 0, 9]
        );
    }

    /// The cells fit only with a signature for each node.
    #[test]
    fn the_cells_of_lattices_fit_one_size_and_a_signature() {
        let with = fitting(true);
        assert_eq!((with.first(), with.last(), with.len()), (Some(&8_052), Some(&8_069), 18));
        assert!(fitting(false).is_empty());
    }

    #[test]
    fn every_claim_has_its_verdict() {
        let finding = finding(&Origin::this(true));
        let verdicts: Vec<Verdict> = finding.claims.iter().map(|claim| claim.verdict).collect();
        use Verdict::{Fails, Partly, Reproduces};
        assert_eq!(verdicts, [Reproduces, Reproduces, Fails, Partly, Reproduces, Reproduces, Reproduces]);
        assert!(finding.charts[0].svg.contains("iVRF-27"));
    }
}
