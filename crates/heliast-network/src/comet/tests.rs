//! Programs that end like CometBFT in its various failures. They are shell scripts, because CometBFT does not
//! fail on request. `tests/network` supervises the real one.

mod lines;

use super::{
    log::{Complaint, Log},
    *,
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

const VERSION: &str = r#"if [ "$1" = version ]; then
  echo '{"cometbft": "0.39.0", "abci": "2.0.0", "block_protocol": 11, "p2p_protocol": 8}'
  exit
fi
"#;

fn script(dir: &Path, body: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = dir.join("cometbft");
    fs::write(&path, format!("#!/bin/sh\n{body}")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Finds the program; tries again if a process that another test has just started still has the file open.
fn find(path: &Path) -> Result<Program, Missing> {
    loop {
        match Program::find(Some(path)) {
            Err(Missing::Unrunnable { reason, .. }) if reason.kind() == io::ErrorKind::ExecutableFileBusy => {
            }
            found => return found,
        }
    }
}

fn start(dir: &Path, body: &str, patience: Duration) -> Engine {
    with_signer(dir, body, patience, None)
}

fn with_signer(dir: &Path, body: &str, patience: Duration, signer: Option<String>) -> Engine {
    let program = find(&script(dir, &format!("{VERSION}{body}"))).unwrap();
    let setup = Setup {
        program,
        home: dir.join("comet"),
        application: "unix:///nowhere".into(),
        signer,
        log: dir.join("comet.log"),
        patience,
    };
    Engine::start(setup).unwrap()
}

/// Waits until the condition holds.
fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(600), "it never was so");
        thread::sleep(Duration::from_millis(20));
    }
}

fn log_of(dir: &Path) -> String {
    fs::read_to_string(dir.join("comet.log")).unwrap_or_default()
}

#[test]
fn it_is_started_again_whatever_its_code_says() {
    let dir = tempfile::tempdir().unwrap();
    let engine = start(dir.path(), "echo begun \"$@\"; exit 0\n", Duration::from_secs(600));
    until(|| engine.state().restarts >= 2);
    drop(engine);
    let log = log_of(dir.path());
    let home = dir.path().join("comet");
    let line = format!("begun start --home {} --proxy_app unix:///nowhere", home.display());
    assert!(log.lines().filter(|found| *found == line).count() >= 2, "{log}");
}

#[test]
fn it_ends_when_it_is_asked_to_and_is_not_started_again() {
    let dir = tempfile::tempdir().unwrap();
    let body = "trap 'echo ended; exit 0' TERM\necho begun\nwhile :; do sleep 0.05; done\n";
    let engine = start(dir.path(), body, Duration::from_secs(600));
    until(|| log_of(dir.path()).contains("begun"));
    assert_eq!((engine.state().restarts, engine.state().trouble), (0, None));
    drop(engine);
    assert_eq!(log_of(dir.path()), "begun\nended\n");
}

#[test]
fn one_that_ignores_sigterm_is_killed() {
    let dir = tempfile::tempdir().unwrap();
    let body = "trap '' TERM\necho begun\nwhile :; do sleep 0.05; done\n";
    let engine = start(dir.path(), body, Duration::from_millis(300));
    until(|| log_of(dir.path()).contains("begun"));
    let process = engine.state().process.unwrap();
    drop(engine);
    let pid = rustix::process::Pid::from_raw(process.cast_signed()).unwrap();
    assert!(rustix::process::test_kill_process(pid).is_err(), "it lives on");
}

#[test]
fn one_whose_state_is_too_old_is_not_started_again() {
    let dir = tempfile::tempdir().unwrap();
    let said = "ERROR: failed to create node: error during handshake: error on replay: \
                app block height (15) is higher than core (0)";
    let engine = start(dir.path(), &format!("echo '{said}'\nexit 1\n"), Duration::from_secs(600));
    until(|| engine.state().given_up && engine.state().process.is_none());
    let trouble = engine.state().trouble.unwrap();
    assert!(trouble.contains("older than the application's"), "{trouble}");
    assert_eq!(engine.state().restarts, 0);
}

/// Otherwise both would stop forever: the engine's process keeps running.
#[test]
fn one_that_can_go_on_only_after_a_start_is_started_again() {
    let cases = [
        ("State sync failed          module=statesync err=\"no witnesses\"", "--state-sync"),
        ("CONSENSUS FAILURE!!! module=consensus err=\"write: no space left on device\"", "room"),
    ];
    cases.into_iter().for_each(|(said, word)| is_started_again(said, word));
}

/// The engine itself waits forever, and reports this only in its log.
#[test]
fn one_that_finds_no_snapshot_is_in_trouble_until_there_is_one() {
    let dir = tempfile::tempdir().unwrap();
    let time = "I[2026-11-22|20:50:53.138]";
    let looks = format!("{time} sync any       module=statesync msg=\"Discovering snapshots for 5s\"");
    let found = format!("{time} Offering snapshot to ABCI app     module=statesync height=500");
    let body = format!(
        "trap 'exit 0' TERM\necho '{looks}'\nwhile [ ! -e offered ]; do sleep 0.05; done\necho '{found}'\n\
         while :; do sleep 0.05; done\n"
    );
    let body = body.replace("offered", &dir.path().join("offered").display().to_string());
    let engine = start(dir.path(), &body, Duration::from_secs(600));
    until(|| engine.state().trouble.is_some());
    let trouble = engine.state().trouble.unwrap();
    assert!(trouble.contains("after block 500") && trouble.ends_with("without --state-sync"), "{trouble}");
    fs::write(dir.path().join("offered"), "").unwrap();
    until(|| engine.state().trouble.is_none());
    assert_eq!(engine.state().restarts, 0);
}

/// The engine waits three seconds for a signer at its start, and then ends.
#[test]
fn one_without_its_signer_is_in_trouble_until_it_calls() {
    let dir = tempfile::tempdir().unwrap();
    let time = "[2026-11-22|20:50:53.138]";
    let error =
        "ERROR: failed to create node: error with private validator socket client: can't get pubkey: send: x";
    let body = format!(
        "trap 'exit 0' TERM\necho begun \"$@\"\n[ -e there ] || {{ echo \"{error}\"; exit 1; }}\n\
         echo 'I{time} SignerListener: Connected module=privval'\nwhile [ ! -e gone ]; do sleep 0.05; done\n\
         echo 'E{time} SignerListener: Ping timeout module=privval'\nwhile [ ! -e again ]; do sleep 0.05; done\n\
         echo 'I{time} SignerListener: Connected module=privval'\nwhile :; do sleep 0.05; done\n"
    );
    let place = |name: &str| dir.path().join(name);
    let body = ["there", "gone", "again"].iter().fold(body, |body, name| {
        body.replace(&format!("-e {name}"), &format!("-e {}", place(name).display()))
    });
    let listen = format!("unix://{}", place("signer.sock").display());
    let engine = with_signer(dir.path(), &body, Duration::from_secs(600), Some(listen.clone()));
    let is_told = || engine.state().trouble.is_some_and(|trouble| trouble.contains("signer"));
    until(|| is_told() && engine.state().restarts >= 2);
    for (name, trouble) in [("there", false), ("gone", true), ("again", false)] {
        fs::write(place(name), "").unwrap();
        until(|| is_told() == trouble);
    }
    let restarts = engine.state().restarts;
    assert!(engine.state().process.is_some() && !engine.state().given_up, "{restarts}");
    drop(engine);
    assert!(log_of(dir.path()).contains(&format!(" --priv_validator_laddr {listen}\n")));
}

/// A killed engine leaves its socket, and Go's library does not listen on an existing one.
#[test]
fn a_socket_that_nobody_uses_is_removed_for_the_signer() {
    use std::os::unix::net::UnixListener;
    let dir = tempfile::tempdir().unwrap();
    let (left, used, file) = (dir.path().join("left"), dir.path().join("used"), dir.path().join("file"));
    drop(UnixListener::bind(&left).unwrap());
    let _listens = UnixListener::bind(&used).unwrap();
    fs::write(&file, "").unwrap();
    for path in [&left, &used, &file, &dir.path().join("none")] {
        leftover::remove_socket(&format!("unix://{}", path.display()));
    }
    leftover::remove_socket("tcp://127.0.0.1:7073");
    assert_eq!([left.exists(), used.exists(), file.exists()], [false, true, true]);
}

fn is_started_again(said: &str, word: &str) {
    let dir = tempfile::tempdir().unwrap();
    let said = format!("E[2026-11-22|20:50:53.138] {said}");
    let body = format!("trap 'exit 0' TERM\necho '{said}'\nwhile :; do sleep 0.05; done\n");
    let engine = start(dir.path(), &body, Duration::from_secs(600));
    until(|| engine.state().restarts >= 2);
    let state = engine.state();
    assert!(state.trouble.unwrap().contains(word) && !state.given_up);
}

#[test]
fn only_its_own_words_are_complaints() {
    let failure =
        "E[2026-11-22|20:50:53.138] CONSENSUS FAILURE!!!                         module=consensus err=";
    assert_eq!(Complaint::of(&format!("{failure}\"a reason\"")), Some(Complaint::Stopped));
    let differs = "\"precommit step; +2/3 prevoted for an invalid block: wrong Block.Header.AppHash.\"";
    assert_eq!(Complaint::of(&format!("{failure}{differs}")), Some(Complaint::Differs));
    let synced = "E[2026-11-22|20:50:53.138] Error in validation                          module=blocksync height=7 \
                  err=\"wrong Block.Header.AppHash.  Expected 01, got 02\"";
    assert_eq!(Complaint::of(synced), Some(Complaint::Differs));
    let alone = "E[2026-11-22|20:50:53.138] No valid peers found for snapshot     module=statesync height=80";
    assert_eq!(Complaint::of(alone), Some(Complaint::NotSynced));
    let unsigned =
        "E[2026-11-22|20:50:53.138] Error in validation   module=blocksync err=\"wrong signature\"";
    assert_eq!(Complaint::of(unsigned), None, "a peer's block may be false");
    for quoted in [
        "I[2026-11-22|20:50:53.138] Added peer   module=p2p peer=\"CONSENSUS FAILURE\"",
        "E[2026-11-22|20:50:53.138] prevote step: invalid block   err=\"wrong Block.Header.AppHash\"",
        "E[2026-11-22|20:50:53.138] Stopping peer err=\"] CONSENSUS FAILURE\"",
        "app block height (15) is higher than core (0)",
        "",
    ] {
        assert_eq!(Complaint::of(quoted), None, "{quoted}");
    }
    assert_eq!(
        Complaint::of("panic: state.AppHash does not match AppHash after replay."),
        Some(Complaint::Differs)
    );
}

#[test]
fn the_log_is_kept_within_bounds() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("comet.log");
    let lines: String = (0..1_000).map(|number| format!("line {number}\n")).collect();
    let mut seen = 0;
    Log::open(&path, 1_000).unwrap().copy(lines.as_bytes(), |_| seen += 1);
    assert_eq!(seen, 1_000);
    let kept = |name: &str| fs::read_to_string(dir.path().join(name)).unwrap();
    let names = ["comet.log.3", "comet.log.2", "comet.log.1", "comet.log"];
    let tail: String = names.map(kept).concat();
    assert!(lines.ends_with(&tail) && tail.len() > 3_000, "{}", tail.len());
    assert!(names.iter().all(|name| kept(name).len() <= 1_000));
    assert!(!dir.path().join("comet.log.4").exists());
}

#[test]
fn another_program_is_not_taken_for_it() {
    let dir = tempfile::tempdir().unwrap();
    let found = |body: &str| find(&script(dir.path(), body));
    assert_eq!(found(VERSION).unwrap().version(), "0.39.0");
    for (body, said) in [
        (VERSION.replace("0.39.0", "1.0.1"), "version 1.0.1"),
        (VERSION.replace("2.0.0", "1.0.0"), "version 0.39.0"),
        ("echo hello\n".to_owned(), "another program"),
        ("exit 3\n".to_owned(), "another program"),
    ] {
        let missing = found(&body).unwrap_err();
        assert!(missing.to_string().contains(said), "{missing}");
        assert!(missing.hint().contains(INSTALL));
    }
    let absent = Program::find(Some(&dir.path().join("none"))).unwrap_err();
    assert!(matches!(absent, Missing::Absent(_)) && absent.to_string().contains("none"), "{absent}");
}
