//! The files of a key of X-VRF or iVRF: terms, marks, pieces of its tree, and the guard. Each file has one
//! encoding. With any sequence of requests, restarts and losses, no position answers two inputs, and none
//! answers after a later position has.

#![no_main]

use heliast_fuzz::fields::Fields;
use heliast_vrf::{
    Exhausted,
    stateful::{Guard, Mark, PublicKey, Terms, Turn},
    tree::{Node, Nodes, Piece},
};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;

fuzz_target!(|data: &[u8]| {
    let mut fields = Fields(data);
    match fields.u8() % 4 {
        0 => drop(terms(fields.0)),
        1 => piece(fields.0),
        2 => mark(fields),
        _ => guard(fields),
    }
});

fn terms(bytes: &[u8]) -> Option<Terms> {
    let terms = Terms::from_bytes(bytes).ok()?;
    assert_eq!(terms.to_bytes(), bytes);
    assert!(terms.capacity() / u64::from(terms.slots()) == terms.rounds() && terms.slots() > 0);
    Some(terms)
}

/// Reads the next field as terms.
fn next_terms(fields: &mut Fields) -> Option<Terms> {
    let mut bytes: [u8; Terms::LEN] = fields.array();
    bytes[0] = 0x21 + bytes[0] % 2;
    bytes[1] = 1 + bytes[1] % 27;
    terms(&bytes)
}

fn key(terms: Terms) -> PublicKey {
    PublicKey { terms, root: [1; 32], pub_seed: [2; 32] }
}

fn mark(mut fields: Fields) {
    let Some(terms) = next_terms(&mut fields) else { return };
    let Ok(mark) = Mark::from_bytes(fields.0) else { return assert_ne!(fields.0.len(), Mark::LEN) };
    assert_eq!(mark.to_bytes(), fields.0);
    let guard = Guard::new(key(terms), Some(mark));
    assert_eq!(guard.is_ok(), mark.position() < terms.capacity());
    assert!(guard.is_ok_and(|guard| guard.last() == Some(mark)) || mark.position() >= terms.capacity());
}

/// Makes reservations, some of whose marks become durable so that their proofs are released, and restarts
/// from the last durable mark.
fn guard(mut fields: Fields) {
    let Some(terms) = next_terms(&mut fields) else { return };
    let mut guard = Guard::new(key(terms), None).expect("no mark");
    let mut durable: Option<Mark> = None;
    let mut released: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
    while !fields.is_empty() {
        let action = fields.u8();
        if action & 3 == 3 {
            guard = Guard::new(key(terms), durable).expect("a mark of the key");
            continue;
        }
        let turn = turn(&terms, action, &mut fields);
        let input = fields.bytes(usize::from(action >> 6));
        let before = guard.last();
        match guard.reserve(turn, input) {
            Ok(reservation) => {
                let (mark, place) = (reservation.mark(), reservation.place());
                assert_eq!((Ok(mark.position()), Ok(place)), (terms.position(turn), terms.place(turn)));
                assert!(place.leaf < terms.leaves() && place.step < place.steps);
                assert!(before.is_none_or(|before| before.position() <= mark.position()));
                assert_eq!(reservation.is_repeated(), before == Some(mark));
                if action & 3 == 0 {
                    continue;
                }
                durable = Some(Mark::from_bytes(&mark.to_bytes()).expect("the bytes of a mark"));
                if action & 3 == 1 {
                    assert!(released.range(mark.position() + 1..).next().is_none(), "a key went back");
                    let known = released.entry(mark.position()).or_insert_with(|| input.to_vec());
                    assert_eq!(known, input, "a position answers two inputs");
                }
            }
            Err(why) => {
                assert_eq!(guard.last(), before, "a refusal changes something");
                let last = before.map(|mark| mark.position());
                match why {
                    Exhausted::Terms(error) => assert_eq!(terms.position(turn), Err(error)),
                    Exhausted::Passed { position, .. } => assert!(Some(position) < last),
                    Exhausted::OtherInput { position } => assert_eq!(Some(position), last),
                    other => panic!("{other}"),
                }
            }
        }
    }
}

/// Returns a turn near the beginning or the end of the key, or anywhere.
fn turn(terms: &Terms, action: u8, fields: &mut Fields) -> Turn {
    let (near, slot) = (u64::from(fields.u8()), u16::from(fields.u8()));
    let last = terms.first().saturating_add(terms.rounds());
    match action >> 2 & 3 {
        0 => Turn { round: fields.u64(), slot },
        1 => Turn { round: last.saturating_sub(near % 4), slot: terms.slots().saturating_sub(slot) },
        _ => Turn { round: terms.first().wrapping_add(near % 8), slot: slot % 4 },
    }
}

/// A hash that contains the place and the children.
struct Sums;

impl Nodes for Sums {
    fn leaves(&self, first: u32, leaves: &mut [Node]) {
        (first..).zip(leaves).for_each(|(index, leaf)| leaf[..4].copy_from_slice(&index.to_be_bytes()));
    }

    fn parents(&self, row: u8, first: u32, children: &[Node], parents: &mut [Node]) {
        assert!((usize::from(row) < 27) && children.len() == 2 * parents.len());
        for (index, (parent, [left, right])) in (first..).zip(parents.iter_mut().zip(children.as_chunks().0))
        {
            let mix = |i: usize| {
                left[i].wrapping_mul(3).wrapping_add(right[31 - i]).wrapping_add(row) ^ index as u8
            };
            *parent = std::array::from_fn(mix);
        }
    }
}

fn piece(bytes: &[u8]) {
    let Ok(piece) = Piece::from_bytes(&Sums, bytes) else { return };
    assert_eq!(piece.to_bytes(), bytes);
    assert!(piece.base() + piece.height() <= 27 && piece.row().len() == 1 << piece.height());
    let again = Piece::over(&Sums, piece.base(), piece.index(), piece.row().to_vec());
    assert!(again == piece);
    for index in [piece.first(), piece.first() + piece.row().len() as u32 - 1] {
        assert!(piece.holds(index) && piece.path(index).count() == usize::from(piece.height()));
        let mut top = vec![piece.row()[(index - piece.first()) as usize]];
        for (row, sibling) in (0..).zip(piece.path(index)) {
            let place = index >> row;
            let pair = if place & 1 == 0 { [top[0], sibling] } else { [sibling, top[0]] };
            Sums.parents(piece.base() + row, place >> 1, &pair, &mut top);
        }
        assert_eq!(top[0], *piece.root());
    }
}
