//! Answers that are made but not published, which keep a proof closed until its mark is durable.

use super::{Mark, Proof, PublicKey};
use crate::{Misuse, Output};
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroize;

/// The answer of a reservation, closed until its mark is durable.
///
/// The caller sees only its [`output`](Self::output), and decides by it whether to use the lot. The output of
/// X-VRF is a hash of the proof, so the proof has to be made first. The proof itself is only returned by
/// [`open`](Self::open), for a [`Durable`] that vouches for the [`mark`](Self::mark). A sealed answer that is
/// dropped is erased.
///
/// ```
/// use heliast_vrf::stateful::{Durable, Scheme, SecretKey, Terms, Turn};
///
/// let terms = Terms::new(Scheme::IVrf, 3, 1, 0).unwrap();
/// let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
/// let reservation = key.reserve(Turn { round: 0, slot: 0 }, b"input").unwrap();
/// let sealed = key.seal(reservation);
/// // Here the mark is written to where it outlives a loss of power; then somebody vouches for it.
/// let durable = Durable::vouch(*sealed.key(), sealed.mark());
/// let (output, proof) = sealed.open(&durable).unwrap();
/// # assert_eq!(key.public_key().verify(Turn { round: 0, slot: 0 }, b"input", proof.as_bytes()), Ok(output));
/// ```
///
/// Without a [`Durable`] it cannot be opened:
///
/// ```compile_fail,E0061
/// # use heliast_vrf::stateful::{Durable, Scheme, SecretKey, Terms, Turn};
/// # let terms = Terms::new(Scheme::IVrf, 3, 1, 0).unwrap();
/// # let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
/// # let reservation = key.reserve(Turn { round: 0, slot: 0 }, b"input").unwrap();
/// let sealed = key.seal(reservation);
/// let (output, proof) = sealed.open().unwrap();
/// ```
///
/// The proof cannot be read, either, and a [`Durable`] cannot be made from its fields:
///
/// ```compile_fail,E0616
/// # use heliast_vrf::stateful::{Durable, Scheme, SecretKey, Terms, Turn};
/// # let terms = Terms::new(Scheme::IVrf, 3, 1, 0).unwrap();
/// # let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
/// # let reservation = key.reserve(Turn { round: 0, slot: 0 }, b"input").unwrap();
/// # let sealed = key.seal(reservation);
/// let proof = sealed.proof;
/// ```
///
/// ```compile_fail,E0451
/// # use heliast_vrf::stateful::{Durable, Scheme, SecretKey, Terms, Turn};
/// # let terms = Terms::new(Scheme::IVrf, 3, 1, 0).unwrap();
/// # let mut key = SecretKey::generate(terms, &[1; 32], &[2; 32]);
/// # let reservation = key.reserve(Turn { round: 0, slot: 0 }, b"input").unwrap();
/// # let sealed = key.seal(reservation);
/// let durable = Durable { key: *sealed.key(), mark: sealed.mark() };
/// ```
#[must_use = "the position is used up"]
pub struct Sealed {
    key: PublicKey,
    mark: Mark,
    output: Output<32>,
    proof: Vec<u8>,
}

impl Sealed {
    pub(super) fn new(key: PublicKey, mark: Mark, output: Output<32>, proof: Vec<u8>) -> Sealed {
        Sealed { key, mark, output, proof }
    }

    /// The key that answers.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The mark that must be durable before this opens.
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// The output. It must stay secret until the answer is opened.
    pub fn output(&self) -> &Output<32> {
        &self.output
    }

    /// Returns the output and its proof, which may now be published.
    ///
    /// # Errors
    /// [`Misuse::OtherMark`] if `durable` is about another key, position or input. The answer is then erased;
    /// the same reservation can be made again.
    pub fn open(mut self, durable: &Durable) -> Result<(Output<32>, Proof), Misuse> {
        if *durable != (Durable { key: self.key, mark: self.mark }) {
            return Err(Misuse::OtherMark);
        }
        Ok((self.output, Proof(core::mem::take(&mut self.proof))))
    }
}

impl Drop for Sealed {
    fn drop(&mut self) {
        self.proof.zeroize();
        self.output.0.zeroize();
    }
}

impl fmt::Debug for Sealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealed").field("mark", &self.mark).finish_non_exhaustive()
    }
}

/// An assurance that a mark is durable: every later process that may answer with the key will find this mark
/// or a later one, even after a loss of power.
///
/// The crate `heliast-keystore` gives it in one place, after both of its mark files are synced.
#[derive(Debug, PartialEq, Eq)]
pub struct Durable {
    key: PublicKey,
    mark: Mark,
}

impl Durable {
    /// **Vouches** that `mark` of `key` is durable. Nothing checks this. If it is false, a crash can make the
    /// key answer two inputs at one position, and then others can forge its answers.
    pub fn vouch(key: PublicKey, mark: Mark) -> Durable {
        Durable { key, mark }
    }

    /// The key.
    pub fn key(&self) -> &PublicKey {
        &self.key
    }

    /// The mark.
    pub fn mark(&self) -> Mark {
        self.mark
    }
}
