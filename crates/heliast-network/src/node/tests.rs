//! Nodes with homes on a real disk; the test acts as their consensus engine.

mod snapshots;

use super::*;
use crate::{
    abci::{
        Address,
        messages::{
            Request, RequestCommit, RequestFinalizeBlock, Response, Timestamp, request::Value as Asked,
            response::Value as Said,
        },
    },
    home::{DATA, Foundations, HomeError, KEYS, SETTINGS},
    outbox::{Kind, Outbox, Place},
    rpc::testing::{FakeEngine, refusal, result},
    transaction::{Body, Transaction},
    worker::testing::{secret, wait, world},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use heliast::{Chain, Genesis};
use heliast_engine::{AlarmKind, Handles};
use heliast_keystore::{HostId, Settings as Witnesses, Unclaimed};
use heliast_store::{Store, StoreError};
use prost::Message;
use serde_json::json;
use std::{
    fs,
    io::{Read, Write},
    num::NonZero,
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
};
use tempfile::TempDir;

/// A home, the witnesses of its keys, and an engine that collects the transactions that are sent to it.
struct House {
    place: TempDir,
    chain: Chain,
    sent: Arc<Mutex<Vec<Vec<u8>>>>,
    rpc: FakeEngine,
}

impl House {
    fn new() -> House {
        let (place, world) = (TempDir::new().unwrap(), world(2));
        let sent: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let mempool = Arc::clone(&sent);
        let rpc = FakeEngine::start(move |method, params| match method {
            "broadcast_tx_sync" => {
                mempool.lock().unwrap().push(BASE64_STANDARD.decode(params["tx"].as_str().unwrap()).unwrap());
                result(json!({ "code": 0, "log": "" }))
            }
            _ => refusal("there are no commits"),
        });
        let foundations = Foundations { chain: world.chain.clone(), network: (*world.network).clone() };
        foundations.write(&place.path().join("home")).unwrap();
        let house = House { place, chain: world.chain, sent, rpc };
        let rpc = house.rpc.address.trim_start_matches("http://");
        let settings = format!("listen = \"127.0.0.1:0\"\nrpc = \"{rpc}\"\nevaluator = true\n");
        fs::write(house.home().join(SETTINGS), settings).unwrap();
        house
    }

    fn home(&self) -> PathBuf {
        self.place.path().join("home")
    }

    fn socket(&self) -> PathBuf {
        self.place.path().join("abci.sock")
    }

    fn options(&self, participants: &[u8]) -> Options {
        let witnesses = self.place.path().join("witnesses");
        let witnesses = Witnesses { witnesses, host: HostId::this(), threads: NonZero::<usize>::MIN };
        let secrets = participants.iter().map(|number| secret(*number)).collect();
        Options {
            keys: Keys { secrets, trees: None, witnesses, adopt: false },
            engine: Engine::Elsewhere(Address::Unix(self.socket())),
            evaluates: None,
            state_sync: vec![],
        }
    }

    fn open(&self, participants: &[u8]) -> Result<Node, NodeError> {
        Node::open(Home::open(&self.home())?, self.options(participants))
    }
}

/// The engine's connection. Its blocks have all transactions that the node sent.
struct Blocks<'a> {
    house: &'a House,
    stream: UnixStream,
    height: i64,
}

impl<'a> Blocks<'a> {
    fn connect(house: &'a House, height: i64) -> Blocks<'a> {
        wait(|| UnixStream::connect(house.socket()).is_ok());
        Blocks { house, stream: UnixStream::connect(house.socket()).unwrap(), height }
    }

    fn ask(&mut self, value: Asked) -> Said {
        self.stream.write_all(&Request { value: Some(value) }.encode_length_delimited_to_vec()).unwrap();
        let (mut len, mut byte) = (0_usize, [0x80]);
        for shift in (0..).step_by(7) {
            self.stream.read_exact(&mut byte).unwrap();
            len |= usize::from(byte[0] & 0x7f) << shift;
            if byte[0] < 0x80 {
                break;
            }
        }
        let mut bytes = vec![0; len];
        self.stream.read_exact(&mut bytes).unwrap();
        Response::decode(&bytes[..]).unwrap().value.unwrap()
    }

    /// Makes and commits the next block.
    fn next(&mut self) {
        self.height += 1;
        let now_ms = heliast_engine::Clock::System.now_ms();
        let time = Timestamp { seconds: (now_ms / 1000) as i64, nanos: (now_ms % 1000) as i32 * 1_000_000 };
        let txs = std::mem::take(&mut *self.house.sent.lock().unwrap());
        let block = RequestFinalizeBlock {
            height: self.height,
            time: Some(time),
            txs: txs.into_iter().map(Into::into).collect(),
            ..Default::default()
        };
        let said = self.ask(Asked::FinalizeBlock(block));
        assert!(matches!(said, Said::FinalizeBlock(_)), "{said:?}");
        let said = self.ask(Asked::Commit(RequestCommit {}));
        assert!(matches!(said, Said::Commit(_)), "{said:?}");
    }
}

/// Runs a node on a thread while `drive` makes its blocks; returns its end and all its events.
fn run(node: Node, drive: impl FnOnce(&Handles)) -> (Ended, Vec<Event>) {
    let (handles, stop) = (node.handles().clone(), Arc::new(AtomicBool::new(false)));
    let (tell, told) = mpsc::channel();
    let stops = Arc::clone(&stop);
    let thread = thread::spawn(move || {
        node.run(&|| stops.load(Ordering::Acquire), &mut |event| {
            tell.send(event).unwrap();
            Ok::<(), NodeError>(())
        })
    });
    drive(&handles);
    stop.store(true, Ordering::Release);
    let ended = thread.join().unwrap().unwrap();
    (ended, told.try_iter().collect())
}

fn rounds(events: &[Event]) -> Vec<u64> {
    let round = |event: &Event| if let Event::Round(round) = event { Some(round.round) } else { None };
    events.iter().filter_map(round).collect()
}

#[test]
fn a_node_makes_rounds_with_an_engine_and_goes_on_after_its_end() {
    let house = House::new();
    let node = house.open(&[0, 1]).unwrap();
    assert!(node.is_new() && node.participants() == 2);
    let mut height = 0;
    let (ended, events) = run(node, |handles| {
        let mut blocks = Blocks::connect(&house, height);
        // The first block opens the first round, which must not close before there is a ticket.
        blocks.next();
        let is_ticket = |bytes: &Vec<u8>| {
            let sent = Transaction::from_bytes(&house.chain, bytes);
            matches!(sent, Ok(Transaction { round: 1, body: Body::Ticket(_) }))
        };
        wait(|| house.sent.lock().unwrap().iter().any(is_ticket));
        wait(|| {
            blocks.next();
            handles.rounds.store().last() >= 2
        });
        height = blocks.height;
        assert!(matches!(house.open(&[0, 1]).err(), Some(NodeError::Home(HomeError::InUse(_)))));
    });
    assert!(matches!(events[0], Event::Started { set_back: None }), "{:?}", events[0]);
    assert_eq!(rounds(&events), (1..=ended.round).collect::<Vec<_>>(), "each round once, in order");
    let Some(Event::Round(first)) = events.iter().find(|event| matches!(event, Event::Round(_))) else {
        panic!("no round")
    };
    let stored = Store::open_read_only(house.home().join(DATA));
    assert!(matches!(&stored, Ok(store) if store.view(1).unwrap().unwrap().randomness == first.beacon));
    assert!(first.votes > 0);
    drop((stored, ended));
    let node = house.open(&[0, 1]).unwrap();
    assert!(!node.is_new());
    let before = node.handles().rounds.store().last();
    let (ended, events) = run(node, |handles| {
        let mut blocks = Blocks::connect(&house, height);
        wait(|| {
            blocks.next();
            handles.rounds.store().last() > before
        });
    });
    assert_eq!(rounds(&events), (before + 1..=ended.round).collect::<Vec<_>>(), "nothing is told twice");
}

#[test]
fn an_alarm_is_told_once_and_so_is_the_end_of_the_last() {
    let house = House::new();
    let Node { opened, .. } = house.open(&[]).unwrap();
    assert_eq!(opened.participants, 0, "a node need not have any participant");
    let (handles, (claim, _)) = (opened.handles, opened.right.take().unwrap());
    let mut watch = watch::Watch::new(handles.clone(), Some(claim));
    let mut look = || {
        let mut told = vec![];
        let mut tell = |event| {
            told.push(match event {
                Event::Trouble(alarm) => format!("{:?}: {}", alarm.kind, alarm.text),
                other => format!("{other:?}"),
            });
            Ok::<(), NodeError>(())
        };
        watch.look(&mut tell).unwrap();
        told
    };
    let set = |kind, text: Option<&str>| handles.board.set_alarm(kind, text.map(str::to_owned));
    assert!(look().is_empty());
    set(AlarmKind::Space, Some("full"));
    assert_eq!(look(), ["Space: full"]);
    assert!(look().is_empty());
    set(AlarmKind::Space, Some("fuller"));
    assert!(look().is_empty(), "it is the same alarm");
    set(AlarmKind::Peers, Some("alone"));
    assert_eq!(look(), ["Peers: alone"]);
    set(AlarmKind::Space, None);
    assert!(look().is_empty(), "another one lasts");
    set(AlarmKind::Peers, None);
    assert_eq!(look(), ["Well"]);
    set(AlarmKind::Space, Some("full"));
    assert_eq!(look(), ["Space: full"], "after its end it is told anew");
}

#[test]
fn what_the_caller_returns_ends_the_node_and_frees_its_home() {
    #[derive(Debug)]
    struct Enough;
    impl From<NodeError> for Enough {
        fn from(error: NodeError) -> Enough {
            panic!("{error}")
        }
    }
    let house = House::new();
    let node = house.open(&[0]).unwrap();
    let ended = node.run(&|| false, &mut |_| Err(Enough));
    assert!(matches!(ended, Err(Enough)));
    wait(|| house.open(&[0]).is_ok());
}

#[test]
fn keys_that_must_not_be_used_are_refused() {
    let house = House::new();
    let foreign = house.open(&[0, 9]).err().unwrap();
    assert!(matches!(&foreign, NodeError::ForeignKeys(file) if file.ends_with(KEYS)), "{foreign}");
    assert!(foreign.hint().is_some());
    // The keys are taken when the node runs.
    drop(run(house.open(&[0]).unwrap(), |_| {}));
    let copy = House::new();
    fs::remove_dir_all(copy.home()).unwrap();
    copy_dir(&house.home(), &copy.home());
    let keys = house.options(&[0]).keys;
    let options = Options { keys, ..copy.options(&[]) };
    let copied = Node::open(Home::open(&copy.home()).unwrap(), options).err().unwrap();
    assert!(matches!(copied, NodeError::Unclaimed(_)), "{copied}");
    assert!(copied.hint().unwrap().contains("--adopt"));
    // An owner who confirms that the other home is gone takes the keys over, and the other home is refused
    // from then on.
    let keys = Keys { adopt: true, ..house.options(&[0]).keys };
    let options = Options { keys, ..copy.options(&[]) };
    drop(run(Node::open(Home::open(&copy.home()).unwrap(), options).unwrap(), |_| {}));
    let late = house.open(&[0]).err().unwrap();
    assert!(matches!(late, NodeError::Unclaimed(Unclaimed::Elsewhere { .. })), "{late}");
}

fn copy_dir(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, to) = {
            let entry = entry.unwrap();
            (entry.path(), to.join(entry.file_name()))
        };
        if path.is_dir() { copy_dir(&path, &to) } else { fs::copy(path, to).map(drop).unwrap() }
    }
}

#[test]
fn a_home_whose_parts_do_not_belong_together_is_refused() {
    let house = House::new();
    let other = Chain::new(Genesis { period_ms: 2_000, ..house.chain.genesis().clone() }).unwrap();
    fs::create_dir(house.home().join(DATA)).unwrap();
    drop(Store::create(house.home().join(DATA), &other).unwrap());
    let refused = house.open(&[0]).err().unwrap();
    assert!(matches!(refused, NodeError::OtherChain(_)), "{refused}");
    // The application's state is also of another chain.
    let house = House::new();
    drop(run(house.open(&[0]).unwrap(), |_| {}));
    let state = house.home().join(DATA).join("consensus.state");
    fs::write(&state, "damaged").unwrap();
    let refused = house.open(&[0]).unwrap().run(&|| true, &mut |_| Ok::<(), NodeError>(())).unwrap_err();
    assert!(matches!(refused, NodeError::State(_)) && refused.hint().is_some(), "{refused}");
}

#[test]
fn a_damaged_store_is_the_stores_error() {
    let house = House::new();
    drop(run(house.open(&[0]).unwrap(), |_| {}));
    let file = house.home().join(DATA).join("chain.redb");
    fs::write(&file, "no database").unwrap();
    let refused = house.open(&[0]).err().unwrap();
    assert!(matches!(refused, NodeError::Store(_)), "{refused}");
    assert!(!matches!(refused, NodeError::Store(StoreError::NoChain(_))), "it is not taken for a new home");
}

#[test]
fn a_place_that_somebody_listens_on_is_named() {
    let house = House::new();
    let _other = std::os::unix::net::UnixListener::bind(house.socket()).unwrap();
    let node = house.open(&[0]).unwrap();
    let refused = node.run(&|| true, &mut |_| Ok::<(), NodeError>(())).unwrap_err();
    assert!(
        matches!(&refused, NodeError::Listen { address, .. } if address.ends_with("abci.sock")),
        "{refused}"
    );
    // The keys were not taken, so that no home has the right to use them.
    assert!(!house.home().join(DATA).join("home").exists());
}

/// A node that is killed between its outbox and its engine sends the same bytes.
#[test]
fn what_was_drawn_before_a_crash_is_sent_again() {
    let house = House::new();
    let (ended, _) = run(house.open(&[0]).unwrap(), |_| {
        let mut blocks = Blocks::connect(&house, 0);
        // The round opens, and collects until it is closed by later blocks.
        blocks.next();
        let is_ticket = |bytes: &Vec<u8>| match Transaction::from_bytes(&house.chain, bytes) {
            Ok(Transaction { round: 1, body: Body::Ticket(ticket) }) => ticket.slot == 0,
            _ => false,
        };
        wait(|| house.sent.lock().unwrap().iter().any(is_ticket));
    });
    drop(ended);
    let before = std::mem::take(&mut *house.sent.lock().unwrap());
    let outbox = Outbox::open(&house.home().join(DATA).join("outbox"), house.chain.id()).unwrap();
    let place = Place { round: 1, participant: 0, kind: Kind::Ticket { slot: 0 } };
    let kept = outbox.kept(place).unwrap().unwrap().to_vec();
    assert!(before.contains(&kept));
    drop(outbox);
    let (_ended, _) = run(house.open(&[0]).unwrap(), |_| {
        wait(|| house.sent.lock().unwrap().contains(&kept));
    });
}
