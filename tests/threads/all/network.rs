//! Scenarios of heliast-network: the newest block, the transactions for nodes, and the supervised engine.

crate::piece!(newest, newest_tells_before_the_end, newest_looks_then_waits);
crate::piece!(sender, sender_tells_before_it_adds, sender_offers_twice);
crate::piece!(log, watched, watched_keeps_complaints);

mod duty;
mod rpc;

use crate::{
    explore::{STUCK, exhaust, find, sample, sample_without_timeouts},
    model::{
        sync::{
            Arc, Condvar, Mutex, Timeouts,
            atomic::{AtomicUsize, Ordering::Relaxed},
        },
        time::Duration,
    },
};
use duty::{Committed, Duty};
use log::Complaint;
use rpc::{Rpc, Sent};
use shuttle::{rand::Rng, thread};

const LONG: Duration = Duration::from_secs(3_600);

fn block(height: u64) -> Arc<Committed> {
    Arc::new(Committed { height, duty: Duty::Wait { round: height, ticks: 0 } })
}

/// The application reports two blocks; a thread is notified of them until the end.
macro_rules! blocks {
    ($newest:ident) => {{
        let newest = Arc::new($newest::Newest::default());
        let hears = {
            let newest = Arc::clone(&newest);
            thread::spawn(move || {
                let (mut seen, mut heights) = (0, vec![]);
                while let Some((count, block)) = newest.after(seen) {
                    assert!(count > seen && block.height == count, "a block is told twice, or as another");
                    seen = count;
                    heights.push(block.height);
                    if block.height == 2 {
                        break;
                    }
                }
                heights
            })
        };
        newest.set(block(1));
        newest.set(block(2));
        let heights = hears.join().unwrap();
        assert!(heights.is_sorted() && heights.last() == Some(&2), "the newest is heard of: {heights:?}");
    }};
}

/// Two threads wait, one for a block and one for its time, when the worker ends.
macro_rules! end {
    ($newest:ident) => {{
        let newest = Arc::new($newest::Newest::default());
        let waits = Arc::clone(&newest);
        let sleeps = Arc::clone(&newest);
        let waits = thread::spawn(move || waits.after(0).is_none());
        let sleeps = thread::spawn(move || !sleeps.sleep(LONG));
        newest.stop();
        assert!(!newest.is_due(|_| true), "nothing is due after the end");
        assert!(waits.join().unwrap() && sleeps.join().unwrap());
    }};
}

#[test]
fn the_newest_block_is_heard_of_and_so_is_the_end() {
    exhaust("newest block", || blocks!(newest));
    exhaust("end of a worker", || end!(newest));
    find("an end that is told before it is there", Timeouts::Never, STUCK, || {
        end!(newest_tells_before_the_end)
    });
    find("a look and then a wait", Timeouts::Never, STUCK, || blocks!(newest_looks_then_waits));
}

/// A node with random answers, which is seldom there; it records the transactions that it took.
struct Mempool {
    taken: Mutex<bool>,
    changed: Condvar,
    asked: AtomicUsize,
}

impl Mempool {
    fn rpc(self: &Arc<Mempool>) -> Rpc {
        let mempool = Arc::clone(self);
        Rpc::new(move |_| {
            assert_eq!(mempool.asked.fetch_add(1, Relaxed), 0, "a node is offered the same twice at once");
            thread::yield_now();
            let answer = shuttle::rand::thread_rng().r#gen::<u8>() % 4;
            mempool.asked.fetch_sub(1, Relaxed);
            match answer {
                0 => return Err(rpc::Failed),
                1 => return Ok(Sent::Refused { code: 1, log: String::new() }),
                2 => {}
                _ if *mempool.taken.lock().unwrap() => return Ok(Sent::Known),
                _ => {}
            }
            *mempool.taken.lock().unwrap() = true;
            mempool.changed.notify_all();
            Ok(Sent::Taken)
        })
    }

    fn wait(&self) {
        drop(self.changed.wait_while(self.taken.lock().unwrap(), |taken| !*taken).unwrap());
    }
}

/// Two threads serve a node that refuses and fails, and end with the worker when it has taken the ticket.
macro_rules! sending {
    ($sender:ident) => {{
        let mempool = Arc::new(Mempool {
            taken: Mutex::default(),
            changed: Condvar::default(),
            asked: Default::default(),
        });
        let sender = Arc::new($sender::Sender::default());
        let newest = Arc::new(newest::Newest::default());
        let lanes = [(); 2].map(|()| {
            let (sender, newest, rpc) = (Arc::clone(&sender), Arc::clone(&newest), mempool.rpc());
            thread::spawn(move || sender.run(0, &rpc, &newest))
        });
        let want = $sender::Want::Ticket { round: 1, slot: 0, participant: 7 };
        sender.add(want, vec![1], 1);
        mempool.wait();
        newest.stop();
        lanes.into_iter().for_each(|lane| lane.join().unwrap());
        assert_eq!(sender.taken(1).len(), 1, "what a node took is told");
        sender.settle(&Duty::Wait { round: 2, ticks: 0 });
        assert!(!sender.holds(want));
    }};
}

/// An added transaction wakes an idle lane, without the end of a wait.
macro_rules! waking {
    ($sender:ident) => {{
        let sender = Arc::new($sender::Sender::default());
        let (serves, newest) = (Arc::clone(&sender), Arc::new(newest::Newest::default()));
        let lane = thread::spawn(move || {
            let ends = Arc::clone(&newest);
            let rpc = Rpc::new(move |_| {
                ends.stop();
                Ok(Sent::Taken)
            });
            serves.run(0, &rpc, &newest);
        });
        sender.add($sender::Want::Delay { round: 1 }, vec![1], 1);
        lane.join().unwrap();
    }};
}

#[test]
fn what_is_to_be_sent_is_sent_until_a_node_has_it_and_the_end_is_noticed() {
    sample("sender of the outbox", || sending!(sender));
    exhaust("wake of a sender", || waking!(sender));
    find("a wake before there is anything", Timeouts::Never, STUCK, || waking!(sender_tells_before_it_adds));
    find("an offer that is not noted", Timeouts::Any, "twice at once", || sending!(sender_offers_twice));
}

/// Two processes of the engine, the first of which reports, also while it ends, that it can't continue.
macro_rules! engine {
    ($watched:ident) => {{
        let watched = Arc::new($watched::Watched::default());
        let shown = Arc::clone(&watched);
        let shows = thread::spawn(move || [shown.shown().restarts, shown.shown().restarts]);
        let supervisor = {
            let watched = Arc::clone(&watched);
            thread::spawn(move || {
                watched.begin(1);
                let copies = Arc::clone(&watched);
                let copier = thread::spawn(move || [Complaint::Stopped; 2].map(|words| copies.note(words)));
                while !watched.wants_restart() {
                    thread::yield_now();
                }
                watched.end();
                let _ = copier.join();
                watched.note_restart(None);
                watched.begin(2);
                assert!(!watched.wants_restart(), "the second is ended for the words of the first");
                let ends = watched.sleep(LONG);
                watched.end();
                ends
            })
        };
        while watched.shown().process != Some(2) {
            thread::yield_now();
        }
        watched.stop();
        assert!(supervisor.join().unwrap(), "the end wakes the supervisor");
        assert!(shows.join().unwrap().is_sorted(), "restarts are not taken back");
        let state = watched.shown();
        assert_eq!((state.process, state.restarts, state.given_up), (None, 1, false));
        assert_eq!(state.trouble.as_deref(), Some(Complaint::Stopped.words()));
    }};
}

#[test]
fn an_engine_is_ended_for_its_own_words_only_and_the_end_wakes_its_supervisor() {
    sample_without_timeouts("engine that is watched", || engine!(watched));
    find("complaints that outlive their process", Timeouts::Never, "the words of the first", || {
        engine!(watched_keeps_complaints)
    });
}
