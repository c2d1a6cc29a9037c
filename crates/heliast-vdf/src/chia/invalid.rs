//! Errors of Chia's proofs.

/// The reason why a proof of Chia's is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// Encodings have 100 bytes, which hold no more.
    #[error("the discriminant has {0} bits; Chia's forms have at most 1024")]
    Discriminant(usize),
    /// Not the length that this witness type has.
    #[error("a proof of witness type {witness_type} does not have {found} bytes")]
    Length {
        /// The witness type that the caller asked for.
        witness_type: u64,
        /// Bytes that were given.
        found: usize,
    },
    /// Bytes that are not a form.
    #[error("the {0} is not a form of this discriminant")]
    Form(&'static str),
    /// A form that consensus reads, in other bytes than the encoder writes for its class.
    #[error("the {0} is not written as the encoding of its reduced form")]
    NotCanonical(&'static str),
    /// No delay to prove takes so many squarings.
    #[error("a delay that is proved takes from 1 to 2^48 - 1 squarings, not {0}")]
    Delay(u64),
    /// The challenge that is given, alone or in a segment, is 0.
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
