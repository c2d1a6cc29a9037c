//! Exact means for exponents whose bits are independent and uniform.
//!
//! A column of r exponents is zero with probability q = 2^(−r), independently of all others; p = 1 − q. The
//! costs of the algorithms follow from the number of windows and the end of the first one.

/// A number of operations on average.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    /// Squarings.
    pub squarings: f64,
    /// Products of two elements.
    pub products: f64,
}

/// x^n.
pub(crate) fn power(x: f64, n: usize) -> f64 {
    let (mut result, mut square, mut rest) = (1.0, x, n);
    while rest > 0 {
        if rest & 1 == 1 {
            result *= square;
        }
        square *= square;
        rest >>= 1;
    }
    result
}

/// 2^(−n): the probability that n bits are zero.
pub(crate) fn zero(n: usize) -> f64 {
    power(0.5, n)
}

/// The widest window plus one, which is the number of earlier terms in the recurrence of [`sliding`].
const HISTORY: usize = 17;

/// The mean number of sliding windows of `w` columns in `bits` columns: N(j) = q·N(j − 1) + p·(1 + N(j − w)),
/// since a column of zeros is skipped and any other column begins a window.
pub(crate) fn sliding(bits: usize, w: usize, rows: usize) -> f64 {
    let q = zero(rows);
    let mut means = [0.0; HISTORY];
    for j in 1..=bits {
        let behind = if j > w { means[(j - w) % HISTORY] } else { 0.0 };
        means[j % HISTORY] = q * means[(j - 1) % HISTORY] + (1.0 - q) * (1.0 + behind);
    }
    means[bits % HISTORY]
}

/// The mean position of the first sliding window, which is the number of squarings. For interleaving, the
/// highest one among `chains` independent rows of columns counts. 0 if there are no columns.
///
/// The mean is the sum over x of P(position > x). With the top column c, which has probability p·q^(b−1−c),
/// the window reaches down to low = max(c + 1 − w, 0), and its position exceeds x < c if x < low, or if the
/// columns from low to x are zero.
pub(crate) fn first_sliding(bits: usize, w: usize, rows: usize, chains: usize) -> f64 {
    let q = zero(rows);
    let above = |x: usize| {
        let far = 1.0 - power(q, bits.saturating_sub(x + w));
        let near = (x + 1..(x + w).min(bits)).map(|c| {
            let low = (c + 1).saturating_sub(w);
            (1.0 - q) * power(q, bits - 1 - c) * power(q, x + 1 - low)
        });
        far + near.sum::<f64>()
    };
    (0..bits).map(|x| 1.0 - power(1.0 - above(x), chains)).sum()
}

/// For windows at multiples of `w`: the mean number of those that are not zero, and the mean position of the
/// first, 0 if there are no columns.
pub(crate) fn fixed(bits: usize, w: usize, rows: usize) -> (f64, f64) {
    let (mut count, mut first, mut none_above) = (0.0, 0.0, 1.0);
    for window in (0..bits.div_ceil(w)).rev() {
        let width = w.min(bits - window * w);
        let empty = zero(rows.saturating_mul(width));
        count += 1.0 - empty;
        first += none_above * (1.0 - empty) * (window * w) as f64;
        none_above *= empty;
    }
    (count, first)
}
