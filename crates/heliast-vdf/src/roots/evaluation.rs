//! The chain itself, which can be saved and resumed.

use super::{
    Proof, Statement,
    cut::{BadCut, Cut},
};
use crate::{resume::ResumeError, state::ROOTS};
use alloc::vec::Vec;
use heliast_group::{RootElement, RootField, RootStepper};

/// A chain in progress. It keeps the ends of its segments: at most 255 elements.
#[derive(Clone, Debug)]
pub struct Evaluation {
    field: RootField,
    cut: Cut,
    x: RootElement,
    done: u64,
    ends: Vec<RootElement>,
    current: RootElement,
    /// Planned when the first step is taken.
    stepper: Option<RootStepper>,
}

impl Evaluation {
    /// Begins t steps from x, in this number of segments.
    ///
    /// # Errors
    /// [`BadCut`]: t must be from 1 to 2^40 − 1, and segments from 1 to 256 and no more than t.
    pub fn start(field: &RootField, x: RootElement, t: u64, segments: u16) -> Result<Evaluation, BadCut> {
        let cut = Cut::new(t, segments)?;
        let (field, current) = (field.clone(), x.clone());
        Ok(Evaluation { field, cut, x, done: 0, ends: Vec::new(), current, stepper: None })
    }

    /// The evaluation with an existing plan of this field's steps, which takes some milliseconds to make. A
    /// plan of another field is ignored.
    #[must_use]
    pub fn planned(self, stepper: &RootStepper) -> Evaluation {
        let is_ours = *stepper.field() == self.field;
        Evaluation { stepper: is_ours.then(|| stepper.clone()).or(self.stepper), ..self }
    }

    /// Takes at most `steps` steps more. Returns true when t is reached. `threads` is 1, or 2 if another core
    /// is free: the second thread computes the products, and the result is the same. Without the feature
    /// `std` one thread does everything.
    ///
    /// Call it with hundreds of steps: each call with two threads starts one.
    pub fn advance(&mut self, steps: u64, threads: usize) -> bool {
        let steps = steps.min(self.cut.t() - self.done);
        if steps > 0 {
            let stepper = self.stepper.take().unwrap_or_else(|| self.field.stepper());
            self.take_steps(&stepper, steps, threads);
            self.stepper = Some(stepper);
        }
        self.done == self.cut.t()
    }

    fn take_steps(&mut self, stepper: &RootStepper, steps: u64, threads: usize) {
        #[cfg(feature = "std")]
        if threads > 1 && stepper.has_products() {
            let x = self.current.clone();
            return super::pair::advance(stepper, &x, steps, |y| self.note(y));
        }
        let _ = threads;
        for _ in 0..steps {
            self.note(stepper.step(&self.current));
        }
    }

    /// Counts a step. Its element is kept for the proof if a segment other than the last ends here.
    fn note(&mut self, y: RootElement) {
        self.done += 1;
        self.current = y;
        let next = self.ends.len() as u16 + 1;
        if next < self.cut.segments() && self.cut.end(next) == self.done {
            self.ends.push(self.current.clone());
        }
    }

    /// x.
    pub fn input(&self) -> &RootElement {
        &self.x
    }

    /// y, once it is reached.
    pub fn output(&self) -> Option<&RootElement> {
        (self.done == self.cut.t()).then_some(&self.current)
    }

    /// The statement and its proof, once y is reached.
    pub fn finish(&self) -> Option<(Statement, Proof)> {
        let statement = Statement { x: self.x.clone(), y: self.output()?.clone(), t: self.cut.t() };
        Some((statement, Proof::new(self.ends.clone())))
    }

    /// The number of steps that are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The number of all steps.
    pub fn t(&self) -> u64 {
        self.cut.t()
    }

    /// The number of segments.
    pub fn segments(&self) -> u16 {
        self.cut.segments()
    }

    /// The field.
    pub fn field(&self) -> &RootField {
        &self.field
    }

    /// The state file of `spec/roots.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = ROOTS.begin(self.field.id());
        bytes.reserve(64 + (self.ends.len() + 2) * self.field.encoded_len());
        bytes.extend(self.cut.t().to_be_bytes());
        bytes.extend(self.cut.segments().to_be_bytes());
        bytes.extend(self.done.to_be_bytes());
        for element in [&self.x].into_iter().chain(&self.ends).chain([&self.current]) {
            bytes.extend(self.field.encode(element));
        }
        ROOTS.seal(bytes)
    }

    /// Continues where [`Evaluation::to_bytes`] stopped. Damage is found. Forgery is not found, but it only
    /// leads to proofs that do not verify.
    ///
    /// # Errors
    /// [`ResumeError`] if the bytes are malformed in any way.
    pub fn from_bytes(field: &RootField, bytes: &[u8]) -> Result<Evaluation, ResumeError> {
        let rest = ROOTS.open(field.id(), bytes)?;
        let (t, rest) = rest.split_first_chunk().ok_or(ResumeError::Format)?;
        let (segments, rest) = rest.split_first_chunk().ok_or(ResumeError::Format)?;
        let (done, elements) = rest.split_first_chunk().ok_or(ResumeError::Format)?;
        let cut = Cut::new(u64::from_be_bytes(*t), u16::from_be_bytes(*segments));
        let cut = cut.map_err(|_| ResumeError::Format)?;
        let done = u64::from_be_bytes(*done);
        let (reached, len) = (cut.reached(done), field.encoded_len());
        if done > cut.t() || elements.len() != (reached + 2) * len {
            return Err(ResumeError::Format);
        }
        let elements = elements.chunks_exact(len).map(|bytes| field.decode(bytes));
        let mut elements = elements.collect::<Result<Vec<_>, _>>()?.into_iter();
        let (Some(x), Some(current)) = (elements.next(), elements.next_back()) else {
            return Err(ResumeError::Format);
        };
        let ends: Vec<_> = elements.collect();
        // At the end of a segment the current element is written twice.
        if cut.end(reached as u16) == done && *ends.last().unwrap_or(&x) != current {
            return Err(ResumeError::Format);
        }
        Ok(Evaluation { field: field.clone(), cut, x, done, ends, current, stepper: None })
    }
}
