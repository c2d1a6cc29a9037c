//! Compares the constants with their published digests, with their definition, and with a generator that
//! works bit by bit.

use super::{matrix::inverse, *};
use sha2::{Digest, Sha256};
use std::string::String;

/// (instance, matrices rejected before each of L_1..L_r and K_0..K_r, first row of L_1, SHA-256 of all
/// constants)
type Known = (Parameters, &'static [u32], &'static [u32], &'static str, &'static str);

const L_129: &str = "31c11236b1d3aed8fa917d2702e6032b80";
const L_192: &str = "46cd26e0d032b016f15ab41f811f0a260e51a71a336076ca";
const L_255: &str = "31c11236b1d3aed8fa917d2702e6032bc206e3ff07cddbc762de608cb8cc3b54";

const KNOWN: [Known; 6] = [
    (
        Parameters::N129R4,
        &[0, 2, 0, 0],
        &[1, 3, 1, 2, 1],
        L_129,
        "72c615a76577385250b4f934ebcbda61d869cfc05d98dc9fa0fe987c3fc5d9b6",
    ),
    (
        Parameters::N192R4,
        &[3, 6, 1, 0],
        &[1, 5, 0, 3, 3],
        L_192,
        "18b94ebf858264a1ac1744fb7c9f14201d6b2507cfb459a5adb13a46a7dfa2af",
    ),
    (
        Parameters::N255R4,
        &[0, 2, 2, 1],
        &[0, 0, 1, 2, 6],
        L_255,
        "290f9f6df35abbb8d2a6e0e34898573793969eb63742cf0bad8ed6cdb7254352",
    ),
    (
        Parameters::N192R11,
        &[3, 6, 1, 0, 3, 0, 9, 3, 0, 7, 1],
        &[5, 0, 0, 1, 2, 0, 2, 0, 1, 5, 0, 2],
        L_192,
        "b4f5bf9c087e7ef0969036c0df1fd5846b83130efbdf6e0a02ba3e676017d4bd",
    ),
    (
        Parameters::N192R13,
        &[3, 6, 1, 0, 3, 0, 9, 3, 0, 7, 1, 2, 2],
        &[1, 4, 0, 1, 0, 0, 1, 1, 1, 1, 2, 2, 1, 7],
        L_192,
        "cd4fbec3b28cf6ab942ea4648d4b0fc275a70cbca4a9e6082e60d7d128e27734",
    ),
    (
        Parameters::N255R13,
        &[0, 2, 2, 1, 1, 2, 3, 0, 2, 1, 0, 2, 0],
        &[0, 2, 0, 0, 2, 3, 1, 1, 2, 2, 8, 4, 3, 1],
        L_255,
        "b49a6f14c1fb26253ff8993ba91beca37b551867d375de8e80665487231e157e",
    ),
];

/// Returns the digest of L_1..L_r, R_1..R_r, K_0..K_r, row by row.
fn digest(lowmc: &LowMc) -> String {
    let bytes = lowmc.parameters().bytes();
    let mut sha = Sha256::new();
    let mut absorb = |string: Bits| sha.update(&string.to_bytes()[..bytes]);
    for round in lowmc.rounds() {
        round.linear.rows().for_each(&mut absorb);
    }
    for round in lowmc.rounds() {
        absorb(round.constant);
    }
    lowmc.whitening().key.rows().for_each(&mut absorb);
    for round in lowmc.rounds() {
        round.key.rows().for_each(&mut absorb);
    }
    hex::encode(sha.finalize())
}

#[test]
fn the_constants_have_their_published_digests() {
    for (parameters, linear, keys, first_row, sha256) in KNOWN {
        let (lowmc, rejected) = LowMc::generate(parameters);
        let (r, bytes) = (parameters.rounds(), parameters.bytes());
        assert_eq!(rejected.len(), 2 * r + 1);
        assert_eq!((&rejected[..r], &rejected[r..]), (linear, keys), "{parameters:?}");
        assert_eq!(
            hex::encode(&lowmc.rounds()[0].linear.rows().next().unwrap().to_bytes()[..bytes]),
            first_row
        );
        assert_eq!(digest(&lowmc), sha256, "{parameters:?}");
    }
}

#[test]
fn inverses_are_inverse_on_both_sides() {
    for parameters in [Parameters::N129R4, Parameters::N192R4, Parameters::N255R4] {
        let lowmc = LowMc::new(parameters);
        let whitening = lowmc.whitening();
        let linear = lowmc.rounds().iter().map(|round| (&round.linear, &round.linear_inverse));
        for (matrix, inverse) in linear.chain([(&whitening.key, &whitening.key_inverse)]) {
            assert_eq!(matrix.rows().len(), parameters.bits());
            for j in 0..parameters.bits() {
                let mut unit = Bits::default();
                unit.flip(j, 1);
                let column = matrix.mul(&unit);
                for (i, row) in matrix.rows().enumerate() {
                    assert_eq!(column.bit(i), row.bit(j));
                }
                assert_eq!(inverse.mul(&column), unit);
                assert_eq!(matrix.mul(&inverse.mul(&unit)), unit);
            }
        }
    }
}

/// A ring of 80 bits that is clocked once at a time.
struct Slow {
    ring: [u8; 80],
    at: usize,
}

impl Slow {
    fn clock(&mut self) -> u8 {
        let at = self.at;
        for tap in [13, 23, 38, 51, 62] {
            self.ring[at] ^= self.ring[(at + tap) % 80];
        }
        self.at = (at + 1) % 80;
        self.ring[at]
    }
}

#[test]
fn the_generator_is_that_of_single_clocks() {
    let mut slow = Slow { ring: [1; 80], at: 0 };
    for _ in 0..160 {
        slow.clock();
    }
    let mut grain = Grain::new();
    for drawn in 0..100_000 {
        let bit = loop {
            let [choose, bit] = [slow.clock(), slow.clock()];
            if choose == 1 {
                break bit;
            }
        };
        assert_eq!(grain.bits(1).bit(0), u64::from(bit), "bit {drawn}");
    }
}

/// One row is zero, another row, or a sum of two others.
#[test]
fn a_matrix_without_full_rank_has_no_inverse() {
    let rows = |values: [u64; 6]| values.map(|value| Bits([value << 58, 0, 0, 0]));
    let upper = [0b100000, 0b110000, 0b101000, 0b100100, 0b111110, 0b110111];
    assert!(inverse(&rows(upper)).is_some());
    for i in 0..6 {
        let mut zero = upper;
        zero[i] = 0;
        assert!(inverse(&rows(zero)).is_none());
        for (j, k) in [(i + 1, i + 2), (i + 2, i + 4)] {
            let mut equal = upper;
            equal[i] = upper[j % 6];
            assert!(inverse(&rows(equal)).is_none());
            let mut sum = upper;
            sum[i] = upper[j % 6] ^ upper[k % 6];
            assert!(inverse(&rows(sum)).is_none());
        }
    }
}

/// Returns strings with a single bit, with all bits except one, and with a pattern.
fn strings() -> impl Iterator<Item = Bits> {
    let ones = Bits([!0, !0, !0, !1]);
    (0..255).flat_map(move |j| {
        let mut unit = Bits::default();
        unit.flip(j, 1);
        [unit, ones ^ unit, Bits([0x0123_4567_89ab_cdef << (j % 4), !0 >> (j % 64), j as u64, 0])]
    })
}

#[test]
fn bits_stand_from_the_top_of_the_first_byte() {
    for bits in strings() {
        let bytes = bits.to_bytes();
        for j in 0..256 {
            assert_eq!(bits.bit(j), u64::from(bytes[j / 8] >> (7 - j % 8) & 1), "bit {j}");
        }
        assert_eq!(Bits::from_bytes(&bytes), bits);
        assert_eq!(Bits::from_words(*bits.words()), bits);
        // Bytes after a string are not read, and missing ones are zeros.
        assert_eq!(Bits::from_bytes(&[&bytes[..], &[0xff; 9]].concat()), bits);
        let short = Bits::from_bytes(&bytes[..11]);
        assert!((0..256).all(|j| short.bit(j) == if j < 88 { bits.bit(j) } else { 0 }));
    }
}

#[test]
fn shifts_move_bits_over_the_ends_of_words() {
    for bits in strings() {
        let (up, down) = (bits.shifted_up::<2>(), bits.shifted_down::<2>());
        for j in 0..256 {
            assert_eq!(up.bit(j), if j + 2 < 256 { bits.bit(j + 2) } else { 0 }, "bit {j}");
            assert_eq!(down.bit(j), if j >= 2 { bits.bit(j - 2) } else { 0 }, "bit {j}");
        }
    }
}

/// Splits the bits of the S-boxes and joins them again.
#[test]
fn split_strings_are_joined_again() {
    for bits in strings() {
        let parts = bits.split();
        for (place, part) in parts.iter().enumerate() {
            for j in 0..255 {
                let expected = if j % 3 == 0 { bits.bit(j + place) } else { 0 };
                assert_eq!(part.bit(j), expected, "part {place}, bit {j}");
            }
        }
        let mut joined = Bits::join(parts);
        joined.flip(255, bits.bit(255));
        assert_eq!(joined, bits);
    }
}

/// The S-box is a permutation: eight inputs have eight outputs, at every place of the string.
#[test]
fn the_layer_permutes_each_triple_by_itself() {
    for place in (0..255).step_by(3) {
        let mut outputs = [false; 8];
        for input in 0..8_u64 {
            let mut bits = Bits::default();
            (0..3).for_each(|j| bits.flip(place + j, input >> (2 - j) & 1));
            let layer = bits.sbox_layer();
            let output = (0..3).fold(0, |sum, j| 2 * sum + layer.bit(place + j));
            assert!(!core::mem::replace(&mut outputs[output as usize], true), "{input} at {place}");
            let mut rest = layer;
            (0..3).for_each(|j| rest.flip(place + j, layer.bit(place + j)));
            assert_eq!(rest, Bits::default(), "no other triple changes");
        }
    }
}

#[test]
fn instances_have_whole_sboxes_and_few_bytes() {
    for parameters in Parameters::ALL {
        let (n, bytes) = (parameters.bits(), parameters.bytes());
        assert!(n.is_multiple_of(3) && n <= 255 && 8 * bytes >= n && 8 * bytes < n + 8, "{parameters:?}");
        let mut block = std::vec![0xff; bytes];
        block[bytes - 1] <<= 8 * bytes - n;
        let decoded = parameters.decode(&block).unwrap();
        assert!((0..256).all(|j| decoded.bit(j) == u64::from(j < n)), "{parameters:?}");
        // Sets each bit of the padding separately.
        for padding in 0..8 * bytes - n {
            let mut padded = block.clone();
            padded[bytes - 1] |= 1 << padding;
            assert_eq!(parameters.decode(&padded), Err(Malformed::Padding), "{parameters:?}");
        }
        for found in [0, bytes - 1, bytes + 1] {
            let refused = parameters.decode(&std::vec![0; found]).unwrap_err();
            assert_eq!(refused, Malformed::Length { expected: bytes, found });
            assert!(std::string::ToString::to_string(&refused).starts_with("wrong length"), "{refused}");
        }
    }
}
