//! The periods that are safe for networks of several sizes, for `heliast network new --plan`.

use crate::{
    failure::Failure,
    groups::Kinds,
    report::Report,
    reports::{Measure, NetworkPlan, PlannedNetwork},
    terms::{TermsArgs, period_of},
};
use heliast_network::{Collecting, home::Distance};

/// The sizes in a plan.
const NODES: [u32; 5] = [4, 7, 16, 32, 100];

/// The shortest safe periods, for near and far nodes, if the slowest machine is as fast as this one.
pub fn plan(terms: &TermsArgs, kinds: &Kinds) -> Result<Report, Failure> {
    let share = terms.share()?;
    let of = |(distance, nodes): (Distance, u32)| {
        let collecting = Collecting::of_nodes(nodes as usize, distance, terms.window, terms.window_time);
        let steps = kinds.shortest(collecting);
        let rules = kinds.rules(steps);
        PlannedNetwork {
            nodes,
            may_fail: (nodes - 1) / 3,
            distance: distance.name().into(),
            collecting_seconds: Measure(
                collecting.verdict_of(&rules).margin().collecting.as_millis() as f64 / 1e3,
            ),
            t: rules.t(),
            roots: rules.squarings.and(rules.roots).map(|roots| roots.t),
            period_seconds: Measure(f64::from(period_of(kinds.seconds(steps), share)) / 1e3),
        }
    };
    let all: Vec<_> =
        Distance::ALL.into_iter().flat_map(|distance| NODES.map(|nodes| (distance, nodes))).collect();
    let networks = all.iter().copied().map(of).collect();
    let speed = kinds.speed();
    let said = NetworkPlan { steps_per_second: Measure(speed), networks };
    let name = kinds.name();
    let headline = format!("{speed:.0} {name} a second on this machine; the shortest periods that are safe:");
    let row = |report: Report, ((distance, nodes), one): (&(Distance, u32), &PlannedNetwork)| {
        let PlannedNetwork { collecting_seconds, t, roots, period_seconds, .. } = one;
        let shown = format!(
            "{} s; a round collects for {:.2} s at most, and takes {t} {name}{}",
            period_seconds.0,
            collecting_seconds.0,
            roots.map_or_else(String::new, |roots| format!(" beside {roots} roots"))
        );
        report.show_as(&format!("{nodes} nodes, {}", distance.name()), shown)
    };
    Ok(all.iter().zip(&said.networks).fold(Report::of(headline, &said), row))
}
