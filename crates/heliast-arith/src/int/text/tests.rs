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

/// 10^k − 1, 10^k and 10^k + 1 near the nineteen digits of a limb.
#[test]
fn decimal_digits_around_the_ends_of_chunks() {
    let ten = Natural::from(10u64);
    let mut power = Natural::one();
    for zeros in 0..80 {
        let one = String::from("1");
        assert_eq!(power.to_string(), one.clone() + &"0".repeat(zeros));
        let nines = power.sub(&Natural::one()).unwrap();
        assert_eq!(nines.to_string(), if zeros == 0 { "0".into() } else { "9".repeat(zeros) });
        if zeros > 0 {
            let text = one + &"0".repeat(zeros - 1) + "1";
            assert_eq!((&power + &Natural::one()).to_string(), text);
            assert_eq!(Natural::from_decimal(&text), Some(&power + &Natural::one()));
            assert_eq!(Natural::from_decimal(&"9".repeat(zeros)), Some(nines));
        }
        assert_eq!(Natural::from_decimal(&power.to_string()), Some(power.clone()));
        power = &power * &ten;
    }
}

/// 16^k − 1 and 16^k near the sixteen digits of a limb, with leading zeros and in both cases.
#[test]
fn hexadecimal_digits_around_the_ends_of_limbs() {
    for digits in 1..70 {
        let power = Natural::one().shl(4 * digits);
        let ones = power.sub(&Natural::one()).unwrap();
        assert_eq!(format!("{power:x}"), String::from("1") + &"0".repeat(digits));
        assert_eq!(format!("{ones:x}"), "f".repeat(digits));
        for text in ["f".repeat(digits), "F".repeat(digits), "0".repeat(digits) + &"f".repeat(digits)] {
            assert_eq!(Natural::from_hex(&text).as_ref(), Some(&ones), "{text}");
        }
        assert_eq!(Natural::from_hex(&"0".repeat(digits)), Some(Natural::zero()));
        assert_eq!(Natural::from_decimal(&"0".repeat(digits)), Some(Natural::zero()));
    }
}

/// One wrong character anywhere makes the text invalid, also one whose bytes look like digits.
#[test]
fn a_wrong_character_at_every_place_is_refused() {
    for length in [1, 15, 16, 17, 19, 20, 38, 39] {
        for place in 0..length {
            for wrong in [' ', '-', '/', ':', '\0', '\u{660}', 'g', 'G', '@', '`'] {
                let mut text: String = "7".repeat(length);
                text.replace_range(place..=place, &String::from(wrong));
                assert_eq!(Natural::from_decimal(&text), None, "{text:?}");
                assert_eq!(Natural::from_hex(&text), None, "{text:?}");
            }
        }
    }
}

#[test]
fn long_numbers_are_padded_as_short_ones_are() {
    let n = decimal("123456789012345678901234567890");
    assert_eq!(format!("{n:>33}|{n:<33}|{n:^34}|"), format!("   {n}|{n}   |  {n}  |"));
    assert_eq!(format!("{n:032}"), format!("00{n}"));
    assert_eq!(format!("{n:*>32}{n:+}"), format!("**{n}+{n}"));
    // A width that is too small does not cut the text.
    assert_eq!(format!("{n:5}"), n.to_string());
    let hex = Natural::one().shl(64);
    assert_eq!(format!("{hex:#022x}"), "0x00010000000000000000");
    assert_eq!(format!("{hex:?}"), "0x10000000000000000");
    assert_eq!(format!("{:?}", [Natural::one(), Natural::from(16u64)]), "[0x1, 0x10]");
}

#[test]
fn every_length_of_bytes_has_its_numbers() {
    for len in 0..40 {
        let largest = Natural::one().shl(8 * len).sub(&Natural::one()).unwrap();
        assert_eq!(largest.to_be_bytes(len), Some([0xff].repeat(len)), "{len}");
        assert_eq!(Natural::from_be_bytes(&[0xff].repeat(len)), largest);
        let next = &largest + &Natural::one();
        assert_eq!(next.to_be_bytes(len), None, "{len}");
        let bytes = next.to_be_bytes(len + 1).unwrap();
        assert!(bytes[0] == 1 && bytes[1..].iter().all(|byte| *byte == 0), "{len}");
        assert_eq!(Natural::from_be_bytes(&[0].repeat(len)), Natural::zero());
    }
}
