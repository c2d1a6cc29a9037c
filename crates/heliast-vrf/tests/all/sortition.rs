//! Sortition against its specification in big integers, against the exact binomial rule, and by statistics.

use heliast_vrf::{
    Misuse,
    sortition::{Lottery, TOTAL_LIMIT, digest, votes, votes_of_digest},
};
use num_bigint::BigUint;
use proptest::prelude::*;

/// `norm(z, e)` of the specification.
fn norm(z: BigUint, e: i64) -> (BigUint, i64) {
    let excess = z.bits() as i64 - 128;
    let m = if excess >= 0 { z >> excess } else { z << -excess };
    (m, e + excess)
}

fn fix((m, e): &(BigUint, i64)) -> BigUint {
    let shift = e + 256;
    if shift >= 0 { m << shift } else { m >> -shift }
}

/// C(0), C(1), ... of the specification, to the last one that its loop compares with D.
fn thresholds(stake: u64, total: u64, expected: u64) -> Vec<BigUint> {
    let mul = |(m1, e1): &(BigUint, i64), (m2, e2): &(BigUint, i64)| norm(m1 * m2, e1 + e2);
    let muldiv = |(m, e): &(BigUint, i64), a: u64, b: u64| norm(((m * a) << 64u32) / b, e - 64);
    let q = total - expected;
    let base = muldiv(&(BigUint::from(1u8) << 127u32, -127), q, total);
    let mut p = base.clone();
    for bit in (0..63 - stake.leading_zeros()).rev() {
        p = mul(&p, &p);
        if stake >> bit & 1 == 1 {
            p = mul(&p, &base);
        }
    }
    let mut all = vec![fix(&p)];
    for j in 1..stake {
        p = muldiv(&muldiv(&p, stake - (j - 1), q), expected, j);
        let f = fix(&p);
        if f == BigUint::ZERO && u128::from(j) * u128::from(total) > u128::from(stake) * u128::from(expected)
        {
            break;
        }
        all.push(all.last().unwrap() + f);
    }
    all
}

fn bytes(value: &BigUint) -> [u8; 32] {
    let digits = value.to_bytes_be();
    let mut bytes = [0; 32];
    bytes[32 - digits.len()..].copy_from_slice(&digits);
    bytes
}

fn rule(draw: &[u8; 32], stake: u64, lottery: &Lottery) -> u64 {
    votes_of_digest(draw, stake, lottery).unwrap()
}

/// At each threshold C(j) the votes are the first j with this C; one above it, they are the first j with a
/// greater C.
fn assert_thresholds(stake: u64, total: u64, expected: u64) {
    let lottery = Lottery::new(total, expected).unwrap();
    let all = thresholds(stake, total, expected);
    for c in &all {
        let first = all.partition_point(|other| other < c) as u64;
        let next = all.partition_point(|other| other <= c) as u64;
        assert_eq!(rule(&bytes(c), stake, &lottery), first, "{stake} of {total}, {expected} expected");
        assert_eq!(
            rule(&bytes(&(c + 1u8)), stake, &lottery),
            next,
            "{stake} of {total}, {expected} expected"
        );
    }
}

#[test]
fn thresholds_are_those_of_the_specification() {
    for (stake, total, expected) in [
        (1, 2, 1),
        (1, 1 << 47, 1),
        (2, 3, 2),
        (1000, 2000, 1000),
        (125_000, 1_000_000, 3000),
        (10_000_000_000, 1_000_000_000_000, 3000),
        ((1 << 48) - 1, (1 << 48) - 1, 30),
        ((1 << 48) - 1, (1 << 48) - 1, 1500),
        (5000, (1 << 33) + 1, (1 << 32) - 1),
        (1, TOTAL_LIMIT - 1, 1),
        (10_000_000_000_000_000, 10_000_000_000_000_000, 1500),
        (TOTAL_LIMIT - 1, TOTAL_LIMIT - 1, 30),
        (1 << 30, TOTAL_LIMIT - 1, (1 << 32) - 1),
    ] {
        assert_thresholds(stake, total, expected);
    }
}

/// (stake, total, expected) with expected < total and a mean of votes that takes little time.
fn small_lotteries() -> impl Strategy<Value = (u64, u64, u64)> {
    (2u64..5000).prop_flat_map(|total| (1..=total.min(300), Just(total), 1..total))
}

fn large_lotteries() -> impl Strategy<Value = (u64, u64, u64)> {
    (1u64 << 20..TOTAL_LIMIT).prop_flat_map(|total| (1..=total, Just(total), 1u64..200))
}

/// A few hundred units of a total that has as many bits as any.
fn few_of_many() -> impl Strategy<Value = (u64, u64, u64)> {
    (1u64..300, 1u64 << 44..TOTAL_LIMIT, 1u64..1 << 32)
}

/// The smallest j with draw · total^stake <= 2^256 · Σ_{i <= j} C(stake, i) expected^i (total −
/// expected)^(stake − i).
fn exact_votes(draw: &BigUint, stake: u64, total: u64, expected: u64) -> u64 {
    let q = BigUint::from(total - expected);
    let bound = draw * BigUint::from(total).pow(stake as u32);
    let mut ways = BigUint::from(1u8);
    let mut sum = BigUint::ZERO;
    for j in 0..stake {
        sum += (&ways * BigUint::from(expected).pow(j as u32) * q.pow((stake - j) as u32)) << 256u32;
        if bound <= sum {
            return j;
        }
        ways = ways * (stake - j) / (j + 1);
    }
    stake
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn small_lotteries_have_the_thresholds_of_the_specification((stake, total, expected) in small_lotteries()) {
        assert_thresholds(stake, total, expected);
    }

    #[test]
    fn large_lotteries_have_the_thresholds_of_the_specification((stake, total, expected) in large_lotteries()) {
        assert_thresholds(stake, total, expected);
    }

    #[test]
    fn votes_are_those_of_the_exact_rule((stake, total, expected) in small_lotteries(), draw: [u8; 32]) {
        let lottery = Lottery::new(total, expected).unwrap();
        let exact = exact_votes(&BigUint::from_bytes_be(&draw), stake, total, expected);
        prop_assert_eq!(votes_of_digest(&draw, stake, &lottery), Ok(exact));
    }

    /// Also for draws so near to 1 that a few of very many units win votes.
    #[test]
    fn votes_of_few_units_are_those_of_the_exact_rule(
        (stake, total, expected) in few_of_many(),
        mut draw: [u8; 32],
        ones in 0usize..10,
    ) {
        draw[..ones].fill(0xff);
        let lottery = Lottery::new(total, expected).unwrap();
        let exact = exact_votes(&BigUint::from_bytes_be(&draw), stake, total, expected);
        prop_assert_eq!(votes_of_digest(&draw, stake, &lottery), Ok(exact));
    }

    /// The terms sum to 1; the loss by rounding, which affects the greatest draws, is below 2^-90.
    #[test]
    fn terms_lose_less_than_their_error_bound((stake, total, expected) in small_lotteries()) {
        let all_win = BigUint::from(expected).pow(stake as u32) << 256u32;
        let last_term = all_win / BigUint::from(total).pow(stake as u32);
        let sum = thresholds(stake, total, expected).pop().unwrap() + last_term;
        let one = BigUint::from(1u8) << 256u32;
        prop_assert!(sum <= one && &one - &sum < BigUint::from(1u8) << 166u32);
    }

    #[test]
    fn a_greater_draw_wins_no_fewer_votes(
        (stake, total, expected) in large_lotteries(),
        a: [u8; 32],
        b: [u8; 32],
    ) {
        let lottery = Lottery::new(total, expected).unwrap();
        let [low, high] = if a <= b { [a, b] } else { [b, a] };
        prop_assert!(rule(&low, stake, &lottery) <= rule(&high, stake, &lottery));
    }

    /// With more of the same total, the same draw wins no fewer votes.
    #[test]
    fn more_stake_wins_no_fewer_votes(
        (stake, total, expected) in large_lotteries(),
        more in 0u64..1 << 40,
        draw: [u8; 32],
    ) {
        let lottery = Lottery::new(total, expected).unwrap();
        let richer = (stake + more).min(total);
        prop_assert!(rule(&draw, stake, &lottery) <= rule(&draw, richer, &lottery));
    }

    #[test]
    fn any_numbers_give_votes_or_misuse(
        stake: u64,
        total: u64,
        expected in prop_oneof![any::<u64>(), 0u64..1000],
        shift in 0u32..64,
        draw: [u8; 32],
    ) {
        if let Ok(lottery) = Lottery::new(total >> shift, expected) {
            // Only lotteries that take little time: votes are at most the expected number plus a deviation.
            if expected < 1 << 20 || expected >= total >> shift {
                let votes = votes_of_digest(&draw, stake >> shift, &lottery);
                prop_assert!(votes.map_or(true, |votes| votes <= stake >> shift));
            }
        }
    }
}

#[test]
fn extreme_draws() {
    let lottery = Lottery::new(1000, 20).unwrap();
    assert_eq!(votes_of_digest(&[0; 32], 125, &lottery), Ok(0));
    let most = votes_of_digest(&[0xff; 32], 125, &lottery).unwrap();
    assert!(most > 40 && most <= 125, "{most}");
    // P(1) of one unit is a half: the sum of both terms is 1, which is not a fraction.
    let coin = Lottery::new(2, 1).unwrap();
    assert_eq!(votes_of_digest(&[0xff; 32], 1, &coin), Ok(1));
}

#[test]
fn every_unit_wins_if_all_votes_are_expected() {
    for expected in [10, 11, (1 << 32) - 1] {
        let lottery = Lottery::new(10, expected).unwrap();
        assert_eq!(votes_of_digest(&[0; 32], 7, &lottery), Ok(7));
    }
}

#[test]
fn nobody_wins_without_a_stake_or_where_nothing_is_expected() {
    for (stake, total, expected) in
        [(0, 10, 3), (0, 10, 10), (0, TOTAL_LIMIT - 1, 3000), (0, 0, 0), (0, 0, 5)].into_iter().chain([
            (7, 10, 0),
            (1, 1, 0),
            (TOTAL_LIMIT - 1, TOTAL_LIMIT - 1, 0),
        ])
    {
        let lottery = Lottery::new(total, expected).unwrap();
        for draw in [[0; 32], [0x80; 32], [0xff; 32]] {
            assert_eq!(rule(&draw, stake, &lottery), 0, "{stake} of {total}, {expected} expected");
        }
    }
}

#[test]
fn misuse_is_named() {
    let total = |total| Err::<(), _>(Misuse::Total { total });
    let expected = |expected| Err::<(), _>(Misuse::Expected { expected });
    assert_eq!(Lottery::new(TOTAL_LIMIT, 1).map(drop), total(TOTAL_LIMIT));
    assert_eq!(Lottery::new(TOTAL_LIMIT, 0).map(drop), total(TOTAL_LIMIT));
    assert_eq!(Lottery::new(10, 1 << 32).map(drop), expected(1 << 32));

    // Lotteries with only one result check stakes as well.
    for lottery in [0, 1, 10].map(|expected| Lottery::new(10, expected).unwrap()) {
        for stake in [11, u64::MAX] {
            let error = Err(Misuse::Stake { stake, total: 10 });
            assert_eq!(votes(&[7; 32], b"key", stake, &lottery), error);
        }
    }
    let long = [0; 65536];
    for output in [32, 64] {
        assert!(digest(&long[..output], &long[1..]).is_ok());
        assert_eq!(digest(&long[..output], &long), Err(Misuse::TooLong { found: 65536 }));
    }
    for found in [0, 31, 33, 63, 65, 80, 65536] {
        assert_eq!(digest(&long[..found], b"key"), Err(Misuse::Output { found }));
        assert_eq!(
            votes(&long[..found], b"key", 1, &Lottery::new(2, 1).unwrap()),
            Err(Misuse::Output { found })
        );
    }
}

/// Both lengths are hashed: if a byte moves from one to the other, the draw differs.
#[test]
fn the_digest_separates_output_and_key() {
    let bytes: Vec<u8> = (0..96).collect();
    assert_ne!(digest(&bytes[..32], &bytes[32..]), digest(&bytes[..64], &bytes[64..]));
}

/// Committees of 60 accounts with stakes 1, 2, ..., 60 million over 2,000 rounds: the mean of all votes is
/// within five standard errors of the expected number, and so is each account's share.
#[test]
fn committees_have_the_expected_size() {
    const ROUNDS: u32 = 2000;
    const EXPECTED: u64 = 20;
    let stakes: Vec<u64> = (1..=60).map(|i| i * 1_000_000).collect();
    let total: u64 = stakes.iter().sum();
    let lottery = Lottery::new(total, EXPECTED).unwrap();
    let mut sums = vec![0u64; stakes.len()];
    let output = |round: u32| [round.to_be_bytes(); 8].concat();
    for round in 0..ROUNDS {
        for (account, (&stake, sum)) in stakes.iter().zip(&mut sums).enumerate() {
            *sum += votes(&output(round), &account.to_be_bytes(), stake, &lottery).unwrap();
        }
    }
    let rounds = f64::from(ROUNDS);
    let assert_near = |sum: u64, mean: f64| {
        let (found, error) = (sum as f64 / rounds, (mean / rounds).sqrt());
        assert!((found - mean).abs() < 5.0 * error, "{found} votes, {mean} expected");
    };
    assert_near(sums.iter().sum(), EXPECTED as f64);
    for (&stake, &sum) in stakes.iter().zip(&sums) {
        assert_near(sum, EXPECTED as f64 * stake as f64 / total as f64);
    }
}
