//! The algorithms over another group: the integers modulo m under addition. A product of powers is a sum of
//! multiples there, so the result for exponents of any length is known at once.

use heliast_arith::Natural;
use heliast_group::{
    BulkGroup, Counting, Counts, Digits, Encoded, Group, Malformed, Shape, Strategy, Table, multiexp,
    multiexp_with, plan,
};

/// Z/m, with the ten methods that a group must have and no faster ones.
#[derive(Clone, Debug)]
struct Linear(u64);

impl Group for Linear {
    type Elem = u64;

    fn id(&self) -> [u8; 32] {
        let mut id = [0; 32];
        id[..8].copy_from_slice(&self.0.to_be_bytes());
        id
    }

    fn identity(&self) -> u64 {
        0
    }

    fn equal(&self, a: &u64, b: &u64) -> bool {
        a == b
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        *a = ((u128::from(*a) + u128::from(*b)) % u128::from(self.0)) as u64;
    }

    fn square_n(&self, a: &mut u64, n: u64) {
        for _ in 0..n {
            let b = *a;
            self.mul_assign(a, &b);
        }
    }

    fn hash(&self, dst: &str, msg: &[u8]) -> u64 {
        let bytes = dst.bytes().chain(msg.iter().copied());
        bytes.fold(1, |sum: u64, byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)) % self.0
    }

    fn encoded_len(&self) -> usize {
        8
    }

    fn encode(&self, a: &u64) -> Vec<u8> {
        a.to_be_bytes().to_vec()
    }

    fn decode(&self, bytes: &[u8]) -> Result<u64, Malformed> {
        let array = bytes.try_into().map_err(|_| Malformed::Length { expected: 8, found: bytes.len() })?;
        let a = u64::from_be_bytes(array);
        if a < self.0 { Ok(a) } else { Err(Malformed::NotCanonical) }
    }

    fn check_units(&self, _: &[&u64]) -> Result<(), Malformed> {
        Ok(())
    }
}

impl BulkGroup for Linear {}

/// 2^61 − 1, so that every mistake in a long exponent is detected.
const M: u64 = (1 << 61) - 1;

/// Σ x_i·e_i modulo m.
fn sum(m: u64, powers: &[(&u64, &Natural)]) -> u64 {
    let term = |(x, e): &(&u64, &Natural)| u128::from(**x) * u128::from(e.rem_u64(m)) % u128::from(m);
    (powers.iter().map(term).sum::<u128>() % u128::from(m)) as u64
}

/// Pseudorandom words (SplitMix64), the same for the same seed.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of at most this many bits; one in four has long runs of zeros or ones.
    fn exponent(&mut self, bits: usize) -> Natural {
        let run = self.next().is_multiple_of(4);
        let limbs: Vec<u64> = (0..bits.div_ceil(64))
            .map(|_| match self.next() % 3 {
                0 if run => 0,
                1 if run => u64::MAX,
                _ => self.next(),
            })
            .collect();
        Natural::from_limbs(limbs).low_bits(bits)
    }
}

fn applicable(bases: usize) -> impl Iterator<Item = Strategy> {
    Strategy::all().filter(move |strategy| strategy.applies(bases).is_ok())
}

#[test]
fn long_exponents_and_their_costs() {
    let group = Counting::new(Linear(M));
    let mut words = Words(1);
    for (count, bits) in [(1, 4096), (2, 1), (2, 2048), (3, 777), (4, 512), (6, 130), (12, 64), (12, 300)] {
        for _ in 0..6 {
            let bases: Vec<u64> = (0..count).map(|_| words.next() % M).collect();
            let exponents: Vec<Natural> = (0..count).map(|_| words.exponent(bits)).collect();
            let powers: Vec<_> = bases.iter().zip(&exponents).collect();
            let asked: Vec<&Natural> = exponents.iter().collect();
            for strategy in applicable(count) {
                group.take();
                let found = multiexp_with(&group, strategy, &powers).unwrap();
                let counted = group.take();
                assert_eq!(found, sum(M, &powers), "{strategy}: {count} bases, {bits} bits");
                assert_eq!(counted, strategy.cost(&asked).unwrap().total(), "{strategy}: {count}, {bits}");
            }
            assert_eq!(multiexp(&group, &powers), sum(M, &powers), "{count} bases, {bits} bits");
        }
    }
}

#[test]
fn hundreds_of_bases() {
    let group = Counting::new(Linear(M));
    let mut words = Words(2);
    for (count, bits) in [(100, 128), (300, 64), (1000, 32), (1000, 7)] {
        let bases: Vec<u64> = (0..count).map(|_| words.next() % M).collect();
        let exponents: Vec<Natural> = (0..count).map(|_| words.exponent(bits)).collect();
        let powers: Vec<_> = bases.iter().zip(&exponents).collect();
        let asked: Vec<&Natural> = exponents.iter().collect();
        for strategy in applicable(count) {
            group.take();
            assert_eq!(multiexp_with(&group, strategy, &powers).unwrap(), sum(M, &powers), "{strategy}");
            assert_eq!(group.take(), strategy.cost(&asked).unwrap().total(), "{strategy}: {count}, {bits}");
        }
        assert_eq!(multiexp(&group, &powers), sum(M, &powers), "{count} bases");
    }
}

/// The plan never costs more than twice the cheapest, by the operations that were counted.
#[test]
fn plans_are_near_the_cheapest() {
    let group = Counting::new(Linear(M));
    let mut words = Words(3);
    for (count, bits) in [(1, 256), (2, 64), (2, 256), (3, 128), (8, 256), (64, 128)] {
        let bases: Vec<u64> = (0..count).map(|_| words.next() % M).collect();
        let exponents: Vec<Natural> =
            (0..count).map(|_| &words.exponent(bits - 1) + &Natural::one().shl(bits - 1)).collect();
        let powers: Vec<_> = bases.iter().zip(&exponents).collect();
        let price = |strategy| {
            group.take();
            multiexp_with(&group, strategy, &powers).unwrap();
            let Counts { products, squarings } = group.take();
            products + squarings
        };
        let cheapest = applicable(count).map(price).min().unwrap();
        let planned = price(plan(Shape::uniform(count, bits), &Default::default()));
        assert!(planned <= 2 * cheapest, "{count} bases, {bits} bits: {planned}, the cheapest {cheapest}");
    }
}

/// All elements and all short exponents.
#[test]
fn everything_modulo_five() {
    let group = Linear(5);
    let exponents: Vec<Natural> = (0..8_u64).map(Natural::from).collect();
    for strategy in applicable(2) {
        for x in 0..5 {
            for y in 0..5 {
                for e in &exponents {
                    for f in &exponents {
                        let powers = [(&x, e), (&y, f)];
                        let found = multiexp_with(&group, strategy, &powers).unwrap();
                        assert_eq!(found, sum(5, &powers), "{strategy}: {x}·{e} + {y}·{f}");
                    }
                }
            }
        }
    }
}

#[test]
fn tables_for_many_questions() {
    let group = Linear(M);
    let mut words = Words(4);
    for count in 1..=4 {
        let bases: Vec<u64> = (0..count).map(|_| words.next() % M).collect();
        for strategy in applicable(count) {
            let table = Table::new(&group, strategy, &bases.iter().collect::<Vec<_>>()).unwrap();
            for bits in [0, 1, 5, 64, 333] {
                let exponents: Vec<Natural> = (0..count).map(|_| words.exponent(bits)).collect();
                let asked: Vec<&Natural> = exponents.iter().collect();
                let powers: Vec<_> = bases.iter().zip(&exponents).collect();
                assert_eq!(table.multiexp(&asked), Ok(sum(M, &powers)), "{strategy}: {bits} bits");
            }
        }
    }
}

#[test]
fn digits_are_multiples() {
    let group = Counting::new(Linear(M));
    let mut words = Words(5);
    for bits in [1, 2, 3, 4, 7, 8, 13, 18] {
        for count in [0, 1, 2, 9, 200] {
            let elements: Vec<u64> = (0..count).map(|_| words.next() % M).collect();
            let digits: Vec<u32> = (0..count).map(|_| words.next() as u32 % (1 << bits)).collect();
            let bytes: Vec<u8> = elements.iter().flat_map(|element| group.encode(element)).collect();
            let list = Encoded::new(&group, &bytes, 8, 0).unwrap();
            let total = |digit: &dyn Fn(u32) -> u32| {
                let terms = elements.iter().zip(&digits).map(|(x, d)| u128::from(*x) * u128::from(digit(*d)));
                (terms.sum::<u128>() % u128::from(M)) as u64
            };
            group.take();
            let weighted = group.digit_products(list, &digits, bits, Digits::Weighted);
            assert_eq!(weighted, [total(&|digit| digit)], "{count} digits of {bits} bits");
            assert_eq!(group.take(), Digits::Weighted.cost(&digits, bits), "{count} digits of {bits} bits");
            let bitwise = group.digit_products(list, &digits, bits, Digits::Bitwise);
            let expected: Vec<u64> = (0..bits).map(|bit| total(&|digit| digit >> bit & 1)).collect();
            assert_eq!(bitwise, expected, "{count} digits of {bits} bits");
            assert_eq!(group.take(), Digits::Bitwise.cost(&digits, bits), "{count} digits of {bits} bits");
        }
    }
}

/// The methods that the trait provides for every group.
#[test]
fn what_groups_get_for_nothing() {
    let group = Linear(1000);
    assert_eq!(group.mul(&700, &400), 100);
    let (a, b, e, f) = (7, 11, Natural::from(13_u64), Natural::from(990_u64));
    let problems: [&[(&u64, &Natural)]; 4] = [&[], &[(&a, &e)], &[(&a, &e), (&b, &f)], &[(&b, &e)]];
    assert_eq!(group.multiexp_many(&problems), [0, 91, (91 + 11 * 990) % 1000, 143]);
    assert_eq!(group.check_encoding(&999_u64.to_be_bytes()), Ok(()));
    assert_eq!(group.check_encoding(&1000_u64.to_be_bytes()), Err(Malformed::NotCanonical));
    assert_eq!(group.check_encoding(&[1]), Err(Malformed::Length { expected: 8, found: 1 }));
}

/// A counting group is the group that it counts.
#[test]
fn counting_changes_nothing_but_the_counters() {
    let group = Linear(M);
    let counting = Counting::new(group.clone());
    assert_eq!((counting.id(), counting.identity(), counting.encoded_len()), (group.id(), 0, 8));
    assert_eq!(counting.hash("a", b"b"), group.hash("a", b"b"));
    assert_eq!(counting.encode(&5), group.encode(&5));
    assert_eq!(counting.decode(&M.to_be_bytes()), Err(Malformed::NotCanonical));
    assert!(counting.equal(&3, &3) && !counting.equal(&3, &4));
    assert_eq!(counting.check_units(&[&3]), Ok(()));
    assert_eq!(counting.take(), Counts::default(), "nothing of this is an operation");
    let other = counting.clone();
    let (mut a, b) = (3, counting.mul(&3, &4));
    other.square_n(&mut a, 5);
    assert_eq!((a, b), (96, 7));
    assert_eq!(counting.take(), Counts { products: 1, squarings: 5 });
    assert_eq!(other.take(), Counts::default());
}
