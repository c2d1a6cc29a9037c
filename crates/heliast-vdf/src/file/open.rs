//! What a proof file shows in a group.

use super::{Form, ProofFile};
use crate::{
    claim::CompactClaim,
    pietrzak,
    segments::{self, SegmentedProof},
    statement::Statement,
    wesolowski::{Invalid, recover, verify, verify_hinted},
};
use heliast_arith::Natural;
use heliast_group::{Group, Malformed};

/// Why a proof file does not show what it claims.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The bytes are no proof file.
    #[error("this is no delay proof file: {0}")]
    Format(&'static str),
    /// Its elements belong to another group than the given one.
    #[error("the proof was made in another group than this one: give its modulus")]
    OtherGroup,
    /// Bytes that should be an element are not one.
    #[error("{field}: {reason}")]
    Element {
        /// Which one: x, y or pi.
        field: &'static str,
        /// What is wrong with it.
        reason: Malformed,
    },
    /// A midpoint of Pietrzak's proof is no element.
    #[error(transparent)]
    Midpoints(#[from] pietrzak::BadEncoding),
    /// What should be an element of a proof in segments is not one.
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
    /// Verifies the proof in `group`; what it returns is true, as surely as the proof's suite is strong. The
    /// suite comes with the file: compare its [`level`](crate::Suite::level) with what you need first.
    pub fn open<G: Group>(&self, group: &G) -> Result<Statement<G::Elem>, OpenError> {
        self.open_on(group, 1)
    }

    /// The same on `threads` threads, where the system can use them.
    pub(crate) fn open_on<G: Group>(
        &self,
        group: &G,
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
                    Some(hint) => verify_hinted(group, &statement, &proof, hint, self.suite)?,
                    None => verify(group, &statement, &proof, self.suite)?,
                }
                statement.y
            }
            Form::Compact { proof, prime } => {
                let (proof, prime) = (element("pi", proof)?, Natural::from_be_bytes(prime));
                recover(group, &CompactClaim { x: x.clone(), t, proof, prime, hint: self.hint }, self.suite)?
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
