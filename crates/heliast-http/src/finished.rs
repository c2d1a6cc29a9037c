//! Finished rounds, and the answers about rounds that are not finished.

use super::error::ApiError;
use heliast::Round;
use heliast_engine::Rounds;

/// Returns 404 for round 0, and 425 for a future round.
pub(super) fn require_finished(rounds: &Rounds, round: u64) -> Result<(), ApiError> {
    if round == 0 {
        return Err(ApiError::not_found(
            "there is no round 0",
            "rounds are numbered from 1; /info has the chain's parameters",
        ));
    }
    if round > rounds.store().last() { Err(pending(rounds, round)) } else { Ok(()) }
}

pub(super) fn pending(rounds: &Rounds, round: u64) -> ApiError {
    let wait_ms = rounds.due_ms(round).saturating_sub(rounds.now_ms());
    ApiError::pending(
        format!("round {round} is not finished yet; the latest is {}", rounds.store().last()),
        wait_ms,
    )
}

/// A finished round from the store.
pub(super) fn decoded(rounds: &Rounds, number: u64) -> Result<Round, ApiError> {
    rounds.store().decoded(number)?.ok_or_else(|| pending(rounds, number))
}
