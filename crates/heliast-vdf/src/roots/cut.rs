//! The division of a chain into segments.

use super::{MAX_SEGMENTS, MAX_STEPS};

/// t steps in s segments, which differ by one step at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    t: u64,
    segments: u16,
}

/// The reason why a chain cannot be cut in this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadCut {
    /// There are no steps, or 2^40 or more.
    #[error("a chain of roots has from 1 to 2^40 - 1 steps, not {0}")]
    Steps(u64),
    /// There are no segments, more than 256, or more than there are steps.
    #[error("a chain of {t} steps has from 1 to 256 segments and no more than steps, not {segments}")]
    Segments {
        /// The number of steps.
        t: u64,
        /// The number of segments.
        segments: u16,
    },
}

impl Cut {
    pub(super) fn new(t: u64, segments: u16) -> Result<Cut, BadCut> {
        if !(1..=MAX_STEPS).contains(&t) {
            return Err(BadCut::Steps(t));
        }
        if !(1..=MAX_SEGMENTS).contains(&segments) || u64::from(segments) > t {
            return Err(BadCut::Segments { t, segments });
        }
        Ok(Cut { t, segments })
    }

    pub(super) fn t(self) -> u64 {
        self.t
    }

    pub(super) fn segments(self) -> u16 {
        self.segments
    }

    /// T_i, the number of steps of the first i segments.
    pub(super) fn end(self, i: u16) -> u64 {
        // Below 2^48.
        u64::from(i) * self.t / u64::from(self.segments)
    }

    /// The steps of each segment.
    pub(super) fn lengths(self) -> impl Iterator<Item = u64> {
        (0..self.segments).map(move |i| self.end(i + 1) - self.end(i))
    }

    /// The number of ends inside the chain that are reached after `done` steps.
    pub(super) fn reached(self, done: u64) -> usize {
        (1..self.segments).take_while(|&i| self.end(i) <= done).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_cover_the_chain_and_differ_by_one() {
        for t in (1..300).chain([1000, 65_537, MAX_STEPS - 1, MAX_STEPS]) {
            for segments in (1..=MAX_SEGMENTS).filter(|&s| u64::from(s) <= t) {
                let cut = Cut::new(t, segments).unwrap();
                let (least, most) = (t / u64::from(segments), t.div_ceil(u64::from(segments)));
                assert_eq!(cut.lengths().sum::<u64>(), t);
                assert!(cut.lengths().all(|length| length == least || length == most));
                assert_eq!((cut.reached(0), cut.reached(t)), (0, usize::from(segments) - 1));
            }
        }
    }

    #[test]
    fn bad_cuts_are_refused() {
        for t in [0, MAX_STEPS + 1, u64::MAX] {
            assert_eq!(Cut::new(t, 1), Err(BadCut::Steps(t)));
        }
        for (t, segments) in [(1, 0), (1, 2), (255, 256), (1000, 257), (MAX_STEPS, u16::MAX)] {
            assert_eq!(Cut::new(t, segments), Err(BadCut::Segments { t, segments }));
        }
    }
}
