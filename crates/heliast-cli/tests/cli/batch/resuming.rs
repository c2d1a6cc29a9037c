//! Batch proofs that are interrupted.

use super::{
    IN_SMALL, place,
    varied::{falsify, sample_varied},
};
use crate::{
    interrupt::{heliast_group, in_time, interrupted_in_time},
    run::{Outcome, PATIENCE, Place},
};
use heliast_vdf::batch::{Records, varied};
use std::{
    thread::sleep,
    time::{Duration, Instant},
};

const GROUP: &str = "--group modulus --min-bits 1024";

/// Ctrl-C keeps the squarings, and the same command continues with them.
#[test]
fn an_interrupted_batch_proof_resumes() {
    in_time(|t| {
        let place = place_of_1024_bits();
        place.ok(&format!("batch sample --count 5 -t {t} --trapdoor factors {GROUP} --out list"));
        let line = format!("batch prove list {GROUP} --out proof");
        let stopped = interrupted_in_time(&place, &line, "INT")?;
        let message = stopped.failed(4).to_owned();
        assert!(message.ends_with("squarings; saved in proof.checkpoint"), "{message}");
        let resumed = place.ok(&line);
        assert!(resumed.stderr.starts_with("going on from proof.checkpoint"), "{resumed:?}");
        place.ok(&format!("batch verify list proof {GROUP}"));
        assert_eq!(place.names(), ["factors", "list", "modulus", "proof"]);
        Some(())
    });
}

fn place_of_1024_bits() -> Place {
    let place = Place::new();
    place.ok("group new --bits 1024 --out modulus --trapdoor factors");
    place
}

/// Proves until there is a checkpoint, and then kills the program, unless it has ended.
fn killed_in_time(place: &Place, line: &str) -> Option<()> {
    let mut child = place.command(line).spawn().unwrap();
    let deadline = Instant::now() + PATIENCE;
    while !place.path("proof.checkpoint").exists() && child.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "nothing was saved");
        sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    let killed = Outcome::of(child.wait_with_output().unwrap());
    assert!([-1, 0].contains(&killed.code), "{killed:?}");
    (killed.code == -1).then_some(())
}

/// Ctrl-C keeps the squarings, and so does a save before a kill; the same command continues with
/// them to the same proof.
#[test]
fn an_interrupted_proof_of_different_delays_resumes() {
    in_time(|t| {
        let place = place_of_1024_bits();
        let sample = format!("batch sample --delays 3 -t {t} --trapdoor factors {GROUP}");
        place.ok(&format!("{sample} --count 5 --out list"));
        place.ok(&format!("{sample} --count 6 --out longer"));
        let prove = |list: &str, options: &str| format!("batch prove {list} {GROUP} --out proof {options}");

        killed_in_time(&place, &prove("list", "--save-every 0"))?;
        // The kill may have come during the next save, which leaves a draft. The test always leaves one.
        place.write(".proof.checkpoint.0123456789abcdef.tmp", b"begun");
        let is_draft = |name: &String| name.starts_with(".proof.checkpoint.");
        let names: Vec<String> = place.names().into_iter().filter(|name| !is_draft(name)).collect();
        assert_eq!(names, ["factors", "list", "longer", "modulus", "proof.checkpoint"]);

        let stopped = interrupted_in_time(&place, &prove("list", ""), "INT")?;
        let message = stopped.failed(4).to_owned();
        assert!(message.ends_with("squarings; saved in proof.checkpoint"), "{message}");
        assert!(stopped.stderr.starts_with("going on from proof.checkpoint, "), "{stopped:?}");
        assert_eq!(place.names(), names);
        let number = |text: &str, before: &str| -> u64 {
            text.split(before).nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap()
        };
        let (begun_at, done) = (number(&stopped.stderr, "proof.checkpoint, "), number(&message, "after "));
        assert!(0 < begun_at && begun_at < done && done < t + 2, "{begun_at} {done}");

        others_are_refused(&place, prove);
        let resumed = place.ok(&prove("list", ""));
        let going_on = format!("going on from proof.checkpoint, {done} of {} ", t + 2);
        assert!(resumed.stderr.starts_with(&going_on), "{resumed:?}");
        assert_eq!(place.names(), ["damaged", "factors", "list", "longer", "modulus", "proof"]);
        place.ok(&format!("batch verify list proof {GROUP}"));
        place.ok(&format!("batch prove list {GROUP} --out whole"));
        assert_eq!(place.read("proof"), place.read("whole"));
        Some(())
    });
}

fn others_are_refused(place: &Place, prove: impl Fn(&str, &str) -> String) {
    let saved = place.read("proof.checkpoint");
    for (list, options, other) in
        [("longer", "", "another list"), ("list", "--level 64", "a proof at level 128, not 64")]
    {
        let refused = place.run(&prove(list, options)).failed(6).to_owned();
        assert_eq!(refused, format!("proof.checkpoint is the checkpoint of {other}"));
    }
    let mut damaged = saved.clone();
    damaged[200] ^= 1;
    place.write("damaged", damaged);
    place.run(&prove("list", "--checkpoint damaged")).failed(3);
    assert_eq!(place.read("proof.checkpoint"), saved);
}

/// The checkpoint of another kind stays; that of a false list is removed.
#[test]
fn checkpoints_of_different_delays_are_their_own() {
    let place = place();
    sample_varied(&place, "list", 5, 3);
    let group = heliast_group(&place);
    let mut evaluation =
        heliast::Evaluation::start(&group, heliast_vdf::delay_input(&group, b"m"), 1500).unwrap();
    evaluation.advance(700);
    place.write("state", evaluation.to_bytes());
    let prove = format!("batch prove list.hlbs {IN_SMALL} --checkpoint state --out proof");
    assert_eq!(place.run(&prove).failed(6), "state is the checkpoint of one delay");
    assert_eq!(place.read("state"), evaluation.to_bytes());
    std::fs::remove_file(place.path("state")).unwrap();

    let save_in_the_middle = |bytes: &[u8]| {
        let records = Records::with_delays(&group, &bytes[64..]).unwrap();
        let prover = varied::Prover::new(&group, varied::Terms::new(128).unwrap(), &records, 1).unwrap();
        let mut evaluation = varied::Squarings::start(&group, &prover);
        evaluation.advance(700);
        place.write("state", evaluation.to_bytes());
    };
    let mut bytes = place.read("list.hlbs");
    save_in_the_middle(&bytes);
    let saved = place.read("state");
    let other = place.run(&format!("vdf eval --message m -t 1500 {IN_SMALL} --checkpoint state --out other"));
    assert!(other.failed(6).contains("different delays") && place.read("state") == saved, "{other:?}");
    let resumed = place.ok(&prove);
    assert!(resumed.stderr.starts_with("going on from state, "), "{resumed:?}");
    assert!(!place.path("state").exists());
    place.ok(&format!("batch verify list.hlbs proof {IN_SMALL}"));

    falsify(&mut bytes, 3);
    place.write("list.hlbs", &bytes);
    save_in_the_middle(&bytes);
    let said = place.run(&format!("{prove} --force")).failed(1).to_owned();
    assert_eq!(said, "list.hlbs: statement 3 is false");
    assert!(!place.path("state").exists());
}
