//! The queries of a store: they see only acknowledged rounds.

use super::{
    Store,
    database::EPOCHS,
    error::StoreError,
    read::{self, Stored, decode},
    segments::decode_outputs,
};
use heliast::Round;
use heliast_disk::{Guarded, guarded};
use heliast_view::RoundView;

/// A round as it is in the store or in its archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The round number.
    pub number: u64,
    /// The round's bytes.
    pub bytes: Vec<u8>,
    /// The outputs of its tickets in their order, from the round's verification; `None` in an archive.
    pub outputs: Option<Vec<Vec<u8>>>,
}

impl Store {
    /// The bytes of a round; `None` if it is not stored.
    ///
    /// # Errors
    /// [`StoreError::Pruned`] if it was pruned, and there is no archive.
    pub fn round(&self, number: u64) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.kept(number)?.map(|(bytes, _)| bytes))
    }

    /// The decoded round, known to be verified when it was stored; `None` if it is not stored.
    pub fn decoded(&self, number: u64) -> Result<Option<Round>, StoreError> {
        let Some(bytes) = self.round(number)? else { return Ok(None) };
        decode(self.chain(), number, &bytes).map(Some)
    }

    /// The view that `GET /v1/rounds/{number}` returns; `None` if the round is not stored.
    pub fn view(&self, number: u64) -> Result<Option<RoundView>, StoreError> {
        let Some((bytes, outputs)) = self.kept(number)? else { return Ok(None) };
        let round = decode(self.chain(), number, &bytes)?;
        let outputs = match outputs {
            Some(outputs) => decode_outputs(&outputs, round.tickets.len())
                .ok_or_else(|| StoreError::Corrupt(format!("the outputs of round {number}")))?,
            None => self.outputs_anew(&round)?,
        };
        let seed = self.seed_of(number)?;
        Ok(Some(RoundView::of_stored(self.chain(), self.tip().keys(), seed, &round, outputs)))
    }

    /// Computes the outputs of a round's tickets from their proofs.
    fn outputs_anew(&self, round: &Round) -> Result<Vec<Vec<u8>>, StoreError> {
        let number = round.number;
        let before = self.tip_before(number)?.ok_or_else(|| StoreError::missing(number - 1))?;
        let checked = self.chain().check(&before, round.clone());
        let checked = checked.map_err(|error| StoreError::Corrupt(format!("round {number}: {error}")))?;
        Ok(checked.facts().lots.iter().map(|lot| lot.output.clone()).collect())
    }

    /// Q_K of a stored round.
    fn seed_of(&self, number: u64) -> Result<[u8; 32], StoreError> {
        match number - 1 {
            0 => Ok(*self.chain().start().seed()),
            before => Ok(self.chain().beacon(before, &self.y(before)?).1),
        }
    }

    /// The output of the delay of a stored round, or of the round before the first stored one.
    pub fn y(&self, number: u64) -> Result<Vec<u8>, StoreError> {
        match self.base() {
            base if base.round == number && number > 0 => Ok(base.y),
            _ => Ok(self.decoded(number)?.ok_or_else(|| StoreError::missing(number))?.y),
        }
    }

    /// The time at which a stored round opened, or the round before the first stored one.
    pub fn time_ms(&self, number: u64) -> Result<u64, StoreError> {
        match self.base() {
            base if base.round == number && number > 0 => Ok(base.time_ms),
            _ => Ok(self.decoded(number)?.ok_or_else(|| StoreError::missing(number))?.time_ms),
        }
    }

    /// The first round, in the store or its archive, that is available together with the state before it.
    pub fn oldest(&self) -> u64 {
        let archived = self.archive().and_then(|archive| archive.files().first().map(|file| file.first));
        // If the files begin with a later round, the state before that round is only in the header of the
        // first file.
        let archived = archived.map(|first| if first == 1 { 1 } else { first + 1 });
        archived.map_or(self.first(), |first| first.min(self.first()))
    }

    /// Rounds `from` to `to`, both included, in ascending order, as far as they are stored now. Memory does
    /// not grow with the range.
    pub fn range(
        &self,
        from: u64,
        to: u64,
    ) -> impl Iterator<Item = Result<(u64, Vec<u8>), StoreError>> + use<'_> {
        (from.max(1)..=to.min(self.last())).map(|number| {
            let bytes = self.round(number)?.ok_or_else(|| StoreError::missing(number))?;
            Ok((number, bytes))
        })
    }

    /// Rounds `from` to `to` with their outputs; otherwise like [`Store::range`].
    pub fn entries(&self, from: u64, to: u64) -> impl Iterator<Item = Result<Entry, StoreError>> + use<'_> {
        (from.max(1)..=to.min(self.last())).map(|number| self.entry(number))
    }

    fn entry(&self, number: u64) -> Result<Entry, StoreError> {
        let (bytes, outputs) = self.kept(number)?.ok_or_else(|| StoreError::missing(number))?;
        let outputs = outputs.map(|outputs| {
            // The number of tickets of a damaged round is unknown.
            let tickets = decode(self.chain(), number, &bytes).map(|round| round.tickets.len());
            tickets.ok().and_then(|tickets| decode_outputs(&outputs, tickets)).unwrap_or_default()
        });
        Ok(Entry { number, bytes, outputs })
    }

    /// The bytes of the epoch proof that begins with this round, of any length; `None` if it is missing.
    pub fn epoch_proof(&self, first: u64) -> Result<Option<Vec<u8>>, StoreError> {
        self.with_database(|database| {
            let epochs = database.begin_read()?.open_table(EPOCHS)?;
            Ok(epochs.get(first)?.map(|value| value.value().to_vec()))
        })
    }

    /// The epoch proofs that begin with round `from` or later, each with its first round, in ascending order.
    pub fn epoch_proofs(
        &self,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<(u64, Vec<u8>), StoreError>> + use<>, StoreError> {
        let items = self.with_database(|database| {
            let epochs = database.begin_read()?.open_table(EPOCHS)?;
            Ok(Guarded::new(epochs.range(from..)?))
        })?;
        Ok(items.map(|item| {
            let (first, value) = item?;
            guarded(|| Ok((first.value(), value.value().to_vec())))
        }))
    }

    /// The last stored round that opened at or before `time_ms`; `None` if the first opened later.
    /// Reads O(log n) rounds.
    pub fn round_at_time(&self, time_ms: u64) -> Result<Option<u64>, StoreError> {
        let base = self.base();
        let begin = self.archive().and_then(|archive| archive.files().first().map(|file| file.first));
        // Rounds before the first one in store and archive are unknown.
        let unknown = begin.unwrap_or(u64::MAX).min(base.round + 1) - 1;
        let (mut low, mut high) = match base.round {
            0 => (0, self.last()),
            round if base.time_ms <= time_ms => (round, self.last()),
            round => (unknown, round),
        };
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            let round = self.decoded(middle)?.ok_or_else(|| StoreError::missing(middle))?;
            if round.time_ms <= time_ms { low = middle } else { high = middle - 1 }
        }
        if low > 0 && low == unknown {
            // This returns the error that the round was pruned.
            self.round(low)?;
        }
        Ok((low > 0).then_some(low))
    }

    /// The bytes of a round, and those of its outputs if they are stored. A pruned round is read from the
    /// archive.
    #[expect(clippy::type_complexity, reason = "two kinds of bytes")]
    fn kept(&self, number: u64) -> Result<Option<(Vec<u8>, Option<Vec<u8>>)>, StoreError> {
        if number == 0 || number > self.last() {
            return Ok(None);
        }
        if number >= self.first()
            && let Some((bytes, outputs)) = self.stored(number)?
        {
            return Ok(Some((bytes, Some(outputs))));
        }
        let first = self.first();
        if number >= first {
            return Ok(None);
        }
        let archive = self.archive().ok_or(StoreError::Pruned { round: number, first })?;
        Ok(Some((archive.round(self.chain(), number)?, None)))
    }

    /// The bytes of a round in the store, and those of its outputs.
    pub(super) fn stored(&self, number: u64) -> Result<Option<Stored>, StoreError> {
        self.with_database(|database| read::bytes(database, self.segments, number))
    }
}
