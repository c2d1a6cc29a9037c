//! The parameters of a new network's chain, by flags: for `heliast network new` and `heliast network draft`.

use crate::{
    failure::{Code, Failure},
    groups::{ChainDelayArgs, Kinds},
    home::DelayWish,
    numbers::count,
};
use heliast::{DelayRules, Genesis, MemberRules, StatelessScheme};
use heliast_finality::KeyType;
use heliast_network::{Collecting, Verdict};
use std::{
    str::FromStr,
    time::{SystemTime, UNIX_EPOCH},
};

/// The parameters of a new network's chain.
#[derive(Debug, clap::Args)]
pub struct TermsArgs {
    /// Seconds from round to round, from 0.1 to 86400 [default: as many as a delay with a safe margin needs]
    #[arg(long, value_name = "SECONDS", value_parser = period_ms)]
    period: Option<u32>,
    /// The delay: a share of the period, at the present speed of this machine; or squarings, such as
    /// 1e7. Choose it for the slowest machine that is to keep up [default: half of the period]
    #[arg(long, value_name = "SHARE|T")]
    delay: Option<DelayWish>,
    #[command(flatten)]
    pub delays: ChainDelayArgs,
    /// Rounds from the announcement of a hash tree to its effect [default: 10]
    #[arg(long, value_name = "ROUNDS", value_parser = count::<u16>(2..=1000))]
    lead: Option<u16>,
    /// The most participants that there can ever be: members join, leave and change stakes by proposals that
    /// more than two thirds of the stake approve [default: with hash trees, four times as many as at the
    /// start, and at least 64]
    #[arg(long, value_name = "N", value_parser = count::<u32>(1..=65_536), conflicts_with = "fixed_members")]
    most_participants: Option<u32>,
    /// Rounds for which a proposal may be approved [default: the rounds of a week]
    #[arg(long, value_name = "ROUNDS", value_parser = count::<u32>(1..=1 << 24),
        conflicts_with = "fixed_members")]
    proposal_life: Option<u32>,
    /// Make a chain whose members never change
    #[arg(long)]
    fixed_members: bool,
    /// Votes that a round hands out on average; several numbers for several committees
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_value = "20",
        value_parser = count::<u32>(1..=1_000_000))]
    votes: Vec<u32>,
    /// Blocks for which a round collects tickets. One is enough: the nodes vote against a block that leaves a
    /// ticket out
    #[arg(long, value_name = "BLOCKS", default_value = "1", value_parser = count::<u32>(1..=100))]
    pub window: u32,
    /// Seconds for which a round collects tickets at least
    #[arg(long, value_name = "SECONDS", default_value = "0", value_parser = window_ms)]
    pub window_time: u32,
    /// Accept a delay that the fastest known evaluator ends while a round still collects tickets: for
    /// experiments
    #[arg(long)]
    unsafe_margin: bool,
}

/// The lengths of rounds and of their delays.
pub struct Delay {
    pub rules: DelayRules,
    pub period_ms: u32,
    /// The seconds that it takes on this machine.
    pub seconds: f64,
    pub margin: Verdict,
}

/// The scheme of the validators' keys.
#[derive(Clone, Copy, Debug)]
pub struct ConsensusKeys(pub KeyType);

const DEFAULT_LEAD: u16 = 10;
const WEEK_MS: u64 = 7 * 24 * 3600 * 1000;
/// The default share of the delay in the period; the rest is for the tickets, the proof, and the blocks with
/// them.
const DEFAULT_SHARE: f64 = 0.5;
const DEFAULT_DELAY: DelayWish = DelayWish::Share(DEFAULT_SHARE);

impl TermsArgs {
    /// Whether a flag sets the lead.
    pub fn has_lead(&self) -> bool {
        self.lead.is_some()
    }

    /// Whether a flag makes members change.
    pub fn changes_members(&self) -> bool {
        self.most_participants.is_some() || self.proposal_life.is_some()
    }

    /// The delay that the flags request, or the shortest with a safe margin plus a tenth.
    pub fn delay(&self, collecting: Collecting, kinds: &Kinds) -> Result<Delay, Failure> {
        let wish = self.delay.unwrap_or(DEFAULT_DELAY);
        let (steps, period_ms) = match (self.period, wish) {
            (Some(period_ms), wish) => (kinds.wished(wish, f64::from(period_ms) / 1e3)?, period_ms),
            (None, DelayWish::Share(share)) => {
                let steps = kinds.shortest(collecting);
                (steps, period_of(kinds.seconds(steps), share))
            }
            (None, DelayWish::Steps(t)) => {
                let steps = kinds.as_long_as(t);
                (steps, period_of(kinds.seconds(steps), DEFAULT_SHARE))
            }
        };
        let rules = kinds.rules(steps);
        let margin = collecting.verdict_of(&rules);
        if margin.is_safe() || self.unsafe_margin {
            return Ok(Delay { rules, period_ms, seconds: kinds.seconds(steps), margin });
        }
        let least = kinds.least_of_first(collecting);
        let hint = format!(
            "give --delay {least} or more, and leave --period out or give a longer one; --unsafe-margin takes it as it \
             is, for experiments"
        );
        Err(Failure::new(Code::Refused, margin).hint(hint))
    }

    /// The delay's share of the period, for a plan.
    pub fn share(&self) -> Result<f64, Failure> {
        match self.delay.unwrap_or(DEFAULT_DELAY) {
            DelayWish::Share(share) => Ok(share),
            DelayWish::Steps(_) => Err(Failure::new(Code::Usage, "a plan says which delays are safe")
                .hint("give --delay a share of the period, or leave it out")),
        }
    }

    /// A genesis with these parameters for `count` participants, which are added later. It begins now.
    pub fn genesis(&self, delay: &Delay, vrf: StatelessScheme, has_lead: bool, count: u32) -> Genesis {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Genesis {
            vrf,
            delays: delay.rules.clone(),
            genesis_time_ms: now.as_secs() * 1000,
            period_ms: delay.period_ms,
            lead: if has_lead { self.lead.unwrap_or(DEFAULT_LEAD) } else { 0 },
            committees: self.votes.clone(),
            members: (has_lead && !self.fixed_members).then(|| self.members(count, delay)),
            participants: vec![],
            nonce: [0; 32],
        }
    }

    fn members(&self, count: u32, delay: &Delay) -> MemberRules {
        let most = self.most_participants.unwrap_or((4 * count).max(64));
        let week = WEEK_MS / u64::from(delay.period_ms.max(1));
        let life = self.proposal_life.unwrap_or(week.clamp(1, 1 << 24) as u32);
        MemberRules { life, most, validators_change: true }
    }
}

impl FromStr for ConsensusKeys {
    type Err = &'static str;

    fn from_str(name: &str) -> Result<ConsensusKeys, Self::Err> {
        match name {
            "ed25519" => Ok(ConsensusKeys(KeyType::Ed25519)),
            "ml-dsa-65" => Ok(ConsensusKeys(KeyType::MlDsa65)),
            _ => Err("give ed25519 or ml-dsa-65"),
        }
    }
}

/// Milliseconds of a period that is given in seconds.
pub fn period_ms(text: &str) -> Result<u32, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds".to_owned())?;
    let allowed = (0.1..=86_400.0).contains(&seconds);
    if allowed { Ok((seconds * 1e3).round() as u32) } else { Err("give 0.1 to 86400 seconds".to_owned()) }
}

fn window_ms(text: &str) -> Result<u32, String> {
    let seconds: f64 = text.parse().map_err(|_| "give a number of seconds".to_owned())?;
    let allowed = (0.0..=86_400.0).contains(&seconds);
    if allowed { Ok((seconds * 1e3).round() as u32) } else { Err("give 0 to 86400 seconds".to_owned()) }
}

/// The period in milliseconds of which a delay of `seconds` is this share: whole seconds, not shorter than
/// the rounds of `heliast up` and not longer than a day.
pub fn period_of(seconds: f64, share: f64) -> u32 {
    ((seconds / share).ceil().clamp(3.0, 86_400.0) * 1e3) as u32
}
