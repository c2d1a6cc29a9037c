//! Ctrl-C during an evaluation: nothing is lost, and the proof is the same.

use crate::run::{Outcome, PATIENCE, Place};
use heliast_vdf::segments::{Cut, SegmentedEvaluation};
use std::{
    fs,
    process::{Child, Command},
    thread::sleep,
    time::{Duration, Instant},
};

/// An evaluation modulo 1024 bits.
fn line(t: u64) -> String {
    format!("vdf eval --message m -t {t} --group modulus --min-bits 1024 --out proof")
}

/// Calls `attempt` with ever longer delays, until its signals come before the end of its programs. This is
/// needed because the speed and the load of the machine are unknown. An attempt returns `None` if a signal
/// came too late.
pub fn in_time(attempt: impl Fn(u64) -> Option<()>) {
    // Some seconds of squarings modulo 1024 bits.
    in_time_from(6_000_000, attempt);
}

/// The same, with this number of steps at first.
pub fn in_time_from(mut t: u64, attempt: impl Fn(u64) -> Option<()>) {
    while attempt(t).is_none() {
        assert!(t < 1 << 40, "no signal came in time, or none was heeded");
        t *= 4;
    }
}

/// Waits until the program catches SIGINT, because an earlier signal would just end it; or until
/// the program has ended.
pub fn wait_until_caught(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        let Ok(text) = fs::read_to_string(&status) else { return sleep(Duration::from_secs(1)) };
        let line = |label| text.lines().find_map(|line| line.strip_prefix(label)).unwrap_or_default().trim();
        let mask = u64::from_str_radix(line("SigCgt:"), 16).unwrap_or(0);
        if mask & (1 << (2 - 1)) != 0 || line("State:").starts_with('Z') {
            return;
        }
        sleep(Duration::from_millis(5));
    }
    panic!("SIGINT is not caught");
}

pub fn interrupted(place: &Place, line: &str, signal: &str) -> Outcome {
    let child = place.command(line).spawn().unwrap();
    wait_until_caught(&child);
    sleep(Duration::from_millis(200));
    ended_by(signal, child)
}

/// The same for an evaluation; `None` unless the signal came during the squarings: not before, not during the
/// proof, and not after the end.
pub fn interrupted_in_time(place: &Place, line: &str, signal: &str) -> Option<Outcome> {
    Some(interrupted(place, line, signal)).filter(|outcome| {
        let stopped = outcome.stderr.split("interrupted after ").nth(1);
        let words: Vec<_> = stopped.unwrap_or_default().split_whitespace().take(3).collect();
        match words[..] {
            [done, "of", t] => done != "0" && done != t,
            ["0", ..] => false,
            [_, steps, ..] => steps.starts_with("squarings") || steps.starts_with("roots"),
            _ => false,
        }
    })
}

/// Sends a signal to a process and returns its outcome. The process may have ended already.
pub fn ended_by(signal: &str, child: Child) -> Outcome {
    let kill = format!("kill -{signal} {}", child.id());
    // Its number can't be reused before `wait`.
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    Outcome::of(child.wait_with_output().unwrap())
}

/// The search for a prime of 3,072 bits takes seconds. For one seed it may be quick by chance, but not for
/// all.
#[test]
fn an_interrupted_search_for_a_prime_says_so_and_leaves_nothing() {
    let stopped = ["a", "b", "c", "d"].iter().any(|letter| {
        let place = Place::new();
        let seed = letter.repeat(40);
        for line in [
            format!("group new --kind roots --bits 3072 --seed {seed} --out field"),
            format!("vdf eval --group roots-3072 --seed {seed} --message m -t 9 --out proof"),
        ] {
            let outcome = interrupted(&place, &line, "INT");
            if outcome.code == 0 {
                return false;
            }
            let said = outcome.failed(4).to_owned();
            assert!(said.starts_with("the search for a prime was interrupted after "), "{said}");
            assert_eq!(place.names(), [] as [&str; 0]);
        }
        true
    });
    assert!(stopped, "no signal came in time, or none was heeded");
}

#[test]
fn an_interrupted_evaluation_resumes_to_the_same_proof() {
    in_time(|t| {
        let place = Place::new();
        place.ok("group new --bits 1024 --out modulus --trapdoor factors");
        let line = line(t);
        let first = interrupted_in_time(&place, &line, "INT")?;
        let message = first.failed(4).to_owned();
        assert!(
            message.contains(&format!("of {t} squarings ("))
                && message.ends_with(" %); saved in proof.checkpoint"),
            "{message}"
        );
        assert_eq!(place.names(), ["factors", "modulus", "proof.checkpoint"]);

        let pending = place.run("vdf prove proof.checkpoint --group modulus --min-bits 1024 --out early");
        assert!(pending.failed(4).contains("are missing"), "{pending:?}");
        other_commands_are_refused(&place, t);

        let second = interrupted_in_time(&place, &line, "TERM")?;
        second.failed(4);
        let done = |outcome: &Outcome| -> u64 {
            let words: Vec<_> = outcome.stderr.split_whitespace().collect();
            let after = words.iter().position(|word| *word == "after").unwrap();
            words[after + 1].parse().unwrap()
        };
        assert!(second.stderr.starts_with("going on from proof.checkpoint"), "{second:?}");
        assert!(done(&second) > done(&first));

        let (code, report) = place.json(&line);
        assert_eq!(code, 0, "{report}");
        assert!(report["resumed_from"].as_u64().unwrap() >= done(&first));
        place.ok(&format!("vdf eval --message m -t {t} --trapdoor factors --min-bits 1024 --out quick"));
        assert_eq!(place.read("proof"), place.read("quick"));
        assert_eq!(place.names(), ["damaged", "factors", "modulus", "proof", "quick"]);
        Some(())
    });
}

#[test]
fn an_interrupted_evaluation_in_segments_resumes() {
    in_time(|t| {
        let place = Place::new();
        place.ok("group new --bits 1024 --out modulus --trapdoor factors");
        let segmented = format!("{} --system segmented --threads 2", line(t));
        let first = interrupted_in_time(&place, &segmented, "INT")?;
        let message = first.failed(4).to_owned();
        assert!(
            message.contains(&format!("of {t} squarings ("))
                && message.ends_with(" %); saved in proof.checkpoint"),
            "{message}"
        );
        place.run(&line(t)).failed(6);
        let (code, report) = place.json(&segmented);
        assert_eq!(code, 0, "{report}");
        assert!(report["resumed_from"].as_u64().unwrap() > 0 && report["segments"].as_u64().unwrap() > 1);
        place.ok(&format!("vdf eval --message m -t {t} --trapdoor factors --min-bits 1024 --out quick"));
        let y = |file| {
            place.json(&format!("vdf verify {file} --group modulus --min-bits 1024")).1["proofs"][0]["y"]
                .clone()
        };
        assert!(y("proof").is_string() && y("proof") == y("quick"));
        assert_eq!(place.names(), ["factors", "modulus", "proof", "quick"]);
        Some(())
    });
}

/// An evaluation saves regularly, even while it proves segments: a kill loses only the squarings after the
/// last save.
#[test]
fn a_killed_evaluation_in_segments_goes_on_from_its_last_save() {
    in_time(|t| {
        let place = Place::new();
        place.small_modulus();
        let third = t / 4 * 3;
        let group = heliast_group(&place);
        let state = || SegmentedEvaluation::from_bytes(&group, &place.read("proof.checkpoint")).unwrap();
        let (x, cut) = (heliast_vdf::delay_input(&group, b"m"), Cut::new(3, 1).unwrap());
        let mut evaluation =
            SegmentedEvaluation::start(&group, x, t, cut, heliast::Suite::default()).unwrap();
        evaluation.run(1, |done| done < third + 1).unwrap_err();
        let begun_at = evaluation.done();
        let before = evaluation.to_bytes();
        place.write("proof.checkpoint", &before);

        let line = format!("vdf eval --message m -t {t} --system segmented --threads 2 --min-bits 256");
        let mut child =
            place.command(&format!("{line} --group modulus --out proof --save-every 0")).spawn().unwrap();
        let deadline = Instant::now() + PATIENCE;
        let is_as_before = || fs::read(place.path("proof.checkpoint")).is_ok_and(|bytes| bytes == before);
        while is_as_before() && Instant::now() < deadline {
            sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        let killed = Outcome::of(child.wait_with_output().unwrap());
        if killed.code == 0 || !place.path("proof.checkpoint").exists() {
            return None; // the program ended first
        }
        assert_eq!(killed.code, -1, "{killed:?}");
        let saved_at = state().done();
        if saved_at == t {
            return None; // the proof had already begun
        }
        assert!(third < begun_at && begun_at < saved_at && saved_at < t, "{begun_at} {saved_at}");

        let (code, report) = place.json(&format!("{line} --group modulus --out proof"));
        assert_eq!((code, &report["resumed_from"], &report["segments"]), (0, &saved_at.into(), &3.into()));
        place.ok(&format!("vdf eval --message m -t {t} --trapdoor factors --min-bits 256 --out quick"));
        let y = |file| {
            place.json(&format!("vdf verify {file} --group modulus --min-bits 256")).1["proofs"][0]["y"]
                .clone()
        };
        assert!(y("proof").is_string() && y("proof") == y("quick"));
        Some(())
    });
}

fn other_commands_are_refused(place: &Place, t: u64) {
    let line = line(t);
    let before = place.read("proof.checkpoint");
    place.run(&line.replace(&t.to_string(), &(t + 1).to_string())).failed(6);
    place.run(&line.replace("--message m", "--message n")).failed(6);
    place.run(&format!("vdf eval --message m -t {t} --out proof")).failed(6);
    assert_eq!(place.read("proof.checkpoint"), before);

    let mut damaged = before.clone();
    damaged[200] ^= 1;
    place.write("damaged", damaged);
    place.run(&format!("{line} --checkpoint damaged")).failed(3);
}

#[test]
fn an_interrupted_measurement_saves_nothing() {
    // The seconds that all measurements share.
    let interrupted_within = |budget: u64| {
        let place = Place::new();
        let line = format!("tune --up-to 64 --budget {budget} --svg map.svg");
        let outcome = interrupted(&place, &line, "INT");
        (outcome.code != 0).then_some((place, outcome))
    };
    let (place, outcome) = [30, 120, 480].into_iter().find_map(interrupted_within).expect("a signal in time");
    let message = outcome.failed(4);
    assert!(
        message.starts_with("interrupted after ") && message.ends_with(" of 25 measurements"),
        "{message}"
    );
    assert_eq!(place.names(), ["heliast-data"]);
    assert!(!place.path("heliast-data/tune.json").exists());
}

#[test]
fn a_finished_checkpoint_can_be_proved_elsewhere() {
    let place = Place::new();
    place.ok("group new --bits 1024 --out modulus --trapdoor factors");
    let group = heliast_group(&place);
    let mut evaluation =
        heliast::Evaluation::start(&group, heliast_vdf::delay_input(&group, b"m"), 3000).unwrap();
    evaluation.advance(3000);
    place.write("state", evaluation.to_bytes());
    place.ok("vdf prove state --group modulus --min-bits 1024 --compact --threads 3 --out proof");
    place.ok("vdf eval --message m -t 3000 --trapdoor factors --min-bits 1024 --compact --out quick");
    assert_eq!(place.read("proof"), place.read("quick"));
    place.run("vdf prove state --out elsewhere").failed(6);
    let pietrzak = "--system pietrzak --min-bits 1024";
    place.ok(&format!("vdf prove state --group modulus {pietrzak} --out halved"));
    place.ok(&format!("vdf eval --message m -t 3000 --group modulus {pietrzak} --out again"));
    assert_eq!(place.read("halved"), place.read("again"));
}

pub fn heliast_group(place: &Place) -> heliast::RsaGroup {
    let file: serde_json::Value = serde_json::from_slice(&place.read("modulus")).unwrap();
    let modulus = heliast::Natural::from_hex(file["modulus"].as_str().unwrap()).unwrap();
    heliast::RsaGroup::new(&modulus, 256).unwrap()
}
