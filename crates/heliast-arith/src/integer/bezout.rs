//! Euclid's algorithm with cofactors: to the end, to a short basis of a lattice, and to the first small
//! remainder.

use super::{
    CAPACITY, Integer, copy,
    division::divide,
    lehmer::Matrix,
    words::{divide_word, with_bit_instructions},
};
use crate::limbs;
use core::cmp::Ordering;

/// The number of limbs of remainders and cofactors: 36 are 2304 bits, half the [`CAPACITY`].
const LIMBS: usize = CAPACITY / 2;

/// A greatest common divisor and a factor that gives it, with the memory in which both are computed.
#[derive(Clone)]
pub struct Bezout {
    /// gcd(modulus, value).
    pub gcd: Integer,
    /// u with u·|value| ≡ gcd modulo the modulus, |u| ≤ modulus.
    pub factor: Integer,
    room: Euclid,
}

impl Bezout {
    /// The memory, before a result is computed.
    pub const fn room() -> Bezout {
        Bezout { gcd: Integer::zero(), factor: Integer::zero(), room: Euclid::room() }
    }

    /// Finds gcd(modulus, |value|) and the factor of |value|, for a modulus above 0.
    ///
    /// # Panics
    /// If an argument has more than 2304 bits, or the modulus is 0.
    pub fn find(&mut self, modulus: &Integer, value: &Integer) {
        let Bezout { gcd, factor, room } = self;
        room.start(modulus, value);
        if room.run_to_end() {
            gcd.take(&room.x, room.len, false);
            factor.take(&room.qx, room.q_len, true);
        } else {
            gcd.take(&room.y, room.len, false);
            factor.take(&room.qy, room.q_len, false);
        }
    }
}

/// A basis (Px, −qx), (Py, qy) of the lattice of all (P, Q) with P ≡ k·Q modulo m, with the memory in which
/// it is computed.
#[derive(Clone)]
pub struct ShortBasis {
    /// Px > 0.
    pub px: Integer,
    /// qx ≥ 0.
    pub qx: Integer,
    /// Py ≥ 0.
    pub py: Integer,
    /// qy > 0.
    pub qy: Integer,
    room: Euclid,
}

impl ShortBasis {
    /// The memory, before a result is computed.
    pub const fn room() -> ShortBasis {
        let [px, qx, py, qy] = [const { Integer::zero() }; 4];
        ShortBasis { px, qx, py, qy, room: Euclid::room() }
    }

    /// Finds the basis for which Px and Py have become as short as `target` bits allows, for 0 ≤ k < m: both
    /// stay at about 2^`target` or above, and qx and qy below m/max(Px, Py). It is (m, 0), (k, 1) if m is
    /// not longer.
    ///
    /// # Panics
    /// If m has more than 2304 bits or is 0.
    pub fn find(&mut self, m: &Integer, k: &Integer, target: isize) {
        let ShortBasis { px, qx, py, qy, room } = self;
        room.start(m, k);
        if m.bits() as isize > target {
            room.run_to(target.max(0) as usize);
        }
        px.take(&room.x, room.len, false);
        qx.take(&room.qx, room.q_len, false);
        py.take(&room.y, room.len, false);
        qy.take(&room.qy, room.q_len, false);
    }
}

/// The first remainder r of Euclid's algorithm on (m, k) with r² below a limit, and t with r = t·k modulo m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallRemainder {
    /// r, at least 0.
    pub remainder: Integer,
    /// t, with |t| ≤ m/√limit.
    pub factor: Integer,
}

impl SmallRemainder {
    /// The first r with r² < `limit`, for 0 ≤ k ≤ m; the limit is m or m + 1, of which the second asks for
    /// r² ≤ m.
    ///
    /// Truncated quotients have no effect on the result: the fast steps end well above √m, and the last steps
    /// are true divisions.
    ///
    /// # Panics
    /// If m has more than 2304 bits or is 0.
    pub fn new(m: &Integer, k: &Integer, limit: &Integer) -> SmallRemainder {
        /// The bits by which the fast steps may end below their target (`Matrix::simulate`), plus
        /// one bit for √m itself.
        const MARGIN: usize = 36;
        let mut euclid = Euclid::room();
        euclid.start(m, k);
        euclid.run_to(m.bits() / 2 + MARGIN);
        let mut square = Integer::zero();
        loop {
            let x = (integer(euclid.x(), false), integer(euclid.qx(), true));
            let y = (integer(euclid.y(), false), integer(euclid.qy(), false));
            // If remainders are equal, the true one, which came first, has the smaller factor.
            let order = y.0.compare_magnitudes(&x.0).then_with(|| y.1.compare_magnitudes(&x.1));
            let (remainder, factor) = if order.is_le() { y } else { x };
            square.set_product(&remainder, &remainder);
            if square.compare_magnitudes(limit).is_lt() {
                return SmallRemainder { remainder, factor };
            }
            euclid.step();
        }
    }
}

/// Remainders x and y with x ≡ −qx·k and y ≡ qy·k modulo m; qx, qy ≥ 0, m = qx·y + qy·x. Limbs beyond the
/// lengths have no meaning.
#[derive(Clone)]
struct Euclid {
    x: [u64; LIMBS],
    y: [u64; LIMBS],
    /// The number of limbs of the longer remainder, at least 1.
    len: usize,
    qx: [u64; LIMBS],
    qy: [u64; LIMBS],
    /// The number of limbs of the longer cofactor, at least 1.
    q_len: usize,
}

impl Euclid {
    const fn room() -> Euclid {
        Euclid { x: [0; LIMBS], y: [0; LIMBS], len: 1, qx: [0; LIMBS], qy: [0; LIMBS], q_len: 1 }
    }

    fn start(&mut self, m: &Integer, k: &Integer) {
        assert!(!m.is_zero(), "a modulus that is not 0");
        self.len = m.len.max(k.len);
        for (remainder, value) in [(&mut self.x, m), (&mut self.y, k)] {
            assert!(value.len <= LIMBS, "a value of at most 2304 bits");
            copy(remainder, &value.limbs, value.len);
            remainder[value.len..].iter_mut().take(self.len - value.len).for_each(|limb| *limb = 0);
        }
        (self.qx[0], self.qy[0], self.q_len) = (0, 1, 1);
    }

    fn x(&self) -> &[u64] {
        &self.x[..self.len]
    }

    fn y(&self) -> &[u64] {
        &self.y[..self.len]
    }

    fn qx(&self) -> &[u64] {
        &self.qx[..self.q_len]
    }

    fn qy(&self) -> &[u64] {
        &self.qy[..self.q_len]
    }

    /// Takes steps as long as both remainders stay at about 2^`target` or above.
    fn run_to(&mut self, target: usize) {
        with_bit_instructions(
            #[inline(always)]
            || self.run_to_inlined(target),
        );
    }

    #[inline(always)]
    fn run_to_inlined(&mut self, target: usize) {
        while self.len >= 2 {
            match Matrix::simulate(&self.x[..self.len], &self.y[..self.len], target as isize) {
                Some(matrix) => self.apply(&matrix),
                None => {
                    // Either the end is near, or a quotient is too large for a run.
                    let (x, y) = self.bits();
                    let (short, long) = (x.min(y), x.max(y));
                    if short <= target + 1 || long - short < 28 {
                        return;
                    }
                    self.step();
                }
            }
        }
    }

    /// Takes steps until a remainder is the gcd; returns whether that is x.
    fn run_to_end(&mut self) -> bool {
        with_bit_instructions(
            #[inline(always)]
            || self.run_to_end_inlined(),
        )
    }

    #[inline(always)]
    fn run_to_end_inlined(&mut self) -> bool {
        while self.len >= 2 {
            match Matrix::simulate(&self.x[..self.len], &self.y[..self.len], 0) {
                Some(matrix) => self.apply(&matrix),
                None => match self.bits() {
                    (_, 0) => return true,
                    (0, _) => return false,
                    _ => self.step(),
                },
            }
        }
        self.run_last_limb()
    }

    fn bits(&self) -> (usize, usize) {
        let bits = |limbs: &[u64]| match limbs::significant(limbs) {
            0 => 0,
            len => 64 * len - limbs[len - 1].leading_zeros() as usize,
        };
        (bits(&self.x[..self.len]), bits(&self.y[..self.len]))
    }

    #[inline(always)]
    fn apply(&mut self, matrix: &Matrix) {
        let Euclid { x, y, qx, qy, len, q_len } = self;
        // Fixed lengths for the remainders of discriminants of up to 1024 bits.
        match *len {
            2 => matrix.shrink(&mut x[..2], &mut y[..2]),
            3 => matrix.shrink(&mut x[..3], &mut y[..3]),
            4 => matrix.shrink(&mut x[..4], &mut y[..4]),
            5 => matrix.shrink(&mut x[..5], &mut y[..5]),
            6 => matrix.shrink(&mut x[..6], &mut y[..6]),
            7 => matrix.shrink(&mut x[..7], &mut y[..7]),
            8 => matrix.shrink(&mut x[..8], &mut y[..8]),
            n => matrix.shrink(&mut x[..n], &mut y[..n]),
        }
        let q = *q_len;
        let above = match q {
            1 => matrix.grow(&mut qx[..1], &mut qy[..1]),
            2 => matrix.grow(&mut qx[..2], &mut qy[..2]),
            3 => matrix.grow(&mut qx[..3], &mut qy[..3]),
            4 => matrix.grow(&mut qx[..4], &mut qy[..4]),
            5 => matrix.grow(&mut qx[..5], &mut qy[..5]),
            6 => matrix.grow(&mut qx[..6], &mut qy[..6]),
            7 => matrix.grow(&mut qx[..7], &mut qy[..7]),
            n => matrix.grow(&mut qx[..n], &mut qy[..n]),
        };
        if above != (0, 0) {
            (qx[q], qy[q]) = above;
            *q_len += 1;
        }
        // Cofactors only grow.
        *len = trimmed(x, y, *len);
    }

    /// One true division of the larger by the smaller, which is not 0. This is rare, one in 2^27 quotients.
    /// But chosen forms may need one at each of their first steps; these quotients together have at most as
    /// many bits as m.
    #[cold]
    fn step(&mut self) {
        let x_len = limbs::significant(&self.x[..self.len]);
        let y_len = limbs::significant(&self.y[..self.len]);
        let q_order = limbs::compare(&self.qx[..self.q_len], &self.qy[..self.q_len]);
        // If remainders are equal, the one with the smaller cofactor came first, and divides the other.
        let order = limbs::compare(self.x(), self.y()).then(q_order);
        self.qx[self.q_len..].fill(0);
        self.qy[self.q_len..].fill(0);
        let Euclid { x, y, qx, qy, .. } = self;
        let (large, small, q_large, q_small, large_len, small_len) = match order {
            Ordering::Less => (y, x, qy, qx, y_len, x_len),
            _ => (x, y, qx, qy, x_len, y_len),
        };
        let (mut rest, mut quotient) = ([0; LIMBS + 1], [0; LIMBS]);
        rest[..large_len].copy_from_slice(&large[..large_len]);
        let quotient = &mut quotient[..large_len + 1 - small_len];
        divide(&mut rest[..large_len + 1], &small[..small_len], Some(quotient));
        large[..large_len].fill(0);
        large[..small_len].copy_from_slice(&rest[..small_len]);
        // q_large += quotient·q_small, which is at most m.
        for (i, &digit) in quotient.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let row = limbs::significant(&q_small[..self.q_len]);
            let carry = limbs::add_row(&mut q_large[i..i + row], &q_small[..row], digit);
            limbs::add_assign(&mut q_large[i + row..], &[carry]);
        }
        self.len = trimmed(&self.x, &self.y, self.len);
        self.q_len = trimmed(&self.qx, &self.qy, LIMBS);
    }

    /// [`Euclid::run_to_end`] for remainders of one limb. Only the row of the result is computed.
    fn run_last_limb(&mut self) -> bool {
        let (mut x, mut y) = (self.x[0], self.y[0]);
        let (mut u0, mut v0, mut u1, mut v1) = (1u64, 0u64, 0u64, 1u64);
        // Cofactors of remainders other than 0 are at most the larger of the words.
        let in_x = loop {
            if y <= 1 {
                break y == 0;
            }
            let (quotient, rest) = divide_word(x, y);
            x = rest;
            u0 += quotient * u1;
            v0 += quotient * v1;
            if x <= 1 {
                break x != 0;
            }
            let (quotient, rest) = divide_word(y, x);
            y = rest;
            u1 += quotient * u0;
            v1 += quotient * v0;
        };
        (self.x[0], self.y[0]) = (x, y);
        let (u, v) = if in_x { (u0, v0) } else { (u1, v1) };
        let mut carry = 0u128;
        for (x, y) in self.qx.iter_mut().zip(&mut self.qy).take(self.q_len) {
            // Two products and a carry may exceed 128 bits, so they are added in turn; the carry is below
            // 2^66.
            let first = u128::from(*x) * u128::from(u) + u128::from(carry as u64);
            let second = u128::from(*y) * u128::from(v) + u128::from(first as u64);
            *(if in_x { x } else { y }) = second as u64;
            carry = (first >> 64) + (second >> 64) + (carry >> 64);
        }
        if carry != 0 {
            (if in_x { &mut self.qx } else { &mut self.qy })[self.q_len] = carry as u64;
            self.q_len += 1;
        }
        // The other row was not updated and is not needed.
        in_x
    }
}

/// The number of limbs of the longer of two numbers, which have at most `len`; at least 1.
#[inline(always)]
fn trimmed(x: &[u64; LIMBS], y: &[u64; LIMBS], mut len: usize) -> usize {
    while len > 1 && x[len - 1] | y[len - 1] == 0 {
        len -= 1;
    }
    len
}

fn integer(limbs: &[u64], negative: bool) -> Integer {
    let mut integer = Integer::zero();
    integer.set_limbs(limbs, negative);
    integer
}
