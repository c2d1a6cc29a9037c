//! A product of many powers in lanes, by Pippenger's buckets.
//!
//! As `multiexp/pippenger.rs`, for eight windows at a time. Their buckets are filled like those of
//! [`super::buckets`]: from numbers that are encoded once, and without the factor R, which one power at the
//! end corrects. Then every lane weights the buckets of a window of its own.
//!
//! Lane products for n bases and eight windows of c bits: n − 2^c, and 2·(2^c − 1) for weighting, in which
//! lanes without a window are idle. In the ring: b squarings, a product for each window, and the power of R.

use super::{
    RsaGroup,
    buckets::{Scale, fill},
};
use crate::Group;
use alloc::vec::Vec;
use core::{array::from_fn, ops::Range};
use heliast_arith::{LANES, Lanes, Natural, Residue};

/// The widest window, in bits.
const WIDEST: usize = 16;

/// ∏ base^exponent.
pub(super) fn multiexp(group: &RsaGroup, lanes: &Lanes, powers: &[(&Residue, &Natural)]) -> Residue {
    let len = group.encoded_len();
    let mut numbers = Vec::with_capacity(len * powers.len());
    for (base, _) in powers {
        numbers.extend_from_slice(&group.ring().natural(base).to_be_bytes(len).unwrap_or_default());
    }
    let exponents: Vec<&Natural> = powers.iter().map(|(_, exponent)| *exponent).collect();
    let bits = exponents.iter().map(|exponent| exponent.bits()).max().unwrap_or(0);

    let windows = best_windows(powers.len(), bits);
    let mut product = group.identity();
    for windows in windows.chunks(LANES).rev() {
        let factors = weighted(lanes, &numbers, &exponents, windows);
        for (window, factor) in windows.iter().zip(factors).rev() {
            group.square_n(&mut product, window.len() as u64);
            group.mul_assign(&mut product, &group.ring().residue(&factor));
        }
    }
    let sum = exponents.iter().fold(Natural::zero(), |sum, exponent| sum.add(exponent));
    Scale::new(group, lanes).complete(product, &sum)
}

/// For each of up to eight windows ∏ number^digit, of unscaled numbers.
fn weighted(
    lanes: &Lanes,
    numbers: &[u8],
    exponents: &[&Natural],
    windows: &[Range<usize>],
) -> [Natural; LANES] {
    let bits = windows.iter().map(|window| window.len()).max().unwrap_or(1);
    // Bucket d of window w has the number w·2^bits + d; elements without a bucket are in bucket 0.
    let bucket = |window: usize, digit: u32| if digit == 0 { 0 } else { (window << bits) as u32 | digit };
    let digits: Vec<u32> = (0..)
        .zip(windows)
        .flat_map(|(index, window)| {
            exponents.iter().map(move |exponent| bucket(index, digit(exponent, window)))
        })
        .collect();
    let len = numbers.len() / exponents.len();
    let number = |index: usize| &numbers[index % exponents.len() * len..][..len];
    let buckets = fill(lanes, number, &digits, bits as u32 + LANES.trailing_zeros());

    let (mut running, mut product, mut factor) = (lanes.one(), lanes.one(), lanes.one());
    for digit in (1..1 << bits).rev() {
        lanes.take(&mut factor, &buckets, from_fn(|lane| lane << bits | digit));
        lanes.mul_assign(&mut running, &factor);
        lanes.mul_assign(&mut product, &running);
    }
    lanes.unpack(&product)
}

/// Windows of about equal length, the longer ones first, in the number that takes the fewest products in
/// lanes.
fn best_windows(bases: usize, bits: usize) -> Vec<Range<usize>> {
    let cost = |windows: &Vec<Range<usize>>| -> usize {
        let eight = |windows: &[Range<usize>]| bases * windows.len() + ((2 * LANES) << windows[0].len());
        windows.chunks(LANES).map(eight).sum()
    };
    let fewest = bits.div_ceil(WIDEST).max(1);
    (fewest..=bits).map(|count| even_windows(bits, count)).min_by_key(cost).unwrap_or_default()
}

/// `count` windows, the longer ones first.
fn even_windows(bits: usize, count: usize) -> Vec<Range<usize>> {
    let (len, longer) = (bits / count, bits % count);
    let start = |index: usize| index * len + index.min(longer);
    (0..count).map(|index| start(index)..start(index + 1)).collect()
}

/// The bits of a window, at most 32.
fn digit(exponent: &Natural, window: &Range<usize>) -> u32 {
    let limb = |index: usize| u128::from(exponent.limbs().get(index).copied().unwrap_or(0));
    let pair = limb(window.start / 64) | limb(window.start / 64 + 1) << 64;
    (pair >> (window.start % 64)) as u32 & ((1u64 << window.len()) - 1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BulkGroup;
    use crate::multiexp::planned;
    use heliast_arith::Backend;
    use proptest::prelude::*;

    fn group(bits: usize, offset: u64) -> RsaGroup {
        RsaGroup::unchecked(&Natural::one().shl(bits).sub(&Natural::from(offset)).unwrap())
    }

    /// Compares the lanes of every backend of this CPU, and the group's own choice.
    fn assert_agree(group: &RsaGroup, powers: &[(Residue, Natural)]) {
        let powers: Vec<(&Residue, &Natural)> = powers.iter().map(|(base, n)| (base, n)).collect();
        let expected = group.ring().natural(&planned(group, &powers));
        assert_eq!(group.ring().natural(&group.multiexp(&powers)), expected);
        let moduli = core::array::from_fn(|_| group.modulus().clone());
        for lanes in Backend::ALL.into_iter().filter_map(|backend| Lanes::on(backend, &moduli).ok()) {
            assert_eq!(
                group.ring().natural(&multiexp(group, &lanes, &powers)),
                expected,
                "{}",
                lanes.backend()
            );
        }
    }

    fn powers(group: &RsaGroup, count: u64, exponent: impl Fn(u64) -> Natural) -> Vec<(Residue, Natural)> {
        (0..count).map(|index| (group.hash("test", &index.to_be_bytes()), exponent(index))).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        /// Exponents of any lengths, including 0.
        #[test]
        fn lanes_and_loop_agree(
            exponents in proptest::collection::vec(proptest::collection::vec(any::<u64>(), 0..5), 0..300)
        ) {
            let group = group(520, 9);
            let exponents = exponents.into_iter().map(Natural::from_limbs).enumerate();
            let powers: Vec<(Residue, Natural)> = exponents
                .map(|(index, exponent)| (group.hash("test", &index.to_be_bytes()), exponent))
                .collect();
            assert_agree(&group, &powers);
        }
    }

    #[test]
    fn lists_of_the_lengths_about_the_least() {
        let group = group(1024, 105);
        for count in [0, 1, 8, 9, 95, 96, 255, 256, 700] {
            let exponent = |index: u64| Natural::from_limbs([!index.wrapping_mul(0x9e37_79b9_7f4a_7c15); 3]);
            assert_agree(&group, &powers(&group, count, exponent));
        }
    }

    /// The base 0, which is a residue but not an element; equal exponents; and one exponent among zeros.
    #[test]
    fn the_extreme_bases_and_exponents() {
        let group = RsaGroup::rsa_2048();
        let last = group.modulus().sub(&Natural::one()).unwrap();
        let bases = [Natural::one(), last.clone(), last.shr(1), Natural::from(2u64)];
        for exponent in [Natural::zero(), Natural::one(), Natural::one().shl(130), last.low_bits(128)] {
            let mut powers: Vec<(Residue, Natural)> =
                (0..259).map(|index| (group.ring().residue(&bases[index % 4]), exponent.clone())).collect();
            assert_agree(&group, &powers);
            powers.iter_mut().skip(1).for_each(|(_, exponent)| *exponent = Natural::zero());
            assert_agree(&group, &powers);
            powers[7] = (group.ring().residue(&Natural::zero()), Natural::from(3u64));
            assert_agree(&group, &powers);
        }
    }

    #[test]
    fn digits_are_those_of_the_exponent() {
        let exponent = Natural::from_limbs([0x0123_4567_89ab_cdef, !0, 0xf0f0]);
        for bits in 1..=32 {
            for start in 0..200 {
                let expected =
                    (0..bits).fold(0u32, |digit, bit| digit | u32::from(exponent.bit(start + bit)) << bit);
                assert_eq!(digit(&exponent, &(start..start + bits)), expected, "{bits} from {start}");
            }
        }
    }
}
