//! A disk that fails as it is told.

use super::*;
use redb::StorageBackend;
use std::{
    io,
    sync::{Arc, Mutex},
};

/// A disk that can lose power: what is written and not synced may or may not be there afterwards;
/// and that can be full.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk(Arc<Mutex<DiskState>>);

#[derive(Debug, Default)]
pub(crate) struct DiskState {
    durable: Vec<u8>,
    written: Vec<u8>,
    pending: Vec<(u64, Vec<u8>)>,
    pub(crate) syncs: u64,
    /// Bytes written so far.
    pub(crate) bytes: usize,
    /// Bytes that can still be written.
    pub(crate) space: Option<usize>,
    /// From this sync on there is no power.
    pub(crate) dies_at_sync: Option<u64>,
    /// This sync is done, and says that it failed.
    pub(crate) lies_at_sync: Option<u64>,
    pub(crate) dead: bool,
    pub(crate) capacity: Option<usize>,
}

impl Disk {
    /// Cuts the power: of the writes since the last sync, those survive whose bit in `survivors` is set.
    pub(super) fn cut_power(&self, survivors: u64) -> Disk {
        let state = self.0.lock().unwrap();
        let mut bytes = state.durable.clone();
        bytes.resize(state.written.len().max(bytes.len()), 0);
        for (i, (offset, data)) in state.pending.iter().enumerate() {
            if survivors >> (i % 64) & 1 == 1 {
                bytes[*offset as usize..][..data.len()].copy_from_slice(data);
            }
        }
        Disk(Arc::new(Mutex::new(DiskState {
            durable: bytes.clone(),
            written: bytes,
            ..DiskState::default()
        })))
    }

    pub(crate) fn with<T>(&self, action: impl FnOnce(&mut DiskState) -> T) -> T {
        action(&mut self.0.lock().unwrap())
    }

    pub(super) fn opener(&self) -> Opener {
        let disk = self.clone();
        Box::new(move || {
            let database = file::builder().create_with_backend(disk.clone());
            Ok(file::writable(database.map_err(redb::Error::from)?))
        })
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
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.with(|disk| disk.alive().map(|()| disk.written.len() as u64))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            let bytes = disk.written.get(offset as usize..).and_then(|bytes| bytes.get(..out.len()));
            out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            disk.fits(len as usize)?;
            disk.written.resize(len as usize, 0);
            Ok(())
        })
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            disk.syncs += 1;
            if Some(disk.syncs) == disk.dies_at_sync {
                disk.dead = true;
            }
            disk.alive()?;
            disk.durable = disk.written.clone();
            disk.pending.clear();
            match disk.lies_at_sync.take_if(|lies| *lies == disk.syncs) {
                Some(_) => Err(io::Error::other("a cable was loose")),
                None => Ok(()),
            }
        })
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.with(|disk| {
            disk.alive()?;
            disk.fits(if disk.capacity == Some(0) { 1 } else { 0 })?;
            // A full disk takes what there is space for.
            let taken = &data[..disk.space.unwrap_or(usize::MAX).min(data.len())];
            disk.bytes += taken.len();
            disk.space = disk.space.map(|space| space - taken.len());
            let end = offset as usize + taken.len();
            if disk.written.len() < end {
                disk.written.resize(end, 0);
            }
            disk.written[offset as usize..end].copy_from_slice(taken);
            disk.pending.push((offset, taken.to_vec()));
            if taken.len() < data.len() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        })
    }
}

/// A new chain on a disk.
pub(crate) fn on_disk(disk: &Disk, world: &World) -> Store {
    let database = file::builder().create_with_backend(disk.clone()).unwrap();
    initialize(&database, &world.chain).unwrap();
    Store::assemble(file::writable(database), disk.opener()).unwrap()
}
