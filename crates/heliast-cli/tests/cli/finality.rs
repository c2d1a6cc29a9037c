//! `heliast verify --final`: networks whose rounds are signed by CometBFT, in bundles, data
//! directories and at nodes.

use crate::run::Place;
use heliast::{
    Chain,
    bundle::{write_extended_header, write_frame, write_header, write_round},
};
use heliast_engine::Handles;
use heliast_http::{Front, Limits, Server};
use heliast_store::{Frames, Store};
use serde_json::Value;
use std::net::TcpListener;
use testkit::{bytes, cases, list, number, of_kind, text};

/// A network from the vectors.
struct Network {
    chain: Chain,
    file: Vec<u8>,
    rounds: Vec<Vec<u8>>,
    /// The frames of CometBFT, for the rounds from 1 on.
    frames: Vec<Vec<u8>>,
}

fn hex(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}

fn network(name: &str) -> Network {
    let all = cases("finality.json");
    let case = of_kind(&all, "network").into_iter().find(|case| text(case, "name") == name).unwrap();
    let engine = of_kind(&all, "engine").into_iter().filter(|case| text(case, "network") == name);
    let mut frames: Vec<_> = engine.map(|case| (number(case, "round"), bytes(case, "bytes"))).collect();
    frames.sort();
    Network {
        chain: Chain::from_bytes(&bytes(case, "genesis_bytes")).unwrap(),
        file: bytes(case, "bytes"),
        rounds: list(case, "rounds").iter().map(hex).collect(),
        frames: frames.into_iter().map(|(_, frame)| frame).collect(),
    }
}

impl Network {
    fn id(&self) -> String {
        hex::encode(self.chain.id())
    }

    /// A bundle of all rounds, each after these frames.
    fn bundle(&self, frames: impl Fn(usize) -> Vec<Vec<u8>>) -> Vec<u8> {
        let mut out = Vec::new();
        write_extended_header(&mut out, &self.chain, &self.chain.start(), self.rounds.len() as u64).unwrap();
        for (index, round) in self.rounds.iter().enumerate() {
            frames(index).iter().for_each(|frame| write_frame(&mut out, frame).unwrap());
            write_round(&mut out, round).unwrap();
        }
        out
    }

    fn with_frames(&self) -> Vec<u8> {
        self.bundle(|index| {
            let file = (index == 0).then(|| self.file.clone());
            file.into_iter().chain(self.frames.get(index).cloned()).collect()
        })
    }

    /// A data directory with all rounds, and with the frames of the rounds in `keep`.
    fn store(&self, place: &Place, keep: &[u64]) -> Store {
        let dir = place.path("data");
        let store = Store::create(&dir, &self.chain).unwrap();
        for round in &self.rounds {
            let round = self.chain.decode_round(round).unwrap();
            store.append(&self.chain.verify(&store.tip(), round).unwrap()).unwrap();
        }
        let finality = Frames::begin(&dir, &self.file).unwrap();
        keep.iter().for_each(|round| finality.keep(*round, &self.frames[*round as usize - 1]).unwrap());
        store
    }
}

#[test]
fn a_bundle_shows_that_a_network_agreed() {
    let place = Place::new();
    for (name, last, power, total, frames) in [("ed25519", 3, 30, 30, 3), ("ml-dsa-65", 1, 3, 3, 1)] {
        let network = network(name);
        place.write("bundle", network.with_frames());
        let outcome = place.ok(&format!("verify bundle --final --chain {}", network.id()));
        let headline = format!(
            "valid: {last} round{}, from genesis; final up to round {last}: {power} of {total} power signed",
            if last == 1 { "" } else { "s" },
        );
        assert_eq!(outcome.text().lines().next(), Some(&*headline));
        let (code, report) = place.json(&format!("verify bundle --final --chain {}", network.id()));
        assert_eq!(
            (code, &report["final_round"], &report["frames_verified"]),
            (0, &last.into(), &frames.into())
        );
        assert_eq!((&report["power_signed"], &report["power_total"]), (&power.into(), &total.into()));
        // Without --final the frames are skipped, even with --fast.
        for line in ["verify bundle", "verify bundle --fast"] {
            let (code, report) = place.json(line);
            assert_eq!((code, &report["to"], report.get("final_round")), (0, &last.into(), None));
        }
        let (code, report) = place.json(&format!("verify bundle --fast --final --chain {}", network.id()));
        assert_eq!((code, &report["final_round"]), (0, &last.into()));
    }
}

#[test]
fn what_does_not_show_it_is_refused() {
    let place = Place::new();
    let network = network("ed25519");
    let verify = format!("verify bundle --final --chain {}", network.id());
    let refused = |bundle: Vec<u8>, line: &str, code, words: &str| {
        place.write("bundle", bundle);
        let outcome = place.run(line);
        assert_eq!(outcome.code, code, "{}", outcome.stderr);
        assert!(outcome.stderr.contains(words), "{words}: {}", outcome.stderr);
    };
    let mut plain = Vec::new();
    write_header(&mut plain, &network.chain, &network.chain.start(), 3).unwrap();
    network.rounds.iter().for_each(|round| write_round(&mut plain, round).unwrap());
    refused(plain, &verify, 1, "nothing in this bundle shows that a network agreed");
    let file_only = |index| if index == 0 { vec![network.file.clone()] } else { vec![] };
    refused(network.bundle(file_only), &verify, 4, "no round here is signed yet");
    refused(network.bundle(|index| vec![network.frames[index].clone()]), &verify, 1, "no network file");

    let forged = |index: usize| {
        let mut frame = network.frames[index].clone();
        *frame.last_mut().unwrap() ^= u8::from(index == 0);
        file_only(index).into_iter().chain([frame]).collect()
    };
    refused(network.bundle(forged), &verify, 1, "the finality of round 1: the signature of validator 3");
    let exchanged =
        |index: usize| file_only(index).into_iter().chain([network.frames[2 - index].clone()]).collect();
    refused(network.bundle(exchanged), &verify, 1, "about round 3, not about round 1");
    let twice =
        |index: usize| file_only(index).into_iter().chain(vec![network.frames[index].clone(); 2]).collect();
    for line in [&*verify, "verify bundle", "verify bundle --fast"] {
        refused(network.bundle(twice), line, 3, "round 1: frame: it is the second frame of finality");
    }
    let file_late = |index| if index == 1 { vec![network.file.clone()] } else { vec![] };
    refused(network.bundle(file_late), "verify bundle", 3, "round 2: frame: it is a network file");
    let cut =
        |index: usize| file_only(index).into_iter().chain([network.frames[index][..99].to_vec()]).collect();
    refused(network.bundle(cut), &verify, 3, "cut short");

    let whole = network.with_frames();
    refused(whole.clone(), &format!("verify bundle --final --chain {}", "00".repeat(32)), 1, "this is chain");
    refused(
        whole.clone(),
        "verify bundle --final",
        2,
        "--final needs --chain: anybody who forges a chain chooses the validators, too",
    );
    refused(whole.clone(), "verify bundle --network file", 2, "--final");
    place.write("file", self::network("ml-dsa-65").file);
    refused(whole, &format!("{verify} --network file"), 1, "the network file is not that of this chain");
}

/// A bundle without its network file is verified with one from elsewhere.
#[test]
fn the_network_file_may_come_from_elsewhere() {
    let (place, network) = (Place::new(), network("ed25519"));
    place.write("file", &network.file);
    place.write("bundle", network.bundle(|index| vec![network.frames[index].clone()]));
    place.ok(&format!("verify bundle --final --network file --chain {}", network.id()));
}

/// The network file comes before the rounds that are skipped.
#[test]
fn the_network_file_counts_for_a_part_of_a_bundle_too() {
    let (place, network) = (Place::new(), network("ed25519"));
    place.write("bundle", network.with_frames());
    let (code, report) = place.json(&format!("verify bundle --final --from 2 --chain {}", network.id()));
    assert_eq!((code, &report["from"], &report["final_round"]), (0, &2.into(), &3.into()));
}

#[test]
fn a_data_directory_is_exported_with_its_frames() {
    let (place, network) = (Place::new(), network("ed25519"));
    drop(network.store(&place, &[1, 2, 3]));
    let (code, report) = place.json(&format!("verify data --final --chain {}", network.id()));
    assert_eq!((code, &report["final_round"], &report["frames_verified"]), (0, &3.into(), &1.into()));
    place.ok("export --data data --out bundle --final");
    assert_eq!(place.read("bundle"), network.with_frames());
    place.ok("export --data data --out plain");
    assert_eq!(place.read("plain")[..5], *b"HLBN\x03");
}

#[test]
fn a_node_says_how_many_rounds_are_final() {
    let (place, network) = (Place::new(), network("ed25519"));
    let handles = Handles::new(network.store(&place, &[2]));
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let server = Server::start(handles.clone(), listener, Front::from(Limits::default())).unwrap();
    let verify = format!("verify {url} --final --chain {}", network.id());
    let outcome = place.run(&verify);
    assert_eq!(outcome.code, 1, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("solo chain"), "{}", outcome.stderr);

    handles.finality.begin(&network.file).unwrap();
    let (code, report) = place.json(&verify);
    assert_eq!((code, &report["final_round"], &report["to"]), (0, &2.into(), &3.into()));
    assert_eq!((&report["power_signed"], &report["power_total"]), (&30.into(), &35.into()));
    handles.finality.keep(3, &network.frames[2]).unwrap();
    let (code, report) = place.json(&verify);
    assert_eq!((code, &report["final_round"], &report["validators"]), (0, &3.into(), &3.into()));
    // The claim of the newest frame is verified.
    handles.finality.keep(3, &network.frames[1]).unwrap();
    assert_eq!(place.run(&verify).code, 1);
    server.stop();
}

/// Frames lead from the first validators to a few of them that have too little of the original power.
#[test]
fn losses_of_power_are_followed() {
    let all = cases("finality.json");
    let name = "ed25519: two lost their power, one after the other";
    let case = all.iter().find(|case| case["name"] == name).unwrap();
    let frames = list(case, "frames").iter().map(hex).collect();
    let network = Network { frames, ..network("ed25519") };
    let verify = format!("verify data --final --chain {}", network.id());
    let place = Place::new();
    drop(network.store(&place, &[1, 2, 3]));
    let (code, report) = place.json(&verify);
    assert_eq!((code, &report["final_round"], &report["frames_verified"]), (0, &3.into(), &3.into()));
    for kept in [&[3][..], &[1, 3]] {
        let place = Place::new();
        drop(network.store(&place, kept));
        let outcome = place.run(&verify);
        assert_eq!(outcome.code, 1, "{}", outcome.stderr);
        assert!(outcome.stderr.contains("of the validators trusted so far"), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("take a source that has the frames between"), "{}", outcome.stderr);
    }
}
