//! Keys that are used up: positions only increase, each answers one input, and public keys contain their
//! lifetime.
//!
//! X-VRF ([`xvrf`](crate::xvrf)) and iVRF ([`ivrf`](crate::ivrf)) are secure while no position of a
//! key answers two inputs. They share these types:
//!
//! - [`Terms`]: scheme, height, slots and first round, which determine the position that answers a [`Turn`].
//!   A key expires; it never begins again.
//! - [`PublicKey`]: 76 bytes; checks proofs, [`verify_many`] checks many at once.
//! - [`Guard`]: the record of a key's answers, which decides what it may still answer. Its [`Reservation`]
//!   contains the [`Mark`] that must be durable before the proof is published.
//! - [`Signer`]: the seeds; makes leaves, nodes and, from a reservation, the answer. There is no
//!   other way to get an answer.
//! - [`Sealed`]: that answer. Its output can be read. Its proof is only returned for a [`Durable`], with
//!   which the store of marks vouches that this mark is durable.
//! - [`SecretKey`]: all of these and the whole tree in memory, for small heights and tests. Larger keys
//!   belong in a store with files.

mod guard;
mod keys;
mod sealed;
mod secret;
mod signer;
mod terms;

pub use guard::{Guard, Mark, Reservation};
pub use keys::{Claim, PublicKey, verify_many};
pub use sealed::{Durable, Sealed};
pub use secret::{SecretKey, Stateful};
pub use signer::Signer;
pub use terms::{Scheme, Terms};

pub use crate::turn::{OutOfTerms, Turn};

use crate::{Hex, Malformed};
use alloc::vec::Vec;
use core::fmt;

/// The bytes of a proof. Their number is that of some terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Proof(Vec<u8>);

impl Proof {
    /// Takes the bytes of a proof.
    ///
    /// # Errors
    /// [`Malformed::Length`] if proofs of keys with these `terms` have another length.
    pub fn from_bytes(terms: &Terms, bytes: &[u8]) -> Result<Proof, Malformed> {
        if bytes.len() != terms.proof_len() {
            return Err(Malformed::Length { expected: terms.proof_len(), found: bytes.len() });
        }
        Ok(Proof(bytes.to_vec()))
    }

    /// π.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proof({})", Hex(&self.0))
    }
}
