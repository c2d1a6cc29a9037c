//! The prover's inputs.

use super::{SALT_BYTES, hash::Seed};
use crate::lowmc::Bits;

/// The statement to be proved, and the secrets that prove it.
pub(crate) struct Witness<'a> {
    /// k.
    pub(crate) key: &'a Bits,
    /// The plaintexts.
    pub(crate) inputs: &'a [Bits],
    /// The bytes that are hashed into the challenge: the statement, and everything else that the proof is
    /// bound to.
    pub(crate) bound: &'a [u8],
    pub(crate) salt: [u8; SALT_BYTES],
    /// The seed of all randomness of the proof. It must never be the same for two witnesses.
    pub(crate) root: Seed,
}
