//! The answers that every route can give in addition to its own: the refusals of the limits, which come
//! before all handlers.

use crate::error::ErrorView;
use utoipa::{
    Modify, PartialSchema, ToSchema,
    openapi::{
        ContentBuilder, Header, HeaderBuilder, OpenApi, Ref, RefOr, Response, ResponseBuilder,
        path::Operation,
    },
};

/// Adds these answers, and to every temporary answer the header that says when to ask again.
pub(super) struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_default();
        for (status, name, description) in EVERYWHERE.into_iter().chain([FAILED, UNCHANGED]) {
            components.responses.insert(name.to_owned(), refusal(status, description).into());
        }
        for (path, item) in &mut document.paths.paths {
            for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
                complete(path, operation);
            }
        }
    }
}

/// Status, name and description.
type Refusal = (&'static str, &'static str, &'static str);

const EVERYWHERE: [Refusal; 5] = [
    (
        "400",
        "BadRequest",
        "A parameter that this route does not take, or a malformed one; a body that breaks off",
    ),
    ("408", "SlowBody", "A body that takes too long"),
    ("413", "LargeBody", "A body that is too large"),
    ("429", "TooMany", "Too many requests from this address"),
    ("431", "LargeHeader", "A header that is too large; the answer has no body"),
];
const FAILED: Refusal = ("500", "Failed", "The node cannot read its store");
const UNCHANGED: Refusal = ("304", "Unchanged", "The client has the answer: its ETag is in If-None-Match");
/// Routes whose answers are only valid for the moment, and have no tag.
const NOT_KEPT: [&str; 6] = ["/health", "/metrics", "/v1/engine", "/v1/keys", "/v1/status", "/v1/stream"];
/// Statuses of temporary answers.
const AGAIN: [&str; 3] = ["425", "429", "503"];
/// Routes that answer without the store.
const FROM_MEMORY: [&str; 9] = [
    "/chains",
    "/info",
    "/health",
    "/metrics",
    "/v1/engine",
    "/v1/genesis",
    "/v1/keys",
    "/v1/status",
    "/v1/stream",
];

fn complete(path: &str, operation: &mut Operation) {
    let responses = &mut operation.responses.responses;
    for (status, response) in responses.iter_mut() {
        if let RefOr::T(response) = response
            && AGAIN.contains(&status.as_str())
            && path != "/health"
        {
            response.headers.insert("retry-after".to_owned(), retry_after().into());
        }
    }
    let failed = (!FROM_MEMORY.contains(&path)).then_some(FAILED);
    let unchanged = (!NOT_KEPT.contains(&path)).then_some(UNCHANGED);
    for (status, name, _) in EVERYWHERE.into_iter().chain(failed).chain(unchanged) {
        responses.entry(status.to_owned()).or_insert_with(|| Ref::from_response_name(name).into());
    }
}

fn refusal(status: &str, description: &str) -> Response {
    let mut response = ResponseBuilder::new().description(description);
    if !["304", "431"].contains(&status) {
        let schema = Ref::from_schema_name(ErrorView::name());
        response = response.content("application/json", ContentBuilder::new().schema(Some(schema)).build());
    }
    if AGAIN.contains(&status) {
        response = response.header("retry-after", retry_after());
    }
    response.build()
}

fn retry_after() -> Header {
    let header = HeaderBuilder::new().schema(Some(u64::schema()));
    header.description(Some("Seconds until another request is worthwhile")).build()
}
