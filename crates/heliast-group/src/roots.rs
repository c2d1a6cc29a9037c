//! Fields in which a delay is a chain of square roots: `spec/roots.md`.
//!
//! ```
//! use heliast_group::RootField;
//!
//! let field = RootField::built_in(1024).unwrap();
//! let x = field.hash(b"an example");
//! let y = field.step(&x);
//! assert_eq!(field.step_back(&y), x);
//! assert_eq!(field.decode(&field.encode(&y))?, y);
//! # Ok::<(), heliast_group::Malformed>(())
//! ```
//!
//! There is no secret and no group of unknown order: p is public and so is p − 1. A step takes as many
//! squarings as p has bits, and a step back takes one.

mod built_in;
mod element;
mod plan;
mod seed;
mod step;
#[cfg(test)]
mod tests;

pub use element::RootElement;
pub use step::{RootProducts, RootStepper, Squared};

use crate::{Malformed, expand::expand_message_xmd};
use alloc::{sync::Arc, vec::Vec};
use core::fmt;
use heliast_arith::{Backend, Natural, Retrace, Ring, RingError, prime::SafePrimeSearch};
use sha2::{Digest, Sha256};

const ID_TAG: &[u8] = b"\x16heliast/roots/field/v1";
const INPUT_TAG: &[u8] = b"heliast/roots-input/v1";
/// The number of bytes hashed beyond the length of p, so that the bias of the reduction is 2^-128.
const INPUT_MARGIN: usize = 16;

/// The integers modulo a safe prime p that is 11 modulo 12, made from a seed. Cloning is cheap.
#[derive(Clone)]
pub struct RootField(Arc<Inner>);

struct Inner {
    ring: Ring,
    /// Eight chains backwards at once, if that is faster on this CPU.
    retrace: Option<Retrace>,
    bits: usize,
    len: usize,
    seed: Vec<u8>,
    counter: u32,
    id: [u8; 32],
}

/// The reason why a seed and a counter give no field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadRootField {
    /// No field has this length.
    #[error("a field of roots has 1024, 2048 or 3072 bits, not {0}")]
    Bits(usize),
    /// The seed has fewer than 32 bytes or more than 255.
    #[error("the seed has {0} bytes; from 32 to 255 are allowed")]
    Seed(usize),
    /// The counter has more than 24 bits.
    #[error("the counter is {0}; it must be below 2^24")]
    Counter(u32),
    /// The number is one bit too long.
    #[error("the number of this seed and counter has more than {0} bits")]
    Longer(usize),
    /// p is composite.
    #[error("the number of this seed and counter is not a prime")]
    Composite,
    /// (p − 1)/2 is composite.
    #[error("the prime of this seed and counter is not a safe prime: (p - 1)/2 is composite")]
    NotSafe,
    /// No counter below 2^24 gives a safe prime.
    #[error("no counter of this seed gives a safe prime")]
    Exhausted,
}

impl BadRootField {
    /// Whether no field of the format can have such parameters. All other errors are false claims: the number
    /// is not the safe prime that it should be.
    pub fn is_malformed(&self) -> bool {
        matches!(self, BadRootField::Bits(_) | BadRootField::Seed(_) | BadRootField::Counter(_))
    }
}

impl RootField {
    /// A built-in field: of 1,024 (for tests), 2,048 or 3,072 bits.
    pub fn built_in(bits: usize) -> Option<RootField> {
        let counter = built_in::counter(bits)?;
        let p = seed::prime(built_in::SEED, bits, counter).ok()?;
        Some(RootField::of(&p, bits, built_in::SEED, counter))
    }

    /// The field of a seed, a length and a counter, with both primes tested.
    ///
    /// # Errors
    /// All errors of [`BadRootField`] except [`BadRootField::Exhausted`]. A counter that is not the least is
    /// accepted.
    pub fn new(seed: &[u8], bits: usize, counter: u32) -> Result<RootField, BadRootField> {
        let p = seed::prime(seed, bits, counter)?;
        seed::check(&p)?;
        Ok(RootField::of(&p, bits, seed, counter))
    }

    /// The field of the least counter that gives a safe prime; `None` if `go_on`, which receives the counters
    /// on the way, has returned false.
    ///
    /// Cost: one to three seconds at 2,048 bits on average, and five times that at 3,072.
    ///
    /// # Errors
    /// [`BadRootField::Bits`], [`BadRootField::Seed`] and [`BadRootField::Exhausted`].
    pub fn search(
        seed: &[u8],
        bits: usize,
        go_on: impl FnMut(u32) -> bool,
    ) -> Result<Option<RootField>, BadRootField> {
        match seed::search(seed, bits, go_on)? {
            SafePrimeSearch::Found(counter) => {
                Ok(Some(RootField::of(&seed::prime(seed, bits, counter)?, bits, seed, counter)))
            }
            SafePrimeSearch::Exhausted => Err(BadRootField::Exhausted),
            SafePrimeSearch::Interrupted => Ok(None),
        }
    }

    /// The field of any prime that is 11 modulo 12, without a seed. It is for tests in fields small enough to
    /// enumerate: nothing is checked, and files of such a field are refused.
    ///
    /// # Panics
    /// If the number is not 11 modulo 12 or has more than 8192 bits.
    #[doc(hidden)]
    pub fn unchecked(p: &Natural) -> RootField {
        assert!(p.rem_u64(12) == 11, "a field of roots needs a prime that is 11 modulo 12");
        RootField::of(p, p.bits(), &[], 0)
    }

    /// Returns the same field on another backend, for tests and comparisons.
    ///
    /// # Errors
    /// If the backend does not support this modulus on this CPU.
    pub fn on(&self, backend: Backend) -> Result<RootField, RingError> {
        let Inner { bits, len, counter, id, .. } = *self.0;
        let (ring, retrace) = (Ring::on(backend, self.prime())?, Retrace::on(backend, self.prime()));
        Ok(RootField(Arc::new(Inner { ring, retrace, bits, len, seed: self.0.seed.clone(), counter, id })))
    }

    fn of(p: &Natural, bits: usize, seed: &[u8], counter: u32) -> RootField {
        let ring = Ring::new(p).expect("an odd prime of at most 8192 bits");
        let len = bits.div_ceil(8);
        let mut hash = Sha256::new();
        hash.update(ID_TAG);
        hash.update((bits as u32).to_be_bytes());
        hash.update(p.to_be_bytes(len).unwrap_or_default());
        let id = hash.finalize().into();
        let (retrace, seed) = (Retrace::new(p), seed.to_vec());
        RootField(Arc::new(Inner { ring, retrace, bits, len, seed, counter, id }))
    }

    /// n.
    pub fn bits(&self) -> usize {
        self.0.bits
    }

    /// p.
    pub fn prime(&self) -> &Natural {
        self.0.ring.modulus()
    }

    /// The seed of p.
    pub fn seed(&self) -> &[u8] {
        &self.0.seed
    }

    /// The counter of p.
    pub fn counter(&self) -> u32 {
        self.0.counter
    }

    /// A digest that names the field.
    pub fn id(&self) -> [u8; 32] {
        self.0.id
    }

    /// The ring modulo p, with the kernel that computes.
    pub fn ring(&self) -> &Ring {
        &self.0.ring
    }

    /// The input of a delay for a message.
    pub fn hash(&self, msg: &[u8]) -> RootElement {
        let one = Natural::one();
        let uniform = expand_message_xmd(&[&self.0.id, msg], &[INPUT_TAG], self.0.len + INPUT_MARGIN);
        let order = self.prime().sub(&one).unwrap_or_default();
        RootElement::trusted(&one + &(&Natural::from_be_bytes(&uniform) % &order))
    }

    /// The length of every encoded element, in bytes.
    pub fn encoded_len(&self) -> usize {
        self.0.len
    }

    /// The canonical encoding, big-endian. An element of a longer field is encoded as zeros.
    pub fn encode(&self, element: &RootElement) -> Vec<u8> {
        let mut bytes = alloc::vec![0; self.0.len];
        element.natural().write_be_bytes(&mut bytes);
        bytes
    }

    /// Decodes an element.
    ///
    /// # Errors
    /// [`Malformed::Length`], and [`Malformed::OutOfField`] for 0, and for p and above.
    pub fn decode(&self, bytes: &[u8]) -> Result<RootElement, Malformed> {
        if bytes.len() != self.0.len {
            return Err(Malformed::Length { expected: self.0.len, found: bytes.len() });
        }
        self.element(Natural::from_be_bytes(bytes)).ok_or(Malformed::OutOfField)
    }

    /// The element of a number in [1, p − 1].
    pub fn element(&self, number: Natural) -> Option<RootElement> {
        let element = RootElement::trusted(number);
        self.contains(&element).then_some(element)
    }

    /// Whether an element, perhaps of another field, is in the range of this field.
    pub fn contains(&self, element: &RootElement) -> bool {
        !element.natural().is_zero() && element.natural() < self.prime()
    }
}

impl PartialEq for RootField {
    /// Whether both have the same prime, from the same seed and counter.
    fn eq(&self, other: &RootField) -> bool {
        self.0.id == other.0.id && self.0.seed == other.0.seed && self.0.counter == other.0.counter
    }
}

impl Eq for RootField {}

impl fmt::Debug for RootField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RootField({} bits, {})", self.0.bits, self.0.ring.backend())
    }
}
