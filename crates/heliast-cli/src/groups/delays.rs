//! The kinds of a new chain's delays, and their lengths on this machine.

#[cfg(test)]
mod tests;

use super::ChainGroupArgs;
use crate::{
    failure::{Code, Failure},
    home::DelayWish,
    speed::measured,
    ui::Ui,
};
use heliast::{AnyGroup, DelayGroup, DelayRules, RootField, RootRules, Suite};
use heliast_engine::{calibrate, calibrate_roots};
use heliast_finality::KeyType;
use heliast_network::{Collecting, Step, Verdict};
use std::{panic::resume_unwind, thread};

/// The default number of segments of a proof of roots: twice the number of lanes.
pub const SEGMENTS: u16 = 16;
/// Bits of the prime of new chains.
const ROOT_BITS: u16 = 2_048;

/// The computation that takes its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum DelayBy {
    /// Squarings in a group of unknown order: short proofs; a quantum computer that factors breaks them
    Squarings,
    /// Square roots modulo a prime: nothing to factor; a round takes longer to verify
    Roots,
    /// Both side by side, on two cores: to know an outcome early, somebody must beat both
    Both,
}

/// The kind of a new chain's delays.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ChainDelayArgs {
    /// The computation of a new chain's delays [default: squarings]
    #[arg(long, value_enum, value_name = "KIND")]
    delay_by: Option<DelayBy>,
    /// Take what withstands quantum computers, wherever there is a choice: both delays, so that one of them
    /// withstands these; lots of A-VRF and hash trees; in a network, votes by ml-dsa-65
    #[arg(long)]
    pub post_quantum: bool,
    #[command(flatten)]
    pub group: ChainGroupArgs,
}

/// The kinds of a chain's delays, at least one, with the speed of this machine.
pub struct Kinds {
    squarings: Option<(DelayGroup, f64)>,
    /// Roots a second.
    roots: Option<f64>,
}

/// The number of steps of each kind; 0 if the chain does not have the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    squarings: u64,
    roots: u64,
}

impl DelayBy {
    fn has_squarings(self) -> bool {
        self != DelayBy::Roots
    }

    fn has_roots(self) -> bool {
        self != DelayBy::Squarings
    }

    /// The kinds of a chain.
    pub fn of(delays: &DelayRules) -> DelayBy {
        match (&delays.squarings, &delays.roots) {
            (_, None) => DelayBy::Squarings,
            (None, _) => DelayBy::Roots,
            _ => DelayBy::Both,
        }
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            DelayBy::Squarings => "squarings",
            DelayBy::Roots => "roots",
            DelayBy::Both => "both",
        }
    }
}

impl ChainDelayArgs {
    /// The requested kind.
    pub fn wished(&self) -> Result<Option<DelayBy>, Failure> {
        match self.delay_by {
            Some(DelayBy::Squarings) if self.post_quantum => {
                Err(Failure::new(Code::Usage, "squarings alone fall to quantum computers")
                    .hint("leave --delay-by out, give --delay-by roots or both, or leave --post-quantum out"))
            }
            None if self.post_quantum => Ok(Some(DelayBy::Both)),
            wished => Ok(wished),
        }
    }

    /// Refuses votes that quantum computers can forge if a post-quantum chain is requested.
    pub fn check_votes(&self, keys: KeyType) -> Result<(), Failure> {
        if !self.post_quantum || keys == KeyType::MlDsa65 {
            return Ok(());
        }
        Err(Failure::new(Code::Usage, format_args!("quantum computers forge the votes of {}", keys.name()))
            .hint("give --consensus-keys ml-dsa-65, or leave --post-quantum out"))
    }

    /// Opens the kinds, and measures for half a second how fast this machine is. Both kinds run at the same
    /// time, as they will later, because two cores may share execution units.
    pub fn measure(&self, ui: &Ui) -> Result<Kinds, Failure> {
        let by = self.wished()?.unwrap_or(DelayBy::Squarings);
        if !by.has_squarings() && self.group.is_named() {
            return Err(Failure::new(Code::Usage, "roots have no group to choose")
                .hint("leave --group out, or give --delay-by both"));
        }
        let group = if by.has_squarings() { Some(self.group.make()?) } else { None };
        let opened: Option<AnyGroup> = match &group {
            Some(group) => Some(group.open().map_err(|error| Failure::new(Code::Usage, error))?),
            None => None,
        };
        let field = RootField::built_in(ROOT_BITS.into()).filter(|_| by.has_roots());
        let (squarings, roots) = thread::scope(|scope| {
            let roots = field.as_ref().map(|field| scope.spawn(|| calibrate_roots(field)));
            let squarings = opened.as_ref().map(calibrate);
            (squarings, roots.map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic))))
        });
        let squarings = group.zip(squarings).map(|(group, speed)| (group, measured(speed, ui)));
        Ok(Kinds { squarings, roots: roots.map(|speed| measured(speed, ui)) })
    }

    /// Whether a chain's delays are of the requested kind, in the requested group.
    pub fn is_met_by(&self, delays: &DelayRules) -> Result<bool, Failure> {
        let is_kind = self.wished()?.is_none_or(|by| by == DelayBy::of(delays));
        let group = delays.squarings.as_ref().map(|squarings| &squarings.group);
        Ok(is_kind && group.map_or(Ok(!self.group.is_named()), |group| self.group.is_met_by(group))?)
    }
}

impl Kinds {
    /// Steps a second of the kind in which delays are given: squarings, or roots in a chain with roots alone.
    pub fn speed(&self) -> f64 {
        self.squarings.as_ref().map(|(_, speed)| *speed).or(self.roots).unwrap_or(1.0)
    }

    /// The name of the steps of that kind.
    pub fn name(&self) -> &'static str {
        if self.squarings.is_some() { "squarings" } else { "roots" }
    }

    /// The seconds that such delays take here, run in parallel.
    pub fn seconds(&self, steps: Steps) -> f64 {
        let squarings = self.squarings.as_ref().map_or(0.0, |(_, speed)| steps.squarings as f64 / speed);
        squarings.max(self.roots.map_or(0.0, |speed| steps.roots as f64 / speed))
    }

    /// The delays for a wish and a period of this many seconds. A number of steps means squarings if the
    /// chain has them; roots then take as long as these.
    pub fn wished(&self, wish: DelayWish, period: f64) -> Result<Steps, Failure> {
        let first = wish.steps(self.speed() * period)?;
        Ok(self.as_long_as(first))
    }

    /// This many steps of the first kind, and as many of the other as take the same time here.
    pub fn as_long_as(&self, first: u64) -> Steps {
        match (&self.squarings, self.roots) {
            (Some((_, speed)), roots) => Steps {
                squarings: first,
                roots: roots.map_or(0, |roots| ((first as f64 / speed * roots) as u64).max(1)),
            },
            (None, _) => Steps { squarings: 0, roots: first },
        }
    }

    /// The shortest delays whose margins are safe, and a tenth more.
    pub fn shortest(&self, collecting: Collecting) -> Steps {
        let more = |least: u64| least.saturating_add(least / 10);
        let least = self.least(collecting);
        Steps { squarings: more(least.squarings), roots: more(least.roots) }
    }

    /// The least number of steps of the first kind with which the margins of both are safe.
    pub fn least_of_first(&self, collecting: Collecting) -> u64 {
        let Steps { squarings, roots } = self.least(collecting);
        match (&self.squarings, self.roots) {
            (Some((_, speed)), Some(of_roots)) => {
                squarings.max(((roots + 1) as f64 / of_roots * speed).ceil() as u64)
            }
            (Some(_), None) => squarings,
            (None, _) => roots,
        }
    }

    fn least(&self, collecting: Collecting) -> Steps {
        let least = |step: Step| match collecting.verdict(1, step) {
            Verdict::Unsafe { least, .. } => least,
            Verdict::Safe(_) => 1,
        };
        let squarings = self.squarings.as_ref().map_or(0, |(group, _)| least(Step::squaring(group)));
        Steps { squarings, roots: self.roots.map_or(0, |_| least(Step::root(ROOT_BITS))) }
    }

    /// The rules of a genesis.
    pub fn rules(&self, steps: Steps) -> DelayRules {
        let squarings = self.squarings.as_ref().map(|(group, _)| heliast::SquaringRules {
            group: group.clone(),
            suite: Suite::default(),
            t: steps.squarings,
        });
        let segments = u16::try_from(steps.roots).unwrap_or(SEGMENTS).min(SEGMENTS);
        let roots = self.roots.map(|_| RootRules::built_in(steps.roots, segments));
        DelayRules { squarings, roots }
    }
}

/// The delays of a chain in words: "13000000 squarings in RSA-2048 and 7000 roots modulo 2048 bits".
pub fn delay_words(delays: &DelayRules, group: impl Fn(&DelayGroup) -> String) -> String {
    let squarings =
        delays.squarings.as_ref().map(|one| format!("{} squarings, {}", one.t, group(&one.group)));
    let roots = delays.roots.as_ref().map(root_words);
    [squarings, roots].into_iter().flatten().collect::<Vec<_>>().join(", beside ")
}

fn root_words(roots: &RootRules) -> String {
    let field = if roots.is_built_in() { "the built-in prime" } else { "a prime" };
    format!("{} roots modulo {field} of {} bits", roots.t, roots.bits)
}
