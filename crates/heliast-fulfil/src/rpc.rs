//! A node's JSON-RPC over HTTP: one call at a time, with a limit of time and of length.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::value::RawValue;
use std::{io::Read, time::Duration};
use ureq::Agent;

/// The greatest length of an answer: 32 MiB.
const LONGEST: u64 = 32 << 20;
/// The parameters of a call that has none.
pub const NONE: [u8; 0] = [];
const PATIENCE: Duration = Duration::from_secs(30);
/// The most characters of a node's message that are shown.
const SHOWN: usize = 300;

/// The reason why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum RpcError {
    /// The address is not an http or https address.
    #[error("--rpc takes an address such as http://127.0.0.1:8545 or https://...")]
    Address,
    /// There is no connection, or no answer in time.
    #[error("{node} does not answer {method}: {reason}")]
    Unreachable {
        /// Scheme and host.
        node: String,
        /// The method that was called.
        method: &'static str,
        /// The message of the HTTP client.
        reason: String,
    },
    /// The HTTP answer is not a success and has no JSON-RPC in it.
    #[error("{node} answers {method} with status {status}")]
    Status {
        /// Scheme and host.
        node: String,
        /// The method that was called.
        method: &'static str,
        /// The HTTP status.
        status: u16,
    },
    /// The answer is longer than any valid answer.
    #[error("{node} answers {method} with more than {LONGEST} bytes")]
    TooLong {
        /// Scheme and host.
        node: String,
        /// The method that was called.
        method: &'static str,
    },
    /// The answer is not JSON-RPC, or not a result of this call.
    #[error("{node} answers {method} with something else than was asked for: {reason}")]
    Malformed {
        /// Scheme and host.
        node: String,
        /// The method that was called.
        method: &'static str,
        /// The part that does not fit.
        reason: String,
    },
    /// The node refuses the call, for example because it reverts.
    #[error("{method}: {message}")]
    Refused {
        /// The method that was called.
        method: &'static str,
        /// The node's message.
        message: String,
        /// The bytes that the contract reverted with, if it did and the node reports them.
        data: Option<Vec<u8>>,
    },
}

impl RpcError {
    /// Whether the node has answered and refused.
    pub fn is_refusal(&self) -> bool {
        matches!(self, RpcError::Refused { .. })
    }

    /// Whether a contract would revert, as far as the node says. The node may also have refused because of a
    /// rate limit, or because the account is short of money.
    pub fn is_revert(&self) -> bool {
        match self {
            RpcError::Refused { data: Some(_), .. } => true,
            RpcError::Refused { message, .. } => message.to_lowercase().contains("revert"),
            _ => false,
        }
    }

    /// The first four bytes of what a contract reverted with.
    pub fn selector(&self) -> Option<[u8; 4]> {
        match self {
            RpcError::Refused { data: Some(data), .. } => data.first_chunk().copied(),
            _ => None,
        }
    }
}

/// A node.
pub struct Rpc {
    agent: Agent,
    url: String,
    /// Scheme and host: the rest may be a secret.
    shown: String,
}

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    params: P,
}

#[derive(Deserialize)]
struct Answer<'a> {
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<Refusal<'a>>,
}

#[derive(Deserialize)]
struct Refusal<'a> {
    #[serde(default)]
    message: String,
    // The raw text: a parsed tree would take many times the memory.
    #[serde(borrow)]
    data: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Reverted {
    data: String,
}

impl Rpc {
    /// The node at an http or https address.
    ///
    /// # Errors
    /// [`RpcError::Address`].
    pub fn new(url: &str) -> Result<Rpc, RpcError> {
        let (scheme, rest) = url.split_once("://").ok_or(RpcError::Address)?;
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = host.rsplit('@').next().unwrap_or_default();
        if !matches!(scheme, "http" | "https") || host.is_empty() || url.contains(char::is_whitespace) {
            return Err(RpcError::Address);
        }
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(PATIENCE))
            .user_agent(concat!("heliast-fulfil/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Ok(Rpc { agent, url: url.to_owned(), shown: format!("{scheme}://{host}") })
    }

    /// Scheme and host.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// The result of a call.
    ///
    /// # Errors
    /// All variants of [`RpcError`] except the first.
    pub fn call<R: DeserializeOwned>(
        &self,
        method: &'static str,
        params: impl Serialize,
    ) -> Result<R, RpcError> {
        let request = Request { jsonrpc: "2.0", id: 1, method, params };
        let text = serde_json::to_vec(&request).map_err(|error| self.malformed(method, &error))?;
        let (status, body) = self.post(method, &text)?;
        let answer: Answer = match serde_json::from_slice(&body) {
            Ok(answer) => answer,
            Err(_) if !(200..300).contains(&status) => {
                return Err(RpcError::Status { node: self.shown.clone(), method, status });
            }
            Err(error) => return Err(self.malformed(method, &error)),
        };
        if let Some(Refusal { message, data }) = answer.error {
            return Err(RpcError::Refused {
                method,
                message: plain(&message),
                data: data.and_then(reverted_with),
            });
        }
        let result = answer.result.map_or("null", RawValue::get);
        serde_json::from_str(result).map_err(|error| self.malformed(method, &error))
    }

    fn post(&self, method: &'static str, text: &[u8]) -> Result<(u16, Vec<u8>), RpcError> {
        let unreachable = |reason: &dyn std::fmt::Display| RpcError::Unreachable {
            node: self.shown.clone(),
            method,
            reason: plain(&reason.to_string().replace(&self.url, &self.shown)),
        };
        let request = self.agent.post(&self.url).header("content-type", "application/json");
        let answer = request.send(text).map_err(|error| unreachable(&error))?;
        let status = answer.status().as_u16();
        let body = answer.into_body().into_with_config().limit(u64::MAX).reader();
        let mut bytes = Vec::new();
        body.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| unreachable(&error))?;
        match bytes.len() as u64 > LONGEST {
            true => Err(RpcError::TooLong { node: self.shown.clone(), method }),
            false => Ok((status, bytes)),
        }
    }

    fn malformed(&self, method: &'static str, reason: &dyn std::fmt::Display) -> RpcError {
        RpcError::Malformed { node: self.shown.clone(), method, reason: plain(&reason.to_string()) }
    }
}

/// One line of a foreign message, without control characters.
fn plain(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The bytes that a contract reverted with: some nodes put the hexadecimal digits into `data`, others into an
/// object inside `data`.
fn reverted_with(data: &RawValue) -> Option<Vec<u8>> {
    let plain = serde_json::from_str(data.get());
    let digits = plain.or_else(|_| serde_json::from_str(data.get()).map(|Reverted { data }| data)).ok()?;
    hex::decode(digits.strip_prefix("0x")?).ok()
}

#[cfg(test)]
mod tests;
