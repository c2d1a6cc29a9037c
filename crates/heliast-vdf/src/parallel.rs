//! Work that is shared among threads; without the feature `std`, done on this one.

use alloc::{vec, vec::Vec};
use core::ops::Range;
#[cfg(feature = "std")]
use core::{
    iter,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Threads that share work at most.
pub(crate) const MAX_THREADS: usize = 1024;

/// `work` on `parts` (up to [`MAX_THREADS`]) adjacent ranges that cover 0..len: the first on this thread,
/// each other on one of its own.
#[cfg(feature = "std")]
pub(crate) fn in_parallel<T: Send>(
    len: usize,
    parts: usize,
    work: &(impl Fn(Range<usize>) -> T + Sync),
) -> Vec<T> {
    let size = len.div_ceil(parts.clamp(1, MAX_THREADS)).max(1);
    let range = |part: usize| part * size..len.min((part + 1) * size);
    on_threads(len.div_ceil(size).max(1), &|part| work(range(part)))
}

/// Does `job` for 0, 1, ... up to `jobs` on `threads` threads (up to [`MAX_THREADS`], and no more
/// than there are jobs), this one among them. Each thread takes the next job when it is free: a
/// thread that starts late or is held up does fewer.
#[cfg(feature = "std")]
pub(crate) fn jobs_in_parallel<T: Send>(
    jobs: usize,
    threads: usize,
    job: &(impl Fn(usize) -> T + Sync),
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|index| *index < jobs);
    let work = |_| iter::from_fn(take).map(|index| (index, job(index))).collect::<Vec<_>>();
    let threads = threads.min(jobs).clamp(1, MAX_THREADS);
    let mut done: Vec<_> = on_threads(threads, &work).into_iter().flatten().collect();
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// `work` of 0 on this thread, and of 1, ..., `threads` − 1 each on one of its own.
#[cfg(feature = "std")]
fn on_threads<T: Send>(threads: usize, work: &(impl Fn(usize) -> T + Sync)) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|index| scope.spawn(move || work(index))).collect();
        let mut results = vec![work(0)];
        results.extend(
            others
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        results
    })
}

#[cfg(not(feature = "std"))]
pub(crate) fn in_parallel<T>(len: usize, _parts: usize, work: &impl Fn(Range<usize>) -> T) -> Vec<T> {
    vec![work(0..len)]
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
