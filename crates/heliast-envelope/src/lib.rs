//! Envelopes: files that are sealed at once, and that anybody can open by a delay (`spec/envelope.md`).
//!
//! ```
//! use heliast_envelope::{Lock, Place, Sealer, Setup, age};
//! use std::io::{Read, Write};
//!
//! // Once, by anybody, for everybody: g^(2^1000), with its proof.
//! let setup = Setup::begin(Place::rsa_2048());
//! let mut evaluation = setup.evaluation(1_000)?;
//! evaluation.advance(1_000);
//! let setup = setup.add(&evaluation, 1, |_| true)?;
//!
//! // Sealed at once, for every delay in the same time.
//! let sealer = Sealer::new(&setup, 1_000).expect("a delay of this setup");
//! let recipients = |key: &age::FileKey| Ok(vec![sealer.lock(key)?.to_stanza()]);
//! let mut file = age::encrypt(Vec::new(), recipients)?;
//! file.write_all(b"a bid")?;
//! let file = file.finish()?;
//!
//! // Opened after 1,000 squarings, one after the other.
//! let mut input = &file[..];
//! let header = age::Header::read(&mut input)?;
//! let lock = Lock::from_stanza(&header.stanzas()[0])?.expect("a lock");
//! let mut delay = lock.evaluation();
//! delay.advance(lock.t());
//! let key = lock.open(delay.output().expect("it is done"))?;
//! let mut bid = Vec::new();
//! age::Opener::new(input, &header, &key)?.read_to_end(&mut bid)?;
//! assert_eq!(bid, b"a bid");
//!
//! // All others take the opening, and believe nothing.
//! let opening = lock.prove(&delay, 1, |_| true)?;
//! assert_eq!(lock.open_with(&opening)?.as_bytes(), key.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | for | see |
//! |---|---|
//! | a group | [`Place`] |
//! | h = g^(2^t), once for all sealers | [`Setup`]; the claim of somebody else is a [`SetupFile`] |
//! | sealing | [`Sealer`] |
//! | the delay of a file, and its openings | [`Lock`] |
//! | the file around it | [`age`] |
//! | recipients and identities of age's plugins | [`Recipient`], [`Identity`] |
//!
//! Nobody outside this project has reviewed it.
//!
//! # Secrets
//!
//! The exponent of a lock, the delay's output while it is unpublished, and keys are overwritten after use. In
//! the group of a modulus no branch and no address of sealing depends on them (`./test consttime` checks
//! this). In a class group they do: seal there on a machine that you share with nobody. Opening runs in
//! variable time: anybody who watches could open the file as well.

#![forbid(unsafe_code)]

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bytes;
mod lock;
mod place;
mod power;
mod sealer;
mod setup;
mod shipped;
mod text;

pub use heliast_age as age;
pub use lock::{BadLock, BadOpening, KIND, Lock, WrongKey};
pub use place::{BadPlace, CLASS_2048_SEED, Place};
pub use sealer::Sealer;
pub use setup::{BadSetup, MAX_SETUP, MAX_STEPS, Setup, SetupFile, suite};
pub use shipped::SPEEDS;
pub use text::{BadText, Identity, Recipient};
