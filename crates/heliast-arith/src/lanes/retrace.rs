//! Chains of roots modulo a prime, retraced eight at once: the inverse steps of `spec/roots.md`.
//!
//! A step needs the parity of an element, and so the number in [0, p). After a Montgomery product this would
//! take another one. With one p for all lanes the high limbs are folded instead, with a table of rows that
//! all lanes share. Then a small multiple of p is subtracted, which is found from a few limbs: [`kernel`] has
//! the steps, [`field`] the bounds.
//!
//! Limb products per lane: L(L + 1)/2 for the square, L for each high limb, 2L for the multiple; at 2048 bits
//! (L = 40) 820 + 39·40 + 80 = 2460, and 2420 for a Montgomery squaring.

mod field;
mod kernel;

use super::{LANES, Lanes, engine::Engine, vector::Row};
use crate::{backend::Backend, int::Natural};
use alloc::{sync::Arc, vec};
use core::fmt;
use field::Field;
use kernel::Steps;

/// Inverse steps modulo a prime of 1024, 2048 or 3072 bits in eight chains at once. Cheap to clone.
///
/// An inverse step leads from y to σ(y²) if y is even and to σ(p − y² mod p) if y is odd, where σ(x) is x + 1
/// for odd x and x − 1 for even x. It is defined for elements, which are integers from 1 to p − 1; this
/// implementation maps 0 to 0.
#[derive(Clone)]
pub struct Retrace {
    engine: Engine,
    field: Arc<Field>,
}

impl Retrace {
    /// The steps modulo this number on the fastest vectors of this CPU; `None` if [`Lanes`] are not
    /// [accelerated](Lanes::accelerated), if the number is even, or if its length is not supported: the
    /// supported ones are 989 to 1032, 2029 to 2072 and 3069 to 3112 bits.
    pub fn new(p: &Natural) -> Option<Retrace> {
        if Lanes::accelerated() { Retrace::with_engine(Engine::new(), p) } else { None }
    }

    /// The steps on the vectors of this backend, for tests and comparisons; `None` if it has no lanes on this
    /// CPU, or if the number is not supported.
    pub fn on(backend: Backend, p: &Natural) -> Option<Retrace> {
        Retrace::with_engine(Engine::on(backend)?, p)
    }

    fn with_engine(engine: Engine, p: &Natural) -> Option<Retrace> {
        let field = Field::new(p, kernel::width(engine.is_wide()), |limb| engine.encode(limb))?;
        Some(Retrace { engine, field: Arc::new(field) })
    }

    /// The vectors that multiply.
    pub fn backend(&self) -> Backend {
        self.engine.backend()
    }

    /// p.
    pub fn modulus(&self) -> &Natural {
        &self.field.modulus
    }

    /// Takes `steps` inverse steps from each of the values, which are reduced modulo p first.
    pub fn run(&self, values: &mut [Natural; LANES], steps: u64) {
        let field = &*self.field;
        for value in values.iter_mut().filter(|value| **value >= field.modulus) {
            *value = &*value % &field.modulus;
        }
        let mut y = self.engine.rows(values.each_ref(), field.length);
        let mut next = vec![Row::default(); field.length];
        let mut digits = vec![Row::default(); field.length + 2];
        self.engine.run(&mut Steps { y: &mut y, next: &mut next, count: steps, digits: &mut digits, field });
        let end = if steps.is_multiple_of(2) { y } else { next };
        *values = self.engine.naturals(&end);
        debug_assert!(values.iter().all(|value| *value < field.modulus));
    }
}

impl fmt::Debug for Retrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retrace").field("modulus", self.modulus()).field("backend", &self.backend()).finish()
    }
}

#[cfg(test)]
mod tests;
