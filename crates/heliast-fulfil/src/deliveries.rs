//! The requests that are delivered with an output: those whose tips pay for it, as many as fit.

use alloy_primitives::U256;
use std::collections::BTreeMap;

/// The most requests of a round that are remembered and delivered.
const MOST: usize = 64;
/// Units of gas that all deliveries may take together, in addition to the proof: a transaction has 2^24 at
/// most (EIP-7825), of which a proof takes 1.2 million.
const BUDGET: u64 = 6_000_000;
/// Units of gas that a delivery takes in addition to the consumer's own: a record is deleted, a credit is
/// written, an event is emitted.
const EACH: u64 = 40_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Wish {
    /// Units of gas for the call of the consumer.
    gas: u64,
    /// Wei for the account that delivers.
    tip: u64,
}

impl Wish {
    fn takes(self) -> u64 {
        self.gas.saturating_add(EACH)
    }

    /// Whether it pays more for a unit of gas than another.
    fn pays_more_than(self, other: Wish) -> bool {
        u128::from(self.tip) * u128::from(other.takes()) > u128::from(other.tip) * u128::from(self.takes())
    }
}

/// The requests of a round that may be worth delivering.
#[derive(Clone, Debug, Default)]
pub struct Deliveries {
    wishes: BTreeMap<u32, Wish>,
}

/// The requests that are delivered with an output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// Numbers of requests.
    pub requests: Vec<U256>,
    /// Units of gas that their consumers may use, which may be more than they use during the estimate.
    pub gas: u64,
    /// The sum of their tips in wei.
    pub tips: U256,
}

impl Deliveries {
    /// Notes a request. Those that pay best are kept. A request that pays nothing, or asks for more gas than
    /// is available, is left to its consumer.
    pub fn note(&mut self, index: u32, gas: U256, tip: U256) {
        self.wishes.remove(&index);
        let (Ok(gas), Ok(tip)) = (u64::try_from(gas), u64::try_from(tip)) else { return };
        let wish = Wish { gas, tip };
        if tip == 0 || wish.takes() > BUDGET {
            return;
        }
        self.wishes.insert(index, wish);
        if self.wishes.len() > MOST
            && let Some(worst) = self.by_pay().last().map(|(index, _)| *index)
        {
            self.wishes.remove(&worst);
        }
    }

    /// Whether nothing is to be delivered.
    pub fn is_empty(&self) -> bool {
        self.wishes.is_empty()
    }

    /// The requests of a round whose tips pay for their gas at a price in wei for a unit, as many as fit.
    pub fn chosen(&self, round: u64, price: u128) -> Chosen {
        let mut chosen = Chosen::default();
        let mut left = BUDGET;
        for (index, wish) in self.by_pay() {
            if U256::from(wish.tip) < U256::from(price).saturating_mul(U256::from(wish.takes())) {
                break;
            }
            let Some(rest) = left.checked_sub(wish.takes()) else { continue };
            left = rest;
            chosen.requests.push((U256::from(round) << 32) | U256::from(index));
            chosen.gas += wish.gas;
            chosen.tips += U256::from(wish.tip);
        }
        chosen
    }

    /// The requests in order: the one that pays most for a unit of gas comes first, and of two that pay the
    /// same the earlier one.
    fn by_pay(&self) -> Vec<(u32, Wish)> {
        let mut all: Vec<_> = self.wishes.iter().map(|(index, wish)| (*index, *wish)).collect();
        all.sort_by(|(_, one), (_, other)| other.pays_more_than(*one).cmp(&one.pays_more_than(*other)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(all: &[(u32, u64, u64)]) -> Deliveries {
        let mut deliveries = Deliveries::default();
        for (index, gas, tip) in all {
            deliveries.note(*index, U256::from(*gas), U256::from(*tip));
        }
        deliveries
    }

    fn indices(chosen: &Chosen) -> Vec<u64> {
        chosen.requests.iter().map(|id| (*id & U256::from(u32::MAX)).to()).collect()
    }

    #[test]
    fn a_tip_pays_for_the_gas_or_the_request_is_left_out() {
        let all =
            of(&[(0, 0, EACH), (1, 60_000, 100_000), (2, 60_000, 99_999), (3, 0, 0), (4, 10, 3 * EACH)]);
        let chosen = all.chosen(7, 1);
        assert_eq!(indices(&chosen), [4, 0, 1]);
        assert_eq!((chosen.gas, chosen.tips), (60_010, U256::from(100_000 + 4 * EACH)));
        assert_eq!(chosen.requests[1], U256::from(7u64 << 32));
        assert_eq!(indices(&all.chosen(7, 2)), [4]);
        assert_eq!(all.chosen(7, 3), Chosen::default());
        assert_eq!(all.chosen(7, u128::MAX), Chosen::default());
    }

    #[test]
    fn what_asks_for_too_much_keeps_nobody_out() {
        let rich = u64::MAX;
        let all = of(&[
            (0, u32::MAX.into(), rich),
            (1, BUDGET - EACH, rich),
            (2, 100_000, rich / 2),
            (3, BUDGET - EACH + 1, rich),
        ]);
        // The request that pays more for its gas comes first, and the other one no longer fits.
        assert_eq!(indices(&all.chosen(7, 1)), [2]);
        assert_eq!(indices(&of(&[(1, BUDGET - EACH, rich)]).chosen(7, 1)), [1]);
        assert!(of(&[(0, u32::MAX.into(), rich)]).is_empty());
    }

    #[test]
    fn the_best_are_kept_of_more_than_fit() {
        let all: Vec<_> = (0..1000).map(|index| (index, 0, u64::from(index % 500 + 1) << 32)).collect();
        let deliveries = of(&all);
        assert_eq!(deliveries.wishes.len(), MOST);
        assert!(deliveries.wishes.keys().all(|index| index % 500 >= 500 - MOST as u32 / 2));
        let chosen = deliveries.chosen(1, 1);
        assert_eq!(chosen.requests.len(), MOST);
        assert_eq!(indices(&chosen)[..4], [499, 999, 498, 998]);
    }

    #[test]
    fn a_request_that_changes_is_not_told_twice() {
        let mut all = of(&[(0, 0, EACH), (0, 0, EACH)]);
        assert_eq!(all.chosen(1, 1).requests.len(), 1);
        all.note(0, U256::MAX, U256::from(EACH));
        assert!(all.is_empty());
    }
}
