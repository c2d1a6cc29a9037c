//! Warnings, for a person who is to agree to a draft.

use super::{application::Application, draft::Draft};
use crate::{Collecting, turns};
use heliast::{DelayGroup, RootRules, Suite};
use heliast_finality::Insisting;
use std::{collections::BTreeMap, fmt};

/// Something that a person should know before agreeing to a draft. It is not forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The network needs every node.
    NobodyMayFail,
    /// One operator has a third of the power or more.
    Power {
        /// The operator's name.
        name: String,
        /// The power, of all.
        power: u64,
        /// All power.
        total: u64,
    },
    /// One operator has a third of the stake or more.
    Stake {
        /// The operator's name.
        name: String,
        /// The stake, of all.
        stake: u64,
        /// All stake.
        total: u64,
    },
    /// Nodes of several operators are on one machine.
    OneMachine(Vec<String>),
    /// A node has an address that only its own machine reaches.
    Unreachable(String),
    /// Hostile proposers in a row can leave a ticket out, since nobody insists on it.
    Window {
        /// w: blocks from the opening of a round to its closing.
        blocks: u32,
        /// The number of turns in a row that validators with less than a third of the power can have.
        in_a_row: u32,
    },
    /// The validators insist on tickets for other times than usual.
    Insisting {
        /// The times of the draft.
        found: Insisting,
        /// The usual times; the second one is the least that is safe.
        usual: Insisting,
    },
    /// The delay's modulus is not the one whose factors nobody is known to have.
    Modulus,
    /// The seed of the discriminant was chosen by the coordinator.
    Seed,
    /// The prime of the roots comes from a seed that the coordinator chose.
    RootSeed,
    /// The delay's proofs have other challenges than usual.
    Suite {
        /// The bits of security against a false proof.
        level: u16,
    },
}

impl Draft {
    /// The warnings for a person who is to agree.
    pub fn warnings(&self) -> Vec<Warning> {
        let all = self.applications();
        let powers: Vec<_> = all.iter().map(|one| one.validator().power).collect();
        let mut warnings = vec![];
        if turns::may_fail(&powers) == 0 {
            warnings.push(Warning::NobodyMayFail);
        }
        let total = powers.iter().sum();
        for one in all.iter().filter(|one| is_a_third(one.validator().power, total)) {
            let (name, power) = (one.name().to_owned(), one.validator().power);
            warnings.push(Warning::Power { name, power, total });
        }
        let total = all.iter().map(Application::stake).sum();
        for one in all.iter().filter(|one| is_a_third(one.stake(), total)) {
            warnings.push(Warning::Stake { name: one.name().to_owned(), stake: one.stake(), total });
        }
        warnings.extend(sites(all));
        warnings.extend(self.window(&powers));
        let genesis = self.foundations().chain.genesis();
        if let Some(squarings) = &genesis.delays.squarings {
            warnings.extend(group(&squarings.group));
            if squarings.suite != Suite::default() {
                warnings.push(Warning::Suite { level: squarings.suite.level() });
            }
        }
        let foreign = |roots: &RootRules| !roots.is_built_in();
        warnings
            .extend(genesis.delays.roots.as_ref().filter(|roots| foreign(roots)).map(|_| Warning::RootSeed));
        warnings
    }

    /// The warning that a ticket can be left out of the window, if so.
    fn window(&self, powers: &[u64]) -> Option<Warning> {
        let network = &self.foundations().network;
        let (blocks, in_a_row) = (network.window_blocks(), turns::in_a_row(powers));
        let Some(found) = network.insisting() else {
            return (blocks <= in_a_row).then_some(Warning::Window { blocks, in_a_row });
        };
        let usual = Collecting::of_applicants(self.applications(), blocks, network.window_ms()).insisting();
        let is_usual = found.within_ms == usual.within_ms && found.until_ms >= usual.until_ms;
        (!is_usual).then_some(Warning::Insisting { found, usual })
    }
}

fn is_a_third(part: u64, total: u64) -> bool {
    3 * u128::from(part) >= total.into()
}

/// Warnings about the addresses, unless all nodes are on this machine, as for a trial.
fn sites(all: &[Application]) -> Vec<Warning> {
    if all.iter().all(|one| one.site().is_local()) {
        return vec![];
    }
    let mut machines = BTreeMap::<_, Vec<_>>::new();
    for one in all {
        machines.entry(&one.site().host).or_default().push(one.name().to_owned());
    }
    let together = machines.into_values().filter(|names| names.len() > 1).map(Warning::OneMachine);
    let local = all.iter().filter(|one| one.site().is_local());
    let local = local.map(|one| Warning::Unreachable(one.name().to_owned()));
    together.chain(local).collect()
}

fn group(group: &DelayGroup) -> Option<Warning> {
    match group {
        DelayGroup::Class { .. } => Some(Warning::Seed),
        group => (*group != DelayGroup::rsa_2048()).then_some(Warning::Modulus),
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::NobodyMayFail => f.write_str("no node may fail: without any of them no block is decided"),
            Warning::Power { name, power, total } if 3 * u128::from(*power) > 2 * u128::from(*total) => {
                write!(f, "{name} has {power} of {total} power, and decides alone")
            }
            Warning::Power { name, power, total } => {
                write!(f, "{name} has {power} of {total} power: without its node no block is decided")
            }
            Warning::Stake { name, stake, total } if 3 * u128::from(*stake) > 2 * u128::from(*total) => {
                write!(f, "{name} has {stake} of {total} stake, and changes the members alone")
            }
            Warning::Stake { name, stake, total } => write!(
                f,
                "{name} has {stake} of {total} stake: if its keys are lost, no proposal can be adopted any more"
            ),
            Warning::OneMachine(names) => write!(f, "the nodes of {} are on one machine", names.join(" and ")),
            Warning::Unreachable(name) => {
                write!(f, "the address of {name} is one that only its own machine reaches")
            }
            Warning::Window { blocks, in_a_row } => write!(
                f,
                "a round collects for {blocks} blocks, and {in_a_row} hostile proposers in a row can leave a ticket out: \
                 nobody insists on it"
            ),
            Warning::Insisting { found, usual } => write!(
                f,
                "validators insist on tickets that come within {} ms for {} ms; between these nodes {} ms for {} ms or \
                 more are usual",
                found.within_ms, found.until_ms, usual.within_ms, usual.until_ms
            ),
            Warning::Modulus => f.write_str(
                "the delay's modulus is not RSA-2048: its maker may know its factors, and with them all \
                 outcomes at once",
            ),
            Warning::Suite { level } => write!(
                f,
                "the proofs of delays have other challenges than usual: {level} bits of security against a false one"
            ),
            Warning::RootSeed => f.write_str(
                "the prime of the delay's roots is not a built-in one: its seed may be one of many that somebody tried",
            ),
            Warning::Seed => f.write_str(
                "the delay's discriminant comes from a seed: it may be one of many that somebody tried",
            ),
        }
    }
}
