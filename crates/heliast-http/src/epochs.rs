//! `GET /v1/epochs/{n}`: the batch proof of an epoch's delays (spec/round.md).

use super::{
    error::ApiError,
    finished::require_finished,
    params::{EpochNumber, Query},
    reply::{self, Keep},
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    extract::{RawQuery, State},
    response::Response,
};
use heliast_engine::Rounds;
use heliast_view::json;
use serde::Serialize;
use std::sync::Arc;

/// A proof takes about this many periods: it is made while no delay of a round runs.
const PERIODS: u64 = 4;

/// One proof for the delays of all rounds of an epoch. Bytes are lower-case hexadecimal.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct EpochView {
    /// The epoch's number, from 1.
    epoch: u64,
    /// Its first round.
    from: u64,
    /// Its last round.
    to: u64,
    /// Wesolowski's proof of the combined delays.
    proof: String,
    /// The epoch proof's bytes (spec/round.md).
    bytes: String,
}

/// The batch proof of an epoch's delays.
#[cfg_attr(test, utoipa::path(get, path = "/v1/epochs/{epoch}", tag = "heliast",
    params(("epoch" = u64, Path, description = "The epoch number, from 1", example = 1)),
    responses(
        (status = 200, body = EpochView, description = "The proof"),
        (status = 404, body = ErrorView, description = "There is no epoch 0"),
        (status = 425, body = ErrorView, description = "The epoch's last round, or its proof, is still to come"),
    )))]
pub(super) async fn epoch(
    State(rounds): State<Arc<Rounds>>,
    EpochNumber(epoch): EpochNumber,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    if epoch == 0 {
        return Err(ApiError::not_found("there is no epoch 0", "epochs are numbered from 1"));
    }
    let len = rounds.epoch_rounds().get();
    let to = epoch.saturating_mul(len.into());
    require_finished(&rounds, to)?;
    let from = to - u64::from(len) + 1;
    let stored = rounds.store().epoch_proof(from)?;
    let proof = stored.and_then(|bytes| rounds.chain().decode_epoch_proof(&bytes).ok());
    let Some(proof) = proof.filter(|proof| proof.count == len) else {
        let wait_ms = PERIODS * u64::from(rounds.chain().genesis().period_ms);
        let error = format!("the proof of epoch {epoch}, rounds {from} to {to}, is still being made");
        return Err(ApiError::pending(error, wait_ms));
    };
    let view =
        EpochView { epoch, from, to, proof: hex::encode(&proof.proof), bytes: hex::encode(proof.encode()) };
    // A node that is restarted with another length of epochs renumbers them.
    Ok(reply::json(Keep::Seconds(3600), json(&view)))
}
