//! What the rows of the tables say: no panic on damaged bytes.

use super::error::StoreError;
use heliast::{Announced, Chain, Round, Tip};
use redb::ReadableTable;

/// The highest key of a table of rounds.
pub(super) fn last_key(rounds: &impl ReadableTable<u64, &'static [u8]>) -> Result<Option<u64>, StoreError> {
    Ok(rounds.last()?.map(|(number, _)| number.value()))
}

/// The decoded round of a table of rounds.
pub(super) fn decoded(
    chain: &Chain,
    rounds: &impl ReadableTable<u64, &'static [u8]>,
    number: u64,
) -> Result<Round, StoreError> {
    let bytes = rounds.get(number)?.ok_or_else(|| missing(number))?;
    decode(chain, number, bytes.value())
}

/// The state after a stored round: the announcements of all rounds up to it say which keys are due.
pub(super) fn restored(
    chain: &Chain,
    announcements: &impl ReadableTable<u64, &'static [u8]>,
    round: &Round,
) -> Result<Tip, StoreError> {
    let mut announced: Vec<Announced> = Vec::new();
    for item in announcements.range(..=round.number)? {
        let (number, bytes) = item?;
        let number = number.value();
        let announcing = decode(chain, number, bytes.value())?;
        announced.extend(announcing.announcements.iter().map(|one| one.announced(number)));
    }
    let refused = |error| StoreError::Corrupt(format!("announcements up to round {}: {error}", round.number));
    chain.trusted_tip(round, &announced).map_err(refused)
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

pub(super) fn missing(number: u64) -> StoreError {
    StoreError::Corrupt(format!("round {number} is missing"))
}

pub(super) fn text(number: u64, view: &[u8]) -> Result<String, StoreError> {
    match std::str::from_utf8(view) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(StoreError::Corrupt(format!("view of round {number}: {error}"))),
    }
}
