//! What can be asked of a store: nothing beyond the last acknowledged round.

use super::{
    Store,
    database::{Database, EPOCHS, ROUNDS, VIEWS},
    error::StoreError,
    guard::{Guarded, guarded},
    read::{decode, missing, text},
};
use heliast::Round;
use redb::{TableDefinition, TableError};

type Table = TableDefinition<'static, u64, &'static [u8]>;

/// A stored round as it lies in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The round number.
    pub number: u64,
    /// The round's bytes.
    pub bytes: Vec<u8>,
    /// The JSON of `GET /v1/rounds/{number}`.
    pub view: String,
}

impl Store {
    /// The bytes of a round; `None` if it is not stored.
    pub fn round(&self, number: u64) -> Result<Option<Vec<u8>>, StoreError> {
        if number > self.last() { Ok(None) } else { self.stored_round(number) }
    }

    /// The decoded round, known to be verified when it was stored; `None` if it is not stored.
    pub fn decoded(&self, number: u64) -> Result<Option<Round>, StoreError> {
        let Some(bytes) = self.round(number)? else { return Ok(None) };
        decode(self.chain(), number, &bytes).map(Some)
    }

    /// The JSON of `GET /v1/rounds/{number}`; `None` if the round is not stored.
    pub fn view(&self, number: u64) -> Result<Option<String>, StoreError> {
        if number > self.last() {
            return Ok(None);
        }
        self.with_database(|database| {
            let views = database.begin_read()?.open_table(VIEWS)?;
            views.get(number)?.map(|value| text(number, value.value())).transpose()
        })
    }

    /// Rounds `from` to `to`, both included, in ascending order, cut to what is stored. Memory does
    /// not grow with the range.
    pub fn range(
        &self,
        from: u64,
        to: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, Vec<u8>), StoreError>> + use<>, StoreError> {
        self.table_range(ROUNDS, from, to)
    }

    /// The views of rounds `from` to `to`, as [`Store::range`] gives their bytes.
    pub fn views(
        &self,
        from: u64,
        to: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, String), StoreError>> + use<>, StoreError> {
        Ok(self.table_range(VIEWS, from, to)?.map(|item| {
            let (number, bytes) = item?;
            Ok((number, text(number, &bytes)?))
        }))
    }

    /// Every stored round from `from` on, bytes and view, for verification.
    pub fn entries(
        &self,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<Entry, StoreError>> + use<>, StoreError> {
        let views = self.views(from, u64::MAX)?;
        Ok(self.range(from, u64::MAX)?.zip(views).map(|(round, view)| {
            let ((number, bytes), (of, view)) = (round?, view?);
            if of != number {
                return Err(StoreError::Corrupt(format!(
                    "round {number} lies beside the view of round {of}"
                )));
            }
            Ok(Entry { number, bytes, view })
        }))
    }

    /// The bytes of the epoch proof that begins with this round, of whatever length; `None` if there is none.
    pub fn epoch_proof(&self, first: u64) -> Result<Option<Vec<u8>>, StoreError> {
        self.with_database(|database| {
            let Some(epochs) = open_epochs(database)? else { return Ok(None) };
            Ok(epochs.get(first)?.map(|value| value.value().to_vec()))
        })
    }

    /// The epoch proofs that begin with round `from` or later, each with its first round, in ascending order.
    pub fn epoch_proofs(
        &self,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, Vec<u8>), StoreError>> + use<>, StoreError> {
        let items = self.with_database(|database| {
            let Some(epochs) = open_epochs(database)? else { return Ok(None) };
            Ok(Some(Guarded::new(epochs.range(from..)?)))
        })?;
        Ok(items.into_iter().flatten().map(|item| {
            let (first, value) = item?;
            guarded(|| Ok((first.value(), value.value().to_vec())))
        }))
    }

    /// The last stored round that opened at or before `time_ms`; `None` if the first opened later.
    /// Reads O(log n) rounds.
    pub fn round_at_time(&self, time_ms: u64) -> Result<Option<u64>, StoreError> {
        let (mut low, mut high) = (0, self.last());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let round = self.decoded(middle)?.ok_or_else(|| missing(middle))?;
            if round.time_ms <= time_ms { low = middle } else { high = middle - 1 }
        }
        Ok((low > 0).then_some(low))
    }

    fn table_range(
        &self,
        table: Table,
        from: u64,
        to: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, Vec<u8>), StoreError>> + use<>, StoreError> {
        let last = self.last();
        let items = self.with_database(|database| {
            let table = database.begin_read()?.open_table(table)?;
            Ok(Guarded::new(table.range(from..=to.min(last).max(from))?))
        })?;
        let entries = items.map(|item| {
            let (number, value) = item?;
            guarded(|| Ok((number.value(), value.value().to_vec())))
        });
        Ok(entries.take_while(move |entry| !matches!(entry, Ok((number, _)) if *number > last)))
    }

    pub(super) fn stored_round(&self, number: u64) -> Result<Option<Vec<u8>>, StoreError> {
        self.with_database(|database| {
            let rounds = database.begin_read()?.open_table(ROUNDS)?;
            Ok(rounds.get(number)?.map(|value| value.value().to_vec()))
        })
    }
}

/// The table of epoch proofs, which a chain has from its first one on.
fn open_epochs(database: &Database) -> Result<Option<redb::ReadOnlyTable<u64, &'static [u8]>>, StoreError> {
    match database.begin_read()?.open_table(EPOCHS) {
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        table => Ok(Some(table?)),
    }
}
