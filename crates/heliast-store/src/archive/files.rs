//! The names of an archive's files, and their first bytes.

use super::ArchiveError;
use heliast::{
    Chain,
    bundle::{BundleError, Pin, Reader},
};
use heliast_disk::disk_bytes;
use std::{
    fs::{self, File},
    io::{BufReader, Read},
    path::{Path, PathBuf},
};

const PREFIX: &str = "rounds-";
const SUFFIX: &str = ".heliast";
const DRAFT: &str = ".new";
/// "HLBN" and the version before the chain id.
const BEFORE_ID: usize = 5;

/// A file of an archive: a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveFile {
    /// The first of its rounds.
    pub first: u64,
    /// The last of its rounds.
    pub last: u64,
    /// Its length.
    pub bytes: u64,
    pub(super) disk_bytes: u64,
}

impl ArchiveFile {
    /// The file's name: `rounds-0000000001-0000001000.heliast`.
    pub fn name(&self) -> String {
        format!("{PREFIX}{:010}-{:010}{SUFFIX}", self.first, self.last)
    }

    /// The range of rounds in a name, if it is that of an archive's file.
    fn parse(name: &str) -> Option<(u64, u64)> {
        let range = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
        let (first, last) = range.split_once('-')?;
        let (first, last) = (first.parse().ok()?, last.parse().ok()?);
        let file = ArchiveFile { first, last, bytes: 0, disk_bytes: 0 };
        (1 <= first && first <= last && last < u64::MAX && file.name() == name).then_some((first, last))
    }

    /// The name of the file while it is written.
    pub(super) fn draft(&self) -> String {
        format!("{}{DRAFT}", self.name())
    }
}

/// The files in an archive's folder. Other files there are ignored.
pub(super) struct Names {
    /// The finished files in ascending order.
    pub(super) files: Vec<ArchiveFile>,
    /// Files that were not finished.
    pub(super) drafts: Vec<PathBuf>,
}

impl Names {
    pub(super) fn of(dir: &Path) -> Result<Names, ArchiveError> {
        let failed = |error| ArchiveError::io(dir, error);
        let (mut files, mut drafts) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(dir).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            if let Some((first, last)) = ArchiveFile::parse(name) {
                files.push(file_in(dir, first, last)?);
            } else if name.strip_suffix(DRAFT).and_then(ArchiveFile::parse).is_some() {
                drafts.push(entry.path());
            }
        }
        files.sort_by_key(|file| (file.first, file.last));
        Ok(Names { files, drafts })
    }
}

/// The file with these rounds in a folder.
pub(super) fn file_in(dir: &Path, first: u64, last: u64) -> Result<ArchiveFile, ArchiveError> {
    let file = ArchiveFile { first, last, bytes: 0, disk_bytes: 0 };
    let path = dir.join(file.name());
    let metadata = fs::metadata(&path).map_err(|error| ArchiveError::io(&path, error))?;
    Ok(ArchiveFile { bytes: metadata.len(), disk_bytes: disk_bytes(&metadata), ..file })
}

/// The chain id that a bundle names.
pub(super) fn id_of(path: &Path) -> Result<[u8; 32], ArchiveError> {
    let mut head = [0; BEFORE_ID + 32];
    let mut file = File::open(path).map_err(|error| ArchiveError::io(path, error))?;
    let short = |_| ArchiveError::damaged(path, &"it is cut short");
    file.read_exact(&mut head).map_err(short)?;
    let id = head.last_chunk().copied();
    id.filter(|_| head.starts_with(b"HLBN")).ok_or_else(|| ArchiveError::damaged(path, &"it is not a bundle"))
}

/// The chain of a bundle.
pub(super) fn chain_of(path: &Path) -> Result<Chain, ArchiveError> {
    let file = File::open(path).map_err(|error| ArchiveError::io(path, error))?;
    let reader = Reader::trusting_start(BufReader::new(file), Pin::AnyChain);
    let reader = reader.map_err(|error: BundleError| ArchiveError::damaged(path, &error))?;
    Ok(reader.chain().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_gives_its_rounds_and_is_the_only_one_that_does() {
        let file = |first, last| ArchiveFile { first, last, bytes: 0, disk_bytes: 0 };
        for (first, last) in [(1, 1), (1, 1_000), (12_000_000_000, 12_000_000_999)] {
            assert_eq!(ArchiveFile::parse(&file(first, last).name()), Some((first, last)));
        }
        assert_eq!(file(1, 1_000).name(), "rounds-0000000001-0000001000.heliast");
        for name in [
            "rounds-1-1000.heliast",
            "rounds-0000000000-0000001000.heliast",
            "rounds-0000001001-0000001000.heliast",
            "rounds-0000000001-0000001000.heliast.new",
            "rounds-+000000001-0000001000.heliast",
            "rounds-0000000001-18446744073709551615.heliast",
            "rounds-0000000001.heliast",
            "chain.redb",
        ] {
            assert_eq!(ArchiveFile::parse(name), None, "{name}");
        }
    }
}
