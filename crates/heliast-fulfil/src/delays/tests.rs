//! Evaluations that are stopped, interrupted, or given false files.

use super::*;
use alloy_primitives::address;
use std::{cell::Cell, fs};

const T: u64 = 40_000;

fn task() -> Task {
    Task {
        chain: 1,
        coordinator: address!("00000000000000000000000000000000000000aa"),
        round: 7,
        entropy: Entropy::repeat_byte(0xee),
        squarings: T,
        prover: address!("00000000000000000000000000000000000000bb"),
    }
}

fn run(task: &Task, folder: &Folder, stop: bool) -> Result<Option<Proof>, String> {
    let (stop, squarings) = (AtomicBool::new(stop), AtomicU64::new(0));
    let progress = Progress::default();
    let events = Events::none();
    let work =
        Work { task, folder, stop: &stop, progress: &progress, squarings: &squarings, events: &events };
    let done = work.run(1);
    let counted = squarings.load(Ordering::Relaxed);
    assert!(counted <= T);
    done
}

/// Ignores reports of unusable files.
fn silent(_: &str) {}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name != "lock");
    names.sort();
    names
}

#[test]
fn a_delay_that_is_stopped_goes_on_and_its_proof_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::take(dir.path()).unwrap();
    let (task, group) = (task(), RsaGroup::rsa_2048());
    assert_eq!(run(&task, &folder, true).unwrap(), None);
    assert_eq!(names(dir.path()), [format!("{}.checkpoint", task.name())]);
    assert_eq!(folder.resume(&task, &group, silent).unwrap().done(), SLICE);

    let proof = run(&task, &folder, false).unwrap().unwrap();
    assert_eq!(names(dir.path()), [format!("{}.proof", task.name())]);
    // Computed by plain squaring.
    let mut y = task.input(&group);
    group.square_n(&mut y, T);
    assert_eq!(proof.bytes[..ELEMENT], group.encode(&y));
    assert_eq!((proof.bytes.len(), proof.seed), (514, seed_of(&group.encode(&y))));

    assert_eq!(run(&task, &folder, false).unwrap().unwrap(), proof);
    folder.remove(&task).unwrap();
    assert_eq!(names(dir.path()), [""; 0]);
}

#[test]
fn files_of_other_tasks_or_that_were_changed_are_not_used() {
    let told = Cell::new(0);
    let loud = |_: &str| told.set(told.get() + 1);
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::take(dir.path()).unwrap();
    let (task, group) = (task(), RsaGroup::rsa_2048());
    let proof = run(&task, &folder, false).unwrap().unwrap();
    let file = fs::read(folder.proof(&task)).unwrap();

    for other in [
        Task { prover: Address::ZERO, ..task.clone() },
        Task { entropy: Entropy::ZERO, ..task.clone() },
        Task { chain: 2, ..task.clone() },
        Task { coordinator: Address::ZERO, ..task.clone() },
        Task { round: 8, ..task.clone() },
    ] {
        assert_ne!(other.name(), task.name());
        fs::write(folder.proof(&other), &file).unwrap();
        assert_eq!(folder.finished(&other, &group, loud), None, "{other:?}");
    }
    let longer = Task { squarings: T + 1, ..task.clone() };
    assert_eq!(folder.finished(&longer, &group, silent), None);
    for at in [0, 20, file.len() / 2, file.len() - 1] {
        let mut changed = file.clone();
        changed[at] ^= 1;
        fs::write(folder.proof(&task), &changed).unwrap();
        assert_eq!(folder.finished(&task, &group, loud), None, "{at}");
    }
    // A checkpoint of another delay, and bytes of other kinds.
    let foreign = Evaluation::start(&group, group.hash("another", b"x"), T).unwrap().to_bytes();
    for bytes in [foreign, b"noise".to_vec(), Vec::new()] {
        fs::write(folder.checkpoint(&task), bytes).unwrap();
        assert_eq!(folder.resume(&task, &group, loud).unwrap().done(), 0);
    }
    // Each of them was reported. A missing file is not reported.
    assert_eq!(told.get(), 5 + 4 + 3);
    folder.remove(&task).unwrap();
    assert_eq!(folder.finished(&task, &group, loud), None);
    assert_eq!(folder.resume(&task, &group, loud).unwrap().done(), 0);
    assert_eq!(told.get(), 5 + 4 + 3);
    assert_eq!(run(&task, &folder, false).unwrap().unwrap(), proof);
}

#[test]
fn a_false_checkpoint_makes_no_false_proof_and_is_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Folder::take(dir.path()).unwrap();
    let (task, group) = (task(), RsaGroup::rsa_2048());
    // A checkpoint that claims to be finished, with a false output: the last element before the digest is
    // changed, and the digest is made right again by taking it from another evaluation.
    let mut honest = Evaluation::start(&group, task.input(&group), T).unwrap();
    honest.advance(T);
    let mut other = Evaluation::start(&group, group.hash("another", b"x"), T).unwrap();
    other.advance(T);
    let forged = forge(&honest.to_bytes(), &group.encode(other.output().unwrap()));
    fs::write(folder.checkpoint(&task), forged).unwrap();
    assert_eq!(folder.resume(&task, &group, silent).unwrap().done(), T, "the forgery is not read");
    assert!(run(&task, &folder, false).is_err());
    assert_eq!(names(dir.path()), [""; 0]);
    assert!(run(&task, &folder, false).unwrap().is_some());
}

/// A finished checkpoint with another output, sealed again.
fn forge(bytes: &[u8], y: &[u8]) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    let body = bytes.len() - 32;
    let mut forged = bytes[..body].to_vec();
    forged[body - ELEMENT..].copy_from_slice(y);
    let digest = Sha256::new().chain_update(b"\x15heliast/checkpoint/v1").chain_update(&forged).finalize();
    forged.extend_from_slice(&digest);
    forged
}

#[test]
fn a_folder_is_one_process_s() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("some/where");
    let first = Folder::take(&path).unwrap();
    assert_eq!(Folder::take(&path).map(drop).unwrap_err().code(), 6);
    drop(first);
    Folder::take(&path).unwrap();
}

#[test]
fn a_thread_works_until_it_is_done_or_dropped() {
    let dir = tempfile::tempdir().unwrap();
    let folder = Arc::new(Folder::take(dir.path()).unwrap());
    let start = |task: &Task| {
        let (squarings, events) = (Arc::default(), Arc::new(Events::none()));
        Running::start(task.clone(), Arc::clone(&folder), 1, squarings, events).unwrap()
    };
    let endless = Task { squarings: 1 << 40, ..task() };
    let running = start(&endless);
    thread::sleep(Duration::from_millis(50));
    assert!(running.look().is_none());
    drop(running);
    assert_eq!(names(dir.path()), [format!("{}.checkpoint", endless.name())]);

    let result = |running: Running| loop {
        if let Some(done) = running.look() {
            break done;
        }
        thread::sleep(Duration::from_millis(5));
    };
    assert_eq!(result(start(&task())).unwrap().bytes.len(), 514);
    // A delay without squarings.
    assert!(result(start(&Task { squarings: 0, ..task() })).is_err());
}
