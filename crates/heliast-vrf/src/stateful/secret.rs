//! A key whose whole tree is in memory.

use super::{Durable, Guard, Mark, Proof, PublicKey, Reservation, Sealed, Signer, Terms, Turn};
use crate::{
    Exhausted, Invalid, Malformed, Output, Vrf,
    tree::{Piece, path},
};
use heliast_symmetric::sha256::Sha256;

/// X-VRF or iVRF, by the key.
pub enum Stateful {}

/// A key in memory with its whole tree: 2^(h+1) nodes, 64 KiB at height 10, 2 MiB at height 15.
///
/// It does not know about other processes: a copy of its memory, such as `fork` makes, is a second key that
/// answers the same turns, and two answers at one turn reveal the key. Use it in one process only, or use a
/// key store.
///
/// It is meant for tests, for short-lived keys, and as the shortest example of the use of the parts. When
/// this value is lost, the key must never be used again, unless the marks of its reservations were kept; see
/// [`resume`](Self::resume).
pub struct SecretKey {
    signer: Signer,
    tree: Piece,
    guard: Guard,
}

impl SecretKey {
    /// Makes the key: all its leaves and nodes, on this thread.
    pub fn generate(terms: Terms, sk_seed: &[u8; 32], pub_seed: &[u8; 32]) -> SecretKey {
        Self::resume(terms, sk_seed, pub_seed, None).expect("no mark, no bad mark")
    }

    /// Makes the key again as it was when `last` was the last mark. With an older mark the key reveals
    /// itself.
    ///
    /// # Errors
    /// [`Malformed::Mark`] if the key has no such position.
    pub fn resume(
        terms: Terms,
        sk_seed: &[u8; 32],
        pub_seed: &[u8; 32],
        last: Option<Mark>,
    ) -> Result<SecretKey, Malformed> {
        let signer = Signer::new(Sha256::new(), terms, sk_seed, pub_seed);
        let tree = Piece::build(&signer, terms.height(), 0);
        let guard = Guard::new(signer.public_key(*tree.root()), last)?;
        Ok(SecretKey { signer, tree, guard })
    }

    /// The public key.
    pub fn public_key(&self) -> &PublicKey {
        self.guard.key()
    }

    /// The mark of the newest reservation, from which [`resume`](Self::resume) continues; `None` before the
    /// first one.
    pub fn last(&self) -> Option<Mark> {
        self.guard.last()
    }

    /// Uses up the position of `turn` for `input`.
    ///
    /// # Errors
    /// As [`Guard::reserve`].
    pub fn reserve<'x>(&mut self, turn: Turn, input: &'x [u8]) -> Result<Reservation<'x>, Exhausted> {
        self.guard.reserve(turn, input)
    }

    /// The answer of a reservation, sealed until its mark is durable.
    ///
    /// # Panics
    /// If the reservation is of another key.
    pub fn seal(&self, reservation: Reservation<'_>) -> Sealed {
        let path = path(&[&self.tree], reservation.place().leaf);
        self.signer.seal(reservation, &path)
    }

    /// The output and the proof for `input` at `turn`.
    ///
    /// The mark is kept in memory only, and this function vouches for it. That is right only if the key is
    /// not used after this value is dropped. For keys that live longer, use [`reserve`](Self::reserve) and
    /// [`seal`](Self::seal).
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve).
    pub fn prove(&mut self, turn: Turn, input: &[u8]) -> Result<(Output<32>, Proof), Exhausted> {
        let reservation = self.reserve(turn, input)?;
        let sealed = self.seal(reservation);
        let durable = Durable::vouch(*sealed.key(), sealed.mark());
        Ok(sealed.open(&durable).expect("the mark of this answer"))
    }
}

impl Vrf for Stateful {
    type PublicKey = PublicKey;
    type SecretKey = SecretKey;
    type Position = Turn;
    type Proof = Proof;
    type Output = Output<32>;

    /// Does the same as [`SecretKey::prove`].
    fn prove(secret: &mut SecretKey, turn: Turn, input: &[u8]) -> Result<(Output<32>, Proof), Exhausted> {
        secret.prove(turn, input)
    }

    fn verify(public: &PublicKey, turn: Turn, input: &[u8], proof: &Proof) -> Result<Output<32>, Invalid> {
        public.verify(turn, input, proof.as_bytes())
    }
}
