//! Groups small enough to enumerate: the axioms, the encoding and every operation, for all odd moduli of a
//! range, compared with arithmetic of machine words.

use heliast_arith::{Backend, Natural};
use heliast_group::{BulkGroup, Group, Malformed, RsaGroup, multiexp};
use std::collections::BTreeSet;

type Elem = <RsaGroup as Group>::Elem;

/// All odd moduli of one byte whose groups have more than the identity.
fn moduli() -> impl Iterator<Item = u64> {
    (5..256).step_by(2)
}

fn group(n: u64) -> RsaGroup {
    RsaGroup::unchecked(&Natural::from(n))
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The canonical members of the classes of units.
fn units(n: u64) -> Vec<u64> {
    (1..=n / 2).filter(|x| gcd(*x, n) == 1).collect()
}

/// The canonical member of the class of x.
fn canonical(x: u64, n: u64) -> u64 {
    (x % n).min(n - x % n)
}

fn element(group: &RsaGroup, x: u64) -> Elem {
    group.decode(&Natural::from(x).to_be_bytes(group.encoded_len()).unwrap()).unwrap()
}

fn number(group: &RsaGroup, a: &Elem) -> u64 {
    group.encode(a).iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[test]
fn products_are_those_of_the_integers() {
    for n in moduli() {
        let group = group(n);
        let units = units(n);
        let elements: Vec<Elem> = units.iter().map(|x| element(&group, *x)).collect();
        for (x, a) in units.iter().zip(&elements) {
            for (y, b) in units.iter().zip(&elements) {
                let mut product = a.clone();
                group.mul_assign(&mut product, b);
                assert_eq!(number(&group, &product), canonical(x * y, n), "{x}·{y} modulo {n}");
                assert!(group.equal(&product, &group.mul(b, a)), "{x}·{y} modulo {n}");
                assert_eq!(group.equal(a, b), x == y, "{x}, {y} modulo {n}");
            }
        }
    }
}

/// Closed, associative, with the identity and an inverse for each.
#[test]
fn the_units_are_a_group() {
    for n in moduli().filter(|n| *n < 64) {
        let group = group(n);
        let elements: Vec<Elem> = units(n).iter().map(|x| element(&group, *x)).collect();
        let encoded: BTreeSet<_> = elements.iter().map(|a| group.encode(a)).collect();
        assert_eq!(encoded.len(), elements.len());
        assert_eq!(number(&group, &group.identity()), 1);
        for a in &elements {
            assert!(group.equal(a, &group.mul(a, &group.identity())));
            let inverses = elements.iter().filter(|b| group.equal(&group.mul(a, b), &group.identity()));
            assert_eq!(inverses.count(), 1);
            for b in &elements {
                let ab = group.mul(a, b);
                assert!(encoded.contains(&group.encode(&ab)));
                for c in &elements {
                    assert!(group.equal(&group.mul(&ab, c), &group.mul(a, &group.mul(b, c))));
                }
            }
        }
    }
}

/// Both members of a class are the same element in every operation.
#[test]
fn signs_do_not_show() {
    for n in moduli().filter(|n| *n < 100) {
        let group = group(n);
        for x in units(n) {
            let a = element(&group, x);
            let negated = group.ring().neg(&a);
            assert!(group.equal(&a, &negated));
            assert_eq!(group.encode(&a), group.encode(&negated));
            for y in units(n) {
                let b = element(&group, y);
                assert!(group.equal(&group.mul(&a, &b), &group.mul(&negated, &b)), "{x}, {y} modulo {n}");
            }
            let (mut square, mut other) = (a, negated);
            group.square_n(&mut square, 1);
            group.square_n(&mut other, 1);
            assert!(group.ring().equal(&square, &other), "{x} modulo {n}");
        }
    }
}

#[test]
fn squarings_are_repeated_products() {
    for n in moduli() {
        let group = group(n);
        for x in units(n) {
            let mut expected = x;
            for count in 0..12 {
                let mut power = element(&group, x);
                group.square_n(&mut power, count);
                assert_eq!(
                    number(&group, &power),
                    canonical(expected, n),
                    "{count} squarings of {x} modulo {n}"
                );
                expected = expected * expected % n;
            }
        }
    }
}

/// Checks Euler's theorem: the order of every element divides that of the group, φ(N)/2.
#[test]
fn powers_by_the_order_are_the_identity() {
    for n in moduli() {
        let (group, units) = (group(n), units(n));
        let order = Natural::from(units.len() as u64);
        for x in units {
            let a = element(&group, x);
            assert!(group.equal(&multiexp(&group, &[(&a, &order)]), &group.identity()), "{x} modulo {n}");
        }
    }
}

/// By definition, an encoding is a string of this length that is a number from 1 to (N − 1)/2.
#[test]
fn every_encoding_of_one_byte() {
    for n in moduli() {
        let group = group(n);
        for byte in 0..=255_u8 {
            let x = u64::from(byte);
            let decoded = group.decode(&[byte]);
            assert_eq!(group.check_encoding(&[byte]), decoded.clone().map(drop), "{x} modulo {n}");
            match decoded {
                Ok(a) => {
                    assert!((1..=n / 2).contains(&x), "{x} modulo {n}");
                    assert_eq!(group.encode(&a), [byte], "{x} modulo {n}");
                    let expected = if gcd(x, n) == 1 { Ok(()) } else { Err(Malformed::NotAUnit) };
                    assert_eq!(group.check_units(&[&a]), expected, "{x} modulo {n}");
                }
                Err(reason) => {
                    assert!(!(1..=n / 2).contains(&x), "{x} modulo {n}");
                    assert_eq!(reason, Malformed::NotCanonical);
                }
            }
        }
    }
}

#[test]
fn every_encoding_of_two_bytes() {
    for n in [257, 511, 0x7fff, 0x8001, 0xffff] {
        let group = group(n);
        assert_eq!(group.encoded_len(), 2);
        for x in 0..=u16::MAX {
            let verdict = group.check_encoding(&x.to_be_bytes());
            assert_eq!(verdict.is_ok(), (1..=n / 2).contains(&x.into()), "{x} modulo {n}");
            assert_eq!(group.decode(&x.to_be_bytes()).map(drop), verdict, "{x} modulo {n}");
        }
    }
}

#[test]
fn other_lengths_are_refused() {
    for n in [5, 255, 257, 0x1_0001, u64::MAX] {
        let group = group(n);
        let expected = group.encoded_len();
        assert_eq!(expected, Natural::from(n).bits().div_ceil(8));
        for found in (0..12).filter(|found| *found != expected) {
            // The number 1, which is canonical with the right length.
            let mut bytes = vec![0; found];
            bytes.last_mut().into_iter().for_each(|last| *last = 1);
            let refused = Malformed::Length { expected, found };
            assert_eq!(group.decode(&bytes).err(), Some(refused.clone()), "{n} {found}");
            assert_eq!(group.check_encoding(&bytes), Err(refused), "{n} {found}");
        }
    }
}

/// One element that is not a unit makes the list invalid, at any place.
#[test]
fn units_are_checked_together() {
    let group = group(7 * 11 * 13);
    let unit = element(&group, 2);
    let others = [7, 11, 13, 77, 91, 143, 2 * 77].map(|x| element(&group, x));
    assert_eq!(group.check_units(&[]), Ok(()));
    for length in 1..6 {
        let mut list = vec![&unit; length];
        assert_eq!(group.check_units(&list), Ok(()));
        for place in 0..length {
            for other in &others {
                list[place] = other;
                assert_eq!(group.check_units(&list), Err(Malformed::NotAUnit), "{place} of {length}");
            }
            list[place] = &unit;
        }
    }
}

/// Values of the hash are units and not the identity, and every such element is a value of the hash.
#[test]
fn hashes_fill_the_group() {
    for n in moduli().filter(|n| *n < 80) {
        let (group, units) = (group(n), units(n));
        let mut seen = BTreeSet::new();
        for message in 0..40 * units.len() as u32 {
            let x = number(&group, &group.hash("fill", &message.to_be_bytes()));
            assert!(x != 1 && units.contains(&x), "{x} modulo {n}");
            seen.insert(x);
        }
        assert_eq!(seen.len(), units.len() - 1, "modulo {n}");
    }
}

/// The hash depends on the tag, the message and the group; the same three give the same element.
#[test]
fn hashes_depend_on_all_that_goes_in() {
    let first = RsaGroup::rsa_2048();
    let second = RsaGroup::unchecked(&first.modulus().sub(&Natural::from(2_u64)).unwrap());
    let hashed = |group: &RsaGroup, dst: &str, msg: &[u8]| group.encode(&group.hash(dst, msg));
    let all = [
        hashed(&first, "a", b""),
        hashed(&first, "a", b"b"),
        hashed(&first, "ab", b""),
        hashed(&first, "b", b"a"),
        hashed(&second, "a", b""),
    ];
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    assert_eq!(hashed(&first.clone(), "a", b"b"), all[1]);
    assert_ne!(first.id(), second.id());
}

/// A group on another backend is the same group.
#[test]
fn backends_do_not_show() {
    for n in [Natural::from(759_u64), Natural::one().shl(600).sub(&Natural::from(95_u64)).unwrap()] {
        let group = RsaGroup::unchecked(&n);
        let (a, b) = (group.encode(&group.hash("test", b"a")), group.encode(&group.hash("test", b"b")));
        let expected = group.encode(&group.mul(&group.decode(&a).unwrap(), &group.decode(&b).unwrap()));
        let mut served = 0;
        for group in Backend::ALL.into_iter().filter_map(|backend| group.on(backend).ok()) {
            assert_eq!(group.modulus(), &n);
            assert_eq!(group.bits(), n.bits());
            assert_eq!(group.encode(&group.hash("test", b"a")), a, "{group:?}");
            let product = group.mul(&group.decode(&a).unwrap(), &group.decode(&b).unwrap());
            assert_eq!(group.encode(&product), expected, "{group:?}");
            assert_eq!(group.id(), RsaGroup::unchecked(&n).id());
            served += 1;
        }
        assert!(served >= 1);
    }
}

#[test]
#[should_panic(expected = "a group with more than the identity")]
fn three_is_too_small() {
    group(3);
}

#[test]
#[should_panic(expected = "an odd modulus")]
fn even_moduli_have_no_ring() {
    group(16);
}
