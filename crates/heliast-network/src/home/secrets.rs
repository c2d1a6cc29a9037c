//! Secret keys of the engine, in the form of its files: JSON with base64, as CometBFT's packages `privval`,
//! `p2p` and `crypto` write them.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ed25519_dalek::{Signer, SigningKey};
use heliast_finality::{ConsensusKey, KeyType};
use ml_dsa::{ExpandedSigningKey, Keypair, MlDsa65};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::fmt;
use zeroize::{Zeroize, Zeroizing};

/// The engine's record of what a validator has signed, before it has signed anything. Without this file the
/// engine does not start, and with an old one it might sign twice.
pub(super) const NEVER_SIGNED: &str = "{\n  \"height\": \"0\",\n  \"round\": 0,\n  \"step\": 0\n}\n";

/// A validator's secret key.
pub(super) struct ConsensusSecret {
    /// The bytes that the engine keeps: the seed and the public key, or the key of FIPS 204, algorithm 24.
    private: Zeroizing<Vec<u8>>,
    public: ConsensusKey,
}

/// The secret key by which other nodes identify a node: always Ed25519, and without any voting power.
pub(super) struct PeerSecret(Zeroizing<[u8; 32]>);

/// The fields that are read of the engine's file of a key.
#[derive(Deserialize)]
struct KeyFile<'a> {
    #[serde(borrow)]
    priv_key: PrivateKey<'a>,
}

#[derive(Deserialize)]
struct PrivateKey<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    value: &'a str,
}

impl ConsensusSecret {
    /// The key from a random seed.
    ///
    /// # Errors
    /// [`heliast_finality::Malformed`] never happens for a seed of 32 random bytes, and is passed on.
    pub(super) fn from_seed(
        key_type: KeyType,
        seed: Zeroizing<[u8; 32]>,
    ) -> Result<ConsensusSecret, heliast_finality::Malformed> {
        let (private, public) = match key_type {
            KeyType::Ed25519 => {
                let key = SigningKey::from_bytes(&seed);
                let private = Zeroizing::new(key.to_keypair_bytes());
                (Zeroizing::new(private.to_vec()), key.verifying_key().to_bytes().to_vec())
            }
            KeyType::MlDsa65 => {
                let key = ml_dsa::SigningKey::<MlDsa65>::from_seed(&(*seed).into());
                #[expect(deprecated, reason = "the engine's file has the expanded form, and no seed")]
                let mut expanded = key.expanded_key().to_expanded();
                let private = Zeroizing::new(expanded.to_vec());
                expanded.as_mut_slice().zeroize();
                (private, key.verifying_key().encode().to_vec())
            }
        };
        Ok(ConsensusSecret { private, public: ConsensusKey::new(key_type, &public)? })
    }

    /// The key in the engine's `priv_validator_key.json`; `None` if it is damaged.
    pub(super) fn from_json(text: &[u8]) -> Option<ConsensusSecret> {
        let KeyFile { priv_key } = serde_json::from_slice(text).ok()?;
        let key_type =
            [KeyType::Ed25519, KeyType::MlDsa65].into_iter().find(|one| names(*one).1 == priv_key.kind)?;
        let private = decoded(priv_key.value, private_len(key_type))?;
        let public = match key_type {
            KeyType::Ed25519 => {
                let key = SigningKey::from_keypair_bytes(private.as_slice().try_into().ok()?).ok()?;
                key.verifying_key().to_bytes().to_vec()
            }
            KeyType::MlDsa65 => expanded(&private)?.verifying_key().encode().to_vec(),
        };
        Some(ConsensusSecret { private, public: ConsensusKey::new(key_type, &public).ok()? })
    }

    /// The signature on a message, which is deterministic.
    pub(super) fn sign(&self, message: &[u8]) -> Vec<u8> {
        let signature = match self.public.key_type() {
            KeyType::Ed25519 => {
                let pair = self.private.as_slice().try_into().ok();
                pair.and_then(|pair| SigningKey::from_keypair_bytes(pair).ok())
                    .map(|key| key.sign(message).to_bytes().to_vec())
            }
            KeyType::MlDsa65 => expanded(&self.private)
                .and_then(|key| key.sign_deterministic(message, &[]).ok())
                .map(|signature| signature.encode().to_vec()),
        };
        signature.expect("the constructors have seen that these bytes are a key")
    }

    /// The public key.
    pub(super) fn public(&self) -> &ConsensusKey {
        &self.public
    }

    /// The engine's `priv_validator_key.json`.
    pub(super) fn to_json(&self) -> Zeroizing<String> {
        let public = STANDARD.encode(self.public.as_bytes());
        let private = Zeroizing::new(STANDARD.encode(&*self.private));
        let address = hex::encode_upper(self.public.address());
        let (public_name, private_name) = names(self.public.key_type());
        // Allocated at its full size: a string that grows leaves copies of the secret in memory.
        let mut text = Zeroizing::new(String::with_capacity(public.len() + private.len() + 512));
        text.push_str(&format!(
            "{{\n  \"address\": \"{address}\",\n  \"pub_key\": {{\n    \"type\": \"{public_name}\",\n    \
             \"value\": \"{public}\"\n  }},\n  \"priv_key\": {{\n    \"type\": \"{private_name}\",\n    \
             \"value\": \""
        ));
        text.push_str(&private);
        text.push_str("\"\n  }\n}\n");
        text
    }
}

impl PeerSecret {
    /// The key from a random seed.
    pub(super) fn from_seed(seed: Zeroizing<[u8; 32]>) -> PeerSecret {
        PeerSecret(seed)
    }

    /// The key in the engine's `node_key.json`; `None` if it is damaged.
    pub(super) fn from_json(text: &[u8]) -> Option<PeerSecret> {
        let KeyFile { priv_key } = serde_json::from_slice(text).ok()?;
        let pair = decoded(priv_key.value, private_len(KeyType::Ed25519))?;
        let pair = pair.as_slice().try_into().ok().filter(|_| priv_key.kind == names(KeyType::Ed25519).1)?;
        Some(PeerSecret(Zeroizing::new(SigningKey::from_keypair_bytes(pair).ok()?.to_bytes())))
    }

    /// The public key.
    ///
    /// # Errors
    /// The errors of [`ConsensusSecret::from_seed`].
    pub(super) fn public(&self) -> Result<ConsensusKey, heliast_finality::Malformed> {
        let public = SigningKey::from_bytes(&self.0).verifying_key();
        ConsensusKey::new(KeyType::Ed25519, public.as_bytes())
    }

    /// The signature on a message, which is deterministic.
    pub(super) fn sign(&self, message: &[u8]) -> Vec<u8> {
        SigningKey::from_bytes(&self.0).sign(message).to_bytes().to_vec()
    }

    /// The id by which other nodes identify the node: the first 20 bytes of the public key's SHA-256, in
    /// hexadecimal digits.
    pub(super) fn id(&self) -> String {
        let public = SigningKey::from_bytes(&self.0).verifying_key();
        hex::encode(Sha256::digest(public.as_bytes()))[..40].to_owned()
    }

    /// The engine's `node_key.json`.
    pub(super) fn to_json(&self) -> Zeroizing<String> {
        let pair = Zeroizing::new(SigningKey::from_bytes(&self.0).to_keypair_bytes());
        let private = Zeroizing::new(STANDARD.encode(pair.as_slice()));
        let (_, name) = names(KeyType::Ed25519);
        let mut text = Zeroizing::new(String::with_capacity(private.len() + 128));
        text.push_str(&format!("{{\"priv_key\":{{\"type\":\"{name}\",\"value\":\""));
        text.push_str(&private);
        text.push_str("\"}}\n");
        text
    }
}

/// Bytes of the private key in the engine's file.
fn private_len(key_type: KeyType) -> usize {
    match key_type {
        KeyType::Ed25519 => 64,
        KeyType::MlDsa65 => SHORT_AT + SHORT_LEN + 6 * 416,
    }
}

/// Decodes base64 of this many bytes.
fn decoded(text: &str, len: usize) -> Option<Zeroizing<Vec<u8>>> {
    // The decoder may write up to two bytes more.
    let mut bytes = Zeroizing::new(vec![0; len + 2]);
    let found = STANDARD.decode_slice(text, &mut bytes).ok()?;
    bytes.truncate(len);
    (found == len).then_some(bytes)
}

/// The offset of the short vectors of FIPS 204 in an expanded key, after two seeds and a hash. They have four
/// bits for each of 11 · 256 coefficients.
const SHORT_AT: usize = 32 + 32 + 64;
const SHORT_LEN: usize = 11 * 128;
/// A coefficient from -4 to 4 is stored as 0 to 8.
const MAX_SHORT: u8 = 8;

/// The key of FIPS 204 in its expanded form; `None` for invalid bytes, on which `ml_dsa` may panic.
fn expanded(bytes: &[u8]) -> Option<ExpandedSigningKey<MlDsa65>> {
    let short = bytes.get(SHORT_AT..SHORT_AT + SHORT_LEN)?;
    if short.iter().any(|byte| byte & 15 > MAX_SHORT || byte >> 4 > MAX_SHORT) {
        return None;
    }
    let mut encoded = bytes.try_into().ok()?;
    #[expect(deprecated, reason = "the engine's file has the expanded form, and no seed")]
    let key = ExpandedSigningKey::from_expanded(&encoded);
    encoded.as_mut_slice().zeroize();
    Some(key)
}

/// The engine's names for types of public and private keys in its files.
fn names(key_type: KeyType) -> (&'static str, &'static str) {
    let private = match key_type {
        KeyType::Ed25519 => "tendermint/PrivKeyEd25519",
        KeyType::MlDsa65 => "cometbft/PrivKeyMlDsa65",
    };
    (key_type.engine_json_name(), private)
}

impl fmt::Debug for ConsensusSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConsensusSecret").field("public", &self.public).finish_non_exhaustive()
    }
}

impl fmt::Debug for PeerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PeerSecret").field(&self.id()).finish()
    }
}
