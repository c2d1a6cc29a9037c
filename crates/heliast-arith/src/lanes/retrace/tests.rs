use super::*;
use crate::{
    radix52::{self, LIMB_MASK, RADIX_BITS},
    testing::{Random, natural, power_of_two_less},
};
use core::array::from_fn;
use proptest::prelude::*;
use std::{format, vec::Vec};

/// An inverse step by its definition; 0 goes to 0.
fn inverse_step(p: &Natural, y: &Natural) -> Natural {
    let square = &(y * y) % p;
    let x = if y.is_even() { square } else { &p.sub(&square).unwrap() % p };
    let one = Natural::one();
    if x.is_even() { x.sub(&one).unwrap_or_default() } else { &x + &one }
}

/// The steps on these vectors, with the real bound for doubts, and with a bound for which half of all steps
/// end slowly.
fn on(engines: impl IntoIterator<Item = Engine>, p: &Natural) -> Vec<Retrace> {
    let with = |engine, doubt| {
        let mut retrace = Retrace::with_engine(engine, p).unwrap();
        let field = Arc::get_mut(&mut retrace.field).unwrap();
        field.doubt = field.doubt.max(doubt);
        retrace
    };
    engines.into_iter().flat_map(|engine| [with(engine, 0), with(engine, 1 << 51)]).collect()
}

/// Compares `steps` steps from these values, eight at a time, with the definition.
fn compare(p: &Natural, values: &[Natural], steps: u64) {
    compare_on(Engine::all(), p, values, steps);
}

fn compare_on(engines: impl IntoIterator<Item = Engine>, p: &Natural, values: &[Natural], steps: u64) {
    let everywhere = on(engines, p);
    for start in (0..values.len()).step_by(LANES) {
        let values: [Natural; LANES] = from_fn(|lane| values[(start + lane) % values.len()].clone());
        let follow = |value: &Natural| (0..steps).fold(value % p, |y, _| inverse_step(p, &y));
        let expected = values.each_ref().map(follow);
        for retrace in &everywhere {
            let mut found = values.clone();
            retrace.run(&mut found, steps);
            assert_eq!(found, expected, "{}: {steps} steps mod {p:?} from {values:?}", retrace.backend());
        }
    }
}

fn power_of_two_and(exponent: usize, offset: u64) -> Natural {
    &Natural::one().shl(exponent) + &Natural::from(offset)
}

fn odd(n: &Natural) -> Natural {
    if n.is_even() { n + &Natural::one() } else { n.clone() }
}

/// Odd numbers of this many bits: the greatest and the least, numbers with all limbs at one end of their
/// range, and random ones.
fn moduli(bits: usize, random: &mut Random) -> Vec<Natural> {
    let ones = |limbs: usize| radix52::join((0..limbs).map(|limb| if limb % 2 == 0 { LIMB_MASK } else { 0 }));
    let top = Natural::one().shl(bits - 1);
    std::vec![
        power_of_two_less(bits, 1),
        power_of_two_less(bits, 105),
        power_of_two_and(bits - 1, 1),
        power_of_two_and(bits - 1, 79),
        odd(&(&top + &ones(bits / RADIX_BITS - 1))),
        odd(&(&top + &ones(bits / RADIX_BITS - 1).shl(RADIX_BITS))),
        odd(&(&top + &random.natural(bits - 1))),
        odd(&(&top + &random.natural(bits / 2))),
    ]
}

/// Elements at the ends and in the middle, powers of two and their neighbours, limbs at their ends, and
/// numbers whose squares are close to multiples of p if p is close to a power of two.
fn extremes(p: &Natural, random: &mut Random) -> Vec<Natural> {
    let bits = p.bits();
    let mut values: Vec<Natural> = (0..5u64).map(Natural::from).collect();
    values.extend((0..5u64).map(|k| p.sub(&Natural::from(k)).unwrap()));
    for exponent in [51, 52, 53, 104, bits / 2, bits / 2 + 1, RADIX_BITS * (bits / RADIX_BITS), bits - 1] {
        values.extend([
            power_of_two_less(exponent, 1),
            power_of_two_and(exponent, 0),
            power_of_two_and(exponent, 1),
        ]);
    }
    for period in 2..5 {
        let limb = |index: usize| if index.is_multiple_of(period) { 0 } else { LIMB_MASK };
        values.push(radix52::join((0..bits / RADIX_BITS).map(limb)));
    }
    values.extend([p.shr(1), p.shr(52), &p.shr(1) + &Natural::one()]);
    values.extend((0..5).map(|_| random.natural(bits)));
    values
}

#[test]
fn extreme_elements_modulo_extreme_numbers() {
    let mut random = Random::new(1);
    for (bits, count) in
        [(1024, 8), (2048, 8), (3072, 4), (989, 3), (1032, 3), (2029, 3), (2072, 3), (3112, 2)]
    {
        for p in moduli(bits, &mut random).iter().take(count) {
            let values = extremes(p, &mut random);
            compare(p, &values, 1);
            compare(p, &values[..LANES], 4);
        }
    }
}

#[test]
fn emulated_steps() {
    let mut random = Random::new(4);
    for bits in [1024, 2048, 3072] {
        for p in &moduli(bits, &mut random)[..2] {
            let values = extremes(p, &mut random);
            compare_on(Engine::emulated(), p, &values[values.len() - LANES..], 2);
        }
    }
}

/// The element whose inverse step is x, modulo a prime p = 3 modulo 4.
fn forth(p: &Natural, x: &Natural) -> Natural {
    let one = Natural::one();
    let x = if x.is_even() { x.sub(&one).unwrap() } else { x + &one };
    let root = x.pow_mod(&(p + &one).shr(2), p);
    let is_square = &(&root * &root) % p == x;
    if root.is_even() == is_square { root } else { p.sub(&root).unwrap() }
}

/// Steps that end at elements whose lowest limbs make σ carry or borrow, and at the ends of the range. Their
/// first elements are computed by roots.
#[test]
fn chains_end_at_every_kind_of_element() {
    let p = prime_near(1024);
    let limbs = |low: u64| power_of_two_and(700, low);
    let mut ends: Vec<Natural> = [1u64, 2, 3, 4].map(Natural::from).into();
    ends.extend([1u64, 2, 3].map(|k| p.sub(&Natural::from(k)).unwrap()));
    ends.extend([0, 1, 2, LIMB_MASK - 1, LIMB_MASK].map(limbs));
    ends.extend([52, 104, 520].map(|bits| power_of_two_less(bits, 1)));
    ends.extend([52, 104, 520].map(|bits| power_of_two_and(bits, 0)));
    let starts: Vec<Natural> = ends.iter().map(|x| forth(&p, x)).collect();
    assert!(starts.iter().zip(&ends).all(|(y, x)| inverse_step(&p, y) == *x));
    compare(&p, &starts, 1);
    compare(&p, &starts, 2);
}

/// The largest prime 3 modulo 4 below 2^bits.
fn prime_near(bits: usize) -> Natural {
    (0u64..).map(|k| power_of_two_less(bits, 4 * k + 1)).find(crate::prime::is_prime).unwrap()
}

#[test]
fn a_long_chain() {
    let mut random = Random::new(2);
    for (bits, steps) in [(1024, 3001), (2048, 1000), (3072, 200)] {
        let p = odd(&(&Natural::one().shl(bits - 1) + &random.natural(bits - 1)));
        let values: [Natural; LANES] = from_fn(|_| random.natural(bits));
        let expected =
            values.each_ref().map(|value| (0..steps).fold(value % &p, |y, _| inverse_step(&p, &y)));
        for retrace in on(Engine::all(), &p).iter().filter(|retrace| retrace.backend() != Backend::Portable) {
            let mut found = values.clone();
            retrace.run(&mut found, steps);
            assert_eq!(found, expected, "{}", retrace.backend());
            // The same steps in parts.
            let mut found = values.clone();
            (0..steps).step_by(77).for_each(|done| retrace.run(&mut found, (steps - done).min(77)));
            assert_eq!(found, expected, "{}", retrace.backend());
        }
    }
}

/// With an odd composite p a step can lead to 0, through 0 or p, in lanes of both kinds.
#[test]
fn zero_stays_zero() {
    let r = &Natural::one().shl(511) + &Natural::one();
    let p = &r * &r;
    assert_eq!(p.bits(), 1023);
    let values: Vec<Natural> = (0..16u64).map(|k| &r * &Natural::from(k)).collect();
    compare(&p, &values, 1);
    compare(&p, &values, 3);
}

#[test]
fn no_step_reduces_the_values() {
    let p = power_of_two_less(1024, 105);
    let values = [Natural::zero(), p.clone(), p.shl(1), &p + &Natural::from(5u64), p.shl(3000), &p * &p];
    compare(&p, &values, 0);
    compare(&p, &values, 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn steps_agree_with_their_definition(
        size in 0..3usize,
        p in natural(48),
        values in proptest::collection::vec(natural(48), LANES),
        steps in 0..4u64,
    ) {
        let bits = [1024, 2048, 3072][size];
        let top = Natural::one().shl(bits - 1);
        let p = odd(&(&top + &p.low_bits(bits - 1)));
        compare(&p, &values.iter().map(|value| value.low_bits(bits)).collect::<Vec<_>>(), steps);
    }
}

#[test]
fn other_numbers_are_refused() {
    for engine in Engine::all() {
        let is_served = |bits: usize| {
            let served = Retrace::with_engine(engine, &power_of_two_less(bits, 1)).is_some();
            assert_eq!(
                Retrace::with_engine(engine, &power_of_two_and(bits - 1, 1)).is_some(),
                served,
                "{bits}"
            );
            served
        };
        let served = (500..3200).filter(|&bits| is_served(bits)).collect::<Vec<_>>();
        let expected = (989..=1032).chain(2029..=2072).chain(3069..=3112).collect::<Vec<_>>();
        assert_eq!(served, expected);
        assert!(Retrace::with_engine(engine, &power_of_two_less(1024, 2)).is_none());
        assert!(Retrace::with_engine(engine, &Natural::zero()).is_none());
    }
}

#[test]
fn the_fastest_vectors_are_taken_and_named() {
    let p = power_of_two_less(1024, 105);
    match Retrace::new(&p) {
        Some(retrace) => assert_eq!(retrace.backend(), Lanes::fastest()),
        None => assert!(!Lanes::accelerated()),
    }
    for backend in Backend::ALL {
        let retrace = Retrace::on(backend, &p);
        assert_eq!(retrace.is_some(), Engine::on(backend).is_some());
        if let Some(retrace) = retrace {
            assert_eq!((retrace.backend(), retrace.modulus()), (backend, &p));
            assert!(format!("{retrace:?}").ends_with(&format!("backend: {backend:?} }}")));
        }
    }
}
