//! Announcements that come too late, too early or too often, or of unsuitable keys.

use super::{Attempt, Message, Scene};
use heliast::{
    keys::Change,
    stateful::{PublicKey, Scheme, Terms},
};

pub(super) fn attempt(scene: &mut Scene<'_>) -> Option<Attempt> {
    let next = scene.model.next_serial(scene.me);
    match scene.random.below(11) {
        0 => late(scene),
        1 => expired(scene),
        2 => withdrawal(scene, next.wrapping_add(1)).map(|message| ("a serial number too high", message)),
        3 => withdrawal(scene, next.checked_sub(1)?).map(|message| ("a serial number too low", message)),
        4 => archived(scene, false).map(|message| ("an announcement sent twice", message)),
        5 => archived(scene, true).map(|message| ("an announcement of a fork", message)),
        6 => known(scene),
        7 => few_slots(scene),
        8 => last(scene),
        9 => {
            withdrawal(scene, next).map(|message| ("a withdrawal, perhaps a second one in a round", message))
        }
        _ => late(scene),
    }
}

fn slots(scene: &Scene<'_>) -> u16 {
    scene.model.rules().committees.len() as u16
}

/// A key whose first round is past or too near: it takes effect after the lead.
fn late(scene: &mut Scene<'_>) -> Option<Attempt> {
    let (round, lead) = (scene.round(), scene.model.rules().lead);
    let first = (round + lead).saturating_sub(1 + scene.random.below(6));
    let change = key(scene, 4, slots(scene), first)?;
    scene.announce(change).map(|message| ("a key announced after its first round less the lead", message))
}

/// A key that ends by the round in which it would take effect.
fn expired(scene: &mut Scene<'_>) -> Option<Attempt> {
    let effective = scene.round() + scene.model.rules().lead;
    let first = effective.checked_sub(2 + scene.random.below(3))?;
    let change = key(scene, 1, slots(scene), first)?;
    scene.announce(change).map(|message| ("a key that expires before it takes effect", message))
}

fn few_slots(scene: &mut Scene<'_>) -> Option<Attempt> {
    let fewer = slots(scene) - 1;
    let first = scene.round() + scene.model.rules().lead;
    let change = key(scene, 3, fewer, first)?;
    scene.announce(change).map(|message| ("a key with too few slots", message))
}

/// A key for the last rounds that exist.
fn last(scene: &mut Scene<'_>) -> Option<Attempt> {
    let first = u64::MAX - scene.random.below(6);
    let change = key(scene, 2, slots(scene), first)?;
    scene.announce(change).map(|message| ("a key for the end of time", message))
}

/// A tree that it announced before, with other terms, such that leaves would answer again.
fn known(scene: &mut Scene<'_>) -> Option<Attempt> {
    let before: Vec<_> = scene.model.keys(scene.me).copied().collect();
    let before = *scene.random.pick(&before)?;
    let (round, old) = (scene.round(), before.terms);
    let first = round + scene.model.rules().lead + scene.random.below(3);
    let terms = Terms::new(old.scheme(), old.height(), old.slots(), first).ok()?;
    let again = PublicKey { terms, ..before };
    scene.announce(Change::Key(again)).map(|message| ("a known tree with other terms", message))
}

fn withdrawal(scene: &mut Scene<'_>, serial: u32) -> Option<Message> {
    scene.announcement(serial, Change::Withdrawal).map(Message::Announcement)
}

fn archived(scene: &mut Scene<'_>, forked: bool) -> Option<Message> {
    let archive = if forked { &scene.archive.forked_announcements } else { &scene.archive.announcements };
    let index = scene.random.index(archive.len());
    archive.get(index).cloned().map(Message::Announcement)
}

fn key(scene: &mut Scene<'_>, height: u8, slots: u16, first: u64) -> Option<Change> {
    let terms = Terms::new(Scheme::IVrf, height, slots, first).ok()?;
    Some(scene.grow(terms))
}
