//! A chain that is followed without being stored, for programs that announce something and wait until a round
//! has it.

use crate::{
    app::{Misfit, NOT_NOW},
    follow::{self, Agreed, FollowError, Keeper},
    home::{DATA, Foundations},
    rpc::{Rpc, Sent},
    transaction::{Body, Transaction},
};
use heliast::{Announcement, Round, Tip, Verified};
use heliast_client::{Misuse, Node};
use heliast_store::{Frames, Store};
use std::{
    mem,
    path::Path,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// The largest distance between the first round that is not final and a round that collects. A larger claim
/// of a node is ignored, since a node must not be able to keep announcements out of all rounds.
const AHEAD: u64 = 2;

/// The place in the chain where an observer begins.
#[derive(Clone, Copy, Debug)]
pub enum Since<'a> {
    /// At the last round of the first node, which is trusted: it is the caller's own.
    OwnNode,
    /// At the last round that participants without a node have verified and stored in this directory, or else
    /// at the first round.
    Kept(&'a Path),
}

/// The final rounds of a chain, fetched from nodes. Each round is verified, and so is the agreement of the
/// network.
pub struct Observer {
    foundations: Foundations,
    nodes: Vec<Node>,
    engines: Vec<Rpc>,
    agreed: Mutex<Agreed<Announced>>,
    /// The last round that collects, as claimed by a node. After a false claim, an announcement misses its
    /// round.
    collects: AtomicU64,
}

/// The rounds and announcements that were followed.
#[derive(Default)]
struct Announced(Vec<(u64, Announcement)>);

impl Keeper for Announced {
    fn keep(&mut self, round: &Verified<Round>) -> Result<(), FollowError> {
        self.0.extend(round.announcements.iter().map(|said| (round.number, said.clone())));
        Ok(())
    }

    fn prove(&mut self, _: u64, _: &[u8]) -> Result<(), FollowError> {
        Ok(())
    }
}

impl Observer {
    /// Begins to follow a chain at these nodes. Only the caller's own node is queried already now.
    ///
    /// # Errors
    /// [`FollowError`] if an address is invalid, if the caller's own node does not answer, or if the network
    /// file is not that of the chain.
    pub fn new(
        foundations: Foundations,
        nodes: Vec<Node>,
        since: Since<'_>,
    ) -> Result<Observer, FollowError> {
        let engine = |node: &Node| {
            let invalid = |_| Misuse::Address(node.url().to_owned());
            Rpc::behind(node.url()).map_err(invalid).map_err(FollowError::from)
        };
        let engines = nodes.iter().map(engine).collect::<Result<_, _>>()?;
        let Foundations { chain, network } = &foundations;
        let (tip, frame) = match (since, nodes.first()) {
            (Since::OwnNode, Some(node)) => (follow::trusted_tip(node, chain)?, None),
            (Since::Kept(dir), _) => kept(&foundations, dir).unwrap_or_else(|| (chain.start(), None)),
            _ => (chain.start(), None),
        };
        let agreed = Agreed::new(chain, network, (tip, frame.as_deref()), Announced::default())?;
        let (agreed, collects) = (Mutex::new(agreed), AtomicU64::new(0));
        Ok(Observer { foundations, nodes, engines, agreed, collects })
    }

    /// The chain and its network file.
    pub fn foundations(&self) -> &Foundations {
        &self.foundations
    }

    /// Takes the rounds that the nodes have after the known ones. One node that answers is enough.
    ///
    /// # Errors
    /// The failures of all nodes if none answers.
    pub fn look(&self) -> Result<(), Vec<FollowError>> {
        let mut failures = vec![];
        for node in &self.nodes {
            match Agreed::follow(&self.agreed, node, &|| true) {
                Ok(collects) => {
                    let next = self.tip().next_round();
                    let is_near = |round: &u64| *round <= next.saturating_add(AHEAD);
                    self.collects.fetch_max(collects.filter(is_near).unwrap_or(0), Ordering::AcqRel);
                }
                Err(error) => failures.push(error),
            }
        }
        if failures.len() == self.nodes.len() { Err(failures) } else { Ok(()) }
    }

    /// The reason why no round comes, as reported by the first stalled node.
    pub fn stalled(&self) -> Option<String> {
        self.nodes.iter().find_map(|node| {
            let standing = node.status().ok()?.standing?;
            (standing.kind == "stalled").then_some(standing.text)
        })
    }

    /// The tip after the last known final round.
    pub fn tip(&self) -> Tip {
        self.agreed().tip().clone()
    }

    /// The addresses of validators that have lost their power, as far as frames have shown it.
    pub fn removed(&self) -> Vec<[u8; 20]> {
        self.agreed().removed()
    }

    /// Takes the announcements of the rounds that were followed since the last call.
    pub fn take_announced(&self) -> Vec<(u64, Announcement)> {
        mem::take(&mut self.agreed().keeper().0)
    }

    /// Offers an announcement to all nodes, for the round after the last final one, or for the collecting
    /// round if that is later.
    ///
    /// # Errors
    /// The reason of a node, if all nodes refuse it; [`Misfit::NotNow`] only if this is the reason of all.
    pub fn offer(&self, announcement: &Announcement) -> Result<(), Misfit> {
        let round = self.tip().next_round().max(self.collects.load(Ordering::Acquire));
        let body = Body::Announcement(announcement.clone());
        let transaction = Transaction { round, body }.to_bytes();
        let sent = |engine: &Rpc| match engine.broadcast_tx_sync(&transaction) {
            Ok(Sent::Taken | Sent::Known) => Ok(()),
            Ok(Sent::Refused { code: NOT_NOW, log }) => Err(Misfit::NotNow(log)),
            Ok(Sent::Refused { log, .. }) => Err(Misfit::Refused(log)),
            Err(error) => Err(Misfit::Refused(error.to_string())),
        };
        // It is sent to all nodes, so that no single node can hold it back.
        let outcomes: Vec<_> = self.engines.iter().map(sent).collect();
        if outcomes.iter().any(Result::is_ok) {
            return Ok(());
        }
        let reasons = outcomes.into_iter().filter_map(Result::err);
        reasons.min_by_key(|reason| matches!(reason, Misfit::NotNow(_))).map_or(Ok(()), Err)
    }

    fn agreed(&self) -> MutexGuard<'_, Agreed<Announced>> {
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last round in a directory's store, with its frame; also `None` while its participants run.
fn kept(foundations: &Foundations, dir: &Path) -> Option<(Tip, Option<Vec<u8>>)> {
    let data = dir.join(DATA);
    let store = Store::open_read_only(&data).ok();
    let store = store.filter(|store| store.chain().id() == foundations.chain.id())?;
    let frames = Frames::open_read_only(&data).ok()??;
    let tip = store.tip();
    let frame = frames.frame(tip.round()).ok()?;
    (tip.round() == 0 || frame.is_some()).then_some((tip, frame))
}
