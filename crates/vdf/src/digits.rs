//! π = x^floor(2^t / l) from the checkpoints of an evaluation, without squaring t times again.
//!
//! Write floor(2^t / l) = Σ_m b_m·2^(κm). With checkpoints C_i = x^(2^(κγi)) and m = iγ + j, 0 <= j < γ,
//!
//! > π = ∏_j ( ∏_b ( ∏_(i: b_m = b) C_i )^b )^(2^(κj)),    b_m = floor( 2^κ·(2^(t − κ(m+1)) mod l) / l ).
//!
//! The inner products are collected in 2^κ buckets and raised to their numbers by running sums; j runs downwards, so that
//! 2^(κj) is Horner's rule. Cost: t/κ + γ·2^(κ+1) products; at t = 2.5 million some 240,000, a tenth of the evaluation.
//! The checkpoints split into ranges whose products are independent: that is how the work is spread over threads.
//! Source: Wesolowski, *Efficient verifiable delay functions*, section 4.1.

use alloc::vec::Vec;
use arith::{Natural, Residue, Ring};
use core::ops::Range;
use group::Group;

/// Checkpoints that an evaluation keeps at most: 16 MiB of them at 2048 bits.
const MAX_CHECKPOINTS: u64 = 1 << 16;
/// Bits of a digit at most: a worker has 2^κ buckets.
const MAX_KAPPA: u32 = 12;

/// How the exponent is cut into digits: κ bits each, a checkpoint every γ digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    kappa: u32,
    gamma: u64,
}

impl Plan {
    /// The κ with the fewest products for t squarings.
    pub(crate) fn new(t: u64) -> Plan {
        let plan = |kappa| Plan { kappa, gamma: t.div_ceil(MAX_CHECKPOINTS * u64::from(kappa)).max(1) };
        let products = |p: &Plan| t / u64::from(p.kappa) + (p.gamma << (p.kappa + 1));
        (1..=MAX_KAPPA).map(plan).min_by_key(products).unwrap_or(plan(1))
    }

    /// Squarings from one checkpoint to the next.
    pub(crate) fn spacing(self) -> u64 {
        u64::from(self.kappa) * self.gamma
    }

    /// γ: how often a checkpoint enters the proof.
    pub(crate) fn digits_per_checkpoint(self) -> u64 {
        self.gamma
    }
}

/// ∏ C_i^(its digits) for the checkpoints i in `range`; `None` if `go_on`, told the products done since the last call, says stop.
/// `prime` must exceed 2^64.
pub(crate) fn partial_proof<G: Group>(
    group: &G,
    checkpoints: &[G::Elem],
    range: Range<usize>,
    (t, plan): (u64, Plan),
    prime: &Natural,
    go_on: &impl Fn(u64) -> bool,
) -> Option<G::Elem> {
    let mut division = Division::new(prime, plan)?;
    let mut result = group.identity();
    for j in (0..plan.gamma).rev() {
        group.square_n(&mut result, u64::from(plan.kappa));
        let mut buckets: Vec<Option<G::Elem>> = alloc::vec![None; 1 << plan.kappa];
        // The digit m needs κ(m+1) <= t; those above are zero, because l > 2^κ.
        let last = (t / u64::from(plan.kappa)).checked_sub(j + 1).map(|digits| digits / plan.gamma);
        let end = range.end.min(last.map_or(0, |last| last as usize + 1)).max(range.start);
        division.start(t, (end as u64).checked_sub(1).map_or(j, |i| i * plan.gamma + j));
        for (step, checkpoint) in checkpoints[range.start..end].iter().rev().enumerate() {
            match &mut buckets[division.next_digit()] {
                Some(bucket) => group.mul_assign(bucket, checkpoint),
                empty => *empty = Some(checkpoint.clone()),
            }
            if step % 1024 == 1023 && !go_on(1024) {
                return None;
            }
        }
        if !go_on((end - range.start) as u64 % 1024) {
            return None;
        }
        if let Some(weighted) = weighted_product(group, &buckets) {
            group.mul_assign(&mut result, &weighted);
        }
    }
    Some(result)
}

/// ∏ bucket_b^b by running products from the top.
fn weighted_product<G: Group>(group: &G, buckets: &[Option<G::Elem>]) -> Option<G::Elem> {
    let (mut running, mut total): (Option<G::Elem>, Option<G::Elem>) = (None, None);
    let multiply = |acc: &mut Option<G::Elem>, factor: &G::Elem| match acc {
        Some(acc) => group.mul_assign(acc, factor),
        None => *acc = Some(factor.clone()),
    };
    for bucket in buckets.iter().skip(1).rev() {
        bucket.iter().for_each(|bucket| multiply(&mut running, bucket));
        running.iter().for_each(|running| multiply(&mut total, running));
    }
    total
}

/// Every γ-th digit of floor(2^t / l), downwards.
struct Division {
    ring: Ring,
    plan: Plan,
    prime: Natural,
    /// 2^(t − κ(m+1)) mod l for the digit m that comes next.
    remainder: Residue,
    /// 2^(κγ) mod l.
    step: Residue,
    /// l and its remainders are compared by their bits from this one on: 64 of them.
    shift: usize,
    prime_top: u128,
}

impl Division {
    fn new(prime: &Natural, plan: Plan) -> Option<Division> {
        let ring = Ring::new(prime).ok()?;
        let shift = prime.bits().checked_sub(64)?;
        let step = ring.pow(&ring.residue(&Natural::from(2u64)), &Natural::from(plan.spacing()));
        let prime_top = top(prime, shift);
        Some(Division { remainder: ring.one(), ring, plan, prime: prime.clone(), step, shift, prime_top })
    }

    /// Makes `m` the digit that comes next.
    fn start(&mut self, t: u64, m: u64) {
        let exponent = t.saturating_sub(u64::from(self.plan.kappa) * (m + 1));
        self.remainder = self.ring.pow(&self.ring.residue(&Natural::from(2u64)), &Natural::from(exponent));
    }

    /// floor(2^κ·remainder / l), from the top 64 bits unless these leave it open.
    fn next_digit(&mut self) -> usize {
        let remainder = self.ring.natural(&self.remainder);
        self.ring.mul_assign(&mut self.remainder, &self.step);
        let remainder_top = top(&remainder, self.shift);
        let low = (remainder_top << self.plan.kappa) / (self.prime_top + 1);
        let high = ((remainder_top + 1) << self.plan.kappa) / self.prime_top;
        if low == high {
            return low as usize;
        }
        let (exact, _) = remainder.shl(self.plan.kappa as usize).div_rem(&self.prime);
        exact.limbs().first().copied().unwrap_or(0) as usize
    }
}

/// The 64 bits of `n` from `shift` on.
fn top(n: &Natural, shift: usize) -> u128 {
    u128::from(n.shr(shift).limbs().first().copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_of_the_quotient() {
        let prime = Natural::from_be_bytes(&[0xff; 12]).sub(&Natural::from(16u64)).unwrap(); // 2^96 − 17 is prime
        let t = 700;
        let (quotient, _) = Natural::one().shl(t).div_rem(&prime);
        for (kappa, gamma) in [(1, 1), (3, 1), (5, 2), (8, 3), (12, 4)] {
            let mut division = Division::new(&prime, Plan { kappa, gamma }).unwrap();
            for j in 0..gamma {
                let last = (t as u64 / u64::from(kappa) - j - 1) / gamma;
                division.start(t as u64, last * gamma + j);
                for i in (0..=last).rev() {
                    let m = (i * gamma + j) as usize;
                    let digit = (0..kappa as usize)
                        .fold(0, |d, b| d | usize::from(quotient.bit(m * kappa as usize + b)) << b);
                    assert_eq!(division.next_digit(), digit, "κ {kappa}, γ {gamma}, digit {m}");
                }
            }
        }
    }

    #[test]
    fn plans_keep_few_checkpoints_and_cost_a_tenth() {
        for t in [1, 2, 100, 65_536, 2_500_000, 1 << 32, (1 << 48) - 1] {
            let plan = Plan::new(t);
            assert!(t.div_ceil(plan.spacing()) <= MAX_CHECKPOINTS);
            if t > 100_000 {
                let products = t / u64::from(plan.kappa) + (plan.gamma << (plan.kappa + 1));
                assert!(products < t / 5, "{products} products for {t}");
            }
        }
    }
}
