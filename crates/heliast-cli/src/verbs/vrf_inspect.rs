//! `heliast vrf inspect`: shows the contents of a key or a proof.

use crate::{
    failure::{Code, Failure},
    files, keys,
    report::Report,
    reports::{BareKey, Hex, LotFile, PublicKey},
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
            return Err(Failure::new(Code::Usage, message).hint("leave it out: a file here is not a secret"));
        }
        let bytes = files::read(&self.path, keys::MAX_FILE)?;
        if bytes.starts_with(b"HLVR") {
            return proof(&bytes);
        }
        public_key(&self.path)
    }

    fn store(&self) -> Result<Report, Failure> {
        let store = self.store.open(&self.path)?;
        let tree = stores::tree(&store.public_key(), store.next_turn());
        let report = Report::new("a key that expires, ready to answer");
        Ok(stores::show_tree(report, &tree).with(&LotFile::Store { tree }))
    }
}

fn public_key(path: &Path) -> Result<Report, Failure> {
    let (scheme, public) = keys::read_public_key(path)?;
    let report = |key| Report::of("a public key", &LotFile::Public { key });
    let bad = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{}: {reason}", path.display()))
    };
    if let VrfScheme::Stateless(scheme) = scheme {
        scheme.check_public_key(&public).map_err(|error| bad(&error))?;
        let nonce = StatelessScheme::of_public_key(&public).map(|_| Hex::of(&public[NONCE]));
        let key = BareKey { scheme: scheme.name().into(), public_key: Hex::of(&public) };
        return Ok(report(PublicKey::Bare { nonce, key }).show(&["scheme", "nonce", "public_key"]));
    }
    let key = stateful::PublicKey::from_bytes(&public).map_err(|error| bad(&error))?;
    if TreeScheme::of_terms(&key.terms).map(VrfScheme::Stateful) != Some(scheme) {
        return Err(bad(&"the key is not of the scheme that the file names"));
    }
    Ok(report(PublicKey::Tree(stores::tree_key(&key))).show(&stores::TREE_KEY))
}

fn proof(bytes: &[u8]) -> Result<Report, Failure> {
    let (scheme, proof) = keys::split_proof(bytes)?;
    let leaf = match scheme {
        VrfScheme::Stateful(_) => Some(proof.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes))),
        _ => None,
    };
    let said = LotFile::Proof { leaf, scheme: scheme.into(), proof_bytes: proof.len() };
    Ok(Report::of("a proof", &said).show(&["leaf", "scheme", "proof_bytes"]))
}
