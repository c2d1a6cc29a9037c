//! `heliast vrf keygen`: makes a new key.

use crate::{
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, check_distinct, check_new, is_stdio, refuse_terminal},
    keys,
    report::{Report, printed_or_unwanted},
    reports::{BareKey, Hex, LotKeyMade},
    secrets,
    stores::{self, GrowthArgs, StoreArgs},
    ui::Ui,
};
use heliast::{SecretKey, StatelessScheme, TreeScheme, VrfScheme, stateful::PublicKey};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// Make a key
///
/// A key of x-vrf or ivrf, which expires, is a directory. Making a large one takes long; if it is
/// interrupted, the same command continues. Keys of the other schemes are files: without --out the secret
/// key file is printed.
///
/// ecvrf: the smallest proofs, not secure against quantum computers. a-vrf-fast (10.9 KB) and a-vrf-small
/// (8.0 KB, slower): secure against these too, from AES and hashes, with keys that do not expire. x-vrf and
/// ivrf: 0.4 to 3 KB, from hashes alone, with keys that expire and must not be copied.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The VRF: `ecvrf-edwards25519-sha512-ell2` or `-tai`, in full or by its last part; `a-vrf-fast`,
    /// `a-vrf-small`; `x-vrf-H` and `ivrf-H`, hash trees of height H from 4 to 27
    #[arg(long, default_value = "ecvrf-edwards25519-sha512-ell2", value_parser = keys::scheme)]
    scheme: VrfScheme,
    /// The file or directory for the secret key, which only its owner can read
    #[arg(long, value_name = "FILE|DIR")]
    out: Option<PathBuf>,
    /// The file for the public key
    #[arg(long, value_name = "FILE")]
    public: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    growth: GrowthArgs,
    #[command(flatten)]
    store: StoreArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        match self.scheme {
            VrfScheme::Stateless(scheme) => {
                self.growth.forbid()?;
                self.store.forbid()?;
                self.draw(scheme, ui)
            }
            VrfScheme::Stateful(tree) => self.grow(tree, ui),
        }
    }

    /// Draws a key that consists of its seed.
    fn draw(self, scheme: StatelessScheme, ui: &Ui) -> Result<Report, Failure> {
        let out = self.out.filter(|path| !is_stdio(path));
        if out.is_none() && ui.json() {
            let message = "with --json stdout holds the JSON object, so that a secret key has no place there";
            return Err(Failure::new(Code::Usage, message).hint("give --out a file"));
        }
        let paths: Vec<&Path> = [&out, &self.public].into_iter().flatten().map(PathBuf::as_path).collect();
        if self.force && paths.is_empty() {
            return Err(Failure::new(Code::Usage, "--force is for files, and none is written")
                .hint("give --out or --public, or leave it out"));
        }
        check_distinct(&paths)?;
        for path in paths {
            check_new(path, self.force)?;
        }
        let passphrase = self.store.passphrase.new_one(&self.growth.making.encryption)?;
        if out.is_none() && passphrase.is_some() {
            refuse_terminal("an encrypted key")?;
        }
        let mut seed = Zeroizing::new([0; 32]);
        getrandom::fill(seed.as_mut()).map_err(|error| Failure::new(Code::Internal, error))?;
        let key = SecretKey::from_seed(scheme, *seed);
        let secret = secrets::sealed(keys::secret_key_file(&key, &seed).as_bytes(), passphrase.as_ref())?;
        let public = key.public_key();

        if let Some(path) = &self.public {
            let text = keys::public_key_file(VrfScheme::Stateless(scheme), &public);
            AtomicFile::write_all_to(path, Secrecy::Public, self.force, text.as_bytes())?;
        }
        let Some(path) = out else {
            let mut stdout = io::stdout();
            let printed = stdout.write_all(&secret).and_then(|()| stdout.flush());
            return printed_or_unwanted(printed).map(|()| Report::printed());
        };
        AtomicFile::write_all_to(&path, Secrecy::Secret, self.force, &secret)?;
        let said = LotKeyMade::Bare {
            out: path.display().into(),
            encrypted: passphrase.is_some(),
            key: BareKey { scheme: scheme.name().into(), public_key: Hex::of(&public) },
        };
        let headline = format!("secret key written to {}: keep it", path.display());
        Ok(Report::of(headline, &said).show(&["scheme", "public_key"]))
    }

    /// Makes a key that is a hash tree.
    fn grow(self, tree: TreeScheme, ui: &Ui) -> Result<Report, Failure> {
        let Some(dir) = self.out.as_ref().filter(|path| !is_stdio(path)) else {
            return Err(Failure::new(Code::Usage, "a key that expires is a directory, and none was given")
                .hint("give --out DIR"));
        };
        if let Some(path) = &self.public {
            check_new(path, self.force)?;
        }
        let terms = self.growth.terms(tree)?;
        let key = self.store.generate(dir, terms, &self.growth.making, ui)?;
        self.write_public(&key)?;
        let said = LotKeyMade::Tree {
            out: dir.display().into(),
            encrypted: self.growth.making.encryption.encrypt,
            key: stores::tree_key(&key),
            rounds: terms.rounds(),
        };
        let headline =
            format!("key made in {}: keep it, and make no copy that could answer too", dir.display());
        let report = Report::of(headline, &said).show(&stores::TREE_KEY);
        Ok(report.show_as("rounds", stores::with_time(terms.rounds())))
    }

    fn write_public(&self, key: &PublicKey) -> Result<(), Failure> {
        let Some(path) = &self.public else { return Ok(()) };
        let text = keys::public_key_file(self.scheme, &key.to_bytes());
        AtomicFile::write_all_to(path, Secrecy::Public, self.force, text.as_bytes())
    }
}
