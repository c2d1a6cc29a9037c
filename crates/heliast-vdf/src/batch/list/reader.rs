//! The records of a list, from any source.

use super::error::ListError;
use crate::batch::file::StatementsHeader;
use alloc::vec::Vec;
use core::ops::Range;
use std::io::{Read, Seek, SeekFrom};

/// Reads records that follow a header.
#[derive(Debug)]
pub(super) struct Reader<R> {
    source: R,
    record_len: u64,
}

impl<R: Read + Seek> Reader<R> {
    pub(super) fn new(source: R, record_len: u64) -> Reader<R> {
        Reader { source, record_len }
    }

    /// Reads the records at these places, in place of the content of `bytes`.
    pub(super) fn read(&mut self, places: Range<u64>, bytes: &mut Vec<u8>) -> Result<(), ListError> {
        let at = |place: u64| place.checked_mul(self.record_len).ok_or(ListError::TooLong);
        let (start, end) = (at(places.start)?, at(places.end)?);
        let len = end - start;
        let wanted = usize::try_from(len).map_err(|_| ListError::TooLong)?;
        bytes.clear();
        bytes.try_reserve_exact(wanted).map_err(|_| ListError::TooLong)?;
        self.source.seek(SeekFrom::Start(StatementsHeader::LEN as u64 + start))?;
        let read = (&mut self.source).take(len).read_to_end(bytes)?;
        if read == wanted { Ok(()) } else { Err(ListError::Changed) }
    }
}
