//! Reports of progress while a list is read.

use super::{error::ListError, parts::Part};

/// The purpose of reading a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pass {
    /// For its digest.
    Digest,
    /// For the products; a list in one part for its digest, too.
    Combine,
    /// For the products of the statements that share their delay with few.
    Raise,
}

/// The progress of a pass, reported before each part and after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The pass that is under way.
    pub pass: Pass,
    /// The number of statements that are done.
    pub done: u64,
    /// The number of parts in which the list is read.
    pub parts: usize,
}

/// Takes every part in its turn, unless `progress` says stop.
pub(in crate::batch) fn each_part(
    pass: Pass,
    parts: &[Part],
    progress: &mut impl FnMut(Progress) -> bool,
    mut take: impl FnMut(&Part) -> Result<(), ListError>,
) -> Result<(), ListError> {
    let mut tell = |done| {
        let go_on = progress(Progress { pass, done, parts: parts.len() });
        if go_on { Ok(()) } else { Err(ListError::Interrupted) }
    };
    for part in parts {
        tell(part.places.start)?;
        take(part)?;
    }
    tell(parts.last().map_or(0, |part| part.places.end))
}
