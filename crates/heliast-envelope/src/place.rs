//! The group of an envelope, and the bytes that name it.

#[cfg(test)]
mod tests;

use crate::bytes::Reader;
use heliast_arith::Natural;
use heliast_group::{AnyElem, AnyGroup, BadDiscriminant, BadModulus, ClassGroup, Group, RsaGroup};
use std::fmt;

/// The seed of the built-in class group.
pub const CLASS_2048_SEED: &[u8] = b"Heliast: envelopes, built-in class group of 2048 bits";
const CLASS_2048_BITS: u16 = 2048;
/// |D| that follows from it.
const CLASS_2048: &[u8; 256] = include_bytes!("../data/class-2048.discriminant");
const BASE: &str = "heliast/envelope/base/v1";
/// The least number of bits of a modulus and of a discriminant.
const MODULUS_BITS: usize = 2048;
const DISCRIMINANT_BITS: usize = 1024;
/// The number of bytes by which an exponent is longer than the greatest order of the group.
const MODULUS_MARGIN: usize = 16;
/// 16, and 2 for the order of a class group, which may exceed √|D|.
const CLASS_MARGIN: usize = 18;

/// A group of unknown order in which envelopes are sealed.
#[derive(Clone, Debug)]
pub struct Place {
    group: AnyGroup,
    named: Named,
}

#[derive(Clone, Debug)]
enum Named {
    Rsa2048,
    Class2048,
    Modulus(Vec<u8>),
    Class { bits: u16, seed: Vec<u8> },
}

/// The reason why bytes do not name a group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadPlace {
    /// The first byte is not one of the four forms.
    #[error("there is no group {0}")]
    Kind(u8),
    /// The bytes are cut, a length is out of range, or a built-in group is written in full.
    #[error("a group is cut short, out of range, or a built-in one that is written out")]
    Format,
    /// The modulus is refused.
    #[error(transparent)]
    Modulus(#[from] BadModulus),
    /// The class group is refused.
    #[error(transparent)]
    Class(#[from] BadDiscriminant),
}

impl Place {
    /// RSA-2048.
    pub fn rsa_2048() -> Place {
        Place { group: RsaGroup::rsa_2048().into(), named: Named::Rsa2048 }
    }

    /// The built-in class group of 2048 bits.
    pub fn class_2048() -> Place {
        let group = ClassGroup::unchecked(&Natural::from_be_bytes(CLASS_2048));
        Place { group: group.into(), named: Named::Class2048 }
    }

    /// The group of a modulus, of 2048 bits at least. Anybody who knows its factors can open at once
    /// everything that is sealed in it.
    ///
    /// # Errors
    /// [`BadModulus`].
    pub fn modulus(modulus: &Natural) -> Result<Place, BadModulus> {
        let group = RsaGroup::new(modulus, MODULUS_BITS)?;
        let built_in = Place::rsa_2048();
        if group.id() == built_in.group.id() {
            return Ok(built_in);
        }
        let bytes = modulus.to_be_bytes(group.encoded_len()).unwrap_or_default();
        Ok(Place { group: group.into(), named: Named::Modulus(bytes) })
    }

    /// The class group of a seed of 32 to 255 bytes, of 1024 to 4096 bits.
    ///
    /// # Errors
    /// [`BadPlace::Class`], and [`BadPlace::Format`] if the seed is too long.
    pub fn class(seed: &[u8], bits: usize) -> Result<Place, BadPlace> {
        if bits < DISCRIMINANT_BITS {
            return Err(BadDiscriminant::TooShort { bits, minimum: DISCRIMINANT_BITS }.into());
        }
        if (seed, bits) == (CLASS_2048_SEED, CLASS_2048_BITS.into()) {
            return Ok(Place::class_2048());
        }
        if seed.len() > u8::MAX.into() {
            return Err(BadPlace::Format);
        }
        let group = ClassGroup::from_seed(seed, bits)?.into();
        // `bits` is at most 4096, since a group was made.
        Ok(Place { group, named: Named::Class { bits: bits as u16, seed: seed.to_vec() } })
    }

    /// The group.
    pub fn group(&self) -> &AnyGroup {
        &self.group
    }

    /// g, with which all setups begin.
    pub fn base(&self) -> AnyElem {
        self.group.hash(BASE, b"")
    }

    /// The number of bytes of a secret exponent.
    pub fn exponent_len(&self) -> usize {
        match &self.group {
            group if group.class().is_some() => group.bits() / 16 + CLASS_MARGIN,
            group => group.encoded_len() + MODULUS_MARGIN,
        }
    }

    /// The bytes of `spec/envelope.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        match &self.named {
            Named::Rsa2048 => vec![0],
            Named::Class2048 => vec![1],
            Named::Modulus(modulus) => [&[2][..], &(modulus.len() as u16).to_be_bytes(), modulus].concat(),
            Named::Class { bits, seed } => {
                [&[3][..], &bits.to_be_bytes(), &[seed.len() as u8], seed].concat()
            }
        }
    }

    /// Reads the group with which bytes begin.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Place, BadPlace> {
        match reader.u8().ok_or(BadPlace::Format)? {
            0 => Ok(Place::rsa_2048()),
            1 => Ok(Place::class_2048()),
            2 => {
                let len = reader.u16().filter(|len| (256..=1024).contains(len)).ok_or(BadPlace::Format)?;
                let bytes = reader.take(len.into()).filter(|bytes| bytes[0] != 0).ok_or(BadPlace::Format)?;
                Place::written_out(Place::modulus(&Natural::from_be_bytes(bytes))?)
            }
            3 => {
                let bits = reader.u16().ok_or(BadPlace::Format)?;
                let seed = reader.u8().and_then(|len| reader.take(len.into())).ok_or(BadPlace::Format)?;
                Place::written_out(Place::class(seed, bits.into())?)
            }
            other => Err(BadPlace::Kind(other)),
        }
    }

    /// Checks that a group that is written in full is not a built-in one.
    fn written_out(place: Place) -> Result<Place, BadPlace> {
        match place.named {
            Named::Rsa2048 | Named::Class2048 => Err(BadPlace::Format),
            _ => Ok(place),
        }
    }
}

/// Writes a name for people.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.named {
            Named::Rsa2048 => f.write_str("rsa-2048"),
            Named::Class2048 => f.write_str("class-2048"),
            Named::Modulus(_) => write!(f, "a modulus of {} bits", self.group.bits()),
            Named::Class { bits, .. } => write!(f, "a class group of {bits} bits"),
        }
    }
}
