//! `GET /v1/bundle`: a range of the chain in one file (spec/round.md), read from the store as the client
//! takes it.

use super::{
    caching,
    error::ApiError,
    finished::{pending, require_finished},
    params::Query,
    range::Large,
    reply::Keep,
    rounds::range,
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    extract::{RawQuery, State},
    http::{HeaderMap, header::CONTENT_DISPOSITION},
    response::{IntoResponse, Response},
};
use heliast::bundle as format;
use heliast_engine::{Finality, Rounds};
use heliast_store::{ArchiveError, StoreError};
use std::{io, ops::RangeInclusive, path::Path, sync::Arc};

const ROUNDS: u64 = 500;
const CHUNK_BYTES: usize = 64 << 10;

#[cfg(test)]
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // documents the parameters; `Query` reads them
pub(super) struct BundleParams {
    /// The first round, from 1.
    #[param(example = 1)]
    from: u64,
    /// The last round, at most `from` + 499, which is the default; cut to the latest.
    #[param(example = 3)]
    to: Option<u64>,
    /// 1: with the evidence that the network agreed on the rounds, as far as this node has it. The bundle
    /// then has version 4.
    #[param(example = 1)]
    r#final: Option<u64>,
}

/// A range of the chain in one file, for `heliast verify`. Takes `Range` and `If-Range`.
#[cfg_attr(test, utoipa::path(get, path = "/v1/bundle", tag = "heliast", params(BundleParams), responses(
    (status = 200, content_type = "application/octet-stream", description = "A bundle (spec/round.md)"),
    (status = 206, content_type = "application/octet-stream", description = "The part of it that Range asks for"),
    (status = 404, body = ErrorView, description = "There is no round 0; finality is requested, and this is a solo chain"),
    (status = 409, body = ErrorView, description = "Too many keys were announced before the first round"),
    (status = 410, body = ErrorView, description = "The first round was pruned, and there is no archive of it"),
    (status = 416, body = ErrorView, description = "Range begins after its last byte"),
    (status = 425, body = ErrorView, description = "The first round is still to come"),
)))]
pub(super) async fn bundle(
    State(rounds): State<Arc<Rounds>>,
    State(finality): State<Arc<Finality>>,
    RawQuery(query): RawQuery,
    request: HeaderMap,
) -> Result<Response, ApiError> {
    let query = Query::parse(query.as_deref(), &["from", "to", "final"])?;
    let (from, to) = range(&query, ROUNDS)?;
    let with_frames = query.is_set("final")?;
    require_finished(&rounds, from)?;
    let last = rounds.store().last();
    let is_whole = to <= last;
    let to = to.min(last);
    let framed = match with_frames {
        true => Some(super::finality::of_network(&finality)?.rounds(from..=to)?),
        false => None,
    };
    let keep = match &framed {
        // The other frames may still come.
        Some(framed) if framed.len() as u64 <= to - from || !is_whole => Keep::Not,
        Some(_) => Keep::Seconds(3600),
        None if is_whole => Keep::Forever,
        None => Keep::Not,
    };
    let head = header(&rounds, from, to, with_frames)?;
    // Rounds are final, so that their numbers determine the bytes.
    let numbers: Vec<u8> =
        [from, to].iter().chain(framed.iter().flatten()).flat_map(|number| number.to_be_bytes()).collect();
    let tag = caching::tag([&head[..], &numbers]);
    let pieces = Chunks { rounds, finality, head: Some(head), first: from, numbers: from..=to, framed };
    let mut counted = pieces.clone();
    let len = || counted.try_fold(0, |len, piece| Ok::<_, StoreError>(len + piece?.len() as u64));
    let large = Large { content_type: "application/octet-stream", keep, tag, len, pieces };
    let file = format!("attachment; filename=\"heliast-{from}-{to}.bundle\"");
    Ok(([(CONTENT_DISPOSITION, file)], large.answer(&request)?).into_response())
}

fn header(rounds: &Rounds, from: u64, to: u64, with_frames: bool) -> Result<Vec<u8>, ApiError> {
    let chain = rounds.chain();
    let before = rounds.store().tip_before(from)?.ok_or_else(|| pending(rounds, from))?;
    let mut head = Vec::new();
    let write = if with_frames { format::write_extended_header } else { format::write_header };
    write(&mut head, chain, &before, to - from + 1)
        .map_err(|error| StoreError::from(ArchiveError::header(Path::new("bundle"), from, error)))?;
    Ok(head)
}

/// The bundle in pieces of about [`CHUNK_BYTES`]; a failure of the store ends the answer early. Every round
/// is read separately, so that a slow client does not keep a transaction open, which would keep the store
/// from reusing its space.
#[derive(Clone)]
struct Chunks {
    rounds: Arc<Rounds>,
    finality: Arc<Finality>,
    head: Option<Vec<u8>>,
    first: u64,
    numbers: RangeInclusive<u64>,
    /// The rounds with a frame of finality, if frames are requested; a frame that comes later is left out.
    framed: Option<Vec<u64>>,
}

impl Iterator for Chunks {
    type Item = Result<Vec<u8>, io::Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut chunk = self.head.take().unwrap_or_default();
        while chunk.len() < CHUNK_BYTES {
            let Some(number) = self.numbers.next() else { break };
            if let Err(error) = self.add(number, &mut chunk) {
                tracing::error!(%error, number, "a bundle breaks off");
                return Some(Err(error));
            }
        }
        (!chunk.is_empty()).then_some(Ok(chunk))
    }
}

impl Chunks {
    fn add(&self, number: u64, chunk: &mut Vec<u8>) -> io::Result<()> {
        if let Some((framed, frames)) = self.framed.as_ref().zip(self.finality.frames()) {
            let before = frames.frames_before(number, self.first).map_err(io::Error::other)?;
            let is_known = framed.binary_search(&number).is_ok();
            let count = usize::from(number == self.first) + usize::from(is_known);
            before.iter().take(count).try_for_each(|frame| format::write_frame(chunk, frame))?;
        }
        let round = self.rounds.store().round(number).map_err(io::Error::other)?;
        format::write_round(chunk, &round.ok_or(io::ErrorKind::NotFound)?)
    }
}
