//! Sortition: the votes that a VRF output wins, in integers, equal on every platform (`spec/sortition.md`).
//!
//! Every unit of stake is a coin that shows a vote with probability p = expected / total. An account with
//! `stake` units wins the smallest j with
//!
//! ```text
//! D <= 2^256 · CDF(j),     CDF that of Binomial(stake, p),     D = H(tag ‖ β ‖ public key) below 2^256
//! ```
//!
//! Each term of the CDF follows from the one before, as a number with 128 significant bits, rounded down:
//!
//! ```text
//! P(0) = (1 − p)^stake,     P(j+1) = P(j) · (stake − j) / (total − expected) · expected / (j + 1)
//! ```
//!
//! Nearly every draw is so far from all CDF(j) that 64 bits determine the votes; the others need 128.
//!
//! Cost: about 1.5 log2(stake) multiplications for P(0), then two and a division for each vote, with 64 bits
//! first, and in rare cases also with 128. The rule is Algorand's (Gilad et al., SOSP 2017, section 5.1),
//! with integers in place of floating point.

mod estimate;
mod number;
#[cfg(test)]
mod tests;

use crate::Misuse;
use estimate::Estimate;
use number::{Divisor, Fraction, Number};
use sha2::{Digest, Sha256};

/// `tag("heliast/sortition/v1")`.
const TAG: &[u8] = b"\x14heliast/sortition/v1";

/// Totals are below this limit, as Algorand's 10^16 units are. All factors fit into 63 bits, and
/// `spec/sortition.md` bounds the rounding errors.
pub const TOTAL_LIMIT: u64 = 1 << 54;
const EXPECTED_LIMIT: u64 = 1 << 32;

/// The terms of a lottery: `expected` votes for `total` units of stake, on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lottery {
    total: u64,
    expected: u64,
    /// `None` if all units win or none: expected >= total or expected = 0.
    coin: Option<Coin>,
}

impl Lottery {
    /// A lottery over `total` units (below [`TOTAL_LIMIT`], 2^54) for `expected` votes (below 2^32).
    ///
    /// A draw takes time in proportion to the votes won: bound `expected` if others choose it.
    ///
    /// # Errors
    /// [`Misuse::Total`], [`Misuse::Expected`] outside of these bounds.
    pub fn new(total: u64, expected: u64) -> Result<Lottery, Misuse> {
        if total >= TOTAL_LIMIT {
            return Err(Misuse::Total { total });
        }
        if expected >= EXPECTED_LIMIT {
            return Err(Misuse::Expected { expected });
        }
        Ok(Lottery { total, expected, coin: Coin::new(total, expected) })
    }

    /// The units of all accounts.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The expected votes of all accounts.
    pub fn expected(&self) -> u64 {
        self.expected
    }
}

/// The votes of the account `public_key` with `stake` units, of which `output` is the verified VRF output β.
///
/// The result is 0 without a stake, and if no votes are expected.
///
/// # Errors
/// [`Misuse::Stake`] above the total; [`Misuse::Output`] and [`Misuse::TooLong`] as in [`digest`].
pub fn votes(output: &[u8], public_key: &[u8], stake: u64, lottery: &Lottery) -> Result<u64, Misuse> {
    votes_of_digest(&digest(output, public_key)?, stake, lottery)
}

/// D = H(tag ‖ u16(len β) ‖ β ‖ u16(len pk) ‖ pk), big-endian.
///
/// It contains the public key, so that accounts with the same output draw independently.
///
/// # Errors
/// [`Misuse::Output`] unless the output has 32 or 64 bytes, as those of all schemes have;
/// [`Misuse::TooLong`] for a key of more than 65,535 bytes.
pub fn digest(output: &[u8], public_key: &[u8]) -> Result<[u8; 32], Misuse> {
    let output_len = match output.len() {
        32 => 32u16,
        64 => 64,
        found => return Err(Misuse::Output { found }),
    };
    let key_len = u16::try_from(public_key.len()).map_err(|_| Misuse::TooLong { found: public_key.len() })?;
    let hash = Sha256::new()
        .chain_update(TAG)
        .chain_update(output_len.to_be_bytes())
        .chain_update(output)
        .chain_update(key_len.to_be_bytes())
        .chain_update(public_key);
    Ok(hash.finalize().into())
}

/// The votes of `stake` units for a given D: [`votes`] without its hash. A greater D gives no fewer votes.
///
/// # Errors
/// [`Misuse::Stake`] above the total.
pub fn votes_of_digest(digest: &[u8; 32], stake: u64, lottery: &Lottery) -> Result<u64, Misuse> {
    if stake > lottery.total {
        return Err(Misuse::Stake { stake, total: lottery.total });
    }
    if stake == 0 || lottery.expected == 0 {
        return Ok(0);
    }
    let draw = Fraction::from_be_bytes(digest);
    Ok(lottery.coin.map_or(stake, |coin| coin.votes(draw, stake)))
}

/// A coin that shows a vote with probability expected / total, between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Coin {
    total: u64,
    expected: u64,
    /// Divides by total − expected, q in the specification.
    by_rest: Divisor,
    /// The probability of no vote, q / total.
    miss: Number,
    /// expected / (total − expected).
    odds: Estimate,
}

impl Coin {
    fn new(total: u64, expected: u64) -> Option<Coin> {
        let rest = total.checked_sub(expected).filter(|&rest| rest > 0 && expected > 0)?;
        let by_rest = Divisor::new(rest);
        let miss = Number::ONE.mul_div(rest, &Divisor::new(total));
        let odds = Number::ONE.mul_div(expected, &by_rest).into();
        Some(Coin { total, expected, by_rest, miss, odds })
    }

    /// The smallest j with draw <= CDF(j) for 1 <= stake <= total.
    fn votes(&self, draw: Fraction, stake: u64) -> u64 {
        let first_term = self.miss.pow(stake);
        estimate::votes(first_term, self.odds, draw, stake)
            .unwrap_or_else(|| self.exact_votes(first_term, draw, stake))
    }

    /// The votes by the specification's formulas, from P(0) on.
    fn exact_votes(&self, first_term: Number, draw: Fraction, stake: u64) -> u64 {
        let mut term = first_term;
        let mut cdf = term.to_fraction();
        let mut j = 0;
        while draw > cdf && j < stake {
            term = term.mul_div(stake - j, &self.by_rest).mul_div(self.expected, &Divisor::new(j + 1));
            j += 1;
            let step = term.to_fraction();
            if step.is_zero() && self.is_past_mean(j, stake) {
                return j;
            }
            // Only the last term, j = stake, can reach 1; the loop ends with it either way.
            cdf = cdf.saturating_add(step);
        }
        j
    }

    /// Whether j > stake · expected / total; from there on the terms only decrease.
    fn is_past_mean(&self, j: u64, stake: u64) -> bool {
        u128::from(j) * u128::from(self.total) > u128::from(stake) * u128::from(self.expected)
    }
}
