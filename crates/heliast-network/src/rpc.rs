//! A client of the consensus engine's JSON-RPC (CometBFT 0.40, `rpc/openapi`): the part that a
//! worker and a light client need.
//!
//! Every call is one HTTP request with a time limit, whose answer is read up to a limit. An engine is trusted
//! only about itself: a block's signatures show whether it is final.

mod error;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use error::RpcError;

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use std::{fmt, net::SocketAddr, time::Duration};
use ureq::Agent;

/// The most bytes of an answer: a set of 200 validators with keys of 1,952 bytes, or a block of 21 MiB in
/// base64, and some room.
const MAX_ANSWER: u64 = 32 << 20;
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// In a unit test, an engine that is late on a busy machine is not in trouble.
const ANSWER_TIME: Duration = Duration::from_secs(if cfg!(test) { 3_600 } else { 10 });
/// The number of validators in a page: the most that the engine gives.
const PAGE: usize = 100;
/// The most validators of a network (`spec/network.md`).
const MAX_VALIDATORS: usize = 200;
/// The most characters of a foreign message that are passed on.
const MAX_WORDS: usize = 300;

/// A client of a consensus engine. Copies share their connections.
#[derive(Clone)]
pub struct Rpc {
    agent: Agent,
    address: String,
}

/// The outcome of sending a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// It passed the application's check and is in the mempool.
    Taken,
    /// It was already in the mempool or in a block.
    Known,
    /// The application's check refuses it.
    Refused {
        /// The code of the application, never 0.
        code: u32,
        /// The reason, at most 300 characters.
        log: String,
    },
}

/// The state of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineStatus {
    /// The id of its chain.
    pub network: String,
    /// Its version.
    pub version: String,
    /// The last block that it has.
    pub height: u64,
    /// The first block that it still has.
    pub earliest_height: u64,
    /// The hash of the application before that block, in upper-case hexadecimal digits.
    pub app_hash: String,
    /// Whether it still fetches old blocks and does not take part yet.
    pub is_catching_up: bool,
    /// The address of its validator, in upper-case hexadecimal digits; empty if it does not say.
    pub validator: String,
}

/// The height of the engine whose RPC listens at an address, and the number of its peers; `None` if no engine
/// answers there.
pub fn engine_at(address: SocketAddr) -> Option<(u64, u64)> {
    let rpc = Rpc::new(&format!("http://{address}")).ok()?;
    Some((rpc.status().ok()?.height, rpc.peers().ok()?))
}

impl fmt::Debug for Rpc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rpc({})", self.address)
    }
}

impl Rpc {
    /// The engine at this address, `http://host:port`; `https://` if the program is built with TLS. Nothing
    /// is sent yet.
    ///
    /// # Errors
    /// [`RpcError::Address`]
    pub fn new(address: &str) -> Result<Rpc, RpcError> {
        let address = address.trim_end_matches('/');
        let host = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['/', '?', '#', '@', ' '])) {
            return Err(RpcError::Address(address.to_owned()));
        }
        let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let config = config.timeout_connect(Some(CONNECT_TIME)).timeout_global(Some(ANSWER_TIME));
        Ok(Rpc { agent: config.build().into(), address: address.to_owned() })
    }

    /// The engine behind the page of a node, which passes transactions on to it (`POST /v1/engine` of
    /// `spec/http.md`), and answers no other requests of a worker.
    ///
    /// # Errors
    /// [`RpcError::Address`]
    pub fn behind(page: &str) -> Result<Rpc, RpcError> {
        let rpc = Rpc::new(page)?;
        Ok(Rpc { address: format!("{}/v1/engine", rpc.address), ..rpc })
    }

    /// The address of the engine.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Gives a transaction to the mempool and waits for the application's check, not for a block. A
    /// transaction that is already there is a success.
    ///
    /// # Errors
    /// [`RpcError`], also if the mempool is full: try again.
    pub fn broadcast_tx_sync(&self, transaction: &[u8]) -> Result<Sent, RpcError> {
        let method = "broadcast_tx_sync";
        let answer = match self.call(method, json!({ "tx": BASE64_STANDARD.encode(transaction) })) {
            Err(RpcError::Refused { reason, .. }) if is_known(&reason) => return Ok(Sent::Known),
            answer => answer?,
        };
        let log = words(answer["log"].as_str().unwrap_or(""));
        match answer["code"].as_u64().map(u32::try_from) {
            Some(Ok(0)) => Ok(Sent::Taken),
            Some(Ok(_)) if is_known(&log) => Ok(Sent::Known),
            Some(Ok(code)) => Ok(Sent::Refused { code, log }),
            _ => Err(self.malformed(method, "it has no code")),
        }
    }

    /// The state of the engine.
    ///
    /// # Errors
    /// [`RpcError`]
    pub fn status(&self) -> Result<EngineStatus, RpcError> {
        let method = "status";
        let answer = self.call(method, json!({}))?;
        let (node, sync) = (&answer["node_info"], &answer["sync_info"]);
        let text = |value: &Value| {
            value.as_str().map(words).ok_or_else(|| self.malformed(method, "a field is missing"))
        };
        Ok(EngineStatus {
            network: text(&node["network"])?,
            version: text(&node["version"])?,
            height: self.number(method, &sync["latest_block_height"])?,
            earliest_height: self.number(method, &sync["earliest_block_height"])?,
            app_hash: text(&sync["latest_app_hash"])?,
            is_catching_up: sync["catching_up"].as_bool().unwrap_or(false),
            validator: answer["validator_info"]["address"].as_str().map(words).unwrap_or_default(),
        })
    }

    /// The number of other nodes to which it is connected.
    ///
    /// # Errors
    /// [`RpcError`]
    pub fn peers(&self) -> Result<u64, RpcError> {
        let answer = self.call("net_info", json!({}))?;
        self.number("net_info", &answer["n_peers"])
    }

    /// A header and the signatures of its block, `signed_header`, as the engine writes them; of the
    /// last block if no height is given. Nothing is verified.
    ///
    /// # Errors
    /// [`RpcError`]
    pub fn commit(&self, height: Option<u64>) -> Result<Value, RpcError> {
        let mut answer = self.call("commit", at(height))?;
        self.require("commit", answer["signed_header"].take())
    }

    /// All validators of a height, as the engine writes them. Nothing is verified.
    ///
    /// # Errors
    /// [`RpcError`]; [`RpcError::Malformed`] also if there are more than a network can have.
    pub fn validators(&self, height: u64) -> Result<Vec<Value>, RpcError> {
        let method = "validators";
        let mut validators = Vec::new();
        for page in 1..=MAX_VALIDATORS / PAGE {
            let asked = json!({ "height": height.to_string(), "page": page.to_string(), "per_page": PAGE.to_string() });
            let mut answer = self.call(method, asked)?;
            let total = self.number(method, &answer["total"])?;
            if total > MAX_VALIDATORS as u64 {
                return Err(self.malformed(method, "there are more than 200 validators"));
            }
            match answer["validators"].take() {
                Value::Array(some) if !some.is_empty() && some.len() <= PAGE => validators.extend(some),
                _ => return Err(self.malformed(method, "a page has no validators, or too many")),
            }
            if validators.len() as u64 >= total {
                return Ok(validators);
            }
        }
        Err(self.malformed(method, "pages are not full"))
    }

    /// The block of the current height for which more than two thirds voted in a failed attempt, if the
    /// engine knows one.
    ///
    /// # Errors
    /// [`RpcError`]
    pub fn valid_block(&self) -> Result<Option<[u8; 32]>, RpcError> {
        let method = "consensus_state";
        let answer = self.call(method, json!({}))?;
        let mut hash = [0; 32];
        match answer["round_state"]["valid_block_hash"].as_str() {
            Some("") => Ok(None),
            Some(digits) if hex::decode_to_slice(digits, &mut hash).is_ok() => Ok(Some(hash)),
            _ => Err(self.malformed(method, "a hash is missing")),
        }
    }

    /// Forwards a request: returns the unchanged result, or a JSON-RPC error. The caller decides which
    /// methods are allowed.
    ///
    /// # Errors
    /// The error object of JSON-RPC.
    pub fn pass_on(&self, method: &'static str, params: Value) -> Result<Value, Value> {
        self.call(method, params).map_err(|error| match error {
            RpcError::Refused { code, reason, .. } => {
                json!({ "code": code, "message": "the engine refuses", "data": reason })
            }
            _ => json!({ "code": -32603, "message": "Internal error", "data": "the engine does not answer" }),
        })
    }

    /// Sends a request, and returns the answer's `result`.
    fn call(&self, method: &'static str, params: Value) -> Result<Value, RpcError> {
        let unreachable = |error: ureq::Error| RpcError::Unreachable {
            address: self.address.clone(),
            reason: words(&error.to_string()),
        };
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let request =
            self.agent.post(&self.address).content_type("application/json").send(request.as_bytes());
        let mut response = request.map_err(unreachable)?;
        let body = match response.body_mut().with_config().limit(MAX_ANSWER).read_to_vec() {
            Err(ureq::Error::BodyExceedsLimit(_)) => return Err(self.malformed(method, "it is too long")),
            body => body.map_err(unreachable)?,
        };
        let Ok(Value::Object(mut answer)) = serde_json::from_slice(&body) else {
            return Err(
                self.malformed(method, &format!("status {} and no JSON object", response.status().as_u16()))
            );
        };
        match (answer.remove("error"), answer.remove("result")) {
            (None | Some(Value::Null), Some(result)) => Ok(result),
            (Some(error), _) if error.is_object() => {
                let text = |name: &str| error[name].as_str().filter(|text| !text.is_empty()).map(words);
                Err(RpcError::Refused {
                    address: self.address.clone(),
                    method,
                    code: error["code"].as_i64().unwrap_or(0),
                    reason: text("data")
                        .or_else(|| text("message"))
                        .unwrap_or_else(|| "no reason".to_owned()),
                })
            }
            _ => Err(self.malformed(method, "it has neither result nor error")),
        }
    }

    /// A number, which the engine writes as a string.
    fn number(&self, method: &'static str, value: &Value) -> Result<u64, RpcError> {
        let number = value.as_str().and_then(|text| text.parse().ok()).or_else(|| value.as_u64());
        number.ok_or_else(|| self.malformed(method, "a number is missing"))
    }

    fn require(&self, method: &'static str, value: Value) -> Result<Value, RpcError> {
        if value.is_object() { Ok(value) } else { Err(self.malformed(method, "an object is missing")) }
    }

    fn malformed(&self, method: &'static str, reason: &str) -> RpcError {
        RpcError::Malformed { address: self.address.clone(), method, reason: reason.to_owned() }
    }
}

/// Whether the mempool, or an application, says with this message that it already has a transaction.
fn is_known(words: &str) -> bool {
    words.contains("tx already exists in cache")
}

fn at(height: Option<u64>) -> Value {
    height.map_or(json!({}), |height| json!({ "height": height.to_string() }))
}

/// The beginning of a foreign message, without control characters.
fn words(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).take(MAX_WORDS).collect()
}
