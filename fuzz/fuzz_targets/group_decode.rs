//! Elements of RSA groups, in groups of 3 to 2048 bits, honest with edits or any: each class has one
//! encoding, units are distinguished from other elements, and products are right.

#![no_main]

use heliast_arith::Natural;
use heliast_fuzz::{big, fields::Fields, vectors};
use heliast_group::{Group, Malformed, RsaGroup};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;
use std::sync::LazyLock;

/// Toys with many elements that are not units, then the groups of the vectors.
static GROUPS: LazyLock<Vec<RsaGroup>> = LazyLock::new(|| {
    let toys =
        [5, 9, 15, 255, 323, 65_535, 4_294_967_297].map(|n: u64| RsaGroup::unchecked(&Natural::from(n)));
    toys.into_iter().chain(vectors::groups().into_iter().map(|it| it.group)).collect()
});

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let group = &GROUPS[usize::from(fields.u8()) % GROUPS.len()];
    let n = big(group.modulus());
    let mut elems = Vec::new();
    while !fields.is_empty() && elems.len() < 4 {
        // With 0, the input is cut to the group's own length, and with some other values to a wrong length;
        // with the rest, an element is made and changed.
        let own = group.encoded_len();
        let bytes = &match fields.u8() {
            extra @ 1..=8 => fields.bytes((own + usize::from(extra)).saturating_sub(4)).to_vec(),
            choice @ 128.. => honest(group, &n, choice, &mut fields),
            _ => fields.bytes(own).to_vec(),
        };
        let value = BigUint::from_bytes_be(bytes);
        let expected = bytes.len() == group.encoded_len() && value != BigUint::ZERO && value <= &n >> 1;
        match group.decode(bytes) {
            Ok(elem) => {
                assert!(expected);
                assert_eq!(&group.encode(&elem), bytes);
                elems.push((elem, value));
            }
            Err(Malformed::Length { found, .. }) => {
                assert!(found == bytes.len() && found != own && !expected)
            }
            Err(reason) => assert!(reason == Malformed::NotCanonical && !expected),
        }
    }
    let product = elems.iter().fold(BigUint::from(1u8), |product, (_, value)| product * value % &n);
    let units: Vec<_> = elems.iter().map(|(elem, _)| elem).collect();
    let coprime = group.modulus().gcd(&Natural::from_be_bytes(&product.to_bytes_be())).is_one();
    assert_eq!(group.check_units(&units), if coprime { Ok(()) } else { Err(Malformed::NotAUnit) });
    let computed = units.iter().fold(group.identity(), |product, unit| group.mul(&product, unit));
    let canonical = (&n - &product).min(product);
    assert_eq!(BigUint::from_bytes_be(&group.encode(&computed)), canonical);
});

/// Returns an element or a number close to one: its negative, its sum with the modulus, a multiple of a
/// factor, or an end of the range. Some bytes of it are overwritten.
fn honest(group: &RsaGroup, n: &BigUint, choice: u8, fields: &mut Fields) -> Vec<u8> {
    let any = BigUint::from_bytes_be(fields.bytes(usize::from(choice % 16) + 1)) % n;
    let value = match choice / 16 % 8 {
        0 => any,
        1 => n - any,
        2 => n + any,
        3 => &any * &any % n,
        4 => (n >> 1) + (any & BigUint::from(3u8)),
        5 => {
            let half: BigUint = n >> 1;
            &half - (&half).min(&(any & BigUint::from(3u8)))
        }
        6 => any * BigUint::from(255u8) % n,
        _ => BigUint::from(choice % 3),
    };
    let digits = value.to_bytes_be();
    let mut bytes = vec![0; group.encoded_len()];
    let len = digits.len().min(bytes.len());
    let start = bytes.len() - len;
    bytes[start..].copy_from_slice(&digits[digits.len() - len..]);
    fields.edit(&mut bytes);
    bytes
}
