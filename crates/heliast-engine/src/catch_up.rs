//! The time until a node has all rounds that the others have, estimated from the rate at which rounds come
//! in.

use serde::Serialize;
use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// The time over which a rate is measured, and the least time for a rate.
const WINDOW: Duration = Duration::from_secs(30);
const LEAST: Duration = Duration::from_secs(1);
/// Samples come no closer than this.
const STEP: Duration = Duration::from_millis(250);
/// A node that is less than this many rounds behind is not reported as catching up.
pub(crate) const FEW: u64 = 3;

/// The way in which a node gets the rounds that it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum CatchUpKind {
    /// The rounds come one after the other: in the blocks of a network, or made by the engine of a solo
    /// chain.
    Rounds,
    /// The rounds are in a snapshot of a network, and are verified from the first on.
    Snapshot,
    /// The rounds are in a snapshot that is known to be the network's, and are put into the store.
    Storing,
}

/// The progress of a node that does not have all rounds yet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CatchUp {
    /// The way in which the rounds come.
    pub kind: CatchUpKind,
    /// The last round that it has, or has verified of a snapshot.
    pub done: u64,
    /// The round that it should have.
    pub goal: u64,
    /// The rate over the last half minute; 0 before it is measured.
    pub rounds_per_second: f64,
    /// The seconds until it has caught up at this rate, while the others go on, too; null if it does not come
    /// closer, or before the rate is measured.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seconds_left: Option<u64>,
}

impl CatchUp {
    /// The progress in words, as the end of a sentence.
    pub fn words(&self) -> String {
        let CatchUp { kind, done, goal, rounds_per_second: rate, seconds_left } = *self;
        let left = goal.saturating_sub(done);
        let what = match kind {
            CatchUpKind::Rounds if left == 1 => "one round behind".to_owned(),
            CatchUpKind::Rounds => format!("{left} rounds behind"),
            CatchUpKind::Snapshot => format!("{done} of {goal} rounds of a snapshot are verified"),
            CatchUpKind::Storing => format!("{done} of {goal} rounds of a snapshot are stored"),
        };
        let rate = if rate >= 10.0 { format!("{rate:.0}") } else { format!("{rate:.1}") };
        match seconds_left {
            Some(seconds) => format!("{what}, {rate} rounds a second: done in {}", time_of(seconds)),
            None => what,
        }
    }
}

/// A time in words, in its two greatest units.
fn time_of(seconds: u64) -> String {
    let units = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let first = units.iter().position(|(unit, _)| seconds >= *unit).unwrap_or(units.len() - 1);
    let mut left = seconds;
    let parts = units.iter().skip(first).take(2).filter_map(|(unit, name)| {
        let count = left / unit;
        left %= unit;
        (count > 0).then(|| format!("{count} {name}"))
    });
    let words = parts.collect::<Vec<_>>().join(" ");
    if words.is_empty() { "0 s".to_owned() } else { words }
}

/// Measures how fast rounds come in.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    snapshot: Option<(CatchUpKind, u64)>,
    samples: VecDeque<(Instant, u64)>,
}

impl Meter {
    /// Notes that a snapshot, with the number of its last round, is being verified or stored; `None` when it
    /// is complete.
    pub(crate) fn set_snapshot(&mut self, snapshot: Option<(CatchUpKind, u64)>) {
        if self.snapshot != snapshot {
            self.snapshot = snapshot;
            self.samples.clear();
        }
    }

    /// Notes a stored round, unless a snapshot is still being verified: then only verified rounds count.
    pub(crate) fn note_stored(&mut self, now: Instant, round: u64) {
        if self.snapshot.is_none_or(|(kind, _)| kind == CatchUpKind::Storing) {
            self.note(now, round);
        }
    }

    /// Notes the last round that is done.
    pub(crate) fn note(&mut self, now: Instant, round: u64) {
        while self.samples.len() > 1 && self.samples.front().is_some_and(|(at, _)| now - *at > WINDOW) {
            self.samples.pop_front();
        }
        // The last sample is replaced until it is a step away from the one before.
        let len = self.samples.len();
        let before = self.samples.get(len.saturating_sub(2)).map_or(now, |(at, _)| *at);
        match self.samples.back_mut() {
            Some(last) if last.0 == now || (len > 1 && last.0 - before < STEP) => *last = (now, round),
            _ => self.samples.push_back((now, round)),
        }
    }

    /// The node's progress. `current` is the last round of the store, `expected` the one that it should have,
    /// and the other nodes make `pace` rounds a second meanwhile.
    pub(crate) fn catch_up(&self, now: Instant, current: u64, expected: u64, pace: f64) -> Option<CatchUp> {
        let last = self.samples.back().map_or(0, |(_, round)| *round);
        let (kind, done, goal, gained) = match self.snapshot {
            Some((kind, goal)) => (kind, last, goal, 0.0),
            None if expected.saturating_sub(current) < FEW => return None,
            None => (CatchUpKind::Rounds, current, expected, pace),
        };
        let rounds_per_second = self.rate(now);
        let (gain, left) = (rounds_per_second - gained, goal.saturating_sub(done));
        let seconds_left = (gain > 0.0).then(|| (left as f64 / gain).ceil() as u64);
        Some(CatchUp { kind, done, goal, rounds_per_second, seconds_left })
    }

    /// The rate is measured up to `now`, so that it falls when no more rounds come.
    fn rate(&self, now: Instant) -> f64 {
        let (Some((begun, first)), Some((_, last))) = (self.samples.front(), self.samples.back()) else {
            return 0.0;
        };
        let time = now.saturating_duration_since(*begun);
        if time < LEAST { 0.0 } else { last.saturating_sub(*first) as f64 / time.as_secs_f64() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds)
    }

    #[test]
    fn ten_thousand_rounds_take_what_the_last_half_minute_says() {
        let (begun, mut meter) = (Instant::now(), Meter::default());
        assert_eq!(meter.catch_up(begun, 7, 9, 1.0), None, "two rounds are nothing to talk about");
        let unknown = meter.catch_up(begun, 0, 10_000, 1.0).unwrap();
        assert_eq!((unknown.rounds_per_second, unknown.seconds_left), (0.0, None));
        assert_eq!(unknown.words(), "10000 rounds behind");
        // 20 rounds a second, after 100 at first; the others make one a second meanwhile.
        for round in 0..=1_000 {
            meter.note_stored(begun + seconds(round as f64 / 100.0), round);
        }
        for round in 1_000..=2_000 {
            meter.note_stored(begun + seconds(10.0 + (round - 1_000) as f64 / 20.0), round);
        }
        let now = begun + seconds(60.0);
        let found = meter.catch_up(now, 2_000, 10_000, 1.0).unwrap();
        assert_eq!((found.kind, found.done, found.goal), (CatchUpKind::Rounds, 2_000, 10_000));
        assert!((found.rounds_per_second - 20.0).abs() < 0.5, "{found:?}");
        assert!((410..=433).contains(&found.seconds_left.unwrap()), "{found:?}");
        let words = CatchUp { rounds_per_second: 20.0, seconds_left: Some(421), ..found }.words();
        assert_eq!(words, "8000 rounds behind, 20 rounds a second: done in 7 min 1 s");
        // A node that is slower than the others never catches up, and this stays true when it stops.
        assert_eq!(meter.catch_up(now, 2_000, 10_000, 21.0).unwrap().seconds_left, None);
        let later = meter.catch_up(now + seconds(3_600.0), 2_000, 10_000, 1.0).unwrap();
        assert!(later.rounds_per_second < 0.2 && later.seconds_left.is_none(), "{later:?}");
    }

    #[test]
    fn a_snapshot_is_counted_by_itself() {
        let (begun, mut meter) = (Instant::now(), Meter::default());
        meter.set_snapshot(Some((CatchUpKind::Snapshot, 500)));
        for round in [100, 200, 300] {
            meter.note(begun + seconds(round as f64 / 50.0), round);
        }
        meter.note_stored(begun + seconds(6.0), 7);
        let found = meter.catch_up(begun + seconds(6.0), 0, 9_000, 1.0).unwrap();
        assert_eq!((found.kind, found.done, found.goal), (CatchUpKind::Snapshot, 300, 500));
        assert_eq!(found.seconds_left, Some(4), "the others do not change it");
        assert!(found.words().starts_with("300 of 500 rounds of a snapshot are verified, 50 rounds"));
        meter.set_snapshot(Some((CatchUpKind::Storing, 500)));
        meter.note_stored(begun + seconds(7.0), 1);
        let found = meter.catch_up(begun + seconds(7.0), 1, 9_000, 1.0).unwrap();
        assert_eq!((found.kind, found.done, found.seconds_left), (CatchUpKind::Storing, 1, None));
        meter.set_snapshot(None);
        assert_eq!(meter.catch_up(begun + seconds(8.0), 500, 501, 1.0), None);
    }

    #[test]
    fn samples_are_bounded() {
        let (begun, mut meter) = (Instant::now(), Meter::default());
        for step in 0..100_000 {
            meter.note(begun + Duration::from_millis(step * 7), step);
        }
        assert!(meter.samples.len() < 130, "{}", meter.samples.len());
    }

    #[test]
    fn times_have_their_two_greatest_units() {
        for (seconds, words) in
            [(0, "0 s"), (59, "59 s"), (60, "1 min"), (3_661, "1 h 1 min"), (86_400 * 3 + 7_300, "3 d 2 h")]
        {
            assert_eq!(time_of(seconds), words);
        }
    }
}
