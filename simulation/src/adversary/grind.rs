//! Tries many keys against the known seed, and announces the one that wins most, or presents it without an
//! announcement.

use super::{Attempt, Scene};
use crate::{answer::Answer, member::Member, tree::Tree};
use heliast::{
    StatelessScheme,
    keys::Change,
    stateful::{Scheme, Terms},
};

/// The number of keys tried.
const TRIED: usize = 6;

pub(super) fn attempt(scene: &mut Scene<'_>) -> Option<Attempt> {
    match scene.random.below(8) {
        0 => announced(scene),
        1 => stateless(scene),
        _ => unannounced(scene),
    }
}

/// Keys must be announced k rounds before, when the seed is not known: this adversary uses the seed that it
/// knows.
fn announced(scene: &mut Scene<'_>) -> Option<Attempt> {
    let first = scene.round() + scene.model.rules().lead;
    let (tree, _) = best(scene, 3, first)?;
    let key = *tree.public_key();
    scene.my().trees.push(tree);
    scene.announce(Change::Key(key)).map(|message| ("announces the best of several keys", message))
}

fn unannounced(scene: &mut Scene<'_>) -> Option<Attempt> {
    let (_, answer) = best(scene, 1, scene.round())?;
    Some(("presents the best of several keys, not announced", scene.ticket(0, answer)))
}

/// The tree with the most votes in slot 0, if the seed of its first round were the present one.
fn best(scene: &mut Scene<'_>, height: u8, first: u64) -> Option<(Tree, Answer)> {
    let (chain, me, input) = (scene.chain, scene.me, scene.model.ticket_input(0));
    let slots = scene.model.rules().committees.len() as u16;
    let terms = Terms::new(Scheme::IVrf, height, slots, first).ok()?;
    let tried = (0..TRIED).filter_map(|_| {
        let tree = Tree::new(terms, &scene.random.bytes(), &scene.random.bytes());
        let answer = tree.answer_again(first, 0, &input)?;
        Some((tree, answer))
    });
    tried.max_by_key(|(_, answer)| chain.first_votes(0, me, &answer.output))
}

/// A stateless key, chosen so that it wins.
fn stateless(scene: &mut Scene<'_>) -> Option<Attempt> {
    let (chain, me, input) = (scene.chain, scene.me, scene.model.ticket_input(0));
    let vrf = match scene.model.rules().vrf {
        other @ (StatelessScheme::EcvrfTai | StatelessScheme::EcvrfEll2) => other,
        // Its proofs are expensive.
        _ => return None,
    };
    let tried = (0..TRIED).filter_map(|_| Member::new(vrf, None, scene.random).stateless(&input));
    let answer = tried.max_by_key(|answer| chain.first_votes(0, me, &answer.output))?;
    Some(("presents the best of several stateless keys", scene.ticket(0, answer)))
}
