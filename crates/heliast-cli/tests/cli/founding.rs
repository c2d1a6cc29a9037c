//! Operators who found a network, each in a separate directory: only files that they send to each other are
//! copied.

use crate::run::{Outcome, Place};
use serde_json::Value;
use std::{collections::BTreeSet, fs};

const NAMES: [&str; 4] = ["Alpha", "Beta", "Gamma", "Delta"];
/// A short delay, and any margin, for tests.
const FAST: &str = "--delay 2000 --period 1 --unsafe-margin";

/// The operators, and a coordinator without a home.
struct Founding {
    operators: Vec<Place>,
    coordinator: Place,
}

impl Founding {
    fn applied(count: usize) -> Founding {
        let founding =
            Founding { operators: (0..count).map(|_| Place::new()).collect(), coordinator: Place::new() };
        for number in 0..count {
            let (code, said) = founding.operators[number].json(&apply(number));
            assert_eq!(code, 0, "{said}");
            founding.send(number, "application");
        }
        founding
    }

    /// An operator's file goes to the coordinator and to all others.
    fn send(&self, number: usize, file: &str) {
        let bytes = self.operators[number].read(&format!("home/{file}"));
        let others = self.operators.iter().enumerate().filter(|(other, _)| *other != number);
        let places = others.map(|(_, place)| place).chain([&self.coordinator]);
        places.for_each(|place| place.write(&format!("{file}{number}"), &bytes));
    }

    /// The coordinator makes a draft of these applications, and sends it to all.
    fn draft(&self, numbers: &[usize], name: &str, more: &str) -> Value {
        let files: Vec<_> = numbers.iter().map(|number| format!("application{number}")).collect();
        let line = format!("network draft {} --out {name} {FAST} {more}", files.join(" "));
        let (code, said) = self.coordinator.json(&line);
        assert_eq!(code, 0, "{said}");
        let bytes = self.coordinator.read(name);
        self.operators.iter().for_each(|place| place.write(name, &bytes));
        said["draft"].clone()
    }

    fn agree(&self, number: usize, draft: &str) {
        self.operators[number].ok(&format!("network agree {draft} --home home --unsafe-margin --yes"));
        self.send(number, "agreement");
    }

    /// Runs `found` in an operator's home, with the agreements of these operators.
    fn found(&self, number: usize, draft: &str, agreed: &[usize]) -> Outcome {
        let file = |other: &usize| match *other == number {
            true => "home/agreement".to_owned(),
            false => format!("agreement{other}"),
        };
        let files: Vec<_> = agreed.iter().map(file).collect();
        self.operators[number].run(&format!("network found {draft} {} --home home", files.join(" ")))
    }
}

fn apply(number: usize) -> String {
    format!(
        "network apply --home home --name {} --host 127.0.0.1 --ports {} --vrf ell2 --participants 1",
        NAMES[number],
        7070 + 10 * number
    )
}

#[test]
fn four_operators_found_a_network_and_nobody_has_anothers_secret() {
    let founding = Founding::applied(4);
    let shown = founding.draft(&[2, 0, 3, 1], "draft", "");
    let names = shown["operators"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap());
    assert_eq!(names.collect::<BTreeSet<_>>(), BTreeSet::from(NAMES));
    assert_eq!((&shown["may_fail"], &shown["participants"]), (&1.into(), &4.into()));
    assert_eq!(shown["warnings"], Value::Array(vec![]));
    (0..4).for_each(|number| founding.agree(number, "draft"));
    for number in 0..4 {
        let done = founding.found(number, "draft", &[0, 1, 2, 3]);
        assert_eq!(done.code, 0, "{done:?}");
        let again = founding.found(number, "draft", &[3, 2, 1, 0]);
        let said = String::from_utf8(again.stdout).unwrap();
        assert!(again.code == 0 && said.contains("founded already"), "{said}");
    }
    let genesis = founding.operators[0].read("home/genesis");
    assert!(founding.operators.iter().all(|place| place.read("home/genesis") == genesis));
    // No operator has a secret of another.
    for (number, place) in founding.operators.iter().enumerate() {
        let keys: Value = serde_json::from_slice(&place.read("home/keys.json")).unwrap();
        let seed = hex::decode(keys["secrets"][0].as_str().unwrap()).unwrap();
        let validator: Value =
            serde_json::from_slice(&place.read("home/comet/config/priv_validator_key.json")).unwrap();
        let validator = validator["priv_key"]["value"].as_str().unwrap().as_bytes();
        let others = founding.operators.iter().enumerate().filter(|(other, _)| *other != number);
        for place in others.map(|(_, place)| place).chain([&founding.coordinator]) {
            for (path, bytes) in place.everything() {
                let has = |secret: &[u8]| bytes.windows(secret.len()).any(|window| window == secret);
                assert!(!has(&seed) && !has(hex::encode(&seed).as_bytes()) && !has(validator), "{path:?}");
            }
        }
        #[cfg(unix)]
        for secret in ["keys.json", "comet/config/priv_validator_key.json", "comet/config/node_key.json"] {
            use std::os::unix::fs::PermissionsExt;
            let path = place.path(&format!("home/{secret}"));
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{secret}");
        }
    }
}

#[test]
fn nobody_founds_without_the_agreement_of_all_to_one_draft() {
    let founding = Founding::applied(3);
    founding.draft(&[0, 1, 2], "one", "");
    founding.draft(&[0, 1, 2], "other", "--window 9");
    founding.agree(0, "one");
    founding.agree(1, "other");
    let waiting = founding.found(0, "one", &[0]);
    assert_eq!(waiting.code, 4, "{waiting:?}");
    assert!(waiting.stderr.contains("Beta") && waiting.stderr.contains("Gamma"), "{}", waiting.stderr);
    let other = founding.found(0, "one", &[0, 1]);
    assert_eq!(other.code, 1, "{other:?}");
    assert!(
        other.stderr.contains("agreement1: the agreement of Beta is to another draft"),
        "{}",
        other.stderr
    );
    assert!(!founding.operators[0].path("home/genesis").exists());
    // An operator who has agreed must confirm before agreeing to another draft.
    let place = &founding.operators[1];
    let refused = place.run("network agree one --home home --unsafe-margin --yes");
    assert!(refused.code == 6 && refused.stderr.contains("--instead"), "{refused:?}");
    place.ok("network agree one --home home --unsafe-margin --yes --instead");
    founding.send(1, "agreement");
    founding.agree(2, "one");
    assert_eq!(founding.found(0, "one", &[0, 1, 2]).code, 0);
    // A founded home can't be founded again.
    let place = &founding.operators[0];
    for line in [&*apply(0), "network agree other --home home --unsafe-margin --yes --instead"] {
        let refused = place.run(line);
        assert!(refused.code == 6 && refused.stderr.contains("is founded already"), "{line}: {refused:?}");
    }
}

#[test]
fn a_draft_that_leaves_out_or_changes_somebody_is_refused_by_that_one() {
    let founding = Founding::applied(4);
    founding.draft(&[0, 1, 2], "short", "");
    let agree = |number: usize, more: &str| {
        founding.operators[number]
            .run(&format!("network agree short --home home --unsafe-margin --yes {more}"))
    };
    let refused = agree(3, "");
    assert!(refused.code == 6 && refused.stderr.contains("leaves out \"Delta\""), "{refused:?}");
    let refused = agree(0, "--known application1 --known application3");
    assert!(
        refused.code == 6 && refused.stderr.contains("leaves out what Delta has applied with"),
        "{refused:?}"
    );
    assert!(!founding.operators[0].path("home/agreement").exists());
    // The coordinator makes keys under the name of another.
    let forged = founding.coordinator.json(&apply(3));
    assert_eq!(forged.0, 0);
    founding.coordinator.ok(&format!(
        "network draft application0 application1 application2 home/application --out forged {FAST}"
    ));
    founding.operators[3].write("forged", founding.coordinator.read("forged"));
    let refused = founding.operators[3].run("network agree forged --home home --unsafe-margin --yes");
    assert!(refused.code == 6 && refused.stderr.contains("was changed"), "{refused:?}");
}

#[test]
fn applications_that_are_damaged_or_do_not_go_together_are_named() {
    let founding = Founding::applied(2);
    let place = &founding.coordinator;
    let good = place.read("application1");
    let draft = |files: &str| place.run(&format!("network draft {files} --out draft {FAST}"));
    let mut changed = good.clone();
    let host = changed.windows(9).position(|window| window == b"127.0.0.1").unwrap();
    changed[host + 8] = b'9';
    place.write("changed", &changed);
    place.write("cut", &good[..good.len() - 1]);
    place.write("long", vec![0; (1 << 21) + 1]);
    for (files, code, words) in [
        (
            "application0 changed",
            1,
            "changed: Beta does not show that the key of its participant 0 is its own",
        ),
        ("application0 cut", 3, "cut: the application is cut short"),
        ("application0 long", 3, "longer than 2097152 bytes"),
        ("application0 missing", 3, "missing can't be read"),
        ("application0 application0", 6, "two have the same public key"),
        ("", 2, "APPLICATION"),
    ] {
        let refused = draft(files);
        assert_eq!(refused.code, code, "{files}: {refused:?}");
        assert!(refused.stderr.contains(words), "{files}: {}", refused.stderr);
    }
    let other = Place::new();
    other.ok("network apply --home home --name Other --host a.example --vrf tai --participants 1");
    place.write("tai", other.read("home/application"));
    let refused = draft("application0 tai");
    assert!(refused.code == 6 && refused.stderr.contains("Other has applied with keys of"), "{refused:?}");
    assert!(!place.path("draft").exists(), "nothing was written");
    // Bytes that are neither an agreement nor a draft.
    founding.draft(&[0, 1], "draft", "");
    let home = &founding.operators[0];
    home.write("noise", b"HLAG noise");
    let refused = home.run("network found draft noise --home home");
    assert!(refused.code == 3 && refused.stderr.contains("noise: "), "{refused:?}");
    let refused = home.run("network agree noise --home home --yes");
    assert!(refused.code == 3 && refused.stderr.contains("this is not a draft"), "{refused:?}");
}

#[test]
fn a_name_can_do_nothing_to_a_terminal() {
    let place = Place::new();
    for name in ["a\u{1b}[2J", "a\u{202e}b", " a", "", &"a".repeat(65)] {
        let mut command = place.command("network apply --home home --host a.example --vrf ell2 --name");
        let outcome = command.arg(name).output().unwrap();
        assert_eq!(outcome.status.code(), Some(2), "{name:?}");
        let said = String::from_utf8(outcome.stderr).unwrap();
        assert!(
            said.contains("name: ") && !said.contains('\u{1b}') && !said.contains('\u{202e}'),
            "{said:?}"
        );
    }
    for host in ["a..b", "0.0.0.0", "1.2.3", "a_b/"] {
        let refused = place.run(&format!("network apply --home home --name A --vrf ell2 --host {host}"));
        assert!(refused.code == 2 && refused.stderr.contains("--host"), "{refused:?}");
    }
    assert!(place.names().is_empty(), "nothing was made");
}

#[test]
fn what_was_interrupted_goes_on_and_what_is_there_stays() {
    let place = Place::new();
    let line = apply(0);
    let first = place.json(&line).1;
    let before = place.everything();
    assert_eq!(place.json(&line).1, first, "the same again");
    place.is_as_before(before, "a second time");
    let keys = place.read("home/keys.json");
    for missing in ["application", "comet/data/priv_validator_state.json", "node.toml"] {
        fs::remove_file(place.path(&format!("home/{missing}"))).unwrap();
        assert_eq!(place.json(&line).1, first, "without {missing}");
    }
    for other in ["--power 11", "--stake 2", "--participants 2"] {
        let changed = line.replace("--participants 1", "");
        let more = if other.contains("participants") {
            other.to_owned()
        } else {
            format!("{other} --participants 1")
        };
        let refused = place.run(&format!("{changed} {more}"));
        assert_eq!(refused.code, 6, "{other}: {refused:?}");
    }
    assert_eq!(place.read("home/keys.json"), keys);
    let refused =
        place.run("node --home home --cometbft tcp://127.0.0.1:0 --listen 127.0.0.1:0 --witnesses w");
    assert!(refused.code == 6 && refused.stderr.contains("is not founded yet"), "{refused:?}");
    let nobody = place.run("network agree draft --home none --yes");
    assert!(nobody.code == 6 && nobody.stderr.contains("has not applied"), "{nobody:?}");
}

#[test]
fn who_has_a_third_is_named_and_a_short_delay_needs_a_word() {
    let place = Place::new();
    for (number, power) in [(0, 10), (1, 30)] {
        let line = apply(number).replace("--home home", &format!("--home {}", NAMES[number]));
        place.ok(&format!("{line} --power {power}"));
    }
    let files = "Alpha/application Beta/application";
    let refused = place.run(&format!("network draft {files} --out draft --delay 2000 --period 1"));
    assert!(refused.code == 6 && refused.stderr.contains("--unsafe-margin"), "{refused:?}");
    let shown = place.ok(&format!("network draft {files} --out draft {FAST}"));
    let text = String::from_utf8(shown.stdout).unwrap();
    for words in [
        "Beta has 30 of 40 power, and decides alone",
        "Alpha has 1000 of 2000 stake",
        "no node may fail",
        "30 (75.0 %)",
        "margin   not safe",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let refused = place.run("network agree draft --home Alpha --yes");
    assert!(refused.code == 6 && refused.stderr.contains("--unsafe-margin"), "{refused:?}");
    let nobody = place.run("network agree draft --home Alpha --unsafe-margin");
    assert!(nobody.code == 2 && nobody.stderr.contains("--yes"), "{nobody:?}");
    assert!(!place.path("Alpha/agreement").exists());
}

/// A person at a terminal sees the draft and is asked; after "no" nothing is written.
#[cfg(target_os = "linux")]
#[test]
fn a_person_is_asked_before_agreeing() {
    use crate::terminal::Terminal;
    let founding = Founding::applied(2);
    let shown = founding.draft(&[0, 1], "draft", "");
    let place = &founding.operators[0];
    for (answer, code) in [("n\n", 6), ("\n", 6), ("y\n", 0)] {
        let terminal = Terminal::new();
        terminal.types(answer);
        let mut command = place.command("network agree draft --home home --unsafe-margin");
        let outcome = command.stdin(terminal.stdio()).stderr(terminal.stdio()).output().unwrap();
        let said = terminal.wait_for(|text| text.contains("[y/N]"));
        for words in [shown["chain"].as_str().unwrap(), "Alpha", "Beta", "50.0 %", "warning: "] {
            assert!(said.contains(words), "{words}: {said}");
        }
        assert_eq!(outcome.status.code(), Some(code), "{answer:?}");
        assert_eq!(place.path("home/agreement").exists(), code == 0, "{answer:?}");
    }
}

/// `network new` reports that one person has made all keys.
#[test]
fn a_network_that_was_dealt_says_so() {
    let place = Place::new();
    let made = place.ok(&format!("network new --out net --nodes 1 --participants 1 --vrf ell2 {FAST}"));
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(said.contains("this machine has dealt all keys"), "{said}");
}
