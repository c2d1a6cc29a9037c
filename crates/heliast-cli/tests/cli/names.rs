//! A thing has the same name in all verbs, and earlier names still work, since scripts may use them.

use crate::run::Place;

/// Verb, name, and earlier name.
const RENAMED: [(&str, &str, &str); 8] = [
    ("vdf eval", "--system", "--proof"),
    ("vdf prove", "--system", "--proof"),
    ("batch prove", "--system", "--proof"),
    ("vdf eval", "--x", "--input"),
    ("vdf verify", "--x", "--input"),
    ("chia prove", "--squarings", "--iterations"),
    ("chia verify", "--squarings", "--iterations"),
    ("restore", "--backup", "--from"),
];

#[test]
fn a_name_of_before_is_taken_and_is_not_shown() {
    let place = Place::new();
    for (verb, name, before) in RENAMED {
        let help = place.ok(&format!("{verb} --help"));
        assert!(help.text().contains(&format!("{name} <")), "{verb} {name}");
        assert!(!help.text().contains(&format!("{before} <")), "{verb} {before}");
        let [now, then] =
            [name, before].map(|option| place.run(&format!("{verb} {option}")).failed(2).to_owned());
        assert_eq!(now, then);
        assert!(now.contains(name) && now.contains("a value is required"), "{now}");
    }
}

#[test]
fn scripts_with_the_names_of_before_go_on() {
    let place = Place::new();
    let (_, report) = place.json("vdf eval --message m -t 10 --proof pietrzak --out proof");
    assert_eq!(report["proof_system"], "pietrzak");
    let x = report["x"].as_str().unwrap();
    place.ok(&format!("vdf verify proof --input {x}"));
    place.run(&format!("vdf verify proof --input {x} --message m")).failed(2);
}

#[test]
fn squarings_have_one_name() {
    let place = Place::new();
    for verb in ["vdf eval", "vdf verify", "batch sample", "batch verify", "chia prove", "chia verify"] {
        assert!(place.ok(&format!("{verb} --help")).text().contains("-t, --squarings <N>"), "{verb}");
    }
}
