//! The schedules under which a scenario is run, and their count.

use crate::model::{sync::Timeouts, time};
use shuttle::{
    Config, FailurePersistence, MaxSteps, Runner,
    scheduler::{DfsScheduler, PctScheduler, RandomScheduler, Scheduler},
};
use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Schedules of a scenario that has too many for all of them, unless `HELIAST_SCHEDULES` says how many.
const SAMPLED: usize = 2_000;
/// The limit for schedules of a scenario that is exhausted, which has fewer.
const MOST: usize = 300_000;
/// The message of a schedule in which all threads wait, and that of one that goes on for ever.
pub const STUCK: &str = "deadlock";
pub const ENDLESS: &str = "max_steps";
/// Schedules in which a planted fault must show itself.
const FOR_A_FAULT: usize = 20_000;
/// Changes of the running thread that the sampler by priorities makes in addition to the necessary ones.
const CHANGES: usize = 3;
const SEED: u64 = 20_260_101;

fn config() -> Config {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::Print;
    // A scenario has hundreds; one that goes on for ever is a fault.
    config.max_steps = MaxSteps::FailAfter(100_000);
    config
}

fn run(scheduler: impl Scheduler + 'static, timeouts: Timeouts, scenario: fn()) -> usize {
    timeouts.set();
    Runner::new(scheduler, config()).run(move || {
        time::begin();
        scenario();
    })
}

/// Runs a scenario under every schedule that it has.
pub fn exhaust(name: &str, scenario: fn()) {
    let run = run(DfsScheduler::new(Some(MOST), false), Timeouts::Never, scenario);
    assert!(run < MOST, "{name} has more schedules than can be run: make it smaller, or sample it");
    println!("{name}: all {run} schedules");
}

/// Runs a scenario under some random schedules, and under as many that change threads seldom. Waits end at
/// any moment.
pub fn sample(name: &str, scenario: fn()) {
    sample_with(name, Timeouts::Any, scenario);
}

/// The same where waits never end by themselves.
pub fn sample_without_timeouts(name: &str, scenario: fn()) {
    sample_with(name, Timeouts::Never, scenario);
}

fn sample_with(name: &str, timeouts: Timeouts, scenario: fn()) {
    let count = env::var("HELIAST_SCHEDULES").ok().map_or(SAMPLED, |count| count.parse().expect("a number"));
    let by_chance = run(RandomScheduler::new_from_seed(SEED, count), timeouts, scenario);
    let by_priority = run(PctScheduler::new_from_seed(SEED, CHANGES, count), timeouts, scenario);
    println!("{name}: {by_chance} schedules by chance and {by_priority} by priorities");
}

/// Runs a scenario with a planted fault until it fails: some schedule must find it, and end with these words.
pub fn find(name: &str, timeouts: Timeouts, words: &str, scenario: fn()) {
    let mut config = config();
    config.failure_persistence = FailurePersistence::None;
    let scheduler = RandomScheduler::new_from_seed(SEED, FOR_A_FAULT);
    timeouts.set();
    let found = catch_unwind(AssertUnwindSafe(|| {
        Runner::new(scheduler, config).run(move || {
            time::begin();
            scenario();
        })
    }));
    let Err(panic) = found else { panic!("{name}: no schedule of {FOR_A_FAULT} finds the planted fault") };
    let said = panic
        .downcast_ref::<String>()
        .map_or_else(|| panic.downcast_ref::<&str>().copied().unwrap_or_default().to_owned(), String::clone);
    assert!(said.contains(words), "{name}: it fails for another reason: {said}");
    println!("{name}: found");
}
