//! The age file format, version 1 (age-encryption.org/v1; `spec/passphrase.md`, `spec/envelope.md`).
//!
//! ```text
//! age-encryption.org/v1
//! -> KIND ARGUMENTS
//! FILE KEY, as the recipient of this stanza can open it
//! --- MAC of the lines above, under the file key
//! nonce ‖ chunks of 64 KiB, sealed under a key from the file key and the nonce
//! ```
//!
//! | for | see |
//! |---|---|
//! | a file to some recipients | [`encrypt`], which gives a [`Sealer`] to write to |
//! | the recipients of a file | [`Header::read`], and the [`Stanza`]s in it |
//! | its contents, once a recipient has found the file key | [`Opener`] |
//! | text in place of bytes | [`armor`] |
//! | keys of the program `age` | `x25519`, with the feature of that name |
//!
//! Everything works in constant memory, for contents of any length. Nobody outside this project has
//! reviewed it.

#![forbid(unsafe_code)]

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod armor;
pub mod bech32;
mod error;
mod header;
mod key;
mod payload;
mod sizes;
pub mod stanza;
#[cfg(feature = "x25519")]
pub mod x25519;

pub use error::Error;
pub use header::{Header, MAX_HEADER};
pub use key::FileKey;
pub use payload::{Opener, Sealer};
pub use sizes::{CHUNK, NONCE, TAG};
pub use stanza::Stanza;

use std::io::{self, Write};

/// Begins a file: `recipients` makes the stanzas for its file key, which is fresh, and the contents are
/// written to the [`Sealer`].
///
/// # Errors
/// The errors of `to` and of `recipients`, and an error if the system has no random bytes.
pub fn encrypt<W: Write>(
    to: W,
    recipients: impl FnOnce(&FileKey) -> io::Result<Vec<Stanza>>,
) -> io::Result<Sealer<W>> {
    let file_key = FileKey::random()?;
    let mut nonce = [0; NONCE];
    getrandom::fill(&mut nonce).map_err(io::Error::other)?;
    let header = Header::new(recipients(&file_key)?, &file_key);
    Sealer::new(to, &header, &file_key, nonce)
}
