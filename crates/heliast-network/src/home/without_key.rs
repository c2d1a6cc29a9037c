//! A home whose validator's key is at a signer.

use super::{
    error::HomeError,
    halves,
    names::{CONSENSUS_KEY, ENGINE},
    signer::Signer,
};
use serde::Deserialize;
use std::{fs, path::Path};
use zeroize::Zeroizing;

/// Checks that only the signer has the key and the record of what it has signed. The engine writes a new key
/// and an empty record into a home without them; these are never used.
///
/// # Errors
/// [`HomeError::KeyIsHere`] or [`HomeError::RecordIsHere`]
pub(super) fn check(home: &Path, signer: &Signer) -> Result<(), HomeError> {
    let engine = home.join(ENGINE);
    if address_in(home).is_some_and(|address| address.eq_ignore_ascii_case(signer.validator())) {
        return Err(HomeError::KeyIsHere(engine.join("config").join(CONSENSUS_KEY)));
    }
    match halves::signed(home) {
        Ok(1..) => Err(HomeError::RecordIsHere(engine.join("data").join(halves::SIGNED))),
        _ => Ok(()),
    }
}

/// The address of the validator whose key is in a node's home, from the engine's file. `None` if the home has
/// no such file, or a damaged one.
pub(super) fn address_in(home: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct KeyFile {
        address: String,
    }
    let path = home.join(ENGINE).join("config").join(CONSENSUS_KEY);
    let file = Zeroizing::new(fs::read(path).ok()?);
    Some(serde_json::from_slice::<KeyFile>(&file).ok()?.address)
}

/// The address in the engine's own settings at which it listens for a signer, if it differs from that in
/// `node.toml`.
pub(super) fn other_listen(home: &Path, signer: Option<&Signer>) -> Option<String> {
    #[derive(Default, Deserialize)]
    struct Engine {
        #[serde(default)]
        priv_validator_laddr: String,
    }
    let path = home.join(ENGINE).join("config").join("config.toml");
    // The engine reports settings that can't be read.
    let Engine { priv_validator_laddr: listen } = toml::from_str(&fs::read_to_string(path).ok()?).ok()?;
    let is_same = signer.is_some_and(|signer| signer.listen() == listen);
    (!listen.is_empty() && !is_same).then_some(listen)
}
