//! Forms in lanes, with the proof that this CPU has the instructions.

use super::{
    forms::Forms,
    number::{Number, Signed},
    vector::{LIMB_MASK, Lanes, RADIX_BITS, Words},
};
use crate::{Natural, lanes::LANES, radix52};
use core::{mem, ops::Range, slice};
use heliast_cpu::Ifma;

/// By how many bits Euclid's algorithm stays above |D|^(1/4).
const ABOVE_QUARTER: u64 = 2;

/// Eight forms of N − 2 limbs.
#[derive(Clone)]
pub(super) struct Wide<const N: usize> {
    _cpu: Ifma,
    forms: Forms<N>,
}

impl<const N: usize> Wide<N> {
    /// Lanes without forms, if this CPU has the instructions.
    pub(super) fn new() -> Option<Wide<N>> {
        let cpu = Ifma::detect()?;
        let (a, c, b) = ([ZERO; N], [ZERO; N], Signed { magnitude: [ZERO; N], negative: 0 });
        Some(Wide { _cpu: cpu, forms: Forms { a, b, c, discriminant: ZERO, target: ZERO } })
    }

    pub(super) fn put(
        &mut self,
        at: Range<usize>,
        discriminant: &Natural,
        abc: [&Natural; 3],
        negative: bool,
    ) -> bool {
        let most = (N - 2) * RADIX_BITS;
        let is_short = abc[0].bits() <= most - RADIX_BITS + 2;
        let is_on_the_edge = abc[0] == abc[1] || abc[0] == abc[2];
        if abc.iter().any(|x| x.bits() > most) || is_short || is_on_the_edge {
            return false;
        }
        let Forms { a, b, c, discriminant: low, target } = &mut self.forms;
        for (number, value) in [&mut *a, &mut b.magnitude, &mut *c].into_iter().zip(abc) {
            let mut limbs = radix52::split(value);
            rows_mut(number).iter_mut().for_each(|row| row[at.clone()].fill(limbs.next().unwrap_or(0)));
        }
        for lane in at.clone() {
            b.negative = b.negative & !(1 << lane) | Lanes::from(negative) << lane;
        }
        rows_mut(slice::from_mut(low))[0][at.clone()].fill(discriminant.low_limb() & LIMB_MASK);
        rows_mut(slice::from_mut(target))[0][at].fill(discriminant.bits() as u64 / 4 + ABOVE_QUARTER);
        true
    }

    pub(super) fn take(&self, at: usize) -> (Natural, Natural, bool, Natural) {
        let value = |number: &Number<N>| radix52::join(rows(number).iter().map(|row| row[at]));
        let Forms { a, b, c, .. } = &self.forms;
        (value(a), value(&b.magnitude), b.negative >> at & 1 == 1, value(c))
    }

    pub(super) fn copy(&mut self, at: usize, from: &Wide<N>) {
        let (to, from) = (&mut self.forms, &from.forms);
        let copy = |to: &mut [Words], from: &[Words]| {
            rows_mut(to).iter_mut().zip(rows(from)).for_each(|(to, from)| to[at] = from[at]);
        };
        copy(&mut to.a, &from.a);
        copy(&mut to.b.magnitude, &from.b.magnitude);
        copy(&mut to.c, &from.c);
        copy(slice::from_mut(&mut to.discriminant), slice::from_ref(&from.discriminant));
        copy(slice::from_mut(&mut to.target), slice::from_ref(&from.target));
        to.b.negative = to.b.negative & !(1 << at) | from.b.negative & 1 << at;
    }

    pub(super) fn multiply(&mut self, factors: &Wide<N>, inverted: Lanes, lanes: Lanes) -> Lanes {
        // SAFETY: `self` proves that the CPU has AVX-512 F, DQ and IFMA.
        unsafe { self.forms.multiply(&factors.forms, inverted, lanes) }
    }

    pub(super) fn square(&mut self, lanes: Lanes) -> Lanes {
        // SAFETY: `self` proves that the CPU has AVX-512 F, DQ and IFMA.
        unsafe { self.forms.square(lanes) }
    }
}

/// 0 in every lane.
pub(super) const ZERO: Words = {
    // SAFETY: both types have 64 bytes, all of whose values are valid.
    unsafe { mem::transmute::<[u64; LANES], Words>([0; LANES]) }
};

/// The words of vectors.
pub(super) fn rows(vectors: &[Words]) -> &[[u64; LANES]] {
    // SAFETY: both types have 64 bytes, all of whose values are valid, and vectors are better aligned.
    unsafe { slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len()) }
}

/// The words of vectors, to be changed.
pub(super) fn rows_mut(vectors: &mut [Words]) -> &mut [[u64; LANES]] {
    // SAFETY: as for `rows`, and nothing else refers to the vectors while the result lives.
    unsafe { slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), vectors.len()) }
}
