//! Stamps that everybody can check: an issuer's signature on the terms, and a delay proof in compact form.

use crate::{
    Challenge, Expected, Paid, Refusal, Terms,
    bytes::Reader,
    challenge::{SIGNATURE, input},
    terms::{Form, TERMS},
};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use heliast_arith::{Natural, Residue};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{CompactClaim, PrimeMode, Suite, recover_many};
use sha2::{Digest, Sha256};

/// The number of bytes of l.
pub(crate) const PRIME: usize = 33;
/// The number of bytes of the hint.
const HINT: usize = 2;
const TAG: &[u8] = b"\x16heliast/stamp/terms/v1";

/// The suite: hinted, SHA-256, 264 bits.
pub(crate) fn suite() -> Suite {
    Suite::new(PrimeMode::Hinted, 264).expect("a suite of spec/hash-to-prime.md")
}

/// Issues challenges whose stamps can be checked with its [`PublicKey`].
///
/// Cost of a challenge: a signature.
#[derive(Debug)]
pub struct PublicIssuer {
    key: SigningKey,
    public: PublicKey,
}

/// Checks stamps of an issuer.
#[derive(Clone, Debug)]
pub struct PublicKey {
    group: RsaGroup,
    key: VerifyingKey,
    id: [u8; 16],
}

impl PublicIssuer {
    /// An issuer that signs with the Ed25519 key of a seed of 32 random bytes. Delays are in the group of a
    /// modulus whose factors nobody may know: anybody who knows them need not wait.
    pub fn new(seed: &[u8; 32], group: &RsaGroup) -> PublicIssuer {
        let key = SigningKey::from_bytes(seed);
        let public = PublicKey::of(key.verifying_key(), group);
        PublicIssuer { key, public }
    }

    /// The public key, which checks the issuer's stamps.
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Issues a challenge with these terms.
    pub fn challenge(&self, terms: &Terms) -> Challenge {
        let bytes = terms.to_bytes(Form::Public, &self.public.id);
        let signature = self.key.sign(&[TAG, &bytes].concat());
        let group = self.public.group.clone();
        let x = input(&group, &bytes);
        let head = [&bytes[..], &signature.to_bytes()].concat();
        Challenge { form: Form::Public, head, terms: terms.clone(), group, x }
    }
}

/// A stamp whose proof is still to be checked.
struct Signed {
    paid: Paid,
    claim: CompactClaim<Residue>,
}

impl PublicKey {
    /// The key with these 32 bytes, in the group of a modulus; `None` if there is no such key.
    pub fn new(bytes: &[u8; 32], group: &RsaGroup) -> Option<PublicKey> {
        let key = VerifyingKey::from_bytes(bytes).ok().filter(|key| is_canonical(bytes) && !key.is_weak())?;
        Some(PublicKey::of(key, group))
    }

    fn of(key: VerifyingKey, group: &RsaGroup) -> PublicKey {
        let hash = Sha256::new()
            .chain_update(b"\x17heliast/stamp/public/v1")
            .chain_update(group.id())
            .chain_update(key.as_bytes());
        let mut id = [0; 16];
        id.copy_from_slice(&hash.finalize()[..16]);
        PublicKey { group: group.clone(), key, id }
    }

    /// Its 32 bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.key.to_bytes()
    }

    /// The group of its challenges.
    pub fn group(&self) -> &RsaGroup {
        &self.group
    }

    /// Checks a stamp. It must still be [spent](crate::Spent).
    ///
    /// Cost: the verification of a signature and of a delay proof.
    ///
    /// # Errors
    /// The first reason in `spec/stamp.md` to refuse it.
    pub fn check(&self, stamp: &[u8], expected: &Expected) -> Result<Paid, Refusal> {
        self.check_many(&[(stamp, expected)], 1).pop().unwrap_or(Err(Refusal::False))
    }

    /// Checks many stamps: each verdict is that of [`PublicKey::check`], and proofs are checked several at a
    /// time if the processor can do that, on `threads` threads. Memory: linear in the list.
    pub fn check_many(&self, stamps: &[(&[u8], &Expected)], threads: usize) -> Vec<Result<Paid, Refusal>> {
        let read: Vec<_> = stamps.iter().map(|(stamp, expected)| self.read(stamp, expected)).collect();
        let claims: Vec<_> = read.iter().flatten().map(|signed| signed.claim.clone()).collect();
        let mut outputs = recover_many(&self.group, &claims, suite(), threads).into_iter();
        let judge = |signed: Result<Signed, Refusal>| match (signed?, outputs.next()) {
            (Signed { paid, .. }, Some(Ok(_))) => Ok(paid),
            (_, Some(Err(heliast_vdf::Invalid::Element(reason)))) => Err(Refusal::Element(reason)),
            _ => Err(Refusal::False),
        };
        read.into_iter().map(judge).collect()
    }

    /// Checks everything except the proof.
    fn read(&self, stamp: &[u8], expected: &Expected) -> Result<Signed, Refusal> {
        let width = self.group.encoded_len();
        let len = TERMS + SIGNATURE + width + PRIME + HINT;
        let wrong_length = Refusal::Length { expected: len, found: stamp.len() };
        if stamp.len() != len {
            return Err(wrong_length);
        }
        let (bytes, rest) = stamp.split_at(TERMS);
        let terms = Terms::from_bytes(bytes, Form::Public, &self.id)?;
        expected.check(&terms)?;
        let mut reader = Reader(rest);
        let fields =
            (|| Some((reader.array()?, reader.take(width)?, reader.take(PRIME)?, reader.array()?)))();
        let (signature, proof, prime, hint) = fields.ok_or(wrong_length)?;
        let signature = Signature::from_bytes(&signature);
        self.key.verify_strict(&[TAG, bytes].concat(), &signature).map_err(|_| Refusal::Forged)?;
        let proof = self.group.decode(proof).map_err(Refusal::Element)?;
        let claim = CompactClaim {
            x: input(&self.group, bytes),
            t: terms.t,
            proof,
            prime: Natural::from_be_bytes(prime),
            hint: Some(u16::from_be_bytes(hint)),
        };
        Ok(Signed { paid: Paid::new(bytes, terms, expected), claim })
    }
}

/// Whether y, the lower 255 bits in little-endian order, is below p = 2^255 - 19. The point is decoded from y
/// modulo p.
fn is_canonical(key: &[u8; 32]) -> bool {
    key[0] < 0xed || key[31] & 0x7f != 0x7f || key[1..31].iter().any(|byte| *byte != 0xff)
}
