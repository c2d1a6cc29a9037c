//! An agreement: an applicant's signature of a draft.

use super::application::signed;
use heliast::{
    Malformed,
    wire::{Reader, require},
};
use heliast_finality::{BadSignature, ConsensusKey, KeyType};

const MAGIC: &[u8; 5] = b"HLAG\x01";
const TAG: &str = "heliast/agreement/v1";

/// An applicant's signature of a draft. [`Draft::agreed`](super::Draft::agreed) verifies it and returns whose
/// it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    chain_id: [u8; 32],
    application: [u8; 32],
    signature: Vec<u8>,
}

impl Agreement {
    /// The longest agreement, in bytes.
    pub const MAX_LEN: usize = 1 << 13;

    /// The agreement of an application to the draft with this chain id, signed by `sign` with the validator's
    /// key.
    pub(super) fn sign(
        chain_id: &[u8; 32],
        application: &[u8; 32],
        sign: impl FnOnce(&[u8]) -> Vec<u8>,
    ) -> Agreement {
        let signature = sign(&message(chain_id, application));
        Agreement { chain_id: *chain_id, application: *application, signature }
    }

    /// Parses an agreement.
    ///
    /// # Errors
    /// [`Malformed`] if they are not an agreement.
    pub fn from_bytes(bytes: &[u8]) -> Result<Agreement, Malformed> {
        let mut reader = Reader::new("agreement", MAGIC, bytes)?;
        let (chain_id, application) = (reader.array()?, reader.array()?);
        let len = usize::from(reader.u16()?);
        let is_one = [KeyType::Ed25519, KeyType::MlDsa65].iter().any(|one| one.signature_len() == len);
        require(is_one, "signature", "it is not as long as any signature")?;
        let signature = reader.bytes(len)?.to_vec();
        reader.end()?;
        Ok(Agreement { chain_id, application, signature })
    }

    /// The agreement's bytes, as `spec/founding.md` defines them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let len = (self.signature.len() as u16).to_be_bytes();
        [MAGIC, &self.chain_id[..], &self.application, &len, &self.signature].concat()
    }

    /// The chain id of the draft.
    pub fn chain_id(&self) -> &[u8; 32] {
        &self.chain_id
    }

    /// The id of the application that agrees.
    pub fn application(&self) -> &[u8; 32] {
        &self.application
    }

    pub(super) fn is_signed_by(&self, key: &ConsensusKey) -> Result<(), BadSignature> {
        key.verify(&message(&self.chain_id, &self.application), &self.signature)
    }
}

fn message(chain_id: &[u8; 32], application: &[u8; 32]) -> Vec<u8> {
    signed(TAG, &[&chain_id[..], application].concat())
}
