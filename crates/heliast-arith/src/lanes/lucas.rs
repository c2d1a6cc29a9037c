//! The strong Lucas test on many candidates at once.
//!
//! With P' and the sequence W of [`crate::prime`]'s test, for n + 1 = d·2^s, d odd, n is a strong Lucas
//! probable prime if W_d = ±2 and W_(d+1) = ±P' with the same sign, or if W_(d·2^r) = 0 for some 0 ≤ r < s
//! − 1. All of these values occur between W_0 = 2, W_1 = P' and W_((n+1)/2). The sequence of steps is the
//! same for all candidates, except for the bits of n + 1. A step takes W_k and W_(k+1) to
//!
//! * `mixed` = W_k·W_(k+1) − P', which is W_(2k+1), and
//! * `doubled` = W² − 2, which is W_(2k+2) from W_(k+1) if the bit is 1, and W_2k from W_k if it is 0.
//!
//! Only an operand of the square depends on bits: it is the last `doubled` if the bit equals the one before,
//! and the last `mixed` if it differs, which is a bit of (n + 1) ⊕ (n + 1)/2. Leading zeros have no effect:
//! from k = 0 they lead to k = 0. In the last steps, as many as the largest s, the two numbers are checked in
//! the lanes that need it.
//!
//! Bounds: R = 2^(52·N) ≥ 16n. A subtraction is the addition of n − 2 or n − P', so that nothing is negative.
//! From x, y < 3n a step gives (x·y + q·n)/R + n < (9n² + R·n)/R + n < 3n.
//!
//! Limb products of a step: 3.5·N² + N/2, of which 2N have no low half, and 2N digits: 90 and 10 for five
//! limbs. Two products at a time fill the gaps; four are not faster.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use super::{
    LANES,
    engine::Engine,
    short::{
        BATCH, Moduli, Product, filled, is_below, is_congruent, length_for, power_of_two, rows, split,
        subtract, times_power_of_two,
    },
    vector::{Operation, RADIX_BITS, Row, Vector},
};
use crate::int::Natural;
use alloc::vec::Vec;
use core::array::from_fn;

/// Values are below this many times n.
const BOUND: u64 = 3;

/// An odd number n from 3 on of at most 568 bits, and the P' < n of its sequence.
pub(crate) struct LucasCandidate<'a> {
    pub(crate) n: &'a Natural,
    pub(crate) p: Natural,
}

/// Whether n is a strong Lucas probable prime, for each of at most [`BATCH`] candidates, on the fastest
/// vectors of this CPU.
pub(crate) fn strong_lucas(candidates: &[LucasCandidate]) -> Vec<bool> {
    strong_lucas_on(Engine::new(), candidates)
}

pub(super) fn strong_lucas_on(engine: Engine, candidates: &[LucasCandidate]) -> Vec<bool> {
    debug_assert!(candidates.len() <= BATCH);
    debug_assert!(candidates.iter().all(|LucasCandidate { n, p }| !n.is_even() && p < n));
    let bits = candidates.iter().map(|candidate| candidate.n.bits()).max().unwrap_or(0);
    match length_for(bits) {
        Some(3) => test::<3>(engine, candidates, bits),
        Some(5) => test::<5>(engine, candidates, bits),
        Some(6) => test::<6>(engine, candidates, bits),
        Some(10) => test::<10>(engine, candidates, bits),
        _ => test::<11>(engine, candidates, bits),
    }
}

fn test<const N: usize>(engine: Engine, candidates: &[LucasCandidate], bits: usize) -> Vec<bool> {
    let mut lanes: Vec<Lane<N>> = candidates.iter().map(Lane::new).collect();
    let mut groups: Vec<Group<N>> = lanes.chunks(LANES).map(|lanes| Group::new(engine, lanes)).collect();
    // n + 1 may have a bit more than n.
    let mut position = bits + 1;
    let longest = lanes.iter().map(|lane| lane.s).max().unwrap_or(1);
    for next in (1..=longest).rev() {
        engine.run(&mut Steps { groups: &mut groups, from: position, to: next });
        position = next;
        for (index, lane) in lanes.iter_mut().enumerate().filter(|(_, lane)| lane.s >= position) {
            let group = &groups[index / LANES];
            let [mixed, doubled] =
                [&group.mixed, &group.doubled].map(|rows| engine.column(rows, index % LANES));
            lane.look_at(mixed, doubled, position);
        }
    }
    lanes.into_iter().map(|lane| lane.passes).collect()
}

/// The state of one candidate.
struct Lane<const N: usize> {
    n: [u64; N],
    /// 2·R mod n.
    two: [u64; N],
    /// P'·R mod n.
    p: [u64; N],
    /// (n + 1) ⊕ (n + 1)/2.
    changes: [u64; N],
    s: usize,
    passes: bool,
}

impl<const N: usize> Lane<N> {
    fn new(candidate: &LucasCandidate) -> Lane<N> {
        let n = split(candidate.n);
        let n_plus_one = candidate.n + &Natural::one();
        let (bits, bits_before) = (split::<N>(&n_plus_one), split::<N>(&n_plus_one.shr(1)));
        Lane {
            n,
            two: power_of_two(1, candidate.n),
            p: times_power_of_two(split(&candidate.p), RADIX_BITS * N, &n),
            changes: from_fn(|limb| bits[limb] ^ bits_before[limb]),
            s: n_plus_one.trailing_zeros(),
            passes: false,
        }
    }

    /// Checks the numbers after the step for the bit at this position, which is at most s.
    fn look_at(&mut self, mixed: [u64; N], doubled: [u64; N], position: usize) {
        debug_assert!([&mixed, &doubled].into_iter().all(|x| is_below(x, BOUND, &self.n)));
        let is = |x: &[u64; N], residue: &[u64; N]| is_congruent(x, residue, &self.n, BOUND);
        let minus = |x| subtract(&self.n, x);
        if position < self.s {
            // W_(d·2^r) for r = s − position; the last one decides nothing.
            self.passes |= position > 1 && is(&doubled, &[0; N]);
            return;
        }
        // The bit is 1: `mixed` is W_d, and `doubled` W_(d+1).
        self.passes = is(&mixed, &self.two) && is(&doubled, &self.p)
            || is(&mixed, &minus(&self.two)) && is(&doubled, &minus(&self.p))
            || self.s > 1 && is(&mixed, &[0; N]);
    }
}

/// Eight candidates; copies of the first stand for missing ones.
struct Group<const N: usize> {
    /// The number of candidates that are not copies.
    len: usize,
    moduli: Moduli<N>,
    /// (n + 1) ⊕ (n + 1)/2, as integers.
    changes: [Row; N],
    /// n − 2·R mod n, as integers.
    minus_two: [Row; N],
    /// n − P'·R mod n, as integers.
    minus_p: [Row; N],
    mixed: [Row; N],
    doubled: [Row; N],
    /// The one of `mixed` and `doubled` that is squared next.
    factor: [Row; N],
}

impl<const N: usize> Group<N> {
    /// A group that begins with W_0 and W_1.
    fn new(engine: Engine, lanes: &[Lane<N>]) -> Group<N> {
        let len = lanes.len();
        let lanes = filled(lanes);
        Group {
            len,
            moduli: Moduli::new(engine, lanes.map(|lane| lane.n)),
            changes: rows(lanes.map(|lane| lane.changes)),
            minus_two: rows(lanes.map(|lane| subtract(&lane.n, &lane.two))),
            minus_p: rows(lanes.map(|lane| subtract(&lane.n, &lane.p))),
            doubled: engine.encoded(rows(lanes.map(|lane| lane.two))),
            mixed: engine.encoded(rows(lanes.map(|lane| lane.p))),
            factor: [Row::default(); N],
        }
    }
}

/// The steps for the bits at the positions from − 1 down to `to`.
struct Steps<'a, const N: usize> {
    groups: &'a mut [Group<N>],
    from: usize,
    to: usize,
}

impl<const N: usize> Operation for Steps<'_, N> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        for group in self.groups.iter_mut() {
            // Parts that have only copies are left out.
            for part in 0..(group.len * V::PARTS).div_ceil(LANES) {
                for position in (self.to..self.from).rev() {
                    step(v.part(part), group, position);
                }
            }
        }
    }
}

/// Both products are computed together.
#[inline(always)]
fn step<V: Vector, const N: usize>(v: V, group: &mut Group<N>, position: usize) {
    let change = v.bit(v.load_integer(&group.changes[position / RADIX_BITS]), position % RADIX_BITS);
    for limb in 0..N {
        let factor = v.select(change, v.load(&group.doubled[limb]), v.load(&group.mixed[limb]));
        v.store(&mut group.factor[limb], factor);
    }
    let mut product = Product::<V, N>::new(v, &group.moduli);
    let mut square = Product::<V, N>::square_of(v, &group.moduli, &group.factor);
    unroll!(COLUMN in 0..N {
        product.clear::<COLUMN>(&group.moduli, &group.mixed, &group.doubled);
        square.clear_square::<COLUMN>(&group.moduli, &group.factor);
    });
    let mut carries = [v.zero(); 2];
    unroll!(COLUMN in 0..N {
        let mixed = product.column::<COLUMN>(&group.moduli, &group.mixed, &group.doubled);
        let doubled = square.column_of_square::<COLUMN>(&group.moduli, &group.factor);
        let mixed = v.add(mixed, v.load_integer(&group.minus_p[COLUMN]));
        let doubled = v.add(doubled, v.load_integer(&group.minus_two[COLUMN]));
        let (mixed, carry) = v.split(v.add(mixed, carries[0]));
        let (doubled, next) = v.split(v.add(doubled, carries[1]));
        // Later columns need none of the old limbs up to this one.
        v.store(&mut group.mixed[COLUMN], mixed);
        v.store(&mut group.doubled[COLUMN], doubled);
        carries = [carry, next];
    });
    let _above = carries;
}
