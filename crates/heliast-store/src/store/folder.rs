//! The files that hold the rounds, as the store needs them.

use super::site::Site;
use heliast_disk::{Disk, Error, Secrecy, disk_bytes};
use std::{
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
};

/// The folder's name in the data directory.
pub(super) const NAME: &str = "rounds";

/// A folder of files that are read anywhere and written at the end. It is made with its first file. Only one
/// writer at a time is allowed.
pub(super) struct Folder {
    path: PathBuf,
    disk: Disk,
}

impl Folder {
    /// The folder of a data directory.
    pub(super) fn of(site: &Site) -> Folder {
        Folder { path: site.dir.join(NAME), disk: site.disk.clone() }
    }

    /// Reads this many bytes at an offset of a file.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if there is no such file, [`io::ErrorKind::UnexpectedEof`] if it
    /// is too short. No memory is allocated for bytes that the file does not have.
    pub(super) fn read(&self, name: &str, offset: u64, len: u64) -> io::Result<Vec<u8>> {
        let mut file = File::open(self.path.join(name))?;
        let found = file.metadata()?.len();
        if offset.checked_add(len).is_none_or(|end| end > found) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = vec![0; len as usize];
        file.read_exact(&mut bytes).map(|()| bytes)
    }

    /// Makes these bytes the end of a file, and replaces the bytes from that offset on. At offset 0 the file
    /// is created if it is missing. When this returns, the bytes and the file's name are on the disk.
    ///
    /// # Errors
    /// [`io::ErrorKind::UnexpectedEof`] if the file ends before `offset`. After any error the bytes before
    /// `offset` are as they were.
    pub(super) fn write(&self, name: &str, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        if offset == 0 {
            self.disk.create_dir(&self.path)?;
        }
        self.disk.append(&self.path.join(name), Secrecy::Secret, offset, bytes)
    }

    /// Removes a file, if there is one.
    pub(super) fn remove(&self, name: &str) -> Result<(), Error> {
        self.disk.remove_if_there(&self.path.join(name))
    }

    /// The names of all files, and the bytes of the disk that each takes.
    pub(super) fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
            entries => entries?,
        };
        let file = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), disk_bytes(&entry.metadata()?)))
        };
        entries.map(file).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn read(folder: &Folder, len: u64) -> io::Result<Vec<u8>> {
        folder.read("a", 0, len)
    }

    #[test]
    fn bytes_come_to_the_end_in_the_place_of_what_a_crash_left() {
        let data = TempDir::new().unwrap();
        let folder = Folder::of(&Site::at(data.path()));
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
