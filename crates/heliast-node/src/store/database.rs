//! The open file: its tables, and the transactions that write to them.

use super::error::StoreError;
use heliast::Chain;
use redb::{Durability, ReadableDatabase, TableDefinition};

pub(super) const META: TableDefinition<&[u8], &[u8]> = TableDefinition::new("meta");
pub(super) const ROUNDS: TableDefinition<u64, &[u8]> = TableDefinition::new("rounds");
pub(super) const VIEWS: TableDefinition<u64, &[u8]> = TableDefinition::new("views");
pub(super) const ANNOUNCEMENTS: TableDefinition<u64, &[u8]> = TableDefinition::new("announcements");
pub(super) const EPOCHS: TableDefinition<u64, &[u8]> = TableDefinition::new("epochs");
pub(super) const FORMAT: u32 = 2;

/// The open file.
pub(super) struct Database {
    pub(super) redb: redb::Database,
    pub(super) read_only: bool,
}

impl Database {
    pub(super) fn begin_read(&self) -> Result<redb::ReadTransaction, StoreError> {
        Ok(self.redb.begin_read()?)
    }
}

/// Writes the metadata and the empty tables of a new chain.
pub(super) fn initialize(database: &redb::Database, chain: &Chain) -> Result<(), StoreError> {
    let transaction = begin_write(database)?;
    {
        let mut meta = transaction.open_table(META)?;
        meta.insert(b"format".as_slice(), FORMAT.to_be_bytes().as_slice())?;
        meta.insert(b"genesis".as_slice(), chain.genesis_bytes())?;
        transaction.open_table(ROUNDS)?;
        transaction.open_table(VIEWS)?;
        transaction.open_table(ANNOUNCEMENTS)?;
    }
    Ok(transaction.commit()?)
}

/// A round as it is stored.
pub(super) struct Row<'a> {
    pub(super) number: u64,
    pub(super) bytes: &'a [u8],
    /// The JSON of `GET /v1/rounds/{number}`.
    pub(super) view: &'a str,
    /// Whether it announces keys.
    pub(super) announces: bool,
}

/// Adds a round; when this returns, it is on the disk.
pub(super) fn commit(database: &redb::Database, round: &Row<'_>) -> Result<(), StoreError> {
    let Row { number, bytes, view, announces } = *round;
    let transaction = begin_write(database)?;
    if announces {
        transaction.open_table(ANNOUNCEMENTS)?.insert(number, bytes)?;
    }
    transaction.open_table(ROUNDS)?.insert(number, bytes)?;
    transaction.open_table(VIEWS)?.insert(number, view.as_bytes())?;
    Ok(transaction.commit()?)
}

/// Adds an epoch proof, or puts it in the place of the one that begins with the same round.
pub(super) fn commit_epoch(database: &redb::Database, first: u64, bytes: &[u8]) -> Result<(), StoreError> {
    let transaction = begin_write(database)?;
    transaction.open_table(EPOCHS)?.insert(first, bytes)?;
    Ok(transaction.commit()?)
}

pub(super) fn begin_write(database: &redb::Database) -> Result<redb::WriteTransaction, StoreError> {
    let mut transaction = database.begin_write()?;
    transaction.set_durability(Durability::Immediate)?;
    transaction.set_quick_repair(true);
    Ok(transaction)
}
