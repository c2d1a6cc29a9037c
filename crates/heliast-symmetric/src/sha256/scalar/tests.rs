//! The functions and constants by their definitions in FIPS 180-4.

use super::*;

/// The first 64 primes.
fn primes() -> std::vec::Vec<u64> {
    (2..312).filter(|n| (2..*n).all(|divisor| n % divisor != 0)).collect()
}

/// The largest r with r^degree ≤ p·2^(32·degree): 32 bits after the point.
fn root(p: u64, degree: u32) -> u128 {
    let limit = u128::from(p) << (32 * degree);
    let (mut low, mut high) = (0_u128, 1 << 37);
    while high - low > 1 {
        let middle = (low + high) / 2;
        let power = (1..degree).fold(middle, |power, _| power * middle);
        if power <= limit { low = middle } else { high = middle }
    }
    low
}

#[test]
fn constants_are_fractions_of_roots() {
    let primes = primes();
    assert_eq!(primes.len(), 64);
    for (prime, constant) in primes.iter().zip(CONSTANTS) {
        assert_eq!(root(*prime, 3) as u32, constant, "{prime}");
    }
    for (prime, word) in primes.iter().zip(INITIAL) {
        assert_eq!(root(*prime, 2) as u32, word, "{prime}");
    }
    assert_eq!(K.0, CONSTANTS);
}

/// Bit by bit; every combination of three bits occurs at some place.
#[test]
fn choice_and_majority_have_their_tables() {
    let (x, y, z) = (0b1111_0000, 0b1100_1100, 0b1010_1010);
    assert_eq!(choose(x, y, z), 0b1100_1010);
    assert_eq!(majority(x, y, z), 0b1110_1000);
    for value in [0, u32::MAX, 0x1234_5678] {
        assert_eq!(choose(value, x, z), (value & x) ^ (!value & z));
        assert_eq!(majority(value, x, z), (value & x) ^ (value & z) ^ (x & z));
    }
}

/// Sums of rotations are linear, so tests of single bits are complete.
#[test]
fn sums_of_rotations_on_every_bit() {
    for bit in 0..32 {
        let places = |turns: [u32; 3]| turns.iter().fold(0, |sum, turn| sum ^ 1 << ((32 + bit - turn) % 32));
        // A shift drops the bits that a rotation returns.
        let shifted = |turns: [u32; 2], shift: u32| {
            let kept = if bit >= shift { 1 << (bit - shift) } else { 0 };
            turns.iter().fold(kept, |sum, turn| sum ^ 1 << ((32 + bit - turn) % 32))
        };
        assert_eq!(big_sigma_0(1 << bit), places([2, 13, 22]));
        assert_eq!(big_sigma_1(1 << bit), places([6, 11, 25]));
        assert_eq!(small_sigma_0(1 << bit), shifted([7, 18], 3));
        assert_eq!(small_sigma_1(1 << bit), shifted([17, 19], 10));
    }
}

/// Section 6.2.2 with its own names and without shared steps.
#[test]
fn a_compression_by_its_four_steps() {
    let block: [u32; 16] = core::array::from_fn(|i| (i as u32 + 1).wrapping_mul(0x9e37_79b9));
    let mut w = block.to_vec();
    for t in 16..64 {
        let sum = small_sigma_1(w[t - 2]).wrapping_add(w[t - 7]);
        w.push(sum.wrapping_add(small_sigma_0(w[t - 15])).wrapping_add(w[t - 16]));
    }
    let sums = schedule(&block);
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = INITIAL;
    for t in 0..64 {
        assert_eq!(sums[t], w[t].wrapping_add(CONSTANTS[t]), "{t}");
        let ch = (e & f) ^ (!e & g);
        let maj = (a & b) ^ (a & c) ^ (b & c);
        let t1 = [big_sigma_1(e), ch, CONSTANTS[t], w[t]].iter().fold(h, |sum, term| sum.wrapping_add(*term));
        let t2 = big_sigma_0(a).wrapping_add(maj);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));
    }
    let last = [a, b, c, d, e, f, g, h];
    let expected: [u32; 8] = core::array::from_fn(|i| last[i].wrapping_add(INITIAL[i]));
    assert_eq!(compress(&INITIAL, &block), expected);
}
