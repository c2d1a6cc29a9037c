//! Setups: h = g^(2^t) for some delays, each proved from the one before.
//!
//! A [`SetupFile`] is a claim; a [`Setup`] is verified, or was computed here. Only a `Setup` can be used to
//! seal.

mod building;
#[cfg(test)]
mod tests;

use crate::{
    bytes::Reader,
    place::{BadPlace, Place},
};
use heliast_group::{AnyElem, Group, Malformed};
use heliast_vdf::{Invalid, MAX_DELAY, PrimeMode, Statement, Suite, verify_hinted};

const MAGIC: &[u8] = b"HLES\x01";
/// The greatest number of delays of a setup.
pub const MAX_STEPS: usize = 32;
/// The length of the longest setup in bytes: 32 steps in a group of 8192 bits.
pub const MAX_SETUP: usize = 5 + 3 + 1024 + 1 + MAX_STEPS * (8 + 2 * 1024 + 2);

/// The suite of the proofs of setups, and of openings that are made here: hinted, SHA-256, 264 bits.
pub fn suite() -> Suite {
    Suite::new(PrimeMode::Hinted, 264).expect("a suite of spec/hash-to-prime.md")
}

/// A delay of a setup: h = g^(2^t), and the proof that it follows from the step before.
#[derive(Clone, Debug)]
struct Step {
    t: u64,
    h: AnyElem,
    proof: AnyElem,
    hint: u16,
}

/// A setup that is not verified yet; [`SetupFile::verify`] makes a [`Setup`] of it.
#[derive(Clone, Debug)]
pub struct SetupFile {
    place: Place,
    steps: Vec<Step>,
}

/// A valid setup, with g^(2^t) for each of its delays.
#[derive(Clone, Debug)]
pub struct Setup(SetupFile);

/// The reason why a setup is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadSetup {
    /// The bytes are not a setup.
    #[error("this is not a setup for envelopes: {0}")]
    Format(&'static str),
    /// The bytes do not name a group.
    #[error("this is not a setup for envelopes: {0}")]
    Place(#[from] BadPlace),
    /// Some bytes do not encode an element.
    #[error("the setup of {t} squarings: {reason}")]
    Element {
        /// The delay.
        t: u64,
        /// The error in its bytes.
        reason: Malformed,
    },
    /// A proof is false; the first such delay.
    #[error("the setup of {t} squarings is false: {reason}")]
    False {
        /// The delay.
        t: u64,
        /// The error in its proof.
        reason: Invalid,
    },
}

impl BadSetup {
    /// Whether the bytes are a well-formed setup whose claim is false.
    pub fn is_false(&self) -> bool {
        matches!(self, BadSetup::False { .. })
    }
}

impl SetupFile {
    /// Decodes a setup. There must be no bytes after it.
    ///
    /// # Errors
    /// [`BadSetup`], except [`BadSetup::False`].
    pub fn from_bytes(bytes: &[u8]) -> Result<SetupFile, BadSetup> {
        let rest = bytes.strip_prefix(MAGIC);
        let rest = rest.ok_or(BadSetup::Format("it does not begin with HLES and version 1"))?;
        let mut reader = Reader(rest);
        let place = Place::read(&mut reader)?;
        let steps = read_steps(&mut reader, &place)?;
        Ok(SetupFile { place, steps })
    }

    /// The setup in the rest of a recipient.
    pub(crate) fn of_recipient(place: Place, mut reader: Reader<'_>) -> Result<SetupFile, BadSetup> {
        let steps = read_steps(&mut reader, &place)?;
        Ok(SetupFile { place, steps })
    }

    /// A setup file without delays.
    pub(crate) fn empty(place: Place) -> SetupFile {
        SetupFile { place, steps: Vec::new() }
    }

    /// The encoding of the setup.
    pub fn to_bytes(&self) -> Vec<u8> {
        [MAGIC, &self.place.to_bytes(), &self.steps_to_bytes()].concat()
    }

    /// The number of steps, and the steps.
    pub(crate) fn steps_to_bytes(&self) -> Vec<u8> {
        let group = self.place.group();
        // At most 32.
        let mut bytes = vec![self.steps.len() as u8];
        for Step { t, h, proof, hint } in &self.steps {
            bytes.extend_from_slice(&t.to_be_bytes());
            bytes.extend_from_slice(&group.encode(h));
            bytes.extend_from_slice(&group.encode(proof));
            bytes.extend_from_slice(&hint.to_be_bytes());
        }
        bytes
    }

    /// Its group.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Its delays in squarings, ascending.
    pub fn delays(&self) -> impl DoubleEndedIterator<Item = u64> {
        self.steps.iter().map(|step| step.t)
    }

    /// The part of the setup that a delay of t squarings needs: the steps up to the last one that is not
    /// longer.
    pub fn up_to(&self, t: u64) -> SetupFile {
        let steps = self.steps.iter().take_while(|step| step.t <= t).cloned().collect();
        SetupFile { place: self.place.clone(), steps }
    }

    /// Verifies every step. Cost: a delay proof for each.
    ///
    /// # Errors
    /// [`BadSetup::False`].
    pub fn verify(self) -> Result<Setup, BadSetup> {
        let (group, mut x, mut before) = (self.place.group(), self.place.base(), 0);
        for step in &self.steps {
            let statement = Statement { x, y: step.h.clone(), t: step.t - before };
            verify_hinted(group, &statement, &step.proof, step.hint, suite())
                .map_err(|reason| BadSetup::False { t: step.t, reason })?;
            (x, before) = (statement.y, step.t);
        }
        Ok(Setup(self))
    }
}

/// Reads steps with ascending delays and with elements that are units, up to the end of the bytes.
fn read_steps(reader: &mut Reader<'_>, place: &Place) -> Result<Vec<Step>, BadSetup> {
    let cut = BadSetup::Format("it is cut short");
    let (group, len) = (place.group(), place.group().encoded_len());
    let count = usize::from(reader.u8().ok_or(cut.clone())?);
    if !(1..=MAX_STEPS).contains(&count) {
        return Err(BadSetup::Format("it has no steps, or more than 32"));
    }
    if reader.0.len() != count * (8 + 2 * len + 2) {
        return Err(BadSetup::Format("its length does not fit its steps"));
    }
    let mut steps: Vec<Step> = Vec::with_capacity(count);
    for _ in 0..count {
        let t = reader.u64().ok_or(cut.clone())?;
        let before = steps.last().map_or(0, |step| step.t);
        if !(before + 1..MAX_DELAY).contains(&t) {
            return Err(BadSetup::Format("its delays do not ascend, or are out of range"));
        }
        let mut element = || {
            let bytes = reader.take(len).ok_or(cut.clone())?;
            group.decode(bytes).map_err(|reason| BadSetup::Element { t, reason })
        };
        let (h, proof) = (element()?, element()?);
        let hint = reader.u16().ok_or(cut.clone())?;
        if hint >= suite().hint_bound() {
            return Err(BadSetup::Format("a hint is too large"));
        }
        steps.push(Step { t, h, proof, hint });
    }
    for Step { t, h, proof, .. } in &steps {
        group.check_units(&[h, proof]).map_err(|reason| BadSetup::Element { t: *t, reason })?;
    }
    Ok(steps)
}

impl Setup {
    /// The setup as a claim, for others.
    pub fn as_file(&self) -> &SetupFile {
        &self.0
    }

    /// Its group.
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// g^(2^t), if t is one of its delays.
    pub(crate) fn power(&self, t: u64) -> Option<&AnyElem> {
        self.0.steps.iter().find(|step| step.t == t).map(|step| &step.h)
    }
}
