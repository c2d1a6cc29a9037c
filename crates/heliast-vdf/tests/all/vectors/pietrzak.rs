//! `vectors/pietrzak.json`.

use super::{check_file, groups};
use heliast_group::{Group, RsaGroup};
use heliast_vdf::{
    Evaluation, ProofFile, Statement, delay_input,
    pietrzak::{BadEncoding, Invalid, Proof, prove, rounds, verify},
};
use std::collections::BTreeMap;
use testkit::{Value, bytes, error_class, list, load, number, optional_number, text};

/// The class of an error and the round that it names.
pub type Refusal = (&'static str, Option<u64>);

#[test]
fn pietrzak_vectors() {
    let file = load("pietrzak.json");
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
                assert_eq!(check(case, group), Ok(()), "{name}");
                check_file(case, group);
                if text(case, "kind") == "proof" && case.get("trapdoor").is_none() {
                    proof(case, group);
                }
            }
            "verify" => {
                let round = optional_number(case, "round");
                let found = check(case, group).expect_err(name);
                assert_eq!(found, (found.0, round), "{name}");
                assert_eq!(found.0, text(case, "error"), "{name}");
            }
            "file" => check_file(case, group),
            other => panic!("unknown kind {other}"),
        }
    }
    for (kind, at_least) in
        [(("proof", false), 30), (("low-order", false), 2), (("verify", true), 150), (("file", true), 40)]
    {
        let found = kinds.get(&kind).copied().unwrap_or(0);
        assert!(found >= at_least, "{found} cases of {kind:?}");
    }
}

/// Evaluates and proves on one and on several threads, and compares every byte.
fn proof(case: &Value, group: &RsaGroup) {
    let (name, t) = (text(case, "name"), number(case, "t"));
    let mut evaluation = Evaluation::start(group, delay_input(group, &bytes(case, "message")), t).unwrap();
    evaluation.advance(t);
    for threads in [1, 3] {
        let (y, proof) = prove(&evaluation, threads, |_| true).unwrap();
        assert_eq!(group.encode(&y), bytes(case, "y"), "{name}");
        assert_eq!(proof.encode(group), bytes(case, "proof"), "{name}");
        let statement = Statement { x: evaluation.input().clone(), y, t };
        let file = ProofFile::pietrzak(group, &statement, &proof);
        assert_eq!(file.to_bytes(), bytes(case, "file"), "{name}");
    }
    assert_eq!(rounds(t) as usize, list(case, "challenges").len(), "{name}");
}

fn check(case: &Value, group: &RsaGroup) -> Result<(), Refusal> {
    let (t, proof) = (number(case, "t"), bytes(case, "proof"));
    let element = |key| group.decode(&bytes(case, key)).map_err(|_| ("malformed", None));
    let statement = Statement { x: element("x")?, y: element("y")?, t };
    let decoded = Proof::decode(group, t, &proof).map_err(|reason| bad_encoding(&reason))?;
    assert_eq!(decoded.encode(group), proof, "{}", text(case, "name"));
    verify(group, &statement, &decoded).map_err(|reason| invalid(&reason))
}

pub fn bad_encoding(reason: &BadEncoding) -> Refusal {
    match reason {
        BadEncoding::Length { .. } => ("malformed", None),
        BadEncoding::Midpoint { round, .. } => ("malformed", Some(*round as u64)),
        other => panic!("{other}"),
    }
}

pub fn invalid(reason: &Invalid) -> Refusal {
    match reason {
        Invalid::Element(_) => ("malformed", None),
        Invalid::Rounds { .. } => panic!("a proof of another length was decoded"),
        Invalid::Delay(_) | Invalid::TrivialInput | Invalid::Equation => ("invalid", None),
        other => panic!("{other}"),
    }
}
