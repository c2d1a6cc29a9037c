//! The work of a node apart from consensus: it requests blocks when a round is due, draws, evaluates the
//! delay, and sends transactions.
//!
//! The application reports the duty after each block ([`Committed`]), and never waits. The worker has its own
//! threads, since a send waits for the mempool, which waits for the application.
//!
//! ```text
//!  application ── Committed ──► worker ──┬─► drawer ──► outbox ──┐
//!                                        ├─► evaluator ──────────┼─► sender ──► nodes
//!                                        └─► ticks ──────────────┘
//! ```
//!
//! A replay of old blocks looks like normal operation. So only the newest block counts, and a block with an
//! old time counts only if no other came within half a second.

mod block_times;
mod drawer;
mod evaluating;
mod inclusion;
mod newest;
mod sender;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use crate::{
    duty::{Committed, Duty},
    outbox::{Outbox, OutboxError},
    rpc::Rpc,
    transaction::{Body, Transaction},
};
use block_times::{BlockTimes, OLD_MS};
use drawer::Drawer;
use evaluating::{Board, Evaluating};
use heliast_engine::{AlarmKind, Handles, Members, Phase, Rounds, Status, StatusBoard, periods};
use inclusion::Inclusion;
use newest::Newest;
use sender::{Sender, Want};
use std::{
    collections::BTreeSet,
    io,
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// The time without another block after which an old block does not count as part of a replay.
const QUIET: Duration = Duration::from_millis(500);
/// The time between two checks when no block comes.
const LOOK: Duration = Duration::from_millis(100);
/// The time between two reports of the status, if nothing changes.
const REPORT: Duration = Duration::from_millis(250);
/// The time between two looks at the peers.
const PEERS: Duration = Duration::from_secs(2);
/// The time between the first tick of a round and the second; it doubles with each tick up to
/// [`LONGEST_TICK`]. Ticks slow down because the clocks of other nodes may be behind, and each tick costs all
/// nodes a block.
const FIRST_TICK: Duration = Duration::from_millis(50);
const LONGEST_TICK: Duration = Duration::from_secs(5);
/// The number of threads that send to one node.
const LANES: usize = 2;

/// The settings of a worker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The directory of the outbox and of the delay's checkpoint, which must exist.
    pub home: PathBuf,
    /// The engines to which everything is sent; the first is this node's own, if it has one.
    pub nodes: Vec<Rpc>,
    /// Whether delays are evaluated here.
    pub evaluates: bool,
    /// Threads for the proofs of delays.
    pub threads: usize,
}

/// The reasons why a worker can't start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// The outbox can't be opened.
    #[error(transparent)]
    Outbox(#[from] OutboxError),
    /// The system can't start a thread.
    #[error("a thread can't be started: {0}")]
    Thread(io::Error),
}

/// The threads of a worker. They end when this is dropped; a delay under way leaves a checkpoint.
pub struct Worker {
    newest: Arc<Newest>,
    threads: Vec<JoinHandle<()>>,
}

impl Worker {
    /// Starts the work for the participants in `members`, with the duties from `committed`. Status and alarms
    /// go to the node's board. The node's store must have the chain's rounds up to the last one that was
    /// reported as sealed.
    ///
    /// # Errors
    /// [`WorkerError`]
    pub fn start(
        handles: &Handles,
        members: Members,
        committed: Receiver<Committed>,
        settings: Settings,
    ) -> Result<Worker, WorkerError> {
        let Handles { rounds, board: status, .. } = handles;
        let chain = rounds.chain().clone();
        let outbox = Outbox::open(&settings.home.join("outbox"), chain.id())?;
        let (newest, sender, board) =
            (Arc::default(), Arc::new(Sender::default()), Arc::new(Board::default()));
        let mut worker = Worker { newest: Arc::clone(&newest), threads: vec![] };
        let nodes = settings.nodes.len();
        let drawer = Drawer {
            rounds: Arc::clone(rounds),
            status: Arc::clone(status),
            members,
            outbox,
            sender: Arc::clone(&sender),
            newest: Arc::clone(&newest),
            nodes,
        };
        worker.spawn("drawer", move || drawer.run())?;
        if settings.evaluates {
            let evaluating = Evaluating {
                evaluator: heliast_engine::Evaluator::new(&chain, settings.threads)
                    .with_checkpoints(&settings.home),
                chain: chain.clone(),
                status: Arc::clone(status),
                board: Arc::clone(&board),
                sender: Arc::clone(&sender),
                newest: Arc::clone(&newest),
                nodes,
            };
            worker.spawn("evaluator", move || evaluating.run())?;
        }
        for (node, rpc) in settings.nodes.iter().enumerate().flat_map(|node| [node; LANES]) {
            let (rpc, sender, newest) = (rpc.clone(), Arc::clone(&sender), Arc::clone(&newest));
            worker.spawn("sender", move || sender.run(node, &rpc, &newest))?;
        }
        // The first engine is that of this node, if this is a node of a network.
        if let (Some(rpc), Some(_)) = (settings.nodes.first().cloned(), status.network()) {
            let (status, newest) = (Arc::clone(status), Arc::clone(&newest));
            worker.spawn("peers", move || watch_peers(&rpc, &status, &newest))?;
        }
        let watch = Foreman {
            rounds: Arc::clone(rounds),
            status: Arc::clone(status),
            sender,
            board,
            newest,
            settings,
            inclusion: Inclusion::default(),
            times: BlockTimes::default(),
            began: Instant::now(),
            tick: None,
            opened: (0, 0),
            reported: None,
        };
        worker.spawn("worker", move || watch.run(&committed))?;
        Ok(worker)
    }

    fn spawn(&mut self, name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), WorkerError> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
        self.threads.push(thread.map_err(WorkerError::Thread)?);
        Ok(())
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.newest.stop();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the worker ended by a panic");
            }
        }
    }
}

/// The thread that receives from the application, requests blocks, and reports the status.
struct Foreman {
    rounds: Arc<Rounds>,
    status: Arc<StatusBoard>,
    sender: Arc<Sender>,
    board: Arc<Board>,
    newest: Arc<Newest>,
    settings: Settings,
    inclusion: Inclusion,
    times: BlockTimes,
    began: Instant,
    tick: Option<Tick>,
    /// The round that opened last, and its opening time; zeros before the first.
    opened: (u64, u64),
    reported: Option<Instant>,
}

/// A request for a block.
#[derive(Clone, Copy)]
struct Tick {
    round: u64,
    number: u32,
    /// It is not sent before this time of the clock, in milliseconds since 1970,
    opening_ms: u64,
    /// and not before this moment.
    earliest: Instant,
    is_sent: bool,
}

impl Foreman {
    fn run(mut self, committed: &Receiver<Committed>) {
        let mut last = None;
        while !self.newest.is_stopped() {
            match committed.recv_timeout(self.pause()) {
                Ok(first) => {
                    let newest = Arc::new(self.settle(first, committed));
                    self.act(&newest);
                    last = Some(newest);
                }
                Err(RecvTimeoutError::Timeout) => {}
                // The application has ended, so that nothing more is due.
                Err(RecvTimeoutError::Disconnected) => return self.newest.stop(),
            }
            self.send_tick();
            self.status.note_block_due(last.as_ref().is_some_and(|last| self.is_block_due(&last.duty)));
            if let Some(last) = &last {
                self.report(&last.duty);
            }
        }
    }

    /// The time to wait for a block: until the tick is due, if that is soon.
    fn pause(&self) -> Duration {
        let Some(tick) = self.tick.filter(|tick| !tick.is_sent) else { return LOOK };
        let by_date = Duration::from_millis(tick.opening_ms.saturating_sub(self.rounds.now_ms()));
        by_date.max(tick.earliest.saturating_duration_since(Instant::now())).min(LOOK)
    }

    /// The newest of the blocks that have come or, if these are old, of those that follow at once.
    fn settle(&mut self, first: Committed, committed: &Receiver<Committed>) -> Committed {
        let mut newest = first;
        loop {
            self.status.note_block(newest.height);
            self.count(&newest);
            self.watch_clock(newest.time_ms);
            let ahead = u64::try_from(self.times.offset_ms()).unwrap_or(0);
            let old = newest.time_ms.saturating_add(OLD_MS).saturating_add(ahead);
            let is_old = self.rounds.now_ms() > old && !self.newest.is_stopped();
            let next = if is_old { committed.recv_timeout(QUIET).ok() } else { committed.try_recv().ok() };
            match next {
                Some(newer) => newest = newer,
                None => return newest,
            }
        }
    }

    /// Compares the clock with the time of a block that came now.
    fn watch_clock(&mut self, time_ms: u64) {
        self.times.note(self.began.elapsed().as_millis() as u64, self.rounds.now_ms(), time_ms);
        self.status.set_alarm(AlarmKind::Clock, self.times.complaint());
    }

    /// Checks which tickets a sealed round has.
    fn count(&mut self, committed: &Committed) {
        let Some(round) = committed.sealed else { return };
        let taken = self.sender.taken(round);
        let Ok(Some(sealed)) = self.rounds.store().decoded(round) else { return };
        let included: BTreeSet<_> =
            sealed.tickets.iter().map(|ticket| (ticket.slot, ticket.participant)).collect();
        self.inclusion.note(&taken, &included);
        self.status.set_alarm(AlarmKind::Inclusion, self.inclusion.complaint());
    }

    fn act(&mut self, newest: &Arc<Committed>) {
        tracing::debug!(height = newest.height, round = newest.duty.round(), "the newest block");
        match newest.duty {
            Duty::Wait { round, ticks, opening_ms } => self.expect(round, ticks, opening_ms),
            Duty::Draw { round, opening_ms, .. } => self.opened = (round, opening_ms),
            _ => {}
        }
        if !matches!(newest.duty, Duty::Wait { .. }) {
            self.tick = None;
        }
        self.sender.settle(&newest.duty);
        self.newest.set(Arc::clone(newest));
        self.reported = None;
    }

    /// Notes the next tick.
    fn expect(&mut self, round: u64, number: u32, opening_ms: u64) {
        if self.tick.is_some_and(|tick| (tick.round, tick.number) == (round, number)) {
            return;
        }
        let wait = match number {
            0 => Duration::ZERO,
            _ => FIRST_TICK.saturating_mul(1 << (number - 1).min(16)).min(LONGEST_TICK),
        };
        let earliest = Instant::now() + wait;
        self.tick = Some(Tick { round, number, opening_ms, earliest, is_sent: false });
    }

    /// Requests a block when the opening time has come, since empty blocks are rare.
    fn send_tick(&mut self) {
        let now_ms = self.rounds.now_ms();
        let Some(tick) = &mut self.tick else { return };
        if !tick.is_sent && now_ms >= tick.opening_ms && Instant::now() >= tick.earliest {
            tick.is_sent = true;
            let (round, number) = (tick.round, tick.number);
            let transaction = Transaction { round, body: Body::Tick(number) };
            self.sender.add(Want::Tick { round, number }, transaction.to_bytes(), self.settings.nodes.len());
        }
    }

    /// Whether the network has something to decide now.
    fn is_block_due(&self, duty: &Duty) -> bool {
        match duty {
            Duty::Wait { opening_ms, .. } => self.rounds.now_ms() >= *opening_ms,
            Duty::Draw { .. } => true,
            // If the delay is evaluated elsewhere, this node does not know when it is finished.
            Duty::Evaluate { round, .. } => self.sender.holds(Want::Delay { round: *round }),
        }
    }

    fn report(&mut self, duty: &Duty) {
        if self.reported.is_some_and(|last| last.elapsed() < REPORT) {
            return;
        }
        self.reported = Some(Instant::now());
        let (sight, squarings_per_second) = self.board.read(duty.round());
        let tip = self.rounds.store().tip();
        let (opened, opens_ms) = if self.opened.0 == 0 { (tip.round(), tip.time_ms()) } else { self.opened };
        let next_ms = periods::start_after(self.rounds.chain(), opened, opens_ms, 1);
        let (round, phase, progress, next_ms) = match duty {
            Duty::Wait { round, opening_ms, .. } => {
                // A participant without a node sends no ticks, and does not know when the round
                // opens.
                let next_ms = if *opening_ms == u64::MAX { next_ms } else { *opening_ms };
                (*round, Phase::Waiting, 0.0, next_ms)
            }
            Duty::Draw { round, .. } => (*round, Phase::Tickets, 0.0, next_ms),
            Duty::Evaluate { round, .. } => {
                let (phase, progress) = sight.unwrap_or((Phase::Delay, 0.0));
                (*round, phase, progress, next_ms)
            }
        };
        let status = Status { round, phase, progress, opens_ms, next_ms, latest: 0, squarings_per_second };
        self.status.set_status(status);
    }
}

/// Counts the peers, and raises the alarm while a node has no peers although it is not alone in its network.
fn watch_peers(rpc: &Rpc, status: &StatusBoard, newest: &Newest) {
    loop {
        // An engine that does not answer causes the alarm about blocks.
        let peers = rpc.peers();
        status.note_peers(peers.as_ref().ok().copied());
        if let Ok(peers) = peers {
            let needs_peers = status.network().is_some_and(|network| network.validators > 1);
            let words = (needs_peers && peers == 0).then(|| {
                "this node has no connection to any other: see whether the network is there, and whether the \
                 addresses of the peers are right"
                    .to_owned()
            });
            status.set_alarm(AlarmKind::Peers, words);
        }
        if !newest.sleep(PEERS) {
            return;
        }
    }
}
