//! Nodes for tests, honest and dishonest ones, with the rounds of a recorded network.

use super::node_at;
use crate::rpc::testing::FakeEngine;
use heliast::{Chain, Round, Verified, bundle};
use heliast_client::Node;
use heliast_engine::Handles;
use heliast_finality::NetworkFile;
use heliast_http::{Limits, Server};
use heliast_store::Store;
use std::net::TcpListener;
use tempfile::TempDir;

/// A network whose rounds were made by the reference, and signed by CometBFT.
pub(crate) struct Recorded {
    pub(crate) chain: Chain,
    pub(crate) network: NetworkFile,
    pub(crate) rounds: Vec<Verified<Round>>,
    pub(crate) frames: Vec<Vec<u8>>,
}

fn bytes(value: &serde_json::Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

pub(crate) fn recorded() -> Recorded {
    let cases = testkit::cases("finality.json");
    let of_chain = |case: &&&serde_json::Value| case["network"] == "ed25519";
    let frames = testkit::of_kind(&cases, "engine");
    let frames = frames.iter().filter(of_chain).map(|case| bytes(&case["bytes"])).collect();
    of_case(testkit::of_kind(&cases, "network")[0], frames)
}

/// A chain of 22 rounds whose validators have changed ten times, with a frame of each round: only one of the
/// last validators is in the network file.
pub(crate) fn changing() -> Recorded {
    let cases = testkit::cases("validators_finality.json");
    let named = |name: &str| cases.iter().find(|case| case["name"] == name).unwrap();
    let frames = named("validators, ed25519, network: a frame of each round")["frames"].as_array().unwrap();
    of_case(named("validators, ed25519, network"), frames.iter().map(bytes).collect())
}

fn of_case(case: &serde_json::Value, frames: Vec<Vec<u8>>) -> Recorded {
    let chain = Chain::from_bytes(&bytes(&case["genesis_bytes"])).unwrap();
    let network = NetworkFile::from_bytes(&bytes(&case["bytes"])).unwrap();
    let (mut tip, mut rounds) = (chain.start(), vec![]);
    for encoded in case["rounds"].as_array().unwrap() {
        let round = chain.verify(&tip, chain.decode_round(&bytes(encoded)).unwrap()).unwrap();
        tip = chain.tip_after(&round);
        rounds.push(round);
    }
    Recorded { chain, network, rounds, frames }
}

/// A node that serves these rounds, with frames of some.
pub(crate) struct Served {
    _home: TempDir,
    pub(crate) handles: Handles,
    pub(crate) address: Node,
    _server: Server,
}

pub(crate) fn serve(recorded: &Recorded, frames: &[(u64, &[u8])]) -> Served {
    let home = TempDir::new().unwrap();
    let handles = Handles::new(Store::create(home.path(), &recorded.chain).unwrap());
    recorded.rounds.iter().for_each(|round| handles.rounds.accept(round).unwrap());
    handles.finality.begin(&recorded.network.to_bytes()).unwrap();
    frames.iter().for_each(|(round, frame)| handles.finality.keep(*round, frame).unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = node_at(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    let server = Server::start(handles.clone(), listener, Limits::default()).unwrap();
    Served { _home: home, handles, address, _server: server }
}

/// A node that claims that `claimed` rounds are final, and shows all rounds but only the first `shown`
/// frames. `asked` is called first with each path.
pub(crate) fn claim(
    recorded: &Recorded,
    (claimed, shown): (u64, usize),
    asked: impl Fn(&str) + Send + Sync + 'static,
) -> FakeEngine {
    let answer = answers(recorded, (claimed, shown));
    FakeEngine::start(move |path, _| {
        asked(path);
        answer(path)
    })
}

/// The answers of such a node.
pub(crate) fn answers(
    recorded: &Recorded,
    (claimed, shown): (u64, usize),
) -> impl Fn(&str) -> (u16, Vec<u8>) + Send + Sync + use<> {
    let (chain, frames) = (recorded.chain.clone(), recorded.frames[..shown].to_vec());
    let rounds: Vec<_> =
        recorded.rounds.iter().map(|round| (round.encode(), chain.tip_after(round))).collect();
    let (id, genesis) = (hex::encode(chain.id()), hex::encode(chain.genesis_bytes()));
    let bundle_from = move |from: usize| {
        let tip = if from == 1 { chain.start() } else { rounds[from - 2].1.clone() };
        let (mut bytes, rest) = (vec![], &rounds[from - 1..]);
        bundle::write_header(&mut bytes, &chain, &tip, rest.len() as u64).unwrap();
        rest.iter().for_each(|(round, _)| bundle::write_round(&mut bytes, round).unwrap());
        bytes
    };
    move |path| {
        let frame = path.strip_prefix("/v1/rounds/").and_then(|rest| rest.strip_suffix("/finality"));
        let from = path.strip_prefix("/v1/bundle?from=").and_then(|rest| rest.split('&').next());
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
        let reached = serde_json::json!({ "network": true, "final": claimed, "latest": 3 });
        match (number(frame), number(from), path.split('?').next()) {
            (Some(round), _, _) => frames.get(round - 1).map_or((404, vec![]), |frame| (200, frame.clone())),
            (_, Some(from), _) => (200, bundle_from(from)),
            (_, _, Some("/v1/finality")) => (200, reached.to_string().into_bytes()),
            (_, _, Some("/v1/genesis")) => {
                (200, serde_json::json!({ "bytes": genesis, "chain": id }).to_string().into_bytes())
            }
            _ => (200, b"{\"round\": 4, \"phase\": \"waiting\", \"latest\": 3}".to_vec()),
        }
    }
}
