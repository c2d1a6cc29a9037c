//! Token buckets for requests and bytes, one pair per client address; memory is bounded.

use crate::limits::Limits;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// The number of clients with separate buckets. Beyond it, new ones share one bucket until old ones have been
/// idle for a burst's time.
const CLIENTS: usize = 1 << 16;
const SWEEP_EVERY: Duration = Duration::from_secs(1);

/// The remaining requests and bytes of all clients.
pub struct Rates {
    requests: Rate,
    bytes: Rate,
    clients: Mutex<Clients>,
}

#[derive(Clone, Copy)]
struct Rate {
    per_second: f64,
    burst: f64,
}

struct Clients {
    buckets: HashMap<IpAddr, Bucket>,
    swept: Instant,
}

/// The rest of a client's allowance. Bytes are known only after they are sent, so their rest can be negative.
#[derive(Clone, Copy)]
struct Bucket {
    requests: f64,
    bytes: f64,
    at: Instant,
}

/// The limit that a client has exceeded, and the seconds after which it may send a request again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// Requests.
    Requests {
        /// Seconds.
        wait_s: u64,
    },
    /// Bytes of answers.
    Bytes {
        /// Seconds.
        wait_s: u64,
    },
}

impl Rates {
    /// At first every client has a full burst.
    pub fn new(limits: &Limits, now: Instant) -> Rates {
        Rates {
            requests: Rate::new(limits.requests_per_second, limits.request_burst),
            bytes: Rate::new(limits.bytes_per_second, limits.byte_burst),
            clients: Mutex::new(Clients { buckets: HashMap::new(), swept: now }),
        }
    }

    /// Takes a request for `client`.
    ///
    /// # Errors
    /// [`TooMuch`]: the exceeded limit, and when the client may send a request again.
    pub fn take(&self, client: IpAddr, now: Instant) -> Result<(), TooMuch> {
        self.with(client, now, |bucket| {
            if bucket.bytes < 0.0 {
                return Err(TooMuch::Bytes { wait_s: self.bytes.wait_s(-bucket.bytes) });
            }
            if bucket.requests < 1.0 {
                return Err(TooMuch::Requests { wait_s: self.requests.wait_s(1.0 - bucket.requests) });
            }
            bucket.requests -= 1.0;
            Ok(())
        })
    }

    /// Records bytes sent to `client`.
    pub fn spend(&self, client: IpAddr, bytes: u64, now: Instant) {
        self.with(client, now, |bucket| bucket.bytes -= bytes as f64);
    }

    /// Gives `act` the bucket of a client in its present state.
    fn with<R>(&self, client: IpAddr, now: Instant, act: impl FnOnce(&mut Bucket) -> R) -> R {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let key = self.key(&mut clients, network(client), now);
        let full = Bucket { requests: self.requests.burst, bytes: self.bytes.burst, at: now };
        let bucket = clients.buckets.entry(key).or_insert(full);
        *bucket = self.refilled(bucket, now);
        act(bucket)
    }

    fn refilled(&self, bucket: &Bucket, now: Instant) -> Bucket {
        let seconds = now.saturating_duration_since(bucket.at).as_secs_f64();
        Bucket {
            requests: self.requests.refilled(bucket.requests, seconds),
            bytes: self.bytes.refilled(bucket.bytes, seconds),
            at: now,
        }
    }

    fn is_full(&self, bucket: &Bucket) -> bool {
        bucket.requests >= self.requests.burst && bucket.bytes >= self.bytes.burst
    }

    /// The bucket of a client: its own, or the shared one of the unspecified address when the table is full.
    fn key(&self, clients: &mut Clients, client: IpAddr, now: Instant) -> IpAddr {
        if clients.buckets.len() < CLIENTS || clients.buckets.contains_key(&client) {
            return client;
        }
        if now.saturating_duration_since(clients.swept) >= SWEEP_EVERY {
            clients.swept = now;
            clients.buckets.retain(|_, bucket| !self.is_full(&self.refilled(bucket, now)));
        }
        if clients.buckets.len() < CLIENTS { client } else { IpAddr::V6(Ipv6Addr::UNSPECIFIED) }
    }
}

impl Rate {
    fn new(per_second: u32, burst: u32) -> Rate {
        Rate { per_second: f64::from(per_second.max(1)), burst: f64::from(burst.max(1)) }
    }

    fn refilled(self, tokens: f64, seconds: f64) -> f64 {
        (tokens + seconds * self.per_second).min(self.burst)
    }

    /// The whole seconds, at least one, until `tokens` tokens are available.
    fn wait_s(self, tokens: f64) -> u64 {
        ((tokens / self.per_second).ceil() as u64).max(1)
    }
}

/// The network that counts as one client: an IPv4 address, or an IPv6 /64, which one subscriber usually gets.
pub fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    /// Limits with these requests per second and at once, and unlimited bytes.
    fn of_requests(requests_per_second: u32, request_burst: u32, now: Instant) -> Rates {
        Rates::new(&Limits { requests_per_second, request_burst, ..Limits::default() }, now)
    }

    fn of_bytes(bytes_per_second: u32, byte_burst: u32, now: Instant) -> Rates {
        Rates::new(&Limits { bytes_per_second, byte_burst, ..Limits::default() }, now)
    }

    #[test]
    fn a_burst_then_the_rate() {
        let start = Instant::now();
        let rates = of_requests(50, 200, start);
        for _ in 0..200 {
            assert_eq!(rates.take(CLIENT, start), Ok(()));
        }
        assert_eq!(rates.take(CLIENT, start), Err(TooMuch::Requests { wait_s: 1 }));
        let later = start + Duration::from_millis(101);
        let served = (0..100).filter(|_| rates.take(CLIENT, later).is_ok()).count();
        assert_eq!(served, 5);
    }

    #[test]
    fn clients_do_not_share_but_an_ipv6_network_does() {
        let now = Instant::now();
        let rates = of_requests(1, 1, now);
        let take = |client: &str| rates.take(client.parse().unwrap(), now).is_ok();
        assert!(take("192.0.2.1") && take("192.0.2.2") && take("2001:db8::1") && take("2001:db8:0:1::1"));
        assert!(!take("::ffff:192.0.2.1") && !take("2001:db8::2"));
    }

    #[test]
    fn memory_is_bounded_and_idle_clients_make_room() {
        let start = Instant::now();
        let rates = of_requests(1, 1, start);
        let client = |i: u32| IpAddr::V4(std::net::Ipv4Addr::from_bits(i));
        for i in 0..=CLIENTS as u32 + 100 {
            let _ = rates.take(client(i), start);
        }
        assert!(rates.clients.lock().unwrap().buckets.len() <= CLIENTS + 1);
        assert!(rates.take(client(u32::MAX), start).is_err(), "the crowd shares a bucket");
        assert!(rates.take(client(u32::MAX), start + Duration::from_secs(2)).is_ok(), "the idle made room");
        assert!(rates.clients.lock().unwrap().buckets.len() < 10);
    }

    #[test]
    fn the_wait_in_an_answer_is_long_enough() {
        for (per_second, burst) in [(1, 1), (1, 5), (3, 2), (50, 200)] {
            let start = Instant::now();
            let rates = of_requests(per_second, burst, start);
            while rates.take(CLIENT, start).is_ok() {}
            let Err(TooMuch::Requests { wait_s }) = rates.take(CLIENT, start) else { panic!("{per_second}") };
            assert!(wait_s >= 1, "nobody is told to come back at once");
            assert_eq!(
                rates.take(CLIENT, start + Duration::from_secs(wait_s)),
                Ok(()),
                "{per_second} {burst}"
            );
        }
    }

    #[test]
    fn a_clock_that_stands_or_goes_back_gives_no_tokens() {
        let start = Instant::now() + Duration::from_secs(100);
        let rates = of_requests(10, 2, start);
        assert_eq!((rates.take(CLIENT, start), rates.take(CLIENT, start)), (Ok(()), Ok(())));
        assert!(rates.take(CLIENT, start).is_err());
        assert!(rates.take(CLIENT, start - Duration::from_secs(50)).is_err());
        assert_eq!(of_requests(0, 0, start).take(CLIENT, start), Ok(()), "no limits are limits of one");
    }

    #[test]
    fn idle_clients_keep_no_more_than_a_burst() {
        let start = Instant::now();
        let rates = of_requests(10, 3, start);
        let later = start + Duration::from_secs(1_000_000);
        assert_eq!(rates.take(CLIENT, start), Ok(()));
        let served = (0..100).filter(|_| rates.take(CLIENT, later).is_ok()).count();
        assert_eq!(served, 3);
    }

    #[test]
    fn bytes_are_made_up_for_before_the_next_request() {
        let start = Instant::now();
        let rates = of_bytes(1000, 5000, start);
        rates.spend(CLIENT, 5000, start);
        assert_eq!(rates.take(CLIENT, start), Ok(()), "all of a burst is nothing too much");
        rates.spend(CLIENT, 2500, start);
        assert_eq!(rates.take(CLIENT, start), Err(TooMuch::Bytes { wait_s: 3 }));
        assert_eq!(rates.take(CLIENT, start + Duration::from_secs(2)), Err(TooMuch::Bytes { wait_s: 1 }));
        assert_eq!(rates.take(CLIENT, start + Duration::from_secs(3)), Ok(()));
        let other = "192.0.2.2".parse().unwrap();
        assert_eq!(rates.take(other, start), Ok(()), "nobody pays for others");
    }

    /// For any amount of bytes, the numbers stay finite, and the debt is compensated.
    #[test]
    fn no_sum_of_bytes_is_too_large() {
        let start = Instant::now();
        let rates = of_bytes(u32::MAX, 1, start);
        rates.spend(CLIENT, u64::MAX, start);
        let Err(TooMuch::Bytes { wait_s }) = rates.take(CLIENT, start) else { panic!("it owes") };
        assert_eq!(rates.take(CLIENT, start + Duration::from_secs(wait_s + 1)), Ok(()));
        assert_eq!(of_bytes(0, 0, start).take(CLIENT, start), Ok(()), "no limits are limits of one");
    }

    /// A client in debt is not forgotten when idle clients are.
    #[test]
    fn debts_outlive_a_sweep() {
        let start = Instant::now();
        let rates = of_bytes(1, 1, start);
        rates.spend(CLIENT, 1_000_000, start);
        for i in 0..=CLIENTS as u32 {
            rates.spend(IpAddr::V4(std::net::Ipv4Addr::from_bits(i)), 0, start);
        }
        let later = start + SWEEP_EVERY;
        rates.spend(IpAddr::V4(std::net::Ipv4Addr::from_bits(u32::MAX)), 0, later);
        assert!(rates.clients.lock().unwrap().buckets.len() < 10);
        assert!(rates.take(CLIENT, later).is_err());
    }
}
