//! `heliast tune`: its measurements depend on the machine; its report and its file do not.

use crate::run::Place;
use serde_json::Value;

const QUICK: &str = "tune --up-to 16 --budget 0.2";

#[test]
fn a_table_a_file_and_a_heat_map() {
    let place = Place::new();
    let outcome = place.ok(&format!("{QUICK} --svg map.svg"));
    let lines: Vec<_> = outcome.text().lines().collect();
    assert_eq!(lines[0], "the fastest x^a·y^b, for exponents of k bits and moduli of λ bits");
    assert_eq!(lines[2], "   λ \\ k     4    8   16");
    for (line, lambda) in lines[3..6].iter().zip(["16", "8", "4"]) {
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!((words.len(), words[0]), (4, lambda), "{line}");
        for word in &words[1..] {
            assert!(word.starts_with(['S', 'A', 'Y', 'I']), "{line}");
        }
    }
    for label in [
        "machine",
        "measuring seconds",
        "out                ./heliast-data/tune.json",
        "svg                map.svg",
    ] {
        assert!(lines.iter().any(|line| line.trim_start().starts_with(label)), "{label}: {}", outcome.text());
    }
    assert_eq!(place.names(), ["heliast-data", "map.svg"]);

    let saved: Value = serde_json::from_slice(&place.read("heliast-data/tune.json")).unwrap();
    let cells = saved["cells"].as_array().unwrap();
    assert_eq!((cells.len(), saved["moduli"].as_array().unwrap().len()), (9, 3));
    for cell in cells {
        let timings = cell["timings"].as_array().unwrap();
        let times: Vec<f64> = timings.iter().map(|timing| timing["time_ns"].as_f64().unwrap()).collect();
        assert!(times.len() > 3 && times.is_sorted() && times[0] > 0.0, "{cell}");
        assert_eq!(cell["best"], timings[0]);
        assert!(timings.iter().any(|timing| timing["algorithm"] == "separate"), "{cell}");
    }
    let svg = String::from_utf8(place.read("map.svg")).unwrap();
    assert_eq!(svg.matches("class=\"cell\"").count(), 9);
}

#[test]
fn json_is_what_is_saved() {
    let place = Place::new();
    let (code, report) = place.json(&format!("{QUICK} --data here"));
    let saved: Value = serde_json::from_slice(&place.read("here/tune.json")).unwrap();
    assert_eq!((code, &report["out"]), (0, &"here/tune.json".into()));
    for (key, value) in saved.as_object().unwrap() {
        assert_eq!(&report[key], value, "{key}");
    }
    // The next measurement replaces the file without --force.
    place.ok(&format!("{QUICK} --data here"));
}

#[test]
fn files_are_not_overwritten_unasked() {
    let place = Place::new();
    place.write("map.svg", "mine");
    place.run(&format!("{QUICK} --svg map.svg")).failed(6);
    assert_eq!((place.read("map.svg"), place.names()), (b"mine".to_vec(), vec!["map.svg".to_owned()]));
    place.ok(&format!("{QUICK} --svg map.svg --force"));
    assert!(place.read("map.svg").starts_with(b"<svg"));
}

#[test]
fn wrong_flags_are_named() {
    let place = Place::new();
    let outcome = place.run("tune --up-to 100");
    assert_eq!(
        outcome.failed(2),
        "invalid value '100' for '--up-to <BITS>': a power of two from 4 to 8192 is needed"
    );
    place.run("tune --budget -1").failed(2);
    place.run("tune --budget nan").failed(2);
    place.run("tune --full --budget 1").failed(2);
    place.run("tune --svg -").failed(2);
    assert!(place.names().is_empty());
}

#[test]
fn roots_are_measured_with_one_thread_and_with_two() {
    let place = Place::new();
    let line = "tune --group roots-1024 --min-bits 1024 --budget 0.2";
    let (code, report) = place.json(line);
    assert_eq!((code, &report["field_bits"]), (0, &1024.into()), "{report}");
    for speed in ["steps_per_second", "paired_steps_per_second"] {
        assert!(report[speed].as_f64().unwrap() > 0.0, "{report}");
    }
    let shown = place.ok(line);
    assert!(
        shown.text().starts_with("the speed of roots\n") && shown.text().contains(" on two\n"),
        "{shown:?}"
    );
    place.run(&format!("{line} --svg map.svg")).failed(2);
    place.run("tune --group roots-1024").failed(2);
    assert!(place.names().is_empty());
}
