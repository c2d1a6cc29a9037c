//! `heliast vrf keygen`: a new key.

use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, check_distinct, check_new, is_stdio},
    keys,
    report::{Report, printed_or_unwanted},
};
use heliast::{SecretKey, VrfScheme};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// Make a key
///
/// Without --out the secret key file is printed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The VRF: `ecvrf-edwards25519-sha512-ell2` or `-tai`, in full or by its last part
    #[arg(long, default_value = "ecvrf-edwards25519-sha512-ell2", value_parser = keys::scheme)]
    scheme: VrfScheme,
    /// Where to write the secret key, readable for its owner only
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where to write the public key
    #[arg(long, value_name = "FILE")]
    public: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let out = self.out.filter(|path| !is_stdio(path));
        let paths: Vec<&Path> = [&out, &self.public].into_iter().flatten().map(PathBuf::as_path).collect();
        check_distinct(&paths)?;
        for path in paths {
            check_new(path, self.force)?;
        }
        let mut seed = Zeroizing::new([0; 32]);
        getrandom::fill(seed.as_mut()).map_err(|error| Failure::new(Code::Internal, error))?;
        let key = SecretKey::from_seed(self.scheme, *seed);
        let secret = keys::secret_key_file(&key, &seed);
        let public = key.public_key();

        if let Some(path) = &self.public {
            let text = keys::public_key_file(self.scheme, &public);
            AtomicFile::write_all_to(path, Secrecy::Public, self.force, text.as_bytes())?;
        }
        let Some(path) = out else {
            // A JSON object as it is, so that --json changes nothing.
            let mut stdout = io::stdout();
            let printed = stdout.write_all(secret.as_bytes()).and_then(|()| stdout.flush());
            return printed_or_unwanted(printed).map(|()| Report::printed());
        };
        AtomicFile::write_all_to(&path, Secrecy::Secret, self.force, secret.as_bytes())?;
        Ok(Report::new(format!("secret key written to {}: keep it", path.display()))
            .field("out", path.display().to_string())
            .row("scheme", self.scheme.name())
            .row("public", hex::encode(&public)))
    }
}
