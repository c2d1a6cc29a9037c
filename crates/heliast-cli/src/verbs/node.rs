//! `heliast node`: one node of a network: its engine, its application, its participants, its page.

mod opened;
mod shown;

pub(super) use opened::Opened;
pub(super) use shown::Shown;

use crate::{
    config::{Applied, FrontArgs, LogArgs},
    failure::{Code, Failure},
    home::{KeyArgs, Right, SetBack, keep, leave_url},
    interrupt, node_homes,
    report::Report,
    secrets::PassphraseArgs,
    ui::Ui,
};
use heliast_client::Node;
use heliast_engine::{AlarmKind, Epochs, Members, Shared};
use heliast_finality::NetworkFile;
use heliast_http::Server;
use heliast_keystore::Claim;
use heliast_network::{
    abci::{self, Address},
    app::{App, AppError},
    comet::{Engine, Missing, Program, Setup},
    home::{self, Settings, StateSync},
    recorder::Recorder,
    rpc::{Rpc, RpcError},
    worker::{self, Worker, WorkerError},
};
use std::{
    env,
    ffi::OsString,
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    sync::{Arc, Mutex, mpsc},
    thread::{self, available_parallelism},
    time::Duration,
};

/// Run one node of a network
///
/// It starts the consensus engine CometBFT and watches over it, keeps the chain, draws for the
/// participants whose keys are in its home, squares for the delay, and serves the same page and API
/// as `heliast up`. With --json it prints one object per line: one when it has started, one per
/// round, one when something goes wrong or is well again, and one at its end.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The node's home, made by `heliast network new`
    #[arg(long, value_name = "DIR")]
    home: PathBuf,
    /// The address on which to serve the page and the API [default: as node.toml says]
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    engine: EngineArgs,
    /// The address on which to listen for an engine that somebody else runs: tcp://HOST:PORT or unix:///PATH.
    /// The address of its RPC is in node.toml
    #[arg(long, value_name = "ADDR", conflicts_with = "program")]
    cometbft: Option<Address>,
    /// Begin with a snapshot of these nodes, http://HOST:PORT, if this one is empty: it verifies all
    /// rounds, and does not need the earlier blocks
    #[arg(long, value_name = "URL", value_delimiter = ',', num_args = 1)]
    state_sync: Vec<String>,
    #[command(flatten)]
    passphrase: PassphraseArgs,
    #[command(flatten)]
    keys: KeyArgs,
    #[command(flatten)]
    front: FrontArgs,
    #[command(flatten)]
    log: LogArgs,
    /// A file with settings [default: heliast.toml in the home, if it is there]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
    /// Print the settings that apply, and where each comes from, and do nothing else
    #[arg(long, help_heading = "Settings")]
    print_config: bool,
    /// The settings that apply; `config` finds them.
    #[arg(skip)]
    pub applied: Applied,
    /// End when stdin does: the process that started this one has ended then
    #[arg(long, hide = true)]
    supervised: bool,
}

/// Settings of a node's engine, and of its work besides consensus.
#[derive(Debug, clap::Args)]
pub struct EngineArgs {
    /// The program cometbft [default: HELIAST_COMETBFT, or the one in PATH or where Go installs]
    #[arg(long = "cometbft-program", value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// Square for the delay: yes or no [default: as node.toml says]
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no)]
    pub evaluator: Option<bool>,
}

/// Time between two looks for changes.
const LOOK: Duration = Duration::from_millis(50);
/// Time that CometBFT has for closing its databases.
const ENGINE_PATIENCE: Duration = Duration::from_secs(20);
/// The engine's `create_empty_blocks_interval`, as in new homes.
const EMPTY_BLOCKS: Duration = Duration::from_secs(10);
/// The engine keeps all blocks, so that a new node can begin with the first.
const ALL_BLOCKS: u64 = 0;
/// The most open files, as for `heliast up`.
const MAX_FILES: u64 = 16_384;

fn yes_or_no(text: &str) -> Result<bool, &'static str> {
    match text {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err("give yes or no"),
    }
}

impl EngineArgs {
    /// These settings as flags of another command line.
    pub fn flags(&self) -> Vec<OsString> {
        let mut flags = vec![];
        if let Some(program) = &self.program {
            flags.extend(["--cometbft-program".into(), program.into()]);
        }
        if let Some(is_one) = self.evaluator {
            flags.extend(["--evaluator".into(), if is_one { "yes" } else { "no" }.into()]);
        }
        flags
    }
}

/// The services behind the page, which end in this order: first those that send, then the engine, which
/// decides, then the server that answers the engine.
struct Parts {
    _epochs: Epochs,
    _worker: Worker,
    _recorder: Recorder,
    engine: Option<Engine>,
    _abci: abci::Server,
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
        self.require_one_engine()?;
        self.front.check()?;
        interrupt::catch()?;
        if self.supervised {
            end_with_stdin();
        }
        let _ = rlimit::increase_nofile_limit(MAX_FILES);
        let program = match self.cometbft {
            Some(_) => None,
            None => Some(Program::find(self.engine.program.as_deref())?),
        };
        let witnesses = self.keys.settings()?;
        let settings = node_homes::settings(&self.home)?;
        opened::check_halves(&self.home, None)?;
        let opened = Opened::new(&self.home, (&witnesses, self.keys.adopt), &self.passphrase)?;
        let Opened { network, store, mut members, participants, right, mut lock, is_new } = opened;
        let listen = self.listen.unwrap_or(settings.listen);
        let listener = bind(listen)?;
        let address = listener.local_addr().unwrap_or(listen);
        let shared = Shared::new(store);
        self.keys.check(ui, &mut members, shared.store())?;
        let server = Server::start(Arc::clone(&shared), listener, self.front.front())
            .map_err(|error| Failure::new(Code::Network, format_args!("the API can't be served: {error}")))?;
        let (parts, mut claim, set_back) =
            self.begin(ui, &shared, &network, (settings, members, right), program)?;
        let _ = leave_url(&mut lock, &format!("http://{address}"));
        let mut shown = Shown::new(ui, "node", Arc::clone(&shared));
        shown.greet(&network, address, participants, is_new)?;
        self.keys.tell_of_adoption(ui);
        set_back.iter().try_for_each(|set_back| set_back.tell(ui, "node"))?;
        let chain = hex::encode(shared.chain().id());
        tracing::info!(version = env!("CARGO_PKG_VERSION"), chain, %address, "started");
        while !interrupt::requested() {
            if let Some(engine) = &parts.engine {
                shared.set_alarm(AlarmKind::Engine, engine.state().trouble);
            }
            shown.rounds(|round| keep(&shared, &mut claim, round));
            shown.alarms();
            shown.pace();
            thread::sleep(LOOK);
        }
        drop(parts);
        shown.rounds(|round| keep(&shared, &mut claim, round));
        server.stop();
        drop(lock);
        tracing::info!("stopped");
        let round = shared.store().last();
        Ok(Report::new(format!("stopped after round {round}; the same command goes on"))
            .field("event", "stopped")
            .field("round", round))
    }

    /// Refuses two engines. A rule of the command line is not enough: it does not see the settings file,
    /// which may name either.
    fn require_one_engine(&self) -> Result<(), Failure> {
        if self.cometbft.is_none() || self.engine.program.is_none() {
            return Ok(());
        }
        Err(Failure::new(Code::Usage, "cometbft and cometbft-program name two engines")
            .hint("leave cometbft-program out where somebody else runs the engine"))
    }

    /// Starts the services behind the page. Steps that may be refused come first; then the keys are taken,
    /// and then the services that use them start.
    fn begin(
        &self,
        ui: &Ui,
        shared: &Arc<Shared>,
        network: &NetworkFile,
        (settings, members, right): (Settings, Members, Right),
        program: Option<Program>,
    ) -> Result<(Parts, Claim, Option<SetBack>), Failure> {
        let data = self.home.join(home::DATA);
        shared.begin_network(&network.to_bytes())?;
        let (sender, committed) = mpsc::channel();
        let app = App::new(Arc::clone(shared), network.clone(), &data, ALL_BLOCKS, sender)?
            .with_snapshots(settings.snapshot_blocks);
        opened::check_halves(&self.home, Some(app.state().height()))?;
        let sources = self.begin_from(ui, shared, network, app.state().height())?;
        let (app, place) = (Arc::new(Mutex::new(app)), self.application_address()?);
        let abci = abci::Server::start(&place, Arc::clone(&app)).map_err(|error| {
            Failure::new(Code::Network, format_args!("{place} can't be listened on: {error}"))
        })?;
        let rpc = engine_rpc(settings.rpc)?;
        let recorder = Recorder::start(app, Arc::clone(shared), network, rpc.clone())
            .map_err(|error| Failure::new(Code::Internal, error))?;
        let engine_rpc = rpc.clone();
        shared.serve_engine(Box::new(move |method, params| engine_rpc.pass_on(method, params)));
        let proof = |node: &Node, epoch| node.epoch(epoch).ok().flatten()?.bytes();
        let fetch = move |epoch| sources.iter().find_map(|node| proof(node, epoch));
        let epochs = Epochs::start(Arc::clone(shared), Some(Box::new(fetch)))
            .map_err(|error| Failure::new(Code::Internal, error))?;
        let evaluates = self.engine.evaluator.unwrap_or(settings.evaluator);
        let (claim, set_back) = right.take()?;
        let worker = Worker::start(shared, members, committed, working(data, rpc, evaluates, network))?;
        let engine = program.map(|program| self.engine(program, &place)).transpose()?;
        let parts = Parts { _epochs: epochs, _worker: worker, _recorder: recorder, engine, _abci: abci };
        Ok((parts, claim, set_back))
    }

    /// Makes an empty node begin with a snapshot of the nodes that --state-sync names. Returns these nodes.
    fn begin_from(
        &self,
        ui: &Ui,
        shared: &Shared,
        network: &NetworkFile,
        height: u64,
    ) -> Result<Vec<Node>, Failure> {
        let nodes = self.state_sync.iter().map(|url| worker::node_at(url)).collect::<Result<Vec<_>, _>>();
        let nodes = nodes.map_err(|error| Failure::new(Code::Usage, error))?;
        if nodes.is_empty() {
            return Ok(nodes);
        }
        if height > 0 {
            ui.note(format_args!(
                "note: this node has the state after block {height} and goes on from there; --state-sync is for an \
                 empty one"
            ));
            return Ok(nodes);
        }
        let state_sync =
            StateSync::find(shared.chain(), network, &nodes, shared.now_ms()).map_err(|error| {
                Failure::new(Code::Network, error)
                    .hint("name the pages of nodes of this network that run, http://HOST:PORT")
            })?;
        state_sync.write(&self.home).map_err(|error| crate::files::unwritable(&self.home, &error))?;
        ui.note(format_args!(
            "this node begins with a snapshot: block {} is signed by more than two thirds of the network",
            state_sync.height
        ));
        Ok(nodes)
    }

    /// The address on which the application listens for the engine.
    fn application_address(&self) -> Result<Address, Failure> {
        if let Some(address) = &self.cometbft {
            return Ok(address.clone());
        }
        let socket = home::socket(&self.home, &env::temp_dir());
        let socket = socket.map_err(|error| crate::files::unwritable(&self.home, &error))?;
        Ok(Address::Unix(socket))
    }

    fn engine(&self, program: Program, application: &Address) -> Result<Engine, Failure> {
        let setup = Setup {
            program,
            home: self.home.join(home::ENGINE),
            application: application.to_string(),
            log: self.home.join("comet.log"),
            patience: ENGINE_PATIENCE,
        };
        Engine::start(setup).map_err(|error| crate::files::unwritable(&self.home, &error))
    }
}

/// The settings of the worker.
fn working(home: PathBuf, rpc: Rpc, evaluates: bool, network: &NetworkFile) -> worker::Settings {
    worker::Settings {
        home,
        nodes: vec![rpc],
        evaluates,
        threads: available_parallelism().map_or(1, usize::from),
        block_interval: EMPTY_BLOCKS,
        needs_peers: network.validators().len() > 1,
    }
}

fn engine_rpc(place: SocketAddr) -> Result<Rpc, Failure> {
    let failed = |error: RpcError| Failure::new(Code::Malformed, format_args!("node.toml: rpc: {error}"));
    Rpc::new(&format!("http://{place}")).map_err(failed)
}

/// Raises the flag of Ctrl-C when stdin ends.
fn end_with_stdin() {
    thread::spawn(|| {
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        interrupt::request();
    });
}

fn bind(listen: SocketAddr) -> Result<TcpListener, Failure> {
    TcpListener::bind(listen).map_err(|error| {
        let message = format_args!("can't listen on {listen}: {error}");
        Failure::new(Code::Network, message).hint("choose another address with --listen or in heliast.toml")
    })
}

impl From<AppError> for Failure {
    fn from(error: AppError) -> Failure {
        match error {
            AppError::Store(error) => error.into(),
            error => Failure::new(Code::Refused, error)
                .hint("restore the whole home from one backup: all that is in it belongs together"),
        }
    }
}

impl From<WorkerError> for Failure {
    fn from(error: WorkerError) -> Failure {
        match error {
            WorkerError::Thread(_) => Failure::new(Code::Internal, error),
            error => Failure::new(Code::Refused, error),
        }
    }
}

impl From<Missing> for Failure {
    fn from(missing: Missing) -> Failure {
        let hint = missing.hint();
        Failure::new(Code::Refused, missing).hint(hint)
    }
}
