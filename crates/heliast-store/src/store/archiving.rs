//! Copies closed epochs from the store into the archive, which does not depend on the store.

use super::{Store, StoreError};
use crate::archive::{Archive, ArchiveError};
use heliast::bundle::{write_epoch_proof, write_header, write_round};
use heliast_disk::Draft;
use std::io::{self, BufWriter};

impl Archive {
    /// Adds a file with these rounds of the store, which must follow the archive's last one, and with the
    /// epoch proofs of epochs within them. When this returns, the file is on the disk.
    ///
    /// # Errors
    /// [`ArchiveError::Gap`] if the rounds do not follow; after any error the file is not added.
    pub fn write(&self, store: &Store, first: u64, last: u64) -> Result<(), StoreError> {
        self.require_next(first, last)?;
        if last > store.last() {
            return Err(StoreError::OutOfOrder { last: store.last(), found: last });
        }
        let draft = fill(self.begin(first, last)?, store, (first, last))?;
        Ok(self.add(draft, first, last)?)
    }
}

/// Writes these rounds into the draft of a file.
fn fill(draft: Draft, store: &Store, (first, last): (u64, u64)) -> Result<Draft, StoreError> {
    let path = draft.path().to_owned();
    let failed = |error| ArchiveError::io(&path, error);
    let mut out = BufWriter::with_capacity(1 << 20, draft);
    let before = store.tip_before(first)?.ok_or(StoreError::Pruned { round: first, first: store.first() })?;
    write_header(&mut out, store.chain(), &before, last - first + 1)
        .map_err(|error| ArchiveError::header(&path, first, error))?;
    for item in store.range(first, last) {
        let (number, bytes) = item?;
        if let Some(proof) = proof_within(store, number, last)? {
            write_epoch_proof(&mut out, &proof).map_err(failed)?;
        }
        write_round(&mut out, &bytes).map_err(failed)?;
    }
    Ok(out.into_inner().map_err(io::IntoInnerError::into_error).map_err(failed)?)
}

/// The epoch proof that begins with a round and ends with `last` at the latest.
fn proof_within(store: &Store, first: u64, last: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let ends = |bytes: &Vec<u8>| {
        let proof = store.chain().decode_epoch_proof(bytes);
        proof.is_ok_and(|proof| *proof.rounds().end() <= last && proof.first == first)
    };
    Ok(store.epoch_proof(first)?.filter(ends))
}
