//! The time of squarings on this machine, on a fast core, and on the fastest known machine.

use crate::{
    reports::{DelayTimes, Measure},
    ui::time_of,
};
use heliast::Group;
use heliast_envelope::{Place, SPEEDS};
use std::time::{Duration, Instant};

/// Squarings a second in published hardware, modulo 1,024 bits (docs/guide/src/network.md): 25 ns each.
const HARDWARE: u64 = 40_000_000;
/// No hardware for class groups has been published; the same gain as for moduli is assumed.
const GAIN: u64 = HARDWARE / SPEEDS[0];
/// The time for which this machine is measured.
const SAMPLE: Duration = Duration::from_millis(30);

/// The time of a delay on several machines, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub here: f64,
    pub fast_core: f64,
    pub hardware: f64,
}

impl Times {
    /// The times of t squarings in a group. This measures the speed of this machine for a moment.
    pub fn of(place: &Place, t: u64) -> Times {
        let (t, fast) = (t as f64, place.fast_core() as f64);
        Times { here: t / measured(place), fast_core: t / fast, hardware: t / fast / GAIN as f64 }
    }

    /// The text for people.
    pub fn words(self) -> String {
        let Times { here, fast_core, hardware } = self;
        let [here, fast_core, hardware] =
            [here, fast_core, hardware].map(|seconds| time_of(seconds.round() as u64));
        format!(
            "about {here} on this machine, {fast_core} on a fast core, {hardware} in the fastest hardware"
        )
    }

    /// The values for programs.
    pub fn said(self) -> DelayTimes {
        DelayTimes {
            here_seconds: Measure(self.here),
            fast_core_seconds: Measure(self.fast_core),
            hardware_seconds: Measure(self.hardware),
        }
    }
}

fn measured(place: &Place) -> f64 {
    let (group, mut x, mut count) = (place.group(), place.base(), 16);
    loop {
        let began = Instant::now();
        group.square_n(&mut x, count);
        let took = began.elapsed();
        if took >= SAMPLE {
            return count as f64 / took.as_secs_f64();
        }
        count *= 2;
    }
}

/// The seconds of a length of time such as `90s`, `10m`, `2h` or `30d`, for arguments.
pub fn seconds(text: &str) -> Result<u64, String> {
    let units = [('s', 1), ('m', 60), ('h', 3_600), ('d', 86_400)];
    let found = units.into_iter().find_map(|(unit, seconds)| {
        let number: u64 = text
            .strip_suffix(unit)
            .filter(|digits| digits.bytes().all(|d| d.is_ascii_digit()))?
            .parse()
            .ok()?;
        number.checked_mul(seconds).filter(|seconds| (1..=1 << 40).contains(seconds))
    });
    found.ok_or_else(|| "give a length of time such as 90s, 10m, 2h or 30d".to_owned())
}

/// The number of squarings that a fast core does in this time.
pub fn squarings(place: &Place, seconds: u64) -> u64 {
    seconds.saturating_mul(place.fast_core())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_time_have_a_unit() {
        for (text, found) in [("1s", 1), ("90s", 90), ("10m", 600), ("2h", 7_200), ("30d", 2_592_000)] {
            assert_eq!(seconds(text), Ok(found), "{text}");
        }
        for text in ["", "10", "m", "-1m", "+1m", "1.5h", "0s", "1w", "10 m", "99999999999999999999d"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_in_proportion_to_squarings() {
        let place = Place::rsa_2048();
        let [one, two] = [SPEEDS[0], 2 * SPEEDS[0]].map(|t| Times::of(&place, t));
        assert_eq!((one.fast_core, two.fast_core, one.hardware), (1.0, 2.0, 0.1));
        assert!(one.here > 0.0);
        assert_eq!(squarings(&place, 60), 60 * SPEEDS[0]);
    }
}
