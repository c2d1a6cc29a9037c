//! Attacks by a coordinator, by an applicant, and in transit.

use super::*;
use crate::home::{Foundations, KEYS};
use heliast::{Genesis, Malformed, SquaringRules};
use std::{collections::BTreeSet, fs};

fn squarings(genesis: &mut Genesis) -> &mut SquaringRules {
    genesis.delays.squarings.as_mut().unwrap()
}

/// Homes of operators who have applied, each in its own directory.
fn homes(operators: &[Operator]) -> (tempfile::TempDir, Vec<Applicant>) {
    let dir = tempfile::tempdir().unwrap();
    let applied = operators.iter().map(|one| {
        let home = dir.path().join(one.number.to_string());
        let secrets = Applicant::prepare(&home, &one.site, one.secrets()).unwrap();
        Applicant::apply(&home, &one.wish(), secrets, &mut one.keys()).unwrap()
    });
    let applied = applied.collect();
    (dir, applied)
}

#[test]
fn everybody_agrees_and_the_same_network_is_founded_everywhere() {
    let operators = operators(4);
    let (dir, applied) = homes(&operators);
    let draft = draft_of(&operators);
    let agreements: Vec<_> = applied.iter().map(|one| one.agree(&draft).unwrap()).collect();
    let founded = draft.founded(&agreements).unwrap();
    let mut ids = BTreeSet::new();
    for (operator, one) in operators.iter().zip(&applied) {
        assert!(one.found(&founded).unwrap(), "it is new");
        assert!(!one.found(&founded).unwrap(), "the second time nothing is");
        let home = dir.path().join(operator.number.to_string());
        assert_eq!(Foundations::read(&home).unwrap().chain.id(), draft.chain_id());
        assert_eq!(fs::read(home.join(DRAFT)).unwrap(), draft.as_bytes());
        let config: toml::Table =
            fs::read_to_string(home.join("comet/config/config.toml")).unwrap().parse().unwrap();
        let peers = config["p2p"]["persistent_peers"].as_str().unwrap();
        assert_eq!(peers.split(',').count(), 3);
        let others = applied.iter().map(Applicant::application).filter(|other| *other != one.application());
        for other in others {
            assert!(peers.contains(&format!("{}@{}:7071", other.peer_id(), other.site().host)), "{peers}");
        }
        ids.insert(fs::read(home.join("comet/config/genesis.json")).unwrap());
        assert!(!home.join(KEYS).exists(), "the participants' keys are the program's");
    }
    assert_eq!(ids.len(), 1);
}

#[test]
fn an_operator_that_is_left_out_does_not_agree() {
    let operators = operators(4);
    let (_dir, applied) = homes(&operators);
    let draft = draft_of(&operators[..3]);
    assert!(matches!(applied[3].agree(&draft), Err(ApplicantError::LeftOut(name)) if name == "Operator 4"));
    assert!(applied[..3].iter().all(|one| one.agree(&draft).is_ok()), "the others can't know");
}

/// Only its applicant can change an application, and a home does not agree to another application of its own
/// applicant.
#[test]
fn a_changed_application_is_refused_or_seen_by_its_applicant() {
    let mut operators = operators(4);
    let (_dir, applied) = homes(&operators);
    let honest = draft_of(&operators);
    let bytes = operators[3].application().to_bytes();
    let host = bytes.windows(10).position(|window| window == b"n4.example").unwrap();
    let mut changed = bytes.clone();
    changed[host] = b'x';
    assert!(matches!(
        Application::from_bytes(&changed),
        Err(FoundingError::Invalid(Invalid::Possession { participant: 0, .. }))
    ));
    let at = honest.as_bytes().windows(bytes.len()).position(|window| window == bytes).unwrap();
    let mut in_draft = honest.as_bytes().to_vec();
    in_draft[at..at + bytes.len()].copy_from_slice(&changed);
    assert!(Draft::from_bytes(&in_draft).is_err());

    operators[3].power = 11;
    let other = draft_of(&operators);
    assert!(matches!(applied[3].agree(&other), Err(ApplicantError::Changed(_))));
    assert!(applied[0].agree(&other).is_ok());
}

#[test]
fn a_coordinator_who_replaces_a_key_needs_another_name_for_it() {
    let operators = operators(4);
    let (_dir, applied) = homes(&operators);
    // The coordinator uses its own keys under the name and address of another.
    let theirs = Operator { number: 40, name: "Operator 4".to_owned(), ..Operator::new(4) };
    let applications = operators[..3].iter().chain([&theirs]).map(Operator::application).collect();
    let draft = Draft::new(&terms(), applications).unwrap();
    assert!(matches!(applied[3].agree(&draft), Err(ApplicantError::Changed(_))));
    // Both can't be in the same draft.
    let applications = operators.iter().chain([&theirs]).map(Operator::application).collect();
    assert!(matches!(
        Draft::new(&terms(), applications),
        Err(Malformed::Field { field: "applications", .. })
    ));
}

#[test]
fn two_operators_with_different_drafts_found_neither() {
    let operators = operators(3);
    let (_dir, applied) = homes(&operators);
    let one = draft_of(&operators);
    let mut shorter = terms();
    squarings(&mut shorter.genesis).t = 10;
    let other = Draft::new(&shorter, operators.iter().map(Operator::application).collect()).unwrap();
    let agreements =
        [applied[0].agree(&one), applied[1].agree(&other), applied[2].agree(&one)].map(Result::unwrap);
    let refused = one.founded(&agreements).unwrap_err();
    assert_eq!(refused, FoundingError::Invalid(Invalid::OtherDraft(Some("Operator 2".to_owned()))));
    assert_eq!(refused.to_string(), "the agreement of Operator 2 is to another draft");
    let waiting = one.founded(&[agreements[0].clone(), agreements[2].clone()]).unwrap_err();
    assert_eq!(waiting.to_string(), "these have not agreed yet: Operator 2");
    // An agreement that is changed to name this draft has no valid signature.
    let mut forged = agreements[1].to_bytes();
    forged[5..37].copy_from_slice(one.chain_id());
    let forged = Agreement::from_bytes(&forged).unwrap();
    assert_eq!(one.agreed(&forged), Err(Invalid::Agreement("Operator 2".to_owned())));
    // An applicant can't agree in the name of another either.
    let mut stolen = agreements[0].to_bytes();
    stolen[37..69].copy_from_slice(agreements[1].application());
    assert!(one.agreed(&Agreement::from_bytes(&stolen).unwrap()).is_err());
}

/// An application may be put into any draft, but founds a network only if its applicant agrees to the draft.
#[test]
fn an_earlier_application_founds_nothing() {
    let operators = operators(3);
    let (_dir, applied) = homes(&operators);
    let first = draft_of(&operators);
    let agreements: Vec<_> = applied.iter().map(|one| one.agree(&first).unwrap()).collect();
    applied[0].found(&first.founded(&agreements).unwrap()).unwrap();
    // Years later an attacker puts the application of the first operator into a draft with two of their own.
    let strangers = [Operator::new(50), Operator::new(51)];
    let applications = strangers.iter().chain(&operators[..1]).map(Operator::application).collect();
    let later = Draft::new(&terms(), applications).unwrap();
    let theirs: Vec<_> = strangers.iter().map(|one| one.agreement(&later)).collect();
    assert!(matches!(later.founded(&theirs), Err(FoundingError::Waiting(names)) if names == ["Operator 1"]));
    assert!(matches!(later.founded(&[theirs, agreements].concat()), Err(FoundingError::Invalid(_))));
    assert!(matches!(applied[0].agree(&later), Err(ApplicantError::Founded { .. })), "it belongs to a chain");
    assert!(applied[0].agree(&first).is_ok(), "to its own it may agree again");
}

#[test]
fn nobody_applies_with_what_is_anothers() {
    let (own, other) = (Operator::new(1), Operator::new(2));
    let theirs = other.application();
    let honest = own.application().to_bytes();
    // The body has the peer key, validator or participant of somebody else; the applicant can't prove
    // possession.
    let replaced = |from: &[u8], to: &[u8]| {
        let at = honest.windows(from.len()).position(|window| window == from).unwrap();
        let mut bytes = honest.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        Application::from_bytes(&bytes).unwrap_err()
    };
    let own_made = own.application();
    for (from, to) in [
        (own_made.peer().as_bytes(), theirs.peer().as_bytes()),
        (own_made.validator().key.as_bytes(), theirs.validator().key.as_bytes()),
        (&own_made.participants()[1].public_key[..], &theirs.participants()[1].public_key[..]),
    ] {
        assert!(matches!(replaced(from, to), FoundingError::Invalid(_)));
    }
    // The address of somebody else can be claimed, but not in one draft with its owner, who would see it in
    // the table.
    let claimed = Operator { site: other.site.clone(), ..Operator::new(3) };
    let both = vec![theirs.clone(), claimed.application()];
    assert!(matches!(
        Draft::new(&terms(), both),
        Err(Malformed::Field { rule: "two have the same address", .. })
    ));
    // One person has the same participant's key in two applications.
    let twin = Operator {
        number: 2,
        name: "Twin".to_owned(),
        site: Operator::new(9).site,
        participants: 1,
        power: 10,
    };
    let twin = Application::make(&twin.wish(), &Operator::new(9).secrets(), &mut twin.keys()).unwrap();
    assert!(Draft::new(&terms(), vec![theirs, twin]).is_err());
}

/// A coordinator may write anything into the heads, but each change gives another chain id.
#[test]
fn every_parameter_is_in_the_chain_id() {
    let applications: Vec<_> = operators(2).iter().map(Operator::application).collect();
    let id = |terms: Terms| *Draft::new(&terms, applications.clone()).unwrap().chain_id();
    let genesis = |change: fn(&mut Genesis)| {
        let mut terms = terms();
        change(&mut terms.genesis);
        terms
    };
    let all = [
        id(terms()),
        id(Terms { window_blocks: 4, ..terms() }),
        id(Terms { window_ms: 1, ..terms() }),
        id(Terms { insisting: None, ..terms() }),
        id(Terms { insisting: Some(Insisting { within_ms: 399, ..insisting() }), ..terms() }),
        id(Terms { insisting: Some(Insisting { until_ms: 10_001, ..insisting() }), ..terms() }),
        id(genesis(|genesis| squarings(genesis).t += 1)),
        id(genesis(|genesis| genesis.genesis_time_ms += 1)),
        id(genesis(|genesis| genesis.period_ms += 1)),
        id(genesis(|genesis| genesis.lead += 1)),
        id(genesis(|genesis| genesis.committees.push(1))),
        id(genesis(|genesis| {
            squarings(genesis).group = DelayGroup::Class { bits: 1_024, seed: vec![7; 32] }
        })),
    ];
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    // Participants and nonce of the terms do not count.
    assert_eq!(id(genesis(|genesis| genesis.nonce = [7; 32])), all[0]);
}
