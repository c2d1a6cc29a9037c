//! The reasons why announcements are refused.

use crate::members::MemberRefusal;

/// The rule of `spec/schedule.md` or `spec/round.md` that an announcement breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The chain has stateless keys only.
    #[error("this chain takes no announcements: its participants have their stateless keys only")]
    NoAnnouncements,
    /// The announcements of a round are out of order.
    #[error("the announcements are not in strictly ascending order of participants")]
    Order,
    /// An announcement in a history that names a round before that of the preceding announcement, or after
    /// the last round.
    #[error("the announcement of round {round} stands in the wrong place")]
    Place {
        /// The round that it names.
        round: u64,
    },
    /// There is no participant with this number.
    #[error("there is no participant {participant}")]
    Participant {
        /// The number given.
        participant: u32,
    },
    /// A second announcement of one participant in one round.
    #[error(
        "participant {participant} has made an announcement in this round; the next one can stand in the next round"
    )]
    Second {
        /// The participant.
        participant: u32,
    },
    /// The serial number is not the next one.
    #[error(
        "the next announcement of participant {participant} has the serial number {expected}, not {found}: it was sent twice, or for another branch of the chain"
    )]
    Serial {
        /// The participant.
        participant: u32,
        /// The number of announcements so far.
        expected: u32,
        /// The number given.
        found: u32,
    },
    /// The key has fewer slots in a round than the chain requires.
    #[error(
        "the chain asks for {needed} slots in a round and the key that participant {participant} announces has {found}; make one with --slots {needed}"
    )]
    Slots {
        /// The participant.
        participant: u32,
        /// The number of slots that the chain requires.
        needed: u16,
        /// The number of slots of the key.
        found: u16,
    },
    /// The key would never be due.
    #[error(
        "the key that participant {participant} announces expires before round {effective}, when it would take effect; announce one that lasts longer"
    )]
    Expired {
        /// The participant.
        participant: u32,
        /// The round in which it would take effect.
        effective: u64,
    },
    /// A change of members that is not allowed, or an announcement of a participant without a stake.
    #[error("participant {participant} can't announce this: {reason}")]
    Member {
        /// The participant.
        participant: u32,
        /// The rule that it breaks.
        reason: MemberRefusal,
    },
    /// The tree was announced before.
    #[error(
        "participant {participant} has announced this tree before, perhaps with other terms: its leaves would answer twice; make a new key"
    )]
    Known {
        /// The participant.
        participant: u32,
    },
}
