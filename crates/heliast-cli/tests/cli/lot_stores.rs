//! The directories of keys that expire: copied, restored, shared, encrypted, killed during
//! generation.

use crate::{
    interrupt::ended_by,
    lots::{prove, with_key},
    run::{Outcome, PATIENCE, Place},
};
use heliast::stateful::{Scheme, Terms};
use heliast_keystore::{Generation, HostId, Passphrase, Request, Settings, Store};
use std::{
    fs::{self, Permissions},
    num::NonZero,
    os::unix::fs::PermissionsExt,
    process::Command,
    sync::atomic::AtomicBool,
    thread::sleep,
    time::{Duration, Instant},
};

const PROVE: &str = "vrf prove --input words --out other";

fn copy(place: &Place, from: &str, to: &str) {
    fs::create_dir(place.path(to)).unwrap();
    fs::set_permissions(place.path(to), Permissions::from_mode(0o700)).unwrap();
    for entry in fs::read_dir(place.path(from)).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), place.path(to).join(entry.file_name())).unwrap();
    }
}

/// The settings of the program in this place.
fn settings(place: &Place) -> Settings {
    let witnesses = place.path("state/heliast/keys");
    Settings { witnesses, host: HostId::this(), threads: NonZero::<usize>::MIN }
}

fn refused(place: &Place, line: &str, words: &str) {
    let before = place.everything();
    let outcome = place.run(line);
    assert!(outcome.failed(6).contains(words), "{line}: {outcome:?}");
    // Key generation may do its work before it finds that the key has been used.
    if !line.starts_with("vrf keygen") {
        place.is_as_before(before, line);
    }
}

/// The given witness has no record; that of the user has the answers of the key.
#[test]
fn adopting_with_other_witnesses_goes_by_the_users_own_as_well() {
    let place = with_key("x-vrf-10", "--slots 2");
    prove(&place, "5 --slot 0");
    copy(&place, "key", "copy");
    prove(&place, "7 --slot 1");
    refused(&place, "vrf adopt --key copy --next 6 --witnesses elsewhere", "round 8");
    place.ok("vrf adopt --key copy --next 8 --witnesses elsewhere");
    refused(&place, &format!("{PROVE} --key key --round 20"), "another store of it has taken over");
    place.ok(&format!("{PROVE} --key copy --round 8 --witnesses elsewhere --force"));
    refused(&place, "vrf adopt --key copy --next 20 --witnesses copy/inside", "directory that they watch");
}

/// Store and witness are restored into the existing files, in the same session and in another.
#[test]
fn a_key_that_was_set_back_with_its_witness_is_refused_in_the_same_session() {
    let place = with_key("x-vrf-10", "--slots 2");
    let run = |round: u64, session: &str| {
        let line = format!("{PROVE} --key key --round {round} --force");
        let mut command = place.command(&line);
        command.env("XDG_RUNTIME_DIR", place.path(session));
        command.output().unwrap()
    };
    assert!(run(5, "session").status.success());
    let witnesses = std::fs::read_dir(place.path("state/heliast/keys")).unwrap();
    let files: Vec<_> =
        witnesses.map(|entry| entry.unwrap().path()).chain([place.path("key/marks")]).collect();
    let old: Vec<_> = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(run(6, "session").status.success());
    for (path, bytes) in files.iter().zip(&old) {
        std::fs::write(path, bytes).unwrap();
    }
    let said = run(6, "session");
    let text = String::from_utf8_lossy(&said.stderr);
    assert_eq!(said.status.code(), Some(6), "{text}");
    assert!(text.contains("1 marks behind what the key has answered"), "{text}");
    // A loss without any record is not detected, as `SECURITY.md` says.
    assert!(run(6, "another session").status.success());
}

#[test]
fn a_copy_is_refused_until_it_is_adopted_and_then_the_original_is() {
    let place = with_key("x-vrf-10", "--slots 2");
    prove(&place, "5 --slot 0");
    copy(&place, "key", "copy");
    refused(&place, &format!("{PROVE} --key copy --round 6"), "copy/marks is a copy");
    refused(&place, "vrf inspect copy", "is a copy");
    let outcome = place.run(&format!("{PROVE} --key copy --round 5"));
    assert!(outcome.stderr.contains("`heliast vrf adopt --key DIR --next ROUND`"), "{outcome:?}");
    prove(&place, "7 --slot 1");

    refused(&place, "vrf adopt --key copy --next 7", "round 8");
    refused(&place, "vrf adopt --key copy --next 512", "expired");
    let (code, adopted) = place.json("vrf adopt --key copy --next 9");
    assert_eq!((code, &adopted["next_round"], &adopted["next_slot"]), (0, &9.into(), &0.into()));

    refused(&place, &format!("{PROVE} --key key --round 20"), "another store of it has taken over");
    refused(&place, "vrf inspect key", "another store");
    refused(&place, &format!("{PROVE} --key copy --round 8"), "position 16 is passed");
    refused(&place, &format!("{PROVE} --key copy --round 8 --slot 1"), "position 17");
    place.ok(&format!("{PROVE} --key copy --round 9"));
    place.ok("vrf verify --key public --input words --round 9 --proof other");

    // The same in the other direction.
    refused(&place, "vrf adopt --key key --next 9", "slot 1");
    place.ok("vrf adopt --key key --next 10");
    refused(&place, &format!("{PROVE} --key copy --round 20 --force"), "another store");
    place.ok(&format!("{PROVE} --key key --round 10 --force"));
}

#[test]
fn states_that_were_restored_or_lost_are_refused() {
    let place = with_key("ivrf-10", "");
    prove(&place, "5");
    let witness = fs::read_dir(place.path("state/heliast/keys")).unwrap().map(|entry| entry.unwrap().path());
    let witness = witness.into_iter().find(|path| path.extension().is_none()).unwrap();
    let before = (place.read("key/marks"), fs::read(&witness).unwrap());
    prove(&place, "6");
    prove(&place, "7");
    let line = format!("{PROVE} --key key --round 8");

    let after = (place.read("key/marks"), fs::read(&witness).unwrap());
    place.write("key/marks", &before.0);
    refused(&place, &line, "2 marks behind");
    place.write("key/marks", &after.0);
    fs::write(&witness, &before.1).unwrap();
    refused(&place, &line, "2 marks behind the store");
    fs::write(&witness, vec![0; 8192]).unwrap();
    refused(&place, &line, "damaged or missing");
    fs::remove_file(&witness).unwrap();
    refused(&place, &line, "witness");
    refused(&place, &format!("{line} --witnesses elsewhere"), "elsewhere/");
    fs::write(&witness, &after.1).unwrap();
    place.ok(&line);

    fs::remove_file(place.path("key/marks")).unwrap();
    refused(&place, &format!("{PROVE} --key key --round 9 --force"), "damaged or missing");
    refused(&place, "vrf adopt --key key --next 8", "round 9");
    place.ok("vrf adopt --key key --next 9");
    place.ok(&format!("{PROVE} --key key --round 9 --force"));
}

#[test]
fn what_can_be_made_again_may_be_lost_and_the_secret_may_not() {
    let place = with_key("x-vrf-10", "");
    let before = (prove(&place, "40"), place.read("proof"));
    for name in ["roots", "subtree-0", "subtree-1", "public.json", "lock"] {
        let _ = fs::remove_file(place.path(&format!("key/{name}")));
    }
    assert_eq!((prove(&place, "40"), place.read("proof")), before);
    assert_eq!(place.json("vrf inspect key/public.json").1["public_key"], before.0["public_key"]);

    let secret = place.read("key/secret");
    for at in [0, 20, 60, secret.len() - 1] {
        let mut changed = secret.clone();
        changed[at] ^= 1;
        place.write("key/secret", changed);
        let outcome = place.run(&format!("{PROVE} --key key --round 41"));
        assert!(outcome.failed(3).contains("key/secret is damaged"), "{outcome:?}");
    }
    fs::remove_file(place.path("key/secret")).unwrap();
    assert!(place.run("vrf inspect key").failed(3).contains("no key in key"));
    refused(&place, "vrf keygen --scheme x-vrf-10 --out key", "other files");
}

#[test]
fn one_process_at_a_time() {
    let place = with_key("ivrf-10", "");
    copy(&place, "key", "copy");
    let store = Store::open(&place.path("key"), None, &settings(&place)).unwrap();
    for line in [
        &format!("{PROVE} --key key --round 0"),
        &format!("{PROVE} --key copy --round 0"),
        "vrf inspect key",
        "vrf adopt --key key --next 1",
        "vrf adopt --key copy --next 1",
        "vrf keygen --scheme ivrf-10 --out key",
    ] {
        refused(&place, line, "another process is using the key");
    }
    drop(store);

    // Later processes find a lock, or a turn that was already used.
    let rivals: Vec<_> = (0..8)
        .map(|i| {
            place.command(&format!("vrf prove --key key --input {i} --round 0 --out {i}")).spawn().unwrap()
        })
        .collect();
    let outcomes: Vec<_> =
        rivals.into_iter().map(|rival| Outcome::of(rival.wait_with_output().unwrap())).collect();
    let won: Vec<_> = (0..8).filter(|i| outcomes[*i].code == 0).collect();
    assert_eq!(won.len(), 1, "{outcomes:?}");
    outcomes.iter().filter(|outcome| outcome.code != 0).for_each(|outcome| _ = outcome.failed(6));
    let written: Vec<_> = (0..8).filter(|i| place.path(&i.to_string()).exists()).collect();
    assert_eq!(written, won);
}

/// A store encrypted with a passphrase of low cost.
fn encrypted(place: &Place, words: &str) {
    let request = Request { terms: Terms::new(Scheme::IVrf, 10, 1, 0).unwrap(), subtree: None, seeds: None };
    let passphrase = Passphrase::new(words.to_owned()).with_work(1).unwrap();
    let made = Generation::create(&place.path("key"), request, Some(passphrase), settings(place)).unwrap();
    made.run(&AtomicBool::new(false), |_| {}).unwrap();
}

fn private(place: &Place, name: &str, bytes: impl AsRef<[u8]>) {
    place.write(name, bytes);
    fs::set_permissions(place.path(name), Permissions::from_mode(0o600)).unwrap();
}

#[test]
fn passphrases_are_first_lines_of_private_files() {
    let place = Place::new();
    encrypted(&place, "zwölf Boxkämpfer ");
    let line = format!("{PROVE} --key key --round 0 --force");
    refused(&place, &line, "protected by a passphrase");
    refused(&place, "vrf inspect key", "protected by a passphrase");
    refused(&place, "vrf adopt --key key --next 5", "protected by a passphrase");

    let cases: [(&[u8], i32); 8] = [
        ("zwölf Boxkämpfer ".as_bytes(), 0),
        ("zwölf Boxkämpfer \n".as_bytes(), 0),
        ("zwölf Boxkämpfer \r\nand so on".as_bytes(), 0),
        ("zwölf Boxkämpfer\n".as_bytes(), 6),
        ("\nzwölf Boxkämpfer \n".as_bytes(), 3),
        (b"other words\n", 6),
        (b"zw\xf6lf Boxk\xe4mpfer \n", 3),
        (b"", 3),
    ];
    for (words, code) in cases {
        private(&place, "words", words);
        let outcome = place.run(&format!("{line} --passphrase-file words"));
        assert_eq!(outcome.code, code, "{words:?}: {outcome:?}");
        assert!(!outcome.stderr.contains("Boxk"), "{outcome:?}");
        assert_eq!(
            place.run_with_stdin(&format!("{line} --passphrase-file -"), words).code,
            code,
            "{words:?}"
        );
    }
    private(&place, "words", cases[0].0);
    place.ok("vrf inspect key --passphrase-file words");
    for mode in [0o644, 0o640, 0o604] {
        fs::set_permissions(place.path("words"), Permissions::from_mode(mode)).unwrap();
        refused(&place, &format!("{line} --passphrase-file words"), &format!("{mode:04o}"));
    }
    place.run(&format!("{line} --passphrase-file none")).failed(3);
}

#[test]
fn a_key_made_with_encrypt_needs_its_passphrase() {
    let place = Place::new();
    private(&place, "words", "correct horse\n");
    place.ok("vrf keygen --scheme ivrf-10 --out key --encrypt --passphrase-file words");
    assert!(place.read("key/secret").starts_with(b"age-encryption.org/v1\n"));
    refused(&place, &format!("{PROVE} --key key --round 0"), "passphrase");
    place.ok(&format!("{PROVE} --key key --round 0 --passphrase-file words"));
}

#[test]
fn stores_are_private_and_used_only_while_they_are() {
    let place = Place::new();
    let heliast = env!("CARGO_BIN_EXE_heliast");
    let script = format!("umask 0; {heliast} vrf keygen --scheme ivrf-10 --out key --public public");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(place.root());
    shell.env("XDG_STATE_HOME", place.path("state")).env_remove("XDG_RUNTIME_DIR");
    assert!(shell.output().unwrap().status.success());
    let mode = |name: &str| fs::metadata(place.path(name)).unwrap().permissions().mode() & 0o7777;
    for dir in ["key", "state/heliast/keys"] {
        assert_eq!(mode(dir), 0o700);
        for entry in fs::read_dir(place.path(dir)).unwrap() {
            let name = format!("{dir}/{}", entry.unwrap().file_name().to_str().unwrap());
            assert_eq!(mode(&name), 0o600, "{name}");
        }
    }
    assert_eq!(mode("public"), 0o666);

    let set = |name: &str, mode| fs::set_permissions(place.path(name), Permissions::from_mode(mode)).unwrap();
    let line = format!("{PROVE} --key key --round 0");
    set("key", 0o777);
    refused(&place, &line, "0777");
    set("key", 0o755);
    for mode in [0o640, 0o604, 0o666] {
        set("key/secret", mode);
        refused(&place, &line, &format!("{mode:04o}"));
    }
    set("key/secret", 0o600);
    place.ok(&line);
}

#[test]
fn keys_are_never_overwritten() {
    let place = with_key("ivrf-10", "");
    let before = (place.read("key/secret"), place.read("key/marks"), place.read("public"));
    let keygen = "vrf keygen --scheme ivrf-10";
    refused(&place, &format!("{keygen} --out key"), "there is a key in key already");
    refused(&place, &format!("{keygen} --out key --force"), "already");
    refused(&place, "vrf keygen --scheme x-vrf-10 --out key", "already");
    refused(&place, &format!("{keygen} --out new --public public"), "public exists");
    fs::create_dir(place.path("full")).unwrap();
    place.write("full/diary", "precious");
    refused(&place, &format!("{keygen} --out full"), "other files");
    refused(&place, &format!("{keygen} --out public"), "public is a file");
    assert_eq!((place.read("key/secret"), place.read("key/marks"), place.read("public")), before);
    assert_eq!(place.names(), ["full", "key", "public", "state"]);

    fs::create_dir(place.path("empty")).unwrap();
    place.ok(&format!("{keygen} --out empty"));
    place.ok(&format!("{keygen} --out a/b/c"));
}

/// The subtrees whose roots are on the disk.
fn subtrees_made(place: &Place) -> usize {
    let roots = fs::read(place.path("key/roots")).unwrap_or_default();
    let entries = roots.get(64..).unwrap_or_default().chunks_exact(40);
    // One comparison for each entry: the largest tree has 2^18 of them.
    entries.filter(|entry| *entry != [0; 40]).count()
}

/// Runs a key generation until it has made a subtree, and then sends it a signal.
fn interrupted(place: &Place, line: &str, signal: &str) -> Outcome {
    let before = subtrees_made(place);
    let child = place.command(line).spawn().unwrap();
    let deadline = Instant::now() + PATIENCE;
    while subtrees_made(place) == before {
        assert!(Instant::now() < deadline, "no subtree was made");
        sleep(Duration::from_millis(10));
    }
    ended_by(signal, child)
}

#[test]
fn an_interrupted_key_is_gone_on_with() {
    let place = Place::new();
    // The largest possible tree, in its first moments.
    let line = "vrf keygen --scheme x-vrf-27 --out key --public public --subtree 12 --threads 1";
    let done = |outcome: &Outcome, before: &str| -> u64 {
        let (_, rest) = outcome.stderr.split_once(before).unwrap_or_else(|| panic!("{outcome:?}"));
        rest.split(' ').next().unwrap().parse().unwrap()
    };
    let first = interrupted(&place, line, "TERM");
    assert!(first.failed(4).ends_with("of 134217728 leaves done"), "{first:?}");
    assert!(done(&first, "stopped with ") > 0);
    assert!(first.stderr.contains("the rest takes about "), "{first:?}");
    assert_eq!(place.names(), ["key"]);

    for verb in ["prove --input a --round 0 --out p --key", "adopt --next 1 --key", "inspect"] {
        let outcome = place.run(&format!("vrf {verb} key"));
        assert!(outcome.failed(4).contains("not complete"), "{outcome:?}");
        assert!(outcome.stderr.contains("vrf keygen"), "{outcome:?}");
    }
    for other in
        [line.replace("x-vrf-27", "x-vrf-23"), format!("{line} --slots 2"), format!("{line} --first 1")]
    {
        refused(&place, &other, "other terms");
    }
    refused(&place, &line.replace("--subtree 12", "--subtree 11"), "was begun with --subtree 12");
    place.write("words", "a passphrase\n");
    fs::set_permissions(place.path("words"), Permissions::from_mode(0o600)).unwrap();
    refused(&place, &format!("{line} --encrypt --passphrase-file words"), "is not encrypted");

    let second = interrupted(&place, line, "INT");
    second.failed(4);
    assert_eq!(done(&second, "going on: "), done(&first, "stopped with "));
    assert!(done(&second, "stopped with ") > done(&first, "stopped with "));

    interrupted(&place, line, "KILL");
    let last = interrupted(&place, line, "TERM");
    assert!(done(&last, "going on: ") > done(&second, "stopped with "));
}

#[test]
fn a_killed_key_becomes_the_key_that_it_would_have_been() {
    // All leaves take about a second, and a subtree some milliseconds.
    let line = "vrf keygen --scheme ivrf-10 --slots 6000 --subtree 3 --threads 1 --out";
    let killed = || {
        let place = Place::new();
        let mut child = place.command(&format!("{line} key")).spawn().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while subtrees_made(&place) == 0 && Instant::now() < deadline {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        let code = Outcome::of(child.wait_with_output().unwrap()).code;
        assert!([-1, 0].contains(&code), "{code}");
        (code == -1 && !place.path("key/public.json").exists()).then_some(place)
    };
    // If the kill came after the end, try again.
    let place = (0..100).find_map(|_| killed()).expect("a kill in time");

    copy(&place, "key", "afresh");
    fs::remove_file(place.path("afresh/roots")).unwrap();
    let went_on = place.ok(&format!("{line} key"));
    assert!(went_on.stderr.starts_with("going on: ") && !went_on.stderr.contains(": 0 "), "{went_on:?}");
    // A copy of the unfinished key becomes the same key, and must be adopted before it answers.
    refused(&place, &format!("{line} afresh --witnesses elsewhere"), "begun elsewhere");
    refused(&place, "vrf inspect afresh --witnesses elsewhere", "damaged or missing");
    let public = place.json("vrf inspect key").1["public_key"].clone();
    prove(&place, "3 --slot 5999");
    place.ok("vrf verify --key key/public.json --input words --round 3 --slot 5999 --proof proof");
    refused(&place, &format!("{line} key"), "already");

    refused(&place, "vrf adopt --key afresh --next 3 --witnesses elsewhere", "round 4");
    let (_, afresh) = place.json("vrf adopt --key afresh --next 4 --witnesses elsewhere");
    assert_eq!(afresh["public_key"], public);
    refused(&place, "vrf inspect key", "another store");
}
