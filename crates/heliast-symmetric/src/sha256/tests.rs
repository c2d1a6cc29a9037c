//! Every kernel, compared with FIPS 180-4's published answers, with the portable kernel, and with the crate
//! `sha2`.

use super::*;
use proptest::prelude::*;
use sha2::Digest;
use std::{vec, vec::Vec};
use zeroize::Zeroize;

/// The empty message, padded.
const EMPTY_BLOCK: [u32; 16] = [0x8000_0000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Pseudorandom words, the same for the same seed.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u32 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    }

    fn array<const N: usize>(&mut self) -> [u32; N] {
        core::array::from_fn(|_| self.next())
    }

    fn row(&mut self) -> Lanes {
        Lanes(self.array())
    }

    fn rows<const N: usize>(&mut self) -> [Lanes; N] {
        core::array::from_fn(|_| self.row())
    }
}

fn lane<const N: usize>(rows: &[Lanes; N], lane: usize) -> [u32; N] {
    core::array::from_fn(|word| rows[word].0[lane])
}

/// The compression function of another implementation.
fn compressed(mut state: [u32; 8], block: [u32; 16]) -> [u32; 8] {
    let mut bytes = [0; 64];
    bytes.as_chunks_mut::<4>().0.iter_mut().zip(block).for_each(|(to, word)| *to = word.to_be_bytes());
    sha2::block_api::compress256(&mut state, &[bytes]);
    state
}

fn hex(bytes: &[u8]) -> std::string::String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// Compresses one block in this many lanes with every kernel, and compares each lane with the other
/// implementation.
fn check(lanes: usize, start: Start<'_>, block: &Block<'_>, expected: impl Fn(usize) -> [u32; 8]) {
    for sha in Sha256::all() {
        let mut out = Words(99).rows();
        sha.compress(lanes, start, block, &mut out);
        for index in 0..lanes {
            assert_eq!(lane(&out, index), expected(index), "{} lane {index} of {lanes}", sha.name());
        }
    }
}

#[test]
fn published_answers() {
    let million = vec![b'a'; 1_000_000];
    let cases: [(&[u8], &str); 5] = [
        (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
        (
            b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
        ),
        (&million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    ];
    for sha in Sha256::all() {
        for (message, digest) in cases {
            assert_eq!(hex(&sha.digest(&[message])), digest, "{} {} bytes", sha.name(), message.len());
        }
    }
}

#[test]
fn published_answers_in_lanes() {
    for sha in Sha256::all() {
        let mut out = [Lanes::ZERO; 8];
        sha.compress(
            LANES,
            Start::All(&Midstate::initial()),
            &Block::Words(EMPTY_BLOCK.map(Word::All)),
            &mut out,
        );
        for lane in 0..LANES {
            let digest = hex(&store(&out, lane));
            assert_eq!(
                digest,
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                "{}",
                sha.name()
            );
        }
    }
}

#[test]
fn digests_of_every_length_and_partition() {
    let message: Vec<u8> = (0..301).map(|index| (index * 167 + 13) as u8).collect();
    for sha in Sha256::all() {
        for length in 0..=300 {
            let message = &message[..length];
            let expected: [u8; 32] = sha2::Sha256::digest(message).into();
            assert_eq!(sha.digest(&[message]), expected, "{} {length}", sha.name());
            let (head, tail) = message.split_at(length / 3);
            let (middle, tail) = tail.split_at(tail.len() / 2);
            assert_eq!(
                sha.digest(&[head, &[], middle, tail, &[]]),
                expected,
                "{} {length} in parts",
                sha.name()
            );
            let bytes: Vec<&[u8]> = message.chunks(1).collect();
            assert_eq!(sha.digest(&bytes), expected, "{} {length} bytewise", sha.name());
        }
    }
}

#[test]
fn every_number_of_lanes_and_every_start() {
    let mut words = Words(1);
    for lanes in 0..=LANES {
        let (state, rows) = (words.rows::<8>(), words.rows::<16>());
        let block = Block::Words(rows.each_ref().map(Word::Each));
        check(lanes, Start::Each(&state), &block, |index| {
            compressed(lane(&state, index), lane(&rows, index))
        });

        let midstate = Midstate::initial().after(&words.array());
        let chaining = midstate.chaining;
        check(lanes, Start::All(&midstate), &block, |index| compressed(chaining, lane(&rows, index)));

        for begun in [4, 8] {
            let first: [u32; 8] = words.array();
            let block = Block::Words(core::array::from_fn(|word| {
                if word < begun { Word::All(first[word]) } else { Word::Each(&rows[word]) }
            }));
            check(lanes, Start::All(&midstate.begun(&first[..begun])), &block, |index| {
                let mut block = lane(&rows, index);
                block[..begun].copy_from_slice(&first[..begun]);
                compressed(chaining, block)
            });
        }
    }
}

#[test]
fn constant_blocks() {
    let mut words = Words(2);
    for lanes in [1, 3, 16, 17, LANES] {
        let (state, block) = (words.rows::<8>(), words.array::<16>());
        let midstate = Midstate::initial().after(&words.array());
        let schedule = Schedule::new(&block);
        for form in [Block::Constant(&schedule), Block::Words(block.map(Word::All))] {
            check(lanes, Start::Each(&state), &form, |index| compressed(lane(&state, index), block));
            for midstate in [midstate.clone(), midstate.begun(&block[..4]), midstate.begun(&block[..8])] {
                check(lanes, Start::All(&midstate), &form, |_| compressed(midstate.chaining, block));
            }
        }
    }
}

#[test]
fn extreme_words() {
    let values = [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX];
    for chaining in values {
        for word in values {
            let (state, row) = ([Lanes([chaining; LANES]); 8], Lanes([word; LANES]));
            let block = Block::Words([Word::Each(&row); 16]);
            check(LANES, Start::Each(&state), &block, |_| compressed([chaining; 8], [word; 16]));
        }
    }
}

#[test]
fn one_stream() {
    let mut words = Words(3);
    for sha in Sha256::all() {
        let mut state = Midstate::initial().chaining;
        for _ in 0..100 {
            let block = words.array();
            let expected = compressed(state, block);
            sha.compress_one(&mut state, &block);
            assert_eq!(state, expected, "{}", sha.name());
        }
    }
}

#[test]
fn midstates_are_prefixes() {
    let mut words = Words(4);
    let (first, second) = (words.array(), words.array::<16>());
    let midstate = Midstate::initial().after(&first);
    for sha in Sha256::all() {
        assert_eq!(sha.after(&Midstate::initial(), &first).chaining, midstate.chaining, "{}", sha.name());
    }
    assert_eq!(midstate.chaining, compressed(Midstate::initial().chaining, first));
    assert_eq!(midstate.begun(&second[..4]).after(&second).chaining, midstate.after(&second).chaining);
    assert_eq!(
        midstate.begun(&first[..8]).begun(&second[..4]).variables,
        midstate.begun(&second[..4]).variables
    );
}

#[test]
#[should_panic(expected = "four or eight words")]
fn midstates_begin_with_four_or_eight_words() {
    Midstate::initial().begun(&[0; 5]);
}

#[test]
#[should_panic(expected = "33 lanes are too many")]
fn lanes_are_limited() {
    let schedule = Schedule::new(&EMPTY_BLOCK);
    let mut out = [Lanes::ZERO; 8];
    Sha256::new().compress(33, Start::All(&Midstate::initial()), &Block::Constant(&schedule), &mut out);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "the block begins with other words")]
fn begun_words_stay() {
    let midstate = Midstate::initial().begun(&[1; 4]);
    let mut out = [Lanes::ZERO; 8];
    Sha256::new().compress(1, Start::All(&midstate), &Block::Words([Word::All(2); 16]), &mut out);
}

#[test]
fn a_lane_in_and_out() {
    let mut state = Words(5).rows();
    let before = state;
    let bytes: [u8; 32] = core::array::from_fn(|index| index as u8 * 7);
    load(&mut state, 19, &bytes);
    assert_eq!(store(&state, 19), bytes);
    assert_eq!(state[1].0[19], 0x1c23_2a31);
    for other in (0..LANES).filter(|other| *other != 19) {
        assert_eq!(lane(&state, other), lane(&before, other));
    }
}

#[test]
fn wiped() {
    let mut words = Words(6);
    let (mut state, mut midstate) =
        (words.rows::<8>(), Midstate::initial().after(&words.array()).begun(&[1; 4]));
    state.zeroize();
    midstate.zeroize();
    assert_eq!(state, [Lanes::ZERO; 8]);
    assert_eq!((midstate.chaining, midstate.variables), ([0; 8], [0; 8]));
}

#[test]
fn the_fastest_kernel_is_one_of_all() {
    assert_eq!(Sha256::all().next().map(|sha| sha.name()), Some("portable"));
    assert!(Sha256::all().any(|sha| sha.name() == Sha256::new().name()));
}

proptest! {
    /// Any mixture of common and own words.
    #[test]
    fn mixed_words(seed: u64, common: u16, lanes in 1..=LANES) {
        let mut words = Words(seed);
        let (state, rows) = (words.rows::<8>(), words.rows::<16>());
        let all = |word: usize| common >> word & 1 == 1;
        let block = Block::Words(core::array::from_fn(|word| {
            if all(word) { Word::All(rows[word].0[0]) } else { Word::Each(&rows[word]) }
        }));
        check(lanes, Start::Each(&state), &block, |index| {
            let words = core::array::from_fn(|word| rows[word].0[if all(word) { 0 } else { index }]);
            compressed(lane(&state, index), words)
        });
    }
}

/// Blocks of one stream, in one call and one by one, for every number of blocks that a kernel may unroll.
#[test]
fn streams_of_every_number_of_blocks() {
    let mut words = Words(7);
    let blocks: Vec<[u32; 16]> = (0..21).map(|_| words.array()).collect();
    let bytes: Vec<[u8; 64]> = blocks
        .iter()
        .map(|block| {
            let mut bytes = [0; 64];
            let words = bytes.as_chunks_mut::<4>().0.iter_mut().zip(block);
            words.for_each(|(bytes, word)| *bytes = word.to_be_bytes());
            bytes
        })
        .collect();
    for sha in Sha256::all() {
        let mut expected = words.array();
        for count in 0..=blocks.len() {
            let (before, mut state) = (expected, expected);
            sha.compress_bytes(&mut state, &bytes[..count]);
            expected = blocks[..count].iter().fold(before, |state, block| compressed(state, *block));
            assert_eq!(state, expected, "{} {count}", sha.name());
        }
    }
}

/// The content of lanes beyond the requested number does not matter.
#[test]
fn lanes_beyond_the_number_do_not_matter() {
    let mut words = Words(8);
    for lanes in 0..=LANES {
        let (state, rows) = (words.rows::<8>(), words.rows::<16>());
        let (mut other_state, mut other_rows) = (state, rows);
        for row in other_state.iter_mut().chain(&mut other_rows) {
            row.0[lanes..].fill(words.next());
        }
        for sha in Sha256::all() {
            let [first, second] = [(&state, &rows), (&other_state, &other_rows)].map(|(state, rows)| {
                let mut out = [Lanes::ZERO; 8];
                let block = Block::Words(rows.each_ref().map(Word::Each));
                sha.compress(lanes, Start::Each(state), &block, &mut out);
                out
            });
            for index in 0..lanes {
                assert_eq!(lane(&first, index), lane(&second, index), "{} {index} of {lanes}", sha.name());
            }
        }
    }
}

/// A begun midstate is for blocks that begin with its words in all lanes, in any form.
#[test]
fn begun_midstates_know_their_blocks() {
    let mut words = Words(9);
    let (block, row) = (words.array::<16>(), Lanes([5; LANES]));
    let midstate = Midstate::initial().after(&words.array());
    for begun in [4, 8] {
        let begun_state = midstate.begun(&block[..begun]);
        let precedes = |block: [u32; 16]| {
            let schedule = Schedule::new(&block);
            let [words, constant] = [Block::Words(block.map(Word::All)), Block::Constant(&schedule)];
            assert_eq!(begun_state.precedes(&words), begun_state.precedes(&constant));
            begun_state.precedes(&words)
        };
        assert!(precedes(block));
        for word in 0..16 {
            let mut other = block;
            other[word] ^= 1 << word;
            assert_eq!(precedes(other), word >= begun, "word {word} of {begun}");
            let each =
                core::array::from_fn(|t| if t == word { Word::Each(&row) } else { Word::All(block[t]) });
            assert_eq!(begun_state.precedes(&Block::Words(each)), word >= begun, "word {word} of {begun}");
        }
        // Without begun rounds every block may follow.
        assert!(midstate.precedes(&Block::Words([Word::Each(&row); 16])));
    }
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn chaining_values_go_to_lanes_that_are_there() {
    load(&mut [Lanes::ZERO; 8], LANES, &[1; 32]);
}

#[test]
#[should_panic(expected = "index out of bounds")]
fn digests_come_from_lanes_that_are_there() {
    store(&[Lanes::ZERO; 8], LANES);
}
