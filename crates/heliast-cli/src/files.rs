//! Files: bounded reading, atomic writing, and the conditions for files with secrets.

use crate::failure::{Code, Failure};
use heliast_disk::{Deed, excess_mode, is_same_file};
use std::{
    fs::{self, File},
    io::{self, IsTerminal, Read},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

mod output;

pub use heliast_disk::Secrecy;
pub use output::{AtomicFile, OutArgs, check_distinct, check_new};

/// The most bytes of a file with secrets. Key and trapdoor files are far shorter; the keys of 1,000
/// participants take 70 kB.
const MAX_SECRET: u64 = 256 << 10;

/// Whether a path means stdin or stdout.
pub fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a path names an open file of this process: the caller that opened it knows its contents
/// and who else can read it. Shells turn `<(command)` into such a path.
fn is_open_file(path: &Path) -> bool {
    let number = |folder| path.strip_prefix(folder).ok().and_then(Path::to_str);
    let number = number("/dev/fd").or_else(|| number("/proc/self/fd"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Whether a path names a credential: a file in the directory that the service manager made for
/// this process alone. Some managers give access by an access list, which appears as a right of the
/// file's group.
fn is_credential(path: &Path) -> bool {
    let dir = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
    let dir = dir.filter(|dir| dir.is_absolute());
    dir.is_some_and(|dir| path.parent() == Some(&*dir) && path.file_name().is_some())
}

/// Refuses to write binary data to a terminal.
pub fn refuse_terminal(what: &str) -> Result<(), Failure> {
    if !io::stdout().is_terminal() {
        return Ok(());
    }
    let message = format_args!("{what} is not text, and stdout is a terminal");
    Err(Failure::new(Code::Usage, message).hint("give --out FILE, or pipe it into another program"))
}

/// The bytes of a file, or of stdin for `-`; at most `limit`.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    open(path)?.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    within(limit, path, bytes.len()).map(|()| bytes)
}

/// A file to read from, or stdin for `-`.
pub fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdio(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    File::open(path).map(|file| Box::new(file) as _).map_err(|error| unreadable(path, &error))
}

/// The bytes of a file with a secret: a regular file that only its owner can read, stdin for `-`, a
/// file that the caller has opened, or a credential.
pub fn read_secret(path: &Path) -> Result<Zeroizing<Vec<u8>>, Failure> {
    let is_private = is_stdio(path) || is_open_file(path) || is_credential(path);
    let source: Box<dyn Read> = if is_private { open(path)? } else { Box::new(open_private(path)?) };
    // Allocated at its full size: a vector that grows leaves copies of the secret in memory.
    let mut bytes = Zeroizing::new(Vec::with_capacity(MAX_SECRET as usize + 64));
    source.take(MAX_SECRET + 1).read_to_end(&mut bytes).map_err(|error| unreadable(path, &error))?;
    within(MAX_SECRET, path, bytes.len()).map(|()| bytes)
}

/// The failure to read a file.
pub fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::new(Code::Malformed, format_args!("{} can't be read: {error}", path.display()))
}

/// The failure to write a file.
pub fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let hint = "check the directory, its permissions and the free space";
    Failure::new(Code::Refused, format_args!("{} can't be written: {error}", path.display())).hint(hint)
}

fn within(limit: u64, path: &Path, len: usize) -> Result<(), Failure> {
    if len as u64 <= limit {
        return Ok(());
    }
    let message = format_args!("{} is longer than {limit} bytes, so it is something else", path.display());
    Err(Failure::new(Code::Malformed, message))
}

fn open_private(path: &Path) -> Result<File, Failure> {
    let named = fs::symlink_metadata(path).map_err(|error| unreadable(path, &error))?;
    let refuse = |what: &str| Failure::new(Code::Refused, format_args!("{} {what}", path.display()));
    if !named.is_file() {
        return Err(refuse("is not a regular file, so it is not used as a secret")
            .hint("give the file itself, or `-` for stdin"));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let opened = file.metadata().map_err(|error| unreadable(path, &error))?;
    if !is_same_file(&named, &opened) {
        return Err(refuse("changed while it was opened"));
    }
    if let Some(mode) = excess_mode(&opened, 0) {
        let message = format!("can be read by others (mode {mode:04o}), so it is not used as a secret");
        let hint =
            format!("`chmod 600 {}`, and replace the secret if others may have read it", path.display());
        return Err(refuse(&message).hint(hint));
    }
    Ok(file)
}

impl From<heliast_disk::Error> for Failure {
    fn from(heliast_disk::Error { path, deed, error }: heliast_disk::Error) -> Failure {
        match deed {
            Deed::Read => unreadable(&path, &error),
            Deed::Write | Deed::Lock => unwritable(&path, &error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        fs::write(&path, [7; 10]).unwrap();
        assert_eq!(read(&path, 10).unwrap(), [7; 10]);
        let failure = read(&path, 9).unwrap_err();
        assert!(failure.to_string().contains("file"), "{failure}");
        let missing = read(&dir.path().join("none"), 9).unwrap_err();
        assert!(missing.to_string().contains("none can't be read: "), "{missing}");
        assert!(read(dir.path(), 9).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_secret_is_read_only_where_it_is_one() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("secret");
        fs::write(&path, "s").unwrap();
        for (mode, is_private) in
            [(0o600, true), (0o400, true), (0o644, false), (0o640, false), (0o660, false), (0o604, false)]
        {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let found = read_secret(&path);
            assert_eq!(found.is_ok(), is_private, "{mode:o}");
            assert!(found.err().is_none_or(|failure| failure.code() == Code::Refused), "{mode:o}");
        }
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        fs::write(&path, vec![b's'; MAX_SECRET as usize + 1]).unwrap();
        assert!(read_secret(&path).is_err());
        symlink("/dev/zero", dir.path().join("endless")).unwrap();
        assert!(read_secret(&dir.path().join("endless")).is_err());
        assert!(read_secret(dir.path()).is_err());
    }
}
