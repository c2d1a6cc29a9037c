mod emulated;

use super::{
    lucas::strong_lucas_on,
    strong::strong_base_2_on,
    vector::{Operation, Vector},
    *,
};
use crate::{
    prime::{generate_prime, is_strong_lucas_probable_prime, is_strong_probable_prime, lucas_candidate},
    radix52::LIMB_MASK,
    ring::Ring,
    testing::{RSA_2048, Random, decimal, power_of_two_less},
};
use std::{cell::Cell, format, vec::Vec};

const ZERO: Natural = Natural::zero();

/// The vectors of this CPU, the oracle first.
fn engines() -> Vec<Engine> {
    Engine::all().collect()
}

/// Numbers at the ends of the range modulo n, and random ones: sixteen.
fn extremes(n: &Natural, random: &mut Random) -> Vec<Natural> {
    let less = |k: u64| n.sub(&Natural::from(k)).unwrap_or_default();
    let ones = |bits: usize| &power_of_two_less(bits, 1) % n;
    let bits = n.bits();
    let mut values = std::vec![
        Natural::zero(),
        Natural::one(),
        Natural::from(2u64),
        less(1),
        less(2),
        n.shr(1),
        ones(bits - 1),
        &Natural::one().shl(bits - 1) % n,
        &Natural::one().shl(bits / 2) % n,
        ones(52 * (bits / 52)),
        &Natural::one().shl(52 * (bits / 52)) % n,
    ];
    values.extend((0..5).map(|_| &random.natural(bits + 8) % n));
    values
}

/// Odd numbers of at most this many bits: the smallest, the largest, some between, random ones, a short one.
fn moduli(bits: usize, random: &mut Random) -> [Natural; LANES] {
    let top = Natural::one().shl(bits - 1);
    let odd = |n: Natural| if n.is_even() { &n + &Natural::one() } else { n };
    let alternating = Natural::from_limbs(std::vec![0xaaaa_aaaa_aaaa_aaab; 200]).low_bits(bits - 1);
    [
        odd(top.clone()),
        power_of_two_less(bits, 1),
        power_of_two_less(bits, 3),
        &top + &power_of_two_less(bits.div_ceil(2), 1),
        odd(&top + &alternating),
        odd(&top + &random.natural(bits - 1)),
        odd(&top + &random.natural(bits - 1)),
        odd(&random.natural(bits / 2) + &Natural::from(2u64)),
    ]
}

/// The product on the portable ring.
fn ring_product(a: &Natural, b: &Natural, n: &Natural) -> Natural {
    let ring = Ring::on(Backend::Portable, n).unwrap();
    ring.natural(&ring.mul(&ring.residue(a), &ring.residue(b)))
}

fn ring_squarings(a: &Natural, count: u64, n: &Natural) -> Natural {
    let ring = Ring::on(Backend::Portable, n).unwrap();
    let mut a = ring.residue(a);
    ring.square_n(&mut a, count);
    ring.natural(&a)
}

/// Asserts that the values in the rows, before they are made canonical, are below 2N.
fn assert_in_range(lanes: &Lanes, x: &Packed) {
    for (value, modulus) in lanes.inner.engine.naturals(&x.rows).iter().zip(lanes.moduli()) {
        assert!(*value < modulus.shl(1), "{} lanes mod {modulus:?}", lanes.backend());
    }
}

/// Products and squarings of this many pairs modulo numbers of this many bits.
fn compare_with_ring(engine: Engine, bits: usize, pairs: usize) {
    let mut random = Random::new(bits as u64);
    let moduli = moduli(bits, &mut random);
    let lanes = Lanes::with_engine(engine, moduli.each_ref()).unwrap();
    let values: Vec<Vec<Natural>> = moduli.iter().map(|n| extremes(n, &mut random)).collect();
    for pair in 0..pairs {
        let a: [&Natural; 8] = from_fn(|lane| &values[lane][(pair + lane) % 16]);
        let b: [&Natural; 8] = from_fn(|lane| &values[lane][(3 * pair + 5 * lane) % 16]);
        let (mut product, mut square) = (lanes.pack(a), lanes.pack(a));
        lanes.mul_assign(&mut product, &lanes.pack(b));
        lanes.square_n(&mut square, 3);
        assert_in_range(&lanes, &product);
        assert_in_range(&lanes, &square);
        let (product, square) = (lanes.unpack(&product), lanes.unpack(&square));
        for (lane, n) in moduli.iter().enumerate() {
            assert_eq!(product[lane], ring_product(a[lane], b[lane], n), "{bits} bits, lane {lane}");
            assert_eq!(square[lane], ring_squarings(a[lane], 3, n), "{bits} bits, lane {lane}");
        }
    }
}

/// Four limbs (one block) to 48 limbs, with every division into blocks.
#[test]
fn products_and_squarings_agree_with_the_ring() {
    for engine in engines() {
        for bits in [3, 17, 206, 207, 414, 415, 623, 830, 1024, 1246, 1500, 2048, 2049, 2494] {
            compare_with_ring(engine, bits, 16);
        }
    }
}

#[test]
fn long_products_and_squarings_agree_with_the_ring() {
    for engine in engines() {
        for bits in [3072, 4096, 8192] {
            compare_with_ring(engine, bits, 3);
        }
    }
}

#[test]
fn a_chain_of_squarings_stays_in_range_and_agrees() {
    let n = decimal(RSA_2048);
    for engine in engines() {
        let lanes = Lanes::with_engine(engine, [&n; 8]).unwrap();
        let values: [Natural; 8] = from_fn(|lane| n.sub(&Natural::from(lane as u64)).unwrap().shr(lane));
        let mut x = lanes.pack(values.each_ref());
        lanes.square_n(&mut x, 200);
        assert_in_range(&lanes, &x);
        let found = lanes.unpack(&x);
        for lane in 0..LANES {
            assert_eq!(found[lane], ring_squarings(&values[lane], 200, &n));
        }
    }
}

#[test]
fn zero_squarings_and_one_change_nothing() {
    let n = power_of_two_less(300, 153);
    for engine in engines() {
        let lanes = Lanes::with_engine(engine, [&n; 8]).unwrap();
        let values: [Natural; 8] = from_fn(|lane| power_of_two_less(299, lane as u64));
        let mut x = lanes.pack(values.each_ref());
        lanes.square_n(&mut x, 0);
        lanes.mul_assign(&mut x, &lanes.one());
        assert_eq!(lanes.unpack(&x), values);
        assert_eq!(lanes.unpack(&lanes.one()), [(); 8].map(|()| Natural::one()));
    }
}

#[test]
fn every_lane_reads_its_own_entry() {
    let n = power_of_two_less(1024, 105);
    for engine in engines() {
        let lanes = Lanes::with_engine(engine, [&n; 8]).unwrap();
        let value = |entry: usize, lane: usize| Natural::from((100 * entry + lane) as u64);
        let table: Vec<Packed> = (0..5)
            .map(|entry| {
                let values: [Natural; 8] = from_fn(|lane| value(entry, lane));
                lanes.pack(values.each_ref())
            })
            .collect();
        let indices = [4, 0, 3, 3, 1, 2, 0, 4];
        let found = lanes.unpack(&lanes.gather(&table, indices));
        assert_eq!(found, from_fn(|lane| value(indices[lane], lane)));
    }
}

#[test]
fn values_of_other_lanes_do_no_harm() {
    let (short, long) = (power_of_two_less(130, 5), power_of_two_less(3000, 33));
    for engine in engines() {
        let one = Lanes::with_engine(engine, [&short; 8]).unwrap();
        for other in engines() {
            let two = Lanes::with_engine(other, [&long; 8]).unwrap();
            let (mut x, mut y) = (one.pack([&long; 8]), two.pack([&short; 8]));
            one.mul_assign(&mut y, &two.one());
            one.square_n(&mut y, 2);
            two.mul_assign(&mut x, &y);
            two.unpack(&x);
            one.unpack(&y);
            let mixed = two.gather(&[x, y, one.one(), Packed::new(Vec::new())], [0, 1, 2, 3, 0, 1, 2, 3]);
            two.unpack(&mixed);
        }
    }
}

#[test]
fn bad_moduli_are_refused() {
    let good = Natural::from(7u64);
    let with = |bad: Natural| Lanes::new(&from_fn(|lane| if lane == 5 { bad.clone() } else { good.clone() }));
    assert_eq!(with(Natural::from(8u64)).err(), Some(RingError::Even));
    assert_eq!(with(ZERO).err(), Some(RingError::Even));
    assert_eq!(with(Natural::one()).err(), Some(RingError::TooSmall));
    assert_eq!(with(power_of_two_less(8193, 1)).err(), Some(RingError::TooLarge));
    assert!(with(power_of_two_less(8192, 1)).is_ok());
    assert_eq!(
        Lanes::on(Backend::Adx, &from_fn(|_| good.clone())).err(),
        Some(RingError::Unsupported(Backend::Adx))
    );
    assert_eq!(Lanes::shared(&good).unwrap().moduli()[7], good);
}

/// Limbs at the ends of their range and of its halves.
fn limb(random: &mut Random) -> u64 {
    let half = 1 << 51;
    match random.limb() % 12 {
        0 => 0,
        1 => 1,
        2 => LIMB_MASK,
        3 => LIMB_MASK - 1,
        4 => half,
        5 => half - 1,
        6 => half + 1,
        7 => 3,
        8 => (1 << 26) + 1,
        _ => random.limb() & LIMB_MASK,
    }
}

/// Products, digits and carries of one column, checked lane by lane with 128-bit integers.
struct Column {
    a: Row,
    b: Row,
    n: Row,
    sum: Row,
    found: [(u64, u64); LANES],
}

impl Operation for Column {
    fn run<V: Vector>(&mut self, v: V) {
        let encode = |row: &Row| Row(row.0.map(V::encode));
        for part in 0..V::PARTS {
            let v = v.part(part);
            let (a, b, n) = (v.load(&encode(&self.a)), v.load(&encode(&self.b)), encode(&self.n));
            // sum + lo(a·b), cleared with a digit; then hi(a·b), hi(q·n) and the carry make the next column.
            let (low, high) = v.multiply_add(v.load_integer(&self.sum), v.zero(), a, b);
            let column = v.unbias(low, 1, 0);
            let inverse = Row(self.n.0.map(|n| radix52::negated_inverse(&Natural::from(n))));
            let inverse = v.load_integer(&inverse);
            let (q, carry) = v.quotient(column, inverse, v.rounding(inverse));
            let high = v.multiply_add_high(high, q, v.load(&n));
            let (limb, above) = v.split(v.unbias(v.add(high, carry), 0, 2));
            let (above, nothing) = v.split(above);
            let mut rows = [Row::default(); 4];
            v.store(&mut rows[0], q);
            v.store(&mut rows[1], limb);
            v.store(&mut rows[2], above);
            v.store(&mut rows[3], v.split(nothing).0);
            let [q, limb, above, nothing] = rows.map(|row| row.0.map(V::decode));
            for lane in part * LANES / V::PARTS..(part + 1) * LANES / V::PARTS {
                assert_eq!(nothing[lane], 0);
                self.found[lane] = (q[lane], limb[lane] | above[lane] << 52);
            }
        }
    }
}

#[test]
fn columns_agree_with_integers() {
    for engine in engines() {
        let mut random = Random::new(52);
        for _ in 0..20_000 {
            let mut row = |mask: u64| Row(from_fn(|_| limb(&mut random) & mask));
            let (a, b, sum) = (row(LIMB_MASK), row(LIMB_MASK), row(LIMB_MASK));
            let n = Row(row(LIMB_MASK).0.map(|n| n | 1));
            let mut column = Column { a, b, n, sum, found: [(0, 0); LANES] };
            engine.run(&mut column);
            for (lane, &(q, next)) in column.found.iter().enumerate() {
                let wide = |row: &Row| u128::from(row.0[lane]);
                let total = wide(&sum) + wide(&a) * wide(&b) + u128::from(q) * wide(&n);
                assert_eq!(total & u128::from(LIMB_MASK), 0, "{a:?} {b:?} {n:?} {sum:?}");
                assert_eq!(u128::from(next), total >> 52, "{a:?} {b:?} {n:?} {sum:?}");
            }
        }
    }
}

/// Lengths near the ends of three, five, six, ten and eleven limbs, and those of challenge primes.
const CANDIDATE_LENGTHS: [usize; 24] = [
    3, 17, 52, 53, 100, 128, 151, 152, 153, 200, 255, 256, 257, 264, 307, 308, 309, 384, 412, 413, 512, 516,
    520, 568,
];

/// Odd numbers of this many bits, and some shorter ones among them.
fn candidates(bits: usize, count: usize, random: &mut Random) -> Vec<Natural> {
    let candidate = |index: usize| match index {
        0 => power_of_two_less(bits, 1),
        1 => &Natural::one().shl(bits - 1) + &Natural::one(),
        2..5 => &random.natural(bits / index + 2).shl(1) + &Natural::from(3u64),
        _ => &random.natural(bits - 2).shl(1) + &Natural::one().shl(bits - 1).add(&Natural::one()),
    };
    (0..count).map(candidate).collect()
}

/// Primes of this many bits.
fn primes(bits: usize, count: usize, random: &mut Random) -> Vec<Natural> {
    (0..count).map(|_| generate_prime(bits, |bytes| random.fill(bytes), |_| true)).collect()
}

/// Counts the numbers that pass the strong test to base 2 and those that pass the strong Lucas
/// test. In lanes, in lists of every length up to sixteen, the same numbers must pass as on the
/// ring.
fn compare_tests(engine: Engine, numbers: &[Natural]) -> [usize; 2] {
    let base_2: Vec<bool> = numbers.iter().map(|n| is_strong_probable_prime(n, 2)).collect();
    let lucas: Vec<bool> = numbers.iter().map(is_strong_lucas_probable_prime).collect();
    let mut start = 0;
    for count in (1..=BATCH).cycle() {
        if start == numbers.len() {
            break;
        }
        let range = start..numbers.len().min(start + count);
        let batch: Vec<&Natural> = numbers[range.clone()].iter().collect();
        assert_eq!(strong_base_2_on(engine, &batch), base_2[range.clone()], "{batch:?}");
        let sequences: Vec<Option<LucasCandidate>> = batch.iter().map(|n| lucas_candidate(n)).collect();
        let has_sequence: Vec<bool> = sequences.iter().map(Option::is_some).collect();
        let sequences: Vec<LucasCandidate> = sequences.into_iter().flatten().collect();
        let mut passed = strong_lucas_on(engine, &sequences).into_iter();
        let found: Vec<bool> = has_sequence.into_iter().map(|has| has && passed.next().unwrap()).collect();
        assert_eq!(found, lucas[range.clone()], "{batch:?}");
        start = range.end;
    }
    [base_2, lucas].map(|verdicts| verdicts.into_iter().filter(|&passes| passes).count())
}

#[test]
fn tests_of_primality_agree_with_the_ring_at_every_length() {
    for engine in engines() {
        let mut random = Random::new(2);
        for bits in CANDIDATE_LENGTHS {
            let mut numbers = candidates(bits, 37, &mut random);
            numbers.extend(primes(bits, 12, &mut random));
            // This mixes primes with composites, and long numbers with short ones.
            numbers.sort_by_key(|n| n.low_limb().wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let [base_2, lucas] = compare_tests(engine, &numbers);
            assert!(base_2 >= 12 && lucas >= 12, "{bits} bits");
        }
    }
}

/// Every odd number up to 20001, which has the first pseudoprimes of all kinds. Here the test for 2^d = ±1 or
/// 2^(d·2^r) = −1 is repeated squaring of machine words.
#[test]
fn the_strong_test_is_exact_for_small_numbers() {
    let by_words = |n: u64| {
        let power = |e: u64| (0..64).rev().fold(1, |x, i| ((x * x % n) << ((e >> i) & 1)) % n);
        let s = (n - 1).trailing_zeros();
        power((n - 1) >> s) == 1 || (1..=s).any(|r| power((n - 1) >> r) == n - 1)
    };
    let numbers: Vec<Natural> = (1..=10_000).map(|k| Natural::from(2 * k + 1u64)).collect();
    for engine in engines() {
        for batch in numbers.chunks(16) {
            let batch: Vec<&Natural> = batch.iter().collect();
            let expected: Vec<bool> = batch.iter().map(|n| by_words(n.low_limb())).collect();
            assert_eq!(strong_base_2_on(engine, &batch), expected, "{batch:?}");
        }
    }
}

#[test]
fn the_lucas_test_passes_the_known_small_pseudoprimes() {
    // OEIS A217255.
    let known = [5459, 5777, 10877, 16109, 18971, 22499, 24569, 25199, 40309, 58519, 75077, 97439];
    let numbers: Vec<Natural> = (1..50_000).map(|k| Natural::from(2 * k + 1u64)).collect();
    let sequences: Vec<LucasCandidate> = numbers.iter().filter_map(lucas_candidate).collect();
    let is_expected = |n: &Natural| crate::prime::is_prime(n) || known.contains(&n.low_limb());
    for engine in engines() {
        for batch in sequences.chunks(16) {
            let expected: Vec<bool> = batch.iter().map(|candidate| is_expected(candidate.n)).collect();
            assert_eq!(strong_lucas_on(engine, batch), expected, "{:?}", batch[0].n);
        }
    }
}

/// Products of two primes that pass one of the tests:
///
/// * p·(2p − 1) with p = 5 modulo 8: 2^(p−1) = 1 modulo p and, since 2 is a square, modulo 2p − 1, so
///   2^(n−1) = 1 for n − 1 = (p − 1)·(2p + 1); half of these are strong pseudoprimes;
/// * p·(p + 2) with p = 419 modulo 840: D = −7, γ^(p+1) = 1 modulo both primes, where n + 1 = (p + 1)², and
///   γ^((p+1)/2) = −1 modulo both, since Q = 2 is a square modulo neither: a strong Lucas pseudoprime.
#[test]
fn pseudoprimes_of_every_length_pass_where_they_do_on_the_ring() {
    let mut random = Random::new(77);
    let mut product = |bits: usize, (rest, step): (u64, u64), mate: fn(&Natural) -> Natural| {
        let start = random.natural(bits - 10).mul(&Natural::from(step)).add(&Natural::from(rest));
        let numbers = (0u64..).map(|k| &start + &Natural::from(k * step));
        let is_prime = |p: &Natural| crate::prime::is_prime(p) && crate::prime::is_prime(&mate(p));
        let p = numbers.into_iter().find(is_prime).unwrap();
        &p * &mate(&p)
    };
    for bits in [40, 128, 132, 260] {
        let numbers: Vec<Natural> = (0..20)
            .map(|index| match index % 2 {
                0 => product(bits, (5, 8), |p| p.shl(1).sub(&Natural::one()).unwrap()),
                _ => product(bits, (419, 840), |p| p + &Natural::from(2u64)),
            })
            .collect();
        for engine in engines() {
            let [base_2, lucas] = compare_tests(engine, &numbers);
            assert!((1..10).contains(&base_2) && lucas == 10, "{bits} bits: {base_2} and {lucas}");
        }
    }
}

/// Mersenne numbers (n + 1 is a power of 2) and numbers 2^k + 1 (n − 1 is a power of 2), which have the
/// longest chains of squares, prime and composite; squares; Carmichael numbers.
#[test]
fn numbers_of_special_form_pass_where_they_do_on_the_ring() {
    let mut numbers: Vec<Natural> =
        [61, 67, 89, 101, 127, 257, 261, 512, 521, 523, 567].map(|k| power_of_two_less(k, 1)).into();
    numbers.extend([16, 32, 64, 128, 256, 512].map(|k| &Natural::one().shl(k) + &Natural::one()));
    numbers.extend([255, 508, 256].map(|k| power_of_two_less(k, 19)));
    numbers.extend([1093u64, 3511, 65_537].map(|p| Natural::from(p * p)));
    let square = |n: Natural| &n * &n;
    numbers.extend([64, 132, 255].map(|k| square(power_of_two_less(k, 59))));
    numbers.extend([561u64, 1729, 41_041, 825_265, 321_197_185, 172_947_529].map(Natural::from));
    for engine in engines() {
        compare_tests(engine, &numbers);
    }
}

#[test]
fn primes_of_every_class_pass_both_tests() {
    // The least primes above 2^255, 2^263 and 2^519 in the odd classes modulo 64: every short chain.
    for bits in [255, 263, 519] {
        let first = |class: u64| {
            let numbers = (0u64..).map(|k| &Natural::one().shl(bits) + &Natural::from(64 * k + class));
            numbers.into_iter().find(crate::prime::is_prime).unwrap()
        };
        let numbers: Vec<Natural> = (1..64).step_by(2).map(first).collect();
        for engine in engines() {
            assert_eq!(compare_tests(engine, &numbers), [32, 32]);
        }
    }
}

#[test]
fn lanes_show_their_moduli_and_no_residues() {
    let n = Natural::from(255u64);
    for engine in engines() {
        let lanes = Lanes::with_engine(engine, [&n; 8]).unwrap();
        let text = format!("{lanes:?}");
        assert!(text.starts_with("Lanes { moduli: [0xff, 0xff,"), "{text}");
        assert!(text.ends_with(&format!("backend: {:?} }}", engine.backend())), "{text}");
        assert_eq!(format!("{:?}", lanes.pack([&Natural::from(77u64); 8])), "Packed { limbs: 4 }");
    }
}

#[test]
fn the_fastest_lanes_are_taken_and_named() {
    let n = power_of_two_less(521, 1);
    let (shared, mixed) = (Lanes::shared(&n).unwrap(), Lanes::new(&from_fn(|_| n.clone())).unwrap());
    assert_eq!(shared.backend(), mixed.backend());
    assert_eq!(Lanes::accelerated(), shared.backend() != Backend::Portable);
    let last = engines().last().map(|engine| engine.backend());
    assert_eq!(Some(shared.backend()), last);
    for backend in Backend::ALL {
        match Lanes::on(backend, &from_fn(|_| n.clone())) {
            Ok(lanes) => assert_eq!(lanes.backend(), backend),
            Err(reason) => assert_eq!(reason, RingError::Unsupported(backend)),
        }
    }
}

/// R is more than four times the longest modulus, in whole steps of limbs, and no longer than necessary.
#[test]
fn limbs_leave_two_bits_to_spare() {
    for bits in [2, 50, 206, 207, 414, 415, 2046, 2047, 2048, 8192] {
        let n = power_of_two_less(bits, 1);
        for engine in engines() {
            let lanes = Lanes::with_engine(engine, [&n; 8]).unwrap();
            let length = lanes.len();
            assert!(length.is_multiple_of(LIMB_STEP) && bits + 2 <= RADIX_BITS * length, "{bits}");
            assert!(bits + 2 > RADIX_BITS * (length - LIMB_STEP), "{bits}");
            let radix = &Natural::one().shl(RADIX_BITS * length) % &n;
            assert_eq!(lanes.unpack(&lanes.radix()), [(); 8].map(|()| radix.clone()), "{bits}");
        }
    }
}

/// Numbers that are not reduced: up to several times the modulus, and much larger ones.
#[test]
fn packed_numbers_are_reduced() {
    for bits in [3, 104, 521, 2048] {
        let n = power_of_two_less(bits, 1);
        for engine in engines() {
            let lanes = Lanes::with_engine(engine, [&n; 8]).unwrap();
            let values: [Natural; 8] = from_fn(|lane| match lane {
                0 => n.clone(),
                1 => &n + &Natural::one(),
                2 => n.shl(1),
                3 => &n * &n,
                4 => n.shl(3000),
                5 => n.sub(&Natural::one()).unwrap(),
                _ => Random::new(lane as u64).natural(5 * bits),
            });
            let found = lanes.unpack(&lanes.pack(values.each_ref()));
            assert_eq!(found, values.each_ref().map(|value| value % &n), "{bits} bits");
        }
    }
}

#[test]
fn squarings_in_lanes_add_up() {
    let mut random = Random::new(31);
    for bits in [100, 414, 1024, 2048] {
        let moduli = moduli(bits, &mut random);
        for engine in engines() {
            let lanes = Lanes::with_engine(engine, moduli.each_ref()).unwrap();
            let values: [Natural; 8] = from_fn(|_| random.natural(bits));
            for (first, second) in [(0, 0), (0, 1), (1, 2), (5, 3)] {
                let mut twice = lanes.pack(values.each_ref());
                let mut once = twice.clone();
                lanes.square_n(&mut twice, first);
                let kept = twice.clone();
                lanes.square_n(&mut twice, second);
                lanes.square_n(&mut once, first + second);
                assert_eq!(lanes.unpack(&twice), lanes.unpack(&once), "{bits}: {first} and {second}");
                // A copy does not change when the original is squared further.
                let expected =
                    from_fn(|lane| ring_squarings(&(&values[lane] % &moduli[lane]), first, &moduli[lane]));
                assert_eq!(lanes.unpack(&kept), expected, "{bits}: {first}");
            }
        }
    }
}

#[test]
fn what_is_the_same_in_all_lanes_is_computed_once() {
    let calls = Cell::new(0);
    let double = |n: &Natural| {
        calls.set(calls.get() + 1);
        n.shl(1)
    };
    let same = Natural::from(21u64);
    assert_eq!(each_once([&same; 8], double), [(); 8].map(|()| Natural::from(42u64)));
    assert_eq!(calls.take(), 1);
    let different: [Natural; 8] = from_fn(|lane| Natural::from(lane as u64));
    let doubled = each_once(different.each_ref(), double);
    assert_eq!(doubled, from_fn(|lane| Natural::from(2 * lane as u64)));
    assert_eq!(calls.take(), 8);
}

/// Lanes over 256 bits, a table of three entries and a list of two residues.
fn short_table() -> (Lanes, Vec<Packed>, Columns) {
    let lanes = Lanes::shared(&power_of_two_less(256, 189)).unwrap();
    let (table, columns) = ((0..3).map(|_| lanes.one()).collect(), lanes.columns(&lanes.one(), 2));
    (lanes, table, columns)
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn a_lane_cannot_read_past_the_table() {
    let (lanes, table, _) = short_table();
    let _ = lanes.gather(&table, [0, 1, 2, 0, 1, 2, 3, 0]);
}

#[test]
#[should_panic(expected = "out of range")]
fn a_lane_cannot_take_from_past_the_end() {
    let (lanes, _, columns) = short_table();
    lanes.take(&mut lanes.one(), &columns, [0, 1, 0, 1, 0, 1, 0, 2]);
}

#[test]
#[should_panic(expected = "out of range")]
fn a_lane_cannot_put_past_the_end() {
    let (lanes, _, mut columns) = short_table();
    let one = lanes.one();
    lanes.put(&mut columns, [None, None, None, Some(2), None, None, None, None], &one);
}
