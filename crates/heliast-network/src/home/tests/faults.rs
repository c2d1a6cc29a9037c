//! Files of a home that are missing, damaged, too long or in the way: each gives its own error.

use super::*;
use std::os::unix::fs::{PermissionsExt, symlink};

fn foundations() -> Foundations {
    let (_, network, chain) = network(KeyType::Ed25519);
    Foundations { chain, network }
}

/// A directory with both files.
fn founded() -> (tempfile::TempDir, Foundations) {
    let (dir, foundations) = (tempfile::tempdir().unwrap(), foundations());
    foundations.write(dir.path()).unwrap();
    (dir, foundations)
}

/// The kind of an error, and the file in it.
fn refusal(error: &HomeError) -> (&'static str, Option<&Path>) {
    match error {
        HomeError::Unreadable { path, .. } => ("unreadable", Some(path)),
        HomeError::NoSettings { path, .. } => ("no settings", Some(path)),
        HomeError::TooLong { path, .. } => ("too long", Some(path)),
        HomeError::Settings { path, .. } => ("settings", Some(path)),
        HomeError::Key(path) => ("key", Some(path)),
        HomeError::NotFounded(path) => ("not founded", Some(path)),
        HomeError::Malformed(_) => ("malformed", None),
        HomeError::TwoNetworks(path) => ("two networks", Some(path)),
        HomeError::Halves { home, .. } => ("halves", Some(home)),
        HomeError::OtherRpc { home, .. } => ("other rpc", Some(home)),
        HomeError::Unwritable { path, .. } => ("unwritable", Some(path)),
        HomeError::KeyIsHere(path) => ("key is here", Some(path)),
        HomeError::RecordIsHere(path) => ("record is here", Some(path)),
        HomeError::KeyAtSigner(home) => ("key at signer", Some(home)),
        HomeError::OtherSigner { home, .. } => ("other signer", Some(home)),
        HomeError::InUse(_) => ("in use", None),
    }
}

#[test]
fn the_file_that_is_missing_or_too_long_is_named() {
    const LONGEST: usize = 8 << 20;
    for (file, other) in [(GENESIS, NETWORK), (NETWORK, GENESIS)] {
        let (dir, _) = founded();
        let place = dir.path().join(file);
        let read = || Foundations::read(dir.path()).map(drop).unwrap_err();
        fs::remove_file(&place).unwrap();
        assert_eq!(refusal(&read()), ("unreadable", Some(&*place)), "{file}, and not {other}");
        fs::create_dir(&place).unwrap();
        assert_eq!(refusal(&read()), ("unreadable", Some(&*place)), "{file}");
        fs::remove_dir(&place).unwrap();
        fs::write(&place, vec![0; LONGEST]).unwrap();
        assert_eq!(refusal(&read()), ("malformed", None), "{file}");
        fs::write(&place, vec![0; LONGEST + 1]).unwrap();
        assert_eq!(refusal(&read()), ("too long", Some(&*place)), "{file}");
        assert!(read().to_string().ends_with("is longer than 8388608 bytes, so it is something else"));
    }
}

/// A genesis binds its network file, so that no byte of that file can be changed.
#[test]
fn no_changed_or_cut_network_file_is_taken() {
    let (dir, foundations) = founded();
    let (place, good) = (dir.path().join(NETWORK), foundations.network.to_bytes());
    let changed = (0..good.len()).map(|at| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        bytes
    });
    let mut counts = [0, 0];
    for bytes in changed.chain((0..good.len()).map(|len| good[..len].to_vec())) {
        fs::write(&place, bytes).unwrap();
        match refusal(&Foundations::read(dir.path()).map(drop).unwrap_err()) {
            ("malformed", None) => counts[0] += 1,
            ("two networks", Some(path)) if path == dir.path() => counts[1] += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(counts[0] > good.len() && counts[1] > 32, "{counts:?}: of the salt alone there are 32 others");
}

#[test]
fn a_genesis_that_is_there_in_any_form_is_never_written_over() {
    let (dir, foundations) = (tempfile::tempdir().unwrap(), foundations());
    let (genesis, nowhere) = (dir.path().join(GENESIS), dir.path().join("nowhere"));
    symlink(&nowhere, &genesis).unwrap();
    assert!(Foundations::are_in(dir.path()), "a link that leads nowhere is something");
    fs::write(dir.path().join(NETWORK), "mine").unwrap();
    let refused = foundations.write(dir.path()).unwrap_err();
    assert_eq!(refusal(&refused), ("unwritable", Some(dir.path())));
    assert_eq!(refused.hint(), Some("check the directory, its permissions and the free space"));
    assert_eq!(fs::read(dir.path().join(NETWORK)).unwrap(), b"mine", "and neither is the file beside it");
    assert!(!nowhere.exists());
    // The directory itself can't be made.
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let refused = foundations.write(&file.join("below")).unwrap_err();
    assert_eq!(refusal(&refused), ("unwritable", Some(&*file.join("below"))));
}

#[test]
fn participants_without_a_node_need_no_record_and_a_node_does() {
    let (dir, foundations) = founded();
    let home = Home::open(dir.path()).unwrap();
    assert_eq!(home.data(), dir.path().join(DATA));
    assert_eq!(home.data().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(home.foundations().network, foundations.network);
    for height in [0, 9] {
        assert!(home.check_halves(height).is_ok(), "there is no engine whose half could be missing");
    }
    drop(home);
    fs::create_dir(dir.path().join(ENGINE)).unwrap();
    let refused = Home::open(dir.path()).unwrap_err();
    assert_eq!(refusal(&refused), ("halves", Some(dir.path())));
    assert!(refused.hint().unwrap().contains("signs twice"));
    // This error comes before anything else, and nothing is made.
    fs::remove_dir(dir.path().join(DATA))
        .unwrap_or_else(|_| fs::remove_dir_all(dir.path().join(DATA)).unwrap());
    fs::remove_file(dir.path().join(GENESIS)).unwrap();
    assert_eq!(refusal(&Home::open(dir.path()).unwrap_err()), ("halves", Some(dir.path())));
    assert!(!dir.path().join(DATA).exists());
}

#[test]
fn data_that_cannot_be_made_is_named() {
    let (dir, _) = founded();
    let data = dir.path().join(DATA);
    fs::write(&data, "no directory").unwrap();
    let refused = Home::open(dir.path()).unwrap_err();
    assert_eq!(refusal(&refused), ("unwritable", Some(&*data)));
    assert_eq!(fs::read(&data).unwrap(), b"no directory");
}

#[test]
fn a_home_in_use_is_the_stores_error() {
    let (dir, _) = founded();
    let _home = Home::open(dir.path()).unwrap();
    let refused = Home::open(dir.path()).unwrap_err();
    assert_eq!((refusal(&refused), refused.hint()), (("in use", None), None));
    assert!(refused.to_string().contains(&*dir.path().join(DATA).to_string_lossy()), "{refused}");
}

#[test]
fn a_socket_lies_in_the_home_as_long_as_its_path_is_short_enough() {
    const LONGEST: usize = 100;
    let (dir, spare) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let room = LONGEST - dir.path().as_os_str().len() - "//engine.sock".len();
    let near = socket(&dir.path().join("x".repeat(room)), spare.path()).unwrap();
    assert_eq!((near.as_os_str().len(), near.starts_with(dir.path())), (LONGEST, true));
    let home = dir.path().join("x".repeat(room + 1));
    let [first, second] = [0, 1].map(|_| socket(&home, spare.path()).unwrap());
    assert!(first.starts_with(spare.path()) && first != second, "nobody knows its place before it is made");
    assert_eq!(first.parent().unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    assert!(socket(&home, &spare.path().join("gone")).is_err());
    assert!(socket(Path::new("here"), spare.path()).unwrap().is_absolute());
}

#[test]
fn the_address_of_a_validator_is_that_of_its_key_file() {
    for key_type in [KeyType::Ed25519, KeyType::MlDsa65] {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(without_key::address_in(dir.path()), None, "a signer elsewhere may have the key");
        let config = dir.path().join(ENGINE).join("config");
        fs::create_dir_all(&config).unwrap();
        let secret = ConsensusSecret::from_seed(key_type, seed(3)).unwrap();
        let file = config.join("priv_validator_key.json");
        fs::write(&file, secret.to_json().as_bytes()).unwrap();
        let address = hex::encode_upper(secret.public().address());
        assert_eq!(without_key::address_in(dir.path()), Some(address));
        for damaged in ["", "{}", "[]", "{\"address\": 7}", "{\"address\": \"AB\""] {
            fs::write(&file, damaged).unwrap();
            assert_eq!(without_key::address_in(dir.path()), None, "{damaged}");
        }
    }
}

/// It is written into homes and witnesses, and so must never change.
#[test]
fn the_identity_of_a_home_is_a_hash_of_all_that_it_uses() {
    let (_, _, chain) = network(KeyType::Ed25519);
    let (_, _, other) = network(KeyType::MlDsa65);
    let parts =
        [&b"heliast/node-home/v1"[..], chain.id(), &2_u64.to_be_bytes(), b"AB", &[0, 0, 0, 1, 0, 0, 0, 9]];
    assert_eq!(identity(&chain, "AB", &[1, 9])[..], Sha256::digest(parts.concat())[..]);
    let validators = ["", "A", "AB", "A\0", "AB\0\0\0\x01"];
    let participants: [&[u32]; 6] = [&[], &[1], &[1, 9], &[9, 1], &[0x0141_0000], &[0, 1]];
    let mut all = std::collections::BTreeSet::new();
    for chain in [&chain, &other] {
        for validator in validators {
            all.extend(participants.map(|some| identity(chain, validator, some)));
        }
    }
    assert_eq!(all.len(), 2 * validators.len() * participants.len());
}

/// On a machine with two homes a copied file easily names the engine of the other home, which also takes
/// transactions.
#[test]
fn an_rpc_that_is_not_the_engines_is_refused_with_both_addresses() {
    let (dir, _) = founded();
    let config = dir.path().join(ENGINE).join("config");
    let home = Home::open(dir.path()).unwrap();
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join("config.toml"), "[rpc]\nladdr = \"tcp://127.0.0.1:7072\"\n").unwrap();
    home.check_rpc("127.0.0.1:7072".parse().unwrap()).unwrap();
    let refused = home.check_rpc("127.0.0.1:7075".parse().unwrap()).unwrap_err();
    assert_eq!(refusal(&refused), ("other rpc", Some(dir.path())));
    let words = "rpc in node.toml is 127.0.0.1:7075, and laddr of [rpc] in comet/config/config.toml is tcp://127.0.0.1:7072";
    assert!(refused.to_string().ends_with(words), "{refused}");
    assert!(refused.hint().is_some_and(|hint| hint.starts_with("make both the same address")));
}
