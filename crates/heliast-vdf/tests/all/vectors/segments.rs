//! `vectors/segments.json`.

use super::{check_file, class_of_equation, groups, suite};
use heliast_arith::Residue;
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    ProofFile, Statement, delay_input,
    segments::{BadEncoding, Cut, Invalid, SegmentedEvaluation, SegmentedProof, verify},
};
use std::collections::BTreeMap;
use testkit::{Value, bytes, error_class, list, load, number, optional_number, text};

/// The class of an error and the segment that it names.
pub type Refusal = (&'static str, Option<u64>);

#[test]
fn segments_vectors() {
    let file = load("segments.json");
    let groups = groups(&file);
    let mut kinds = BTreeMap::new();
    for case in list(&file, "cases") {
        *kinds.entry((text(case, "kind"), error_class(case).is_some())).or_insert(0) += 1;
        let (name, group) = (text(case, "name"), &groups[text(case, "group")].0);
        match text(case, "kind") {
            "proof" | "low-order" => {
                assert_eq!(
                    group.encode(&delay_input(group, &bytes(case, "message"))),
                    bytes(case, "x"),
                    "{name}"
                );
                assert_eq!(cut(case).lengths(number(case, "t")), Some(lengths(case)), "{name}");
                assert_eq!(check(case, group), Ok(()), "{name}");
                check_file(case, group);
                if text(case, "kind") == "proof" && case.get("trapdoor").is_none() {
                    proof(case, group);
                }
            }
            "verify" => {
                let segment = optional_number(case, "segment");
                let found = check(case, group).expect_err(name);
                assert_eq!(found, (found.0, segment), "{name}");
                assert_eq!(found.0, text(case, "error"), "{name}");
            }
            "file" => check_file(case, group),
            "state" => state(case, group),
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in [
        (("proof", false), 18),
        (("low-order", false), 1),
        (("verify", true), 150),
        (("file", true), 40),
        (("state", false), 10),
        (("state", true), 35),
    ] {
        let found = kinds.get(&kind).copied().unwrap_or(0);
        assert!(found >= at_least, "{found} cases of {kind:?}");
    }
}

fn cut(case: &Value) -> Cut {
    let byte = |key| u8::try_from(number(case, key)).unwrap();
    Cut::new(byte("count"), byte("shift")).unwrap()
}

fn lengths(case: &Value) -> Vec<u64> {
    list(case, "lengths").iter().map(|length| length.as_u64().unwrap()).collect()
}

/// Evaluates and proves on one and on several threads, and compares every byte.
fn proof(case: &Value, group: &RsaGroup) {
    let t = number(case, "t");
    for threads in [1, 3] {
        let x = delay_input(group, &bytes(case, "message"));
        let evaluation = SegmentedEvaluation::start(group, x, t, cut(case), suite(case)).unwrap();
        let (statement, proof) = finish(case, group, evaluation, threads);
        let file = ProofFile::segmented(group, &statement, &proof, suite(case));
        assert_eq!(file.to_bytes(), bytes(case, "file"), "{}", text(case, "name"));
    }
}

fn finish(
    case: &Value,
    group: &RsaGroup,
    mut evaluation: SegmentedEvaluation<RsaGroup>,
    threads: usize,
) -> (Statement<Residue>, SegmentedProof<Residue>) {
    let (y, proof) = evaluation.run(threads, |_| true).unwrap();
    assert_eq!(group.encode(&y), bytes(case, "y"), "{}", text(case, "name"));
    assert_eq!(proof.encode(group), bytes(case, "proof"), "{}", text(case, "name"));
    (Statement { x: evaluation.input().clone(), y, t: evaluation.t() }, proof)
}

fn check(case: &Value, group: &RsaGroup) -> Result<(), Refusal> {
    let (t, proof) = (number(case, "t"), bytes(case, "proof"));
    let element = |key| group.decode(&bytes(case, key)).map_err(|_| ("malformed", None));
    let statement = Statement { x: element("x")?, y: element("y")?, t };
    let decoded = SegmentedProof::decode(group, &proof).map_err(|reason| bad_encoding(&reason))?;
    assert_eq!(decoded.encode(group), proof, "{}", text(case, "name"));
    let verdicts = [1, 3].map(|threads| verify(group, &statement, &decoded, suite(case), threads));
    assert_eq!(verdicts[0], verdicts[1], "{}", text(case, "name"));
    verdicts[0].clone().map_err(|reason| invalid(&reason))
}

pub fn bad_encoding(reason: &BadEncoding) -> Refusal {
    match reason {
        BadEncoding::Short | BadEncoding::Cut { .. } | BadEncoding::Length { .. } => ("malformed", None),
        BadEncoding::Element { segment, .. } => ("malformed", Some(*segment as u64)),
        other => panic!("{other}"),
    }
}

pub fn invalid(reason: &Invalid) -> Refusal {
    match reason {
        Invalid::Delay(_) | Invalid::Cut { .. } => ("invalid", None),
        Invalid::Segment { segment, reason } => (class_of_equation(reason), Some(*segment as u64)),
        other => panic!("{other}"),
    }
}

/// Resumes, writes the same bytes, and ends with the same proof.
fn state(case: &Value, group: &RsaGroup) {
    let (name, bytes) = (text(case, "name"), bytes(case, "file"));
    let resumed = SegmentedEvaluation::from_bytes(group, &bytes);
    if error_class(case).is_some() {
        assert!(resumed.is_err(), "{name}");
        return;
    }
    let evaluation = resumed.unwrap();
    assert_eq!(evaluation.to_bytes(), bytes, "{name}");
    assert_eq!(evaluation.done(), number(case, "done"), "{name}");
    for threads in [1, 2] {
        finish(case, group, evaluation.clone(), threads);
    }
}
