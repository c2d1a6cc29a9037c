//! Makes the file of a redb database durable before it is used again.
//!
//! After a sync that failed a system may count bytes as written that never will be (Rebello and others, *Can
//! applications recover from fsync failures?*, USENIX ATC 2020). The next process reads them, builds on them,
//! and makes its own writes durable. When the power then fails, the earlier bytes are lost. So a failed sync
//! leaves a marker file next to the file, and the next process first writes all of the file once more and
//! makes it durable. A crash in the middle leaves a state that a crash before the failed sync could have
//! left, since no byte changes. redb itself no longer uses a file whose sync has failed.
//!
//! Without a marker file this costs one check whether a name exists.

use crate::{Disk, Secrecy};
use redb::{BackendError, StorageBackend};
use std::{
    ffi::OsString,
    io,
    ops::Bound,
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
};

/// The number of bytes that are rewritten at a time.
const CHUNK: usize = 1 << 20;

/// A backend for redb with that marker file.
#[derive(Debug)]
pub struct Settled<B> {
    inner: B,
    disk: Disk,
    mark: PathBuf,
    is_settled: AtomicBool,
}

impl<B: StorageBackend> Settled<B> {
    /// The backend `inner`, whose file is at `path` or will be moved there when it is complete.
    pub fn new(disk: &Disk, path: &Path, inner: B) -> Settled<B> {
        let mut mark = OsString::from(path);
        mark.push(".unsynced");
        Settled { inner, disk: disk.clone(), mark: mark.into(), is_settled: AtomicBool::new(false) }
    }

    /// Writes all bytes once more, if an earlier sync failed.
    fn settle(&self) -> io::Result<()> {
        if !self.mark.try_exists()? {
            return Ok(());
        }
        let len = self.inner.len()?;
        let mut bytes = vec![0; CHUNK];
        let mut at = 0;
        while at < len {
            let rest = usize::try_from(len - at).map_or(CHUNK, |rest| rest.min(CHUNK));
            self.inner.read(at, &mut bytes[..rest])?;
            self.inner.write(at, &bytes[..rest])?;
            at += rest as u64;
        }
        self.inner.sync_data()?;
        self.disk.remove(&self.mark)?;
        Ok(self.disk.sync_names_around(&self.mark)?)
    }
}

impl<B: StorageBackend> StorageBackend for Settled<B> {
    /// redb calls this first, right after locking the file.
    fn len(&self) -> io::Result<u64> {
        if !self.is_settled.load(Ordering::Acquire) {
            self.settle()?;
            self.is_settled.store(true, Ordering::Release);
        }
        self.inner.len()
    }

    fn sync_data(&self) -> io::Result<()> {
        self.inner.sync_data().inspect_err(|_| {
            // If this fails, too, nothing can be recorded on this disk; the first error is returned.
            let _ = self.disk.open_or_create(&self.mark, Secrecy::Public);
        })
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.inner.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.inner.set_len(len)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.inner.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.inner.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.inner.try_lock_range(start, end)
    }

    fn try_lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.inner.try_lock_shared_range(start, end)
    }

    fn lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.inner.lock_range(start, end)
    }

    fn lock_shared_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.inner.lock_shared_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.inner.unlock_range(start, end)
    }

    fn query_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.inner.query_lock_range(start, end)
    }
}
