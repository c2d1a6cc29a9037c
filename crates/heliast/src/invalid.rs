//! The reasons why a claim is false.

use crate::{
    keys::{Refusal, Unsettled},
    stateless::VrfError,
    wire::Malformed,
};

/// The reason why a well-formed ticket, announcement or round is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Invalid {
    /// The number is not the next one, or these are the bytes of another round.
    #[error("it says that it is round {found}, but round {expected} is due")]
    Number {
        /// The number that is due.
        expected: u64,
        /// The number of this round.
        found: u64,
    },
    /// The time is not after that of the round before, not a multiple of the period, or too late for any
    /// chain.
    #[error("its time {0} ms is not on the chain's grid of periods, or not after the round before")]
    Time(u64),
    /// There is no participant with this number.
    #[error("there is no participant {0}")]
    Participant(u32),
    /// A VRF proof fails.
    #[error("the ticket of participant {participant} is not valid: {reason}")]
    Ticket {
        /// The participant of the ticket.
        participant: u32,
        /// The reason.
        reason: VrfError,
    },
    /// Sortition gave this participant no votes.
    #[error("the ticket of participant {0} won no votes in this round")]
    NoVotes(u32),
    /// A verified ticket, but of another round.
    #[error("the ticket of participant {0} was drawn in another round")]
    OtherRound(u32),
    /// A verified announcement, but verified for another round or chain.
    #[error("the announcement of participant {0} was verified for another round")]
    OtherAnnouncement(u32),
    /// A mistake of the caller: the round was checked for another chain than the one that it is to
    /// be verified for.
    #[error("it was checked for another chain")]
    OtherChain,
    /// A mistake of the caller: the tip that it passed is of another chain.
    #[error("the tip is of another chain than the one that verifies after it")]
    OtherTip,
    /// Tickets doubled or out of order.
    #[error("the tickets are not in strictly ascending order of slots and participants")]
    Order,
    /// The round has no such slot.
    #[error("there is no slot {0} in this chain's rounds")]
    Slot(u8),
    /// An announcement that does not come from its participant.
    #[error("the announcement of participant {participant} is not proved by its stateless key: {reason}")]
    Announcement {
        /// The participant that it claims to come from.
        participant: u32,
        /// The reason.
        reason: VrfError,
    },
    /// Announcements that break a rule of `spec/schedule.md`, or that are in the wrong place.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Too far ahead: the key that is due depends on rounds that are not known.
    #[error(transparent)]
    Unsettled(#[from] Unsettled),
    /// The delay's output or proof fails.
    #[error("the delay does not hold: {0}")]
    Delay(heliast_vdf::Invalid),
    /// A segment of the delay's roots fails.
    #[error("the delay does not hold: {0}")]
    Roots(heliast_vdf::roots::Invalid),
    /// Bytes that are not an encoding of a group element. A decoded round has no such bytes.
    #[error(transparent)]
    Malformed(#[from] Malformed),
}
