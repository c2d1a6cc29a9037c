//! The oracle is one group after the other.

use super::*;
use crate::Group;
use alloc::vec;
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
    for (index, form) in expected.iter().enumerate() {
        seats.multiply(index, form, false);
    }
    for _ in 0..squarings {
        seats.square();
        for (group, form) in groups.iter().zip(&mut expected) {
            group.square_n(form, 1);
        }
        let found: Vec<Form> = (0..groups.len()).map(|index| seats.form(index).unwrap()).collect();
        assert_eq!(found, expected);
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

/// The composer corrects what fails, so that only this test sees lanes that fail more often than they should.
#[test]
fn lanes_rarely_fail() {
    for bits in [1024, 2048] {
        let groups = groups(bits, 8);
        let Some(mut lanes) = EightForms::new(bits) else { continue };
        let mut failures = 0;
        for round in 0..30 {
            for (lane, group) in groups.iter().enumerate() {
                let form = random(group, round);
                let coefficients = [form.a(), form.b_magnitude(), form.c()];
                let is_negative = form.b_is_negative();
                let fits = lanes.put(lane, group.discriminant_magnitude(), coefficients, is_negative);
                assert!(fits || form.a().bits() < bits / 2 - 5);
            }
            failures += (0..10).map(|_| lanes.square(u8::MAX).count_ones()).sum::<u32>();
        }
        assert!(failures < 200, "{failures} of 2400");
    }
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

/// A lane keeps its form while others leave theirs and come back.
#[test]
fn forms_are_multiplied_in_between() {
    let groups = groups(1024, 8);
    let mut seats = Seats::new(groups.iter());
    let mut expected: Vec<Form> = groups.iter().map(|group| random(group, 0)).collect();
    for (index, form) in expected.iter().enumerate() {
        seats.multiply(index, form, false);
    }
    for round in 0..40 {
        seats.square();
        for (index, (group, form)) in groups.iter().zip(&mut expected).enumerate() {
            group.square_n(form, 1);
            if (round + index).is_multiple_of(3) {
                let factor = random(group, round as u64);
                seats.multiply(index, &factor, round % 2 == 1);
                let factor = if round % 2 == 1 { group.invert(&factor) } else { factor };
                *form = group.mul(form, &factor);
            }
        }
    }
    let found: Vec<Form> = (0..8).map(|index| seats.form(index).unwrap()).collect();
    assert_eq!(found, expected);
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
            let base = |index: usize| random(&groups[number % groups.len()], (10 * number + index) as u64);
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
