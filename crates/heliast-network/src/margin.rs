//! The margin: whether all tickets of a round are collected before anybody can know the delay's output for
//! them.
//!
//! An attacker who sees the tickets of a round may begin its delay while the round still collects, once for
//! each set of tickets that is possible at its end, and then choose whether to send one more. This is useless
//! as long as the delay takes longer than the collecting. The round collects for at least w blocks and c
//! milliseconds, and hostile proposers in a row add the time for which the others wait for them
//! (`spec/network.md`, "How large w must be"):
//!
//! ```text
//! collecting = max(w·I, c) + S(f) + S(f−1) + ... + S(f−v+1)        I: from one block to the next
//!                                                                  v = max(w, ⌈c/I⌉)
//! S(r)       = r·a + r(r−1)/2·b                              a: an attempt that fails, b: its growth
//! delay      = t · (nanoseconds of one step, on the fastest evaluator that is feared)
//! ratio      = delay / collecting
//! ```
//!
//! The bound is conditional. An attacker who can halt the consensus, with a third of the power or by
//! splitting the network, can extend the collecting at will. The times of the opening and the closing block
//! show it afterwards.

use crate::{
    founding::Application,
    home::{Distance, Pace, Site},
    turns,
};
use heliast::{DelayGroup, DelayRules};
use heliast_finality::{Insisting, NetworkFile};
use std::{
    fmt::{self, Display},
    time::Duration,
};

/// Picoseconds of one squaring modulo 1,024 bits in the fastest published hardware: 25 ns, rounded from the
/// 25.2 ns of a winner of the VDF Alliance's FPGA competition (2019). A modulus of 2,048 bits takes longer;
/// using the same time for it errs on the safe side. A chip made for this would be faster: the guide, "Where
/// 25 ns come from", has the sources.
const FASTEST_SQUARING_PS: u64 = 25_000;
/// The same in a class group of 1,024 bits: 100 ns. No time of a chip for it has been published; the
/// processors that do the squarings of Chia's chain take some 4,000 ns, and ours 3,000. That a chip is 40
/// times as fast as those is a guess, and the guide says so.
const FASTEST_CLASS_SQUARING_PS: u64 = 100_000;
/// A root modulo a prime of n bits takes n/2 squarings, one after the other, whatever runs in parallel
/// (`spec/roots.md`, "What is claimed").
const BITS_A_SQUARING: u64 = 2;
/// The least ratio of delay to collecting that a network should have: the delay must be at least as long.
const LEAST_MARGIN: f64 = 1.0;
/// The time that a block takes for its proposal and two rounds of votes, in addition to C, the wait before a
/// block in which a round collects: on one machine, and between machines 100 ms apart.
const LOCAL_VOTES_MS: u32 = 60;
const WIDE_VOTES_MS: u32 = 400;
/// Validators insist on tickets for this many times the longest collecting in one block.
const INSISTING: u32 = 2;
/// They insist at least for this time. It matters only if a mempool never gets a ticket.
const LEAST_INSISTING_MS: u32 = 10_000;
/// The longest time that a network file allows: a day.
const MOST_INSISTING_MS: u32 = 86_400_000;
/// An upper limit of hostile proposers in a row in any network.
const MAX_HOSTILE: u32 = 200;

/// The time for which a round collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collecting {
    /// w: blocks from the opening of a round to its closing.
    blocks: u32,
    /// c: milliseconds from the opening of a round to its closing, at least.
    least_ms: u32,
    /// I: milliseconds from one block to the next, while nothing goes wrong.
    interval_ms: u32,
    /// a: milliseconds of a failed first attempt of a height, which are the engine's timeouts to propose, to
    /// prevote and to precommit.
    failure_ms: u32,
    /// b: milliseconds by which each further attempt is longer.
    growth_ms: u32,
    /// f: the assumed number of hostile proposers in a row.
    hostile: u32,
    /// g: milliseconds within which a ticket must come so that validators insist on it.
    within_ms: u32,
}

impl Collecting {
    /// The time for a network with a node at each of these sites, of which less than a third are hostile. Its
    /// rounds collect for `blocks` blocks and at least `least_ms` milliseconds.
    pub fn of_network(sites: &[Site], blocks: u32, least_ms: u32) -> Collecting {
        Collecting::of_nodes(sites.len(), Distance::between(sites), blocks, least_ms)
    }

    /// The same for this number of nodes, at this distance from each other.
    pub fn of_nodes(nodes: usize, distance: Distance, blocks: u32, least_ms: u32) -> Collecting {
        let pace = Pace::of(distance);
        let votes_ms = match distance {
            Distance::Local => LOCAL_VOTES_MS,
            Distance::Wide => WIDE_VOTES_MS,
        };
        Collecting {
            blocks,
            least_ms,
            interval_ms: pace.collect_ms + votes_ms,
            failure_ms: pace.failure_ms(),
            growth_ms: pace.growth_ms(),
            hostile: u32::try_from(nodes.saturating_sub(1) / 3).unwrap_or(u32::MAX),
            within_ms: pace.within_ms,
        }
    }

    /// The time for a network that these applicants found.
    pub fn of_applicants(all: &[Application], blocks: u32, least_ms: u32) -> Collecting {
        let sites: Vec<_> = all.iter().map(|one| one.site().clone()).collect();
        let powers: Vec<_> = all.iter().map(|one| one.validator().power).collect();
        Collecting::of_network(&sites, blocks, least_ms).with_hostile(turns::in_a_row(&powers))
    }

    /// The time for the network of this file, when its validators have these powers. `None` if validators do
    /// not insist: such a file does not show how far apart the nodes are.
    pub fn of_file(file: &NetworkFile, powers: &[u64]) -> Option<Collecting> {
        let within_ms = file.insisting()?.within_ms;
        let distance = Distance::ALL.into_iter().find(|one| Pace::of(*one).within_ms == within_ms)?;
        let collecting = Collecting::of_nodes(powers.len(), distance, file.window_blocks(), file.window_ms());
        Some(collecting.with_hostile(turns::in_a_row(powers)))
    }

    /// The same with another assumed number of hostile proposers in a row, for validators of different powers
    /// ([`in_a_row`](crate::in_a_row)).
    fn with_hostile(self, hostile: u32) -> Collecting {
        Collecting { hostile, ..self }
    }

    /// The times for which the network's validators insist on tickets: longer than hostile proposers can
    /// stall one block.
    pub fn insisting(self) -> Insisting {
        let one = margin(Collecting { blocks: 1, least_ms: 0, ..self }, 0, FASTEST_SQUARING_PS);
        let stalled = u32::try_from(one.collecting.as_millis()).unwrap_or(u32::MAX);
        let until_ms = stalled.saturating_mul(INSISTING).clamp(LEAST_INSISTING_MS, MOST_INSISTING_MS);
        Insisting { within_ms: self.within_ms, until_ms }
    }

    /// The verdict on a delay of `t` such steps, for the fastest assumed evaluator.
    pub fn verdict(self, t: u64, step: Step) -> Verdict {
        margin(self, t, step.picoseconds).verdict(LEAST_MARGIN, step)
    }

    /// The verdict on the delays of a chain. If there are both, each must be long enough on its own, since
    /// one is a precaution in case the other is broken.
    pub fn verdict_of(self, delays: &DelayRules) -> Verdict {
        let squarings = delays.squarings.as_ref().map(|one| self.verdict(one.t, Step::squaring(&one.group)));
        let roots = delays.roots.as_ref().map(|one| self.verdict(one.t, Step::root(one.bits)));
        let shorter = |a: Verdict, b: Verdict| if b.margin().delay < a.margin().delay { b } else { a };
        squarings.into_iter().chain(roots).reduce(shorter).unwrap_or_else(|| self.verdict(0, Step::NONE))
    }
}

/// A step of a delay, on the fastest assumed evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    picoseconds: u64,
    /// The plural of the step's name.
    name: &'static str,
}

impl Step {
    const NONE: Step = Step { picoseconds: 1, name: "steps" };

    /// A squaring in this group.
    pub fn squaring(group: &DelayGroup) -> Step {
        let picoseconds = match group {
            DelayGroup::Class { .. } => FASTEST_CLASS_SQUARING_PS,
            _ => FASTEST_SQUARING_PS,
        };
        Step { picoseconds, name: "squarings" }
    }

    /// A root modulo a prime with this number of bits.
    pub fn root(bits: u16) -> Step {
        let squarings = u64::from(bits) / BITS_A_SQUARING;
        Step { picoseconds: squarings * FASTEST_SQUARING_PS, name: "roots" }
    }
}

/// The delay compared with the collecting of tickets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margin {
    /// The longest time for which a round collects, in whole milliseconds.
    pub collecting: Duration,
    /// The time that its delay takes on the fastest evaluator.
    pub delay: Duration,
}

/// The verdict on a margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// Nobody knows an outcome while the round collects.
    Safe(Margin),
    /// An attacker with such an evaluator who withholds a ticket could know its effect.
    Unsafe {
        /// The margin.
        margin: Margin,
        /// The least number of steps with which the margin would be safe.
        least: u64,
        /// The kind of steps.
        step: Step,
    },
}

/// The margin of a delay of `t` steps, each of `step_ps` picoseconds on the fastest assumed evaluator.
fn margin(collecting: Collecting, t: u64, step_ps: u64) -> Margin {
    let Collecting { blocks, least_ms, interval_ms, failure_ms, growth_ms, hostile, .. } = collecting;
    let usual = (u64::from(blocks) * u64::from(interval_ms)).max(least_ms.into());
    let failures = |r: u64| {
        let growth = (r.saturating_mul(r.saturating_sub(1)) / 2).saturating_mul(growth_ms.into());
        r.saturating_mul(failure_ms.into()).saturating_add(growth)
    };
    // From f downwards, for as many blocks as the window has. No network has more validators than
    // `MAX_HOSTILE`.
    let first = u64::from(hostile.min(MAX_HOSTILE));
    let blocks = blocks.max(least_ms.div_ceil(interval_ms.max(1)));
    let last = first.saturating_sub(blocks.into());
    let hostile = (last + 1..=first).map(failures).fold(0, u64::saturating_add);
    let delay_ns = u128::from(t) * u128::from(step_ps) / 1_000;
    Margin {
        collecting: Duration::from_millis(usual.saturating_add(hostile)),
        delay: Duration::from_nanos(u64::try_from(delay_ns).unwrap_or(u64::MAX)),
    }
}

impl Margin {
    /// The ratio of the delay to the collecting.
    fn ratio(&self) -> f64 {
        match self.collecting.is_zero() {
            true => f64::INFINITY,
            false => self.delay.as_secs_f64() / self.collecting.as_secs_f64(),
        }
    }

    /// The verdict on a delay of such steps with this least ratio, for example [`LEAST_MARGIN`].
    fn verdict(self, least: f64, step: Step) -> Verdict {
        if self.ratio() >= least {
            return Verdict::Safe(self);
        }
        let picoseconds = self.collecting.as_millis() as f64 * 1e9 * least;
        let least = (picoseconds / step.picoseconds.max(1) as f64).ceil() as u64;
        Verdict::Unsafe { margin: self, least, step }
    }
}

impl Verdict {
    /// Whether nobody knows an outcome while the round collects.
    pub fn is_safe(&self) -> bool {
        matches!(self, Verdict::Safe(_))
    }

    /// The margin.
    pub fn margin(&self) -> Margin {
        match self {
            Verdict::Safe(margin) | Verdict::Unsafe { margin, .. } => *margin,
        }
    }
}

impl Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (delay, collecting) = (self.delay.as_secs_f64(), self.collecting.as_secs_f64());
        write!(
            f,
            "on the fastest evaluator that is known the delay takes {delay:.3} s, and a round collects tickets for \
             {collecting:.3} s at most"
        )
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Safe(margin) => {
                let long = times(margin.ratio())
                    .map_or("as long".to_owned(), |times| format!("{times} times as long"));
                write!(f, "safe: {margin}; the delay is {long}")
            }
            Verdict::Unsafe { margin, least, step } => {
                let times = times(1.0 / margin.ratio());
                let short = times.map_or("a little".to_owned(), |times| format!("{times} times"));
                write!(
                    f,
                    "not safe: {margin}; the delay is {short} shorter than it must be, so that anybody who has such an \
                     evaluator and holds back a ticket knows what it changes; {least} {} would be safe, \
                     or fewer and faster blocks",
                    step.name,
                )
            }
        }
    }
}

/// A factor as text, with two digits or as a whole number; `None` if it rounds to 1.
fn times(ratio: f64) -> Option<String> {
    let words = if ratio < 10.0 { format!("{ratio:.1}") } else { format!("{ratio:.0}") };
    (words != "1.0").then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::home::{NodeSecrets, sites};
    use heliast_finality::{KeyType, Validator};

    const SQUARING: Step = Step { picoseconds: FASTEST_SQUARING_PS, name: "squarings" };
    const USUAL: Collecting = Collecting {
        blocks: 3,
        least_ms: 0,
        interval_ms: 250,
        failure_ms: 500,
        growth_ms: 100,
        hostile: 1,
        within_ms: 100,
    };

    #[test]
    fn the_margin_is_the_formula() {
        let found = margin(USUAL, 50_000_000, FASTEST_SQUARING_PS);
        assert_eq!((found.collecting.as_millis(), found.delay.as_millis()), (1_250, 1_250));
        assert_eq!(found.ratio(), 1.0);
        assert!(found.verdict(LEAST_MARGIN, SQUARING).is_safe());
        let longer = margin(Collecting { least_ms: 2_000, ..USUAL }, 50_000_000, FASTEST_SQUARING_PS);
        assert_eq!(longer.collecting.as_millis(), 2_500, "c, where it is longer than w blocks");
        let calm = margin(Collecting { hostile: 0, ..USUAL }, 50_000_000, FASTEST_SQUARING_PS);
        assert_eq!(calm.collecting.as_millis(), 750);
    }

    /// The figures of `simulation/` (experiment `window`) for nodes near each other.
    #[test]
    fn hostile_proposers_in_a_row_cost_more_and_more() {
        let near = Collecting { interval_ms: 310, failure_ms: 500, growth_ms: 200, ..USUAL };
        for (blocks, hostile, milliseconds) in [
            (3, 0, 930),
            (3, 1, 1_430),
            (3, 2, 2_630),
            (3, 3, 4_730),
            (1, 0, 310),
            (1, 1, 810),
            (1, 2, 1_510),
            (1, 5, 4_810),
            (1, 33, 122_410),
        ] {
            let found = margin(Collecting { blocks, hostile, ..near }, 1, FASTEST_SQUARING_PS);
            assert_eq!(found.collecting.as_millis(), milliseconds, "{blocks} blocks, {hostile}");
            let verdict = found.verdict(LEAST_MARGIN, SQUARING);
            let Verdict::Unsafe { least, .. } = verdict else { panic!("one squaring is too few") };
            assert_eq!(u128::from(least), milliseconds * 40_000);
        }
    }

    /// A least time means more blocks, each of which can be stalled.
    #[test]
    fn blocks_that_a_least_time_adds_can_be_stalled_too() {
        let of = |blocks, least_ms| {
            let collecting = Collecting { blocks, least_ms, hostile: 3, ..USUAL };
            margin(collecting, 1, FASTEST_SQUARING_PS).collecting.as_millis()
        };
        assert_eq!(of(1, 0), 250 + 1_800);
        assert_eq!(of(1, 250), of(1, 0));
        assert_eq!(of(1, 251), 251 + 1_800 + 1_100);
        assert_eq!(of(3, 251), of(3, 0));
    }

    #[test]
    fn validators_insist_for_longer_than_a_block_can_be_stalled() {
        for nodes in [1, 4, 7, 16, 100, 200] {
            for distance in Distance::ALL {
                let collecting = Collecting::of_nodes(nodes, distance, 1, 0);
                let Insisting { within_ms, until_ms } = collecting.insisting();
                let longest = margin(collecting, 1, FASTEST_SQUARING_PS).collecting.as_millis();
                assert!(u128::from(until_ms) >= 2 * longest, "{nodes} {distance:?}");
                assert_eq!(within_ms, Pace::of(distance).within_ms);
                assert_eq!(Collecting::of_nodes(nodes, distance, 9, 500).insisting().until_ms, until_ms);
            }
        }
    }

    /// A file has g, which shows the distance. Later powers may differ from those in the file.
    #[test]
    fn the_powers_of_later_make_a_network_collect_for_longer() {
        let key = |number: u8| {
            let secret = NodeSecrets::from_seeds(KeyType::Ed25519, [number; 32].into(), [number; 32].into());
            Validator { key: secret.unwrap().consensus_key().clone(), power: 10 }
        };
        let plain = NetworkFile::new(1, 0, (1..=4).map(key).collect(), [0; 32]).unwrap();
        assert_eq!(Collecting::of_file(&plain, &[10; 4]), None);
        for distance in Distance::ALL {
            let made = Collecting::of_nodes(4, distance, 1, 0);
            let file = plain.clone().with_insisting(made.insisting()).unwrap();
            assert_eq!(Collecting::of_file(&file, &[10; 4]), Some(made));
            let later = Collecting::of_nodes(16, distance, 1, 0);
            assert_eq!(Collecting::of_file(&file, &[10; 16]), Some(later));
            // A validator of power 10 next to 7, 8 and 8 may have two turns in a row.
            let uneven = Collecting::of_file(&file, &[7, 10, 8, 8]);
            assert_eq!(uneven, Some(made.with_hostile(2)));
        }
        let other = plain.with_insisting(Insisting { within_ms: 151, until_ms: 10_000 }).unwrap();
        assert_eq!(Collecting::of_file(&other, &[10; 4]), None);
    }

    #[test]
    fn an_unsafe_margin_says_what_would_be_safe() {
        for t in [1, 1_000, 49_999_999] {
            let verdict = margin(USUAL, t, FASTEST_SQUARING_PS).verdict(LEAST_MARGIN, SQUARING);
            let Verdict::Unsafe { least, .. } = verdict else { panic!("{t} squarings are too few") };
            assert_eq!(least, 50_000_000);
            let words = verdict.to_string();
            assert!(words.starts_with("not safe: ") && words.contains("50000000 squarings"), "{words}");
            let enough = margin(USUAL, least, FASTEST_SQUARING_PS);
            assert!(enough.verdict(LEAST_MARGIN, SQUARING).is_safe());
        }
        // With a slower assumed evaluator the margin is larger.
        assert!(
            margin(USUAL, 5_000_000, 500_000)
                .verdict(LEAST_MARGIN, Step { picoseconds: 500_000, ..SQUARING })
                .is_safe()
        );
    }

    /// The text must not say "0.01 times as long".
    #[test]
    fn a_margin_says_how_many_times_too_short_the_delay_is() {
        let words = |t| margin(USUAL, t, FASTEST_SQUARING_PS).verdict(LEAST_MARGIN, SQUARING).to_string();
        let short = words(500_000);
        assert!(short.contains("takes 0.013 s, and a round collects tickets for 1.250 s at most"), "{short}");
        assert!(short.contains("the delay is 100 times shorter than it must be"), "{short}");
        assert!(words(25_000_000).contains("2.0 times shorter than it must be"));
        assert!(words(49_999_999).contains("the delay is a little shorter than it must be"));
        assert!(words(50_000_000).ends_with("the delay is as long"), "{}", words(50_000_000));
        let safe = words(55_000_000);
        assert!(safe.starts_with("safe: ") && safe.ends_with("the delay is 1.1 times as long"), "{safe}");
    }

    /// The figures of a network of four nodes, on one machine and far apart.
    #[test]
    fn a_network_collects_at_the_pace_of_its_sites() {
        let here = sites(4, &[], 7_070).unwrap();
        let hosts = ["a.example", "b.example", "c.example", "d.example"].map(str::to_owned);
        let apart = sites(4, &hosts, 7_070).unwrap();
        let group = Step::squaring(&DelayGroup::rsa_2048());
        for (sites, milliseconds) in [(&here, 310 + 500), (&apart, 1_100 + 1_800)] {
            let verdict = Collecting::of_network(sites, 1, 0).verdict(1, group);
            assert_eq!(verdict.margin().collecting.as_millis(), milliseconds);
            let Verdict::Unsafe { least, .. } = verdict else { panic!("one squaring is too few") };
            assert_eq!(u128::from(least), milliseconds * 40_000);
        }
        let alone = Collecting::of_network(&here[..1], 1, 0).verdict(1, group);
        assert_eq!(alone.margin().collecting.as_millis(), 310, "nobody else is there to be hostile");
    }

    #[test]
    fn extremes_do_not_panic() {
        let all = Collecting {
            blocks: u32::MAX,
            least_ms: u32::MAX,
            interval_ms: u32::MAX,
            failure_ms: u32::MAX,
            growth_ms: u32::MAX,
            hostile: u32::MAX,
            within_ms: u32::MAX,
        };
        let none = Collecting {
            blocks: 0,
            least_ms: 0,
            interval_ms: 0,
            failure_ms: 0,
            growth_ms: 0,
            hostile: 0,
            within_ms: 0,
        };
        for (collecting, t, ps) in [(all, 0, 0), (all, u64::MAX, u64::MAX), (none, 0, 0), (none, u64::MAX, 1)]
        {
            let margin = margin(collecting, t, ps);
            let _ = (
                margin.verdict(LEAST_MARGIN, Step { picoseconds: ps, ..SQUARING }).to_string(),
                margin.ratio(),
                collecting.insisting(),
            );
        }
    }
}
