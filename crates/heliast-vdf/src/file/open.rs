//! Opening a proof file in a group.

use super::{Form, ProofFile};
use crate::{
    claim::CompactClaim,
    drawing::Drawing,
    pietrzak,
    segments::{self, SegmentedProof},
    statement::Statement,
    wesolowski::{Invalid, recover, verify, verify_hinted},
};
use heliast_arith::Natural;
use heliast_group::{BulkGroup, Malformed};

/// The reason why a proof file does not show its claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The bytes are not a proof file.
    #[error("this is not a delay proof file: {0}")]
    Format(&'static str),
    /// Its elements belong to another group than the given one.
    #[error("the proof was made in another group than this one: give its modulus or discriminant")]
    OtherGroup,
    /// It is about another input or another number of squarings.
    #[error(
        "the proof is of another statement: its input or its number of squarings is not the one asked for"
    )]
    OtherStatement,
    /// The proof is weaker than the verifier demands.
    #[error("the proof has a level of {found} bits, and {least} are demanded")]
    Level {
        /// The level that the verifier demands.
        least: u16,
        /// The level of its suite.
        found: u16,
    },
    /// No proof can be bound to the demanded context.
    #[error("a context has from 1 to 255 bytes, and only Wesolowski's proofs are made in one")]
    Context,
    /// Some bytes do not encode an element.
    #[error("{field}: {reason}")]
    Element {
        /// The element: x, y or pi.
        field: &'static str,
        /// The error in its encoding.
        reason: Malformed,
    },
    /// A midpoint of Pietrzak's proof is not an element.
    #[error(transparent)]
    Midpoints(#[from] pietrzak::BadEncoding),
    /// Some bytes of a proof in segments do not encode an element.
    #[error(transparent)]
    Segments(#[from] segments::BadEncoding),
    /// The claim is false.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The claim is false, by Pietrzak's proof.
    #[error(transparent)]
    Pietrzak(#[from] pietrzak::Invalid),
    /// The claim is false, by its proof in segments.
    #[error(transparent)]
    Segmented(#[from] segments::Invalid),
}

impl ProofFile {
    /// Verifies the proof in `group`. The statement that it returns is true, with the security of the proof's
    /// suite.
    ///
    /// Suite, x and t come with the file, and its maker chose them: a true statement of one squaring is true.
    /// Compare the suite's [`level`](crate::Suite::level), x and t with the expected values, or use
    /// [`open_as`](Self::open_as), which does so.
    pub fn open<G: BulkGroup>(&self, group: &G) -> Result<Statement<G::Elem>, OpenError> {
        self.open_on(group, 1)
    }

    /// Returns y = x^(2^t) for the given x and t, if the file proves it with at least `least_level` bits of
    /// security (128 in [`Suite::default`](crate::Suite::default)).
    ///
    /// # Errors
    /// [`OpenError::Level`] and [`OpenError::OtherStatement`], and those of [`open`](Self::open).
    pub fn open_as<G: BulkGroup>(
        &self,
        group: &G,
        x: &G::Elem,
        t: u64,
        least_level: u16,
    ) -> Result<G::Elem, OpenError> {
        if self.suite.level() < least_level {
            return Err(OpenError::Level { least: least_level, found: self.suite.level() });
        }
        if self.group_id != group.id() {
            return Err(OpenError::OtherGroup);
        }
        if self.t != t || self.x != group.encode(x) {
            return Err(OpenError::OtherStatement);
        }
        Ok(self.open(group)?.y)
    }

    /// [`open`](Self::open) for a proof that must have been made in this context. A proof with another
    /// context or without one is invalid.
    ///
    /// # Errors
    /// [`OpenError::Context`] if there is no such context, and those of [`open`](Self::open).
    pub fn open_in_context<G: BulkGroup>(
        &self,
        group: &G,
        context: &[u8],
    ) -> Result<Statement<G::Elem>, OpenError> {
        let bound = matches!(self.form, Form::Output { .. } | Form::Compact { .. });
        let drawing = Drawing::new(self.suite, context).filter(|_| bound).ok_or(OpenError::Context)?;
        self.open_drawn(group, drawing, 1)
    }

    /// [`open`](Self::open) on `threads` threads, if the system can use them.
    pub(crate) fn open_on<G: BulkGroup>(
        &self,
        group: &G,
        threads: usize,
    ) -> Result<Statement<G::Elem>, OpenError> {
        self.open_drawn(group, self.suite.into(), threads)
    }

    fn open_drawn<G: BulkGroup>(
        &self,
        group: &G,
        drawing: Drawing<'_>,
        threads: usize,
    ) -> Result<Statement<G::Elem>, OpenError> {
        if self.group_id != group.id() {
            return Err(OpenError::OtherGroup);
        }
        let element =
            |field, bytes: &[u8]| group.decode(bytes).map_err(|reason| OpenError::Element { field, reason });
        let (x, t) = (element("x", &self.x)?, self.t);
        let y = match &self.form {
            Form::Output { y, proof } => {
                let statement = Statement { x: x.clone(), y: element("y", y)?, t };
                let proof = element("pi", proof)?;
                match self.hint {
                    Some(hint) => verify_hinted(group, &statement, &proof, hint, drawing)?,
                    None => verify(group, &statement, &proof, drawing)?,
                }
                statement.y
            }
            Form::Compact { proof, prime } => {
                let (proof, prime) = (element("pi", proof)?, Natural::from_be_bytes(prime));
                recover(group, &CompactClaim { x: x.clone(), t, proof, prime, hint: self.hint }, drawing)?
            }
            Form::Pietrzak { y, proof } => {
                let statement = Statement { x: x.clone(), y: element("y", y)?, t };
                pietrzak::verify(group, &statement, &pietrzak::Proof::decode(group, t, proof)?)?;
                statement.y
            }
            Form::Segmented { y, proof } => {
                let statement = Statement { x: x.clone(), y: element("y", y)?, t };
                let proof = SegmentedProof::decode(group, proof)?;
                segments::verify(group, &statement, &proof, self.suite, threads)?;
                statement.y
            }
        };
        Ok(Statement { x, y, t })
    }
}
