//! The status board of a node: what its engine does now, which faults it has, and whether rounds come on
//! time.

use crate::{
    alarm::{Alarm, AlarmKind, Alarms},
    catch_up::{CatchUp, CatchUpKind, Meter},
    clock::Clock,
    metrics::Metrics,
    periods,
    relay::{RelaySight, SourceState},
    sight::{NetworkSight, Seen},
    standing::{Sight, Standing, StandingKind},
    status::{Phase, Status},
    votes::Votes,
};
use heliast::{Chain, Round, Tip, Verified};
use heliast_store::{Archive, Store, StoreError};
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// The node's health: its rounds compared with those that the clock says it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// The last finished round.
    pub current: u64,
    /// The round that should be finished by now.
    pub expected: u64,
    /// The number of periods up to the last finished round that have no round.
    pub skipped: u64,
    /// The reason why the node has stopped, if it has.
    pub failure: Option<String>,
    /// The alarms that are raised.
    pub alarms: Vec<Alarm>,
}

impl Health {
    /// Whether nothing is wrong, and at most one round is missing.
    pub fn is_good(&self) -> bool {
        self.failure.is_none() && self.expected <= self.current.saturating_add(1)
    }
}

/// The state that a node shows. Its parts write it, and any number of readers read it.
pub struct StatusBoard {
    store: Arc<Store>,
    clock: Clock,
    pub(crate) metrics: Metrics,
    status: watch::Sender<Status>,
    heard: Mutex<Heard>,
    alarms: Alarms,
    votes: Mutex<Votes>,
    meter: Mutex<Meter>,
    /// `None` for a solo chain.
    network: Mutex<Option<Seen>>,
    /// `None` for a node that is not a relay.
    relay: Mutex<Option<RelaySight>>,
}

/// The times at which the engine last reported.
#[derive(Clone, Copy)]
struct Heard {
    last: Instant,
    phase_since: Instant,
    /// The last round that the engine began, and when, in milliseconds since 1970.
    begun: Option<(u64, u64)>,
}

impl StatusBoard {
    pub(crate) fn new(store: Arc<Store>, clock: Clock) -> StatusBoard {
        let metrics = Metrics::new();
        let tip = store.tip();
        metrics.round.set(gauge(tip.round()));
        metrics.slots_skipped.inc_by(periods::skipped_until(store.chain(), tip.round(), tip.time_ms()));
        let status = Status::waiting(store.chain(), tip.round(), tip.time_ms(), 0.0);
        let votes = Votes::of(&store);
        let complaint = votes.complaint();
        let board = StatusBoard {
            store,
            heard: Mutex::new(Heard { last: clock.instant(), phase_since: clock.instant(), begun: None }),
            clock,
            metrics,
            status: watch::Sender::new(status),
            alarms: Alarms::default(),
            votes: Mutex::new(votes),
            meter: Mutex::default(),
            network: Mutex::default(),
            relay: Mutex::default(),
        };
        board.set_alarm(AlarmKind::Votes, complaint);
        board
    }

    /// Notes how long the store took to append rounds, and whether it failed.
    pub(crate) fn note_append(&self, took: Duration, error: Option<&StoreError>) {
        self.metrics.store_append_seconds.observe(took.as_secs_f64());
        self.metrics.store_failures.set(i64::from(error.is_some()));
        self.set_alarm(AlarmKind::Store, error.map(StoreError::to_string));
    }

    /// Notes that the round after `before` is stored.
    pub(crate) fn note_round(&self, before: &Tip, round: &Verified<Round>) {
        self.note_skipped(before, round.time_ms);
        self.meter().note_stored(self.clock.instant(), round.number);
        self.metrics.round.set(gauge(round.number));
        self.metrics.tickets.observe(round.tickets.len() as f64);
        self.count_votes(round);
        let speed = self.status().squarings_per_second;
        self.set_status(Status::waiting(self.chain(), round.number, round.time_ms, speed));
    }

    /// Compares the votes of the last rounds with the number that the stakes let expect.
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

    /// Logs if a round did not open in the period right after that of the round before.
    fn note_skipped(&self, before: &Tip, opened_ms: u64) {
        let skipped_at = |round, time_ms| periods::skipped_until(self.chain(), round, time_ms);
        let skipped = skipped_at(before.round() + 1, opened_ms)
            .saturating_sub(skipped_at(before.round(), before.time_ms()));
        if skipped > 0 {
            self.metrics.slots_skipped.inc_by(skipped);
            let round = before.round() + 1;
            tracing::warn!(round, skipped, "periods were left without a round before this one");
        }
    }

    /// Notes that the proof of an epoch is stored.
    pub(crate) fn note_epoch(&self) {
        self.metrics.epoch_proofs.inc();
    }

    /// Notes that this is a node of a network, whose present validators have these powers.
    pub fn note_validators(&self, powers: &[u64]) {
        let now = self.clock.instant();
        self.network_seen().get_or_insert_with(|| Seen::new(now)).note_powers(powers);
    }

    /// Notes that the network has decided the block of this height.
    pub fn note_block(&self, height: u64) {
        let now = self.clock.instant();
        self.network_seen().iter_mut().for_each(|seen| seen.note_block(height, now));
        self.show_halt();
    }

    /// Notes whether the network has something to decide now, so that a block is due. A node of a network
    /// calls this several times a second. It raises the alarm while no block comes.
    pub fn note_block_due(&self, is_due: bool) {
        let now = self.clock.instant();
        self.network_seen().iter_mut().for_each(|seen| seen.note_due(is_due, now));
        self.show_halt();
    }

    /// Raises the alarm of a halted network, or ends it.
    fn show_halt(&self) {
        if let Some(sight) = self.network() {
            self.set_alarm(AlarmKind::Consensus, sight.complaint());
        }
    }

    /// Notes to how many other nodes the engine of this node is connected; `None` if it does not say.
    pub fn note_peers(&self, peers: Option<u64>) {
        self.network_seen().iter_mut().for_each(|seen| seen.note_peers(peers));
    }

    /// The network as this node sees it; `None` for a solo chain.
    pub fn network(&self) -> Option<NetworkSight> {
        self.network_seen().map(|seen| seen.sight(self.clock.instant()))
    }

    /// Notes that this node is a relay, and the nodes that it follows. Call it at least several times a
    /// minute: as long as a source is followed, the node counts as moving.
    pub fn note_relay(&self, sight: RelaySight) {
        self.metrics.relay(&sight);
        if sight.count(SourceState::Followed) > 0 {
            let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
            heard.last = self.clock.instant();
        }
        *self.relay.lock().unwrap_or_else(PoisonError::into_inner) = Some(sight);
    }

    /// The nodes that this relay follows; `None` for a node that is not a relay.
    pub fn relay(&self) -> Option<RelaySight> {
        self.relay.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes the progress of the snapshot from which this node begins: of its `goal` rounds, `done` are
    /// verified or, if `kind` is [`CatchUpKind::Storing`], about to be stored.
    pub fn note_snapshot(&self, kind: CatchUpKind, done: u64, goal: u64) {
        let now = self.clock.instant();
        let mut meter = self.meter();
        meter.set_snapshot(Some((kind, goal)));
        meter.note(now, done);
        drop(meter);
        self.network_seen().iter_mut().for_each(|seen| seen.note_snapshot(true, now));
    }

    /// Notes that there is no longer a snapshot on its way.
    pub fn end_snapshot(&self) {
        let now = self.clock.instant();
        self.meter().set_snapshot(None);
        self.network_seen().iter_mut().for_each(|seen| seen.note_snapshot(false, now));
    }

    /// This node's progress towards the present, and the time it still needs; `None` while it is not behind.
    pub fn catch_up(&self) -> Option<CatchUp> {
        let tip = self.store.tip();
        let pace = 1e3 / f64::from(self.chain().genesis().period_ms.max(1));
        self.meter().catch_up(self.clock.instant(), tip.round(), self.expected(&tip), pace)
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

    /// The state of the round under way, as it changes.
    pub fn watch(&self) -> watch::Receiver<Status> {
        self.status.subscribe()
    }

    /// Raises an alarm with this text, or ends it. While one is raised, `/health` says 503, and the page,
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
            period_ms: self.period_ms(),
            latest: tip.round(),
            opens_ms: self.opens_after(&tip),
            begun_ms: heard.begun.filter(under_way).map(|(_, begun_ms)| begun_ms),
            silent: self.clock.instant() - heard.last,
            is_slow: self.alarms.is_raised(AlarmKind::Pace),
            network: self.network(),
        });
        // A node that is catching up is not late, however long the last round took.
        match self.catch_up().filter(|catch_up| catch_up.seconds_left.is_some()) {
            Some(catch_up) if standing.kind != StandingKind::OnTime => {
                Standing { kind: StandingKind::CatchingUp, text: catch_up.words() }
            }
            _ => standing,
        }
    }

    /// The round that should be finished by now: one round opens in each period since the last one opened,
    /// and is finished a period later.
    pub fn health(&self) -> Health {
        let tip = self.store.tip();
        let expected = self.expected(&tip);
        self.metrics.round_expected.set(gauge(expected));
        let skipped = periods::skipped_until(self.chain(), tip.round(), tip.time_ms());
        let alarms = self.alarms();
        let stalled = self.stalled();
        let failure = alarms.first().map(|alarm| alarm.text.clone()).or(stalled);
        Health { current: tip.round(), expected, skipped, failure, alarms }
    }

    /// The text for a node in which nothing moves, if that is so. The metrics also show it.
    fn stalled(&self) -> Option<String> {
        let standing = self.standing();
        let is_stalled = standing.kind == StandingKind::Stalled;
        self.metrics.stalled.set(i64::from(is_stalled));
        is_stalled.then_some(standing.text)
    }

    /// This node's time, in milliseconds since 1970.
    pub fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }

    /// The metrics of rounds, store, alarms and process, measured now.
    pub fn metrics(&self) -> Vec<prometheus::proto::MetricFamily> {
        self.health();
        self.metrics.store_bytes.set(gauge(self.store.bytes()));
        self.metrics.archive_bytes.set(gauge(self.store.archive().map_or(0, Archive::bytes)));
        self.metrics.families()
    }

    /// The round after `tip` that should be finished by now.
    fn expected(&self, tip: &Tip) -> u64 {
        let period = u64::from(self.chain().genesis().period_ms).max(1);
        let late_ms = self.clock.now_ms().saturating_sub(self.opens_after(tip));
        tip.round().saturating_add(late_ms / period)
    }

    /// The time at which the round after `tip` opens; the round of `tip` is finished by then.
    fn opens_after(&self, tip: &Tip) -> u64 {
        periods::next_opening_ms(self.chain(), tip)
    }

    fn period_ms(&self) -> u64 {
        self.chain().genesis().period_ms.into()
    }

    fn network_seen(&self) -> MutexGuard<'_, Option<Seen>> {
        self.network.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn chain(&self) -> &Chain {
        self.store.chain()
    }

    fn meter(&self) -> MutexGuard<'_, Meter> {
        self.meter.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn gauge(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
