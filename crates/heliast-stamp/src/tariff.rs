//! The price of a request. It is the price of a service, which follows the requests that reach it, and a
//! surcharge for the network of the request, which follows that network's own requests.
//!
//! Networks are neither added nor removed: all of them share a fixed number of counters, as in a count-min
//! sketch (Cormode, Muthukrishnan, *An improved data stream summary*, 2005). Each has one counter in each of
//! four rows, chosen by a hash under a secret, and pays the lowest of the four surcharges. A network's own
//! requests count in all four, so its surcharge is never too low. It is too high only if others have raised
//! all four of its counters. To raise a counter takes more requests per second than the share of a network,
//! from few networks or from many. With R more requests per second than those of the others and a share of s,
//! at most R/s counters of a row are raised, and one in (16,384 · s / R)^4 of the other networks pays a
//! surcharge.

#[cfg(test)]
mod tests;

use crate::Pace;
use sha2::{Digest, Sha256};

/// The number of counters of a network.
const ROWS: usize = 4;
/// The number of counters of a row.
const CELLS: usize = 1 << 14;
/// The number of networks that together, each at its full share, are the most that the service should bear.
const NETWORKS: f64 = 8.0;

/// Prices that follow the load of a service and that of each network. A network is named by bytes, for
/// example a prefix of an address.
///
/// Memory: 65,536 counters of 12 bytes, for any number of networks.
#[derive(Clone, Debug)]
pub struct Tariff {
    pace: Pace,
    seed: [u8; 32],
    /// The counters, row by row.
    cells: Vec<Cell>,
}

/// The counter of all networks that share it.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// The number of requests since the last look.
    requests: u32,
    /// The number of these requests that reached the service.
    reached: u32,
    /// The number of steps of the surcharge.
    steps: u32,
}

impl Tariff {
    /// Begins at the lowest price of a pace, without any surcharge. The seed must be secret: anybody who
    /// knows it can choose networks that share counters with another one.
    pub fn new(pace: Pace, seed: [u8; 32]) -> Tariff {
        Tariff { pace, seed, cells: vec![Cell::default(); ROWS * CELLS] }
    }

    /// The price without a surcharge.
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// The current price of a request from a network: that of the service with the network's surcharge, but
    /// at most the highest price of the pace.
    pub fn delay(&self, network: &[u8]) -> u64 {
        let steps = self.places(network).map(|place| self.cells[place].steps);
        self.pace.above(steps.into_iter().min().unwrap_or_default() as usize)
    }

    /// Counts a request that is answered with a challenge or a refusal, and costs the service nothing: only
    /// its own network pays for it.
    pub fn ask(&mut self, network: &[u8]) {
        self.count(network, 0);
    }

    /// Counts a request that reaches the service, because it is paid for.
    pub fn reach(&mut self, network: &[u8]) {
        self.count(network, 1);
    }

    fn count(&mut self, network: &[u8], reached: u32) {
        for place in self.places(network) {
            let cell = &mut self.cells[place];
            cell.requests = cell.requests.saturating_add(1);
            cell.reached = cell.reached.saturating_add(reached);
        }
    }

    /// Evaluates the requests in the seconds since the last look, and changes the price of the service and
    /// each surcharge by at most one step. `most_per_second` is the greatest number of requests per second
    /// that the service should bear.
    ///
    /// An eighth of this is the share of a network: its surcharge rises while it sends more, and falls while
    /// it sends less than half of it. For the price of the service a network counts with at most its share.
    pub fn look(&mut self, seconds: f64, most_per_second: f64) {
        let share = seconds * most_per_second / NETWORKS;
        // Networks that share a counter are counted too low, so the row with the highest count is the most
        // accurate.
        let reached = self
            .cells
            .chunks(CELLS)
            .map(|row| row.iter().map(|cell| f64::from(cell.reached).min(share)).sum::<f64>());
        let load = reached.fold(0.0, f64::max) / (seconds * most_per_second);
        self.pace.observe(load);
        let top = self.pace.delays().len() as u32 - 1;
        for cell in &mut self.cells {
            let steps = match f64::from(cell.requests) / share {
                load if load > 1.0 => (cell.steps + 1).min(top),
                load if load >= 0.5 => cell.steps,
                _ => cell.steps.saturating_sub(1),
            };
            *cell = Cell { steps, ..Cell::default() };
        }
    }

    /// The number of networks that pay a surcharge, as far as they can be distinguished.
    pub fn surcharged(&self) -> usize {
        let rows = self.cells.chunks(CELLS);
        rows.map(|row| row.iter().filter(|cell| cell.steps > 0).count()).max().unwrap_or_default()
    }

    /// A network's counters.
    fn places(&self, network: &[u8]) -> [usize; ROWS] {
        let hash = Sha256::new().chain_update(self.seed).chain_update(network).finalize();
        std::array::from_fn(|row| {
            row * CELLS + usize::from(u16::from_be_bytes([hash[2 * row], hash[2 * row + 1]])) % CELLS
        })
    }
}
