//! The HTTP interface of one node (`spec/http.md`). Answers are read within limits, and not verified.

mod answers;
mod events;
mod http;

use crate::{
    error::{Cause, Misuse, NodeError},
    settings::Settings,
};
use answers::{Found, Genesis, Latest};
use heliast::{
    Chain, Tip,
    bundle::{Pin, Reader},
};
use heliast_finality::Frame;
use http::Http;
use serde::de::DeserializeOwned;
use std::{
    fmt::{self, Display},
    io::{self, BufReader, Read},
    ops::RangeInclusive,
    time::Duration,
};
use ureq::BodyReader;

pub use answers::{
    Alarm, CatchingUp, EpochAnswer, Finality, Health, Network, Relay, Source, Standing, Status,
};
pub use events::{Event, Events};

/// The longest time for which a node delays the answer to a request that waits for news.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// The most bytes of a short answer: room for the status of a node with many alarms.
const SHORT: u64 = 256 << 10;
/// The most bytes of a network file: at most 200 validators with keys of some 2,000 bytes.
const NETWORK_FILE: u64 = 1 << 20;
/// The most bytes of a bundle's header: a genesis, and the announcements of a long history.
const HEADER: u64 = 64 << 20;

/// A node. It is not trusted, but its answers are not verified here: [`Client`](crate::Client) verifies them.
#[derive(Clone)]
pub struct Node {
    http: Http,
}

/// The bytes of a bundle as they arrive.
pub struct Body(BodyReader<'static>);

impl Read for Body {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// Writes the address.
impl Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url())
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.url()).finish()
    }
}

impl Node {
    /// The node at this address, `http://host:port`, or `https://...` with the feature `tls`. No request is
    /// sent yet.
    ///
    /// # Errors
    /// [`Misuse::Address`]
    pub fn new(address: &str, settings: &Settings) -> Result<Node, Misuse> {
        Ok(Node { http: Http::new(address, settings)? })
    }

    /// The address, without a slash at its end.
    pub fn url(&self) -> &str {
        self.http.base()
    }

    /// The chain, whose genesis is checked against its id and the pin.
    ///
    /// # Errors
    /// [`NodeError`], with [`Cause::Genesis`] if the genesis is not that of such a chain.
    pub fn chain(&self, pin: Pin) -> Result<Chain, NodeError> {
        let path = "/v1/genesis";
        let Genesis { bytes, chain } = self.json(path)?;
        let bad = |reason: String| self.error(path, Cause::Genesis(reason));
        let bytes =
            lower_hex(&bytes).ok_or_else(|| bad("its bytes are not in lower-case hexadecimal".to_owned()))?;
        let found = Chain::from_bytes(&bytes).map_err(|error| bad(error.to_string()))?;
        if hex::encode(found.id()) != chain {
            return Err(bad("its bytes are not those of the chain id".to_owned()));
        }
        match pin.admits(found.id()) {
            true => Ok(found),
            false => Err(bad("it is of another chain".to_owned())),
        }
    }

    /// The last finished round according to the node; 0 before the first.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn latest(&self) -> Result<u64, NodeError> {
        let Latest { latest } = self.http.short_json("/v1/status", SHORT)?;
        Ok(latest)
    }

    /// The current round and the alarms of the node, as reported by it.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn status(&self) -> Result<Status, NodeError> {
        self.http.short_json("/v1/status", SHORT)
    }

    /// The health of the node, as reported by it.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn health(&self) -> Result<Health, NodeError> {
        let path = "/health";
        let answer = self.http.once(path, self.http.settings().answer_time)?;
        let is_well = match answer.status().as_u16() {
            200 => true,
            // The node is not well, and says why.
            503 => false,
            _ => return Err(self.http.refused(path, &answer)),
        };
        let text = self.http.bytes(path, answer, SHORT)?;
        let said: Health = self.http.parsed(path, &text)?;
        Ok(Health { is_well, ..said })
    }

    /// The last round for which the node can prove that a network agreed; 0 before the first.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn last_final(&self) -> Result<u64, NodeError> {
        Ok(self.finality()?.last_final)
    }

    /// The last rounds that the node has.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn finality(&self) -> Result<Finality, NodeError> {
        self.http.short_json("/v1/finality", SHORT)
    }

    /// Like [`Node::finality`], but the node answers as soon as it has a final round (on a solo chain a
    /// finished round) after this one, and after some seconds in any case.
    ///
    /// # Errors
    /// [`NodeError`], with the status 400 from a node of an earlier version, which does not support waiting.
    pub fn finality_after(&self, round: u64) -> Result<Finality, NodeError> {
        let path = format!("/v1/finality?after={round}");
        let time = self.http.settings().answer_time.saturating_add(LONGEST_WAIT);
        let answer = self.http.good(&path, time)?;
        self.http.parsed(&path, &self.http.bytes(&path, answer, SHORT)?)
    }

    /// The network file; `None` for a solo chain.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn network_file(&self) -> Result<Option<Vec<u8>>, NodeError> {
        self.http.found("/v1/network", NETWORK_FILE)
    }

    /// The frame of finality of a round; `None` if the node does not have it.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, NodeError> {
        self.http.found(&format!("/v1/rounds/{round}/finality"), Frame::MAX_LEN as u64)
    }

    /// The frame of finality of a round or, if the node does not have it, of the first later round with a
    /// frame; `None` if there is no such frame. The frame contains the number of its round.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn frame_from(&self, round: u64) -> Result<Option<Vec<u8>>, NodeError> {
        match self.http.found(&format!("/v1/rounds/{round}/finality?later=1"), Frame::MAX_LEN as u64) {
            // A node of an earlier version does not know this parameter.
            Err(NodeError { cause: Cause::Status { status: 400, .. }, .. }) => self.frame(round),
            found => found,
        }
    }

    /// The proof of an epoch's delays; `None` if the node does not have it.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn epoch(&self, number: u64) -> Result<Option<EpochAnswer>, NodeError> {
        let path = format!("/v1/epochs/{number}");
        let Some(text) = self.http.found(&path, SHORT)? else { return Ok(None) };
        self.http.parsed(&path, &text).map(Some)
    }

    /// The number of the last round that opened at or before a time, according to the node.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn round_at(&self, time_ms: u64) -> Result<u64, NodeError> {
        let path = format!("/v1/rounds?time_ms={time_ms}");
        let Found { rounds } = self.json(&path)?;
        match &rounds[..] {
            [one] => Ok(one.round),
            _ => {
                let reason = format!("it has {} rounds, not one", rounds.len());
                Err(self.error(&path, Cause::Malformed(reason)))
            }
        }
    }

    /// A bundle of these rounds of `chain`, or of as many of the first ones as the node sends.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn bundle(&self, chain: &Chain, rounds: RangeInclusive<u64>) -> Result<Body, NodeError> {
        self.body(chain, &rounds, &bundle_path(&rounds))
    }

    /// A bundle with the frames of finality that the node has, for the chain of a network.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn bundle_with_frames(&self, chain: &Chain, rounds: RangeInclusive<u64>) -> Result<Body, NodeError> {
        self.body(chain, &rounds, &format!("{}&final=1", bundle_path(&rounds)))
    }

    fn body(&self, chain: &Chain, rounds: &RangeInclusive<u64>, path: &str) -> Result<Body, NodeError> {
        let count = rounds.end().saturating_sub(*rounds.start()).saturating_add(1);
        let each = chain.max_round_len().saturating_add(Frame::MAX_LEN as u64);
        let longest = HEADER.saturating_add(each.saturating_mul(count));
        let answer = self.http.good(path, self.http.settings().page_time)?;
        Ok(Body(answer.into_body().into_with_config().limit(longest).reader()))
    }

    /// The state before a round according to the node. It is not verified.
    ///
    /// # Errors
    /// [`NodeError`], with [`Cause::Rounds`] if it belongs to another chain or round.
    pub fn claimed_tip(&self, chain: &Chain, round: u64) -> Result<Tip, NodeError> {
        let range = round..=round;
        let body = self.bundle(chain, range.clone())?;
        let failed = |cause| self.error(&bundle_path(&range), cause);
        let reader = Reader::trusting_start(BufReader::new(body), Pin::from(chain));
        let reader = reader.map_err(|error| failed(Cause::Rounds(error)))?;
        match reader.tip().next_round() {
            found if found == round => Ok(reader.tip().clone()),
            found => Err(failed(Cause::Claim(format!("it begins with round {found}, not {round}")))),
        }
    }

    /// The events as they happen, beginning with the last finished round.
    ///
    /// # Errors
    /// [`NodeError`]
    pub fn events(&self) -> Result<Events, NodeError> {
        let path = "/v1/stream";
        let answer = self.http.endless(path)?;
        Ok(Events::new(self.clone(), answer.into_body().into_with_config().limit(u64::MAX).reader()))
    }

    /// Any answer in JSON.
    ///
    /// # Errors
    /// [`NodeError`], with [`Cause::Malformed`] if it is not a `T`.
    pub fn json<T: DeserializeOwned>(&self, path: &str) -> Result<T, NodeError> {
        let settings = self.http.settings();
        let answer = self.http.good(path, settings.page_time)?;
        self.http.parsed(path, &self.http.bytes(path, answer, settings.longest_answer)?)
    }

    /// A failure of this node.
    pub(crate) fn error(&self, path: &str, cause: Cause) -> NodeError {
        self.http.error(path, cause)
    }

    /// A failure of this node with the bundle of these rounds, for a caller that reads it.
    pub fn bundle_error(&self, rounds: &RangeInclusive<u64>, cause: Cause) -> NodeError {
        self.error(&bundle_path(rounds), cause)
    }
}

fn bundle_path(rounds: &RangeInclusive<u64>) -> String {
    format!("/v1/bundle?from={}&to={}", rounds.start(), rounds.end())
}

/// Hexadecimal digits in lower case.
fn lower_hex(text: &str) -> Option<Vec<u8>> {
    let is_lower = !text.bytes().any(|byte| byte.is_ascii_uppercase());
    hex::decode(text).ok().filter(|_| is_lower)
}
