//! `heliast relay`: a verified copy of a chain, served without keys.

use super::node::{Shown, Start, stopped};
use crate::{
    config::{Applied, FrontArgs, LogArgs},
    failure::{Code, Failure},
    foundations::{chain_id, founded, node_at, solo},
    interrupt,
    numbers::count,
    open_files,
    report::Report,
    ui::Ui,
};
use heliast::{EPOCH_ROUNDS, MAX_EPOCH_ROUNDS};
use heliast_client::Node;
use heliast_engine::Handles;
use heliast_http::Server;
use heliast_network::{self as network, Event, Origin, Relay, RelayOptions};
use std::{
    net::{SocketAddr, TcpListener},
    num::NonZeroU32,
    path::PathBuf,
};

/// Serve a verified copy of a chain, without keys
///
/// It follows the chain at nodes of others, or at other relays, verifies every round and that the network
/// agreed on it, and serves the same pages, API and event streams as a node, for more readers than nodes
/// could serve. It has no keys, makes no rounds and takes no tickets. None of the nodes is trusted; one that
/// does not answer or gives a false answer is named.
#[derive(Debug, clap::Args)]
// A relay is for many readers: so many streams take some hundred megabytes.
#[command(mut_arg("limits_connections", |arg| arg.default_value("12000")))]
#[command(mut_arg("limits_streams", |arg| arg.default_value("10000")))]
#[command(mut_arg("limits_waiting", |arg| arg.default_value("2000")))]
pub struct Args {
    /// Nodes of the chain, or relays, http://HOST:PORT; give several, so that none of them can withhold
    /// rounds
    #[arg(long, value_name = "URL,...", value_delimiter = ',')]
    node: Vec<String>,
    /// The directory of the copy
    #[arg(long, value_name = "DIR", default_value = "./heliast-relay")]
    data: PathBuf,
    /// The id of the chain, in hexadecimal digits; needed if the directory has no chain yet
    #[arg(long, value_name = "ID")]
    chain: Option<String>,
    /// The chain belongs to a single node, and no network agrees on its rounds: they are verified, and kept
    /// as they come
    #[arg(long)]
    solo: bool,
    /// The address on which to serve the page and the API
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7070")]
    listen: SocketAddr,
    /// Rounds of an epoch, as many as at the nodes; the proofs of its delays are taken from the nodes
    #[arg(long, value_name = "ROUNDS", default_value_t = EPOCH_ROUNDS.get(),
        value_parser = count::<u32>(1..=u64::from(MAX_EPOCH_ROUNDS)))]
    epoch: u32,
    /// The folder to write closed epochs to, as bundles, which the API serves and `heliast verify` reads
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// The fewest rounds that the directory keeps when they are archived; needs --archive [default: all]
    #[arg(long, value_name = "ROUNDS")]
    keep: Option<u64>,
    #[command(flatten)]
    front: FrontArgs,
    #[command(flatten)]
    log: LogArgs,
    /// A file with settings [default: heliast.toml in the directory, if it is there]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    config: Option<PathBuf>,
    /// Print the settings that apply, and where each comes from, and do nothing else
    #[arg(long, help_heading = "Settings")]
    print_config: bool,
    /// The settings that apply; `config` finds them.
    #[arg(skip)]
    pub applied: Applied,
}

/// The number of open files in addition to the connections: those of the store, the archive, and the sources.
const OTHER_FILES: u64 = 256;

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
        let (urls, nodes) = self.nodes()?;
        let pinned = self.chain.as_ref().map(|text| chain_id(text)).transpose()?;
        interrupt::catch()?;
        let front = open_files::fitted(ui, self.front.front(), OTHER_FILES);
        let listener = self.bind()?;
        let address = listener.local_addr().unwrap_or(self.listen);
        let options = RelayOptions {
            nodes: nodes.clone(),
            is_solo: self.solo,
            epoch_rounds: NonZeroU32::new(self.epoch).unwrap_or(NonZeroU32::MIN),
            archive: self.archive.clone(),
            keep: self.keep,
        };
        let mut relay = Relay::open(&self.data, options, || self.origin(pinned, &nodes))?;
        let chain = relay.handles().rounds.chain().clone();
        if pinned.is_some_and(|pinned| pinned != *chain.id()) {
            return Err(Failure::new(Code::Refused, "the directory is of another chain than --chain"));
        }
        let _ = relay.lock().leave_url(&format!("http://{address}"));
        let (is_new, latest) = (relay.is_new(), relay.handles().rounds.store().last());
        let start = Start { chain: &chain, is_new, latest, participants: 0 };
        let shown = Shown { ui, verb: "relay" };
        let serve = |handles: &Handles| {
            Server::start(handles.clone(), listener, front).map_err(|error| {
                Failure::new(Code::Network, format_args!("the API can't be served: {error}"))
            })
        };
        let ended = relay.run(&interrupt::requested, serve, &mut |event| {
            if !matches!(event, Event::Started { .. }) {
                return shown.show(event);
            }
            shown.greet_relay(&start, &urls, (address, self.solo))?;
            let chain = hex::encode(chain.id());
            tracing::info!(version = env!("CARGO_PKG_VERSION"), chain, %address, "started");
            Ok::<(), Failure>(())
        })?;
        Ok(stopped(ended))
    }

    /// The nodes, and their addresses.
    fn nodes(&self) -> Result<(Vec<String>, Vec<Node>), Failure> {
        if self.node.is_empty() {
            return Err(Failure::new(Code::Usage, "no node is named to follow")
                .hint("name nodes of the chain, or other relays, with --node"));
        }
        let urls = self.node.iter().map(|text| node_at(text)).collect::<Result<Vec<_>, _>>()?;
        let nodes = urls.iter().map(|url| network::node_at(url)).collect::<Result<Vec<_>, _>>()?;
        Ok((urls, nodes))
    }

    /// The chain with this id, from a node that has it. The id determines its genesis and its network file.
    fn origin(&self, pinned: Option<[u8; 32]>, nodes: &[Node]) -> Result<Origin, Failure> {
        let pinned = pinned.ok_or_else(|| {
            Failure::new(Code::Usage, format_args!("{} has no chain yet", self.data.display())).hint(
                "give the id of the chain with --chain, from somebody whom you trust and not from a node",
            )
        })?;
        if self.solo {
            return Ok(Origin { chain: solo(&pinned, nodes)?, network: None });
        }
        let found = founded(&pinned, nodes).map_err(|failure| {
            failure.hint("name nodes that run with --node; for the chain of a single node say --solo")
        })?;
        Ok(Origin { chain: found.chain, network: Some(found.network) })
    }

    /// Refuses to prune rounds that are not archived; the settings file may have either.
    fn require_archive(&self) -> Result<(), Failure> {
        if self.keep.is_none() || self.archive.is_some() {
            return Ok(());
        }
        let failure =
            Failure::new(Code::Usage, "keep needs archive: what is archived nowhere is not removed");
        Err(failure.hint("say with --archive DIR where rounds are archived, or leave keep out"))
    }

    fn bind(&self) -> Result<TcpListener, Failure> {
        TcpListener::bind(self.listen).map_err(|error| {
            let message = format_args!("can't listen on {}: {error}", self.listen);
            Failure::new(Code::Network, message).hint("choose another address with --listen")
        })
    }
}
