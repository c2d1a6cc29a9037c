//! `heliast node`: one node of a network: its engine, its application, its participants, its page.

mod failures;
mod shown;

pub(super) use shown::{Shown, Start};

use crate::{
    config::{Applied, FrontArgs, LogArgs},
    failure::{Code, Failure},
    home::{KEYS, KeyArgs, Keys as Found, read_keys, rotation},
    interrupt, open_files,
    report::Report,
    reports::Followed,
    secrets::PassphraseArgs,
    ui::Ui,
};
use heliast_engine::Protection;
use heliast_http::Server;
use heliast_network::{
    Address, Ended, Engine, Event, Keys, Node, Options, Program,
    home::{Home, Settings},
    node_at,
};
use std::{
    ffi::OsString,
    io,
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    thread,
};

/// Run one node of a network
///
/// It starts the consensus engine CometBFT and watches over it, keeps the chain, draws for the
/// participants whose keys are in its home, squares for the delay, and serves the same page and API
/// as `heliast up`. With --json it prints one object per line: one when it has started, one per
/// round, one when something goes wrong or is well again, and one at its end.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The node's home, made by `heliast network new`, or founded by `heliast network found`
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
    /// Begin with a snapshot from these nodes, http://HOST:PORT, if this one is empty: it verifies all
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
    /// End when stdin ends, since the process that started this one has then ended
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

/// The number of open files in addition to the connections, as for `heliast up`.
const OTHER_FILES: u64 = 1_024;

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
        let front = open_files::fitted(ui, self.front.front(), OTHER_FILES);
        let engine = self.engine()?;
        let nodes = self.state_sync.iter().map(|url| node_at(url)).collect::<Result<Vec<_>, _>>()?;
        let listen = self.listen.unwrap_or(Settings::of_home(&self.home)?.listen);
        let home = Home::open(&self.home)?;
        let keys = keys(&home, &self.keys, &self.passphrase)?;
        let options = Options { keys, engine, evaluates: self.engine.evaluator, state_sync: nodes };
        let mut node = Node::open(home, options)?;
        let listener = bind(listen)?;
        let address = listener.local_addr().unwrap_or(listen);
        let handles = node.handles().clone();
        self.keys.check(ui, node.members(), handles.rounds.store())?;
        let server = Server::start(handles, listener, front)
            .map_err(|error| Failure::new(Code::Network, format_args!("the API can't be served: {error}")))?;
        let _ = node.home().leave_url(&format!("http://{address}"));
        let ended = self.watch(ui, node, address)?;
        server.stop();
        Ok(stopped(ended))
    }

    /// Runs the node until Ctrl-C, and prints its events.
    fn watch(&self, ui: &Ui, mut node: Node, address: SocketAddr) -> Result<Ended, Failure> {
        let shown = Shown { ui, verb: "node" };
        let (chain, latest) = (node.handles().rounds.chain().clone(), node.handles().rounds.store().last());
        let validators = node.home().foundations().network.validators().len();
        let (is_new, participants) = (node.is_new(), node.participants());
        node.run(&interrupt::requested, &mut |event| {
            if !matches!(event, Event::Started { .. }) {
                return shown.show(event);
            }
            let start = Start { chain: &chain, is_new, latest, participants };
            shown.greet(&start, validators, address)?;
            self.keys.tell_of_adoption(ui);
            shown.show(event)?;
            let chain = hex::encode(chain.id());
            tracing::info!(version = env!("CARGO_PKG_VERSION"), chain, %address, "started");
            Ok(())
        })
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

    fn engine(&self) -> Result<Engine, Failure> {
        Ok(match &self.cometbft {
            Some(address) => Engine::Elsewhere(address.clone()),
            None => Engine::Own(Program::find(self.engine.program.as_deref())?),
        })
    }
}

/// The keys of the participants in a home, if it has any.
pub(super) fn keys(home: &Home, args: &KeyArgs, passphrase: &PassphraseArgs) -> Result<Keys, Failure> {
    let witnesses = args.settings()?;
    let path = home.dir().join(KEYS);
    let found = match path.symlink_metadata().is_err() {
        true => Found { keys: vec![], trees: None, protection: Protection::default() },
        false => read_keys(&path, passphrase)?,
    };
    let Found { keys: secrets, trees, protection } = found;
    let trees = trees.map(|trees| rotation(&home.data(), trees, &witnesses, protection));
    Ok(Keys { secrets, trees, witnesses, adopt: args.adopt })
}

/// The report at the end of a node, or of participants without a node; unlocks the home.
pub(super) fn stopped(ended: Ended) -> Report {
    let round = ended.round;
    drop(ended);
    tracing::info!("stopped");
    let said = Followed::Stopped { round };
    Report::of(format!("stopped after round {round}; the same command goes on"), &said)
}

/// Raises the flag of Ctrl-C when stdin is closed.
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
