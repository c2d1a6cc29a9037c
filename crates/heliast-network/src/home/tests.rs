mod faults;
mod machines;
mod records;
mod signers;
mod texts;

use super::{
    config::config,
    engine::{NewEngine, Peer},
    engine_genesis::{engine_genesis, rfc3339},
    pace::Pace,
    secrets::{ConsensusSecret, PeerSecret},
    *,
};
use crate::room::Mempool;
use heliast::{Chain, DelayGroup, DelayRules, Genesis, Participant, SecretKey, StatelessScheme};
use heliast_finality::{KeyType, NetworkFile, Validator, engine_chain_id};
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fs;
use zeroize::Zeroizing;

const ED25519_ADDRESS: &str = "FE812C12F3AB4CE6AC5DB69AC352F906CB1B11EF";
const ML_DSA_ADDRESS: &str = "D3A1E51ECF491B79CA7691BD269271F8D8E8D943";
/// SHA-256 of the secret key's base64.
const ML_DSA_PRIVATE: &str = "D1E68C7F3F1C989E895CBC1D935D160D03795D639CA6272EC43595D6B3CCEDF6";

fn seed(byte: u8) -> Zeroizing<[u8; 32]> {
    Zeroizing::new([byte; 32])
}

fn network(key_type: KeyType) -> (Vec<ConsensusSecret>, NetworkFile, Chain) {
    let secrets: Vec<_> =
        (1..=4).map(|byte| ConsensusSecret::from_seed(key_type, seed(byte)).unwrap()).collect();
    let validators = secrets.iter().map(|one| Validator { key: one.public().clone(), power: 10 }).collect();
    let network = NetworkFile::new(3, 200, validators, [9; 32]).unwrap();
    let scheme = StatelessScheme::from_name("ecvrf-edwards25519-sha512-ell2").unwrap();
    let participant = |byte| Participant {
        public_key: SecretKey::from_seed(scheme, [byte; 32]).public_key(),
        stake: 1_000,
    };
    let chain = Chain::new(Genesis {
        vrf: scheme,
        delays: DelayRules::squarings(DelayGroup::rsa_2048(), 100),
        genesis_time_ms: 1_795_350_317_000,
        period_ms: 1_000,
        lead: 0,
        committees: vec![20],
        members: None,
        participants: (1..=4).map(participant).collect(),
        nonce: network.nonce(),
    });
    (secrets, network, chain.unwrap())
}

fn engine<'a>(
    sites: &'a [Site],
    keys: &[PeerSecret],
    (chain, genesis): (&'a Chain, &'a str),
) -> NewEngine<'a> {
    let peers = sites.iter().zip(keys).skip(1).map(|(site, key)| Peer { id: key.id(), site }).collect();
    NewEngine { name: "node0", site: &sites[0], peers, chain, genesis, pace: Pace::LOCAL }
}

#[test]
fn an_engines_home_is_written_once_and_its_secrets_are_its_owners() {
    let (_, network, chain) = network(KeyType::Ed25519);
    let sites = sites(4, &[], 7070).unwrap();
    let keys: Vec<_> = (11..15).map(|byte| PeerSecret::from_seed(seed(byte))).collect();
    let genesis = engine_genesis(&chain, &network);
    let engine = engine(&sites, &keys, (&chain, &genesis));
    let secrets = NodeSecrets::from_seeds(KeyType::Ed25519, seed(1), seed(11)).unwrap();
    let dir = tempfile::tempdir().unwrap();
    secrets.write(&Disk::default(), dir.path()).unwrap();
    engine.write(&Disk::default(), dir.path()).unwrap();
    let again = engine.write(&Disk::default(), dir.path()).unwrap_err();
    assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
    let again = secrets.write(&Disk::default(), dir.path()).unwrap_err();
    assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
    let config_dir = dir.path().join(ENGINE).join("config");
    for secret in ["config/node_key.json", "config/priv_validator_key.json", "data/priv_validator_state.json"]
    {
        let path = dir.path().join(ENGINE).join(secret);
        let _: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{secret}");
        }
    }
    let text = fs::read_to_string(config_dir.join("config.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["rpc"]["laddr"].as_str(), Some("tcp://127.0.0.1:7072"));
    assert_eq!(table["p2p"]["laddr"].as_str(), Some("tcp://127.0.0.1:7071"));
    let peers = table["p2p"]["persistent_peers"].as_str().unwrap();
    assert_eq!(peers.split(',').count(), 3);
    assert!(peers.starts_with(&format!("{}@127.0.0.1:7074,", keys[1].id())), "{peers}");
    let ids: Vec<_> = keys.iter().skip(1).map(PeerSecret::id).collect();
    assert_eq!(table["p2p"]["unconditional_peer_ids"].as_str(), Some(&*ids.join(",")), "no place is taken");
    assert_eq!(config(&engine), text);
}

/// The genesis and the key files of a validator have the same key and the same address, in the engine's
/// format.
#[test]
fn the_genesis_names_the_keys_of_the_network_file() {
    for (key_type, name, private_len) in
        [(KeyType::Ed25519, "ed25519", 64), (KeyType::MlDsa65, "ml_dsa_65", 4032)]
    {
        let (secrets, network, chain) = network(key_type);
        let genesis: Value = serde_json::from_str(&engine_genesis(&chain, &network)).unwrap();
        assert_eq!(genesis["chain_id"], engine_chain_id(chain.id()));
        assert_eq!(genesis["genesis_time"], "2026-11-22T12:25:17.000Z");
        assert_eq!(genesis["consensus_params"]["validator"]["pub_key_types"][0], name);
        let validators = genesis["validators"].as_array().unwrap();
        assert_eq!(validators.len(), 4);
        for (validator, secret) in validators.iter().zip(&secrets) {
            let file: Value = serde_json::from_str(&secret.to_json()).unwrap();
            assert_eq!((&validator["address"], &validator["pub_key"]), (&file["address"], &file["pub_key"]));
            let private = file["priv_key"]["value"].as_str().unwrap();
            assert_eq!(base64_len(private), private_len);
        }
    }
}

/// A proposer's application gets the whole mempool, and a mempool has room for everything that a round can
/// bring.
#[test]
fn the_engine_leaves_it_to_the_application_what_a_block_has_room_for() {
    let (_, network, chain) = network(KeyType::Ed25519);
    let genesis = engine_genesis(&chain, &network);
    let parsed: Value = serde_json::from_str(&genesis).unwrap();
    assert_eq!(parsed["consensus_params"]["block"]["max_bytes"], "-1");
    let (sites, keys) = (sites(1, &[], 7070).unwrap(), [PeerSecret::from_seed(seed(1))]);
    let text = config(&engine(&sites, &keys, (&chain, &genesis)));
    let number = |name| text.parse::<toml::Table>().unwrap()["mempool"][name].as_integer().unwrap() as usize;
    let Mempool { count, bytes } = Mempool::new(&chain);
    assert_eq!((number("size"), number("max_txs_bytes")), (count, bytes));
    assert!(number("cache_size") > count && number("max_tx_bytes") > 1 << 16);
}

/// The keys that CometBFT v0.40.0 made from a seed of 32 bytes 7.
#[test]
fn keys_are_those_that_the_engine_makes_of_the_seed() {
    let ed25519 = ConsensusSecret::from_seed(KeyType::Ed25519, seed(7)).unwrap();
    let file: Value = serde_json::from_str(&ed25519.to_json()).unwrap();
    assert_eq!(file["address"], ED25519_ADDRESS);
    assert_eq!(file["priv_key"]["type"], "tendermint/PrivKeyEd25519");
    let ml_dsa = ConsensusSecret::from_seed(KeyType::MlDsa65, seed(7)).unwrap();
    let file: Value = serde_json::from_str(&ml_dsa.to_json()).unwrap();
    assert_eq!(file["address"], ML_DSA_ADDRESS);
    assert_eq!(file["priv_key"]["type"], "cometbft/PrivKeyMlDsa65");
    let private = file["priv_key"]["value"].as_str().unwrap();
    assert_eq!(hex::encode_upper(Sha256::digest(private)), ML_DSA_PRIVATE);
    assert_eq!(PeerSecret::from_seed(seed(7)).id(), ED25519_ADDRESS.to_lowercase());
}

/// Keys are read from a home as they were written; a damaged file is named, and causes no panic.
#[test]
fn keys_are_read_as_they_were_written_and_sign() {
    for key_type in [KeyType::Ed25519, KeyType::MlDsa65] {
        let dir = tempfile::tempdir().unwrap();
        let made = NodeSecrets::from_seeds(key_type, seed(7), seed(8)).unwrap();
        let (public, signed, peer) = (made.consensus_key().clone(), made.sign(b"x"), made.sign_as_peer(b"x"));
        public.verify(b"x", &signed).unwrap();
        made.peer_key().unwrap().verify(b"x", &peer).unwrap();
        let kept = made.settle_on(&Disk::default(), dir.path()).unwrap();
        assert_eq!((kept.consensus_key(), kept.sign(b"x"), kept.sign_as_peer(b"x")), (&public, signed, peer));
        // Keys that come later do not replace them.
        let others = NodeSecrets::from_seeds(key_type, seed(17), seed(18)).unwrap();
        let kept = others.settle_on(&Disk::default(), dir.path()).unwrap();
        assert_eq!(kept.consensus_key(), &public);
        for file in ["priv_validator_key.json", "node_key.json"] {
            let path = dir.path().join(ENGINE).join("config").join(file);
            let good = fs::read_to_string(&path).unwrap();
            let value = good.rfind("\"value\"").unwrap() + 8;
            let (head, tail) = good.split_at(value);
            let of_ones = tail.replace(|c: char| c.is_ascii_alphanumeric() || c == '+', "/");
            for bad in [
                "",
                "{}",
                &good[..good.len() / 2],
                &(head.to_owned() + &of_ones),
                &good.replace("Priv", "Prov"),
            ] {
                fs::write(&path, bad).unwrap();
                let refused = NodeSecrets::in_home(dir.path()).unwrap_err();
                assert!(matches!(&refused, HomeError::Key(named) if *named == path), "{refused}");
            }
            fs::write(&path, &good).unwrap();
            assert!(NodeSecrets::in_home(dir.path()).is_ok());
        }
    }
}

#[test]
fn debug_shows_no_secret() {
    let secret = ConsensusSecret::from_seed(KeyType::Ed25519, seed(0x5a)).unwrap();
    let shown = format!("{secret:?} {:?}", PeerSecret::from_seed(seed(0x5a)));
    assert!(!shown.contains("90, 90") && !shown.contains("5a5a"), "{shown}");
}

#[test]
fn nodes_of_a_host_have_ports_of_their_own() {
    let here = sites(2, &[], 7070).unwrap();
    assert_eq!(
        here.iter().map(|site| (site.api, site.p2p, site.rpc)).collect::<Vec<_>>(),
        [(7070, 7071, 7072), (7073, 7074, 7075)]
    );
    assert_eq!(here[1].listen().to_string(), "127.0.0.1:7073");
    let hosts = ["a.example", "b.example", "a.example", "::1"].map(str::to_owned);
    let apart = sites(4, &hosts, 7070).unwrap();
    assert_eq!(apart.iter().map(|site| site.api).collect::<Vec<_>>(), [7070, 7070, 7073, 7070]);
    assert_eq!(apart[0].listen().to_string(), "0.0.0.0:7070");
    assert_eq!(apart[0].rpc_listen().to_string(), "127.0.0.1:7072", "the RPC is for the machine alone");
    assert_eq!(apart[3].p2p_address(), "[::1]:7071");
    assert_eq!(apart[2].url(), "http://a.example:7073");
    assert_eq!(sites(3, &hosts, 7070), Err(BadSites::Count { hosts: 4, nodes: 3 }));
    for bad in ["", "a b", "-x", "a,b", "x\"y", "x\ny", "http://x"] {
        assert_eq!(sites(1, &[bad.to_owned()], 7070), Err(BadSites::Host(bad.to_owned())));
    }
    assert!(matches!(sites(2, &[], 65_531), Err(BadSites::Ports(_))));
    assert!(sites(1, &[], 65_533).is_ok() && sites(1, &[], 0).is_err());
}

#[test]
fn settings_are_read_as_they_are_written() {
    let settings = Settings {
        snapshot_blocks: 7,
        listen: "0.0.0.0:80".parse().unwrap(),
        rpc: "127.0.0.1:7".parse().unwrap(),
        evaluator: false,
        signer: None,
    };
    let dir = tempfile::tempdir().unwrap();
    let missing = Settings::of_home(dir.path()).unwrap_err();
    assert!(matches!(missing, HomeError::NoSettings { .. }) && missing.hint().is_some(), "{missing}");
    let path = dir.path().join(SETTINGS);
    fs::write(&path, settings.to_text()).unwrap();
    assert_eq!(Settings::of_home(dir.path()).unwrap(), settings);
    for (text, said) in [
        ("listen = \"x\"\n", "line 1: "),
        ("more = 1\n", "line 1: unknown field"),
        ("\n\n[", "line 3: "),
        ("", "line 1: missing field"),
    ] {
        fs::write(&path, text).unwrap();
        let bad = Settings::of_home(dir.path()).unwrap_err().to_string();
        assert!(bad.contains(&format!("node.toml: {said}")), "{text:?}: {bad}");
    }
    fs::write(&path, "#".repeat((1 << 16) + 1)).unwrap();
    let long = Settings::of_home(dir.path()).unwrap_err().to_string();
    assert!(long.contains("longer than 65536 bytes"), "{long}");
}

#[test]
fn one_half_of_a_state_does_not_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join(ENGINE).join("data");
    fs::create_dir_all(&data).unwrap();
    let check = |height| Halves::check(dir.path(), height, false);
    assert!(matches!(check(0), Err(Halves::NoRecord)));
    let record = |height: u64| {
        fs::write(data.join(halves::SIGNED), format!("{{\"height\": \"{height}\", \"round\": 0}}")).unwrap();
    };
    record(0);
    assert!(check(0).is_ok());
    assert!(matches!(check(5), Err(Halves::NoEngine)));
    fs::create_dir(data.join("blockstore.db")).unwrap();
    assert!(check(0).is_ok(), "it was killed at its first start");
    record(7);
    assert!(check(5).is_ok());
    assert!(matches!(check(0), Err(Halves::NoApplication)));
    fs::write(data.join(halves::SIGNED), "").unwrap();
    assert!(matches!(check(5), Err(Halves::NoRecord)));
}

#[test]
fn a_socket_has_a_path_that_sockets_may_have() {
    let (dir, spare) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let near = socket(dir.path(), spare.path()).unwrap();
    assert_eq!(near, dir.path().join("engine.sock"));
    let far = socket(&dir.path().join("x".repeat(100)), spare.path()).unwrap();
    assert!(far.starts_with(spare.path()) && far.parent().unwrap().is_dir());
}

#[test]
fn times_are_dates() {
    for (ms, text) in [
        (0, "1970-01-01T00:00:00.000Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
        (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (1_767_225_599_000, "2025-12-31T23:59:59.000Z"),
    ] {
        assert_eq!(rfc3339(ms), text);
    }
}

/// Compared day by day, with the rule of leap years.
#[test]
fn dates_follow_each_other() {
    let (mut year, mut month, mut day) = (1970, 1, 1);
    for days in 0..150_000_u64 {
        assert_eq!(rfc3339(days * 86_400_000)[..10], format!("{year:04}-{month:02}-{day:02}"));
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        (year, month, day) = match (month, day == lengths[month - 1]) {
            (12, true) => (year + 1, 1, 1),
            (_, true) => (year, month + 1, 1),
            _ => (year, month, day + 1),
        };
    }
}

proptest! {
    /// Hosts may have any name: an accepted one can be written to the files of a node, and is read back
    /// unchanged.
    #[test]
    fn no_host_breaks_the_files(host in "[ -~]{1,20}") {
        let (_, _, chain) = network(KeyType::Ed25519);
        if let Ok(sites) = sites(2, &[host.clone(), "other".to_owned()], 7070) {
            let keys = [PeerSecret::from_seed(seed(1)), PeerSecret::from_seed(seed(2))];
            let peers = vec![Peer { id: keys[0].id(), site: &sites[0] }];
            let engine = NewEngine {
                name: "node1", site: &sites[1], peers, chain: &chain, genesis: "{}", pace: Pace::WIDE,
            };
            let table: toml::Table = config(&engine).parse().unwrap();
            let peers = table["p2p"]["persistent_peers"].as_str().unwrap();
            prop_assert!(peers.ends_with(":7071") && peers.contains(&host));
        }
    }
}

fn base64_len(text: &str) -> usize {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    STANDARD.decode(text).unwrap().len()
}

#[test]
fn the_homes_of_a_new_network_open_each_for_one_process() {
    let secrets = |byte| NodeSecrets::from_seeds(KeyType::Ed25519, seed(byte), seed(byte + 10)).unwrap();
    let secrets: Vec<_> = (1..=3).map(secrets).collect();
    let (_, file, chain) = network(KeyType::Ed25519);
    let foundations = Foundations { chain, network: file };
    let sites = sites(3, &[], 7070).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let new = NewNetwork { foundations: &foundations, sites: &sites, secrets: &secrets, evaluators: 2 };
    new.write(dir.path()).unwrap();
    let homes = NewNetwork::homes_in(dir.path());
    assert_eq!(homes.len(), 3);
    for (number, home) in homes.iter().enumerate() {
        let settings = Settings::of_home(home).unwrap();
        assert_eq!(settings.evaluator, number < 2, "{number}");
        assert_eq!(settings.listen, sites[number].listen());
        let opened = Home::open(home).unwrap();
        assert_eq!(opened.foundations().chain.id(), foundations.chain.id());
        assert!(matches!(Home::open(home), Err(HomeError::InUse(_))));
        drop(opened);
        assert!(Home::open(home).is_ok());
    }
    assert!(new.write(dir.path()).is_err(), "nothing is overwritten");
    // A validator whose record is lost might sign twice.
    fs::remove_file(homes[0].join(ENGINE).join("data").join(halves::SIGNED)).unwrap();
    let lost = Home::open(&homes[0]).err().unwrap();
    assert!(matches!(lost, HomeError::Halves { reason: Halves::NoRecord, .. }), "{lost}");
    fs::remove_file(homes[1].join(SETTINGS)).unwrap();
    assert_eq!(NewNetwork::homes_in(dir.path()), homes[..1], "those before the first that is missing");
}

#[test]
fn foundations_that_are_damaged_or_of_two_networks_are_refused() {
    let (_, file, chain) = network(KeyType::Ed25519);
    let (_, other, _) = network(KeyType::MlDsa65);
    let dir = tempfile::tempdir().unwrap();
    let read = || Foundations::read(dir.path()).map(|found| *found.chain.id());
    assert!(!Foundations::are_in(dir.path()));
    assert!(matches!(read(), Err(HomeError::Unreadable { .. })));
    let foundations = Foundations { chain, network: file };
    // A crash may have left the first of the two files.
    fs::write(dir.path().join(NETWORK), "half").unwrap();
    foundations.write(dir.path()).unwrap();
    assert_eq!(read().unwrap(), *foundations.chain.id());
    assert!(matches!(foundations.write(dir.path()), Err(HomeError::Unwritable { .. })), "both are there");
    fs::write(dir.path().join(NETWORK), other.to_bytes()).unwrap();
    let two = read().unwrap_err();
    assert!(matches!(two, HomeError::TwoNetworks(_)) && two.hint().is_some(), "{two}");
    fs::write(dir.path().join(NETWORK), "x").unwrap();
    assert!(matches!(read(), Err(HomeError::Malformed(_))));
    fs::write(dir.path().join(GENESIS), vec![0; (8 << 20) + 1]).unwrap();
    assert!(matches!(read(), Err(HomeError::TooLong { .. })));
}

/// If the genesis exists, so does the network file, in any state after a crash; an incomplete attempt can be
/// repeated.
#[cfg(unix)]
#[test]
fn foundations_that_power_was_lost_upon_are_whole_or_written_again() {
    use heliast_disk::recorder::{Explorer, Omission};
    let (_, file, chain) = network(KeyType::Ed25519);
    let foundations = Foundations { chain, network: file };
    let explore = |omitted: Option<Omission>| {
        Explorer::default().explore(|trial| {
            let place = tempfile::tempdir().unwrap();
            let dir = place.path().join("home");
            let disk = trial.disk();
            let write = || foundations.write_on(&disk, &dir).is_ok();
            trial.recorder().omit(omitted);
            trial.begin();
            let is_done = write() || !Foundations::are_in(&dir) && write();
            trial.crash().unwrap();
            assert!(Foundations::are_in(&dir) || !is_done, "they are gone");
            if !Foundations::are_in(&dir) {
                foundations.write_on(&trial.disk(), &dir).unwrap();
            }
            assert_eq!(Foundations::read(&dir).unwrap().chain.id(), foundations.chain.id());
        })
    };
    let figures = explore(None).unwrap_or_else(|violation| panic!("{violation}"));
    println!("foundations: {figures}");
    assert!(figures.operations > 10, "{figures}");
    for omitted in [Omission::Files, Omission::Names] {
        explore(Some(omitted)).unwrap_err();
    }
}

/// A failed call is an error; all existing files are complete, and the next attempt in another directory is
/// not affected.
#[cfg(unix)]
#[test]
fn a_new_network_whose_disk_is_full_is_an_error_at_every_byte() {
    use heliast_disk::recorder::{Call, Fault, Recorder};
    let secrets = [NodeSecrets::from_seeds(KeyType::Ed25519, seed(1), seed(11)).unwrap()];
    let (_, file, chain) = network(KeyType::Ed25519);
    let foundations = Foundations { chain, network: file };
    let sites = sites(1, &[], 7070).unwrap();
    let new = NewNetwork { foundations: &foundations, sites: &sites, secrets: &secrets, evaluators: 1 };
    let write = |space: Option<u64>| {
        let (dir, recorder) = (tempfile::tempdir().unwrap(), Recorder::default());
        recorder.set_fault(space.map(Fault::FullAfter));
        let written = new.write_on(&recorder.disk(), dir.path());
        let lengths = recorder.calls().into_iter().map(|call| match call {
            Call::Write(_, len) => len as u64,
            _ => 0,
        });
        (written, lengths.sum::<u64>(), dir)
    };
    let (written, all, _dir) = write(None);
    written.unwrap();
    for space in [0, 1, all / 4, all / 2, all - 1] {
        let (written, _, dir) = write(Some(space));
        let error = written.unwrap_err();
        assert!(error.to_string().contains("node0"), "{error}");
        let home = dir.path().join(NewNetwork::node(0));
        assert!(!Foundations::are_in(&home) || Foundations::read(&home).is_ok(), "{space}");
    }
    write(Some(all)).0.unwrap();
}
