//! The rounds of a beacon on disk: a [`Store`], to which rounds are added and which survives `kill -9`, an
//! [`Archive`] of closed epochs, which never changes, and the [`Frames`] of finality of a network's rounds.
//!
//! Files are written by `heliast_disk`. redb writes the files of its databases itself, and in crash tests
//! through the same recording disk. The store depends on the archive, and the archive does not depend on the
//! store.
//!
//! ```
//! use heliast_store::{Archive, Store, StoreError};
//!
//! /// The randomness of the last round of a chain, if it has one.
//! fn last(dir: &str) -> Result<Option<String>, StoreError> {
//!     let store = Store::open_read_only(dir)?;
//!     let archive = Archive::open(format!("{dir}/archive"), store.chain())?;
//!     let store = store.with_archive(archive)?;
//!     Ok(store.view(store.last())?.map(|round| round.randomness))
//! }
//! ```

#![forbid(unsafe_code)]

/// The example of README.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod archive;
pub mod store;

pub use archive::{Archive, ArchiveError, ArchiveFile};
#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub use store::testing;
pub use store::{Entry, Frames, Store, StoreError};
