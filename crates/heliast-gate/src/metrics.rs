//! What an operator wants to know of a gate.

use prometheus::{IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};

/// Counters of one gate.
pub(crate) struct Metrics {
    registry: Registry,
    /// By what was done with them.
    pub requests: IntCounterVec,
    pub challenges: IntCounter,
    /// By the name of the refusal, or `taken`.
    pub stamps: IntCounterVec,
    pub price: IntGauge,
    pub under_way: IntGauge,
}

impl Metrics {
    pub fn new() -> Result<Metrics, prometheus::Error> {
        let registry = Registry::new_custom(Some("heliast_gate".to_owned()), None)?;
        let by = |name: &str, help: &str, label: &str| IntCounterVec::new(Opts::new(name, help), &[label]);
        let metrics = Metrics {
            requests: by(
                "requests_total",
                "Requests, by what was done: open, passed, asked, closed",
                "what",
            )?,
            challenges: IntCounter::new("challenges_total", "Challenges that were given out")?,
            stamps: by(
                "stamps_total",
                "Stamps that were sent, by the name of the refusal, or taken",
                "verdict",
            )?,
            price: IntGauge::new("price_squarings", "Squarings that a stamp takes now")?,
            under_way: IntGauge::new("requests_under_way", "Requests that the site is answering")?,
            registry,
        };
        metrics.registry.register(Box::new(metrics.requests.clone()))?;
        metrics.registry.register(Box::new(metrics.challenges.clone()))?;
        metrics.registry.register(Box::new(metrics.stamps.clone()))?;
        metrics.registry.register(Box::new(metrics.price.clone()))?;
        metrics.registry.register(Box::new(metrics.under_way.clone()))?;
        #[cfg(target_os = "linux")]
        metrics.registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self()))?;
        Ok(metrics)
    }

    /// In Prometheus' text format.
    pub fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default()
    }
}
