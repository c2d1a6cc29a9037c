//! The key with which the validator of a home votes. It is shown to the participants who will give it power
//! (`spec/validators.md`), and made if the home has no key yet.

use super::{error::HomeError, node_secrets::NodeSecrets};
use heliast_disk::Disk;
use heliast_finality::{ConsensusKey, proof_input};
use std::path::Path;

/// The public key of a home's validator, with the proof that the home has it.
#[derive(Clone, Debug)]
pub struct ValidatorKey {
    /// The public key.
    pub public: ConsensusKey,
    /// Its signature for the chain.
    pub proof: Vec<u8>,
}

impl ValidatorKey {
    /// The key in a home of the chain with this id. If the home's engine has no keys, `fresh` is written
    /// there, with an empty record of what was signed.
    ///
    /// # Errors
    /// [`HomeError`] if a file can't be written, or an existing one can't be read.
    pub fn of(home: &Path, chain_id: &[u8; 32], fresh: NodeSecrets) -> Result<ValidatorKey, HomeError> {
        let secrets = fresh.settle_on(&Disk::default(), home)?;
        let public = secrets.consensus_key().clone();
        let proof = secrets.sign(&proof_input(chain_id, &public));
        Ok(ValidatorKey { public, proof })
    }
}
