//! Restore drills: after a loss or a copy there is a clear refusal, or a recovery that the guide
//! documents. No leaf of a tree answers twice, and no round is empty without a warning.

use crate::{
    run::{Outcome, Place},
    terminal::Terminal,
};
use heliast::keys::Key;
use heliast_keystore::{Claim, HostId, Settings};
use heliast_store::Store;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    num::NonZero,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    thread,
    time::Duration,
};

const NEW: &str = "--participants 3 --period 0.1 --vrf x-vrf-6 --stateless ell2 --lead 2 --delay 1e4";
/// The most rounds that a machine may need until all trees are due.
const PATIENCE: usize = 600;

/// A stopped beacon in `data` whose participants all draw by trees.
fn beacon() -> Place {
    let place = Place::new();
    place.ok(&format!("up --data data {NEW} --rounds 6 --listen 127.0.0.1:0"));
    for _ in 0..PATIENCE {
        if due(&place, "data") == ["x-vrf"; 3] {
            return place;
        }
        up(&place, "data", "--rounds 2");
    }
    panic!("the trees were never due");
}

/// The schemes of the keys that are due, without their heights.
fn due(place: &Place, data: &str) -> Vec<String> {
    let (code, status) = place.json(&format!("key status {data}"));
    assert_eq!(code, 0, "{status}");
    let scheme = |key: &Value| key["scheme"].as_str().unwrap().rsplit_once('-').unwrap().0.to_owned();
    status["keys"].as_array().unwrap().iter().map(scheme).collect()
}

fn run(place: &Place, data: &str, words: &str) -> Outcome {
    place.run(&format!("up --data {data} --listen 127.0.0.1:0 --json {words}"))
}

/// The events of a successful `up`.
fn up(place: &Place, data: &str, words: &str) -> Vec<Value> {
    let outcome = run(place, data, words);
    assert_eq!(outcome.code, 0, "{words}: {outcome:?}");
    outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Requires that `up` stops with code 6 and changes nothing; returns the error and the hint.
fn refused(place: &Place, data: &str, words: &str) -> (String, String) {
    let (before, files) = (last(place, data), place.everything());
    let outcome = run(place, data, &format!("--rounds 2 {words}"));
    assert_eq!(outcome.code, 6, "{words}: {outcome:?}");
    place.is_as_before(files, words);
    let lines: Vec<Value> = outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!lines.iter().any(|line| line["event"] == "round"), "{outcome:?}");
    assert_eq!(last(place, data), before, "{words}: no round was made");
    let said = lines.last().unwrap();
    (said["error"].as_str().unwrap().to_owned(), said["hint"].as_str().unwrap().to_owned())
}

fn last(place: &Place, data: &str) -> Option<u64> {
    Store::open_read_only(place.path(data)).ok().map(|store| store.last())
}

/// The votes of each new round.
fn votes(events: &[Value]) -> Vec<u64> {
    let rounds = events.iter().filter(|event| event["event"] == "round");
    rounds.map(|round| round["votes"].as_u64().unwrap()).collect()
}

/// Continues with --recover until all draw by trees again. The rounds without their lots are
/// exactly those that were announced.
fn recovered(place: &Place, data: &str, words: &str) {
    // This option is needed at every start, others only at the first.
    let witnesses = if words.contains("--witnesses") { words } else { "" };
    let next = last(place, data).unwrap() + 1;
    let events = up(place, data, &format!("--recover --rounds 6 {words}"));
    let recovering = events.iter().find(|event| event["event"] == "recovering").unwrap();
    assert_eq!(
        (&recovering["event"], &recovering["from"], &recovering["well_from"]),
        (&"recovering".into(), &next.into(), &(next + 2).into()),
        "{recovering}"
    );
    let votes = votes(&events);
    let lost = recovering["withdrawn"].as_array().unwrap().len();
    if lost == 3 {
        assert_eq!(votes[..2], [0, 0], "{votes:?}");
    }
    assert!(votes[2..].iter().all(|votes| *votes > 0), "{votes:?}");
    for _ in 0..PATIENCE {
        if due(place, data) == ["x-vrf"; 3] {
            let line = format!("up --data {data} --listen 127.0.0.1:0 --recover --rounds 1 {witnesses}");
            let healthy = place.run(&line);
            assert_eq!(healthy.code, 0, "{healthy:?}");
            assert!(healthy.stderr.contains("no key is lost"), "{healthy:?}");
            return;
        }
        up(place, data, &format!("--rounds 2 {witnesses}"));
    }
    panic!("new trees were never due");
}

/// The answers of each leaf in the chains of these directories, each verified from its genesis.
fn answers(place: &Place, directories: &[&str]) -> BTreeMap<(String, u64, u8), BTreeSet<Vec<u8>>> {
    let mut answers: BTreeMap<_, BTreeSet<Vec<u8>>> = BTreeMap::new();
    for directory in directories {
        let store = Store::open_read_only(place.path(directory)).unwrap();
        let (chain, mut tip) = (store.chain().clone(), store.chain().start());
        for number in 1..=store.last() {
            let verified = chain.verify(&tip, store.decoded(number).unwrap().unwrap()).unwrap();
            for (ticket, lot) in verified.tickets.iter().zip(&verified.facts().lots) {
                assert_eq!((ticket.slot, ticket.participant), (lot.slot, lot.participant));
                if let Key::Stateful(key) = lot.key {
                    let leaf = (hex::encode(key.pub_seed), number, lot.slot);
                    answers.entry(leaf).or_default().insert(ticket.proof.clone());
                }
            }
            tip = chain.tip_after(&verified);
        }
    }
    answers
}

fn no_leaf_answers_twice(place: &Place, directories: &[&str]) {
    let answers = answers(place, directories);
    assert!(!answers.is_empty());
    for (leaf, proofs) in answers {
        assert_eq!(proofs.len(), 1, "{leaf:?}");
    }
}

/// A complete copy, like that of `cp -a`.
fn copy(place: &Place, from: &str, to: &str) {
    let status = Command::new("cp").arg("-a").args([place.path(from), place.path(to)]).status().unwrap();
    assert!(status.success());
}

fn remove(path: impl AsRef<Path>) {
    fs::remove_dir_all(path).unwrap();
}

#[test]
fn the_trees_are_lost() {
    let place = beacon();
    remove(place.path("data/trees"));
    let (error, hint) = refused(&place, "data", "");
    assert!(
        error.starts_with("the hash trees of participants 0, 1 and 2 have no answer in round "),
        "{error}"
    );
    assert!(
        error.ends_with(": its directory is gone") && hint.contains("heliast up --recover"),
        "{error}: {hint}"
    );
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data"]);
}

/// A user at a terminal is asked before rounds in which nobody draws; the answer "no" changes nothing.
#[test]
fn a_person_is_asked_before_rounds_without_lots() {
    let place = beacon();
    let before = last(&place, "data");
    remove(place.path("data/trees"));
    let line = "up --data data --listen 127.0.0.1:0 --recover --rounds 1";
    for (answer, code) in [("n\n", 6), ("\n", 6), ("y\n", 0)] {
        let terminal = Terminal::new();
        terminal.types(answer);
        let command = &mut place.command(line);
        let outcome = Outcome::of(command.stdin(terminal.stdio()).stderr(terminal.stdio()).output().unwrap());
        let said = terminal.wait_for(|text| text.contains("[y/N]"));
        assert!(said.contains("will have no lots") && said.contains("participants 0, 1 and 2"), "{said}");
        assert_eq!(outcome.code, code, "{answer:?}: {outcome:?}");
        assert_eq!(last(&place, "data") == before, code == 6, "{answer:?}");
    }
}

#[test]
fn the_trees_of_one_participant_are_lost() {
    let place = beacon();
    remove(place.path("data/trees/1"));
    let (error, _) = refused(&place, "data", "");
    assert!(error.starts_with("the hash tree of participant 1 has no answer"), "{error}");
    recovered(&place, "data", "");
}

#[test]
fn the_witnesses_are_lost() {
    let place = beacon();
    remove(place.path("state"));
    let (error, hint) = refused(&place, "data", "");
    assert!(
        error.ends_with("is missing or damaged, the witness of which directory uses these keys"),
        "{error}"
    );
    assert!(hint.contains("the same state directory") && hint.contains("up --adopt"), "{hint}");
    // The directory could be taken over, but not its trees, because it is unknown what they have answered.
    let (error, hint) = refused(&place, "data", "--adopt");
    assert!(error.contains("the witness of what this key has answered"), "{error}");
    assert!(hint.contains("heliast up --recover"), "{hint}");
    recovered(&place, "data", "--adopt");
    no_leaf_answers_twice(&place, &["data"]);
}

#[test]
fn another_state_directory_is_named() {
    let place = beacon();
    refused(&place, "data", "--witnesses elsewhere");
    // With the right directory of witnesses nothing was lost.
    let events = up(&place, "data", "--witnesses state/heliast/keys --rounds 2");
    assert!(votes(&events).iter().all(|votes| *votes > 0), "{events:?}");
}

#[test]
fn the_witnesses_lie_in_the_data_directory() {
    let place = beacon();
    let (error, hint) = refused(&place, "data", "--adopt --witnesses data/witnesses");
    assert!(error.contains("lie within the directory that they watch"), "{error}");
    assert!(hint.contains("--witnesses"), "{hint}");
    healthy(&place);
}

#[test]
fn the_directory_is_copied() {
    let place = beacon();
    copy(&place, "data", "copy");
    let (error, hint) = refused(&place, "copy", "");
    assert!(error.contains("copy/home is a copy or was restored"), "{error}");
    assert!(hint.contains("if no other will ever be used again, `heliast up --adopt`"), "{hint}");
    refused(&place, "copy", "--recover");
    up(&place, "data", "--rounds 2");
    // The copy can't go on without its trees, and until it does, the first one stays in service.
    let (error, _) = refused(&place, "copy", "--adopt");
    assert!(error.contains("is a copy or was restored: the key may have answered since"), "{error}");
    up(&place, "data", "--rounds 2");
    recovered(&place, "copy", "--adopt");
    let (error, _) = refused(&place, "data", "");
    assert!(error.contains("copy uses these keys"), "{error}");
    no_leaf_answers_twice(&place, &["data", "copy"]);
}

/// The copy is refused in any state of its chain.
#[test]
fn a_copy_is_refused_before_its_chain_is_opened() {
    let place = beacon();
    copy(&place, "data", "copy");
    fs::write(place.path("copy/chain.redb"), b"of another format").unwrap();
    let (error, _) = refused(&place, "copy", "");
    assert!(error.contains("copy/home is a copy or was restored"), "{error}");
    assert_eq!(place.read("copy/chain.redb"), b"of another format");
    fs::remove_file(place.path("copy/home")).unwrap();
    let (error, _) = refused(&place, "copy", "");
    assert!(error.contains("copy/home is missing or damaged"), "{error}");
    healthy(&place);
}

#[test]
fn half_of_the_directory_is_copied() {
    let place = beacon();
    for (name, files, error) in [
        ("a", &["chain.redb", "keys.json"][..], "a/home is missing or damaged"),
        ("b", &["chain.redb", "keys.json", "home"], "b/home is a copy or was restored"),
        ("c", &["keys.json", "home"], "c/keys.json belongs to a chain whose chain.redb is gone"),
        ("d", &["chain.redb", "home"], "d/home is a copy or was restored"),
    ] {
        fs::create_dir(place.path(name)).unwrap();
        for file in files {
            fs::copy(place.path("data").join(file), place.path(name).join(file)).unwrap();
        }
        fs::create_dir(place.path(name).join("rounds")).unwrap();
        for rounds in fs::read_dir(place.path("data/rounds")).unwrap().map(Result::unwrap) {
            fs::copy(rounds.path(), place.path(name).join("rounds").join(rounds.file_name())).unwrap();
        }
        let (said, hint) = refused(&place, name, "");
        assert!(said.contains(error) && !hint.is_empty(), "{name}: {said}");
    }
    recovered(&place, "a", "--adopt");
    no_leaf_answers_twice(&place, &["a", "data"]);
}

#[test]
fn the_chain_alone_comes_from_an_old_backup() {
    let place = beacon();
    let old = place.read("data/chain.redb");
    let made = last(&place, "data").unwrap();
    up(&place, "data", "--rounds 4");
    copy(&place, "data", "true");
    place.write("data/chain.redb", old);
    let (error, hint) = refused(&place, "data", "");
    let words = format!("the chain ends with round {made}, and round {} was made already", made + 4);
    assert!(error.starts_with(&words) && hint.contains("forks the chain"), "{error}: {hint}");
    // Going on with --adopt gives no second answers from the trees, whose records show what they have
    // answered.
    let (error, _) = refused(&place, "data", "--adopt");
    assert!(error.contains("beyond the chain, which was set back"), "{error}");
    // The record also shows that the chain was set back.
    let (error, _) = refused(&place, "data", "--recover");
    assert!(error.starts_with(&words), "{error}");
    recovered(&place, "data", "--adopt");
    no_leaf_answers_twice(&place, &["data", "true"]);
}

#[test]
fn the_whole_directory_comes_from_an_old_backup() {
    let place = beacon();
    copy(&place, "data", "backup");
    up(&place, "data", "--rounds 4");
    fs::rename(place.path("data"), place.path("true")).unwrap();
    copy(&place, "backup", "data");
    let (error, _) = refused(&place, "data", "");
    assert!(error.contains("data/home is a copy or was restored"), "{error}");
    let (error, _) = refused(&place, "data", "--adopt");
    assert!(error.contains("is a copy or was restored: the key may have answered since"), "{error}");
    recovered(&place, "data", "--adopt");
    no_leaf_answers_twice(&place, &["data", "true"]);
}

/// An old backup is unpacked over the directory: its files keep their identity, so that only the record of
/// the last round reveals it. The chain goes on with other rounds only after a warning with both numbers.
#[test]
fn the_whole_directory_comes_from_an_old_backup_into_the_files_that_are_there() {
    let place = beacon();
    let made = last(&place, "data").unwrap();
    copy(&place, "data", "backup");
    up(&place, "data", "--rounds 3");
    copy(&place, "data", "true");
    restore_in_place(&place.path("backup"), &place.path("data"));
    let set_back = format!("the chain ends with round {made}, and round {} was made already", made + 3);
    let refused_as_set_back = |words: &str| {
        let (error, _) = refused(&place, "data", words);
        assert!(error.starts_with(&set_back), "{words}: {error}");
    };
    refused_as_set_back("");
    refused_as_set_back("--recover");
    let (error, _) = refused(&place, "data", "--adopt");
    assert!(error.contains("have no answer in round "), "{error}");
    refused_as_set_back("");
    refused_as_set_back("--recover");
    let outcome = place.ok("up --data data --listen 127.0.0.1:0 --adopt --recover --rounds 0");
    let told = format!("warning: the record of the last round goes down from {} to {made}: ", made + 3);
    assert!(outcome.stderr.contains(&told), "{outcome:?}");
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data", "true"]);
}

/// Copies the bytes of all files of one directory into the files of another.
fn restore_in_place(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true if to.exists() => restore_in_place(&entry.path(), &to),
            true => {}
            false => fs::write(to, fs::read(entry.path()).unwrap()).unwrap(),
        }
    }
}

/// The home and its trees are changed to name another machine, since a test cannot change the id of its
/// machine.
#[test]
fn the_directory_is_brought_to_another_machine() {
    let place = beacon();
    let id = *Store::open_read_only(place.path("data")).unwrap().chain().id();
    let witnesses = place.path("state/heliast/keys");
    let elsewhere = Settings { witnesses, host: HostId::of_id(b"elsewhere"), threads: NonZero::<usize>::MIN };
    Claim::take(&place.path("data"), &id, &elsewhere, last(&place, "data").unwrap()).unwrap();
    let (error, hint) = refused(&place, "data", "");
    assert!(error.contains("data/home was written on another machine"), "{error}");
    assert!(hint.contains("up --adopt"), "{hint}");
    // The witnesses stay on the first machine.
    remove(place.path("state"));
    refused(&place, "data", "");
    recovered(&place, "data", "--adopt");
}

/// A running node. Killed when it is dropped.
struct Node {
    child: Child,
    lines: BufReader<ChildStdout>,
    address: String,
}

impl Node {
    fn start(mut command: Command) -> Node {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        let started: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not started: {line}"));
        let address = started["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        Node { child, lines, address }
    }

    fn of(place: &Place, data: &str) -> Node {
        Node::start(place.command(&format!("up --data {data} --listen 127.0.0.1:0 --json")))
    }

    /// The complete response to a request.
    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Waits for the next round; returns its number.
    fn round(&mut self) -> u64 {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        assert!(line.contains("\"event\":\"round\""), "{line}");
        serde_json::from_str::<Value>(&line).unwrap()["round"].as_u64().unwrap()
    }

    /// Ends the node like a service manager, and requires success.
    #[cfg(unix)]
    fn end(mut self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").arg(id).status().unwrap().success());
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        assert!(self.child.wait().unwrap().success(), "{rest}");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
#[test]
fn two_processes_want_the_same_keys() {
    let place = beacon();
    copy(&place, "data", "copy");
    let mut node = Node::of(&place, "data");
    node.round();
    let refused = |data: &str, words: &str| run(&place, data, &format!("--rounds 1 {words}")).failed_json(6);
    assert!(refused("data", "").contains("another heliast is running on data"));
    assert!(refused("data", "--adopt --recover").contains("another heliast is running on data"));
    assert!(refused("copy", "").contains("is a copy or was restored"));
    let words = refused("copy", "--adopt --recover");
    assert!(words.contains("another process uses the keys of this chain"), "{words}");
    // Other witnesses do not help: those of the user know the node.
    let words = refused("copy", "--adopt --recover --witnesses elsewhere");
    assert!(words.contains("another process uses the keys of this chain"), "{words}");
    // A backup is not restored next to it either, not even in part.
    place.ok("backup --data data --out saved");
    let restored = place.run("restore --backup saved --data restored --adopt").failed(6).to_owned();
    assert!(restored.contains("another process uses the keys of this chain"), "{restored}");
    assert!(!place.names().iter().any(|name| name.starts_with("restored")), "{:?}", place.names());
    node.round();
    node.end();
    let events = up(&place, "data", "--rounds 2");
    assert!(votes(&events).iter().all(|votes| *votes > 0), "{events:?}");
    // A lowered record is reported, also by a restore.
    let made = last(&place, "data").unwrap();
    let (code, report) = place.json("restore --backup saved --data restored --adopt");
    assert_eq!((code, &report["made"]), (0, &made.into()), "{report}");
    assert!(report["to"].as_u64().unwrap() < made, "{report}");
}

#[cfg(unix)]
#[test]
fn the_data_is_lost_and_restored_from_the_backup_of_a_running_node() {
    let place = beacon();
    let mut node = Node::of(&place, "data");
    node.round();
    let (code, report) = place.json("backup --data data --out backup");
    assert_eq!(code, 0, "{report}");
    node.round();
    place.run("backup --data data --out backup").failed(6);
    let (code, report) = place.json("backup --data data --out backup --force");
    assert_eq!(code, 0, "{report}");
    let saved = report["to"].as_u64().unwrap();
    while node.round() <= saved {}
    node.end();
    let made = last(&place, "data").unwrap();
    assert!(saved < made, "{saved} of {made}");
    fs::rename(place.path("data"), place.path("true")).unwrap();
    fs::create_dir(place.path("data")).unwrap();

    // A new chain is refused in the empty directory of a disk that is not mounted.
    let outcome = run(&place, "data", NEW).failed_json(6);
    assert!(outcome.contains(&format!("up to round {made}, and it is gone")), "{outcome}");
    let message = place.run("restore --backup backup --data data").failed(6).to_owned();
    let missing = format!("made rounds {} to {made}, which the backup does not have", saved + 1);
    assert!(message.contains(&missing), "{message}");
    // Readers lose nothing if the later rounds come from elsewhere: a longer export.
    place.ok("export --data true --out backup/chain.bundle --force");
    let (code, report) = place.json("restore --backup backup --data data --adopt");
    assert_eq!(
        (code, &report["to"], &report["next_command"]),
        (0, &made.into(), &"heliast up --recover --data data".into()),
        "{report}"
    );
    let (error, _) = refused(&place, "data", "");
    assert!(error.contains("its directory is gone"), "{error}");
    recovered(&place, "data", "");
    no_leaf_answers_twice(&place, &["data", "true"]);
}

#[test]
fn a_backup_is_restored_on_another_machine() {
    let place = beacon();
    place.ok("backup --data data --out backup");
    for path in ["backup", "backup/keys.json"] {
        assert!(is_private(&place.path(path)), "{path}");
    }
    let names: Vec<_> =
        fs::read_dir(place.path("backup")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "no trees: {names:?}");
    // On the same machine other witnesses change nothing.
    let message = place.run("restore --backup backup --data new --witnesses there").failed(6).to_owned();
    assert!(message.contains("data uses the keys of this chain"), "{message}");
    // Another machine has no records.
    fs::rename(place.path("state"), place.path("away")).unwrap();
    place.ok("restore --backup backup --data new --witnesses there");
    let outcome = run(&place, "new", "--rounds 1 --witnesses there").failed_json(6);
    assert!(outcome.contains("its directory is gone"), "{outcome}");
    recovered(&place, "new", "--witnesses there");
    no_leaf_answers_twice(&place, &["data", "new"]);
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o077 == 0
}

#[cfg(not(unix))]
fn is_private(path: &Path) -> bool {
    path.exists()
}

#[test]
fn the_keys_of_a_backup_are_encrypted_if_they_shall_be() {
    let place = beacon();
    for (name, words) in [("words", "open sesame\n"), ("wrong", "open barley\n")] {
        place.write(name, words);
        make_private(&place.path(name));
    }
    place.run("backup --data data --out saved --passphrase-file words").failed(2);
    let (code, report) = place.json("backup --data data --out saved --encrypt --passphrase-file words");
    assert_eq!((code, &report["encrypted"]), (0, &true.into()), "{report}");
    let (plain, sealed) = (place.read("data/keys.json"), place.read("saved/keys.json"));
    assert!(sealed.starts_with(b"age-encryption.org/v1") && plain != sealed);
    for (words, message) in
        [("", "protected by a passphrase"), ("--passphrase-file wrong", "the passphrase is wrong")]
    {
        let refused =
            place.run(&format!("restore --backup saved --data new --adopt {words}")).failed(6).to_owned();
        assert!(refused.contains(message) && !place.path("new").exists(), "{refused}");
    }
    place.ok("restore --backup saved --data new --adopt --passphrase-file words");
    assert_eq!(place.read("new/keys.json"), sealed, "what is encrypted stays so");
    assert!(is_private(&place.path("new/keys.json")));
    let refused = run(&place, "new", "--rounds 1 --recover").failed_json(6);
    assert!(refused.contains("protected by a passphrase"), "{refused}");
    let events = up(&place, "new", "--rounds 3 --recover --passphrase-file words");
    assert_eq!(votes(&events).len(), 3);
    // A second backup.
    let (code, report) = place.json("backup --data new --out again");
    assert_eq!((code, &report["encrypted"]), (0, &true.into()), "{report}");
    assert_eq!(place.read("again/keys.json"), sealed);
}

#[cfg(unix)]
fn make_private(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

#[cfg(not(unix))]
fn make_private(_: &Path) {}

#[test]
fn a_backup_that_is_not_whole_restores_nothing() {
    let place = beacon();
    place.ok("backup --data data --out backup");
    let (bundle, keys) = (place.read("backup/chain.bundle"), place.read("backup/keys.json"));
    let restore = |code: i32| {
        let message = place.run("restore --backup backup --data new --adopt").failed(code).to_owned();
        assert!(!place.path("new").exists(), "{message}");
        message
    };
    place.write("backup/chain.bundle", &bundle[..bundle.len() - 1]);
    restore(3);
    let mut changed = bundle.clone();
    let middle = bundle.len() * 3 / 4;
    changed[middle] ^= 1;
    place.write("backup/chain.bundle", &changed);
    let outcome = place.run("restore --backup backup --data new --adopt");
    assert!([1, 3].contains(&outcome.code) && !place.path("new").exists(), "{outcome:?}");
    place.ok("export --data data --from 3 --out backup/chain.bundle --force");
    assert!(restore(3).contains("begins with round 3"));
    place.write("backup/chain.bundle", &bundle);
    place.write("backup/keys.json", String::from_utf8(keys.clone()).unwrap().replace("ell2", "tai"));
    assert!(restore(6).contains("does not hold the keys of the chain's participants"));
    fs::remove_file(place.path("backup/keys.json")).unwrap();
    restore(3);
    place.ok("backup --data data --out backup --force");
    // Existing files are never replaced.
    assert!(place.run("restore --backup backup --data data --adopt").failed(6).contains("not empty"));
    place.ok("restore --backup backup --data new --adopt");
}

#[test]
fn the_keys_are_lost_and_brought_back() {
    let place = beacon();
    place.ok("backup --data data --out backup");
    fs::remove_file(place.path("data/keys.json")).unwrap();
    let (error, hint) = refused(&place, "data", "--recover --adopt");
    assert!(
        error.contains("does not hold the participants' keys") && hint.contains("backup"),
        "{error}: {hint}"
    );
    fs::copy(place.path("backup/keys.json"), place.path("data/keys.json")).unwrap();
    healthy(&place);
}

/// Continues; the trees are where they were.
fn healthy(place: &Place) {
    let events = up(place, "data", "--rounds 2");
    assert!(votes(&events).iter().all(|votes| *votes > 0), "{events:?}");
}

/// Runs the program without the rights of root, who may write everywhere.
#[cfg(unix)]
fn as_nobody(place: &Place, line: &str) -> Outcome {
    use std::os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    };
    const NOBODY: u32 = 65_534;
    let mut command = place.command(line);
    if fs::metadata(place.root()).unwrap().uid() == 0 || Path::new("/root").read_dir().is_ok() {
        let mut all = vec![place.root().to_owned()];
        while let Some(path) = all.pop() {
            chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
            if path.is_dir() {
                all.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            }
        }
        // The program may be in a folder that other users cannot enter.
        let program = place.path("program");
        fs::copy(env!("CARGO_BIN_EXE_heliast"), &program).unwrap();
        let mut other = Command::new(program);
        other.args(line.split_whitespace()).current_dir(place.root());
        other.env("XDG_STATE_HOME", place.path("state")).env_remove("XDG_RUNTIME_DIR");
        other.stdin(Stdio::null()).uid(NOBODY).gid(NOBODY);
        command = other;
    }
    Outcome::of(command.output().unwrap())
}

#[cfg(unix)]
fn set_modes(path: &Path, directories: u32, files: u32) {
    use std::os::unix::fs::PermissionsExt;
    let mode = if path.is_dir() { directories } else { files };
    if path.is_dir() {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700)).unwrap();
        fs::read_dir(path).unwrap().for_each(|entry| set_modes(&entry.unwrap().path(), directories, files));
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[cfg(unix)]
#[test]
fn the_disk_is_read_only() {
    let place = beacon();
    for name in ["data", "data/chain.redb", "state"] {
        set_modes(&place.path(name), 0o500, 0o400);
        let outcome = as_nobody(&place, "up --data data --rounds 1 --listen 127.0.0.1:0");
        let message = outcome.failed(6);
        assert!(
            message.contains(name.split('/').next().unwrap()) && message.contains("Permission denied"),
            "{message}"
        );
        assert!(outcome.stderr.contains("permissions"), "{outcome:?}");
        set_modes(&place.path(name), 0o700, 0o600);
    }
    let outcome = as_nobody(&place, "up --data data --rounds 2 --listen 127.0.0.1:0 --json");
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let events: Vec<Value> = outcome.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(votes(&events).iter().all(|votes| *votes > 0), "nothing was lost: {events:?}");
}

/// No file may grow beyond the size of the chain's: like a full disk, except for smaller files.
#[cfg(unix)]
#[test]
fn the_disk_is_full() {
    let place = beacon();
    let before = last(&place, "data").unwrap();
    let blocks = fs::metadata(place.path("data/chain.redb")).unwrap().len().div_ceil(512);
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    command
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_heliast")])
        .args("up --data data --json".split(' '));
    command
        .args(["--listen", "127.0.0.1:0"])
        .current_dir(place.root())
        .env("XDG_STATE_HOME", place.path("state"))
        .env_remove("XDG_RUNTIME_DIR");
    let node = Node::start(command);
    let mut answers = 0;
    let health = loop {
        let health = node.get("/health");
        if health.contains("the disk is full") {
            break health;
        }
        answers += 1;
        assert!(answers < 6_000, "{health}");
        thread::sleep(Duration::from_millis(100));
    };
    assert!(health.starts_with("HTTP/1.1 503") && health.contains("\"kind\":\"store\""), "{health}");
    node.end();
    assert_eq!(place.run("verify data").code, 0);
    let full = last(&place, "data").unwrap();
    assert!(full >= before);
    let events = up(&place, "data", "--rounds 3");
    assert!(votes(&events).iter().all(|votes| *votes > 0), "{events:?}");
    assert_eq!(last(&place, "data"), Some(full + 3));
    no_leaf_answers_twice(&place, &["data"]);
}
