//! The HTTP interface of a node, as far as a participant follows it.

use crate::worker::WorkerError;
use heliast::{
    Chain, Round, Tip, Verified,
    bundle::{BundleError, Pin, Reader},
};
use heliast_finality::{Frame, FrameError};
use heliast_store::StoreError;
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    fmt::{self, Display},
    io::{BufReader, Read},
    iter,
    time::Duration,
};
use ureq::{Agent, Body, BodyReader, http::Response};

/// Rounds in a page.
const PAGE: u64 = 500;
/// A bundle's header of a long history, or one round with many tickets.
const MAX_HEADER: u64 = 64 << 20;
const MAX_STATUS: u64 = 256 << 10;
/// A frame with 200 validators and keys and signatures of ML-DSA-65, and some room.
const MAX_FRAME: u64 = 4 << 20;
const CONNECT_TIME: Duration = Duration::from_secs(3);
/// Time for a page of rounds, or a frame.
const ANSWER_TIME: Duration = Duration::from_secs(60);
/// Time for a node's status.
const STATUS_TIME: Duration = Duration::from_secs(10);

/// The reasons why a chain can't be followed at a node, or not at all.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FollowError {
    /// The caller's address is invalid.
    #[error("{0:?} is no address of a node; it begins with http:// or https:// and a host")]
    Address(String),
    /// No answer, one that was cut, or a refusal.
    #[error("{path} can't be had from {address}: {reason}")]
    Answer {
        /// The node.
        address: String,
        /// The path that was asked for.
        path: String,
        /// The failure.
        reason: String,
    },
    /// The answer is not a bundle of this chain's next rounds, or is false.
    #[error("the rounds of {address} can't be followed: {reason}")]
    Rounds {
        /// The node.
        address: String,
        /// The fault of the bundle.
        reason: BundleError,
    },
    /// A frame does not show that the network agreed, or the network is not this chain's.
    #[error("that the network agreed is not shown: {0}")]
    Finality(#[from] FrameError),
    /// Too many rounds came without a frame that shows that they are final.
    #[error("{0} rounds came without proof that the network agreed on them")]
    Unproved(usize),
    /// The network agreed on two histories.
    #[error("round {0} comes after other rounds than those that the network agreed on before")]
    Forked(u64),
    /// The node has no frame of finality yet.
    #[error(
        "{0} can't show any block that the network signed; ask another node, or again when a round is final"
    )]
    Unsigned(String),
    /// The rounds can't be kept.
    #[error(transparent)]
    Store(Box<StoreError>),
    /// The worker can't begin.
    #[error(transparent)]
    Worker(#[from] WorkerError),
}

/// A node that serves the chain.
#[derive(Clone)]
pub struct NodeAddress {
    agent: Agent,
    base: String,
    answer_time: Duration,
    status_time: Duration,
}

/// A round, and the frames that come with it.
pub(super) type Framed = (Verified<Round>, Vec<Vec<u8>>);

#[derive(Deserialize)]
pub(super) struct Status {
    pub(super) round: u64,
    pub(super) phase: String,
}

#[derive(Deserialize)]
struct Finality {
    #[serde(rename = "final")]
    last: u64,
}

impl Display for NodeAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.base)
    }
}

impl NodeAddress {
    /// The node at this address, `http://host:port`; `https://` where the program is built with
    /// TLS. Nothing is asked yet.
    ///
    /// # Errors
    /// [`FollowError::Address`]
    pub fn new(address: &str) -> Result<NodeAddress, FollowError> {
        let base = address.trim_end_matches('/');
        let host = base.strip_prefix("http://").or_else(|| base.strip_prefix("https://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['?', '#', '@', ' '])) {
            return Err(FollowError::Address(address.to_owned()));
        }
        let config = Agent::config_builder().http_status_as_error(false).max_redirects(0);
        let agent = config.timeout_connect(Some(CONNECT_TIME)).build().into();
        let (answer_time, status_time) = (ANSWER_TIME, STATUS_TIME);
        Ok(NodeAddress { agent, base: base.to_owned(), answer_time, status_time })
    }

    /// The same, waited for longer than a test lasts.
    #[cfg(test)]
    pub(super) fn without_limit(self) -> NodeAddress {
        let hour = Duration::from_secs(3_600);
        NodeAddress { answer_time: hour, status_time: hour, ..self }
    }

    /// The bytes of the chain's genesis and of its network's file. Nothing about them is verified.
    ///
    /// # Errors
    /// [`FollowError::Answer`]
    pub fn foundations(&self) -> Result<(Vec<u8>, Vec<u8>), FollowError> {
        #[derive(Deserialize)]
        struct Genesis {
            bytes: String,
        }
        let path = "/v1/genesis";
        let body = self.good(path, MAX_HEADER)?;
        let genesis: Genesis =
            serde_json::from_slice(&body).map_err(|error| self.failed(path, error.to_string()))?;
        let genesis = hex::decode(genesis.bytes).map_err(|error| self.failed(path, error.to_string()))?;
        Ok((genesis, self.good("/v1/network", MAX_HEADER)?))
    }

    fn good(&self, path: &str, limit: u64) -> Result<Vec<u8>, FollowError> {
        let response = self.get(path)?;
        match response.status().as_u16() {
            200 => self.body(path, response, limit),
            status => Err(self.failed(path, format!("status {status}"))),
        }
    }

    pub(super) fn status(&self) -> Result<Status, FollowError> {
        self.json("/v1/status")
    }

    /// The last round that the node can show to be final.
    pub(crate) fn last_final(&self) -> Result<u64, FollowError> {
        let Finality { last } = self.json("/v1/finality")?;
        Ok(last)
    }

    /// The frame of a round, if the node has it.
    pub(crate) fn finality(&self, round: u64) -> Result<Option<Vec<u8>>, FollowError> {
        let path = format!("/v1/rounds/{round}/finality");
        let response = self.get(&path)?;
        match response.status().as_u16() {
            200 => self.body(&path, response, MAX_FRAME).map(Some),
            404 | 425 => Ok(None),
            status => Err(self.failed(&path, format!("status {status}"))),
        }
    }

    /// The bytes of an epoch's proof, if the node has it; nothing of it is verified.
    pub fn epoch_proof(&self, epoch: u64) -> Option<Vec<u8>> {
        #[derive(Deserialize)]
        struct Epoch {
            bytes: String,
        }
        let Epoch { bytes } = self.json(&format!("/v1/epochs/{epoch}")).ok()?;
        hex::decode(bytes).ok()
    }

    /// The state before the last final round, which the node is believed for: it is one's own.
    ///
    /// # Errors
    /// [`FollowError::Answer`], and [`FollowError::Rounds`] if it is of another chain.
    pub fn trusted_tip(&self, chain: &Chain) -> Result<Tip, FollowError> {
        let last = self.last_final()?;
        if last <= 1 {
            return Ok(chain.start());
        }
        let path = format!("/v1/bundle?from={last}&to={last}");
        let body = self.good_body(&path, chain, 1)?;
        let pin = Pin::Chain(*chain.id());
        let reader =
            Reader::trusting_start(BufReader::new(body), pin).map_err(|reason| self.rounds(reason))?;
        Ok(reader.tip().clone())
    }

    /// A page of the rounds after `tip`, verified, each with the frames next to it.
    pub(super) fn rounds_after(
        &self,
        chain: &Chain,
        tip: &Tip,
    ) -> Result<impl Iterator<Item = Result<Framed, FollowError>> + use<>, FollowError> {
        let from = tip.next_round();
        let path = format!("/v1/bundle?from={from}&to={}", from.saturating_add(PAGE - 1));
        let body = self.good_body(&path, chain, PAGE)?;
        let node = self.clone();
        let false_rounds = move |reason| node.rounds(reason);
        let mut reader = Reader::after(BufReader::new(body), chain, tip).map_err(&false_rounds)?;
        Ok(iter::from_fn(move || {
            let round = reader.next_round().map_err(&false_rounds).transpose()?;
            Some(round.map(|round| {
                let frames = reader.frames().iter().filter(|frame| Frame::is_meant(frame));
                (round, frames.cloned().collect())
            }))
        }))
    }

    /// A bundle of so many rounds.
    fn good_body(&self, path: &str, chain: &Chain, rounds: u64) -> Result<BodyReader<'static>, FollowError> {
        let response = self.get(path)?;
        match response.status().as_u16() {
            200 => {
                let longest = MAX_HEADER.saturating_add(chain.max_round_len().saturating_mul(rounds));
                Ok(response.into_body().into_with_config().limit(longest).reader())
            }
            status => Err(self.failed(path, format!("status {status}"))),
        }
    }

    fn rounds(&self, reason: BundleError) -> FollowError {
        FollowError::Rounds { address: self.base.clone(), reason }
    }

    fn json<T: DeserializeOwned>(&self, path: &str) -> Result<T, FollowError> {
        let response = self.get_within(path, self.status_time)?;
        let status = response.status().as_u16();
        let body = self.body(path, response, MAX_STATUS)?;
        match serde_json::from_slice(&body) {
            Ok(value) if status == 200 => Ok(value),
            Ok(_) => Err(self.failed(path, format!("status {status}"))),
            Err(error) => Err(self.failed(path, format!("status {status}, {error}"))),
        }
    }

    fn get(&self, path: &str) -> Result<Response<Body>, FollowError> {
        self.get_within(path, self.answer_time)
    }

    fn get_within(&self, path: &str, time: Duration) -> Result<Response<Body>, FollowError> {
        let request = self.agent.get(format!("{}{path}", self.base));
        let response = request.config().timeout_global(Some(time)).build().call();
        response.map_err(|error| self.failed(path, error.to_string()))
    }

    fn body(&self, path: &str, response: Response<Body>, limit: u64) -> Result<Vec<u8>, FollowError> {
        let mut bytes = Vec::new();
        let mut reader = response.into_body().into_reader().take(limit + 1);
        reader.read_to_end(&mut bytes).map_err(|error| self.failed(path, error.to_string()))?;
        match bytes.len() as u64 > limit {
            true => Err(self.failed(path, "the answer is too long".to_owned())),
            false => Ok(bytes),
        }
    }

    fn failed(&self, path: &str, reason: String) -> FollowError {
        FollowError::Answer { address: self.base.clone(), path: path.to_owned(), reason }
    }
}
