//! The metrics of rounds, store, alarms and process, which a monitor can read at `GET /metrics`.

#[cfg(test)]
mod tests;

use crate::{
    alarm::AlarmKind,
    relay::{RelaySight, SourceState},
};
use prometheus::{
    Gauge, Histogram, HistogramOpts, HistogramVec, IntCounter, IntGauge, IntGaugeVec, Opts, Registry,
    proto::MetricFamily,
};
use std::time::Duration;

/// The node's metrics, in their own registry.
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) round: IntGauge,
    pub(crate) round_expected: IntGauge,
    pub(crate) squarings_per_second: Gauge,
    pub(crate) tickets: Histogram,
    pub(crate) votes: Histogram,
    pub(crate) rounds_empty: IntCounter,
    pub(crate) store_append_seconds: Histogram,
    pub(crate) store_failures: IntGauge,
    pub(crate) epoch_proofs: IntCounter,
    pub(crate) store_bytes: IntGauge,
    pub(crate) archive_bytes: IntGauge,
    pub(crate) slots_skipped: IntCounter,
    pub(crate) stalled: IntGauge,
    alarms: IntGaugeVec,
    /// The two metrics of a relay have no samples on other nodes.
    relay_behind: IntGaugeVec,
    relay_sources: IntGaugeVec,
    phase_seconds: HistogramVec,
}

const SECONDS: [f64; 12] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 2.0, 3.0, 10.0, 30.0, 100.0];
const COUNTS: [f64; 12] = [0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 5000.0];

impl Metrics {
    /// Registers every metric. Names are constants, so that this either always fails or never.
    pub(crate) fn new() -> Metrics {
        let metrics = Metrics::register().expect("the metrics have distinct, valid names");
        AlarmKind::ALL.into_iter().for_each(|kind| metrics.alarm(kind, false));
        metrics
    }

    fn register() -> prometheus::Result<Metrics> {
        let registry = Registry::new();
        let gauge = |name, help| added(&registry, IntGauge::new(name, help)?);
        let histogram = |name: &str, help: &str, buckets: &[f64]| {
            added(&registry, Histogram::with_opts(HistogramOpts::new(name, help).buckets(buckets.to_vec()))?)
        };
        let phase = HistogramOpts::new("heliast_phase_seconds", "Time that a round spent in each phase")
            .buckets(SECONDS.to_vec());
        let alarms = Opts::new("heliast_alarm", "1 while something of this kind is wrong");
        let sources = Opts::new("heliast_relay_sources", "Nodes that this relay follows, by their state");
        let behind = Opts::new("heliast_relay_behind", "Rounds that a source has and this relay lacks");
        added(&registry, build_info()?)?;
        Ok(Metrics {
            round: gauge("heliast_round", "The last finished round")?,
            round_expected: gauge(
                "heliast_round_expected",
                "The round that should be finished by the clock",
            )?,
            squarings_per_second: added(
                &registry,
                Gauge::new("heliast_squarings_per_second", "Speed of the delay, as last measured")?,
            )?,
            tickets: histogram("heliast_round_tickets", "Committee members per round", &COUNTS)?,
            votes: histogram("heliast_round_votes", "Votes per round", &COUNTS)?,
            rounds_empty: added(
                &registry,
                IntCounter::new("heliast_rounds_empty_total", "Rounds without a vote since the start")?,
            )?,
            store_append_seconds: histogram(
                "heliast_store_append_seconds",
                "Time to store a round durably",
                &SECONDS,
            )?,
            store_failures: gauge("heliast_store_failing", "1 while the last round could not be stored")?,
            store_bytes: gauge("heliast_store_bytes", "Bytes that the store takes on the disk")?,
            archive_bytes: gauge("heliast_archive_bytes", "Bytes that the archive takes on the disk")?,
            epoch_proofs: added(
                &registry,
                IntCounter::new("heliast_epoch_proofs_total", "Epoch proofs made since the start")?,
            )?,
            stalled: gauge("heliast_stalled", "1 while nothing moves: in this node, or in its network")?,
            slots_skipped: added(
                &registry,
                IntCounter::new(
                    "heliast_slots_skipped_total",
                    "Periods of this chain that were left without a round",
                )?,
            )?,
            alarms: added(&registry, IntGaugeVec::new(alarms, &["kind"])?)?,
            relay_behind: added(&registry, IntGaugeVec::new(behind, &[])?)?,
            relay_sources: added(&registry, IntGaugeVec::new(sources, &["state"])?)?,
            phase_seconds: added(&registry, HistogramVec::new(phase, &["phase"])?)?,
            registry,
        })
    }

    pub(crate) fn phase(&self, phase: &str, spent: Duration) {
        self.phase_seconds.with_label_values(&[phase]).observe(spent.as_secs_f64());
    }

    /// Notes whether an alarm of this kind is raised.
    pub(crate) fn alarm(&self, kind: AlarmKind, is_raised: bool) {
        self.alarms.with_label_values(&[kind.name()]).set(i64::from(is_raised));
    }

    /// Notes the sources of a relay.
    pub(crate) fn relay(&self, sight: &RelaySight) {
        use SourceState::{Asked, Failing, Followed, Untrue};
        let behind = i64::try_from(sight.behind).unwrap_or(i64::MAX);
        self.relay_behind.with_label_values::<&str>(&[]).set(behind);
        for state in [Asked, Followed, Failing, Untrue] {
            let count = i64::try_from(sight.count(state)).unwrap_or(i64::MAX);
            self.relay_sources.with_label_values(&[state.name()]).set(count);
        }
    }

    /// The metrics that a monitor reads, in the order of their names.
    pub(crate) fn families(&self) -> Vec<MetricFamily> {
        self.registry.gather()
    }

    #[cfg(test)]
    pub(crate) fn text(&self) -> String {
        prometheus::TextEncoder::new().encode_to_string(&self.families()).unwrap()
    }
}

/// The value is always 1; the information is in the labels.
fn build_info() -> prometheus::Result<IntGauge> {
    let info = Opts::new("heliast_build_info", "The version of this program");
    let info = IntGauge::with_opts(info.const_label("version", env!("CARGO_PKG_VERSION")))?;
    info.set(1);
    Ok(info)
}

fn added<C: prometheus::core::Collector + Clone + 'static>(
    registry: &Registry,
    metric: C,
) -> prometheus::Result<C> {
    registry.register(Box::new(metric.clone()))?;
    Ok(metric)
}
