//! The oracle is one group after the other.

use super::*;
use crate::{Group, class::seats::Row};
use alloc::vec;
use heliast_arith::{EightForms, Ring, prime::is_prime};
use proptest::prelude::*;

/// Groups of discriminants that all differ.
fn groups(bits: usize, count: u8) -> Vec<ClassGroup> {
    (0..count).map(|number| ClassGroup::from_chia_seed(&[number; 32], bits).unwrap()).collect()
}

fn random(group: &ClassGroup, number: u64) -> Form {
    let mut form = group.hash("side by side", &number.to_be_bytes());
    group.square_n(&mut form, 14);
    form
}

fn row(seats: &Seats, forms: &[Form]) -> Row {
    let mut row = seats.row();
    forms.iter().enumerate().for_each(|(index, form)| seats.put(&mut row, index, form));
    row
}

fn found(row: &Row, count: usize) -> Vec<Form> {
    (0..count).map(|index| row.form(index).unwrap()).collect()
}

/// Compares every squaring with that of the composer, from forms whose a is random, short or 1, and from
/// inverses.
fn check_squarings(bits: usize, count: u8, squarings: usize) {
    let groups = groups(bits, count);
    let start = |(number, group): (usize, &ClassGroup)| match number % 8 {
        0 => group.identity(),
        1 => group.generator().unwrap(),
        2 => group.hash("prime", b"form"),
        3 => group.invert(&random(group, 3)),
        _ => random(group, number as u64),
    };
    let mut forms: Vec<_> = groups.iter().zip(groups.iter().enumerate().map(start)).collect();
    let mut expected: Vec<Form> = forms.iter().map(|(_, form)| form.clone()).collect();
    let mut seats = Seats::new(groups.iter());
    let mut row = row(&seats, &expected);
    for _ in 0..squarings {
        seats.square(&mut row);
        for (group, form) in groups.iter().zip(&mut expected) {
            group.square_n(form, 1);
        }
        assert_eq!(found(&row, groups.len()), expected);
    }
    square_n(&mut forms, squarings as u64);
    assert!(forms.iter().zip(&expected).all(|((_, form), expected)| form == expected));
}

/// `HELIAST_SQUARINGS` sets how many times as many squarings are done.
#[test]
fn squares_are_those_of_the_composer() {
    let times = std::env::var("HELIAST_SQUARINGS").map_or(1, |text| text.parse().unwrap());
    check_squarings(1024, 8, 300 * times);
    check_squarings(2048, 8, 40 * times);
}

/// Products of a form by itself, by its inverse, by 1 and by short ones, and many random ones, of which some
/// have common factors that divide s, m, both or neither.
fn check_products(bits: usize, rounds: u64) {
    let groups = groups(bits, 8);
    let mut seats = Seats::new(groups.iter());
    let mut expected: Vec<Form> =
        groups.iter().enumerate().map(|(number, group)| random(group, number as u64)).collect();
    let mut product = row(&seats, &expected);
    for round in 0..rounds {
        let factor = |(index, (group, form)): (usize, (&ClassGroup, &Form))| match (round + index as u64) % 40
        {
            0 => form.clone(),
            1 => group.invert(form),
            2 => group.identity(),
            3 => group.generator().unwrap(),
            4 => group.hash("prime", &round.to_be_bytes()),
            // a is a power of 2, and much shorter than that of random forms.
            5 | 6 => {
                let shorter = 1 + 3 * (round + index as u64) % 25;
                group.pow(&group.generator().unwrap(), &Natural::from(bits as u64 / 2 - shorter))
            }
            // After this the product is long again.
            _ => random(group, round),
        };
        let factors: Vec<Form> = groups.iter().zip(&expected).enumerate().map(factor).collect();
        let inverted = round.wrapping_mul(0x9e37_79b9) as u8;
        let factor = row(&seats, &factors);
        seats.multiply(&mut product, &factor, inverted);
        for (index, ((group, form), factor)) in groups.iter().zip(&mut expected).zip(&factors).enumerate() {
            let factor = if inverted >> index & 1 == 1 { &group.invert(factor) } else { factor };
            *form = group.mul(form, factor);
        }
        assert_eq!(found(&product, 8), expected, "round {round}");
    }
}

/// `HELIAST_SQUARINGS` sets how many times as many products are computed.
#[test]
fn products_are_those_of_the_composer() {
    let times = std::env::var("HELIAST_SQUARINGS").map_or(1, |text| text.parse().unwrap());
    check_products(1024, 150 * times);
    check_products(2048, 40 * times);
    // Of these lengths, a of two forms may differ by more, and c may be longer.
    check_products(1000, 60);
    check_products(2032, 20);
    check_products(512, 10);
}

/// The first prime from `from` on that divides the a of some form, and a root of D modulo it.
fn prime_from(group: &ClassGroup, from: u64) -> (u64, u64) {
    (from..)
        .filter(|p| is_prime(&Natural::from(*p)))
        .find_map(|p| {
            let d = p - group.discriminant_magnitude().rem_u64(p);
            Some((p, (1..p).find(|root| root * root % p == d % p)?))
        })
        .unwrap()
}

/// A reduced form with a = p·q for a prime q, whose b is a given root of D modulo p.
fn multiple_of(group: &ClassGroup, (p, root_p): (u64, u64), number: u64) -> Form {
    let bits = group.bits() / 2 - 4 - p.ilog2() as usize;
    // q is 3 modulo 4 and has this length.
    let coefficient = group.hash("q", &number.to_be_bytes()).c().low_bits(bits).shr(2).shl(2);
    let mut q = Natural::one().shl(bits).add(&coefficient).add(&Natural::from(3u64));
    loop {
        q = q.add(&Natural::from(4u64));
        if !is_prime(&q) {
            continue;
        }
        let ring = Ring::new(&q).unwrap();
        let d = q.sub(&(group.discriminant_magnitude() % &q)).unwrap();
        let root = ring.pow(&ring.residue(&d), &q.add(&Natural::one()).shr(2));
        let root = ring.natural(&root);
        if &root.mul(&root) % &q != d {
            continue;
        }
        // b = root + t·q, by the Chinese remainder theorem.
        let (q_p, root_q) = (q.rem_u64(p), root.rem_u64(p));
        let t = (0..p).find(|t| (root_q + t * q_p) % p == root_p).unwrap();
        let (a, mut b) = (q.mul(&Natural::from(p)), root.add(&q.mul(&Natural::from(t))));
        if b.is_even() {
            b = b.add(&a);
        }
        return match b.sub(&a) {
            Some(above) if !above.is_zero() => group.form(&a, &a.sub(&above).unwrap(), true).unwrap(),
            _ => group.form(&a, &b, false).unwrap(),
        };
    }
}

/// A prime that divides both a divides s in products, and m in quotients. With more than 16 bits it is too
/// long for lanes.
#[test]
fn common_factors_of_up_to_sixteen_bits_fit() {
    for bits in [1024, 2048] {
        let groups = groups(bits, 8);
        let mut seats = Seats::new(groups.iter());
        for (from, fits) in
            [(2, true), (3, true), (200, true), (30_000, true), (65_000, true), (65_536, false)]
        {
            let primes: Vec<_> = groups.iter().map(|group| prime_from(group, from)).collect();
            let forms = |number: u64| -> Vec<Form> {
                let of = |(group, prime): (&ClassGroup, &(u64, u64))| multiple_of(group, *prime, number);
                groups.iter().zip(&primes).map(of).collect()
            };
            let (one, other) = (forms(0), forms(1));
            for inverted in [0, u8::MAX] {
                let (mut product, factor) = (row(&seats, &one), row(&seats, &other));
                if let Some(lanes) = product.lanes() {
                    assert!((0..8).all(|index| product.is_inside(index) && factor.is_inside(index)));
                    let failed = lanes.clone().multiply(factor.lanes().unwrap(), inverted, u8::MAX);
                    let failures = failed.count_ones();
                    assert!(if fits { failures <= 2 } else { failures == 8 }, "{bits} {from} {failed:#b}");
                }
                seats.multiply(&mut product, &factor, inverted);
                let expected: Vec<Form> = groups
                    .iter()
                    .zip(one.iter().zip(&other))
                    .map(|(group, (one, other))| match inverted {
                        0 => group.mul(one, other),
                        _ => group.mul(one, &group.invert(other)),
                    })
                    .collect();
                assert_eq!(found(&product, 8), expected, "{bits} {from} {inverted}");
            }
        }
    }
}

/// Lanes are those of the first group that has some. Forms of another length stay outside.
#[test]
fn forms_of_other_lengths_stay_outside() {
    let groups: Vec<_> = [512, 1024, 1032, 2048, 1000]
        .into_iter()
        .map(|bits| ClassGroup::from_chia_seed(&[bits as u8; 32], bits).unwrap())
        .collect();
    let forms: Vec<Form> = groups.iter().map(|group| random(group, 1)).collect();
    let mut seats = Seats::new(groups.iter());
    let mut row = row(&seats, &forms);
    if row.lanes().is_some() {
        let inside: Vec<bool> = (0..5).map(|index| row.is_inside(index)).collect();
        assert_eq!(inside, [false, true, false, false, true]);
    }
    seats.square(&mut row);
    let expected: Vec<Form> = groups.iter().zip(&forms).map(|(group, form)| group.mul(form, form)).collect();
    assert_eq!(found(&row, 5), expected);
}

/// Many bases, and exponents that differ much in length, are not for lanes.
#[test]
fn lanes_are_for_products_of_one_shape() {
    let group = ClassGroup::from_seed(&[7; 32], 1024).unwrap();
    if EightForms::limbs(1024).is_none() {
        return;
    }
    let base = random(&group, 0);
    let exponents = [1usize, 264, 2_000].map(|bits| Natural::one().shl(bits).sub(&Natural::one()).unwrap());
    let powers = |count: usize, exponent: usize| vec![(&base, &exponents[exponent]); count];
    let prefers = |shapes: &[(usize, usize)]| {
        let powers: Vec<_> = shapes.iter().map(|(count, exponent)| powers(*count, *exponent)).collect();
        prefer_lanes(&powers.iter().map(|powers| Product { group: &group, powers }).collect::<Vec<_>>())
    };
    assert!(prefers(&[(2, 1); 3]) && prefers(&[(2, 1); 8]) && prefers(&[(1, 2); 8]));
    assert!(!prefers(&[(65, 0); 8]) && !prefers(&[(1_000, 1); 8]));
    assert!(!prefers(&[(60, 1), (1, 1), (1, 1)]) && !prefers(&[(2, 2), (1, 0), (1, 0)]));
}

/// The composer corrects what fails, so that only this test sees lanes that fail more often than they should.
#[test]
fn lanes_rarely_fail() {
    for bits in [1024, 2048] {
        let groups = groups(bits, 8);
        let Some(mut lanes) = EightForms::new(bits) else { continue };
        let mut factors = lanes.clone();
        let put = |lanes: &mut EightForms, number: u64| {
            for (lane, group) in groups.iter().enumerate() {
                let form = random(group, number);
                let coefficients = [form.a(), form.b_magnitude(), form.c()];
                let is_negative = form.b_is_negative();
                let fits =
                    lanes.put(lane..lane + 1, group.discriminant_magnitude(), coefficients, is_negative);
                assert!(fits || form.a().bits() < bits / 2 - 5);
            }
        };
        let mut failures = [0; 2];
        for round in 0..30 {
            put(&mut lanes, 2 * round);
            put(&mut factors, 2 * round + 1);
            for _ in 0..10 {
                failures[0] += lanes.square(u8::MAX).count_ones();
                failures[1] += lanes.multiply(&factors, 0, u8::MAX).count_ones();
            }
        }
        assert!(failures.iter().all(|failures| *failures < 200), "{failures:?} of 2400");
    }
}

/// Forms are copied from lanes and from outside to either.
#[test]
fn forms_are_copied() {
    let groups = groups(1024, 8);
    let seats = Seats::new(groups.iter());
    let form = |(number, group): (usize, &ClassGroup)| match number % 4 {
        0 => group.generator().unwrap(),
        1 => group.identity(),
        _ => random(group, number as u64),
    };
    let forms: Vec<Form> = groups.iter().enumerate().map(form).collect();
    let from = row(&seats, &forms);
    let mut to = row(&seats, &forms.iter().rev().cloned().collect::<Vec<_>>());
    (0..8).for_each(|index| to.copy(index, &from));
    assert_eq!(found(&to, 8), forms);
    to.copy(3, &seats.row());
    assert_eq!(to.form(3), None);
}

/// Fewer forms than lanes, lengths at the ends of those that have lanes, and lengths that have none.
#[test]
fn every_length_and_number_of_forms() {
    for (bits, count) in
        [(1024, 3), (1024, 7), (1024, 1), (1000, 8), (2032, 4), (1032, 4), (256, 8), (512, 5)]
    {
        check_squarings(bits, count, 30);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// Any number of products with any exponents, in groups that have lanes and in others.
    #[test]
    fn products_are_those_of_single_groups(
        exponents in prop::collection::vec(prop::collection::vec(prop_oneof![any::<u128>(), Just(u128::MAX), 0u128..70], 0..4), 0..20),
    ) {
        let groups: Vec<_> = [1024, 1024, 512, 1024, 2048].into_iter().enumerate()
            .map(|(number, bits)| ClassGroup::from_chia_seed(&[number as u8; 32], bits).unwrap())
            .collect();
        let lists: Vec<Vec<(Form, Natural)>> = exponents.iter().enumerate().map(|(number, list)| {
            let group = &groups[number % groups.len()];
            let base = |index: usize| match (number + index) % 5 {
                0 => group.generator().unwrap(),
                1 if number % 2 == 0 => group.identity(),
                _ => random(group, (10 * number + index) as u64),
            };
            list.iter().enumerate().map(|(i, n)| (base(i), Natural::from_be_bytes(&n.to_be_bytes()))).collect()
        }).collect();
        let powers: Vec<Vec<_>> = lists.iter().map(|list| list.iter().map(|(base, n)| (base, n)).collect()).collect();
        let products: Vec<_> = powers.iter().enumerate()
            .map(|(number, powers)| Product { group: &groups[number % groups.len()], powers })
            .collect();
        let expected: Vec<Form> = products.iter().map(|one| one.group.product_of_powers(one.powers)).collect();
        prop_assert_eq!(products_of_powers(&products), expected);
    }
}

#[test]
fn no_products_give_no_forms() {
    assert_eq!(products_of_powers(&[]), vec![]);
    square_n(&mut [], 5);
}
