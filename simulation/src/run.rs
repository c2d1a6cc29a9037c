//! The whole simulation: its parts as independent jobs, and their results.

use crate::{
    experiments::{
        Effort, Verdict,
        alignment::{self, Alignment},
        approval::{self, Approvals},
        arrival::{self, Arrival},
        committees::{self, Committee},
        exclusion::{self, Exclusion, Placement},
        grinding::{self, Grinding},
        insisting::{self, Insisting, Rules},
        joining::{self, Joining},
        last_revealer::{self, LastRevealer},
        leaving::{self, Leaving},
        margin::{self, Margin, Order},
        splitting::{self, Splitting},
        together::{self, Together},
        turns::{self, Turns},
        window::{self, Distance, Version, WindowLength},
        withholding::{self, Play, Withholding},
    },
    parallel::parallel,
    random::Random,
    setting::Setting,
    world::{Summary, World, WorldError},
};
use heliast::{Malformed, StatelessScheme};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of rounds of one chain of the mixed run.
const CHAIN: u64 = 1_000;

/// The plan of a simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed, which determines everything.
    pub seed: u64,
    /// The number of rounds of the mixed run.
    pub rounds: u64,
    /// The populations whose committees are compared with theory, and that run as chains.
    pub participants: Vec<usize>,
    /// Divides the rounds of the experiments, and of all chains except the mixed ones.
    pub divisor: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { seed: 1, rounds: 100_000, participants: vec![10, 100, 1_000, 10_000], divisor: 1 }
    }
}

/// The reason why there are no results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// A verdict that differs from the rules.
    #[error(transparent)]
    World(#[from] WorldError),
    /// There is no such chain.
    #[error("no chain has these parameters: {0}")]
    Setting(#[from] Malformed),
}

/// The results of a simulation.
#[derive(Clone, Debug)]
pub struct Results {
    /// The plan that was simulated.
    pub plan: Plan,
    /// Chains with machine, model and adversaries, by kind.
    pub worlds: Vec<(String, Summary)>,
    /// The votes of committees.
    pub committees: Vec<Committee>,
    /// One account compared with many.
    pub splitting: Splitting,
    /// Withheld tickets.
    pub withholding: Vec<Withholding>,
    /// Tried keys.
    pub grinding: Vec<Grinding>,
    /// Chosen bits.
    pub last_revealer: Vec<LastRevealer>,
    /// The proposals that coalitions adopt and prevent.
    pub approvals: Vec<Approvals>,
    /// Stake that leaves and approves.
    pub leaving: Vec<Leaving>,
    /// Proposals that are adopted together.
    pub together: Vec<Together>,
    /// The keys and rounds that joining members choose.
    pub joining: Vec<Joining>,
    /// Turns in the rotation of proposers.
    pub turns: Vec<Turns>,
    /// The tickets available to honest proposers.
    pub arrival: Vec<Arrival>,
    /// Tickets that hostile proposers leave out.
    pub exclusion: Vec<Exclusion>,
    /// Blocks that lack tickets on which validators insist.
    pub insisting: Vec<Insisting>,
    /// Rounds whose windows fall on the same proposers.
    pub alignment: Vec<Alignment>,
    /// The durations of windows.
    pub window: Vec<WindowLength>,
    /// Bits chosen during a window.
    pub margin: Vec<Margin>,
}

enum Job {
    World(String, Setting, Random),
    Committees(usize),
    Splitting,
    Withholding(u64, Play),
    Grinding(u64),
    LastRevealer(u64),
    Approvals(u64, approval::Play),
    Leaving(u64, leaving::Last),
    Together(together::Policy),
    Joining(u64, joining::Choice),
    Turns(usize),
    Arrival(arrival::Case, usize),
    Exclusion(Placement, usize),
    Insisting(Rules, usize),
    Alignment(usize, usize),
    Window(Version, Distance, usize),
    Margin(Version, Order),
}

enum Found {
    World(String, Box<Summary>),
    Committees(Vec<Committee>),
    Splitting(Splitting),
    Withholding(Withholding),
    Grinding(Grinding),
    LastRevealer(LastRevealer),
    Approvals(Approvals),
    Leaving(Leaving),
    Together(Together),
    Joining(Joining),
    Turns(Turns),
    Arrival(Arrival),
    Exclusion(Exclusion),
    Insisting(Insisting),
    Alignment(Alignment),
    Window(WindowLength),
    Margin(Box<Margin>),
}

impl Plan {
    /// Runs everything on `threads` threads; the results do not depend on their number. `progress` receives
    /// reports of finished rounds and parts.
    ///
    /// # Errors
    /// [`RunError`], usually because the machine's verdict differs from the rules.
    pub fn run(&self, threads: usize, progress: impl Fn(&str) + Sync) -> Result<Results, RunError> {
        let jobs = self.jobs();
        let (rounds, parts) = (AtomicU64::new(0), AtomicU64::new(0));
        let found = parallel(&jobs, threads, |job| {
            let found = self.run_job(job);
            let part = parts.fetch_add(1, Ordering::Relaxed) + 1;
            let more = if let Job::World(_, setting, _) = job { setting.rounds } else { 0 };
            let done = rounds.fetch_add(more, Ordering::Relaxed) + more;
            progress(&format!("{part} of {} parts, {done} rounds of chains", jobs.len()));
            found
        });
        self.collect(found)
    }

    fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for index in 0..self.rounds.div_ceil(CHAIN) {
            let mut random = Random::new(self.seed, &format!("chain {index}"));
            let rounds = CHAIN.min(self.rounds - index * CHAIN);
            jobs.push(Job::World("mixed".to_owned(), Setting::mixed(&mut random, index, rounds), random));
        }
        let random = Random::new(self.seed, "A-VRF");
        jobs.push(Job::World(
            "A-VRF as stateless keys".to_owned(),
            Setting::quantum_safe(200 / self.divisor),
            random,
        ));
        for &count in &self.participants {
            let random = Random::new(self.seed, &format!("chain of {count}"));
            let rounds = (20_000 / count as u64).clamp(10, 500) / self.divisor;
            jobs.push(Job::World(
                format!("{count} participants"),
                Setting::crowd(count, rounds.max(2)),
                random,
            ));
        }
        jobs.extend(self.participants.iter().map(|count| Job::Committees(*count)));
        jobs.push(Job::Splitting);
        for share in [100, 330] {
            jobs.extend(withholding::PLAYS.map(|play| Job::Withholding(share, play)));
        }
        jobs.extend(grinding::LEADS.map(Job::Grinding));
        jobs.extend(last_revealer::SHARES.map(Job::LastRevealer));
        jobs.extend(member_jobs());
        jobs.extend(network_jobs());
        jobs
    }

    fn run_job(&self, job: &Job) -> Result<Found, RunError> {
        let effort = Effort { seed: self.seed, divisor: self.divisor };
        Ok(match job {
            Job::World(name, setting, random) => {
                let summary = World::new(setting.clone(), random.clone())?.run()?;
                Found::World(name.clone(), Box::new(summary))
            }
            Job::Committees(count) => Found::Committees(committees::run(*count, effort)?),
            Job::Splitting => Found::Splitting(splitting::run(effort)?),
            Job::Withholding(share, play) => Found::Withholding(withholding::run(*share, *play, effort)?),
            Job::Grinding(lead) => Found::Grinding(grinding::run(*lead, effort)?),
            Job::LastRevealer(share) => Found::LastRevealer(last_revealer::run(*share, effort)?),
            Job::Approvals(stake, play) => Found::Approvals(approval::run(*stake, *play, effort)),
            Job::Leaving(lead, last) => Found::Leaving(leaving::run(*lead, *last)),
            Job::Together(policy) => Found::Together(together::run(*policy, effort)),
            Job::Joining(lead, choice) => Found::Joining(joining::run(*lead, *choice, effort)?),
            Job::Turns(count) => Found::Turns(turns::run(*count, self.seed)),
            Job::Arrival(case, count) => Found::Arrival(arrival::run(*case, *count, effort)),
            Job::Exclusion(placement, count) => Found::Exclusion(exclusion::run(*placement, *count, effort)),
            Job::Insisting(rules, count) => Found::Insisting(insisting::run(*rules, *count, effort)),
            Job::Alignment(count, blocks) => Found::Alignment(alignment::run(*count, *blocks)),
            Job::Window(version, distance, run) => Found::Window(window::run(*version, *distance, *run)),
            Job::Margin(version, order) => Found::Margin(Box::new(margin::run(*version, *order, effort)?)),
        })
    }

    fn collect(&self, found: Vec<Result<Found, RunError>>) -> Result<Results, RunError> {
        let mut results = Results {
            plan: self.clone(),
            worlds: Vec::new(),
            committees: Vec::new(),
            splitting: Splitting::default(),
            withholding: Vec::new(),
            grinding: Vec::new(),
            last_revealer: Vec::new(),
            approvals: Vec::new(),
            leaving: Vec::new(),
            together: Vec::new(),
            joining: Vec::new(),
            turns: Vec::new(),
            arrival: Vec::new(),
            exclusion: Vec::new(),
            insisting: Vec::new(),
            alignment: Vec::new(),
            window: Vec::new(),
            margin: Vec::new(),
        };
        for found in found {
            match found? {
                Found::World(name, summary) => {
                    match results.worlds.iter_mut().find(|(other, _)| *other == name) {
                        Some((_, sum)) => sum.add(&summary),
                        None => results.worlds.push((name, *summary)),
                    }
                }
                Found::Committees(committees) => results.committees.extend(committees),
                Found::Splitting(splitting) => results.splitting = splitting,
                Found::Withholding(one) => results.withholding.push(one),
                Found::Grinding(one) => results.grinding.push(one),
                Found::LastRevealer(one) => results.last_revealer.push(one),
                Found::Approvals(one) => results.approvals.push(one),
                Found::Leaving(one) => results.leaving.push(one),
                Found::Together(one) => results.together.push(one),
                Found::Joining(one) => results.joining.push(one),
                Found::Turns(one) => results.turns.push(one),
                Found::Arrival(one) => results.arrival.push(one),
                Found::Exclusion(one) => results.exclusion.push(one),
                Found::Insisting(one) => results.insisting.push(one),
                Found::Alignment(one) => results.alignment.push(one),
                Found::Window(one) => results.window.push(one),
                Found::Margin(one) => results.margin.push(*one),
            }
        }
        Ok(results)
    }
}

/// The experiments about members that change.
fn member_jobs() -> Vec<Job> {
    let mut jobs = Vec::new();
    for play in approval::PLAYS {
        jobs.extend(approval::STAKES.map(|stake| Job::Approvals(stake, play)));
    }
    for lead in leaving::LEADS {
        jobs.extend(leaving::LASTS.map(|last| Job::Leaving(lead, last)));
    }
    jobs.extend(together::POLICIES.map(Job::Together));
    for lead in joining::LEADS {
        jobs.extend(joining::CHOICES.map(|choice| Job::Joining(lead, choice)));
    }
    jobs
}

/// The experiments about the blocks of a network.
fn network_jobs() -> Vec<Job> {
    let mut jobs: Vec<_> = exclusion::VALIDATORS.map(Job::Turns).into();
    for case in arrival::CASES {
        jobs.extend(exclusion::VALIDATORS.map(|count| Job::Arrival(case, count)));
    }
    for placement in exclusion::PLACEMENTS {
        jobs.extend(exclusion::VALIDATORS.map(|count| Job::Exclusion(placement, count)));
    }
    for rules in insisting::RULES {
        jobs.extend(exclusion::VALIDATORS.map(|count| Job::Insisting(rules, count)));
    }
    jobs.extend(alignment::CASES.map(|(count, blocks)| Job::Alignment(count, blocks)));
    for version in window::VERSIONS {
        for distance in window::DISTANCES {
            jobs.extend(window::RUNS.map(|run| Job::Window(version, distance, run)));
        }
        jobs.extend(margin::ORDERS.map(|order| Job::Margin(version, order)));
    }
    jobs
}

impl Results {
    /// All chains together.
    pub fn all_worlds(&self) -> Summary {
        let mut all = Summary::default();
        self.worlds.iter().for_each(|(_, summary)| all.add(summary));
        all
    }

    /// The verdicts on every claim of every experiment.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts: Vec<_> = self.committees.iter().flat_map(Committee::verdicts).collect();
        verdicts.extend(self.splitting.verdicts());
        verdicts.extend(self.withholding.iter().flat_map(Withholding::verdicts));
        verdicts.extend(self.grinding.iter().flat_map(Grinding::verdicts));
        verdicts.extend(self.last_revealer.iter().flat_map(LastRevealer::verdicts));
        verdicts.extend(self.approvals.iter().map(Approvals::verdict));
        verdicts.extend(self.leaving.iter().map(Leaving::verdict));
        verdicts.extend(self.together.iter().flat_map(Together::verdicts));
        verdicts.extend(self.joining.iter().map(Joining::verdict));
        verdicts.extend(self.turns.iter().map(Turns::verdict));
        verdicts.extend(self.arrival.iter().flat_map(Arrival::verdicts));
        verdicts.extend(self.exclusion.iter().flat_map(Exclusion::verdicts));
        verdicts.extend(self.insisting.iter().flat_map(Insisting::verdicts));
        verdicts.extend(self.alignment.iter().flat_map(Alignment::verdicts));
        verdicts.extend(window::verdicts(&self.window));
        verdicts.extend(self.margin.iter().flat_map(Margin::verdicts));
        verdicts
    }
}

impl Setting {
    /// A chain that is quantum-safe except for its delay.
    fn quantum_safe(rounds: u64) -> Setting {
        Setting {
            vrf: StatelessScheme::AVrfFast,
            participants: 12,
            holders: 9,
            adversaries: 4,
            lead: 3,
            committees: vec![10, 4],
            rounds: rounds.max(5),
        }
    }

    /// A chain of many participants: the richest tenth has trees, and a tenth are adversaries.
    fn crowd(participants: usize, rounds: u64) -> Setting {
        let tenth = participants.div_ceil(10);
        // Where nearly all draws fail, computing outputs without proofs saves time.
        let vrf = if participants < 5_000 { StatelessScheme::EcvrfEll2 } else { StatelessScheme::AVrfFast };
        Setting {
            vrf,
            participants,
            holders: tenth,
            adversaries: tenth,
            lead: 2,
            committees: vec![30, 10],
            rounds,
        }
    }
}
