//! A signer: a program that has the validator's key on another machine, or under another user, and connects
//! to the engine to sign for it. The home names it in `node.toml`, and then must not have the key.

use serde::{Deserialize, Serialize};
use std::net::SocketAddr;

/// The table `[signer]` of `node.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Table", into = "Table")]
pub struct Signer {
    listen: String,
    validator: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The address at which the engine listens for the signer.
    listen: String,
    /// The address of the validator whose key the signer has.
    validator: String,
}

/// The faults of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSigner {
    /// The engine does not support addresses of this form.
    #[error("listen of [signer] is unix:///PATH or tcp://ADDRESS:PORT, with an address of this machine")]
    Listen,
    /// Everybody could connect to this address.
    #[error(
        "listen of [signer] would be open to everybody, and the first to call is taken for the signer: name the \
         one address at which the signer calls, in a network of your own"
    )]
    Open,
    /// The validator's address is invalid.
    #[error(
        "validator of [signer] is an address as `heliast validator list` shows it, 40 hexadecimal digits"
    )]
    Validator,
}

impl TryFrom<Table> for Signer {
    type Error = BadSigner;

    fn try_from(Table { listen, validator }: Table) -> Result<Signer, BadSigner> {
        let is_path = |path: &str| path.len() > 1 && path.starts_with('/') && !path.contains('\0');
        let is_place = match listen.split_once("://") {
            Some(("unix", path)) => is_path(path),
            Some(("tcp", place)) => {
                let place: SocketAddr = place.parse().map_err(|_| BadSigner::Listen)?;
                if place.ip().is_unspecified() {
                    return Err(BadSigner::Open);
                }
                place.port() != 0
            }
            _ => false,
        };
        if !is_place {
            return Err(BadSigner::Listen);
        }
        if validator.len() != 40 || !validator.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(BadSigner::Validator);
        }
        Ok(Signer { listen, validator: validator.to_ascii_uppercase() })
    }
}

impl From<Signer> for Table {
    fn from(Signer { listen, validator }: Signer) -> Table {
        Table { listen, validator }
    }
}

impl Signer {
    /// The address at which the engine listens for the signer, `unix:///...` or `tcp://...`.
    pub fn listen(&self) -> &str {
        &self.listen
    }

    /// The address of the validator whose key the signer has, as the engine writes it.
    pub fn validator(&self) -> &str {
        &self.validator
    }
}
