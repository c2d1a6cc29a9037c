//! A list of spent stamps in Redis, which several gates of one site share (`spec/stamp.md`, "Checking").
//!
//! One thread has the connection and writes all waiting stamps together. Each call has its own token: the
//! stamp is spent by the call whose token is in Redis. So repeating a call after a broken connection neither
//! takes a stamp twice nor refuses it to the call that has spent it.
//!
//! Redis removes a stamp when the stamp has ended by Redis' own clock, whatever the clocks of the gates say.
//! Each call requests Redis' time after its own write: if that is past the end of the stamp, the stamp may
//! have been spent before, and is not taken. The latest time that any gate has got is stored in Redis, so
//! that it still counts if Redis' clock is set back.

mod address;
mod connection;
#[cfg(test)]
mod tests;

use crate::queue::{self, Queue, TroubleCell, Verdict, Wanted, unavailable};
use address::Address;
use connection::{Commands, Connection, RedisError, Reply};
use heliast_stamp::{Paid, Spending, Spent, SpentError, Trouble};
use std::{
    collections::HashMap,
    io,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError},
    },
    thread,
    time::{Duration, Instant},
};

/// The time that Redis usually gets to accept a connection, and to answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The pause before a new connection after one has failed.
const PAUSE: Duration = Duration::from_secs(1);
/// The time between two checks of Redis while nobody pays.
const LOOK: Duration = Duration::from_secs(2);
/// The number of bytes of a token.
const TOKEN: usize = 16;
/// The sorted set whose member `latest` is the latest time, in milliseconds since 1970, that a gate has got.
const TIME: &str = "heliast:stamps:time";
/// The most stamps that are written together when Redis is back.
const MOST_AT_ONCE: usize = 1_024;

/// The treatment of stamps while Redis does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenDown {
    /// Stamps are refused: only clients with a pass are let in.
    Refuse,
    /// Stamps are checked against this gate's own memory: each may be taken once at each gate, and the others
    /// learn of it as soon as Redis is back.
    Admit,
}

impl FromStr for WhenDown {
    type Err = String;

    fn from_str(name: &str) -> Result<WhenDown, String> {
        match name {
            "refuse" => Ok(WhenDown::Refuse),
            "admit" => Ok(WhenDown::Admit),
            _ => Err("give refuse or admit".to_owned()),
        }
    }
}

/// The reason why there can't be a list in Redis.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadRedis {
    /// The address is invalid. It may contain a password, so that it is not shown.
    #[error(
        "this is not an address of a Redis: {0}; give redis://[USER:PASSWORD@]HOST[:PORT][/DB] or unix:///PATH"
    )]
    Address(String),
    /// The machine has no random numbers.
    #[error("this machine gives no random numbers: {0}")]
    Random(getrandom::Error),
    /// The system can't start a thread.
    #[error("no thread can be started: {0}")]
    Thread(io::Error),
}

/// A list in Redis or a program with its protocol. Spent stamps are known to all gates that use the same
/// database, and outlive them. Whether they outlive Redis depends on Redis' settings (`appendonly`, and
/// `maxmemory-policy noeviction`).
pub struct Redis {
    queue: Queue,
    trouble: Arc<TroubleCell>,
    forgotten_ms: Arc<AtomicU64>,
}

impl Redis {
    /// The list at an address such as `redis://127.0.0.1`. This gate itself remembers at most `limit` stamps
    /// for times without Redis. If Redis is unreachable now, this is not an error, but is reported by
    /// [`Redis::trouble`].
    ///
    /// # Errors
    /// If this is not an address, or the machine has no random numbers or can't start a thread.
    pub fn open(url: &str, when_down: WhenDown, limit: usize) -> Result<Redis, BadRedis> {
        Redis::open_within(url, when_down, limit, PATIENCE)
    }

    /// [`Redis::open`] for a Redis that gets `patience`, and not two seconds, to accept a connection, and to
    /// answer. Requests that pay wait for it.
    ///
    /// # Errors
    /// As [`Redis::open`].
    pub fn open_within(
        url: &str,
        when_down: WhenDown,
        limit: usize,
        patience: Duration,
    ) -> Result<Redis, BadRedis> {
        let address = Address::parse(url).map_err(|error| BadRedis::Address(error.to_owned()))?;
        let mut process = [0; 8];
        getrandom::fill(&mut process).map_err(BadRedis::Random)?;
        let (trouble, forgotten_ms) = (Arc::default(), Arc::default());
        let mut worker = Worker {
            address,
            patience,
            connection: None,
            not_before: Instant::now(),
            tokens: (process, 0),
            own: Own { limit, stamps: HashMap::new(), swept_ms: 0, forgotten_ms: Arc::clone(&forgotten_ms) },
            when_down,
            trouble: Arc::clone(&trouble),
        };
        // This makes trouble known before the first stamp.
        worker.look();
        let (queue, wanted) = Queue::new();
        let run = move || worker.run(&wanted);
        thread::Builder::new().name("redis".to_owned()).spawn(run).map_err(BadRedis::Thread)?;
        Ok(Redis { queue, trouble, forgotten_ms })
    }
}

impl Spent for Redis {
    fn spend(&self, paid: &Paid) -> Verdict {
        self.queue.spend(paid)
    }

    fn trouble(&self) -> Option<Trouble> {
        self.trouble.get()
    }

    fn forgotten_ms(&self) -> u64 {
        self.forgotten_ms.load(Ordering::Relaxed)
    }
}

/// The thread that has the connection.
struct Worker {
    address: Address,
    patience: Duration,
    connection: Option<Connection>,
    /// No new connection is tried before this time.
    not_before: Instant,
    /// The random part of this process, and the number of calls.
    tokens: ([u8; 8], u64),
    own: Own,
    when_down: WhenDown,
    trouble: Arc<TroubleCell>,
}

impl Worker {
    fn run(mut self, wanted: &Receiver<Wanted>) {
        loop {
            match wanted.recv_timeout(LOOK) {
                Ok(first) => {
                    let batch = queue::batch(first, wanted);
                    let verdicts = self.spend(&batch);
                    queue::answer(batch, verdicts);
                }
                Err(RecvTimeoutError::Timeout) => self.look(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Checks whether Redis is reachable.
    fn look(&mut self) {
        let mut commands = Commands::default();
        self.ask_time(&mut commands);
        let seen = self.ask(&commands).and_then(|replies| Time::of(&replies));
        self.note(seen.as_ref().err());
        if let Ok(time) = seen {
            self.own.has_forgotten(time);
        }
    }

    /// Adds commands for Redis' own time, and for the latest time that any gate has got.
    fn ask_time(&self, commands: &mut Commands) {
        let told = self.own.forgotten_ms.load(Ordering::Relaxed).to_string();
        commands.add(["ZADD", TIME, "GT", &told, "latest"]);
        commands.add(["TIME"]);
        commands.add(["ZSCORE", TIME, "latest"]);
    }

    fn spend(&mut self, batch: &[Wanted]) -> Vec<Verdict> {
        let tokens: Vec<[u8; TOKEN]> = batch.iter().map(|_| self.token()).collect();
        let mut commands = Commands::default();
        for (Wanted { paid, .. }, token) in batch.iter().zip(&tokens) {
            set(&mut commands, paid.id(), token, paid.shared_until_ms());
        }
        let keys = batch.iter().map(|wanted| key(wanted.paid.id()));
        commands.add(["MGET".to_owned()].into_iter().chain(keys).collect::<Vec<_>>());
        // The time is requested after the write: a stamp that was written again because Redis had removed it
        // has ended by then.
        self.ask_time(&mut commands);
        let found = self.ask(&commands).and_then(|replies| found(replies, batch.len()));
        self.note(found.as_ref().err());
        match found {
            Ok((values, time)) => {
                self.own.has_forgotten(time);
                let judge = |((wanted, token), value): ((&Wanted, &[u8; TOKEN]), Reply)| {
                    self.own.refuse_forgotten(&wanted.paid)?;
                    // A stamp that is missing right away was evicted.
                    let Reply::Bytes(value) = value else {
                        return Err(unavailable(io::Error::other("Redis does not keep it")));
                    };
                    self.own.note(&wanted.paid);
                    Ok(if value == token { Spending::First } else { Spending::Again })
                };
                batch.iter().zip(&tokens).zip(values).map(judge).collect()
            }
            Err(error) => batch.iter().map(|wanted| self.without(&wanted.paid, &error)).collect(),
        }
    }

    /// The verdict on a stamp while Redis is unreachable.
    fn without(&mut self, paid: &Paid, error: &RedisError) -> Verdict {
        match self.when_down {
            WhenDown::Refuse => Err(unavailable(io::Error::other(error.to_string()))),
            WhenDown::Admit => self.own.spend(paid),
        }
    }

    /// The token of this call.
    fn token(&mut self) -> [u8; TOKEN] {
        let (process, calls) = &mut self.tokens;
        *calls += 1;
        let mut token = [0; TOKEN];
        token[..8].copy_from_slice(process);
        token[8..].copy_from_slice(&calls.to_be_bytes());
        token
    }

    /// Sends commands to Redis. If an existing connection is broken, it tries once more: Redis may have been
    /// restarted.
    fn ask(&mut self, commands: &Commands) -> Result<Vec<Reply>, RedisError> {
        let was_open = self.connection.is_some();
        let mut answer = self.connected().and_then(|connection| connection.ask(commands));
        if was_open && answer.as_ref().is_err_and(RedisError::is_broken_connection) {
            self.connection = None;
            answer = self.connected().and_then(|connection| connection.ask(commands));
        }
        if answer.is_err() {
            // Late replies would be taken for the replies to the next commands.
            self.connection = None;
        }
        answer
    }

    /// The connection. On a new one, stamps that were spent without Redis are sent first.
    fn connected(&mut self) -> Result<&mut Connection, RedisError> {
        if self.connection.is_none() {
            if Instant::now() < self.not_before {
                return Err(io::Error::other("it was away a moment ago").into());
            }
            let opened = Connection::open(&self.address, self.patience).and_then(|mut connection| {
                self.own.tell(&mut connection)?;
                Ok(connection)
            });
            if opened.is_err() {
                self.not_before = Instant::now() + PAUSE;
            }
            self.connection = Some(opened?);
        }
        Ok(self.connection.as_mut().expect("it was opened above"))
    }

    /// Logs once when Redis becomes unreachable, and when it is back. The error contains no secret.
    fn note(&self, error: Option<&RedisError>) {
        match (error, self.trouble.get()) {
            (None, None) | (Some(_), Some(_)) => {}
            (None, Some(_)) => {
                tracing::info!("Redis is back: stamps are spent for all gates again");
                self.trouble.set(None);
            }
            (Some(error), None) if self.when_down == WhenDown::Refuse => {
                tracing::error!(%error, "Redis does not answer: no stamp is taken");
                self.trouble.set(Some(Trouble::Refusing(format!("Redis does not answer: {error}"))));
            }
            (Some(error), None) => {
                tracing::error!(%error, "Redis does not answer: each gate takes a stamp once");
                self.trouble.set(Some(Trouble::Admitting(format!("Redis does not answer: {error}"))));
            }
        }
    }
}

/// Redis' own time, and the latest time that any gate has got.
struct Time {
    now_ms: u64,
    latest_ms: u64,
}

impl Time {
    /// From the last replies, which are those to [`Worker::ask_time`].
    fn of(replies: &[Reply]) -> Result<Time, RedisError> {
        let [.., Reply::List(now), latest] = replies else { return Err(RedisError::Malformed) };
        let [seconds, micros] = &now[..] else { return Err(RedisError::Malformed) };
        let (seconds, micros): (u64, u64) = (seconds.number()?, micros.number()?);
        let now_ms = seconds.saturating_mul(1_000).saturating_add(micros / 1_000);
        Ok(Time { now_ms, latest_ms: latest.number::<f64>()? as u64 })
    }
}

/// The value in Redis for each stamp of a batch, from the replies to all commands of [`Worker::spend`].
fn found(replies: Vec<Reply>, stamps: usize) -> Result<(Vec<Reply>, Time), RedisError> {
    let time = Time::of(&replies)?;
    match replies.into_iter().nth(stamps) {
        Some(Reply::List(values)) if values.len() == stamps => Ok((values, time)),
        _ => Err(RedisError::Malformed),
    }
}

/// The spent stamps that this gate itself knows.
struct Own {
    limit: usize,
    stamps: HashMap<[u8; 16], Known>,
    /// The time at which ended stamps were last removed.
    swept_ms: u64,
    /// Stamps that end by this time may have been removed, here or in Redis.
    forgotten_ms: Arc<AtomicU64>,
}

struct Known {
    until_ms: u64,
    is_listed: bool,
}

impl Own {
    /// Remembers a stamp that is in Redis, if there is room.
    fn note(&mut self, paid: &Paid) {
        if self.has_room(paid.now_ms()) {
            self.add(paid, true);
        }
    }

    /// Spends a stamp that is not in Redis yet.
    fn spend(&mut self, paid: &Paid) -> Verdict {
        self.refuse_forgotten(paid)?;
        if self.stamps.contains_key(paid.id()) {
            return Ok(Spending::Again);
        }
        if !self.has_room(paid.now_ms()) {
            return Err(SpentError::Full(self.limit));
        }
        self.add(paid, false);
        Ok(Spending::Unlisted)
    }

    fn add(&mut self, paid: &Paid, is_listed: bool) {
        self.stamps.insert(*paid.id(), Known { until_ms: paid.shared_until_ms(), is_listed });
    }

    /// If there is no room, removes ended stamps. This takes long if there are many, so it is done at most
    /// once a second.
    fn has_room(&mut self, now_ms: u64) -> bool {
        if self.stamps.len() >= self.limit && now_ms.abs_diff(self.swept_ms) >= 1_000 {
            self.swept_ms = now_ms;
            let ends = self.stamps.values().map(|known| known.until_ms);
            if let Some(last_ms) = ends.filter(|until_ms| *until_ms < now_ms).max() {
                self.forgotten_ms.fetch_max(last_ms, Ordering::Relaxed);
            }
            self.stamps.retain(|_, known| known.until_ms >= now_ms);
        }
        self.stamps.len() < self.limit
    }

    /// Notes that Redis removes stamps by its own time, or has removed them by a later one.
    fn has_forgotten(&self, time: Time) {
        self.forgotten_ms.fetch_max(time.now_ms.max(time.latest_ms), Ordering::Relaxed);
    }

    fn refuse_forgotten(&self, paid: &Paid) -> Result<(), SpentError> {
        let (until_ms, forgotten_ms) = (paid.shared_until_ms(), self.forgotten_ms.load(Ordering::Relaxed));
        if until_ms <= forgotten_ms { Err(SpentError::Forgotten { until_ms, forgotten_ms }) } else { Ok(()) }
    }

    /// Sends Redis the stamps that are not there yet.
    fn tell(&mut self, connection: &mut Connection) -> Result<(), RedisError> {
        let unlisted = self.stamps.iter().filter(|(_, known)| !known.is_listed);
        let unlisted: Vec<(&[u8; 16], u64)> = unlisted.map(|(id, known)| (id, known.until_ms)).collect();
        for part in unlisted.chunks(MOST_AT_ONCE) {
            let mut commands = Commands::default();
            part.iter().for_each(|(id, until_ms)| set(&mut commands, id, &[0; TOKEN], *until_ms));
            connection.ask(&commands)?;
        }
        self.stamps.values_mut().for_each(|known| known.is_listed = true);
        Ok(())
    }
}

fn set(commands: &mut Commands, id: &[u8; 16], token: &[u8; TOKEN], until_ms: u64) {
    let (key, until_ms) = (key(id), until_ms.to_string());
    let words: [&[u8]; 6] = [b"SET", key.as_bytes(), token, b"NX", b"PXAT", until_ms.as_bytes()];
    commands.add(words);
}

fn key(id: &[u8; 16]) -> String {
    let digits: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("heliast:stamp:{digits}")
}
