//! The proof file of `spec/roots.md`: field, statement and proof.

use super::{BadEncoding, Invalid, Proof, Statement, VerifyError, proof, verify};
use crate::work::Work;
use alloc::vec::Vec;
use heliast_group::{BadRootField, Malformed, RootElement, RootField};

const MAGIC: &[u8] = b"HLRP\x01";
/// Lengths of primes, in bits.
const LENGTHS: [u16; 3] = [1024, 2048, 3072];
/// Counters are below this.
const COUNTERS: u32 = 1 << 24;
/// The shortest seed.
const MIN_SEED: usize = 32;

/// A statement with its proof, and the seed of its field. Its elements are not decoded yet, because decoding
/// needs p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    bits: u16,
    counter: u32,
    seed: Vec<u8>,
    t: u64,
    x: Vec<u8>,
    y: Vec<u8>,
    proof: Vec<u8>,
}

/// The reason why a proof file does not show its statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The bytes are not a proof file.
    #[error("this is not a proof file of a chain of roots: {0}")]
    Format(&'static str),
    /// It was made in another field than the given one.
    #[error("the proof was made in another field: its length, seed or counter is not that of this one")]
    OtherField,
    /// It is about another input or another number of steps.
    #[error("the proof is of another statement: its input or its number of steps is not the one asked for")]
    OtherStatement,
    /// Some bytes do not encode an element.
    #[error("{name}: {reason}")]
    Element {
        /// The element: x or y.
        name: &'static str,
        /// The error in its encoding.
        reason: Malformed,
    },
    /// The bytes of the proof are not the ends of segments.
    #[error(transparent)]
    Proof(#[from] BadEncoding),
    /// The statement is false.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// The callback for progress has stopped the work.
    #[error("the verification was interrupted")]
    Interrupted,
}

impl ProofFile {
    /// The file for a statement and its proof.
    pub fn new(field: &RootField, statement: &Statement, proof: &Proof) -> ProofFile {
        ProofFile {
            bits: field.bits() as u16,
            counter: field.counter(),
            seed: field.seed().to_vec(),
            t: statement.t,
            x: field.encode(&statement.x),
            y: field.encode(&statement.y),
            proof: proof.encode(field),
        }
    }

    /// The file's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        [
            MAGIC,
            &self.bits.to_be_bytes(),
            &self.counter.to_be_bytes(),
            &[self.seed.len() as u8],
            &self.seed,
            &self.t.to_be_bytes(),
            &self.x,
            &self.y,
            &self.proof,
        ]
        .concat()
    }

    /// Decodes a file. There must be no bytes after it.
    ///
    /// # Errors
    /// [`OpenError::Format`] and [`OpenError::Proof`].
    pub fn from_bytes(bytes: &[u8]) -> Result<ProofFile, OpenError> {
        let cut = || OpenError::Format("it is cut short");
        let rest = bytes.strip_prefix(MAGIC);
        let rest = rest.ok_or(OpenError::Format("it does not begin with HLRP and version 1"))?;
        let (bits, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (counter, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (&len, rest) = rest.split_first().ok_or_else(cut)?;
        let (bits, counter, len) =
            (u16::from_be_bytes(*bits), u32::from_be_bytes(*counter), usize::from(len));
        if !LENGTHS.contains(&bits) {
            return Err(OpenError::Format("no field of roots has this length"));
        }
        if counter >= COUNTERS {
            return Err(OpenError::Format("its counter has more than 24 bits"));
        }
        if len < MIN_SEED {
            return Err(OpenError::Format("its seed is shorter than 32 bytes"));
        }
        let (seed, rest) = rest.split_at_checked(len).ok_or_else(cut)?;
        let (t, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let len = usize::from(bits) / 8;
        let (x, rest) = rest.split_at_checked(len).ok_or_else(cut)?;
        let (y, proof) = rest.split_at_checked(len).ok_or_else(cut)?;
        proof::split(proof, len)?;
        let [seed, x, y, proof] = [seed, x, y, proof].map(<[u8]>::to_vec);
        Ok(ProofFile { bits, counter, seed, t: u64::from_be_bytes(*t), x, y, proof })
    }

    /// n, the bits of its field.
    pub fn bits(&self) -> usize {
        usize::from(self.bits)
    }

    /// The seed of its field.
    pub fn seed(&self) -> &[u8] {
        &self.seed
    }

    /// The counter of its field.
    pub fn counter(&self) -> u32 {
        self.counter
    }

    /// The number of segments.
    pub fn segments(&self) -> u16 {
        // The two bytes with which the proof of every file begins.
        self.proof.first_chunk().map_or(0, |bytes| u16::from_be_bytes(*bytes))
    }

    /// The number of steps that it claims.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// The field in which it was made, with its primes tested. The maker of the file chose it: see
    /// [`open_as`](Self::open_as).
    ///
    /// # Errors
    /// [`BadRootField`].
    pub fn field(&self) -> Result<RootField, BadRootField> {
        RootField::new(&self.seed, self.bits(), self.counter)
    }

    /// Verifies the proof in `field`; the statement that it returns is true.
    ///
    /// x and t come with the file, and its maker chose them: a true statement of one step is true. Compare
    /// them with the expected values, or use [`open_as`](Self::open_as), which does so. For `coins` and
    /// `work` see [`verify`].
    ///
    /// # Errors
    /// All errors except [`OpenError::OtherStatement`].
    pub fn open(
        &self,
        field: &RootField,
        coins: &[u8; 32],
        work: Work<impl Fn(u64) -> bool + Sync>,
    ) -> Result<Statement, OpenError> {
        if !self.is_of(field) {
            return Err(OpenError::OtherField);
        }
        let element =
            |name, bytes: &[u8]| field.decode(bytes).map_err(|reason| OpenError::Element { name, reason });
        let statement = Statement { x: element("x", &self.x)?, y: element("y", &self.y)?, t: self.t };
        let proof = Proof::decode(field, &self.proof)?;
        verify(field, &statement, &proof, coins, work)?;
        Ok(statement)
    }

    /// Returns y, to which t steps lead from x in `field`, for the given field, x and t.
    ///
    /// # Errors
    /// [`OpenError`].
    pub fn open_as(
        &self,
        field: &RootField,
        x: &RootElement,
        t: u64,
        coins: &[u8; 32],
        work: Work<impl Fn(u64) -> bool + Sync>,
    ) -> Result<RootElement, OpenError> {
        if !self.is_of(field) {
            return Err(OpenError::OtherField);
        }
        if self.t != t || self.x != field.encode(x) {
            return Err(OpenError::OtherStatement);
        }
        Ok(self.open(field, coins, work)?.y)
    }

    fn is_of(&self, field: &RootField) -> bool {
        (self.bits(), self.counter, &self.seed[..]) == (field.bits(), field.counter(), field.seed())
    }
}

impl From<VerifyError> for OpenError {
    fn from(error: VerifyError) -> OpenError {
        match error {
            VerifyError::Invalid(reason) => OpenError::Invalid(reason),
            VerifyError::Interrupted => OpenError::Interrupted,
        }
    }
}
