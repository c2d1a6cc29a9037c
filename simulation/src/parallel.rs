//! Independent jobs on several threads.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// Returns the results of `run` in the order of the jobs, for any number of threads.
pub fn parallel<T: Sync, R: Send>(jobs: &[T], threads: usize, run: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((index, job)) =
            { Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| Some((i, jobs.get(i)?))) }
        {
            let result = run(job);
            results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((index, result));
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(work);
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 7, 200] {
            assert_eq!(
                parallel(&jobs, threads, |job| job * job),
                jobs.iter().map(|job| job * job).collect::<Vec<_>>()
            );
        }
        assert!(parallel(&[] as &[u64], 3, |job| *job).is_empty());
    }
}
