//! An application of a network whose validators insist on tickets, called as by the engine.

use super::*;
use heliast_finality::Insisting;

/// Tickets may take as long as any test lasts.
const RULES: Insisting = Insisting { within_ms: 60_000, until_ms: 86_400_000 };

fn insisting() -> NetworkFile {
    testing::network(1, 0).with_insisting(RULES).unwrap()
}

fn node_of(network: &NetworkFile) -> Node {
    let dir = tempfile::tempdir().unwrap();
    let (app, heard) = open_with(network, &testing::chain(network), dir.path()).unwrap();
    Node { dir, app, heard }
}

/// The transactions of all tickets, after the block that opens a round.
fn opened(node: &mut Node) -> Vec<Transaction> {
    node.finalize(1, &[]);
    node.commit();
    assert!(matches!(node.duty(), Duty::Draw { .. }));
    testing::transactions(node.app.state().chain(), &node.duty())
}

fn bytes(sent: &[Transaction]) -> Vec<Bytes> {
    sent.iter().map(|one| one.to_bytes().into()).collect()
}

#[test]
fn what_the_mempool_took_must_be_in_the_block() {
    let mut node = node_of(&insisting());
    let sent = opened(&mut node);
    assert!(node.accepts(&[]), "no ticket has come");
    let (first, rest) = sent.split_first().unwrap();
    assert_eq!(node.check(first), code::OK);
    assert!(!node.accepts(&[]) && !node.accepts(&bytes(rest)));
    assert!(node.accepts(&bytes(&sent)) && node.accepts(&bytes(&sent[..1])));
    let mempool = bytes(&sent);
    let proposed = node.prepare(mempool.clone(), 1 << 20);
    assert_eq!(proposed.len(), mempool.len());
    assert!(node.accepts(&proposed), "its own proposals have all that it has");
}

#[test]
fn a_block_that_is_decided_all_the_same_counts() {
    let mut nodes = [node_of(&insisting()), node_of(&insisting())];
    let sent = opened(&mut nodes[0]);
    opened(&mut nodes[1]);
    sent.iter().for_each(|one| assert_eq!(nodes[0].check(one), code::OK));
    assert!(!nodes[0].accepts(&[]) && nodes[1].accepts(&[]));
    for node in &mut nodes {
        node.finalize(2, &[]);
        node.commit();
        assert!(matches!(node.duty(), Duty::Evaluate { .. }), "the window is one block");
    }
    assert_eq!(nodes[0].height(), nodes[1].height(), "the views of validators are not in their state");
}

#[test]
fn a_ticket_that_the_mempool_refused_is_not_insisted_on() {
    let mut node = node_of(&insisting());
    let mut sent = opened(&mut node);
    let Body::Ticket(ticket) = &mut sent[0].body else { panic!("no ticket") };
    ticket.proof[0] ^= 1;
    assert_ne!(node.check(&sent[0]), code::OK);
    assert!(node.accepts(&[]));
}

#[test]
fn networks_of_version_1_leave_it_to_the_proposers() {
    let mut node = node_of(&testing::network(1, 0));
    for one in opened(&mut node) {
        assert_eq!(node.check(&one), code::OK);
    }
    assert!(node.accepts(&[]));
}
