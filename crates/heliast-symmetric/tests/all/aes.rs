//! AES-128, compared for every kernel with the definition in FIPS 197 and with published answers (FIPS 197,
//! SP 800-38A, the known answer tests of NIST's AESAVS).

use heliast_symmetric::{
    aes::{Aes, KEYS},
    binary::{gf8_multiply, gf8_power},
};
use std::sync::LazyLock;

/// SubBytes (section 5.1.1) of every byte: the inverse, then the affine map.
static SUBSTITUTED: LazyLock<[u8; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let inverse = gf8_power(byte as u8, 254);
        (0..5).fold(0x63, |sum, turns| sum ^ inverse.rotate_left(turns))
    })
});

fn substituted(byte: u8) -> u8 {
    SUBSTITUTED[usize::from(byte)]
}

/// The round keys (section 5.2), four words each.
fn expanded(key: [u8; 16]) -> Vec<[u8; 4]> {
    let mut words = key.as_chunks::<4>().0.to_vec();
    let mut constant = 1;
    for i in 4..44 {
        let mut word: [u8; 4] = words[i - 1];
        if i % 4 == 0 {
            word.rotate_left(1);
            word = word.map(substituted);
            word[0] ^= constant;
            constant = gf8_multiply(constant, 2);
        }
        words.push(std::array::from_fn(|byte| word[byte] ^ words[i - 4][byte]));
    }
    words
}

/// The cipher (section 5.1). Byte r + 4c is row r of column c.
fn cipher(key: [u8; 16], block: [u8; 16]) -> [u8; 16] {
    let keys = expanded(key);
    let add = |state: [u8; 16], round: usize| -> [u8; 16] {
        std::array::from_fn(|byte| state[byte] ^ keys[4 * round + byte / 4][byte % 4])
    };
    let mut state = add(block, 0);
    for round in 1..=10 {
        state = state.map(substituted);
        state = std::array::from_fn(|byte| state[(byte + 4 * (byte % 4)) % 16]);
        if round < 10 {
            state = std::array::from_fn(|byte| {
                let (column, row) = (byte / 4 * 4, byte % 4);
                let at = |offset: usize| state[column + (row + offset) % 4];
                gf8_multiply(2, at(0)) ^ gf8_multiply(3, at(1)) ^ at(2) ^ at(3)
            });
        }
        state = add(state, round);
    }
    state
}

/// One block by a kernel.
fn encrypted(aes: &Aes, key: [u8; 16], block: [u8; 16]) -> [u8; 16] {
    let mut out = [0];
    aes.streams(&[u128::from_le_bytes(key)], &[u128::from_le_bytes(block)], &mut out);
    out[0].to_le_bytes()
}

/// The key, the block and its encryption, as they are printed.
const PUBLISHED: [(u128, u128, u128); 10] = [
    // FIPS 197, appendices B and C.1.
    (
        0x2b7e151628aed2a6abf7158809cf4f3c,
        0x3243f6a8885a308d313198a2e0370734,
        0x3925841d02dc09fbdc118597196a0b32,
    ),
    (
        0x000102030405060708090a0b0c0d0e0f,
        0x00112233445566778899aabbccddeeff,
        0x69c4e0d86a7b0430d8cdb78070b4c55a,
    ),
    // SP 800-38A, F.1.1.
    (
        0x2b7e151628aed2a6abf7158809cf4f3c,
        0x6bc1bee22e409f96e93d7e117393172a,
        0x3ad77bb40d7a3660a89ecaf32466ef97,
    ),
    (
        0x2b7e151628aed2a6abf7158809cf4f3c,
        0xae2d8a571e03ac9c9eb76fac45af8e51,
        0xf5d3d58503b9699de785895a96fdbaaf,
    ),
    (
        0x2b7e151628aed2a6abf7158809cf4f3c,
        0x30c81c46a35ce411e5fbc1191a0a52ef,
        0x43b1cd7f598ece23881b00e3ed030688,
    ),
    (
        0x2b7e151628aed2a6abf7158809cf4f3c,
        0xf69f2445df4f9b17ad2b417be66c3710,
        0x7b0c785e27e8ad3f8223207104725dd4,
    ),
    // AESAVS: GFSbox, KeySbox, VarKey and VarTxt, the first of each.
    (0, 0xf34481ec3cc627bacd5dc3fb08f273e6, 0x0336763e966d92595a567cc9ce537f5e),
    (0x10a58869d74be5a374cf867cfb473859, 0, 0x6d251e6944b051e04eaa6fb4dbf78465),
    (1 << 127, 0, 0x0edd33d3c621e546455bd8ba1418bec8),
    (0, 1 << 127, 0x3ad78e726c1ec02b7ebfe92b23d9ec34),
];

#[test]
fn published_answers() {
    for (key, block, expected) in PUBLISHED {
        let [key, block, expected] = [key, block, expected].map(u128::to_be_bytes);
        assert_eq!(cipher(key, block), expected);
        for aes in Aes::all() {
            assert_eq!(encrypted(&aes, key, block), expected, "{}", aes.name());
        }
    }
}

/// AESAVS, VarKey and VarTxt: ones from the left, in the key and in the block.
#[test]
fn every_number_of_leading_ones() {
    for ones in 0..=128 {
        let leading = (!(u128::MAX.checked_shr(ones).unwrap_or(0))).to_be_bytes();
        for (key, block) in [(leading, [0; 16]), ([0; 16], leading), (leading, leading)] {
            let expected = cipher(key, block);
            for aes in Aes::all() {
                assert_eq!(encrypted(&aes, key, block), expected, "{} {ones}", aes.name());
            }
        }
    }
}

/// Every byte at every place of the key and of the block goes through the S-box in the first round.
#[test]
fn every_byte_at_every_place() {
    for place in 0..16 {
        for byte in 0..=255_u8 {
            let (mut key, mut block) = ([0x5a; 16], [0xc3; 16]);
            (key[place], block[15 - place]) = (byte, byte.wrapping_mul(31));
            let expected = cipher(key, block);
            for aes in Aes::all() {
                assert_eq!(encrypted(&aes, key, block), expected, "{} {place} {byte}", aes.name());
            }
        }
    }
}

/// The Monte Carlo test of AESAVS in ECB: the output is the next input, and the key changes every 1000
/// blocks.
#[test]
fn monte_carlo() {
    let (key, block) = (0x139a35422f1d61de3c91787fe0507afd_u128, 0xb9145a768b7dc489a096b546f43b231f_u128);
    for aes in Aes::all() {
        let (mut key, mut block) = (key.to_be_bytes(), block.to_be_bytes());
        let mut slow = block;
        for _ in 0..3 {
            for _ in 0..1000 {
                block = encrypted(&aes, key, block);
            }
            for _ in 0..1000 {
                slow = cipher(key, slow);
            }
            assert_eq!(block, slow, "{}", aes.name());
            key = std::array::from_fn(|byte| key[byte] ^ block[byte]);
        }
    }
}

/// The counter is the lowest 32 bits of the little-endian word, and nothing is carried out of it.
#[test]
fn counters_wrap_alone() {
    let key = [7; 16];
    for low in [0, 1, 0xfe, 0xff, 0xffff, 0xffff_fff8, u32::MAX] {
        let upper: u128 = 0x0123_4567_89ab_cdef_0011_2233 << 32;
        for aes in Aes::all() {
            let mut out = [0; 20];
            aes.streams(&[u128::from_le_bytes(key)], &[upper | u128::from(low)], &mut out);
            for (number, found) in (0..).zip(out) {
                let counter = upper | u128::from(low.wrapping_add(number));
                assert_eq!(found.to_le_bytes(), cipher(key, counter.to_le_bytes()), "{} {low}", aes.name());
            }
        }
    }
}

/// A stream depends only on its own key and initial value, at any place in the list.
#[test]
fn streams_are_independent() {
    for count in 1..=2 * KEYS + 1 {
        let keys: Vec<u128> = (0..count as u128).map(|key| key << 64 | 0xabcd).collect();
        let ivs: Vec<u128> = (0..count as u128).map(|iv| iv << 100).collect();
        for aes in Aes::all() {
            let mut all = vec![0; 3 * count];
            aes.streams(&keys, &ivs, &mut all);
            for (index, stream) in all.chunks(3).enumerate() {
                let mut alone = [0; 3];
                aes.streams(&keys[index..=index], &ivs[index..=index], &mut alone);
                assert_eq!(stream, alone, "{}: {index} of {count}", aes.name());
            }
        }
    }
}

#[test]
fn no_keys_give_nothing() {
    for aes in Aes::all() {
        aes.streams(&[], &[], &mut []);
        aes.streams(&[1, 2], &[3, 4], &mut []);
    }
}

#[test]
#[should_panic(expected = "as much for every key")]
fn blocks_are_shared_evenly() {
    Aes::new().streams(&[1, 2], &[3, 4], &mut [0; 5]);
}

#[test]
#[should_panic(expected = "as much for every key")]
fn every_key_has_an_initial_value() {
    Aes::new().streams(&[1, 2], &[3], &mut [0; 4]);
}

#[test]
#[should_panic(expected = "nothing for no keys")]
fn no_keys_have_no_initial_values() {
    Aes::new().streams(&[], &[3], &mut []);
}

#[test]
#[should_panic(expected = "four of one length")]
fn the_faces_of_a_cube_have_one_length() {
    let [mut a, mut b, mut c] = [[0; 3], [0; 3], [0; 3]];
    Aes::new().cube(&[0; KEYS], 0, [&mut a, &mut b[..2], &mut c], &mut [0; 3]);
}

/// A stream that begins later is the rest of one that began earlier, and a longer one begins with a shorter
/// one.
#[test]
fn streams_go_on() {
    let (key, iv) = (0x0f0e_0d0c_u128 << 90, 0xabcd << 64 | 0xffff_fff0_u128);
    for aes in Aes::all() {
        let mut whole = [0; 40];
        aes.streams(&[key], &[iv], &mut whole);
        for from in 0..40 {
            let later = iv >> 32 << 32 | u128::from((iv as u32).wrapping_add(from as u32));
            for len in [0, 1, 7, 8, 9, 40 - from] {
                let mut part = vec![0; len.min(40 - from)];
                aes.streams(&[key], &[later], &mut part);
                assert_eq!(part, whole[from..][..part.len()], "{} from {from}", aes.name());
            }
        }
        // A block cipher is a permutation: no two counters have the same block.
        let mut sorted = whole;
        sorted.sort_unstable();
        assert!(sorted.windows(2).all(|pair| pair[0] != pair[1]), "{}", aes.name());
    }
}

/// The sums of a cube are those of the streams, and are added to the previous content of the faces.
#[test]
fn cubes_of_every_length_are_sums_of_streams() {
    let keys: [u128; KEYS] = std::array::from_fn(|key| 0x1234_5678_9abc_def0_u128 << key);
    let iv = 77 << 96 | u128::from(u32::MAX - 3);
    for aes in Aes::all() {
        for len in 0..20 {
            let mut streams = vec![0; KEYS * len];
            aes.streams(&keys, &[iv; KEYS], &mut streams);
            let before = |face: usize| vec![u128::MAX / (face as u128 + 3); len];
            let [mut a, mut b, mut c, mut all] = [0, 1, 2, 3].map(before);
            aes.cube(&keys, iv, [&mut a, &mut b, &mut c], &mut all);
            for block in 0..len {
                let of =
                    |chosen: [usize; 4]| chosen.iter().fold(0, |sum, key| sum ^ streams[key * len + block]);
                let faces = [of([1, 3, 5, 7]), of([2, 3, 6, 7]), of([4, 5, 6, 7])];
                for (face, found) in [&a, &b, &c].into_iter().enumerate() {
                    assert_eq!(found[block] ^ before(face)[block], faces[face], "{} {len}", aes.name());
                }
                assert_eq!(all[block], of([0, 1, 2, 3]) ^ of([4, 5, 6, 7]), "{} {len}", aes.name());
            }
        }
    }
}
