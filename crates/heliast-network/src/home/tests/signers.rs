//! Homes whose validator's key is at a signer.

use super::*;

const GOOD: &str = "listen = \"127.0.0.1:1\"\nrpc = \"127.0.0.1:2\"\nevaluator = true\n";

fn with_signer(listen: &str, validator: &str) -> String {
    format!("{GOOD}[signer]\nlisten = \"{listen}\"\nvalidator = \"{validator}\"\n")
}

/// A home with an engine, and the address of its validator.
fn home(dir: &Path) -> String {
    let (_, network, chain) = network(KeyType::Ed25519);
    Foundations { chain, network }.write_on(&Disk::default(), dir).unwrap();
    let secrets = NodeSecrets::from_seeds(KeyType::Ed25519, seed(1), seed(11)).unwrap();
    secrets.write(&Disk::default(), dir).unwrap();
    fs::write(dir.join(SETTINGS), GOOD).unwrap();
    hex::encode_upper(secrets.consensus_key().address())
}

#[test]
fn a_signers_place_and_validator_are_checked_before_the_engine_sees_them() {
    let dir = tempfile::tempdir().unwrap();
    let read = |text: &str| {
        fs::write(dir.path().join(SETTINGS), text).unwrap();
        Settings::of_home(dir.path())
    };
    assert_eq!(read(GOOD).unwrap().signer, None);
    let address = ED25519_ADDRESS;
    for listen in
        ["unix:///run/signer.sock", "tcp://127.0.0.1:7073", "tcp://10.0.0.5:7073", "tcp://[fd00::1]:1"]
    {
        let signer = read(&with_signer(listen, &address.to_ascii_lowercase())).unwrap().signer.unwrap();
        assert_eq!((signer.listen(), signer.validator()), (listen, address));
    }
    let open = ["tcp://0.0.0.0:7073", "tcp://[::]:7073"];
    let no_place = [
        "",
        "127.0.0.1:7073",
        "tcp://localhost:7073",
        "tcp://127.0.0.1",
        "tcp://127.0.0.1:0",
        "tcp://127.0.0.1:70730",
        "http://127.0.0.1:7073",
        "unix://",
        "unix:///",
        "unix://signer.sock",
        "UNIX:///run/signer.sock",
    ];
    let cases = open.map(|listen| (listen, address, BadSigner::Open)).into_iter();
    let cases = cases.chain(no_place.map(|listen| (listen, address, BadSigner::Listen)));
    let validators = ["", "AB", &address[1..], &address.replace('F', "G"), &format!("{address}00")]
        .map(|validator| ("unix:///s", validator.to_owned(), BadSigner::Validator));
    let cases = cases
        .map(|(listen, validator, fault)| (listen, validator.to_owned(), fault))
        .chain(validators)
        .collect::<Vec<_>>();
    for (listen, validator, fault) in cases {
        let refused = read(&with_signer(listen, &validator)).unwrap_err().to_string();
        assert!(refused.contains("line 4: ") && refused.ends_with(&fault.to_string()), "{listen}: {refused}");
    }
    for (text, said) in [
        (format!("{GOOD}[signer]\nlisten = \"unix:///s\"\n"), "missing field `validator`"),
        (format!("{}more = 1\n", with_signer("unix:///s", address)), "unknown field `more`"),
        (format!("{GOOD}signer = \"unix:///s\"\n"), "line 4: invalid type"),
    ] {
        let refused = read(&text).unwrap_err().to_string();
        assert!(refused.contains(said), "{refused}");
    }
}

#[test]
fn a_home_with_a_signer_has_nothing_of_the_key() {
    let dir = tempfile::tempdir().unwrap();
    let (dir, address) = (dir.path(), home(dir.path()));
    let key = dir.join(ENGINE).join("config/priv_validator_key.json");
    let record = dir.join(ENGINE).join("data").join(halves::SIGNED);
    let opened = Home::open(dir).unwrap();
    assert_eq!((opened.signer(), opened.validator_address()), (None, Some(address.clone())));
    drop(opened);
    fs::write(dir.join(SETTINGS), with_signer("unix:///s", &address.to_ascii_lowercase())).unwrap();
    let refused = Home::open(dir).unwrap_err();
    assert!(matches!(&refused, HomeError::KeyIsHere(path) if *path == key), "{refused}");
    assert!(refused.hint().unwrap().contains("both together"));
    fs::remove_file(&key).unwrap();

    let signed = |height| fs::write(&record, format!("{{\"height\": \"{height}\", \"round\": 0}}")).unwrap();
    signed(1);
    let refused = Home::open(dir).unwrap_err();
    assert!(matches!(&refused, HomeError::RecordIsHere(path) if *path == record), "{refused}");
    fs::remove_file(&record).unwrap();
    let opened = Home::open(dir).unwrap();
    assert_eq!(opened.validator_address(), Some(address.clone()), "as when the key was here");
    for height in [0, 5] {
        fs::create_dir_all(record.with_file_name("blockstore.db")).unwrap();
        assert!(opened.check_halves(height).is_ok(), "the signer has the record");
    }
    drop(opened);

    // The engine writes an empty record and an unused key there.
    signed(0);
    let other = ConsensusSecret::from_seed(KeyType::Ed25519, seed(9)).unwrap();
    fs::write(&key, other.to_json().as_bytes()).unwrap();
    let opened = Home::open(dir).unwrap();
    assert_eq!(opened.validator_address(), Some(address));
    drop(opened);
    fs::write(dir.join(SETTINGS), GOOD.replace("true", "yes")).unwrap();
    assert!(matches!(Home::open(dir), Err(HomeError::Settings { .. })));
}

/// Otherwise `heliast validator key` would make a second key for the validator.
#[test]
fn no_key_is_made_or_used_in_a_home_whose_key_is_at_a_signer() {
    let dir = tempfile::tempdir().unwrap();
    let address = home(dir.path());
    let fresh = || NodeSecrets::from_seeds(KeyType::Ed25519, seed(5), seed(6)).unwrap();
    assert!(ValidatorKey::of(dir.path(), &[7; 32], fresh()).is_ok());
    fs::write(dir.path().join(SETTINGS), with_signer("unix:///s", &address)).unwrap();
    let key = dir.path().join(ENGINE).join("config/priv_validator_key.json");
    fs::remove_file(&key).unwrap();
    let refused = ValidatorKey::of(dir.path(), &[7; 32], fresh()).unwrap_err();
    assert!(matches!(&refused, HomeError::KeyAtSigner(home) if home == dir.path()), "{refused}");
    assert!(refused.hint().unwrap().contains("where the signer's key is"));
    assert!(matches!(NodeSecrets::in_home(dir.path()), Err(HomeError::KeyAtSigner(_))));
    assert!(!key.exists());
}

#[test]
fn the_engines_settings_name_no_other_place_for_a_signer() {
    let dir = tempfile::tempdir().unwrap();
    let address = home(dir.path());
    let config = dir.path().join(ENGINE).join("config/config.toml");
    let check = |text: &str| {
        fs::write(&config, text).unwrap();
        Home::open(dir.path()).unwrap().check_signer()
    };
    let other = "priv_validator_laddr = \"tcp://127.0.0.1:1\"\n";
    let refused = check(other).unwrap_err();
    assert!(
        matches!(&refused, HomeError::OtherSigner { laddr, .. } if laddr == "tcp://127.0.0.1:1"),
        "{refused}"
    );
    assert!(refused.hint().unwrap().contains("[signer]"));
    assert!(check("priv_validator_laddr = \"\"\n").is_ok());
    for secret in ["config/priv_validator_key.json", "data/priv_validator_state.json"] {
        fs::remove_file(dir.path().join(ENGINE).join(secret)).unwrap();
    }
    fs::write(dir.path().join(SETTINGS), with_signer("unix:///s", &address)).unwrap();
    assert!(check("moniker = \"a\"\n").is_ok());
    assert!(check("priv_validator_laddr = \"unix:///s\"\n").is_ok());
    assert!(check(other).is_err());
}
