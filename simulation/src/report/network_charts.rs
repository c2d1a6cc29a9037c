//! The possible effects of hostile proposers, as charts.

use crate::{
    blocks::Play,
    experiments::{
        exclusion::{LONGEST, Placement, VALIDATORS},
        margin::{MACHINES, Machines, SQUARINGS},
        window::{DISTANCES, VERSIONS, WindowLength},
    },
    run::Results,
};
use heliast_charts::{Axis, Dash, Lines, PALETTE, Scale, Series};

/// All charts about the blocks of a network.
pub fn all(results: &Results) -> Vec<(&'static str, String)> {
    vec![
        ("exclusion", exclusion(results)),
        ("alignment", alignment(results)),
        ("window", window(results)),
        ("margin", margin(results)),
    ]
}

/// A line.
pub fn series(name: String, points: Vec<(f64, f64)>, colour: usize, dash: Dash) -> Series {
    Series { name, points, colour: PALETTE[colour % PALETTE.len()], dash }
}

/// Exclusion for the greatest number of validators, and for scattered ones also for smaller numbers.
fn exclusion(results: &Results) -> String {
    let most = VALIDATORS[VALIDATORS.len() - 1];
    let lines = [
        ("proposers drawn by power: f^w", Placement::Drawn, most, 7, Dash::Dashed),
        ("adjacent addresses", Placement::Adjacent, most, 1, Dash::Solid),
        ("joined in one block", Placement::Joined, most, 3, Dash::Dashed),
        ("scattered", Placement::Scattered, most, 0, Dash::Solid),
        ("scattered, powers by Zipf's law", Placement::Zipf, most, 2, Dash::Solid),
        ("scattered among 16", Placement::Scattered, 16, 4, Dash::Solid),
        ("scattered among 7", Placement::Scattered, 7, 5, Dash::Solid),
    ];
    let lines = lines.into_iter().filter_map(|(name, placement, validators, colour, dash)| {
        let mut all = results.exclusion.iter();
        let one = all.find(|one| (one.placement, one.validators) == (placement, validators))?;
        let points = (1..=LONGEST).map(|w| (w as f64, one.share(w))).filter(|(_, share)| *share > 0.0);
        Some(series(name.to_owned(), points.collect(), colour, dash))
    });
    Lines {
        title: "Rounds whose tickets hostile proposers choose".to_owned(),
        subtitle: format!(
            "{most} validators, less than a third of the power hostile; where a line ends none is"
        ),
        x: Axis::new("w: blocks of the window", Scale::Linear),
        y: Axis::new("share of the windows without an honest block", Scale::Log10),
        series: lines.collect(),
    }
    .svg()
}

/// The share for each starting place of a chain's first window, the most hostile first.
fn alignment(results: &Results) -> String {
    let cases = [((7, 2), 1), ((14, 2), 3), ((16, 3), 0), ((24, 3), 2), ((31, 3), 4)];
    let lines = cases.into_iter().filter_map(|(case, colour)| {
        let one = results.alignment.iter().find(|one| (one.validators, one.window) == case)?;
        let mut shares = one.shares.clone();
        shares.sort_by(|a, b| b.total_cmp(a));
        let place = |index: usize| 100.0 * index as f64 / shares.len() as f64;
        let steps = shares.iter().enumerate();
        let points = steps.flat_map(|(index, share)| [(place(index), *share), (place(index + 1), *share)]);
        let name = format!("{} validators, w = {}", one.validators, one.window);
        Some(series(name, points.collect(), colour, Dash::Solid))
    });
    Lines {
        title: "Who is left out once may be left out again".to_owned(),
        subtitle: "hostile ones in a row, rounds of w + 5 blocks".to_owned(),
        x: Axis::new("places where the first window begins, in %", Scale::Linear),
        y: Axis::new("share of the rounds with a hostile window", Scale::Linear),
        series: lines.collect(),
    }
    .svg()
}

fn window(results: &Results) -> String {
    let mut lines = Vec::new();
    let kinds = VERSIONS.into_iter().flat_map(|version| DISTANCES.map(|distance| (version, distance)));
    for (colour, kind) in kinds.enumerate() {
        let of = |seconds: fn(&WindowLength) -> u64| {
            let all = results.window.iter().filter(|one| (one.version, one.distance) == kind);
            all.map(|one| (one.run as f64, seconds(one) as f64 / 1e3)).collect::<Vec<_>>()
        };
        let mut line = |what: &str, points, dash| {
            let name = format!("{}, {}: {what}", kind.0.name(), kind.1.name());
            lines.push(series(name, points, colour, dash));
        };
        line("they fail", of(|one| one.longest(Play::Fail)), Dash::Solid);
        line("if each were late once", of(WindowLength::once_each), Dash::Dotted);
    }
    Lines {
        title: "How long a window lasts".to_owned(),
        subtitle: "the delay must take the fastest evaluator longer: 1 s is 4·10⁷ squarings of 25 ns"
            .to_owned(),
        x: Axis::new("hostile validators in a row, of 100", Scale::Linear),
        y: Axis::new("longest window in s", Scale::Log10),
        series: lines,
    }
    .svg()
}

fn margin(results: &Results) -> String {
    let mut lines = Vec::new();
    let many = MACHINES.iter().position(|machines| *machines == Machines::Many).unwrap_or_default();
    for (colour, one) in results.margin.iter().enumerate() {
        let squarings = SQUARINGS.map(|squarings| squarings as f64);
        let of = |chances: [[f64; MACHINES.len()]; SQUARINGS.len()]| {
            squarings.into_iter().zip(chances.map(|chances| chances[many])).collect()
        };
        let name = format!("{}, {}", one.version.name(), one.order.name());
        lines.push(series(name, of(one.chances()), colour, Dash::Solid));
        lines.push(series("theory".to_owned(), of(one.theory), colour, Dash::Dotted));
    }
    Lines {
        title: "What stalling gains the last revealer".to_owned(),
        subtitle: "33 of 100 validators and 33 % of the stake; many machines, all in one place".to_owned(),
        x: Axis::new("t: squarings of the delay", Scale::Log10),
        y: Axis::new("chance of the bit", Scale::Linear),
        series: lines,
    }
    .svg()
}
