//! The transactions that a node sends, as bytes (`spec/network.md`).

use crate::evaluator::Evaluated;
use heliast::{Announced, Announcement, Ticket};

fn begin(kind: u8, round: u64) -> Vec<u8> {
    [&[kind][..], &round.to_be_bytes()].concat()
}

pub(super) fn ticket(round: u64, ticket: &Ticket) -> Vec<u8> {
    let mut bytes = begin(0, round);
    bytes.push(ticket.slot);
    bytes.extend(ticket.participant.to_be_bytes());
    proof(&mut bytes, &ticket.proof);
    bytes
}

pub(super) fn announcement(round: u64, announcement: &Announcement) -> Vec<u8> {
    // The announcement without its proof begins with the round.
    let mut bytes = [&[1][..], &Announced::encode_all([&announcement.announced(round)])].concat();
    proof(&mut bytes, &announcement.proof);
    bytes
}

pub(super) fn delay(round: u64, delay: &Evaluated) -> Vec<u8> {
    [&begin(2, round)[..], &delay.y, &delay.proof].concat()
}

pub(super) fn tick(round: u64, number: u32) -> Vec<u8> {
    [&begin(3, round)[..], &number.to_be_bytes()].concat()
}

fn proof(bytes: &mut Vec<u8>, proof: &[u8]) {
    debug_assert!(u16::try_from(proof.len()).is_ok(), "a chain's proofs have a length in 16 bits");
    bytes.extend((proof.len() as u16).to_be_bytes());
    bytes.extend(proof);
}
