//! Rounds by their periods, as drand's routes number them: the period that begins at the genesis time has the
//! number 1. A chain numbers its rounds without gaps and may leave periods empty, so that a round's number
//! does not give its time. The number of its period does.

use heliast::{Chain, Tip};

/// The number of the period at this time in milliseconds since 1970; 0 before the genesis time.
pub fn number(chain: &Chain, time_ms: u64) -> u64 {
    let genesis = chain.genesis();
    match time_ms.checked_sub(genesis.genesis_time_ms) {
        Some(since) => since / u64::from(genesis.period_ms).max(1) + 1,
        None => 0,
    }
}

/// The time at which the period with this number begins and its round opens, in milliseconds since 1970.
pub fn opening_ms(chain: &Chain, number: u64) -> u64 {
    let genesis = chain.genesis();
    let since = number.saturating_sub(1).saturating_mul(genesis.period_ms.into());
    genesis.genesis_time_ms.saturating_add(since)
}

/// The earliest time at which the round after `tip` may open, in milliseconds since 1970: a period after the
/// round before, or the genesis time.
pub fn next_opening_ms(chain: &Chain, tip: &Tip) -> u64 {
    start_after(chain, tip.round(), tip.time_ms(), 1)
}

/// The start of the period with this number after the one in which `round` opened; round 0 counts as the
/// period before the genesis time.
pub fn start_after(chain: &Chain, round: u64, opened_ms: u64, periods: u64) -> u64 {
    let genesis = chain.genesis();
    let period = u64::from(genesis.period_ms);
    match round {
        0 => genesis.genesis_time_ms.saturating_add(period.saturating_mul(periods.saturating_sub(1))),
        _ => opened_ms.saturating_add(period.saturating_mul(periods)),
    }
}

/// The number of periods since the genesis time without a round, when `round` opened at `opened_ms`.
pub(crate) fn skipped_until(chain: &Chain, round: u64, opened_ms: u64) -> u64 {
    if round == 0 { 0 } else { number(chain, opened_ms).saturating_sub(round) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit_chain::GENESIS_MS;
    use testkit_chain::PERIOD_MS;
    use testkit_chain::World;

    #[test]
    fn a_period_has_one_number_from_its_beginning_to_its_end() {
        let chain = World::new(1, 1, GENESIS_MS).chain;
        assert_eq!((number(&chain, 0), number(&chain, GENESIS_MS - 1)), (0, 0));
        for wanted in [1, 2, 3, 1_000_000_007] {
            let opening = opening_ms(&chain, wanted);
            assert_eq!(opening, GENESIS_MS + (wanted - 1) * u64::from(PERIOD_MS));
            assert_eq!(number(&chain, opening), wanted);
            assert_eq!(number(&chain, opening + u64::from(PERIOD_MS) - 1), wanted);
            assert_eq!(number(&chain, opening + u64::from(PERIOD_MS)), wanted + 1);
        }
    }

    #[test]
    fn a_round_may_open_a_period_after_the_one_before_and_the_first_at_the_genesis_time() {
        let mut world = World::new(1, 1, GENESIS_MS);
        let chain = world.chain.clone();
        let (mut tip, mut opening) = (chain.start(), GENESIS_MS);
        for _ in 0..3 {
            assert_eq!(next_opening_ms(&chain, &tip), opening);
            assert_eq!(chain.check_time(&tip, opening), Ok(()));
            assert!(chain.check_time(&tip, opening - u64::from(PERIOD_MS)).is_err());
            let round = world.next();
            tip = chain.tip_after(&round);
            opening = round.time_ms + u64::from(PERIOD_MS);
        }
    }

    #[test]
    fn numbers_that_no_chain_reaches_do_no_harm() {
        let chain = World::new(1, 1, GENESIS_MS).chain;
        assert_eq!(opening_ms(&chain, u64::MAX), u64::MAX);
        assert_eq!(opening_ms(&chain, 0), GENESIS_MS);
        assert!(number(&chain, u64::MAX) > u64::MAX / 2000);
    }
}
