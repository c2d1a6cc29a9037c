//! Residues modulo an odd number chosen at run time.

mod retrace;

use crate::{
    aligned::Aligned,
    backend::Backend,
    int::Natural,
    kernel::{self, Kernel},
};
use alloc::{borrow::Cow, boxed::Box, sync::Arc, vec, vec::Vec};
use core::fmt;
use zeroize::Zeroize;

/// The longest modulus, in bits.
pub const MAX_MODULUS_BITS: usize = 8192;

/// The integers modulo an odd number N, with the kernel that computes with them. Cheap to clone.
///
/// A residue belongs to the ring that made it. A residue of another ring is read as some residue: the result
/// has no meaning, but nothing panics.
#[derive(Clone)]
pub struct Ring {
    inner: Arc<Inner>,
}

struct Inner {
    modulus: Natural,
    zero: Aligned,
    one: Aligned,
    kernel: Box<dyn Kernel>,
}

/// An element of a [`Ring`]: limbs in the representation of the ring's kernel.
#[derive(Debug)]
pub struct Residue {
    limbs: Aligned,
}

/// The reason why a number cannot be the modulus of a [`Ring`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RingError {
    /// The number is even.
    Even,
    /// The number is below 3.
    TooSmall,
    /// The number is longer than [`MAX_MODULUS_BITS`].
    TooLarge,
    /// This CPU lacks the instructions of the backend, or the backend has no code for a modulus of this
    /// length. [`Backend::AvxIfma`] multiplies numbers in lanes only, and some backends have no lanes.
    Unsupported(Backend),
}

impl Ring {
    /// The ring modulo `odd`, on the fastest kernel of this CPU.
    ///
    /// # Errors
    /// If `odd` is even, below 3, or longer than [`MAX_MODULUS_BITS`].
    pub fn new(odd: &Natural) -> Result<Ring, RingError> {
        check(odd)?;
        Ok(Ring::with_kernel(odd, kernel::fastest(odd)))
    }

    /// The ring modulo `odd`, on this backend: for tests and comparisons.
    ///
    /// # Errors
    /// As for [`Ring::new`], and if the backend does not support this modulus on this CPU.
    pub fn on(backend: Backend, odd: &Natural) -> Result<Ring, RingError> {
        check(odd)?;
        let kernel = kernel::on(backend, odd).ok_or(RingError::Unsupported(backend))?;
        Ok(Ring::with_kernel(odd, kernel))
    }

    /// The ring modulo `odd` on every backend that supports it on this CPU, the portable one first.
    ///
    /// # Errors
    /// As for [`Ring::new`].
    pub fn on_each_backend(odd: &Natural) -> Result<Vec<Ring>, RingError> {
        check(odd)?;
        Ok(Backend::ALL.into_iter().filter_map(|backend| Ring::on(backend, odd).ok()).collect())
    }

    fn with_kernel(modulus: &Natural, kernel: Box<dyn Kernel>) -> Ring {
        let enter = |value| Aligned::from(&kernel.enter(&value)[..]);
        let (zero, one) = (enter(Natural::zero()), enter(Natural::one()));
        Ring { inner: Arc::new(Inner { modulus: modulus.clone(), zero, one, kernel }) }
    }

    /// The code that multiplies.
    pub fn backend(&self) -> Backend {
        self.kernel().backend()
    }

    /// N.
    pub fn modulus(&self) -> &Natural {
        &self.inner.modulus
    }

    /// 0.
    pub fn zero(&self) -> Residue {
        Residue { limbs: self.inner.zero.clone() }
    }

    /// 1.
    pub fn one(&self) -> Residue {
        Residue { limbs: self.inner.one.clone() }
    }

    /// The residue of a number of any size.
    pub fn residue(&self, value: &Natural) -> Residue {
        if value < self.modulus() { self.entered(value) } else { self.entered(&(value % self.modulus())) }
    }

    /// The number of a residue, in [0, N).
    pub fn natural(&self, x: &Residue) -> Natural {
        self.kernel().leave(&self.limbs(x))
    }

    /// `a = a·b`.
    pub fn mul_assign(&self, a: &mut Residue, b: &Residue) {
        self.kernel().mul(self.limbs_mut(a), &self.limbs(b));
    }

    /// `a·b`.
    pub fn mul(&self, a: &Residue, b: &Residue) -> Residue {
        let mut product = a.clone();
        self.mul_assign(&mut product, b);
        product
    }

    /// `a = a^(2^n)`: n squarings in one call.
    pub fn square_n(&self, a: &mut Residue, n: u64) {
        self.kernel().square_n(self.limbs_mut(a), n);
    }

    /// `a = a + b`.
    pub fn add_assign(&self, a: &mut Residue, b: &Residue) {
        self.kernel().add(self.limbs_mut(a), &self.limbs(b));
    }

    /// `a + b`.
    pub fn add(&self, a: &Residue, b: &Residue) -> Residue {
        let mut sum = a.clone();
        self.add_assign(&mut sum, b);
        sum
    }

    /// `a = a − b`.
    pub fn sub_assign(&self, a: &mut Residue, b: &Residue) {
        self.kernel().sub(self.limbs_mut(a), &self.limbs(b));
    }

    /// `a − b`.
    pub fn sub(&self, a: &Residue, b: &Residue) -> Residue {
        let mut difference = a.clone();
        self.sub_assign(&mut difference, b);
        difference
    }

    /// `−a`.
    pub fn neg(&self, a: &Residue) -> Residue {
        self.sub(&self.zero(), a)
    }

    /// `a = 2·a`.
    pub fn double_assign(&self, a: &mut Residue) {
        self.kernel().double(self.limbs_mut(a));
    }

    /// `a/2`: the residue whose double is a.
    pub fn half(&self, a: &Residue) -> Residue {
        let mut half = a.clone();
        self.kernel().half(self.limbs_mut(&mut half));
        half
    }

    /// Whether both are the same residue.
    pub fn equal(&self, a: &Residue, b: &Residue) -> bool {
        self.kernel().equal(&self.limbs(a), &self.limbs(b))
    }

    /// Whether `a` is 0.
    pub fn is_zero(&self, a: &Residue) -> bool {
        self.kernel().equal(&self.limbs(a), &self.inner.zero)
    }

    /// `base^exponent`, in variable time; 1 for the exponent 0.
    ///
    /// Sliding windows from the left over a table of odd powers (Menezes, van Oorschot, Vanstone, Handbook of
    /// Applied Cryptography, algorithm 14.85): for n bits and width w about n squarings and n/(w+1) + 2^(w−1)
    /// products.
    pub fn pow(&self, base: &Residue, exponent: &Natural) -> Residue {
        let width = window_width(exponent.bits());
        let odd_powers = self.odd_powers(base, 1 << (width - 1));
        let mut power: Option<Residue> = None;
        let mut squarings = 0;
        let mut position = exponent.bits();
        while position > 0 {
            if !exponent.bit(position - 1) {
                position -= 1;
                squarings += 1;
                continue;
            }
            // The window is the longest of at most `width` bits that ends in a 1.
            let low = position.saturating_sub(width);
            let low = (low..position).find(|&index| exponent.bit(index)).unwrap_or(low);
            let window =
                (low..position).rev().fold(0, |value, index| value << 1 | usize::from(exponent.bit(index)));
            match &mut power {
                Some(power) => {
                    self.square_n(power, squarings + (position - low) as u64);
                    self.mul_assign(power, &odd_powers[window / 2]);
                }
                None => power = Some(odd_powers[window / 2].clone()),
            }
            squarings = 0;
            position = low;
        }
        let mut power = power.unwrap_or_else(|| self.one());
        self.square_n(&mut power, squarings);
        power
    }

    /// 2^exponent, for primality tests, by squarings and doublings from the power of the top six bits.
    pub(crate) fn power_of_two(&self, exponent: &Natural) -> Residue {
        let rest = exponent.bits().saturating_sub(6);
        let mut power = self.residue(&Natural::from(1u64 << exponent.shr(rest).low_limb()));
        self.kernel().square_and_double(self.limbs_mut(&mut power), exponent, rest);
        power
    }

    /// `mixed = mixed·doubled − p`, then `doubled = doubled² − two`, in one call of the kernel.
    pub(crate) fn lucas_step(&self, doubled: &mut Residue, mixed: &mut Residue, p: &Residue, two: &Residue) {
        let (p, two) = (self.limbs(p), self.limbs(two));
        self.kernel().lucas_step(self.limbs_mut(doubled), self.limbs_mut(mixed), &p, &two);
    }

    /// base, base³, base⁵, ...: `count` powers.
    fn odd_powers(&self, base: &Residue, count: usize) -> Vec<Residue> {
        let mut powers = vec![base.clone()];
        if count > 1 {
            let mut square = base.clone();
            self.square_n(&mut square, 1);
            for index in 1..count {
                powers.push(self.mul(&powers[index - 1], &square));
            }
        }
        powers
    }

    fn kernel(&self) -> &dyn Kernel {
        &*self.inner.kernel
    }

    /// The number of limbs of every residue, without a call to the kernel.
    fn len(&self) -> usize {
        self.inner.one.len()
    }

    /// The residue of a number below N. The kernel's list is wiped, since the number may be secret.
    fn entered(&self, value: &Natural) -> Residue {
        let mut limbs = self.kernel().enter(value);
        let residue = Residue { limbs: Aligned::from(&limbs[..]) };
        limbs.zeroize();
        residue
    }

    /// The limbs of a residue, in the number that the kernel reads.
    fn limbs<'a>(&self, x: &'a Residue) -> Cow<'a, [u64]> {
        if x.limbs.len() == self.len() { Cow::Borrowed(&x.limbs) } else { Cow::Owned(self.foreign(x)) }
    }

    /// The limbs of a residue of another ring, cut or filled up to those of this one.
    #[cold]
    fn foreign(&self, x: &Residue) -> Vec<u64> {
        let mut limbs = x.limbs.to_vec();
        limbs.resize(self.len(), 0);
        limbs
    }

    fn limbs_mut<'a>(&self, x: &'a mut Residue) -> &'a mut [u64] {
        x.limbs.resize(self.len());
        &mut x.limbs
    }
}

pub(crate) fn check(odd: &Natural) -> Result<(), RingError> {
    if odd.is_even() {
        Err(RingError::Even)
    } else if odd.is_one() {
        Err(RingError::TooSmall)
    } else if odd.bits() > MAX_MODULUS_BITS {
        Err(RingError::TooLarge)
    } else {
        Ok(())
    }
}

/// The width with the fewest products: the one that minimises n/(w+1) + 2^(w−1).
fn window_width(exponent_bits: usize) -> usize {
    match exponent_bits {
        0..8 => 1,
        8..24 => 2,
        24..80 => 3,
        80..240 => 4,
        240..672 => 5,
        672..1792 => 6,
        _ => 7,
    }
}

impl fmt::Debug for Ring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ring").field("modulus", self.modulus()).field("backend", &self.backend()).finish()
    }
}

impl fmt::Display for RingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RingError::Even => write!(f, "the modulus is even; choose an odd one"),
            RingError::TooSmall => write!(f, "the modulus is below 3; choose a larger one"),
            RingError::TooLarge => {
                write!(f, "the modulus is longer than {MAX_MODULUS_BITS} bits; choose a smaller one")
            }
            RingError::Unsupported(backend) => {
                write!(f, "the backend {backend} does not serve this modulus on this CPU; choose another one")
            }
        }
    }
}

impl core::error::Error for RingError {}

impl Clone for Residue {
    fn clone(&self) -> Residue {
        Residue { limbs: self.limbs.clone() }
    }

    /// Keeps the memory of a residue that is overwritten.
    fn clone_from(&mut self, source: &Residue) {
        self.limbs.clone_from(&source.limbs);
    }
}

impl Zeroize for Residue {
    /// Wipes the limbs; afterwards the value has no meaning.
    fn zeroize(&mut self) {
        self.limbs.zeroize();
    }
}

#[cfg(test)]
mod tests;
