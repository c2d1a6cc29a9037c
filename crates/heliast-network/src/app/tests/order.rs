//! The order of a proposer, compared with a direct implementation of the specification.

use super::*;
use crate::app::order;
use proptest::prelude::*;
use sha2::{Digest, Sha256};
use std::sync::OnceLock;

/// A chain whose round collects, and all that may be sent: tickets, announcements, ticks, a delay.
fn sent() -> &'static (State, Vec<Transaction>) {
    static SENT: OnceLock<(State, Vec<Transaction>)> = OnceLock::new();
    SENT.get_or_init(|| {
        let chain = testing::changing_chain(&network());
        let mut state = State::new(&chain, Arc::new(network()));
        state.end_block(1, GENESIS_MS);
        let mut sent = testing::transactions(&chain, &state.duty());
        for participant in 0..testing::PARTICIPANTS {
            let change = testing::tree(&chain, participant as u16);
            sent.push(testing::announcement(&chain, state.tip(), participant, change));
        }
        sent.extend([0, 1].map(|n| Transaction { round: 1, body: Body::Tick(n) }));
        let mut closed = state.clone();
        (2..=3).for_each(|height| closed.end_block(height, GENESIS_MS + height));
        sent.extend(testing::transactions(&chain, &closed.duty()));
        (state, sent)
    })
}

fn ticket(transaction: &Transaction) -> Option<(u8, u32)> {
    match &transaction.body {
        Body::Ticket(ticket) => Some((ticket.slot, ticket.participant)),
        _ => None,
    }
}

/// SHA-256( "heliast/network-order/v1" ‖ Q_K ‖ u32(participant) ).
fn lot(state: &State, participant: u32) -> Vec<u8> {
    let parts = [&b"heliast/network-order/v1"[..], state.tip().seed(), &participant.to_be_bytes()];
    Sha256::digest(parts.concat()).to_vec()
}

/// The delay and ticks as they came, then the first ticket of each participant, the second ones, and
/// announcements.
fn slowly(state: &State, mempool: &[Transaction]) -> Vec<Transaction> {
    let mut participants: Vec<u32> = (0..testing::PARTICIPANTS).collect();
    participants.sort_by_key(|participant| lot(state, *participant));
    let mut ordered: Vec<_> =
        mempool.iter().filter(|one| matches!(one.body, Body::Delay(_) | Body::Tick(_))).cloned().collect();
    let slots_of = |participant: u32| {
        let slots = mempool.iter().filter(|one| one.round == 1).filter_map(ticket);
        let mut slots: Vec<u8> = slots.filter(|(_, of)| *of == participant).map(|(slot, _)| slot).collect();
        slots.sort();
        slots.dedup();
        slots
    };
    for turn in 0..2 {
        for participant in &participants {
            let slots = slots_of(*participant);
            let is_turn = |slot: u8| slots.iter().filter(|one| **one < slot).count() == turn;
            let of = mempool
                .iter()
                .filter(|one| ticket(one).is_some_and(|(slot, of)| of == *participant && is_turn(slot)));
            ordered.extend(of.cloned());
        }
    }
    for participant in &participants {
        let of = mempool
            .iter()
            .filter(|one| matches!(&one.body, Body::Announcement(said) if said.participant == *participant));
        ordered.extend(of.cloned());
    }
    ordered
}

fn ordered(state: &State, mempool: &[Transaction]) -> Vec<Transaction> {
    let txs: Vec<Bytes> = mempool.iter().map(|one| one.to_bytes().into()).collect();
    let ordered = order::in_order(state.chain(), state.tip(), &txs).into_iter();
    ordered
        .map(|(transaction, bytes)| {
            assert_eq!(transaction.to_bytes(), bytes[..]);
            transaction
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_mempool_is_gone_through_in_the_order_of_the_specification(
        picks in prop::collection::vec(any::<prop::sample::Index>(), 0..24)
    ) {
        let (state, sent) = sent();
        let mempool: Vec<_> = picks.iter().map(|pick| pick.get(sent).clone()).collect();
        prop_assert_eq!(ordered(state, &mempool), slowly(state, &mempool));
    }
}

#[test]
fn an_invalid_transaction_has_no_place() {
    let (state, sent) = sent();
    let good: Bytes = sent[0].to_bytes().into();
    let txs = [Bytes::new(), Bytes::from_static(b"junk"), good.clone(), good.slice(1..), good.slice(..20)];
    let found = order::in_order(state.chain(), state.tip(), &txs);
    assert_eq!(found.iter().map(|(_, bytes)| *bytes).collect::<Vec<_>>(), [&good]);
}

/// An engine without the time to check its whole mempool after a block keeps tickets of the previous round.
#[test]
fn a_ticket_of_the_round_before_takes_no_turn_of_its_participant() {
    let (state, sent) = sent();
    let tickets: Vec<_> = sent.iter().filter(|one| ticket(one).is_some()).collect();
    let of_second = |one: &&&Transaction| ticket(one).is_some_and(|(slot, _)| slot == 1);
    let second = (*tickets.iter().find(of_second).unwrap()).clone();
    let (_, participant) = ticket(&second).unwrap();
    // A ticket of slot 0 from an earlier round, and a ticket of another participant, which comes after it by
    // lot or not.
    let mut old = tickets.iter().find(|one| ticket(one).unwrap().0 == 0).map(|one| (**one).clone()).unwrap();
    let Body::Ticket(body) = &mut old.body else { panic!("no ticket") };
    (body.participant, old.round) = (participant, 0);
    for other in tickets.iter().filter(|one| ticket(one).unwrap() != (1, participant)) {
        let (_, of) = ticket(other).unwrap();
        if of == participant {
            continue;
        }
        let both = [(*other).clone(), second.clone()];
        let with_old = ordered(state, &[old.clone(), both[0].clone(), both[1].clone()]);
        let without: Vec<_> = with_old.into_iter().filter(|one| *one != old).collect();
        let expected = ordered(state, &both);
        let turns = |list: &[Transaction]| list.iter().map(|one| ticket(one).unwrap()).collect::<Vec<_>>();
        assert_eq!(turns(&without), turns(&expected), "participant {participant} and {of}");
    }
}
