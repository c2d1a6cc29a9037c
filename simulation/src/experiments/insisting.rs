//! Insisting: validators vote against a block that lacks a ticket that they had in time.
//!
//! One height, by the rules of `spec/network.md`, with messages that take up to δ and C = g + 2δ. Honest
//! tickets are in all honest mempools by τ + g. The hostile validators, which are consecutive in the
//! rotation, have their turns first. They know everything, and time a ticket of their own so that some
//! validators have it before τ + g and others after it. In each turn they propose nothing, or leave out an
//! honest ticket or their own; and if two thirds would vote for that block, they let it be decided, or show
//! the votes so late that only some validators are locked on it. Then an honest proposer has its turn, for
//! which no hostile validator votes. Two things must never happen, and each happens if one rule is removed:
//!
//! - a block without an honest ticket is decided (this happens if no validator insists);
//! - an honest proposal is not decided in its attempt (this happens if messages take longer, or if validators
//!   insist even though two thirds have voted for a block).

use super::{Effort, Verdict, exclusion::most_hostile};
use crate::random::Random;
use std::collections::BTreeSet;

const TRIALS: u64 = 20_000;
/// g, and the excess of C over it, in milliseconds: values for machines in one place.
const WITHIN: u64 = 150;
const MORE: u64 = 100;
/// The number of honest tickets; the hostile one has the next number.
const HONEST: usize = 3;

/// The rules that apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// All rules.
    All,
    /// No validator insists: the contrast.
    NobodyInsists,
    /// Validators insist always: the contrast.
    Always,
    /// Messages take three times as long as assumed: the contrast.
    Slow,
}

/// All rules.
pub const RULES: [Rules; 4] = [Rules::All, Rules::NobodyInsists, Rules::Always, Rules::Slow];

/// The counts for one number of validators.
#[derive(Clone, Debug, PartialEq)]
pub struct Insisting {
    /// The rules.
    pub rules: Rules,
    /// n.
    pub validators: usize,
    /// The number of heights examined.
    pub trials: u64,
    /// The heights whose block lacks an honest ticket.
    pub left_out: u64,
    /// The heights in which the first honest proposal was not decided.
    pub failed: u64,
    /// The heights whose block has the hostile ticket.
    pub added: u64,
}

/// A block: the numbers of its tickets.
type Block = BTreeSet<usize>;

/// The honest validators at one height.
struct Height {
    validators: usize,
    rules: Rules,
    /// For each validator, the time at which it had the previous block; in `arrivals`, those of its tickets.
    had: Vec<u64>,
    arrivals: Vec<Vec<u64>>,
    locked: Vec<Option<Block>>,
    /// The block that two thirds voted for in the last attempt that had one.
    valid: Option<Block>,
    decided: Option<Block>,
    /// Whether the hostile validators never let a block of theirs be decided at once, but wait for honest
    /// proposals.
    waits: bool,
}

/// Runs heights of a network of `validators` validators.
pub fn run(rules: Rules, validators: usize, effort: Effort) -> Insisting {
    let mut random = Random::new(effort.seed, &format!("insisting {rules:?} {validators}"));
    let trials = (TRIALS / effort.divisor).max(200);
    let mut result = Insisting { rules, validators, trials, left_out: 0, failed: 0, added: 0 };
    for _ in 0..trials {
        let mut height = Height::new(validators, rules, &mut random);
        for _ in 0..most_hostile(validators) {
            if height.decided.is_none() {
                height.hostile_turn(&mut random);
            }
        }
        if height.decided.is_none() {
            height.honest_turn(&mut random);
            result.failed += u64::from(height.decided.is_none());
        }
        if let Some(block) = &height.decided {
            result.left_out += u64::from((0..HONEST).any(|ticket| !block.contains(&ticket)));
            result.added += u64::from(block.contains(&HONEST));
        }
    }
    result
}

impl Height {
    fn new(validators: usize, rules: Rules, random: &mut Random) -> Height {
        let honest = validators - most_hostile(validators);
        let presumed = MORE / 2;
        let delay = if rules == Rules::Slow { 3 * presumed } else { presumed };
        let had: Vec<_> = (0..honest).map(|_| random.below(delay + 1)).collect();
        let mut arrivals = vec![vec![]; honest];
        for _ in 0..HONEST {
            let sent = random.below(WITHIN - presumed + 1);
            let of_all = arrivals.iter_mut();
            // Messages are in time as far as the rules assume; beyond that, a slow network is slow.
            of_all.for_each(|of: &mut Vec<u64>| of.push(sent + random.below(presumed + 1)));
        }
        // It is sent at once to some validators, which pass it on to the others.
        let sent = WITHIN - presumed + random.below(3 * presumed);
        for of in &mut arrivals {
            let is_sent = random.below(2) == 0;
            of.push(if is_sent { sent } else { sent + random.below(delay + 1) });
        }
        let locked = vec![None; honest];
        Height {
            validators,
            rules,
            had,
            arrivals,
            locked,
            valid: None,
            decided: None,
            waits: random.below(2) == 0,
        }
    }

    fn hostile(&self) -> usize {
        most_hostile(self.validators)
    }

    fn is_two_thirds(&self, votes: usize) -> bool {
        3 * votes > 2 * self.validators
    }

    fn insists(&self, validator: usize, ticket: usize) -> bool {
        self.rules != Rules::NobodyInsists && self.arrivals[validator][ticket] <= self.had[validator] + WITHIN
    }

    fn votes_for(&self, validator: usize, block: &Block) -> bool {
        if let Some(locked) = &self.locked[validator] {
            return locked == block;
        }
        let is_known = self.rules != Rules::Always && self.valid.as_ref() == Some(block);
        is_known || (0..=HONEST).all(|ticket| !self.insists(validator, ticket) || block.contains(&ticket))
    }

    /// The votes of honest validators.
    fn votes(&self, block: &Block) -> usize {
        (0..self.had.len()).filter(|validator| self.votes_for(*validator, block)).count()
    }

    fn hostile_turn(&mut self, random: &mut Random) {
        let left_out = match random.below(3) {
            0 => return,
            1 => random.index(HONEST),
            _ => HONEST,
        };
        let block: Block = (0..=HONEST).filter(|ticket| *ticket != left_out).collect();
        let votes = self.votes(&block);
        if !self.is_two_thirds(votes + self.hostile()) {
            return;
        }
        if self.is_two_thirds(votes) || (!self.waits && random.below(2) == 0) {
            self.decided = Some(block);
            return;
        }
        // Some validators see the votes in time and are locked; all see them before the attempt ends.
        let first = random.index(self.locked.len());
        for (validator, locked) in self.locked.iter_mut().enumerate() {
            let is_locked = validator == first || random.below(4) == 0;
            *locked = is_locked.then(|| block.clone());
        }
        self.valid = Some(block);
    }

    fn honest_turn(&mut self, random: &mut Random) {
        let proposer = random.index(self.had.len());
        let own = || {
            let last = self.had[proposer] + WITHIN + MORE;
            (0..=HONEST).filter(|ticket| self.arrivals[proposer][*ticket] <= last).collect()
        };
        let block = self.valid.clone().unwrap_or_else(own);
        if self.is_two_thirds(self.votes(&block)) {
            self.decided = Some(block);
        }
    }
}

impl Rules {
    /// A description.
    pub fn name(self) -> &'static str {
        match self {
            Rules::All => "all",
            Rules::NobodyInsists => "nobody insists",
            Rules::Always => "also on blocks that two thirds voted for",
            Rules::Slow => "messages take three times as long",
        }
    }
}

impl Insisting {
    /// Checks that neither thing happens with all rules, and that each happens without one.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let name = |what| {
            format!("{} validators, rules of insisting: {}: {what}", self.validators, self.rules.name())
        };
        let share = |count| count as f64 / self.trials as f64;
        let none = |what, count| Verdict::near(name(what), share(count), 0.0, 0.0);
        let some = |what, count| Verdict {
            claim: name(what),
            measured: share(count),
            low: 1.0 / self.trials as f64,
            high: 1.0,
        };
        let (left_out, failed) =
            ("blocks without an honest ticket", "honest proposals that were not decided");
        match self.rules {
            Rules::All => vec![none(left_out, self.left_out), none(failed, self.failed)],
            Rules::NobodyInsists => vec![some(left_out, self.left_out), none(failed, self.failed)],
            Rules::Always => vec![none(left_out, self.left_out), some(failed, self.failed)],
            Rules::Slow => vec![none(left_out, self.left_out), some(failed, self.failed)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::exclusion::VALIDATORS;

    #[test]
    fn nothing_is_left_out_and_nobody_honest_fails_and_each_rule_is_needed() {
        for rules in RULES {
            for validators in VALIDATORS {
                let found = run(rules, validators, Effort { seed: 7, divisor: 10 });
                assert!(found.verdicts().iter().all(Verdict::holds), "{found:?}");
            }
        }
    }

    /// Hostile validators can choose whether their own ticket is included; the delay must outlast that
    /// choice.
    #[test]
    fn a_ticket_that_came_between_is_the_hostiles_choice() {
        let found = run(Rules::All, 7, Effort { seed: 7, divisor: 10 });
        assert!(found.added > 0 && found.added < found.trials, "{found:?}");
    }
}
