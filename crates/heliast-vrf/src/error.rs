//! Errors by cause: the bytes, the proof, the key, the caller.

use crate::turn::OutOfTerms;

/// The bytes are not a key or a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Malformed {
    /// Too few or too many bytes.
    #[error("wrong length: {found} bytes where the scheme has {expected}; pass exactly one key or proof")]
    Length {
        /// The length that the scheme has.
        expected: usize,
        /// The given length.
        found: usize,
    },
    /// y is not below 2^255 − 19, or the sign bit is set although x = 0.
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
    /// The point is one of the eight of order 1, 2, 4 or 8.
    #[error("public key of small order: every input would have the same output; refuse this participant")]
    SmallOrder,
    /// No scheme has this byte.
    #[error("no scheme has the number {found:#04x}; pass a key of X-VRF (0x21) or iVRF (0x22)")]
    Scheme {
        /// The given byte.
        found: u8,
    },
    /// Fewer bytes than the shortest proof has, or more than the longest.
    #[error(
        "wrong length: {found} bytes, where proofs of this suite have {least} to {most}; pass exactly one proof"
    )]
    ProofLength {
        /// The shortest proof.
        least: usize,
        /// The longest proof.
        most: usize,
        /// The given length.
        found: usize,
    },
    /// No suite has this byte.
    #[error("no suite has the number {found:#04x}; pass a key of the scheme that is asked for")]
    Suite {
        /// The given byte.
        found: u8,
    },
    /// The height is not in 1..=27 or the number of slots is 0.
    #[error("a key has a height from 1 to 27 and at least one slot; the key is damaged")]
    Terms,
    /// The mark of a position that the key does not have.
    #[error("this key has no position {position}; the record belongs to another key or is damaged")]
    Mark {
        /// The given position.
        position: u64,
    },
    /// The bytes are not an encoding of polynomials: a coefficient is out of its bounds.
    #[error(
        "coefficients not canonical: one is beyond its bound; the key or proof is damaged or of another scheme"
    )]
    Coefficients,
    /// A piece of a tree lies outside the largest tree.
    #[error("no tree has such a piece; the file is damaged")]
    Place,
}

/// The proof is well formed and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The challenge recomputed from key, input and proof differs.
    #[error("the proof does not hold for this public key and input; check that both are the prover's")]
    Challenge,
    /// The input maps to no point under this key (2^-256 of all inputs), so nothing can be proved.
    #[error("no point of the curve belongs to this public key and input; use another input")]
    NoPoint,
    /// The proof is of another suite.
    #[error("the proof is of another suite than the key; check that both are the prover's")]
    Suite,
    /// Too few or too many bytes for this key.
    #[error(
        "wrong length: a proof of this key has {expected} bytes, this one {found}; it is not whole or of another key"
    )]
    Length {
        /// The length of the key's proofs.
        expected: usize,
        /// The given length.
        found: usize,
    },
    /// The proof is of another leaf.
    #[error("the proof belongs to another position of the key; check round and slot")]
    Index,
    /// The disclosed values and the path do not lead to the root.
    #[error(
        "the proof does not lead to the root of this public key; check that key, position and input are the prover's"
    )]
    Root,
    /// The key answers nothing at this turn.
    #[error(transparent)]
    Terms(#[from] OutOfTerms),
}

/// The key has no proof for this input and never will.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Exhausted {
    /// The input maps to no point under this key (2^-256 of all inputs).
    #[error("no point of the curve belongs to this key and input; use another input")]
    NoPoint,
    /// The key answers nothing at this turn.
    #[error(transparent)]
    Terms(#[from] OutOfTerms),
    /// The key has passed this position already.
    #[error("position {position} is passed: the key is used up to {last} and never goes back")]
    Passed {
        /// The position of the turn.
        position: u64,
        /// The last position that was answered, reserved or skipped.
        last: u64,
    },
    /// A second input for one position.
    #[error("position {position} is reserved for another input; a second proof would give the key away")]
    OtherInput {
        /// The position of the turn.
        position: u64,
    },
}

/// The caller's arguments do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Misuse {
    /// `total` is at least 2^54.
    #[error("total stake {total} is not below 2^54; scale the units")]
    Total {
        /// The units of all accounts.
        total: u64,
    },
    /// `expected` is at least 2^32.
    #[error("{expected} expected votes are not below 2^32; choose a committee size")]
    Expected {
        /// The expected votes of all accounts.
        expected: u64,
    },
    /// `stake` is more than `total`.
    #[error("stake {stake} is more than all {total}; pass an account's share of the lottery's total")]
    Stake {
        /// The account's units.
        stake: u64,
        /// The lottery's units.
        total: u64,
    },
    /// The output has the length of no VRF of this crate.
    #[error("an output has 32 or 64 bytes, not {found}; pass β, which verification gives")]
    Output {
        /// The given length.
        found: usize,
    },
    /// The length does not fit into the u16 before it.
    #[error("a public key of {found} bytes, at most 65535 can be hashed; pass one key")]
    TooLong {
        /// The given length.
        found: usize,
    },
    /// A tree has another height.
    #[error("a tree has a height from 1 to 27, not {height}")]
    Height {
        /// The given height.
        height: u8,
    },
    /// The durable mark is not that of the answer to be opened.
    #[error("this mark belongs to another key, position or input; keep the mark of the sealed answer itself")]
    OtherMark,
    /// A key without slots answers nothing.
    #[error("a key answers at least one input in a round; pass 1 slot or more")]
    Slots,
}
