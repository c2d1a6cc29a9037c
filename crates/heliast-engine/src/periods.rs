//! Rounds by their periods, as drand's routes number them: the period that begins at the genesis time has the
//! number 1. A chain numbers its rounds without gaps and may leave periods empty, so that its numbers say
//! nothing about the time; these do.

use heliast::Chain;

/// The number of the period of this moment, milliseconds since 1970; 0 before the genesis time.
pub fn number(chain: &Chain, time_ms: u64) -> u64 {
    let genesis = chain.genesis();
    match time_ms.checked_sub(genesis.genesis_time_ms) {
        Some(since) => since / u64::from(genesis.period_ms).max(1) + 1,
        None => 0,
    }
}

/// When the period with this number begins, and a round of it opens, in milliseconds since 1970.
pub fn opening_ms(chain: &Chain, number: u64) -> u64 {
    let genesis = chain.genesis();
    let since = number.saturating_sub(1).saturating_mul(genesis.period_ms.into());
    genesis.genesis_time_ms.saturating_add(since)
}

/// The start of the period with this number after the one in which `round` opened; round 0 counts as the
/// period before the genesis time.
pub(crate) fn start_after(chain: &Chain, round: u64, opened_ms: u64, periods: u64) -> u64 {
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
    fn numbers_that_no_chain_reaches_are_no_trouble() {
        let chain = World::new(1, 1, GENESIS_MS).chain;
        assert_eq!(opening_ms(&chain, u64::MAX), u64::MAX);
        assert_eq!(opening_ms(&chain, 0), GENESIS_MS);
        assert!(number(&chain, u64::MAX) > u64::MAX / 2000);
    }
}
