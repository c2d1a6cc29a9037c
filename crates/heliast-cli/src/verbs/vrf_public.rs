//! `heliast vrf public`: prints the public key of a secret key, and nothing else.

use crate::{
    failure::Failure,
    files::{AtomicFile, Secrecy, check_distinct, check_new, is_stdio},
    keys,
    report::Report,
    reports::{BareKey, Hex, PublicKeyShown},
    secrets::PassphraseArgs,
    stores,
};
use heliast::VrfScheme;
use std::path::PathBuf;

/// Print the public key file of a secret key
///
/// The key answers nothing and is not changed. For a key of x-vrf or ivrf the output is the file public.json
/// in its directory.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The secret key file, `-` for stdin, or the directory of a key that expires
    #[arg(value_name = "FILE|DIR")]
    key: PathBuf,
    /// Write the public key file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let out = self.out.as_ref().filter(|path| !is_stdio(path));
        if let Some(path) = out {
            check_distinct(&[&self.key, path])?;
            check_new(path, self.force)?;
        }
        let (scheme, public) = self.public_key()?;
        let text = keys::public_key_file(scheme, &public);
        if let Some(path) = out {
            AtomicFile::write_all_to(path, Secrecy::Public, self.force, text.as_bytes())?;
        }
        let headline = match out {
            None => text.trim_end().to_owned(),
            Some(path) => format!("public key written to {}", path.display()),
        };
        let key = BareKey { scheme: scheme.into(), public_key: Hex::of(public) };
        Ok(Report::of(headline, &PublicKeyShown { out: out.map(|path| path.display().into()), key }))
    }

    fn public_key(&self) -> Result<(VrfScheme, Vec<u8>), Failure> {
        if stores::is_store(&self.key) {
            // The key may be in use, and its passphrase is not needed here.
            return keys::read_public_key(&self.key.join("public.json"));
        }
        let key = keys::open(&self.key, &self.passphrase)?;
        Ok((VrfScheme::Stateless(key.scheme()), key.public_key()))
    }
}
