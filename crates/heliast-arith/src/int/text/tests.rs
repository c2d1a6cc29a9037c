use crate::{
    int::Natural,
    testing::{RSA_2048, decimal, fingerprint, natural},
};
use proptest::prelude::*;
use std::{
    format,
    string::{String, ToString},
};

proptest! {
    #[test]
    fn decimal_digits_come_back(n in natural(12)) {
        let text = n.to_string();
        prop_assert!(text == "0" || !text.starts_with('0'));
        prop_assert_eq!(Natural::from_decimal(&text), Some(n.clone()));
        prop_assert_eq!(Natural::from_decimal(&format!("000{text}")), Some(n));
    }

    #[test]
    fn decimal_digits_mean_their_sum(n in natural(5)) {
        let ten = Natural::from(10u64);
        let value = n.to_string().bytes().fold(Natural::zero(), |value, digit| {
            &(&value * &ten) + &Natural::from(u64::from(digit - b'0'))
        });
        prop_assert_eq!(value, n);
    }

    #[test]
    fn hexadecimal_digits_come_back(n in natural(12)) {
        let text = format!("{n:x}");
        prop_assert_eq!(Natural::from_hex(&text), Some(n.clone()));
        prop_assert_eq!(Natural::from_hex(&text.to_uppercase()), Some(n));
    }

    #[test]
    fn bytes_come_back(n in natural(5), extra in 0..20usize) {
        let shortest = n.bits().div_ceil(8);
        let bytes = n.to_be_bytes(shortest + extra).unwrap();
        prop_assert_eq!(bytes.len(), shortest + extra);
        prop_assert_eq!(Natural::from_be_bytes(&bytes), n.clone());
        if shortest > 0 {
            prop_assert_eq!(n.to_be_bytes(shortest - 1), None);
        }
    }

    #[test]
    fn bytes_are_big_endian(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        let base = Natural::from(256u64);
        let value = bytes.iter().fold(Natural::zero(), |value, &byte| {
            &(&value * &base) + &Natural::from(u64::from(byte))
        });
        prop_assert_eq!(Natural::from_be_bytes(&bytes), value);
    }
}

#[test]
fn the_rsa_2048_number_is_the_published_one() {
    let n = decimal(RSA_2048);
    assert_eq!(RSA_2048.len(), 617);
    assert_eq!(RSA_2048.bytes().map(|digit| u32::from(digit - b'0')).sum::<u32>(), 2738);
    assert_eq!(n.bits(), 2048);
    assert_eq!(n.to_string(), RSA_2048);
    assert_eq!(Natural::from_hex(&format!("{n:x}")), Some(n.clone()));
    assert_eq!(fingerprint(&Natural::from_be_bytes(&n.to_be_bytes(256).unwrap())), fingerprint(&n));
}

#[test]
fn other_characters_are_refused() {
    for text in ["", " 1", "1 ", "+1", "-1", "1_000", "0x10", "1.0", "12a", "١"] {
        assert_eq!(Natural::from_decimal(text), None, "{text:?}");
    }
    for text in ["", "0x10", "g", " f", "-f", "é"] {
        assert_eq!(Natural::from_hex(text), None, "{text:?}");
    }
}

#[test]
fn zeros_inside_a_chunk_are_printed() {
    let power = decimal("100000000000000000000000000000000000000000");
    assert_eq!(power.to_string(), String::from("1") + &"0".repeat(41));
    assert_eq!(format!("{:x}", Natural::one().shl(128)), String::from("1") + &"0".repeat(32));
}

#[test]
fn formats_take_width_and_prefix() {
    let n = Natural::from(255u64);
    assert_eq!(format!("{n:6}|{n:<6}|{n:06}"), "   255|255   |000255");
    assert_eq!(format!("{n:#x} {n:?}"), "0xff 0xff");
    assert_eq!(format!("{} {:x} {:?}", Natural::zero(), Natural::zero(), Natural::zero()), "0 0 0x0");
}

#[test]
fn bytes_at_the_ends_of_the_range() {
    assert_eq!(Natural::zero().to_be_bytes(0), Some([].into()));
    assert_eq!(Natural::zero().to_be_bytes(2), Some([0, 0].into()));
    assert_eq!(Natural::from(256u64).to_be_bytes(1), None);
    assert_eq!(Natural::from_be_bytes(&[]), Natural::zero());
}
