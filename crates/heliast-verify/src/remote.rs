//! A node as a source of rounds: its genesis, then its bundles, page by page (`spec/http.md`).
//! Nothing from it is trusted.

use crate::{
    address::patient,
    agreement::{Evidence, solo},
    bundle::{Bundle, Item},
    failure::{Code, Failure, nothing, require_chain},
};
use heliast::{Chain, Tip, bundle::Pin};
use heliast_client::{Body, EpochAnswer, Node};
use std::{io::BufReader, iter};

/// The greatest number of rounds in a page.
const PAGE: u64 = 500;

type Page = Bundle<BufReader<Body>>;

/// A node.
pub struct Remote {
    node: Node,
    chain: Chain,
    latest: u64,
    next: u64,
    page: Page,
    epochs: Epochs,
}

/// The knowledge about the node's epochs.
enum Epochs {
    /// Epoch proofs are not requested, or the node has no more.
    None,
    /// The node has not been asked yet.
    Unknown,
    /// The number of rounds in each epoch.
    Of(u64),
}

impl Remote {
    /// Asks for the genesis, the last round, and the first page from round `from` on.
    ///
    /// # Errors
    /// [`Failure`] for a node that does not answer, or that has no such chain or round.
    pub fn open(url: &str, from: u64) -> Result<Remote, Failure> {
        let node = patient(url)?;
        let chain = node.chain(Pin::AnyChain)?;
        let latest = node.latest()?;
        if latest == 0 {
            return Err(nothing());
        }
        if from > latest {
            return Err(Failure::new(
                Code::Pending,
                format_args!("round {from} is still to come; the last is {latest}"),
            ));
        }
        let page = page(&node, &chain, from, latest)?;
        Ok(Remote { node, chain, latest, next: from, page, epochs: Epochs::None })
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

    /// The node, which may have frames of finality.
    pub fn node(&self) -> &Node {
        &self.node
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
            self.page = page(&self.node, &self.chain, self.next, self.latest)?;
        }
    }

    /// The bytes of the epoch proof that begins with this round, if the node has one. Proofs are made in
    /// order: after a missing one there are no more, and the rounds are verified by their own proofs.
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
        epoch.map(|epoch| epoch.bytes().unwrap_or_default())
    }

    fn epoch(&self, number: u64) -> Option<EpochAnswer> {
        self.node.epoch(number).ok().flatten()
    }
}

impl Evidence for Node {
    fn network_file(&self) -> Result<Vec<u8>, Failure> {
        Node::network_file(self)?.ok_or_else(solo)
    }

    fn last_final(&self) -> Result<u64, Failure> {
        Ok(Node::last_final(self)?)
    }

    fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, Failure> {
        Ok(Node::frame(self, round)?)
    }
}

/// Fetches rounds `from` to `latest` of this chain, or as many as a page has.
fn page(node: &Node, chain: &Chain, from: u64, latest: u64) -> Result<Page, Failure> {
    let to = latest.min(from.saturating_add(PAGE - 1));
    let page = Bundle::open(BufReader::new(node.bundle(chain, from..=to)?), Code::Network)?;
    require_chain(page.chain(), Some(chain.id()))?;
    let as_asked = page.before().next_round() == from && page.count() == to - from + 1;
    if as_asked {
        return Ok(page);
    }
    let (first, last) = (page.before().next_round(), page.before().round() + page.count());
    let message = format_args!("asked for rounds {from} to {to}, the node gave {first} to {last}");
    Err(Failure::new(Code::Malformed, message))
}
