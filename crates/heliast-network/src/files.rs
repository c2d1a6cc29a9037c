//! Files that are whole and durable, or not there.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write},
    path::Path,
};

/// Makes a directory that only its owner can enter.
pub(crate) fn create_private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(dir).map_err(|error| about(dir, &error))?;
    sync_dir(parent(dir))
}

/// The same, with all above it, unless it is there.
pub(crate) fn ensure_private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(dir)?;
    sync_dir(parent(dir))
}

/// Writes a file that is not there yet.
pub(crate) fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, 0o644)
}

/// The same, so that only its owner can read it.
pub(crate) fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, bytes, 0o600)
}

/// Puts a file in the place of one that may be there: after a crash there is the one or the other,
/// and after this the new one for good. The draft next to it has `.new` after its name.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let draft = Path::new(&draft);
    let mut file = File::create(draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(draft, path)?;
    sync_dir(parent(path))
}

/// Makes the names in a directory durable.
pub(crate) fn sync_dir(dir: &Path) -> io::Result<()> {
    File::open(dir).and_then(|dir| dir.sync_all()).map_err(|error| about(dir, &error))
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "modes are Unix's"))]
fn write(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(mode);
    }
    let written = options.open(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|error| about(path, &error))
}

/// The same error with the file's name in front.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whatever_a_crash_has_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file.state");
        replace(&path, b"first").unwrap();
        // A draft of a program that was killed is longer than the next one.
        fs::write(dir.path().join("file.state.new"), b"half of a longer one").unwrap();
        replace(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "no draft is left");
        // A file that can't be replaced stays.
        fs::create_dir(dir.path().join("file.state.new")).unwrap();
        assert!(replace(&path, b"third").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"second");
    }
}
