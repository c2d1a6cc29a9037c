//! Answers that have been made and have not left: what keeps a proof behind its mark.

use super::{Mark, Proof, PublicKey};
use crate::{Misuse, Output};
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroize;

/// The answer of a reservation, closed until its mark is durable.
///
/// The caller sees its [`output`](Self::output) only, and decides by it whether the lot is wanted:
/// the output of X-VRF is a hash of the proof, so that the proof has to be made before anybody can
/// tell. The proof itself comes out only by [`open`](Self::open), against the word that the
/// [`mark`](Self::mark) is durable. A sealed answer that is dropped is erased.
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
/// Without that word nothing opens it:
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
/// Nor can the proof be read, or the word be given by writing it down:
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

    /// The output. Tell nobody before the answer is opened.
    pub fn output(&self) -> &Output<32> {
        &self.output
    }

    /// The output, and the proof of it, which may leave.
    ///
    /// # Errors
    /// [`Misuse::OtherMark`] if `durable` is about another key, position or input. The answer is erased then;
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

/// Somebody's word that a mark is durable: that every later process which may answer with the key will find
/// this mark or a later one, even after a loss of power.
///
/// The crate `heliast-keystore` gives it in one place, when both of its mark files are synced.
#[derive(Debug, PartialEq, Eq)]
pub struct Durable {
    key: PublicKey,
    mark: Mark,
}

impl Durable {
    /// **Vouches** that `mark` of `key` is durable. Nothing checks this. Where it is false, a crash can make
    /// the key answer two inputs at one position, and then others forge its answers.
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
