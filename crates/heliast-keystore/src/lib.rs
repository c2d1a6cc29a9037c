//! Keys of hash trees on disk: made on all cores, resumed after a crash, and never used twice.
//!
//! X-VRF and iVRF ([`heliast_vrf::stateful`]) break when one position of a key answers two inputs. A [`Store`] keeps them from it, through crashes, copies and
//! restored backups; `marks.rs` has the argument, `FORMAT.md` the files.
//!
//! - [`Generation`]: makes a key, or goes on with one that was interrupted.
//! - [`Store`]: answers, each turn once. Takes the memory of the top, of the bottom subtree in use and of the next, 2 MiB at h = 27 and s = 13.
//! - [`CountedFile`]: for a key without a tree that may answer only a few inputs.
//! - [`Settings`]: what is outside of the store, above all where the witness of its marks is kept.
//!
//! A leaf of the workspace: files, locks, threads.
#![forbid(unsafe_code)]

mod counted;
mod disk;
mod error;
mod frame;
mod generation;
mod home;
mod identity;
mod layout;
mod mac;
mod marks;
mod public;
mod roots;
mod secret;
mod store;
#[cfg(test)]
mod tests;
mod trees;

pub use counted::CountedFile;
pub use error::{Error, Refusal};
pub use generation::{Generation, Progress, Request};
pub use home::Settings;
pub use identity::HostId;
pub use secret::{Passphrase, Seeds};
pub use store::Store;
