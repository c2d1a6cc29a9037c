//! Tests of the program with the protocol of age. Tests with the real age and rage are in tests/age-plugin.

use heliast_envelope::{
    Identity, Lock, Place, Recipient, Sealer, Setup,
    age::{FileKey, Stanza},
};
use std::{
    fs,
    io::{BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_age-plugin-heliast");
const T: u64 = 300;
const KEY: [u8; 16] = [7; 16];

fn stanza(kind: &str, arguments: &[&str], body: &[u8]) -> Stanza {
    let arguments = arguments.iter().map(|word| (*word).to_owned()).collect();
    Stanza { kind: kind.to_owned(), arguments, body: body.to_vec() }
}

/// The program's answer to these stanzas and `done`, if age answers `ok` to everything.
fn said(cache: &Path, machine: &str, stanzas: &[Stanza]) -> Vec<Stanza> {
    let mut command = Command::new(PROGRAM);
    command.arg(format!("--age-plugin={machine}")).env("XDG_CACHE_HOME", cache);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for stanza in stanzas.iter().chain([&stanza("done", &[], &[])]) {
        to.write_all(stanza.to_text().as_bytes()).unwrap();
    }
    to.flush().unwrap();
    let mut said = Vec::new();
    while let Some(next) = Stanza::read(&mut from).unwrap() {
        if next.kind == "done" {
            break;
        }
        said.push(next);
        to.write_all(stanza("ok", &[], &[]).to_text().as_bytes()).unwrap();
        to.flush().unwrap();
    }
    assert!(child.wait().unwrap().success(), "{said:?}");
    said
}

fn setup() -> Setup {
    let setup = Setup::begin(Place::rsa_2048());
    let mut evaluation = setup.evaluation(T).unwrap();
    evaluation.advance(T);
    setup.add(&evaluation, 1, |_| true).unwrap()
}

fn recipient() -> String {
    Recipient::new(setup().as_file().clone()).unwrap().to_string()
}

/// A recipient stanza as age sends it back.
fn of_file(file: &str, lock: &Stanza) -> Stanza {
    let arguments = [vec![file.to_owned(), lock.kind.clone()], lock.arguments.clone()].concat();
    Stanza { kind: "recipient-stanza".into(), arguments, body: lock.body.clone() }
}

fn lock() -> Stanza {
    let sealer = Sealer::new(&setup(), T).unwrap();
    sealer.lock(&FileKey::new(KEY.into())).unwrap().to_stanza()
}

fn cache() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn what_is_sealed_for_a_recipient_opens_by_work_and_then_by_its_opening() {
    let cache = cache();
    let asked = [
        stanza("add-recipient", &[&recipient()], &[]),
        stanza("grease-whatever", &["1"], b"unknown commands are passed over"),
        stanza("wrap-file-key", &[], &KEY),
        stanza("wrap-file-key", &[], &KEY),
    ];
    let sealed = said(cache.path(), "recipient-v1", &asked);
    let files: Vec<_> = sealed.iter().map(|stanza| (&*stanza.kind, &*stanza.arguments[0])).collect();
    assert_eq!(files, [("recipient-stanza", "0"), ("recipient-stanza", "1")]);
    assert_ne!(sealed[0].body, sealed[1].body, "each has an exponent of its own");

    let works = Identity::Works.to_string();
    let first = [stanza("add-identity", &[&works], &[]), sealed[0].clone()];
    let answered = said(cache.path(), "identity-v1", &first);
    let key = answered.last().unwrap();
    assert_eq!(
        (&*key.kind, &key.arguments[..], &key.body[..]),
        ("file-key", &["0".to_owned()][..], &KEY[..])
    );
    assert!(answered[..answered.len() - 1].iter().all(|stanza| stanza.kind == "msg"));

    // Its opening is in the cache, and is an identity of its own; it does not open the other file.
    let folder = cache.path().join("heliast");
    let names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [opening] = &names[..] else { panic!("{names:?}") };
    assert!(opening.extension().is_some_and(|extension| extension == "opening"), "{opening:?}");
    let identity = Command::new(PROGRAM).arg("--identity").arg(opening).output().unwrap();
    let identity = String::from_utf8(identity.stdout).unwrap();
    let both = [stanza("add-identity", &[identity.trim()], &[]), sealed[0].clone(), sealed[1].clone()];
    let answered = said(cache.path(), "identity-v1", &both);
    assert_eq!(answered, [stanza("file-key", &["0"], &KEY)]);
}

#[test]
fn what_is_wrong_is_said_of_what_it_is_wrong_with() {
    let cache = cache();
    let (good, works) = (recipient(), Identity::Works.to_string());
    let asked = [
        stanza("add-recipient", &[&good], &[]),
        stanza("add-recipient", &["age1heliast1qqqq"], &[]),
        stanza("add-identity", &[&works], &[]),
        stanza("wrap-file-key", &[], &KEY),
    ];
    let answered = said(cache.path(), "recipient-v1", &asked);
    let errors: Vec<_> = answered.iter().map(|stanza| stanza.arguments.join(" ")).collect();
    assert_eq!(errors, ["recipient 1", "identity 0"]);
    assert!(answered.iter().all(|stanza| stanza.kind == "error" && !stanza.body.is_empty()));

    let mut broken = of_file("0", &lock());
    broken.body.pop();
    let asked = [
        stanza("add-identity", &["AGE-PLUGIN-HELIAST-1QQQQ"], &[]),
        stanza("add-identity", &[&works], &[]),
        broken,
        of_file("1", &stanza("X25519", &["share"], &[0; 32])),
    ];
    let answered = said(cache.path(), "identity-v1", &asked);
    let errors: Vec<_> = answered.iter().map(|stanza| stanza.arguments.join(" ")).collect();
    assert_eq!(errors, ["identity 0", "stanza 0 0"]);
}

#[test]
fn a_delay_under_way_goes_on_and_a_foreign_checkpoint_is_passed_over() {
    let (cache, lock) = (cache(), lock());
    let works = stanza("add-identity", &[&Identity::Works.to_string()], &[]);
    let answered = said(cache.path(), "identity-v1", &[works.clone(), of_file("0", &lock)]);
    assert!(answered.iter().any(|stanza| stanza.kind == "file-key"));
    let folder = cache.path().join("heliast");
    let opening = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let checkpoint = opening.with_extension("checkpoint");
    let mut evaluation = Lock::from_stanza(&lock).unwrap().unwrap().evaluation();
    evaluation.advance(200);
    for (bytes, done) in
        [(evaluation.to_bytes(), "200 of them done"), (b"damaged".to_vec(), "0 of them done")]
    {
        fs::write(&checkpoint, bytes).unwrap();
        let answered = said(cache.path(), "identity-v1", &[works.clone(), of_file("0", &lock)]);
        let told = String::from_utf8(answered[0].body.clone()).unwrap();
        assert!(told.contains(done), "{told}");
        assert_eq!(answered.last().unwrap().body, KEY);
        assert!(!checkpoint.exists());
    }
}

#[test]
fn people_get_recipients_identities_and_help() {
    let run = |arguments: &[&str]| Command::new(PROGRAM).args(arguments).output().unwrap();
    let recipients = String::from_utf8(run(&["--recipients"]).stdout).unwrap();
    let lines: Vec<_> = recipients.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 4, "{recipients}");
    for line in lines {
        let recipient: Recipient = line.parse().unwrap();
        assert!(recipient.setup().verify().is_ok());
    }
    assert_eq!(String::from_utf8(run(&["--identity"]).stdout).unwrap().trim(), Identity::Works.to_string());
    let help = run(&[]);
    assert_eq!(help.status.code(), Some(2));
    assert!(String::from_utf8(help.stderr).unwrap().contains("Nobody outside the project has reviewed it"));
    assert!(!run(&["--identity", "/none"]).status.success());
}
