//! Tickets that were valid elsewhere: in another round, slot, chain or fork, or for another participant.

use super::{Attempt, Message, Scene};
use crate::model::Ticket;

pub(super) fn attempt(scene: &mut Scene<'_>) -> Option<Attempt> {
    match scene.random.below(7) {
        0 => earlier(scene).map(|ticket| ("ticket of an earlier round", ticket)),
        1 => other_slot(scene).map(|ticket| ("ticket of another slot", ticket)),
        2 => others(scene).map(|ticket| ("ticket of another participant", ticket)),
        3 => other_chain(scene).map(|ticket| ("ticket of another chain", ticket)),
        4 | 5 => forked(scene).map(|ticket| ("ticket of a fork", ticket)),
        _ => twice(scene).map(|ticket| ("ticket sent twice", ticket)),
    }
    .map(|(what, ticket)| (what, Message::Ticket(ticket)))
}

fn earlier(scene: &mut Scene<'_>) -> Option<Ticket> {
    let index = scene.random.index(scene.archive.tickets.len());
    scene.archive.tickets.get(index).map(|(_, ticket)| ticket.clone())
}

fn other_slot(scene: &mut Scene<'_>) -> Option<Ticket> {
    let ticket = scene.random.pick(scene.sent)?.clone();
    let slots = scene.model.rules().committees.len() as u8;
    (slots > 1).then(|| Ticket { slot: (ticket.slot + 1) % slots, ..ticket })
}

fn others(scene: &mut Scene<'_>) -> Option<Ticket> {
    let ticket = scene.random.pick(scene.sent)?.clone();
    (ticket.participant != scene.me).then_some(Ticket { participant: scene.me, ..ticket })
}

/// The same participants, round, seed and announcements, but another chain id.
fn other_chain(scene: &mut Scene<'_>) -> Option<Ticket> {
    let (slot, me, round) = (scene.slot(), scene.me, scene.round());
    let input = scene.model.input_of(&scene.sibling, slot);
    let key = scene.model.due(me, round);
    let answer = scene.my().answer_again(key, round, slot, &input)?;
    Some(Ticket { slot, participant: me, answer })
}

/// A ticket of this same round on a fork, if there is one.
fn forked(scene: &mut Scene<'_>) -> Option<Ticket> {
    let round = scene.round();
    let now: Vec<_> = scene.archive.forked.iter().filter(|(at, _)| *at == round).collect();
    scene.random.pick(&now).map(|(_, ticket)| ticket.clone())
}

fn twice(scene: &mut Scene<'_>) -> Option<Ticket> {
    scene.random.pick(scene.sent).cloned()
}
