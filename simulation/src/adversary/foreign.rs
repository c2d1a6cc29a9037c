//! Valid proofs by a key or at a leaf that is not due, and nearly valid proofs.

use super::{Attempt, Scene};
use crate::{
    answer::{Answer, end},
    model::Ticket,
};
use heliast::{
    keys::Key,
    stateful::{Scheme, Terms},
};

pub(super) fn attempt(scene: &mut Scene<'_>) -> Option<Attempt> {
    let slot = scene.slot();
    let (what, answer) = match scene.random.below(10) {
        0 => ("another leaf of the due tree", other_leaf(scene, slot)?),
        1 => ("the due leaf for another input", other_input(scene, slot)?),
        2 => return other_tree(scene, slot),
        3 => ("a tree never announced", unannounced(scene, slot)?),
        4 => ("the stateless key while a tree is due", stateless(scene, slot)?),
        5 => {
            let other = scene.other();
            ("the due key of another", scene.due_answer(other, slot)?)
        }
        6 => {
            let answer = scene.due_answer(scene.me, slot)?;
            let bit = scene.random.index(answer.proof.len() * 8);
            ("a damaged proof", answer.damaged(bit))
        }
        7 => ("a proof of another length", cut(scene, slot)?),
        8 => ("a ticket that wins nothing", losing(scene, slot)?),
        _ => return nowhere(scene, slot),
    };
    Some((what, scene.ticket(slot, answer)))
}

fn due_tree(scene: &Scene<'_>) -> Option<heliast::stateful::PublicKey> {
    match scene.model.due(scene.me, scene.round()) {
        Key::Stateful(key) => Some(key),
        Key::Stateless => None,
    }
}

fn other_leaf(scene: &mut Scene<'_>, slot: u8) -> Option<Answer> {
    let key = due_tree(scene)?;
    let (round, input) = (scene.round(), scene.model.ticket_input(slot));
    let slots = key.terms.slots() as u8;
    let (other_round, other_slot) = match scene.random.below(3) {
        0 => (round + 1, slot),
        1 => (round - 1, slot),
        _ if slots > 1 => (round, (slot + 1) % slots),
        _ => (key.terms.first(), slot),
    };
    let elsewhere = (other_round, other_slot) != (round, slot);
    elsewhere.then(|| scene.my().tree(&key)?.answer_again(other_round, other_slot, &input))?
}

fn other_input(scene: &mut Scene<'_>, slot: u8) -> Option<Answer> {
    let (me, round) = (scene.me, scene.round());
    let key = scene.model.due(me, round);
    let seed = scene.random.bytes();
    let input = scene.model.input_after(&scene.model.rules().chain, &seed, slot);
    scene.my().answer_again(key, round, slot, &input)
}

/// One of this adversary's other trees: not yet in effect, followed by another, or expired.
fn other_tree(scene: &mut Scene<'_>, slot: u8) -> Option<Attempt> {
    let (round, due) = (scene.round(), due_tree(scene));
    let input = scene.model.ticket_input(slot);
    let mut others: Vec<_> = scene.model.keys(scene.me).filter(|key| Some(**key) != due).copied().collect();
    others.drain(..others.len().saturating_sub(4));
    let key = *scene.random.pick(&others)?;
    let last = end(&key.terms) - 1;
    let at = round.clamp(key.terms.first(), last.max(key.terms.first()));
    let answer = scene.my().tree(&key)?.answer_again(at, slot, &input)?;
    let what = match () {
        () if round > last => "a tree that has expired",
        () if due.is_none() => "a tree while the stateless key is due",
        () if at == round => "a tree that is not the due one",
        () => "a tree before its first round",
    };
    Some((what, scene.ticket(slot, answer)))
}

fn unannounced(scene: &mut Scene<'_>, slot: u8) -> Option<Answer> {
    let (round, input) = (scene.round(), scene.model.ticket_input(slot));
    let slots = scene.model.rules().committees.len() as u16;
    let terms = Terms::new(Scheme::IVrf, 1, slots, round).ok()?;
    let tree = crate::tree::Tree::new(terms, &scene.random.bytes(), &scene.random.bytes());
    tree.answer_again(round, slot, &input)
}

fn stateless(scene: &mut Scene<'_>, slot: u8) -> Option<Answer> {
    due_tree(scene)?;
    let input = scene.model.ticket_input(slot);
    scene.my().stateless(&input)
}

fn cut(scene: &mut Scene<'_>, slot: u8) -> Option<Answer> {
    let mut answer = scene.due_answer(scene.me, slot)?.damaged(usize::MAX);
    if scene.random.one_in(2) {
        answer.proof.pop().map(drop)?
    } else {
        answer.proof.push(0)
    }
    Some(answer)
}

fn losing(scene: &mut Scene<'_>, slot: u8) -> Option<Answer> {
    let answer = scene.due_answer(scene.me, slot)?;
    (scene.chain.first_votes(slot, scene.me, &answer.output) == 0).then_some(answer)
}

/// A slot or a participant that does not exist.
fn nowhere(scene: &mut Scene<'_>, slot: u8) -> Option<Attempt> {
    let answer = scene.due_answer(scene.me, slot)?;
    let (slots, count) = (scene.model.rules().committees.len() as u8, scene.members.len() as u32);
    let (what, slot, participant) = if scene.random.one_in(2) {
        ("a slot that does not exist", slots, scene.me)
    } else {
        ("a participant who does not exist", slot, count)
    };
    Some((what, super::Message::Ticket(Ticket { slot, participant, answer })))
}
