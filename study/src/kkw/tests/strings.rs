//! Strings within strings, bit by bit, at every offset and of every length that a cipher has.

use super::super::strings::*;
use crate::lowmc::Bits;
use heliast_symmetric::keccak::{LANES, Lanes};
use std::{vec, vec::Vec};

/// Returns unrelated words.
fn words(seed: u64, count: usize) -> Vec<u64> {
    let word = |index: u64| (seed + index).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) ^ seed;
    (0..count as u64).map(|index| word(index).wrapping_mul(0xbf58_476d_1ce4_e5b9)).collect()
}

fn bit(words: &[u64], j: usize) -> u64 {
    words[j / 64] >> (63 - j % 64) & 1
}

/// The lengths of the ciphers, and lengths at the ends of words.
const LENGTHS: [usize; 8] = [3, 63, 64, 65, 129, 192, 193, 255];

#[test]
fn strings_are_cut_out_at_every_offset() {
    let source = words(1, 12);
    for n in LENGTHS {
        for offset in 0..12 * 64 - n {
            let found = extract(|word| source[word], offset, n);
            for j in 0..256 {
                let expected = if j < n { bit(&source, offset + j) } else { 0 };
                assert_eq!(found.bit(j), expected, "bit {j} of {n} from {offset}");
            }
        }
    }
}

/// Placed strings are added: the same string twice is zero, and no bit outside changes.
#[test]
fn strings_are_added_at_every_offset() {
    let before = words(2, 12);
    for n in LENGTHS {
        let string = extract(|word| words(3, 12)[word], 0, n);
        for offset in (0..12 * 64 - n).step_by(5) {
            let mut target = before.clone();
            place(&string, offset, n, |word, value| target[word] ^= value);
            for j in 0..12 * 64 {
                let added = if (offset..offset + n).contains(&j) { string.bit(j - offset) } else { 0 };
                assert_eq!(bit(&target, j), bit(&before, j) ^ added, "bit {j}: {n} at {offset}");
            }
            place(&string, offset, n, |word, value| target[word] ^= value);
            assert_eq!(target, before);
        }
    }
}

/// The result is the same in each lane.
#[test]
fn lanes_are_cut_and_added_as_single_strings() {
    let rows: Vec<Lanes> = words(4, 12)
        .iter()
        .map(|word| Lanes(core::array::from_fn(|lane| word.rotate_left(7 * lane as u32))))
        .collect();
    for n in LENGTHS {
        for offset in (0..12 * 64 - n).step_by(3) {
            let mut strings = NO_STRINGS;
            extract_rows(&rows, offset, n, &mut strings);
            let mut target = vec![Lanes([0x5555_5555_5555_5555; LANES]); 12];
            place_rows(&strings, offset, n, &mut target);
            for lane in 0..LANES {
                let expected = extract(|word| rows[word].0[lane], offset, n);
                let found = Bits::from_words(strings.map(|row| row.0[lane]));
                assert_eq!(found, expected, "lane {lane}: {n} from {offset}");
                let mut single = vec![0x5555_5555_5555_5555; 12];
                place(&expected, offset, n, |word, value| single[word] ^= value);
                assert!(target.iter().map(|row| row.0[lane]).eq(single), "lane {lane}: {n} at {offset}");
            }
        }
    }
}

#[test]
fn bytes_are_big_endian_words() {
    let source = words(5, 5);
    let whole: Vec<u8> = source.iter().flat_map(|word| word.to_be_bytes()).collect();
    for length in 0..=40 {
        let mut bytes = vec![0xee; length];
        to_bytes(source.iter().copied(), &mut bytes);
        assert_eq!(bytes, whole[..length]);
        for word in 0..7 {
            let mut expected = [0; 8];
            let rest = bytes.get(8 * word..).unwrap_or_default();
            let rest = &rest[..rest.len().min(8)];
            expected[..rest.len()].copy_from_slice(rest);
            assert_eq!(word_of_bytes(&bytes, word), u64::from_be_bytes(expected), "{word} of {length}");
        }
    }
    // A string that ends before the bytes do is followed by zeros in the last word.
    let mut bytes = [0xee; 11];
    to_bytes([1_u64].into_iter(), &mut bytes);
    assert_eq!(bytes, [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
}
