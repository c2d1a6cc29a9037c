//! The proof file of `spec/wesolowski.md`: a statement and its proof in either form, without the modulus.

use crate::{
    hash_to_prime::PrimeMode,
    statement::{Statement, Suite},
    wesolowski::{Invalid, challenge, recover, recover_hinted, verify, verify_hinted},
};
use alloc::vec::Vec;
use arith::Natural;
use group::{Group, Malformed};

const MAGIC: &[u8] = b"HLVP\x01";
const WESOLOWSKI: u8 = 0;
/// The bits of the form's number.
const COMPACT: u8 = 1;
const HINTED: u8 = 2;
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
    /// The counter of the challenge: in hinted suites and in no others.
    pub hint: Option<u16>,
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
    /// The file for a statement and π, made for the first prime; `compact` leaves y out and carries l instead.
    pub fn new<G: Group>(
        group: &G,
        statement: &Statement<G::Elem>,
        proof: &G::Elem,
        suite: Suite,
        compact: bool,
    ) -> Result<ProofFile, crate::NoPrime> {
        let hinted = suite.mode() == PrimeMode::Hinted;
        let challenge = if compact || hinted { Some(challenge(group, statement, suite)?) } else { None };
        let proof = group.encode(proof);
        let form = match &challenge {
            Some(challenge) if compact => {
                let prime = challenge.prime.to_be_bytes(usize::from(suite.bits()) / 8).unwrap_or_default();
                Form::Compact { proof, prime }
            }
            _ => Form::Output { y: group.encode(&statement.y), proof },
        };
        let hint = challenge.filter(|_| hinted).map(|challenge| challenge.counter as u16);
        Ok(ProofFile {
            suite,
            t: statement.t,
            group_id: group.id(),
            x: group.encode(&statement.x),
            form,
            hint,
        })
    }

    /// The file's bytes.
    pub fn encode(&self) -> Vec<u8> {
        let (id, first, second) = match &self.form {
            Form::Output { y, proof } => (0, y, proof),
            Form::Compact { proof, prime } => (COMPACT, proof, prime),
        };
        let hint = self.hint.map(u16::to_be_bytes);
        let id = if hint.is_some() { id | HINTED } else { id };
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
            hint.as_ref().map_or(&[], |hint| &hint[..]),
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
        let (first, rest) = rest.split_at_checked(len).ok_or_else(cut)?;
        if form > COMPACT | HINTED {
            return Err(OpenError::Format("unknown form"));
        }
        let (compact, hinted) = (form & COMPACT != 0, form & HINTED != 0);
        let second_len = if compact { usize::from(suite.bits()) / 8 } else { len };
        let (second, rest) = rest.split_at_checked(second_len).ok_or_else(cut)?;
        let (first, second) = (first.to_vec(), second.to_vec());
        let form = if compact {
            Form::Compact { proof: first, prime: second }
        } else {
            Form::Output { y: first, proof: second }
        };
        Ok(ProofFile {
            suite,
            t: u64::from_be_bytes(*t),
            group_id: *group_id,
            x: x.to_vec(),
            form,
            hint: decode_hint(suite, hinted, rest)?,
        })
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
                let proof = element("pi", proof)?;
                match self.hint {
                    Some(hint) => verify_hinted(group, &statement, (&proof, hint), self.suite)?,
                    None => verify(group, &statement, &proof, self.suite)?,
                }
                statement.y
            }
            Form::Compact { proof, prime } => {
                let (proof, prime) = (element("pi", proof)?, Natural::from_be_bytes(prime));
                match self.hint {
                    Some(hint) => recover_hinted(group, &x, t, (&proof, &prime, hint), self.suite)?,
                    None => recover(group, &x, t, (&proof, &prime), self.suite)?,
                }
            }
        };
        Ok(Statement { x, y, t })
    }
}

/// What follows the second element: the hint, in a hinted suite, or nothing.
fn decode_hint(suite: Suite, hinted: bool, rest: &[u8]) -> Result<Option<u16>, OpenError> {
    if hinted != (suite.mode() == PrimeMode::Hinted) {
        return Err(OpenError::Format("its form does not fit its suite"));
    }
    let hint = match rest {
        [] if !hinted => return Ok(None),
        &[high, low] if hinted => u16::from_be_bytes([high, low]),
        _ => return Err(OpenError::Format("its length does not fit its form")),
    };
    if hint < suite.hint_bound() { Ok(Some(hint)) } else { Err(OpenError::Format("its hint is too large")) }
}
