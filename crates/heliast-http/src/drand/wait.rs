//! Requests for a round that is about to come wait for it, as drand's do: its clients ask at a round's
//! time, and give up when they are told to come back.

use super::numbers::last_number;
use crate::{
    error::ApiError,
    held::{self, Held},
};
use heliast_engine::{Rounds, periods};
use std::{net::IpAddr, time::Duration};

const SHORTEST: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(120);

/// Returns when the round of this period is finished or left out. At once for one further off than the
/// next, where too many requests wait, and when the node shuts down; after twenty periods in any case.
///
/// # Errors
/// 429 where as many of the client's requests wait as may.
pub(super) async fn wait_for(
    rounds: &Rounds,
    held: &Held,
    client: IpAddr,
    number: u64,
) -> Result<(), ApiError> {
    if number <= last_number(rounds) || number > next_number(rounds) {
        return Ok(());
    }
    let longest = patience(rounds.chain().genesis().period_ms);
    held::wait_for(held, client, rounds.watch(), longest, |_| number <= last_number(rounds)).await
}

/// The period after that of the last finished round, or the one under way by the clock if it is later: a
/// node that is late makes the rounds that it owes, or leaves them out.
fn next_number(rounds: &Rounds) -> u64 {
    let under_way = periods::number(rounds.chain(), rounds.clock().now_ms());
    last_number(rounds).saturating_add(1).max(under_way)
}

/// A node that is ten periods late makes these rounds before it leaves any out, and it may be slow.
/// Proxies and clients end what takes minutes.
fn patience(period_ms: u32) -> Duration {
    (20 * Duration::from_millis(period_ms.into())).clamp(SHORTEST, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patience_is_twenty_periods_within_bounds() {
        for (period_ms, seconds) in [(100, 5), (500, 10), (3_000, 60), (30_000, 120), (86_400_000, 120)] {
            assert_eq!(patience(period_ms), Duration::from_secs(seconds), "{period_ms}");
        }
    }
}
