//! Token buckets, one per client address; memory is bounded.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Clients that are told apart; beyond, new ones share one bucket until old ones have been idle for
/// a burst's time.
const CLIENTS: usize = 1 << 16;
const SWEEP_EVERY: Duration = Duration::from_secs(1);

pub(super) struct Rates {
    per_second: f64,
    burst: f64,
    clients: Mutex<Clients>,
}

struct Clients {
    buckets: HashMap<IpAddr, Bucket>,
    swept: Instant,
}

#[derive(Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Rates {
    pub(super) fn new(per_second: u32, burst: u32, now: Instant) -> Rates {
        let clients = Clients { buckets: HashMap::new(), swept: now };
        Rates {
            per_second: f64::from(per_second.max(1)),
            burst: f64::from(burst.max(1)),
            clients: Mutex::new(clients),
        }
    }

    /// Takes a token for `client`, or says after how many seconds there is one.
    pub(super) fn take(&self, client: IpAddr, now: Instant) -> Result<(), u64> {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let key = self.key(&mut clients, network(client), now);
        let bucket = clients.buckets.entry(key).or_insert(Bucket { tokens: self.burst, at: now });
        bucket.tokens = self.tokens(bucket, now);
        bucket.at = now;
        if bucket.tokens < 1.0 {
            return Err(((1.0 - bucket.tokens) / self.per_second).ceil() as u64);
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    fn tokens(&self, bucket: &Bucket, now: Instant) -> f64 {
        let refilled = now.saturating_duration_since(bucket.at).as_secs_f64() * self.per_second;
        (bucket.tokens + refilled).min(self.burst)
    }

    /// The bucket of a client: its own, or the common one of the unspecified address when the table is full.
    fn key(&self, clients: &mut Clients, client: IpAddr, now: Instant) -> IpAddr {
        if clients.buckets.len() < CLIENTS || clients.buckets.contains_key(&client) {
            return client;
        }
        if now.saturating_duration_since(clients.swept) >= SWEEP_EVERY {
            clients.swept = now;
            clients.buckets.retain(|_, bucket| self.tokens(bucket, now) < self.burst);
        }
        if clients.buckets.len() < CLIENTS { client } else { IpAddr::V6(Ipv6Addr::UNSPECIFIED) }
    }
}

/// What counts as one client: an IPv4 address, or an IPv6 /64, which is what one subscriber gets.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));

    #[test]
    fn a_burst_then_the_rate() {
        let start = Instant::now();
        let rates = Rates::new(50, 200, start);
        for _ in 0..200 {
            assert_eq!(rates.take(CLIENT, start), Ok(()));
        }
        assert_eq!(rates.take(CLIENT, start), Err(1));
        let later = start + Duration::from_millis(101);
        let served = (0..100).filter(|_| rates.take(CLIENT, later).is_ok()).count();
        assert_eq!(served, 5);
    }

    #[test]
    fn clients_do_not_share_but_an_ipv6_network_does() {
        let now = Instant::now();
        let rates = Rates::new(1, 1, now);
        let take = |client: &str| rates.take(client.parse().unwrap(), now).is_ok();
        assert!(take("192.0.2.1") && take("192.0.2.2") && take("2001:db8::1") && take("2001:db8:0:1::1"));
        assert!(!take("::ffff:192.0.2.1") && !take("2001:db8::2"));
    }

    #[test]
    fn memory_is_bounded_and_idle_clients_make_room() {
        let start = Instant::now();
        let rates = Rates::new(1, 1, start);
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
    fn the_wait_that_is_told_is_long_enough() {
        for (per_second, burst) in [(1, 1), (1, 5), (3, 2), (50, 200)] {
            let start = Instant::now();
            let rates = Rates::new(per_second, burst, start);
            while rates.take(CLIENT, start).is_ok() {}
            let wait = rates.take(CLIENT, start).unwrap_err();
            assert!(wait >= 1, "nobody is told to come back at once");
            assert_eq!(rates.take(CLIENT, start + Duration::from_secs(wait)), Ok(()), "{per_second} {burst}");
        }
    }

    #[test]
    fn a_clock_that_stands_or_goes_back_gives_no_tokens() {
        let start = Instant::now() + Duration::from_secs(100);
        let rates = Rates::new(10, 2, start);
        assert_eq!((rates.take(CLIENT, start), rates.take(CLIENT, start)), (Ok(()), Ok(())));
        assert!(rates.take(CLIENT, start).is_err());
        assert!(rates.take(CLIENT, start - Duration::from_secs(50)).is_err());
        assert_eq!(Rates::new(0, 0, start).take(CLIENT, start), Ok(()), "no limits are limits of one");
    }

    #[test]
    fn idle_clients_keep_no_more_than_a_burst() {
        let start = Instant::now();
        let rates = Rates::new(10, 3, start);
        let later = start + Duration::from_secs(1_000_000);
        assert_eq!(rates.take(CLIENT, start), Ok(()));
        let served = (0..100).filter(|_| rates.take(CLIENT, later).is_ok()).count();
        assert_eq!(served, 3);
    }
}
