//! A gate's figures, for its operator.

use heliast_front::process_metrics;
use heliast_stamp::Trouble;
use prometheus::{IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder};

/// Counters of one gate.
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests, by the way in which they were handled.
    pub requests: IntCounterVec,
    pub challenges: IntCounter,
    /// Stamps, by the name of the refusal, or `taken`.
    pub stamps: IntCounterVec,
    price: IntGauge,
    surcharged: IntGauge,
    under_way: IntGauge,
    tunnels: IntGauge,
    trouble: IntGauge,
    rules_trouble: IntGauge,
}

/// A request that the site is answering, or a tunnel. It ends on drop, which also happens when the client
/// disconnects.
pub(crate) struct UnderWay(IntGauge);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    pub fn new() -> Result<Metrics, prometheus::Error> {
        let registry = Registry::new_custom(Some("heliast_gate".to_owned()), None)?;
        let by = |name: &str, help: &str, label: &str| IntCounterVec::new(Opts::new(name, help), &[label]);
        let metrics = Metrics {
            requests: by(
                "requests_total",
                "Requests, by what was done: open, passed, asked, closed, limited, malformed",
                "what",
            )?,
            challenges: IntCounter::new("challenges_total", "Challenges that were given out")?,
            stamps: by(
                "stamps_total",
                "Stamps that were sent, by the name of the refusal, or taken; unlisted: taken without the list",
                "verdict",
            )?,
            price: IntGauge::new("price_squarings", "Squarings that a stamp takes now, without a surcharge")?,
            surcharged: IntGauge::new("surcharged_networks", "About how many networks pay a surcharge")?,
            under_way: IntGauge::new("requests_under_way", "Requests that the site is answering")?,
            tunnels: IntGauge::new("tunnels", "Connections that are upgraded")?,
            trouble: IntGauge::new(
                "spent_list_trouble",
                "The list of spent stamps: 0 well, 1 away, stamps are taken, 2 away, stamps are refused, 3 stamps wait",
            )?,
            rules_trouble: IntGauge::new(
                "rules_trouble",
                "1 while changed rules are refused and the previous rules still apply",
            )?,
            registry,
        };
        metrics.registry.register(Box::new(metrics.requests.clone()))?;
        metrics.registry.register(Box::new(metrics.challenges.clone()))?;
        metrics.registry.register(Box::new(metrics.stamps.clone()))?;
        metrics.registry.register(Box::new(metrics.price.clone()))?;
        metrics.registry.register(Box::new(metrics.surcharged.clone()))?;
        metrics.registry.register(Box::new(metrics.under_way.clone()))?;
        metrics.registry.register(Box::new(metrics.tunnels.clone()))?;
        metrics.registry.register(Box::new(metrics.trouble.clone()))?;
        metrics.registry.register(Box::new(metrics.rules_trouble.clone()))?;
        Ok(metrics)
    }

    /// Counts a request that the site is answering.
    pub fn begin(&self) -> UnderWay {
        self.under_way.inc();
        UnderWay(self.under_way.clone())
    }

    /// Sets the squarings of a stamp without a surcharge, and the number of networks with a surcharge.
    pub fn set_prices(&self, squarings: u64, surcharged: usize) {
        self.price.set(i64::try_from(squarings).unwrap_or(i64::MAX));
        self.surcharged.set(i64::try_from(surcharged).unwrap_or(i64::MAX));
    }

    /// Counts an upgraded connection.
    pub fn begin_tunnel(&self) -> UnderWay {
        self.tunnels.inc();
        UnderWay(self.tunnels.clone())
    }

    /// Shows the trouble with the list of spent stamps, if there is any.
    pub fn set_trouble(&self, trouble: Option<&Trouble>) {
        self.trouble.set(match trouble {
            None => 0,
            Some(Trouble::Admitting(_)) => 1,
            Some(Trouble::Refusing(_)) => 2,
            Some(Trouble::Waiting(_)) => 3,
        });
    }

    /// Shows whether rules were refused.
    pub fn set_rules_trouble(&self, is_there: bool) {
        self.rules_trouble.set(is_there.into());
    }

    /// The metrics in Prometheus' text format.
    pub fn text(&self) -> String {
        TextEncoder::new().encode_to_string(&self.registry.gather()).unwrap_or_default() + &process_metrics()
    }
}
