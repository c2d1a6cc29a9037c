//! The group of a chain's delays, as the genesis names it.

use crate::wire::{Malformed, Reader, require};
use heliast_arith::Natural;
use heliast_group::{AnyGroup, ClassGroup, RsaGroup};

/// Proof systems of the genesis: Wesolowski's, over either kind of group.
const WESOLOWSKI_RSA: u8 = 0;
const WESOLOWSKI_CLASS: u8 = 1;
/// The longest modulus: 8192 bits.
const MAX_MODULUS: usize = 1024;
/// The smallest number of bits of a modulus or a discriminant.
const MIN_BITS: usize = 1024;
const MAX_DISCRIMINANT_BITS: u32 = 4096;
const MIN_SEED: usize = 32;
const MAX_SEED: usize = 255;

/// The group of a chain's delays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DelayGroup {
    /// (Z/N)* / {±1} (`spec/group.md`), which is secure only if nobody knows the factors of N.
    Rsa {
        /// N.
        modulus: Natural,
    },
    /// The class group of a discriminant that comes from a seed (`spec/class-group.md`). It is secure without
    /// a secret, if nobody could choose among many seeds.
    Class {
        /// The length of the discriminant: a multiple of 32, from 1024 to 4096.
        bits: u32,
        /// The seed, of 32 to 255 bytes.
        seed: Vec<u8>,
    },
}

impl DelayGroup {
    /// RSA-2048 of the RSA Factoring Challenge.
    pub fn rsa_2048() -> DelayGroup {
        DelayGroup::Rsa { modulus: RsaGroup::rsa_2048().modulus().clone() }
    }

    /// Makes the group. The discriminant is searched for at each call, which takes some 10 ms at 1024 bits
    /// and some seconds at 4096.
    ///
    /// # Errors
    /// If a chain may not have this modulus or discriminant.
    pub fn open(&self) -> Result<AnyGroup, Malformed> {
        match self {
            DelayGroup::Rsa { modulus } if *modulus == *RsaGroup::rsa_2048().modulus() => {
                Ok(RsaGroup::rsa_2048().into())
            }
            DelayGroup::Rsa { modulus } => Ok(RsaGroup::new(modulus, MIN_BITS)?.into()),
            DelayGroup::Class { bits, seed } => {
                self.check()?;
                Ok(ClassGroup::from_seed(seed, *bits as usize)?.into())
            }
        }
    }

    /// Its name: `rsa` or `class`.
    pub fn kind(&self) -> &'static str {
        match self {
            DelayGroup::Rsa { .. } => "rsa",
            DelayGroup::Class { .. } => "class",
        }
    }

    /// The seed of a discriminant.
    pub fn seed(&self) -> Option<&[u8]> {
        match self {
            DelayGroup::Rsa { .. } => None,
            DelayGroup::Class { seed, .. } => Some(seed),
        }
    }

    /// The proof system's byte in the genesis.
    pub(crate) fn system(&self) -> u8 {
        match self {
            DelayGroup::Rsa { .. } => WESOLOWSKI_RSA,
            DelayGroup::Class { .. } => WESOLOWSKI_CLASS,
        }
    }

    /// The field of the genesis.
    pub(crate) fn encode(&self) -> Vec<u8> {
        match self {
            DelayGroup::Rsa { modulus } => {
                let len = modulus.bits().div_ceil(8);
                let number = modulus.to_be_bytes(len).unwrap_or_default();
                [&(len as u32).to_be_bytes(), &number[..]].concat()
            }
            DelayGroup::Class { bits, seed } => {
                [&bits.to_be_bytes(), &(seed.len() as u16).to_be_bytes()[..], seed].concat()
            }
        }
    }

    /// The field of a genesis of this proof system.
    pub(crate) fn decode(system: u8, reader: &mut Reader<'_>) -> Result<DelayGroup, Malformed> {
        match system {
            WESOLOWSKI_RSA => modulus(reader),
            WESOLOWSKI_CLASS => {
                let bits = reader.u32()?;
                let len = reader.u16()?;
                Ok(DelayGroup::Class { bits, seed: reader.bytes(len.into())?.to_vec() })
            }
            _ => Err(Malformed::Field { field: "delay", rule: "unknown proof system" }),
        }
    }

    /// The rules that cost nothing to check.
    pub(crate) fn check(&self) -> Result<(), Malformed> {
        let DelayGroup::Class { bits, seed } = self else { return Ok(()) };
        let is_long = (MIN_BITS as u32..=MAX_DISCRIMINANT_BITS).contains(bits) && bits.is_multiple_of(32);
        require(is_long, "discriminant", "it must have a multiple of 32 bits, from 1024 to 4096")?;
        let is_whole = (MIN_SEED..=MAX_SEED).contains(&seed.len());
        require(is_whole, "seed of the discriminant", "it must have from 32 to 255 bytes")
    }
}

fn modulus(reader: &mut Reader<'_>) -> Result<DelayGroup, Malformed> {
    let len = reader.u32()? as usize;
    require(len <= MAX_MODULUS, "modulus", "at most 8192 bits are supported")?;
    let bytes = reader.bytes(len)?;
    require(bytes.first().is_some_and(|&first| first != 0), "modulus", "it must not begin with a zero byte")?;
    Ok(DelayGroup::Rsa { modulus: Natural::from_be_bytes(bytes) })
}
