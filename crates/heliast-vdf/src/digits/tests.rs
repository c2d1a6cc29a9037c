use super::*;
use heliast_group::{ClassGroup, Counting, RsaGroup};

/// 2^96 − 17.
fn prime() -> Natural {
    Natural::one().shl(96).sub(&Natural::from(17u64)).unwrap()
}

fn layout(kappa: u64, spacing: u64, bands: u64, ranges: u64, t: u64) -> Layout {
    let rows = spacing.div_ceil(kappa);
    Layout { spacing, checkpoints: t.div_ceil(spacing), kappa, rows, bands, ranges, cost: 0 }
}

#[test]
fn every_layout_gives_the_same_proof() {
    let group = Counting::new(RsaGroup::unchecked(&Natural::from(1_000_003u64 * 1_000_033)));
    let x = group.hash("layouts", b"");
    let t = 1003;
    let expected = crate::prove_naive(&group, &x, t, &prime());
    for spacing in [1u64, 5, 12, 64, 100, 200, 1003, 2000] {
        let checkpoints: Vec<_> = (0..t.div_ceil(spacing))
            .scan(x.clone(), |power, _| {
                let checkpoint = power.clone();
                group.square_n(power, spacing);
                Some(checkpoint)
            })
            .collect();
        for (kappa, bands, ranges) in [(1, 1, 1), (3, 1, 2), (5, 2, 1), (7, 3, 3), (8, 1, 4), (12, 8, 2)] {
            let layout = layout(kappa, spacing, bands, ranges, t);
            group.take();
            let part =
                |tile| partial_proof(&group, &checkpoints, (t, &prime()), (layout, tile), &|_| true).unwrap();
            let proof = (0..layout.tiles()).map(part).reduce(|a, b| group.mul(&a, &b)).unwrap();
            assert!(group.equal(&proof, &expected), "{layout:?}");

            let counts = group.take();
            let buckets = layout.rows * ranges * (2 << kappa);
            assert!(
                counts.products <= layout.products() + buckets + layout.tiles() as u64,
                "{layout:?}: {counts:?}"
            );
            assert!(counts.squarings <= bands * ranges * (spacing + kappa), "{layout:?}: {counts:?}");
        }
    }
}

/// A class group multiplies eight checkpoints at once on some CPUs.
#[test]
fn forms_in_lanes_give_the_same_proof() {
    let group = ClassGroup::from_seed(&[3; 32], 1024).unwrap();
    let mut power = group.hash("layouts", b"");
    let expected = crate::prove_naive(&group, &power, 299, &prime());
    let checkpoints: Vec<_> = (0..100)
        .map(|_| {
            let checkpoint = power.clone();
            group.square_n(&mut power, 3);
            checkpoint
        })
        .collect();
    for (kappa, ranges) in [(3, 1), (2, 3), (12, 1)] {
        let layout = layout(kappa, 3, 1, ranges, 299);
        let part =
            |tile| partial_proof(&group, &checkpoints, (299, &prime()), (layout, tile), &|_| true).unwrap();
        let proof = (0..layout.tiles()).map(part).reduce(|a, b| group.mul(&a, &b)).unwrap();
        assert_eq!(proof, expected, "{layout:?}");
    }
    let layout = layout(3, 3, 1, 1, 299);
    let stopped = partial_proof(&group, &checkpoints, (299, &prime()), (layout, 0), &|_| false);
    assert_eq!(stopped, None);
}

#[test]
fn tiles_cover_all_rows_of_all_checkpoints_once() {
    for (checkpoints, spacing, workers) in
        [(1, 1, 1), (1, 300, 64), (65_536, 36, 3), (4_000, 1_000, 16), (50, 12, 2000)]
    {
        let layout = Layout::new(checkpoints, spacing, workers, row_alone);
        assert!(layout.tiles() <= workers.min(1024) && layout.rows * layout.kappa >= spacing, "{layout:?}");
        let mut seen = alloc::vec![0; layout.products() as usize];
        for (rows, range) in (0..layout.tiles()).map(|tile| layout.tile(tile)) {
            let cells = rows.flat_map(|j| range.clone().map(move |i| j * checkpoints + i as u64));
            cells.for_each(|cell| seen[cell as usize] += 1);
        }
        assert!(seen.iter().all(|times| *times == 1), "{layout:?}");
    }
}

#[test]
fn proofs_cost_a_tenth_and_less_on_more_workers() {
    for t in [1u64, 2, 100, 65_536, 1 << 20, 2_500_000, 1 << 32, (1 << 48) - 1] {
        assert!(t.div_ceil(spacing(t)) <= MAX_CHECKPOINTS);
        if t > 100_000 {
            assert!(cost(t, 1) < t / 7, "{} products for {t}", cost(t, 1));
            assert!(cost(t, 2) * 19 < cost(t, 1) * 10 && cost(t, 16) * 10 < cost(t, 1), "{t}");
        }
        if t > 1 << 20 {
            assert!(cost(t, 1) < t / 10, "{} products for {t}", cost(t, 1));
        }
    }
}
