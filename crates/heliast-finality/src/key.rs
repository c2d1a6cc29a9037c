//! Public keys of validators, with which the engine's votes are signed: `spec/network.md`.

use crate::{Malformed, protobuf::Message};
use curve25519_dalek::{EdwardsPoint, Scalar, edwards::CompressedEdwardsY, traits::IsIdentity};
use heliast::wire::require;
use ml_dsa::{MlDsa65, VerifyingKey};
use sha2::{Digest, Sha256, Sha512};

/// The scheme of a validator's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// Ed25519, verified as specified in ZIP 215.
    Ed25519 = 1,
    /// ML-DSA-65 (FIPS 204), with an empty context.
    MlDsa65 = 2,
}

impl KeyType {
    /// The scheme with this number in a network file.
    pub fn from_id(id: u8) -> Option<KeyType> {
        [KeyType::Ed25519, KeyType::MlDsa65].into_iter().find(|one| *one as u8 == id)
    }

    /// The scheme with this name in the engine's consensus parameters and ABCI messages.
    pub fn from_engine_name(name: &str) -> Option<KeyType> {
        [KeyType::Ed25519, KeyType::MlDsa65].into_iter().find(|one| one.engine_name() == name)
    }

    /// The scheme whose public keys have this name in the engine's JSON.
    pub fn from_engine_json_name(name: &str) -> Option<KeyType> {
        [KeyType::Ed25519, KeyType::MlDsa65].into_iter().find(|one| one.engine_json_name() == name)
    }

    /// The engine's name for it, in its consensus parameters (`validator.pub_key_types`).
    pub fn engine_name(self) -> &'static str {
        match self {
            KeyType::Ed25519 => "ed25519",
            KeyType::MlDsa65 => "ml_dsa_65",
        }
    }

    /// The engine's name for a public key of this kind in JSON (`"type"` in its genesis and key files).
    pub fn engine_json_name(self) -> &'static str {
        match self {
            KeyType::Ed25519 => "tendermint/PubKeyEd25519",
            KeyType::MlDsa65 => "cometbft/PubKeyMlDsa65",
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            KeyType::Ed25519 => "Ed25519",
            KeyType::MlDsa65 => "ML-DSA-65",
        }
    }

    /// Bytes of a public key.
    pub fn public_key_len(self) -> usize {
        match self {
            KeyType::Ed25519 => 32,
            KeyType::MlDsa65 => 1952,
        }
    }

    /// Bytes of a signature.
    pub fn signature_len(self) -> usize {
        match self {
            KeyType::Ed25519 => 64,
            KeyType::MlDsa65 => 3309,
        }
    }

    /// The field of the engine's protobuf `PublicKey`.
    fn field(self) -> u8 {
        match self {
            KeyType::Ed25519 => 1,
            KeyType::MlDsa65 => 4,
        }
    }
}

/// The signature is not one of this key on this message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the signature is not one of this key on this message")]
pub struct BadSignature;

/// A validator's public key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConsensusKey {
    field: u8,
    bytes: Vec<u8>,
}

impl ConsensusKey {
    /// The key of these bytes.
    ///
    /// # Errors
    /// [`Malformed::Field`] if the length is not that of the scheme's keys, or if an Ed25519 key is not a
    /// point of the curve or is a point of small order, for which anybody can sign.
    pub fn new(key_type: KeyType, bytes: &[u8]) -> Result<ConsensusKey, Malformed> {
        require(bytes.len() == key_type.public_key_len(), "validator", "wrong public key length")?;
        if key_type == KeyType::Ed25519 {
            let point = ed25519_point(bytes).filter(|point| !point.is_small_order());
            require(
                point.is_some(),
                "validator",
                "its Ed25519 key is not a point of the curve of large order",
            )?;
        }
        Ok(ConsensusKey { field: key_type.field(), bytes: bytes.to_vec() })
    }

    /// Its scheme.
    pub fn key_type(&self) -> KeyType {
        if self.field == KeyType::Ed25519.field() { KeyType::Ed25519 } else { KeyType::MlDsa65 }
    }

    /// Its bytes, as the engine has them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The engine's address of it: the first 20 bytes of its SHA-256, for both schemes.
    pub fn address(&self) -> [u8; 20] {
        let digest = Sha256::digest(&self.bytes);
        std::array::from_fn(|i| digest[i])
    }

    /// The engine's protobuf `PublicKey`.
    pub(crate) fn message(&self) -> Message {
        Message::default().present(self.field, &self.bytes)
    }

    /// Checks that `signature` is one of this key on `message`, by the rules of `spec/finality.md`. They are
    /// the engine's rules: exactly the signatures that count for a commit count here.
    ///
    /// # Errors
    /// [`BadSignature`] if it is not.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), BadSignature> {
        match self.key_type() {
            KeyType::Ed25519 => verify_ed25519(&self.bytes, message, signature),
            KeyType::MlDsa65 => verify_ml_dsa_65(&self.bytes, message, signature),
        }
        .ok_or(BadSignature)
    }
}

/// Decoded as specified in ZIP 215: y is taken modulo p, and x = 0 may have either sign.
fn ed25519_point(bytes: &[u8]) -> Option<EdwardsPoint> {
    CompressedEdwardsY::from_slice(bytes).ok()?.decompress()
}

/// ZIP 215: S < L, and 8·S·B = 8·R + 8·k·A with k = SHA-512(R ‖ A ‖ message) over the bytes as they came.
fn verify_ed25519(public_key: &[u8], message: &[u8], signature: &[u8]) -> Option<()> {
    let (r, s) = signature.split_at_checked(32)?;
    let s = Option::from(Scalar::from_canonical_bytes(s.try_into().ok()?))?;
    let (a, big_r) = (ed25519_point(public_key)?, ed25519_point(r)?);
    let digest = Sha512::new_with_prefix(r).chain_update(public_key).chain_update(message).finalize();
    let k = Scalar::from_bytes_mod_order_wide(&digest.into());
    let sum = EdwardsPoint::vartime_double_scalar_mul_basepoint(&k, &-a, &s);
    (sum - big_r).mul_by_cofactor().is_identity().then_some(())
}

/// FIPS 204, algorithm 3, with an empty context.
fn verify_ml_dsa_65(public_key: &[u8], message: &[u8], signature: &[u8]) -> Option<()> {
    let key = VerifyingKey::<MlDsa65>::decode(public_key.try_into().ok()?);
    let signature = ml_dsa::Signature::<MlDsa65>::decode(signature.try_into().ok()?)?;
    key.verify_with_context(message, &[], &signature).then_some(())
}
