//! Completions, man pages, help.

use crate::run::{Outcome, Place};
use std::process::Command;

const VERBS: [&str; 18] = [
    "vdf-eval",
    "vdf-prove",
    "vdf-verify",
    "vrf-keygen",
    "vrf-public",
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

/// The shell of the environment, the user's directory or the one that is given; again after an update.
#[test]
fn completions_and_pages_are_put_where_they_are_found() {
    let place = Place::new();
    let home = |shell: &str, line: &str| {
        let mut command = place.command(line);
        command.env("SHELL", shell).env("HOME", place.path("home")).env_remove("XDG_DATA_HOME");
        Outcome::of(command.output().unwrap())
    };
    for (shell, file) in [
        ("/bin/bash", "bash-completion/completions/heliast"),
        ("/usr/bin/zsh", "zsh/site-functions/_heliast"),
        ("/usr/bin/fish", "fish/vendor_completions.d/heliast.fish"),
    ] {
        for _ in 0..2 {
            let outcome = home(shell, "install-completions");
            assert_eq!(outcome.code, 0, "{outcome:?}");
            assert!(outcome.text().contains(&format!("home/.local/share/{file}")), "{outcome:?}");
        }
        let script = String::from_utf8(place.read(&format!("home/.local/share/{file}"))).unwrap();
        let name = shell.rsplit('/').next().unwrap();
        assert_eq!(script.trim_end(), place.ok(&format!("completions {name}")).text().trim_end());
    }
    assert!(place.path("home/.local/share/man/man1/heliast-vdf-eval.1").exists());
    let bash = place.read("home/.local/share/bash-completion/completions/heliast");
    place.write("script", bash);
    let check = Command::new("bash").arg("-n").arg(place.path("script")).status().unwrap();
    assert!(check.success());

    let (code, report) = place.json("install-completions --shell elvish --dir share");
    assert_eq!((code, &report["completions"]), (0, &"share/elvish/lib/heliast.elv".into()), "{report}");
    assert_eq!(report["man_dir"], "share/man/man1");
    assert!(place.path("share/man/man1/heliast.1").exists());

    assert!(home("/bin/sh", "install-completions").failed(2).contains("/bin/sh"));
    place.write("file", "mine");
    home("/bin/bash", "install-completions --dir file").failed(6);
    assert_eq!(place.read("file"), b"mine");
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
