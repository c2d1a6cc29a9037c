//! Arithmetic modulo an odd number chosen at run time, arbitrary-size integers, and primality.
//!
//! ```
//! use heliast_arith::{Natural, Ring, prime::is_prime};
//!
//! // 2^127 − 1, a prime.
//! let p = Natural::one().shl(127).sub(&Natural::one()).unwrap();
//! assert!(is_prime(&p));
//!
//! // Fermat's theorem, and 3^(2^1000) by a thousand squarings.
//! let ring = Ring::new(&p)?;
//! let three = ring.residue(&Natural::from(3u64));
//! assert!(ring.equal(&ring.pow(&three, &p), &three));
//! let mut delayed = three;
//! ring.square_n(&mut delayed, 1000);
//! println!("{} on {}", ring.natural(&delayed), ring.backend());
//! # Ok::<(), heliast_arith::RingError>(())
//! ```
//!
//! * [`Natural`]: unsigned integers of any size;
//! * [`Integer`]: signed integers of fixed capacity, with the divisions and Euclid's algorithms that binary
//!   quadratic forms need;
//! * [`Ring`], [`Residue`]: arithmetic modulo an odd number of at most 8192 bits, on the fastest kernel of
//!   this machine;
//! * [`Lanes`], [`Packed`]: eight residues at once, each modulo its own odd number or all modulo one;
//! * [`EightForms`]: eight binary quadratic forms at once, each of its own discriminant;
//! * [`Retrace`]: eight chains of roots modulo a prime, from their ends back;
//! * [`Steady`], [`SteadyResidue`]: arithmetic on secret residues, in a time that does not depend on them;
//! * [`prime`]: strong probable primes, strong Lucas probable primes, Baillie-PSW, random primes.
//!
//! # Architectures
//!
//! [`Backend`] lists the kernels. x86-64 has three in addition to the portable one, and a fourth one for
//! lanes, and the program chooses by the CPU when it runs; aarch64 has one for moduli of 449 bits and more.
//! Lanes are vectors only on x86-64. Everything else uses the portable kernel: the results are the same, but
//! take several times as long.
//!
//! # Secrets
//!
//! Everything in this crate except [`Steady`] runs in **variable time**: durations and memory accesses depend
//! on the values. Use it for secrets, such as the factors of an RSA modulus, only on machines whose timing
//! nobody else can observe, and wipe numbers and residues with [`zeroize`]. Rings and lanes are not wiped: a
//! secret modulus leaves copies and tables of its multiples in memory.

#![no_std]
#![deny(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

/// Compiles the example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod aligned;
mod backend;
mod divisor;
mod int;
mod integer;
mod kernel;
mod lanes;
mod limbs;
mod modular;
pub mod prime;
mod quadratic;
mod radix52;
mod ring;
mod steady;
#[cfg(test)]
mod testing;

pub use backend::Backend;
pub use int::Natural;
pub use integer::{Bezout, CAPACITY, ExactDivisor, Integer, ShortBasis, Sign, SmallRemainder};
pub use lanes::{Columns, LANES, Lanes, Packed, Retrace};
pub use quadratic::EightForms;
pub use ring::{MAX_MODULUS_BITS, Residue, Ring, RingError};
pub use steady::{Steady, SteadyResidue, SteadyScratch};
