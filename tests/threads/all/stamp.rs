//! Of heliast-stamp and heliast-gate: a stamp is spent once, by whichever thread and in whichever process.

crate::piece!(spent, spent_looks_then_writes, queue, taking, taking_never_ends);

use crate::{
    explore::{ENDLESS, exhaust, find, sample},
    model::sync::{Arc, Mutex, Timeouts, mpsc::Receiver},
};
use queue::{Queue, Wanted};
use shuttle::thread;
use spent::Paid;
use std::collections::HashSet;

pub use spent::{Spending, SpentError, Trouble};

/// The terms of a stamp, of which a list knows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms;

/// The expectations of a gate.
pub struct Expected;

impl Expected {
    fn now_ms(&self) -> u64 {
        1_000
    }

    fn until_ms(&self, _: &Terms) -> u64 {
        60_000
    }

    fn skew_ms(&self) -> u64 {
        0
    }
}

/// The hash of a stamp is its first byte.
pub mod terms {
    pub fn id(bytes: &[u8]) -> [u8; 16] {
        [bytes[0]; 16]
    }
}

fn stamp(number: u8) -> Paid {
    Paid::new(&[number], Terms, &Expected)
}

/// Two threads offer the same stamp, and one of them another one.
macro_rules! spending {
    ($spent:ident) => {{
        let stamp = |number| $spent::Paid::new(&[number], Terms, &Expected);
        let list = Arc::new($spent::Memory::new(2));
        let threads = [&[1, 2][..], &[1]].map(|numbers| {
            let list = Arc::clone(&list);
            thread::spawn(move || {
                let spend = |number: &u8| $spent::Spent::spend(&*list, &stamp(*number)).unwrap().is_first();
                numbers.iter().filter(|number| spend(number)).copied().collect::<Vec<_>>()
            })
        });
        let mut taken = threads.map(|thread| thread.join().unwrap()).concat();
        taken.sort_unstable();
        assert_eq!(taken, [1, 2], "each is taken once");
        assert_eq!(list.len(), 2);
    }};
}

#[test]
fn a_stamp_is_spent_once_by_two_threads() {
    exhaust("list of spent stamps in memory", || spending!(spent));
    find("a look and then a note", Timeouts::Never, "taken once", || spending!(spent_looks_then_writes));
}

/// A file that one gate at a time has open.
#[derive(Clone, Default)]
struct File(Arc<Mutex<(bool, HashSet<[u8; 16]>)>>);

struct Opened(File);

impl File {
    fn open(&self) -> Option<Opened> {
        let mut file = self.0.lock().unwrap();
        (!std::mem::replace(&mut file.0, true)).then(|| Opened(self.clone()))
    }
}

impl Opened {
    /// Spends with one look at the file and one write, as a transaction does.
    fn spend(&self, stamps: &[&Paid]) -> Vec<queue::Verdict> {
        let file = &self.0.0;
        let known = file.lock().unwrap().1.clone();
        let mut new = HashSet::new();
        let verdict = |paid: &&Paid| match !known.contains(paid.id()) && new.insert(*paid.id()) {
            true => Ok(Spending::First),
            false => Ok(Spending::Again),
        };
        let verdicts = stamps.iter().map(verdict).collect();
        file.lock().unwrap().1.extend(new);
        verdicts
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.0.0.lock().unwrap().0 = false;
    }
}

/// A gate's end of its list, as heliast-gate's `Durable` has it.
struct Gate<T> {
    queue: Queue,
    turn: Arc<T>,
}

macro_rules! gate {
    ($taking:ident, $file:expr, $list_now:expr) => {{
        let (file, list_now): (File, Option<Opened>) = ($file, $list_now);
        let (queue, wanted): (Queue, Receiver<Wanted>) = Queue::new();
        let turn = if list_now.is_some() { $taking::Turn::come() } else { $taking::Turn::to_come() };
        let takes = Arc::clone(&turn);
        let thread = thread::spawn(move || {
            let attempt = || file.open().map_or($taking::Attempt::Elsewhere, $taking::Attempt::Taken);
            if let Some(list) = list_now.or_else(|| $taking::take(&takes, attempt)) {
                queue::serve(&wanted, |stamps| list.spend(stamps));
            }
        });
        (Gate { queue, turn }, thread)
    }};
}

/// One gate ends while another waits for its list, and clients pay at both with the same stamp.
macro_rules! handing_over {
    ($taking:ident) => {{
        let file = File::default();
        let opened = file.open();
        let (old, _) = gate!($taking, file.clone(), opened);
        let (new, new_thread) = gate!($taking, file.clone(), None);
        let at_old = thread::spawn(move || {
            let first = old.queue.spend(&stamp(1)).unwrap().is_first();
            drop(old);
            first
        });
        let new = Arc::new(new);
        let clients = [(); 2].map(|()| {
            let new = Arc::clone(&new);
            thread::spawn(move || new.queue.spend(&stamp(1)).unwrap().is_first())
        });
        let at_new = clients.map(|client| client.join().unwrap());
        let taken = [at_old.join().unwrap(), at_new[0], at_new[1]];
        assert_eq!(taken, [true, false, false], "it is taken once, where it was offered first");
        assert!(new.turn.trouble().is_none(), "nobody waits any more");
        drop(new);
        new_thread.join().unwrap();
        assert!(file.open().is_some(), "the list is free again");
    }};
}

/// A gate that waits for a list is given up, and the other one stays.
macro_rules! giving_up {
    ($taking:ident) => {{
        let file = File::default();
        let _other = file.open();
        let (gate, thread) = gate!($taking, file.clone(), None);
        assert!(matches!(gate.turn.trouble(), Some(Trouble::Waiting(_))));
        drop(gate);
        thread.join().unwrap();
    }};
}

#[test]
fn a_stamp_is_spent_once_where_a_gate_takes_over_from_another() {
    sample("hand-over of a list", || handing_over!(taking));
    sample("hand-over that is given up", || giving_up!(taking));
    find("a thread that waits for ever", Timeouts::Any, ENDLESS, || giving_up!(taking_never_ends));
}
