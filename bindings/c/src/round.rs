//! Rounds that are verified, and what follows from them.

use crate::{
    border::enter,
    bytes::{Bytes, View},
    error::{Error, Failure, Status},
    free::free,
};
use heliast::Verified;

/// A round that was verified. Any number of threads may use one.
pub struct Round(pub(crate) Verified<heliast::Round>);

/// The contents of a round, and the facts that follow. The pointers belong to the round.
#[repr(C)]
pub struct RoundFacts {
    /// Its number, from 1.
    pub number: u64,
    /// The time of its opening, in milliseconds since 1970.
    pub time_ms: u64,
    /// Its random value.
    pub beacon: [u8; 32],
    /// The bytes whose SHA-256 is the beacon.
    pub preimage: View,
    /// The seed that its lots were drawn with: the beacon of the round before.
    pub seed: [u8; 32],
    /// The hash of its lots.
    pub entropy: [u8; 32],
    /// The delay's input.
    pub x: View,
    /// The delay's output.
    pub y: View,
    /// The delay's proof.
    pub proof: View,
    /// The number of lots, one for each ticket.
    pub lots: usize,
    /// The number of announcements.
    pub announcements: usize,
}

/// The winnings of a ticket. The pointers belong to the round.
#[repr(C)]
pub struct Lot {
    /// The slot.
    pub slot: u8,
    /// The participant's number.
    pub participant: u32,
    /// Its votes, from 1.
    pub votes: u64,
    /// The VRF output of its ticket.
    pub output: View,
    /// The VRF proof of its ticket.
    pub proof: View,
}

/// Writes the contents of a round, and the facts that follow.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_round_describe(
    round: *const Round,
    facts: *mut RoundFacts,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, Round(round)) = (border.out(facts)?, border.handle(round)?);
            let facts = round.facts();
            place.set(RoundFacts {
                number: round.number,
                time_ms: round.time_ms,
                beacon: facts.beacon,
                preimage: facts.preimage[..].into(),
                seed: facts.seed,
                entropy: facts.entropy,
                x: facts.x[..].into(),
                y: round.y[..].into(),
                proof: round.proof[..].into(),
                lots: facts.lots.len(),
                announcements: round.announcements.len(),
            });
            Ok(())
        })
    }
}

/// The lot with this index, from 0, in ascending order of slots and participants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_round_lot(
    round: *const Round,
    index: usize,
    lot: *mut Lot,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            let (place, Round(round)) = (border.out(lot)?, border.handle(round)?);
            let both = round.facts().lots.get(index).zip(round.tickets.get(index));
            let (lot, ticket) =
                both.ok_or_else(|| Failure::misuse(format!("the round has no lot {index}")))?;
            place.set(Lot {
                slot: lot.slot,
                participant: lot.participant,
                votes: lot.votes,
                output: lot.output[..].into(),
                proof: ticket.proof[..].into(),
            });
            Ok(())
        })
    }
}

/// The bytes of a round, from which it was made.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_round_bytes(
    round: *const Round,
    bytes: *mut Bytes,
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            border.out(bytes)?.give_bytes(border.handle(round)?.0.encode());
            Ok(())
        })
    }
}

/// Frees a round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_round_free(round: *mut Round) {
    // SAFETY: the promise at the top of the header.
    unsafe { free(round) }
}

/// Randomness for one use of a round's beacon: `label`, of 65,535 bytes at most, separates the uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heliast_derive(
    beacon: *const u8,
    beacon_len: usize,
    label: *const u8,
    label_len: usize,
    randomness: *mut [u8; 32],
    error: *mut *mut Error,
) -> Status {
    // SAFETY: the promise at the top of the header.
    unsafe {
        enter(error, |border| {
            // Both may be in one place.
            let beacon = *border.array(beacon, beacon_len)?;
            let (place, label) = (border.out(randomness)?, border.bytes(label, label_len)?);
            if label.len() > usize::from(u16::MAX) {
                return Err(Failure::misuse("a label has 65,535 bytes at most; hash a longer one first"));
            }
            place.set(heliast::derive(&beacon, label));
            Ok(())
        })
    }
}
