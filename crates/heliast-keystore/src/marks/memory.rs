//! The newest record among the files of the session: a third place, which no backup contains.
//!
//! Systems that have such a place (`$XDG_RUNTIME_DIR`) keep it in memory and empty it when the user's last
//! session or the machine ends. So it detects stores that were set back while it lasts, and nothing later.
//! Nothing relies on it: a record that cannot be written or read, or is not of the key, counts as missing.
//! Only the key's owner can make a record, and a record that is older than the others has no effect.

use super::Record;
use crate::{
    frame::{self, Kind},
    mac::MacKey,
};
use heliast_disk::{Disk, Secrecy};
use std::{fs, path::PathBuf};

/// The place of one key's record, by the place of its witness.
pub(crate) struct Memory(pub(crate) PathBuf);

impl Memory {
    pub(super) fn note(&self, disk: &Disk, record: &Record) {
        let _ = self.write(disk, &frame::seal(Kind::Mark, &record.to_bytes()));
    }

    pub(crate) fn read(&self, key: &MacKey, public: &[u8; 32]) -> Option<Record> {
        let bytes = fs::read(&self.0).ok()?;
        Record::from_bytes(frame::open(Kind::Mark, &bytes).ok()?, key, public)
    }

    fn write(&self, disk: &Disk, bytes: &[u8]) -> Result<(), heliast_disk::Error> {
        self.0.parent().map_or(Ok(()), |dir| disk.create_dir(dir))?;
        disk.replace(&self.0, Secrecy::Secret, bytes)
    }
}
