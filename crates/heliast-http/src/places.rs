//! Places that streams and waiting requests hold for long, with a limit for all clients and for each.

use heliast_front::network;
use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

/// Places of one kind. The number of remembered clients never exceeds that of places.
pub(super) struct Places {
    all: usize,
    of_a_client: usize,
    taken: Mutex<Taken>,
}

/// The taken places, for each client and in total.
#[derive(Default)]
struct Taken {
    of_clients: HashMap<IpAddr, usize>,
    all: usize,
}

/// The reason why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// All places are taken.
    All,
    /// The client has the most places that a client may have.
    Client,
}

/// A taken place, which is freed on drop.
pub(super) struct Place {
    places: Arc<Places>,
    client: IpAddr,
}

impl Places {
    pub(super) fn new(all: usize, of_a_client: usize) -> Arc<Places> {
        Arc::new(Places { all, of_a_client, taken: Mutex::default() })
    }

    /// Takes a place for a client.
    pub(super) fn take(self: &Arc<Places>, client: IpAddr) -> Result<Place, Full> {
        let client = network(client);
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.of_clients.get(&client).copied().unwrap_or(0);
        if taken.all >= self.all {
            return Err(Full::All);
        }
        if own >= self.of_a_client {
            return Err(Full::Client);
        }
        taken.of_clients.insert(client, own + 1);
        taken.all += 1;
        Ok(Place { places: Arc::clone(self), client })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        match taken.of_clients.get_mut(&self.client) {
            Some(own) if *own > 1 => *own -= 1,
            _ => drop(taken.of_clients.remove(&self.client)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_some_and_all_have_more() {
        let places = Places::new(3, 2);
        let take = |client: &str| places.take(client.parse().unwrap());
        let mut own = vec![take("192.0.2.1").ok().unwrap(), take("::ffff:192.0.2.1").ok().unwrap()];
        assert_eq!(take("192.0.2.1").err(), Some(Full::Client));
        let other = take("2001:db8::1").ok().unwrap();
        assert_eq!(take("2001:db8::2").err(), Some(Full::All));
        assert_eq!(take("192.0.2.1").err(), Some(Full::All));
        own.pop();
        own.push(take("192.0.2.1").ok().unwrap());
        drop((own, other));
        let taken = places.taken.lock().unwrap();
        assert!(taken.all == 0 && taken.of_clients.is_empty(), "nobody is remembered");
        assert_eq!(Places::new(0, 2).take("192.0.2.1".parse().unwrap()).err(), Some(Full::All));
    }
}
