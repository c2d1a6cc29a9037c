//! An error names the file, the operation, and the system's reason.

use std::{
    io,
    path::{Path, PathBuf},
};

/// A file that can't be read, written or locked.
#[derive(Debug, thiserror::Error)]
#[error("{} can't be {}: {error}", path.display(), deed.word())]
pub struct Error {
    /// The file or directory, as the caller named it.
    pub path: PathBuf,
    /// The purpose for which it was used.
    pub deed: Deed,
    /// The system's error.
    pub error: io::Error,
}

/// A purpose for which a file is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// To read it.
    Read,
    /// To write, make, rename or remove it.
    Write,
    /// To lock it.
    Lock,
}

impl Deed {
    fn word(self) -> &'static str {
        match self {
            Deed::Read => "read",
            Deed::Write => "written",
            Deed::Lock => "locked",
        }
    }
}

impl Error {
    /// The kind of the system's error.
    pub fn kind(&self) -> io::ErrorKind {
        self.error.kind()
    }

    /// Returns one sentence that says what to do about it.
    pub fn hint(&self) -> &'static str {
        match self.deed {
            Deed::Read => "check the path and its permissions",
            Deed::Write => "check the directory, its permissions and the free space",
            Deed::Lock => "check whether the file system has locks, and whether another process has the file",
        }
    }
}

impl From<Error> for io::Error {
    /// The system's error with the path in front, for callers that name the operation themselves.
    fn from(Error { path, error, .. }: Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", path.display()))
    }
}

/// Adds the file and the operation to an error of the system.
pub(crate) trait At<T> {
    fn at(self, path: &Path, deed: Deed) -> Result<T, Error>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path, deed: Deed) -> Result<T, Error> {
        self.map_err(|error| Error { path: path.to_owned(), deed, error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_file_the_deed_and_the_reason() {
        let error =
            |deed| Err::<(), _>(io::Error::from(io::ErrorKind::StorageFull)).at(Path::new("a/b"), deed);
        for (deed, word) in [(Deed::Read, "read"), (Deed::Write, "written"), (Deed::Lock, "locked")] {
            let error = error(deed).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            let text = error.to_string();
            assert!(text.starts_with(&format!("a/b can't be {word}: ")), "{text}");
            assert!(error.hint().starts_with("check "));
            let system = io::Error::from(error);
            assert_eq!(system.kind(), io::ErrorKind::StorageFull);
            assert_eq!(system.to_string(), text.replacen(&format!(" can't be {word}"), "", 1));
        }
    }
}
