//! The proof file of `spec/wesolowski.md`: a statement and its proof in either form, without the modulus.

use crate::{
    statement::{Statement, Suite},
    wesolowski::{Invalid, challenge, recover, verify},
};
use alloc::vec::Vec;
use arith::Natural;
use group::{Group, Malformed};

const MAGIC: &[u8] = b"HLVP\x01";
const WESOLOWSKI: u8 = 0;
/// The longest element of any group: 8192 bits.
const MAX_ELEMENT: usize = 1024;

/// What a proof file carries beside (x, t).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// y and π; the verifier recomputes l.
    Output {
        /// The encoded output.
        y: Vec<u8>,
        /// The encoded proof.
        proof: Vec<u8>,
    },
    /// π and l (the paper's Algorithm 2): shorter; the verifier recovers y.
    Compact {
        /// The encoded proof.
        proof: Vec<u8>,
        /// The challenge prime l, big-endian in the suite's number of bits.
        prime: Vec<u8>,
    },
}

/// A delay statement with its proof. Its elements are not decoded yet: that takes the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// Parameters of the challenge.
    pub suite: Suite,
    /// The number of squarings.
    pub t: u64,
    /// The group's id; the modulus comes from elsewhere.
    pub group_id: [u8; 32],
    /// The encoded input.
    pub x: Vec<u8>,
    /// Output and proof.
    pub form: Form,
}

/// Why a proof file does not show what it claims.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The bytes are no proof file.
    #[error("this is no delay proof file: {0}")]
    Format(&'static str),
    /// Its elements belong to another group than the given one.
    #[error("the proof was made in another group than this one: give its modulus")]
    OtherGroup,
    /// Bytes that should be an element are none.
    #[error("{field}: {reason}")]
    Element {
        /// Which one: x, y or pi.
        field: &'static str,
        /// What is wrong with it.
        reason: Malformed,
    },
    /// The claim is false.
    #[error(transparent)]
    Invalid(Invalid),
}

impl From<Invalid> for OpenError {
    fn from(invalid: Invalid) -> Self {
        OpenError::Invalid(invalid)
    }
}

impl ProofFile {
    /// The file for a statement and π; `compact` leaves y out and carries l instead.
    pub fn new<G: Group>(
        group: &G,
        statement: &Statement<G::Elem>,
        proof: &G::Elem,
        suite: Suite,
        compact: bool,
    ) -> Result<ProofFile, crate::NoPrime> {
        let proof = group.encode(proof);
        let form = if compact {
            let prime = challenge(group, statement, suite)?.prime;
            Form::Compact {
                proof,
                prime: prime.to_be_bytes(usize::from(suite.bits()) / 8).unwrap_or_default(),
            }
        } else {
            Form::Output { y: group.encode(&statement.y), proof }
        };
        Ok(ProofFile { suite, t: statement.t, group_id: group.id(), x: group.encode(&statement.x), form })
    }

    /// The file's bytes.
    pub fn encode(&self) -> Vec<u8> {
        let (id, first, second) = match &self.form {
            Form::Output { y, proof } => (0, y, proof),
            Form::Compact { proof, prime } => (1, proof, prime),
        };
        let len = (self.x.len() as u32).to_be_bytes();
        [
            MAGIC,
            &[id, WESOLOWSKI],
            &self.suite.encode(),
            &self.t.to_be_bytes(),
            &self.group_id,
            &len,
            &self.x,
            first,
            second,
        ]
        .concat()
    }

    /// The file of some bytes, which must be exactly one.
    pub fn decode(bytes: &[u8]) -> Result<ProofFile, OpenError> {
        let cut = || OpenError::Format("it is cut short");
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or(OpenError::Format("it does not begin with HLVP and version 1"))?;
        let (&[form, system], rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (&suite, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (t, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (group_id, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (len, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let suite = Suite::decode(suite).ok_or(OpenError::Format("unknown suite"))?;
        if system != WESOLOWSKI {
            return Err(OpenError::Format("unknown proof system"));
        }
        let len = u32::from_be_bytes(*len) as usize;
        if len > MAX_ELEMENT {
            return Err(OpenError::Format("its elements are longer than 8192 bits"));
        }
        let (x, rest) = rest.split_at_checked(len).ok_or_else(cut)?;
        let (first, second) = rest.split_at_checked(len).ok_or_else(cut)?;
        let (form, expected) = match form {
            0 => (Form::Output { y: first.to_vec(), proof: second.to_vec() }, len),
            1 => (
                Form::Compact { proof: first.to_vec(), prime: second.to_vec() },
                usize::from(suite.bits()) / 8,
            ),
            _ => return Err(OpenError::Format("unknown form")),
        };
        if second.len() != expected {
            return Err(OpenError::Format("its length does not fit its form"));
        }
        Ok(ProofFile { suite, t: u64::from_be_bytes(*t), group_id: *group_id, x: x.to_vec(), form })
    }

    /// Verifies the proof in `group`; what it returns is true.
    pub fn open<G: Group>(&self, group: &G) -> Result<Statement<G::Elem>, OpenError> {
        if self.group_id != group.id() {
            return Err(OpenError::OtherGroup);
        }
        let element =
            |field, bytes: &[u8]| group.decode(bytes).map_err(|reason| OpenError::Element { field, reason });
        let (x, t) = (element("x", &self.x)?, self.t);
        let y = match &self.form {
            Form::Output { y, proof } => {
                let statement = Statement { x: x.clone(), y: element("y", y)?, t };
                verify(group, &statement, &element("pi", proof)?, self.suite)?;
                statement.y
            }
            Form::Compact { proof, prime } => {
                let proof = element("pi", proof)?;
                recover(group, &x, t, (&proof, &Natural::from_be_bytes(prime)), self.suite)?
            }
        };
        Ok(Statement { x, y, t })
    }
}
