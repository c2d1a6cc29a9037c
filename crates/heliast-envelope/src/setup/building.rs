//! The construction of setups, by further squarings from the last delay, or at once with the factors.

use super::{MAX_STEPS, Setup, SetupFile, Step, suite};
use crate::place::Place;
use heliast_group::{AnyElem, AnyGroup, Group, Trapdoor};
use heliast_vdf::{
    Evaluation, MAX_DELAY, ProveError, ResumeError, Statement, challenge, prove, prove_with_trapdoor,
};

impl Setup {
    /// The setup without delays, to which [`Setup::add`] adds the first.
    pub fn begin(place: Place) -> Setup {
        Setup(SetupFile::empty(place))
    }

    /// The squarings that add a longer delay of t squarings: those beyond its last delay.
    ///
    /// # Errors
    /// [`ResumeError::Delay`] if t is not longer, out of range, or there are 32 delays already.
    pub fn evaluation(&self, t: u64) -> Result<Evaluation<AnyGroup>, ResumeError> {
        let (x, before) = self.last();
        if self.0.steps.len() >= MAX_STEPS || !(before + 1..MAX_DELAY).contains(&t) {
            return Err(ResumeError::Delay(t));
        }
        Evaluation::start(self.place().group(), x, t - before)
    }

    /// Adds the delay of a finished [`Setup::evaluation`], and proves it on `threads` threads. `progress`
    /// gets the done part, from 0 to 1, now and then, and returns false to stop.
    ///
    /// # Errors
    /// [`ProveError`].
    ///
    /// # Panics
    /// If this setup has not begun the evaluation.
    pub fn add(
        mut self,
        evaluation: &Evaluation<AnyGroup>,
        threads: usize,
        progress: impl Fn(f64) -> bool + Sync,
    ) -> Result<Setup, ProveError> {
        let (x, before) = self.last();
        let group = self.place().group().clone();
        let is_ours = evaluation.group().id() == group.id() && group.equal(evaluation.input(), &x);
        assert!(is_ours, "an evaluation of something else");
        let t = evaluation.t();
        let (h, proof) = prove(evaluation, suite(), threads, progress)?;
        // Below 2,112 for an honest prover.
        let hint = challenge(&group, &Statement { x, y: h.clone(), t }, suite())?.counter as u16;
        self.0.steps.push(Step { t: before + t, h, proof, hint });
        Ok(self)
    }

    /// Adds a delay of t squarings at once, with the factors of the modulus: for a group whose maker is
    /// trusted with everything that is sealed in it. `None` if t is not longer, or the factors are of another
    /// group.
    pub fn add_with(mut self, trapdoor: &Trapdoor, t: u64) -> Option<Setup> {
        let (x, before) = self.last();
        let left = t.checked_sub(before).filter(|left| *left > 0)?;
        let fits = trapdoor.group().id() == self.place().group().id() && self.0.steps.len() < MAX_STEPS;
        let AnyElem::Rsa(x) = x else { return None };
        if !fits {
            return None;
        }
        let (h, proof) = prove_with_trapdoor(trapdoor, &x, left, suite()).ok()?;
        let statement = Statement { x, y: h.clone(), t: left };
        let hint = challenge(trapdoor.group(), &statement, suite()).ok()?.counter as u16;
        self.0.steps.push(Step { t, h: AnyElem::Rsa(h), proof: AnyElem::Rsa(proof), hint });
        Some(self)
    }

    /// The last power of g, and its delay; g itself and 0 if there is no delay yet.
    fn last(&self) -> (AnyElem, u64) {
        self.0.steps.last().map_or_else(|| (self.place().base(), 0), |step| (step.h.clone(), step.t))
    }
}
