//! Keys of hash trees on disk: made on all cores, resumed after a crash, and never used twice.
//!
//! ```
//! use heliast_keystore::{Error, Generation, Request, Settings, Store};
//! use heliast_vrf::stateful::{Scheme, Terms, Turn};
//! use std::sync::atomic::AtomicBool;
//!
//! # let place = tempfile::tempdir().expect("a directory");
//! # let (dir, elsewhere) = (place.path().join("key"), place.path().join("witnesses"));
//! // A key of 2^4 rounds from round 100 on. The witness of its marks is kept elsewhere:
//! // `Settings::of_user` says where.
//! let settings = Settings::with_witnesses(elsewhere);
//! let terms = Terms::new(Scheme::XVrf, 4, 1, 100).expect("terms");
//! let request = Request { terms, subtree: None, seeds: None };
//! let stop = AtomicBool::new(false);
//! let public = Generation::create(&dir, request, None, settings.clone())?.run(&stop, |_progress| {})?;
//!
//! // Its answer in round 107. The mark that it has answered is on the disk, twice, before the proof
//! // comes back.
//! let mut store = Store::open(&dir, None, &settings)?;
//! let turn = Turn { round: 107, slot: 0 };
//! let (output, proof) = store.prove(turn, b"the input of round 107")?;
//! assert_eq!(public.verify(turn, b"the input of round 107", proof.as_bytes()), Ok(output));
//!
//! // It never answers another input there, nor an earlier round.
//! assert!(store.prove(turn, b"another input").is_err());
//! assert!(store.prove(Turn { round: 106, slot: 0 }, b"an input").is_err());
//! # Ok::<(), Error>(())
//! ```
//!
//! X-VRF and iVRF ([`heliast_vrf::stateful`]) are broken if one position of a key answers two inputs. A
//! [`Store`] prevents this in spite of crashes, copies and restored backups; `marks.rs` has the argument,
//! `FORMAT.md` the files.
//!
//! - [`Generation`]: makes a key, or continues an interrupted generation.
//! - [`Store`]: answers, each turn once. It needs memory for the top, the bottom subtree in use and the next
//!   one: 2 MiB at h = 27 and s = 13.
//! - [`CountedFile`] and [`Tally`]: for a key without a tree that may answer only a few inputs.
//! - [`Passphrase`]: encrypts any secret as an age file, and decrypts it.
//! - [`Claim`]: the right of one directory on one computer to use the secrets of a chain.
//! - [`Settings`]: settings outside the store, above all the place of the witness of its marks.
//!
//! This crate uses files, locks and threads.
#![forbid(unsafe_code)]

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod age_file;
mod claim;
mod counted;
mod dir_lock;
mod error;
mod frame;
mod generation;
mod home;
mod identity;
mod layout;
mod mac;
mod marks;
mod process;
mod public;
mod roots;
mod secret;
mod store;
mod tally;
#[cfg(test)]
mod tests;
mod trees;

pub use claim::{Claim, Held, Prepared, Right, SetBack, Unclaimed};
pub use counted::CountedFile;
pub use dir_lock::DirLock;
pub use error::{Error, Refusal};
pub use generation::{Generation, Progress, Request};
pub use home::Settings;
pub use identity::HostId;
pub use secret::{Passphrase, Seeds, is_under_passphrase};
pub use store::Store;
pub use tally::Tally;
