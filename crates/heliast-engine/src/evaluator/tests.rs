use super::*;
use crate::worker::testing::world;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

const T: u64 = 3_000;

/// An evaluator that asks after every few squarings whether to go on, on a machine of any speed.
fn evaluator(chain: &Chain, home: &TempDir) -> Evaluator {
    Evaluator { longest_step: 200, ..Evaluator::new(chain, home.path(), 1) }
}

fn job(chain: &Chain, t: u64) -> Job {
    Job { x: chain.group().hash("heliast/test", b"delay"), t }
}

/// Goes on so many times, and then no longer.
fn times(count: usize, then: Go) -> impl Fn() -> Go + Sync {
    let asked = AtomicUsize::new(0);
    move || if asked.fetch_add(1, Ordering::Relaxed) < count { Go::On } else { then }
}

fn whole(evaluator: &Evaluator, job: &Job) -> Delay {
    evaluator.run(job, &|| Go::On, &|_| ()).unwrap().unwrap()
}

#[test]
fn an_interruption_at_any_moment_gives_the_same_proof_and_loses_no_squaring() {
    let (home, other) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let chain = world(1).chain;
    let (evaluator, job) = (evaluator(&chain, &home), job(&chain, T));
    let expected = whole(&Evaluator::new(&chain, other.path(), 2), &job);
    assert!(!other.path().join("delay.checkpoint").exists(), "nothing is left of a delay that is done");
    for interrupted in [0, 1, 5, 13, 14, 15] {
        assert_eq!(
            evaluator.run(&job, &times(interrupted, Go::Later), &|_| ()).unwrap(),
            None,
            "{interrupted}"
        );
        let left = evaluator.resumed(&job).unwrap();
        let (first, done) = (AtomicUsize::new(usize::MAX), left.done());
        assert!(done > 0, "{interrupted}");
        let report = |progress| {
            if let Progress::Squaring { done, .. } = progress {
                first.fetch_min((done * T as f64).round() as usize, Ordering::Relaxed);
            }
        };
        assert_eq!(evaluator.run(&job, &|| Go::On, &report).unwrap().unwrap(), expected, "{interrupted}");
        let first = first.into_inner();
        assert!(first > done as usize, "it went on after {done}: {first}");
    }
}

#[test]
fn checkpoints_are_written_on_the_way_and_survive_a_kill() {
    let home = TempDir::new().unwrap();
    let chain = world(1).chain;
    let evaluator = evaluator(&chain, &home).with_checkpoint_every(Duration::ZERO);
    let (job, copy) = (job(&chain, 20 * T), home.path().join("copy"));
    let kept = |progress| {
        // A kill leaves the file that is on the disk while it squares.
        if matches!(progress, Progress::Squaring { .. }) && home.path().join("delay.checkpoint").exists() {
            fs::copy(home.path().join("delay.checkpoint"), &copy).unwrap();
        }
    };
    let expected = evaluator.run(&job, &|| Go::On, &kept).unwrap().unwrap();
    fs::rename(&copy, home.path().join("delay.checkpoint")).unwrap();
    assert!(evaluator.resumed(&job).unwrap().done() > 0);
    assert_eq!(whole(&evaluator, &job), expected);
}

#[test]
fn who_is_second_stops_and_leaves_nothing() {
    let home = TempDir::new().unwrap();
    let chain = world(1).chain;
    let (evaluator, job) = (evaluator(&chain, &home), job(&chain, T));
    for asked in [0, 1, 5, 13, 14, 15] {
        assert_eq!(evaluator.run(&job, &times(asked, Go::Over), &|_| ()).unwrap(), None, "{asked}");
        assert!(!home.path().join("delay.checkpoint").exists());
    }
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_delay_is_not_used() {
    let home = TempDir::new().unwrap();
    let chain = world(1).chain;
    let (evaluator, mine) = (evaluator(&chain, &home), job(&chain, T));
    let expected = whole(&evaluator, &mine);
    let path = home.path().join("delay.checkpoint");
    let other = Job { x: chain.group().hash("heliast/test", b"other"), t: T };
    for left in [other, job(&chain, T + 1)] {
        assert_eq!(evaluator.run(&left, &times(2, Go::Later), &|_| ()).unwrap(), None);
        assert!(path.exists() && evaluator.resumed(&mine).is_none());
        assert_eq!(whole(&evaluator, &mine), expected);
    }
    assert_eq!(evaluator.run(&mine, &times(2, Go::Later), &|_| ()).unwrap(), None);
    let mut bytes = fs::read(&path).unwrap();
    for bytes in [bytes[..100].to_vec(), vec![], {
        bytes[200] ^= 1;
        bytes
    }] {
        fs::write(&path, bytes).unwrap();
        assert!(evaluator.resumed(&mine).is_none());
        assert_eq!(whole(&evaluator, &mine), expected);
    }
}

#[test]
fn a_home_that_is_gone_costs_checkpoints_only() {
    let home = TempDir::new().unwrap();
    let chain = world(1).chain;
    let job = job(&chain, T);
    let expected = whole(&Evaluator::new(&chain, home.path(), 1), &job);
    let gone = Evaluator::new(&chain, &home.path().join("gone"), 1).with_checkpoint_every(Duration::ZERO);
    assert_eq!(whole(&gone, &job), expected);
    let identity = Job { x: chain.group().identity(), t: T };
    assert!(matches!(gone.run(&identity, &|| Go::On, &|_| ()), Err(EvaluatorError::Begin(_))));
}

/// A checkpoint that can't be written, or that a crash takes, costs squarings and nothing else.
#[cfg(unix)]
#[test]
fn a_full_disk_or_a_loss_of_power_costs_checkpoints_only() {
    use heliast_disk::recorder::{Fault, Loss, Recorder};
    let home = TempDir::new().unwrap();
    let chain = world(1).chain;
    let job = job(&chain, T);
    let expected = whole(&Evaluator::new(&chain, home.path(), 1), &job);
    let recorder = Recorder::default();
    let on_disk = Evaluator { disk: recorder.disk(), ..evaluator(&chain, &home) };
    let interrupt = || assert_eq!(on_disk.run(&job, &times(0, Go::Later), &|_| ()).unwrap(), None);
    recorder.set_fault(Some(Fault::FullAfter(0)));
    interrupt();
    assert!(on_disk.resumed(&job).is_none(), "there is no checkpoint");
    recorder.set_fault(None);
    interrupt();
    let done = on_disk.resumed(&job).unwrap().done();
    // A later one that ends before its last call leaves the former or itself, whole.
    for end in 0..5 {
        recorder.set_fault(Some(Fault::EndAfter(end)));
        interrupt();
        recorder.crash(Loss::Drawn(end)).unwrap();
        assert!(on_disk.resumed(&job).unwrap().done() >= done, "{end}");
    }
    assert_eq!(whole(&on_disk, &job), expected);
}
