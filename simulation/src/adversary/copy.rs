//! An adversary announces the tree of another participant as its own, and passes on that participant's
//! tickets as its own.
//!
//! The rules allow it: the copier also has exactly one output, and learns it from the owner. Sortition hashes
//! the account, so the copier does not even get the owner's lot.

use super::{Attempt, Message, Scene};
use crate::model::Ticket;
use heliast::keys::{Change, Key};

pub(super) fn attempt(scene: &mut Scene<'_>) -> Option<Attempt> {
    passed_on(scene).or_else(|| announced(scene))
}

/// A ticket of this round, by the tree that is also due for this adversary.
fn passed_on(scene: &mut Scene<'_>) -> Option<Attempt> {
    let (me, round) = (scene.me, scene.round());
    let Key::Stateful(mine) = scene.model.due(me, round) else { return None };
    let same = |ticket: &&Ticket| {
        let theirs = scene.model.due(ticket.participant, round);
        ticket.participant != me && matches!(theirs, Key::Stateful(key) if key.root == mine.root)
    };
    let ticket = scene.sent.iter().find(same)?.clone();
    Some(("the ticket of a copied key's owner", Message::Ticket(Ticket { participant: me, ..ticket })))
}

fn announced(scene: &mut Scene<'_>) -> Option<Attempt> {
    if !scene.random.one_in(8) {
        return None;
    }
    let victim = scene.other();
    let key = *scene.model.keys(victim).next_back()?;
    scene.announce(Change::Key(key)).map(|message| ("announces another's tree", message))
}
