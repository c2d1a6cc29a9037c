//! The offers of transactions to nodes, without any node: the wanted, due and taken ones.

use super::*;
use crate::testing;
use heliast::Tip;

/// A duty of each kind about round 5.
fn duties() -> [(&'static str, Duty); 4] {
    let chain = testing::chain(&testing::network(3, 0));
    let x = chain.delay_input_from(&[7; 32]);
    let draw = |tip: Tip, tickets: &[(u8, u32)], announcements: &[u32]| Duty::Draw {
        round: 5,
        tip,
        inputs: vec![],
        opening_ms: 0,
        closes: 0,
        tickets: tickets.iter().copied().collect(),
        announcements: announcements.iter().copied().collect(),
    };
    [
        ("wait", Duty::Wait { round: 5, ticks: 2, opening_ms: 0 }),
        ("draw", draw(chain.start(), &[], &[])),
        ("full", draw(chain.start(), &[(0, 7), (1, 8)], &[7])),
        ("evaluate", Duty::Evaluate { round: 5, x }),
    ]
}

fn ticket(round: u64, slot: u8, participant: u32) -> Want {
    Want::Ticket { round, slot, participant }
}

#[test]
fn what_a_block_may_still_take_is_wanted_and_nothing_else() {
    for (want, wanted) in [
        (ticket(5, 0, 7), &["draw"][..]),
        (ticket(5, 1, 7), &["draw", "full"]),
        (ticket(5, 0, 8), &["draw", "full"]),
        (ticket(4, 1, 7), &[]),
        (ticket(6, 1, 7), &[]),
        (Want::Announcement { round: 5, participant: 7 }, &["draw"]),
        (Want::Announcement { round: 5, participant: 8 }, &["draw", "full"]),
        (Want::Announcement { round: 4, participant: 8 }, &[]),
        (Want::Tick { round: 5, number: 2 }, &["wait"]),
        (Want::Tick { round: 5, number: 1 }, &[]),
        (Want::Tick { round: 5, number: 3 }, &[]),
        (Want::Tick { round: 4, number: 2 }, &[]),
        (Want::Delay { round: 5 }, &["evaluate"]),
        (Want::Delay { round: 4 }, &[]),
    ] {
        let found: Vec<_> =
            duties().iter().filter(|(_, duty)| want.is_wanted(duty)).map(|(name, _)| *name).collect();
        assert_eq!(found, wanted, "{want:?}");
        for (name, duty) in duties() {
            let sender = Sender::default();
            assert!(!sender.holds(want));
            sender.add(want, vec![1], 1);
            assert!(sender.holds(want));
            sender.settle(&duty);
            assert_eq!(sender.holds(want), wanted.contains(&name), "{want:?}: {name}");
            assert_eq!(sender.next(0).is_some(), wanted.contains(&name), "{want:?}: {name}");
        }
    }
}

#[test]
fn each_node_is_offered_each_transaction_once_at_a_time_and_in_order() {
    let sender = Sender::default();
    assert!(sender.next(0).is_none(), "there is nothing yet");
    let wants = [Want::Delay { round: 1 }, ticket(1, 0, 0)];
    for (want, byte) in wants.into_iter().zip(0..) {
        sender.add(want, vec![byte], 2);
        // A transaction that is being sent is not added again, and keeps its bytes.
        sender.add(want, vec![9], 2);
    }
    for node in [1, 0] {
        for (want, byte) in wants.into_iter().zip(0..) {
            let (found, bytes) = sender.next(node).unwrap();
            assert_eq!((found, &bytes[..]), (want, &[byte][..]), "what came first is offered first");
        }
        assert!(sender.next(node).is_none(), "all are under way");
    }
    assert!(sender.next(2).is_none(), "there is no such node");
}

fn offer(sender: &Sender, want: Want, node: usize) -> Offer {
    sender.lock().items[&want].offers[node]
}

#[test]
fn a_node_that_takes_nothing_is_asked_ever_more_seldom_up_to_a_bound() {
    let (sender, want) = (Sender::default(), Want::Delay { round: 1 });
    sender.add(want, vec![1], 2);
    for (tries, milliseconds) in (0..).zip([100, 200, 400, 800, 1_600, 2_000, 2_000]) {
        let before = Instant::now();
        sender.note(want, 0, false);
        let wait = Duration::from_millis(milliseconds);
        let due = offer(&sender, want, 0).due.unwrap();
        assert!((before + wait..=Instant::now() + wait).contains(&due), "{tries}");
    }
    assert_eq!(offer(&sender, want, 1).retry, RETRY, "the other node has done nothing wrong");
    let before = Instant::now();
    sender.note(want, 0, true);
    let Offer { due, retry } = offer(&sender, want, 0);
    assert!((before + AGAIN..=Instant::now() + AGAIN).contains(&due.unwrap()), "it is offered again");
    assert_eq!(retry, RETRY, "it is patient anew");
}

#[test]
fn an_answer_that_comes_too_late_begins_nothing_and_counts_all_the_same() {
    let sender = Sender::default();
    let [mine, other] = [ticket(5, 0, 7), ticket(5, 1, 7)];
    [mine, other].into_iter().for_each(|want| sender.add(want, vec![1], 1));
    assert_eq!(sender.next(0).unwrap().0, mine);
    sender.settle(&Duty::Wait { round: 6, ticks: 0, opening_ms: 0 });
    sender.note(mine, 0, true);
    assert!(sender.lock().items.is_empty() && sender.next(0).is_none());
    assert_eq!(sender.taken(5), BTreeSet::from([(0, 7)]), "the node has it, and the round ought to");
}

#[test]
fn tickets_that_nodes_took_are_told_once_by_round() {
    let sender = Sender::default();
    for (want, is_taken) in [
        (ticket(3, 0, 1), true),
        (ticket(4, 0, 1), true),
        (ticket(4, 1, 2), true),
        (ticket(4, 1, 2), true),
        (ticket(4, 0, 9), false),
        (ticket(6, 0, 1), true),
        (Want::Announcement { round: 4, participant: 5 }, true),
        (Want::Tick { round: 4, number: 0 }, true),
        (Want::Delay { round: 4 }, true),
    ] {
        sender.note(want, 0, is_taken);
    }
    assert_eq!(sender.taken(4), BTreeSet::from([(0, 1), (1, 2)]));
    assert_eq!(sender.taken(4), BTreeSet::new(), "once");
    assert_eq!(sender.taken(3), BTreeSet::new(), "earlier ones are forgotten with it");
    assert_eq!(sender.taken(5), BTreeSet::new());
    assert_eq!(sender.taken(u64::MAX), BTreeSet::new(), "of that round there is none");
    assert_eq!(sender.taken(6), BTreeSet::new(), "it was before the last that was asked for");
}

/// The thread of a node ends with the worker, even if there is nothing to send.
#[test]
fn a_sender_ends_with_its_worker() {
    let (sender, newest) = (Sender::default(), Newest::default());
    let nowhere = Rpc::new("http://127.0.0.1:9").unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| sender.run(0, &nowhere, &newest));
        sender.add(Want::Delay { round: 1 }, vec![1], 1);
        newest.stop();
    });
    assert!(newest.is_stopped());
}
