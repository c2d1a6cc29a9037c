//! The votes of an output, in floating point: independent of the integers of
//! `heliast_vrf::sortition`, and so close to them that only draws within 10^-9 of a limit are undecided.

use sha2::{Digest, Sha256};

/// The distance to a limit of the distribution function within which a draw is too close to decide.
const MARGIN: f64 = 1e-9;

/// The votes of an output, as far as floating point can decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Votes {
    /// This number of votes.
    Clear(u64),
    /// The draw is too close to a limit, and has one of two numbers of votes.
    Close,
}

/// The smallest j with D <= CDF(j) of Binomial(stake, expected / total), where D is the digest of output and
/// account.
///
/// Valid for up to about 600 expected votes of one account: P(0) must not underflow.
pub fn votes(output: &[u8], account: &[u8], stake: u64, total: u64, expected: u64) -> Votes {
    let name = b"heliast/sortition/v1";
    let hash = Sha256::new_with_prefix([name.len() as u8]).chain_update(name);
    let hash = hash.chain_update((output.len() as u16).to_be_bytes()).chain_update(output);
    let hash = hash.chain_update((account.len() as u16).to_be_bytes()).chain_update(account);
    let digest: [u8; 32] = hash.finalize().into();
    if expected >= total {
        return Votes::Clear(stake);
    }
    let draw = digest.iter().rev().fold(0.0, |draw, byte| (draw + f64::from(*byte)) / 256.0);
    let p = expected as f64 / total as f64;
    let mut term = (stake as f64 * (-p).ln_1p()).exp();
    let (mut cdf, mut j) = (term, 0);
    loop {
        if (draw - cdf).abs() < MARGIN {
            return Votes::Close;
        }
        if draw < cdf || j == stake {
            return Votes::Clear(j);
        }
        term *= (stake - j) as f64 / (j + 1) as f64 * p / (1.0 - p);
        cdf += term;
        j += 1;
    }
}
