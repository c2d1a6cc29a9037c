//! The permutation bit by bit, as FIPS 202 defines its five steps, and the published tables.

use super::*;

/// Bit z of lane (x, y) is bit z + 64·(x + 5y) (section 3.1.2).
type Bits = std::vec::Vec<bool>;

fn at(x: usize, y: usize, z: usize) -> usize {
    z % 64 + 64 * (x % 5 + 5 * (y % 5))
}

/// A state whose bit (x, y, z) is the value of the function.
fn state(bit: impl Fn(usize, usize, usize) -> bool) -> Bits {
    let mut bits = std::vec![false; 1600];
    for x in 0..5 {
        for y in 0..5 {
            for z in 0..64 {
                bits[at(x, y, z)] = bit(x, y, z);
            }
        }
    }
    bits
}

/// Section 3.2.1.
fn theta(a: &Bits) -> Bits {
    let column = |x: usize, z: usize| (0..5).fold(false, |sum, y| sum ^ a[at(x, y, z)]);
    state(|x, y, z| a[at(x, y, z)] ^ column(x + 4, z) ^ column(x + 1, z + 63))
}

/// Section 3.2.2, algorithm 2.
fn rho(a: &Bits) -> Bits {
    let mut out = a.clone();
    let (mut x, mut y) = (1, 0);
    for t in 0..24 {
        for z in 0..64 {
            out[at(x, y, z)] = a[at(x, y, z + 64 * 5 - (t + 1) * (t + 2) / 2)];
        }
        (x, y) = (y, (2 * x + 3 * y) % 5);
    }
    out
}

/// Section 3.2.3.
fn pi(a: &Bits) -> Bits {
    state(|x, y, z| a[at(x + 3 * y, x, z)])
}

/// Section 3.2.4.
fn chi(a: &Bits) -> Bits {
    state(|x, y, z| a[at(x, y, z)] ^ (!a[at(x + 1, y, z)] & a[at(x + 2, y, z)]))
}

/// Section 3.2.5, algorithm 5: rc(t) by shifting a register of eight bits, the newest first.
fn rc(t: usize) -> bool {
    let mut r = std::vec![true, false, false, false, false, false, false, false];
    for _ in 0..t % 255 {
        r.insert(0, false);
        let last = r[8];
        for place in [0, 4, 5, 6] {
            r[place] ^= last;
        }
        r.truncate(8);
    }
    r[0]
}

/// Section 3.2.5, algorithm 6.
fn iota(a: &Bits, round: usize) -> Bits {
    let mut out = a.clone();
    for j in 0..7 {
        out[at(0, 0, (1 << j) - 1)] ^= rc(j + 7 * round);
    }
    out
}

fn bits(words: &[u64; 25]) -> Bits {
    (0..1600).map(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect()
}

fn states() -> impl Iterator<Item = [u64; 25]> {
    let mixed = |seed: u64| {
        core::array::from_fn(|i| {
            (seed + i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32 * 7)
        })
    };
    [[0; 25], [u64::MAX; 25]].into_iter().chain((1..5).map(mixed))
}

#[test]
fn a_round_is_its_five_steps() {
    for (number, constant) in ROUND_CONSTANTS.iter().enumerate() {
        for words in states() {
            let expected = iota(&chi(&pi(&rho(&theta(&bits(&words))))), number);
            assert_eq!(bits(&round(&words, *constant)), expected, "{number}");
        }
    }
}

#[test]
fn the_permutation_is_24_rounds() {
    for words in states() {
        let expected = (0..24).fold(bits(&words), |a, number| iota(&chi(&pi(&rho(&theta(&a)))), number));
        let mut found = words;
        permute(&mut found);
        assert_eq!(bits(&found), expected);
    }
}

/// The printed constants are in the designers' reference and in every other implementation.
#[test]
fn the_round_constants_are_the_printed_ones() {
    let printed = [
        0x0000000000000001,
        0x0000000000008082,
        0x800000000000808a,
        0x8000000080008000,
        0x000000000000808b,
        0x0000000080000001,
        0x8000000080008081,
        0x8000000000008009,
        0x000000000000008a,
        0x0000000000000088,
        0x0000000080008009,
        0x000000008000000a,
        0x000000008000808b,
        0x800000000000008b,
        0x8000000000008089,
        0x8000000000008003,
        0x8000000000008002,
        0x8000000000000080,
        0x000000000000800a,
        0x800000008000000a,
        0x8000000080008081,
        0x8000000000008080,
        0x0000000080000001,
        0x8000000080008008,
    ];
    assert_eq!(ROUND_CONSTANTS, printed);
}

/// Table 2 of FIPS 202, modulo 64: row y, column x of the source of a rotation.
#[test]
fn the_offsets_are_the_printed_ones() {
    let printed = [
        [0, 1, 62, 28, 27],
        [36, 44, 6, 55, 20],
        [3, 10, 43, 25, 39],
        [41, 45, 15, 21, 8],
        [18, 2, 61, 56, 14],
    ];
    for target in 0..25 {
        let source = SOURCES[target];
        assert_eq!(OFFSETS[target], printed[source / 5][source % 5], "{target} from {source}");
    }
    let mut sources = SOURCES;
    sources.sort_unstable();
    assert!(sources.iter().enumerate().all(|(index, source)| index == *source));
}
