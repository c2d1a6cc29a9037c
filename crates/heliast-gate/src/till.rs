//! Where is paid: the site's issuer, the price, the list of spent stamps and the passes.

use crate::{
    binding::Binding,
    pass::{self, Passes},
};
use heliast_group::RsaGroup;
use heliast_stamp::{
    Challenge, Expected, Nonce, Pace, Paid, Price, PrivateIssuer, Refusal, Secret, Spending, Spent,
    SpentError, Tariff, Trouble,
};
use std::{
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The price that a site asks for, and the time for which it lets a client in who has paid.
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
    /// By how much the clocks of two machines of the site may differ.
    pub skew: Duration,
}

impl TillOptions {
    /// For most sites: stamps and passes are bound to the network of a client, passes last a day, the slowest
    /// device takes 20 microseconds for a squaring, as an old phone without WebAssembly, a stamp is taken for
    /// 20 seconds at least, and clocks differ by five seconds.
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

/// Why somebody who sent a stamp is not let in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unpaid {
    /// The stamp is not what is asked for.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It may have been used before: a clock was set back, and the list has forgotten what ends as early.
    #[error("the stamp may have been spent before, which is forgotten: ask for a new challenge")]
    Forgotten,
    /// It was used before.
    #[error("the stamp was spent before: ask for a new challenge")]
    Spent,
    /// Nobody knows whether it was.
    #[error(transparent)]
    Unknown(#[from] SpentError),
}

/// The pass that is given for a stamp.
pub(crate) struct Taken {
    pub pass: String,
    /// The life of the pass.
    pub seconds: u64,
    pub spending: Spending,
}

/// Gives out challenges, takes stamps, and signs passes.
pub struct Till {
    issuer: PrivateIssuer,
    tariff: Mutex<Tariff>,
    spent: Arc<dyn Spent>,
    passes: Passes,
    options: TillOptions,
}

impl Till {
    /// A till in the group of a modulus. It does the squarings of all prices once, and says of each how
    /// many are done of all.
    pub fn new(
        group: &RsaGroup,
        options: TillOptions,
        spent: Arc<dyn Spent>,
        mut progress: impl FnMut(usize, usize),
    ) -> Till {
        let mut issuer = PrivateIssuer::new(Secret::new(options.secret), group);
        let delays = options.pace.delays().to_vec();
        for (done, t) in delays.iter().enumerate() {
            progress(done, delays.len());
            issuer.add_delay(*t);
        }
        progress(delays.len(), delays.len());
        let seed = pass::mac(&options.secret, b"\x18heliast/gate/networks/v1", &[]);
        let tariff = Mutex::new(Tariff::new(options.pace.clone(), *seed));
        let passes = Passes::new(&options.secret);
        Till { issuer, tariff, spent, passes, options }
    }

    /// A challenge for a client, at the present price of its network.
    ///
    /// # Errors
    /// If the machine has no random numbers.
    pub fn challenge(&self, client: IpAddr) -> Result<Challenge, getrandom::Error> {
        let mut nonce = [0; 16];
        getrandom::fill(&mut nonce)?;
        let t = self.price_of(client);
        let price = Price { t, now_ms: self.time_ms(), life_ms: self.life_ms(t) };
        let terms = self.expected(client).terms(price, Nonce(nonce));
        Ok(self.issuer.challenge(&terms).expect("prepared for every price of the pace"))
    }

    /// Takes a stamp, and gives a pass and the seconds that it lasts. It may wait for a disk.
    ///
    /// # Errors
    /// If the stamp is not taken.
    pub fn pay(&self, stamp: &[u8], client: IpAddr) -> Result<(String, u64), Unpaid> {
        let paid = self.check(stamp, client)?;
        let Taken { pass, seconds, .. } = self.spend(&paid, client)?;
        Ok((pass, seconds))
    }

    /// Whether a stamp holds, which takes microseconds.
    pub(crate) fn check(&self, stamp: &[u8], client: IpAddr) -> Result<Paid, Refusal> {
        let expected = self.expected(client).at(self.time_ms()).with_skew(millis(self.options.skew));
        self.issuer.check(stamp, &expected)
    }

    /// Spends a stamp, which may wait for a disk or another machine.
    pub(crate) fn spend(&self, paid: &Paid, client: IpAddr) -> Result<Taken, Unpaid> {
        let spending = match self.spent.spend(paid) {
            Err(SpentError::Forgotten { .. }) => return Err(Unpaid::Forgotten),
            said => said?,
        };
        if !spending.is_first() {
            return Err(Unpaid::Spent);
        }
        let life_ms = millis(self.options.pass_life);
        let client = self.options.binding.of(client);
        let pass = self.passes.sign(&client, now_ms().saturating_add(life_ms));
        Ok(Taken { pass, seconds: life_ms / 1_000, spending })
    }

    /// The trouble with the list of spent stamps, if there is any.
    pub fn trouble(&self) -> Option<Trouble> {
        self.spent.trouble()
    }

    /// Whether this is a pass that lets the client in now.
    pub fn lets_in(&self, pass: &str, client: IpAddr) -> bool {
        self.passes.is_valid(pass, &self.options.binding.of(client), now_ms())
    }

    /// Squarings of a request now, where no surcharge is paid.
    pub fn price(&self) -> u64 {
        self.tariff().pace().delay()
    }

    /// Squarings of a client's request now, with the surcharge of its network.
    pub fn price_of(&self, client: IpAddr) -> u64 {
        self.tariff().delay(&Binding::Network.of(client))
    }

    /// Counts a request that is answered with a challenge or a refusal: its network alone pays for it.
    pub fn ask(&self, client: IpAddr) {
        self.tariff().ask(&Binding::Network.of(client));
    }

    /// Counts a request that reaches the site, because it is paid for.
    pub fn reach(&self, client: IpAddr) {
        self.tariff().reach(&Binding::Network.of(client));
    }

    /// The prices follow what came in some seconds ([`Tariff::look`]).
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

    /// By how much the clock is behind the stamps that are forgotten, in milliseconds. Until it has caught up
    /// the till's time stands still, so that a client who pays now is let in.
    pub(crate) fn behind_ms(&self) -> u64 {
        self.spent.forgotten_ms().saturating_sub(now_ms())
    }

    /// The time of stamps: that of the clock, and never one whose stamps are forgotten.
    fn time_ms(&self) -> u64 {
        now_ms().max(self.spent.forgotten_ms())
    }

    /// The life of a stamp of t squarings, in milliseconds: twice the time that the slowest device takes for
    /// them (`spec/stamp.md`).
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
