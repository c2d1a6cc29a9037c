//! The metrics of the HTTP side, which `GET /metrics` shows together with those of the node.

#[cfg(test)]
mod tests;

use heliast_front::process_metrics;
use prometheus::{
    HistogramOpts, HistogramVec, IntCounterVec, IntGauge, Opts, Registry, TextEncoder, proto::MetricFamily,
};
use std::time::Duration;

const SECONDS: [f64; 12] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 2.0, 3.0, 10.0, 30.0, 100.0];

/// Counts requests and resources of clients, in its own registry.
pub(crate) struct Traffic {
    registry: Registry,
    pub(crate) streams: IntGauge,
    pub(crate) waiting: IntGauge,
    pub(crate) connections: IntGauge,
    requests: IntCounterVec,
    request_seconds: HistogramVec,
}

impl Traffic {
    /// Registers every metric. Names are constants, so that this either always fails or never.
    pub(crate) fn new() -> Traffic {
        Traffic::register().expect("the metrics have distinct, valid names")
    }

    fn register() -> prometheus::Result<Traffic> {
        let registry = Registry::new();
        let gauge = |name, help| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok::<IntGauge, prometheus::Error>(gauge)
        };
        let requests = Opts::new("heliast_http_requests_total", "Requests by route and status");
        let requests = IntCounterVec::new(requests, &["route", "status"])?;
        registry.register(Box::new(requests.clone()))?;
        let durations =
            HistogramOpts::new("heliast_http_request_duration_seconds", "Time to the beginning of an answer");
        let request_seconds = HistogramVec::new(durations.buckets(SECONDS.to_vec()), &["route"])?;
        registry.register(Box::new(request_seconds.clone()))?;
        Ok(Traffic {
            streams: gauge("heliast_http_streams", "Open event streams")?,
            waiting: gauge("heliast_http_waiting", "Requests that wait for the next round")?,
            connections: gauge("heliast_http_connections", "Open connections")?,
            requests,
            request_seconds,
            registry,
        })
    }

    /// Counts a request and the time that it took. `route` is the route's pattern, never the path, so that
    /// clients cannot create labels.
    pub(crate) fn request(&self, route: &str, status: u16, took: Duration) {
        self.requests.with_label_values(&[route, &status.to_string()]).inc();
        self.request_seconds.with_label_values(&[route]).observe(took.as_secs_f64());
    }

    /// These metrics and those of `node` in the text format of Prometheus, in the order of their names, and
    /// those of the process.
    pub(crate) fn text(&self, node: Vec<MetricFamily>) -> String {
        let mut families = [node, self.registry.gather()].concat();
        families.sort_by(|one, other| one.name().cmp(other.name()));
        let text = TextEncoder::new().encode_to_string(&families);
        text.unwrap_or_else(|error| format!("# {error}\n")) + &process_metrics()
    }
}
