use super::{part::Steps, *};
use heliast::{DelayGroup, DelayRules, Genesis, RootRules};
use heliast_disk::recorder::{Fault, Loss, Recorder};
use std::{
    fs,
    sync::atomic::{AtomicUsize, Ordering},
};
use tempfile::TempDir;
use testkit_chain::{GENESIS_MS, genesis};

const T: u64 = 3_000;
const ROOTS: u64 = 30;
const FILES: [&str; 2] = [SquaringPart::FILE, RootPart::FILE];

fn roots(t: u64) -> RootRules {
    let field = heliast::RootField::built_in(1_024).unwrap();
    let (seed, counter) = (field.seed().to_vec(), field.counter());
    RootRules { bits: 1_024, seed, counter, t, segments: 4 }
}

/// A chain whose delays have these numbers of squarings and roots.
fn chain(t: Option<u64>, of_roots: Option<u64>) -> Chain {
    let squarings = t.and_then(|t| DelayRules::squarings(DelayGroup::rsa_2048(), t).squarings);
    let delays = DelayRules { squarings, roots: of_roots.map(roots) };
    Chain::new(Genesis { delays, ..genesis(1, 1, GENESIS_MS) }).unwrap()
}

/// Chains of each kind.
fn chains() -> [Chain; 3] {
    [chain(Some(T), None), chain(None, Some(ROOTS)), chain(Some(T), Some(ROOTS))]
}

/// An evaluator that asks after every few steps whether to go on, on a machine of any speed.
fn evaluator(chain: &Chain, home: &TempDir) -> Evaluator {
    let longest_step = if chain.squarings().is_some() { 200 } else { 2 };
    Evaluator { longest_step, ..Evaluator::new(chain, 1).with_checkpoints(home.path()) }
}

fn input(chain: &Chain) -> DelayInput {
    chain.delay_input_from(&[1; 32])
}

/// Answers "go on" this many times, and then `then`.
fn times(count: usize, then: Go) -> impl Fn() -> Go + Sync {
    let asked = AtomicUsize::new(0);
    move || if asked.fetch_add(1, Ordering::Relaxed) < count { Go::On } else { then }
}

fn whole(evaluator: &Evaluator, x: &DelayInput) -> Delay {
    evaluator.run(x, &|| Go::On, &|_| ()).unwrap().unwrap()
}

/// The steps of a checkpoint that would be used, of each kind.
fn kept(evaluator: &Evaluator, x: &DelayInput) -> [Option<u64>; 2] {
    let chain = &evaluator.chain;
    let squarings = chain.squarings().zip(x.squarings.as_ref());
    let squarings = squarings.and_then(|(of, x)| Part::resumed(evaluator, SquaringPart::resume(of, x)));
    let roots = chain.roots().zip(x.roots.as_ref());
    let roots = roots.and_then(|(of, x)| Part::resumed(evaluator, RootPart::resume(of, x)));
    [squarings.map(|part| part.place().0), roots.map(|part| part.place().0)]
}

fn files(home: &TempDir) -> Vec<&'static str> {
    FILES.into_iter().filter(|file| home.path().join(file).exists()).collect()
}

#[test]
fn an_evaluation_is_what_the_chain_computes() {
    for chain in chains() {
        let x = input(&chain);
        assert_eq!(whole(&Evaluator::new(&chain, 2), &x), chain.evaluate(&x).unwrap());
    }
}

#[test]
fn an_interruption_at_any_moment_gives_the_same_proof_and_loses_no_step() {
    for chain in chains() {
        let (home, x) = (TempDir::new().unwrap(), input(&chain));
        let evaluator = evaluator(&chain, &home);
        let expected = whole(&Evaluator::new(&chain, 2), &x);
        for interrupted in [0, 1, 5, 13] {
            assert_eq!(evaluator.run(&x, &times(interrupted, Go::Later), &|_| ()).unwrap(), None);
            let left = kept(&evaluator, &x);
            assert_eq!(
                left.map(|done| done.is_some()),
                [chain.squarings().is_some(), chain.roots().is_some()]
            );
            let first = [AtomicUsize::new(usize::MAX), AtomicUsize::new(usize::MAX)];
            let report = |progress| {
                let (index, done) = match progress {
                    Progress::Squaring { done, .. } => (0, done * T as f64),
                    Progress::Rooting { done, .. } => (1, done * ROOTS as f64),
                    Progress::Proving(_) => return,
                };
                first[index].fetch_min(done.round() as usize, Ordering::Relaxed);
            };
            assert_eq!(evaluator.run(&x, &|| Go::On, &report).unwrap().unwrap(), expected, "{interrupted}");
            for (first, done) in first.iter().zip(left).filter_map(|(first, done)| Some((first, done?))) {
                assert!(
                    first.load(Ordering::Relaxed) as u64 >= done,
                    "{interrupted}: it went on after {done}"
                );
            }
            assert!(files(&home).is_empty(), "nothing is left of a delay that is done");
        }
    }
}

#[test]
fn checkpoints_are_written_on_the_way_and_survive_a_kill() {
    for chain in [chain(Some(20 * T), None), chain(None, Some(10 * ROOTS))] {
        let (home, copies, x) = (TempDir::new().unwrap(), TempDir::new().unwrap(), input(&chain));
        let evaluator = evaluator(&chain, &home).with_checkpoint_every(Duration::ZERO);
        // A killed program leaves the file that is on the disk at that moment.
        let keep = |progress| {
            if !matches!(progress, Progress::Proving(_)) {
                for file in files(&home) {
                    fs::copy(home.path().join(file), copies.path().join(file)).unwrap();
                }
            }
        };
        let expected = evaluator.run(&x, &|| Go::On, &keep).unwrap().unwrap();
        for file in files(&copies) {
            fs::rename(copies.path().join(file), home.path().join(file)).unwrap();
        }
        assert!(kept(&evaluator, &x).into_iter().flatten().all(|done| done > 0));
        assert_eq!(files(&home).len(), 1);
        assert_eq!(whole(&evaluator, &x), expected);
    }
}

#[test]
fn who_is_second_stops_and_leaves_nothing() {
    for chain in chains() {
        let (home, x) = (TempDir::new().unwrap(), input(&chain));
        let evaluator = evaluator(&chain, &home);
        for asked in [0, 1, 5, 13, 14, 15] {
            assert_eq!(evaluator.run(&x, &times(asked, Go::Over), &|_| ()).unwrap(), None, "{asked}");
            assert!(files(&home).is_empty());
        }
    }
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_delay_is_not_used() {
    for (mine, longer) in [
        (chain(Some(T), None), chain(Some(T + 1), None)),
        (chain(None, Some(ROOTS)), chain(None, Some(ROOTS + 1))),
    ] {
        let (home, x) = (TempDir::new().unwrap(), input(&mine));
        let of_mine = evaluator(&mine, &home);
        let expected = whole(&of_mine, &x);
        for (chain, x) in [(&mine, mine.delay_input_from(&[2; 32])), (&longer, input(&longer))] {
            assert_eq!(evaluator(chain, &home).run(&x, &times(2, Go::Later), &|_| ()).unwrap(), None);
            assert_eq!((files(&home).len(), kept(&of_mine, &input(&mine))), (1, [None; 2]));
            assert_eq!(whole(&of_mine, &input(&mine)), expected);
        }
        assert_eq!(of_mine.run(&x, &times(2, Go::Later), &|_| ()).unwrap(), None);
        let path = home.path().join(files(&home)[0]);
        let mut bytes = fs::read(&path).unwrap();
        for bytes in [bytes[..100].to_vec(), vec![], {
            bytes[200] ^= 1;
            bytes
        }] {
            fs::write(&path, bytes).unwrap();
            assert_eq!(kept(&of_mine, &x), [None; 2]);
            assert_eq!(whole(&of_mine, &x), expected);
        }
    }
}

#[test]
fn a_home_that_is_gone_costs_checkpoints_only() {
    let home = TempDir::new().unwrap();
    for chain in chains() {
        let x = input(&chain);
        let gone = Evaluator::new(&chain, 1).with_checkpoints(&home.path().join("gone"));
        let gone = gone.with_checkpoint_every(Duration::ZERO);
        assert_eq!(whole(&gone, &x), whole(&Evaluator::new(&chain, 1), &x));
        let other = DelayInput { squarings: None, roots: None };
        assert!(matches!(gone.run(&other, &|| Go::On, &|_| ()), Err(EvaluateError::OtherChain)));
        if let Some(squarings) = chain.squarings() {
            let identity = heliast::Group::identity(&squarings.group);
            let x = DelayInput { squarings: Some(identity), ..x };
            assert!(matches!(gone.run(&x, &|| Go::On, &|_| ()), Err(EvaluateError::Begin(_))));
        }
    }
}

/// A checkpoint that can't be written, or that a crash destroys, only costs steps.
#[cfg(unix)]
#[test]
fn a_full_disk_or_a_loss_of_power_costs_checkpoints_only() {
    for chain in [chain(Some(T), None), chain(None, Some(ROOTS))] {
        let (home, x) = (TempDir::new().unwrap(), input(&chain));
        let expected = whole(&Evaluator::new(&chain, 1), &x);
        let recorder = Recorder::default();
        let on_disk = Evaluator { disk: recorder.disk(), ..evaluator(&chain, &home) };
        let interrupt = || assert_eq!(on_disk.run(&x, &times(0, Go::Later), &|_| ()).unwrap(), None);
        let done = || kept(&on_disk, &x).into_iter().flatten().next();
        recorder.set_fault(Some(Fault::FullAfter(0)));
        interrupt();
        assert_eq!(done(), None, "there is no checkpoint");
        recorder.set_fault(None);
        interrupt();
        let first = done().unwrap();
        // A later write that fails at one of its calls leaves the former or the new checkpoint, complete.
        for end in 0..5 {
            recorder.set_fault(Some(Fault::EndAfter(end)));
            interrupt();
            recorder.crash(Loss::Drawn(end)).unwrap();
            assert!(done().unwrap() >= first, "{end}");
        }
        assert_eq!(whole(&on_disk, &x), expected);
    }
}

#[test]
fn the_phase_is_that_of_the_delay_which_is_behind() {
    let (both, alone) = (chain(Some(T), Some(ROOTS)), chain(None, Some(ROOTS)));
    let mut sight = Sight::begin(7.0);
    assert_eq!((sight.phase(), sight.per_second), ((Phase::Delay, 0.0), 7.0));
    sight.note(&both, Progress::Squaring { done: 0.75, squarings_per_second: 9.0 });
    sight.note(&both, Progress::Rooting { done: 0.5, roots_per_second: 2.0 });
    assert_eq!((sight.phase(), sight.per_second), ((Phase::Delay, 0.5), 9.0));
    sight.note(&both, Progress::Squaring { done: 1.0, squarings_per_second: 9.0 });
    sight.note(&both, Progress::Proving(0.25));
    assert_eq!(sight.phase(), (Phase::Delay, 0.5));
    sight.note(&both, Progress::Rooting { done: 1.0, roots_per_second: 2.0 });
    assert_eq!(sight.phase(), (Phase::Proof, 0.25));
    let mut sight = Sight::begin(0.0);
    sight.note(&alone, Progress::Rooting { done: 0.5, roots_per_second: 2.0 });
    assert_eq!((sight.phase(), sight.per_second), ((Phase::Delay, 0.5), 2.0));
}
