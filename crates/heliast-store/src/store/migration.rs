//! Migration from format 2, whose single file had each round's bytes and the JSON of its view, to the current
//! format.
//!
//! A new index is written under another name while the segments are filled, and is renamed to the name of the
//! old one when index and segments are complete. Before the rename the old store is unchanged, and after it
//! the new one is complete. Segments next to an index under the other name are left from an interrupted
//! migration, and are removed.

use super::{
    database::{Database, EPOCHS, FORMAT, META, Row, commit, initialize},
    error::StoreError,
    file,
    folder::{self, Folder},
    read::{decode, format},
    segments::{Segments, encode_outputs},
    site::Site,
};
use heliast::{Chain, EPOCH_ROUNDS, Round, Tip};
use heliast_disk::guarded;
use heliast_view::RoundView;
use redb::{ReadOnlyTable, ReadableTable, TableDefinition, TableError};
use std::path::PathBuf;

pub(super) const OLD_FORMAT: u32 = 2;
pub(super) const OLD_ROUNDS: TableDefinition<u64, &[u8]> = TableDefinition::new("rounds");
pub(super) const OLD_VIEWS: TableDefinition<u64, &[u8]> = TableDefinition::new("views");
/// The approximate number of bytes of the rounds that are written together.
const BATCH_BYTES: usize = if cfg!(test) { 1 } else { 4 << 20 };

/// Checks that a store is in the current format.
pub(super) fn require_present(database: &Database) -> Result<(), StoreError> {
    let path = PathBuf::from(file::NAME);
    let bytes = format(&database.redb)?;
    let bytes = bytes.ok_or_else(|| StoreError::Corrupt("meta.format is missing".to_owned()))?;
    match <[u8; 4]>::try_from(&bytes[..]).map(u32::from_be_bytes) {
        Ok(FORMAT) => Ok(()),
        Ok(OLD_FORMAT) => Err(StoreError::Outdated { path, format: OLD_FORMAT }),
        Ok(format) if format > FORMAT => Err(StoreError::Newer { path, format }),
        _ => Err(StoreError::Foreign { path, reason: format!("its format is {}", hex::encode(bytes)) }),
    }
}

/// Migrates the store in a directory to the current format if it has the previous one. Other formats are left
/// alone: opening the store reports the error.
pub(super) fn migrate(site: &Site, progress: impl FnMut(u64, u64)) -> Result<(), StoreError> {
    let old = guarded(|| file::open(site))?;
    file::remove_second_name(site)?;
    let is_old = |database: &Database| {
        Ok::<_, StoreError>(format(&database.redb)?.is_some_and(|f| f == OLD_FORMAT.to_be_bytes()))
    };
    if !old.run(is_old)? {
        return Ok(());
    }
    old.run(|old| Migration::begin(site, old)?.run(progress))?;
    Ok(site.disk.rename(&file::draft_path(&site.dir), &file::path(&site.dir))?)
}

/// A store of the old format, and the new one that is made from it.
struct Migration {
    chain: Chain,
    rounds: ReadOnlyTable<u64, &'static [u8]>,
    views: ReadOnlyTable<u64, &'static [u8]>,
    epochs: Option<ReadOnlyTable<u64, &'static [u8]>>,
    segments: Segments,
    new: Database,
}

impl Migration {
    fn begin(site: &Site, old: &Database) -> Result<Migration, StoreError> {
        let transaction = old.begin_read()?;
        let genesis = transaction.open_table(META)?.get(b"genesis".as_slice())?.map(|g| g.value().to_vec());
        let corrupt = |reason: &dyn std::fmt::Display| StoreError::Corrupt(format!("genesis: {reason}"));
        let chain = Chain::from_bytes(&genesis.ok_or_else(|| corrupt(&"it is missing"))?)
            .map_err(|error| corrupt(&error))?;
        let epochs = match transaction.open_table(EPOCHS) {
            Err(TableError::TableDoesNotExist(_)) => None,
            table => Some(table?),
        };
        let segments = Segments { rounds: EPOCH_ROUNDS };
        let new = draft(site)?;
        initialize(&new.redb, &chain, segments.rounds)?;
        let (rounds, views) = (transaction.open_table(OLD_ROUNDS)?, transaction.open_table(OLD_VIEWS)?);
        Ok(Migration { chain, rounds, views, epochs, segments, new })
    }

    fn run(self, mut progress: impl FnMut(u64, u64)) -> Result<(), StoreError> {
        let last = self.rounds.last()?.map_or(0, |(number, _)| number.value());
        progress(0, last);
        let (mut tip, mut rows, mut bytes) = (self.chain.start(), Vec::new(), 0);
        for number in 1..=last {
            let round = self.round(number)?;
            let row = self.row(&tip, &round)?;
            bytes += row.bytes.len();
            rows.push(row);
            if bytes >= BATCH_BYTES || number == last || self.segments.first(number + 1) > number {
                commit(&self.new, self.segments, &rows)?;
                rows.clear();
                bytes = 0;
                progress(number, last);
            }
            let followed = self.chain.follow_unverified(&tip, &round);
            tip = followed.map_err(|error| StoreError::Corrupt(format!("round {number}: {error}")))?;
        }
        self.copy_epochs()
    }

    fn round(&self, number: u64) -> Result<Round, StoreError> {
        let bytes = self.rounds.get(number)?.ok_or_else(|| StoreError::missing(number))?;
        decode(&self.chain, number, bytes.value())
    }

    fn row(&self, tip: &Tip, round: &Round) -> Result<Row, StoreError> {
        let number = round.number;
        let outputs = match self.viewed_outputs(round)? {
            Some(outputs) => outputs,
            None => {
                let checked = self.chain.check(tip, round.clone());
                let checked =
                    checked.map_err(|error| StoreError::Corrupt(format!("round {number}: {error}")))?;
                checked.facts().lots.iter().map(|lot| lot.output.clone()).collect()
            }
        };
        Ok(Row {
            number,
            bytes: round.encode(),
            outputs: encode_outputs(outputs.iter().map(Vec::as_slice)),
            announced: round.announcements.iter().map(|one| one.announced(number)).collect(),
        })
    }

    /// The outputs that the old store's view has; `None` if it is damaged.
    fn viewed_outputs(&self, round: &Round) -> Result<Option<Vec<Vec<u8>>>, StoreError> {
        let Some(view) = self.views.get(round.number)? else { return Ok(None) };
        let Ok(view) = serde_json::from_slice::<RoundView>(view.value()) else { return Ok(None) };
        if view.round != round.number || view.tickets.len() != round.tickets.len() {
            return Ok(None);
        }
        let outputs = view.tickets.iter().map(|ticket| hex::decode(&ticket.output).ok());
        Ok(outputs.collect())
    }

    fn copy_epochs(&self) -> Result<(), StoreError> {
        let transaction = self.new.begin_write()?;
        {
            let mut epochs = transaction.open_table(EPOCHS)?;
            for row in self.epochs.iter().map(|old| old.iter()) {
                for epoch in row? {
                    let (first, proof) = epoch?;
                    epochs.insert(first.value(), proof.value())?;
                }
            }
        }
        Ok(transaction.commit()?)
    }
}

/// An empty store under another name. If there are rounds but no file of this name, they are not remains of a
/// migration and must not be removed.
fn draft(site: &Site) -> Result<Database, StoreError> {
    let Site { dir, disk, .. } = site;
    let folder = Folder::of(site);
    let leftovers = folder.files()?;
    if !leftovers.is_empty() && !file::draft_path(dir).exists() {
        return Err(StoreError::Leftover(dir.join(folder::NAME)));
    }
    let draft = file::draft(site)?;
    disk.sync_names(dir)?;
    for (name, _) in leftovers {
        folder.remove(&name)?;
    }
    let redb = file::begin(site, &draft)?;
    // The draft stays if the migration is interrupted, since it shows to which chain the rounds belong.
    draft.leave();
    Ok(file::writable(redb, site))
}
