//! The proof file of `spec/wesolowski.md`: a statement and its proof, of any system, without the modulus.

mod many;
mod open;

pub use open::OpenError;

use crate::{
    drawing::Drawing,
    pietrzak,
    prime_mode::PrimeMode,
    segments::{Cut, SegmentedProof},
    statement::Statement,
    suite::Suite,
    wesolowski::challenge,
};
use alloc::vec::Vec;
use heliast_group::Group;

const MAGIC: &[u8] = b"HLVP\x01";
/// The systems.
const WESOLOWSKI: u8 = 0;
const PIETRZAK: u8 = 1;
const SEGMENTED: u8 = 2;
/// The bytes in place of a suite where a system has no suite.
const NO_SUITE: [u8; 4] = [0; 4];
/// The bits of the form's number: the compact form, and a form with a hint.
const COMPACT: u8 = 1;
const HINTED: u8 = 2;
/// The longest element of any group: 8192 bits.
const MAX_ELEMENT: usize = 1024;

/// The contents of a proof file in addition to (x, t): [`Form::Output`] and [`Form::Compact`] are
/// Wesolowski's proofs.
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
    /// y and the midpoints of [`crate::pietrzak`].
    Pietrzak {
        /// The encoded output.
        y: Vec<u8>,
        /// The encoded midpoints.
        proof: Vec<u8>,
    },
    /// y and the proofs of [`crate::segments`].
    Segmented {
        /// The encoded output.
        y: Vec<u8>,
        /// The cut, the encoded outputs and proofs.
        proof: Vec<u8>,
    },
}

/// A delay statement with its proof. Its elements are not decoded yet, because decoding needs the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// The parameters of the challenge. Pietrzak's proofs have no suite: this field is then the default, and
    /// the bytes do not contain it.
    pub suite: Suite,
    /// The number of squarings.
    pub t: u64,
    /// The group's id; the modulus comes from elsewhere.
    pub group_id: [u8; 32],
    /// The encoded input.
    pub x: Vec<u8>,
    /// Output and proof.
    pub form: Form,
    /// The counter of the challenge, only in hinted suites.
    pub hint: Option<u16>,
}

impl ProofFile {
    /// The file for a statement and π, made for the first prime. With `compact`, it has l in place of y. A
    /// context is not part of the file.
    pub fn new<'a, G: Group>(
        group: &G,
        statement: &Statement<G::Elem>,
        proof: &G::Elem,
        drawing: impl Into<Drawing<'a>>,
        compact: bool,
    ) -> Result<ProofFile, crate::NoPrime> {
        let drawing = drawing.into();
        let suite = drawing.suite();
        let hinted = suite.mode() == PrimeMode::Hinted;
        let challenge = if compact || hinted { Some(challenge(group, statement, drawing)?) } else { None };
        let proof = group.encode(proof);
        let form = match &challenge {
            Some(challenge) if compact => {
                let prime = challenge.prime.to_be_bytes(usize::from(suite.bits()) / 8).unwrap_or_default();
                Form::Compact { proof, prime }
            }
            _ => Form::Output { y: group.encode(&statement.y), proof },
        };
        let hint = challenge.filter(|_| hinted).map(|challenge| challenge.counter as u16);
        Ok(ProofFile { hint, ..ProofFile::with_form(group, statement, suite, form) })
    }

    /// The file for a statement and Pietrzak's proof of it.
    pub fn pietrzak<G: Group>(
        group: &G,
        statement: &Statement<G::Elem>,
        proof: &pietrzak::Proof<G::Elem>,
    ) -> ProofFile {
        let form = Form::Pietrzak { y: group.encode(&statement.y), proof: proof.encode(group) };
        ProofFile::with_form(group, statement, Suite::default(), form)
    }

    /// The file for a statement and its proof in segments.
    pub fn segmented<G: Group>(
        group: &G,
        statement: &Statement<G::Elem>,
        proof: &SegmentedProof<G::Elem>,
        suite: Suite,
    ) -> ProofFile {
        let form = Form::Segmented { y: group.encode(&statement.y), proof: proof.encode(group) };
        ProofFile::with_form(group, statement, suite, form)
    }

    fn with_form<G: Group>(group: &G, statement: &Statement<G::Elem>, suite: Suite, form: Form) -> ProofFile {
        let x = group.encode(&statement.x);
        ProofFile { suite, t: statement.t, group_id: group.id(), x, form, hint: None }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (id, system, first, second) = match &self.form {
            Form::Output { y, proof } => (0, WESOLOWSKI, y, proof),
            Form::Compact { proof, prime } => (COMPACT, WESOLOWSKI, proof, prime),
            Form::Pietrzak { y, proof } => (0, PIETRZAK, y, proof),
            Form::Segmented { y, proof } => (0, SEGMENTED, y, proof),
        };
        let suite = if system == PIETRZAK { NO_SUITE } else { self.suite.encode() };
        let hint = self.hint.map(u16::to_be_bytes);
        let id = if hint.is_some() { id | HINTED } else { id };
        let len = (self.x.len() as u32).to_be_bytes();
        [
            MAGIC,
            &[id, system],
            &suite,
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

    /// Decodes a file. There must be no bytes after it.
    pub fn from_bytes(bytes: &[u8]) -> Result<ProofFile, OpenError> {
        let cut = || OpenError::Format("it is cut short");
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or(OpenError::Format("it does not begin with HLVP and version 1"))?;
        let (&[form, system], rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (&suite, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (t, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (group_id, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (len, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let suite = match system {
            WESOLOWSKI | SEGMENTED => Suite::decode(suite),
            PIETRZAK => (suite == NO_SUITE).then(Suite::default),
            _ => return Err(OpenError::Format("unknown proof system")),
        };
        let suite = suite.ok_or(OpenError::Format("unknown suite"))?;
        let t = u64::from_be_bytes(*t);
        let len = u32::from_be_bytes(*len) as usize;
        if len > MAX_ELEMENT {
            return Err(OpenError::Format("its elements are longer than 8192 bits"));
        }
        let (x, rest) = rest.split_at_checked(len).ok_or_else(cut)?;
        let (first, rest) = rest.split_at_checked(len).ok_or_else(cut)?;
        let (form, hint) = match system {
            WESOLOWSKI => decode_wesolowski(form, suite, first, rest)?,
            _ => (decode_single_form(form, system, t, first, rest)?, None),
        };
        Ok(ProofFile { suite, t, group_id: *group_id, x: x.to_vec(), form, hint })
    }
}

/// Decodes the form and the hint of a Wesolowski proof, whose first element has been read.
fn decode_wesolowski(
    form: u8,
    suite: Suite,
    first: &[u8],
    rest: &[u8],
) -> Result<(Form, Option<u16>), OpenError> {
    if form > COMPACT | HINTED {
        return Err(OpenError::Format("unknown form"));
    }
    let (compact, hinted) = (form & COMPACT != 0, form & HINTED != 0);
    let second_len = if compact { usize::from(suite.bits()) / 8 } else { first.len() };
    let (second, rest) = rest.split_at_checked(second_len).ok_or(OpenError::Format("it is cut short"))?;
    let (first, second) = (first.to_vec(), second.to_vec());
    let form = if compact {
        Form::Compact { proof: first, prime: second }
    } else {
        Form::Output { y: first, proof: second }
    };
    Ok((form, decode_hint(suite, hinted, rest)?))
}

/// Decodes the single form of the other systems: y, and a proof whose length follows from t or from its first
/// two bytes.
fn decode_single_form(form: u8, system: u8, t: u64, y: &[u8], proof: &[u8]) -> Result<Form, OpenError> {
    if form != 0 {
        return Err(OpenError::Format("unknown form"));
    }
    let elements = if system == PIETRZAK {
        Some((0, pietrzak::rounds(t) as usize))
    } else {
        let &[count, shift] = proof.first_chunk().ok_or(OpenError::Format("it is cut short"))?;
        Cut::new(count, shift).map(|cut| (2, 2 * usize::from(cut.count()) - 1))
    };
    let (before, elements) = elements.ok_or(OpenError::Format("unknown cut into segments"))?;
    if proof.len() != before + elements * y.len() {
        return Err(OpenError::Format("its length does not fit its form"));
    }
    let (y, proof) = (y.to_vec(), proof.to_vec());
    Ok(if system == PIETRZAK { Form::Pietrzak { y, proof } } else { Form::Segmented { y, proof } })
}

/// Decodes the bytes after the second element: the hint in a hinted suite, otherwise nothing.
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
