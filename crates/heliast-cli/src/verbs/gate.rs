//! `heliast gate`: a reverse proxy that asks for a stamp.

use crate::{
    config::{GateLimitArgs, LogArgs, ProxyArgs},
    failure::{Code, Failure},
    files::{AtomicFile, Secrecy, read_secret},
    home::create_private_dir,
    interrupt,
    numbers::count,
    report::{Report, printed_or_unwanted},
    reports::{self, Serving},
    ui::Ui,
};
use heliast::RsaGroup;
use heliast_gate::{
    Binding, Durable, Gate, Proxy, Redis, Rules, Service, Till, TillOptions, Upgrades, WhenDown, listen,
    networks, serve,
};
use heliast_stamp::{Memory, Pace, Spent};
use ipnet::IpNet;
use std::{
    fs,
    io::{self, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use zeroize::Zeroizing;

/// Ask for a short delay before a web site lets anybody in
///
/// A reverse proxy before the site at --upstream. Browsers get a page that waits and goes on by itself,
/// programs a challenge that `heliast stamp solve` answers; who has waited has a pass for a day.
/// /robots.txt, /.well-known/, /favicon.ico, /sitemap.xml and /humans.txt are open. Put a proxy for TLS
/// before it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The site: http://HOST:PORT
    #[arg(long, value_name = "URL")]
    upstream: String,
    /// The gate's address
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The address of /health and /metrics, for its operator [default: none]
    #[arg(long, value_name = "ADDR")]
    operator: Option<SocketAddr>,
    /// The site's name, the same at all machines that serve it
    #[arg(long, value_name = "NAME", default_value = "site")]
    site: String,
    /// The directory with the site's secret and the list of spent stamps. Without one both end with the
    /// process
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The lowest price, in squarings: half a million are a tenth of a second on a fast machine, and one
    /// or two seconds in a browser
    #[arg(long, value_name = "T", default_value_t = 500_000, value_parser = count::<u64>(1..1 << 40))]
    floor: u64,
    /// The highest price, in squarings
    #[arg(long, value_name = "T", default_value_t = 8_000_000, value_parser = count::<u64>(1..1 << 40))]
    ceiling: u64,
    /// Requests with a stamp or a pass that the site bears in a second: with more the price rises. A network
    /// that sends more than an eighth of them, in whatever way, pays a surcharge of its own
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count::<u32>(1..=1_000_000))]
    busy: u32,
    /// Bind stamps and passes to nobody, network (/24 or /48) or address
    #[arg(long, value_name = "WHAT", default_value = "network")]
    bind: Binding,
    /// The life of a pass, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400, value_parser = count::<u64>(1..=31_536_000))]
    pass: u64,
    /// Paths that are open too, with all below them
    #[arg(long, value_name = "PATH,...", value_delimiter = ',', value_parser = path)]
    open: Vec<String>,
    /// Paths that are closed, with all below them
    #[arg(long, value_name = "PATH,...", value_delimiter = ',', value_parser = path)]
    close: Vec<String>,
    /// Addresses that are let in: 192.0.2.0/24
    #[arg(long, value_name = "CIDR,...", value_delimiter = ',')]
    allow: Vec<IpNet>,
    /// Addresses that are kept out
    #[arg(long, value_name = "CIDR,...", value_delimiter = ',')]
    deny: Vec<IpNet>,
    /// Files with addresses that are let in, such as those that operators of crawlers publish: JSON with
    /// ipv4Prefix and ipv6Prefix, or a network in each line
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    allow_from: Vec<PathBuf>,
    /// Files with addresses that are kept out
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    deny_from: Vec<PathBuf>,
    /// Protocols that a connection may be upgraded to, if it was paid for; none that carries HTTP
    #[arg(long, value_name = "NAME,...", default_value = "websocket")]
    upgrade: Upgrades,
    /// A Redis that has the list of spent stamps for all gates of the site, which have the same gate.key:
    /// `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`. With a password better in the environment
    #[arg(
        long,
        value_name = "URL",
        env = "HELIAST_GATE_REDIS",
        hide_env_values = true,
        requires = "redis_down"
    )]
    redis: Option<String>,
    /// Stamps while Redis is away: refuse all, so that nobody new is let in, or admit each once at every
    /// gate
    #[arg(long, value_name = "WHAT", requires = "redis")]
    redis_down: Option<WhenDown>,
    /// Browsers send the pass without TLS too: for trying it on this machine
    #[arg(long)]
    insecure: bool,
    #[command(flatten)]
    proxies: ProxyArgs,
    #[command(flatten)]
    limits: GateLimitArgs,
    #[command(flatten)]
    log: LogArgs,
}

/// Spent stamps that are remembered at most.
const MOST_SPENT: usize = 10_000_000;

/// The secret and the files that a site keeps.
struct Kept {
    secret: Zeroizing<[u8; 32]>,
    spent: Arc<dyn Spent>,
}

fn path(text: &str) -> Result<String, String> {
    if text.starts_with('/') { Ok(text.to_owned()) } else { Err("a path begins with /".to_owned()) }
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let ui = &self.log.begin(ui);
        self.proxies.check()?;
        interrupt::catch()?;
        let pace = Pace::new(self.floor, self.ceiling).map_err(|error| Failure::new(Code::Usage, error))?;
        let rules = self.rules()?;
        let Kept { secret, spent } = self.kept()?;
        let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::new(Code::Internal, error))?;
        // Before the squarings, so that an address that is taken is found at once.
        let (listener, operator) = runtime.block_on(async {
            let bound = |address| listen(address).map_err(|error| taken(address, &error));
            Ok::<_, Failure>((bound(self.listen)?, self.operator.map(bound).transpose()?))
        })?;
        let till = self.till(*secret, pace, spent, ui);
        let gate = Gate::new(&self.site, till, rules, !self.insecure)
            .map_err(|error| Failure::new(Code::Internal, error))?;
        let proxy = Proxy::new(gate, &self.upstream).map_err(|error| Failure::new(Code::Usage, error))?;
        let proxies = Arc::new(self.proxies.proxies());
        let (trusted, believed) = (Arc::clone(&proxies), Arc::clone(&proxies));
        let proxy = proxy.upgrading(self.upgrade).believing(move |peer| believed.list_of(peer));
        let service = Service {
            proxy: Arc::new(proxy),
            client: Arc::new(move |peer, headers| proxies.client(peer, headers)),
            is_proxy: Arc::new(move |peer| trusted.has(peer)),
            limits: self.limits.limits(),
            most_per_second: self.busy.into(),
        };
        let address = listener.local_addr().unwrap_or(self.listen);
        tell(ui, "gate", address, &format!("the gate before {}", self.upstream))?;
        tracing::info!(upstream = %self.upstream, %address, squarings = self.floor, "started");
        runtime.block_on(serve(service, listener, operator, asked_to_end()));
        tracing::info!("stopped");
        Ok(Report::of("stopped", &Serving::Stopped {}))
    }

    /// The site's secret, and its list of spent stamps.
    fn kept(&self) -> Result<Kept, Failure> {
        let secret = self.secret()?;
        let spent: Arc<dyn Spent> = match (&self.redis, self.redis_down, &self.data) {
            (Some(url), Some(when_down), _) => {
                let list = Redis::open(url, when_down, MOST_SPENT);
                Arc::new(list.map_err(|error| Failure::new(Code::Usage, error))?)
            }
            (.., Some(dir)) => {
                let list = Durable::take_over(&dir.join("spent.redb"), MOST_SPENT as u64);
                Arc::new(list.map_err(|error| Failure::new(Code::Refused, error))?)
            }
            (.., None) => Arc::new(Memory::new(MOST_SPENT)),
        };
        Ok(Kept { secret, spent })
    }

    /// The site's secret: that of the directory, which is written if it is not there.
    fn secret(&self) -> Result<Zeroizing<[u8; 32]>, Failure> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).map_err(|error| Failure::new(Code::Internal, error))?;
        let Some(dir) = &self.data else {
            tracing::warn!(
                "without --data all passes end with this process, and stamps of one before it are refused"
            );
            return Ok(secret);
        };
        create_private_dir(dir)?;
        let path = dir.join("gate.key");
        if !path.exists() {
            AtomicFile::write_all_to(&path, Secrecy::Secret, false, hex::encode(*secret).as_bytes())?;
        }
        let digits = read_secret(&path)?;
        hex::decode_to_slice(digits.trim_ascii(), &mut *secret).map_err(|error| {
            Failure::new(Code::Malformed, format_args!("{}: {error}", path.display()))
                .hint("it has 64 hexadecimal digits; without it, all passes are refused: delete it only if that is right")
        })?;
        Ok(secret)
    }

    fn till(&self, secret: [u8; 32], pace: Pace, spent: Arc<dyn Spent>, ui: &Ui) -> Till {
        let options = TillOptions {
            binding: self.bind,
            pass_life: Duration::from_secs(self.pass),
            ..TillOptions::new(&self.site, secret, pace)
        };
        let bar = ui.bar(options.pace.delays().len() as u64, "prices");
        let till = Till::new(&RsaGroup::rsa_2048(), options, spent, |done, _| bar.set_position(done as u64));
        bar.finish_and_clear();
        till
    }

    fn rules(&self) -> Result<Rules, Failure> {
        let mut rules = Rules::default();
        self.open.iter().for_each(|path| rules.open(path));
        self.close.iter().for_each(|path| rules.close(path));
        rules.allow(self.allow.iter().copied());
        rules.deny(self.deny.iter().copied());
        for path in &self.allow_from {
            rules.allow(networks_of(path)?);
        }
        for path in &self.deny_from {
            rules.deny(networks_of(path)?);
        }
        Ok(rules)
    }
}

/// The addresses in a file.
fn networks_of(path: &Path) -> Result<Vec<IpNet>, Failure> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::new(Code::Usage, format_args!("{}: {error}", path.display())))?;
    networks(&text)
        .map_err(|error| Failure::new(Code::Malformed, format_args!("{}: {error}", path.display())))
}

/// Says that something is served.
pub(super) fn tell(ui: &Ui, verb: &str, address: SocketAddr, what: &str) -> Result<(), Failure> {
    let url = format!("http://{address}");
    if ui.json() {
        let line = reports::line(verb, &Serving::Started { url: url.into() });
        return printed_or_unwanted(writeln!(io::stdout(), "{line}"));
    }
    printed_or_unwanted(writeln!(io::stdout(), "{what} is at {url}"))
}

/// Until somebody asks the process to end.
pub(super) async fn asked_to_end() {
    while !interrupt::requested() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn taken(address: SocketAddr, error: &std::io::Error) -> Failure {
    Failure::new(Code::Network, format_args!("{address} can't be used: {error}"))
        .hint("choose another address")
}
