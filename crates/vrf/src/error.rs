//! Errors by culprit: the bytes, the proof, the key, the caller.

/// The bytes are no key or proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// Too few or too many bytes.
    #[error("wrong length: {found} bytes where the scheme has {expected}; pass exactly one key or proof")]
    Length {
        /// What the scheme has.
        expected: usize,
        /// What was given.
        found: usize,
    },
    /// y is not below 2^255 − 19, or the sign bit is set though x = 0.
    #[error(
        "point not canonical: y is not reduced or the sign of x = 0 is set; take the encoding that the key's or proof's maker wrote"
    )]
    PointNotCanonical,
    /// No point has this y.
    #[error("not on the curve: no point has this y; the key or proof is damaged or of another scheme")]
    NotOnCurve,
    /// s >= q, the group order.
    #[error(
        "scalar not canonical: s is not below the group order; the same proof with s reduced is the only accepted form"
    )]
    ScalarNotCanonical,
    /// One of the eight points of order 1, 2, 4 or 8.
    #[error("public key of small order: every input would have the same output; refuse this participant")]
    SmallOrder,
}

/// The proof is well formed and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The challenge recomputed from key, input and proof is another one.
    #[error("the proof does not hold for this public key and input; check that both are the prover's")]
    Challenge,
    /// The input maps to no point under this key (2^-256 of all inputs), so that nothing can be proved.
    #[error("no point of the curve belongs to this public key and input; use another input")]
    NoPoint,
}

/// The key has no proof for this input and never will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// The input maps to no point under this key (2^-256 of all inputs).
    #[error("no point of the curve belongs to this key and input; use another input")]
    NoPoint,
}

/// The caller's numbers make no lottery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misuse {
    /// `total` is 0 or at least 2^48.
    #[error("total stake {total} is not in 1..2^48; scale the units")]
    Total {
        /// The units of all accounts.
        total: u64,
    },
    /// `expected` is 0 or at least 2^32.
    #[error("{expected} expected votes are not in 1..2^32; choose a committee size")]
    Expected {
        /// The expected votes of all accounts.
        expected: u64,
    },
    /// `stake` is 0 or more than `total`.
    #[error("stake {stake} is not in 1..={total}; pass an account's share of the lottery's total")]
    Stake {
        /// The account's units.
        stake: u64,
        /// The lottery's units.
        total: u64,
    },
    /// A length that does not fit the u16 in front of it.
    #[error("{found} bytes of output or public key, at most 65535 can be hashed; pass one β and one key")]
    TooLong {
        /// What was given.
        found: usize,
    },
}
