//! The state that engine and HTTP side share: the store, the latest round, the status of the one under way.

#[cfg(test)]
mod tests;

use crate::{
    alarm::{Alarm, AlarmKind, Alarms},
    catch_up::{CatchUp, CatchUpKind, Meter},
    clock::Clock,
    metrics::Metrics,
    periods,
    standing::{Sight, Standing, StandingKind},
    votes::Votes,
};
use heliast::{Chain, EPOCH_ROUNDS, Epoch, Round, Tip, Verified};
use heliast_store::{Archive, Finality, Store, StoreError};
use serde::Serialize;
use std::{
    num::NonZeroU32,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Instant,
};
use tokio::sync::watch;

/// What the engine does for the round under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Lots are drawn and tickets collected.
    Tickets,
    /// The delay runs.
    Delay,
    /// The delay's proof is computed.
    Proof,
    /// The round is finished; the next opens at `next_ms`.
    Waiting,
}

impl Phase {
    /// The name in the API.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Tickets => "tickets",
            Phase::Delay => "delay",
            Phase::Proof => "proof",
            Phase::Waiting => "waiting",
        }
    }
}

/// The state of the round under way, as `GET /v1/status` answers it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Status {
    /// The round under way.
    pub round: u64,
    /// What is done for it.
    pub phase: Phase,
    /// The share of the phase that is done, 0 to 1.
    pub progress: f64,
    /// When the round opened, milliseconds since 1970.
    pub opens_ms: u64,
    /// When the next round opens, milliseconds since 1970.
    pub next_ms: u64,
    /// The last finished round, 0 if there is none.
    pub latest: u64,
    /// The speed of the delay, as last measured.
    pub squarings_per_second: f64,
}

/// The node's health: its rounds compared with those that the clock says it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    pub current: u64,
    pub expected: u64,
    /// Periods up to the last finished round that have none.
    pub skipped: u64,
    pub failure: Option<String>,
    pub alarms: Vec<Alarm>,
}

impl Health {
    pub fn is_good(&self) -> bool {
        self.failure.is_none() && self.expected <= self.current.saturating_add(1)
    }
}

/// The state that one engine thread writes and any number of requests read.
pub struct Shared {
    store: Store,
    epoch_rounds: NonZeroU32,
    clock: Clock,
    metrics: Metrics,
    latest: watch::Sender<u64>,
    status: watch::Sender<Status>,
    heard: Mutex<Heard>,
    alarms: Alarms,
    votes: Mutex<Votes>,
    /// The proof that a network agreed on the rounds; missing on a solo chain.
    finality: OnceLock<Finality>,
    meter: Mutex<Meter>,
    engine: OnceLock<Box<EngineCall>>,
}

/// Asks a network's consensus engine: a method of its JSON-RPC with its parameters, answered with the
/// result or with the error object of JSON-RPC.
pub type EngineCall =
    dyn Fn(&'static str, serde_json::Value) -> Result<serde_json::Value, serde_json::Value> + Send + Sync;

/// The times at which the engine last reported.
#[derive(Clone, Copy)]
struct Heard {
    last: Instant,
    phase_since: Instant,
    /// The last round that it began, by the date.
    begun: Option<(u64, u64)>,
}

impl Shared {
    /// Shares a store. Until the engine says otherwise, the status is that of a node that waits for its next
    /// round.
    pub fn new(store: Store) -> Arc<Shared> {
        Shared::with_epochs(store, NonZeroU32::new(EPOCH_ROUNDS).unwrap_or(NonZeroU32::MIN))
    }

    /// The same with epochs of so many rounds, which [`heliast::MAX_EPOCH_ROUNDS`] bounds. Their length is no
    /// part of the chain.
    pub fn with_epochs(store: Store, epoch_rounds: NonZeroU32) -> Arc<Shared> {
        Shared::with_clock(store, epoch_rounds, Clock::System)
    }

    pub fn with_clock(store: Store, epoch_rounds: NonZeroU32, clock: Clock) -> Arc<Shared> {
        let metrics = Metrics::new();
        let tip = store.tip();
        metrics.round.set(gauge(tip.round()));
        metrics.slots_skipped.inc_by(skipped_until(store.chain(), tip.round(), tip.time_ms()));
        let status = waiting(store.chain(), tip.round(), tip.time_ms(), 0.0);
        let votes = Votes::of(&store);
        let complaint = votes.complaint();
        let shared = Shared {
            store,
            epoch_rounds,
            heard: Mutex::new(Heard { last: clock.instant(), phase_since: clock.instant(), begun: None }),
            clock,
            metrics,
            latest: watch::Sender::new(tip.round()),
            status: watch::Sender::new(status),
            alarms: Alarms::default(),
            votes: Mutex::new(votes),
            finality: OnceLock::new(),
            meter: Mutex::default(),
            engine: OnceLock::new(),
        };
        shared.set_alarm(AlarmKind::Votes, complaint);
        Arc::new(shared)
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.store.chain()
    }

    /// The store.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Stores a finished round durably, then announces it: nothing is served before it is on the disk.
    ///
    /// # Errors
    /// Those of [`Store::append`]. After a full disk or an IO error the node goes on answering, `/health`
    /// says 503, and the same round may be tried again.
    pub fn accept(&self, round: &Verified<Round>) -> Result<(), StoreError> {
        self.accept_all(std::slice::from_ref(round))
    }

    /// The same for rounds that follow each other, which are made durable together ([`Store::append_all`]).
    /// After an error the first ones may be stored and announced.
    ///
    /// # Errors
    /// Those of [`Store::append_all`].
    pub fn accept_all(&self, rounds: &[Verified<Round>]) -> Result<(), StoreError> {
        let start = self.clock.instant();
        let mut tip = self.store.tip();
        let before = tip.round();
        let stored = self.store.append_all(rounds);
        self.metrics.store_append_seconds.observe((self.clock.instant() - start).as_secs_f64());
        self.metrics.store_failures.set(i64::from(stored.is_err()));
        self.set_alarm(AlarmKind::Store, stored.as_ref().err().map(StoreError::to_string));
        let last = self.store.last();
        for round in rounds.iter().filter(|round| (before + 1..=last).contains(&round.number)) {
            self.announce(&tip, round);
            tip = self.chain().tip_after(round);
        }
        stored
    }

    /// Says that the round after `before` is stored.
    fn announce(&self, before: &Tip, round: &Verified<Round>) {
        self.note_skipped(before, round.time_ms);
        self.meter().note_stored(self.clock.instant(), round.number);
        self.metrics.round.set(gauge(round.number));
        self.metrics.tickets.observe(round.tickets.len() as f64);
        self.count_votes(round);
        self.set_status(waiting(
            self.chain(),
            round.number,
            round.time_ms,
            self.status().squarings_per_second,
        ));
        self.latest.send_replace(round.number);
    }

    /// Holds the votes of a round, and of those before it, to what the stakes let expect.
    fn count_votes(&self, round: &Verified<Round>) {
        let sum: u64 = round.facts().lots.iter().map(|lot| lot.votes).sum();
        self.metrics.votes.observe(sum as f64);
        let mut votes = self.votes.lock().unwrap_or_else(PoisonError::into_inner);
        votes.add(sum);
        if sum == 0 {
            self.metrics.rounds_empty.inc();
            match votes.is_rarely_empty() {
                true => tracing::warn!(round = round.number, "nobody drew a vote: the round is empty"),
                false => tracing::info!(round = round.number, "nobody drew a vote"),
            }
        }
        let complaint = votes.complaint();
        drop(votes);
        self.set_alarm(AlarmKind::Votes, complaint);
    }

    /// Says so where a round did not open in the period after that of the round before.
    fn note_skipped(&self, before: &Tip, opened_ms: u64) {
        let skipped_at = |round, time_ms| skipped_until(self.chain(), round, time_ms);
        let skipped = skipped_at(before.round() + 1, opened_ms)
            .saturating_sub(skipped_at(before.round(), before.time_ms()));
        if skipped > 0 {
            self.metrics.slots_skipped.inc_by(skipped);
            let round = before.round() + 1;
            tracing::warn!(round, skipped, "periods were left without a round before this one");
        }
    }

    /// Rounds of an epoch: epoch n has rounds (n − 1)·len + 1 to n·len.
    pub fn epoch_rounds(&self) -> NonZeroU32 {
        self.epoch_rounds
    }

    /// Stores the proof of an epoch durably; from then on it is served.
    ///
    /// # Errors
    /// Those of [`Store::add_epoch`].
    pub fn accept_epoch(&self, epoch: &Verified<Epoch>) -> Result<(), StoreError> {
        self.store.add_epoch(epoch)?;
        self.metrics.epoch_proofs.inc();
        Ok(())
    }

    /// This node's clock, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// Says that the rounds are those of the network of this network file (spec/network.md), whose frames of
    /// finality are kept next to the store from then on. Nothing is verified.
    ///
    /// # Errors
    /// [`StoreError::OtherNetwork`] if the frames there are another network's, and [`StoreError::ReadOnly`]
    /// if the store has no directory.
    pub fn begin_network(&self, network_file: &[u8]) -> Result<(), StoreError> {
        let dir = self.store.dir().ok_or(StoreError::ReadOnly)?;
        if let Some(begun) = self.network() {
            let is_same = begun == network_file;
            return if is_same { Ok(()) } else { Err(StoreError::OtherNetwork(dir.to_path_buf())) };
        }
        let _ = self.finality.set(Finality::begin(dir, network_file)?);
        Ok(())
    }

    /// The network file of the chain's network; `None` for a solo chain.
    pub fn network(&self) -> Option<&[u8]> {
        self.finality.get().map(Finality::network)
    }

    /// Keeps what shows that the network agreed on a round (spec/finality.md), durably; from then on it is
    /// served. The caller has verified it.
    ///
    /// # Errors
    /// [`StoreError::NoNetwork`] before [`Shared::begin_network`].
    pub fn keep_finality(&self, round: u64, frame: &[u8]) -> Result<(), StoreError> {
        self.finality.get().ok_or(StoreError::NoNetwork)?.keep(round, frame)
    }

    /// The frame that shows that the network agreed on a round, if it is known.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub fn finality(&self, round: u64) -> Result<Option<Vec<u8>>, StoreError> {
        self.finality.get().map_or(Ok(None), |finality| finality.frame(round))
    }

    /// The frames of a network's chain; `None` for a solo chain.
    pub fn frames(&self) -> Option<&Finality> {
        self.finality.get()
    }

    /// The last round on which the network is known to have agreed; 0 before the first.
    pub fn final_round(&self) -> u64 {
        self.finality.get().map_or(0, Finality::last)
    }

    /// Lets light clients of other nodes ask this node's engine (`POST /v1/engine`): for headers with their
    /// signatures, validators and parameters, and for nothing else. The first call counts.
    pub fn serve_engine(&self, engine: Box<EngineCall>) {
        let _ = self.engine.set(engine);
    }

    pub fn engine(&self) -> Option<&EngineCall> {
        self.engine.get().map(|engine| &**engine)
    }

    /// Says how far the snapshot is from which this node begins, of whose `goal` rounds `done` are verified
    /// or, where `kind` is [`CatchUpKind::Storing`], about to be stored.
    pub fn note_snapshot(&self, kind: CatchUpKind, done: u64, goal: u64) {
        let mut meter = self.meter();
        meter.set_snapshot(Some((kind, goal)));
        meter.note(self.clock.instant(), done);
    }

    /// Says that there is no snapshot on its way any more.
    pub fn end_snapshot(&self) {
        self.meter().set_snapshot(None);
    }

    /// This node's progress towards the present, and the time it still needs; `None` while it is not behind.
    pub fn catch_up(&self) -> Option<CatchUp> {
        let tip = self.store.tip();
        let pace = 1e3 / f64::from(self.chain().genesis().period_ms.max(1));
        self.meter().catch_up(self.clock.instant(), tip.round(), self.expected(&tip), pace)
    }

    fn meter(&self) -> std::sync::MutexGuard<'_, Meter> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Publishes the state of the round under way; a few times a second is enough. `latest` is taken from the
    /// store.
    pub fn set_status(&self, status: Status) {
        let speed = if status.squarings_per_second.is_finite() { status.squarings_per_second } else { 0.0 };
        let progress = if status.progress.is_finite() { status.progress.clamp(0.0, 1.0) } else { 0.0 };
        let status = Status { latest: self.store.last(), progress, squarings_per_second: speed, ..status };
        self.metrics.squarings_per_second.set(speed);
        let before = self.status.send_replace(status);
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.last = self.clock.instant();
        if before.phase != status.phase {
            self.metrics.phase(before.phase.name(), heard.last - heard.phase_since);
            heard.phase_since = heard.last;
        }
        if status.phase != Phase::Waiting && heard.begun.is_none_or(|(round, _)| round != status.round) {
            heard.begun = Some((status.round, self.clock.now_ms()));
        }
    }

    /// The state of the round under way.
    pub fn status(&self) -> Status {
        let status = *self.status.borrow();
        Status { latest: self.store.last(), ..status }
    }

    /// Raises an alarm with these words, or calms it. While one is raised, `/health` says 503, and the page,
    /// `/v1/status` and the metrics show it.
    pub fn set_alarm(&self, kind: AlarmKind, text: Option<String>) {
        self.metrics.alarm(kind, text.is_some());
        let words = text.clone();
        if self.alarms.set(kind, text) {
            match words {
                Some(words) => tracing::error!(alarm = kind.name(), "{words}"),
                None => tracing::warn!(alarm = kind.name(), "no longer wrong"),
            }
        }
    }

    /// The alarms that are raised now.
    pub fn alarms(&self) -> Vec<Alarm> {
        self.alarms.raised()
    }

    /// The node's standing: whether its rounds are on time.
    pub fn standing(&self) -> Standing {
        let heard = *self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let tip = self.store.tip();
        let under_way = |(round, _): &(u64, u64)| *round == tip.next_round();
        let standing = Standing::new(Sight {
            now_ms: self.clock.now_ms(),
            period_ms: self.chain().genesis().period_ms.into(),
            latest: tip.round(),
            opens_ms: period_after(self.chain(), tip.round(), tip.time_ms(), 1),
            begun_ms: heard.begun.filter(under_way).map(|(_, begun_ms)| begun_ms),
            silent: self.clock.instant() - heard.last,
            is_slow: self.alarms.is_raised(AlarmKind::Pace),
        });
        // A node that is catching up is not late, however long the last round took.
        match self.catch_up().filter(|catch_up| catch_up.seconds_left.is_some()) {
            Some(catch_up) if standing.kind != StandingKind::OnTime => {
                Standing { kind: StandingKind::CatchingUp, text: catch_up.words() }
            }
            _ => standing,
        }
    }

    /// Tells the metrics what store and archive take of the disk.
    pub fn measure_disk(&self) {
        self.metrics.store_bytes.set(gauge(self.store.bytes()));
        self.metrics.archive_bytes.set(gauge(self.store.archive().map_or(0, Archive::bytes)));
    }

    pub fn watch_latest(&self) -> watch::Receiver<u64> {
        self.latest.subscribe()
    }

    pub fn watch_status(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// The time by which the node acts.
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// When `round`, a round to come, is finished at the latest, if it keeps to its period and no period is
    /// left empty; milliseconds since 1970.
    pub fn due_ms(&self, round: u64) -> u64 {
        let tip = self.store.tip();
        period_after(
            self.chain(),
            tip.round(),
            tip.time_ms(),
            round.saturating_sub(tip.round()).saturating_add(1),
        )
    }

    /// The round after `tip` that should be finished by now.
    fn expected(&self, tip: &Tip) -> u64 {
        let period = u64::from(self.chain().genesis().period_ms).max(1);
        let first_due = period_after(self.chain(), tip.round(), tip.time_ms(), 1);
        tip.round().saturating_add(self.clock.now_ms().saturating_sub(first_due) / period)
    }

    /// The round that should be finished by now: one per period since the last one opened, each finished a
    /// period after its opening.
    pub fn health(&self) -> Health {
        let now_ms = self.clock.now_ms();
        let tip = self.store.tip();
        let period = u64::from(self.chain().genesis().period_ms).max(1);
        let first_due = period_after(self.chain(), tip.round(), tip.time_ms(), 1);
        let expected = self.expected(&tip);
        self.metrics.round_expected.set(gauge(expected));
        let clock = (tip.round() > 0 && first_due > now_ms.saturating_add(3 * period)).then(|| {
            "the clock is behind the chain's latest round, and no round opens until it is not".to_owned()
        });
        let skipped = skipped_until(self.chain(), tip.round(), tip.time_ms());
        let alarms = self.alarms();
        let failure = alarms.first().map(|alarm| alarm.text.clone()).or(clock);
        Health { current: tip.round(), expected, skipped, failure, alarms }
    }
}

/// The status after the last finished round, until the next one opens.
fn waiting(chain: &Chain, latest: u64, opened_ms: u64, speed: f64) -> Status {
    Status {
        round: latest.saturating_add(1),
        phase: Phase::Waiting,
        progress: 0.0,
        opens_ms: opened_ms,
        next_ms: period_after(chain, latest, opened_ms, 1),
        latest,
        squarings_per_second: speed,
    }
}

/// The start of the period with this number after the one in which `round` opened; round 0 counts as the
/// period before the genesis time.
fn period_after(chain: &Chain, round: u64, opened_ms: u64, periods: u64) -> u64 {
    let genesis = chain.genesis();
    let period = u64::from(genesis.period_ms);
    match round {
        0 => genesis.genesis_time_ms.saturating_add(period.saturating_mul(periods.saturating_sub(1))),
        _ => opened_ms.saturating_add(period.saturating_mul(periods)),
    }
}

/// The number of periods since the genesis time without a round, when `round` opened at `opened_ms`.
fn skipped_until(chain: &Chain, round: u64, opened_ms: u64) -> u64 {
    if round == 0 { 0 } else { periods::number(chain, opened_ms).saturating_sub(round) }
}

fn gauge(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
