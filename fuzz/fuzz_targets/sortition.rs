//! Sortition for any numbers: it refuses numbers outside its bounds, its time and votes are bounded within a
//! chain's bounds, a greater digest has at least as many votes, and the votes equal those of the
//! specification's own arithmetic.

#![no_main]

use heliast_fuzz::{fields::Fields, model};
use heliast_vrf::sortition::{Lottery, votes_of_digest};
use libfuzzer_sys::fuzz_target;

/// A chain's bound on the expected votes; the time is proportional to them.
const MAX_EXPECTED: u64 = 1_000_000;
/// Up to this number of votes on average, the specification's arithmetic is repeated.
const MAX_MODELLED: u128 = 200;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    let digest: [u8; 32] = fields.array();
    let (stake, total, expected) = (fields.u64(), fields.u64(), fields.u64());
    let lottery = Lottery::new(total, expected);
    assert_eq!(lottery.is_ok(), total < 1 << 54 && expected < 1 << 32);
    let Ok(lottery) = lottery else { return };
    if expected > MAX_EXPECTED {
        return;
    }
    let Ok(votes) = votes_of_digest(&digest, stake, &lottery) else {
        return assert!(stake > total);
    };
    assert!(stake <= total && votes <= stake);

    let mean = u128::from(stake) * u128::from(expected) / u128::from(total.max(1));
    assert!(
        u128::from(votes) <= mean + tail(mean) || expected >= total,
        "{votes} votes where {mean} are due"
    );
    if mean <= MAX_MODELLED {
        assert_eq!(votes, model::votes(&digest, stake, total, expected));
        let mut greater = digest;
        greater[usize::from(fields.u8()) % 32] |= fields.u8();
        assert!(votes_of_digest(&greater, stake, &lottery).is_ok_and(|more| more >= votes));
    }
});

/// By Chernoff's bound, a count exceeds its mean by this with a probability below 2^-256: d² >= 177.5·(2·mean
/// + 2d/3).
fn tail(mean: u128) -> u128 {
    122 + 19 * (mean + 1).isqrt() + 19
}
