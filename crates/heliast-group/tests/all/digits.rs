//! Products over long lists by short digits, at every width of the digits, against their definition.

use heliast_arith::{Backend, Natural};
use heliast_group::{
    BadElement, BulkGroup, Counting, Counts, Digits, Encoded, Group, MAX_DIGIT_BITS, Malformed, RsaGroup,
};

type Elem = <RsaGroup as Group>::Elem;

const BOTH: [Digits; 2] = [Digits::Weighted, Digits::Bitwise];

/// A group for which lanes are used, if this CPU has any.
fn group() -> RsaGroup {
    RsaGroup::unchecked(&Natural::one().shl(600).sub(&Natural::from(95_u64)).unwrap())
}

fn encodings(group: &RsaGroup, count: u32) -> Vec<u8> {
    (0..count).flat_map(|index| group.encode(&group.hash("digits", &index.to_be_bytes()))).collect()
}

/// ∏ x_i^(d_i), or for every bit the product of the elements whose digit has it, one factor after the other.
fn defined(group: &RsaGroup, list: Encoded<'_>, digits: &[u32], bits: u32, asked: Digits) -> Vec<Elem> {
    let product = |exponent: &dyn Fn(u32) -> u32| {
        let mut product = group.identity();
        for (index, digit) in digits.iter().enumerate() {
            let element = list.element(group, index);
            // The powers are computed from left to right, which is enough for short digits.
            let mut power = group.identity();
            for bit in (0..32).rev() {
                group.square_n(&mut power, 1);
                if exponent(*digit) >> bit & 1 == 1 {
                    group.mul_assign(&mut power, &element);
                }
            }
            group.mul_assign(&mut product, &power);
        }
        product
    };
    match asked {
        Digits::Weighted => vec![product(&|digit| digit)],
        Digits::Bitwise => (0..bits).map(|bit| product(&|digit| digit >> bit & 1)).collect(),
    }
}

/// Pseudorandom digits below 2^bits, one in four of them 0.
fn digits(count: u32, bits: u32) -> Vec<u32> {
    let mut state = u64::from(bits) + 1;
    (0..count)
        .map(|index| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if index % 4 == 3 { 0 } else { (state >> 33) as u32 & ((1 << bits) - 1) }
        })
        .collect()
}

#[test]
fn every_width_on_every_backend() {
    let group = group();
    let bytes = encodings(&group, 100);
    let list = Encoded::new(&group, &bytes, group.encoded_len(), 0).unwrap();
    for bits in 1..=14 {
        // The largest digit is always among them.
        let mut digits = digits(100, bits);
        digits[41] = (1 << bits) - 1;
        for asked in BOTH {
            let expected: Vec<_> = defined(&group, list, &digits, bits, asked)
                .iter()
                .map(|product| group.encode(product))
                .collect();
            assert_eq!(expected.len(), asked.products(bits));
            for group in Backend::ALL.into_iter().filter_map(|backend| group.on(backend).ok()) {
                let found = group.digit_products(list, &digits, bits, asked);
                let found: Vec<_> = found.iter().map(|product| group.encode(product)).collect();
                assert!(found == expected, "{asked:?} {bits} {group:?}");
            }
            let counting = Counting::new(group.clone());
            counting.digit_products(list, &digits, bits, asked);
            assert_eq!(counting.take(), asked.cost(&digits, bits), "{asked:?} {bits}");
        }
    }
}

/// Lists near the length from which lanes are used, and near multiples of eight.
#[test]
fn every_length() {
    let group = group();
    let bytes = encodings(&group, 140);
    let width = group.encoded_len();
    for count in (0..20).chain([63, 64, 65, 71, 72, 73, 127, 128, 129, 140]) {
        let list = Encoded::new(&group, &bytes[..count as usize * width], width, 0).unwrap();
        for bits in [1, 3, 5] {
            let digits = digits(count, bits);
            for asked in BOTH {
                let (found, expected) = (
                    group.digit_products(list, &digits, bits, asked),
                    defined(&group, list, &digits, bits, asked),
                );
                assert_eq!(found.len(), expected.len());
                assert!(
                    found.iter().zip(&expected).all(|(a, b)| group.equal(a, b)),
                    "{asked:?} {count} {bits}"
                );
            }
        }
    }
}

/// A group too small for anything but machine words: every list of four digits below 4.
#[test]
fn all_short_lists() {
    let group = RsaGroup::unchecked(&Natural::from(3 * 11 * 23_u64));
    let bytes = encodings(&group, 4);
    let list = Encoded::new(&group, &bytes, group.encoded_len(), 0).unwrap();
    for code in 0..256_u32 {
        let digits: Vec<u32> = (0..4).map(|place| code >> (2 * place) & 3).collect();
        for asked in BOTH {
            let found = group.digit_products(list, &digits, 2, asked);
            let expected = defined(&group, list, &digits, 2, asked);
            assert!(found.iter().zip(&expected).all(|(a, b)| group.equal(a, b)), "{asked:?} {digits:?}");
            let counting = Counting::new(group.clone());
            counting.digit_products(list, &digits, 2, asked);
            assert_eq!(counting.take(), asked.cost(&digits, 2), "{asked:?} {digits:?}");
        }
    }
}

#[test]
fn nothing_costs_nothing() {
    for bits in 1..=12 {
        for asked in BOTH {
            assert_eq!(asked.cost(&[], bits), Counts::default());
            assert_eq!(asked.cost(&[0; 50], bits), Counts::default());
            assert_eq!(asked.cost(&[1], bits), Counts::default());
            assert!(asked.expected(0, bits).abs() < 1e-9);
        }
        assert_eq!(Digits::Weighted.products(bits), 1);
        assert_eq!(Digits::Bitwise.products(bits), bits as usize);
    }
    assert_eq!(MAX_DIGIT_BITS, 24);
}

/// Compares products with these digits for 70 elements, with lanes or without.
fn with_digits(backend: Backend, digits: &[u32], bits: u32) {
    let group = group().on(backend).unwrap_or_else(|_| group());
    let bytes = encodings(&group, 70);
    let list = Encoded::new(&group, &bytes, group.encoded_len(), 0).unwrap();
    group.digit_products(list, digits, bits, Digits::Weighted);
}

#[test]
#[should_panic(expected = "a digit for every element")]
fn too_few_digits() {
    with_digits(Backend::Portable, &[1; 69], 1);
}

#[test]
#[should_panic(expected = "a digit for every element")]
fn too_many_digits_in_lanes() {
    with_digits(Backend::Ifma, &[1; 71], 1);
}

#[test]
#[should_panic(expected = "digits of 1 to 24 bits, not 0")]
fn digits_without_bits() {
    with_digits(Backend::Portable, &[0; 70], 0);
}

#[test]
#[should_panic(expected = "digits of 1 to 24 bits, not 25")]
fn digits_of_too_many_bits_in_lanes() {
    with_digits(Backend::Ifma, &[0; 70], 25);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn digits_that_are_too_large() {
    with_digits(Backend::Portable, &[4; 70], 2);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn digits_that_are_too_large_in_lanes() {
    with_digits(Backend::Ifma, &[4; 70], 2);
}

/// Elements in records: their places, and the one that is refused first.
#[test]
fn records_of_every_shape() {
    let group = group();
    let (width, bytes) = (group.encoded_len(), encodings(&group, 6));
    for gap in [0, 1, 7, 100] {
        for offset in 0..=gap {
            let stride = width + gap;
            let mut records = vec![0xee; 6 * stride + gap];
            for (index, encoding) in bytes.chunks(width).enumerate() {
                records[index * stride + offset..][..width].copy_from_slice(encoding);
            }
            let list = Encoded::new(&group, &records, stride, offset).unwrap();
            assert_eq!((list.len(), list.is_empty()), (6, false), "{gap} {offset}");
            for (index, encoding) in bytes.chunks(width).enumerate() {
                assert_eq!(list.get(index), encoding);
                assert_eq!(group.encode(&list.element(&group, index)), encoding);
            }
            for start in 0..=6 {
                for end in start..=6 {
                    let part = list.range(start..end);
                    assert_eq!(part.len(), end - start);
                    assert!((0..part.len()).all(|index| part.get(index) == list.get(start + index)));
                }
            }
            for bad in 0..6 {
                let mut records = records.clone();
                records[bad * stride + offset..][..width].fill(0);
                let refused = Encoded::new(&group, &records, stride, offset).unwrap_err();
                assert_eq!(refused, BadElement { index: bad, reason: Malformed::NotCanonical });
            }
        }
    }
}

#[test]
#[should_panic(expected = "element 2 of a list of 2")]
fn elements_behind_the_end() {
    let group = group();
    let bytes = encodings(&group, 2);
    Encoded::new(&group, &bytes, group.encoded_len(), 0).unwrap().get(2);
}

#[test]
#[should_panic(expected = "of a list of 2")]
fn ranges_behind_the_end() {
    let group = group();
    let bytes = encodings(&group, 2);
    let _ = Encoded::new(&group, &bytes, group.encoded_len(), 0).unwrap().range(1..3);
}
