//! The modes.

/// The way in which candidates are made from digests, and the candidates that a verifier accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u8)]
pub enum PrimeMode {
    /// The digest itself, as in the paper's Algorithm 3.
    Plain = 0,
    /// The digest moved to the residue 1 modulo the first 15 primes. One prime in 2^56 remains, so it has 28
    /// bits of security less than its length says. It is for study only: without the feature `study` nothing
    /// of this mode is decoded.
    #[cfg(feature = "study")]
    Sieved = 1,
    /// The digest moved to a residue that no prime up to 47 divides, which is also drawn by hash (equation
    /// 9).
    SievedFull = 2,
    /// The candidates of [`PrimeMode::SievedFull`]; the prover names one that is prime. Challenges are eight
    /// bits longer because of this choice.
    Hinted = 3,
}

impl PrimeMode {
    /// All modes.
    pub const ALL: &[PrimeMode] = &[
        PrimeMode::Plain,
        #[cfg(feature = "study")]
        PrimeMode::Sieved,
        PrimeMode::SievedFull,
        PrimeMode::Hinted,
    ];

    /// The mode with this number in the wire formats.
    pub fn from_id(id: u8) -> Option<PrimeMode> {
        PrimeMode::ALL.iter().copied().find(|mode| *mode as u8 == id)
    }

    /// The name in the specification and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            PrimeMode::Plain => "plain",
            #[cfg(feature = "study")]
            PrimeMode::Sieved => "sieved",
            PrimeMode::SievedFull => "sieved-full",
            PrimeMode::Hinted => "hinted",
        }
    }
}
