//! The strong test to base 2 on many candidates at once.
//!
//! For n − 1 = d·2^s, d odd, n is a strong probable prime to base 2 if 2^d = ±1 or 2^(d·2^r) = −1 modulo n
//! for some 0 < r < s. All these powers occur in the computation of 2^((n−1)/2). Its sequence of steps is the
//! same for all candidates, except for the bits of n: a squaring per bit, doubled if the bit is 1. In the
//! last steps, as many as the largest s, each power is checked in the lanes that need it.
//!
//! Bounds: R = 2^(52·N) ≥ 16n. From x < 4n a squaring and a doubling give 2·(x² + q·n)/R < 2·(16n² + R·n)/R ≤
//! 4n.
//!
//! Limb products of a step: 1.5·N² + N/2, of which N have no low half, and N digits: 40 and 5 for five limbs,
//! which makes 80 IFMA instructions for eight candidates.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use super::{
    LANES,
    engine::Engine,
    short::{
        BATCH, Moduli, Product, filled, is_below, is_congruent, length_for, power_of_two, rows, split,
        subtract,
    },
    vector::{Operation, RADIX_BITS, Row, Vector},
};
use crate::{backend::Backend, int::Natural};
use alloc::vec::Vec;

/// The exponent of 2 that starts the chain has at most this many bits.
const START_BITS: usize = 5;

/// From as many limbs on, the two parts of a row take turns: [`in_turns`]. With AVX-IFMA, five limbs take 8 %
/// less time in turns.
const fn min_turns(backend: Backend) -> usize {
    if matches!(backend, Backend::AvxIfma) { 5 } else { 10 }
}

/// Powers are below this many times n.
const BOUND: u64 = 4;

/// Whether n is a strong probable prime to base 2, for each of 1 to [`BATCH`] odd candidates n from 3 on of
/// at most 568 bits, on the fastest vectors of this CPU.
pub(crate) fn strong_base_2(candidates: &[&Natural]) -> Vec<bool> {
    strong_base_2_on(Engine::new(), candidates)
}

pub(super) fn strong_base_2_on(engine: Engine, candidates: &[&Natural]) -> Vec<bool> {
    debug_assert!((1..=BATCH).contains(&candidates.len()) && candidates.iter().all(|n| !n.is_even()));
    let bits = candidates.iter().map(|n| n.bits()).max().unwrap_or(0);
    match length_for(bits) {
        Some(3) => test::<3>(engine, candidates, bits),
        Some(5) => test::<5>(engine, candidates, bits),
        Some(6) => test::<6>(engine, candidates, bits),
        Some(10) => test::<10>(engine, candidates, bits),
        _ => test::<11>(engine, candidates, bits),
    }
}

fn test<const N: usize>(engine: Engine, candidates: &[&Natural], bits: usize) -> Vec<bool> {
    let mut lanes: Vec<Lane<N>> = candidates.iter().map(|n| Lane::new(n)).collect();
    let longest = lanes.iter().map(|lane| lane.s).max().unwrap_or(1);
    let mut position = bits.saturating_sub(START_BITS).max(longest);
    let group = |chunk: &[&Natural]| Group::<N>::new(engine, chunk, position);
    let mut groups: Vec<Group<N>> = candidates.chunks(LANES).map(group).collect();
    for next in (1..=longest).rev() {
        engine.run(&mut Steps { groups: &mut groups, from: position, to: next });
        position = next;
        for (index, lane) in lanes.iter_mut().enumerate().filter(|(_, lane)| lane.s >= position) {
            lane.look_at(engine.column(&groups[index / LANES].power, index % LANES), position);
        }
    }
    lanes.into_iter().map(|lane| lane.passes).collect()
}

/// The state of one candidate.
struct Lane<const N: usize> {
    n: [u64; N],
    /// R mod n.
    one: [u64; N],
    s: usize,
    passes: bool,
}

impl<const N: usize> Lane<N> {
    fn new(n: &Natural) -> Lane<N> {
        Lane { n: split(n), one: power_of_two(0, n), s: n.shr(1).trailing_zeros() + 1, passes: false }
    }

    /// Checks x = 2^((n−1)/2^position) for 0 < position ≤ s.
    fn look_at(&mut self, x: [u64; N], position: usize) {
        debug_assert!(is_below(&x, BOUND, &self.n));
        let is = |residue: &[u64; N]| is_congruent(&x, residue, &self.n, BOUND);
        self.passes |= is(&subtract(&self.n, &self.one)) || position == self.s && is(&self.one);
    }
}

/// Eight candidates; copies of the first stand for missing ones.
struct Group<const N: usize> {
    moduli: Moduli<N>,
    /// The limbs of n as integers.
    n: [Row; N],
    /// 2^e·R mod n while the exponent e grows to (n−1)/2.
    power: [Row; N],
}

impl<const N: usize> Group<N> {
    /// A group with the exponents (n−1)/2^position.
    fn new(engine: Engine, candidates: &[&Natural], position: usize) -> Group<N> {
        let numbers = filled(candidates);
        let n = numbers.map(|n| split(n));
        let power = |n: &&Natural| power_of_two(n.shr(position).low_limb() as usize, n);
        Group { moduli: Moduli::new(engine, n), n: rows(n), power: engine.encoded(rows(numbers.map(power))) }
    }
}

/// Goes from the exponents (n−1)/2^from to (n−1)/2^to.
struct Steps<'a, const N: usize> {
    groups: &'a mut [Group<N>],
    from: usize,
    to: usize,
}

impl<const N: usize> Operation for Steps<'_, N> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        match &mut *self.groups {
            [first, second] if const { V::PARTS == 1 } => {
                for position in (self.to..self.from).rev() {
                    step(v, [&mut *first, &mut *second], position);
                }
            }
            groups if const { V::PARTS == 2 && N >= min_turns(V::BACKEND) } => {
                for group in groups {
                    in_turns(v, group, self.from, self.to);
                }
            }
            groups => {
                for group in groups {
                    for position in (self.to..self.from).rev() {
                        step(v, [&mut *group], position);
                    }
                }
            }
        }
    }
}

/// `x = 2^bit·x²/R` in every lane, for this bit of n. Two vectors, of one group or of two, are computed
/// together.
#[inline(always)]
fn step<V: Vector, const N: usize, const G: usize>(v: V, groups: [&mut Group<N>; G], position: usize) {
    let mut squares = [Product::<V, N>::new(v, &groups[0].moduli); 2];
    let mut shifts = [v.zero(); 2];
    unroll!(INDEX of 2 {
        if const { INDEX < G * V::PARTS } {
            let (v, group) = (v.part(INDEX % V::PARTS), &groups[INDEX / V::PARTS]);
            squares[INDEX] = Product::square_of(v, &group.moduli, &group.power);
            let n = v.load_integer(&group.n[position / RADIX_BITS]);
            shifts[INDEX] = v.bit(n, position % RADIX_BITS);
        }
    });
    unroll!(COLUMN in 0..N {
        unroll!(INDEX of 2 {
            if const { INDEX < G * V::PARTS } {
                let group = &groups[INDEX / V::PARTS];
                squares[INDEX].clear_square::<COLUMN>(&group.moduli, &group.power);
            }
        });
    });
    let mut carries = [v.zero(); 2];
    unroll!(COLUMN in 0..N {
        unroll!(INDEX of 2 {
            if const { INDEX < G * V::PARTS } {
                let (v, group) = (v.part(INDEX % V::PARTS), &mut *groups[INDEX / V::PARTS]);
                let sum = squares[INDEX].column_of_square::<COLUMN>(&group.moduli, &group.power);
                let (limb, carry) = v.split(v.add(v.shift_left(sum, shifts[INDEX]), carries[INDEX]));
                // Later columns need none of the old limbs up to this one.
                v.store(&mut group.power[COLUMN], limb);
                carries[INDEX] = carry;
            }
        });
    });
    let _above = carries;
}

/// All steps for a group of two parts, which take turns.
///
/// The digits of the lower half of a product wait for each other, and nothing in the upper half does. So the
/// upper half of one part is computed beside the lower half of the other. This is half as much code as both
/// parts side by side: of ten limbs 10 KB in place of 21, and a Zen 3 decodes no more than 18 bytes of these
/// instructions in a cycle. Its step for eight candidates takes 295 ns in place of 352. With five limbs, the
/// code of both parts is in the cache of decoded instructions, and turns take 5 % longer with FMA.
#[inline(always)]
fn in_turns<V: Vector, const N: usize>(v: V, group: &mut Group<N>, from: usize, to: usize) {
    let Group { moduli, n, power } = group;
    // The first turn ends nothing, and its result goes to the second of these. What the last turn begins is
    // not needed.
    let mut powers = [*power, [Row::default(); N]];
    let mut begun = Product::<V, N>::new(v.part(1), moduli);
    for turn in 0..2 * (from - to) + 1 {
        let mut ended = begun;
        begun = Product::square_of(v.part(turn % 2), moduli, &powers[0]);
        let v = v.part((turn + 1) % 2);
        let into = if turn == 0 { 1 } else { 0 };
        let position = from - 1 - turn.saturating_sub(1) / 2;
        let shift = v.bit(v.load_integer(&n[position / RADIX_BITS]), position % RADIX_BITS);
        let mut carry = v.zero();
        unroll!(COLUMN in 0..N {
            begun.clear_square::<COLUMN>(moduli, &powers[0]);
            let sum = ended.column_of_square::<COLUMN>(moduli, &powers[0]);
            let (limb, next) = v.split(v.add(v.shift_left(sum, shift), carry));
            // Later columns need none of the old limbs up to this one.
            v.store(&mut powers[into][COLUMN], limb);
            carry = next;
        });
        let _above = carry;
    }
    *power = powers[0];
}
