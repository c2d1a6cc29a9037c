//! A node as a source of rounds: its genesis, then its bundles, page by page (`spec/http.md`).
//! Nothing from it is trusted.

use super::{Bundle, Item, nothing, require_chain};
use crate::{
    failure::{Code, Failure},
    modulus::lower_hex,
};
use heliast::{Chain, Tip};
use heliast_view::{KeysView, MembersView};
use serde::{Deserialize, de::DeserializeOwned};
use std::{
    io::{BufReader, Read},
    iter, thread,
    time::Duration,
};
use ureq::{Agent, Body, BodyReader, http::Response};

/// The most rounds in a page.
const PAGE: u64 = 500;
/// Room for a genesis of 16 MiB in hexadecimal, and its participants again.
const MAX_GENESIS: u64 = 64 << 20;
const MAX_STATUS: u64 = 64 << 10;
/// Room for a frame of finality or a network file.
const MAX_FRAME: u64 = 2 << 20;
const CONNECT_TIME: Duration = Duration::from_secs(10);
const ANSWER_TIME: Duration = Duration::from_secs(30);
const PAGE_TIME: Duration = Duration::from_secs(300);
/// The most attempts while a node asks to wait, and the longest wait between them.
const ATTEMPTS: u32 = 5;
const MAX_WAIT: Duration = Duration::from_secs(10);

type Page = Bundle<BufReader<BodyReader<'static>>>;

/// A node.
pub struct Remote {
    agent: Agent,
    base: String,
    chain: Chain,
    latest: u64,
    next: u64,
    page: Page,
    epochs: Epochs,
}

/// The state of knowledge about the node's epochs.
enum Epochs {
    /// No epoch proofs are wanted, or the node has no more.
    None,
    /// The node has not been asked yet.
    Unknown,
    /// The number of rounds in each.
    Of(u64),
}

#[derive(Deserialize)]
struct Epoch {
    from: u64,
    to: u64,
    bytes: String,
}

#[derive(Deserialize)]
struct Genesis {
    bytes: String,
    chain: String,
}

#[derive(Deserialize)]
struct Finality {
    #[serde(rename = "final")]
    last: u64,
}

#[derive(Deserialize)]
struct Status {
    latest: u64,
}

impl Remote {
    /// Asks for the genesis, the last round, and the first page from round `from` on.
    pub fn open(url: &str, from: u64) -> Result<Remote, Failure> {
        let (agent, base) = (agent(), url.trim_end_matches('/').to_owned());
        let genesis: Genesis = json(&agent, &format!("{base}/v1/genesis"), MAX_GENESIS)?;
        let chain = chain(&genesis)?;
        let Status { latest } = json(&agent, &format!("{base}/v1/status"), MAX_STATUS)?;
        if latest == 0 {
            return Err(nothing());
        }
        if from > latest {
            return Err(Failure::new(
                Code::Pending,
                format_args!("round {from} is still to come; the last is {latest}"),
            ));
        }
        let page = page(&agent, &base, &chain, from, latest)?;
        Ok(Remote { agent, base, chain, latest, next: from, page, epochs: Epochs::None })
    }

    /// Also asks for epoch proofs from now on.
    pub fn with_epochs(self) -> Remote {
        Remote { epochs: Epochs::Unknown, ..self }
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The last round at the time of the first request.
    pub fn latest(&self) -> u64 {
        self.latest
    }

    /// The state before the first round; trusted unless that is round 1.
    pub fn before(&self) -> Tip {
        self.page.before()
    }

    /// The node's frames of finality.
    pub fn frames(&self) -> RemoteFrames {
        RemoteFrames { agent: self.agent.clone(), base: self.base.clone() }
    }

    /// The rounds from the first to the latest.
    pub fn rounds(mut self) -> impl Iterator<Item = Result<Item, Failure>> {
        iter::from_fn(move || self.round().transpose())
    }

    fn round(&mut self) -> Result<Option<Item>, Failure> {
        loop {
            if let Some(mut item) = self.page.round()? {
                item.entry.epoch_proof = self.epoch_proof(item.entry.number);
                self.next += 1;
                return Ok(Some(item));
            }
            if self.next > self.latest {
                return Ok(None);
            }
            self.page = page(&self.agent, &self.base, &self.chain, self.next, self.latest)?;
        }
    }
}

impl Remote {
    /// The bytes of the epoch proof that begins with this round, if the node has one. Proofs are
    /// made in order: after a missing one none follows, and the rounds are verified by their own
    /// proofs.
    fn epoch_proof(&mut self, round: u64) -> Option<Vec<u8>> {
        let len = match self.epochs {
            Epochs::None => return None,
            Epochs::Of(len) => len,
            Epochs::Unknown => {
                // All epochs have the length of the first.
                let first = self.epoch(1).filter(|epoch| epoch.from == 1 && epoch.to >= 1);
                self.epochs = first.as_ref().map_or(Epochs::None, |epoch| Epochs::Of(epoch.to));
                first?.to
            }
        };
        if !(round - 1).is_multiple_of(len) || self.latest - round < len - 1 {
            return None;
        }
        let epoch = self.epoch((round - 1) / len + 1);
        if epoch.is_none() {
            self.epochs = Epochs::None;
        }
        // Invalid hexadecimal becomes an empty proof, which the verifier reports.
        epoch.map(|epoch| lower_hex(&epoch.bytes).unwrap_or_default())
    }

    fn epoch(&self, number: u64) -> Option<Epoch> {
        json(&self.agent, &format!("{}/v1/epochs/{number}", self.base), MAX_STATUS).ok()
    }
}

/// The frames of finality of a node's chain, and its network file.
pub struct RemoteFrames {
    agent: Agent,
    base: String,
}

impl RemoteFrames {
    /// The network file; `None` for a solo chain.
    pub fn network(&self) -> Result<Option<Vec<u8>>, Failure> {
        self.bytes("/v1/network")
    }

    /// The last round with a frame; 0 for no frame.
    pub fn last(&self) -> Result<u64, Failure> {
        let Finality { last } = json(&self.agent, &format!("{}/v1/finality", self.base), MAX_STATUS)?;
        Ok(last)
    }

    /// The frame of a round, if the node has one.
    pub fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, Failure> {
        self.bytes(&format!("/v1/rounds/{round}/finality"))
    }

    fn bytes(&self, path: &str) -> Result<Option<Vec<u8>>, Failure> {
        let url = format!("{}{path}", self.base);
        let answer = match ask(&self.agent, &url)? {
            answer if answer.status() == 404 => return Ok(None),
            answer => good(&url, answer)?,
        };
        let mut bytes = Vec::new();
        let body = answer.into_body().into_reader();
        body.take(MAX_FRAME + 1).read_to_end(&mut bytes).map_err(|error| failed(&url, &error))?;
        if bytes.len() as u64 > MAX_FRAME {
            return Err(Failure::new(Code::Malformed, format_args!("{url} answers more than 2 MiB")));
        }
        Ok(Some(bytes))
    }
}

/// The keys that are due at a beacon.
pub fn remote_keys(url: &str) -> Result<KeysView, Failure> {
    json(&agent(), &format!("{}/v1/keys", url.trim_end_matches('/')), MAX_GENESIS)
}

/// The stakes of members at a beacon, and the open proposals.
pub fn remote_members(url: &str) -> Result<MembersView, Failure> {
    json(&agent(), &format!("{}/v1/members", url.trim_end_matches('/')), MAX_GENESIS)
}

fn agent() -> Agent {
    Agent::config_builder()
        .http_status_as_error(false)
        .timeout_connect(Some(CONNECT_TIME))
        .timeout_recv_response(Some(ANSWER_TIME))
        .timeout_recv_body(Some(PAGE_TIME))
        .user_agent(concat!("heliast/", env!("CARGO_PKG_VERSION")))
        .build()
        .into()
}

fn chain(genesis: &Genesis) -> Result<Chain, Failure> {
    let bad = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("the node's genesis: {reason}"))
    };
    let bytes =
        lower_hex(&genesis.bytes).ok_or_else(|| bad(&"its bytes are not in lower-case hexadecimal"))?;
    let chain = Chain::from_bytes(&bytes).map_err(|error| bad(&error))?;
    if hex::encode(chain.id()) == genesis.chain {
        Ok(chain)
    } else {
        Err(bad(&"its bytes are not those of the chain id"))
    }
}

/// Rounds `from` to `latest`, or as many as a page has; of the same chain.
fn page(agent: &Agent, base: &str, chain: &Chain, from: u64, latest: u64) -> Result<Page, Failure> {
    let to = latest.min(from.saturating_add(PAGE - 1));
    let body = get(agent, &format!("{base}/v1/bundle?from={from}&to={to}"))?.into_body().into_reader();
    let page = Bundle::open(BufReader::new(body), Code::Network)?;
    require_chain(page.chain(), Some(chain.id()))?;
    let as_asked = page.before().next_round() == from && page.count() == to - from + 1;
    if as_asked {
        return Ok(page);
    }
    let (first, last) = (page.before().next_round(), page.before().round() + page.count());
    let message = format_args!("asked for rounds {from} to {to}, the node gave {first} to {last}");
    Err(Failure::new(Code::Malformed, message))
}

fn json<T: DeserializeOwned>(agent: &Agent, url: &str, limit: u64) -> Result<T, Failure> {
    let mut text = Vec::new();
    let body = get(agent, url)?.into_body().into_reader();
    body.take(limit + 1).read_to_end(&mut text).map_err(|error| failed(url, &error))?;
    let bad = |reason: &dyn std::fmt::Display| {
        Failure::new(Code::Malformed, format_args!("{url} is no answer of a heliast node: {reason}"))
            .hint("check the address")
    };
    if text.len() as u64 > limit {
        return Err(bad(&"it is too long"));
    }
    serde_json::from_slice(&text).map_err(|error| bad(&error))
}

/// A successful answer. Waits if the node asks for it.
fn get(agent: &Agent, url: &str) -> Result<Response<Body>, Failure> {
    good(url, ask(agent, url)?)
}

/// Any answer. Waits, within limits, if the node asks for it.
fn ask(agent: &Agent, url: &str) -> Result<Response<Body>, Failure> {
    for _ in 1..ATTEMPTS {
        let answer = agent.get(url).call().map_err(|error| failed(url, &error))?;
        match answer.status().as_u16() {
            429 | 503 => thread::sleep(wait(&answer)),
            _ => return Ok(answer),
        }
    }
    agent.get(url).call().map_err(|error| failed(url, &error))
}

fn good(url: &str, answer: Response<Body>) -> Result<Response<Body>, Failure> {
    match answer.status().as_u16() {
        200 => Ok(answer),
        404 => Err(refused(url, &answer, Code::Malformed).hint("check the address: is it a heliast node?")),
        410 => {
            let hint = "the node has pruned these rounds and has no archive of them: begin with a later \
                        one, by --from, or ask a node that has all";
            Err(refused(url, &answer, Code::Refused).hint(hint))
        }
        425 => Err(refused(url, &answer, Code::Pending)),
        _ => Err(refused(url, &answer, Code::Network)),
    }
}

fn wait(answer: &Response<Body>) -> Duration {
    let seconds = answer.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
    Duration::from_secs(seconds.unwrap_or(1)).min(MAX_WAIT)
}

fn refused(url: &str, answer: &Response<Body>, code: Code) -> Failure {
    Failure::new(code, format_args!("{url} answers {}", answer.status()))
}

fn failed(url: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(Code::Network, format_args!("{url}: {error}"))
}
