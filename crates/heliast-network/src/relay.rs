//! The sources of a relay: other nodes or relays, which are followed and not trusted.
//!
//! Each source has a thread, which keeps one request open: the node answers it when it has a further final
//! round. So a round arrives as soon as the fastest source shows it, and a silent source does not delay the
//! others. A node of an earlier version, which answers at once, is queried several times a second.
//!
//! Everything that a source shows is verified before it is kept: the rounds from the genesis on, and the
//! network's agreement on them by a frame of finality ([`Agreed`]). The rounds of a solo chain are kept as
//! they come, since there is no agreement: those that come first are kept, and a source that shows other
//! rounds later is reported as showing something false.

#[cfg(test)]
mod tests;

use crate::{
    error::NodeError,
    follow::{self, Agreed, FollowError, Found, Keeper},
};
use heliast::{Round, Verified, bundle::Pin};
use heliast_client::{Cause, Finality as Reached, Node, NodeError as Failed};
use heliast_engine::{
    AlarmKind, Finality, Handles, RelaySight, RelaySource, Rounds, SourceState, StatusBoard,
};
use heliast_finality::NetworkFile;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time between two queries of a node that answers at once.
const LOOK: Duration = Duration::from_millis(250);
/// The time for which a node that failed is left alone: from the first value, doubled each time, up to the
/// second.
const RESTS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];
/// The time that a source's thread has to end. A thread that waits longer for an answer is left behind, and
/// can no longer write anything.
const FAREWELL: Duration = Duration::from_millis(500);

/// The threads that follow the sources. They stop when this is dropped.
pub(crate) struct Sources {
    shared: Arc<Shared>,
    sources: Vec<Arc<Source>>,
    threads: Vec<JoinHandle<()>>,
    board: Arc<StatusBoard>,
}

/// The state that the threads of all sources share.
struct Shared {
    pin: Pin,
    is_solo: bool,
    agreed: Mutex<Agreed<Kept>>,
    is_over: AtomicBool,
}

impl Sources {
    /// Begins to follow `nodes`, and to keep the rounds in the store of the node; `network` is `None` for a
    /// solo chain.
    ///
    /// # Errors
    /// [`NodeError::Follow`] if `network` is not the network file of the chain, and the errors of the store.
    pub(crate) fn start(
        handles: &Handles,
        network: Option<&NetworkFile>,
        nodes: Vec<Node>,
    ) -> Result<Sources, NodeError> {
        let agreed = agreed(handles, network)?;
        let shared = Arc::new(Shared {
            pin: Pin::from(handles.rounds.chain()),
            is_solo: network.is_none(),
            agreed: Mutex::new(agreed),
            is_over: AtomicBool::new(false),
        });
        let sources =
            nodes.into_iter().map(|node| Arc::new(Source { node, seen: Mutex::default() })).collect();
        let board = Arc::clone(&handles.board);
        let mut all = Sources { shared, sources, threads: vec![], board };
        all.show();
        for source in &all.sources {
            let (source, shared) = (Arc::clone(source), Arc::clone(&all.shared));
            let thread =
                thread::Builder::new().name("source".to_owned()).spawn(move || source.follow(&shared));
            all.threads.push(thread.map_err(NodeError::Thread)?);
        }
        Ok(all)
    }

    /// Shows the state of the sources on the node's board, and raises or ends the alarm.
    pub(crate) fn show(&self) {
        let seen: Vec<_> = self.sources.iter().map(|source| source.seen().clone()).collect();
        let known = self.shared.agreed().tip().round();
        let last = seen.iter().filter_map(|one| one.last).max().unwrap_or(0);
        let sources = self.sources.iter().zip(&seen).map(|(source, seen)| seen.shown(source.node.url()));
        let sight = RelaySight { behind: last.saturating_sub(known), sources: sources.collect() };
        self.board.note_relay(sight);
        let words = follow::complaint(seen.iter().map(|one| &one.found), "no source can be followed");
        words.into_iter().for_each(|words| self.board.set_alarm(AlarmKind::Peers, words));
    }
}

impl Drop for Sources {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Release);
        self.shared.agreed().keeper().close();
        let until = Instant::now() + FAREWELL;
        while self.threads.iter().any(|thread| !thread.is_finished()) && Instant::now() < until {
            thread::sleep(Duration::from_millis(10));
        }
        let ended = self.threads.drain(..).filter(JoinHandle::is_finished).map(JoinHandle::join);
        if ended.filter(Result::is_err).count() > 0 {
            tracing::error!("a thread that follows a source ended by a panic");
        }
    }
}

/// The rounds that are known to be final, after those of the store.
fn agreed(handles: &Handles, network: Option<&NetworkFile>) -> Result<Agreed<Kept>, NodeError> {
    let Handles { rounds, finality, .. } = handles;
    let (chain, tip) = (rounds.chain(), rounds.store().tip());
    let kept = || Kept(Some((Arc::clone(rounds), Arc::clone(finality))));
    let Some(network) = network else { return Ok(Agreed::solo(chain, tip, kept())) };
    // This checks that the network file belongs to this chain, before anything is written.
    let agreed = Agreed::new(chain, network, (tip.clone(), None), kept())?;
    finality.begin(&network.to_bytes())?;
    let agreed = match finality.frame(tip.round())? {
        Some(frame) if tip.round() > 0 => Agreed::new(chain, network, (tip, Some(&frame)), kept())?,
        _ => agreed,
    };
    Ok(agreed.with_every_frame())
}

impl Shared {
    fn goes_on(&self) -> bool {
        !self.is_over.load(Ordering::Acquire)
    }

    fn agreed(&self) -> MutexGuard<'_, Agreed<Kept>> {
        self.agreed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for this time, or until the end.
    fn rest(&self, time: Duration) {
        let until = Instant::now() + time;
        while self.goes_on() && Instant::now() < until {
            thread::sleep(time.min(Duration::from_millis(50)));
        }
    }
}

/// A followed node.
struct Source {
    node: Node,
    seen: Mutex<Seen>,
}

/// The state of a source at its last answer or failure.
#[derive(Clone, Default)]
struct Seen {
    /// The last round that it claims to have; `None` unless it is followed.
    last: Option<u64>,
    found: Found,
}

impl Seen {
    fn shown(&self, url: &str) -> RelaySource {
        let Seen { last, found } = self;
        let (state, text) = match (&found.falsehood, found.is_well) {
            (Some(falsehood), _) => (SourceState::Untrue, Some(falsehood)),
            (None, None) => (SourceState::Asked, None),
            (None, Some(true)) => (SourceState::Followed, None),
            (None, Some(false)) => (SourceState::Failing, Some(&found.failure)),
        };
        RelaySource { url: url.to_owned(), state, last: *last, text: text.cloned() }
    }
}

/// The way in which a node reports a further round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Its chain must be requested first.
    Unknown,
    /// It holds its answer back until there is a new round.
    Waits,
    /// It answers at once, since it is of an earlier version.
    AtOnce,
}

impl Source {
    /// Follows the node until the end.
    fn follow(&self, shared: &Shared) {
        let (mut way, mut rest) = (Way::Unknown, RESTS[0]);
        while shared.goes_on() {
            let begun = Instant::now();
            match self.step(shared, way) {
                Ok((next, has_news)) => {
                    (way, rest) = (next, RESTS[0]);
                    if !has_news {
                        shared.rest(LOOK.saturating_sub(begun.elapsed()));
                    }
                }
                Err(FollowError::Ended) => return,
                Err(error) => {
                    self.failed(&error);
                    way = Way::Unknown;
                    shared.rest(rest);
                    rest = RESTS[1].min(2 * rest);
                }
            }
        }
    }

    /// Takes its new rounds. Returns the way for the next request, and whether there was anything new.
    fn step(&self, shared: &Shared, way: Way) -> Result<(Way, bool), FollowError> {
        let known = shared.agreed().tip().round();
        let (reached, next) = match way {
            Way::Unknown => {
                self.node.chain(shared.pin)?;
                (self.node.finality()?, Way::Waits)
            }
            Way::AtOnce => (self.node.finality()?, way),
            Way::Waits => match self.node.finality_after(known) {
                Err(Failed { cause: Cause::Status { status: 400, .. }, .. }) => {
                    (self.node.finality()?, Way::AtOnce)
                }
                reached => (reached?, way),
            },
        };
        let last = self.last(shared, &reached)?;
        Agreed::follow_to(&shared.agreed, &self.node, last, &|| shared.goes_on())?;
        if shared.goes_on() && shared.agreed().tip().round() < last {
            return Err(FollowError::Unshown { node: self.node.to_string(), round: last });
        }
        let mut seen = self.seen();
        seen.last = Some(last);
        seen.found.well();
        Ok((next, last > known))
    }

    /// The node's last round: the last final one, or for a solo chain the last one.
    fn last(&self, shared: &Shared, reached: &Reached) -> Result<u64, FollowError> {
        match (shared.is_solo, reached.network) {
            (true, false) => Ok(reached.latest),
            (false, true) => Ok(reached.last_final),
            (true, true) => Err(FollowError::NotSolo(self.node.to_string())),
            (false, false) => Err(FollowError::Solo(self.node.to_string())),
        }
    }

    fn failed(&self, error: &FollowError) {
        tracing::warn!(node = %self.node, %error, "a source can't be followed; asking it again later");
        let mut seen = self.seen();
        seen.last = None;
        seen.found.failed(&self.node, error);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stores the rounds and their frames; `None` after the end, so that a thread that is left behind writes
/// nothing.
struct Kept(Option<(Arc<Rounds>, Arc<Finality>)>);

impl Kept {
    fn close(&mut self) {
        self.0 = None;
    }
}

impl Keeper for Kept {
    fn keep(&mut self, round: &Verified<Round>) -> Result<(), FollowError> {
        let (rounds, _) = self.0.as_ref().ok_or(FollowError::Ended)?;
        Ok(rounds.accept(round)?)
    }

    fn prove(&mut self, round: u64, frame: &[u8]) -> Result<(), FollowError> {
        let (_, finality) = self.0.as_ref().ok_or(FollowError::Ended)?;
        Ok(finality.keep(round, frame)?)
    }
}
