//! Work that is shared among threads; without the feature `std` this thread does all of it.

use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "std")]
use std::sync::{Mutex, PoisonError};

/// The greatest number of threads that share work.
pub(crate) const MAX_THREADS: usize = 1024;

/// Does `work` on `parts` (up to [`MAX_THREADS`]) adjacent ranges that cover 0..len: the first range on this
/// thread, each other one on a thread of its own.
#[cfg(feature = "std")]
pub(crate) fn in_parallel<T: Send>(
    len: usize,
    parts: usize,
    work: &(impl Fn(Range<usize>) -> T + Sync),
) -> Vec<T> {
    let size = len.div_ceil(parts.clamp(1, MAX_THREADS)).max(1);
    let parts = len.div_ceil(size).max(1);
    let work = |part| work(part * size..len.min((part + 1) * size));
    results(parts, &work, |work| on_threads(parts, work))
}

/// Does `job` for 0, 1, ... up to `jobs` on `threads` threads (up to [`MAX_THREADS`], and no more than there
/// are jobs), including this one. Each thread takes the next job when it is free: a thread that starts late
/// or is delayed does fewer jobs.
#[cfg(feature = "std")]
pub(crate) fn jobs_in_parallel<T: Send>(
    jobs: usize,
    threads: usize,
    job: &(impl Fn(usize) -> T + Sync),
) -> Vec<T> {
    results(jobs, job, |job| share(jobs, threads, job))
}

/// The results of `make` for 0, 1, ... up to `count`, where `all` calls it for each of them.
#[cfg(feature = "std")]
fn results<T: Send>(
    count: usize,
    make: &(impl Fn(usize) -> T + Sync),
    all: impl FnOnce(&(dyn Fn(usize) + Sync)),
) -> Vec<T> {
    let made: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    all(&|index| {
        let result = make(index);
        *made[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let each = made.into_iter().map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner));
    each.map(|one| one.expect("each was made")).collect()
}

// The two functions below do not depend on the type of the work, so that they are compiled once and not for
// each of a hundred kinds of work.

#[cfg(feature = "std")]
fn share(jobs: usize, threads: usize, job: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    on_threads(threads.min(jobs).clamp(1, MAX_THREADS), &|_| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= jobs {
                return;
            }
            job(index);
        }
    });
}

/// Calls `work` with 0 on this thread, and with each of 1, ..., `threads` − 1 on a thread of its own.
#[cfg(feature = "std")]
fn on_threads(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|index| scope.spawn(move || work(index))).collect();
        work(0);
        for thread in others {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Joins the lists in their order.
pub(crate) fn joined<T>(lists: Vec<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(lists.iter().map(Vec::len).sum());
    lists.into_iter().for_each(|list| all.extend(list));
    all
}

#[cfg(not(feature = "std"))]
pub(crate) fn in_parallel<T>(len: usize, _parts: usize, work: &impl Fn(Range<usize>) -> T) -> Vec<T> {
    alloc::vec![work(0..len)]
}

#[cfg(not(feature = "std"))]
pub(crate) fn jobs_in_parallel<T>(jobs: usize, _threads: usize, job: &impl Fn(usize) -> T) -> Vec<T> {
    (0..jobs).map(job).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_range_in_its_order() {
        for len in [0, 1, 2, 7, 1000] {
            for parts in [0, 1, 2, 3, 7, 2000] {
                let ranges = in_parallel(len, parts, &|range| range);
                assert!(ranges.len() <= parts.clamp(1, MAX_THREADS), "{len} {parts}");
                assert_eq!(ranges.into_iter().flatten().collect::<Vec<_>>(), (0..len).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn jobs_are_done_once_and_answered_in_order() {
        for jobs in [0, 1, 2, 7, 1000] {
            for threads in [0, 1, 2, 3, 7, 2000] {
                let done = AtomicUsize::new(0);
                let results = jobs_in_parallel(jobs, threads, &|index| {
                    done.fetch_add(1, Ordering::Relaxed);
                    index
                });
                assert_eq!(results, (0..jobs).collect::<Vec<_>>(), "{jobs} {threads}");
                assert_eq!(done.into_inner(), jobs);
            }
        }
    }

    #[test]
    #[should_panic(expected = "job 5")]
    fn a_panic_comes_back() {
        jobs_in_parallel(9, 3, &|index| assert!(index != 5, "job {index}"));
    }
}
