//! Files that are whole and durable, or as they were.
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
//! - [`Disk`]: replace, create, append, overwrite, rename, remove, directories; each says what a crash
//!   leaves.
//! - [`Draft`]: a file that is written bit by bit and appears when it is complete.
//! - [`Lock`]: a locked file, also among processes that were forked.
//! - [`Error`]: the file, what was to be done with it, the reason, and a hint.
//! - `Settled`, with the feature `redb`: a way for redb to its file, which is durable before anybody uses it
//!   again.
//! - [`recorder`]: a disk for tests, which fails and forgets.
//!
//! README.md says what is promised after a crash, and of whom that asks what.
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
pub use settled::Settled;
