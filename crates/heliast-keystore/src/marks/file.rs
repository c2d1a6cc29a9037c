//! A mark file: two halves, written in turn, in place.

use super::record::{BODY, Record};
use crate::{
    Error,
    error::At,
    frame::{self, Kind},
    identity::FileId,
    mac::MacKey,
};
use heliast_disk::Disk;
use std::{
    fs::File,
    io::{Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

/// The number of bytes of a half: no disk writes larger units.
pub(super) const HALF: usize = 4096;
const FILE: usize = 2 * HALF;
/// The number of bytes of a half that are used; the others are 0.
pub(super) const USED: usize = BODY + frame::OVERHEAD;

/// An open mark file.
pub(crate) struct MarkFile {
    path: PathBuf,
    file: File,
}

/// The content of the two halves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Halves {
    /// The record with the highest serial number.
    pub(crate) newest: Option<Record>,
    /// Whether a half that was written has no valid record.
    pub(crate) torn: bool,
}

impl MarkFile {
    /// Opens the file at `path`; `None` if it does not exist.
    pub(crate) fn open(disk: &Disk, path: PathBuf) -> Result<Option<MarkFile>, Error> {
        match disk.open(&path) {
            Ok(file) => Ok(Some(MarkFile { path, file })),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn id(&self) -> Result<FileId, Error> {
        self.file.metadata().map(|metadata| FileId::of(&metadata)).at(&self.path)
    }

    /// The records of a key.
    pub(crate) fn read(&mut self, key: &MacKey, public: &[u8; 32]) -> Result<Halves, Error> {
        let mut bytes = Vec::with_capacity(FILE + 1);
        self.file.seek(SeekFrom::Start(0)).at(&self.path)?;
        (&mut self.file).take(FILE as u64 + 1).read_to_end(&mut bytes).at(&self.path)?;
        Ok(parse(&bytes, key, public))
    }

    /// Overwrites the second to last record with a new one, durably.
    pub(super) fn write(&mut self, disk: &Disk, record: &Record) -> Result<(), Error> {
        let offset = (half(record) * HALF) as u64;
        let bytes = frame::seal(Kind::Mark, &record.to_bytes());
        disk.overwrite(&self.path, &self.file, offset, &bytes)?;
        self.sync(disk)
    }

    /// Writes zeros after a record in its half, in case that a damaged disk or a person has written other
    /// bytes there.
    pub(super) fn pad(&mut self, disk: &Disk, record: &Record) -> Result<(), Error> {
        let offset = (half(record) * HALF + USED) as u64;
        disk.overwrite(&self.path, &self.file, offset, &[0; HALF - USED])?;
        self.sync(disk)
    }

    /// Makes the writes of all processes durable.
    pub(super) fn sync(&self, disk: &Disk) -> Result<(), Error> {
        Ok(disk.sync(&self.path, &self.file)?)
    }
}

/// A mark file with one record.
pub(super) fn whole(record: &Record) -> Vec<u8> {
    let mut bytes = vec![0; FILE];
    bytes[half(record) * HALF..][..USED].copy_from_slice(&frame::seal(Kind::Mark, &record.to_bytes()));
    bytes
}

pub(super) fn parse(bytes: &[u8], key: &MacKey, public: &[u8; 32]) -> Halves {
    let mut halves = Halves { newest: None, torn: bytes.len() != FILE };
    if halves.torn {
        return halves;
    }
    for (number, bytes) in bytes.chunks_exact(HALF).enumerate() {
        if bytes.iter().all(|byte| *byte == 0) {
            continue; // never written
        }
        let (used, rest) = bytes.split_at(USED);
        let body = frame::open(Kind::Mark, used).ok().filter(|_| rest.iter().all(|byte| *byte == 0));
        let record = body.and_then(|body| Record::from_bytes(body, key, public));
        match record.filter(|record| half(record) == number) {
            None => halves.torn = true,
            Some(record) if halves.newest.as_ref().is_some_and(|other| other.serial > record.serial) => {}
            Some(record) => halves.newest = Some(record),
        }
    }
    halves
}

fn half(record: &Record) -> usize {
    (record.serial % 2) as usize
}
