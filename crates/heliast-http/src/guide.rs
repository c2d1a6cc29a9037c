//! `GET /guide`: the guide, its pictures, and a search without scripts.

use super::{
    error::ApiError,
    pages::{self, page},
    reply::{self, Keep},
};
use crate::web::{guide::GuidePage, pages::Frame};
use axum::{
    extract::{Path, RawQuery, State},
    response::{IntoResponse, Redirect, Response},
};

/// The guide only changes with the program, and the frame around it with the node.
const KEEP: Keep = Keep::Seconds(60);

/// `GET /guide`
pub(super) async fn first() -> Response {
    let first = heliast_guide::chapters().first().map_or("what-for", |chapter| chapter.name);
    Redirect::to(&format!("/guide/{first}")).into_response()
}

/// `GET /guide/{chapter}`
pub(super) async fn chapter(State(frame): State<Frame>, Path(name): Path<String>) -> Response {
    match heliast_guide::chapter(&name) {
        Some(chapter) => page(Ok(GuidePage::of(frame, chapter)), KEEP),
        None => {
            pages::error(&ApiError::not_found("the guide has no such chapter", "see /guide for its chapters"))
        }
    }
}

/// `GET /guide/search?q=WORDS`
pub(super) async fn search(State(frame): State<Frame>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let words = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "q");
    let words = words.map(|(_, words)| words).unwrap_or_default();
    page(Ok(GuidePage::found(frame, words.trim())), KEEP)
}

/// `GET /guide/images/{name}`
pub(super) async fn image(Path(name): Path<String>) -> Response {
    match heliast_guide::image(&name) {
        Some(image) => reply::kept(KEEP, reply::typed("image/svg+xml", image.svg)),
        None => ApiError::not_found("the guide has no such picture", "").into_response(),
    }
}
