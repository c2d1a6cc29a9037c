use super::*;

/// The floor of `heliast gate`.
const FLOOR: u64 = 500_000;
const CEILING: u64 = 8_000_000;
/// The requests per second that the service should bear: a network's share is 20.
const BUSY: f64 = 160.0;
const LOOK: f64 = 5.0;
const VISITOR: &[u8] = &[203, 0, 113];
const SENDER: &[u8] = &[198, 51, 100];

fn tariff() -> Tariff {
    Tariff::new(Pace::new(FLOOR, CEILING).unwrap(), [7; 32])
}

/// Counts this many requests per second for some seconds, with looks as in a gate.
fn pass(tariff: &mut Tariff, seconds: u32, per_second: u32, count: impl Fn(&mut Tariff)) {
    for second in 1..=seconds {
        (0..per_second).for_each(|_| count(tariff));
        if second % 5 == 0 {
            tariff.look(LOOK, BUSY);
        }
    }
}

/// An earlier version of `heliast gate` raised the price from 500,000 to 8,000,000 for everybody.
#[test]
fn who_asks_without_a_stamp_raises_the_price_of_its_own_network_only() {
    let mut tariff = tariff();
    pass(&mut tariff, 44, 39, |tariff| tariff.ask(SENDER));
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (FLOOR, CEILING));
    assert_eq!((tariff.pace().delay(), tariff.surcharged()), (FLOOR, 1));
    // The last four seconds are evaluated with the next one.
    pass(&mut tariff, 45, 0, |_| {});
    assert_eq!((tariff.delay(SENDER), tariff.surcharged()), (FLOOR, 0), "it falls again");
}

#[test]
fn one_pass_raises_the_price_of_its_own_network_only() {
    let mut tariff = tariff();
    pass(&mut tariff, 100, 1_000, |tariff| tariff.reach(SENDER));
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (FLOOR, CEILING));
}

#[test]
fn what_reaches_the_service_from_many_networks_raises_the_price_for_all() {
    let mut tariff = tariff();
    for second in 1..=60u32 {
        for network in 0..200u32 {
            tariff.reach(&network.to_be_bytes());
        }
        if second % 5 == 0 {
            tariff.look(LOOK, BUSY);
        }
    }
    assert_eq!((tariff.delay(VISITOR), tariff.surcharged()), (CEILING, 0));
    pass(&mut tariff, 40, 0, |_| {});
    assert_eq!(tariff.delay(VISITOR), FLOOR);
    // The same requests without stamps cost the service nothing.
    for network in 0..100_000u32 {
        tariff.ask(&network.to_be_bytes());
    }
    tariff.look(LOOK, BUSY);
    assert_eq!(tariff.delay(VISITOR), FLOOR);
}

/// Neither the price of the service, nor the surcharge, nor their combination goes beyond the ceiling.
#[test]
fn a_surcharge_is_added_to_the_price_of_the_service() {
    let mut tariff = tariff();
    for _ in 0..2 {
        (0..2_000u32).for_each(|network| tariff.reach(&network.to_be_bytes()));
        (0..200).for_each(|_| tariff.ask(SENDER));
        tariff.look(LOOK, BUSY);
    }
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (1_000_000, 2_000_000));
    for _ in 0..6 {
        (0..2_000u32).for_each(|network| tariff.reach(&network.to_be_bytes()));
        (0..200).for_each(|_| tariff.ask(SENDER));
        tariff.look(LOOK, BUSY);
    }
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (CEILING, CEILING));
}

/// A table of networks would be full then. Here nobody is excluded, and nobody gains.
#[test]
fn any_number_of_networks_neither_hides_a_sender_nor_harms_a_visitor() {
    let mut tariff = tariff();
    let size = tariff.cells.len();
    for round in 0..8u32 {
        for network in 0..200_000u32 {
            tariff.ask(&(round * 200_000 + network).to_be_bytes());
        }
        (0..200).for_each(|_| tariff.ask(SENDER));
        tariff.look(LOOK, BUSY);
    }
    assert_eq!((tariff.delay(VISITOR), tariff.delay(SENDER)), (FLOOR, CEILING));
    assert_eq!((tariff.cells.len(), tariff.cells.capacity()), (size, size));
}

#[test]
fn no_load_is_too_large_and_none_divides_by_nothing() {
    let mut tariff = tariff();
    tariff.cells.iter_mut().for_each(|cell| (cell.requests, cell.reached) = (u32::MAX, u32::MAX));
    tariff.reach(SENDER);
    for (seconds, most) in [(0.0, 0.0), (LOOK, 0.0), (f64::INFINITY, BUSY), (LOOK, BUSY)] {
        tariff.look(seconds, most);
        assert!((FLOOR..=CEILING).contains(&tariff.delay(VISITOR)));
    }
}

/// Counters of each network by its name. The sketch has the same result if no two networks share counters.
#[derive(Default)]
struct Exact {
    level: usize,
    networks: std::collections::BTreeMap<u8, (u32, u32, usize)>,
}

impl Exact {
    fn look(&mut self, seconds: f64, most: f64, top: usize) {
        let share = seconds * most / 8.0;
        let reached =
            self.networks.values().map(|(_, reached, _)| f64::from(*reached).min(share)).sum::<f64>();
        let load = reached / (seconds * most);
        if load > 1.0 {
            self.level = top.min(self.level + 1);
        } else if load < 0.5 {
            self.level = self.level.saturating_sub(1);
        }
        for (requests, reached, steps) in self.networks.values_mut() {
            let sent = f64::from(*requests);
            if sent > share {
                *steps = top.min(*steps + 1);
            } else if 2.0 * sent < share {
                *steps = steps.saturating_sub(1);
            }
            (*requests, *reached) = (0, 0);
        }
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// Among few networks, no network shares all of its counters with others.
    #[test]
    fn few_networks_pay_as_if_each_were_counted_alone(
        looks in proptest::collection::vec(proptest::collection::vec((0u8..12, 0u32..60, 0u32..60), 0..12), 1..12),
    ) {
        let (mut tariff, mut exact) = (tariff(), Exact::default());
        let prices = tariff.pace().delays().to_vec();
        for requests in looks {
            for (network, asked, reached) in requests {
                (0..asked).for_each(|_| tariff.ask(&[network]));
                (0..reached).for_each(|_| tariff.reach(&[network]));
                let counted = exact.networks.entry(network).or_default();
                (counted.0, counted.1) = (counted.0 + asked + reached, counted.1 + reached);
            }
            // A share of 20 requests.
            tariff.look(1.0, BUSY);
            exact.look(1.0, BUSY, prices.len() - 1);
            proptest::prop_assert_eq!(tariff.pace().delay(), prices[exact.level]);
            for network in 0u8..12 {
                let steps = exact.networks.get(&network).map_or(0, |(.., steps)| *steps);
                let price = prices[(exact.level + steps).min(prices.len() - 1)];
                proptest::prop_assert_eq!(tariff.delay(&[network]), price, "network {}", network);
            }
            let paying = exact.networks.values().filter(|(.., steps)| *steps > 0).count();
            proptest::prop_assert!(tariff.surcharged() == paying, "{} and not {}", tariff.surcharged(), paying);
        }
    }
}

/// The share is 20 per second: a surcharge rises above it, stays from one half of it on, and falls below.
#[test]
fn the_bounds_of_a_share_are_those_of_a_surcharge() {
    for (sent, from_none, from_two) in
        [(0, 0, 1), (9, 0, 1), (10, 0, 2), (20, 0, 2), (21, 1, 3), (1_000, 1, 3)]
    {
        for (before, after) in [(0, from_none), (2, from_two)] {
            let mut tariff = tariff();
            for _ in 0..before {
                (0..21).for_each(|_| tariff.ask(SENDER));
                tariff.look(1.0, BUSY);
            }
            (0..sent).for_each(|_| tariff.ask(SENDER));
            tariff.look(1.0, BUSY);
            assert_eq!(tariff.delay(SENDER), tariff.pace().delays()[after], "{sent} after {before} steps");
        }
    }
}

/// Nobody can choose networks that share their counters with another one without knowing the seed.
#[test]
fn the_counters_of_a_network_depend_on_the_seed() {
    let of = |seed| Tariff::new(Pace::new(FLOOR, CEILING).unwrap(), [seed; 32]).places(SENDER);
    let (one, other) = (of(1), of(2));
    assert!(one.iter().zip(other).all(|(one, other)| *one != other), "{one:?} {other:?}");
    for (row, place) in one.into_iter().enumerate() {
        assert!((row * CELLS..(row + 1) * CELLS).contains(&place), "each row has one");
    }
    assert_eq!(of(1), one);
}
