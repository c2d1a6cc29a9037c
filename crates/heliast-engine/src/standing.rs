//! The standing of a node: whether it is on time, in a word and a sentence, for page and `/v1/status`.

use crate::sight::NetworkSight;
use serde::Serialize;
use std::time::Duration;

/// The engine reports several times a second, except while lots are drawn or a proof is computed.
const SILENCE: Duration = Duration::from_secs(10);
/// A round may be late by this time, or by a quarter of its period, before it is reported.
const GRACE_MS: u64 = 500;

/// Whether rounds come as they should.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standing {
    /// The standing in a word.
    pub kind: StandingKind,
    /// The standing in a sentence without its full stop.
    pub text: String,
}

/// A node's standing against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StandingKind {
    /// Rounds are finished in their periods.
    OnTime,
    /// Rounds that should have been finished before are made one after the other.
    CatchingUp,
    /// The round under way takes longer than its period, or the last ones did.
    Late,
    /// Nothing moves.
    Stalled,
}

impl StandingKind {
    /// The name in the API and in the style sheet.
    pub fn name(self) -> &'static str {
        match self {
            StandingKind::OnTime => "on-time",
            StandingKind::CatchingUp => "catching-up",
            StandingKind::Late => "late",
            StandingKind::Stalled => "stalled",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            StandingKind::OnTime => "On time",
            StandingKind::CatchingUp => "Catching up",
            StandingKind::Late => "Late",
            StandingKind::Stalled => "Stalled",
        }
    }
}

/// The values from which a standing follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    pub now_ms: u64,
    pub period_ms: u64,
    /// The last finished round.
    pub latest: u64,
    /// The time at which the round after that one should open.
    pub opens_ms: u64,
    /// The time at which the engine began the round under way; `None` while it waits for its opening.
    pub begun_ms: Option<u64>,
    /// The time since the engine last reported anything.
    pub silent: Duration,
    /// Whether the last rounds took longer than their periods.
    pub is_slow: bool,
    /// The network, if this is a node of one.
    pub network: Option<NetworkSight>,
}

impl Standing {
    pub(crate) fn new(sight: Sight) -> Standing {
        let Sight { now_ms, period_ms, latest, opens_ms, begun_ms, silent, is_slow, network } = sight;
        let grace = grace(period_ms);
        if latest > 0 && opens_ms > now_ms.saturating_add(3 * period_ms) {
            let text = "the clock is behind the chain's latest round, and no round opens until it is not";
            return Standing::of(StandingKind::Stalled, text.to_owned());
        }
        if silent > SILENCE.max(Duration::from_millis(period_ms)) {
            let text = format!("nothing has moved in this node for {} s", silent.as_secs());
            return Standing::of(StandingKind::Stalled, text);
        }
        if let Some(halted) = network.filter(|network| network.halted) {
            return Standing::of(StandingKind::Stalled, halted.words());
        }
        let due_ms = opens_ms.saturating_add(period_ms);
        let late_ms = now_ms.saturating_sub(due_ms);
        // A node that leaves periods empty is ahead of the clock for a moment, but is not on time.
        if !is_late(late_ms, period_ms) && is_slow {
            let text = "rounds take longer than their period, and periods are left without a round";
            return Standing::of(StandingKind::Late, text.to_owned());
        }
        if !is_late(late_ms, period_ms) {
            return Standing::of(StandingKind::OnTime, "rounds come on time".to_owned());
        }
        // A round that began after it was due is late because of the rounds before it.
        let catches_up = begun_ms.is_some_and(|begun| begun >= due_ms && now_ms <= begun + period_ms + grace);
        if catches_up {
            let rounds = late_ms / period_ms.max(1) + 1;
            let text = match rounds {
                1 => "one round behind the clock, and catching up".to_owned(),
                _ => format!("{rounds} rounds behind the clock, and catching up"),
            };
            return Standing::of(StandingKind::CatchingUp, text);
        }
        let text = format!("round {} should have been finished {} s ago", latest + 1, late_ms.div_ceil(1000));
        Standing::of(StandingKind::Late, text)
    }

    fn of(kind: StandingKind, text: String) -> Standing {
        Standing { kind, text }
    }
}

/// Whether a round that should have been finished this many milliseconds ago is reported as late.
fn is_late(late_ms: u64, period_ms: u64) -> bool {
    late_ms > grace(period_ms)
}

/// The milliseconds by which a round may be late before it is reported.
fn grace(period_ms: u64) -> u64 {
    GRACE_MS.max(period_ms / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Round 8 opens at 100 s, and should be finished at 102 s.
    const SIGHT: Sight = Sight {
        now_ms: 100_500,
        period_ms: 2_000,
        latest: 7,
        opens_ms: 100_000,
        begun_ms: Some(100_010),
        silent: Duration::from_millis(100),
        is_slow: false,
        network: None,
    };

    #[track_caller]
    fn assert_stands(sight: Sight, kind: StandingKind, words: &str) {
        let standing = Standing::new(sight);
        assert_eq!(standing.kind, kind, "{sight:?}");
        assert!(standing.text.contains(words), "{}", standing.text);
    }

    #[test]
    fn a_round_is_on_time_until_its_period_and_a_moment_are_over() {
        for now_ms in [94_001, 99_000, 100_000, 102_000, 102_500] {
            let begun_ms = (now_ms > 100_000).then_some(100_010);
            assert_stands(Sight { now_ms, begun_ms, ..SIGHT }, StandingKind::OnTime, "on time");
        }
        for now_ms in [102_501, 103_000, 1_000_000] {
            assert_stands(Sight { now_ms, ..SIGHT }, StandingKind::Late, "round 8 should have been finished");
        }
        assert_stands(Sight { now_ms: 103_001, ..SIGHT }, StandingKind::Late, "2 s ago");
        // The round should have opened, and was not begun.
        assert_stands(Sight { now_ms: 103_000, begun_ms: None, ..SIGHT }, StandingKind::Late, "round 8");
        // Short periods have the same grace time.
        let short = Sight { period_ms: 100, now_ms: 100_600, ..SIGHT };
        assert_stands(short, StandingKind::OnTime, "on time");
        assert_stands(Sight { now_ms: 100_601, ..short }, StandingKind::Late, "1 s ago");
    }

    #[test]
    fn what_begins_late_catches_up_for_a_period() {
        let sight = Sight { begun_ms: Some(110_000), ..SIGHT };
        assert_stands(Sight { now_ms: 110_100, ..sight }, StandingKind::CatchingUp, "5 rounds behind");
        assert_stands(Sight { now_ms: 112_500, ..sight }, StandingKind::CatchingUp, "6 rounds behind");
        assert_stands(Sight { now_ms: 112_501, ..sight }, StandingKind::Late, "round 8");
        let one = Sight { begun_ms: Some(102_000), now_ms: 102_600, ..SIGHT };
        assert_stands(one, StandingKind::CatchingUp, "one round behind");
    }

    #[test]
    fn who_is_slow_is_late_before_the_round_is_due() {
        let slow = Sight { is_slow: true, ..SIGHT };
        assert_stands(slow, StandingKind::Late, "longer than their period");
        assert_stands(
            Sight { begun_ms: None, now_ms: 99_000, ..slow },
            StandingKind::Late,
            "without a round",
        );
        assert_stands(Sight { now_ms: 103_000, ..slow }, StandingKind::Late, "round 8");
        assert_stands(
            Sight { begun_ms: Some(110_000), now_ms: 110_100, ..slow },
            StandingKind::CatchingUp,
            "5",
        );
    }

    #[test]
    fn an_engine_that_says_nothing_has_stalled() {
        let silent = |seconds| Sight { silent: Duration::from_secs(seconds), ..SIGHT };
        assert_stands(silent(10), StandingKind::OnTime, "on time");
        assert_stands(silent(11), StandingKind::Stalled, "for 11 s");
        // Lots and proofs may take most of a period.
        let long = Sight { period_ms: 60_000, ..silent(60) };
        assert_stands(long, StandingKind::OnTime, "on time");
        assert_stands(Sight { period_ms: 60_000, ..silent(61) }, StandingKind::Stalled, "for 61 s");
    }

    #[test]
    fn a_network_that_has_halted_is_stalled_and_not_late() {
        let sight = NetworkSight {
            validators: 4,
            quorum: 3,
            peers: Some(1),
            height: 90,
            block_seconds: 6,
            halted: false,
        };
        // Round 8 should have been finished 4 s ago; the engine of this node goes on reporting.
        let late = Sight { now_ms: 106_000, network: Some(sight), ..SIGHT };
        assert_stands(late, StandingKind::Late, "round 8");
        let halted = Sight { network: Some(NetworkSight { halted: true, ..sight }), ..late };
        assert_stands(halted, StandingKind::Stalled, "no block has come for 6 s");
    }

    #[test]
    fn a_clock_that_is_behind_is_said() {
        let behind = Sight { now_ms: 93_999, begun_ms: None, ..SIGHT };
        assert_stands(behind, StandingKind::Stalled, "clock is behind");
        // Before the first round this means that the chain has not begun yet.
        assert_stands(Sight { latest: 0, ..behind }, StandingKind::OnTime, "on time");
        assert_stands(Sight { now_ms: u64::MAX, ..SIGHT }, StandingKind::Late, "round 8");
        assert_stands(Sight { opens_ms: u64::MAX, ..SIGHT }, StandingKind::Stalled, "clock");
    }

    #[test]
    fn the_api_has_the_names() {
        use StandingKind::{CatchingUp, Late, OnTime, Stalled};
        for kind in [OnTime, CatchingUp, Late, Stalled] {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
