//! What a key answered last, in two places: why no position answers twice.
//!
//! The store holds a mark file, and so does a directory outside it, as a witness. Both hold the newest [`Record`]: the last position, the
//! hash of its input, a serial number, and which mark file on which machine may go on. A proof leaves when both are durable, in this order:
//!
//! 1. the record is written into the store's mark file and synced;
//! 2. the record is written into the witness and synced;
//! 3. the proof is computed and released.
//!
//! **What a crash can leave.** With n the serial of the record before and n + 1 of the new one, store and witness have
//!
//! | crash | store | witness | released with n + 1 |
//! |---|---|---|---|
//! | before 1 | n | n | no |
//! | within 1 | n, or n + 1, the other slot perhaps torn | n | no |
//! | between | n + 1 | n | no |
//! | within 2 | n + 1 | n or n + 1, the other slot perhaps torn | no |
//! | after 2 | n + 1 | n + 1 | perhaps |
//!
//! so exactly two states are accepted ([`judge`]): both are equal; or the store's is the very next of the witness's, which each
//! record proves by the tag of the one before. A torn slot is accepted only in the file that was being written in that state. In every
//! accepted state the store's record is the newest that exists, or was followed by one that let nothing go: going on from it is safe.
//! In the second state the store's record may be in the system's memory only: it is written and synced again, and then the
//! witness, before anything else.
//!
//! **What is refused.** A store behind its witness was restored. A witness more than one record behind its store, or missing, was itself
//! restored or is lost: then nobody knows whether the store was too. A mark file that is not the file named in its record is a copy.
//! Two stores of one key on one machine have one witness, which names only one of them.
//!
//! An unfinished key that is copied could become two complete ones with nothing marked in either. Its secret file names the directory where it was
//! begun, and only there does completing it place marks; elsewhere the complete key must be adopted.
//!
//! **What can't be seen from here.** Store and witness that are put back together and in place (a home directory restored into the files that are
//! there), or a whole machine that goes back in time (a snapshot of a virtual machine, an image of its disk). After
//! any such act take the lower bound from outside, that is the last round on the chain in which the key had answered, and burn everything up to it
//! with [`Store::skip_to`](crate::Store::skip_to).
//!
//! All of this takes the disk at its word when it says that a sync is done.
//!
//! A record takes one of two slots, by the parity of its serial number, 4096 bytes apart, so that no disk that tears a write damages both. The files
//! never grow or shrink: a mark costs two overwrites and two syncs.

mod file;
mod record;
#[cfg(test)]
mod tests;

pub(crate) use file::{MarkFile, Slots};
pub(crate) use record::Record;

use crate::{
    Error,
    disk::Disk,
    error::{At, Refused},
    identity::{FileId, Machine},
    mac::MacKey,
};
use heliast_vrf::stateful::Mark;

/// The two mark files of a key in use.
pub(crate) struct Marks {
    store: MarkFile,
    witness: MarkFile,
    last: Record,
    key: MacKey,
    /// A write failed: what is on the disk is unknown until it is read again.
    failed: bool,
}

impl Marks {
    /// The marks in two files, if they are the newest that exist.
    pub(crate) fn open(
        disk: &Disk,
        mut store: MarkFile,
        mut witness: MarkFile,
        key: MacKey,
        public: &[u8; 32],
        machine: Machine,
    ) -> Result<Marks, Error> {
        let here = (machine, store.id()?);
        let found = judge(&store.read(&key, public)?, &witness.read(&key, public)?, here);
        let standing = found.map_err(|why| why.refused(&store, &witness))?;
        // A process that was killed while it put new files in place has not always synced their names.
        for path in [store.path(), witness.path()] {
            disk.sync_names(path).at(path)?;
        }
        if let Standing::Ahead(last) = &standing {
            store.write(disk, last)?;
            witness.write(disk, last)?;
        }
        let (Standing::Equal(last) | Standing::Ahead(last)) = standing;
        Ok(Marks { store, witness, last, key, failed: false })
    }

    /// The newest mark; `None` while the key has answered nothing.
    pub(crate) fn last(&self) -> Option<Mark> {
        self.last.mark
    }

    /// That marks can still be written, as far as is known.
    ///
    /// # Errors
    /// [`Refused::Failed`] after a write that failed.
    pub(crate) fn usable(&self) -> Result<(), Error> {
        if self.failed { Err(Refused::Failed.into()) } else { Ok(()) }
    }

    /// Makes `mark` the newest, durably, in both places.
    ///
    /// # Errors
    /// [`Error::Io`] if a file can't be written, and from then on [`Refused::Failed`]: what the disk then has is unknown.
    pub(crate) fn advance(&mut self, disk: &Disk, mark: Mark) -> Result<(), Error> {
        self.usable()?;
        self.failed = true;
        let next = self.last.next(&self.key, Some(mark));
        self.store.write(disk, &next)?;
        self.witness.write(disk, &next)?;
        self.last = next;
        self.failed = false;
        Ok(())
    }
}

/// Puts new mark files with the same record into both places, that of the store first; nothing is released before both are there.
pub(crate) fn place(
    disk: &Disk,
    paths: (&std::path::Path, &std::path::Path),
    key: &MacKey,
    machine: Machine,
    draft: Record,
) -> Result<(), Error> {
    let (store, witness) = paths;
    let mut record = draft;
    disk.replace_with(store, |metadata| {
        record.belongs_to(key, machine, FileId::of(metadata));
        file::whole(&record)
    })
    .at(store)?;
    disk.replace(witness, &file::whole(&record)).at(witness)
}

/// In which of the two good states the files are, with the newest record.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    Equal(Record),
    /// The store has the record that follows the witness's.
    Ahead(Record),
}

/// Why records are not gone on from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    StoreDamaged,
    WitnessDamaged,
    OtherMachine,
    Copied,
    RolledBack { behind: u64 },
    Superseded,
    WitnessBehind { behind: u64 },
}

impl Doubt {
    fn refused(self, store: &MarkFile, witness: &MarkFile) -> Refused {
        let (store, witness) = (store.path().to_owned(), witness.path().to_owned());
        match self {
            Doubt::StoreDamaged => Refused::MarksDamaged { path: store },
            Doubt::WitnessDamaged => Refused::MarksDamaged { path: witness },
            Doubt::OtherMachine => Refused::OtherMachine { path: store },
            Doubt::Copied => Refused::Copied { path: store },
            Doubt::RolledBack { behind } => Refused::RolledBack { path: store, behind },
            Doubt::Superseded => Refused::Superseded { path: store },
            Doubt::WitnessBehind { behind } => Refused::WitnessBehind { path: witness, behind },
        }
    }
}

/// Decides whether a store may go on; see the module's table.
fn judge(store: &Slots, witness: &Slots, here: (Machine, FileId)) -> Result<Standing, Doubt> {
    let mine = store.newest.as_ref().ok_or(Doubt::StoreDamaged)?;
    if mine.machine != here.0 {
        return Err(Doubt::OtherMachine);
    }
    if mine.file != here.1 {
        return Err(Doubt::Copied);
    }
    let seen = witness.newest.as_ref().ok_or(Doubt::WitnessDamaged)?;
    if mine == seen {
        return if witness.torn { Err(Doubt::WitnessDamaged) } else { Ok(Standing::Equal(mine.clone())) };
    }
    if mine.follows(seen) {
        return if store.torn { Err(Doubt::StoreDamaged) } else { Ok(Standing::Ahead(mine.clone())) };
    }
    if (seen.machine, seen.file) != here {
        return Err(Doubt::Superseded);
    }
    // With a torn slot the newest record is perhaps the one that was torn.
    match mine.serial.checked_sub(seen.serial) {
        Some(_) if witness.torn => Err(Doubt::WitnessDamaged),
        Some(behind) => Err(Doubt::WitnessBehind { behind }),
        None if store.torn => Err(Doubt::StoreDamaged),
        None => Err(Doubt::RolledBack { behind: seen.serial - mine.serial }),
    }
}
