//! The process that opened something: a copy of that process has the same memory and the same
//! locks.
//!
//! `fork` copies a store with its seed and its marks, and a lock on a file belongs to the open
//! file, which both have. The number of the process, asked from the system each time, tells them
//! apart. It is a quick answer and no proof: numbers come again, and are the same in two
//! namespaces. So nothing but the words of the refusal rests on it; that no turn is answered twice
//! rests on the marks, which are read again before every answer
//! ([`Marks::advance`](crate::marks::Marks::advance)).

use crate::error::Refusal;
use heliast_disk::Lock;
use std::{path::Path, process};

/// A process, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Process(u32);

impl Process {
    /// The one that runs.
    pub(crate) fn this() -> Process {
        Process(process::id())
    }

    /// The one that locked a file.
    pub(crate) fn of(lock: &Lock) -> Process {
        Process(lock.process())
    }

    /// Whether it is the one that runs.
    pub(crate) fn is_this(self) -> bool {
        self == Process::this()
    }

    /// Refuses what it opened at `path` to every other process.
    pub(crate) fn check(self, path: &Path) -> Result<(), Refusal> {
        let Process(this) = Process::this();
        match self.0 == this {
            true => Ok(()),
            false => Err(Refusal::OtherProcess { path: path.to_owned(), opened: self.0, this }),
        }
    }
}
