//! Stamps: a short delay as the price of a request (`spec/stamp.md`).
//!
//! ```
//! use heliast_group::RsaGroup;
//! use heliast_stamp::{Expected, Memory, Nonce, PrivateIssuer, Price, Secret, Spent, solve};
//!
//! // The server: one secret for all machines of a site, and what requests cost.
//! let mut issuer = PrivateIssuer::new(Secret::new([7; 32]), &RsaGroup::rsa_2048());
//! issuer.add_delay(1_000);
//! let expected = Expected::new(b"/comments", b"203.0.113.0/24", 1_000);
//! let price = Price { t: 1_000, now_ms: 1_800_000_000_000, life_ms: 120_000 };
//! let challenge = issuer.challenge(&expected.terms(price, Nonce([1; 16])))?;
//!
//! // The sender waits for 1,000 squarings.
//! let stamp = solve(&challenge.to_bytes(), |_| true)?;
//!
//! // The server takes the stamp, once.
//! let spent = Memory::new(1_000_000);
//! let paid = issuer.check(&stamp, &expected.at(1_800_000_003_000))?;
//! assert!(spent.spend(&paid)?.is_first());
//! assert!(!spent.spend(&paid)?.is_first());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`PrivateIssuer`] checks its own stamps, in some tens of microseconds, with a secret that all machines
//! of a site share. Everybody who has the [`PublicKey`] of a [`PublicIssuer`] can check its stamps, one at a
//! time or many at once. Nothing is stored for a challenge that is issued; [`Spent`] remembers accepted
//! stamps until they are late. [`Pace`] sets the price of a request by the load of a service, and [`Tariff`]
//! sets it for each network.
//!
//! A stamp shows latency: somebody has waited. It does not limit the number of those who wait at the same
//! time; `docs/guide/src/stamps.md` has figures.
//!
//! The order of steps does not depend on a secret, and no secret is compared in variable time. But the places
//! at which a table is read depend on the secret exponent of a challenge, and multiplication is not proved to
//! take the same time for all operands. A program that shares a machine's caches with an issuer might solve
//! single challenges without waiting, but learns no more than that.

#![forbid(unsafe_code)]

/// Compiles the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bytes;
mod challenge;
mod fixed_base;
mod pace;
mod private;
mod public;
mod refusal;
mod solve;
mod spent;
mod tariff;
mod terms;

pub use challenge::{Challenge, MAX_CHALLENGE};
pub use pace::{Pace, PaceError};
pub use private::{Prepared, PrivateIssuer, Secret, UnknownDelay};
pub use public::{PublicIssuer, PublicKey};
pub use refusal::Refusal;
pub use solve::{SolveError, solve};
pub use spent::{Memory, Paid, Spending, Spent, SpentError, Trouble};
pub use tariff::Tariff;
pub use terms::{Expected, Form, Nonce, Price, Terms};
