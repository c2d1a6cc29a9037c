//! Views have the contents of the rounds, and are read back unchanged.

use super::*;
use testkit_chain::{GENESIS_MS, World};

fn bytes(hex: &str) -> Vec<u8> {
    hex::decode(hex).unwrap()
}

/// A client can rebuild the whole round from the view.
#[test]
fn the_round_can_be_verified_from_its_view() {
    let mut world = World::with_lead(2);
    let mut tip = world.chain.start();
    for number in 1..=4_u32 {
        world.announce(number, 40);
        let round = world.next();
        let view: RoundView = serde_json::from_str(&RoundView::new(&world.chain, &round).to_json()).unwrap();
        assert_eq!(view, RoundView::new(&world.chain, &round));
        let read = world.chain.decode_round(&bytes(&view.bytes)).unwrap();
        let verified = world.chain.verify(&tip, read).unwrap();
        assert_eq!(verified, round);
        tip = world.chain.tip_after(&verified);
        assert_eq!(hex::encode(tip.seed()), view.randomness);
    }
}

#[test]
fn a_view_has_the_facts_of_its_round() {
    let mut world = World::with_lead(2);
    // The first round in which both committees have members.
    let round = loop {
        world.announce(1, 40 + world.tip.next_round());
        let round = world.next();
        if round.tickets.iter().any(|ticket| ticket.slot == 1) {
            break round;
        }
    };
    let (view, facts) = (RoundView::new(&world.chain, &round), round.facts());
    assert_eq!(
        (view.round, view.time_ms, view.t),
        (round.number, round.time_ms, world.chain.genesis().delays.t())
    );
    assert_eq!(
        (bytes(&view.x), bytes(&view.y), bytes(&view.proof)),
        (facts.x.clone(), round.y.clone(), round.proof.clone())
    );
    assert_eq!((bytes(&view.seed), bytes(&view.entropy)), (facts.seed.to_vec(), facts.entropy.to_vec()));
    assert_eq!(bytes(&view.randomness), facts.beacon);
    assert_eq!(view.tickets.len(), round.tickets.len());
    for ((shown, ticket), lot) in view.tickets.iter().zip(&round.tickets).zip(&facts.lots) {
        let member = &world.chain.genesis().participants[ticket.participant as usize];
        assert_eq!(
            (shown.slot, shown.participant, shown.votes),
            (ticket.slot, ticket.participant, lot.votes)
        );
        assert_eq!((bytes(&shown.proof), bytes(&shown.output)), (ticket.proof.clone(), lot.output.clone()));
        assert_eq!((bytes(&shown.public_key), shown.stake), (member.public_key.clone(), member.stake));
    }
    let announced = &view.announcements[0];
    assert_eq!((announced.participant, u64::from(announced.serial)), (1, round.number - 1));
    assert_eq!(announced.key.as_ref().unwrap().first, 40 + round.number);
}

/// A reader accepts the JSON of a later version, but not of an earlier one that lacks fields.
#[test]
fn fields_may_be_added_and_none_may_be_missing() {
    let mut world = World::new(5, 1, GENESIS_MS);
    let round = world.next();
    let view = RoundView::new(&world.chain, &round);
    let json: serde_json::Value = serde_json::from_str(&view.to_json()).unwrap();
    let mut more = json.clone();
    more["of_a_later_version"] = 7.into();
    assert_eq!(serde_json::from_value::<RoundView>(more).unwrap(), view);
    for field in json.as_object().unwrap().keys() {
        let mut less = json.clone();
        less.as_object_mut().unwrap().remove(field);
        assert!(serde_json::from_value::<RoundView>(less).is_err(), "{field}");
    }
}

#[test]
fn keys_are_those_of_the_round_to_come() {
    let mut world = World::with_lead(2);
    let view = |world: &World| KeysView::new(&world.chain, &world.tip);
    assert_eq!((view(&world).round, view(&world).lead, view(&world).keys.len()), (1, 2, 5));
    let key = world.announce(4, 3);
    world.next();
    // The key is announced in round 1 and due from round 3 on: the view of round 2 announces it, and that of
    // round 3 has it.
    let coming = view(&world);
    assert_eq!((coming.round, coming.keys[4].until), (2, Some(3)));
    assert_eq!(coming.keys[4].next.as_ref().unwrap().public_key, hex::encode(key.to_bytes()));
    assert_eq!(coming.keys[4].scheme, world.chain.genesis().vrf.name());
    world.next();
    let due = &view(&world).keys[4];
    assert_eq!((due.scheme.as_str(), &due.public_key), ("x-vrf-3", &hex::encode(key.to_bytes())));
    // Eight leaves for two committees: after four rounds the stateless key is due again.
    assert_eq!((due.until, &due.next), (Some(7), &None));
    assert_eq!(view(&world).keys[0].until, None);
}
