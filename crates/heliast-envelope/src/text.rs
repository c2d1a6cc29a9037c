//! Recipients and identities as text, for programs that take age's plugins.

#[cfg(test)]
mod tests;

use crate::{
    bytes::Reader,
    place::{BadPlace, Place},
    setup::{BadSetup, SetupFile},
};
use heliast_age::bech32;
use heliast_vdf::{MAX_DELAY, OpenError, ProofFile};
use std::{fmt, str::FromStr};

const RECIPIENT: &str = "age1heliast";
const IDENTITY: &str = "AGE-PLUGIN-HELIAST-";
const VERSION: u8 = 1;
const WORKS: u8 = 0;
const HAS_OPENING: u8 = 1;

/// A delay as a recipient: `age1heliast1...`.
#[derive(Clone, Debug)]
pub struct Recipient {
    place: Place,
    t: u64,
    /// The setup; `None` if it comes with the crate.
    setup: Option<SetupFile>,
}

/// An opener: `AGE-PLUGIN-HELIAST-1...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// An identity that does the squarings.
    Works,
    /// An opening, by which one lock opens at once.
    HasOpening(Box<ProofFile>),
}

/// The reason why text is not a recipient or an identity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadText {
    /// The text is not Bech32 with its prefix, or of another format or version.
    #[error("{0}")]
    Format(String),
    /// It does not name a group.
    #[error(transparent)]
    Place(#[from] BadPlace),
    /// Its setup is invalid.
    #[error(transparent)]
    Setup(#[from] BadSetup),
    /// Its opening is invalid.
    #[error(transparent)]
    Opening(#[from] OpenError),
}

fn format(what: &str) -> BadText {
    BadText::Format(what.to_owned())
}

impl Recipient {
    /// A delay of a setup that comes with the crate; `None` if no such setup has it.
    pub fn shipped(place: &Place, t: u64) -> Option<Recipient> {
        let has_it = SetupFile::shipped(place).delays().any(|delay| delay == t);
        has_it.then(|| Recipient { place: place.clone(), t, setup: None })
    }

    /// The longest delay of a setup.
    pub fn new(setup: SetupFile) -> Option<Recipient> {
        let t = setup.delays().next_back()?;
        Some(Recipient { place: setup.place().clone(), t, setup: Some(setup) })
    }

    /// The group.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The number of squarings.
    pub fn t(&self) -> u64 {
        self.t
    }

    /// The setup that it names or contains, which is still to be verified.
    pub fn setup(&self) -> SetupFile {
        self.setup.clone().unwrap_or_else(|| SetupFile::shipped(&self.place).up_to(self.t))
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.setup.as_ref().map(SetupFile::steps_to_bytes).unwrap_or_default();
        let bytes = [&[VERSION][..], &self.place.to_bytes(), &self.t.to_be_bytes(), &steps].concat();
        f.write_str(&bech32::encode(RECIPIENT, &bytes))
    }
}

impl FromStr for Recipient {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Recipient, BadText> {
        let bytes = bech32::decode(RECIPIENT, text).map_err(|error| BadText::Format(error.to_string()))?;
        let mut reader = Reader(&bytes);
        if reader.u8() != Some(VERSION) {
            return Err(format("a recipient of another version"));
        }
        let place = Place::read(&mut reader)?;
        let t = reader.u64().filter(|t| (1..MAX_DELAY).contains(t));
        let t = t.ok_or_else(|| format("its squarings are not a number from 1 to 2^48 - 1"))?;
        if reader.0.is_empty() {
            return Ok(Recipient { place, t, setup: None });
        }
        let setup = SetupFile::of_recipient(place.clone(), reader)?;
        if setup.delays().next_back() != Some(t) {
            return Err(format("its setup is of another delay"));
        }
        Ok(Recipient { place, t, setup: Some(setup) })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = match self {
            Identity::Works => vec![VERSION, WORKS],
            Identity::HasOpening(opening) => [&[VERSION, HAS_OPENING][..], &opening.to_bytes()].concat(),
        };
        f.write_str(&bech32::encode(IDENTITY, &bytes))
    }
}

impl FromStr for Identity {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Identity, BadText> {
        let bytes = bech32::decode(IDENTITY, text).map_err(|error| BadText::Format(error.to_string()))?;
        match &bytes[..] {
            [VERSION, WORKS] => Ok(Identity::Works),
            [VERSION, HAS_OPENING, opening @ ..] => {
                Ok(Identity::HasOpening(Box::new(ProofFile::from_bytes(opening)?)))
            }
            _ => Err(format("an identity of another version or kind")),
        }
    }
}
