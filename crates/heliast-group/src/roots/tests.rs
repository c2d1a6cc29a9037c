//! Steps against a table of roots, and the numbers of seeds.

use super::*;
use alloc::collections::BTreeMap;
use heliast_arith::prime::is_safe_prime;
use proptest::prelude::*;
use std::{vec, vec::Vec};

/// Safe primes that are 11 modulo 12.
const TOYS: [u64; 9] = [11, 23, 47, 59, 83, 107, 167, 1019, 2027];

fn number(x: &RootElement) -> u64 {
    x.natural().limbs()[0]
}

/// A step with the parts of two cores, one after the other.
fn in_two_parts(stepper: &RootStepper, x: &RootElement) -> RootElement {
    let (mut products, mut is_last) = (stepper.products(), false);
    let squared = stepper.square(x, |power| {
        assert!(!is_last, "a power after the last");
        is_last = products.take(power);
    });
    assert_eq!(is_last, stepper.has_products());
    stepper.close(squared, products.finish().as_ref())
}

/// σ and ρ by a table of all squares: step[x], with step[0] unused.
fn table(p: u64) -> Vec<u64> {
    let mut roots = BTreeMap::new();
    for y in 1..p {
        roots.entry(y * y % p).or_insert_with(Vec::new).push(y);
    }
    let neighbour = |x: u64| if x % 2 == 1 { x + 1 } else { x - 1 };
    let rho = |x: u64| {
        let (of, parity) = if roots.contains_key(&x) { (x, 0) } else { (p - x, 1) };
        let both = &roots[&of];
        assert_eq!(both.len(), 2, "{x} modulo {p}");
        both.iter().copied().find(|y| y % 2 == parity).expect("one root is even and one odd")
    };
    (0..p).map(|x| if x == 0 { 0 } else { rho(neighbour(x)) }).collect()
}

#[test]
fn steps_are_those_of_the_table_of_roots() {
    for p in TOYS {
        let prime = Natural::from(p);
        assert!(is_safe_prime(&prime) && p % 12 == 11);
        let (field, table) = (RootField::unchecked(&prime), table(p));
        let mut seen = vec![false; p as usize];
        for x in 1..p {
            let element = field.element(Natural::from(x)).unwrap();
            let y = field.step(&element);
            assert_eq!(number(&y), table[x as usize], "the step of {x} modulo {p}");
            assert_eq!(field.stepper().step(&element), y, "{x} modulo {p}");
            assert_eq!(in_two_parts(&field.stepper(), &element), y, "{x} modulo {p}");
            assert_eq!(field.step_back(&y), element, "{x} modulo {p}");
            assert!(!core::mem::replace(&mut seen[number(&y) as usize], true), "a step is a bijection");
        }
    }
}

#[test]
fn steps_back_are_as_many_single_ones() {
    let field = RootField::unchecked(&Natural::from(2027u64));
    for y in 1..2027u64 {
        let mut x = field.element(Natural::from(y)).unwrap();
        for steps in 0..9 {
            assert_eq!(field.steps_back(&field.element(Natural::from(y)).unwrap(), steps), x);
            x = field.step_back(&x);
        }
    }
}

#[test]
fn built_in_fields_are_safe_primes_of_their_length() {
    for bits in [1024, 2048, 3072] {
        let field = RootField::built_in(bits).unwrap();
        let p = field.prime();
        assert_eq!((p.bits(), field.bits(), field.encoded_len()), (bits, bits, bits / 8));
        assert_eq!(p.rem_u64(12), 11);
        let checked = RootField::new(field.seed(), bits, field.counter()).unwrap();
        assert!(checked == field && checked.id() == field.id());
    }
    assert!([0, 512, 1023, 4096].map(RootField::built_in).iter().all(Option::is_none));
}

#[test]
fn a_search_finds_the_built_in_field() {
    let field = RootField::built_in(1024).unwrap();
    let mut last = 0;
    let found = RootField::search(field.seed(), 1024, |counter| {
        last = counter;
        true
    });
    assert_eq!((found, last), (Ok(Some(field.clone())), field.counter()));
    assert_eq!(RootField::search(field.seed(), 1024, |counter| counter < 500), Ok(None));
}

#[test]
fn bad_parameters_are_refused() {
    let seed = built_in::SEED;
    let refused = |seed: &[u8], bits, counter| RootField::new(seed, bits, counter).unwrap_err();
    for bits in [0, 256, 1023, 1032, 4096] {
        assert_eq!(refused(seed, bits, 0), BadRootField::Bits(bits));
        assert_eq!(RootField::search(seed, bits, |_| true), Err(BadRootField::Bits(bits)));
    }
    for len in [0, 31, 256] {
        assert_eq!(refused(&vec![7; len], 1024, 0), BadRootField::Seed(len));
        assert_eq!(RootField::search(&vec![7; len], 1024, |_| true), Err(BadRootField::Seed(len)));
    }
    assert_eq!(refused(seed, 1024, 1 << 24), BadRootField::Counter(1 << 24));
    assert_eq!(refused(seed, 1024, u32::MAX), BadRootField::Counter(u32::MAX));
    assert_eq!(refused(seed, 1024, 12_094), BadRootField::Composite);
    // The least counter that gives a prime which is not safe.
    let prime = (0..).find(|&counter| refused(seed, 1024, counter) == BadRootField::NotSafe);
    assert!(prime.is_some_and(|counter| counter < 12_095));
    assert!(BadRootField::Seed(3).is_malformed() && !BadRootField::Composite.is_malformed());
}

#[test]
fn encodings_are_strict() {
    let field = RootField::built_in(1024).unwrap();
    let p = field.prime();
    let encoded = |n: &Natural, len| n.to_be_bytes(len).unwrap();
    let one = Natural::one();
    let last = p.sub(&one).unwrap();
    for number in [&one, &last] {
        let bytes = encoded(number, 128);
        assert_eq!(field.decode(&bytes).map(|x| field.encode(&x)), Ok(bytes));
    }
    for number in [&Natural::zero(), p, &(p + &one), &Natural::one().shl(1024).sub(&one).unwrap()] {
        assert_eq!(field.decode(&encoded(number, 128)), Err(Malformed::OutOfField));
    }
    for len in [0, 1, 127, 129] {
        let refused = Err(Malformed::Length { expected: 128, found: len });
        assert_eq!(field.decode(&vec![1; len]), refused);
    }
}

#[test]
fn names_and_inputs_depend_on_the_field() {
    let [a, b] = [1024, 2048].map(|bits| RootField::built_in(bits).unwrap());
    assert_ne!(a.id(), b.id());
    assert_ne!(a.hash(b"x"), a.hash(b"y"));
    assert_ne!(a.hash(b"x").natural(), b.hash(b"x").natural());
    assert!(a.element(a.hash(b"").natural().clone()).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn planned_steps_are_steps_on_every_backend(message in any::<u64>()) {
        let field = RootField::built_in(1024).unwrap();
        let x = field.hash(&message.to_be_bytes());
        let y = field.step(&x);
        for ring in Ring::on_each_backend(field.prime()).unwrap() {
            let stepper = field.on(ring.backend()).unwrap().stepper();
            prop_assert_eq!(&stepper.step(&x), &y);
            prop_assert_eq!(&in_two_parts(&stepper, &x), &y);
            prop_assert_eq!(&stepper.field().step_back(&y), &x);
            // As many elements as lanes, and two more.
            let mut elements: Vec<_> = (0..10).map(|index| stepper.field().hash(&[index])).collect();
            let expected: Vec<_> = elements.iter().map(|element| field.steps_back(element, 9)).collect();
            stepper.field().steps_back_each(&mut elements, 9);
            prop_assert_eq!(elements, expected);
        }
    }

    #[test]
    fn a_step_back_undoes_a_step(message in any::<u64>()) {
        let field = RootField::built_in(1024).unwrap();
        let x = field.hash(&message.to_be_bytes());
        let y = field.step(&x);
        prop_assert!(field.element(y.natural().clone()).is_some());
        prop_assert_eq!(field.step_back(&y), x.clone());
        // A step undoes a step back.
        prop_assert_eq!(field.step(&field.step_back(&x)), x);
    }
}
