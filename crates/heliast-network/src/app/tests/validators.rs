//! Changes of validators are reported to the engine.

use super::*;
use crate::testing::validators::{chain, entry, key, proposal};
use heliast::keys::Change;

/// Makes blocks of a node until one seals a round, with an announcement of participant 0. Returns the updates
/// of that block.
fn sealed(node: &mut Node, height: &mut i64, mut said: Option<Change>) -> Vec<ValidatorUpdate> {
    loop {
        let state = node.app.state();
        let mut sent = testing::transactions(state.chain(), &node.duty());
        sent.retain(|one| matches!(one.body, Body::Delay(_)));
        if matches!(node.duty(), Duty::Draw { .. })
            && let Some(change) = said.take()
        {
            sent.push(testing::announcement(state.chain(), state.tip(), 0, change));
        }
        let bytes: Vec<_> = sent.iter().map(|one| one.to_bytes().into()).collect();
        assert!(node.accepts(&bytes), "an honest block");
        let done = node.finalize(*height, &bytes);
        node.commit();
        *height += 1;
        if node.app.state().sealed().is_some() {
            return done.validator_updates;
        }
        assert_eq!(done.validator_updates, []);
    }
}

fn named(seed: u8, power: i64) -> ValidatorUpdate {
    ValidatorUpdate { power, ..update(&heliast_finality::Validator { key: key(seed), power: 1 }) }
}

#[test]
fn a_validator_is_replaced_with_the_round_that_adopts_it() {
    let mut node = Node::of(&chain(&network()));
    let mut height = 1;
    assert_eq!(sealed(&mut node, &mut height, None), []);
    let state = node.app.state();
    let replaced = Change::Member(proposal(&[entry(state, 4, 0), entry(state, 5, 10)]));
    let updates = sealed(&mut node, &mut height, Some(replaced));
    assert_eq!(updates, [named(4, 0), named(5, 10)]);
    // It is reported only once, even after a restart.
    assert_eq!(sealed(&mut node, &mut height, None), []);
    let more = Change::Member(proposal(&[entry(node.app.state(), 1, 13)]));
    assert_eq!(sealed(&mut node, &mut height, Some(more)), [named(1, 13)]);
}

#[test]
fn a_block_with_a_change_that_would_have_no_effect_is_voted_against() {
    let mut node = Node::of(&chain(&network()));
    let mut height = 1;
    sealed(&mut node, &mut height, None);
    while !matches!(node.duty(), Duty::Draw { .. }) {
        node.finalize(height, &[]);
        node.commit();
        height += 1;
    }
    let state = node.app.state();
    let same = Change::Member(proposal(&[entry(state, 1, 10)]));
    let transaction = testing::announcement(state.chain(), state.tip(), 0, same);
    assert!(!node.accepts(&[transaction.to_bytes().into()]));
    assert_eq!(node.check(&transaction), code::UNFIT);
}
