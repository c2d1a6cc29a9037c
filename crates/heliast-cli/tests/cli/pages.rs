//! Completions, man pages, help.

use crate::run::Place;

const VERBS: [&str; 17] = [
    "vdf-eval",
    "vdf-prove",
    "vdf-verify",
    "vrf-keygen",
    "vrf-prove",
    "vrf-verify",
    "batch-prove",
    "batch-verify",
    "batch-plan",
    "batch-inspect",
    "batch-collect",
    "batch-sample",
    "group-new",
    "group-show",
    "verify",
    "export",
    "up",
];

#[test]
fn every_shell_gets_a_script() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = place.ok(&format!("completions {shell}"));
        assert!(script.text().contains("heliast") && script.text().contains("keygen"), "{shell}");
    }
    place.run("completions smoke").failed(2);
}

#[test]
fn every_verb_has_a_man_page() {
    let place = Place::new();
    place.ok("man share/man1");
    for verb in VERBS {
        let page = String::from_utf8(place.read(&format!("share/man1/heliast-{verb}.1"))).unwrap();
        assert!(page.contains(".TH") && page.contains("json"), "{verb}");
    }
    let root = String::from_utf8(place.read("share/man1/heliast.1")).unwrap();
    assert!(root.contains("Exit codes"));
    place.run("man share/man1").failed(6);
    place.ok("man share/man1 --force");
}

#[test]
fn help_has_the_exit_codes_and_every_option_a_text() {
    let place = Place::new();
    let help = place.ok("--help");
    for code in ["0   ok", "1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "70 "] {
        assert!(help.text().contains(&format!("\n  {code}")), "{code}");
    }
    for verb in VERBS {
        let line = format!("{} -h", verb.replace('-', " "));
        let help = place.ok(&line).text().to_owned();
        for option in help.lines().filter(|line| line.trim_start().starts_with('-')) {
            assert!(option.trim().contains("  "), "{line}: {option}");
        }
    }
}
