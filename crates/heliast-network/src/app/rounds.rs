//! Rounds go from the application into the node's store.

use super::state_file::RETRY;
use heliast::{Round, Verified};
use heliast_engine::Rounds;
use heliast_store::StoreError;
use std::thread;

/// Makes consecutive rounds durable, unless they are already: the engine sends a block again after a crash.
/// Temporary failures are waited for.
pub fn make_durable(into: &Rounds, rounds: &[Verified<Round>]) -> Result<(), String> {
    for round in rounds.iter().filter(|round| round.number <= into.store().last()) {
        let stored = into.store().round(round.number).map_err(|error| error.to_string())?;
        if stored.is_some_and(|stored| stored != round.encode()) {
            return Err(format!("round {} is another one in the store", round.number));
        }
    }
    loop {
        let last = into.store().last();
        let missing = &rounds[rounds.partition_point(|round| round.number <= last)..];
        match into.accept_all(missing) {
            Ok(()) => return Ok(()),
            Err(error @ (StoreError::Full(_) | StoreError::Io(_) | StoreError::InUse(_))) => {
                tracing::warn!(after = last, %error, "rounds can't be stored; trying again");
                thread::sleep(RETRY);
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
