//! The newest record among the session's own files: a third place, which no backup has.
//!
//! Systems that have such a place (`$XDG_RUNTIME_DIR`) keep it in memory and empty it when the user's last
//! session or the machine ends. So it notices what was set back while it lasts, and knows nothing later.
//! Nothing relies on it: a record that can't be written or read, or is not of the key, counts as
//! missing. Only the key's owner can make a record, and a record that is behind the others refuses
//! nothing.

use super::Record;
use crate::{
    disk,
    frame::{self, Kind},
    mac::MacKey,
};
use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

/// The place of one key's record, by the place of its witness.
pub(crate) struct Memory(pub(crate) PathBuf);

impl Memory {
    pub(super) fn note(&self, record: &Record) {
        let _ = self.write(&frame::seal(Kind::Mark, &record.to_bytes()));
    }

    pub(crate) fn read(&self, key: &MacKey, public: &[u8; 32]) -> Option<Record> {
        let bytes = fs::read(&self.0).ok()?;
        Record::from_bytes(frame::open(Kind::Mark, &bytes).ok()?, key, public)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        if let Some(dir) = self.0.parent() {
            fs::create_dir_all(dir)?;
        }
        disk::private().write(true).create(true).truncate(true).open(&self.0)?.write_all(bytes)
    }
}
