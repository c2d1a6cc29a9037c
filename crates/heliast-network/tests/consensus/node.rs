//! A node with the test as its engine: requests go over its real socket.

use crate::house::House;
use heliast_engine::Handles;
use heliast_network::{
    Address,
    parts::{
        App, AppError, Committed, Duty, Server,
        messages::{
            Misbehavior, ProposalStatus, Request, RequestCheckTx, RequestCommit, RequestFinalizeBlock,
            RequestInfo, RequestPrepareProposal, RequestProcessProposal, Response, ResponseCheckTx,
            ResponseFinalizeBlock, ResponseInfo, ResponseProcessProposal, Timestamp, request::Value as Asked,
            response::Value as Said,
        },
    },
};
use heliast_store::Store;
use prost::{Message, bytes::Bytes};
use std::{
    io::{Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
};
use tempfile::TempDir;

/// Blocks between snapshots.
pub const SNAPSHOT_BLOCKS: u64 = 25;

/// A running node, and its engine's connection.
pub struct Node {
    pub home: TempDir,
    running: Option<Running>,
    /// The duty after the last Commit.
    pub duty: Duty,
}

struct Running {
    handles: Handles,
    committed: Receiver<Committed>,
    engine: UnixStream,
    _server: Server,
}

/// A block as the engine sends it.
#[derive(Clone, Default)]
pub struct Block {
    pub height: u64,
    pub time_ms: u64,
    pub txs: Vec<Vec<u8>>,
    pub misbehavior: Vec<Misbehavior>,
}

impl Node {
    pub fn new(house: &House) -> Node {
        let home = TempDir::new().unwrap();
        drop(Store::create(home.path(), &house.chain).unwrap());
        let mut node = Node { home, running: None, duty: Duty::Wait { round: 1, ticks: 0, opening_ms: 0 } };
        node.start(house);
        node
    }

    /// The application over the files on the disk.
    pub fn app(home: &Path, house: &House) -> Result<(App, Handles, Receiver<Committed>), AppError> {
        let handles = Handles::new(Store::open(home).unwrap());
        let (sender, committed) = mpsc::channel();
        let app = App::new(&handles, house.network.clone(), home, 0, sender)?.with_snapshots(SNAPSHOT_BLOCKS);
        let begun: Committed = committed.recv().unwrap();
        assert_eq!((begun.height, begun.sealed), (app.state().height(), None), "the duty before any block");
        Ok((app, handles, committed))
    }

    fn start(&mut self, house: &House) {
        let (app, handles, committed) = Node::app(self.home.path(), house).unwrap();
        self.duty = app.state().duty();
        let path = self.home.path().join("abci.sock");
        let server = Server::start(&Address::Unix(path.clone()), Arc::new(Mutex::new(app))).unwrap();
        let engine = UnixStream::connect(path).unwrap();
        self.running = Some(Running { handles, committed, engine, _server: server });
    }

    /// Restarts as after a crash: only the disk stays.
    pub fn restart(&mut self, house: &House) {
        self.stop();
        self.start(house);
    }

    pub fn stop(&mut self) {
        if let Some(Running { handles, engine, _server, .. }) = self.running.take() {
            drop((engine, _server));
            // The store's file is closed when the last connection's thread has ended.
            while Arc::strong_count(&handles.rounds) > 1 || Arc::strong_count(&handles.board) > 2 {
                std::thread::yield_now();
            }
        }
    }

    pub fn state_file(&self) -> PathBuf {
        self.home.path().join("consensus.state")
    }

    pub fn handles(&self) -> &Handles {
        &self.running.as_ref().unwrap().handles
    }

    pub fn ask(&mut self, value: Asked) -> Said {
        let engine = &mut self.running.as_mut().unwrap().engine;
        engine.write_all(&Request { value: Some(value) }.encode_length_delimited_to_vec()).unwrap();
        answer(engine)
    }

    pub fn info(&mut self) -> ResponseInfo {
        match self.ask(Asked::Info(RequestInfo::default())) {
            Said::Info(info) => info,
            other => panic!("{other:?}"),
        }
    }

    pub fn check(&mut self, tx: &[u8]) -> ResponseCheckTx {
        let tx = Bytes::copy_from_slice(tx);
        match self.ask(Asked::CheckTx(RequestCheckTx { tx, r#type: 0 })) {
            Said::CheckTx(said) => said,
            other => panic!("{other:?}"),
        }
    }

    /// The transactions that it would propose.
    pub fn prepare(&mut self, txs: &[Vec<u8>], max_tx_bytes: i64) -> Vec<Vec<u8>> {
        let request = RequestPrepareProposal { max_tx_bytes, txs: all(txs), ..Default::default() };
        match self.ask(Asked::PrepareProposal(request)) {
            Said::PrepareProposal(said) => said.txs.iter().map(|tx| tx.to_vec()).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// Whether it votes for a block.
    pub fn accepts(&mut self, txs: &[Vec<u8>]) -> bool {
        let request = RequestProcessProposal { txs: all(txs), ..Default::default() };
        match self.ask(Asked::ProcessProposal(request)) {
            Said::ProcessProposal(ResponseProcessProposal { status }) => {
                status == i32::from(ProposalStatus::Accept)
            }
            other => panic!("{other:?}"),
        }
    }

    pub fn finalize(&mut self, block: &Block) -> ResponseFinalizeBlock {
        match self.ask(finalize(block)) {
            Said::FinalizeBlock(said) => said,
            other => panic!("{other:?}"),
        }
    }

    /// Commits the block; returns its effects, once it is durable.
    pub fn commit(&mut self) -> Committed {
        let said = self.ask(Asked::Commit(RequestCommit {}));
        assert!(matches!(said, Said::Commit(_)), "{said:?}");
        let committed = self.running.as_ref().unwrap().committed.recv().unwrap();
        self.duty = committed.duty.clone();
        committed
    }
}

pub fn finalize(block: &Block) -> Asked {
    let Block { height, time_ms, txs, misbehavior } = block.clone();
    let time =
        Timestamp { seconds: (time_ms / 1000) as i64, nanos: (time_ms % 1000) as i32 * 1_000_000 + 999_999 };
    Asked::FinalizeBlock(RequestFinalizeBlock {
        txs: all(&txs),
        misbehavior,
        height: height as i64,
        time: Some(time),
        ..Default::default()
    })
}

fn all(txs: &[Vec<u8>]) -> Vec<Bytes> {
    txs.iter().map(|tx| Bytes::copy_from_slice(tx)).collect()
}

/// The next response.
pub fn answer(engine: &mut UnixStream) -> Said {
    let (mut len, mut byte) = (0_usize, [0x80]);
    for shift in (0..).step_by(7) {
        engine.read_exact(&mut byte).unwrap();
        len |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            break;
        }
    }
    let mut bytes = vec![0; len];
    engine.read_exact(&mut bytes).unwrap();
    Response::decode(&bytes[..]).unwrap().value.unwrap()
}
