//! `heliast gate`: a reverse proxy that asks for a stamp.

mod pages;
mod policy;
mod reload;
mod rules;

use self::{pages::PageArgs, reload::Hangup, rules::RuleArgs};
use crate::{
    config::{Applied, GateLimitArgs, LogArgs, ProxyArgs},
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
    Binding, Durable, ForwardAuth, Gate, Listener, Proxy, Redis, Service, Till, TillOptions, Upgrades,
    WhenDown, listen, listen_in_turn, serve,
};
use heliast_stamp::{Memory, Pace, Spent};
use std::{
    io::{self, Write},
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};
use zeroize::Zeroizing;

/// Ask for a short delay before a web site lets anybody in
///
/// It is a reverse proxy in front of the site at --upstream. Browsers get a page that waits and goes on by
/// itself, and programs get a challenge that `heliast stamp solve` answers. A client that has waited gets a
/// pass for a day. /robots.txt, /.well-known/, /favicon.ico, /sitemap.xml and /humans.txt are open. Put a
/// proxy for TLS in front of the gate.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The site: http://HOST:PORT, or unix:/PATH of a socket
    #[arg(long, value_name = "URL")]
    upstream: Option<String>,
    /// Pass nothing on, and answer a proxy that asks about each request: nginx, caddy or traefik. That proxy
    /// requests /.heliast/auth, and sends everything below /.heliast/ here. Takes the place of --upstream,
    /// and needs --trusted-proxies
    #[arg(long, value_name = "PROXY")]
    forward_auth: Option<ForwardAuth>,
    /// The gate's address
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The address of /health and /metrics, for its operator [default: none]
    #[arg(long, value_name = "ADDR")]
    operator: Option<SocketAddr>,
    /// The site's name, the same on all machines that serve it
    #[arg(long, value_name = "NAME", default_value = "site")]
    site: String,
    /// The directory with the site's secret and the list of spent stamps. Without it, both are lost when the
    /// process ends
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The lowest price, in squarings: half a million take a tenth of a second on a fast machine, and one or
    /// two seconds in a browser
    #[arg(long, value_name = "T", default_value_t = 500_000, value_parser = count::<u64>(1..1 << 40))]
    floor: u64,
    /// The highest price, in squarings
    #[arg(long, value_name = "T", default_value_t = 8_000_000, value_parser = count::<u64>(1..1 << 40))]
    ceiling: u64,
    /// Requests with a stamp or a pass that the site can serve in a second: with more, the price rises. A
    /// network that sends more than an eighth of this number pays a surcharge of its own
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = count::<u32>(1..=1_000_000))]
    busy: u32,
    /// Bind stamps and passes to nobody, network (/24 or /48) or address
    #[arg(long, value_name = "WHAT", default_value = "network")]
    bind: Binding,
    /// The life of a pass, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400, value_parser = count::<u64>(1..=31_536_000))]
    pass: u64,
    /// Protocols that a connection may be upgraded to, if it was paid for; none that carries HTTP [default:
    /// websocket]
    #[arg(long, value_name = "NAME,...")]
    upgrade: Option<Upgrades>,
    /// A Redis that has the list of spent stamps for all gates of the site, which have the same gate.key:
    /// `redis://[USER:PASSWORD@]HOST[:PORT][/DB]`. If it has a password, better set it in the environment
    #[arg(long, value_name = "URL", hide_env_values = true)]
    redis: Option<String>,
    /// While Redis is away, refuse all stamps, so that nobody new is let in, or admit each once at every gate
    #[arg(long, value_name = "WHAT")]
    redis_down: Option<WhenDown>,
    /// Let browsers send the pass without TLS too, to try the gate on this machine
    #[arg(long)]
    insecure: bool,
    #[command(flatten)]
    rules: RuleArgs,
    /// Say what is wrong with the rules, or which apply, and do nothing else
    #[arg(long, help_heading = "Rules")]
    check: bool,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    proxies: ProxyArgs,
    #[command(flatten)]
    limits: GateLimitArgs,
    #[command(flatten)]
    log: LogArgs,
    /// A file with settings [default: gate.toml in the directory of --data, if it is there]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
    /// Print the settings that apply, and where each comes from, and do nothing else
    #[arg(long, help_heading = "Settings")]
    print_config: bool,
    /// The settings that apply; `config` finds them.
    #[arg(skip)]
    pub applied: Applied,
}

/// The most spent stamps that are remembered.
const MOST_SPENT: usize = 10_000_000;

/// The secret and the files of a site.
struct Kept {
    secret: Zeroizing<[u8; 32]>,
    spent: Arc<dyn Spent>,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        if self.print_config {
            return Ok(self.applied.report());
        }
        let ui = &self.log.begin(ui);
        if let Some(path) = &self.config {
            tracing::info!(path = %path.display(), "settings were read");
        }
        self.consistent()?;
        let pace = Pace::new(self.floor, self.ceiling).map_err(|error| Failure::new(Code::Usage, error))?;
        // This comes before the rules are read, so that a signal makes the gate read the newest ones.
        let hangup = if self.check { None } else { Hangup::catch() };
        let rules = self.rules.rules(self.floor)?;
        if self.check {
            return Ok(rules::shown(&rules));
        }
        let looks = self.pages.looks(&self.site)?;
        interrupt::catch()?;
        let Kept { secret, spent } = self.kept()?;
        let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::new(Code::Internal, error))?;
        let (listener, operator) = runtime.block_on(async {
            let listener = self.bound(self.listen, "--listen")?;
            let operator = self.operator.map(|address| self.bound(address, "--operator")).transpose()?;
            Ok::<_, Failure>((listener, operator))
        })?;
        let till = self.till(*secret, pace, spent, ui);
        let gate = Gate::new(&self.site, till, rules, !self.insecure)
            .map_err(|error| Failure::new(Code::Internal, error))?
            .showing(looks);
        let (proxy, what) = self.proxy(gate)?;
        let proxy = Arc::new(proxy.believing(self.proxies.proxies()));
        if let Some(hangup) = hangup {
            hangup.reload(Arc::clone(&proxy), self.rules.clone(), self.floor);
        }
        let service = Service { proxy, limits: self.limits.limits(), most_per_second: self.busy.into() };
        let address = listener.local_addr().unwrap_or(self.listen);
        tell(ui, "gate", address, &format!("the gate {what}"))?;
        tracing::info!(gate = %what, %address, squarings = self.floor, "started");
        runtime.block_on(serve(service, listener, operator, asked_to_end()));
        tracing::info!("stopped");
        Ok(Report::of("stopped", &Serving::Stopped {}))
    }

    /// A listener at an address, which another gate of the same directory may already use.
    fn bound(&self, address: SocketAddr, option: &str) -> Result<Listener, Failure> {
        let bound = match &self.data {
            Some(dir) => listen_in_turn(address, dir),
            None => listen(address),
        };
        bound.map_err(|error| {
            let failure = taken(address, option, &error);
            match error.kind() {
                io::ErrorKind::AddrInUse => failure.hint(format_args!(
                    "end the program that has it, or give another address with {option}; a gate takes over only \
                     from one with the same --data"
                )),
                _ => failure,
            }
        })
    }

    /// Refuses options that do not fit together. These are not rules of clap: any of them may be in the file,
    /// which clap does not check.
    fn consistent(&self) -> Result<(), Failure> {
        self.proxies.check()?;
        let wrong = |message: &str, hint: &str| Err(Failure::new(Code::Usage, message).hint(hint));
        let is_asked = self.forward_auth.is_some();
        match (&self.upstream, is_asked) {
            // Rules can be checked without a site.
            (None, false) if !self.check => {
                return wrong(
                    "nobody says where the site is",
                    "give --upstream http://HOST:PORT, or --forward-auth nginx, caddy or traefik",
                );
            }
            (Some(_), true) => {
                return wrong("a gate with --forward-auth passes nothing on", "leave --upstream out");
            }
            _ => {}
        }
        if self.operator == Some(self.listen) && self.listen.port() != 0 {
            return wrong(
                "visitors and the operator can't have one address",
                "give --operator another address, which visitors can't reach",
            );
        }
        if is_asked && !self.proxies.are_trusted() && !self.check {
            return wrong("nobody is believed about requests", "say with --trusted-proxies whose proxy asks");
        }
        if is_asked && self.pages.previews {
            return wrong("a gate with --forward-auth knows no site to preview", "leave --previews out");
        }
        if is_asked && self.upgrade.is_some() {
            return wrong(
                "a gate with --forward-auth upgrades no connection: the proxy does",
                "leave --upgrade out, and say it to the proxy",
            );
        }
        match (&self.redis, self.redis_down) {
            (Some(_), None) => wrong(
                "--redis needs --redis-down: nobody says what becomes of stamps while Redis is away",
                "give --redis-down refuse or admit",
            ),
            (None, Some(_)) => {
                wrong("--redis-down needs --redis", "say where Redis is, or leave --redis-down out")
            }
            _ => Ok(()),
        }
    }

    /// The gate with its site or its proxy, and a description of that.
    fn proxy(&self, gate: Gate) -> Result<(Proxy, String), Failure> {
        if let Some(proxy) = self.forward_auth {
            return Ok((Proxy::asked_by(gate, proxy), "that a proxy asks".to_owned()));
        }
        let upstream = self.upstream.as_deref().unwrap_or_default();
        let proxy = Proxy::new(gate, upstream).map_err(|error| Failure::new(Code::Usage, error))?;
        let proxy = proxy.upgrading(self.upgrade.clone().unwrap_or_default());
        let proxy = if self.pages.previews { proxy.previewing() } else { proxy };
        Ok((proxy, format!("before {upstream}")))
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

    /// The site's secret in the directory, which is written if it is missing.
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
        let (ui, mut begun) = (*ui, false);
        // Printed once at the beginning and at the end: the squarings take as long as paying the highest
        // price.
        let progress = move |done, of| match (done, of) {
            (1, 2..) if !begun => {
                begun = true;
                let text = format!(
                    "preparing {} higher prices: until then the price stays at what is prepared",
                    of - 1
                );
                ui.note(&text);
                tracing::info!(prices = of, "preparing prices");
            }
            (done, of) if done == of && begun => {
                ui.note("all prices are prepared");
                tracing::info!(prices = of, "all prices are prepared");
            }
            _ => {}
        };
        Till::new(&RsaGroup::rsa_2048(), options, spent, progress)
    }
}

/// Reports the address and the content that is served.
pub(super) fn tell(ui: &Ui, verb: &str, address: SocketAddr, what: &str) -> Result<(), Failure> {
    let url = format!("http://{address}");
    if ui.json() {
        let line = reports::line(verb, &Serving::Started { url: url.into() });
        return printed_or_unwanted(writeln!(io::stdout(), "{line}"));
    }
    printed_or_unwanted(writeln!(io::stdout(), "{what} is at {url}"))
}

/// Waits until a signal asks the process to end.
pub(super) async fn asked_to_end() {
    while !interrupt::requested() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The failure to listen at the address of an option.
pub(super) fn taken(address: SocketAddr, option: &str, error: &io::Error) -> Failure {
    Failure::new(Code::Network, format_args!("can't listen on {address}: {error}"))
        .hint(format_args!("choose another address with {option}"))
}
