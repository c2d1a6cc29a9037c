//! Published openings: y with its proof, as a proof file of `spec/wesolowski.md`.

use super::{Lock, WrongKey};
use crate::setup::suite;
use heliast_age::FileKey;
use heliast_group::{AnyElem, AnyGroup, Group};
use heliast_vdf::{Evaluation, Form, OpenError, ProofFile, ProveError, Statement, prove};

/// The least number of bits of security of an opening's proof.
const LEVEL: u16 = 128;

/// The reason why an opening does not open a lock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadOpening {
    /// It is not an opening, is of another lock, or is false.
    #[error(transparent)]
    Proof(#[from] OpenError),
    /// Its proof is of another system than Wesolowski's.
    #[error("this is the proof of a delay, but not in the form that openings have")]
    System,
    /// It is true, but the lock does not open.
    #[error(transparent)]
    WrongKey(#[from] WrongKey),
}

impl Lock {
    /// Proves y of a finished [`Lock::evaluation`], on `threads` threads. `progress` gets the done part, from
    /// 0 to 1, now and then, and returns false to stop.
    ///
    /// # Errors
    /// [`ProveError`].
    pub fn prove(
        &self,
        evaluation: &Evaluation<AnyGroup>,
        threads: usize,
        progress: impl Fn(f64) -> bool + Sync,
    ) -> Result<ProofFile, ProveError> {
        let (y, proof) = prove(evaluation, suite(), threads, progress)?;
        let statement = Statement { x: evaluation.input().clone(), y, t: evaluation.t() };
        Ok(ProofFile::new(self.place.group(), &statement, &proof, suite(), false)?)
    }

    /// Checks an opening, and returns y.
    ///
    /// # Errors
    /// [`BadOpening`], except [`BadOpening::WrongKey`].
    pub fn check(&self, opening: &ProofFile) -> Result<AnyElem, BadOpening> {
        if !matches!(opening.form, Form::Output { .. } | Form::Compact { .. }) {
            return Err(BadOpening::System);
        }
        Ok(opening.open_as(self.place.group(), &self.x, self.t, LEVEL)?)
    }

    /// Opens the file key with an opening of somebody else.
    ///
    /// # Errors
    /// [`BadOpening`].
    pub fn open_with(&self, opening: &ProofFile) -> Result<FileKey, BadOpening> {
        Ok(self.open(&self.check(opening)?)?)
    }

    /// Whether an opening claims to be of this lock.
    pub fn is_named_by(&self, opening: &ProofFile) -> bool {
        let group = self.place.group();
        opening.group_id == group.id() && opening.t == self.t && opening.x == group.encode(&self.x)
    }
}
