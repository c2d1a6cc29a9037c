//! The texts of a home: its settings, the engine's settings, and the messages of its errors.

use super::*;
use heliast_store::StoreError;

fn any_settings() -> impl Strategy<Value = Settings> {
    let place = || {
        any::<([u8; 16], bool, u16)>().prop_map(|(address, is_v4, port)| {
            let v4 = std::net::Ipv4Addr::new(address[0], address[1], address[2], address[3]);
            let ip: std::net::IpAddr =
                if is_v4 { v4.into() } else { std::net::Ipv6Addr::from(address).into() };
            std::net::SocketAddr::new(ip, port)
        })
    };
    (place(), place(), any::<bool>(), 0..=i64::MAX as u64).prop_map(
        |(listen, rpc, evaluator, snapshot_blocks)| Settings {
            listen,
            rpc,
            evaluator,
            snapshot_blocks,
            signer: None,
        },
    )
}

proptest! {
    #[test]
    fn any_settings_are_read_as_they_are_written(settings in any_settings()) {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(SETTINGS), settings.to_text()).unwrap();
        prop_assert_eq!(Settings::of_home(dir.path()).unwrap(), settings);
    }

    /// Any text is either valid settings, or a fault with one of its lines.
    #[test]
    fn any_text_is_settings_or_a_fault_of_one_of_its_lines(lines in prop::collection::vec("[ -~]{0,30}", 0..6)) {
        let (dir, text) = (tempfile::tempdir().unwrap(), lines.join("\n"));
        fs::write(dir.path().join(SETTINGS), &text).unwrap();
        match Settings::of_home(dir.path()) {
            Ok(settings) => prop_assert!(text.contains(&settings.rpc.port().to_string())),
            Err(HomeError::Settings { reason, .. }) => {
                let line = reason.strip_prefix("line ").and_then(|rest| rest.split(':').next());
                let line: usize = line.unwrap().parse().unwrap();
                prop_assert!((1..=lines.len().max(1)).contains(&line), "{}", reason);
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}

#[test]
fn settings_are_complete_known_and_in_their_ranges() {
    let good = "listen = \"127.0.0.1:1\"\nrpc = \"127.0.0.1:2\"\nevaluator = true\n";
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(SETTINGS);
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        Settings::of_home(dir.path())
    };
    // A home that is older than the feature of snapshots also makes them.
    assert_eq!(read(good.as_bytes()).unwrap().snapshot_blocks, 500);
    for (text, said) in [
        (good.replace("evaluator = true", "evaluator = 1"), "line 3: invalid type"),
        (good.replace("127.0.0.1:2", "127.0.0.1"), "line 2: invalid socket address"),
        (good.replace("127.0.0.1:2", "localhost:2"), "line 2: invalid socket address"),
        (format!("{good}snapshot-blocks = -1\n"), "line 4: "),
        (format!("{good}snapshot_blocks = 1\n"), "line 4: unknown field `snapshot_blocks`"),
        (format!("{good}rpc = \"127.0.0.1:3\"\n"), "line 4: duplicate key"),
        (format!("{good}[more]\n"), "line 4: unknown field `more`"),
    ] {
        let refused = read(text.as_bytes()).unwrap_err();
        assert!(matches!(&refused, HomeError::Settings { path: found, .. } if *found == path), "{refused}");
        assert!(refused.to_string().contains(said), "{text:?}: {refused}");
        assert_eq!(refused.hint(), None);
    }
    let padded = |len: usize| format!("{good}{}", "#".repeat(len - good.len()));
    assert!(read(padded(1 << 16).as_bytes()).is_ok());
    assert!(matches!(read(padded((1 << 16) + 1).as_bytes()), Err(HomeError::Settings { .. })));
    assert!(matches!(read(b"\xff\xfe"), Err(HomeError::NoSettings { .. })), "it is not text");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(matches!(Settings::of_home(dir.path()), Err(HomeError::NoSettings { .. })));
}

#[test]
fn errors_of_homes_name_the_thing_and_say_what_helps() {
    let path = || PathBuf::from("/home/x");
    let reason = || io::Error::other("the reason");
    for (error, words, hint) in [
        (HomeError::Unreadable { path: path(), reason: reason() }, "/home/x can't be read: the reason", None),
        (
            HomeError::NoSettings { path: path(), reason: reason() },
            "/home/x can't be read: the reason",
            Some(
                "`heliast network new` and `heliast network apply` make the homes of nodes; name one of them",
            ),
        ),
        (
            HomeError::TooLong { path: path(), longest: 9 },
            "/home/x is longer than 9 bytes, so it is something else",
            None,
        ),
        (HomeError::Settings { path: path(), reason: "line 1: x".into() }, "/home/x: line 1: x", None),
        (
            HomeError::Key(path()),
            "/home/x is not a key of the engine, or is damaged",
            Some("restore it from a backup of this home"),
        ),
        (
            HomeError::NotFounded(path()),
            "/home/x has applied for a network that is not founded yet",
            Some("`heliast network found` founds it when all applicants have agreed to a draft"),
        ),
        (HomeError::Malformed(heliast::Malformed::Short("genesis")), "the genesis is cut short", None),
        (
            HomeError::TwoNetworks(path()),
            "the genesis and the network file in /home/x are of two networks",
            Some("take both from the same `heliast network new`"),
        ),
        (
            HomeError::Halves { home: path(), reason: Halves::NoEngine },
            "/home/x: the application's half of the state is there, and the engine's, comet/data, is missing",
            Some(Halves::NoEngine.hint()),
        ),
        (
            HomeError::Unwritable { path: path(), reason: reason() },
            "/home/x can't be written: the reason",
            Some("check the directory, its permissions and the free space"),
        ),
        (HomeError::InUse(StoreError::InUse(path())), "/home/x", None),
    ] {
        assert!(error.to_string().contains(words), "{error}: {words}");
        assert_eq!(error.hint(), hint, "{error}");
    }
}

#[test]
fn each_home_of_a_network_knows_all_others_and_not_itself() {
    let secrets = |byte| NodeSecrets::from_seeds(KeyType::Ed25519, seed(byte), seed(byte + 10)).unwrap();
    let secrets: Vec<_> = (1..=4).map(secrets).collect();
    let (_, network, chain) = network(KeyType::Ed25519);
    let foundations = Foundations { chain, network };
    let hosts = ["a.example", "b.example", "a.example", "::1"].map(str::to_owned);
    let (sites, dir) = (sites(4, &hosts, 7070).unwrap(), tempfile::tempdir().unwrap());
    NewNetwork { foundations: &foundations, sites: &sites, secrets: &secrets, evaluators: 0 }
        .write(dir.path())
        .unwrap();
    let peer = |number: usize| PeerSecret::from_seed(seed(number as u8 + 11));
    let mut geneses = std::collections::BTreeSet::new();
    for (number, home) in NewNetwork::homes_in(dir.path()).iter().enumerate() {
        let config = home.join(ENGINE).join("config");
        let table: toml::Table = fs::read_to_string(config.join("config.toml")).unwrap().parse().unwrap();
        let others = (0..4).filter(|other| *other != number);
        let expected: Vec<_> =
            others.map(|one| format!("{}@{}", peer(one).id(), sites[one].p2p_address())).collect();
        assert_eq!(table["p2p"]["persistent_peers"].as_str(), Some(&*expected.join(",")));
        assert_eq!(table["moniker"].as_str(), Some(&*NewNetwork::node(number as u32)));
        let milliseconds = |name: &str| table["consensus"][name].as_str().unwrap().to_owned();
        for (name, value) in [
            ("timeout_commit", Pace::WIDE.commit_ms),
            ("timeout_propose", Pace::WIDE.propose_ms),
            ("timeout_propose_delta", 100),
            ("timeout_prevote", Pace::WIDE.vote_ms),
            ("timeout_prevote_delta", 50),
            ("timeout_precommit", Pace::WIDE.vote_ms),
            ("timeout_precommit_delta", 50),
        ] {
            assert_eq!(milliseconds(name), format!("{value}ms"), "{name}");
        }
        let signer: Value =
            serde_json::from_slice(&fs::read(config.join("priv_validator_key.json")).unwrap()).unwrap();
        let address = hex::encode_upper(secrets[number].consensus_key().address());
        assert_eq!(signer["address"].as_str(), Some(&*address));
        assert_eq!(without_key::address_in(home), Some(address));
        geneses.insert(fs::read(config.join("genesis.json")).unwrap());
        assert!(!Settings::of_home(home).unwrap().evaluator);
    }
    assert_eq!(geneses.len(), 1, "all engines begin with one genesis");
}

/// A network's homes are made one after the other; an existing file that is in the way is not overwritten.
#[test]
fn a_home_that_is_in_the_way_stops_the_making_of_a_network() {
    let secrets = |byte| NodeSecrets::from_seeds(KeyType::Ed25519, seed(byte), seed(byte + 10)).unwrap();
    let secrets: Vec<_> = (1..=3).map(secrets).collect();
    let (_, network, chain) = network(KeyType::Ed25519);
    let (foundations, sites) = (Foundations { chain, network }, sites(3, &[], 7070).unwrap());
    let new = NewNetwork { foundations: &foundations, sites: &sites, secrets: &secrets, evaluators: 3 };
    for taken in [SETTINGS, GENESIS, ENGINE] {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().join("node1");
        fs::create_dir(&home).unwrap();
        fs::write(home.join(taken), "mine").unwrap();
        assert!(new.write(dir.path()).is_err(), "{taken}");
        assert_eq!(fs::read(home.join(taken)).unwrap(), b"mine");
        assert!(!dir.path().join("node2").exists(), "{taken}");
    }
}
