//! Envelopes: sealed, opened, interrupted, published, and refused.

use crate::run::Place;
use serde_json::Value;

/// A key of age, made for these tests, and its public half.
const SECRET: &str = "AGE-SECRET-KEY-1WXR8Y4L4LEPMCFCVYCQD8E3ND476M4PDDMUTH4ZWZVAUP2RG5S4SEK09NS";
const PUBLIC: &str = "age14u0u9f40k9s92pqra39y8twrst0ucfxlwzvu33je7pgw2xl2tu2s5t6cgy";

/// A place with setups of few squarings, and a text.
fn place() -> Place {
    let place = Place::new();
    place.ok("envelope setup --squarings 300 --out few.setup");
    place.ok("envelope setup --squarings 600 --after few.setup --out more.setup");
    place.write("text", "what nobody shall read yet\n".repeat(9_000));
    place
}

#[test]
fn what_is_sealed_opens_by_work_and_then_by_the_opening() {
    let place = place();
    let (code, sealed) = place.json("seal --squarings 600 --setup more.setup text --out sealed");
    assert_eq!((code, &sealed["delays"][0]["t"], &sealed["keys"]), (0, &600.into(), &0.into()));
    assert_eq!(sealed["content_bytes"], place.read("text").len());
    let times = &sealed["delays"][0];
    let [here, core, hardware] =
        ["here", "fast_core", "hardware"].map(|who| times[format!("{who}_seconds")].as_f64());
    assert!(here > hardware && core > hardware, "{times}");

    let (_, opened) = place.json("open sealed --out by-work --publish opening");
    assert_eq!((&opened["opened_by"], &opened["published"]), (&"delay".into(), &"opening".into()));
    let (_, again) = place.json("open sealed --out by-opening --opening opening");
    assert_eq!(again["opened_by"], "opening");
    for name in ["by-work", "by-opening"] {
        assert_eq!(place.read(name), place.read("text"), "{name}");
    }
    // An opening is a delay proof like any other.
    place.ok("vdf verify opening");
    assert_eq!(place.read("sealed").len() - place.read("text").len(), 512 + 3 * 16);
}

#[test]
fn a_key_or_a_delay_opens_whichever_is_there() {
    let place = place();
    let (_, shown) = place.json("envelope inspect more.setup");
    let recipient = shown["delays"][0]["recipient"].as_str().unwrap();
    assert!(recipient.starts_with("age1heliast1"), "{recipient}");
    let line =
        format!("seal --squarings 600 --setup more.setup -r {PUBLIC} -r {recipient} text --out sealed");
    let (_, sealed) = place.json(&line);
    let delays: Vec<_> = sealed["delays"].as_array().unwrap().iter().map(|delay| &delay["t"]).collect();
    assert_eq!((delays, &sealed["keys"]), (vec![&Value::from(600), &300.into()], &1.into()));

    place.write("key", format!("# a comment\n\n{SECRET}\n"));
    #[cfg(unix)]
    {
        place.run("open sealed --out made --identity key").failed(6);
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(place.path("key"), mode).unwrap();
    }
    let (_, opened) = place.json("open sealed --out by-key --identity key");
    assert_eq!(opened["opened_by"], "key");
    // The shorter delay is worked off.
    let (_, opened) = place.json("open sealed --out by-work");
    assert_eq!((&opened["opened_by"], &opened["t"]), (&"delay".into(), &300.into()));
    for name in ["by-key", "by-work"] {
        assert_eq!(place.read(name), place.read("text"));
    }
    let (_, shown) = place.json("envelope inspect sealed");
    let kinds: Vec<_> =
        shown["recipients"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["delay", "other", "delay"]);

    place.ok("seal --squarings 300 --setup few.setup text --out delay-only");
    place.run("open delay-only --out made --identity key").failed(6);
}

#[test]
fn text_and_pipes_are_taken_as_files_are() {
    let place = place();
    place.ok("seal --squarings 300 --setup few.setup --armor text --out sealed");
    assert!(place.read("sealed").starts_with(b"-----BEGIN AGE ENCRYPTED FILE-----\n"));
    let piped = place.run_with_stdin("open - --out -", &place.read("sealed"));
    assert_eq!((piped.code, piped.stdout), (0, place.read("text")));
    let sealed = place.run_with_stdin("seal --squarings 300 --setup few.setup - --out -", b"from a pipe");
    let opened = place.run_with_stdin("open - --out -", &sealed.stdout);
    assert_eq!(opened.stdout, b"from a pipe");
}

#[test]
fn the_shipped_setups_are_named_by_a_time() {
    let place = place();
    let (_, second) = place.json("seal --for 1s text --out second");
    let (_, minute) = place.json("seal --for 2s text --out minute");
    let (_, class) = place.json("seal --for 1s --group class-2048 text --out class");
    let t = |said: &Value| said["delays"][0]["t"].as_u64().unwrap();
    assert_eq!([t(&second), t(&minute), t(&class)], [4_000_000, 240_000_000, 125_000]);
    for (group, t) in [("rsa-2048", 2_400_000_000_u64), ("class-2048", 75_000_000)] {
        let (_, said) = place.json(&format!("seal --for 10m --group {group} text --out ten-{group}"));
        assert_eq!(said["delays"][0]["t"], t);
    }
    assert_eq!(class["delays"][0]["group"], "class-2048");
    let failed = place.run("seal --for 365d text --out year");
    assert!(failed.failed(2).contains("no delay for"), "{failed:?}");
    assert!(failed.stderr.contains("heliast envelope setup --squarings"), "{failed:?}");
    place.run("seal --squarings 17 text --out made").failed(2);
    place.run("seal text --out made").failed(2);
    place.run(&format!("seal -r {PUBLIC} text --out made")).failed(2);
    for bad in ["10", "0s", "1.5h", "-1m"] {
        place.run(&format!("seal --for={bad} text --out made")).failed(2);
    }
}

/// A false file from another maker is refused before it is used for sealing, or anything is written.
#[test]
fn what_is_false_or_damaged_is_refused() {
    let place = place();
    place.ok("seal --squarings 300 --setup few.setup text --out sealed");
    place.ok("seal --squarings 300 --setup few.setup text --out other");
    place.ok("open other --out opened --publish other.opening");
    let failed = place.run("open sealed --out made --opening other.opening");
    assert!(failed.failed(1).contains("another envelope"));
    place.run("open sealed --out made --opening text").failed(3);
    place.run("open text --out made").failed(3);
    place.run("open few.setup --out made").failed(3);

    let setup = place.read("few.setup");
    let mut bad = setup.clone();
    bad[20] ^= 1;
    place.write("bad.setup", &bad);
    for line in ["seal --squarings 300 --setup bad.setup text --out made", "envelope inspect bad.setup"] {
        place.run(line).failed(1);
    }
    place.write("cut.setup", &setup[..setup.len() - 1]);
    place.run("envelope inspect cut.setup").failed(3);
    place.run("envelope setup --squarings 300 --after few.setup --out made").failed(2);

    let mut sealed = place.read("sealed");
    *sealed.last_mut().unwrap() ^= 1;
    place.write("sealed", sealed);
    let failed = place.run("open sealed --out made");
    assert!(failed.failed(1).contains("changed"), "{failed:?}");
    assert!(!place.path("made").exists());
}

#[test]
fn nobody_is_told_that_it_was_reviewed() {
    let place = place();
    for line in ["seal --squarings 300 --setup few.setup text --out sealed", "open sealed --out made"] {
        assert!(place.ok(line).stderr.contains("nobody outside the project has reviewed"), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_opening_goes_on() {
    use crate::interrupt::interrupted_in_time;
    let place = place();
    place.ok("seal --for 1s text --out sealed");
    for attempt in 0.. {
        assert!(attempt < 20, "no signal came in time");
        if let Some(stopped) = interrupted_in_time(&place, "open sealed --out made", "INT") {
            assert!(stopped.failed(4).contains("saved in made.checkpoint"), "{stopped:?}");
            break;
        }
        for name in ["made", "made.checkpoint"] {
            let _ = std::fs::remove_file(place.path(name));
        }
    }
    place.ok("open sealed --out made");
    assert_eq!(place.read("made"), place.read("text"));
    assert!(!place.path("made.checkpoint").exists());
}
