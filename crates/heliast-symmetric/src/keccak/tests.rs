//! Every kernel, compared with FIPS 202's published answers, with the portable kernel, and with the crate
//! `sha3`.

use super::*;
use proptest::prelude::*;
use sha3::digest::{ExtendableOutput, Update, XofReader};
use std::{string::String, vec, vec::Vec};
use zeroize::Zeroize;

const RATES: [usize; 2] = [SHAKE128_RATE, SHAKE256_RATE];

/// Pseudorandom words, the same for the same seed.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn state(&mut self) -> State {
        core::array::from_fn(|_| Lanes(core::array::from_fn(|_| self.next())))
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.next() as u8).collect()
    }
}

fn lane(state: &State, lane: usize) -> [u64; WORDS] {
    core::array::from_fn(|word| state[word].0[lane])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| std::format!("{byte:02x}")).collect()
}

/// SHAKE of another implementation.
fn expected(rate: usize, message: &[u8], len: usize) -> Vec<u8> {
    fn output<S: Default + Update + ExtendableOutput>(message: &[u8], len: usize) -> Vec<u8> {
        let mut out = vec![0; len];
        S::default().chain(message).finalize_xof().read(&mut out);
        out
    }
    if rate == SHAKE128_RATE {
        output::<sha3::Shake128>(message, len)
    } else {
        output::<sha3::Shake256>(message, len)
    }
}

fn shake(keccak: Keccak, rate: usize) -> Shake {
    if rate == SHAKE128_RATE { keccak.shake128() } else { keccak.shake256() }
}

fn shakes(keccak: Keccak, rate: usize, lanes: usize) -> Shakes {
    if rate == SHAKE128_RATE { keccak.shakes128(lanes) } else { keccak.shakes256(lanes) }
}

/// Cuts `length` into parts of up to 41 bytes, or now and then up to 400.
fn parts(words: &mut Words, length: usize) -> Vec<core::ops::Range<usize>> {
    let mut ranges = vec![];
    let mut from = 0;
    while from < length {
        let most = if words.next().is_multiple_of(4) { 400 } else { 41 };
        let to = length.min(from + words.next() as usize % (most + 1));
        ranges.push(from..to);
        from = to;
    }
    ranges
}

/// Hashes one message per lane in random parts and squeezes `len` bytes in random parts.
fn in_lanes(
    keccak: Keccak,
    rate: usize,
    messages: &[Vec<u8>],
    len: usize,
    words: &mut Words,
) -> Vec<Vec<u8>> {
    let mut shakes = shakes(keccak, rate, messages.len());
    for part in parts(words, messages.first().map_or(0, Vec::len)) {
        let inputs: Vec<&[u8]> = messages.iter().map(|message| &message[part.clone()]).collect();
        shakes.absorb(&inputs);
    }
    let mut output = shakes.finish();
    let mut outputs = vec![vec![0; len]; messages.len()];
    for part in parts(words, len) {
        let mut pieces: Vec<&mut [u8]> = outputs.iter_mut().map(|output| &mut output[part.clone()]).collect();
        output.squeeze(&mut pieces);
    }
    outputs
}

/// The first and the last 32 of the 512 published bytes of SHAKE for the empty message and for 1600 bits of
/// the pattern 0xa3.
#[test]
fn published_answers() {
    let pattern = [0xa3; 200];
    let cases: [(usize, &[u8], &str, &str); 4] = [
        (
            SHAKE128_RATE,
            b"",
            "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26",
            "43e41b45a653f2a5c4492c1add544512dda2529833462b71a41a45be97290b6f",
        ),
        (
            SHAKE128_RATE,
            &pattern,
            "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037",
            "44c9fb359fd56ac0a9a75a743cff6862f17d7259ab075216c0699511643b6439",
        ),
        (
            SHAKE256_RATE,
            b"",
            "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f",
            "ab0bae316339894304e35877b0c28a9b1fd166c796b9cc258a064a8f57e27f2a",
        ),
        (
            SHAKE256_RATE,
            &pattern,
            "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d",
            "6a1a9d7846436e4dca5728b6f760eef0ca92bf0be5615e96959d767197a0beeb",
        ),
    ];
    for keccak in Keccak::all() {
        for (rate, message, start, end) in cases {
            let mut out = [0; 512];
            let mut one = shake(keccak, rate);
            one.absorb(message);
            one.finish().squeeze(&mut out);
            assert_eq!((&*hex(&out[..32]), &*hex(&out[480..])), (start, end), "{} {rate}", keccak.name());

            for lanes in 0..=LANES {
                let mut outputs = vec![[0; 512]; lanes];
                let mut many = shakes(keccak, rate, lanes);
                many.absorb_common(message);
                many.finish().squeeze(&mut outputs);
                assert!(outputs.iter().all(|output| *output == out), "{} {rate} {lanes}", keccak.name());
            }
        }
    }
}

/// The state after one and after two permutations of zeros, whose first words are in the designers' test
/// file.
#[test]
fn permutations_of_zeros() {
    for keccak in Keccak::all() {
        for lanes in 1..=LANES {
            let mut state = [Lanes::ZERO; WORDS];
            keccak.permute(lanes, &mut state);
            let firsts = (state[0].0, state[24].0);
            assert!(firsts.0[..lanes].iter().all(|word| *word == 0xf125_8f79_40e1_dde7), "{}", keccak.name());
            assert!(firsts.1[..lanes].iter().all(|word| *word == 0xeaf1_ff7b_5cec_a249), "{}", keccak.name());
            keccak.permute(lanes, &mut state);
            assert!(
                state[0].0[..lanes].iter().all(|word| *word == 0x2d5c_954d_f96e_cb3c),
                "{}",
                keccak.name()
            );
        }
    }
}

#[test]
fn every_length_of_messages_and_outputs() {
    let mut words = Words(1);
    for rate in RATES {
        for length in 0..=3 * rate {
            let lanes = 1 + length % LANES;
            let out_length = words.next() as usize % (3 * rate + 1);
            let messages: Vec<Vec<u8>> = (0..lanes).map(|_| words.bytes(length)).collect();
            let expected: Vec<_> =
                messages.iter().map(|message| expected(rate, message, out_length)).collect();
            for keccak in Keccak::all() {
                let outputs = in_lanes(keccak, rate, &messages, out_length, &mut words);
                assert!(outputs == expected, "{} {rate} {length} {out_length}", keccak.name());
            }
        }
        let messages: Vec<Vec<u8>> = (0..LANES).map(|_| words.bytes(62)).collect();
        for out_length in 0..=3 * rate {
            let expected: Vec<_> =
                messages.iter().map(|message| expected(rate, message, out_length)).collect();
            for keccak in Keccak::all() {
                let outputs = in_lanes(keccak, rate, &messages, out_length, &mut words);
                assert!(outputs == expected, "{} {rate} 62 {out_length}", keccak.name());
            }
        }
    }
}

#[test]
fn one_message_of_every_length_in_parts() {
    let mut words = Words(2);
    for rate in RATES {
        for length in 0..=3 * rate {
            let message = words.bytes(length);
            let mut one = shake(Keccak::new(), rate);
            for part in parts(&mut words, length) {
                one.absorb(&message[part]);
            }
            let mut output = one.finish();
            let mut out = vec![0; 3 * rate - length];
            for part in parts(&mut words, out.len()) {
                output.squeeze(&mut out[part]);
            }
            assert!(out == expected(rate, &message, out.len()), "{rate} {length}");
        }
    }
}

/// A common prefix, then parts for each lane, as for a caller with many short fields.
#[test]
fn common_and_own_parts() {
    let seeds: [[u8; 24]; LANES] = core::array::from_fn(|lane| [lane as u8; 24]);
    let numbers: [[u8; 2]; LANES] = core::array::from_fn(|lane| (1000 + lane as u16).to_le_bytes());
    let salt = [0x5a; 32];
    for keccak in Keccak::all() {
        for rate in RATES {
            let mut many = shakes(keccak, rate, LANES);
            many.absorb_common(&[4, 2]);
            many.absorb(&seeds);
            many.absorb_common(&salt);
            many.absorb(&numbers);
            let mut outputs = [[0; 333]; LANES];
            many.finish().squeeze(&mut outputs);
            for lane in 0..LANES {
                let message = [&[4, 2][..], &seeds[lane], &salt, &numbers[lane]].concat();
                assert_eq!(outputs[lane][..], expected(rate, &message, 333), "{} {lane}", keccak.name());
            }
        }
    }
}

/// A change in one lane of the state changes this lane only, with any number of lanes.
#[test]
fn lanes_are_independent() {
    let mut words = Words(3);
    for lanes in 0..=LANES {
        let before = words.state();
        for changed in 0..LANES {
            let mut other = before;
            other[words.next() as usize % WORDS].0[changed] ^= 1 << (words.next() % 64);
            for keccak in Keccak::all() {
                let (mut first, mut second) = (before, other);
                keccak.permute(lanes, &mut first);
                keccak.permute(lanes, &mut second);
                for index in 0..lanes {
                    let same = lane(&first, index) == lane(&second, index);
                    assert_eq!(same, index != changed, "{} {index} of {lanes}", keccak.name());
                }
            }
        }
    }
}

/// Compares each lane with the one-stream permutation, which the published answers bind.
fn check(state: &State) {
    for keccak in Keccak::all() {
        for lanes in 0..=LANES {
            let mut out = *state;
            keccak.permute(lanes, &mut out);
            for index in 0..lanes {
                let mut one = lane(state, index);
                keccak.permute_one(&mut one);
                assert_eq!(lane(&out, index), one, "{} {index} of {lanes}", keccak.name());
            }
        }
    }
}

#[test]
fn extreme_states() {
    for value in [0, 1, 1 << 63, u64::MAX - 1, u64::MAX, 0xaaaa_aaaa_aaaa_aaaa, 0xffff_ffff] {
        check(&[Lanes([value; LANES]); WORDS]);
        for word in 0..WORDS {
            let mut state = [Lanes([!value; LANES]); WORDS];
            state[word] = Lanes([value; LANES]);
            check(&state);
        }
    }
    // Every single bit, at a different place in each lane.
    for bit in 0..1600 {
        let mut state = [Lanes::ZERO; WORDS];
        for lane in 0..LANES {
            let bit = (bit + 200 * lane) % 1600;
            state[bit / 64].0[lane] = 1 << (bit % 64);
        }
        check(&state);
    }
}

#[test]
#[should_panic(expected = "9 lanes are too many")]
fn lanes_are_limited() {
    Keccak::new().permute(9, &mut [Lanes::ZERO; WORDS]);
}

#[test]
#[should_panic(expected = "9 lanes are too many")]
fn messages_are_limited() {
    Keccak::new().shakes128(9);
}

#[test]
#[should_panic(expected = "the lengths differ")]
fn messages_have_one_length() {
    Keccak::new().shakes128(2).absorb(&[&[1][..], &[1, 2]]);
}

#[test]
#[should_panic(expected = "the lengths differ")]
fn outputs_have_one_length() {
    Keccak::new().shakes256(2).finish().squeeze(&mut [vec![0; 2], vec![0; 3]]);
}

#[test]
#[should_panic(expected = "as many slices as lanes")]
fn every_lane_has_a_message() {
    Keccak::new().shakes256(3).absorb(&[[0; 4]; 2]);
}

#[test]
fn wiped() {
    let mut state = Words(4).state();
    state.zeroize();
    assert_eq!(state, [Lanes::ZERO; WORDS]);

    // A wiped sponge equals one that has read only zeros, up to the same place in its block.
    let (mut wiped, mut zeros) = (Keccak::new().shake128(), Keccak::new().shake128());
    wiped.absorb(&[0xff; 20]);
    wiped.zeroize();
    zeros.absorb(&[0; 20]);
    let mut outputs = [[0; 32]; 2];
    wiped.finish().squeeze(&mut outputs[0]);
    zeros.finish().squeeze(&mut outputs[1]);
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn the_fastest_kernel_is_one_of_all() {
    assert_eq!(Keccak::all().next().map(|keccak| keccak.name()), Some("portable"));
    assert!(Keccak::all().any(|keccak| keccak.name() == Keccak::new().name()));
}

proptest! {
    #[test]
    fn kernels_agree(seed: u64) {
        check(&Words(seed).state());
    }
}

/// One cut at every place of three blocks, in reading and in writing.
#[test]
fn a_cut_at_every_place() {
    let mut words = Words(5);
    let message = words.bytes(400);
    for rate in RATES {
        let whole = expected(rate, &message, 400);
        for cut in 0..=400 {
            let mut one = shake(Keccak::new(), rate);
            one.absorb(&message[..cut]);
            one.absorb(&message[cut..]);
            let (mut output, mut found) = (one.finish(), vec![0; 400]);
            output.squeeze(&mut found[..cut]);
            output.squeeze(&mut found[cut..]);
            assert_eq!(found, whole, "{rate} cut at {cut}");
        }
        for keccak in Keccak::all() {
            for cut in (0..=400).step_by(7) {
                let (head, tail) = message.split_at(cut);
                let mut many = shakes(keccak, rate, 3);
                many.absorb(&[head; 3]);
                many.absorb(&[tail; 3]);
                let (mut output, mut found) = (many.finish(), vec![vec![0; 400]; 3]);
                let mut pieces: Vec<(&mut [u8], &mut [u8])> =
                    found.iter_mut().map(|lane| lane.split_at_mut(cut)).collect();
                output.squeeze(&mut pieces.iter_mut().map(|piece| &mut *piece.0).collect::<Vec<_>>());
                output.squeeze(&mut pieces.iter_mut().map(|piece| &mut *piece.1).collect::<Vec<_>>());
                assert!(found.iter().all(|lane| *lane == whole), "{} {rate} cut at {cut}", keccak.name());
            }
        }
    }
}

/// The content of lanes beyond the requested number does not matter.
#[test]
fn lanes_beyond_the_number_do_not_matter() {
    let mut words = Words(6);
    for lanes in 0..=LANES {
        let state = words.state();
        let mut other = state;
        other.iter_mut().for_each(|row| row.0[lanes..].fill(words.next()));
        for keccak in Keccak::all() {
            let (mut first, mut second) = (state, other);
            keccak.permute(lanes, &mut first);
            keccak.permute(lanes, &mut second);
            for index in 0..lanes {
                assert_eq!(lane(&first, index), lane(&second, index), "{} {index} of {lanes}", keccak.name());
            }
        }
    }
}

#[test]
fn no_lanes_have_no_outputs() {
    for keccak in Keccak::all() {
        for rate in RATES {
            let mut none = shakes(keccak, rate, 0);
            none.absorb(&[[0; 3]; 0]);
            none.absorb_common(&[1; 500]);
            none.finish().squeeze(&mut [[0; 7]; 0]);
        }
    }
}

#[test]
fn copies_in_lanes_go_their_own_ways() {
    for keccak in Keccak::all() {
        for rate in RATES {
            let mut original = shakes(keccak, rate, 2);
            original.absorb(&[b"left", b"rite"]);
            let mut copy = original.clone();
            copy.absorb_common(b"!");
            let mut outputs = [[[0; 50]; 2]; 2];
            original.finish().squeeze(&mut outputs[0]);
            let mut output = copy.finish();
            let mut again = output.clone();
            output.squeeze(&mut outputs[1]);
            let messages: [&[u8]; 4] = [b"left", b"rite", b"left!", b"rite!"];
            for (message, found) in messages.into_iter().zip(outputs.as_flattened()) {
                assert_eq!(found[..], expected(rate, message, 50), "{} {message:?}", keccak.name());
            }
            let mut repeated = [[0; 50]; 2];
            again.squeeze(&mut repeated);
            assert_eq!(repeated, outputs[1]);
        }
    }
}

#[test]
#[should_panic(expected = "9 lanes are too many")]
fn messages_of_shake256_are_limited() {
    Keccak::new().shakes256(9);
}

#[test]
#[should_panic(expected = "as many slices as lanes")]
fn every_lane_has_an_output() {
    Keccak::new().shakes128(2).finish().squeeze(&mut [[0; 4]; 3]);
}
