//! The three handles through which the parts of a node work together.

#[cfg(test)]
mod tests;

use crate::{board::StatusBoard, clock::Clock, finality::Finality, rounds::Rounds};
use heliast::EPOCH_ROUNDS;
use heliast_store::Store;
use std::{num::NonZeroU32, sync::Arc};

/// The handles of one node. Copies refer to the same node.
#[derive(Clone)]
pub struct Handles {
    /// Its rounds.
    pub rounds: Arc<Rounds>,
    /// Its current work, and its standing.
    pub board: Arc<StatusBoard>,
    /// The proofs that a network agreed on its rounds.
    pub finality: Arc<Finality>,
}

impl Handles {
    /// The handles of a node with this store. Until an engine reports otherwise, the node waits for its next
    /// round.
    pub fn new(store: Store) -> Handles {
        Handles::with_epochs(store, EPOCH_ROUNDS)
    }

    /// The handles of a node with epochs of this many rounds, at most [`heliast::MAX_EPOCH_ROUNDS`]. The
    /// length of epochs is not part of the chain.
    pub fn with_epochs(store: Store, epoch_rounds: NonZeroU32) -> Handles {
        Handles::with_clock(store, epoch_rounds, Clock::System)
    }

    /// The handles of a node with such epochs and a clock of the caller's choice.
    pub fn with_clock(store: Store, epoch_rounds: NonZeroU32, clock: Clock) -> Handles {
        let finality = Arc::new(Finality::new(&store));
        let store = Arc::new(store);
        let board = Arc::new(StatusBoard::new(Arc::clone(&store), clock.clone()));
        let rounds = Arc::new(Rounds::new(store, epoch_rounds, clock, Arc::clone(&board)));
        Handles { rounds, board, finality }
    }
}
