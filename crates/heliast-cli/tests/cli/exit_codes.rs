//! One exact failure for each exit code. No command ends with 70: the unit tests of `failure` cover
//! it.

use crate::{chain::stored_chain, run::Place};

fn golden(place: &Place, line: &str, code: i32, stderr: &str) {
    let outcome = place.run(line);
    assert_eq!((outcome.code, outcome.stderr.as_str(), outcome.text()), (code, stderr, ""), "{line}");
}

#[test]
fn ok_says_nothing_on_stderr() {
    let outcome = Place::new().ok("--version");
    assert_eq!(
        (outcome.text(), outcome.stderr.as_str()),
        (concat!("heliast ", env!("CARGO_PKG_VERSION"), "\n"), "")
    );
}

#[test]
fn invalid_is_1() {
    let place = Place::new();
    place.ok("vdf eval --message a -t 10 --out proof");
    let stderr =
        "error: the proof is about another input\nhint: don't rely on it; ask for it again from its source\n";
    golden(&place, "vdf verify proof --message b", 1, stderr);
}

#[test]
fn usage_is_2() {
    let place = Place::new();
    let stderr =
        "error: unexpected argument '--colour' found\nhint: usage: heliast group show [OPTIONS] [FILE]\n";
    golden(&place, "group show --colour", 2, stderr);
    place.run("vdf eval -t 0 --message a --out p").failed(2);
    place.run("vdf eval -t 10 --out p").failed(2);
    place.run("vdf eval -t 10 --message a --x 02 --out p").failed(2);
    place.run("vdf eval -t 10 --message a --bits 257 --out p").failed(2);
    place.run("verify x --chain 00").failed(2);
    let bare = place.run("vdf");
    assert!(
        bare.code == 2 && bare.stderr.contains("Usage: heliast vdf") && bare.stderr.contains("\nerror: "),
        "{bare:?}"
    );
}

#[test]
fn malformed_and_missing_is_3() {
    let place = Place::new();
    let hint = "hint: check that the path is right and that the file is complete\n";
    let missing = format!("error: none can't be read: No such file or directory (os error 2)\n{hint}");
    golden(&place, "vdf verify none", 3, &missing);
    place.write("noise", b"HLVP");
    let noise =
        format!("error: this is not a delay proof file: it does not begin with HLVP and version 1\n{hint}");
    golden(&place, "vdf verify noise", 3, &noise);
    place.run("verify none").failed(3);
    place.run("verify noise").failed(3);
    place.run("verify .").failed(3);
    place.run("export --data . --out b").failed(3);
    place.run("group show noise").failed(3);
    place.run("vrf verify --public 00 --input a --proof noise").failed(3);
    place.run("vdf prove noise --out p").failed(3);
}

#[test]
fn pending_is_4() {
    let place = Place::new();
    stored_chain(&place.path("data"), 2);
    let stderr = "error: round 3 is still to come; the last is 2\nhint: try again later\n";
    golden(&place, "export --data data --to 3 --out bundle", 4, stderr);
    place.run("verify data --from 3").failed(4);
    stored_chain(&place.path("empty"), 0);
    place.run("verify empty").failed(4);
    place.run("export --data empty --out bundle").failed(4);
    assert_eq!(place.names(), ["data", "empty"]);
}

#[test]
fn network_is_5() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let place = Place::new();
    let message = place.run(&format!("verify {url}")).failed(5).to_owned();
    assert!(message.starts_with(&format!("{url}/v1/genesis: ")), "{message}");
}

#[test]
fn refused_is_6() {
    let place = Place::new();
    place.write("key", b"precious");
    let stderr = "error: key exists\nhint: nothing was overwritten; choose another name, or say --force\n";
    golden(&place, "vrf keygen --out key", 6, stderr);
    assert_eq!(place.read("key"), b"precious");

    let _open = stored_chain(&place.path("data"), 1);
    let message = place.run("verify data").failed(6).to_owned();
    assert!(message.contains("data"), "{message}");
    place.run("export --data data --out bundle").failed(6);

    place.ok("vrf keygen --scheme ivrf-10 --out lots");
    place.ok("vrf prove --key lots --round 4 --input a --out p");
    let stderr = "error: position 4 is reserved for another input; a second proof would give the key away\n\
        hint: its next answer is for round 5, slot 0, or for any turn after it\n";
    golden(&place, "vrf prove --key lots --round 4 --input b --out q", 6, stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_printed_is_not_ok() {
    let place = Place::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = place.command("group show").stdout(full).output().unwrap();
    crate::run::Outcome::of(output).failed(6);
}
