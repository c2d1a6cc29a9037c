//! The speed of this machine, from which a new chain's delay is chosen.

use heliast::{AnyGroup, Group, RootField};
use std::time::Instant;

/// The speed at which a machine computes a delay.
#[derive(Clone, Copy, Debug)]
pub struct Speed {
    /// Steps per second: the upper quartile of nine samples of 50 ms, which is the speed with little
    /// disturbance.
    pub per_second: f64,
    /// The difference between the fastest sample and the slowest but one, as a part of the fastest.
    pub spread: f64,
}

/// Measures for half a second how fast `group` squares on this machine.
pub fn calibrate(group: &AnyGroup) -> Speed {
    let mut value = group.hash("heliast/calibration", b"");
    measure(2_000, |squarings| group.square_n(&mut value, squarings))
}

/// Measures for half a second how fast this machine takes roots in `field`, on one core.
pub fn calibrate_roots(field: &RootField) -> Speed {
    let (mut value, stepper) = (field.hash(b"heliast/calibration"), field.stepper());
    measure(4, |steps| (0..steps).for_each(|_| value = stepper.step(&value)))
}

/// Measures the speed of `compute`, with `few` steps at first.
fn measure(few: u64, mut compute: impl FnMut(u64)) -> Speed {
    const SAMPLES: u32 = 9;
    let mut sample = |steps: u64| {
        let start = Instant::now();
        compute(steps);
        steps as f64 / start.elapsed().as_secs_f64()
    };
    let rough = sample(few);
    let mut speeds: Vec<f64> = (0..SAMPLES).map(|_| sample((rough / 20.0) as u64 + 1)).collect();
    speeds.sort_by(f64::total_cmp);
    let (slowest, fastest) = (speeds[1], speeds[speeds.len() - 1]);
    Speed { per_second: speeds[speeds.len() * 3 / 4], spread: 1.0 - slowest / fastest }
}
