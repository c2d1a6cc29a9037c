//! The prices of a till. The lowest is prepared at once; for the others a thread does as many squarings as
//! the highest takes, while the till works without them.

use heliast_group::RsaGroup;
use heliast_stamp::{PrivateIssuer, Secret};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, Weak},
    thread,
    time::Duration,
};
use tokio::{sync::watch, time::timeout};

/// The time that a stamp waits if its price is still being prepared.
const PATIENCE: Duration = Duration::from_secs(60);

/// An issuer that gets more prices while it works.
pub(super) struct Prices {
    issuer: RwLock<PrivateIssuer>,
    /// The lock of the preparing thread.
    preparing: Mutex<()>,
    /// The prices that are prepared or will be.
    wanted: Mutex<BTreeSet<u64>>,
    /// The prepared prices, ascending.
    ready: watch::Sender<Vec<u64>>,
}

impl Prices {
    /// Prices of which only the lowest is prepared.
    pub fn new(secret: Secret, group: &RsaGroup, lowest: u64) -> Arc<Prices> {
        let mut issuer = PrivateIssuer::new(secret, group);
        issuer.add_delay(lowest);
        let (issuer, preparing) = (RwLock::new(issuer), Mutex::new(()));
        let (wanted, ready) = (Mutex::new(BTreeSet::from([lowest])), watch::Sender::new(vec![lowest]));
        Arc::new(Prices { issuer, preparing, wanted, ready })
    }

    /// Prepares these prices in order, in a separate thread. Before each price and at the end, `progress`
    /// gets the number of finished prices and of all. The thread ends with the till.
    pub fn prepare(
        self: &Arc<Self>,
        wanted: Vec<u64>,
        mut progress: impl FnMut(usize, usize) + Send + 'static,
    ) {
        self.wanted().extend(&wanted);
        let prices = Arc::downgrade(self);
        let work = move || {
            let of = wanted.len();
            for (done, t) in wanted.into_iter().enumerate() {
                progress(done, of);
                let Some(prices) = Weak::upgrade(&prices) else { return };
                prices.add(t);
            }
            progress(of, of);
        };
        if let Err(error) = thread::Builder::new().name("heliast-prices".to_owned()).spawn(work) {
            tracing::error!(%error, "no thread prepares for higher prices: the price does not rise");
        }
    }

    fn add(&self, t: u64) {
        let _alone = self.preparing.lock().unwrap_or_else(PoisonError::into_inner);
        if self.ready.borrow().contains(&t) {
            return;
        }
        let prepared = self.issuer().prepare(t);
        self.issuer.write().unwrap_or_else(PoisonError::into_inner).insert(prepared);
        self.ready.send_modify(|ready| {
            ready.push(t);
            ready.sort_unstable();
        });
    }

    fn wanted(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.wanted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn issuer(&self) -> RwLockReadGuard<'_, PrivateIssuer> {
        self.issuer.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The price to use instead of `wanted`: the highest prepared one from `least` to `wanted`, or else the
    /// lowest prepared one from `least` on, if there is one.
    pub fn near(&self, wanted: u64, least: u64) -> Option<u64> {
        let ready = self.ready.borrow();
        let below = ready.iter().rev().find(|t| (least..=wanted).contains(*t));
        below.or_else(|| ready.iter().find(|t| **t >= least)).copied()
    }

    /// Waits for some time until this price is prepared, if it is to be prepared at all.
    pub async fn wait_for(&self, t: u64) {
        if !self.wanted().contains(&t) {
            return;
        }
        let mut ready = self.ready.subscribe();
        let _ = timeout(PATIENCE, ready.wait_for(|ready| ready.contains(&t))).await;
    }
}
