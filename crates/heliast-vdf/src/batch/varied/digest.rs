//! The digests of lists of different delays.

use super::records::Records;
use crate::batch::digest::{Digest, Leaves};

impl Digest {
    /// The digest of records with delays of their own, on `threads` threads.
    pub fn of_varied(records: &Records<'_>, threads: usize) -> Digest {
        let mut leaves = Leaves::default();
        leaves.absorb_varied(records, threads);
        leaves.finish()
    }
}

impl Leaves {
    /// As [`Leaves::absorb`], of records with delays of their own.
    pub fn absorb_varied(&mut self, records: &Records<'_>, threads: usize) {
        self.absorb_bytes(records.bytes(), records.len(), threads);
    }
}
