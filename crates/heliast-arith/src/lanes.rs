//! Eight residues at once, one per lane of a vector, each modulo its own odd number or all modulo the same.
//!
//! A residue is a column of 52-bit limbs, so that no carry ever crosses a lane and every instruction does the
//! same for eight numbers. The instructions do not depend on the numbers in the lanes, or on whether their
//! moduli differ.

/// Writes out a block for every index of a range. The index is a constant in each copy, so arrays with this
/// index stay in registers; the compiler does not unroll a loop as long as this. Ranges end at eleven at most
/// (or, with `of`, at two), and copies out of range are not compiled. Short loops inside are left to the
/// compiler, which takes long enough for this.
macro_rules! unroll {
    ($index:ident in $from:literal..$to:ident $body:block) => {
        unroll!(@ $index $from $to $body 0 1 2 3 4 5 6 7 8 9 10)
    };
    ($index:ident of 2 $body:block) => {
        unroll!(@ $index 0 2 $body 0 1)
    };
    (@ $index:ident $from:literal $to:tt $body:block $($value:literal)*) => {$(
        if const { $from <= $value && $value < $to } {
            const $index: usize = $value;
            $body
        }
    )*};
}

mod block;
mod columns;
mod engine;
mod factors;
mod kernel;
mod lucas;
mod retrace;
mod short;
mod strong;
mod vector;

use crate::{
    backend::Backend,
    int::Natural,
    radix52::{self, RADIX_BITS},
    ring::{self, RingError},
};
use alloc::{sync::Arc, vec::Vec};
use core::{array::from_fn, fmt};
use engine::Engine;
use kernel::{Modulus, Product, Squarings};
use vector::{Ahead, Row};

pub use columns::Columns;
pub(crate) use factors::{Primes, have_factors};
pub(crate) use lucas::{LucasCandidate, strong_lucas};
pub use retrace::Retrace;
pub(crate) use short::{BATCH, LENGTHS, length_for};
pub(crate) use strong::strong_base_2;

/// The number of lanes.
pub const LANES: usize = 8;

/// The number of limbs is a multiple of this.
const LIMB_STEP: usize = 4;

/// Arithmetic modulo eight odd numbers at once. Cheap to clone.
///
/// Packed residues belong to the lanes that made them. Residues of other lanes are read as some residues: the
/// result has no meaning, but nothing panics.
#[derive(Clone)]
pub struct Lanes {
    inner: Arc<Inner>,
}

struct Inner {
    engine: Engine,
    moduli: [Natural; LANES],
    modulus: Modulus,
    /// R mod N.
    one: Vec<Row>,
    /// R² mod N.
    square_of_r: Vec<Row>,
}

/// Eight residues, one per lane of a [`Lanes`].
pub struct Packed {
    rows: Vec<Row>,
    /// Memory that a product needs; empty before the first multiplication.
    digits: Vec<Row>,
}

impl Lanes {
    /// Whether this CPU has vectors with which eight residues in lanes take less time than eight residues of
    /// a [`Ring`](crate::Ring).
    pub fn accelerated() -> bool {
        Lanes::fastest() != Backend::Portable
    }

    /// The backend of the fastest vectors of this CPU.
    pub(crate) fn fastest() -> Backend {
        Engine::new().backend()
    }

    /// The lanes modulo these numbers, on the fastest vectors of this CPU.
    ///
    /// # Errors
    /// If one of the moduli is even, below 3, or longer than [`MAX_MODULUS_BITS`](crate::MAX_MODULUS_BITS).
    pub fn new(moduli: &[Natural; LANES]) -> Result<Lanes, RingError> {
        Lanes::with_engine(Engine::new(), moduli.each_ref())
    }

    /// The lanes all modulo the same number, on the fastest vectors of this CPU.
    ///
    /// # Errors
    /// As for [`Lanes::new`].
    pub fn shared(modulus: &Natural) -> Result<Lanes, RingError> {
        Lanes::with_engine(Engine::new(), [modulus; LANES])
    }

    /// The lanes modulo these numbers on the vectors of this backend: for tests and comparisons.
    ///
    /// # Errors
    /// As for [`Lanes::new`], and if the backend has no lanes on this CPU.
    pub fn on(backend: Backend, moduli: &[Natural; LANES]) -> Result<Lanes, RingError> {
        let engine = Engine::on(backend).ok_or(RingError::Unsupported(backend))?;
        Lanes::with_engine(engine, moduli.each_ref())
    }

    fn with_engine(engine: Engine, moduli: [&Natural; LANES]) -> Result<Lanes, RingError> {
        moduli.iter().try_for_each(|modulus| ring::check(modulus))?;
        let bits = moduli.iter().map(|modulus| modulus.bits()).max().unwrap_or(0);
        // Two bits more: R > 4N.
        let length = (bits + 2).div_ceil(RADIX_BITS).next_multiple_of(LIMB_STEP);
        let power_of_r = |exponent: usize| {
            let power = Natural::one().shl(RADIX_BITS * length * exponent);
            each_once(moduli, |modulus| &power % modulus)
        };
        Ok(Lanes {
            inner: Arc::new(Inner {
                engine,
                moduli: moduli.map(Natural::clone),
                modulus: Modulus {
                    limbs: engine.rows(moduli, length),
                    negated_inverse: Row(moduli.map(radix52::negated_inverse)),
                },
                one: engine.rows(power_of_r(1).each_ref(), length),
                square_of_r: engine.rows(power_of_r(2).each_ref(), length),
            }),
        })
    }

    /// The vectors that multiply.
    pub fn backend(&self) -> Backend {
        self.inner.engine.backend()
    }

    /// The modulus of each lane.
    pub fn moduli(&self) -> &[Natural; LANES] {
        &self.inner.moduli
    }

    /// 1 in every lane.
    pub fn one(&self) -> Packed {
        Packed::new(self.inner.one.clone())
    }

    /// The residues of eight numbers of any size.
    pub fn pack(&self, values: [&Natural; LANES]) -> Packed {
        let reduced: [Natural; LANES] = from_fn(|lane| {
            let modulus = &self.inner.moduli[lane];
            if values[lane] < modulus { values[lane].clone() } else { values[lane] % modulus }
        });
        let mut packed = Packed::new(self.inner.engine.rows(reduced.each_ref(), self.len()));
        self.multiply(&mut packed, &self.inner.square_of_r, Ahead::default());
        packed
    }

    /// The numbers of eight residues, each in [0, N).
    pub fn unpack(&self, x: &Packed) -> [Natural; LANES] {
        // (x + q·N)/R ≤ (2N + (R − 1)·N)/R < N + 1.
        let mut x = x.clone();
        let one = self.inner.engine.rows([&Natural::one(); LANES], self.len());
        self.multiply(&mut x, &one, Ahead::default());
        let values = self.inner.engine.naturals(&x.rows);
        from_fn(|lane| {
            let (value, modulus) = (&values[lane], &self.inner.moduli[lane]);
            if value < modulus { value.clone() } else { value % modulus }
        })
    }

    /// `a = a·b` in every lane.
    pub fn mul_assign(&self, a: &mut Packed, b: &Packed) {
        self.mul_assign_ahead(a, b, [None; LANES]);
    }

    /// `a = a·b` in every lane, while these numbers are fetched from memory. [`Lanes::load_unscaled`] will
    /// load them next, from different places of a long list.
    pub fn mul_assign_ahead(&self, a: &mut Packed, b: &Packed, next: [Option<&[u8]>; LANES]) {
        let ahead = Ahead::new(next);
        if b.rows.len() == self.len() {
            return self.multiply(a, &b.rows, ahead);
        }
        let mut rows = b.rows.clone();
        rows.resize(self.len(), Row::default());
        self.multiply(a, &rows, ahead);
    }

    /// `a = a^(2^n)` in every lane.
    pub fn square_n(&self, a: &mut Packed, n: u64) {
        let (a, digits) = a.with_digits(self.len());
        self.inner.engine.run(&mut Squarings { a, count: n, digits, modulus: &self.inner.modulus });
    }

    /// Reads a table in every lane at an index of its own: each lane gets the residue in this lane of the
    /// chosen entry.
    ///
    /// # Panics
    /// If an index is not below the length of the table.
    pub fn gather(&self, table: &[Packed], indices: [usize; LANES]) -> Packed {
        let columns = indices.map(|index| &table[index].rows);
        let word = |lane: usize, limb: usize| columns[lane].get(limb).map_or(0, |row| row.0[lane]);
        Packed::new((0..self.len()).map(|limb| Row(from_fn(|lane| word(lane, limb)))).collect())
    }

    fn multiply(&self, a: &mut Packed, b: &[Row], ahead: Ahead<'_>) {
        let (a, digits) = a.with_digits(self.len());
        self.inner.engine.run(&mut Product { a, b, digits, modulus: &self.inner.modulus, ahead });
    }

    fn len(&self) -> usize {
        self.inner.modulus.limbs.len()
    }
}

impl Packed {
    fn new(rows: Vec<Row>) -> Packed {
        Packed { rows, digits: Vec::new() }
    }

    /// The rows and the memory for digits, both of this length.
    fn with_digits(&mut self, length: usize) -> (&mut [Row], &mut [Row]) {
        self.rows.resize(length, Row::default());
        self.digits.resize(length, Row::default());
        (&mut self.rows, &mut self.digits)
    }
}

impl Clone for Packed {
    fn clone(&self) -> Packed {
        Packed::new(self.rows.clone())
    }
}

/// `f` of each number, computed once if all are the same.
fn each_once(values: [&Natural; LANES], f: impl Fn(&Natural) -> Natural) -> [Natural; LANES] {
    let first = f(values[0]);
    values.map(|value| if core::ptr::eq(value, values[0]) { first.clone() } else { f(value) })
}

impl fmt::Debug for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lanes").field("moduli", self.moduli()).field("backend", &self.backend()).finish()
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packed").field("limbs", &self.rows.len()).finish()
    }
}

#[cfg(test)]
mod tests;
