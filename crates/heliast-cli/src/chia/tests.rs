use super::*;
use crate::testing::json::changed;
use heliast::{Group, chia::decode_form};
use serde_json::Value;
use testkit::Random;

/// The most squarings that are done again to check an output.
const LONGEST: u64 = 1_000;

/// Whether the output is true, checked by squaring, in groups in which no form of a small order is known.
fn is_true(record: &Record, y: &[u8]) -> bool {
    let magnitude = match (&record.discriminant, &record.seed) {
        (Some(digits), _) => magnitude(digits).unwrap(),
        (None, Some(seed)) => of_seed(seed, record.bits.unwrap()).unwrap().discriminant_magnitude().clone(),
        (None, None) => return false,
    };
    let Ok(group) = prime_group(&magnitude) else { return true };
    let mut truth = decode_form(&group, &bytes("x", &record.x).unwrap()).unwrap();
    group.square_n(&mut truth, record.iterations);
    decode_form(&group, y) == Some(truth)
}

/// Changes fields of files of proofs, leaves them out, and takes them from other files. The result is
/// refused, or its claims are true. `HELIAST_MUTATIONS` says how many.
#[test]
fn a_changed_file_of_proofs_is_refused_or_true() {
    let of = |case: &Value| {
        let number = |name: &str| case[name].as_u64().or_else(|| case[name].as_str()?.parse().ok());
        number("iterations").is_some_and(|t| t <= LONGEST) && number("bits").is_none_or(|bits| bits <= 512)
    };
    let cases: Vec<Value> = testkit::cases("chia.json").into_iter().filter(of).collect();
    assert!(cases.len() > 50, "{}", cases.len());
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("proofs.json");
    let mut random = Random::from_seed(1);
    let (mut accepted, mut read_ones) = (0, 0);
    for _ in 0..testkit::mutations(400) {
        let case = random.below(cases.len());
        let text = changed(&mut random, &cases[case], &cases);
        std::fs::write(&path, &text).unwrap();
        let Ok(records) = read(&path) else { continue };
        read_ones += 1;
        let few: Vec<Record> = records.into_iter().take(2).collect();
        let verdicts = check_all(&few, random.below(2) == 0, 1, &|| ());
        for (record, verdict) in few.iter().zip(verdicts) {
            let Ok(y) = verdict else { continue };
            accepted += 1;
            assert!(record.iterations > LONGEST || is_true(record, &y), "a false proof is accepted: {text}");
        }
    }
    // Most get through the parser, and some through all checks.
    assert!(read_ones > accepted && accepted > 0, "{read_ones} were read, {accepted} accepted");
}
