//! The archive: closed epochs as bundles in files of a folder (`spec/archive.md`), which never
//! change and can be copied, served and verified as they are.

mod error;
mod files;
#[cfg(test)]
mod tests;
mod writing;

use files::{Names, id_of};
use heliast::{Chain, bundle::Places};
use heliast_disk::Disk;
use std::{
    fs::File,
    io::{BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

pub use error::ArchiveError;
pub use files::ArchiveFile;

/// The number of files of which the places of the rounds are remembered.
const REMEMBERED: usize = 8;

/// A folder of consecutive bundles. Safe to share between threads; one process writes to it.
pub struct Archive {
    dir: PathBuf,
    disk: Disk,
    chain: [u8; 32],
    /// The files in ascending order, without a gap.
    files: RwLock<Vec<ArchiveFile>>,
    /// The places in the files that were used last, the latest at the end.
    places: Mutex<Vec<(u64, Arc<Places>)>>,
}

impl Archive {
    /// Opens the archive of a chain in a folder, to read it.
    ///
    /// # Errors
    /// [`ArchiveError::OtherChain`] if a file is of another chain; [`ArchiveError::Gap`] if two files have
    /// rounds between them or in common.
    pub fn open(dir: impl AsRef<Path>, chain: &Chain) -> Result<Archive, ArchiveError> {
        Archive::open_on(&Disk::default(), dir.as_ref(), chain)
    }

    fn open_on(disk: &Disk, dir: &Path, chain: &Chain) -> Result<Archive, ArchiveError> {
        let files = Names::of(dir)?.files;
        let mut due = files.first().map_or(1, |file| file.first);
        for file in &files {
            if file.first != due {
                return Err(ArchiveError::Gap {
                    path: dir.join(file.name()),
                    expected: due,
                    found: file.first,
                });
            }
            due = file.last + 1;
            let path = dir.join(file.name());
            if id_of(&path)? != *chain.id() {
                return Err(ArchiveError::OtherChain(path));
            }
        }
        let (dir, disk, files) = (dir.to_owned(), disk.clone(), RwLock::new(files));
        Ok(Archive { dir, disk, chain: *chain.id(), files, places: Mutex::default() })
    }

    /// Opens the archive for writing: the folder is made if it is missing, and the remains of a killed writer
    /// are removed.
    ///
    /// # Errors
    /// The errors of [`Archive::open`].
    pub fn create(dir: impl AsRef<Path>, chain: &Chain) -> Result<Archive, ArchiveError> {
        Archive::create_on(&Disk::default(), dir.as_ref(), chain)
    }

    pub(crate) fn create_on(disk: &Disk, dir: &Path, chain: &Chain) -> Result<Archive, ArchiveError> {
        disk.create_public_dir(dir)?;
        for draft in Names::of(dir)?.drafts {
            disk.remove(&draft)?;
        }
        // A killed writer may have named a file without syncing the name, on which pruning will rely.
        disk.sync_names(dir)?;
        Archive::open_on(disk, dir, chain)
    }

    /// Whether a folder has files of an archive.
    pub fn exists(dir: impl AsRef<Path>) -> bool {
        Names::of(dir.as_ref()).is_ok_and(|names| !names.files.is_empty())
    }

    /// The chain of the first file of an archive.
    ///
    /// # Errors
    /// [`ArchiveError::Missing`] if the archive has no file.
    pub fn chain_of(dir: impl AsRef<Path>) -> Result<Chain, ArchiveError> {
        let dir = dir.as_ref();
        let names = Names::of(dir)?;
        let first = names.files.first().ok_or(ArchiveError::Missing { round: 1, first: 1, last: 0 })?;
        files::chain_of(&dir.join(first.name()))
    }

    /// Checks that this is the archive of a chain, and that no rounds before `first` are missing after its
    /// last one.
    pub(crate) fn require(&self, chain: &Chain, first: u64) -> Result<(), ArchiveError> {
        if self.chain != *chain.id() {
            return Err(ArchiveError::OtherChain(self.dir.clone()));
        }
        if first > 1 && self.last() + 1 < first {
            let (expected, path) = (self.last() + 1, self.dir.clone());
            return Err(ArchiveError::Gap { path, expected, found: first });
        }
        Ok(())
    }

    /// The folder of the archive.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Its files, in the order of their rounds.
    pub fn files(&self) -> Vec<ArchiveFile> {
        self.files.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The last round of the archive; 0 if it is empty.
    pub fn last(&self) -> u64 {
        self.files.read().unwrap_or_else(PoisonError::into_inner).last().map_or(0, |file| file.last)
    }

    /// The bytes of its files on the disk.
    pub fn bytes(&self) -> u64 {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        files.iter().map(|file| file.disk_bytes).sum()
    }

    /// The bytes of a round. The caller decodes them and checks that they belong to that round.
    ///
    /// # Errors
    /// [`ArchiveError::Missing`] if no file has it.
    pub fn round(&self, chain: &Chain, number: u64) -> Result<Vec<u8>, ArchiveError> {
        let file = self.file_of(number)?;
        let path = self.dir.join(file.name());
        let places = self.places(chain, &file, &path)?;
        let damaged = |reason: &dyn std::fmt::Display| ArchiveError::damaged(&path, reason);
        let place = places.of(number).ok_or_else(|| damaged(&format_args!("round {number} is missing")))?;
        let failed = |error| ArchiveError::io(&path, error);
        let mut input = File::open(&path).map_err(failed)?;
        input.seek(SeekFrom::Start(place.start)).map_err(failed)?;
        // The length is at most that of the longest round: `Places` has checked it.
        let mut bytes = vec![0; (place.end - place.start) as usize];
        input.read_exact(&mut bytes).map_err(failed)?;
        Ok(bytes)
    }

    /// The file that has a round.
    fn file_of(&self, number: u64) -> Result<ArchiveFile, ArchiveError> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let file = files.get(files.partition_point(|file| file.last < number));
        file.filter(|file| file.first <= number).cloned().ok_or_else(|| {
            let (first, last) =
                (files.first().map_or(1, |file| file.first), files.last().map_or(0, |file| file.last));
            ArchiveError::Missing { round: number, first, last }
        })
    }

    fn places(&self, chain: &Chain, file: &ArchiveFile, path: &Path) -> Result<Arc<Places>, ArchiveError> {
        let remembered = || self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(places) = used(&mut remembered(), file.first) {
            return Ok(places);
        }
        let input = File::open(path).map_err(|error| ArchiveError::io(path, error))?;
        let places = Places::read(&mut BufReader::new(input), chain);
        let places = places.map_err(|error| ArchiveError::damaged(path, &error))?;
        if places.first() != file.first || places.count() != file.last - file.first + 1 {
            return Err(ArchiveError::damaged(path, &"its header has other rounds than its name"));
        }
        let places = Arc::new(places);
        let mut remembered = remembered();
        if let Some(places) = used(&mut remembered, file.first) {
            // Another thread has read them at the same time.
            return Ok(places);
        }
        if remembered.len() >= REMEMBERED {
            remembered.remove(0);
        }
        remembered.push((file.first, Arc::clone(&places)));
        Ok(places)
    }
}

/// The remembered places of the file that begins with a round; they are marked as used last.
fn used(remembered: &mut [(u64, Arc<Places>)], first: u64) -> Option<Arc<Places>> {
    let at = remembered.iter().position(|(of, _)| *of == first)?;
    remembered[at..].rotate_left(1);
    remembered.last().map(|(_, places)| Arc::clone(places))
}
