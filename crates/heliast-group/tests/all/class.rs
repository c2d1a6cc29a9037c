//! Compares class groups with Gauss's composition, by Cohen's algorithm, on the big integers of another
//! crate.

use heliast_arith::Natural;
use heliast_group::{BadDiscriminant, BulkGroup, ClassForm, ClassGroup, Group, Malformed, multiexp};
use num_bigint::{BigInt, BigUint, Sign};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The oracle: (a, b, c), reduced.
type Triple = (BigInt, BigInt, BigInt);

fn big(n: &Natural) -> BigInt {
    BigInt::from_bytes_be(Sign::Plus, &n.to_be_bytes(n.bits().div_ceil(8)).unwrap())
}

fn natural(n: &BigUint) -> Natural {
    Natural::from_be_bytes(&n.to_bytes_be())
}

fn floor_div(x: &BigInt, d: &BigInt) -> BigInt {
    let (quotient, rest) = (x / d, x % d);
    if rest.sign() == Sign::Minus { quotient - 1 } else { quotient }
}

fn floor_mod(x: &BigInt, d: &BigInt) -> BigInt {
    x - floor_div(x, d) * d
}

/// Returns g and x with g = gcd(a, b) ≥ 0 and g ≡ x·a modulo b.
fn extended(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (mut r, mut s) = ((a.clone(), BigInt::from(1)), (b.clone(), BigInt::ZERO));
    while s.0 != BigInt::ZERO {
        let quotient = floor_div(&r.0, &s.0);
        let next = (&r.0 - &quotient * &s.0, &r.1 - &quotient * &s.1);
        (r, s) = (s, next);
    }
    if r.0 < BigInt::ZERO { (-r.0, -r.1) } else { r }
}

fn reduce((mut a, mut b, mut c): Triple) -> Triple {
    loop {
        let q = floor_div(&(&a - &b), &(&a * 2));
        c += &q * (&b + &a * &q);
        b += &a * &q * 2;
        if a < c || a == c && b >= BigInt::ZERO {
            return (a, b, c);
        }
        (a, b, c) = (c, -b, a);
    }
}

/// Cohen, algorithm 5.4.7.
fn compose((a1, b1, _): &Triple, (a2, b2, c2): &Triple) -> Triple {
    let s: BigInt = (b1 + b2) / 2;
    let n = b2 - &s;
    let (d, y1) = extended(a2, a1);
    let (d1, x2) = extended(&s, &d);
    // x2·s + y2·d = d1.
    let y2 = if d == BigInt::ZERO { BigInt::ZERO } else { (&d1 - &x2 * &s) / &d };
    let (v1, v2) = (a1 / &d1, a2 / &d1);
    let r = floor_mod(&(-(&y1 * &y2 * &n) - &x2 * c2), &v1);
    let b3 = b2 + &v2 * &r * 2;
    let c3 = (c2 * &d1 + &r * (b2 + &v2 * &r)) / &v1;
    reduce((v1 * v2, b3, c3))
}

fn triple(form: &ClassForm) -> Triple {
    let b = big(form.b_magnitude());
    (big(form.a()), if form.b_is_negative() { -b } else { b }, big(form.c()))
}

/// The form of the group with these coefficients.
fn form(group: &ClassGroup, (a, b, _): &Triple) -> ClassForm {
    group.form(&natural(a.magnitude()), &natural(b.magnitude()), b.sign() == Sign::Minus).unwrap()
}

fn check_product(group: &ClassGroup, f: &ClassForm, g: &ClassForm) -> ClassForm {
    let product = group.mul(f, g);
    assert_eq!(triple(&product), compose(&triple(f), &triple(g)), "{group:?}: {f:?} {g:?}");
    let mut square = f.clone();
    group.square_n(&mut square, 1);
    assert_eq!(triple(&square), compose(&triple(f), &triple(f)), "{group:?}: {f:?}");
    let bytes = group.encode(&product);
    assert_eq!(bytes.len(), group.encoded_len());
    assert_eq!(group.decode(&bytes).as_ref(), Ok(&product), "{group:?}");
    product
}

/// Checks the axioms on one pair.
fn check_pair(group: &ClassGroup, f: &ClassForm, g: &ClassForm) {
    let product = check_product(group, f, g);
    assert_eq!(product, check_product(group, g, f));
    for x in [f, g, &product] {
        let (inverse, identity) = (group.invert(x), group.identity());
        assert_eq!(check_product(group, x, &inverse), identity, "{x:?}");
        assert_eq!(check_product(group, x, &identity), *x);
        let mut square = x.clone();
        group.square_n(&mut square, 1);
        assert_eq!(check_product(group, x, x), square);
        assert_eq!(check_product(group, &square, &inverse), *x);
        assert_eq!(group.invert(&inverse), *x);
    }
    assert_eq!(check_product(group, &product, &group.invert(f)), *g);
}

/// All reduced primitive forms, by trial.
fn all_forms(magnitude: u64) -> Vec<Triple> {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let mut forms = Vec::new();
    for a in (1..).take_while(|a| 3 * a * a <= magnitude) {
        for b in (1..=a).step_by(2).filter(|b| (b * b + magnitude).is_multiple_of(4 * a)) {
            let c = (b * b + magnitude) / (4 * a);
            if a > c || gcd(gcd(a, b), c) > 1 {
                continue;
            }
            let [a, b, c] = [a, b, c].map(BigInt::from);
            if a != b && a != c {
                forms.push((a.clone(), -b.clone(), c.clone()));
            }
            forms.push((a, b, c));
        }
    }
    forms
}

/// Groups that can be enumerated, including composite discriminants with all their forms of order two.
#[test]
fn small_groups_are_groups() {
    // Class numbers are from Cohen, table B.1, and by Gauss 2^(primes − 1) divides them.
    let known =
        [(3, 1), (7, 1), (23, 3), (47, 5), (71, 7), (163, 1), (199, 9), (1155, 8), (3315, 8), (5923, 7)];
    for (magnitude, class_number) in known {
        assert_eq!(all_forms(magnitude).len(), class_number, "{magnitude}");
    }
    for magnitude in (3..400).step_by(4).chain([1155, 3315, 3003, 5923, 15015, 19_399]) {
        let group = ClassGroup::unchecked(&Natural::from(magnitude));
        let forms: Vec<_> = all_forms(magnitude).iter().map(|t| form(&group, t)).collect();
        let encodings: BTreeSet<_> = forms.iter().map(|x| group.encode(x)).collect();
        assert_eq!(encodings.len(), forms.len());
        let order = Natural::from(forms.len() as u64);
        for f in &forms {
            assert_eq!(group.decode(&group.encode(f)).as_ref(), Ok(f), "{magnitude}: {f:?}");
            assert_eq!(group.pow(f, &order), group.identity());
            for g in &forms {
                let product = check_product(&group, f, g);
                assert!(encodings.contains(&group.encode(&product)));
            }
        }
    }
}

/// Every string of bytes for a small discriminant: as many of them as the class number decode, and are
/// encoded as the same bytes again.
#[test]
fn every_encoding_of_a_small_group() {
    for magnitude in [23, 71, 1155, 3315] {
        let group = ClassGroup::unchecked(&Natural::from(magnitude));
        let forms: BTreeSet<_> =
            all_forms(magnitude).iter().map(|t| group.encode(&form(&group, t))).collect();
        assert_eq!(group.encoded_len(), 7);
        let mut found = BTreeSet::new();
        for [flags, t, g, quotient] in
            (0..1u32 << 18).map(|i| [i & 7, i >> 3 & 31, i >> 8 & 31, i >> 13].map(|part| part as u8))
        {
            for a in 0..=40u8 {
                let bytes = [flags, 0, 0, a, t, g, quotient];
                if let Ok(form) = group.decode(&bytes) {
                    assert_eq!(group.encode(&form), bytes);
                    found.insert(bytes.to_vec());
                }
            }
        }
        assert_eq!(found, forms, "{magnitude}");
    }
}

const SEED: [u8; 32] = [7; 32];

/// Groups of eight sizes, some not divisible by 64, with discriminants that are found quickly.
fn groups() -> Vec<ClassGroup> {
    [256, 288, 384, 512, 544, 1024, 1056, 2048].into_iter().map(group).collect()
}

/// The group of −(2^bits − k) for the first k that makes a prime ≡ 7 modulo 8.
fn group(bits: usize) -> ClassGroup {
    let top = Natural::one().shl(bits);
    let magnitude = (1..).step_by(8).map(|k| top.sub(&Natural::from(k as u64)).unwrap());
    magnitude.map(|n| ClassGroup::new(&n, bits)).find_map(Result::ok).unwrap()
}

/// Pairs that are random, that share factors of every size, that are small, and mixtures. All pairs are
/// composed, and the first form of each is squared, and the results are compared with Gauss's. The axioms are
/// checked for one pair in `axioms_every`.
fn check_pairs(group: &ClassGroup, count: usize, axioms_every: usize) {
    let mut f = group.hash("pairs", b"f");
    let mut g = group.hash("pairs", b"g");
    let small = group.generator().unwrap();
    for i in 0..count {
        if i % axioms_every == 0 {
            check_pair(group, &f, &g);
        }
        // a of hashed forms is a prime of at most 256 bits; a of their products has the usual length.
        let next = check_product(group, &f, &g);
        (f, g) = match i % 5 {
            0 => (g, next),
            1 => (next, small.clone()),
            2 => (group.hash("pairs", &i.to_be_bytes()), next),
            // a of both has a factor of 256 bits in common.
            3 => (group.mul(&g, &small), g),
            _ => {
                let mut power = next.clone();
                group.square_n(&mut power, 3);
                (power, next)
            }
        };
    }
}

#[test]
fn products_are_those_of_gauss() {
    for group in groups() {
        check_pairs(&group, if group.bits() > 1100 { 10 } else { 30 }, 1);
    }
}

/// 10^5 pairs at each of eight sizes.
#[test]
#[ignore = "takes ten minutes, optimised"]
fn many_products_are_those_of_gauss() {
    for group in groups() {
        check_pairs(&group, 100_000, 101);
        println!("{} bits", group.bits());
    }
}

/// 4096 bits, the most for `Integer`: the largest a, |b| and c, and products of all pairs.
#[test]
fn the_largest_discriminants_fit() {
    let top = Natural::one().shl(4096);
    let group = ClassGroup::unchecked(&top.sub(&Natural::one()).unwrap());
    let mut forms = vec![group.identity(), group.generator().unwrap()];
    // (2^k, 1, c) exists as −D + 1 = 2^4096; the largest k with a ≤ c is 2047.
    for k in [3, 64, 1023, 1024, 1025, 2000, 2046, 2047] {
        forms.push(group.form(&Natural::one().shl(k), &Natural::one(), k % 2 == 1 && k < 2047).unwrap());
    }
    let mut random = group.generator().unwrap();
    group.square_n(&mut random, 40);
    forms.push(random);
    for f in &forms {
        for g in &forms {
            let product = check_product(&group, f, g);
            assert_eq!(check_product(&group, &product, &group.invert(g)), *f);
        }
    }
}

/// Powers of a small form have coefficients of one bit and huge quotients everywhere.
#[test]
fn small_forms_with_huge_quotients() {
    for bits in [256, 512, 1024] {
        let group = ClassGroup::unchecked(&Natural::one().shl(bits).sub(&Natural::one()).unwrap());
        let small = group.generator().unwrap();
        let mut power = small.clone();
        let mut others = vec![small.clone()];
        for _ in 0..bits / 2 {
            power = check_product(&group, &power, &small);
            if others.len() < 12 || power.a().bits() > bits / 2 - 4 {
                others.push(power.clone());
            }
        }
        others.iter().for_each(|other| check_pair(&group, other, &power));
    }
}

/// Forms of order two, which only a composite discriminant has: (p, p, (p + q)/4) for |D| = p·q.
#[test]
fn forms_of_order_two() {
    let prime = |bits: usize, k: u64| Natural::one().shl(bits).sub(&Natural::from(k)).unwrap();
    // 2^127 − 1, 2^89 − 1, 2^107 − 1 and 2^255 − 19 are 7, 7, 7 and 5 modulo 8.
    for (p, q) in
        [(prime(89, 1), prime(255, 19)), (prime(127, 1), prime(255, 19)), (prime(107, 1), prime(521, 1))]
    {
        let magnitude = match p.mul(&q).rem_u64(4) {
            3 => p.mul(&q),
            _ => p.mul(&q).mul(&Natural::from(3u64)),
        };
        let group = ClassGroup::unchecked(&magnitude);
        let two = group.form(&p, &p, false).unwrap();
        assert_eq!(group.invert(&two), two);
        assert_eq!(check_product(&group, &two, &two), group.identity());
        let other = group.mul(&two, &group.hash("two", b"other"));
        check_pair(&group, &two, &other);
        check_pair(&group, &other, &group.mul(&other, &other));
        assert!(matches!(
            ClassGroup::new(&magnitude, 256),
            Err(BadDiscriminant::Composite | BadDiscriminant::Residue(_))
        ));
    }
}

/// Other forms of a class: translated, turned around, and both.
#[test]
fn forms_of_a_class_have_one_reduced_form() {
    let group = group(256);
    let x = group.mul(&group.hash("class", b"x"), &group.hash("class", b"y"));
    assert_eq!(group.reduce(x.a(), x.b_magnitude(), x.b_is_negative()).as_ref(), Ok(&x));
    for (form, steps) in [(&x, 0u64), (&x, 1), (&x, 77), (&x, u64::MAX >> 6), (&group.identity(), 5)] {
        // (a, b + 2·steps·a, ...), with the sign of b.
        let b = form.b_magnitude().add(&form.a().mul(&Natural::from(steps)).shl(1));
        assert_eq!(group.reduce(form.a(), &b, form.b_is_negative()).as_ref(), Ok(form), "{steps}");
        let negated = group.reduce(form.a(), &b, !form.b_is_negative());
        assert_eq!(negated, Ok(group.invert(form)), "{steps}");
    }
    let turned = group.reduce(x.c(), x.b_magnitude(), !x.b_is_negative());
    assert_eq!(turned.as_ref(), Ok(&x));
    let refused = |a: &Natural, b: &Natural| assert_eq!(group.reduce(a, b, false), Err(Malformed::NoForm));
    refused(&Natural::zero(), &Natural::one());
    refused(x.a(), &x.b_magnitude().add(&Natural::one()));
    refused(&Natural::one().shl(300), &Natural::one());
    refused(x.a(), &x.b_magnitude().add(&x.a().shl(100)));
}

/// Its reduction would not end.
#[test]
#[should_panic(expected = "a form of another discriminant")]
fn forms_of_another_group_are_not_composed() {
    let (group, other) = (group(256), group(288));
    group.mul(&group.identity(), &other.hash("other", b""));
}

#[test]
fn powers_agree_with_products() {
    let group = &group(256);
    let [x, y] = ["x", "y"].map(|name| group.hash("powers", name.as_bytes()));
    let mut power = group.identity();
    for exponent in 0..70u64 {
        assert_eq!(group.pow(&x, &Natural::from(exponent)), power, "{exponent}");
        power = group.mul(&power, &x);
    }
    let [e, f] = [Natural::one().shl(263).sub(&Natural::from(9u64)).unwrap(), Natural::from(u64::MAX)];
    let expected = group.mul(&multiexp(group, &[(&x, &e)]), &multiexp(group, &[(&y, &f)]));
    let problems: [&[_]; 3] = [&[(&x, &e), (&y, &f)], &[], &[(&x, &Natural::zero())]];
    assert_eq!(group.multiexp_many(&problems), [expected, group.identity(), group.identity()]);
    let mut squared = x.clone();
    group.square_n(&mut squared, 100);
    assert_eq!(squared, group.pow(&x, &Natural::one().shl(100)));
    group.square_n(&mut squared, 0);
    assert_eq!(squared, group.pow(&x, &Natural::one().shl(100)));
}

#[test]
fn bad_discriminants_are_refused() {
    let prime = |bits: usize, k: u64| Natural::one().shl(bits).sub(&Natural::from(k)).unwrap();
    let refused = |magnitude: &Natural, minimum| ClassGroup::new(magnitude, minimum).unwrap_err();
    // 2^255 − 19 ≡ 5, 2^521 − 1 ≡ 7 modulo 8.
    assert_eq!(refused(&prime(255, 19), 0), BadDiscriminant::TooShort { bits: 255, minimum: 256 });
    assert_eq!(refused(&prime(521, 1), 522), BadDiscriminant::TooShort { bits: 521, minimum: 522 });
    assert_eq!(refused(&Natural::zero(), 0), BadDiscriminant::TooShort { bits: 0, minimum: 256 });
    assert_eq!(refused(&prime(4097, 1), 0), BadDiscriminant::TooLong(4097));
    for residue in [0, 1, 2, 3, 4, 5, 6] {
        assert_eq!(refused(&prime(521, 8 - residue), 0), BadDiscriminant::Residue(residue));
    }
    assert_eq!(refused(&prime(521, 9), 0), BadDiscriminant::Composite);
    assert_eq!(ClassGroup::new(&prime(521, 1), 521).unwrap().bits(), 521);
    for (seed, bits) in [(&SEED[..31], 256), (&SEED[..0], 256)] {
        let error = BadDiscriminant::Seed { found: seed.len(), minimum: 32 };
        assert_eq!(ClassGroup::from_seed(seed, bits).unwrap_err(), error);
    }
    for bits in [0, 32, 224, 255, 257, 272, 4112, 4128, usize::MAX] {
        assert_eq!(ClassGroup::from_seed(&SEED, bits).unwrap_err(), BadDiscriminant::Size { bits, step: 32 });
    }
    assert_eq!(
        ClassGroup::from_chia_seed(&SEED[..7], 256).unwrap_err(),
        BadDiscriminant::Seed { found: 7, minimum: 8 }
    );
}

#[test]
fn bytes_that_are_not_forms_are_refused() {
    let (group, other) = (&group(512), &group(256));
    let x = group.mul(&group.hash("refused", b"x"), &group.hash("refused", b"y"));
    let bytes = group.encode(&x);
    for found in (0..bytes.len()).chain([bytes.len() + 1]) {
        let mut cut = bytes.clone();
        cut.resize(found, 0);
        assert_eq!(group.decode(&cut), Err(Malformed::Length { expected: bytes.len(), found }));
    }
    // A changed bit gives an invalid encoding, or another form with these bytes.
    for bit in 0..8 * bytes.len() {
        let mut changed = bytes.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        if let Ok(form) = group.decode(&changed) {
            assert!(form != x && group.encode(&form) == changed, "bit {bit}");
        }
    }
    let of_other = other.mul(&other.hash("refused", b"x"), &other.hash("refused", b"y"));
    assert!(group.form(of_other.a(), of_other.b_magnitude(), false).is_err());
    let (a, b) = (x.a(), x.b_magnitude());
    let twice = Natural::from(2u64);
    assert_eq!(group.form(a, &a.mul(&twice).sub(b).unwrap(), false), Err(Malformed::NotReduced));
    assert_eq!(group.form(x.c(), b, !x.b_is_negative()), Err(Malformed::NotReduced));
    assert_eq!(group.form(&Natural::zero(), b, false), Err(Malformed::NotReduced));
    assert_eq!(group.form(a, &b.sub(&twice).unwrap(), false), Err(Malformed::NoForm));
    assert_eq!(group.form(&Natural::one(), &Natural::one(), true), Err(Malformed::NotReduced));
    // (3, 3, 6) of the discriminant −63 has the factor 3.
    let imprimitive = ClassGroup::unchecked(&Natural::from(63u64));
    assert_eq!(imprimitive.form(&Natural::from(3u64), &Natural::from(3u64), false), Err(Malformed::NoForm));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_bytes_do_not_decode(mut bytes in prop::collection::vec(any::<u8>(), 52), flags in 0..4u8, shift in 0..16u8) {
        let group = ClassGroup::unchecked(&Natural::one().shl(512).sub(&Natural::from(569u64)).unwrap());
        (bytes[0], bytes[1]) = (flags, shift);
        if let Ok(form) = group.decode(&bytes) {
            prop_assert_eq!(group.encode(&form), bytes);
        }
    }
}

/// Hashes depend on the domain, the message and the group. Every hash is a form of the group with a prime a.
#[test]
fn hashes_are_prime_forms() {
    let groups = groups();
    let mut seen = BTreeSet::new();
    for group in &groups[..4] {
        for (dst, msg) in [("a", "b"), ("a", ""), ("ab", ""), ("b", "a")] {
            let form = group.hash(dst, msg.as_bytes());
            assert!(heliast_arith::prime::is_prime(form.a()));
            assert_eq!(group.form(form.a(), form.b_magnitude(), form.b_is_negative()).as_ref(), Ok(&form));
            assert_eq!(group.hash(dst, msg.as_bytes()), form);
            seen.insert(group.encode(&form));
        }
    }
    assert_eq!(seen.len(), 16);
    let signs: BTreeSet<_> = (0..20u8).map(|i| groups[0].hash("sign", &[i]).b_is_negative()).collect();
    assert_eq!(signs.len(), 2, "both forms above a prime occur");
}
