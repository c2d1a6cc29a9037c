//! `GET /v1/archive`: the files of the archive (`spec/archive.md`), which never change.

use super::{
    error::ApiError,
    params::{Query, path_value},
    reply::{self, Keep},
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    body::Body,
    extract::{FromRequestParts, RawQuery, Request, State},
    http::{
        HeaderMap, HeaderValue, StatusCode,
        header::{
            CONTENT_TYPE, ETAG, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE, IF_UNMODIFIED_SINCE,
            LAST_MODIFIED, RANGE,
        },
        request::Parts,
    },
    response::Response,
};
use heliast_engine::Rounds;
use heliast_store::{Archive, ArchiveFile, StoreError};
use heliast_view::json;
use serde::Serialize;
use std::{
    io::{Error, ErrorKind},
    sync::Arc,
};
use tower_http::services::ServeFile;

/// The most files in an answer.
const FILES: usize = 1000;

/// The files of the archive, in the order of their rounds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct ArchiveView {
    /// The files, at most 1000.
    files: Vec<FileView>,
    /// The first round of the file after the last of these, if there is one, for the parameter `from`; null
    /// otherwise.
    #[cfg_attr(test, schema(required))]
    next: Option<u64>,
}

/// A file of the archive: a bundle (spec/round.md).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct FileView {
    /// Its name, for `GET /v1/archive/{name}`.
    name: String,
    /// The first of its rounds.
    from: u64,
    /// The last of its rounds.
    to: u64,
    /// Its length.
    bytes: u64,
}

#[cfg(test)]
#[derive(utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // documents the parameter; `Query` reads it
pub(super) struct ArchiveParams {
    /// Leaves out files whose rounds all come before this one.
    from: Option<u64>,
}

impl From<&ArchiveFile> for FileView {
    fn from(file: &ArchiveFile) -> FileView {
        FileView { name: file.name(), from: file.first, to: file.last, bytes: file.bytes }
    }
}

/// The files of the archive.
#[cfg_attr(test, utoipa::path(get, path = "/v1/archive", tag = "heliast", params(ArchiveParams), responses(
    (status = 200, body = ArchiveView, description = "The files"),
    (status = 404, body = ErrorView, description = "This node has no archive"),
)))]
pub(super) async fn files(
    State(rounds): State<Arc<Rounds>>,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let from = Query::parse(query.as_deref(), &["from"])?.number("from")?.unwrap_or(1);
    let files = archive(&rounds)?.files();
    let files = &files[files.partition_point(|file| file.last < from)..];
    let shown = files.iter().take(FILES).map(FileView::from).collect();
    let view = ArchiveView { files: shown, next: files.get(FILES).map(|file| file.first) };
    Ok(reply::json(Keep::Seconds(60), json(&view)))
}

/// The file name in the path.
pub(super) struct Name(String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, ApiError> {
        Ok(Name(path_value(parts, state, "name").await?))
    }
}

/// A file of the archive.
///
/// Parts of it can be requested with `Range`.
#[cfg_attr(test, utoipa::path(get, path = "/v1/archive/{name}", tag = "heliast",
    params(("name" = String, Path, description = "The name of a file")),
    responses(
        (status = 200, content_type = "application/octet-stream", description = "A bundle (spec/round.md)"),
        (status = 206, content_type = "application/octet-stream", description = "The requested part"),
        (status = 304, description = "The client has it"),
        (status = 404, body = ErrorView, description = "There is no such file"),
        (status = 410, body = ErrorView, description = "The file was removed from the archive"),
        (status = 416, description = "The file does not have the range"),
    )))]
pub(super) async fn file(
    State(rounds): State<Arc<Rounds>>,
    Name(name): Name,
    RawQuery(query): RawQuery,
    mut request: Request,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    let archive = archive(&rounds)?;
    // Only listed files can be read: a name from a request is compared with them, and never joined to a path.
    let path =
        archive.files().iter().find(|file| file.name() == name).map(|file| archive.dir().join(file.name()));
    let path = path.ok_or_else(|| {
        ApiError::not_found("the archive has no such file", "/v1/archive lists what there is")
    })?;
    let tag = format!("\"{}-{name}\"", hex::encode(&rounds.chain().id()[..8]));
    let tag = HeaderValue::from_str(&tag).map_err(|error| StoreError::Io(Error::other(error)))?;
    condition(request.headers_mut(), &tag);
    let served = ServeFile::new(path).try_call(request).await;
    let mut response = match served.map(|response| response.map(Body::new)) {
        Ok(response) if response.status() != StatusCode::NOT_FOUND => response,
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(StoreError::from(error).into()),
        _ => return Err(ApiError::gone(format!("the archive had the file {name}, and it was removed"))),
    };
    let is_answer = response.status().is_success();
    if is_answer {
        let headers = response.headers_mut();
        headers.remove(LAST_MODIFIED);
        headers.insert(ETAG, tag);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    }
    Ok(reply::kept(if is_answer { Keep::Forever } else { Keep::Not }, response))
}

/// A client that has a part of exactly this file gets the rest, and a client with another file gets all of
/// it. Conditions about the whole file are handled for all routes together. Conditions about times are
/// ignored: the time at which a file was copied says nothing about its content.
fn condition(headers: &mut HeaderMap, tag: &HeaderValue) {
    for about_the_whole in [IF_NONE_MATCH, IF_MODIFIED_SINCE, IF_UNMODIFIED_SINCE] {
        headers.remove(about_the_whole);
    }
    if headers.remove(IF_RANGE).is_some_and(|known| known != tag) {
        headers.remove(RANGE);
    }
}

fn archive(rounds: &Rounds) -> Result<&Archive, ApiError> {
    rounds.store().archive().ok_or_else(|| {
        let hint = "it has all rounds itself: /v1/bundle gives them";
        ApiError::not_found("this node has no archive", hint)
    })
}
