//! `HeliastDelayVerifier` as it is compiled, on `revm`: the vectors of the specification, what a verification
//! costs, and changed proofs, which it must refuse for the reason that `heliast-vdf` gives.
//! `HELIAST_MUTATIONS` says how many. It reads what `npm ci && npm run build` leaves in `contracts/abi`.

mod contract;
mod mutations;
mod program;

use contract::{Contract, Refusal};
use heliast_group::RsaGroup;
use revm::primitives::hardfork::SpecId;
use serde_json::Value;
use std::{collections::BTreeMap, fs, path::Path};

/// A proof in the suite that the contract reads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Claim {
    /// x, 256 bytes if it is an element.
    x: Vec<u8>,
    /// t, the number of squarings.
    squarings: u64,
    /// y ‖ π ‖ hint, 514 bytes.
    proof: Vec<u8>,
    /// Empty if there is no context.
    context: Vec<u8>,
}

/// The cases of `vectors/delay_context.json` in this suite, and the reason for which the reference refuses
/// each.
fn vectors() -> Vec<(Claim, Option<String>)> {
    let cases = testkit::cases("delay_context.json");
    let ours = |case: &&Value| {
        let is = |key: &str, value: &str| case[key] == value;
        is("group", "rsa-2048") && is("mode", "hinted") && is("hash", "sha-256") && case["bits"] == 248
    };
    let claim = |case: &Value| {
        let claim = Claim {
            x: testkit::bytes(case, "x"),
            squarings: testkit::number(case, "t"),
            proof: testkit::bytes(case, "output"),
            context: testkit::bytes(case, "context"),
        };
        (claim, case["reason"].as_str().map(str::to_owned))
    };
    cases.iter().filter(ours).map(claim).collect()
}

/// The refusal that corresponds to a reason of the reference.
fn of_reference(reason: &str) -> Option<Refusal> {
    let known = [
        ("x: wrong length", Refusal::WrongLengthOfInput),
        ("proof: wrong length", Refusal::WrongLengthOfProof),
        ("x: not canonical", Refusal::InputNotCanonical),
        ("y: not canonical", Refusal::OutputNotCanonical),
        ("pi: not canonical", Refusal::ProofNotCanonical),
        ("hint out of range", Refusal::HintOutOfRange),
        ("t out of range", Refusal::DelayOutOfRange),
        ("x: identity", Refusal::InputIsIdentity),
        ("hint names no prime", Refusal::HintNamesNoPrime),
        ("delay proof fails", Refusal::EquationFails),
    ];
    known.iter().find(|(begins, _)| reason.starts_with(begins)).map(|(_, refusal)| *refusal)
}

#[test]
fn every_vector_has_the_verdict_of_the_reference_and_of_the_program() {
    let (mut contract, group) = (Contract::deployed(SpecId::OSAKA), RsaGroup::rsa_2048());
    let (mut seen, mut accepted) = (BTreeMap::<Refusal, u32>::new(), 0);
    for (claim, reason) in vectors() {
        let found = contract.verify(&claim).err();
        let expected = reason.as_ref().map(|reason| of_reference(reason).expect("a known reason"));
        assert_eq!(found, expected, "{reason:?}");
        // Our file format states the length of x, so that another length cannot be expressed.
        if expected != Some(Refusal::WrongLengthOfInput) {
            assert_eq!(found, program::verify(&group, &claim).err(), "{reason:?}");
        }
        match found {
            Some(refusal) => *seen.entry(refusal).or_default() += 1,
            None => accepted += 1,
        }
    }
    assert!(accepted >= 16 && seen.len() == 10, "{accepted} accepted, {seen:?}");
}

/// A row of the table that `contracts/tools/gas.mjs` writes: the gas at Prague and at Osaka.
fn told(row: &str) -> [u64; 2] {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contracts/README.md");
    let text = fs::read_to_string(file).expect("contracts/README.md");
    let begin = format!("| {row} | ");
    let line = text.lines().find_map(|line| line.strip_prefix(&begin)).expect("the row");
    let cells = line.trim_end_matches(" |").split(" | ");
    let numbers: Vec<u64> = cells.map(|cell| cell.replace(',', "").parse().expect("a number")).collect();
    numbers.try_into().expect("two columns")
}

#[test]
fn a_verification_costs_what_the_documents_say() {
    let (claim, _) = vectors()
        .into_iter()
        .find(|(claim, reason)| reason.is_none() && claim.squarings == 1000 && claim.context.len() == 20)
        .expect("the vector that the tables are about");
    let found = [SpecId::PRAGUE, SpecId::OSAKA].map(|fork| Contract::deployed(fork).verify(&claim));
    assert_eq!(found, told("**one verification**").map(Ok));
}

#[test]
fn changed_proofs_are_refused_for_the_reason_that_the_program_gives() {
    let vectors = vectors().into_iter();
    // If a delay has fewer squarings than l has bits, π is 1 for every context and every hint of a prime.
    let honest: Vec<_> = vectors
        .filter(|(claim, reason)| reason.is_none() && claim.squarings >= 1000 && claim.context.len() == 20)
        .map(|(claim, _)| claim)
        .collect();
    let (mut contract, group) = (Contract::deployed(SpecId::OSAKA), RsaGroup::rsa_2048());
    for claim in &honest {
        contract.verify(claim).expect("an honest proof");
        program::verify(&group, claim).expect("an honest proof");
    }
    let mut seen = BTreeMap::<Refusal, u32>::new();
    for (kind, changed) in mutations::of(&group, &honest, testkit::mutations(1000)) {
        let found = contract.verify(&changed).err();
        assert!(found.is_some(), "accepted, {kind}: {changed:x?}");
        assert_eq!(found, program::verify(&group, &changed).err(), "{kind}: {changed:x?}");
        *seen.entry(found.unwrap()).or_default() += 1;
    }
    println!("{seen:?}");
    assert!(seen.len() >= 9, "{seen:?}");
}
