//! The terms of a challenge, and the check that a stamp meets them.

#[cfg(test)]
mod tests;

use crate::{Refusal, bytes::Reader};
use heliast_vdf::MAX_DELAY;
use sha2::{Digest, Sha256};

pub(crate) const MAGIC: &[u8; 5] = b"HLST\x01";
/// The number of bytes of terms.
pub(crate) const TERMS: usize = 126;
/// Times are below 2^53 milliseconds, so that JavaScript represents them exactly.
const MAX_TIME_MS: u64 = 1 << 53;

/// The form of a stamp, which decides who can check it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Form {
    /// Only its issuer can check it.
    Private = 0,
    /// Anybody who has the issuer's public key can check it.
    Public = 1,
}

/// 16 bytes from a cryptographic generator, for one challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nonce(pub [u8; 16]);

/// The terms of a challenge (`spec/stamp.md`, "Terms").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The number of squarings.
    pub t: u64,
    /// The time when it was issued, in milliseconds since 1970.
    pub issued_ms: u64,
    /// The time until which its stamp is accepted, in milliseconds since 1970.
    pub last_ms: u64,
    /// The nonce, which makes it differ from all others.
    pub nonce: Nonce,
    pub(crate) resource: [u8; 32],
    pub(crate) client: [u8; 32],
}

/// The price of a new challenge, and the time for which it is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// The number of squarings.
    pub t: u64,
    /// The time now, in milliseconds since 1970.
    pub now_ms: u64,
    /// The time from now until its stamp is late, in milliseconds. It must be enough for the slowest
    /// supported device to solve it and send the stamp.
    pub life_ms: u64,
}

/// The terms that a stamp has to meet when it is checked.
#[derive(Clone, Debug)]
pub struct Expected {
    resource: [u8; 32],
    client: [u8; 32],
    least: u64,
    now_ms: u64,
    skew_ms: u64,
}

impl Expected {
    /// Expects a stamp for `resource` by `client`, with at least `least` squarings. `client` is any name to
    /// which the operator binds stamps, or empty.
    pub fn new(resource: &[u8], client: &[u8], least: u64) -> Expected {
        let hash =
            |tag: &[u8], text: &[u8]| Sha256::new().chain_update(tag).chain_update(text).finalize().into();
        Expected {
            resource: hash(b"\x19heliast/stamp/resource/v1", resource),
            client: hash(b"\x17heliast/stamp/client/v1", client),
            least,
            now_ms: 0,
            skew_ms: 0,
        }
    }

    /// Returns the same expectation at this time, in milliseconds since 1970.
    pub fn at(&self, now_ms: u64) -> Expected {
        Expected { now_ms, ..self.clone() }
    }

    /// Returns the same expectation, if the clocks of issuer and checker may differ by this number of
    /// milliseconds.
    pub fn with_skew(&self, skew_ms: u64) -> Expected {
        Expected { skew_ms, ..self.clone() }
    }

    /// The terms of a new challenge whose stamp will meet this expectation.
    pub fn terms(&self, price: Price, nonce: Nonce) -> Terms {
        let Price { t, now_ms, life_ms } = price;
        let last_ms = now_ms.saturating_add(life_ms).min(MAX_TIME_MS - 1);
        Terms { t, issued_ms: now_ms, last_ms, nonce, resource: self.resource, client: self.client }
    }

    pub(crate) fn now_ms(&self) -> u64 {
        self.now_ms
    }

    pub(crate) fn skew_ms(&self) -> u64 {
        self.skew_ms
    }

    /// The time until which a spent stamp of these terms has to be remembered.
    pub(crate) fn until_ms(&self, terms: &Terms) -> u64 {
        terms.last_ms.saturating_add(self.skew_ms)
    }

    /// Checks that a stamp of these terms meets the expectation, but not that it is genuine.
    pub(crate) fn check(&self, terms: &Terms) -> Result<(), Refusal> {
        let Terms { t, issued_ms, last_ms, resource, client, .. } = *terms;
        if resource != self.resource {
            return Err(Refusal::Resource);
        }
        if client != self.client {
            return Err(Refusal::Client);
        }
        if t < self.least {
            return Err(Refusal::Difficulty { t, least: self.least });
        }
        if self.now_ms.saturating_add(self.skew_ms) < issued_ms {
            return Err(Refusal::Early { by_ms: issued_ms - self.now_ms });
        }
        if self.now_ms > self.until_ms(terms) {
            return Err(Refusal::Late { by_ms: self.now_ms - last_ms });
        }
        Ok(())
    }
}

impl Terms {
    pub(crate) fn to_bytes(&self, form: Form, issuer: &[u8; 16]) -> [u8; TERMS] {
        let (t, issued, last) =
            (self.t.to_be_bytes(), self.issued_ms.to_be_bytes(), self.last_ms.to_be_bytes());
        let mut bytes = [0; TERMS];
        let fields: [&[u8]; 9] =
            [MAGIC, &[form as u8], issuer, &t, &issued, &last, &self.nonce.0, &self.resource, &self.client];
        let mut rest = &mut bytes[..];
        for field in fields {
            let (place, behind) = rest.split_at_mut(field.len());
            place.copy_from_slice(field);
            rest = behind;
        }
        bytes
    }

    /// The terms in `TERMS` bytes, if they are of this form and issuer.
    pub(crate) fn from_bytes(bytes: &[u8], form: Form, issuer: &[u8; 16]) -> Result<Terms, Refusal> {
        let mut reader = Reader(bytes);
        let is_known =
            reader.take(MAGIC.len()) == Some(MAGIC.as_slice()) && reader.array() == Some([form as u8]);
        if !is_known {
            return Err(Refusal::Version);
        }
        if reader.array() != Some(*issuer) {
            return Err(Refusal::Issuer);
        }
        Terms::rest(&mut reader).ok_or(Refusal::Terms)
    }

    /// The fields after the issuer, if they are in range.
    pub(crate) fn rest(reader: &mut Reader<'_>) -> Option<Terms> {
        let [t, issued_ms, last_ms] = [reader.u64()?, reader.u64()?, reader.u64()?];
        let is_sound = (1..MAX_DELAY).contains(&t) && issued_ms <= last_ms && last_ms < MAX_TIME_MS;
        let nonce = Nonce(reader.array()?);
        let (resource, client) = (reader.array()?, reader.array()?);
        is_sound.then_some(Terms { t, issued_ms, last_ms, nonce, resource, client })
    }
}

/// The id by which a spent stamp is remembered. It is the same for every stamp of a challenge.
pub(crate) fn id(terms: &[u8]) -> [u8; 16] {
    let hash = Sha256::new().chain_update(b"\x13heliast/stamp/id/v1").chain_update(terms).finalize();
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    id
}
