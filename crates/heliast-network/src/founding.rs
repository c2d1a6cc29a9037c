//! Founding a network by operators who do not trust each other: applications, a draft, agreements
//! (`spec/founding.md`).
//!
//! ```no_run
//! use heliast_network::founding::{Agreement, Applicant, Draft};
//! use std::{error::Error, fs, path::Path};
//!
//! /// Founds the network of a draft in a home that has applied.
//! fn found(home: &Path, draft: &[u8], agreements: &[Vec<u8>]) -> Result<(), Box<dyn Error>> {
//!     let draft = Draft::from_bytes(draft)?;
//!     let agreements = agreements.iter().map(|bytes| Agreement::from_bytes(bytes));
//!     let founded = draft.founded(&agreements.collect::<Result<Vec<_>, _>>()?)?;
//!     Applicant::open(home)?.found(&founded)?;
//!     Ok(())
//! }
//! ```
//!
//! - [`Application`]: an operator's wishes, with proofs that the operator has the keys.
//! - [`Draft`]: the applications and the chain's parameters; genesis and network file follow from it.
//! - [`Agreement`]: an applicant's signature of a draft; [`Founded`] is a draft to which all have agreed.
//! - [`Applicant`]: the home with the secret keys, in which the network is founded.
//! - [`Warning`]: something that a person should know before agreeing.
//!
//! All proofs in an `Application` and in a `Draft` are valid: their constructors verify them.

mod agreement;
mod applicant;
mod application;
mod draft;
mod error;
mod host;
mod name;
#[cfg(test)]
mod tests;
mod warning;

pub use agreement::Agreement;
pub use applicant::{AGREEMENT, Applicant, ApplicantError, DRAFT};
pub use application::{Application, Wish};
pub use draft::{Draft, Founded, Terms};
pub use error::{FoundingError, Invalid};
pub use host::host;
pub use name::check_name;
pub use warning::Warning;
