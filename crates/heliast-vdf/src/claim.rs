//! Statements together with their unverified proofs.

use crate::statement::Statement;
use heliast_arith::Natural;

/// A statement with its proof.
#[derive(Clone, Debug)]
pub struct Claim<E> {
    /// The statement that is claimed.
    pub statement: Statement<E>,
    /// π.
    pub proof: E,
    /// The counter of the challenge in a hinted suite, which makes a search for it unnecessary.
    pub hint: Option<u16>,
}

/// A claim in compact form: y follows from π and l.
#[derive(Clone, Debug)]
pub struct CompactClaim<E> {
    /// The input.
    pub x: E,
    /// The number of squarings.
    pub t: u64,
    /// π.
    pub proof: E,
    /// l.
    pub prime: Natural,
    /// The counter of the challenge, in a hinted suite.
    pub hint: Option<u16>,
}
