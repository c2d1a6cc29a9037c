//! The prices that a till can ask for. The lowest is prepared at once; for the others a thread does as many
//! squarings as the highest takes, while the till serves without them.

use heliast_group::RsaGroup;
use heliast_stamp::{PrivateIssuer, Secret};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, Weak},
    thread,
    time::Duration,
};
use tokio::{sync::watch, time::timeout};

/// The time that a stamp of a price waits that is still being prepared.
const PATIENCE: Duration = Duration::from_secs(60);

/// An issuer, which learns prices while it serves.
pub(super) struct Prices {
    issuer: RwLock<PrivateIssuer>,
    /// Held by the thread that prepares.
    preparing: Mutex<()>,
    /// The prices that are prepared or will be.
    wanted: Mutex<BTreeSet<u64>>,
    /// Those of them that are prepared, ascending.
    ready: watch::Sender<Vec<u64>>,
}

impl Prices {
    /// Prepared for the lowest of some prices only.
    pub fn new(secret: Secret, group: &RsaGroup, lowest: u64) -> Arc<Prices> {
        let mut issuer = PrivateIssuer::new(secret, group);
        issuer.add_delay(lowest);
        let (issuer, preparing) = (RwLock::new(issuer), Mutex::new(()));
        let (wanted, ready) = (Mutex::new(BTreeSet::from([lowest])), watch::Sender::new(vec![lowest]));
        Arc::new(Prices { issuer, preparing, wanted, ready })
    }

    /// Prepares for these in a thread of its own, in their order, and reports before each price and at the
    /// end how many are done, and of how many. It ends with the till.
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

    /// The price that is asked for in place of `wanted`: the highest up to it that is prepared, if it is not
    /// below `least`; else the lowest from there on, if there is one.
    pub fn near(&self, wanted: u64, least: u64) -> Option<u64> {
        let ready = self.ready.borrow();
        let below = ready.iter().rev().find(|t| (least..=wanted).contains(*t));
        below.or_else(|| ready.iter().find(|t| **t >= least)).copied()
    }

    /// Waits until this price is prepared, for some time, if it will be.
    pub async fn wait_for(&self, t: u64) {
        if !self.wanted().contains(&t) {
            return;
        }
        let mut ready = self.ready.subscribe();
        let _ = timeout(PATIENCE, ready.wait_for(|ready| ready.contains(&t))).await;
    }
}
