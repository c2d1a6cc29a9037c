//! Headers: the one encoding of a height, the length of fields, and what the hash binds.

use crate::{
    Malformed,
    header::{FIELDS, HEIGHT, Header, number},
};

const HEIGHT_RULE: Malformed =
    Malformed::Field { field: "header", rule: "its height must be from 1 to 2^63 - 1" };

fn leaves() -> [Vec<u8>; FIELDS] {
    let mut leaves: [Vec<u8>; FIELDS] = std::array::from_fn(|i| vec![i as u8; i + 1]);
    leaves[HEIGHT] = number(7);
    leaves
}

fn of_height(leaf: &[u8]) -> Result<u64, Malformed> {
    let mut leaves = leaves();
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
        let mut leaves = leaves();
        leaves[place] = vec![1; 255];
        assert!(Header::new(leaves.clone()).is_ok(), "field {place}");
        leaves[place].push(1);
        assert_eq!(Header::new(leaves), Err(rule.clone()), "field {place}");
    }
}

#[test]
fn the_hash_binds_every_field_and_its_place() {
    let hash = Header::new(leaves()).unwrap().hash();
    let others = (0..FIELDS).filter(|place| *place != HEIGHT);
    for place in others.clone() {
        let mut changed = leaves();
        changed[place][0] ^= 0x80;
        assert_ne!(Header::new(changed).unwrap().hash(), hash, "field {place}");
        for other in others.clone().filter(|other| *other > place) {
            let mut swapped = leaves();
            swapped.swap(place, other);
            assert_ne!(Header::new(swapped).unwrap().hash(), hash, "fields {place} and {other}");
        }
    }
    let mut higher = leaves();
    higher[HEIGHT] = number(8);
    assert_ne!(Header::new(higher).unwrap().hash(), hash);
}
