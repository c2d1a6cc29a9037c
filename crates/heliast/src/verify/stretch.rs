//! Rounds whose delays are settled together.

use super::options::COMBINED;
use crate::{Pending, chain::Tip, epoch::EpochProof, round::Round};

/// A round that was read: the source's item for it, and the state after it if it is valid.
pub(super) struct Held<T> {
    pub entry: T,
    pub after: Tip,
}

/// A decoded round with the state that it builds on.
pub(super) struct Decoded {
    pub before: Tip,
    pub round: Round,
}

/// Rounds whose delays are settled together, from the first that was read to the last.
pub(super) struct Stretch<T> {
    /// The proof of their delays, if they are an epoch.
    pub proof: Option<EpochProof>,
    /// The planned number of rounds.
    want: usize,
    /// No further round belongs to these.
    closed: bool,
    /// All of them, in their order.
    pub held: Vec<Held<T>>,
    /// The first rounds of `held`, checked except for their delays.
    pub pending: Vec<Pending>,
    /// The rest of `held`, of which nothing has been checked.
    pub decoded: Vec<Decoded>,
    /// The bytes of `held`.
    pub bytes: usize,
}

impl<T> Stretch<T> {
    /// A stretch for rounds that are checked by this proof, or by their own proofs if it is `None`.
    pub fn new(proof: Option<EpochProof>) -> Stretch<T> {
        let want = proof.as_ref().map_or(COMBINED, |proof| proof.count as usize);
        let (held, pending, decoded) = (Vec::new(), Vec::new(), Vec::new());
        Stretch { proof, want, closed: false, held, pending, decoded, bytes: 0 }
    }

    /// The number of rounds that are still to be added.
    pub fn room(&self) -> usize {
        if self.closed { 0 } else { self.want - self.held.len().min(self.want) }
    }

    /// Nothing more is added.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Whether these are all the planned rounds.
    pub fn is_whole(&self) -> bool {
        self.pending.len() == self.want
    }
}
