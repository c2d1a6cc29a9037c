//! The bytes of a round's delay.

/// A delay's output and its proof, unverified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delay {
    /// Its output z_K, encoded.
    pub y: Vec<u8>,
    /// Its proof, encoded.
    pub proof: Vec<u8>,
}
