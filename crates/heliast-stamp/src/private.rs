//! Stamps that their issuer checks: one power of a base that never changes.

use crate::{
    Challenge, Expected, Paid, Refusal, Terms,
    challenge::SEAL,
    fixed_base::FixedBase,
    terms::{Form, TERMS},
};
use heliast_arith::Residue;
use heliast_group::{BulkGroup, Group, RsaGroup, Trapdoor};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// 32 bytes from a cryptographic generator, the same at all machines of a site; overwritten when dropped.
#[derive(Clone)]
pub struct Secret(Zeroizing<[u8; 32]>);

impl Secret {
    /// The secret with these bytes.
    pub fn new(bytes: [u8; 32]) -> Secret {
        Secret(Zeroizing::new(bytes))
    }

    /// HMAC-SHA-256 of a tag and some bytes.
    fn mac(&self, tag: &[u8], bytes: &[u8]) -> Zeroizing<[u8; 32]> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&*self.0).expect("a key of any length");
        mac.update(tag);
        mac.update(bytes);
        Zeroizing::new(mac.finalize().into_bytes().into())
    }
}

impl core::fmt::Debug for Secret {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Secret(hidden)")
    }
}

/// Issues challenges and checks their stamps itself.
///
/// Cost: a challenge or a check is 32 products; each delay has a table of 8,192 elements.
pub struct PrivateIssuer {
    secret: Secret,
    group: RsaGroup,
    id: [u8; 16],
    g: Residue,
    /// The powers of g.
    inputs: FixedBase,
    /// The powers of g^(2^t), by t.
    outputs: BTreeMap<u64, FixedBase>,
}

/// A delay that an issuer can add at once ([`PrivateIssuer::prepare`]).
pub struct Prepared {
    t: u64,
    outputs: FixedBase,
}

/// The issuer has no table for this delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this issuer is not prepared for {0} squarings: add the delay first")]
pub struct UnknownDelay(pub u64);

impl PrivateIssuer {
    /// An issuer with a secret, in the group of a modulus. It has no delays yet.
    pub fn new(secret: Secret, group: &RsaGroup) -> PrivateIssuer {
        let hash = Sha256::new()
            .chain_update(b"\x18heliast/stamp/private/v1")
            .chain_update(group.id())
            .chain_update(*secret.mac(b"\x13heliast/stamp/id/v1", &[]));
        let mut id = [0; 16];
        id.copy_from_slice(&hash.finalize()[..16]);
        let g = group.hash("heliast/stamp/base/v1", b"");
        PrivateIssuer {
            secret,
            id,
            inputs: FixedBase::new(group, &g),
            g,
            outputs: BTreeMap::new(),
            group: group.clone(),
        }
    }

    /// Prepares for delays of t squarings by doing them once. 0 squarings are not a delay, and no challenge
    /// has this delay.
    pub fn add_delay(&mut self, t: u64) {
        let prepared = self.prepare(t);
        self.insert(prepared);
    }

    /// Does the work of [`PrivateIssuer::add_delay`] while the issuer remains in use. It squares from the
    /// longest delay up to t for which the issuer is prepared.
    pub fn prepare(&self, t: u64) -> Prepared {
        let before = self.outputs.range(..=t).next_back();
        let (done, mut h) =
            before.map_or_else(|| (0, self.g.clone()), |(done, outputs)| (*done, outputs.base().clone()));
        self.group.square_n(&mut h, t - done);
        Prepared { t, outputs: FixedBase::new(&self.group, &h) }
    }

    /// Adds a prepared delay.
    ///
    /// # Panics
    /// If it was prepared in another group.
    pub fn insert(&mut self, prepared: Prepared) {
        assert_eq!(prepared.outputs.group().id(), self.group.id(), "a delay of another group");
        self.outputs.insert(prepared.t, prepared.outputs);
    }

    /// [`PrivateIssuer::add_delay`] at once, with the factors of the modulus.
    ///
    /// # Panics
    /// If the trapdoor is of another group.
    pub fn add_delay_with(&mut self, trapdoor: &Trapdoor, t: u64) {
        assert_eq!(trapdoor.group().id(), self.group.id(), "the trapdoor of another group");
        let h = trapdoor.evaluate(&self.g, t);
        self.outputs.insert(t, FixedBase::new(&self.group, &h));
    }

    /// The delays for which it is prepared, in squarings, ascending.
    pub fn delays(&self) -> impl Iterator<Item = u64> {
        self.outputs.keys().copied()
    }

    /// The group of its challenges.
    pub fn group(&self) -> &RsaGroup {
        &self.group
    }

    /// Issues a challenge with these terms.
    ///
    /// # Errors
    /// If it is not prepared for their delay.
    pub fn challenge(&self, terms: &Terms) -> Result<Challenge, UnknownDelay> {
        if !self.outputs.contains_key(&terms.t) {
            return Err(UnknownDelay(terms.t));
        }
        let mut head = terms.to_bytes(Form::Private, &self.id).to_vec();
        let x = self.inputs.power(&self.exponent(&head));
        let seal = self.seal(&head);
        head.extend(&seal[..SEAL]);
        Ok(Challenge { form: Form::Private, head, terms: terms.clone(), group: self.group.clone(), x })
    }

    /// Checks a stamp. It must still be [spent](crate::Spent).
    ///
    /// # Errors
    /// The first reason in `spec/stamp.md` to refuse it.
    pub fn check(&self, stamp: &[u8], expected: &Expected) -> Result<Paid, Refusal> {
        let len = TERMS + SEAL + self.group.encoded_len();
        if stamp.len() != len {
            return Err(Refusal::Length { expected: len, found: stamp.len() });
        }
        let (head, y) = stamp.split_at(TERMS + SEAL);
        let (bytes, seal) = head.split_at(TERMS);
        let terms = Terms::from_bytes(bytes, Form::Private, &self.id)?;
        expected.check(&terms)?;
        if !bool::from(self.seal(bytes)[..SEAL].ct_eq(seal)) {
            return Err(Refusal::Forged);
        }
        let outputs = self.outputs.get(&terms.t).ok_or(Refusal::Delay(terms.t))?;
        self.group.check_encoding(y).map_err(Refusal::Element)?;
        let answer = self.group.encode(&outputs.power(&self.exponent(bytes)));
        // This comparison takes constant time. Otherwise a client could find the bytes one by one without
        // squarings.
        if !bool::from(answer.ct_eq(y)) {
            return Err(Refusal::False);
        }
        Ok(Paid::new(bytes, terms, expected))
    }

    fn seal(&self, terms: &[u8]) -> Zeroizing<[u8; 32]> {
        self.secret.mac(b"\x15heliast/stamp/seal/v1", terms)
    }

    fn exponent(&self, terms: &[u8]) -> Zeroizing<[u8; 32]> {
        self.secret.mac(b"\x19heliast/stamp/exponent/v1", terms)
    }
}
