//! Work that is shared among threads; without the feature `std`, done on this one.

use alloc::{vec, vec::Vec};
use core::ops::Range;

/// Threads that share work at most.
pub(crate) const MAX_THREADS: usize = 1024;

/// `work` on `parts` (up to [`MAX_THREADS`]) adjacent ranges that cover 0..len, each on a thread of its own; one part on this thread.
#[cfg(feature = "std")]
pub(crate) fn in_parallel<T: Send>(
    len: usize,
    parts: usize,
    work: &(impl Fn(Range<usize>) -> T + Sync),
) -> Vec<T> {
    if parts <= 1 {
        return vec![work(0..len)];
    }
    let size = len.div_ceil(parts.min(MAX_THREADS)).max(1);
    std::thread::scope(|scope| {
        let starts = (0..len).step_by(size);
        let threads: Vec<_> =
            starts.map(|start| scope.spawn(move || work(start..len.min(start + size)))).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, T>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}

#[cfg(not(feature = "std"))]
pub(crate) fn in_parallel<T>(len: usize, _parts: usize, work: &impl Fn(Range<usize>) -> T) -> Vec<T> {
    vec![work(0..len)]
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
}
