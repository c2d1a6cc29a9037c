//! Files that are either complete and durable, or unchanged.
//!
//! ```
//! use heliast_disk::{Disk, Error, Secrecy};
//!
//! # let place = tempfile::tempdir().expect("a directory");
//! # let home = place.path().join("home");
//! let disk = Disk::default();
//! disk.create_dir(&home)?; // its owner's alone, and durable
//! let path = home.join("state");
//! disk.replace(&path, Secrecy::Secret, b"first")?;
//! disk.replace(&path, Secrecy::Secret, b"second")?; // after a crash in here: first, or second
//! assert_eq!(disk.read(&path, 100)?, b"second");
//! # Ok::<(), Error>(())
//! ```
//!
//! - [`Disk`]: replace, create, append, overwrite, rename, remove, directories; each documents the state
//!   after a crash.
//! - [`Draft`]: a file that is written in parts and gets its name when it is complete.
//! - [`Lock`]: a locked file; it also works with forked processes.
//! - [`Error`]: the file, the operation, the reason, and a hint.
//! - `Settled`, with the feature `redb`: a backend for redb, whose file is made durable before it is used
//!   again; and `Guarded`, which turns panics of redb's into errors.
//! - [`recorder`]: a disk for tests, with simulated failures and crashes.
//!
//! README.md says what is promised after a crash, and on what conditions.
#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod access;
mod calls;
mod disk;
mod draft;
mod error;
#[cfg(feature = "redb")]
mod guard;
mod lock;
#[cfg(unix)]
pub mod recorder;
#[cfg(feature = "redb")]
mod settled;
#[cfg(all(test, unix))]
mod tests;
mod whole;

pub use access::{Secrecy, disk_bytes, excess_mode, has_other_names, is_same_file};
pub use calls::Calls;
pub use disk::Disk;
pub use draft::{Draft, Place, draft_path};
pub use error::{Deed, Error};
pub use lock::Lock;
#[cfg(feature = "redb")]
pub use {
    guard::{Damaged, Guarded, guarded},
    settled::Settled,
};
