//! Options for opening new files.

use std::fs::OpenOptions;

/// The readers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Everybody, as far as the umask permits.
    Public,
    /// Only its owner.
    Secret,
}

impl Secrecy {
    /// Options for a file that does not exist yet.
    pub fn options(self) -> OpenOptions {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        if self == Secrecy::Secret {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        options
    }
}
