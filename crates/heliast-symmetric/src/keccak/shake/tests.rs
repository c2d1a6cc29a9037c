//! The sponge: the bytes that it takes at a time, and the place of the padding.

use super::*;
use std::{vec, vec::Vec};

const RATES: [usize; 2] = [SHAKE128_RATE, SHAKE256_RATE];

fn sponge(rate: usize, position: usize) -> Sponge<[u64; WORDS]> {
    let mut sponge = Sponge::new(Keccak::portable(), rate, 1, [0; WORDS]);
    sponge.position = position;
    sponge
}

/// A piece has whole words if it begins at a word, or else a part of one word, and never exceeds the block.
#[test]
fn pieces_end_at_words() {
    for rate in RATES {
        for position in 0..rate {
            let sponge = sponge(rate, position);
            for left in 1..2 * rate {
                let piece = sponge.piece(left);
                assert!((1..=left).contains(&piece) && position + piece <= rate, "{position} {left}");
                let last = position + piece - 1;
                let in_one_word = position / WORD_LEN == last / WORD_LEN;
                let whole_words = position.is_multiple_of(WORD_LEN) && piece.is_multiple_of(WORD_LEN);
                assert!(in_one_word || whole_words, "{position} {left}: {piece}");
                // The piece is not shorter than necessary.
                let end = (position + piece).is_multiple_of(WORD_LEN);
                assert!(end || piece == left || left - piece < WORD_LEN, "{position} {left}: {piece}");
            }
        }
    }
}

/// A byte at any place is that byte of a little-endian word, separately in every lane.
#[test]
fn bytes_go_to_their_places() {
    for rate in RATES {
        for position in 0..rate - 1 {
            let mut one = sponge(rate, position);
            one.absorb(1, |_| &[0xa5]);
            let mut bytes = one.state.iter().flat_map(|word| word.to_le_bytes());
            assert_eq!(bytes.position(|byte| byte == 0xa5), Some(position));
            assert_eq!(one.state.iter().map(|word| word.count_ones()).sum::<u32>(), 4);
            assert_eq!(one.position, position + 1);
        }
        let mut many: Sponge<State> = Sponge::new(Keccak::portable(), rate, 3, [Lanes::ZERO; WORDS]);
        let inputs = [[1; 11], [2; 11], [3; 11]];
        many.absorb(11, |lane| &inputs[lane]);
        for (lane, byte) in [(0, 1), (1, 2), (2, 3)] {
            let expected = [u64::from_le_bytes([byte; 8]), u64::from(byte) * 0x01_0101];
            assert_eq!([many.state[0].0[lane], many.state[1].0[lane]], expected, "lane {lane}");
        }
        assert!(many.state.iter().all(|row| row.0[3..] == [0; 5]), "no other lane is written");
    }
}

/// The suffix 1111 and the first bit of 10*1 at the place of the next byte, the last bit at the block's end.
#[test]
fn the_padding_closes_the_block() {
    for rate in RATES {
        for position in 0..rate {
            let mut one = sponge(rate, position);
            one.pad();
            let bytes: Vec<u8> = one.state.iter().flat_map(|word| word.to_le_bytes()).collect();
            let mut expected = vec![0; 200];
            expected[position] ^= 0x1f;
            expected[rate - 1] ^= 0x80;
            assert_eq!(bytes, expected, "{position} of {rate}");
            // The permutation is done when an output is requested.
            assert_eq!(one.position, rate);
            one.squeeze(0, &mut [&mut [0; 0][..]]);
            assert_eq!(one.position, rate);
        }
    }
}

/// A full block is permuted at once, so that there is always room for the padding.
#[test]
fn full_blocks_are_permuted() {
    for rate in RATES {
        for blocks in 1..4 {
            let mut one = sponge(rate, 0);
            one.absorb(blocks * rate, |_| &[7; 3 * SHAKE128_RATE]);
            assert_eq!(one.position, 0);
            let mut expected = [0; WORDS];
            for _ in 0..blocks {
                expected[..rate / 8].iter_mut().for_each(|word| *word ^= u64::from_le_bytes([7; 8]));
                Keccak::portable().permute_one(&mut expected);
            }
            assert_eq!(one.state, expected, "{blocks} blocks of {rate}");
        }
    }
}

#[test]
fn lengths_are_common_to_all_lanes() {
    assert_eq!(common_length(3, [5, 5, 5].into_iter()), 5);
    assert_eq!(common_length(1, [0].into_iter()), 0);
    assert_eq!(common_length(0, [].into_iter()), 0);
}
