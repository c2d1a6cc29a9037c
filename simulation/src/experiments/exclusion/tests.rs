use super::*;

/// All sets of 3 hostile validators among 10, enumerated as bits.
#[test]
fn scattered_is_the_mean_over_all_sets() {
    for w in 1..=4u32 {
        let sets: Vec<_> = (0u32..1 << 10).filter(|set| set.count_ones() == 3).collect();
        let window = (1 << w) - 1;
        let hit = sets.iter().filter(|set| **set & window == window).count();
        let share = hit as f64 / sets.len() as f64;
        assert!((scattered(10, 3, w as usize) - share).abs() < 1e-12, "{w}");
    }
}

#[test]
fn adjacent_counts_the_windows_of_the_cycle() {
    for (n, hostile) in [(4, 1), (7, 2), (31, 10)] {
        for w in 1..=6 {
            let is_hostile = |place: usize| place % n < hostile;
            let hit = (0..n).filter(|start| (*start..start + w).all(is_hostile)).count();
            assert!((adjacent(n, hostile, w) - hit as f64 / n as f64).abs() < 1e-12, "{n} {w}");
        }
    }
}

#[test]
fn every_claim_holds_and_another_would_not() {
    let effort = Effort { seed: 5, divisor: 50 };
    for placement in PLACEMENTS {
        let found = run(placement, 16, effort);
        for verdict in found.verdicts() {
            assert!(verdict.holds(), "{verdict:?}");
        }
    }
    // Five adjacent ones are not scattered.
    let mut found = run(Placement::Adjacent, 16, effort);
    found.placement = Placement::Scattered;
    assert!(found.verdicts().iter().any(|verdict| !verdict.holds()));
}

/// Validators that join in one block follow each other, without grinding of addresses.
#[test]
fn who_joins_together_stands_together() {
    let effort = Effort { seed: 5, divisor: 50 };
    let found = run(Placement::Joined, 31, effort);
    assert!(found.share(3) > 3.0 * scattered(31, 10, 3), "{found:?}");
}
