//! Tests of the metrics, as a monitor reads them.

use super::*;
use std::collections::BTreeMap;

/// The samples of the Prometheus text format by their names with labels; each must come after its
/// help and type.
fn samples(text: &str) -> BTreeMap<String, f64> {
    let (mut samples, mut described) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, words) = help.split_once(' ').unwrap();
            assert!(
                !words.is_empty() && (name.starts_with("heliast_") || name.starts_with("process_")),
                "{line}"
            );
            described = name.to_owned();
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(name == described && ["gauge", "counter", "histogram"].contains(&kind), "{line}");
        } else {
            let (name, value) = line.rsplit_once(' ').unwrap();
            assert!(name.starts_with(&described), "{line} beneath {described}");
            assert!(samples.insert(name.to_owned(), value.parse().unwrap()).is_none(), "{line} comes twice");
        }
    }
    samples
}

#[test]
fn a_new_node_shows_every_metric_that_has_no_labels() {
    let samples = samples(&Metrics::new().text());
    for name in [
        "heliast_round",
        "heliast_round_expected",
        "heliast_squarings_per_second",
        "heliast_store_failing",
        "heliast_epoch_proofs_total",
        "heliast_store_bytes",
        "heliast_archive_bytes",
        "heliast_slots_skipped_total",
        "heliast_round_tickets_count",
        "heliast_round_votes_count",
        "heliast_store_append_seconds_count",
    ] {
        // An alert on a missing metric never fires.
        assert_eq!(samples.get(name), Some(&0.0), "{name}");
    }
}

#[test]
fn histograms_have_room_for_what_they_measure() {
    let metrics = Metrics::new();
    for seconds in [0.0005, 0.02, 2.0, 5_000.0] {
        metrics.phase("delay", Duration::from_secs_f64(seconds));
        metrics.store_append_seconds.observe(seconds);
    }
    for votes in [0.0, 20.0, 7_000.0] {
        metrics.votes.observe(votes);
    }
    let samples = samples(&metrics.text());
    let phase = |le: &str| samples[&format!("heliast_phase_seconds_bucket{{phase=\"delay\",le=\"{le}\"}}")];
    assert_eq!(
        (phase("0.001"), phase("0.03"), phase("2"), phase("100"), phase("+Inf")),
        (1.0, 2.0, 3.0, 3.0, 4.0)
    );
    assert_eq!(samples["heliast_store_append_seconds_sum"], 5002.0205);
    assert_eq!(samples["heliast_round_votes_bucket{le=\"0\"}"], 1.0, "rounds without a committee stand out");
    assert_eq!(samples["heliast_round_votes_bucket{le=\"5000\"}"], 2.0);
}

#[test]
fn two_nodes_in_one_process_count_apart() {
    let (one, two) = (Metrics::new(), Metrics::new());
    one.round.set(7);
    assert_eq!((samples(&one.text())["heliast_round"], samples(&two.text())["heliast_round"]), (7.0, 0.0));
}
