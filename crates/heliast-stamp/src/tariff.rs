//! The price of a request: the price of a service, which follows the requests that reach it, and a surcharge
//! for the network that a request comes from, which follows that network's own requests.
//!
//! No network is evicted and none is added: all of them share a fixed number of counters, as in a count-min
//! sketch (Cormode, Muthukrishnan, *An improved data stream summary*, 2005). Each has one counter in each of
//! four rows, chosen by a hash under a secret, and pays the lowest of the four surcharges. A network's own
//! requests count in all four, so that its surcharge is never too low. It is too high only where others have
//! raised all four of its counters. Each of these takes more requests a second than the share of a network;
//! whether they come from few networks or from many makes no difference. With R requests a second beyond the
//! others' and a share of s, at most R/s counters of a row are raised, and one in (16,384 · s / R)^4 of the
//! other networks pays a surcharge.

#[cfg(test)]
mod tests;

use crate::Pace;
use sha2::{Digest, Sha256};

/// Counters of a network.
const ROWS: usize = 4;
/// Counters of a row.
const CELLS: usize = 1 << 14;
/// The number of networks that, each at its full share, make up the load that the service is to bear.
const NETWORKS: f64 = 8.0;

/// Prices that follow the load of a service and that of each network. A network is named by bytes, for
/// example a prefix of an address.
///
/// Memory: 65,536 counters of 12 bytes, however many networks there are.
#[derive(Clone, Debug)]
pub struct Tariff {
    pace: Pace,
    seed: [u8; 32],
    /// Row by row.
    cells: Vec<Cell>,
}

/// The counter of all networks that share it.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// Requests since the last look.
    requests: u32,
    /// Those of them that reached the service.
    reached: u32,
    /// Steps of the surcharge.
    steps: u32,
}

impl Tariff {
    /// Begins at the lowest price of a pace, without any surcharge. Who knows the seed can choose networks
    /// that share counters with another one: it is secret.
    pub fn new(pace: Pace, seed: [u8; 32]) -> Tariff {
        Tariff { pace, seed, cells: vec![Cell::default(); ROWS * CELLS] }
    }

    /// The price where no surcharge is paid.
    pub fn pace(&self) -> &Pace {
        &self.pace
    }

    /// The price of a request from a network now: that of the service with the network's surcharge, and the
    /// highest price of the pace at most.
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

    /// Looks at what came in the seconds since the last look, and changes the price of the service and each
    /// surcharge by one step at most. `most_per_second` requests are as many as the service is to bear.
    ///
    /// An eighth of them is the share of a network: its surcharge rises while it sends more, and falls while
    /// it sends less than half of that. For the price of the service a network counts with its share at most.
    pub fn look(&mut self, seconds: f64, most_per_second: f64) {
        let share = seconds * most_per_second / NETWORKS;
        // Networks that share a counter count for too little, and the row where they count for most is
        // nearest to the truth.
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

    /// The number of networks that pay a surcharge, as far as they can be told apart.
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
