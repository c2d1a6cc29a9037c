//! Euler's test to base 2 on many candidates at once: 2^((n−1)/2) = ±1 mod n.
//!
//! Every n that is a strong probable prime to base 2 passes: with n − 1 = d·2^s, d odd, either 2^d = 1, and
//! all its powers are 1, or 2^(d·2^r) = −1 for some r < s, and 2^((n−1)/2) = 2^(d·2^(s−1)) is −1 or a power
//! of (−1)² = 1. So whoever wants the strong test may ask this one first. Unlike the strong test it is the
//! same sequence of steps for all candidates, but for the bits of n: a squaring per bit, doubled where the
//! bit is 1.
//!
//! Bounds: R = 2^(52·N) ≥ 16n. From x < 4n a squaring and a doubling make
//! 2·(x² + q·n)/R < 2·(16n² + R·n)/R ≤ 4n.
//!
//! Limb products of a step: 1.5·N² + N/2 and N digits, 45 for five limbs, of which five have no low half: 80
//! IFMA instructions for eight candidates, 5 cycles per candidate and bit at two per cycle. FMA on a Zen 3
//! waits for its chains of digits: 54 cycles where the bound is 15, and 4.2 µs per candidate of 256 bits,
//! where the strong test on the ADX kernel takes 6.2 (at 264 bits 6.0 and 9.6, at 512 bits 22 and 44). Six
//! limbs for numbers a little longer than 256 bits are worth their code: ten take 13 µs.

// Unrolled loops begin and end at constants, some of them at 0, and index several arrays together.
#![allow(clippy::absurd_extreme_comparisons, clippy::needless_range_loop, clippy::reversed_empty_ranges)]

use alloc::vec::Vec;
use core::array::from_fn;

use super::kernel::Block;
use super::vector::{Operation, Row, Vector};
use super::{Engine, LANES};
use crate::int::Natural;
use crate::radix52::{self, LIMB_MASK, RADIX_BITS};

/// The longest candidate: ten limbs less four bits.
pub(crate) const MAX_CANDIDATE_BITS: usize = 10 * RADIX_BITS - 4;

/// The most candidates of one test: as many as two vectors of eight hold.
pub(crate) const BATCH: usize = 2 * LANES;

/// The exponent of 2 that starts the chain has this many bits.
const START_BITS: usize = 5;

/// Whether 2^((n−1)/2) = ±1 mod n, for each of 1 to [`BATCH`] odd candidates n from 3 on of at most
/// [`MAX_CANDIDATE_BITS`] bits, on the fastest vectors of this CPU.
pub(crate) fn euler_base_2(candidates: &[&Natural]) -> Vec<bool> {
    euler_base_2_on(Engine::fastest(), candidates)
}

pub(super) fn euler_base_2_on(engine: Engine, candidates: &[&Natural]) -> Vec<bool> {
    debug_assert!((1..=BATCH).contains(&candidates.len()) && candidates.iter().all(|n| !n.is_even()));
    let bits = candidates.iter().map(|n| n.bits()).max().unwrap_or(0);
    debug_assert!(bits <= MAX_CANDIDATE_BITS);
    match (bits + 4).div_ceil(RADIX_BITS) {
        ..=3 => test::<3>(engine, candidates, bits),
        4..=5 => test::<5>(engine, candidates, bits),
        6 => test::<6>(engine, candidates, bits),
        _ => test::<10>(engine, candidates, bits),
    }
}

fn test<const N: usize>(engine: Engine, candidates: &[&Natural], bits: usize) -> Vec<bool> {
    let squarings = (bits - 1).saturating_sub(START_BITS);
    let mut groups: Vec<Group<N>> =
        candidates.chunks(LANES).map(|chunk| Group::new(engine, chunk, squarings)).collect();
    engine.run(&mut Test { groups: &mut groups, squarings });
    let group = |index: usize| &groups[index / LANES];
    candidates.iter().enumerate().map(|(index, n)| group(index).passes(engine, index % LANES, n)).collect()
}

/// Eight candidates; missing ones are copies of the first.
struct Group<const N: usize> {
    modulus: [Row; N],
    /// −1/n mod 2^52, as integers.
    negated_inverse: Row,
    /// The limbs of n as integers.
    n: [Row; N],
    /// 2^e·R mod n while the exponent e grows to (n−1)/2.
    power: [Row; N],
}

impl<const N: usize> Group<N> {
    fn new(engine: Engine, candidates: &[&Natural], squarings: usize) -> Group<N> {
        let lane = |lane: usize| *candidates.get(lane).unwrap_or(&candidates[0]);
        let (mut n, mut power) = ([Row::default(); N], [Row::default(); N]);
        for index in 0..LANES {
            let limbs = split::<N>(lane(index));
            // (n−1)/2 without its low bits, `squarings` of them.
            let start = lane(index).shr(squarings + 1).low_limb();
            let residue = power_of_two(&limbs, lane(index), start as usize);
            for row in 0..N {
                n[row].0[index] = limbs[row];
                power[row].0[index] = engine.encode(residue[row]);
            }
        }
        let modulus = n.map(|row| Row(row.0.map(|limb| engine.encode(limb))));
        Group {
            modulus,
            negated_inverse: Row(from_fn(|index| radix52::negated_inverse(lane(index)))),
            n,
            power,
        }
    }

    /// Whether the power x of a lane is ±R mod n. With r = R mod n, both below 4n and 2n: x = r + k·n for
    /// −2 < k < 4, or x = k·n − r for 0 ≤ k < 6, which the lowest limbs almost always refute.
    fn passes(&self, engine: Engine, lane: usize, n: &Natural) -> bool {
        let x = engine.decode(self.power[0].0[lane]);
        let r = power_of_two(&split::<N>(n), n, 0)[0];
        let is_multiple = |difference: u64| {
            (0..7).any(|k: u64| difference.wrapping_sub(k.wrapping_mul(n.low_limb())) & LIMB_MASK == 0)
        };
        if !is_multiple(x.wrapping_sub(r).wrapping_add(n.low_limb())) && !is_multiple(x.wrapping_add(r)) {
            return false;
        }
        let x = &radix52::join(self.power.iter().map(|row| engine.decode(row.0[lane]))) % n;
        let r = &Natural::one().shl(RADIX_BITS * N) % n;
        x == r || &x + &r == *n
    }
}

/// The limbs of a number that has at most N.
fn split<const N: usize>(value: &Natural) -> [u64; N] {
    let mut limbs = [0; N];
    limbs.iter_mut().zip(radix52::split(value)).for_each(|(limb, value)| *limb = value);
    limbs
}

/// A number below 2n that is 2^exponent·R mod n, in limbs.
fn power_of_two<const N: usize>(limbs: &[u64; N], n: &Natural, exponent: usize) -> [u64; N] {
    let quotient = power_as_double(RADIX_BITS * N + exponent)
        / limbs.iter().rev().fold(0.0, |sum, &limb| sum * power_as_double(RADIX_BITS) + limb as f64);
    if quotient >= power_as_double(45) {
        return split(&(&Natural::one().shl(RADIX_BITS * N + exponent) % n));
    }
    // Each rounding is wrong by 2^-53 of the value: below 2^45 the quotient is wrong by one at most.
    let quotient = quotient as i128;
    let mut carry = 0i128;
    let mut residue = limbs.map(|limb| {
        carry -= quotient * i128::from(limb);
        let difference = carry as u64 & LIMB_MASK;
        carry >>= RADIX_BITS;
        difference
    });
    if carry + (1 << exponent) < 0 {
        let mut carry = 0;
        for (limb, &n) in residue.iter_mut().zip(limbs) {
            carry += *limb + n;
            *limb = carry & LIMB_MASK;
            carry >>= RADIX_BITS;
        }
    }
    residue
}

/// 2^exponent for exponents below 1024.
fn power_as_double(exponent: usize) -> f64 {
    f64::from_bits((1023 + exponent as u64) << 52)
}

struct Test<'a, const N: usize> {
    groups: &'a mut [Group<N>],
    squarings: usize,
}

impl<const N: usize> Operation for Test<'_, N> {
    #[inline(always)]
    fn run<V: Vector>(&mut self, v: V) {
        // Six limbs and more fill the gaps by themselves.
        if const { N > 5 } {
            for group in self.groups.iter_mut() {
                for part in 0..V::PARTS {
                    let [power] = run_chains([Chain::new(v.part(part), group)], self.squarings);
                    store(v.part(part), group, power);
                }
            }
        } else if const { V::PARTS == 2 } {
            for group in self.groups.iter_mut() {
                let chains = [Chain::new(v.part(0), group), Chain::new(v.part(1), group)];
                let powers = run_chains(chains, self.squarings);
                store(v.part(0), group, powers[0]);
                store(v.part(1), group, powers[1]);
            }
        } else {
            // A group that is alone goes along with itself.
            let (first, last) = (&self.groups[0], &self.groups[self.groups.len() - 1]);
            let powers = run_chains([Chain::new(v, first), Chain::new(v, last)], self.squarings);
            for (group, power) in self.groups.iter_mut().zip(powers) {
                store(v, group, power);
            }
        }
    }
}

#[inline(always)]
fn store<V: Vector, const N: usize>(v: V, group: &mut Group<N>, power: [V::Factor; N]) {
    for (row, limb) in group.power.iter_mut().zip(power) {
        v.store(row, limb);
    }
}

/// One vector of candidates on the way to 2^((n−1)/2).
struct Chain<'a, V: Vector, const N: usize> {
    v: V,
    modulus: &'a [Row; N],
    n: &'a [Row; N],
    negated_inverse: V::Sum,
    rounding: V::Sum,
    power: [V::Factor; N],
}

impl<'a, V: Vector, const N: usize> Chain<'a, V, N> {
    #[inline(always)]
    fn new(v: V, group: &'a Group<N>) -> Self {
        let mut power = [v.load(&group.power[0]); N];
        for (limb, row) in power.iter_mut().zip(&group.power) {
            *limb = v.load(row);
        }
        let negated_inverse = v.load_integer(&group.negated_inverse);
        Chain {
            v,
            modulus: &group.modulus,
            n: &group.n,
            negated_inverse,
            rounding: v.rounding(negated_inverse),
            power,
        }
    }
}

/// Squares and doubles all chains, step by step together, along the low bits of (n−1)/2: the digits of a
/// reduction wait for each other, and another chain fills the gaps.
///
/// Plain loops: a closure would be compiled without the instructions of the vectors.
#[inline(always)]
fn run_chains<V: Vector, const N: usize, const C: usize>(
    mut chains: [Chain<V, N>; C],
    squarings: usize,
) -> [[V::Factor; N]; C] {
    let mut powers = [chains[0].power; C];
    for position in (1..=squarings).rev() {
        step(&mut chains, position);
    }
    for (power, chain) in powers.iter_mut().zip(&chains) {
        *power = chain.power;
    }
    powers
}

/// `x = 2^bit·x²/R` in every chain, for this bit of n: the two halves of [`super::kernel`]'s columns, each
/// one block.
#[inline(always)]
fn step<V: Vector, const N: usize, const C: usize>(chains: &mut [Chain<V, N>; C], position: usize) {
    let zero = chains[0].v.zero();
    let mut digits = [chains[0].power; C];
    let mut carries = [zero; C];
    let mut blocks = [Block::<V, N> { low: [zero; N], high: [zero; N] }; C];
    unroll!(INDEX of C {
        let chain = &chains[INDEX];
        add_square::<V, N, false>(chain.v, &mut blocks[INDEX], &chain.power);
    });
    unroll!(ROW in 0..N {
        unroll!(INDEX of C {
            let (chain, block) = (&chains[INDEX], &mut blocks[INDEX]);
            let v = chain.v;
            let sum = v.unbias(v.add(block.sum(v, ROW), carries[INDEX]), 2 * ROW + 1, 2 * ROW);
            let (q, carry) = v.quotient(sum, chain.negated_inverse, chain.rounding);
            digits[INDEX][ROW] = q;
            carries[INDEX] = carry;
            block.add_high(v, ROW, q, v.load(&chain.modulus[0]));
            for limb in 1..N - ROW {
                block.add(v, ROW + limb, q, v.load(&chain.modulus[limb]));
            }
        });
    });
    unroll!(INDEX of C {
        let chain = &mut chains[INDEX];
        let v = chain.v;
        let shift = v.bit(v.load_integer(&chain.n[position / RADIX_BITS]), position % RADIX_BITS);
        let below = v.add(carries[INDEX], blocks[INDEX].high[N - 1]);
        let mut block = Block::<V, N>::new(v);
        add_square::<V, N, true>(v, &mut block, &chain.power);
        block.low[0] = v.add(block.low[0], below);
        unroll!(ROW in 1..N {
            for limb in N - ROW..N {
                block.add(v, ROW + limb - N, digits[INDEX][ROW], v.load(&chain.modulus[limb]));
            }
        });
        let mut carry = zero;
        unroll!(COLUMN in 0..N {
            let left = N - COLUMN;
            let sum = v.unbias(block.sum(v, COLUMN), 2 * (left - 1), 2 * left);
            let (limb, next) = v.split(v.add(v.shift_left(sum, shift), carry));
            chain.power[COLUMN] = limb;
            carry = next;
        });
        let _above = carry;
    });
}

/// Adds the lower or the upper N columns of a square to a block of zeros.
#[inline(always)]
fn add_square<V: Vector, const N: usize, const UPPER: bool>(
    v: V,
    block: &mut Block<V, N>,
    x: &[V::Factor; N],
) {
    let first = if UPPER { N } else { 0 };
    unroll!(ROW in 0..N {
        let (from, to) = if UPPER { ((N - ROW).max(ROW + 1), N) } else { (ROW + 1, N - ROW) };
        for limb in from..to {
            block.add(v, ROW + limb - first, x[ROW], x[limb]);
        }
    });
    block.double(v);
    unroll!(ROW in 0..N {
        if const { (2 * ROW >= N) == UPPER } {
            block.add(v, 2 * ROW - first, x[ROW], x[ROW]);
        }
    });
}
