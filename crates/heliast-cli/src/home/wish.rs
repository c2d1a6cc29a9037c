//! The requested properties of a chain.

use super::delay::DelayWish;
use crate::{
    failure::{Code, Failure},
    groups::ChainDelayArgs,
    secrets::SecretArgs,
};
use heliast::{StatelessScheme, TreeScheme, stateful::Scheme};
use std::{fmt, num::NonZeroU32, ops::RangeInclusive, str::FromStr};

/// The requested properties of a chain, new or existing.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The number of participants.
    pub participants: Option<u32>,
    /// Milliseconds from round to round.
    pub period_ms: Option<u32>,
    /// The kind of the delays.
    pub delays: ChainDelayArgs,
    /// The length of a delay.
    pub delay: Option<DelayWish>,
    /// The keys that draw the lots.
    pub lots: Option<Lots>,
    /// The scheme of the stateless keys that complement hash trees.
    pub stateless: Option<StatelessScheme>,
    /// Rounds from the announcement of a key to its effect.
    pub lead: Option<u16>,
    /// The votes of each slot.
    pub committees: Option<Vec<u32>>,
    /// Rounds in each file of a new chain's store, and so in an epoch.
    pub segment: NonZeroU32,
    /// Whether the keys are to be encrypted, and the source of the passphrase.
    pub secret: SecretArgs,
}

/// The keys that draw the lots of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lots {
    /// One hash tree after the other, and stateless keys while no tree is due.
    Trees(Trees),
    /// Stateless keys only.
    Stateless(StatelessScheme),
}

/// The hash trees that participants make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trees {
    /// The scheme of the leaves.
    pub scheme: Scheme,
    /// The height of a tree.
    pub height: u8,
}

impl Lots {
    /// Refuses lots that quantum computers can forge if `post_quantum` is requested.
    pub fn check(
        post_quantum: bool,
        lots: Option<Lots>,
        stateless: Option<StatelessScheme>,
    ) -> Result<(), Failure> {
        let named = match lots {
            Some(Lots::Stateless(scheme)) => Some(scheme),
            _ => stateless,
        };
        let withstands = |scheme| matches!(scheme, StatelessScheme::AVrfFast | StatelessScheme::AVrfSmall);
        match named.filter(|scheme| post_quantum && !withstands(*scheme)) {
            None => Ok(()),
            Some(scheme) => {
                let message = format_args!("quantum computers forge the lots of {}", scheme.name());
                Err(Failure::new(Code::Usage, message)
                    .hint("give a-vrf-fast or a-vrf-small, or leave --post-quantum out"))
            }
        }
    }
}

impl fmt::Display for Lots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lots::Trees(Trees { scheme, height }) => write!(f, "{}-{height}", scheme.name()),
            Lots::Stateless(scheme) => f.write_str(scheme.name()),
        }
    }
}

impl FromStr for Lots {
    type Err = String;

    fn from_str(name: &str) -> Result<Lots, String> {
        for scheme in Scheme::ALL {
            let height = name.strip_prefix(scheme.name()).and_then(|rest| rest.strip_prefix('-'));
            if let Some(height) = height.and_then(|height| height.parse().ok()) {
                let heights = Trees::HEIGHTS;
                return match heights.contains(&height) {
                    true => Ok(Lots::Trees(Trees { scheme, height })),
                    false => Err(format!("trees have heights from {} to {}", heights.start(), heights.end())),
                };
            }
        }
        stateless(name).map(Lots::Stateless).map_err(|names| format!("give x-vrf-H or ivrf-H, or {names}"))
    }
}

/// The stateless scheme of this name, if chains support it.
pub fn stateless(name: &str) -> Result<StatelessScheme, String> {
    StatelessScheme::from_short_name(name).ok_or_else(|| {
        let names: Vec<_> = StatelessScheme::ALL.iter().map(|scheme| scheme.name()).collect();
        format!("one of {}", names.join(", "))
    })
}

impl Lots {
    /// The stateless scheme and the trees that two flags request: `vrf`, or the default, and the scheme of
    /// the stateless keys that go with trees.
    pub fn schemes(
        vrf: Option<Lots>,
        stateless: Option<StatelessScheme>,
    ) -> Result<(StatelessScheme, Option<Trees>), Failure> {
        match (vrf.unwrap_or(Lots::Trees(Trees::DEFAULT)), stateless) {
            (Lots::Trees(trees), stateless) => {
                Ok((stateless.unwrap_or(StatelessScheme::AVrfFast), Some(trees)))
            }
            (Lots::Stateless(_), Some(_)) => Err(needless()),
            (Lots::Stateless(scheme), None) => Ok((scheme, None)),
        }
    }
}

/// The failure for flags about hash trees if the chain has none.
pub fn needless() -> Failure {
    Failure::new(Code::Usage, "--lead and --stateless are for chains of hash trees")
        .hint("leave them out, or give --vrf x-vrf-10")
}

impl Trees {
    /// The heights that `heliast vrf keygen` also makes.
    const HEIGHTS: RangeInclusive<u8> = TreeScheme::HEIGHTS;
    /// The default trees of chains.
    pub const DEFAULT: Trees = Trees { scheme: Scheme::XVrf, height: 10 };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_draws_lots_is_read_as_it_is_written() {
        for name in ["x-vrf-4", "x-vrf-10", "x-vrf-27", "ivrf-12", "a-vrf-fast", "a-vrf-small"] {
            assert_eq!(name.parse::<Lots>().unwrap().to_string(), name);
        }
        let long = |name: &str| name.parse::<Lots>().unwrap().to_string();
        assert_eq!(long("ell2"), "ecvrf-edwards25519-sha512-ell2");
        assert_eq!(long("tai"), long("ecvrf-edwards25519-sha512-tai"));
        for (name, reason) in [
            ("x-vrf-3", "trees have heights from 4 to 27"),
            ("ivrf-28", "trees have heights from 4 to 27"),
            ("x-vrf-300", "give x-vrf-H or ivrf-H, or one of "),
            ("x-vrf", "give x-vrf-H or ivrf-H, or one of "),
            ("x-vrf-", "give x-vrf-H or ivrf-H, or one of "),
            ("x-vrf-+5x", "give x-vrf-H or ivrf-H, or one of "),
            ("sl-vrf", "give x-vrf-H or ivrf-H, or one of "),
            ("", "give x-vrf-H or ivrf-H, or one of "),
        ] {
            let said = name.parse::<Lots>().unwrap_err();
            assert!(said.starts_with(reason), "{name}: {said}");
        }
        assert!(stateless("x-vrf-10").unwrap_err().contains("a-vrf-fast"));
    }
}
