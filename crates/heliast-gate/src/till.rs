//! The payment: the site's issuer, the price, the list of spent stamps and the passes.

mod prices;

use self::prices::Prices;
use crate::{
    binding::Binding,
    pass::{self, Holder, Passes},
};
use heliast_group::RsaGroup;
use heliast_stamp::{
    Challenge, Expected, Nonce, Pace, Paid, Price, Refusal, Secret, Spending, Spent, SpentError, Tariff,
    Trouble,
};
use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The price of a site, and the time for which a client that has paid is let in.
pub struct TillOptions {
    /// The site's name: all machines that serve it have the same, and no other site has.
    pub site: String,
    /// 32 secret bytes: all machines that serve the site have the same.
    pub secret: [u8; 32],
    /// The price, which follows the load.
    pub pace: Pace,
    /// The client to whom a stamp and a pass are bound.
    pub binding: Binding,
    /// The life of a pass.
    pub pass_life: Duration,
    /// The time of a squaring on the slowest device that is served.
    pub slowest_squaring: Duration,
    /// The least life of a stamp, for the way to the client and back.
    pub least_life: Duration,
    /// The most by which the clocks of two machines of the site may differ.
    pub skew: Duration,
}

impl TillOptions {
    /// The options for most sites: stamps and passes are bound to the network of a client, passes last a day,
    /// the slowest device takes 20 microseconds for a squaring (like an old phone without WebAssembly), a
    /// stamp is valid for at least 20 seconds, and clocks differ by at most five seconds.
    pub fn new(site: &str, secret: [u8; 32], pace: Pace) -> TillOptions {
        TillOptions {
            site: site.to_owned(),
            secret,
            pace,
            binding: Binding::default(),
            pass_life: Duration::from_secs(86_400),
            slowest_squaring: Duration::from_micros(20),
            least_life: Duration::from_secs(20),
            skew: Duration::from_secs(5),
        }
    }
}

/// The reason why a client with a stamp is not let in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unpaid {
    /// The stamp is invalid.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It can't be read.
    #[error("the stamp is not in base64 (RFC 4648, section 5, without padding)")]
    Unreadable,
    /// It may have been used before: a clock was set back, and the list has already removed stamps with this
    /// end.
    #[error("the stamp may have been spent before, which is forgotten: ask for a new challenge")]
    Forgotten,
    /// It was used before.
    #[error("the stamp was spent before: ask for a new challenge")]
    Spent,
    /// It is unknown whether it was used before.
    #[error(transparent)]
    Unknown(#[from] SpentError),
}

impl Unpaid {
    /// The name of the reason, for programs.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Unpaid::Refused(reason) => reason.name(),
            Unpaid::Unreadable => "encoding",
            Unpaid::Forgotten => "forgotten",
            Unpaid::Spent => "spent",
            Unpaid::Unknown(_) => "unknown",
        }
    }
}

/// The pass that is given for a stamp.
pub(crate) struct Taken {
    pub pass: String,
    /// The life of the pass.
    pub seconds: u64,
    pub spending: Spending,
}

/// The reason why there is no challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoChallenge {
    /// The machine has no random numbers.
    Random,
    /// The least price is still being prepared.
    Early,
}

/// Issues challenges, takes stamps, and signs passes.
pub struct Till {
    prices: Arc<Prices>,
    tariff: Mutex<Tariff>,
    spent: Arc<dyn Spent>,
    passes: Passes,
    options: TillOptions,
}

impl Till {
    /// A till in the group of a modulus. When this returns, it is prepared for the lowest price, and its own
    /// thread does the squarings for the others, once. Before each price and at the end, `progress` gets the
    /// number of finished prices and of all. Until then the price is at most the highest prepared one.
    pub fn new(
        group: &RsaGroup,
        options: TillOptions,
        spent: Arc<dyn Spent>,
        progress: impl FnMut(usize, usize) + Send + 'static,
    ) -> Till {
        let prices = Prices::new(Secret::new(options.secret), group, options.pace.least());
        prices.prepare(options.pace.delays().to_vec(), progress);
        let seed = pass::mac(&options.secret, b"\x18heliast/gate/networks/v1", &[]);
        let tariff = Mutex::new(Tariff::new(options.pace.clone(), *seed));
        let passes = Passes::new(&options.secret);
        Till { prices, tariff, spent, passes, options }
    }

    /// Also prepares for these prices. Requests at such a price are refused until it, or a higher one, is
    /// prepared.
    pub(crate) fn prepare(&self, prices: Vec<u64>) {
        if !prices.is_empty() {
            self.prices.prepare(prices, |_, _| {});
        }
    }

    /// Waits until a price of the pace or of a rule is prepared: another gate of the site may have demanded
    /// it before.
    pub(crate) async fn wait_for(&self, t: u64) {
        self.prices.wait_for(t).await;
    }

    /// A challenge for a client, at the current price of its network.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn challenge(&self, client: IpAddr) -> Result<Challenge, getrandom::Error> {
        // The lowest price is always prepared.
        self.challenge_of(self.price_of(client), client)
    }

    /// The same, for at least this many squarings.
    pub(crate) fn challenge_for(&self, least: u64, client: IpAddr) -> Result<Challenge, NoChallenge> {
        let wanted = self.tariff().delay(&Binding::Network.of(client)).max(least);
        let t = self.prices.near(wanted, least).ok_or(NoChallenge::Early)?;
        self.challenge_of(t, client).map_err(|_| NoChallenge::Random)
    }

    fn challenge_of(&self, t: u64, client: IpAddr) -> Result<Challenge, getrandom::Error> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce)?;
        let price = Price { t, now_ms: self.time_ms(), life_ms: self.life_ms(t) };
        let terms = self.expected(client).terms(price, Nonce(nonce));
        Ok(self.prices.issuer().challenge(&terms).expect("a price that is prepared"))
    }

    /// Takes a stamp, and returns a pass and its life in seconds. This may wait for a disk.
    ///
    /// # Errors
    /// If the stamp is not taken.
    pub fn pay(&self, stamp: &[u8], client: IpAddr) -> Result<(String, u64), Unpaid> {
        let paid = self.check(stamp, client)?;
        let Taken { pass, seconds, .. } = self.spend(&paid, client, "")?;
        Ok((pass, seconds))
    }

    /// Verifies a stamp, which takes microseconds.
    pub(crate) fn check(&self, stamp: &[u8], client: IpAddr) -> Result<Paid, Refusal> {
        let expected = self.expected(client).at(self.time_ms()).with_skew(millis(self.options.skew));
        self.prices.issuer().check(stamp, &expected)
    }

    /// Spends a stamp for a pass at a host (empty if there is only one). This may wait for a disk or another
    /// machine.
    pub(crate) fn spend(&self, paid: &Paid, client: IpAddr, host: &str) -> Result<Taken, Unpaid> {
        let spending = match self.spent.spend(paid) {
            Err(SpentError::Forgotten { .. }) => return Err(Unpaid::Forgotten),
            said => said?,
        };
        if !spending.is_first() {
            return Err(Unpaid::Spent);
        }
        let life_ms = millis(self.options.pass_life);
        let holder = Holder { client: &self.options.binding.of(client), host };
        let pass = self.passes.sign(holder, now_ms().saturating_add(life_ms), paid.terms().t);
        Ok(Taken { pass, seconds: life_ms / 1_000, spending })
    }

    /// The trouble with the list of spent stamps, if there is any.
    pub fn trouble(&self) -> Option<Trouble> {
        self.spent.trouble()
    }

    /// Whether this pass lets the client in now.
    pub fn lets_in(&self, pass: &str, client: IpAddr) -> bool {
        self.lets_in_at(pass, client, "", self.least())
    }

    /// The same at a host, if at least this many squarings are required.
    pub(crate) fn lets_in_at(&self, pass: &str, client: IpAddr, host: &str, least: u64) -> bool {
        let holder = Holder { client: &self.options.binding.of(client), host };
        self.passes.is_valid(pass, holder, now_ms(), least)
    }

    /// The lowest price.
    pub(crate) fn least(&self) -> u64 {
        self.options.pace.least()
    }

    /// The current price of a request in squarings, without a surcharge.
    pub fn price(&self) -> u64 {
        let wanted = self.tariff().pace().delay();
        self.prices.near(wanted, self.least()).unwrap_or(wanted)
    }

    /// The current price of a client's request in squarings, with the surcharge of its network.
    pub fn price_of(&self, client: IpAddr) -> u64 {
        let wanted = self.tariff().delay(&Binding::Network.of(client));
        self.prices.near(wanted, self.least()).unwrap_or(wanted)
    }

    /// Counts a request that is answered with a challenge or a refusal; it only affects its own network's
    /// price.
    pub fn ask(&self, client: IpAddr) {
        self.tariff().ask(&Binding::Network.of(client));
    }

    /// Counts a paid request that reaches the site.
    pub fn reach(&self, client: IpAddr) {
        self.tariff().reach(&Binding::Network.of(client));
    }

    /// Updates the prices from the requests of the last `seconds` ([`Tariff::look`]).
    pub fn look(&self, seconds: f64, most_per_second: f64) {
        self.tariff().look(seconds, most_per_second);
    }

    /// The number of networks that pay a surcharge.
    pub(crate) fn surcharged(&self) -> usize {
        self.tariff().surcharged()
    }

    fn tariff(&self) -> MutexGuard<'_, Tariff> {
        self.tariff.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The milliseconds by which the clock is behind the latest end of removed stamps. Until it has caught
    /// up, the till's time stands still, so that clients that pay now are let in.
    pub(crate) fn behind_ms(&self) -> u64 {
        self.spent.forgotten_ms().saturating_sub(now_ms())
    }

    /// The time for stamps: that of the clock, but never before the latest end of removed stamps.
    fn time_ms(&self) -> u64 {
        now_ms().max(self.spent.forgotten_ms())
    }

    /// The life of a stamp of t squarings in milliseconds: twice the time of the slowest device
    /// (`spec/stamp.md`).
    fn life_ms(&self, t: u64) -> u64 {
        let squaring = self.options.slowest_squaring.as_nanos().min(u128::from(u64::MAX)) as u64;
        let twice = t.saturating_mul(squaring) / 1_000_000 * 2;
        twice.max(millis(self.options.least_life))
    }

    fn expected(&self, client: IpAddr) -> Expected {
        Expected::new(
            self.options.site.as_bytes(),
            &self.options.binding.of(client),
            self.options.pace.least(),
        )
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn now_ms() -> u64 {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
