//! Requests for the next round wait for it, as on a drand node: drand's clients send a request at a round's
//! time, and give up when they are asked to try again.

use super::numbers::last_number;
use crate::{
    error::ApiError,
    held::{self, Held},
};
use heliast_engine::{Rounds, periods};
use std::{net::IpAddr, time::Duration};

const SHORTEST: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_secs(120);

/// Returns when the round of this period is finished or left out, and after twenty periods in any case.
/// Returns at once if the period is later than the next, if too many requests wait, or if the node shuts
/// down.
///
/// # Errors
/// 429 if the client has the most waiting requests that it may have.
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

/// The period after that of the last finished round, or the current one by the clock if that is later: a late
/// node makes its overdue rounds, or leaves them out.
fn next_number(rounds: &Rounds) -> u64 {
    let under_way = periods::number(rounds.chain(), rounds.now_ms());
    last_number(rounds).saturating_add(1).max(under_way)
}

/// A node that is ten periods late makes these rounds before it leaves any out, and it may be slow.
/// Proxies and clients abort requests that take minutes.
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
