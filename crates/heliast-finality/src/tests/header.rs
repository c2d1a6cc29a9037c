//! Headers: the one encoding of a height, the length of fields, and what the hash binds.

use super::sample::{any_header, leaves};
use crate::{
    Malformed,
    header::{FIELDS, HEIGHT, Header, block_id, bytes, number, timestamp},
};
use heliast::wire::Reader;
use proptest::{collection::vec, prelude::*};

const HEIGHT_RULE: Malformed =
    Malformed::Field { field: "header", rule: "its height must be from 1 to 2^63 - 1" };

fn of_height(leaf: &[u8]) -> Result<u64, Malformed> {
    let mut leaves = leaves(7);
    leaves[HEIGHT] = leaf.to_vec();
    Header::new(leaves).map(|header| header.height())
}

#[test]
fn heights_at_both_ends_are_read() {
    for height in [1, 127, 128, 16_383, 16_384, (1 << 56) - 1, 1 << 56, (1 << 63) - 1] {
        assert_eq!(of_height(&number(height)), Ok(height));
    }
}

#[test]
fn a_height_that_is_zero_or_negative_is_refused() {
    for height in [0, 1 << 63, (1 << 63) + 1, u64::MAX] {
        assert_eq!(of_height(&number(height)), Err(HEIGHT_RULE), "{height}");
    }
}

#[test]
fn a_height_in_another_encoding_is_refused() {
    let overlong = [0x08, 0x87, 0x00];
    let explicit_zero = [0x08, 0x00];
    let cut = [0x08, 0x87];
    let other_field = [0x10, 0x07];
    let other_type = [0x09, 7, 0, 0, 0, 0, 0, 0, 0];
    let unknown_field_after = [0x08, 0x07, 0x10, 0x01];
    let twice = [0x08, 0x07, 0x08, 0x07];
    let key_alone = [0x08];
    for leaf in [
        &overlong[..],
        &explicit_zero,
        &cut,
        &other_field,
        &other_type,
        &unknown_field_after,
        &twice,
        &key_alone,
        &[],
    ] {
        assert_eq!(of_height(leaf), Err(HEIGHT_RULE), "{leaf:?}");
    }
}

#[test]
fn a_field_has_at_most_255_bytes() {
    let rule = Malformed::Field { field: "header", rule: "a field has more than 255 bytes" };
    for place in (0..FIELDS).filter(|place| *place != HEIGHT) {
        let mut leaves = leaves(7);
        leaves[place] = vec![1; 255];
        assert!(Header::new(leaves.clone()).is_ok(), "field {place}");
        leaves[place].push(1);
        assert_eq!(Header::new(leaves), Err(rule.clone()), "field {place}");
    }
}

#[test]
fn the_hash_binds_every_field_and_its_place() {
    let hash = Header::new(leaves(7)).unwrap().hash();
    let others = (0..FIELDS).filter(|place| *place != HEIGHT);
    for place in others.clone() {
        let mut changed = leaves(7);
        changed[place][0] ^= 0x80;
        assert_ne!(Header::new(changed).unwrap().hash(), hash, "field {place}");
        for other in others.clone().filter(|other| *other > place) {
            let mut swapped = leaves(7);
            swapped.swap(place, other);
            assert_ne!(Header::new(swapped).unwrap().hash(), hash, "fields {place} and {other}");
        }
    }
    let mut higher = leaves(7);
    higher[HEIGHT] = number(8);
    assert_ne!(Header::new(higher).unwrap().hash(), hash);
}

#[test]
fn fields_are_written_as_the_engine_does() {
    assert_eq!(bytes(b""), b"");
    assert_eq!(bytes(b"ab"), b"\x0a\x02ab");
    assert_eq!(bytes(&[7; 200])[..3], [0x0a, 0xc8, 0x01]);
    assert_eq!(number(300), [0x08, 0xac, 0x02]);
    assert_eq!(timestamp(0, 0).finish(), b"");
    assert_eq!(timestamp(1, 2).finish(), [0x08, 1, 0x10, 2]);
    assert_eq!(timestamp(0, 2).finish(), [0x10, 2]);
    // The first block has no block before it, but the message with that block's parts is still present.
    assert_eq!(block_id(b"", 0, b"").finish(), [0x12, 0]);
    assert_eq!(block_id(b"h", 1, b"p").finish(), [0x0a, 1, b'h', 0x12, 5, 0x08, 1, 0x12, 1, b'p']);
}

/// A number decoded as protobuf defines it, digit by digit; `None` if it is encoded in another way.
fn decoded(leaf: &[u8]) -> Option<u64> {
    let digits = leaf.strip_prefix(&[0x08])?;
    let (last, others) = digits.split_last()?;
    let is_number = *last < 128 && others.iter().all(|digit| *digit >= 128) && digits.len() <= 10;
    let value = digits.iter().rev().fold(0u128, |value, digit| value * 128 + u128::from(digit % 128));
    // Only the shortest encoding is accepted, and 0 is left out.
    (is_number && *last != 0).then_some(u64::try_from(value).ok()?)
}

proptest! {
    #[test]
    fn a_height_is_read_if_it_is_the_one_encoding_of_a_number_in_range(
        digits in vec(any::<u8>(), 0..12),
        high in 0usize..12,
        key in prop_oneof![8 => Just(0x08u8), 1 => any::<u8>()],
    ) {
        // Mostly digits with the bit that says that another follows, except for the last one.
        let digits: Vec<u8> =
            digits.iter().enumerate().map(|(i, digit)| if i < high { digit | 0x80 } else { *digit }).collect();
        let leaf = [&[key], &digits[..]].concat();
        let expected = decoded(&leaf).filter(|height| (1..1 << 63).contains(height));
        prop_assert_eq!(of_height(&leaf), expected.ok_or(HEIGHT_RULE));
    }

    #[test]
    fn every_height_is_read_as_it_was_written(height in 1u64..1 << 63) {
        prop_assert_eq!(of_height(&number(height)), Ok(height));
        prop_assert_eq!(decoded(&number(height)), Some(height));
    }

    #[test]
    fn a_header_is_read_as_it_was_written_and_no_field_runs_into_the_next(
        header in any_header(),
        end in any::<prop::sample::Index>(),
    ) {
        let mut bytes = b"magic".to_vec();
        header.encode(&mut bytes);
        let mut reader = Reader::new("header", b"magic", &bytes).unwrap();
        prop_assert_eq!(Header::decode(&mut reader), Ok(header));
        prop_assert_eq!(reader.end(), Ok(()));
        let end = 5 + end.index(bytes.len() - 5);
        let mut cut = Reader::new("header", b"magic", &bytes[..end]).unwrap();
        prop_assert_eq!(Header::decode(&mut cut), Err(Malformed::Short("header")));
    }
}
