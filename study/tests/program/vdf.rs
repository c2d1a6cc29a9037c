//! Delay proofs with sieved challenge primes.

use crate::run::Place;

#[test]
fn both_forms_round_trip() {
    let place = Place::new();
    for form in ["", "--compact"] {
        for (options, hash, bits) in
            [("--hash sha-512", "sha-512", 312), ("--bits 128 --hash blake3", "blake3", 128)]
        {
            place.ok(&format!("vdf eval --message m -t 1000 {form} {options} --out proof --force"));
            let (code, report) = place.json("vdf verify proof --message m -t 1000 --min-level 36");
            assert_eq!((code, &report["t"], &report["valid"]), (0, &1000.into(), &true.into()));
            assert_eq!((&report["mode"], &report["hash"]), (&"sieved".into(), &hash.into()));
            assert_eq!((&report["prime_bits"], &report["input_checked"]), (&bits.into(), &true.into()));
        }
    }
    place.run("vdf verify proof --message n --min-level 36").failed(1);
    place.run("vdf verify proof -t 999 --min-level 36").failed(1);
    let mut bytes = place.read("proof");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    place.write("false", &bytes);
    place.run("vdf verify false --min-level 36").failed(1);
    place.write("false", &bytes[1..]);
    place.run("vdf verify false --min-level 36").failed(3);
}

/// The prover chooses the suite, so the verifier sets the least strength.
#[test]
fn weak_proofs_are_refused() {
    let place = Place::new();
    for (bits, level) in [(128, 36), (256, 100)] {
        place.ok(&format!("vdf eval --message m -t 9 --bits {bits} --out proof --force"));
        place.ok(&format!("vdf verify proof --min-level {level}"));
        let outcome = place.run(&format!("vdf verify proof --min-level {}", level + 1));
        assert!(outcome.failed(1).contains(&format!("{level} bits")), "{outcome:?}");
        assert!(outcome.stderr.contains("--min-level"), "{outcome:?}");
        assert_eq!(place.run("vdf verify proof").code, i32::from(level < 100));
    }
}

#[test]
fn what_does_not_exist_is_refused_before_the_work() {
    let place = Place::new();
    // This number of squarings would never end.
    let line = "vdf eval --message m -t 281474976710655 --out proof";
    for (options, mentioned) in [("--bits 520", "512"), ("--bits 130", "512"), ("--hash md5", "blake3")] {
        let outcome = place.run(&format!("{line} {options}"));
        outcome.failed(2);
        assert!(outcome.stderr.contains(mentioned), "{options}: {outcome:?}");
    }
    assert!(place.names().is_empty());
}

/// A run that was killed while it wrote leaves a draft, which the next run that writes the same file removes.
#[test]
fn the_draft_of_a_killed_run_is_removed() {
    let place = Place::new();
    place.write(".proof.0123456789abcdef.tmp", b"half");
    place.ok("vdf eval --message m -t 9 --bits 128 --out proof");
    assert!(!place.path(".proof.0123456789abcdef.tmp").exists());
    place.ok("vdf verify proof --min-level 36");
}
