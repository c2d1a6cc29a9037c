//! Helpers that the tests share: strategies that favour extreme limbs, and well-known numbers.

use crate::int::Natural;
use proptest::prelude::*;
use std::vec::Vec;

/// The RSA-2048 challenge number: composite, its factors unknown.
pub(crate) const RSA_2048: &str = "25195908475657893494027183240048398571429282126204032027777137836043662020707595556264018525880784406918290641249515082189298559149176184502808489120072844992687392807287776735971418347270261896375014971824691165077613379859095700097330459748808428401797429100642458691817195118746121515172654632282216869987549182422433637259085141865462043576798423387184774447920739934236584823824281198163815010674810451660377306056201619676256133844143603833904414952634432190114657544454178424020924616515723350778707749817125772467962926386356373289912154831438167899885040445364023527381951378636564391212010397122822120720357";

/// Three primes close to 2^64, 2^63 and 2^62.
const CHECK_PRIMES: [u64; 3] = [(1 << 63) + ((1 << 63) - 59), (1 << 63) - 25, (1 << 62) - 57];

pub(crate) fn decimal(text: &str) -> Natural {
    Natural::from_decimal(text).unwrap()
}

/// 2^exponent − offset.
pub(crate) fn power_of_two_less(exponent: usize, offset: u64) -> Natural {
    Natural::one().shl(exponent).sub(&Natural::from(offset)).unwrap()
}

/// Limbs, half of which are at the ends of their range.
pub(crate) fn limb() -> impl Strategy<Value = u64> {
    prop_oneof![
        1 => Just(0),
        1 => Just(1),
        1 => Just(u64::MAX),
        1 => Just(u64::MAX - 1),
        1 => Just(1 << 63),
        1 => Just((1 << 63) - 1),
        1 => 0..1000u64,
        5 => any::<u64>(),
    ]
}

/// Numbers of at most `max_limbs` limbs.
pub(crate) fn natural(max_limbs: usize) -> impl Strategy<Value = Natural> {
    proptest::collection::vec(limb(), 0..=max_limbs).prop_map(Natural::from_limbs)
}

/// Numbers above 0 of at most `max_limbs` limbs.
pub(crate) fn positive(max_limbs: usize) -> impl Strategy<Value = Natural> {
    natural(max_limbs).prop_filter("zero", |n| !n.is_zero())
}

/// Odd numbers from 3 of at most `max_limbs` limbs, of any bit length.
pub(crate) fn odd_modulus(max_limbs: usize) -> impl Strategy<Value = Natural> {
    (positive(max_limbs), 0..64usize).prop_map(|(n, shift)| {
        let n = n.shr(shift);
        let odd = if n.is_even() { &n + &Natural::one() } else { n };
        if odd.is_one() { Natural::from(3u64) } else { odd }
    })
}

/// The number modulo each of three primes, digit by digit with the machine's own division. Two numbers that
/// differ by a wrong carry have different fingerprints.
pub(crate) fn fingerprint(n: &Natural) -> [u128; 3] {
    CHECK_PRIMES.map(|p| {
        let p = u128::from(p);
        n.limbs().iter().rev().fold(0, |rest, &limb| (rest << 64 | u128::from(limb)) % p)
    })
}

/// Applies an operation to fingerprints.
pub(crate) fn combine(a: [u128; 3], b: [u128; 3], operation: impl Fn(u128, u128, u128) -> u128) -> [u128; 3] {
    core::array::from_fn(|i| operation(a[i], b[i], u128::from(CHECK_PRIMES[i])))
}

/// A reproducible source of bytes (xorshift).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn limb(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(crate) fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            *byte = (self.limb() >> 56) as u8;
        }
    }

    /// A number below 2^bits.
    pub(crate) fn natural(&mut self, bits: usize) -> Natural {
        let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.limb()).collect();
        Natural::from_limbs(limbs).low_bits(bits)
    }
}
