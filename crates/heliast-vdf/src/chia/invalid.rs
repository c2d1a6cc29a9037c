//! Errors of Chia's proofs.

/// The reason why a proof of Chia's is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The discriminant is too long: its forms do not fit into 100 bytes.
    #[error("the discriminant has {0} bits; Chia's forms have at most 1024")]
    Discriminant(usize),
    /// The proof does not have the length of this witness type.
    #[error("a proof of witness type {witness_type} does not have {found} bytes")]
    Length {
        /// The witness type that the caller passed.
        witness_type: u64,
        /// The length of the given proof in bytes.
        found: usize,
    },
    /// Some bytes are not a form.
    #[error("the {0} is not a form of this discriminant")]
    Form(&'static str),
    /// Consensus reads this form, but the encoder writes other bytes for its class.
    #[error("the {0} is not written as the encoding of its reduced form")]
    NotCanonical(&'static str),
    /// No delay that can be proved takes this many squarings.
    #[error("a delay that is proved takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// The given challenge, alone or in a segment, is 0.
    #[error("a challenge is 0")]
    ZeroChallenge,
    /// The challenge is not the hash of input and output.
    #[error("a challenge is not the prime of its input and output")]
    Challenge,
    /// The segments together are longer than the whole delay.
    #[error("the segments have more squarings than the delay")]
    Iterations,
    /// π^B · x^r is not y.
    #[error("the delay proof is false: pi^B * x^r is not y")]
    Equation,
}
