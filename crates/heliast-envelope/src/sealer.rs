//! Sealing: a lock around a file key.

use crate::{lock::Lock, place::Place, power::Powers, setup::Setup};
use heliast_age::FileKey;
use heliast_group::Group;
use std::{fmt, io};
use zeroize::Zeroizing;

/// Locks file keys for a delay.
///
/// Cost at 2048 bits, for any delay: its tables take some 6,300 products, and each lock takes 900.
#[derive(Clone)]
pub struct Sealer {
    place: Place,
    t: u64,
    inputs: Powers,
    outputs: Powers,
}

impl Sealer {
    /// A sealer for a delay of t squarings; `None` if the setup has no such delay.
    pub fn new(setup: &Setup, t: u64) -> Option<Sealer> {
        let (place, h) = (setup.place().clone(), setup.power(t)?);
        let (inputs, outputs) = (Powers::new(&place, &place.base()), Powers::new(&place, h));
        Some(Sealer { place, t, inputs, outputs })
    }

    /// The group.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The number of squarings.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// Locks a file key.
    ///
    /// In the group of a modulus the time does not depend on the secret exponent; in a class group it does.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn lock(&self, file_key: &FileKey) -> io::Result<Lock> {
        let mut exponent = Zeroizing::new(vec![0; self.place.exponent_len()]);
        loop {
            getrandom::fill(&mut exponent).map_err(io::Error::other)?;
            if let Some(lock) = self.lock_with(file_key, &exponent) {
                return Ok(lock);
            }
        }
    }

    /// The lock with an exponent, which has the length of the place's exponents and must be used once. `None`
    /// in the negligible case that x is the identity.
    #[doc(hidden)]
    pub fn lock_with(&self, file_key: &FileKey, exponent: &[u8]) -> Option<Lock> {
        let [x, y] = self.powers(exponent);
        self.lock_of(file_key, &x, &y)
    }

    /// x and y for an exponent, encoded: x is public, and y is hidden by the delay.
    #[doc(hidden)]
    pub fn powers(&self, exponent: &[u8]) -> [Zeroizing<Vec<u8>>; 2] {
        [&self.inputs, &self.outputs].map(|powers| powers.encoded(exponent))
    }

    /// The rest of [`Sealer::lock_with`].
    #[doc(hidden)]
    pub fn lock_of(&self, file_key: &FileKey, x: &[u8], y: &[u8]) -> Option<Lock> {
        Lock::sealed(&self.place, self.t, x, y, file_key)
    }
}

impl fmt::Debug for Sealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sealer({}, {} squarings, {} bytes)", self.place, self.t, self.place.group().encoded_len())
    }
}
