//! Checks that records have the required kind: one delay for all, or a delay for each.

use super::{error::Invalid, records::Records};

/// Checks that all statements have one delay, which is not in the records.
pub(super) fn check_one(records: &Records<'_>) -> Result<(), Invalid> {
    if records.have_delays() { Err(Invalid::OtherKind) } else { Ok(()) }
}

/// Checks that each statement has a delay of its own.
pub(super) fn check_varied(records: &Records<'_>) -> Result<(), Invalid> {
    if records.have_delays() { Ok(()) } else { Err(Invalid::OtherKind) }
}
