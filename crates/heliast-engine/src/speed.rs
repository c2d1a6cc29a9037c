//! The speed of this machine, by which a new chain's delay is chosen.

use heliast::{AnyGroup, Group};
use std::time::Instant;

/// The speed at which a machine squares.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// The upper quartile of nine samples of 100 ms: what the machine does when little disturbs it.
    pub squarings_per_second: f64,
    /// By which part of the fastest sample the slowest was slower.
    pub spread: f64,
}

/// Measures for a second how fast `group` squares on this machine.
pub fn calibrate(group: &AnyGroup) -> Speed {
    const SAMPLES: u32 = 9;
    let mut value = group.hash("heliast/calibration", b"");
    let mut sample = |squarings: u64| {
        let start = Instant::now();
        group.square_n(&mut value, squarings);
        squarings as f64 / start.elapsed().as_secs_f64()
    };
    let rough = sample(2_000);
    let mut speeds: Vec<f64> = (0..SAMPLES).map(|_| sample((rough / 10.0) as u64 + 1)).collect();
    speeds.sort_by(f64::total_cmp);
    let (slowest, fastest) = (speeds[0], speeds[speeds.len() - 1]);
    Speed { squarings_per_second: speeds[speeds.len() * 3 / 4], spread: 1.0 - slowest / fastest }
}
