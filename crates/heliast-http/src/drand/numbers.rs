//! The numbers of rounds in drand's routes: those of their periods.

use heliast::Tip;
use heliast_engine::{Rounds, periods};

/// The number of the last finished round's period; 0 before the first.
pub(super) fn last_number(rounds: &Rounds) -> u64 {
    number_after(rounds, &rounds.store().tip())
}

/// The number of the period of the round before `tip`; 0 at the start of the chain.
pub(super) fn number_after(rounds: &Rounds, tip: &Tip) -> u64 {
    if tip.round() == 0 { 0 } else { periods::number(rounds.chain(), tip.time_ms()) }
}
