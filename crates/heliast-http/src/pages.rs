//! The web page's routes.

use super::{
    aside::Aside,
    error::ApiError,
    finished::{decoded, pending, require_finished},
    openapi,
    params::RoundNumber,
    reply::{self, Keep},
    status::NetworkView,
};
use crate::web::{
    api::ApiPage,
    assets,
    genesis::GenesisPage,
    pages::{
        ErrorPage, Facts, Frame, HowPage, KeysPart, LivePage, RecentRow, RoundPage, RoundPart, UnderWay,
    },
};
use askama::Template;
use axum::{
    extract::{Path, State},
    http::{HeaderMap, header::ACCEPT},
    response::{IntoResponse, Response},
};
use heliast_engine::{Handles, Rounds};
use heliast_view::{KeysView, MembersView, RoundView};
use std::sync::Arc;

const RECENT: u64 = 12;
const HTML: &str = "text/html; charset=utf-8";

/// Whether the client is a person's browser rather than a program.
pub(super) fn wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.contains("text/html"))
}

/// `GET /`
pub(super) async fn live(State(node): State<Handles>, State(frame): State<Frame>) -> Response {
    page(live_page(&node, frame), Keep::Not)
}

/// `GET /rounds/{k}`
pub(super) async fn round(
    State(rounds): State<Arc<Rounds>>,
    State(aside): State<Aside>,
    State(frame): State<Frame>,
    round: Result<RoundNumber, ApiError>,
) -> Response {
    let page_of = async |RoundNumber(number)| {
        require_finished(&rounds, number)?;
        aside.shown(number, move || round_page(&rounds, frame, number)).await
    };
    // The round does not change, but the links to other rounds do.
    page(async { page_of(round?).await }.await, Keep::Not)
}

/// `GET /how`
pub(super) async fn how(State(frame): State<Frame>) -> Response {
    page(Ok(HowPage { frame }), Keep::Seconds(60))
}

/// `GET /genesis`
pub(super) async fn genesis(State(rounds): State<Arc<Rounds>>, State(frame): State<Frame>) -> Response {
    let (chain, tip) = (rounds.chain(), rounds.store().tip());
    // Changes of the members take effect with the next round, so that the page may soon be outdated.
    let keep = if chain.genesis().members.is_some() { Keep::Not } else { Keep::Seconds(60) };
    let members = MembersView::new(chain, &tip);
    page(Ok(GenesisPage::new(frame, chain, &members)), keep)
}

/// `GET /api`
pub(super) async fn api(State(frame): State<Frame>) -> Response {
    let document = serde_json::from_str(openapi::DOCUMENT).unwrap_or_default();
    page(Ok(ApiPage::new(frame, &document)), Keep::Seconds(60))
}

/// `GET /assets/{version}/{name}`
pub(super) async fn asset(Path((version, name)): Path<(String, String)>) -> Response {
    match assets::find(&name).filter(|_| version == *assets::VERSION) {
        Some(asset) => reply::kept(Keep::Forever, reply::typed(asset.content_type, asset.text)),
        None => {
            ApiError::not_found("there is no such file", "reload the page: this node may have been updated")
                .into_response()
        }
    }
}

/// `GET /favicon.ico`
pub(super) async fn favicon() -> Response {
    match assets::find("icon.svg") {
        Some(icon) => reply::kept(Keep::Seconds(86_400), reply::typed(icon.content_type, icon.text)),
        None => ApiError::not_found("there is no icon", "").into_response(),
    }
}

/// An error as a page.
pub(super) fn error(error: &ApiError) -> Response {
    let (text, hint) = error.texts();
    let page = ErrorPage { frame: Frame::bare(), error: text.to_owned(), hint: hint.to_owned() };
    error.attach(html(&page))
}

pub(super) fn page(page: Result<impl Template, ApiError>, keep: Keep) -> Response {
    match page {
        Ok(page) => reply::kept(keep, html(&page)),
        Err(failure) => error(&failure),
    }
}

fn html(page: &impl Template) -> Response {
    match page.render() {
        Ok(text) => reply::typed(HTML, text),
        Err(error) => {
            tracing::error!(%error, "a page cannot be rendered");
            reply::typed(HTML, "this page cannot be shown")
        }
    }
}

fn live_page(node: &Handles, frame: Frame) -> Result<LivePage, ApiError> {
    let Handles { rounds, board, finality } = node;
    let (chain, status, tip) = (rounds.chain(), board.status(), rounds.store().tip());
    let (last, members) = (status.latest, tip.keys().members());
    let network = NetworkView::new(board, finality);
    let round = match last {
        0 => None,
        last => Some(RoundPart::new(view(rounds, last)?, chain, members, last)),
    };
    Ok(LivePage {
        frame,
        round,
        under_way: UnderWay::new(status, chain, network.is_some_and(|network| network.sight.halted)),
        standing: board.standing(),
        alarms: board.alarms(),
        facts: Facts::new(chain, members, status),
        recent: recent(rounds, last)?,
        network,
        relay: board.relay(),
        final_round: finality.last(),
        keys: KeysPart::new(KeysView::new(chain, &tip), chain, members),
        refresh_s: u64::from(chain.genesis().period_ms).div_ceil(1000).max(5),
    })
}

fn round_page(rounds: &Rounds, frame: Frame, number: u64) -> Result<RoundPage, ApiError> {
    let (chain, tip) = (rounds.chain(), rounds.store().tip());
    let members = tip.keys().members();
    let round = RoundPart::new(view(rounds, number)?, chain, members, tip.round());
    Ok(RoundPage { frame, round, facts: Facts::past(chain, members, number) })
}

fn view(rounds: &Rounds, number: u64) -> Result<RoundView, ApiError> {
    rounds.store().view(number)?.ok_or_else(|| pending(rounds, number))
}

/// The last rounds, newest first.
fn recent(rounds: &Rounds, last: u64) -> Result<Vec<RecentRow>, ApiError> {
    let chain = rounds.chain();
    let oldest = rounds.store().oldest();
    let numbers = (last.saturating_sub(RECENT).saturating_add(1).max(oldest)..=last).rev();
    let row = |number| {
        let round = decoded(rounds, number)?;
        Ok(RecentRow::new(number, round.time_ms, round.tickets.len(), &chain.beacon(number, &round.y).1))
    };
    numbers.map(row).collect()
}
