//! The state of the round under way, as an engine reports it.

use crate::periods;
use heliast::Chain;
use serde::Serialize;

/// The engine's work for the round under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Lots are drawn and tickets collected.
    Tickets,
    /// The delay runs.
    Delay,
    /// The delay's proof is computed.
    Proof,
    /// The round is finished; the next opens at `next_ms`.
    Waiting,
}

impl Phase {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Tickets => "tickets",
            Phase::Delay => "delay",
            Phase::Proof => "proof",
            Phase::Waiting => "waiting",
        }
    }
}

/// The state of the round under way, as `GET /v1/status` answers it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Status {
    /// The round under way.
    pub round: u64,
    /// The part of the work for it that is under way.
    pub phase: Phase,
    /// The share of the phase that is done, 0 to 1.
    pub progress: f64,
    /// The time at which the round opened, in milliseconds since 1970.
    pub opens_ms: u64,
    /// The time at which the next round opens, in milliseconds since 1970.
    pub next_ms: u64,
    /// The last finished round, 0 before the first.
    pub latest: u64,
    /// The speed of the delay, as last measured; roots per second where a chain has roots alone.
    pub squarings_per_second: f64,
}

impl Status {
    /// The status after the last finished round, until the next one opens.
    pub(crate) fn waiting(chain: &Chain, latest: u64, opened_ms: u64, speed: f64) -> Status {
        Status {
            round: latest.saturating_add(1),
            phase: Phase::Waiting,
            progress: 0.0,
            opens_ms: opened_ms,
            next_ms: periods::start_after(chain, latest, opened_ms, 1),
            latest,
            squarings_per_second: speed,
        }
    }
}
