//! Each operation of each kind of vector by its definition, lane by lane.

use super::*;
use crate::{lanes::engine::Engine, radix52, testing::Random};
use std::vec::Vec;

/// Limbs at the ends of their range and of its halves, and some in between.
fn limb(random: &mut Random) -> u64 {
    let edges = [0, 1, 2, LIMB_MASK, LIMB_MASK - 1, 1 << 51, (1 << 51) - 1, (1 << 51) + 1, (1 << 26) - 1];
    match random.limb() % 16 {
        choice @ 0..9 => edges[choice as usize],
        _ => random.limb() & LIMB_MASK,
    }
}

fn row(random: &mut Random) -> Row {
    Row(core::array::from_fn(|_| limb(random)))
}

fn engines() -> Vec<Engine> {
    Engine::all().chain(Engine::emulated()).collect()
}

/// The results of all operations on these rows, in words that do not depend on the vectors.
struct Results {
    a: Row,
    b: Row,
    /// Sums of either sign below 2^62.
    x: Row,
    bits: Row,
    copy: Row,
    product: [Row; 2],
    split: [Row; 2],
    sum: Row,
    shifted: Row,
    chosen: Row,
    zero: Row,
    shared: [Row; 2],
    whole: Row,
    reflected: Row,
    below: u8,
}

impl Results {
    fn of(engine: Engine, [a, b, x, bits]: [Row; 4]) -> Results {
        let empty = Row::default();
        let mut results = Results {
            a,
            b,
            x,
            bits,
            copy: empty,
            product: [empty; 2],
            split: [empty; 2],
            sum: empty,
            shifted: empty,
            chosen: empty,
            zero: empty,
            shared: [empty; 2],
            whole: empty,
            reflected: empty,
            below: 0,
        };
        engine.run(&mut results);
        results
    }
}

/// Stores the lowest 52 bits of a sum in the lanes of this part.
fn low<V: Vector>(v: V, to: &mut Row, sum: V::Sum) {
    v.store(to, v.split(sum).0);
}

impl Operation for Results {
    fn run<V: Vector>(&mut self, v: V) {
        let [a, b] = [self.a, self.b].map(|row| Row(row.0.map(V::encode)));
        for part in 0..V::PARTS {
            let v = v.part(part);
            let (one, other) = (v.load(&a), v.load(&b));
            v.store(&mut self.copy, one);
            let (lower, upper) = v.multiply_add(v.zero(), v.zero(), one, other);
            let (lower, carry) = v.split(v.unbias(lower, 1, 0));
            v.store(&mut self.product[0], lower);
            low(v, &mut self.product[1], v.add(v.unbias(upper, 0, 1), carry));
            let (below, above) = v.split(v.load_integer(&self.x));
            v.store(&mut self.split[0], below);
            low(v, &mut self.split[1], above);
            low(v, &mut self.sum, v.add(v.load_integer(&self.x), v.load_integer(&self.bits)));
            let count = v.bit(v.load_integer(&self.bits), 0);
            low(v, &mut self.shifted, v.shift_left(v.load_integer(&self.a), count));
            v.store(&mut self.chosen, v.select(count, one, other));
            low(v, &mut self.zero, v.zero());
            v.store(&mut self.shared[0], v.broadcast(&a.0[5]));
            low(v, &mut self.shared[1], v.broadcast_integer(self.x.0[5]));
            low(v, &mut self.whole, v.add(v.integer(one), count));
            let [x, plus, minus] = [&self.x, &self.a, &self.b].map(|row| v.load_integer(row));
            low(v, &mut self.reflected, v.reflect(count, x, plus, minus));
            self.below |= v.lanes_below(one, self.b.0[5]);
        }
        let rows = [&mut self.copy, &mut self.sum, &mut self.shifted, &mut self.chosen, &mut self.zero];
        rows.into_iter()
            .chain(&mut self.product)
            .chain(&mut self.split)
            .chain(&mut self.shared)
            .chain([&mut self.whole, &mut self.reflected])
            .for_each(|row| row.0 = row.0.map(V::decode));
    }
}

#[test]
fn every_operation_in_every_lane() {
    for engine in engines() {
        let mut random = Random::new(9);
        for _ in 0..5000 {
            let mut x = row(&mut random);
            // Sums are integers of 62 bits and a sign.
            x.0 = x.0.map(|limb| limb | (random.limb() & 0x3ff) << 52);
            let rows = [row(&mut random), row(&mut random), x, row(&mut random)];
            let found = Results::of(engine, rows);
            for lane in 0..8 {
                let [a, b, x, bits] = rows.map(|row| row.0[lane]);
                let product = u128::from(a) * u128::from(b);
                let name = engine.name();
                assert_eq!(found.copy.0[lane], a, "{name}");
                assert_eq!(found.product[0].0[lane], product as u64 & LIMB_MASK, "{name}: {a}·{b}");
                assert_eq!(found.product[1].0[lane], (product >> 52) as u64, "{name}: {a}·{b}");
                assert_eq!(found.split[0].0[lane], x & LIMB_MASK, "{name}: {x}");
                assert_eq!(found.split[1].0[lane], x >> 52, "{name}: {x}");
                assert_eq!(found.sum.0[lane], (x + bits) & LIMB_MASK, "{name}");
                assert_eq!(found.shifted.0[lane], (a << (bits & 1)) & LIMB_MASK, "{name}");
                assert_eq!(found.chosen.0[lane], if bits & 1 == 1 { b } else { a }, "{name}");
                assert_eq!(found.zero.0[lane], 0, "{name}");
                let [shared, integer, bound] = [&rows[0], &rows[2], &rows[1]].map(|row| row.0[5]);
                assert_eq!(found.shared[0].0[lane], shared, "{name}");
                assert_eq!(found.shared[1].0[lane], integer & LIMB_MASK, "{name}");
                assert_eq!(found.whole.0[lane], (a + (bits & 1)) & LIMB_MASK, "{name}");
                let reflected = if bits & 1 == 1 { b.wrapping_sub(x) } else { a.wrapping_add(x) };
                assert_eq!(found.reflected.0[lane], reflected & LIMB_MASK, "{name}");
                assert_eq!(found.below >> lane & 1 == 1, a < bound, "{name}");
            }
        }
    }
}

#[test]
fn limbs_are_written_and_read_back() {
    for engine in engines() {
        for bit in 0..52 {
            for limb in [1 << bit, (1 << bit) - 1, LIMB_MASK - (1 << bit), LIMB_MASK >> bit] {
                assert_eq!(engine.decode(engine.encode(limb)), limb, "{}", engine.name());
            }
        }
        // Words that do not encode a limb are read as numbers below 2^52.
        for word in [u64::MAX, 1 << 63, f64::NAN.to_bits(), f64::INFINITY.to_bits(), (-1.5_f64).to_bits()] {
            assert!(engine.decode(word) <= LIMB_MASK, "{}", engine.name());
        }
    }
}

/// Many products in one sum, as in a column of the longest modulus.
struct Column {
    factors: Vec<(Row, Row)>,
    limbs: [Row; 3],
}

impl Operation for Column {
    fn run<V: Vector>(&mut self, v: V) {
        for part in 0..V::PARTS {
            let v = v.part(part);
            let (mut lower, mut upper) = (v.zero(), v.zero());
            for (a, b) in &self.factors {
                let [a, b] = [a, b].map(|row| v.load(&Row(row.0.map(V::encode))));
                (lower, upper) = v.multiply_add(lower, upper, a, b);
            }
            let count = self.factors.len();
            let (first, carry) = v.split(v.unbias(lower, count, 0));
            let (second, third) = v.split(v.add(v.unbias(upper, 0, count), carry));
            v.store(&mut self.limbs[0], first);
            v.store(&mut self.limbs[1], second);
            v.store(&mut self.limbs[2], v.split(third).0);
        }
        self.limbs.iter_mut().for_each(|row| row.0 = row.0.map(V::decode));
    }
}

#[test]
fn columns_hold_the_products_of_the_longest_modulus() {
    for engine in engines() {
        let mut random = Random::new(10);
        for count in [1, 2, 3, 40, 159, 160] {
            for extreme in [false, true] {
                let mut factor = || if extreme { Row([LIMB_MASK; 8]) } else { row(&mut random) };
                let factors: Vec<(Row, Row)> = (0..count).map(|_| (factor(), factor())).collect();
                let mut column = Column { factors, limbs: [Row::default(); 3] };
                engine.run(&mut column);
                for lane in 0..8 {
                    let product = |(a, b): &(Row, Row)| u128::from(a.0[lane]) * u128::from(b.0[lane]);
                    let expected: u128 = column.factors.iter().map(product).sum();
                    let found = radix52::join(column.limbs.iter().map(|row| row.0[lane]));
                    assert_eq!(found, expected.into(), "{}: {count} products", engine.name());
                }
            }
        }
    }
}

/// x + q·n is a multiple of 2^52 for the digit q.
struct Digit {
    x: Row,
    n: Row,
    q: Row,
}

impl Operation for Digit {
    fn run<V: Vector>(&mut self, v: V) {
        let inverses = Row(self.n.0.map(|n| radix52::negated_inverse(&n.into())));
        for part in 0..V::PARTS {
            let v = v.part(part);
            let inverse = v.load_integer(&inverses);
            let (q, _) = v.quotient(v.load_integer(&self.x), inverse, v.rounding(inverse));
            v.store(&mut self.q, q);
        }
        self.q.0 = self.q.0.map(V::decode);
    }
}

#[test]
fn digits_clear_their_column() {
    for engine in engines() {
        let mut random = Random::new(11);
        for _ in 0..3000 {
            let (x, mut n) = (row(&mut random), row(&mut random));
            n.0 = n.0.map(|n| n | 1);
            let mut digit = Digit { x, n, q: Row::default() };
            engine.run(&mut digit);
            for lane in 0..8 {
                let [x, n, q] = [x, n, digit.q].map(|row| u128::from(row.0[lane]));
                assert_eq!((x + q * n) & u128::from(LIMB_MASK), 0, "{}: {x} {n} {q}", engine.name());
            }
        }
    }
}

#[test]
fn every_engine_is_found_by_its_backend() {
    for engine in Engine::all() {
        assert_eq!(engine.backend().name(), engine.name());
        assert_eq!(Engine::on(engine.backend()).map(Engine::backend), Some(engine.backend()));
    }
    assert!(Engine::on(Backend::Adx).is_none(), "ADX has no vectors");
}
