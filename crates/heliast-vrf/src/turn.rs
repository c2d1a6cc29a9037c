//! The turns at which few-time keys answer, and the reasons why they answer nothing at a turn.

/// The turn of a key: a round, and the slot in it if rounds have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn {
    /// The round.
    pub round: u64,
    /// The slot, below the key's number of slots.
    pub slot: u16,
}

/// The reason why a key answers nothing at a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutOfTerms {
    /// The round comes before the key's first.
    #[error(
        "round {round} comes before this key's first round, {first}; use the key that is registered for it"
    )]
    Early {
        /// The round.
        round: u64,
        /// The key's first.
        first: u64,
    },
    /// The key has fewer slots.
    #[error("there is no slot {slot}: this key has {slots} in a round, counted from 0")]
    Slot {
        /// The slot.
        slot: u16,
        /// The key's number of slots.
        slots: u16,
    },
    /// All leaves are used up; a key never begins again.
    #[error("the key has expired before round {}, slot {}; register a new one in time", turn.round, turn.slot)]
    Expired {
        /// The turn that comes after the last leaf.
        turn: Turn,
    },
}
