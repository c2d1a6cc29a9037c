//! How new files are opened.

use std::fs::OpenOptions;

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Whoever the umask lets.
    Public,
    /// Its owner.
    Secret,
}

impl Secrecy {
    /// For a file that is not there yet.
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
