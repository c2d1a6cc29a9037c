//! Secret keys of the engine, in the form of its files: JSON with base64, as CometBFT's packages `privval`,
//! `p2p` and `crypto` write them.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ed25519_dalek::SigningKey;
use heliast_finality::{ConsensusKey, KeyType};
use ml_dsa::{Keypair, MlDsa65};
use sha2::{Digest, Sha256};
use std::fmt;
use zeroize::{Zeroize, Zeroizing};

/// The engine's record of what a validator has signed, before it has signed anything. Without this file the
/// engine does not begin, and with an old one it might sign twice.
pub(super) const NEVER_SIGNED: &str = "{\n  \"height\": \"0\",\n  \"round\": 0,\n  \"step\": 0\n}\n";

/// A validator's secret key.
pub(super) struct ConsensusSecret {
    key_type: KeyType,
    seed: Zeroizing<[u8; 32]>,
    public: ConsensusKey,
}

/// The secret key by which other nodes know a node: always Ed25519, and without any power.
pub(super) struct PeerSecret(Zeroizing<[u8; 32]>);

impl ConsensusSecret {
    /// The key of a random seed.
    ///
    /// # Errors
    /// [`heliast_finality::Malformed`] never happens for a seed of 32 random bytes, and is passed on.
    pub(super) fn from_seed(
        key_type: KeyType,
        seed: Zeroizing<[u8; 32]>,
    ) -> Result<ConsensusSecret, heliast_finality::Malformed> {
        let public = match key_type {
            KeyType::Ed25519 => SigningKey::from_bytes(&seed).verifying_key().to_bytes().to_vec(),
            KeyType::MlDsa65 => ml_dsa_key(&seed).verifying_key().encode().to_vec(),
        };
        let public = ConsensusKey::new(key_type, &public)?;
        Ok(ConsensusSecret { key_type, seed, public })
    }

    /// The public key.
    pub(super) fn public(&self) -> &ConsensusKey {
        &self.public
    }

    /// The engine's `priv_validator_key.json`.
    pub(super) fn to_json(&self) -> Zeroizing<String> {
        let (public, private) = (STANDARD.encode(self.public.as_bytes()), self.private());
        let private = Zeroizing::new(STANDARD.encode(&*private));
        let address = hex::encode_upper(self.public.address());
        let (public_name, private_name) = names(self.key_type);
        // Allocated in full at once: a string that grows leaves copies behind.
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

    /// The bytes that the engine keeps: the seed and the public key, or the key of FIPS 204, algorithm 24.
    fn private(&self) -> Zeroizing<Vec<u8>> {
        match self.key_type {
            KeyType::Ed25519 => {
                Zeroizing::new(SigningKey::from_bytes(&self.seed).to_keypair_bytes().to_vec())
            }
            KeyType::MlDsa65 => {
                #[expect(deprecated, reason = "the engine's file has the expanded form, and no seed")]
                let mut expanded = ml_dsa_key(&self.seed).expanded_key().to_expanded();
                let bytes = Zeroizing::new(expanded.to_vec());
                expanded.as_mut_slice().zeroize();
                bytes
            }
        }
    }
}

impl PeerSecret {
    /// The key of a random seed.
    pub(super) fn from_seed(seed: Zeroizing<[u8; 32]>) -> PeerSecret {
        PeerSecret(seed)
    }

    /// The id under which other nodes know it: the first 20 bytes of the public key's SHA-256, in
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

fn ml_dsa_key(seed: &[u8; 32]) -> ml_dsa::SigningKey<MlDsa65> {
    ml_dsa::SigningKey::from_seed(&(*seed).into())
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
