//! Work on a list, shared among threads.

use std::{
    iter,
    panic::resume_unwind,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Returns the results of `work` in the jobs' order up to the first failure, and that failure.
///
/// Each job is done as soon as one of the threads has time for it; this thread is one of them. Jobs after a
/// known failure are not begun, and all jobs before the first failure are done, so the answer does not depend
/// on the number of threads.
fn in_order<J: Send, T: Send, E: Send>(
    jobs: Vec<J>,
    threads: usize,
    work: impl Fn(J) -> Result<T, E> + Sync,
) -> (Vec<T>, Option<E>) {
    let threads = threads.min(jobs.len());
    let (jobs, first_bad) = (Mutex::new(jobs.into_iter().enumerate()), AtomicUsize::new(usize::MAX));
    let take = || {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        next.filter(|(index, _)| *index < first_bad.load(Ordering::Relaxed))
    };
    let done = |(index, job)| {
        let outcome = work(job);
        if outcome.is_err() {
            first_bad.fetch_min(index, Ordering::Relaxed);
        }
        (index, outcome)
    };
    let share = || iter::from_fn(take).map(done).collect::<Vec<_>>();
    let mut outcomes = thread::scope(|scope| {
        // If the system refuses a thread, the others do its part.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, share).ok();
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut outcomes = share();
        for other in others {
            outcomes.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        outcomes
    });
    outcomes.sort_unstable_by_key(|(index, _)| *index);
    up_to_a_failure(outcomes.into_iter().map(|(_, outcome)| outcome))
}

/// [`in_order`] for jobs that are done several at a time: for a group, `work` returns the results of its jobs
/// up to the first failure, and that failure.
pub(super) fn in_groups<J: Send, T: Send, E: Send>(
    groups: Vec<Vec<J>>,
    threads: usize,
    work: impl Fn(Vec<J>) -> (Vec<T>, Option<E>) + Sync,
) -> (Vec<T>, Option<E>) {
    let (done, failed) = in_order(groups, threads, |group| match work(group) {
        (done, None) => Ok(done),
        (done, Some(failure)) => Err((done, failure)),
    });
    let mut done: Vec<T> = done.into_iter().flatten().collect();
    let failure = failed.map(|(sound, failure)| {
        done.extend(sound);
        failure
    });
    (done, failure)
}

fn up_to_a_failure<T, E>(outcomes: impl Iterator<Item = Result<T, E>>) -> (Vec<T>, Option<E>) {
    let mut good = Vec::new();
    for outcome in outcomes {
        match outcome {
            Ok(one) => good.push(one),
            Err(error) => return (good, Some(error)),
        }
    }
    (good, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs jobs of which those in `bad` fail.
    fn run(count: usize, threads: usize, bad: &[usize]) -> (Vec<usize>, Option<usize>, usize) {
        let begun = AtomicUsize::new(0);
        let work = |job| {
            begun.fetch_add(1, Ordering::Relaxed);
            if bad.contains(&job) { Err(job) } else { Ok(job) }
        };
        let (good, failure) = in_order((0..count).collect(), threads, work);
        (good, failure, begun.into_inner())
    }

    #[test]
    fn the_answer_ends_with_the_first_failure_for_any_number_of_threads() {
        for count in [0, 1, 2, 7, 300] {
            for threads in [0, 1, 2, 3, 8, 400] {
                let expected: Vec<_> = (0..count).collect();
                assert_eq!(run(count, threads, &[]), (expected, None, count), "{count} {threads}");
            }
        }
        for bad in [&[0][..], &[6], &[3, 5], &[5, 3], &[0, 1, 2, 3, 4, 5, 6]] {
            for threads in 1..5 {
                let first = *bad.iter().min().unwrap();
                let (good, failure, _) = run(7, threads, bad);
                assert_eq!((good, failure), ((0..first).collect(), Some(first)), "{bad:?} {threads}");
            }
        }
    }

    #[test]
    fn nothing_is_begun_behind_a_known_failure() {
        assert_eq!(run(1_000, 1, &[10]).2, 11);
    }

    #[test]
    #[should_panic(expected = "job 5")]
    fn a_panic_comes_back() {
        in_order((0..9).collect(), 3, |job| if job == 5 { panic!("job {job}") } else { Ok::<_, ()>(()) });
    }
}
