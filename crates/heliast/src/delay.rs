//! The bytes of a round's delay.

/// A delay's output, and the proof that is offered for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delay {
    /// Its output z_K, encoded.
    pub y: Vec<u8>,
    /// Its proof, encoded.
    pub proof: Vec<u8>,
}
