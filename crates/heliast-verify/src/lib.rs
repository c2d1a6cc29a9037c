//! The verification of a beacon's rounds as programs do it: from a bundle, or with the feature `url` from a
//! node, with the agreement of a network, and with exit codes, messages and hints.
//!
//! `heliast-verify` and `heliast verify` of `heliast-cli` share it. For a program of your own use
//! [`heliast::verify`], or `heliast-client` for rounds of nodes.
//!
//! ```
//! use heliast_verify::{Bundle, Code, require_chain};
//!
//! let failure = Bundle::open(&b"no bundle"[..], Code::Malformed).err().unwrap();
//! assert_eq!(failure.code(), Code::Malformed);
//! println!("error: {failure}\nhint: {}", failure.hint_in("my-program"));
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "url")]
mod address;
mod agreement;
mod bundle;
mod failure;
#[cfg(feature = "url")]
mod remote;
mod verdict;

#[cfg(feature = "url")]
pub use address::{node_of, node_url, patient};
pub use agreement::{Agreed, Agreement, Evidence, solo};
pub use bundle::{Bundle, Item};
pub use failure::{Code, Failure, nothing, of_verifier, require_chain};
#[cfg(feature = "url")]
pub use remote::Remote;
pub use verdict::headline;
