//! Tests of the metrics, as a monitor reads them.

use super::*;
use heliast_engine::{Handles, Phase, Status};
use heliast_store::Store;
use std::collections::BTreeMap;
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, World};

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

/// The metrics of a new node.
fn node() -> Vec<MetricFamily> {
    let dir = TempDir::new().unwrap();
    let store = Store::create(dir.path(), &World::new(5, 1, GENESIS_MS).chain).unwrap();
    let board = Handles::new(store).board;
    board.set_status(Status { phase: Phase::Tickets, ..board.status() });
    board.metrics()
}

#[test]
fn a_new_server_shows_every_metric_that_has_no_labels() {
    let samples = samples(&Traffic::new().text(node()));
    for name in ["heliast_http_streams", "heliast_http_waiting", "heliast_http_connections", "heliast_round"]
    {
        // An alert on a missing metric never fires.
        assert_eq!(samples.get(name), Some(&0.0), "{name}");
    }
}

#[test]
fn requests_are_counted_by_route_and_status() {
    let traffic = Traffic::new();
    for (route, status) in [("/a", 200), ("/a", 200), ("/a", 404), ("/{chain}/b", 200)] {
        traffic.request(route, status, Duration::from_millis(2));
    }
    let samples = samples(&traffic.text(node()));
    let count = |route: &str, status: u16| {
        samples[&format!("heliast_http_requests_total{{route=\"{route}\",status=\"{status}\"}}")]
    };
    assert_eq!(samples["heliast_http_request_duration_seconds_count{route=\"/a\"}"], 3.0, "of any status");
    assert_eq!(samples["heliast_http_request_duration_seconds_sum{route=\"/{chain}/b\"}"], 0.002);
    assert_eq!((count("/a", 200), count("/a", 404), count("/{chain}/b", 200)), (2.0, 1.0, 1.0));
}

/// A route is a constant of the program, but even with other routes the text would be valid.
#[test]
fn labels_cannot_break_out_of_their_line() {
    let traffic = Traffic::new();
    traffic.request("/\"} 7\nheliast_round 99\n# \\", 200, Duration::ZERO);
    let samples = samples(&traffic.text(node()));
    assert_eq!(samples["heliast_round"], 0.0);
}

/// The complaints of promtool's linter about a metric: its name, help, type and label names.
fn complaints(name: &str, help: &str, kind: &str, labels: &[&str]) -> Vec<String> {
    const UNITS: [&str; 14] = [
        "milliseconds",
        "microseconds",
        "nanoseconds",
        "minutes",
        "hours",
        "days",
        "weeks",
        "bits",
        "kilobytes",
        "megabytes",
        "gigabytes",
        "kibibytes",
        "mebibytes",
        "percent",
    ];
    const ABBREVIATIONS: [&str; 15] =
        ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d", "msec"];
    let words: Vec<&str> = name.split('_').collect();
    let snake = |text: &str| text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    let (counter, histogram) = (kind == "counter", kind == "histogram");
    let rules = [
        (help.trim().is_empty(), "no help"),
        (counter != name.ends_with("_total"), "counters, and only they, end in _total"),
        (
            !histogram && ["_count", "_sum", "_bucket"].iter().any(|end| name.ends_with(end)),
            "a histogram's suffix",
        ),
        (!histogram && labels.contains(&"le"), "a histogram's label"),
        (labels.contains(&"quantile"), "a summary's label"),
        (words.iter().any(|word| UNITS.contains(word)), "not a base unit"),
        (words.iter().any(|word| ABBREVIATIONS.contains(word)), "an abbreviated unit"),
        (
            words.iter().any(|word| ["gauge", "counter", "histogram", "summary"].contains(word)),
            "its type in its name",
        ),
        (name.contains(':'), "a colon is for rules"),
        (!snake(name) || !labels.iter().all(|label| snake(label)), "not in snake_case"),
    ];
    rules.into_iter().filter(|(broken, _)| *broken).map(|(_, rule)| format!("{name}: {rule}")).collect()
}

#[test]
fn names_are_as_promtool_wants_them_and_in_the_specification() {
    let traffic = Traffic::new();
    traffic.request("/a", 200, Duration::ZERO);
    let families = [node(), traffic.registry.gather()].concat();
    assert!(families.len() >= 20, "{}", families.len());
    let spec = include_str!("../../../../spec/http.md");
    for family in &families {
        assert!(!family.name().starts_with("heliast_") || spec.contains(family.name()), "{}", family.name());
        let kind = format!("{:?}", family.get_field_type()).to_lowercase();
        let labels: Vec<&str> = family
            .get_metric()
            .iter()
            .flat_map(|metric| metric.get_label())
            .map(|label| label.name())
            .collect();
        assert_eq!(complaints(family.name(), family.help(), &kind, &labels), [""; 0]);
    }
}

#[test]
fn the_rules_for_names_find_what_they_are_for() {
    for (name, help, kind, label) in [
        ("heliast_round", "", "gauge", "a"),
        ("heliast_rounds", "h", "counter", "a"),
        ("heliast_rounds_total", "h", "gauge", "a"),
        ("heliast_round_count", "h", "gauge", "a"),
        ("heliast_round", "h", "gauge", "le"),
        ("heliast_round", "h", "histogram", "quantile"),
        ("heliast_delay_milliseconds", "h", "histogram", "a"),
        ("heliast_delay_ms", "h", "histogram", "a"),
        ("heliast_size_megabytes", "h", "gauge", "a"),
        ("heliast_round_gauge", "h", "gauge", "a"),
        ("heliast:round", "h", "gauge", "a"),
        ("heliast_roundNumber", "h", "gauge", "a"),
        ("heliast_round", "h", "gauge", "participantId"),
    ] {
        assert_ne!(complaints(name, help, kind, &[label]), [""; 0], "{name} {kind} {label}");
    }
}

#[test]
fn the_program_and_its_process_are_described() {
    let samples = samples(&Traffic::new().text(node()));
    assert_eq!(samples[&format!("heliast_build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"))], 1.0);
    if cfg!(target_os = "linux") {
        assert!(samples["process_resident_memory_bytes"] > 1e6 && samples["process_threads"] >= 1.0);
        assert!(samples["process_open_fds"] > 2.0 && samples["process_start_time_seconds"] > 1e9);
    }
}
