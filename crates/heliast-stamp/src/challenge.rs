//! The challenges of an issuer.

#[cfg(test)]
mod tests;

use crate::{
    bytes::Reader,
    terms::{Form, MAGIC, TERMS, Terms},
};
use heliast_arith::{Natural, Residue};
use heliast_group::{Group, RsaGroup};

/// The number of bytes of a seal.
pub(crate) const SEAL: usize = 16;
/// The number of bytes of a signature.
pub(crate) const SIGNATURE: usize = 64;
/// The length of the longest challenge in bytes, with a modulus of 8192 bits.
pub const MAX_CHALLENGE: usize = TERMS + SIGNATURE + 4 + 2 * 1024;

/// A challenge of an issuer: terms, a seal or signature that shows that they are genuine, and the number to
/// square.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub(crate) form: Form,
    /// The terms' bytes, followed by the seal or signature. A stamp begins with these bytes.
    pub(crate) head: Vec<u8>,
    pub(crate) terms: Terms,
    pub(crate) group: RsaGroup,
    pub(crate) x: Residue,
}

/// The reason why bytes are not a challenge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are not bytes of a challenge: {0}")]
pub struct BadChallenge(&'static str);

impl Challenge {
    /// The terms of the challenge.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The group of its squarings.
    pub fn group(&self) -> &RsaGroup {
        &self.group
    }

    /// The bytes of `spec/stamp.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let len = self.group.encoded_len();
        let mut bytes = self.head.clone();
        bytes.extend((len as u32).to_be_bytes());
        bytes.extend(self.group.modulus().to_be_bytes(len).unwrap_or_default());
        if self.form == Form::Private {
            bytes.extend(self.group.encode(&self.x));
        }
        bytes
    }

    /// Decodes a challenge: terms in range, a modulus of 128 to 1024 bytes, and a canonical element. This
    /// does not check whether an issuer has issued it, or whether the modulus is good: both are up to the
    /// issuer.
    ///
    /// # Errors
    /// The defect of the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Challenge, BadChallenge> {
        let mut reader = Reader(bytes);
        let form = match (reader.take(MAGIC.len()), reader.array()) {
            (Some(magic), Some([form])) if magic == MAGIC && form == Form::Private as u8 => Form::Private,
            (Some(magic), Some([form])) if magic == MAGIC && form == Form::Public as u8 => Form::Public,
            _ => return Err(BadChallenge("magic, version or form")),
        };
        let _issuer = reader.take(16).ok_or(BadChallenge("too short"))?;
        let terms = Terms::rest(&mut reader).ok_or(BadChallenge("its terms are out of range"))?;
        let proof = if form == Form::Private { SEAL } else { SIGNATURE };
        let head = bytes.get(..TERMS + proof).ok_or(BadChallenge("too short"))?.to_vec();
        reader.take(proof);
        let group = modulus(&mut reader).ok_or(BadChallenge("its modulus"))?;
        let x = match form {
            Form::Private => {
                let x = reader.take(group.encoded_len()).ok_or(BadChallenge("too short"))?;
                group.decode(x).map_err(|_| BadChallenge("the number to square"))?
            }
            Form::Public => input(&group, &head[..TERMS]),
        };
        if reader.0.is_empty() {
            Ok(Challenge { form, head, terms, group, x })
        } else {
            Err(BadChallenge("too long"))
        }
    }
}

/// The modulus, with the length before it.
fn modulus(reader: &mut Reader<'_>) -> Option<RsaGroup> {
    let len = reader.u32()? as usize;
    let bytes = reader.take(len)?;
    let is_whole = (128..=1024).contains(&len) && bytes[0] != 0 && bytes[len - 1] & 1 == 1;
    is_whole.then(|| RsaGroup::unchecked(&Natural::from_be_bytes(bytes)))
}

/// x for the public form.
pub(crate) fn input(group: &RsaGroup, terms: &[u8]) -> Residue {
    group.hash("heliast/stamp/input/v1", terms)
}
