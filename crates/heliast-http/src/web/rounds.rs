//! The list of rounds, newest first.

use super::{
    pages::Frame,
    text::{Grouped, iso, moment},
};
use askama::Template;
use heliast::{Chain, Round};

/// A page of the list.
#[derive(Template)]
#[template(path = "rounds.html")]
pub(crate) struct RoundsPage {
    pub(crate) frame: Frame,
    pub(crate) rows: Vec<RoundRow>,
    /// The last finished round.
    pub(crate) last: u64,
    /// The first round on the page of later rounds, which counts down from it.
    pub(crate) newer: Option<u64>,
    pub(crate) older: Option<u64>,
    pub(crate) oldest: Option<u64>,
}

/// A round in the list.
pub(crate) struct RoundRow {
    pub(crate) number: u64,
    pub(crate) opened: String,
    pub(crate) opened_iso: String,
    pub(crate) seats: usize,
    pub(crate) randomness: String,
    /// The number of empty periods just before this round.
    pub(crate) skipped: u64,
}

impl RoundRow {
    /// `before_ms` is the opening time of the previous round; `None` for the first round.
    pub(crate) fn new(chain: &Chain, round: &Round, before_ms: Option<u64>) -> RoundRow {
        let genesis = chain.genesis();
        let period = u64::from(genesis.period_ms).max(1);
        let earliest = before_ms.map_or(genesis.genesis_time_ms, |before| before.saturating_add(period));
        RoundRow {
            number: round.number,
            opened: moment(round.time_ms),
            opened_iso: iso(round.time_ms),
            seats: round.tickets.len(),
            randomness: hex::encode(chain.beacon(round.number, &round.y).1),
            skipped: round.time_ms.saturating_sub(earliest) / period,
        }
    }
}
