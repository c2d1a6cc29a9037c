//! The choice of a strategy: estimated operations times their cost.
//!
//! An estimate takes some nanoseconds, so the choice costs much less than a single product; the
//! exact means of [`Strategy::expected`] would cost as much as the exponentiation. The tests
//! compare the two.

use super::{Strategy, expected};
use heliast_arith::Natural;

/// The cost of each operation, in any unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpCost {
    /// A squaring.
    pub square: f64,
    /// A product of two elements.
    pub product: f64,
    /// Finding a window in the exponents, and ending a run of squarings there.
    pub window: f64,
}

/// These ratios are right within a tenth or two on all kernels of `arith`, from 1024 bits on.
impl Default for OpCost {
    fn default() -> OpCost {
        OpCost { square: 0.8, product: 1.0, window: 0.02 }
    }
}

/// The properties of exponents that matter for the choice of a strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The number of exponents.
    pub bases: usize,
    /// The bits of the longest exponent.
    pub longest: usize,
    /// The bits of all exponents together.
    pub total: usize,
}

impl Shape {
    /// The shape of exponents of equal length.
    pub fn uniform(bases: usize, bits: usize) -> Shape {
        Shape { bases, longest: bits, total: bases.saturating_mul(bits) }
    }

    /// The shape of these exponents.
    pub fn of<'a>(exponents: impl Iterator<Item = &'a Natural>) -> Shape {
        exponents.fold(Shape::default(), |Shape { bases, longest, total }, exponent| Shape {
            bases: bases + 1,
            longest: longest.max(exponent.bits()),
            total: total.saturating_add(exponent.bits()),
        })
    }
}

/// The strategy that is expected to be the cheapest, including its table.
///
/// One base: separate powers. More: simultaneous sliding windows, interleaving or buckets. The 2^w-ary method
/// is not considered: its table takes as many products as YLL's and more squarings, and it never has fewer
/// windows.
pub fn plan(shape: Shape, cost: &OpCost) -> Strategy {
    let Shape { bases, .. } = shape;
    let price = |strategy| (strategy, estimate(strategy, shape, cost));
    let single =
        (1..=8).map(|w| if bases > 1 { Strategy::Interleaved { w } } else { Strategy::Separate { w } });
    let joint = (1..=5).map(|w| Strategy::Yll { w });
    let joint = joint.take_while(|strategy| bases > 1 && strategy.applies(bases).is_ok());
    let buckets = (2..=16).map(|c| Strategy::Pippenger { c }).take_while(|_| bases > 4);
    let families = [valley(single.map(price)), valley(joint.map(price)), valley(buckets.map(price))];
    let cheapest = families.into_iter().flatten().min_by(|(_, a), (_, b)| a.total_cmp(b));
    cheapest.map_or(Strategy::Separate { w: 1 }, |(strategy, _)| strategy)
}

/// The least of prices that fall and then rise: wider windows save products until their table costs more.
fn valley(mut priced: impl Iterator<Item = (Strategy, f64)>) -> Option<(Strategy, f64)> {
    let mut least = priced.next()?;
    for next in priced {
        if next.1 > least.1 {
            break;
        }
        least = next;
    }
    Some(least)
}

/// The approximate cost of `strategy`, which is one that [`plan`] considers.
fn estimate(strategy: Strategy, shape: Shape, cost: &OpCost) -> f64 {
    let Shape { bases, longest, total } = shape;
    let (n, b) = (bases as f64, longest as f64);
    let w = strategy.window();
    let width = w as f64;
    let (mut squarings, mut products, windows);
    match strategy {
        Strategy::Yll { .. } => {
            let (all, even) = ((1u64 << (bases * w)) as f64, (1u64 << (bases * (w - 1))) as f64);
            (squarings, products) = (if w > 1 { n } else { 0.0 }, all - even - n);
            windows = sliding_windows(b, width, expected::zero(bases));
        }
        Strategy::Pippenger { .. } => {
            // The number of bases if all exponents were as long as the longest.
            let full_bases = total as f64 / b.max(1.0);
            let buckets = |width: usize| {
                let digits = (1u64 << width) as f64;
                // The mean of the largest of n digits, by Euler and Maclaurin.
                let largest = digits * full_bases / (full_bases + 1.0) - 0.5;
                full_bases * (1.0 - 1.0 / digits) + (largest - 2.0).max(-1.0)
            };
            let rest = if longest % w > 0 { buckets(longest % w) } else { 0.0 };
            let rows = longest.div_ceil(w) as f64;
            (squarings, products) = (0.0, (longest / w) as f64 * buckets(w) + rest);
            windows = rows;
        }
        Strategy::Separate { .. } | Strategy::Interleaved { .. } | Strategy::Ary { .. } => {
            let odd = (1u64 << (w - 1)) as f64;
            (squarings, products) = (if w > 1 { n } else { 0.0 }, n * (odd - 1.0));
            windows = n * sliding_windows(total as f64 / n.max(1.0), width, 0.5);
        }
    }
    squarings += (b - width).max(0.0);
    products += (windows - 1.0).max(0.0);
    squarings * cost.square + products * cost.product + windows * cost.window
}

/// The approximate mean of [`expected::sliding`]. Windows are renewals at distances w + G, where G is
/// geometric with mean q/p, and the first comes after G columns. For b columns the mean is b/μ + (σ² + μ² −
/// μ)/(2μ²) − (q/p)/μ, where μ and σ² are mean and variance of the distance, up to a remainder that vanishes
/// with growing b.
fn sliding_windows(b: f64, w: f64, q: f64) -> f64 {
    let (pause, variance) = (q / (1.0 - q), q / ((1.0 - q) * (1.0 - q)));
    let mean = w + pause;
    let windows = (b - pause) / mean + (variance + mean * mean - mean) / (2.0 * mean * mean);
    windows.clamp(1.0, (b / w).max(1.0) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn priced(strategy: Strategy, bases: usize, bits: usize, cost: &OpCost) -> f64 {
        let mean = strategy.expected(bases, bits).unwrap();
        let [table, evaluation] = [mean.precomputation, mean.evaluation]
            .map(|ops| ops.squarings * cost.square + ops.products * cost.product);
        table + evaluation
    }

    #[test]
    fn the_plan_is_within_two_percent_or_a_product_of_the_best() {
        for square in [0.6, 0.8, 1.0] {
            let cost = OpCost { square, product: 1.0, window: 0.0 };
            for bases in [1, 2, 3, 4, 6, 8, 16, 50, 200] {
                for bits in [1, 2, 3, 5, 8, 16, 33, 64, 128, 256, 512, 1024, 4096] {
                    let chosen = plan(Shape::uniform(bases, bits), &cost);
                    // The means of wide buckets take long to sum, and they are never the best for few bases.
                    let all = Strategy::all().filter(|s| s.applies(bases).is_ok());
                    let all = all.filter(|s| !matches!(s, Strategy::Pippenger { c } if *c > 9));
                    let best = all.map(|s| priced(s, bases, bits, &cost)).fold(f64::INFINITY, f64::min);
                    let found = priced(chosen, bases, bits, &cost);
                    assert!(
                        found <= (best * 1.02).max(best + 1.0),
                        "{bases} bases, {bits} bits: {chosen} costs {found}, the best {best}"
                    );
                }
            }
        }
    }

    #[test]
    fn windows_are_estimated_well() {
        for rows in [1, 2, 3] {
            for w in 1..=5 {
                for bits in [64, 256, 1024] {
                    let estimated = sliding_windows(bits as f64, w as f64, expected::zero(rows));
                    let exact = expected::sliding(bits, w, rows);
                    assert!((estimated - exact).abs() < 0.5, "{rows} {w} {bits}: {estimated} {exact}");
                }
            }
        }
    }

    #[test]
    fn the_choice_for_a_verification() {
        let default = OpCost::default();
        let at = |bits| plan(Shape::uniform(2, bits), &default);
        assert!(matches!(at(256), Strategy::Interleaved { w: 4 | 5 }), "{}", at(256));
        assert!(matches!(at(512), Strategy::Interleaved { w: 5 } | Strategy::Yll { w: 3 }), "{}", at(512));
        assert!(matches!(plan(Shape::uniform(10_000, 128), &default), Strategy::Pippenger { .. }));
    }

    #[test]
    fn any_shape_has_a_plan() {
        for bases in [0, 1, 2, 13, usize::MAX] {
            for longest in [0, 1, usize::MAX] {
                for total in [0, 7, usize::MAX] {
                    let chosen = plan(Shape { bases, longest, total }, &OpCost::default());
                    assert!(chosen.applies(bases).is_ok());
                }
            }
        }
        let nonsense = OpCost { square: f64::NAN, product: f64::INFINITY, window: -1.0 };
        assert!(plan(Shape::uniform(2, 256), &nonsense).applies(2).is_ok());
    }
}
