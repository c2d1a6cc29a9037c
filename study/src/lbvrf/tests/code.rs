//! Tests of the code: its sizes, and that each sequence has exactly one encoding and no other bytes are
//! accepted.

use crate::lbvrf::{code::Code, *};
use proptest::prelude::*;
use std::{vec, vec::Vec};

fn encode<const M: u32, const COUNT: usize>(numbers: &[u32]) -> Vec<u8> {
    let mut bytes = vec![0; Code::<M, COUNT>::LEN];
    Code::<M, COUNT>::encode(numbers.iter().copied(), &mut bytes);
    bytes
}

fn decode<const M: u32, const COUNT: usize>(bytes: &[u8]) -> Option<Vec<u32>> {
    let mut numbers = vec![0; COUNT];
    Code::<M, COUNT>::decode(bytes, |i, number| numbers[i] = number)?;
    Some(numbers)
}

#[test]
fn sizes_are_those_of_the_papers_tables() {
    let kib = |bytes: usize| (bytes as f64 / 1024.0 * 100.0).round() / 100.0;
    assert_eq!((PublicKey::LEN, kib(PublicKey::LEN)), (3403, 3.32));
    assert_eq!((SECRET_LEN, kib(SECRET_LEN)), (457, 0.45));
    assert_eq!((Proof::LEN - VALUE_LEN, kib(Proof::LEN - VALUE_LEN)), (5059, 4.94));
    // The paper has 84: 32·log2(p) is 672.0004 bits.
    assert_eq!((VALUE_LEN, Proof::LEN), (85, 5144));
}

#[test]
fn no_code_is_shorter() {
    fn check<const M: u32, const COUNT: usize>() {
        let bits = f64::from(M).log2() * COUNT as f64;
        assert_eq!(Code::<M, COUNT>::LEN, (bits / 8.0).ceil() as usize);
    }
    check::<Q, 1024>();
    check::<P, 32>();
    check::<{ 2 * RESPONSE as u32 + 1 }, 2304>();
    check::<3, 2304>();
}

/// Tests all strings of the code's length: the number of accepted ones is the number of sequences, and each
/// is the encoding of its sequence.
fn exhaust<const M: u32, const COUNT: usize>() {
    let mut accepted = 0;
    for string in 0..1_u64 << (8 * Code::<M, COUNT>::LEN) {
        let bytes = &string.to_le_bytes()[..Code::<M, COUNT>::LEN];
        if let Some(numbers) = decode::<M, COUNT>(bytes) {
            assert!(numbers.iter().all(|number| *number < M));
            assert_eq!(encode::<M, COUNT>(&numbers), bytes);
            accepted += 1;
        }
    }
    assert_eq!(accepted, u64::from(M).pow(COUNT as u32));
}

#[test]
fn each_sequence_has_one_code() {
    exhaust::<3, 5>();
    exhaust::<3, 8>();
    exhaust::<255, 2>();
    exhaust::<256, 2>();
    exhaust::<257, 2>();
    exhaust::<65_537, 1>();
}

#[test]
fn the_least_and_the_largest_sequence() {
    fn check<const M: u32, const COUNT: usize>() {
        for number in [0, 1, M - 2, M - 1] {
            let numbers = vec![number; COUNT];
            assert_eq!(decode::<M, COUNT>(&encode::<M, COUNT>(&numbers)), Some(numbers));
        }
        assert_eq!(decode::<M, COUNT>(&vec![0xff; Code::<M, COUNT>::LEN]), None);
        assert_eq!(decode::<M, COUNT>(&vec![0; Code::<M, COUNT>::LEN - 1]), None);
        assert_eq!(decode::<M, COUNT>(&vec![0; Code::<M, COUNT>::LEN + 1]), None);
    }
    check::<Q, 1024>();
    check::<P, 32>();
    check::<{ 2 * RESPONSE as u32 + 1 }, 2304>();
    check::<3, 2304>();
}

/// A byte after which the bound is 2^32 or less is written as soon as possible: the state's last check is not
/// the only one.
#[test]
fn states_are_checked_in_the_middle() {
    const LEN: usize = Code::<Q, 1024>::LEN;
    let good = encode::<Q, 1024>(&vec![Q - 1; 1024]);
    let refused = (0..LEN).filter(|i| {
        let mut bytes = good.clone();
        bytes[*i] |= 0x80;
        bytes != good && decode::<Q, 1024>(&bytes).is_none()
    });
    assert!(refused.filter(|i| *i < LEN - 8).count() > 0);
}

proptest! {
    #[test]
    fn numbers_come_back(numbers in prop::collection::vec(0..Q, 1024)) {
        prop_assert_eq!(decode::<Q, 1024>(&encode::<Q, 1024>(&numbers)), Some(numbers));
    }

    #[test]
    fn bytes_that_are_accepted_come_back(bytes in prop::collection::vec(any::<u8>(), PublicKey::LEN)) {
        if let Some(numbers) = decode::<Q, 1024>(&bytes) {
            prop_assert!(numbers.iter().all(|number| *number < Q));
            prop_assert_eq!(encode::<Q, 1024>(&numbers), bytes);
        }
    }
}
