//! Files with secrets, which may be encrypted with a passphrase; and passphrases from a file or a
//! terminal.

use crate::{
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, is_stdio},
    ui::Ui,
};
use heliast_keystore::{Error, Passphrase, Refusal, is_under_passphrase};
use std::{
    io::{IsTerminal, stdin},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// The source of a passphrase.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct PassphraseArgs {
    /// The passphrase of an encrypted secret: the first line of a file; `-` is stdin, /dev/fd/N an open file.
    /// Without it, you are asked on the terminal
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

/// Whether a new secret is encrypted.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct EncryptArgs {
    /// Encrypt the new secret with a passphrase (age format)
    #[arg(long)]
    pub encrypt: bool,
}

/// The same for secrets that are made or read.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct SecretArgs {
    #[command(flatten)]
    pub encryption: EncryptArgs,
    #[command(flatten)]
    pub passphrase: PassphraseArgs,
}

impl SecretArgs {
    /// The passphrase for a new secret, if it is to be encrypted.
    pub fn new_one(&self) -> Result<Option<Passphrase>, Failure> {
        self.passphrase.new_one(&self.encryption)
    }
}

/// A secret from its file.
pub struct Secret {
    pub bytes: Zeroizing<Vec<u8>>,
    /// The passphrase of the file, if it is encrypted.
    pub passphrase: Option<Passphrase>,
}

impl PassphraseArgs {
    /// The path of the passphrase file, if it was given.
    pub fn path(&self) -> Option<&Path> {
        self.passphrase_file.as_deref()
    }

    /// Whether a passphrase file was given.
    pub fn is_given(&self) -> bool {
        self.passphrase_file.is_some()
    }

    /// The secret in a file that only its owner can read, or on stdin for `-`; decrypted if it is encrypted.
    pub fn read(&self, path: &Path) -> Result<Secret, Failure> {
        if is_stdio(path) && self.passphrase_file.as_deref().is_some_and(is_stdio) {
            return Err(Failure::new(Code::Usage, "the secret and its passphrase can't both be on stdin")
                .hint("give one of them as a file; /dev/fd/N is one, too"));
        }
        self.open(path, files::read_secret(path)?)
    }

    /// The secret in a file's bytes.
    pub fn open(&self, path: &Path, bytes: Zeroizing<Vec<u8>>) -> Result<Secret, Failure> {
        if !is_under_passphrase(&bytes) {
            return Ok(Secret { bytes, passphrase: None });
        }
        let passphrase = self.existing()?;
        warn_if_weak(path, &bytes);
        let plain = passphrase.decrypt(path, &bytes, bytes.len())?;
        Ok(Secret { bytes: plain, passphrase: Some(passphrase) })
    }

    /// The passphrase of an encrypted secret.
    pub fn existing(&self) -> Result<Passphrase, Failure> {
        match &self.passphrase_file {
            Some(path) => read_passphrase(path),
            None if stdin().is_terminal() => ask("passphrase: ").map(Passphrase::from),
            None => Err(Error::from(Refusal::PassphraseMissing).into()),
        }
    }

    /// The passphrase for a new secret, if it is to be encrypted.
    pub fn new_one(&self, args: &EncryptArgs) -> Result<Option<Passphrase>, Failure> {
        if self.passphrase_file.is_some() && !args.encrypt {
            // Encrypting it later would leave the unencrypted secret on the disk.
            return Err(Failure::new(
                Code::Usage,
                "there is a passphrase, and the key would not be encrypted",
            )
            .hint("add --encrypt, or leave out --passphrase-file"));
        }
        args.encrypt.then(|| self.chosen()).transpose()
    }

    fn chosen(&self) -> Result<Passphrase, Failure> {
        PassphraseArgs::new_words(self.path(), || {
            Failure::new(Code::Usage, "--encrypt has no passphrase")
                .hint("give --passphrase-file FILE, or run it in a terminal")
        })
    }

    /// A new passphrase: from a file, or typed twice. `missing` is the hint if there is neither a
    /// file nor a terminal.
    pub fn new_words(path: Option<&Path>, missing: impl FnOnce() -> Failure) -> Result<Passphrase, Failure> {
        if let Some(path) = path {
            return read_passphrase(path);
        }
        if !stdin().is_terminal() {
            return Err(missing());
        }
        let (words, again) = (ask("new passphrase: ")?, ask("the same again: ")?);
        match words.0 == again.0 && !words.0.is_empty() {
            true => Ok(words.into()),
            false => Err(Failure::new(Code::Refused, "the passphrases differ, or are empty")),
        }
    }
}

/// Warns if the passphrase of a file is cheaper to guess than those of new files, and suggests a remedy.
pub fn warn_if_weak(path: &Path, bytes: &[u8]) {
    let Some(log_n) = Passphrase::weakness(bytes) else { return };
    let dir = path.parent().filter(|_| path.ends_with("keys.json") || path.ends_with("secret"));
    let renew = match dir {
        Some(dir) => format!("`heliast key passphrase {}`", dir.display()),
        None => format!("`age -d {} | age -p -o NEW`", path.display()),
    };
    Ui::current().note(format_args!(
        "warning: a guess at the passphrase of {} takes 2^{log_n} steps, and 2^17 are the least that is written \
         now; {renew} writes it anew",
        path.display()
    ));
}

/// The bytes of a file with this secret, encrypted if there is a passphrase.
pub fn sealed(plain: &[u8], passphrase: Option<&Passphrase>) -> Result<Zeroizing<Vec<u8>>, Failure> {
    match passphrase {
        None => Ok(Zeroizing::new(plain.to_vec())),
        Some(passphrase) => passphrase
            .encrypt(plain)
            .map(Zeroizing::new)
            .map_err(|error| Failure::new(Code::Internal, error).about("the secret can't be encrypted")),
    }
}

/// Writes a secret into its own file.
pub fn write(path: &Path, force: bool, plain: &[u8], passphrase: Option<&Passphrase>) -> Result<(), Failure> {
    AtomicFile::write_all_to(path, Secrecy::Secret, force, &sealed(plain, passphrase)?)
}

/// A passphrase that was typed or read; erased when dropped.
struct Words(Zeroizing<String>);

impl From<Words> for Passphrase {
    fn from(words: Words) -> Passphrase {
        passphrase(&words.0)
    }
}

/// The passphrase with these words. In a build for tests a variable sets its cost, which otherwise takes a
/// second or two whenever a file is written or read.
fn passphrase(words: &str) -> Passphrase {
    let passphrase = Passphrase::new(words.to_owned());
    #[cfg(debug_assertions)]
    if let Ok(work) = std::env::var("HELIAST_TEST_WORK") {
        let work = work.parse().ok().and_then(|log_n| passphrase.with_work(log_n).ok());
        return work.expect("HELIAST_TEST_WORK is a number from 1 to 20");
    }
    passphrase
}

fn ask(prompt: &str) -> Result<Words, Failure> {
    let read = rpassword::prompt_password(prompt);
    read.map(|words| Words(Zeroizing::new(words))).map_err(|error| Failure::new(Code::Malformed, error))
}

fn read_passphrase(path: &Path) -> Result<Passphrase, Failure> {
    let bytes = files::read_secret(path)?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match std::str::from_utf8(line) {
        Ok(words) if !words.is_empty() => Ok(passphrase(words)),
        _ => Err(Failure::new(Code::Malformed, format_args!("{} holds no passphrase", path.display()))
            .hint("its first line is the passphrase, in UTF-8")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_as_it_was_written() {
        let dir = tempfile::tempdir().unwrap();
        let (path, words) = (dir.path().join("key"), dir.path().join("words"));
        AtomicFile::write_all_to(&words, Secrecy::Secret, false, b"open sesame\nand no more").unwrap();
        let args = PassphraseArgs { passphrase_file: Some(words) };
        // The lowest cost, since tests have nothing to protect.
        let cheap = Passphrase::new("open sesame".to_owned()).with_work(1).unwrap();
        for passphrase in [None, Some(&cheap)] {
            write(&path, true, b"secret", passphrase).unwrap();
            let read = args.read(&path).unwrap();
            assert_eq!((&**read.bytes, read.passphrase.is_some()), (&b"secret"[..], passphrase.is_some()));
        }
        let Err(missing) = PassphraseArgs::default().read(&path) else { panic!("it needs none") };
        assert_eq!(missing.code(), Code::Refused);
        let other = Passphrase::new("open barley".to_owned()).with_work(1).unwrap();
        write(&path, true, b"secret", Some(&other)).unwrap();
        let Err(wrong) = args.read(&path) else { panic!("it opens") };
        assert!(wrong.to_string().starts_with("the passphrase is wrong"), "{wrong}");
    }
}
