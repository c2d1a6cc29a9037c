//! `vectors/hash_to_prime.json` and `vectors/wesolowski.json`; the modules have `vectors/batch.json`,
//! `vectors/delay_context.json`, `vectors/pietrzak.json`, `vectors/roots.json` and `vectors/segments.json`.

mod batch;
mod context;
mod pietrzak;
mod roots;
mod segments;

use heliast_arith::Natural;
use heliast_group::{Group, RsaGroup, Trapdoor};
use heliast_vdf::{
    BadHint, Evaluation, Form, Invalid, OpenError, PrimeHash, PrimeMode, ProofFile, ResumeError, Statement,
    Suite, challenge, delay_input, hash_to_prime, hinted_prime, prove, prove_with_trapdoor,
};
use std::{collections::BTreeMap, ops::Range, slice};
use testkit::{
    Value, array, assert_class, bytes, cases, error_class, list, load, number, optional_number, text,
};

fn suite(case: &Value) -> Suite {
    let mode = PrimeMode::ALL.iter().copied().find(|mode| mode.name() == text(case, "mode")).unwrap();
    let hash = PrimeHash::ALL.into_iter().find(|hash| hash.name() == text(case, "hash")).unwrap();
    Suite::new(mode, number(case, "bits") as u16).unwrap().with_hash(hash)
}

/// The groups that the cases of a file name, with their factors where they are known.
fn groups(file: &Value) -> BTreeMap<String, (RsaGroup, Option<Trapdoor>)> {
    let made = file["groups"].as_object().unwrap().iter().map(|(name, entry)| {
        let natural = |key| Natural::from_hex(entry.get(key)?.as_str()?);
        let group = RsaGroup::new(&natural("modulus").unwrap(), 256).unwrap();
        let trapdoor = natural("p").zip(natural("q")).map(|(p, q)| Trapdoor::new(p, q, 256).unwrap());
        (name.clone(), (group, trapdoor))
    });
    made.collect()
}

fn prime(case: &Value) -> Natural {
    Natural::from_hex(text(case, "prime")).unwrap()
}

#[test]
fn hash_to_prime_vectors() {
    let mut kinds = BTreeMap::new();
    for case in &cases("hash_to_prime.json") {
        let (name, kind) = (text(case, "name"), text(case, "kind"));
        *kinds.entry((kind.to_owned(), error_class(case).is_some())).or_insert(0) += 1;
        match kind {
            "prime" => {
                let challenge = hash_to_prime(suite(case), &bytes(case, "prefix")).unwrap();
                assert_eq!(u64::from(challenge.counter), number(case, "counter"), "{name}");
                assert_eq!(challenge.prime, prime(case), "{name}");
            }
            "hint" => hint(case),
            "suite" => {
                let expected = error_class(case).is_none().then(|| suite(case));
                assert_eq!(Suite::decode(array(case, "bytes")), expected, "{name}");
            }
            "blake3" => {
                let input: Vec<u8> = (0..=250).cycle().take(number(case, "length") as usize).collect();
                let mut digest = [0; 64];
                blake3::Hasher::new().update(&input).finalize_xof().fill(&mut digest);
                assert_eq!(digest[..], bytes(case, "digest"), "{name}");
            }
            // These are internal: the unit tests check them.
            "candidates" | "residue" => {}
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in
        [(("prime", false), 100), (("hint", true), 8), (("suite", true), 8), (("blake3", false), 4)]
    {
        let found = kinds.get(&(kind.0.to_owned(), kind.1)).copied().unwrap_or(0);
        assert!(found >= at_least, "{found} cases of {kind:?}");
    }
}

fn hint(case: &Value) {
    let named = number(case, "counter") as u16;
    let found = hinted_prime(suite(case), &bytes(case, "prefix"), named);
    let class = found.as_ref().err().map(|reason| match reason {
        BadHint::Range { .. } => "malformed",
        BadHint::Composite(_) => "invalid",
        other => panic!("{other}"),
    });
    assert_class(case, class);
    if let Ok(found) = found {
        assert_eq!(found, prime(case), "{}", text(case, "name"));
    }
}

#[test]
fn wesolowski_vectors() {
    let file = load("wesolowski.json");
    let groups = groups(&file);
    let (mut kinds, mut resumed) = (BTreeMap::new(), 0);
    for case in list(&file, "cases") {
        *kinds.entry((text(case, "kind"), error_class(case))).or_insert(0) += 1;
        let (group, trapdoor) = &groups[text(case, "group")];
        match text(case, "kind") {
            "proof" => proof(case, group, trapdoor.as_ref()),
            "low-order" | "verify" => verify(case, group),
            "file" => check_file(case, group),
            "checkpoint" => resumed += usize::from(checkpoint(case, group)),
            other => panic!("unknown kind {other}"),
        }
    }
    for expected in [
        ("proof", None),
        ("verify", None),
        ("verify", Some("malformed")),
        ("verify", Some("invalid")),
        ("file", Some("malformed")),
        ("file", Some("invalid")),
        ("checkpoint", Some("malformed")),
    ] {
        assert!(kinds.contains_key(&expected), "no cases of {expected:?}: {kinds:?}");
    }
    assert!(resumed >= 6, "{resumed} checkpoints of our own spacing");
}

/// The class of a refusal (`spec/wesolowski.md`, Kinds).
fn class(reason: &OpenError) -> &'static str {
    match reason {
        OpenError::Format(_) | OpenError::Element { .. } => "malformed",
        OpenError::OtherGroup => "invalid",
        OpenError::Invalid(reason) => class_of_equation(reason),
        OpenError::Midpoints(reason) => pietrzak::bad_encoding(reason).0,
        OpenError::Pietrzak(reason) => pietrzak::invalid(reason).0,
        OpenError::Segments(reason) => segments::bad_encoding(reason).0,
        OpenError::Segmented(reason) => segments::invalid(reason).0,
        other => panic!("{other}"),
    }
}

fn class_of_equation(reason: &Invalid) -> &'static str {
    match reason {
        Invalid::Element(_) | Invalid::Hint(BadHint::Range { .. }) => "malformed",
        Invalid::Delay(_)
        | Invalid::TrivialInput
        | Invalid::ShortPrime { .. }
        | Invalid::EvenPrime
        | Invalid::WrongPrime
        | Invalid::Equation
        | Invalid::Hint(BadHint::Composite(_)) => "invalid",
        other => panic!("nothing that bytes can cause: {other:?}"),
    }
}

/// Longer delays are checked only by the trapdoor and by verification.
const MAX_EVALUATED: u64 = 10_000;

/// Evaluates, proves in every possible way, and compares every byte.
fn proof(case: &Value, group: &RsaGroup, trapdoor: Option<&Trapdoor>) {
    let (name, suite, t) = (text(case, "name"), suite(case), number(case, "t"));
    let x = delay_input(group, &bytes(case, "message"));
    assert_eq!(group.encode(&x), bytes(case, "x"), "{name}");
    if let Some(trapdoor) = trapdoor {
        let (y, pi) = prove_with_trapdoor(trapdoor, &x, t, suite).unwrap();
        assert_eq!((group.encode(&y), group.encode(&pi)), (bytes(case, "y"), bytes(case, "pi")), "{name}");
    }
    if t <= MAX_EVALUATED {
        let mut evaluation = Evaluation::start(group, x.clone(), t).unwrap();
        evaluation.advance(t);
        let (y, pi) = prove(&evaluation, suite, 2, |_| true).unwrap();
        assert_eq!((group.encode(&y), group.encode(&pi)), (bytes(case, "y"), bytes(case, "pi")), "{name}");
    }
    let y = group.decode(&bytes(case, "y")).unwrap();
    let pi = group.decode(&bytes(case, "pi")).unwrap();
    let statement = Statement { x, y, t };
    let challenge = challenge(group, &statement, suite).unwrap();
    assert_eq!(challenge.prime, Natural::from_hex(text(case, "l")).unwrap(), "{name}");
    let hint = (suite.mode() == PrimeMode::Hinted).then_some(u64::from(challenge.counter));
    assert_eq!(hint, optional_number(case, "hint"), "{name}");
    for (compact, key, file) in [(false, "output", "output_file"), (true, "compact", "compact_file")] {
        let made = ProofFile::new(group, &statement, &pi, suite, compact).unwrap();
        assert_eq!(made.to_bytes(), bytes(case, file), "{name}");
        assert!(made.to_bytes().ends_with(&bytes(case, key)), "{name}");
        let opened = ProofFile::from_bytes(&bytes(case, file)).unwrap().open(group).unwrap();
        assert!(group.equal(&opened.y, &statement.y), "{name}");
    }
}

/// A claim in either wire form, given as its parts.
fn verify(case: &Value, group: &RsaGroup) {
    let suite = suite(case);
    let forms: Vec<(&str, Vec<u8>)> = match case.get("form") {
        Some(form) => vec![(form.as_str().unwrap(), bytes(case, "proof"))],
        None => vec![("output", bytes(case, "output")), ("compact", bytes(case, "compact"))],
    };
    for (form, proof) in forms {
        let len = group.encoded_len();
        let second = if form == "output" { len } else { usize::from(suite.bits()) / 8 };
        let hint_len = if suite.mode() == PrimeMode::Hinted { 2 } else { 0 };
        let refusal = if proof.len() != len + second + hint_len {
            Some("malformed")
        } else {
            let (first, rest) = proof.split_at(len);
            let (first, second, hint) = (first.to_vec(), rest[..second].to_vec(), &rest[second..]);
            let form = match form {
                "output" => Form::Output { y: first, proof: second },
                _ => Form::Compact { proof: first, prime: second },
            };
            let t = number(case, "t");
            let hint = hint.try_into().ok().map(u16::from_be_bytes);
            let file = ProofFile { suite, t, group_id: group.id(), x: bytes(case, "x"), form, hint };
            file.open(group).err().map(|reason| class(&reason))
        };
        assert_class(case, refusal);
    }
}

/// A proof file of any system, opened alone and in a list.
fn check_file(case: &Value, group: &RsaGroup) {
    let (name, bytes) = (text(case, "name"), bytes(case, "file"));
    let decoded = ProofFile::from_bytes(&bytes);
    if let Ok(file) = &decoded {
        assert_eq!(file.to_bytes(), bytes, "{name}");
    }
    let open_in_list = |file: &ProofFile| ProofFile::open_many(group, slice::from_ref(file), 2).remove(0);
    for opened in
        [decoded.clone().and_then(|file| file.open(group)), decoded.and_then(|file| open_in_list(&file))]
    {
        match opened {
            Ok(statement) => {
                assert_class(case, None);
                assert_eq!(statement.t, number(case, "t"), "{name}");
                assert_eq!(group.encode(&statement.x), self::bytes(case, "x"), "{name}");
                assert_eq!(group.encode(&statement.y), self::bytes(case, "y"), "{name}");
            }
            Err(reason) => assert_class(case, Some(class(&reason))),
        }
    }
}

/// Only checkpoints with the spacing of this crate can be resumed; others are well formed, for other
/// programs. Every refusal is for malformed bytes. Returns whether the checkpoint was resumed.
fn checkpoint(case: &Value, group: &RsaGroup) -> bool {
    const SPACING: Range<usize> = 53..61;
    let (name, bytes) = (text(case, "name"), bytes(case, "file"));
    let resumed = Evaluation::from_bytes(group, &bytes);
    if error_class(case).is_some() {
        assert_class(case, resumed.err().map(|_| "malformed"));
        return false;
    }
    let x = group.decode(&self::bytes(case, "x")).unwrap();
    let mut whole = Evaluation::start(group, x, number(case, "t")).unwrap();
    if bytes[SPACING] != whole.to_bytes()[SPACING] {
        assert_eq!(resumed.err(), Some(ResumeError::Format), "{name}");
        return false;
    }
    let mut evaluation = resumed.unwrap();
    assert_eq!(evaluation.to_bytes(), bytes, "{name}");
    assert_eq!(evaluation.done(), number(case, "done"), "{name}");
    assert!(evaluation.advance(u64::MAX) && whole.advance(u64::MAX));
    assert_eq!(evaluation.to_bytes(), whole.to_bytes(), "{name}");
    true
}
