//! The messages.

use crate::answer::Answer;
use heliast::keys::Change;

/// A ticket as the simulation sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The slot that the ticket claims.
    pub slot: u8,
    /// The participant that it says.
    pub participant: u32,
    /// Its proof, and where that comes from.
    pub answer: Answer,
}

/// An announcement as the simulation sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// The participant that it says.
    pub participant: u32,
    /// The serial number that it claims.
    pub serial: u32,
    /// The change that it announces.
    pub change: Change,
    /// Its proof, and where that comes from.
    pub answer: Answer,
}
