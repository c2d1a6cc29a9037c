//! The warnings of drafts.

use super::*;
use heliast::{RootField, RootRules, Suite};

fn draft_with(terms: Terms) -> Draft {
    Draft::new(&terms, operators(4).iter().map(Operator::application).collect()).unwrap()
}

fn warnings(operators: &[Operator]) -> Vec<String> {
    draft_of(operators).warnings().iter().map(Warning::to_string).collect()
}

#[test]
fn four_equal_operators_need_no_warning() {
    assert_eq!(warnings(&operators(4)), Vec::<String>::new());
}

#[test]
fn a_third_of_the_power_or_stake_is_named() {
    let mut great = operators(5);
    (great[0].power, great[1].participants) = (20, 8);
    let mut said = warnings(&great);
    said.sort();
    assert_eq!(
        said,
        [
            "Operator 1 has 20 of 60 power: without its node no block is decided",
            "Operator 2 has 8000 of 16000 stake: if its keys are lost, no proposal can be adopted any more",
            "no node may fail: without any of them no block is decided",
        ]
    );
    (great[0].power, great[1].participants) = (81, 17);
    let said = warnings(&great);
    assert!(said.contains(&"Operator 1 has 81 of 121 power, and decides alone".to_owned()), "{said:?}");
    assert!(
        said.contains(&"Operator 2 has 17000 of 25000 stake, and changes the members alone".to_owned()),
        "{said:?}"
    );
    // Exactly a third.
    assert_eq!(warnings(&operators(3)).len(), 7);
}

#[test]
fn nodes_on_one_machine_and_out_of_reach_are_named() {
    let mut near = operators(5);
    near[1].site = Site { api: 8080, p2p: 8081, ..near[0].site.clone() };
    near[4].site.host = "127.0.0.1".to_owned();
    let said = warnings(&near);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said[0].starts_with("the nodes of Operator ") && said[0].ends_with(" are on one machine"),
        "{said:?}"
    );
    assert_eq!(said[1], "the address of Operator 5 is one that only its own machine reaches");
    // All nodes are on this machine, as for a trial.
    for (number, one) in near.iter_mut().enumerate() {
        one.site =
            Site { host: "localhost".to_owned(), api: 1 + number as u16, p2p: 100 + number as u16, rpc: 1 };
    }
    let here = Terms { insisting: Some(Insisting { within_ms: 150, ..insisting() }), ..terms() };
    let draft = Draft::new(&here, near.iter().map(Operator::application).collect()).unwrap();
    assert_eq!(draft.warnings(), []);
}

#[test]
fn a_group_of_the_coordinators_is_named() {
    let draft = |delays| {
        let terms = Terms { genesis: Genesis { delays, ..terms().genesis }, ..terms() };
        Draft::new(&terms, operators(4).iter().map(Operator::application).collect()).unwrap().warnings()
    };
    let of = |group| DelayRules::squarings(group, 1_000);
    assert_eq!(draft(of(DelayGroup::rsa_2048())), []);
    assert_eq!(draft(of(DelayGroup::Class { bits: 1_024, seed: vec![7; 32] })), [Warning::Seed]);
    let roots =
        |seed: &[u8], counter| RootRules { seed: seed.to_vec(), counter, ..RootRules::built_in(7, 1) };
    let both = |roots| DelayRules { roots: Some(roots), ..of(DelayGroup::rsa_2048()) };
    assert_eq!(draft(both(RootRules::built_in(7, 1))), []);
    let field = RootField::search(&[7; 32], 1_024, |_| true).unwrap().unwrap();
    let foreign = RootRules { bits: 1_024, ..roots(&[7; 32], field.counter()) };
    assert_eq!(draft(DelayRules { squarings: None, roots: Some(foreign) }), [Warning::RootSeed]);
    // RSA-1024, from a network of the vectors.
    let cases = testkit::cases("finality.json");
    let genesis = &testkit::of_kind(&cases, "network")[0]["genesis_bytes"];
    let other = Genesis::from_bytes(&hex::decode(genesis.as_str().unwrap()).unwrap()).unwrap();
    assert_eq!(draft(other.delays), [Warning::Modulus]);
}

/// Everything that a coordinator may choose must be shown, and this is shown nowhere else.
#[test]
fn challenges_that_are_not_the_usual_ones_are_named() {
    let mut suite = Suite::default().encode();
    suite[2..].copy_from_slice(&200u16.to_be_bytes());
    let mut terms = terms();
    terms.genesis.delays.squarings.as_mut().unwrap().suite = Suite::decode(suite).unwrap();
    let draft = Draft::new(&terms, operators(4).iter().map(Operator::application).collect()).unwrap();
    assert_eq!(draft.warnings(), [Warning::Suite { level: 100 }]);
}

/// Hostile proposers in a row can leave out a ticket if nobody insists on it for long enough.
#[test]
fn a_window_in_which_tickets_can_be_left_out_is_named() {
    let of = |terms| draft_with(terms).warnings();
    let without = Terms { insisting: None, ..terms() };
    assert_eq!(of(without.clone()), [Warning::Window { blocks: 1, in_a_row: 1 }]);
    assert_eq!(of(Terms { window_blocks: 2, ..without }), []);
    let usual = insisting();
    for other in [
        Insisting { within_ms: 399, ..usual },
        Insisting { within_ms: 401, ..usual },
        Insisting { until_ms: usual.until_ms - 1, ..usual },
    ] {
        let found = of(Terms { insisting: Some(other), ..terms() });
        assert_eq!(found, [Warning::Insisting { found: other, usual }]);
    }
    let longer = Insisting { until_ms: usual.until_ms + 1, ..usual };
    assert_eq!(of(Terms { insisting: Some(longer), ..terms() }), []);
}
