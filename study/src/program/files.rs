//! Files: bounded reading, atomic writing of whole files, and the conditions for files with secrets.

use crate::failure::{Code, Failure};
use heliast_disk::{Disk, Place, Secrecy, excess_mode};
use heliast_keystore::{Passphrase, Refusal, is_under_passphrase};
use std::{
    fs::{self, File},
    io::{self, IsTerminal, Read, Write},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// A bound above the length of every proof file and key file.
pub const MAX_FILE: u64 = 256 << 10;

/// The source of a passphrase.
#[derive(Clone, Debug, clap::Args)]
pub struct PassphraseArgs {
    /// The passphrase of an encrypted key: the first line of a file; `-` is stdin, /dev/fd/N an open file
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
}

impl PassphraseArgs {
    /// Returns the secret in a file, decrypted if it is encrypted, and the passphrase that it is encrypted
    /// with.
    pub fn read(&self, path: &Path) -> Result<(Zeroizing<Vec<u8>>, Option<Passphrase>), Failure> {
        if is_stdio(path) && self.passphrase_file.as_deref().is_some_and(is_stdio) {
            return Err(Failure::new(Code::Usage, "the secret and its passphrase can't both be on stdin")
                .hint("give one of them as a file; /dev/fd/N is one, too"));
        }
        let bytes = read_secret(path)?;
        if !is_under_passphrase(&bytes) {
            return Ok((bytes, None));
        }
        let file = self.passphrase_file.as_deref();
        let file = file.ok_or_else(|| heliast_keystore::Error::from(Refusal::PassphraseMissing))?;
        let passphrase = read_passphrase(file)?;
        let plain = passphrase.decrypt(path, &bytes, bytes.len())?;
        Ok((plain, Some(passphrase)))
    }

    /// Returns the passphrase for a new key, if it is to be encrypted.
    pub fn new_one(&self, encrypt: bool) -> Result<Option<Passphrase>, Failure> {
        let usage = |message, hint: &str| Err(Failure::new(Code::Usage, message).hint(hint));
        match (&self.passphrase_file, encrypt) {
            (Some(path), true) => read_passphrase(path).map(Some),
            (None, true) => usage("--encrypt has no passphrase", "give --passphrase-file FILE"),
            (Some(_), false) => usage(
                "there is a passphrase, and the key would not be encrypted",
                "add --encrypt, or leave out --passphrase-file",
            ),
            (None, false) => Ok(None),
        }
    }
}

fn read_passphrase(path: &Path) -> Result<Passphrase, Failure> {
    let bytes = read_secret(path)?;
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    match std::str::from_utf8(line) {
        Ok(words) if !words.is_empty() => Ok(Passphrase::new(words.to_owned())),
        _ => Err(Failure::new(Code::Malformed, format_args!("{} holds no passphrase", path.display()))
            .hint("its first line is the passphrase, in UTF-8")),
    }
}

/// Returns the bytes of a file with this secret.
pub fn sealed(plain: &[u8], passphrase: Option<&Passphrase>) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let Some(passphrase) = passphrase else { return Ok(Zeroizing::new(plain.to_vec())) };
    let sealed = passphrase.encrypt(plain).map(Zeroizing::new);
    sealed.map_err(|error| Failure::new(Code::Internal, format_args!("the key can't be encrypted: {error}")))
}

/// The file that a verb makes.
#[derive(Debug, clap::Args)]
pub struct OutArgs {
    /// The file to write; `-` is stdout
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Overwrite a file that exists
    #[arg(long)]
    force: bool,
}

impl OutArgs {
    /// Refuses a wrong output before the work.
    pub fn check(&self, json: bool) -> Result<(), Failure> {
        if !self.is_stdout() {
            return check_new(&self.out, self.force);
        }
        let usage = |message| Failure::new(Code::Usage, message).hint("give --out a file");
        if self.force {
            return Err(usage("--force is for files, and `--out -` is stdout"));
        }
        if json {
            return Err(usage(
                "with --json stdout holds the JSON object, so that `--out -` has no place there",
            ));
        }
        if io::stdout().is_terminal() {
            return Err(usage("a proof is not text, and stdout is a terminal"));
        }
        Ok(())
    }

    /// Writes all bytes.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_stdout() {
            let mut stdout = io::stdout();
            let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
            return written.map_err(|error| unwritable(&self.out, &error));
        }
        write(&self.out, self.force, bytes)
    }

    /// Whether the output goes to stdout.
    pub fn is_stdout(&self) -> bool {
        is_stdio(&self.out)
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.out
    }

    /// Returns the path as text.
    pub fn shown(&self) -> String {
        self.out.display().to_string()
    }
}

/// Whether a path means stdin or stdout.
pub fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the bytes of a file, or of stdin for `-`; at most [`MAX_FILE`].
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    bounded(path, open(path)?).map(|bytes| bytes.to_vec())
}

/// Returns the bytes of a file with a secret: a regular file that only its owner can read, stdin for `-`, or
/// a file that the caller has opened.
fn read_secret(path: &Path) -> Result<Zeroizing<Vec<u8>>, Failure> {
    if !is_stdio(path) && !path.starts_with("/dev/fd") && !path.starts_with("/proc/self/fd") {
        let metadata = fs::symlink_metadata(path).map_err(|error| unreadable(path, &error))?;
        let refuse = |what: &str| Failure::new(Code::Refused, format_args!("{} {what}", path.display()));
        if !metadata.is_file() {
            return Err(refuse("is not a regular file, so it is not used as a secret"));
        }
        if excess_mode(&metadata, 0).is_some() {
            return Err(refuse("can be read by others, so it is not used as a secret")
                .hint(format_args!("`chmod 600 {}`", path.display())));
        }
    }
    bounded(path, open(path)?)
}

fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdio(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    File::open(path).map(|file| Box::new(file) as _).map_err(|error| unreadable(path, &error))
}

/// Returns bytes in a buffer that is allocated in full at once: a vector that grows would leave copies of a
/// secret in memory.
fn bounded(path: &Path, source: Box<dyn Read>) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(MAX_FILE as usize + 64));
    source.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    if bytes.len() as u64 > MAX_FILE {
        let message = format_args!("{} is longer than {MAX_FILE} bytes", path.display());
        return Err(Failure::new(Code::Malformed, message));
    }
    Ok(bytes)
}

/// Checks that no two of these paths are the same: the second file would replace the first.
pub fn check_distinct(paths: &[&Path]) -> Result<(), Failure> {
    let place = |path: &Path| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let parent = fs::canonicalize(parent).unwrap_or_else(|_| parent.to_owned());
        parent.join(path.file_name().unwrap_or_default())
    };
    let twice = |(i, path): &(usize, &&Path)| {
        !is_stdio(path) && paths[..*i].iter().any(|earlier| place(earlier) == place(path))
    };
    match paths.iter().enumerate().find(twice) {
        None => Ok(()),
        Some((_, path)) => {
            let message = format_args!("{} is named for two different files", path.display());
            Err(Failure::new(Code::Usage, message).hint("give each its own name"))
        }
    }
}

/// Checks that a file may be written here: nothing exists yet, or it is a file and `force` is set.
pub fn check_new(path: &Path, force: bool) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            let message = format_args!("{} exists and is not a regular file", path.display());
            Err(Failure::new(Code::Refused, message).hint("choose another name; `-` is stdout"))
        }
        Ok(_) if !force => Err(exists(path)),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(unwritable(path, &error)),
    }
}

/// Writes a file that everybody may read.
pub fn write(path: &Path, force: bool, bytes: &[u8]) -> Result<(), Failure> {
    put(path, force, bytes, Secrecy::Public)
}

/// Writes a file that only its owner can read.
pub fn write_secret(path: &Path, force: bool, bytes: &[u8]) -> Result<(), Failure> {
    put(path, force, bytes, Secrecy::Secret)
}

/// Writes a file that appears under its name when it is complete and durable, or not at all.
fn put(path: &Path, force: bool, bytes: &[u8], secrecy: Secrecy) -> Result<(), Failure> {
    check_new(path, force)?;
    let place = if force { Place::Any } else { Place::Free };
    let written = Disk::default().draft(path, secrecy).map_err(|error| error.error).and_then(|mut draft| {
        draft.write_all(bytes)?;
        draft.finish(place).map_err(|error| error.error)
    });
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => unwritable(path, &error),
    })
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Code::Malformed, format_args!("{} can't be read: {error}", path.display()))
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Code::Refused, format_args!("{} can't be written: {error}", path.display()))
        .hint("check the directory, its permissions and the free space")
}

fn exists(path: &Path) -> Failure {
    Failure::new(Code::Refused, format_args!("{} exists", path.display()))
        .hint("nothing was overwritten; choose another name, or say --force")
}
