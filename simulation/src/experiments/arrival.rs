//! Arrival: whether an honest proposer has every ticket that was sent.
//!
//! The experiments about windows count blocks of honest proposers, and assume that these contain every honest
//! ticket. This experiment justifies the assumption. A participant receives the block that opens its round a
//! little later than the proposer, draws, and sends its ticket to one node, which passes it on: each node has
//! it by g + δ. The next proposer has its turn after the engine's interval. Meanwhile hostile participants
//! send any number of announcements, before all other messages. Hostile proposers leave out all tickets.
//!
//! With the rules of `spec/network.md` and messages that take less than the interval, two things never
//! happen: an honest block lacks a ticket that no earlier block has; and a window with an honest block
//! closes without one. Each happens if one of the two conditions is missing: with the rules from before the
//! fix for floods of announcements, and with messages that take longer. Without a flood those older rules
//! also work, so only a test with a flood shows the difference.

use super::{Effort, Verdict, exclusion::most_hostile};
use crate::{
    blocks::{Network, Play, Timeouts},
    mempool::{Mempool, Rules, Tx},
    random::Random,
    rotation::Rotation,
};
use std::collections::BTreeSet;

const TRIALS: u64 = 20_000;
/// The number of blocks of a window.
const WINDOW: usize = 3;
/// The time from one block to the next, and the latest time at which a ticket is sent, in milliseconds.
const INTERVAL: u64 = 1_000;
const SENT: u64 = 400;
/// The longest time that a message between nodes takes.
const MESSAGE: u64 = 500;
/// The number of transactions that fit in a block.
const ROOM: usize = 40;
/// The number of honest participants; the hostile ones have the next numbers.
const HONEST: usize = 6;
const HOSTILE: usize = 3;
const TIMEOUTS: Timeouts =
    Timeouts { interval_ms: INTERVAL, propose_ms: [0; 2], prevote_ms: [0; 2], precommit_ms: [0; 2] };

/// The transactions that are sent, the rules, and the speed of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// A flood, with today's rules.
    Flood,
    /// A flood, with the older rules: the contrast.
    FloodBefore,
    /// No flood, with the older rules.
    QuietBefore,
    /// A flood, with today's rules and messages that take four times as long: the contrast.
    Slow,
}

/// All cases.
pub const CASES: [Case; 4] = [Case::Flood, Case::FloodBefore, Case::QuietBefore, Case::Slow];

/// The counts for one case and number of validators.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// The case.
    pub case: Case,
    /// n.
    pub validators: usize,
    /// The number of windows examined.
    pub trials: u64,
    /// The windows without an honest block.
    pub hostile: u64,
    /// The honest blocks; `lacking` counts those that leave out a ticket that no earlier block has.
    pub honest_blocks: u64,
    /// See `honest_blocks`.
    pub lacking: u64,
    /// The windows with an honest block that close without some honest ticket.
    pub left_out: u64,
    /// The windows that close without any.
    pub emptied: u64,
}

/// Runs windows of a network of `validators` validators of equal power, with the hostile ones at random
/// places.
pub fn run(case: Case, validators: usize, effort: Effort) -> Arrival {
    let mut random = Random::new(effort.seed, &format!("arrival {case:?} {validators}"));
    let trials = (TRIALS / effort.divisor / validators.div_ceil(10) as u64).max(200);
    let (hostile, honest_blocks, lacking, left_out, emptied) = (0, 0, 0, 0, 0);
    let mut result = Arrival { case, validators, trials, hostile, honest_blocks, lacking, left_out, emptied };
    for _ in 0..trials {
        result.window(&mut random);
    }
    result
}

impl Arrival {
    fn window(&mut self, random: &mut Random) {
        let mut hostile: Vec<_> =
            (0..self.validators).map(|place| place < most_hostile(self.validators)).collect();
        random.shuffle(&mut hostile);
        let mut network = Network::new(Rotation::of_powers(&vec![1; self.validators]), hostile, TIMEOUTS);
        network.skip(random.below(self.validators as u64));
        let window = network.window(WINDOW, Play::Prompt);
        // The proposers of a window differ from each other.
        let mut arrivals: Vec<_> = window.0.iter().map(|_| self.flood(random)).collect();
        let sent: Vec<u64> = (0..HONEST).map(|_| random.below(SENT + 1)).collect();
        for of_one in &mut arrivals {
            let tickets = sent.iter().enumerate();
            of_one.extend(tickets.map(|(who, ms)| (ms + self.message(random), Tx::Ticket(who))));
        }
        let rules = self.case.rules();
        let mut mempools: Vec<_> =
            arrivals.into_iter().map(|of_one| Mempool::new(rules, ROOM, of_one)).collect();
        let (mut round, mut now_ms) = (BTreeSet::new(), 0);
        for (place, block) in window.0.iter().enumerate() {
            now_ms += block.took_ms;
            if block.is_hostile {
                continue;
            }
            let proposal = mempools[place].proposal(now_ms);
            mempools.iter_mut().for_each(|mempool| mempool.forget(&proposal));
            round.extend(proposal);
            self.honest_blocks += 1;
            self.lacking += u64::from(!has_all(&round));
        }
        let has_honest = !window.is_hostile();
        self.hostile += u64::from(!has_honest);
        self.left_out += u64::from(has_honest && !has_all(&round));
        self.emptied += u64::from(has_honest && !(0..HONEST).any(|who| round.contains(&Tx::Ticket(who))));
    }

    /// The flood as it reaches a node: before all tickets, and more announcements of each participant than a
    /// block takes.
    fn flood(&self, random: &mut Random) -> Vec<(u64, Tx)> {
        if self.case == Case::QuietBefore {
            return vec![];
        }
        let mut order: Vec<_> = (HONEST..HONEST + HOSTILE).collect();
        random.shuffle(&mut order);
        let said = |who: usize| (0..=ROOM).map(move |number| (0, Tx::Announcement(who, number)));
        order.into_iter().flat_map(said).collect()
    }

    fn message(&self, random: &mut Random) -> u64 {
        random.below(if self.case == Case::Slow { 4 * MESSAGE } else { MESSAGE } + 1)
    }

    /// Checks that neither thing happens with today's rules and timely messages, and that each happens
    /// otherwise.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let name = |what| format!("{} validators, {}: {what}", self.validators, self.case.name());
        let (lacking, left_out) =
            ("honest blocks without a ticket", "windows with an honest block without a ticket");
        let of_blocks = self.lacking as f64 / self.honest_blocks as f64;
        let of_windows = self.left_out as f64 / self.trials as f64;
        let none = |what, share| Verdict::near(name(what), share, 0.0, 0.0);
        let some = |what, share| Verdict {
            claim: name(what),
            measured: share,
            low: 1.0 / self.trials as f64,
            high: 1.0,
        };
        match self.case {
            Case::Flood | Case::QuietBefore => vec![none(lacking, of_blocks), none(left_out, of_windows)],
            Case::FloodBefore => {
                let emptied = self.emptied as f64 / self.trials as f64;
                vec![some(lacking, of_blocks), some("rounds that a flood empties", emptied)]
            }
            Case::Slow => vec![some(lacking, of_blocks), some(left_out, of_windows)],
        }
    }
}

fn has_all(round: &BTreeSet<Tx>) -> bool {
    (0..HONEST).all(|who| round.contains(&Tx::Ticket(who)))
}

impl Case {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Case::Flood => "a flood of announcements",
            Case::FloodBefore => "a flood, by the rules from before",
            Case::QuietBefore => "no flood, by the rules from before",
            Case::Slow => "a flood, messages take four times as long",
        }
    }

    fn rules(self) -> Rules {
        match self {
            Case::Flood | Case::Slow => Rules::Today,
            Case::FloodBefore | Case::QuietBefore => Rules::FirstCome,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::exclusion::VALIDATORS;

    #[test]
    fn an_honest_proposer_has_every_ticket_and_each_presumption_is_needed() {
        for case in CASES {
            for validators in VALIDATORS {
                let found = run(case, validators, Effort { seed: 7, divisor: 10 });
                assert!(found.verdicts().iter().all(Verdict::holds), "{found:?}");
            }
        }
    }
}
