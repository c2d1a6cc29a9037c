//! Tells whether a home has its validator's key itself, or a signer has it.

use super::{error::HomeError, settings::Settings, signer::Signer};
use std::path::Path;

/// The signer of a home; `None` if the home has the key itself, or has no settings.
///
/// # Errors
/// [`HomeError::Settings`] if the settings have another form.
pub(super) fn signer_of(home: &Path) -> Result<Option<Signer>, HomeError> {
    match Settings::of_home(home) {
        Ok(settings) => Ok(settings.signer),
        Err(HomeError::NoSettings { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns an error if the key of the home is at a signer, for operations that need the key.
///
/// # Errors
/// [`HomeError::KeyAtSigner`]
pub(super) fn must_have_key(home: &Path) -> Result<(), HomeError> {
    match signer_of(home)? {
        Some(_) => Err(HomeError::KeyAtSigner(home.to_owned())),
        None => Ok(()),
    }
}
