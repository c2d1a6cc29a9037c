//! The records of a key's last answer, in two places, which ensure that no position answers twice.
//!
//! The store has a mark file, and a directory outside it has another one, the witness. Both have the newest
//! [`Record`]: the last position, the hash of its input, a serial number, and the mark file and the computer
//! that may continue. A proof is released when both are durable, in this order:
//!
//! 1. the answer is made in memory, sealed ([`Sealed`](heliast_vrf::stateful::Sealed)): its output shows
//!    whether the lot is used; if not, the answer is erased and nothing else happens;
//! 2. the record is written into the store's mark file and synced;
//! 3. the record is written into the witness and synced;
//! 4. [`Marks::advance`] returns a [`Durable`] for the mark, which opens the sealed answer: the proof is
//!    released.
//!
//! The proof is made first because the output of X-VRF is a hash of it. Types enforce the order of the steps:
//! a sealed answer opens only with a `Durable` for its own key, position and input, and `advance` is the only
//! function here that returns one, after it has written and synced both files.
//!
//! **What a crash can leave.** With n the serial of the record before and n + 1 of the new one, store and
//! witness have
//!
//! | crash | store | witness | released with n + 1 |
//! |---|---|---|---|
//! | before 2 | n | n | no |
//! | within 2 | n, or n + 1, the other half perhaps torn | n | no |
//! | between | n + 1 | n | no |
//! | within 3 | n + 1 | n or n + 1, the other half perhaps torn | no |
//! | after 3 | n + 1 | n + 1 | perhaps |
//!
//! so exactly two states are accepted ([`judge`]): both are equal; or the store's record directly follows the
//! witness's, which each record proves by the tag of the one before. A torn half is accepted only in the file
//! that was being written in that state. In every accepted state the store's record is the newest that
//! exists, or was followed by one with which nothing was released, so it is safe to continue from it. The
//! newest record of either file may be in the system's memory only, if a process was killed before it synced,
//! or if its sync failed: then the system may treat data as written that never reaches the disk. So before
//! anything else, the witness is written and synced again in the first state. In the second state the store's
//! record is written and synced again, and then the witness.
//!
//! **Copies of the process.** `fork` copies an open store: its marks, its seed, and its locks, which belong
//! to the open files. Two such copies could both answer at the same position. So each answer takes one more
//! lock, on a file that is opened for this answer alone, so that no copy shares it. Under this lock both mark
//! files are opened and read again. A process that finds another record there than in its memory answers
//! nothing any more. The number of the process ([`Process`]) only gives a clear refusal before that.
//!
//! **What is refused.** A store behind its witness was restored. A witness that is missing, or more than one
//! record behind its store, is lost or was itself restored; then nobody knows whether the store was restored,
//! too. A mark file that is not the file named in its record is a copy. Two stores of one key on one machine
//! have one witness, which names only one of them.
//!
//! An unfinished key that is copied could become two complete keys without marks. Its secret file names the
//! directory where it was begun, and marks are created only if the key is completed there. If it is completed
//! elsewhere, the key must be adopted.
//!
//! Store and witness that are restored together and in place (a home directory restored into the existing
//! files) agree. For that case the newest record is also kept in `$XDG_RUNTIME_DIR` ([`Memory`]), which no
//! backup contains and no restart brings back. As long as that directory lasts, older records are refused.
//!
//! The number of the boot is not recorded: the birth time of the store's mark file is compared in every boot.
//! This refuses everything that is restored as a new file. Data that is written into the old file has the old
//! birth time in any case.
//!
//! **What cannot be detected here.** A restore in place after that directory was emptied, or a whole machine
//! that goes back in time (a snapshot of a virtual machine, an image of its disk). A beacon's node then finds
//! its answers on its chain. After any such event take the lower bound from outside, which is the last round
//! on the chain in which the key had answered, and skip everything up to it: with
//! [`Store::skip_to`](crate::Store::skip_to) in a program that has the store open, or with
//! [`Store::adopt`](crate::Store::adopt) (`heliast vrf adopt`), which also opens a store that is refused.
//!
//! All of this relies on the disk: when it reports that a sync is done, the data must be durable.
//!
//! A record is in one of two halves of the file, by the parity of its serial number. The halves are 4096
//! bytes apart, so that a torn write cannot damage both. The files never grow or shrink: a mark costs two
//! overwrites and two syncs.

mod file;
mod memory;
mod record;
#[cfg(test)]
mod tests;

pub(crate) use file::{Halves, MarkFile};
pub(crate) use memory::Memory;
pub(crate) use record::Record;

use crate::{
    Error,
    error::Refusal,
    home::Witness,
    identity::{FileId, HostId},
    mac::MacKey,
    process::Process,
};
use heliast_disk::{Disk, Lock, Secrecy};
use heliast_vrf::stateful::{Durable, Mark, PublicKey};
use std::path::{Path, PathBuf};

/// The two mark files of a key in use.
pub(crate) struct Marks {
    files: Files,
    /// The newest record, which is durable in both.
    last: Record,
    owner: Owner,
    /// A write failed: the state of the disk is unknown until it is read again.
    failed: bool,
    /// The process that opened the files.
    process: Process,
}

/// The key to which the marks belong.
pub(crate) struct Owner {
    pub(crate) mac: MacKey,
    pub(crate) public: PublicKey,
    /// SHA-256 of the public key.
    pub(crate) id: [u8; 32],
    pub(crate) host: HostId,
    pub(crate) memory: Option<Memory>,
}

impl Marks {
    /// Opens the marks in two files, if they are the newest that exist.
    pub(crate) fn open(disk: &Disk, files: Files, owner: Owner) -> Result<Marks, Error> {
        let Held { mut store, mut witness, turn } = files.hold(disk)?;
        let here = (owner.host, store.id()?);
        let (mine, seen) = (store.read(&owner.mac, &owner.id)?, witness.read(&owner.mac, &owner.id)?);
        let remembered = owner.memory.as_ref().and_then(|memory| memory.read(&owner.mac, &owner.id));
        let standing = judge(&mine, &seen, here).and_then(|standing| standing.with(remembered.as_ref()));
        let standing = standing.map_err(|why| why.refusal(&store, &witness))?;
        // A process that was killed while it put new files in place may not have synced their names.
        for path in [store.path(), witness.path()] {
            disk.sync_names_around(path)?;
        }
        let last = match standing {
            // The previous process may have been killed before it synced the witness, or its sync may have
            // failed.
            Standing::Equal(last) => witness.write(disk, &last).map(|()| last)?,
            Standing::Ahead(last) => {
                store.write(disk, &last)?;
                if seen.torn {
                    witness.pad(disk, &last)?; // a write that was torn leaves zeros there, damage need not
                }
                witness.write(disk, &last)?;
                last
            }
        };
        drop(turn);
        Ok(Marks { files, last, owner, failed: false, process: Process::this() })
    }

    /// The newest mark; `None` while the key has answered nothing.
    pub(crate) fn last(&self) -> Option<Mark> {
        self.last.mark
    }

    /// Checks that marks can still be written, as far as this process knows.
    ///
    /// # Errors
    /// [`Refusal::OtherProcess`] in a copy of the process; [`Refusal::Failed`] after a write that failed.
    pub(crate) fn usable(&self) -> Result<(), Error> {
        self.of_this_process()?;
        if self.failed { Err(Refusal::Failed.into()) } else { Ok(()) }
    }

    /// Refuses a copy of the process that opened the files.
    ///
    /// # Errors
    /// [`Refusal::OtherProcess`]
    pub(crate) fn of_this_process(&self) -> Result<(), Error> {
        Ok(self.process.check(self.files.dir())?)
    }

    /// Makes `mark` the newest, durably, in both places, and vouches for that; this is the only code that
    /// vouches for a mark. Nothing is written if it is the newest already. The guard ensures that positions
    /// increase.
    ///
    /// The files are first opened and read again, while no other process can do so: they show the answers of
    /// copies of this process, if there are any.
    ///
    /// # Errors
    /// [`Refusal::OtherProcess`], [`Refusal::Overtaken`] or [`Refusal::InUse`] if this may be such a copy.
    /// [`Error::Io`] if a file can't be written, and from then on [`Refusal::Failed`]: the state of the disk
    /// is then unknown.
    pub(crate) fn advance(&mut self, disk: &Disk, mark: Mark) -> Result<Durable, Error> {
        self.usable()?;
        let mut held = self.files.hold(disk)?;
        held.are_at(&self.last, &self.owner)?;
        if self.last() != Some(mark) {
            self.failed = true;
            let next = self.last.next(&self.owner.mac, Some(mark));
            held.store.write(disk, &next)?;
            held.witness.write(disk, &next)?;
            if let Some(memory) = &self.owner.memory {
                memory.note(disk, &next);
            }
            self.last = next;
            self.failed = false;
        }
        Ok(Durable::vouch(self.owner.public, mark))
    }
}

/// The paths of the mark files of a key in use.
pub(crate) struct Files {
    pub(crate) store: PathBuf,
    pub(crate) witness: PathBuf,
    /// The file that is locked while they are read and written: see [`Witness::turn`].
    pub(crate) turn: PathBuf,
}

impl Files {
    /// Opens the files for one answer.
    fn hold(&self, disk: &Disk) -> Result<Held, Error> {
        let turn = Lock::take(&self.turn)?;
        let turn = turn.ok_or_else(|| Refusal::InUse(self.dir().to_owned()))?;
        let (store, witness) = (self.store.clone(), self.witness.clone());
        Ok(Held {
            store: MarkFile::open(disk, store.clone())?.ok_or(Refusal::MarksDamaged { path: store })?,
            witness: MarkFile::open(disk, witness.clone())?
                .ok_or(Refusal::WitnessMissing { path: witness })?,
            turn,
        })
    }

    /// The store's directory.
    fn dir(&self) -> &Path {
        self.store.parent().unwrap_or(&self.store)
    }
}

/// The mark files, while no other process can read them for an answer.
struct Held {
    store: MarkFile,
    witness: MarkFile,
    /// The lock, whose file is opened for this answer only, so that no other process has it open.
    turn: Lock,
}

impl Held {
    /// Checks that this is the newest record in both files.
    fn are_at(&mut self, last: &Record, owner: &Owner) -> Result<(), Error> {
        let is_same = self.store.id()? == last.file
            && self.store.read(&owner.mac, &owner.id)?.newest.as_ref() == Some(last)
            && self.witness.read(&owner.mac, &owner.id)?.newest.as_ref() == Some(last);
        match is_same {
            true => Ok(()),
            false => Err(Refusal::Overtaken { path: self.store.path().to_owned() }.into()),
        }
    }
}

/// The places of the two mark files of a key.
pub(crate) struct Places<'a> {
    pub(crate) store: &'a Path,
    /// The witness of the settings is last: before it is written the store is refused, and by then all others
    /// name it.
    pub(crate) witnesses: &'a [&'a Witness],
}

/// Puts new mark files with the same record into all places, that of the store first. Nothing is released
/// before all are written.
pub(crate) fn place(
    disk: &Disk,
    places: Places<'_>,
    key: &MacKey,
    host: HostId,
    draft: Record,
) -> Result<(), Error> {
    let Places { store, witnesses } = places;
    let mut record = draft;
    disk.replace_with(store, Secrecy::Secret, |metadata| {
        record.belongs_to(key, host, FileId::of(metadata));
        file::whole(&record)
    })?;
    for Witness { path, memory, .. } in witnesses {
        disk.replace(path, Secrecy::Secret, &file::whole(&record))?;
        if let Some(memory) = memory {
            Memory(memory.clone()).note(disk, &record);
        }
    }
    Ok(())
}

/// The state of the files, one of the two accepted ones, with the newest record.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    Equal(Record),
    /// The store has the record that follows the witness's.
    Ahead(Record),
}

impl Standing {
    /// This state, unless a later record is remembered.
    fn with(self, remembered: Option<&Record>) -> Result<Standing, Doubt> {
        let (Standing::Equal(last) | Standing::Ahead(last)) = &self;
        match remembered.and_then(|record| record.serial.checked_sub(last.serial)) {
            Some(behind @ 1..) => Err(Doubt::RolledBack { behind }),
            _ => Ok(self),
        }
    }
}

/// The reasons not to continue from records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doubt {
    StoreDamaged,
    WitnessDamaged,
    OtherHost,
    Copied,
    RolledBack { behind: u64 },
    Superseded,
    WitnessBehind { behind: u64 },
}

impl Doubt {
    fn refusal(self, store: &MarkFile, witness: &MarkFile) -> Refusal {
        let (store, witness) = (store.path().to_owned(), witness.path().to_owned());
        match self {
            Doubt::StoreDamaged => Refusal::MarksDamaged { path: store },
            Doubt::WitnessDamaged => Refusal::MarksDamaged { path: witness },
            Doubt::OtherHost => Refusal::OtherHost { path: store },
            Doubt::Copied => Refusal::Copied { path: store },
            Doubt::RolledBack { behind } => Refusal::RolledBack { path: store, behind },
            Doubt::Superseded => Refusal::Superseded { path: store },
            Doubt::WitnessBehind { behind } => Refusal::WitnessBehind { path: witness, behind },
        }
    }
}

/// Decides whether a store may continue; see the module's table.
fn judge(store: &Halves, witness: &Halves, here: (HostId, FileId)) -> Result<Standing, Doubt> {
    let mine = store.newest.as_ref().ok_or(Doubt::StoreDamaged)?;
    if mine.host != here.0 {
        return Err(Doubt::OtherHost);
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
    if (seen.host, seen.file) != here {
        return Err(Doubt::Superseded);
    }
    // If a half is torn, it may have been the newest record.
    match mine.serial.checked_sub(seen.serial) {
        Some(_) if witness.torn => Err(Doubt::WitnessDamaged),
        Some(behind) => Err(Doubt::WitnessBehind { behind }),
        None if store.torn => Err(Doubt::StoreDamaged),
        None => Err(Doubt::RolledBack { behind: seen.serial - mine.serial }),
    }
}
