//! The proofs that a network agreed on the rounds: `finality.redb`, next to the index of a node's chain.
//!
//! | table | key | value |
//! |---|---|---|
//! | `network` | 0 | the network file (spec/network.md) |
//! | `frames` | round number | the frame of that round (spec/finality.md) |
//! | `own` | 0 | the first round with a frame of the node's own engine, where others gave earlier ones |
//!
//! A solo chain has no such file. A frame is on the disk when [`Frames::keep`] returns. This file is not part
//! of the chain: without it the rounds are still valid, and a node that lost it collects frames from then on.

use super::{
    error::StoreError,
    overlay::Overlay,
    site::{self, Site},
};
use heliast_disk::{Place, Secrecy};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError, WriteTransaction};
use std::{
    ops::{Range, RangeInclusive},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

const NAME: &str = "finality.redb";
const NETWORK: TableDefinition<u8, &[u8]> = TableDefinition::new("network");
const FRAMES: TableDefinition<u64, &[u8]> = TableDefinition::new("frames");
const OWN: TableDefinition<u8, u64> = TableDefinition::new("own");

/// The frames of a network's chain. Nothing about them is verified here.
pub struct Frames {
    redb: Database,
    read_only: bool,
    network: Vec<u8>,
    /// The last round with a frame; 0 before the first.
    last: AtomicU64,
}

impl Frames {
    /// Opens the frames in a data directory, or creates the file for the network of this network file.
    ///
    /// # Errors
    /// [`StoreError::OtherNetwork`] if the directory has the frames of another network.
    pub fn begin(dir: impl AsRef<Path>, network: &[u8]) -> Result<Frames, StoreError> {
        Frames::begin_at(&Site::at(dir.as_ref()), network)
    }

    pub(super) fn begin_at(site: &Site, network: &[u8]) -> Result<Frames, StoreError> {
        let path = path(&site.dir);
        if let Some(found) = Frames::open_at(site)? {
            return match found.network == network {
                true => Ok(found),
                false => Err(StoreError::OtherNetwork(path)),
            };
        }
        let draft = site.disk.draft_for_one(&draft_path(&site.dir), &path, Secrecy::Secret)?;
        let draft = draft.ok_or_else(|| StoreError::InUse(site.dir.clone()))?;
        let redb = site.begin(&draft).map_err(failure)?;
        let transaction = redb.begin_write()?;
        transaction.open_table(NETWORK)?.insert(0, network)?;
        transaction.open_table(FRAMES)?;
        transaction.commit()?;
        draft.finish(Place::Any)?;
        Ok(Frames { redb, read_only: false, network: network.to_vec(), last: AtomicU64::new(0) })
    }

    /// Opens the frames in a data directory; `None` for a solo chain.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process has it open.
    pub fn open(dir: impl AsRef<Path>) -> Result<Option<Frames>, StoreError> {
        Frames::open_at(&Site::at(dir.as_ref()))
    }

    fn open_at(site: &Site) -> Result<Option<Frames>, StoreError> {
        let path = path(&site.dir);
        // An earlier version created the file under this name, and a crash may have left it empty.
        if !path.try_exists()? || is_empty(&path) {
            return Ok(None);
        }
        Frames::of(site.open(&path).map_err(failure)?, false)
    }

    /// Opens the frames in a data directory for reading only; nothing is changed. `None` for a solo chain.
    ///
    /// # Errors
    /// [`StoreError::InUse`] if another process has it open.
    pub fn open_read_only(dir: impl AsRef<Path>) -> Result<Option<Frames>, StoreError> {
        let path = path(dir.as_ref());
        if !path.try_exists()? || is_empty(&path) {
            return Ok(None);
        }
        let Some(overlay) = Overlay::open(&path)? else {
            return Err(StoreError::InUse(dir.as_ref().to_path_buf()));
        };
        Frames::of(site::builder().create_with_backend(overlay).map_err(failure)?, true)
    }

    fn of(redb: Database, read_only: bool) -> Result<Option<Frames>, StoreError> {
        let transaction = redb.begin_read()?;
        let network = match transaction.open_table(NETWORK) {
            Err(TableError::TableDoesNotExist(_)) => return Ok(None),
            table => table?.get(0)?.map(|bytes| bytes.value().to_vec()),
        };
        let network = network.ok_or_else(|| StoreError::Corrupt(format!("{NAME} has no network file")))?;
        let last = transaction.open_table(FRAMES)?.last()?.map_or(0, |(round, _)| round.value());
        drop(transaction);
        Ok(Some(Frames { redb, read_only, network, last: AtomicU64::new(last) }))
    }

    /// The network file.
    pub fn network(&self) -> &[u8] {
        &self.network
    }

    /// The last round with a frame; 0 before the first.
    pub fn last(&self) -> u64 {
        self.last.load(Ordering::Relaxed)
    }

    /// The frame of a round, if there is one.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read.
    pub fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let frames = self.redb.begin_read()?.open_table(FRAMES)?;
        Ok(frames.get(round)?.map(|bytes| bytes.value().to_vec()))
    }

    /// The frame of the first round in a range that has one, with its round.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read.
    pub fn first_in(&self, range: Range<u64>) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        let frames = self.redb.begin_read()?.open_table(FRAMES)?;
        let first = frames.range(range)?.next().transpose()?;
        Ok(first.map(|(round, bytes)| (round.value(), bytes.value().to_vec())))
    }

    /// The noted first round whose frame came from the node's own engine; frames of earlier rounds came from
    /// other nodes.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read.
    pub fn own_since(&self) -> Result<Option<u64>, StoreError> {
        match self.redb.begin_read()?.open_table(OWN) {
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            table => Ok(table?.get(0)?.map(|round| round.value())),
        }
    }

    /// Durably notes the round of [`Frames::own_since`].
    ///
    /// # Errors
    /// The errors of [`Frames::keep`].
    pub fn set_own_since(&self, round: u64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.open_table(OWN)?.insert(0, round)?;
            Ok(())
        })
    }

    /// The rounds in a range that have a frame, in ascending order.
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read.
    pub fn rounds(&self, range: RangeInclusive<u64>) -> Result<Vec<u64>, StoreError> {
        let frames = self.redb.begin_read()?.open_table(FRAMES)?;
        frames.range(range)?.map(|row| Ok(row?.0.value())).collect()
    }

    /// The frames that a bundle which begins with round `first` has before a round: the network file, and the
    /// round's own frame (spec/finality.md).
    ///
    /// # Errors
    /// [`StoreError`] if the file cannot be read.
    pub fn frames_before(&self, round: u64, first: u64) -> Result<Vec<Vec<u8>>, StoreError> {
        let network = (round == first).then(|| self.network.clone());
        Ok(network.into_iter().chain(self.frame(round)?).collect())
    }

    /// Durably stores the frame of a round, and replaces one of the same round.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`] if the file was opened for reading only, and [`StoreError::Full`] if the disk
    /// is full.
    pub fn keep(&self, round: u64, frame: &[u8]) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.open_table(FRAMES)?.insert(round, frame)?;
            Ok(())
        })?;
        self.last.fetch_max(round, Ordering::Relaxed);
        Ok(())
    }

    fn write(
        &self,
        change: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        if self.read_only {
            return Err(StoreError::ReadOnly);
        }
        let transaction = super::database::begin_write(&self.redb)?;
        change(&transaction)?;
        Ok(transaction.commit()?)
    }
}

fn path(dir: &Path) -> PathBuf {
    dir.join(NAME)
}

/// The path at which the file is written until it contains its network.
fn draft_path(dir: &Path) -> PathBuf {
    dir.join(format!("{NAME}.new"))
}

fn is_empty(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.len() == 0)
}

fn failure(error: redb::DatabaseError) -> StoreError {
    match error {
        redb::DatabaseError::DatabaseAlreadyOpen => StoreError::InUse(PathBuf::from(NAME)),
        other => redb::Error::from(other).into(),
    }
}
