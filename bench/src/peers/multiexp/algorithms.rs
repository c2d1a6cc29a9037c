//! The algorithms, over any numbers that can be multiplied.

use super::{Algorithm, Arithmetic};
use heliast_arith::Natural;

/// Returns x^a · y^b; `None` is 1.
pub fn double_power<A: Arithmetic>(
    algorithm: Algorithm,
    arithmetic: &mut A,
    bases: [&A::Number; 2],
    exponents: [&Natural; 2],
) -> Option<A::Number> {
    match algorithm {
        Algorithm::Separate => separate(arithmetic, bases, exponents),
        Algorithm::Ary(w) => ary(arithmetic, bases, exponents, w),
        Algorithm::Yll(w) => yll(arithmetic, bases, exponents, w),
        Algorithm::Interleaving(w) => interleaving(arithmetic, bases, exponents, w),
    }
}

fn separate<A: Arithmetic>(
    arithmetic: &mut A,
    bases: [&A::Number; 2],
    exponents: [&Natural; 2],
) -> Option<A::Number> {
    let mut powers = bases.into_iter().zip(exponents).map(|(base, exponent)| {
        let mut power = Accumulator(None);
        for position in (0..exponent.bits()).rev() {
            power.square(arithmetic);
            if exponent.bit(position) {
                power.multiply(arithmetic, base);
            }
        }
        power.0
    });
    match (powers.next().flatten(), powers.next().flatten()) {
        (Some(x), Some(y)) => Some(arithmetic.product(&x, &y)),
        (x, y) => x.or(y),
    }
}

fn ary<A: Arithmetic>(
    arithmetic: &mut A,
    bases: [&A::Number; 2],
    exponents: [&Natural; 2],
    w: usize,
) -> Option<A::Number> {
    let table = full_table(arithmetic, bases, w);
    let windows = longest(exponents).div_ceil(w);
    let mut power = Accumulator(None);
    for window in (0..windows).rev() {
        (0..w).for_each(|_| power.square(arithmetic));
        let [i, j] = exponents.map(|exponent| digits(exponent, window * w, w));
        if let Some(entry) = &table[j << w | i] {
            power.multiply(arithmetic, entry);
        }
    }
    power.0
}

fn yll<A: Arithmetic>(
    arithmetic: &mut A,
    bases: [&A::Number; 2],
    exponents: [&Natural; 2],
    w: usize,
) -> Option<A::Number> {
    let table = odd_table(arithmetic, bases, w);
    let is_set = |position| exponents.iter().any(|exponent| exponent.bit(position));
    let mut power = Accumulator(None);
    let mut position = longest(exponents);
    while position > 0 {
        if !is_set(position - 1) {
            power.square(arithmetic);
            position -= 1;
            continue;
        }
        // The longest window that ends in a column with a one, so that its entry is in the table.
        let low = position.saturating_sub(w);
        let low = (low..position).find(|&low| is_set(low)).unwrap_or(low);
        (low..position).for_each(|_| power.square(arithmetic));
        let [i, j] = exponents.map(|exponent| digits(exponent, low, position - low));
        if let Some(entry) = &table[j << w | i] {
            power.multiply(arithmetic, entry);
        }
        position = low;
    }
    power.0
}

fn interleaving<A: Arithmetic>(
    arithmetic: &mut A,
    bases: [&A::Number; 2],
    exponents: [&Natural; 2],
    w: usize,
) -> Option<A::Number> {
    let tables = bases.map(|base| odd_powers(arithmetic, base, w));
    // The digits by which each base is multiplied in, each at the low end of its window.
    let windows = exponents.map(|exponent| sliding_windows(exponent, w));
    let mut power = Accumulator(None);
    for position in (0..longest(exponents)).rev() {
        power.square(arithmetic);
        for (table, windows) in tables.iter().zip(&windows) {
            if let Some(digit) = windows.get(position).copied().flatten() {
                power.multiply(arithmetic, &table[digit / 2]);
            }
        }
    }
    power.0
}

/// Returns x^i·y^j at index j·2^w + i for all i, j below 2^w; `None` for i = j = 0. If i and j are even, the
/// entry is a square.
fn full_table<A: Arithmetic>(
    arithmetic: &mut A,
    [x, y]: [&A::Number; 2],
    w: usize,
) -> Vec<Option<A::Number>> {
    let mut table: Vec<Option<A::Number>> = vec![None; 1 << (2 * w)];
    for j in 0..1 << w {
        for i in 0..1 << w {
            let at = |i: usize, j: usize| table[j << w | i].as_ref();
            let entry = match (i, j) {
                (0, 0) => None,
                (1, 0) => Some(x.clone()),
                (0, 1) => Some(y.clone()),
                _ if i % 2 == 0 && j % 2 == 0 => at(i / 2, j / 2).cloned().map(|mut root| {
                    arithmetic.square(&mut root);
                    root
                }),
                (0, _) => at(0, j - 1).map(|entry| arithmetic.product(entry, y)),
                _ => at(i - 1, j).map(|entry| arithmetic.product(entry, x)),
            };
            table[j << w | i] = entry;
        }
    }
    table
}

/// Returns the entries of the full table with an odd i or j. A window of more than one bit needs x² and y²
/// for x³, x⁵ ... and y³, y⁵ ...
fn odd_table<A: Arithmetic>(arithmetic: &mut A, [x, y]: [&A::Number; 2], w: usize) -> Vec<Option<A::Number>> {
    let mut table: Vec<Option<A::Number>> = vec![None; 1 << (2 * w)];
    for (step, powers) in [(1, odd_powers(arithmetic, x, w)), (1 << w, odd_powers(arithmetic, y, w))] {
        for (index, power) in powers.into_iter().enumerate() {
            table[(2 * index + 1) * step] = Some(power);
        }
    }
    for j in 1..1 << w {
        for i in 1..1 << w {
            if i % 2 == 0 && j % 2 == 0 {
                continue;
            }
            // One of the neighbours is in the table: the one in which the odd number is unchanged.
            let entry = match i % 2 {
                1 => table[(j - 1) << w | i].as_ref().map(|entry| arithmetic.product(entry, y)),
                _ => table[j << w | (i - 1)].as_ref().map(|entry| arithmetic.product(entry, x)),
            };
            table[j << w | i] = entry;
        }
    }
    table
}

/// Returns base, base³, ..., base^(2^w − 1).
fn odd_powers<A: Arithmetic>(arithmetic: &mut A, base: &A::Number, w: usize) -> Vec<A::Number> {
    let mut powers = vec![base.clone()];
    if w > 1 {
        let mut square = base.clone();
        arithmetic.square(&mut square);
        for index in 1..1 << (w - 1) {
            powers.push(arithmetic.product(&powers[index - 1], &square));
        }
    }
    powers
}

/// Returns the odd digit whose window ends at each position, if a window ends there.
fn sliding_windows(exponent: &Natural, w: usize) -> Vec<Option<usize>> {
    let mut windows = vec![None; exponent.bits()];
    let mut position = exponent.bits();
    while position > 0 {
        if !exponent.bit(position - 1) {
            position -= 1;
            continue;
        }
        let low = position.saturating_sub(w);
        let low = (low..position).find(|&low| exponent.bit(low)).unwrap_or(low);
        windows[low] = Some(digits(exponent, low, position - low));
        position = low;
    }
    windows
}

fn longest(exponents: [&Natural; 2]) -> usize {
    exponents[0].bits().max(exponents[1].bits())
}

/// Returns `count` bits from `low` on, as a number.
fn digits(exponent: &Natural, low: usize, count: usize) -> usize {
    (0..count).fold(0, |digit, index| digit | usize::from(exponent.bit(low + index)) << index)
}

/// A partly computed power; `None` is 1, for which squarings and products take no time.
struct Accumulator<N>(Option<N>);

impl<N: Clone> Accumulator<N> {
    fn square<A: Arithmetic<Number = N>>(&mut self, arithmetic: &mut A) {
        if let Some(power) = &mut self.0 {
            arithmetic.square(power);
        }
    }

    fn multiply<A: Arithmetic<Number = N>>(&mut self, arithmetic: &mut A, factor: &N) {
        match &mut self.0 {
            Some(power) => arithmetic.multiply(power, factor),
            None => self.0 = Some(factor.clone()),
        }
    }
}
