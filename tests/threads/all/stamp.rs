//! Scenarios of heliast-stamp and heliast-gate: a stamp is spent only once, in any thread and in any process.

crate::piece!(spent, spent_looks_then_writes, queue, owner, owner_never_ends, owner_stays_broken);

use crate::{
    explore::{ENDLESS, exhaust, find, sample},
    model::sync::{Arc, Mutex, Timeouts, mpsc::Receiver},
};
use queue::{Queue, TroubleCell, Wanted};
use shuttle::thread;
use spent::Paid;
use std::collections::HashSet;

pub use spent::{Spending, SpentError, Trouble};

/// The terms of a stamp, which a list does not know.
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
struct File(Arc<Mutex<Content>>);

#[derive(Default)]
struct Content {
    is_open: bool,
    spent: HashSet<[u8; 16]>,
    /// The number of transactions that fail next.
    failures: u32,
}

struct Opened(File);

impl File {
    fn open(&self) -> Option<Opened> {
        let mut file = self.0.lock().unwrap();
        (!std::mem::replace(&mut file.is_open, true)).then(|| Opened(self.clone()))
    }
}

impl Opened {
    /// Spends with one read of the file and one write, as a transaction does.
    fn spend(&self, stamps: &[&Paid]) -> Result<Vec<queue::Verdict>, String> {
        let file = &self.0.0;
        let known = {
            let mut file = file.lock().unwrap();
            if file.failures > 0 {
                file.failures -= 1;
                return Err("the disk fails".to_owned());
            }
            file.spent.clone()
        };
        let mut new = HashSet::new();
        let verdict = |paid: &&Paid| match !known.contains(paid.id()) && new.insert(*paid.id()) {
            true => Ok(Spending::First),
            false => Ok(Spending::Again),
        };
        let verdicts = stamps.iter().map(verdict).collect();
        file.lock().unwrap().spent.extend(new);
        Ok(verdicts)
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.0.0.lock().unwrap().is_open = false;
    }
}

macro_rules! source {
    ($($owner:ident)+) => {
        $(impl $owner::Source for File {
            type List = Opened;

            fn open(&self, _: bool) -> $owner::Attempt<Opened> {
                File::open(self).map_or($owner::Attempt::Elsewhere, $owner::Attempt::Open)
            }

            fn spend(&self, list: &Opened, stamps: &[&Paid]) -> Result<Vec<queue::Verdict>, String> {
                list.spend(stamps)
            }

            fn abandon(&self, list: Opened) {
                drop(list);
            }
        })+
    };
}
source!(owner owner_never_ends owner_stays_broken);

/// A gate's end of its list, like `Durable` in heliast-gate.
struct Gate {
    queue: Queue,
    trouble: Arc<TroubleCell>,
}

macro_rules! gate {
    ($owner:ident, $file:expr, $list_now:expr) => {{
        let (file, list_now): (File, Option<Opened>) = ($file, $list_now);
        let (queue, wanted): (Queue, Receiver<Wanted>) = Queue::new();
        let trouble = Arc::new(TroubleCell::default());
        let owner = $owner::Owner::new(file, list_now, Arc::clone(&trouble));
        let thread = thread::spawn(move || owner.run(&wanted));
        (Gate { queue, trouble }, thread)
    }};
}

/// One gate ends while another waits for its list, and clients pay at both with the same stamp.
macro_rules! handing_over {
    ($owner:ident) => {{
        let file = File::default();
        let opened = file.open();
        let (old, _) = gate!($owner, file.clone(), opened);
        let (new, new_thread) = gate!($owner, file.clone(), None);
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
        assert!(new.trouble.get().is_none(), "nobody waits any more");
        drop(new);
        new_thread.join().unwrap();
        assert!(file.open().is_some(), "the list is free again");
    }};
}

/// A gate that waits for a list is given up, and the other one stays.
macro_rules! giving_up {
    ($owner:ident) => {{
        let file = File::default();
        let _other = file.open();
        let (gate, thread) = gate!($owner, file.clone(), None);
        assert!(matches!(gate.trouble.get(), Some(Trouble::Waiting(_))));
        drop(gate);
        thread.join().unwrap();
    }};
}

/// The file fails once while two clients pay with the same stamp; a client that gets an error tries again.
macro_rules! failing {
    ($owner:ident) => {{
        let file = File::default();
        let opened = file.open();
        file.0.lock().unwrap().failures = 1;
        let (gate, owner) = gate!($owner, file.clone(), opened);
        let gate = Arc::new(gate);
        let clients = [(); 2].map(|()| {
            let gate = Arc::clone(&gate);
            thread::spawn(move || {
                loop {
                    match gate.queue.spend(&stamp(1)) {
                        Ok(verdict) => break verdict.is_first(),
                        Err(_) => crate::model::thread::sleep(std::time::Duration::from_millis(100)),
                    }
                }
            })
        });
        let taken = clients.map(|client| client.join().unwrap());
        assert_eq!(taken.iter().filter(|first| **first).count(), 1, "it is taken once");
        assert!(gate.trouble.get().is_none(), "the list works again");
        drop(gate);
        owner.join().unwrap();
    }};
}

#[test]
fn a_stamp_is_spent_once_where_a_gate_takes_over_from_another() {
    sample("hand-over of a list", || handing_over!(owner));
    sample("hand-over that is given up", || giving_up!(owner));
    find("a thread that waits for ever", Timeouts::Any, ENDLESS, || giving_up!(owner_never_ends));
}

#[test]
fn a_stamp_is_spent_once_where_the_file_fails() {
    sample("list whose file fails once", || failing!(owner));
    find("a list that is never opened again", Timeouts::Any, ENDLESS, || failing!(owner_stays_broken));
}
