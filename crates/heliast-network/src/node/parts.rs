//! The parts of a running node: its application, its engine, its worker, and the threads that store proofs.

use super::{
    event::Event,
    options::Engine,
    own_rpc::{Expected, OwnRpc},
};
use crate::{
    abci::{self, Address},
    app::App,
    comet,
    duty::Committed,
    earlier::Earlier,
    error::NodeError,
    home::{self, ENGINE, Home, HomeError, Pace, Settings, StateSync},
    recorder::Recorder,
    rpc::Rpc,
    valid_block::ValidBlock,
    worker::{self, Worker},
};
use heliast_client::Node;
use heliast_disk::Disk;
use heliast_engine::{AlarmKind, Epochs, Handles, Members, StatusBoard};
use heliast_finality::{NetworkFile, engine_chain_id};
use heliast_keystore::{Claim, Right, SetBack};
use std::{
    env, io,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
    thread::available_parallelism,
    time::Duration,
};

/// The time that CometBFT has to close its databases.
const ENGINE_PATIENCE: Duration = Duration::from_secs(20);
/// The engine keeps all blocks, so that a new node can begin with the first block.
const ALL_BLOCKS: u64 = 0;

/// The parts of a node, which end in this order: first those that send, then the engine, which
/// decides, then the server that answers the engine.
pub(super) struct Parts {
    _epochs: Epochs,
    _worker: Worker,
    _earlier: Earlier,
    _recorder: Recorder,
    _valid_block: Option<ValidBlock>,
    own_rpc: OwnRpc,
    engine: Option<comet::Engine>,
    _abci: abci::Server,
}

/// Everything that the parts need.
pub(super) struct Plan<'a> {
    pub(super) home: &'a Home,
    pub(super) network: &'a NetworkFile,
    pub(super) handles: &'a Handles,
    pub(super) settings: &'a Settings,
    pub(super) engine: Engine,
    pub(super) state_sync: Vec<Node>,
}

impl Parts {
    /// Raises the alarm about the engine if it is in trouble.
    pub(super) fn show_engine(&self, board: &StatusBoard) {
        let trouble = self.engine.as_ref().and_then(|engine| engine.state().trouble);
        board.set_alarm(AlarmKind::Engine, self.own_rpc.trouble().or(trouble));
    }
}

impl Plan<'_> {
    /// Starts the parts. Steps that may fail come first; then the keys are taken, and then the services that
    /// use them start.
    pub(super) fn begin<E: From<NodeError>>(
        self,
        members: Members,
        right: Right,
        on_event: &mut dyn FnMut(Event) -> Result<(), E>,
    ) -> Result<(Parts, Claim, Option<SetBack>), E> {
        let (handles, data) = (self.handles, self.home.data());
        handles.finality.begin(&self.network.to_bytes()).map_err(NodeError::from)?;
        let (sender, committed) = mpsc::channel();
        let app = App::new(handles, self.network.clone(), &data, ALL_BLOCKS, sender);
        let app = app.map_err(NodeError::from)?.with_snapshots(self.settings.snapshot_blocks);
        let wait = self.network.insisting().map(|rules| Pace::collect_time(rules.within_ms));
        let app = app.with_wait(wait.unwrap_or_default());
        let height = app.state().height();
        self.home.check_halves(height).map_err(NodeError::from)?;
        if matches!(self.engine, Engine::Own(_)) {
            self.home.check_rpc(self.settings.rpc).map_err(NodeError::from)?;
            self.home.check_signer().map_err(NodeError::from)?;
        }
        if let Some(event) = self.begin_from(height)? {
            on_event(event)?;
        }
        Ok(self.start(app, committed, members, right)?)
    }

    /// Starts the threads and the engine.
    fn start(
        self,
        app: App,
        committed: Receiver<Committed>,
        members: Members,
        right: Right,
    ) -> Result<(Parts, Claim, Option<SetBack>), NodeError> {
        let insist = self.network.insisting().map(|_| app.insist());
        let (handles, app) = (self.handles, Arc::new(Mutex::new(app)));
        let place = self.application_address()?;
        let abci = abci::Server::start(&place, Arc::clone(&app))
            .map_err(|reason| NodeError::Listen { address: place.to_string(), reason })?;
        let rpc = engine_rpc(self.settings.rpc)?;
        let ask = |insist| ValidBlock::start(insist, rpc.clone()).map_err(NodeError::Thread);
        let _valid_block = insist.map(ask).transpose()?;
        let recorder = Recorder::start(app, handles, self.network, rpc.clone()).map_err(NodeError::Thread)?;
        let own_rpc = OwnRpc::start(rpc.clone(), self.expected()).map_err(NodeError::Thread)?;
        let engine_rpc = rpc.clone();
        handles.finality.serve_engine(Box::new(move |method, params| engine_rpc.pass_on(method, params)));
        let sources = self.state_sync.clone();
        let proof = |node: &Node, epoch| node.epoch(epoch).ok().flatten()?.bytes();
        let fetch = move |epoch| sources.iter().find_map(|node| proof(node, epoch));
        let epochs = Epochs::start(handles, Some(Box::new(fetch))).map_err(NodeError::Thread)?;
        let _earlier =
            Earlier::start(handles, self.network, self.state_sync.clone()).map_err(NodeError::Thread)?;
        let (claim, set_back) = right.take()?;
        let worker = Worker::start(handles, members, committed, self.working(rpc))?;
        let engine = self.start_engine(&place)?;
        let (_epochs, _worker, _recorder, _abci) = (epochs, worker, recorder, abci);
        let parts = Parts { _epochs, _worker, _earlier, _recorder, _valid_block, own_rpc, engine, _abci };
        Ok((parts, claim, set_back))
    }

    /// Makes an empty node begin with a snapshot of the given nodes.
    fn begin_from(&self, height: u64) -> Result<Option<Event>, NodeError> {
        let nodes = &self.state_sync;
        if nodes.is_empty() {
            let home = self.home.dir();
            StateSync::withdraw(&Disk::default(), home).map_err(|reason| self.unwritable(reason))?;
            return Ok(None);
        }
        if height > 0 {
            return Ok(Some(Event::NotEmpty { height }));
        }
        let (chain, now_ms) = (self.handles.rounds.chain(), self.handles.rounds.now_ms());
        let state_sync = StateSync::find(chain, self.network, nodes, now_ms).map_err(NodeError::Snapshot)?;
        state_sync.write(&Disk::default(), self.home.dir()).map_err(|reason| self.unwritable(reason))?;
        Ok(Some(Event::Snapshot { height: state_sync.height }))
    }

    /// The address on which the application listens for the engine.
    fn application_address(&self) -> Result<Address, NodeError> {
        match &self.engine {
            Engine::Elsewhere(address) => Ok(address.clone()),
            Engine::Own(_) => {
                let socket = home::socket(self.home.dir(), &env::temp_dir());
                socket.map(Address::Unix).map_err(|reason| self.unwritable(reason))
            }
        }
    }

    /// The values by which an engine shows that it belongs to this node.
    fn expected(&self) -> Expected {
        let network = engine_chain_id(self.handles.rounds.chain().id());
        Expected {
            network,
            validator: self.home.validator_address(),
            has_signer: self.home.signer().is_some(),
        }
    }

    /// The settings of the worker.
    fn working(&self, rpc: Rpc) -> worker::Settings {
        worker::Settings {
            home: self.home.data(),
            nodes: vec![rpc],
            evaluates: self.settings.evaluator,
            threads: available_parallelism().map_or(1, usize::from),
        }
    }

    fn start_engine(&self, application: &Address) -> Result<Option<comet::Engine>, NodeError> {
        let Engine::Own(program) = &self.engine else { return Ok(None) };
        let setup = comet::Setup {
            program: program.clone(),
            home: self.home.dir().join(ENGINE),
            application: application.to_string(),
            signer: self.home.signer().map(|signer| signer.listen().to_owned()),
            log: self.home.dir().join("comet.log"),
            patience: ENGINE_PATIENCE,
        };
        comet::Engine::start(setup).map(Some).map_err(|reason| self.unwritable(reason))
    }

    fn unwritable(&self, reason: io::Error) -> NodeError {
        HomeError::Unwritable { path: self.home.dir().to_owned(), reason }.into()
    }
}

fn engine_rpc(place: SocketAddr) -> Result<Rpc, NodeError> {
    Rpc::new(&format!("http://{place}")).map_err(|error| NodeError::Rpc(error.to_string()))
}
