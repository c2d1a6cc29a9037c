//! Participants that send everything they can make: `spec/network.md`, "Room".

use super::*;
use crate::{app::order, room};
use std::collections::BTreeSet;

/// The number of announcements that fill a block.
const MANY: u16 = 420;
/// The participants that flood; the others are honest.
const FLOODERS: [u32; 3] = [0, 1, 2];

fn announced(node: &Node, participant: u32, number: u16) -> Transaction {
    let (chain, tip) = (node.app.state().chain(), node.app.state().tip());
    testing::announcement(chain, tip, participant, testing::tree(chain, number))
}

fn bytes(transactions: &[Transaction]) -> Vec<Bytes> {
    transactions.iter().map(|one| one.to_bytes().into()).collect()
}

/// Empty blocks, until the round collects.
fn open_round(node: &mut Node) {
    while node.app.state().phase() != "tickets" {
        let height = node.height().0 + 1;
        node.finalize(height, &[]);
        node.commit();
    }
}

fn tickets(node: &Node) -> Vec<Transaction> {
    testing::transactions(node.app.state().chain(), &node.duty())
}

fn places(txs: &[Bytes], node: &Node) -> Vec<(u8, u32)> {
    let read = |bytes: &Bytes| Transaction::from_bytes(node.app.state().chain(), bytes).unwrap().body;
    let place = |body| match body {
        Body::Ticket(ticket) => Some((ticket.slot, ticket.participant)),
        _ => None,
    };
    txs.iter().map(read).filter_map(place).collect()
}

#[test]
fn a_mempool_takes_one_announcement_of_each_participant_and_knows_it_again() {
    let mut node = Node::that_announces();
    let [first, second, of_another] = [(0, 0), (0, 1), (1, 0)].map(|(who, what)| announced(&node, who, what));
    for phase in ["waiting", "tickets"] {
        assert_eq!(node.app.state().phase(), phase);
        let all = [&first, &second, &of_another, &first, &of_another].map(|one| node.check(one));
        assert_eq!(all, [code::OK, code::UNFIT, code::OK, code::OK, code::OK], "{phase}");
        open_round(&mut node);
    }
    let height = node.height().0 + 1;
    node.finalize(height, &bytes(&[second]));
    node.commit();
    assert_eq!(node.check(&first), code::UNFIT, "another stands in a block");
}

/// As in the attack, 420 announcements of each flooder came first; a block has room for little more than 420.
#[test]
fn announcements_that_came_first_keep_no_ticket_out() {
    let mut node = Node::that_announces();
    let flood: Vec<_> = FLOODERS
        .iter()
        .flat_map(|who| (0..MANY).map(move |number| (*who, number)))
        .map(|(who, number)| announced(&node, who, number))
        .collect();
    let taken: Vec<_> = flood.iter().filter(|one| node.check(one) == code::OK).cloned().collect();
    assert_eq!(taken.len(), FLOODERS.len());
    open_round(&mut node);
    let sent = tickets(&node);
    let room = sent.iter().map(|one| one.to_bytes().len() as i64 + 8).sum::<i64>();
    for mempool in [&flood, &taken].map(|before| bytes(&[before, &sent[..]].concat())) {
        let txs = node.prepare(mempool.clone(), room);
        assert_eq!(places(&txs, &node).len(), sent.len(), "all tickets have room, and nothing else");
        assert!(node.accepts(&txs));
        let txs = node.prepare(mempool, 1 << 20);
        assert_eq!(txs.len(), sent.len() + FLOODERS.len(), "one announcement of each has room beside them");
        assert!(node.accepts(&txs));
    }
}

/// A participant that sent both tickets before the round opened has no more room than one that sent
/// one after it.
#[test]
fn a_ticket_that_came_early_has_no_room_before_the_first_one_of_another() {
    let mut node = Node::that_announces();
    let chain = node.app.state().chain().clone();
    let inputs: Vec<_> = (0..2).map(|slot| chain.ticket_input(node.app.state().tip(), slot)).collect();
    let body = |ticket| Transaction { round: 1, body: Body::Ticket(ticket) };
    let mut sent: Vec<_> = testing::tickets(&chain, &inputs).into_iter().map(body).collect();
    assert!(sent.iter().all(|one| node.check(one) == code::OK), "they wait in the mempool");
    open_round(&mut node);
    // Participants with two tickets came first, and their second tickets came before the first ones of the
    // others.
    let all = places(&bytes(&sent), &node);
    let count = |who: u32| all.iter().filter(|(_, participant)| *participant == who).count();
    let who = |one: &Transaction| places(&bytes(std::slice::from_ref(one)), &node)[0].1;
    sent.sort_by_key(|one| std::cmp::Reverse((count(who(one)), who(one))));
    let holders: BTreeSet<_> = all.iter().map(|(_, participant)| *participant).collect();
    assert!(holders.len() < sent.len() && count(who(&sent[0])) == 2);
    let room = holders.len() as i64 * (sent[0].to_bytes().len() as i64 + 8);
    let txs = node.prepare(bytes(&sent), room);
    let stand = places(&txs, &node);
    assert_eq!(stand.len(), holders.len());
    assert_eq!(stand.iter().map(|(_, participant)| *participant).collect::<BTreeSet<_>>(), holders);
}

#[test]
fn the_order_does_not_depend_on_arrival_and_differs_in_each_round() {
    let mut node = Node::that_announces();
    open_round(&mut node);
    let announcements = (0..testing::PARTICIPANTS).map(|who| announced(&node, who, 0));
    let tick = Transaction { round: 1, body: Body::Tick(0) };
    let mut sent: Vec<_> = announcements.chain(tickets(&node)).chain([tick]).collect();
    let first = ordered(&node, &sent);
    assert!(first.iter().map(kind).is_sorted());
    sent.reverse();
    assert_eq!(ordered(&node, &sent), first);
    let mut others = 0;
    for height in node.height().0 + 1..=12 {
        let txs = bytes(&testing::transactions(node.app.state().chain(), &node.duty()));
        node.finalize(height, &txs);
        node.commit();
        others += usize::from(ordered(&node, &sent) != first);
    }
    assert!(node.app.state().tip().round() > 1 && others > 0, "nobody is always the first");
}

fn ordered(node: &Node, sent: &[Transaction]) -> Vec<Transaction> {
    let (txs, state) = (bytes(sent), node.app.state());
    order::in_order(state.chain(), state.tip(), &txs)
        .into_iter()
        .map(|(transaction, _)| transaction)
        .collect()
}

/// The rank of the transaction's kind: first, second or last.
fn kind(transaction: &Transaction) -> u8 {
    match &transaction.body {
        Body::Delay(_) | Body::Tick(_) => 0,
        Body::Ticket(_) => 1,
        Body::Announcement(_) => 2,
    }
}

#[test]
fn a_block_that_is_too_long_is_voted_against_before_it_is_read() {
    let mut node = Node::that_announces();
    for (len, word) in [(room::BLOCK, "there is no such kind"), (room::BLOCK + 1, "are the most")] {
        let block = vec![Bytes::from(vec![9; len / 2]), Bytes::from(vec![9; len - len / 2])];
        let reason = node.app.read(&block).unwrap_err();
        assert!(reason.contains(word), "{reason}");
        assert!(!node.accepts(&block));
    }
}
