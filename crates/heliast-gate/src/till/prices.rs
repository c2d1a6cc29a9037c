//! The prices that a till can ask for. The lowest is prepared at once; for the others a thread does as many
//! squarings as the highest takes, while the till serves without them.

use heliast_group::RsaGroup;
use heliast_stamp::{PrivateIssuer, Secret};
use std::{
    sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, Weak},
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
    /// The prices that are prepared, ascending.
    ready: watch::Sender<Vec<u64>>,
}

impl Prices {
    /// Prepared for the lowest of some prices only.
    pub fn new(secret: Secret, group: &RsaGroup, lowest: u64) -> Arc<Prices> {
        let mut issuer = PrivateIssuer::new(secret, group);
        issuer.add_delay(lowest);
        let (issuer, preparing) = (RwLock::new(issuer), Mutex::new(()));
        Arc::new(Prices { issuer, preparing, ready: watch::Sender::new(vec![lowest]) })
    }

    /// Prepares for these in a thread of its own, the lowest first, and says of each how many are done of
    /// all. It ends with the till.
    pub fn prepare(
        self: &Arc<Self>,
        wanted: Vec<u64>,
        mut progress: impl FnMut(usize, usize) + Send + 'static,
    ) {
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

    /// Waits until this price is prepared, for some time.
    pub async fn wait_for(&self, t: u64) {
        let mut ready = self.ready.subscribe();
        let _ = timeout(PATIENCE, ready.wait_for(|ready| ready.contains(&t))).await;
    }
}
