//! The reasons why a change of members is refused.

/// The rule of `spec/members.md` that an announcement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemberRefusal {
    /// By the genesis, participants do not change.
    #[error("the members of this chain do not change")]
    Fixed,
    /// By the genesis, validators do not change.
    #[error("the validators of this chain do not change")]
    FixedValidators,
    /// Only a participant with a stake may announce.
    #[error("it has no stake in round {round}")]
    NoStake {
        /// The round.
        round: u64,
    },
    /// The chain can have no more participants.
    #[error("there are {most} participants, and this chain can have no more")]
    Full {
        /// M, the greatest number of participants.
        most: u32,
    },
    /// Another participant has this key, and a key is used only once.
    #[error("the key of who is to join is that of participant {participant}")]
    KnownKey {
        /// The participant that has it.
        participant: u32,
    },
    /// A change of the stake of an unknown participant.
    #[error("there is no participant {participant} whose stake could change")]
    Nobody {
        /// The given number.
        participant: u32,
    },
    /// The participant has this stake already.
    #[error("participant {participant} has a stake of {stake} by the changes adopted")]
    SameStake {
        /// The participant that has the stake.
        participant: u32,
        /// Its stake.
        stake: u64,
    },
    /// The total would be out of bounds.
    #[error("the total stake would be {total}, and must be from 1 to 2^54 - 1")]
    Total {
        /// The total that would be, 2^64 - 1 if it is more.
        total: u64,
    },
    /// The proposal is closed, too old, of another branch, or unknown.
    #[error("the proposal that it approves is not open")]
    NotOpen,
    /// The participant has approved already. The proposer approves by proposing.
    #[error("it has approved this proposal before")]
    Approved,
}
