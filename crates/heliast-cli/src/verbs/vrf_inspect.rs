//! `heliast vrf inspect`: shows the contents of a key or a proof.

use crate::{
    failure::{Code, Failure},
    files, keys,
    report::Report,
    stores::{self, StoreArgs},
};
use heliast::{StatelessScheme, TreeScheme, VrfScheme, stateful};
use std::{
    ops::Range,
    path::{Path, PathBuf},
};

/// The place of the nonce in public keys that begin with their scheme's id.
const NONCE: Range<usize> = 1..17;

/// Show the contents of a key's directory, a public key file or a proof
///
/// Only the form of a proof is checked; `heliast vrf verify` verifies it. A key's directory is opened as if
/// it were used, so that errors in it show.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file or directory
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        if stores::is_store(&self.path) {
            return self.store();
        }
        self.store.forbid()?;
        if self.store.passphrase.is_given() {
            let message = "--passphrase-file is for the directory of a key";
            return Err(Failure::new(Code::Usage, message).hint("leave it out: a file here is no secret"));
        }
        let bytes = files::read(&self.path, keys::MAX_FILE)?;
        if bytes.starts_with(b"HLVR") {
            return proof(&bytes);
        }
        public_key(&self.path)
    }

    fn store(&self) -> Result<Report, Failure> {
        let store = self.store.open(&self.path)?;
        let report = Report::new("a key that expires, ready to answer").field("kind", "store");
        let report = stores::describe(report, &store.public_key());
        Ok(stores::describe_rest(report, &store.terms(), store.next_turn()))
    }
}

fn public_key(path: &Path) -> Result<Report, Failure> {
    let (scheme, public) = keys::read_public_key(path)?;
    let report = Report::new("a public key").field("kind", "public");
    let bad = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{}: {reason}", path.display()))
    };
    if let VrfScheme::Stateless(scheme) = scheme {
        scheme.check_public_key(&public).map_err(|error| bad(&error))?;
        let report = report.row("scheme", scheme.name());
        let report = match StatelessScheme::of_public_key(&public) {
            Some(_) => report.row("nonce", hex::encode(&public[NONCE])),
            None => report,
        };
        return Ok(report.row("public key", hex::encode(public)));
    }
    let key = stateful::PublicKey::from_bytes(&public).map_err(|error| bad(&error))?;
    if TreeScheme::of_terms(&key.terms).map(VrfScheme::Stateful) != Some(scheme) {
        return Err(bad(&"the key is not of the scheme that the file names"));
    }
    Ok(stores::describe(report, &key))
}

fn proof(bytes: &[u8]) -> Result<Report, Failure> {
    let (scheme, proof) = keys::split_proof(bytes)?;
    let report = Report::new("a proof").field("kind", "proof");
    let report = match scheme {
        VrfScheme::Stateful(_) => {
            let index = proof.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
            report.row("leaf", index)
        }
        _ => report,
    };
    Ok(report.row("scheme", scheme.to_string()).row("proof bytes", proof.len()))
}
