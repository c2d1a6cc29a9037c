//! `heliast vrf inspect`: what a key or a proof is.

use crate::{
    failure::{Code, Failure},
    files, keys,
    report::Report,
    stores::{self, StoreArgs},
};
use heliast::{LotScheme, stateful};
use std::path::{Path, PathBuf};

/// Show what is in a key's directory, a public key file or a proof
///
/// Forms are checked; whether a proof holds is for `heliast vrf verify`. A key's directory is opened as if it were used, so that what is wrong with it shows.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file or directory
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    #[command(flatten)]
    store: StoreArgs,
}

/// Longer than every proof and public key file.
const MAX_FILE: u64 = 64 << 10;

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        if stores::is_store(&self.path) {
            return self.store();
        }
        let bytes = files::read(&self.path, MAX_FILE)?;
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
    let LotScheme::Stateful { .. } = scheme else {
        return Ok(report.row("scheme", scheme.to_string()).row("public", hex::encode(public)));
    };
    let bad = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{}: {reason}", path.display()))
    };
    let key = stateful::PublicKey::from_bytes(&public).map_err(|error| bad(&error))?;
    if LotScheme::of_terms(&key.terms) != Some(scheme) {
        return Err(bad(&"the key is not of the scheme that the file names"));
    }
    Ok(stores::describe(report, &key))
}

fn proof(bytes: &[u8]) -> Result<Report, Failure> {
    let (scheme, proof) = keys::split_proof(bytes)?;
    let report = Report::new("a proof").field("kind", "proof");
    let report = match scheme {
        Some(LotScheme::Stateful { .. }) => {
            let index = proof.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
            report.row("leaf", index)
        }
        _ => report,
    };
    let name = scheme.map_or_else(|| "unnamed".to_owned(), |scheme| scheme.to_string());
    Ok(report.row("scheme", name).row("bytes", proof.len()))
}
