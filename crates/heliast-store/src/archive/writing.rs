//! A file of an archive comes into being whole or not at all.

use super::{Archive, ArchiveError, ArchiveFile};
use crate::store::{Store, StoreError};
use heliast::bundle::{write_epoch_proof, write_header, write_round};
use std::{
    fs::{self, File},
    io::{self, BufWriter},
    path::Path,
};

impl Archive {
    /// Adds a file with these rounds of the store, which are to follow those that it has, and with the epoch
    /// proofs whose rounds are among them. When this returns, it is on the disk.
    ///
    /// # Errors
    /// [`ArchiveError::Gap`] if the rounds do not follow; after any error there is no such file.
    pub fn write(&self, store: &Store, first: u64, last: u64) -> Result<(), StoreError> {
        let due = self.files().last().map_or(first, |file| file.last + 1);
        if first != due || last < first {
            let path = self.dir.clone();
            return Err(ArchiveError::Gap { path, expected: due, found: first }.into());
        }
        if last > store.last() {
            return Err(StoreError::OutOfOrder { last: store.last(), found: last });
        }
        let file = ArchiveFile { first, last, bytes: 0, disk_bytes: 0 };
        let (draft, path) = (self.dir.join(file.draft()), self.dir.join(file.name()));
        let written = fill(&draft, store, (first, last)).and_then(|()| Ok(settle(&self.dir, &draft, &path)?));
        if written.is_err() {
            // If the draft cannot be removed now, the next start removes it.
            let _ = fs::remove_file(&draft);
        }
        written?;
        Ok(self.added(first, last)?)
    }
}

fn fill(draft: &Path, store: &Store, (first, last): (u64, u64)) -> Result<(), StoreError> {
    let failed = |error| ArchiveError::io(draft, error);
    let file = File::create(draft).map_err(failed)?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let before = store.tip_before(first)?.ok_or(StoreError::Pruned { round: first, first: store.first() })?;
    write_header(&mut out, store.chain(), &before, last - first + 1)
        .map_err(|error| ArchiveError::header(draft, first, error))?;
    for item in store.range(first, last) {
        let (number, bytes) = item?;
        if let Some(proof) = proof_within(store, number, last)? {
            write_epoch_proof(&mut out, &proof).map_err(failed)?;
        }
        write_round(&mut out, &bytes).map_err(failed)?;
    }
    let file = out.into_inner().map_err(io::IntoInnerError::into_error).map_err(failed)?;
    Ok(file.sync_all().map_err(failed)?)
}

/// The epoch proof that begins with a round and ends with `last` at the latest.
fn proof_within(store: &Store, first: u64, last: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let ends = |bytes: &Vec<u8>| {
        let proof = store.chain().decode_epoch_proof(bytes);
        proof.is_ok_and(|proof| *proof.rounds().end() <= last && proof.first == first)
    };
    Ok(store.epoch_proof(first)?.filter(ends))
}

/// Gives a file that is on the disk its name, for good.
fn settle(dir: &Path, draft: &Path, path: &Path) -> Result<(), ArchiveError> {
    let named = fs::rename(draft, path).and_then(|()| File::open(dir)?.sync_all());
    named.map_err(|error| ArchiveError::io(path, error))
}
