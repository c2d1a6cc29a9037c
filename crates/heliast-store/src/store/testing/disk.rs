//! A disk that fails as it is told.

use crate::store::{
    Opener, Store,
    database::{Database, initialize},
    file,
    folder::Folder,
    guard::Guarded,
};
use heliast::Chain;
use redb::StorageBackend;
use std::{
    collections::BTreeMap,
    io,
    num::NonZeroU32,
    sync::{Arc, Mutex},
};

/// The name of the store's index among the files.
const INDEX: &str = "";

/// A disk that can lose power: what is written and not synced may or may not be there afterwards;
/// and that can be full.
#[derive(Clone, Debug, Default)]
pub struct Disk(Arc<Mutex<DiskState>>);

/// The contents of a disk, and the failures that a test asks for.
#[derive(Debug, Default)]
pub struct DiskState {
    files: BTreeMap<String, Contents>,
    /// Syncs so far.
    pub syncs: u64,
    /// Bytes written so far.
    pub bytes: usize,
    /// Bytes that can still be written.
    pub space: Option<usize>,
    /// From this sync on there is no power.
    pub dies_at_sync: Option<u64>,
    /// This sync is done, and says that it failed.
    pub lies_at_sync: Option<u64>,
    /// There is no power.
    pub dead: bool,
    /// The greatest length of a file.
    pub capacity: Option<usize>,
}

#[derive(Debug, Default)]
struct Contents {
    durable: Vec<u8>,
    written: Vec<u8>,
    pending: Vec<(u64, Vec<u8>)>,
}

impl Disk {
    /// Cuts the power: of the writes since the last sync, those survive whose bit in `survivors` is set.
    #[cfg(test)]
    pub(in crate::store) fn cut_power(&self, survivors: u64) -> Disk {
        let (state, mut count) = (self.0.lock().unwrap(), 0);
        let mut survives = || {
            count += 1;
            survivors >> ((count - 1) % 64) & 1 == 1
        };
        let left = |contents: &Contents, survives: &mut dyn FnMut() -> bool| {
            let mut bytes = contents.durable.clone();
            bytes.resize(contents.written.len().max(bytes.len()), 0);
            for (offset, data) in &contents.pending {
                let (start, end) = (*offset as usize, *offset as usize + data.len());
                if survives() && end <= bytes.len() {
                    bytes[start..end].copy_from_slice(data);
                }
            }
            Contents { durable: bytes.clone(), written: bytes, pending: vec![] }
        };
        let files = state.files.iter();
        let files = files.map(|(name, contents)| (name.clone(), left(contents, &mut survives))).collect();
        Disk(Arc::new(Mutex::new(DiskState { files, ..DiskState::default() })))
    }

    /// Looks at its state, or changes it.
    pub fn with<T>(&self, action: impl FnOnce(&mut DiskState) -> T) -> T {
        action(&mut self.0.lock().unwrap())
    }

    pub(in crate::store) fn opener(&self) -> Opener {
        let disk = self.clone();
        Box::new(move || {
            let redb = file::builder().create_with_backend(disk.clone()).map_err(redb::Error::from)?;
            Ok(Guarded::new(disk.database(redb)))
        })
    }

    fn database(&self, redb: redb::Database) -> Database {
        Database { redb, folder: Arc::new(self.clone()), read_only: false }
    }
}

impl DiskState {
    fn alive(&self) -> io::Result<()> {
        if self.dead { Err(io::Error::other("no power")) } else { Ok(()) }
    }

    fn fits(&self, len: usize) -> io::Result<()> {
        if self.capacity.is_some_and(|capacity| len > capacity) {
            Err(io::ErrorKind::StorageFull.into())
        } else {
            Ok(())
        }
    }

    fn file(&mut self, name: &str) -> io::Result<&mut Contents> {
        self.alive()?;
        self.files.get_mut(name).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn read(&mut self, name: &str, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let written = &self.file(name)?.written;
        let bytes = written.get(offset as usize..).and_then(|bytes| bytes.get(..out.len()));
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        self.alive()?;
        self.syncs += 1;
        if Some(self.syncs) == self.dies_at_sync {
            self.dead = true;
        }
        let contents = self.file(name)?;
        contents.durable = contents.written.clone();
        contents.pending.clear();
        let syncs = self.syncs;
        match self.lies_at_sync.take_if(|lies| *lies == syncs) {
            Some(_) => Err(io::Error::other("a cable was loose")),
            None => Ok(()),
        }
    }

    fn write(&mut self, name: &str, offset: u64, data: &[u8]) -> io::Result<()> {
        self.alive()?;
        self.fits(if self.capacity == Some(0) { 1 } else { 0 })?;
        // A full disk takes what there is space for.
        let taken = &data[..self.space.unwrap_or(usize::MAX).min(data.len())];
        self.bytes += taken.len();
        self.space = self.space.map(|space| space - taken.len());
        let contents = self.file(name)?;
        let end = offset as usize + taken.len();
        if contents.written.len() < end {
            contents.written.resize(end, 0);
        }
        contents.written[offset as usize..end].copy_from_slice(taken);
        contents.pending.push((offset, taken.to_vec()));
        if taken.len() < data.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.with(|disk| {
            disk.alive()?;
            Ok(disk.files.entry(INDEX.to_owned()).or_default().written.len() as u64)
        })
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|disk| disk.read(INDEX, offset, out))
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.with(|disk| {
            disk.fits(len as usize)?;
            disk.file(INDEX)?.written.resize(len as usize, 0);
            Ok(())
        })
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|disk| disk.sync(INDEX))
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.with(|disk| disk.write(INDEX, offset, data))
    }
}

impl Folder for Disk {
    fn read(&self, name: &str, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|disk| disk.read(name, offset, out))
    }

    fn write(&self, name: &str, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            if offset == 0 {
                disk.files.entry(name.to_owned()).or_default();
            }
            let contents = disk.file(name)?;
            if (contents.written.len() as u64) < offset {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            contents.written.truncate(offset as usize);
            disk.write(name, offset, bytes)?;
            disk.sync(name)
        })
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.with(|disk| disk.alive().map(|()| drop(disk.files.remove(name))))
    }

    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        self.with(|disk| {
            disk.alive()?;
            let segments = disk.files.iter().filter(|(name, _)| *name != INDEX);
            Ok(segments.map(|(name, contents)| (name.clone(), contents.written.len() as u64)).collect())
        })
    }
}

/// A new chain on a disk, with two rounds in each segment.
pub fn on_disk(disk: &Disk, chain: &Chain) -> Store {
    let redb = file::builder().create_with_backend(disk.clone()).unwrap();
    initialize(&redb, chain, NonZeroU32::new(2).unwrap()).unwrap();
    Store::assemble(Guarded::new(disk.database(redb)), disk.opener()).unwrap()
}
