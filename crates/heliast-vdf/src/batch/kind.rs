//! Holds records to the kind that is asked for: of one delay, or of a delay each.

use super::{error::Invalid, records::Records};

/// That all statements have one delay, which is not in the records.
pub(super) fn check_one(records: &Records<'_>) -> Result<(), Invalid> {
    if records.have_delays() { Err(Invalid::OtherKind) } else { Ok(()) }
}

/// That each statement has a delay of its own.
pub(super) fn check_varied(records: &Records<'_>) -> Result<(), Invalid> {
    if records.have_delays() { Ok(()) } else { Err(Invalid::OtherKind) }
}
