//! `heliast up`: a beacon on this machine, with a web page and an HTTP API.

use crate::{
    config::{Applied, FrontArgs, LogArgs},
    failure::{Code, Failure},
    groups::{ChainDelayArgs, delay_words},
    home::{DelayWish, Home, KeyArgs, Lots, Trees, Wish, group_name, stateless, tell, tell_set_back},
    interrupt,
    numbers::{self, count},
    open_files,
    report::{Report, print_line as print},
    reports::{self, Bits, Digest, Measure, Up},
    secrets::SecretArgs,
    terms::period_ms,
    ui::Ui,
};
use heliast::{Chain, EPOCH_ROUNDS, MAX_EPOCH_ROUNDS, Roots, StatelessScheme, keys::Key};
use heliast_engine::{EngineError, Finished, Handles, Members, Solo, note_made};
use heliast_http::Server;
use heliast_store::{Archive, Store, StoreError};
use std::{
    net::{SocketAddr, TcpListener},
    num::NonZeroU32,
    path::PathBuf,
    sync::Arc,
    thread::available_parallelism,
    time::Instant,
};

/// Start a beacon, or continue the one in the data directory
///
/// All its participants are in this process: it shows and tests the protocol, and decentralises nothing. Each
/// round draws a committee by lot and runs a delay. With --json it prints one object per line: one when it
/// has started, one per round, and one at its end.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The data directory: chain.redb, keys.json and the participants' hash trees
    #[arg(long, value_name = "DIR", default_value = "./heliast-data")]
    data: PathBuf,
    /// Participants of a new chain [default: 8]
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=1000))]
    participants: Option<u32>,
    /// Seconds from round to round of a new chain, from 0.1 to 86400 [default: 3]
    #[arg(long, value_name = "SECONDS", value_parser = period_ms)]
    period: Option<u32>,
    /// The delay of a new chain: a share of the period, such as 0.5, at the present speed of this machine; or
    /// squarings, such as 1e7 or 10_000_000 [default: two thirds of the period]
    #[arg(long, value_name = "SHARE|T")]
    delay: Option<DelayWish>,
    #[command(flatten)]
    delays: ChainDelayArgs,
    /// The scheme that draws the lots of a new chain: x-vrf-H or ivrf-H, hash trees of height H from 4 to 27,
    /// which are secure against quantum computers and last 2^H rounds or more; or stateless keys only:
    /// a-vrf-fast, a-vrf-small, ell2, tai (the last two are ECVRF) [default: x-vrf-10]
    #[arg(long, value_name = "SCHEME")]
    vrf: Option<Lots>,
    /// The scheme of the stateless keys, which announce hash trees and draw when no tree is due [default:
    /// a-vrf-fast]
    #[arg(long, value_name = "SCHEME", value_parser = stateless)]
    stateless: Option<StatelessScheme>,
    /// Rounds from the announcement of a hash tree to its effect [default: 10]
    #[arg(long, value_name = "ROUNDS", value_parser = count::<u16>(2..=1000))]
    lead: Option<u16>,
    /// Votes that a round hands out on average; several numbers for several committees, up to 16 [default:
    /// 20]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = count::<u32>(1..=1_000_000))]
    votes: Option<Vec<u32>>,
    /// The address on which to serve the page and the API
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    /// Rounds of an epoch, whose delays one batch proof covers
    #[arg(long, value_name = "ROUNDS", default_value_t = EPOCH_ROUNDS.get(),
        value_parser = count::<u32>(1..=u64::from(MAX_EPOCH_ROUNDS)))]
    epoch: u32,
    /// The folder to write closed epochs to, as bundles, which the API serves and `heliast verify` reads
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// The fewest rounds that the data directory keeps when they are archived; needs --archive [default: all]
    #[arg(long, value_name = "ROUNDS")]
    keep: Option<u64>,
    #[command(flatten)]
    secret: SecretArgs,
    /// End after this many new rounds, when all whole epochs have their proofs
    #[arg(long, value_name = "N", value_parser = count::<u64>(..))]
    rounds: Option<u64>,
    #[command(flatten)]
    keys: KeyArgs,
    #[command(flatten)]
    front: FrontArgs,
    #[command(flatten)]
    log: LogArgs,
    /// A file with settings [default: heliast.toml in the data directory, if it is there]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
    /// Print the settings that apply, and where each comes from, and do nothing else
    #[arg(long, help_heading = "Settings")]
    print_config: bool,
    /// The settings that apply; `config` finds them.
    #[arg(skip)]
    pub applied: Applied,
}

/// The number of open files in addition to the connections: each tree has open files, and a participant has
/// up to three trees.
const OTHER_FILES: u64 = 1_024;

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        if self.print_config {
            return Ok(self.applied.report());
        }
        let ui = &self.log.begin(ui);
        if let Some(path) = &self.config {
            tracing::info!(path = %path.display(), "settings were read");
        }
        self.require_archive()?;
        self.front.check()?;
        Lots::check(self.delays.post_quantum, self.vrf, self.stateless)?;
        interrupt::catch()?;
        let front = open_files::fitted(ui, self.front.front(), OTHER_FILES);
        let wish = Wish {
            participants: self.participants,
            period_ms: self.period,
            delays: self.delays.clone(),
            delay: self.delay,
            lots: self.vrf,
            stateless: self.stateless,
            lead: self.lead,
            committees: self.votes.clone(),
            segment: NonZeroU32::new(self.epoch).unwrap_or(NonZeroU32::MIN),
            secret: self.secret.clone(),
        };
        let listener = self.bind()?;
        let home = Home::open(&self.data, wish, &self.keys, ui)?;
        let address = listener.local_addr().unwrap_or(self.listen);
        let Home { store, keys, rotation, speed, is_new, mut lock, right } = home;
        let trees = rotation.as_ref().map(|trees| Trees { scheme: trees.scheme, height: trees.height });
        let lots = trees.map_or(Lots::Stateless(store.chain().genesis().vrf), Lots::Trees);
        let mut members = Members::new(store.chain(), keys, rotation).ok_or_else(|| {
            Failure::new(Code::Refused, "the secret keys are not those of the chain's participants")
                .hint("restore the keys.json that belongs to this chain from a backup")
        })?;
        let recovery = self.keys.check(ui, &mut members, &store)?;
        let store = self.archived(store, ui)?;
        let handles = Handles::with_epochs(store, NonZeroU32::new(self.epoch).unwrap_or(NonZeroU32::MIN));
        let chain = handles.rounds.chain().clone();
        let threads = available_parallelism().map_or(1, usize::from);
        let engine =
            Solo::new(&handles, members, threads, speed.unwrap_or(0.0), Arc::new(interrupt::requested));
        let server = Server::start(handles.clone(), listener, front)
            .map_err(|error| Failure::new(Code::Network, format_args!("the API can't be served: {error}")))?;
        // From here on nothing can be refused any more.
        let (mut claim, set_back) = right.take()?;
        // Only commands that find the node by its directory need the URL.
        let _ = lock.leave_url(&format!("http://{address}"));
        self.greet(ui, &handles, (lots, is_new), address)?;
        self.keys.tell_of_adoption(ui);
        set_back.iter().try_for_each(|set_back| tell_set_back(set_back, ui, "up"))?;
        recovery.iter().try_for_each(|recovery| tell(ui, recovery))?;
        tracing::info!(version = env!("CARGO_PKG_VERSION"), chain = hex::encode(chain.id()), %address, "started");
        let made = engine.run(self.rounds, |finished| {
            note_made(&handles.board, &mut claim, finished.round.number);
            show(ui, &chain, &finished);
        });
        server.stop();
        drop(lock);
        tracing::info!("stopped");
        let made = made?;
        let headline = format!("{} made; `heliast up` continues the chain", numbers::counted(made, "round"));
        Ok(Report::of(headline, &Up::Stopped { rounds: made }))
    }

    /// Refuses to prune rounds that are not archived. A rule of the command line is not enough: it does not
    /// see the settings file, which may have either.
    fn require_archive(&self) -> Result<(), Failure> {
        if self.keep.is_none() || self.archive.is_some() {
            return Ok(());
        }
        let failure =
            Failure::new(Code::Usage, "keep needs archive: what is archived nowhere is not removed");
        Err(failure.hint("say with --archive DIR where rounds are archived, or leave keep out"))
    }

    /// The store with its archive, if one is given.
    fn archived(&self, store: Store, ui: &Ui) -> Result<Store, Failure> {
        let Some(dir) = &self.archive else {
            if store.first() > 1 {
                let last = store.first() - 1;
                ui.note(format_args!(
                    "note: rounds 1 to {last} are in an archive, which --archive would serve"
                ));
            }
            return Ok(store);
        };
        let archive = Archive::create(dir, store.chain()).map_err(StoreError::from)?;
        Ok(store.with_archive(archive)?.keeping(self.keep))
    }

    fn bind(&self) -> Result<TcpListener, Failure> {
        TcpListener::bind(self.listen).map_err(|error| {
            let message = format_args!("can't listen on {}: {error}", self.listen);
            Failure::new(Code::Network, message).hint("choose another address with --listen")
        })
    }

    fn greet(
        &self,
        ui: &Ui,
        handles: &Handles,
        (lots, is_new): (Lots, bool),
        address: SocketAddr,
    ) -> Result<(), Failure> {
        let chain = handles.rounds.chain();
        let genesis = chain.genesis();
        let (id, last) = (hex::encode(chain.id()), handles.rounds.store().last());
        let period = f64::from(genesis.period_ms) / 1e3;
        let url = format!("http://{address}");
        let hours = chain.roots().map(|roots| hours_of_a_year(roots, period));
        if ui.json() {
            let started = Up::Started {
                chain: Digest::of(chain.id()),
                new: is_new,
                latest: last,
                url: url.into(),
                t: genesis.delays.t(),
                period_seconds: Measure(period),
                participants: genesis.participants.len(),
                vrf: lots.into(),
                stateless: genesis.vrf.name().into(),
                lead: genesis.lead,
                expected_votes: genesis.committees.clone(),
                group: Digest::of(&chain.delay_id()),
                bits: Bits::of_chain(chain),
                delay_by: genesis.delays.name().into(),
                roots_of_a_year_seconds: hours.map(|hours| Measure(3_600.0 * hours)),
            };
            return print(&reports::line("up", &started));
        }
        let state = if is_new { "new".to_owned() } else { format!("continued after round {last}") };
        print(&format!(
            "heliast beacon\n  \
             chain  {id} ({state})\n  \
             lots   {} participants, {} units of stake, {} votes expected\n  \
             keys   {}\n  \
             delay  {} in every round of {period} s, {}\n{}  \
             data   {}\n  \
             page   {url}\n  \
             stop   Ctrl-C; the same command continues the chain\n",
            genesis.participants.len(),
            chain.total_stake(),
            genesis.committees.iter().map(u32::to_string).collect::<Vec<_>>().join(" + "),
            match lots {
                Lots::Trees(_) => format!(
                    "{lots}, announced {} rounds before; {} where none is due",
                    genesis.lead,
                    genesis.vrf.name()
                ),
                Lots::Stateless(scheme) => scheme.name().to_owned(),
            },
            delay_words(&genesis.delays, group_name),
            kernel(chain).map_or_else(|| "portable arithmetic".to_owned(), |name| format!("{name} kernel")),
            hours.map_or_else(String::new, |hours| format!(
                "  proof  none for many rounds of roots: a year of them takes a verifier {hours:.1} hours of a core\n"
            )),
            self.data.display(),
        ))
    }
}

/// The name of the kernel that computes a chain's delay; class groups have portable code only.
fn kernel(chain: &Chain) -> Option<&'static str> {
    let ring = match chain.group() {
        Some(group) => group.rsa()?.ring(),
        None => chain.roots()?.field.ring(),
    };
    Some(ring.backend().name())
}

/// The hours that a core needs to verify the roots of a year of rounds, each `period` seconds long, at the
/// current speed of this machine.
fn hours_of_a_year(roots: &Roots, period: f64) -> f64 {
    const YEAR: f64 = 365.25 * 24.0 * 3600.0;
    const STEPS: u64 = 2_000;
    let y = roots.field.hash(b"heliast/calibration");
    let begun = Instant::now();
    let _ = roots.field.steps_back(&y, STEPS);
    let seconds = begun.elapsed().as_secs_f64() / STEPS as f64;
    YEAR / period * roots.t as f64 * seconds / 3600.0
}

/// Prints one line for a finished round. A reader that has gone away does not stop the beacon.
fn show(ui: &Ui, chain: &Chain, finished: &Finished) {
    let (round, facts) = (&finished.round, finished.round.facts());
    let votes: u64 = facts.lots.iter().map(|lot| lot.votes).sum();
    let trees = facts.lots.iter().filter(|lot| matches!(lot.key, Key::Stateful(_))).count();
    let beacon = hex::encode(facts.beacon);
    let (delay, proof) = (finished.delay.as_secs_f64(), finished.proof.as_secs_f64());
    let (delay_ms, proof_ms) = (finished.delay.as_millis() as u64, finished.proof.as_millis() as u64);
    tracing::info!(round = round.number, votes, delay_ms, proof_ms, "finished");
    let line = if ui.json() {
        let made = Up::Round {
            round: round.number,
            time_ms: round.time_ms,
            beacon: Digest::of(&facts.beacon),
            tickets: facts.lots.len(),
            by_trees: trees,
            announcements: round.announcements.len(),
            votes,
            delay_seconds: Measure(delay),
            proof_seconds: Measure(proof),
        };
        reports::line("up", &made)
    } else {
        let mut seated: Vec<_> = facts.lots.iter().map(|lot| lot.participant).collect();
        seated.sort_unstable();
        seated.dedup();
        let (seated, all) = (seated.len(), chain.genesis().participants.len());
        let keys = match (trees, round.announcements.len()) {
            _ if chain.genesis().lead == 0 => String::new(),
            (trees, 0) => format!(", {trees} of {} lots by trees", facts.lots.len()),
            (trees, announced) => {
                format!(", {trees} of {} lots by trees, {announced} announced", facts.lots.len())
            }
        };
        format!(
            "round {:<6} {}  {seated} of {all} drew {votes} votes{keys}  delay {delay:.2} s  proof {proof:.2} s{}",
            round.number,
            beacon.get(..32).unwrap_or_default(),
            if votes == 0 { "  EMPTY" } else { "" },
        )
    };
    let _ = print(&line);
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Failure {
        match error {
            EngineError::Store(error) => error.into(),
            EngineError::Keys(lost) => lost.into(),
            other => Failure::new(Code::Internal, other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_is_a_tenth_of_a_second_to_a_day() {
        for (text, ms) in [("0.1", 100), ("3", 3000), ("0.2504", 250), ("86400", 86_400_000), ("1e1", 10_000)]
        {
            assert_eq!(period_ms(text), Ok(ms), "{text}");
        }
        for (text, said) in [
            ("0.09", "give 0.1 to 86400 seconds"),
            ("86400.1", "give 0.1 to 86400 seconds"),
            ("-3", "give 0.1 to 86400 seconds"),
            ("nan", "give 0.1 to 86400 seconds"),
            ("inf", "give 0.1 to 86400 seconds"),
            ("3s", "give a number of seconds"),
            ("", "give a number of seconds"),
        ] {
            assert_eq!(period_ms(text).unwrap_err(), said, "{text}");
        }
    }
}
