//! The files that hold the rounds, as the store needs them.

use super::private;
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    path::PathBuf,
};

/// The folder's name in the data directory.
pub(super) const NAME: &str = "rounds";

/// Files of which bytes are read anywhere and written at the end. Not to be written to by two at once.
pub(super) trait Folder: Send + Sync {
    /// Fills `out` from a place of a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is no such file, [`io::ErrorKind::UnexpectedEof`] if it
    /// ends before.
    fn read(&self, name: &str, offset: u64, out: &mut [u8]) -> io::Result<()>;

    /// Makes these bytes the end of a file, in place of the bytes at that offset and behind it; at offset
    /// 0 the file is created if it is missing. When this returns, they are on the disk, and so is the
    /// file's name.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if the file ends before `offset`. After any error the bytes before
    /// `offset` are as they were.
    fn write(&self, name: &str, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Removes a file, if there is one.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// The names of all files, and the bytes of the disk that each takes.
    fn files(&self) -> io::Result<Vec<(String, u64)>>;
}

/// A folder of the file system, which is made with its first file.
pub(super) struct Directory {
    path: PathBuf,
}

impl Directory {
    /// The folder of a data directory.
    pub(super) fn of(data: &std::path::Path) -> Directory {
        Directory { path: data.join(NAME) }
    }

    fn make(&self) -> io::Result<()> {
        if !self.path.exists() {
            private::create_directory(&self.path)?;
        }
        // Also if it exists: the process that made it may have been killed before its name was on the disk.
        sync(self.path.parent())
    }
}

impl Folder for Directory {
    fn read(&self, name: &str, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut file = File::open(self.path.join(name))?;
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(out)
    }

    fn write(&self, name: &str, offset: u64, bytes: &[u8]) -> io::Result<()> {
        if offset == 0 {
            self.make()?;
        }
        let path = self.path.join(name);
        let mut file = private::options().write(true).create(offset == 0).truncate(false).open(path)?;
        let len = file.metadata()?.len();
        if len < offset {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if len > offset {
            file.set_len(offset)?;
        }
        file.seek(SeekFrom::Start(offset))?;
        file.write_all(bytes)?;
        file.sync_data()?;
        if offset == 0 { sync(Some(&self.path)) } else { Ok(()) }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            entries => entries?,
        };
        let file = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), private::disk_bytes(&entry.metadata()?)))
        };
        entries.map(file).collect()
    }
}

/// Makes the names in a directory durable.
fn sync(directory: Option<&std::path::Path>) -> io::Result<()> {
    directory.map_or(Ok(()), |directory| File::open(directory)?.sync_all())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn read(folder: &Directory, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        folder.read("a", 0, &mut bytes).map(|()| bytes)
    }

    #[test]
    fn bytes_come_to_the_end_in_the_place_of_what_a_crash_left() {
        let data = TempDir::new().unwrap();
        let folder = Directory::of(data.path());
        assert_eq!(folder.files().unwrap(), []);
        assert_eq!(read(&folder, 1).unwrap_err().kind(), io::ErrorKind::NotFound);
        folder.write("a", 0, b"one").unwrap();
        folder.write("a", 3, b"two, which is cut").unwrap();
        folder.write("a", 3, b"three").unwrap();
        assert_eq!(read(&folder, 8).unwrap(), b"onethree");
        assert_eq!(read(&folder, 9).unwrap_err().kind(), io::ErrorKind::UnexpectedEof, "nothing behind");
        assert_eq!(folder.write("a", 9, b"a gap").unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(folder.write("b", 1, b"a gap").unwrap_err().kind(), io::ErrorKind::NotFound);
        assert_eq!(folder.files().unwrap().len(), 1);
        folder.remove("a").unwrap();
        folder.remove("a").unwrap();
        assert_eq!(folder.files().unwrap(), []);
    }
}
