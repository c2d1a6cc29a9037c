//! The open store: its tables, and the transactions that write to them.

use super::{
    error::StoreError,
    folder::Folder,
    segments::{Place, Segments},
};
use heliast::{Announced, Chain};
use redb::{Durability, ReadableDatabase, TableDefinition};
use std::num::NonZeroU32;

pub(super) const META: TableDefinition<&[u8], &[u8]> = TableDefinition::new("meta");
/// For each round the place of its bytes in its segment, their number, and the number of bytes of its
/// outputs.
pub(super) const PLACES: TableDefinition<u64, Place> = TableDefinition::new("places");
pub(super) const ANNOUNCED: TableDefinition<u64, &[u8]> = TableDefinition::new("announced");
pub(super) const EPOCHS: TableDefinition<u64, &[u8]> = TableDefinition::new("epochs");
pub(super) const FORMAT: u32 = 3;

pub(super) const KEY_FORMAT: &[u8] = b"format";
pub(super) const KEY_GENESIS: &[u8] = b"genesis";
pub(super) const KEY_SEGMENT: &[u8] = b"segment";
pub(super) const KEY_BASE: &[u8] = b"base";

/// The open files.
pub(super) struct Database {
    pub(super) redb: redb::Database,
    pub(super) folder: Folder,
    pub(super) read_only: bool,
}

impl Database {
    pub(super) fn begin_read(&self) -> Result<redb::ReadTransaction, StoreError> {
        Ok(self.redb.begin_read()?)
    }

    pub(super) fn begin_write(&self) -> Result<redb::WriteTransaction, StoreError> {
        if self.read_only { Err(StoreError::ReadOnly) } else { begin_write(&self.redb) }
    }
}

/// Writes the metadata and the empty tables of a new chain, whose files have `rounds` rounds each.
pub(super) fn initialize(
    database: &redb::Database,
    chain: &Chain,
    segment: NonZeroU32,
) -> Result<(), StoreError> {
    let transaction = begin_write(database)?;
    {
        let mut meta = transaction.open_table(META)?;
        meta.insert(KEY_FORMAT, FORMAT.to_be_bytes().as_slice())?;
        meta.insert(KEY_GENESIS, chain.genesis_bytes())?;
        meta.insert(KEY_SEGMENT, segment.get().to_be_bytes().as_slice())?;
        transaction.open_table(PLACES)?;
        transaction.open_table(ANNOUNCED)?;
        transaction.open_table(EPOCHS)?;
    }
    Ok(transaction.commit()?)
}

/// The data of a round as they are stored.
pub(super) struct Row {
    pub(super) number: u64,
    pub(super) bytes: Vec<u8>,
    /// The outputs of its tickets, encoded.
    pub(super) outputs: Vec<u8>,
    /// The announcements in it.
    pub(super) announced: Vec<Announced>,
}

/// Adds consecutive rounds after the stored ones, all in one segment. When this returns, they are on the
/// disk: first their bytes are written and then, in one transaction, their places.
pub(super) fn commit(database: &Database, segments: Segments, rows: &[Row]) -> Result<(), StoreError> {
    let Some(first) = rows.first() else { return Ok(()) };
    let transaction = database.begin_write()?;
    {
        let mut places = transaction.open_table(PLACES)?;
        let start = segments.end_before(&places, first.number)?;
        let (mut bytes, mut announced) = (Vec::new(), transaction.open_table(ANNOUNCED)?);
        for row in rows {
            let place = (start + bytes.len() as u64, len(&row.bytes)?, len(&row.outputs)?);
            places.insert(row.number, place)?;
            bytes.extend(&row.bytes);
            bytes.extend(&row.outputs);
            if !row.announced.is_empty() {
                announced.insert(row.number, Announced::encode_all(&row.announced).as_slice())?;
            }
        }
        database.folder.write(&segments.name(first.number), start, &bytes)?;
    }
    Ok(transaction.commit()?)
}

fn len(bytes: &[u8]) -> Result<u32, StoreError> {
    u32::try_from(bytes.len()).map_err(|_| StoreError::Corrupt("a round has 2^32 bytes or more".to_owned()))
}

/// Adds an epoch proof, or replaces the one that begins with the same round.
pub(super) fn commit_epoch(database: &Database, first: u64, bytes: &[u8]) -> Result<(), StoreError> {
    let transaction = database.begin_write()?;
    transaction.open_table(EPOCHS)?.insert(first, bytes)?;
    Ok(transaction.commit()?)
}

/// Removes the places of the rounds up to `last`; `base` has the data that the next round needs.
pub(super) fn commit_pruning(database: &Database, last: u64, base: &[u8]) -> Result<(), StoreError> {
    let transaction = database.begin_write()?;
    transaction.open_table(META)?.insert(KEY_BASE, base)?;
    transaction.open_table(PLACES)?.retain_in(..=last, |_, _| false)?;
    Ok(transaction.commit()?)
}

pub(super) fn begin_write(database: &redb::Database) -> Result<redb::WriteTransaction, StoreError> {
    let mut transaction = database.begin_write()?;
    transaction.set_durability(Durability::Immediate)?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}
