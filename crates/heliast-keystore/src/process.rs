//! The process that opened a key: a copy of that process has the same memory and the same locks.
//!
//! `fork` copies a store with its seed and its marks, and a lock on a file belongs to the open file, which
//! both have. The number of the process, requested from the system each time, distinguishes them. This is a
//! quick test and not a proof: numbers are used again, and may be the same in two namespaces. So only the
//! message of the refusal depends on it. The marks, which are read again before every answer, ensure that no
//! turn is answered twice ([`Marks::advance`](crate::marks::Marks::advance)).

use crate::error::Refusal;
use heliast_disk::Lock;
use std::{path::Path, process};

/// A process, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(u32);

impl Process {
    /// The current process.
    pub(crate) fn this() -> Process {
        Process(process::id())
    }

    /// The process that locked a file.
    pub(crate) fn of(lock: &Lock) -> Process {
        Process(lock.process())
    }

    /// Whether it is the current process.
    pub(crate) fn is_this(self) -> bool {
        self == Process::this()
    }

    /// Refuses every other process than the one that opened the key at `path`.
    pub(crate) fn check(self, path: &Path) -> Result<(), Refusal> {
        let Process(this) = Process::this();
        match self.0 == this {
            true => Ok(()),
            false => Err(Refusal::OtherProcess { path: path.to_owned(), opened: self.0, this }),
        }
    }
}
