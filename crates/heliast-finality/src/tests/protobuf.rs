//! The one encoding that the engine gives to numbers and bytes.

use crate::protobuf::{Message, varint};

/// A varint by division, digit by digit.
fn by_division(value: u64) -> Vec<u8> {
    let mut digits = vec![(value % 128) as u8];
    let mut rest = value / 128;
    while rest > 0 {
        *digits.last_mut().unwrap() += 128;
        digits.push((rest % 128) as u8);
        rest /= 128;
    }
    digits
}

#[test]
fn varints_around_every_power_of_two_have_the_fewest_bytes() {
    for bit in 0..64 {
        for value in [(1u64 << bit) - 1, 1 << bit, (1 << bit) + 1] {
            let mut out = Vec::new();
            varint(&mut out, value);
            assert_eq!(out, by_division(value), "{value}");
        }
    }
    let mut greatest = Vec::new();
    varint(&mut greatest, u64::MAX);
    assert_eq!(greatest, [&[0xff; 9][..], &[1]].concat());
}

#[test]
fn defaults_are_left_out_unless_they_must_be_there() {
    let empty = Message::default().varint(1, 0).fixed64(2, 0).bytes(3, b"");
    assert!(empty.finish().is_empty());
    assert_eq!(Message::default().present(3, b"").finish(), [0x1a, 0]);
    assert_eq!(Message::default().message(4, Message::default()).finish(), [0x22, 0]);
}

#[test]
fn each_kind_of_field_has_its_key() {
    let all = Message::default().varint(1, 300).fixed64(2, 1).bytes(15, b"ab").finish();
    assert_eq!(all, [0x08, 0xac, 0x02, 0x11, 1, 0, 0, 0, 0, 0, 0, 0, 0x7a, 2, b'a', b'b']);
}
