//! The last answer of a key, in two places: they ensure that no position answers twice.
//!
//! The store holds a mark file, and so does a directory outside it, as a witness. Both hold the newest
//! [`Record`]: the last position, the hash of its input, a serial number, and which mark file on which
//! computer may go on. A proof leaves when both are durable, in this order:
//!
//! 1. the answer is made in memory, sealed ([`Sealed`](heliast_vrf::stateful::Sealed)): its output shows
//!    whether the lot is wanted, and if it is not, the answer is erased and nothing else happens;
//! 2. the record is written into the store's mark file and synced;
//! 3. the record is written into the witness and synced;
//! 4. [`Marks::advance`] says that the mark is [`Durable`], which opens the sealed answer: the proof is
//!    released.
//!
//! The proof is made first because the output of X-VRF is a hash of it. That the steps come in this order is
//! not a matter of care: a sealed answer opens against a `Durable` of its own key, position and input and
//! against nothing else, and `advance`, which has written and synced both files when it gives one, is the
//! only function here that does.
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
//! so exactly two states are accepted ([`judge`]): both are equal; or the store's is the very next of the
//! witness's, which each record proves by the tag of the one before. A torn half is accepted only in the file
//! that was being written in that state. In every accepted state the store's record is the newest that
//! exists, or was followed by one that let nothing go: going on from it is safe. Either file's newest record
//! may be in the system's memory only, if a process was killed before it synced, or its sync failed: then the
//! system takes for written what may never be. So the witness is written and synced again in the first state,
//! and in the second the store's record, and then the witness, before anything else.
//!
//! **Copies of the process.** `fork` copies a store that is open: its marks, its seed, and its locks, which
//! belong to the open files. Two such copies would answer one position each. So each answer takes one more
//! lock, on a file that is opened for it alone, so that no copy shares it; and under it both mark files are
//! opened and read again. A process that finds another record there than the one in its memory
//! answers nothing any more. The number of the process ([`Process`]) only gives a plain refusal
//! before that.
//!
//! **What is refused.** A store behind its witness was restored. A witness more than one record behind its
//! store, or missing, was itself restored or is lost: then nobody knows whether the store was too. A mark
//! file that is not the file named in its record is a copy. Two stores of one key on one machine have one
//! witness, which names only one of them.
//!
//! An unfinished key that is copied could become two complete ones with nothing marked in either. Its secret
//! file names the directory where it was begun, and only there does completing it place marks; elsewhere the
//! complete key must be adopted.
//!
//! Store and witness that are put back together and in place (a home directory restored into the files that
//! are there) agree. For that case the newest record is also remembered where no backup looks and no restart
//! goes back to, in `$XDG_RUNTIME_DIR` ([`Memory`]), as long as that lasts: what is behind it is refused.
//!
//! The number of the boot is not recorded: the birth of the store's mark file is compared in every boot,
//! which refuses all that is restored as a new file, and what is written into the old one has its birth.
//!
//! **What can't be seen from here.** The same after the memory has ended, or a whole machine that goes back
//! in time (a snapshot of a virtual machine, an image of its disk). A beacon's node asks its chain then
//! which answers it has. After any such act take the lower bound from outside, that is
//! the last round on the chain in which the key had answered, and burn everything up to it: with
//! [`Store::skip_to`](crate::Store::skip_to) in a program that has the store open, or with
//! [`Store::adopt`](crate::Store::adopt) (`heliast vrf adopt`), which opens a store that is refused, too.
//!
//! All of this takes the disk at its word when it says that a sync is done.
//!
//! A record takes one of two halves of the file, by the parity of its serial number, 4096 bytes apart, so
//! that no disk that tears a write damages both. The files never grow or shrink: a mark costs two overwrites
//! and two syncs.

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
    /// A write failed: what is on the disk is unknown until it is read again.
    failed: bool,
    /// The process that opened them.
    process: Process,
}

/// The key that the marks belong to.
pub(crate) struct Owner {
    pub(crate) mac: MacKey,
    pub(crate) public: PublicKey,
    /// SHA-256 of the public key.
    pub(crate) id: [u8; 32],
    pub(crate) host: HostId,
    pub(crate) memory: Option<Memory>,
}

impl Marks {
    /// The marks in two files, if they are the newest that exist.
    pub(crate) fn open(disk: &Disk, files: Files, owner: Owner) -> Result<Marks, Error> {
        let Held { mut store, mut witness, turn } = files.hold(disk)?;
        let here = (owner.host, store.id()?);
        let (mine, seen) = (store.read(&owner.mac, &owner.id)?, witness.read(&owner.mac, &owner.id)?);
        let remembered = owner.memory.as_ref().and_then(|memory| memory.read(&owner.mac, &owner.id));
        let standing = judge(&mine, &seen, here).and_then(|standing| standing.with(remembered.as_ref()));
        let standing = standing.map_err(|why| why.refusal(&store, &witness))?;
        // A process that was killed while it put new files in place has not always synced their names.
        for path in [store.path(), witness.path()] {
            disk.sync_names_around(path)?;
        }
        let last = match standing {
            // The one before may have been killed before it synced the witness, or its sync may have failed.
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

    /// Checks that marks can still be written, as far as is known.
    ///
    /// # Errors
    /// [`Refusal::OtherProcess`] in a copy of the process; [`Refusal::Failed`] after a write that failed.
    pub(crate) fn usable(&self) -> Result<(), Error> {
        self.of_this_process()?;
        if self.failed { Err(Refusal::Failed.into()) } else { Ok(()) }
    }

    /// Refuses a copy of the process that opened them.
    ///
    /// # Errors
    /// [`Refusal::OtherProcess`]
    pub(crate) fn of_this_process(&self) -> Result<(), Error> {
        Ok(self.process.check(self.files.dir())?)
    }

    /// Makes `mark` the newest, durably, in both places, and says so: this is the only place that vouches for
    /// a mark. Nothing is written if it is the newest already. The guard in front sees to it that positions
    /// rise.
    ///
    /// The files are opened and read again first, while nobody else can do the same: in them is
    /// what a copy of this process has answered, if there is one.
    ///
    /// # Errors
    /// [`Refusal::OtherProcess`], [`Refusal::Overtaken`] or [`Refusal::InUse`] if this may be such a copy.
    /// [`Error::Io`] if a file can't be written, and from then on [`Refusal::Failed`]: what the disk then has
    /// is unknown.
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
    /// Opens them for one answer.
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

/// The mark files for as long as nobody else reads them in order to answer.
struct Held {
    store: MarkFile,
    witness: MarkFile,
    /// Opened for this one time, so that no other process has it open.
    turn: Lock,
}

impl Held {
    /// Checks that the newest record is this one, in both.
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
    /// The store's own one is last: before it is written the store is refused, and by then all
    /// others name it.
    pub(crate) witnesses: &'a [&'a Witness],
}

/// Puts new mark files with the same record into all places, that of the store first; nothing is released
/// before all are there.
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

/// The one of the two good states that the files are in, with the newest record.
#[derive(Debug, PartialEq, Eq)]
enum Standing {
    Equal(Record),
    /// The store has the record that follows the witness's.
    Ahead(Record),
}

impl Standing {
    /// The same, unless a later record is remembered.
    fn with(self, remembered: Option<&Record>) -> Result<Standing, Doubt> {
        let (Standing::Equal(last) | Standing::Ahead(last)) = &self;
        match remembered.and_then(|record| record.serial.checked_sub(last.serial)) {
            Some(behind @ 1..) => Err(Doubt::RolledBack { behind }),
            _ => Ok(self),
        }
    }
}

/// The reasons not to go on from records.
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

/// Decides whether a store may go on; see the module's table.
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
    // With a torn half the newest record is perhaps the one that was torn.
    match mine.serial.checked_sub(seen.serial) {
        Some(_) if witness.torn => Err(Doubt::WitnessDamaged),
        Some(behind) => Err(Doubt::WitnessBehind { behind }),
        None if store.torn => Err(Doubt::StoreDamaged),
        None => Err(Doubt::RolledBack { behind: seen.serial - mine.serial }),
    }
}
