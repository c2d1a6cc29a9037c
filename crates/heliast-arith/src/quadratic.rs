//! Eight squarings or products of binary quadratic forms at once, each form of its own discriminant.
//!
//! Proofs in class groups of different discriminants have nothing in common that could be computed once, so
//! their forms can only be composed side by side. Here each lane of a vector has a form, and all lanes do the
//! same. A lane for which this does not suffice fails, and its owner composes the forms by other means. Forms
//! fail whose a is short, so that c does not fit, whose a and b have a common factor, or that meet an unusual
//! quotient on the way; and products of a form with itself or its inverse. Random forms of 1024 bits fail
//! once in some three hundred squarings.
//!
//! Only x86-64 with AVX-512 IFMA has these lanes.
//!
//! Cost, in operations on vectors: about 23 stages of Euclid's algorithm on a and b and 11 on the lattice for
//! 1024 bits, each of about a dozen steps and an application; four products and a division of L limbs. A
//! product has two such divisions, and four exact ones in place of two.

#[cfg(target_arch = "x86_64")]
mod basis;
#[cfg(target_arch = "x86_64")]
mod euclid;
#[cfg(target_arch = "x86_64")]
mod exact;
#[cfg(target_arch = "x86_64")]
mod forms;
#[cfg(target_arch = "x86_64")]
mod number;
#[cfg(target_arch = "x86_64")]
mod product;
#[cfg(target_arch = "x86_64")]
mod remainder;
#[cfg(target_arch = "x86_64")]
mod run;
#[cfg(target_arch = "x86_64")]
mod square;
#[cfg(target_arch = "x86_64")]
mod vector;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod wide;
#[cfg(target_arch = "x86_64")]
mod word;

use crate::Natural;
#[cfg(target_arch = "x86_64")]
use alloc::boxed::Box;
use core::ops::Range;
#[cfg(target_arch = "x86_64")]
use wide::Wide;

/// Eight reduced forms (a, b, c) of discriminants of their own.
#[derive(Clone)]
pub struct EightForms(Kind);

/// The kinds by the number of limbs, two of which are room.
#[derive(Clone)]
enum Kind {
    #[cfg(target_arch = "x86_64")]
    Short(Box<Wide<12>>),
    #[cfg(target_arch = "x86_64")]
    Long(Box<Wide<22>>),
}

// There is no value elsewhere, whose methods need no arguments.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
impl EightForms {
    /// The number of limbs of forms whose discriminant has this length in bits, if this CPU has lanes for
    /// them. Discriminants with the same number of limbs share lanes. Lengths near 1024 and 2048 bits have
    /// lanes.
    pub fn limbs(bits: usize) -> Option<usize> {
        let limbs = match bits {
            1000..=1024 => 10,
            2032..=2048 => 20,
            _ => return None,
        };
        is_available().then_some(limbs)
    }

    /// Lanes without forms for discriminants of this length in bits, if this CPU has them
    /// ([`EightForms::limbs`]).
    pub fn new(bits: usize) -> Option<EightForms> {
        match EightForms::limbs(bits)? {
            #[cfg(target_arch = "x86_64")]
            10 => Wide::new().map(|wide| EightForms(Kind::Short(Box::new(wide)))),
            #[cfg(target_arch = "x86_64")]
            20 => Wide::new().map(|wide| EightForms(Kind::Long(Box::new(wide)))),
            _ => None,
        }
    }

    /// Puts a reduced form (a, ±b, c) of the discriminant −`discriminant` into some lanes; returns whether it
    /// fits. Otherwise the lanes keep their forms. Forms with |b| = a or a = c, whose inverses are not
    /// reduced, do not fit.
    ///
    /// # Panics
    /// If there are no such lanes.
    pub fn put(
        &mut self,
        lanes: Range<usize>,
        discriminant: &Natural,
        [a, b, c]: [&Natural; 3],
        negative: bool,
    ) -> bool {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Short(ref mut wide) => wide.put(lanes, discriminant, [a, b, c], negative),
            #[cfg(target_arch = "x86_64")]
            Kind::Long(ref mut wide) => wide.put(lanes, discriminant, [a, b, c], negative),
        }
    }

    /// The coefficients of the form in a lane: a, |b|, whether b is negative, and c.
    ///
    /// # Panics
    /// If there is no such lane.
    pub fn take(&self, lane: usize) -> (Natural, Natural, bool, Natural) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Short(ref wide) => wide.take(lane),
            #[cfg(target_arch = "x86_64")]
            Kind::Long(ref wide) => wide.take(lane),
        }
    }

    /// Replaces the form in a lane by that in the same lane of `from`.
    ///
    /// # Panics
    /// If there is no such lane, or if the forms of `from` have another number of limbs.
    pub fn copy(&mut self, lane: usize, from: &EightForms) {
        match (&mut self.0, &from.0) {
            #[cfg(target_arch = "x86_64")]
            (Kind::Short(wide), Kind::Short(from)) => wide.copy(lane, from),
            #[cfg(target_arch = "x86_64")]
            (Kind::Long(wide), Kind::Long(from)) => wide.copy(lane, from),
            _ => panic!("forms of another length"),
        }
    }

    /// Multiplies the forms of these lanes, lane i for bit i, by those of `factors`, which must have the same
    /// discriminants, or by their inverses in the lanes of `inverted`; returns the lanes that failed, whose
    /// forms are as before.
    ///
    /// # Panics
    /// If the factors have another number of limbs.
    pub fn multiply(&mut self, factors: &EightForms, inverted: u8, lanes: u8) -> u8 {
        match (&mut self.0, &factors.0) {
            #[cfg(target_arch = "x86_64")]
            (Kind::Short(wide), Kind::Short(factors)) => wide.multiply(factors, inverted, lanes),
            #[cfg(target_arch = "x86_64")]
            (Kind::Long(wide), Kind::Long(factors)) => wide.multiply(factors, inverted, lanes),
            _ => panic!("forms of another length"),
        }
    }

    /// Squares the forms of these lanes, lane i for bit i; returns the lanes that failed, whose forms are as
    /// before.
    pub fn square(&mut self, lanes: u8) -> u8 {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Kind::Short(ref mut wide) => wide.square(lanes),
            #[cfg(target_arch = "x86_64")]
            Kind::Long(ref mut wide) => wide.square(lanes),
        }
    }
}

/// Whether this CPU has the instructions.
fn is_available() -> bool {
    #[cfg(target_arch = "x86_64")]
    return heliast_cpu::Ifma::detect().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    false
}

#[cfg(all(test, target_arch = "x86_64"))]
#[allow(unsafe_code)]
mod tests;
