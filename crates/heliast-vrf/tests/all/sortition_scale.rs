//! Sortition at the scale of a chain: 10^10 units of stake and more, and committees of 20 to 6,000 votes,
//! against the exact binomial rule in numbers of 768 bits, and by statistics.

use heliast_vrf::sortition::{Lottery, TOTAL_LIMIT, votes, votes_of_digest};
use num_bigint::BigUint;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

const TOTAL: u64 = 10_000_000_000;
/// Algorand's Algos and microalgos, and the greatest number of units.
const TOTALS: [u64; 3] = [TOTAL, 10_000_000_000_000_000, TOTAL_LIMIT - 1];
/// Algorand's committees: proposers, late, cert, redo, soft, next, down.
const COMMITTEES: [u64; 7] = [20, 500, 1500, 2400, 2990, 5000, 6000];
/// Bits of the model's numbers.
const BITS: i64 = 768;

/// m · 2^e with BITS bits in m, rounded down.
#[derive(Clone)]
struct Wide(BigUint, i64);

impl Wide {
    fn new(m: BigUint, e: i64) -> Wide {
        let excess = m.bits() as i64 - BITS;
        Wide(if excess >= 0 { m >> excess } else { m << -excess }, e + excess)
    }

    /// a / b.
    fn ratio(a: u64, b: u64) -> Wide {
        Wide::new((BigUint::from(a) << (BITS + 64)) / b, -BITS - 64)
    }

    fn mul(&self, other: &Wide) -> Wide {
        Wide::new(&self.0 * &other.0, self.1 + other.1)
    }

    /// The power, by square and multiply from the lowest bit.
    fn pow(mut self, mut n: u64) -> Wide {
        let mut power = Wide::ratio(1, 1);
        while n > 0 {
            if n & 1 == 1 {
                power = power.mul(&self);
            }
            self = self.mul(&self);
            n >>= 1;
        }
        power
    }

    /// floor(self · 2^512).
    fn fixed(&self) -> BigUint {
        let shift = self.1 + 512;
        if shift >= 0 { &self.0 << shift } else { &self.0 >> -shift }
    }
}

/// floor(2^256 · CDF(j)) of Binomial(stake, expected / total) for j = 0, 1, ... until it is within 2^-250 of
/// 1.
fn binomial(stake: u64, total: u64, expected: u64) -> Vec<BigUint> {
    let mut term = Wide::ratio(total - expected, total).pow(stake);
    let mut sum = term.fixed();
    let mut all = vec![&sum >> 256u32];
    let last = (BigUint::from(1u8) << 256u32) - 64u8;
    for j in 0..stake {
        if all.last().is_some_and(|cdf| *cdf >= last) {
            break;
        }
        let factor = BigUint::from(stake - j) * expected;
        let by = BigUint::from(total - expected) * (j + 1);
        term = Wide::new(((&term.0 * factor) << 128u32) / by, term.1 - 128);
        sum += term.fixed();
        all.push(&sum >> 256u32);
    }
    all
}

/// The bound on the difference 2^256 · CDF(j) − C(j): each of the roundings in a term loses 2^-127 of it.
fn loss(cdf: &BigUint, stake: u64, j: usize) -> BigUint {
    let roundings = 3 * u128::from(stake) + 2 * j as u128;
    ((cdf * roundings) >> 127u32) + j + 2u8
}

fn bytes(value: &BigUint) -> [u8; 32] {
    let digits = value.to_bytes_be();
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

/// One unit, a thousandth, a stake with 30 votes on average, one with a hundredth of a vote, half, and all.
fn stakes(total: u64, expected: u64) -> [u64; 6] {
    let of_mean = |hundredths: u64| (total / 100 * hundredths / expected).min(total);
    [1, total / 1000, of_mean(3000), of_mean(1), total / 2, total]
}

fn totals_and_committees() -> impl Iterator<Item = (u64, u64)> {
    TOTALS.into_iter().flat_map(|total| COMMITTEES.map(|expected| (total, expected)))
}

/// At CDF(j) minus the loss by rounding an account has j votes; one above CDF(j) it has j + 1.
#[test]
fn draws_on_the_thresholds_of_the_binomial_distribution() {
    let mut checked = 0;
    for (total, expected) in totals_and_committees() {
        let lottery = Lottery::new(total, expected).unwrap();
        for stake in stakes(total, expected) {
            let cdf = binomial(stake, total, expected);
            let low = |j: usize| &cdf[j] - loss(&cdf[j], stake, j).min(cdf[j].clone());
            // About two hundred thresholds, or all if there are fewer.
            for j in (0..cdf.len() - 1).step_by(cdf.len() / 200 + 1) {
                let rule = |draw: &BigUint| votes_of_digest(&bytes(draw), stake, &lottery).unwrap();
                let (on, above) = (low(j), &cdf[j] + 1u8);
                if above <= low(j + 1) {
                    assert_eq!(
                        rule(&above),
                        j as u64 + 1,
                        "above CDF({j}), stake {stake} of {total}, {expected} expected"
                    );
                }
                if j == 0 || on > cdf[j - 1] {
                    assert_eq!(rule(&on), j as u64, "on CDF({j}), {stake} of {total}, {expected} expected");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 6000, "{checked} thresholds");
}

/// `spec/sortition.md`: the number of votes differs from that of the exact rule with a probability below
/// 2^-80, 2^-60 and 2^-59.
#[test]
fn the_exact_rule_differs_with_a_negligible_probability() {
    for (total, bits) in TOTALS.into_iter().zip([80, 60, 59]) {
        for expected in COMMITTEES {
            let cdf = binomial(total, total, expected);
            let gaps: BigUint = cdf.iter().enumerate().map(|(j, cdf)| loss(cdf, total, j)).sum();
            let found = gaps.bits() as i64 - 256;
            assert!(found <= -bits, "{expected} of {total} expected: below 2^{found}");
        }
    }
}

fn lotteries() -> impl Strategy<Value = (u64, u64, u64)> {
    (prop::sample::select(&COMMITTEES[..]), prop::sample::select(&TOTALS[..]), 0u32..53, any::<u64>())
        .prop_map(|(expected, total, shift, stake)| (((stake % total) >> shift).max(1), total, expected))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn votes_are_those_of_the_binomial_distribution((stake, total, expected) in lotteries(), draw: [u8; 32]) {
        let cdf = binomial(stake, total, expected);
        let exact = cdf.partition_point(|cdf| *cdf < BigUint::from_bytes_be(&draw)) as u64;
        let lottery = Lottery::new(total, expected).unwrap();
        prop_assert_eq!(votes_of_digest(&draw, stake, &lottery), Ok(exact));
    }

    /// In a larger committee the same draw wins no fewer votes.
    #[test]
    fn a_larger_committee_gives_no_fewer_votes((stake, total, expected) in lotteries(), draw: [u8; 32]) {
        let votes = |expected| votes_of_digest(&draw, stake, &Lottery::new(total, expected).unwrap()).unwrap();
        let sizes: Vec<u64> = COMMITTEES.iter().map(|committee| votes(*committee)).collect();
        prop_assert!(sizes.is_sorted());
        prop_assert!(votes(expected) <= votes(expected + 1));
    }
}

/// Draws that are the same in every run.
fn output(committee: u64, round: u32) -> [u8; 32] {
    Sha256::new().chain_update(committee.to_be_bytes()).chain_update(round.to_be_bytes()).finalize().into()
}

/// A hundred accounts, the i-th with a stake in proportion to 1/i: in 400 rounds the votes of all have the
/// mean and the variance of Binomial(TOTAL, expected / TOTAL), each within five standard errors.
#[test]
fn committees_have_the_mean_and_the_variance_of_the_theory() {
    const ROUNDS: u32 = 400;
    let harmonic: f64 = (1..=100).map(|i| 1.0 / f64::from(i)).sum();
    let mut stakes: Vec<u64> = (1..=100).map(|i| (TOTAL as f64 / harmonic / f64::from(i)) as u64).collect();
    stakes[0] += TOTAL - stakes.iter().sum::<u64>();
    for expected in COMMITTEES {
        let lottery = Lottery::new(TOTAL, expected).unwrap();
        let size = |round| -> u64 {
            let output = output(expected, round);
            let accounts = (0u8..).zip(&stakes);
            accounts.map(|(account, stake)| votes(&output, &[account], *stake, &lottery).unwrap()).sum()
        };
        let sizes: Vec<f64> = (0..ROUNDS).map(|round| size(round) as f64).collect();
        let (rounds, mean) = (f64::from(ROUNDS), expected as f64);
        let found = sizes.iter().sum::<f64>() / rounds;
        let variance = sizes.iter().map(|size| (size - mean).powi(2)).sum::<f64>() / rounds;
        let theory = mean * (1.0 - mean / TOTAL as f64);
        assert!((found - mean).abs() < 5.0 * (theory / rounds).sqrt(), "{expected} expected, mean {found}");
        // The fourth central moment is 3·variance^2 + variance, up to some millionths.
        let error = ((2.0 * theory * theory + theory) / rounds).sqrt();
        assert!((variance - theory).abs() < 5.0 * error, "{expected} expected, variance {variance}");
    }
}

/// 20,000 draws of an account with 30 votes on average: Pearson's statistic over its counts.
#[test]
fn the_votes_of_an_account_have_the_distribution_of_the_theory() {
    const DRAWS: u32 = 20_000;
    let (stake, expected) = (50_000_000, 6000);
    let lottery = Lottery::new(TOTAL, expected).unwrap();
    let mut counts = [0u32; 100];
    for draw in 0..DRAWS {
        let votes = votes(&output(expected, draw), b"account", stake, &lottery).unwrap();
        counts[votes.min(99) as usize] += 1;
    }
    let p = expected as f64 / TOTAL as f64;
    let mut term = (stake as f64 * (-p).ln_1p()).exp();
    let (mut statistic, mut bins) = (0.0, 0);
    let (mut rest_found, mut rest) = (f64::from(DRAWS), f64::from(DRAWS));
    for (j, count) in counts.iter().enumerate() {
        let due = term * f64::from(DRAWS);
        if due >= 10.0 {
            statistic += (f64::from(*count) - due).powi(2) / due;
            bins += 1;
            rest_found -= f64::from(*count);
            rest -= due;
        }
        term *= (stake as f64 - j as f64) * p / ((1.0 - p) * (j as f64 + 1.0));
    }
    statistic += (rest_found - rest).powi(2) / rest;
    // There are as many degrees of freedom as bins without the rest, so mean and variance of the statistic
    // are known.
    let freedom = f64::from(bins);
    assert!(bins > 30 && rest > 1.0, "{bins} bins, {rest} in no bin");
    assert!(
        statistic < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{statistic} with {freedom} degrees of freedom"
    );
}
