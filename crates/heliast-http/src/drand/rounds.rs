//! `GET /public/latest` and `/public/{round}`.

use super::{
    numbers::{last_number, number_after},
    wait::wait_for,
};
#[cfg(test)]
use crate::error::ErrorView;
use crate::{
    aside::Aside,
    client::Client,
    error::ApiError,
    finished::decoded,
    held::Held,
    params::{Query, RoundNumber},
    reply::{self, Keep},
};
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast::{Round, Tip};
use heliast_engine::{Rounds, periods};
use heliast_view::json;
use serde::Serialize;
use std::sync::Arc;

/// A round as drand shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct PublicRound {
    /// The number of the round's period: 1 + (opening time − genesis time) / period.
    round: u64,
    #[serde(flatten)]
    beacon: Beacon,
    /// The round's number in the chain, as all routes under `/v1` have it.
    heliast_round: u64,
}

/// A round's randomness, and the text whose hash it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct Beacon {
    /// The round's randomness, B_K = SHA-256(signature).
    randomness: String,
    /// The text whose hash is the randomness. It is not a signature: verify the round.
    signature: String,
    /// The text of the round before, whose hash is this round's seed.
    previous_signature: String,
}

/// The last finished round.
#[cfg_attr(test, utoipa::path(get, path = "/public/latest", tag = "drand", responses(
    (status = 200, body = PublicRound, description = "The round"),
    (status = 425, body = ErrorView, description = "No round is finished yet"),
)))]
pub(crate) async fn latest(
    State(rounds): State<Arc<Rounds>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::of_drand(query.as_deref())?;
    let last = rounds.store().last();
    if last == 0 {
        return Err(to_come(&rounds, 1));
    }
    // Nothing newer can exist before the next round has opened.
    let wait_ms = rounds.due_ms(last).saturating_sub(rounds.now_ms());
    Ok(reply::json(Keep::Seconds(wait_ms / 1000), public_json(&rounds, last)?))
}

/// One round.
///
/// For the next round, and for a round whose period has begun, the answer waits. A period may be empty: its
/// address then leads to the next round.
#[cfg_attr(test, utoipa::path(get, path = "/public/{round}", tag = "drand",
    params(("round" = u64, Path, description = "The number of a period, from 1", example = 1)),
    responses(
        (status = 200, body = PublicRound, description = "The round"),
        (status = 308, body = ErrorView, description = "The period is empty; the next round is at `Location`",
            headers(("location" = String, description = "The number of the next round"))),
        (status = 404, body = ErrorView, description = "There is no round 0"),
        (status = 410, body = ErrorView, description = "The round was pruned, and there is no archive of it"),
        (status = 425, body = ErrorView, description = "The round is still to come"),
    )))]
pub(crate) async fn public(
    State(rounds): State<Arc<Rounds>>,
    State(held): State<Arc<Held>>,
    State(aside): State<Aside>,
    Client(client): Client,
    RoundNumber(number): RoundNumber,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::of_drand(query.as_deref())?;
    if number == 0 {
        let hint = "rounds are numbered from 1; /info has the time of the first";
        return Err(ApiError::not_found("there is no round 0", hint));
    }
    wait_for(&rounds, &held, client, number).await?;
    let tip = rounds.store().tip();
    let first = guess(&rounds, &tip, number);
    let answer = move || match period(&rounds, &tip, number)? {
        Period::Round(round) => Ok(reply::json(Keep::Forever, public_json(&rounds, round)?)),
        Period::Empty { next } => Ok(empty(number, next)),
        Period::ToCome => Err(to_come(&rounds, number)),
    };
    aside.shown(first, answer).await
}

/// The content of a period.
#[derive(Debug, PartialEq, Eq)]
enum Period {
    /// A round, with its number in the chain.
    Round(u64),
    /// No round, and never one. The next is in the period with this number.
    Empty {
        next: u64,
    },
    ToCome,
}

/// A lower bound of the number of a period's round in the chain. It is the right number unless a later period
/// was left empty; it may have been pruned when the right round was not.
fn guess(rounds: &Rounds, tip: &Tip, number: u64) -> u64 {
    number.saturating_sub(number_after(rounds, tip).saturating_sub(tip.round()))
}

/// The content of a period by this state of the chain. All is read from one state: a round that is
/// finished in between would make the count of empty periods wrong, and the answer is kept for ever.
fn period(rounds: &Rounds, tip: &Tip, number: u64) -> Result<Period, ApiError> {
    let last = number_after(rounds, tip);
    if number > last {
        return Ok(Period::ToCome);
    }
    let number_of =
        |round| Ok::<u64, ApiError>(periods::number(rounds.chain(), rounds.store().time_ms(round)?));
    let guess = guess(rounds, tip, number);
    if guess == number {
        return Ok(Period::Round(number));
    }
    if guess >= rounds.store().oldest().max(1) && number_of(guess)? == number {
        return Ok(Period::Round(guess));
    }
    let opened = rounds.store().round_at_time(periods::opening_ms(rounds.chain(), number))?.unwrap_or(0);
    if opened > 0 && number_of(opened)? == number {
        return Ok(Period::Round(opened));
    }
    Ok(Period::Empty { next: number_of(opened + 1)? })
}

/// 308: a client that follows gets the first round after that period, and a client that relies on the
/// period's own round sees another number. It is the one round that nobody knew in that period and that
/// everybody can name.
fn empty(number: u64, next: u64) -> Response {
    let error = format!("period {number} is empty: no round was made in it");
    let hint = format!("the next round is {next}; it stands in for this one if your rules say so");
    ApiError::elsewhere(error, hint).at(next.to_string())
}

fn to_come(rounds: &Rounds, number: u64) -> ApiError {
    let finished_ms = periods::opening_ms(rounds.chain(), number.saturating_add(1));
    let wait_ms = finished_ms.saturating_sub(rounds.now_ms());
    let error = format!("round {number} is not finished yet; the latest is {}", last_number(rounds));
    ApiError::pending(error, wait_ms)
}

/// The JSON of a finished round, of this number in the chain, as drand shows it.
fn public_json(rounds: &Rounds, round: u64) -> Result<String, ApiError> {
    let round = decoded(rounds, round)?;
    let number = periods::number(rounds.chain(), round.time_ms);
    Ok(json(&PublicRound { round: number, beacon: beacon(rounds, &round)?, heliast_round: round.number }))
}

/// The randomness of a finished round.
pub(crate) fn beacon(rounds: &Rounds, round: &Round) -> Result<Beacon, ApiError> {
    let chain = rounds.chain();
    let (signature, randomness) = chain.beacon(round.number, &round.y);
    let previous = match round.number - 1 {
        0 => chain.seed_preimage(),
        before => chain.beacon(before, &rounds.store().y(before)?).0,
    };
    Ok(Beacon {
        randomness: hex::encode(randomness),
        signature: hex::encode(signature),
        previous_signature: hex::encode(previous),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heliast_engine::Handles;
    use heliast_store::Store;
    use testkit_chain::GENESIS_MS;
    use testkit_chain::PERIOD_MS;
    use testkit_chain::World;

    /// A round that is finished while a request is answered changes nothing of the answer.
    #[test]
    fn a_place_is_of_the_state_that_was_asked() {
        let dir = tempfile::TempDir::new().unwrap();
        let mut world = World::new(5, 1, GENESIS_MS);
        let rounds = Handles::new(Store::create(dir.path(), &world.chain).unwrap()).rounds;
        let opening = |number: u64| GENESIS_MS + (number - 1) * u64::from(PERIOD_MS);
        for number in [1, 3, 4] {
            rounds.accept(&world.next_at(opening(number))).unwrap();
        }
        let tip = rounds.store().tip();
        rounds.accept(&world.next_at(opening(5))).unwrap();
        for (number, found) in [
            (1, Period::Round(1)),
            (2, Period::Empty { next: 3 }),
            (3, Period::Round(2)),
            (4, Period::Round(3)),
            (5, Period::ToCome),
        ] {
            assert_eq!(period(&rounds, &tip, number).unwrap(), found, "{number}");
        }
    }
}
