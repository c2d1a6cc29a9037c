//! Announcements in another participant's name, or with a proof for something else.

use super::{Attempt, Message, Scene};
use crate::model::Announcement;
use heliast::{
    keys::Change,
    stateful::{PublicKey, Scheme, Terms},
};

pub(super) fn attempt(scene: &mut Scene<'_>) -> Option<Attempt> {
    let (what, announcement) = match scene.random.below(6) {
        0 => ("in another's name, proved by the forger", in_others_name(scene)?),
        1 => ("another key than the proved one", other_change(scene)?),
        2 => ("proved for another chain", other_chain(scene)?),
        3 => ("with the proof of another serial number", other_serial(scene)?),
        4 => ("with a damaged proof", damaged(scene)?),
        _ => ("of a participant who does not exist", nobody(scene)?),
    };
    Some((what, Message::Announcement(announcement)))
}

/// A key that does not expire soon, with a root whose leaves nobody knows.
fn key(scene: &mut Scene<'_>) -> Option<Change> {
    let (slots, first) =
        (scene.model.rules().committees.len() as u16, scene.round() + scene.model.rules().lead);
    let terms = Terms::new(Scheme::IVrf, 4, slots, first).ok()?;
    Some(Change::Key(PublicKey { terms, root: scene.random.bytes(), pub_seed: scene.random.bytes() }))
}

fn in_others_name(scene: &mut Scene<'_>) -> Option<Announcement> {
    let victim = scene.other();
    let (serial, change) = (scene.model.next_serial(victim), key(scene)?);
    let input = scene.model.announcement_input(victim, serial, &change);
    let answer = scene.my().stateless(&input)?;
    Some(Announcement { participant: victim, serial, change, answer })
}

/// A man in the middle replaces the change that an owner announces with a valid proof.
fn other_change(scene: &mut Scene<'_>) -> Option<Announcement> {
    let victim = scene.other();
    let serial = scene.model.next_serial(victim);
    let (proved, said) = (key(scene)?, key(scene)?);
    let input = scene.model.announcement_input(victim, serial, &proved);
    let answer = scene.members[victim as usize].stateless(&input)?;
    Some(Announcement { participant: victim, serial, change: said, answer })
}

fn other_chain(scene: &mut Scene<'_>) -> Option<Announcement> {
    let (victim, change) = (scene.other(), key(scene)?);
    let serial = scene.model.next_serial(victim);
    let input = scene.model.announcement_input_of(&scene.sibling, victim, serial, &change);
    let answer = scene.members[victim as usize].stateless(&input)?;
    Some(Announcement { participant: victim, serial, change, answer })
}

fn other_serial(scene: &mut Scene<'_>) -> Option<Announcement> {
    let (victim, change) = (scene.other(), key(scene)?);
    let serial = scene.model.next_serial(victim);
    let input = scene.model.announcement_input(victim, serial.wrapping_add(1), &change);
    let answer = scene.members[victim as usize].stateless(&input)?;
    Some(Announcement { participant: victim, serial, change, answer })
}

fn damaged(scene: &mut Scene<'_>) -> Option<Announcement> {
    let (serial, change) = (scene.model.next_serial(scene.me), key(scene)?);
    let announcement = scene.announcement(serial, change)?;
    let bit = scene.random.index(announcement.answer.proof.len() * 8);
    Some(Announcement { answer: announcement.answer.damaged(bit), ..announcement })
}

fn nobody(scene: &mut Scene<'_>) -> Option<Announcement> {
    let (participant, change) = (scene.members.len() as u32 + scene.random.below(3) as u32, key(scene)?);
    let input = scene.model.announcement_input(participant, 0, &change);
    let answer = scene.my().stateless(&input)?;
    Some(Announcement { participant, serial: 0, change, answer })
}
