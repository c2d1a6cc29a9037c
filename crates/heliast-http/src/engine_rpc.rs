//! `POST /v1/engine`: the requests of a new node's light client to a network's engine (headers with their
//! signatures, validators, and the engine's parameters), and transactions of participants without a node. All
//! other functions of the engine are only available on its own machine.

use super::{
    client::Client,
    error::ApiError,
    held::Held,
    params::Query,
    places::Full,
    reply::{self, Keep},
};
#[cfg(test)]
use crate::error::ErrorView;
use axum::{
    body::Bytes,
    extract::{RawQuery, State},
    response::Response,
};
use heliast_engine::{Finality, StatusBoard};
use heliast_view::json;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The most bytes of a request, except for a transaction. Real ones are far shorter.
const MAX_QUESTION: usize = 2 << 10;
/// The most bytes of a transaction in base64. The longest ticket has a proof of some 11 kB.
const MAX_TRANSACTION: usize = 32 << 10;
const MAX_ID: usize = 64;
const METHODS: [&str; 3] = ["commit", "validators", "consensus_params"];
const SEND: &str = "broadcast_tx_sync";
const PARAMS: [&str; 3] = ["height", "page", "per_page"];

/// A request in JSON-RPC 2.0.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Question {
    /// A number or a short text, which the answer repeats.
    #[cfg_attr(test, schema(value_type = Object))]
    id: Value,
    /// `commit`, `validators`, `consensus_params` or `broadcast_tx_sync`.
    method: String,
    /// `height`, `page` and `per_page`, as numbers or their digits; each may be left out. For
    /// `broadcast_tx_sync` it is `tx`, a ticket or an announcement (spec/network.md) in base64.
    #[serde(default)]
    #[cfg_attr(test, schema(value_type = Object))]
    params: Map<String, Value>,
}

/// The engine's answer: a result or an error. Neither is verified.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Answer {
    jsonrpc: &'static str,
    #[cfg_attr(test, schema(value_type = Object))]
    id: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Object, required = false))]
    result: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Object, required = false))]
    error: Option<Value>,
}

/// Requests of light clients to a network's engine, and transactions of participants.
#[cfg_attr(test, utoipa::path(post, path = "/v1/engine", tag = "heliast", request_body = Question,
    responses(
        (status = 200, body = Answer, description = "The engine's answer, or its error"),
        (status = 404, body = ErrorView, description = "This is a solo chain, or its engine is not available, or this is a relay"),
        (status = 503, body = ErrorView, description = "The engine has too many requests, or cannot be reached now"),
    )))]
pub(super) async fn ask(
    State(finality): State<Arc<Finality>>,
    State(board): State<Arc<StatusBoard>>,
    State(held): State<Arc<Held>>,
    Client(client): Client,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Response, ApiError> {
    Query::parse(query.as_deref(), &[])?;
    if board.relay().is_some() {
        let error = "this is a relay: it has no engine, and takes no tickets and no announcements";
        return Err(ApiError::not_found(error, "ask or send to a node of the network"));
    }
    if finality.engine().is_none() {
        let hint = "ask a node of a network";
        return Err(ApiError::not_found("there is no consensus engine behind this node", hint));
    }
    let (method, question) = question(&body)?;
    let place = held.engine.take(client).map_err(|full| match full {
        Full::Client => ApiError::too_many_places("questions to the engine"),
        Full::All => ApiError::engine_busy(),
    })?;
    let asked = tokio::task::spawn_blocking(move || {
        let _place = place;
        finality.engine().map(|engine| engine(method, Value::Object(question.params)))
    });
    let (result, error) = match asked.await {
        Ok(Some(Ok(result))) => (Some(result), None),
        Ok(Some(Err(error))) => (None, Some(error)),
        Ok(None) | Err(_) => return Err(ApiError::engine_busy()),
    };
    let answer = Answer { jsonrpc: "2.0", id: question.id, result, error };
    Ok(reply::json(Keep::Not, json(&answer)))
}

/// Parses one of the allowed requests.
fn question(body: &[u8]) -> Result<(&'static str, Question), ApiError> {
    let bad = |error: &str| {
        ApiError::bad_request(
            error.to_owned(),
            "ask for commit, validators or consensus_params, with height, page and per_page; or for \
             broadcast_tx_sync with tx",
        )
    };
    if body.len() > MAX_QUESTION + MAX_TRANSACTION {
        return Err(bad("the question is too long"));
    }
    let question: Question =
        serde_json::from_slice(body).map_err(|_| bad("this is not a question in JSON-RPC"))?;
    let is_id = match &question.id {
        Value::Number(_) => true,
        Value::String(text) => text.len() <= MAX_ID,
        _ => false,
    };
    if !is_id {
        return Err(bad("its id is neither a number nor a short text"));
    }
    if question.method == SEND {
        let tx = question.params.get("tx").and_then(Value::as_str);
        let is_one = question.params.len() == 1 && tx.is_some_and(is_base64);
        return if is_one { Ok((SEND, question)) } else { Err(bad("tx is not a transaction in base64")) };
    }
    if body.len() > MAX_QUESTION {
        return Err(bad("the question is too long"));
    }
    let Some(method) = METHODS.into_iter().find(|method| *method == question.method) else {
        return Err(bad("the engine answers no other methods to the outside"));
    };
    let is_number = |value: &Value| match value {
        Value::String(digits) => digits.parse::<u64>().is_ok(),
        value => value.is_u64() || value.is_null(),
    };
    let are_known = question.params.iter().all(|(name, value)| PARAMS.contains(&&**name) && is_number(value));
    if are_known {
        Ok((method, question))
    } else {
        Err(bad("it has a parameter that is unknown or not a number"))
    }
}

/// Whether this may be a transaction; the application checks its content.
fn is_base64(tx: &str) -> bool {
    let letters = tx.trim_end_matches('=');
    let is_one = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    !letters.is_empty()
        && tx.len() - letters.len() <= 2
        && tx.len() <= MAX_TRANSACTION
        && letters.bytes().all(is_one)
}
