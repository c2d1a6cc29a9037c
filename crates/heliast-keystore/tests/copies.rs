//! Copies of a process that has a store open, and of its open files. No copy answers.
//!
//! A copy that `fork` makes has the same marks in its memory, the same seed, and the same locks, since these
//! belong to the open file and not to the process.
//!
//! This is a test binary of its own, because a copy inherits the open files of other tests, including their
//! locks.
#![cfg(target_os = "linux")]

use heliast_keystore::{
    CountedFile, Error, Generation, HostId, Refusal, Request, Seeds, Settings, Store, Tally,
};
use heliast_vrf::{
    Output,
    stateful::{Proof, PublicKey, Scheme, Terms, Turn},
};
use std::{
    ffi::{c_int, c_void},
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    num::NonZero,
    os::unix::fs::OpenOptionsExt,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Barrier, Mutex, atomic::AtomicBool},
    thread,
};
use tempfile::TempDir;

/// The seconds after which a copy of the process that hangs is ended.
const PATIENCE: u32 = 60;
const FIRST: Turn = Turn { round: 1, slot: 0 };

struct World {
    temp: TempDir,
    settings: Settings,
    public: PublicKey,
}

impl World {
    /// A world with the key "store" of 2^`height` leaves in subtrees of 2^`subtree`.
    fn new(height: u8, subtree: u8) -> World {
        let temp = tempfile::tempdir().unwrap();
        let settings = Settings {
            witnesses: temp.path().join("witnesses"),
            host: HostId::of_id(b"test"),
            threads: NonZero::new(2).unwrap(),
        };
        let terms = Terms::new(Scheme::XVrf, height, 1, 1).unwrap();
        let seeds = Seeds { secret: [7; 32], public: [9; 32] };
        let request = Request { terms, subtree: Some(subtree), seeds: Some(seeds) };
        let dir = temp.path().join("store");
        let generation = Generation::create(&dir, request, None, settings.clone()).unwrap();
        let public = generation.run(&AtomicBool::new(false), |_| ()).unwrap();
        World { temp, settings, public }
    }

    fn dir(&self) -> PathBuf {
        self.temp.path().join("store")
    }

    fn open(&self) -> Result<Store, Error> {
        Store::open(&self.dir(), None, &self.settings)
    }

    /// The numbers of the open files of this process in this world with this ending.
    fn descriptors(&self, ending: &str) -> Vec<c_int> {
        let entries = fs::read_dir("/proc/self/fd").unwrap().flatten();
        let is_one = |place: PathBuf| {
            place.starts_with(self.temp.path().canonicalize().unwrap())
                && place.to_string_lossy().ends_with(ending)
        };
        let number = |entry: fs::DirEntry| {
            let place = fs::read_link(entry.path()).ok()?;
            is_one(place).then(|| entry.file_name().to_string_lossy().parse().unwrap())
        };
        entries.filter_map(number).collect()
    }

    /// Copies of the descriptors of all locks of this process.
    fn copied_locks(&self) -> Vec<c_int> {
        let copies: Vec<_> = self
            .descriptors("lock")
            .into_iter()
            // SAFETY: the number is that of an open file of this process.
            .map(|number| unsafe { libc::dup(number) })
            .collect();
        assert!(copies.len() >= 2 && copies.iter().all(|number| *number >= 0), "{copies:?}");
        copies
    }
}

fn close(descriptors: Vec<c_int>) {
    for number in descriptors {
        // SAFETY: the number is that of a descriptor that was copied here and is used nowhere else.
        unsafe { libc::close(number) };
    }
}

/// The result as text: `answered`, or the reason why not.
fn said<T>(answer: Result<T, Error>) -> String {
    match answer {
        Ok(_) => "answered".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// Runs `work` in a copy of this process that `fork` makes, until the copy has printed a result and ended.
fn in_a_fork(work: impl FnOnce() -> String) -> String {
    let (mut reader, mut writer) = io::pipe().unwrap();
    // SAFETY: the copy has only this thread. It uses only what belongs to this test, allocates, which the
    // system's C library allows after a fork, and ends without running code of other threads.
    let child = unsafe { libc::fork() };
    assert!(child >= 0);
    if child == 0 {
        // SAFETY: both calls have no conditions.
        unsafe { libc::alarm(PATIENCE) };
        let _ = writer.write_all(work().as_bytes());
        unsafe { libc::_exit(0) };
    }
    drop(writer);
    let mut said = String::new();
    reader.read_to_string(&mut said).unwrap();
    let mut status = 0;
    // SAFETY: the child is this process's own, and nobody else waits for it.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0, "it ended by itself, having said: {said}");
    said
}

/// Runs `work` in a process that shares this one's memory, as `vfork` makes one, while this thread waits.
fn in_shared_memory<F: FnMut()>(mut work: F) {
    extern "C" fn begin<F: FnMut()>(work: *mut c_void) -> c_int {
        // SAFETY: this is the argument of `clone`, which lives until this function has ended.
        let work = unsafe { &mut *work.cast::<F>() };
        work();
        0
    }
    let mut stack = vec![0_u128; 1 << 16];
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: the stack is aligned, grows downwards from its end, and lives as long as the child, for which
    // this thread waits; `begin` gets a closure of its type.
    let child = unsafe {
        let top = stack.as_mut_ptr().add(stack.len()).cast();
        libc::clone(begin::<F>, top, flags, (&raw mut work).cast())
    };
    assert!(child > 0);
    let mut status = 0;
    // SAFETY: the child is this process's own, and nobody else waits for it.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0);
}

fn verified(world: &World, turn: Turn, input: &[u8], answer: &(Output<32>, Proof)) {
    assert_eq!(world.public.verify(turn, input, answer.1.as_bytes()), Ok(answer.0));
}

#[test]
fn a_fork_answers_nothing_and_the_process_that_opened_the_store_goes_on() {
    let world = World::new(6, 3);
    let mut store = world.open().unwrap();
    for input in [b"alice", b"robin"] {
        let said = in_a_fork(|| said(store.prove(FIRST, input)));
        assert!(said.contains("was opened by process"), "{said}");
    }
    let of_a_fork = in_a_fork(|| in_a_fork(|| said(store.prove(FIRST, b"carol"))));
    assert!(of_a_fork.contains("was opened by process"), "{of_a_fork}");
    let answer = store.prove(FIRST, b"dave").unwrap();
    verified(&world, FIRST, b"dave", &answer);
    // A copy does not even repeat an answer, or draw a lot that is not used: it has no record of later
    // answers.
    let said = in_a_fork(|| {
        format!("{} {}", said(store.prove(FIRST, b"dave")), said(store.draw(FIRST, b"dave", |_| false)))
    });
    assert!(!said.contains("answered"), "{said}");
    store.prove(Turn { round: 2, slot: 0 }, b"dave").unwrap();
}

#[test]
fn a_fork_changes_nothing_and_leaves_the_locks_where_they_are() {
    let world = World::new(6, 3);
    let mut store = world.open().unwrap();
    store.prove(FIRST, b"x").unwrap();
    let said = in_a_fork(|| said(store.skip_to(40)));
    assert!(said.contains("was opened by process"), "{said}");
    let mut given = Some(store);
    let said = in_a_fork(|| self::said(given.take().unwrap().destroy()));
    assert!(said.contains("was opened by process"), "{said}");
    let mut store = given.unwrap();
    let mut dropped = Some(&mut store);
    // Its memory is separate: a value that is dropped there stays here.
    let said = in_a_fork(|| {
        // SAFETY: the copy ends without another use of the store.
        unsafe { std::ptr::drop_in_place(dropped.take().unwrap()) };
        "dropped".to_owned()
    });
    assert_eq!(said, "dropped");
    assert!(matches!(world.open(), Err(Error::Refused(Refusal::InUse(_)))));
    store.prove(Turn { round: 2, slot: 0 }, b"x").unwrap();
}

#[test]
fn a_fork_opens_the_key_anew_once_the_process_that_had_it_has_closed_it() {
    let world = World::new(6, 3);
    let mut store = Some(world.open().unwrap());
    store.as_mut().unwrap().prove(FIRST, b"x").unwrap();
    let (mut told, mut tell) = io::pipe().unwrap();
    let (mut heard, mut hear) = io::pipe().unwrap();
    let said = thread::scope(|scope| {
        let fork = scope.spawn(|| {
            in_a_fork(|| {
                let early = said(world.open());
                hear.write_all(b"!").unwrap();
                told.read_exact(&mut [0]).unwrap();
                // The copy of the store still exists, with the copies of its locks.
                let mut anew = world.open().unwrap();
                format!(
                    "{early}\n{}\n{}",
                    said(anew.prove(FIRST, b"y")),
                    said(anew.prove(Turn { round: 2, slot: 0 }, b"y"))
                )
            })
        });
        heard.read_exact(&mut [0]).unwrap();
        drop(store.take());
        tell.write_all(b"!").unwrap();
        fork.join().unwrap()
    });
    let [early, again, next] = said.lines().collect::<Vec<_>>().try_into().unwrap();
    assert!(early.starts_with("another process is using the key"), "{said}");
    assert!(again.contains("another input"), "{said}");
    assert_eq!(next, "answered");
}

#[test]
fn a_fork_can_drop_a_store_that_makes_its_next_subtree() {
    let world = World::new(11, 10);
    let mut store = world.open().unwrap();
    // In the second half of a subtree a thread makes the next one; copies do not have that thread.
    store.prove(Turn { round: 700, slot: 0 }, b"x").unwrap();
    let mut given = Some(store);
    let said = in_a_fork(|| {
        drop(given.take());
        "dropped".to_owned()
    });
    assert_eq!(said, "dropped");
    given.unwrap().prove(Turn { round: 1_500, slot: 0 }, b"x").unwrap();
}

#[test]
fn a_process_that_shares_the_memory_answers_nothing() {
    let world = World::new(6, 3);
    let (mut store, mut heard) = (world.open().unwrap(), String::new());
    in_shared_memory(|| heard = said(store.prove(FIRST, b"alice")));
    assert!(heard.contains("was opened by process"), "{heard}");
    let answer = store.prove(FIRST, b"bob").unwrap();
    verified(&world, FIRST, b"bob", &answer);
}

/// Two stores with the same marks in memory, of one process, which both have the locks. This is the state
/// after a fork whose process number is the same as the first one's, in another namespace or because numbers
/// are used again.
fn twins(world: &World) -> [Store; 2] {
    let first = world.open().unwrap();
    let copies = world.copied_locks();
    for number in &copies {
        // SAFETY: the number is that of an open file of this process.
        assert_eq!(unsafe { libc::flock(*number, libc::LOCK_UN) }, 0);
    }
    let second = world.open().unwrap();
    close(copies);
    [first, second]
}

#[test]
fn a_copy_that_nothing_tells_from_the_first_does_not_answer_after_it() {
    let world = World::new(6, 3);
    let [mut first, mut second] = twins(&world);
    let answer = first.prove(FIRST, b"alice").unwrap();
    verified(&world, FIRST, b"alice", &answer);
    for _ in 0..2 {
        let refused = second.prove(FIRST, b"robin");
        assert!(matches!(refused, Err(Error::Refused(Refusal::Overtaken { .. }))), "{}", said(refused));
    }
    for refused in [said(second.prove(Turn { round: 9, slot: 0 }, b"x")), said(second.skip_to(20))] {
        assert!(refused.contains("has changed since it was opened"), "{refused}");
    }
    first.prove(Turn { round: 2, slot: 0 }, b"alice").unwrap();
    drop((first, second));
    world.open().unwrap().prove(Turn { round: 3, slot: 0 }, b"alice").unwrap();
}

#[test]
fn of_two_copies_that_answer_at_once_one_does() {
    for _ in 0..20 {
        let world = World::new(4, 2);
        let barrier = Barrier::new(2);
        let answers: Vec<_> = thread::scope(|scope| {
            let ask = |(store, input): (Store, &'static [u8])| {
                let barrier = &barrier;
                scope.spawn(move || {
                    let mut store = store;
                    barrier.wait();
                    said(store.prove(FIRST, input))
                })
            };
            let threads: Vec<_> = twins(&world).into_iter().zip([&b"alice"[..], b"bob"]).map(ask).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(answers.iter().filter(|said| *said == "answered").count(), 1, "{answers:?}");
    }
}

#[test]
fn a_key_that_was_adopted_meanwhile_is_not_answered_by_a_copy_of_the_process() {
    let world = World::new(6, 3);
    let [mut first, second] = twins(&world);
    drop(second);
    let mut adopted = Store::adopt(&world.dir(), None, &world.settings, 5).unwrap();
    let refused = first.prove(Turn { round: 9, slot: 0 }, b"alice");
    assert!(matches!(refused, Err(Error::Refused(Refusal::Overtaken { .. }))), "{}", said(refused));
    adopted.prove(Turn { round: 9, slot: 0 }, b"bob").unwrap();
}

#[test]
fn a_copied_descriptor_holds_the_locks_as_long_as_the_store_and_no_longer() {
    let world = World::new(6, 3);
    let mut store = world.open().unwrap();
    store.prove(FIRST, b"x").unwrap();
    let copies = world.copied_locks();
    assert!(matches!(world.open(), Err(Error::Refused(Refusal::InUse(_)))));
    store.prove(Turn { round: 2, slot: 0 }, b"x").unwrap();
    drop(store);
    world.open().unwrap().prove(Turn { round: 3, slot: 0 }, b"x").unwrap();
    close(copies);
}

#[test]
fn a_program_that_is_started_has_nothing_of_the_store() {
    let world = World::new(6, 3);
    let mut store = world.open().unwrap();
    let mut program = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let files = fs::read_dir(format!("/proc/{}/fd", program.id())).unwrap().flatten();
    let inherited = files.filter_map(|entry| fs::read_link(entry.path()).ok());
    let here = world.temp.path().canonicalize().unwrap();
    assert!(!inherited.into_iter().any(|place| place.starts_with(&here)));
    store.prove(FIRST, b"x").unwrap();
    drop(store);
    world.open().unwrap().prove(Turn { round: 2, slot: 0 }, b"x").unwrap();
    drop(program.stdin.take());
    program.wait().unwrap();
}

#[test]
fn threads_that_share_a_store_get_one_answer_at_each_turn() {
    const THREADS: u64 = 8;
    let world = World::new(6, 3);
    let (store, barrier) = (Mutex::new(world.open().unwrap()), Barrier::new(THREADS as usize));
    for round in 1..=10 {
        let answered: usize = thread::scope(|scope| {
            let ask = |input: u64| {
                let (store, barrier) = (&store, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    store.lock().unwrap().prove(Turn { round, slot: 0 }, &input.to_be_bytes()).is_ok()
                })
            };
            let threads: Vec<_> = (0..THREADS).map(ask).collect();
            threads.into_iter().map(|thread| usize::from(thread.join().unwrap())).sum()
        });
        assert_eq!(answered, 1, "round {round}");
    }
}

#[test]
fn a_fork_adds_nothing_to_the_list_of_a_key_that_counts() {
    let world = World::new(4, 2);
    let mut tally = Tally::open(&world.settings, b"a public key").unwrap();
    let heard = in_a_fork(|| said(tally.replace(&[[1; 32]])));
    assert!(heard.contains("was opened by process"), "{heard}");
    // If nothing else distinguishes the copy from the first, the list does.
    for number in world.descriptors("answers.lock") {
        // SAFETY: the number is that of an open file of this process.
        assert_eq!(unsafe { libc::flock(number, libc::LOCK_UN) }, 0);
    }
    let mut second = Tally::open(&world.settings, b"a public key").unwrap();
    tally.replace(&[[2; 32]]).unwrap();
    let refused = second.replace(&[[3; 32]]);
    assert!(matches!(refused, Err(Error::Refused(Refusal::Overtaken { .. }))), "{}", said(refused));
    assert_eq!(tally.answers(), [[2; 32]]);

    let path = world.temp.path().join("key");
    let options = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
    options.unwrap().write_all(b"nothing").unwrap();
    let mut given = Some(CountedFile::lock(&path).unwrap());
    let heard = in_a_fork(|| said(given.take().unwrap().replace(b"one")));
    assert!(heard.contains("was opened by process"), "{heard}");
    assert_eq!(fs::read(&path).unwrap(), b"nothing");
    given.unwrap().replace(b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
}
