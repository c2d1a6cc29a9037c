//! The length of a new chain's delay: a share of its period, or a number of squarings.

use crate::{
    failure::{Code, Failure},
    numbers::whole,
};
use heliast_vdf::MAX_DELAY;
use std::{fmt, str::FromStr};

/// The requested delay of a new chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DelayWish {
    /// This part of a period, at the current speed of this machine.
    Share(f64),
    /// This number of squarings, or of roots in a chain with roots alone.
    Steps(u64),
}

impl DelayWish {
    /// The default share. The rest of a period is left for the proof, which takes a tenth of the delay, and
    /// for slow moments.
    pub const DEFAULT: DelayWish = DelayWish::Share(2.0 / 3.0);
    /// The greatest share: a longer delay leaves no time for its proof.
    const LONGEST_SHARE: f64 = 0.9;

    /// The steps for a new chain, on a machine that does `in_a_period` of them in a period.
    pub fn steps(self, in_a_period: f64) -> Result<u64, Failure> {
        let steps = match self {
            DelayWish::Share(share) => return Ok(((in_a_period * share) as u64).max(1)),
            DelayWish::Steps(steps) => steps,
        };
        let most = (in_a_period * Self::LONGEST_SHARE) as u64;
        if steps <= most {
            return Ok(steps);
        }
        let share = steps as f64 / in_a_period;
        let message = format_args!(
            "{steps} steps would take {share:.3} periods on this machine, and may take {}",
            Self::LONGEST_SHARE
        );
        let hint = format!("give --delay up to {most}, a share such as 0.5, or a longer --period");
        Err(Failure::new(Code::Usage, message).hint(hint))
    }

    /// Whether a chain with this delay meets the request. A share is always met, since it only mattered when
    /// the chain began.
    pub fn is_met_by(self, t: u64) -> bool {
        matches!(self, DelayWish::Share(_)) || self == DelayWish::Steps(t)
    }
}

/// Writes the notation of the command line.
impl fmt::Display for DelayWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DelayWish::Share(share) => write!(f, "{share}"),
            DelayWish::Steps(squarings) => write!(f, "{squarings}"),
        }
    }
}

/// A number below 1 is a share; others are squarings, in the notation of every count: `10_000_000`,
/// `1e7`.
impl FromStr for DelayWish {
    type Err = String;

    fn from_str(text: &str) -> Result<DelayWish, String> {
        let bad =
            || "give a share of the period such as 0.5, or squarings such as 1e7 or 10_000_000".to_owned();
        let is_written = |c: char| c.is_ascii_digit() || ".e_".contains(c.to_ascii_lowercase());
        let in_groups = text.split('_').all(|group| !group.is_empty());
        if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.chars().all(is_written) || !in_groups {
            return Err(bad());
        }
        if let Some(squarings @ 1..) = whole(text) {
            return bounded(squarings);
        }
        let number: f64 = text.replace('_', "").parse().map_err(|_| bad())?;
        if number >= MAX_DELAY as f64 {
            return bounded(u64::MAX);
        }
        if number < 1.0 {
            let longest = DelayWish::LONGEST_SHARE;
            return match number > 0.0 && number <= longest {
                true => Ok(DelayWish::Share(number)),
                false => Err(format!("a share of the period is above 0 and at most {longest}")),
            };
        }
        Err("there are no parts of a squaring: give a whole number, or a share below 1".to_owned())
    }
}

fn bounded(squarings: u64) -> Result<DelayWish, String> {
    if squarings < MAX_DELAY {
        Ok(DelayWish::Steps(squarings))
    } else {
        Err("a delay takes from 1 to 2^48 - 1 squarings".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delay_is_a_share_or_a_number() {
        for (text, wish) in [
            ("0.5", DelayWish::Share(0.5)),
            ("0.01", DelayWish::Share(0.01)),
            ("0.9", DelayWish::Share(0.9)),
            ("5e1", DelayWish::Steps(50)),
            ("1", DelayWish::Steps(1)),
            ("1e7", DelayWish::Steps(10_000_000)),
            ("1E7", DelayWish::Steps(10_000_000)),
            ("2.5e6", DelayWish::Steps(2_500_000)),
            ("10_000_000", DelayWish::Steps(10_000_000)),
            ("281474976710655", DelayWish::Steps((1 << 48) - 1)),
        ] {
            assert_eq!(text.parse(), Ok(wish), "{text}");
        }
    }

    #[test]
    fn what_is_neither_is_refused_with_what_would_do() {
        for (text, said) in [
            ("0", "a share of the period is above 0 and at most 0.9"),
            ("0.91", "a share of the period is above 0 and at most 0.9"),
            ("1.5", "there are no parts of a squaring"),
            ("281474976710656", "a delay takes from 1 to 2^48 - 1"),
            ("1e300", "a delay takes from 1 to 2^48 - 1"),
            ("99999999999999999999", "a delay takes from 1 to 2^48 - 1"),
            ("1e999", "a delay takes from 1 to 2^48 - 1"),
            ("", "give a share"),
            ("-0.5", "give a share"),
            ("+5", "give a share"),
            (".5", "give a share"),
            ("50%", "give a share"),
            ("1e-2", "give a share"),
            ("nan", "give a share"),
            ("inf", "give a share"),
            ("e7", "give a share"),
            ("1e", "give a share"),
            ("1__000", "give a share"),
            ("1000_", "give a share"),
            ("1 000", "give a share"),
        ] {
            let refused = text.parse::<DelayWish>().unwrap_err();
            assert!(refused.starts_with(said), "{text}: {refused}");
        }
    }

    #[test]
    fn squarings_must_fit_this_machine_and_shares_do() {
        let squarings = |text: &str| text.parse::<DelayWish>().unwrap().steps(3e6);
        assert_eq!(squarings("0.5").unwrap(), 1_500_000);
        assert_eq!(DelayWish::DEFAULT.steps(3e6).unwrap(), 2_000_000);
        assert_eq!(DelayWish::Share(0.001).steps(1.0).unwrap(), 1, "no delay has none");
        for fits in [1, 2_000_000, 2_700_000] {
            assert_eq!(DelayWish::Steps(fits).steps(3e6).unwrap(), fits);
        }
        for (given, said) in [
            ("1e7", "10000000 steps would take 3.333 periods on this machine, and may take 0.9"),
            ("2_700_001", "2700001 steps would take 0.900 periods on this machine, and may take 0.9"),
        ] {
            let failure = squarings(given).unwrap_err();
            assert_eq!((failure.code(), failure.to_string().as_str()), (Code::Usage, said));
            assert!(failure.hint_text().starts_with("give --delay up to 2700000, "), "{failure}");
        }
    }

    #[test]
    fn a_share_counts_when_the_chain_begins() {
        assert!(DelayWish::Share(0.5).is_met_by(77) && DelayWish::Steps(77).is_met_by(77));
        assert!(!DelayWish::Steps(77).is_met_by(78));
    }
}
