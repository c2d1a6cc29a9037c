//! The refusal of a stamp.

use heliast_group::Malformed;

/// The reason why a stamp is refused: the first one in the order of `spec/stamp.md`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The length is not that of stamps of this form and group.
    #[error("a stamp has {expected} bytes here, not {found}")]
    Length {
        /// The length of a stamp.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// The bytes are not a stamp, or are a stamp of another version or form.
    #[error("these are not bytes of a stamp of this version and form")]
    Version,
    /// Its challenge is of another issuer.
    #[error("the stamp's challenge was given out by another issuer")]
    Issuer,
    /// No challenge has this delay or time.
    #[error("the stamp's terms are out of range")]
    Terms,
    /// It is for another resource.
    #[error("the stamp was made for another resource")]
    Resource,
    /// It is of another client.
    #[error("the stamp was made by another client")]
    Client,
    /// Its delay is too short.
    #[error("the stamp took {t} squarings, and {least} are asked for")]
    Difficulty {
        /// The squarings of the stamp.
        t: u64,
        /// The least number of squarings that is accepted.
        least: u64,
    },
    /// Its challenge is from the future.
    #[error("the stamp's challenge is given out in {by_ms} ms: the clocks of two machines differ")]
    Early {
        /// The number of milliseconds until it is issued.
        by_ms: u64,
    },
    /// It has expired.
    #[error("the stamp came {by_ms} ms late: ask for a new challenge")]
    Late {
        /// The number of milliseconds since it expired.
        by_ms: u64,
    },
    /// The issuer has not issued this challenge.
    #[error("the issuer did not give out the stamp's challenge")]
    Forged,
    /// The checker has no table for its delay.
    #[error("this machine is not prepared for {0} squarings, which another one has asked for")]
    Delay(u64),
    /// The answer is not the canonical encoding of a unit.
    #[error("the stamp's answer is not an element of the group: {0}")]
    Element(Malformed),
    /// The answer is wrong.
    #[error("the stamp's answer is wrong: nobody has done its squarings")]
    False,
}

impl Refusal {
    /// Its name in `spec/stamp.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Refusal::Length { .. } => "length",
            Refusal::Version => "version",
            Refusal::Issuer => "issuer",
            Refusal::Terms => "terms",
            Refusal::Resource => "resource",
            Refusal::Client => "client",
            Refusal::Difficulty { .. } => "difficulty",
            Refusal::Early { .. } => "early",
            Refusal::Late { .. } => "late",
            Refusal::Forged => "forged",
            Refusal::Delay(_) => "delay",
            Refusal::Element(_) => "element",
            Refusal::False => "false",
        }
    }
}
