//! Whole rounds, ranges of them, and randomness for one use.

use super::{
    aside::Aside,
    error::ApiError,
    finished::{decoded, pending, require_finished},
    limits::Limits,
    params::{Query, RoundNumber, path_value},
    reply::{self, Keep},
    views::Views,
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    extract::{FromRequestParts, RawQuery, State},
    http::request::Parts,
    response::Response,
};
use heliast_engine::Rounds;
#[cfg(test)]
use heliast_view::RoundView;
use heliast_view::json;
use serde::Serialize;
use std::sync::Arc;

const RANGE: u64 = 100;

/// One whole round.
#[cfg_attr(test, utoipa::path(get, path = "/v1/rounds/{round}", tag = "heliast",
    params(("round" = u64, Path, description = "The round number, from 1", example = 1)),
    responses(
        (status = 200, body = RoundView, description = "The round"),
        (status = 404, body = ErrorView, description = "There is no round 0"),
        (status = 410, body = ErrorView, description = "The round was pruned, and there is no archive of it"),
        (status = 425, body = ErrorView, description = "The round is still to come"),
    )))]
pub(super) async fn round(
    State(rounds): State<Arc<Rounds>>,
    State(views): State<Arc<Views>>,
    State(aside): State<Aside>,
    RoundNumber(round): RoundNumber,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    require_finished(&rounds, round)?;
    if let Some(json) = views.kept(round) {
        return Ok(reply::json(Keep::Forever, json));
    }
    let json = move || views.json(rounds.store(), round)?.ok_or_else(|| pending(&rounds, round));
    Ok(reply::json(Keep::Forever, aside.shown(round, json).await?))
}

/// Either a range, `from` and `to`, or a moment, `time_ms`.
#[cfg(test)]
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // documents the parameters; `Query` reads them
pub(super) struct RoundsParams {
    /// The first round, from 1.
    #[param(example = 1)]
    from: Option<u64>,
    /// The last round, at most `from` + 99; cut to the latest.
    #[param(example = 3)]
    to: Option<u64>,
    /// Selects the last round that opened at or before this time, in milliseconds since 1970.
    time_ms: Option<u64>,
}

/// Some whole rounds in ascending order.
#[cfg(test)]
#[derive(utoipa::ToSchema)]
#[allow(dead_code)] // documents the answer, which is put together round by round
pub(super) struct RoundsView {
    rounds: Vec<RoundView>,
    /// The finished round after the last of these; null if there is no such round.
    #[schema(required)]
    next: Option<u64>,
}

/// A range of rounds, or the round of a moment.
///
/// The round of a moment is settled when the next round can no longer open before the moment; until then the
/// answer is 425.
#[cfg_attr(test, utoipa::path(get, path = "/v1/rounds", tag = "heliast", params(RoundsParams), responses(
    (status = 200, body = RoundsView, description = "The rounds"),
    (status = 404, body = ErrorView, description = "There is no round 0; the moment lies before round 1"),
    (status = 410, body = ErrorView, description = "The first round was pruned, and there is no archive of it"),
    (status = 425, body = ErrorView, description = "The first round, or the round of the moment, is still to come"),
)))]
pub(super) async fn rounds(
    State(rounds): State<Arc<Rounds>>,
    State(limits): State<Limits>,
    State(aside): State<Aside>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let query = Query::parse(query.as_deref(), &["from", "to", "time_ms"])?;
    let (from, to) = match query.number("time_ms")? {
        Some(_) if query.has("from") || query.has("to") => {
            return Err(ApiError::bad_request("time_ms stands alone", "ask for a range or for a moment"));
        }
        Some(time_ms) => {
            let of = Arc::clone(&rounds);
            let round = aside.shown_at(time_ms, move || round_at(&of, time_ms)).await?;
            (round, round)
        }
        None => range(&query, RANGE)?,
    };
    require_finished(&rounds, from)?;
    aside.shown(from, move || some_rounds(&rounds, limits.answer_bytes, from, to)).await
}

/// `from` and `to` of a query, at most `limit` rounds; `to` defaults to as many as are allowed.
pub(super) fn range(query: &Query<'_>, limit: u64) -> Result<(u64, u64), ApiError> {
    let Some(from) = query.number("from")? else {
        return Err(ApiError::bad_request("from is missing", "ask for ?from=A&to=B, from round 1 on"));
    };
    let to = query.number("to")?.unwrap_or(from.saturating_add(limit - 1));
    if to < from {
        return Err(ApiError::bad_request(format!("to = {to} comes before from = {from}"), "ranges ascend"));
    }
    if to - from >= limit {
        let error = format!("{from} to {to} are more than {limit} rounds");
        return Err(ApiError::bad_request(error, format!("ask for at most {limit} at a time")));
    }
    Ok((from, to))
}

/// The round of a moment, once it is settled.
fn round_at(rounds: &Rounds, time_ms: u64) -> Result<u64, ApiError> {
    let last = rounds.store().last();
    let opens_next = rounds.due_ms(last);
    if time_ms >= opens_next {
        let finished_ms = rounds.due_ms(last.saturating_add(1));
        let wait_ms = time_ms.max(finished_ms).saturating_sub(rounds.now_ms());
        return Err(ApiError::pending(format!("the round of {time_ms} ms is not finished yet"), wait_ms));
    }
    rounds.store().round_at_time(time_ms)?.ok_or_else(|| {
        let hint = "the genesis time is in /v1/genesis; times are milliseconds since 1970";
        ApiError::not_found(format!("no round had opened at {time_ms} ms"), hint)
    })
}

/// The views of a range, joined; fewer than asked for if they get too long.
fn some_rounds(rounds: &Rounds, most_bytes: usize, from: u64, to: u64) -> Result<Response, ApiError> {
    let mut text = String::from("{\"rounds\":[");
    let mut next = from;
    for number in from..=to.min(rounds.store().last()) {
        let Some(view) = rounds.store().view(number)? else { break };
        let view = view.to_json();
        if number > from {
            if text.len() + view.len() > most_bytes {
                break;
            }
            text.push(',');
        }
        text.push_str(&view);
        next = number.saturating_add(1);
    }
    let more = next <= rounds.store().last();
    let next = if more { next.to_string() } else { "null".to_owned() };
    text.push_str(&format!("],\"next\":{next}}}"));
    Ok(reply::json(if more { Keep::Forever } else { Keep::Not }, text))
}

/// Randomness for one use.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct RandomView {
    /// The round that it comes from.
    round: u64,
    /// The use that it is for.
    label: String,
    /// H(tag("heliast/derive/v1") ‖ B_K ‖ u16(len) ‖ label).
    randomness: String,
}

/// The label in the path: 1 to 200 bytes of UTF-8.
pub(super) struct Label(String);

impl<S: Send + Sync> FromRequestParts<S> for Label {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Label, ApiError> {
        let label = path_value(parts, state, "label").await?;
        if label.is_empty() || label.len() > 200 {
            let error = format!("a label of {} bytes", label.len());
            return Err(ApiError::bad_request(error, "a label has 1 to 200 bytes of UTF-8"));
        }
        Ok(Label(label))
    }
}

#[cfg(test)]
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // documents the parameter; `Query` reads it
pub(super) struct RandomParams {
    /// The round; the latest if it is left out.
    #[param(example = 1)]
    round: Option<u64>,
}

/// Randomness for one use, derived from that of a round.
#[cfg_attr(test, utoipa::path(get, path = "/v1/random/{label}", tag = "heliast",
    params(("label" = String, Path, description = "The purpose of the randomness, 1 to 200 bytes", example = "lottery"), RandomParams),
    responses(
        (status = 200, body = RandomView, description = "The randomness"),
        (status = 404, body = ErrorView, description = "There is no round 0"),
        (status = 410, body = ErrorView, description = "The round was pruned, and there is no archive of it"),
        (status = 425, body = ErrorView, description = "The round is still to come"),
    )))]
pub(super) async fn random(
    State(rounds): State<Arc<Rounds>>,
    State(aside): State<Aside>,
    Label(label): Label,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let asked = Query::parse(query.as_deref(), &["round"])?.number("round")?;
    let round = asked.unwrap_or_else(|| rounds.store().last().max(1));
    require_finished(&rounds, round)?;
    let beacon = move || Ok(rounds.chain().beacon(round, &decoded(&rounds, round)?.y).1);
    let beacon = aside.shown(round, beacon).await?;
    let randomness = hex::encode(heliast::derive(&beacon, label.as_bytes()));
    let keep = if asked.is_some() { Keep::Forever } else { Keep::Not };
    Ok(reply::json(keep, json(&RandomView { round, label, randomness })))
}
