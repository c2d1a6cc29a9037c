//! An application of a network whose validators insist on tickets, called as by the engine.

use super::*;
use heliast_engine::Clock;
use heliast_finality::Insisting;

/// Tickets may take as long as any test lasts.
const RULES: Insisting = Insisting { within_ms: 60_000, until_ms: 86_400_000 };

const WAIT: Duration = Duration::from_millis(250);

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

/// A node whose server withholds its answers about blocks after which a round collects.
fn waiting_node_of(network: &NetworkFile) -> Node {
    let Node { dir, app, heard } = node_of(network);
    let app = app.with_wait(WAIT);
    assert_eq!(heard.try_iter().count(), 1);
    Node { dir, app, heard }
}

/// Considers a block of this height.
fn consider(node: &mut Node, height: i64) {
    let request = RequestProcessProposal { height, ..Default::default() };
    let said = node.ask(request::Value::ProcessProposal(request));
    assert!(matches!(said, response::Value::ProcessProposal(_)), "{said:?}");
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

/// The engine does not begin the next block before it has the answer. Tickets come meanwhile.
#[test]
fn a_block_after_which_a_round_collects_is_known_before_it_is_committed() {
    let mut node = waiting_node_of(&insisting());
    consider(&mut node, 1);
    node.finalize(1, &[]);
    assert_eq!([node.app.withhold(), node.app.withhold()], [WAIT, Duration::ZERO], "one answer");
    let heard: Vec<_> = node.heard.try_iter().collect();
    let [Committed { height: 1, duty, sealed: None, .. }] = &heard[..] else { panic!("{heard:?}") };
    let sent = testing::transactions(node.app.state().chain(), duty);
    assert!(sent.len() > 1);
    sent[1..].iter().for_each(|one| assert_eq!(node.check(one), code::OK));

    // An engine that starts again sends the block again. Its tickets are still those that came in time.
    node.finalize(1, &[]);
    assert_eq!(node.app.withhold(), WAIT);
    node.commit();
    assert_eq!((node.app.withhold(), node.heard.try_iter().count()), (Duration::ZERO, 0));
    assert!(!node.accepts(&[]) && node.accepts(&bytes(&sent[1..])));

    // The next block closes the round.
    consider(&mut node, 2);
    node.finalize(2, &bytes(&sent));
    assert_eq!((node.app.withhold(), node.heard.try_iter().count()), (Duration::ZERO, 0));
    node.commit();
    let heard: Vec<_> = node.heard.try_iter().collect();
    assert!(matches!(heard[..], [Committed { height: 2, duty: Duty::Evaluate { .. }, .. }]), "{heard:?}");
}

#[test]
fn only_new_blocks_of_validators_that_insist_are_waited_for() {
    for (what, network, considered, time_ms, expected) in [
        ("an old block", insisting(), None, GENESIS_MS, Duration::ZERO),
        ("of another height", insisting(), Some(2), GENESIS_MS, Duration::ZERO),
        ("considered", insisting(), Some(1), GENESIS_MS, WAIT),
        ("dated now", insisting(), None, Clock::System.now_ms(), WAIT),
        ("version 1", testing::network(1, 0), Some(1), GENESIS_MS, Duration::ZERO),
    ] {
        let mut node = waiting_node_of(&network);
        considered.into_iter().for_each(|height| consider(&mut node, height));
        node.finalize_at(1, &[], time_ms);
        assert_eq!(node.app.withhold(), expected, "{what}");
        let told = node.heard.try_iter().count();
        node.commit();
        assert!(matches!(node.duty(), Duty::Draw { .. }), "{what}");
        assert_eq!(told + node.heard.try_iter().count(), 1, "{what}");
    }
}

/// A late round: one block seals it and opens the next. A participant that draws then has the sealed one.
#[test]
fn a_sealed_round_is_durable_before_anybody_draws_for_the_next() {
    let mut node = waiting_node_of(&insisting());
    let late = |height: i64| GENESIS_MS + 3_600_000 * height as u64;
    for height in 1..=2 {
        let sent = testing::transactions(node.app.state().chain(), &node.duty());
        node.finalize_at(height, &bytes(&sent), late(height));
        node.commit();
    }
    assert!(matches!(node.duty(), Duty::Evaluate { .. }));
    let sent = bytes(&testing::transactions(node.app.state().chain(), &node.duty()));
    node.heard.try_iter().for_each(drop);
    consider(&mut node, 3);
    let done = node.finalize_at(3, &sent, late(3));
    assert_eq!(node.app.withhold(), WAIT);
    let heard: Vec<_> = node.heard.try_iter().collect();
    assert!(matches!(heard[..], [Committed { duty: Duty::Draw { .. }, sealed: Some(1), .. }]), "{heard:?}");
    assert_eq!(node.app.rounds.store().last(), 1);

    // It ends before Commit.
    let mut node = node.restart_in(&insisting());
    assert_eq!(node.height().0, 2, "the engine sends the block again");
    assert_eq!(node.finalize_at(3, &sent, late(3)).app_hash, done.app_hash);
    node.commit();
    assert_eq!((node.app.rounds.store().last(), node.height().0), (1, 3));
}
