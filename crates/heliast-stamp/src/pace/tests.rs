//! Tests of prices: the steps between floor and ceiling, and their reaction to the load.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn the_price_never_runs_away(
        floor in 1u64..1 << 40,
        factor in 1u64..4_096,
        loads in proptest::collection::vec(proptest::num::f64::ANY, 0..200),
    ) {
        let mut pace = Pace::new(floor, floor * factor).unwrap();
        prop_assert!(pace.delays().is_sorted_by(|a, b| a < b));
        prop_assert_eq!((pace.delays()[0], *pace.delays().last().unwrap()), (floor, floor * factor));
        for load in loads {
            let before = pace.delay();
            pace.observe(load);
            let (low, high) = (before.min(pace.delay()), before.max(pace.delay()));
            prop_assert!(high as f64 <= low as f64 * 1.5 + 1.0);
            prop_assert!((floor..=floor * factor).contains(&pace.delay()));
        }
    }
}

#[test]
fn load_raises_it_and_calm_lowers_it() {
    let mut pace = Pace::new(1_000, 4_000).unwrap();
    assert_eq!(pace.delays(), [1_000, 1_414, 2_000, 2_828, 4_000]);
    let mut after = |load| {
        pace.observe(load);
        pace.delay()
    };
    assert_eq!([3.0, 1.1, 0.7, 1.0, 0.5, 0.4].map(&mut after), [1_414, 2_000, 2_000, 2_000, 2_000, 1_414]);
    assert_eq!([f64::INFINITY; 5].map(&mut after)[4], 4_000);
    assert_eq!([f64::NAN, 0.0, -1.0, 0.0, 0.0].map(&mut after)[4], 1_000);
}

#[test]
fn invalid_ranges() {
    assert!(matches!(Pace::new(0, 10), Err(PaceError::Range { .. })));
    assert!(matches!(Pace::new(11, 10), Err(PaceError::Range { .. })));
    assert!(matches!(Pace::new(1, 5_000), Err(PaceError::Wide { .. })));
    assert_eq!(Pace::new(7, 7).unwrap().delays(), [7]);
}

/// A price is floor · 2^(k/2), rounded. The test finds each by counting up from the one before.
fn steps(floor: u64, ceiling: u64) -> Vec<u64> {
    let (mut all, mut found, mut k) = (Vec::new(), u128::from(floor), 0);
    loop {
        // (2d + 1)^2 > 4 · floor^2 · 2^k if d is the nearest one or above it.
        let least = 4 * (u128::from(floor).pow(2) << k);
        while (2 * found + 1).pow(2) <= least {
            found += 1;
        }
        let Ok(price) = u64::try_from(found).map(|price| price.min(ceiling)) else { unreachable!() };
        if all.last() != Some(&price) {
            all.push(price);
        }
        if price == ceiling {
            return all;
        }
        k += 1;
    }
}

#[test]
fn prices_are_powers_of_the_root_of_two() {
    for (floor, ceiling) in
        [(1, 1), (1, 2), (1, 3), (1, 100), (2, 3), (3, 4), (7, 500), (1_000, 4_001), (999, 9_990)]
    {
        assert_eq!(
            Pace::new(floor, ceiling).unwrap().delays(),
            steps(floor, ceiling),
            "{floor} to {ceiling}"
        );
    }
}

/// The limits as they are given to an operator.
#[test]
fn a_range_is_at_most_4096_times_as_wide() {
    for floor in [1u64, 2, 3, 1_000, 1 << 40] {
        let most = 4_096 * floor;
        assert_eq!(Pace::new(floor, most).unwrap().delays().last(), Some(&most));
        assert_eq!(Pace::new(floor, most + 1), Err(PaceError::Wide { floor, ceiling: most + 1 }), "{floor}");
    }
    assert_eq!(Pace::new(1, u64::MAX), Err(PaceError::Wide { floor: 1, ceiling: u64::MAX }));
    assert_eq!(Pace::new(0, 0), Err(PaceError::Range { floor: 0, ceiling: 0 }));
    assert_eq!(Pace::new(2, 1), Err(PaceError::Range { floor: 2, ceiling: 1 }));
    for (error, text) in [
        (PaceError::Range { floor: 2, ceiling: 1 }, "from 2 to 1 squarings: the floor is 1 at least"),
        (PaceError::Wide { floor: 1, ceiling: 5_000 }, "from 1 to 5000 squarings are more than 4096 times"),
    ] {
        assert!(error.to_string().contains(text), "{error}");
    }
}

#[test]
fn a_surcharge_is_so_many_steps_above_the_price_and_ends_at_the_ceiling() {
    let mut pace = Pace::new(1_000, 4_000).unwrap();
    for level in 0..5 {
        for steps in 0..8 {
            assert_eq!(pace.above(steps), pace.delays()[(level + steps).min(4)], "{level} and {steps}");
        }
        assert_eq!((pace.above(usize::MAX), pace.least(), pace.above(0)), (4_000, 1_000, pace.delay()));
        pace.observe(2.0);
    }
}

/// Between one half and 1, both included, nothing changes.
#[test]
fn the_bounds_of_the_load_are_those_of_the_price() {
    let next = |from: usize, load: f64| {
        let mut pace = Pace::new(1_000, 4_000).unwrap();
        (0..from).for_each(|_| pace.observe(2.0));
        pace.observe(load);
        pace.delays().iter().position(|delay| *delay == pace.delay()).unwrap()
    };
    for (load, from_bottom, from_middle, from_top) in [
        (f64::NEG_INFINITY, 0, 1, 3),
        (-0.0, 0, 1, 3),
        (0.5f64.next_down(), 0, 1, 3),
        (0.5, 0, 2, 4),
        (1.0, 0, 2, 4),
        (1.0f64.next_up(), 1, 3, 4),
        (f64::MAX, 1, 3, 4),
        (f64::NAN, 0, 1, 3),
        (-f64::NAN, 0, 1, 3),
    ] {
        assert_eq!(
            [next(0, load), next(2, load), next(4, load)],
            [from_bottom, from_middle, from_top],
            "{load}"
        );
    }
}
