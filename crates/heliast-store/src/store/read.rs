//! Reads the rows of the tables. Damaged bytes cause no panic.

use super::{
    database::{ANNOUNCED, Database, KEY_BASE, KEY_FORMAT, KEY_GENESIS, KEY_SEGMENT, META, PLACES},
    error::StoreError,
    segments::Segments,
};
use heliast::{Announced, Chain, Round, Tip};
use redb::ReadableTable;
use std::num::NonZeroU32;

/// The bytes of a round, and those of its outputs.
pub(super) type Stored = (Vec<u8>, Vec<u8>);

/// The data of a store about itself.
pub(super) struct Meta {
    pub(super) chain: Chain,
    pub(super) segments: Segments,
    pub(super) base: Base,
}

/// The base of the first stored round: the data that it needs of the round before it. In a store that has
/// all rounds, the base is round 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Base {
    pub(super) round: u64,
    pub(super) time_ms: u64,
    pub(super) y: Vec<u8>,
}

impl Base {
    pub(super) fn of(round: &Round) -> Base {
        Base { round: round.number, time_ms: round.time_ms, y: round.y.clone() }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        [&self.round.to_be_bytes()[..], &self.time_ms.to_be_bytes(), &self.y].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Base> {
        let (round, rest) = bytes.split_first_chunk()?;
        let (time_ms, y) = rest.split_first_chunk()?;
        let (round, time_ms) = (u64::from_be_bytes(*round), u64::from_be_bytes(*time_ms));
        Some(Base { round, time_ms, y: y.to_vec() })
    }

    /// A round without its tickets.
    pub(super) fn round(&self) -> Round {
        let (tickets, announcements, proof) = (vec![], vec![], vec![]);
        Round { number: self.round, time_ms: self.time_ms, tickets, announcements, y: self.y.clone(), proof }
    }
}

/// The format of an index; `None` if it is missing.
pub(super) fn format(redb: &redb::Database) -> Result<Option<Vec<u8>>, StoreError> {
    let meta = redb::ReadableDatabase::begin_read(redb)?.open_table(META)?;
    Ok(meta.get(KEY_FORMAT)?.map(|value| value.value().to_vec()))
}

/// The metadata of a store in the present format.
pub(super) fn meta(database: &Database) -> Result<Meta, StoreError> {
    let table = database.begin_read()?.open_table(META)?;
    let optional = |key: &[u8]| -> Result<Option<Vec<u8>>, StoreError> {
        Ok(table.get(key)?.map(|value| value.value().to_vec()))
    };
    let corrupt =
        |key: &[u8], what: &str| StoreError::Corrupt(format!("meta.{} {what}", String::from_utf8_lossy(key)));
    let value = |key| optional(key)?.ok_or_else(|| corrupt(key, "is missing"));
    let chain = Chain::from_bytes(&value(KEY_GENESIS)?)
        .map_err(|error| StoreError::Corrupt(format!("genesis: {error}")))?;
    let rounds = <[u8; 4]>::try_from(value(KEY_SEGMENT)?).ok().map(u32::from_be_bytes);
    let rounds = rounds.and_then(NonZeroU32::new).ok_or_else(|| corrupt(KEY_SEGMENT, "is not a number"))?;
    let base = match optional(KEY_BASE)? {
        Some(bytes) => Base::decode(&bytes).ok_or_else(|| corrupt(KEY_BASE, "is not a round"))?,
        None => Base::default(),
    };
    Ok(Meta { chain, segments: Segments { rounds }, base })
}

/// The highest key of the table of rounds.
pub(super) fn last(database: &Database) -> Result<Option<u64>, StoreError> {
    Ok(database.begin_read()?.open_table(PLACES)?.last()?.map(|(number, _)| number.value()))
}

/// The bytes of a stored round, and those of its outputs; `None` if it is not stored.
pub(super) fn bytes(
    database: &Database,
    segments: Segments,
    number: u64,
) -> Result<Option<Stored>, StoreError> {
    let place = || -> Result<_, StoreError> {
        let places = database.begin_read()?.open_table(PLACES)?;
        Ok(places.get(number)?.map(|place| place.value()))
    };
    let Some(at) = place()? else { return Ok(None) };
    match segments.read(&database.folder, number, at) {
        // The round was pruned in the meantime.
        Err(StoreError::Corrupt(_)) if place()?.is_none() => Ok(None),
        read => read.map(Some),
    }
}

/// A stored round, decoded.
pub(super) fn decoded(database: &Database, meta: &Meta, number: u64) -> Result<Round, StoreError> {
    let (bytes, _) = bytes(database, meta.segments, number)?.ok_or_else(|| StoreError::missing(number))?;
    decode(&meta.chain, number, &bytes)
}

/// The state after a round. The keys that are due follow from the announcements of all rounds up to it.
pub(super) fn restored(database: &Database, chain: &Chain, round: &Round) -> Result<Tip, StoreError> {
    let refused = |error: &dyn std::fmt::Display| {
        StoreError::Corrupt(format!("announcements up to round {}: {error}", round.number))
    };
    let mut all: Vec<Announced> = Vec::new();
    let announced = database.begin_read()?.open_table(ANNOUNCED)?;
    for row in announced.range(..=round.number)? {
        let (number, bytes) = row?;
        let one_round = Announced::decode_all(bytes.value()).map_err(|error| refused(&error))?;
        if one_round.iter().any(|one| one.round != number.value()) {
            return Err(refused(&format_args!("one is kept as of round {}", number.value())));
        }
        all.extend(one_round);
    }
    chain.trusted_tip(round, &all).map_err(|error| refused(&error))
}

/// The state that the first stored round builds on.
pub(super) fn restored_base(database: &Database, chain: &Chain, base: &Base) -> Result<Tip, StoreError> {
    if base.round == 0 { Ok(chain.start()) } else { restored(database, chain, &base.round()) }
}

pub(super) fn decode(chain: &Chain, number: u64, bytes: &[u8]) -> Result<Round, StoreError> {
    let round =
        chain.decode_round(bytes).map_err(|error| StoreError::Corrupt(format!("round {number}: {error}")))?;
    if round.number != number {
        return Err(StoreError::Corrupt(format!(
            "round {} lies in the place of round {number}",
            round.number
        )));
    }
    Ok(round)
}
