//! `heliast up`: chains that it begins or continues, and changes that it refuses.

use crate::run::Place;
use serde_json::Value;
use std::{fs, net::TcpListener, sync::LazyLock};

const QUICK: &str = "--data data --period 0.1 --delay 1e4 --participants 2 --vrf ell2 --votes 20";

/// A place with a chain of two rounds.
fn place() -> Place {
    static MADE: LazyLock<Place> = LazyLock::new(|| {
        let place = Place::new();
        place.ok(&format!("up {QUICK} --rounds 2 --listen 127.0.0.1:0"));
        place
    });
    let place = Place::new();
    fs::create_dir_all(place.path("data/rounds")).unwrap();
    for name in ["chain.redb", "keys.json", "rounds/0000000001.rounds"] {
        fs::copy(MADE.path(&format!("data/{name}")), place.path(&format!("data/{name}"))).unwrap();
    }
    place.ok("up --data data --adopt --rounds 0 --listen 127.0.0.1:0");
    place
}

/// The JSON objects that `up` prints.
fn events(place: &Place, words: &str) -> Vec<Value> {
    let outcome = place.ok(&format!("up --data data --listen 127.0.0.1:0 --json {words}"));
    outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The number of rounds of the chain, all verified.
fn rounds(place: &Place) -> u64 {
    let (code, report) = place.json("verify data");
    assert_eq!(code, 0, "{report}");
    report["to"].as_u64().unwrap()
}

#[test]
fn programs_get_an_object_for_the_start_each_round_and_the_end() {
    let place = place();
    let events = events(&place, "--rounds 2 --participants 2 --period 0.1 --vrf ell2 --votes 20");
    let kinds: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["started", "round", "round", "stopped"]);
    let started = &events[0];
    assert_eq!((&started["new"], &started["latest"]), (&false.into(), &2.into()));
    assert_eq!((&started["participants"], &started["lead"]), (&2.into(), &0.into()));
    assert_eq!((&started["period_seconds"], &started["expected_votes"][0]), (&0.1.into(), &20.into()));
    assert_eq!((&started["vrf"], &started["stateless"]), (&started["stateless"], &started["vrf"]));
    assert!(started["url"].as_str().unwrap().starts_with("http://127.0.0.1:"), "{started}");
    assert!(started["t"].as_u64().unwrap() > 0, "{started}");
    for (round, number) in events[1..3].iter().zip(3..) {
        assert_eq!((&round["round"], &round["announcements"]), (&number.into(), &0.into()), "{round}");
        assert_eq!(round["beacon"].as_str().unwrap().len(), 64);
        assert!(round["votes"].as_u64() >= round["tickets"].as_u64(), "{round}");
        assert!(round["delay_seconds"].as_f64().unwrap() > 0.0, "{round}");
    }
    assert_eq!(events[3]["rounds"], 2);
    let (_, verified) = place.json("verify data");
    assert_eq!((&verified["to"], &verified["beacon"]), (&4.into(), &events[2]["beacon"]));
    assert_eq!(verified["chain"], started["chain"]);
}

#[test]
fn people_are_told_what_it_is_and_how_to_stop_it() {
    let place = place();
    let outcome = place.ok("up --data data --listen 127.0.0.1:0 --rounds 1");
    let text = outcome.text();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("heliast beacon"));
    let line = |label: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(&format!("  {label:<7}")));
        found.unwrap_or_else(|| panic!("{label}: {text}")).to_owned()
    };
    assert!(line("chain").ends_with("(continued after round 2)"), "{text}");
    assert_eq!(line("lots"), "2 participants, 1500 units of stake, 20 votes expected");
    assert_eq!(line("keys"), "ecvrf-edwards25519-sha512-ell2");
    assert!(line("delay").contains("squarings, a modulus of 2048 bits in every round of 0.1 s"), "{text}");
    assert_eq!(line("data"), "data");
    assert!(line("page").starts_with("http://127.0.0.1:"), "{text}");
    assert!(line("stop").starts_with("Ctrl-C"), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("round 3 ") && line.contains(" votes  delay ")),
        "{text}"
    );
    assert!(text.ends_with("1 round made; `heliast up` continues the chain\n"), "{text}");
}

/// A chain's parameters never change: a different flag is a mistake, and nothing is done.
#[test]
fn flags_that_are_not_the_chains_are_refused() {
    let place = place();
    let before = place.read("data/keys.json");
    let t = events(&place, "--rounds 0")[0]["t"].as_u64().unwrap();
    let has_delay = format!("--delay {t}");
    for (flag, has) in [
        ("--participants 3", "--participants 2"),
        ("--period 0.2", "--period 0.1"),
        ("--delay 1_000", &has_delay),
        ("--vrf tai", "--vrf ecvrf-edwards25519-sha512-ell2"),
        ("--vrf x-vrf-10", "--vrf ecvrf-edwards25519-sha512-ell2"),
        ("--stateless tai", "--stateless ecvrf-edwards25519-sha512-ell2"),
        ("--lead 10", "--lead 0"),
        ("--votes 20,20", "--votes 20"),
        ("--votes 21", "--votes 20"),
    ] {
        let outcome = place.run(&format!("up --data data --rounds 1 --listen 127.0.0.1:0 {flag}"));
        assert_eq!(outcome.failed(2), format!("the chain in data has {has}"));
        assert!(outcome.stderr.contains("leave the flag out"), "{outcome:?}");
    }
    assert_eq!((rounds(&place), place.read("data/keys.json")), (2, before));
}

#[test]
fn a_new_chain_has_flags_that_go_together() {
    let place = Place::new();
    for (flags, message) in [
        ("--vrf ell2 --lead 5", "--lead and --stateless are for chains of hash trees"),
        ("--vrf a-vrf-fast --stateless tai", "--lead and --stateless are for chains of hash trees"),
        (
            "--vrf x-vrf-4 --lead 10",
            "such a tree lasts 16 rounds, and announced 10 rounds before it is to last 24",
        ),
        (
            "--vrf x-vrf-5 --lead 3 --votes 5,5,5,5",
            "such a tree lasts 8 rounds, and announced 3 rounds before it is to last 10",
        ),
    ] {
        let outcome = place.run(&format!("up --data data --rounds 1 --listen 127.0.0.1:0 {flags}"));
        assert_eq!(outcome.failed(2), message);
        assert!(!place.path("data/chain.redb").exists() && !place.path("data/keys.json").exists());
    }
    for (flag, reason) in [
        ("--vrf x-vrf-3", "trees have heights from 4 to 27"),
        ("--vrf rsa", "give x-vrf-H or ivrf-H, or one of ecvrf-"),
        ("--stateless x-vrf-10", "one of ecvrf-"),
        ("--period 0.05", "give 0.1 to 86400 seconds"),
        ("--period soon", "give a number of seconds"),
        ("--delay 0.95", "a share of the period is above 0 and at most 0.9"),
        ("--delay 1.5", "there are no parts of a squaring"),
        ("--delay half", "give a share of the period such as 0.5, or squarings such as 1e7 or 10_000_000"),
        ("--participants 0", "give a whole number from 1 to 1000"),
        ("--participants 1001", "give a whole number from 1 to 1000"),
        ("--lead 1", "give a whole number from 2 to 1000"),
        ("--votes 20,0", "give a whole number from 1 to 1000000"),
        ("--listen localhost", "invalid socket address syntax"),
    ] {
        let message = place.run(&format!("up --data other {flag}")).failed(2).to_owned();
        assert!(message.contains(reason), "{flag}: {message}");
    }
    assert!(!place.path("other").exists());
}

#[test]
fn a_delay_is_a_number_of_squarings_or_a_share_of_the_period() {
    let place = Place::new();
    let t = |flags: &str| {
        let report = events(&place, &format!("--period 0.1 --participants 2 --vrf ell2 --rounds 1 {flags}"));
        report[0]["t"].as_u64().unwrap()
    };
    assert_eq!(t("--delay 5_000"), 5_000);
    // The chain keeps its delay, whatever a later command line says.
    assert_eq!((t("--delay 5e3"), t("--delay 0.5"), t("")), (5_000, 5_000, 5_000));
    // A share without effect is reported: it may or may not be that of the chain.
    let said =
        |flags: &str| place.ok(&format!("up --data data --rounds 0 --listen 127.0.0.1:0 {flags}")).stderr;
    let kept = "note: the chain in data keeps its delay of 5000 squarings, a modulus of 2048 bits: --delay 0.5 counts when a chain";
    assert!(said("--delay 0.5").contains(kept), "{}", said("--delay 0.5"));
    assert!(!said("--delay 5e3").contains("note") && !said("").contains("note"));
    let long =
        place.run("up --data long --period 0.1 --vrf ell2 --rounds 1 --delay 1e12 --listen 127.0.0.1:0");
    assert!(long.failed(2).starts_with("1000000000000 steps would take "), "{long:?}");
    assert!(long.stderr.contains("give --delay up to "), "{long:?}");
    assert!(!place.path("long/chain.redb").exists() && !place.path("long/keys.json.new").exists());
    // A fiftieth of a period is less than two thirds of it, however much the speed varies.
    let share = |data: &str, flags: &str| {
        let line = format!("up --data {data} --period 0.1 --participants 2 --vrf ell2 --rounds 0 --json");
        let outcome = place.ok(&format!("{line} --listen 127.0.0.1:0 {flags}"));
        let started: Value = serde_json::from_str(outcome.text().lines().next().unwrap()).unwrap();
        started["t"].as_u64().unwrap()
    };
    assert!(share("fiftieth", "--delay 0.02") < share("default", ""));
}

#[test]
fn keys_that_are_gone_damaged_or_anothers_stop_the_chain() {
    let good = String::from_utf8(place().read("data/keys.json")).unwrap();
    let seed = good.split('"').nth(7).unwrap().to_owned();
    let not_held = "data/keys.json does not hold the participants' keys";
    let foreign = "the secret keys are not those of the chain's participants";
    for (wrong, message) in [
        (None, not_held),
        (Some(String::new()), not_held),
        (Some(good[..good.len() / 2].to_owned()), not_held),
        (Some(good.replace(&seed, &seed[2..])), not_held),
        (Some(good.replace("\"scheme\"", "\"schema\"")), not_held),
        (Some(good.replace(&seed, &"01".repeat(32))), foreign),
        (Some(good.replace(&format!(", \"{}\"", good.split('"').nth(9).unwrap()), "")), foreign),
        (Some(good.replace("ell2", "tai")), foreign),
    ] {
        let place = place();
        fs::remove_file(place.path("data/keys.json")).unwrap();
        if let Some(wrong) = &wrong {
            write_private(&place, wrong);
        }
        let outcome = place.run("up --data data --rounds 1 --listen 127.0.0.1:0");
        assert_eq!(outcome.failed(6), message, "{wrong:?}");
        assert!(outcome.stderr.contains("backup") && !outcome.stderr.contains(&seed[..16]), "{outcome:?}");
        assert_eq!(rounds(&place), 2);
        assert_eq!(wrong, fs::read_to_string(place.path("data/keys.json")).ok());
    }
}

fn write_private(place: &Place, text: &str) {
    place.write("data/keys.json", text);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(place.path("data/keys.json"), fs::Permissions::from_mode(0o600)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn keys_that_others_can_read_are_not_used() {
    use std::os::unix::fs::PermissionsExt;
    let place = place();
    fs::set_permissions(place.path("data/keys.json"), fs::Permissions::from_mode(0o640)).unwrap();
    let message = place.run("up --data data --rounds 1 --listen 127.0.0.1:0").failed(6).to_owned();
    assert!(message.contains("keys.json"), "{message}");
    assert_eq!(rounds(&place), 2);
}

#[test]
fn a_first_start_that_was_cut_off_is_gone_on_with() {
    // Interrupted after the chain was written, before the keys got their final name.
    let place = place();
    fs::rename(place.path("data/keys.json"), place.path("data/keys.json.new")).unwrap();
    assert_eq!(events(&place, "--rounds 1")[0]["new"], false);
    assert!(place.path("data/keys.json").exists() && !place.path("data/keys.json.new").exists());
    assert_eq!(rounds(&place), 3);
    // Interrupted before the chain was written: the keys belong to no chain.
    fs::remove_file(place.path("data/chain.redb")).unwrap();
    fs::remove_dir_all(place.path("data/rounds")).unwrap();
    fs::remove_dir_all(place.path("state")).unwrap();
    fs::rename(place.path("data/keys.json"), place.path("data/keys.json.new")).unwrap();
    let stale = place.read("data/keys.json.new");
    let started = &events(&place, "--rounds 1 --period 0.1 --participants 2 --vrf ell2")[0];
    assert_eq!((&started["new"], &started["latest"]), (&true.into(), &0.into()));
    assert!(place.read("data/keys.json") != stale && !place.path("data/keys.json.new").exists());
}

#[test]
fn a_chain_that_is_gone_is_not_begun_again() {
    let place = place();
    let keys = place.read("data/keys.json");
    fs::remove_file(place.path("data/chain.redb")).unwrap();
    let outcome = place.run(&format!("up {QUICK} --rounds 1 --listen 127.0.0.1:0"));
    assert_eq!(outcome.failed(6), "data/keys.json belongs to a chain whose chain.redb is gone");
    assert!(outcome.stderr.contains("restore chain.redb"), "{outcome:?}");
    assert!(!place.path("data/chain.redb").exists());
    assert_eq!(place.read("data/keys.json"), keys);
}

#[test]
fn one_beacon_has_the_directory_and_one_the_address() {
    let place = place();
    let lock = fs::File::create(place.path("data/heliast.lock")).unwrap();
    lock.try_lock().unwrap();
    let message = place.run("up --data data --rounds 1 --listen 127.0.0.1:0").failed(6).to_owned();
    assert!(message.contains("data"), "{message}");
    drop(lock);

    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let outcome = place.run(&format!("up --data new --rounds 1 --listen {address}"));
    assert!(outcome.failed(5).starts_with(&format!("can't listen on {address}: ")), "{outcome:?}");
    assert!(outcome.stderr.ends_with("hint: choose another address with --listen\n"), "{outcome:?}");
    assert!(!place.path("new").exists());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_between_rounds() {
    for signal in ["INT", "TERM"] {
        let place = place();
        let outcome =
            crate::interrupt::interrupted(&place, "up --data data --listen 127.0.0.1:0 --json", signal);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let last: Value = serde_json::from_str(outcome.text().lines().last().unwrap()).unwrap();
        assert_eq!(last["event"], "stopped");
        assert_eq!(rounds(&place), 2 + last["rounds"].as_u64().unwrap());
    }
}

#[test]
fn a_reader_that_goes_away_does_not_stop_it() {
    let place = place();
    let mut child = place.command("up --data data --rounds 2 --listen 127.0.0.1:0").spawn().unwrap();
    drop(child.stdout.take());
    let outcome = child.wait_with_output().unwrap();
    assert!(outcome.status.success(), "{outcome:?}");
    assert_eq!(rounds(&place), 4);
}
