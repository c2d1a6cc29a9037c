//! The times at which rounds open: on a grid of periods, each later than the one before.

use crate::periods;
use heliast::{Chain, Tip};

/// A node that is at most this many periods late runs its rounds back to back; one that is later
/// leaves periods empty.
pub(super) const CATCH_UP_PERIODS: u64 = 10;

/// The time at which the round after `tip` is to open, in milliseconds since 1970: a period after the one
/// before, unless that is long past.
pub fn next_opening(chain: &Chain, tip: &Tip, now_ms: u64) -> u64 {
    let (due, period) = (periods::next_opening_ms(chain, tip), u64::from(chain.genesis().period_ms));
    if now_ms.saturating_sub(due) <= CATCH_UP_PERIODS * period {
        return due;
    }
    due + (now_ms - due) / period * period
}
