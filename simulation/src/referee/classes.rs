//! Translates the machine's refusals into the model's classes.

use crate::model::{Class, Judgement};
use heliast::{Invalid, keys};
use heliast_beacon::{Effect, Refusal};

/// The machine's verdict in the model's terms.
pub(super) fn class_of(effects: &[Effect]) -> Judgement {
    match effects {
        [] => Ok(()),
        [Effect::Refuse(refusal)] => Err(match refusal {
            Refusal::Phase { .. } => Class::Phase,
            Refusal::Round { .. } => Class::Round,
            Refusal::Doubled { .. } => Class::Doubled,
            Refusal::Announced(_) => Class::Second,
            Refusal::Invalid(invalid) => class_of_invalid(invalid),
            _ => Class::Other,
        }),
        _ => Err(Class::Other),
    }
}

/// The library's refusal in the model's terms.
pub fn class_of_invalid(invalid: &Invalid) -> Class {
    match invalid {
        Invalid::Number { .. } => Class::Round,
        Invalid::Time(_) => Class::Time,
        Invalid::Participant(_) => Class::Participant,
        Invalid::Slot(_) => Class::Slot,
        Invalid::Ticket { .. } => Class::Proof,
        Invalid::NoVotes(_) => Class::NoVotes,
        Invalid::Announcement { .. } => Class::Unauthentic,
        Invalid::Delay(_) => Class::Delay,
        Invalid::Malformed(_) => Class::Malformed,
        Invalid::Refused(refusal) => match refusal {
            keys::Refusal::NoAnnouncements => Class::NoAnnouncements,
            keys::Refusal::Participant { .. } => Class::Participant,
            keys::Refusal::Second { .. } => Class::Second,
            keys::Refusal::Serial { .. } => Class::Serial,
            keys::Refusal::Slots { .. } => Class::Slots,
            keys::Refusal::Expired { .. } => Class::Expired,
            keys::Refusal::Known { .. } => Class::Known,
            _ => Class::Other,
        },
        _ => Class::Other,
    }
}
