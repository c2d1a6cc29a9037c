//! The reason why a file does not open.

use std::io;

/// The reason why a file does not open.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not a file of the format.
    #[error("it is not an age file: {0}")]
    Malformed(&'static str),
    /// The file key is not that of the header or of the contents.
    #[error("it was changed or cut short")]
    Changed,
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// For readers: errors in the contents have the kind `InvalidData`.
impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        match error {
            Error::Io(error) => error,
            other => io::Error::new(io::ErrorKind::InvalidData, other),
        }
    }
}
