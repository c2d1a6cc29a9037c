//! The group of a new chain's delays.

use super::{BUILT_IN, LeastBits, load};
use crate::failure::{Code, Failure};
use heliast::{DelayGroup, RsaGroup};
use std::path::{Path, PathBuf};

/// The length of a random seed, in bytes.
const SEED: usize = 32;

/// The group of a new chain's delays.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct ChainGroupArgs {
    /// The group of a new chain's delays: `rsa-2048`; `class-1024` or `class-2048`, which nobody has to
    /// trust; or a group file [default: rsa-2048]
    #[arg(long, value_name = "GROUP")]
    group: Option<PathBuf>,
    /// Seed of the discriminant of `class-N`, which others can check: 64 or more hexadecimal digits, or text
    /// of 32 bytes or more [default: 32 random bytes, which others have to trust]
    #[arg(long, value_name = "HEX-OR-TEXT", requires = "group")]
    seed: Option<String>,
}

impl ChainGroupArgs {
    /// The group of a new chain. A class group without a seed gets a random one.
    pub fn make(&self) -> Result<DelayGroup, Failure> {
        let Some(name) = &self.group else { return Ok(DelayGroup::rsa_2048()) };
        let random = if self.wants_any_seed() { Some(random_seed()?) } else { None };
        of(name, self.seed.as_deref().or(random.as_deref()))
    }

    /// Whether a group is requested.
    pub fn is_named(&self) -> bool {
        self.group.is_some()
    }

    /// Whether a chain's group is the requested one, if a group was requested.
    pub fn is_met_by(&self, group: &DelayGroup) -> Result<bool, Failure> {
        let Some(name) = &self.group else { return Ok(true) };
        match (group, super::class_bits(name)) {
            (DelayGroup::Class { bits, .. }, Some(wished)) if self.seed.is_none() => {
                Ok(wished? == *bits as usize)
            }
            _ if self.wants_any_seed() => Ok(false),
            _ => Ok(of(name, self.seed.as_deref())? == *group),
        }
    }

    fn wants_any_seed(&self) -> bool {
        self.seed.is_none() && self.group.as_deref().and_then(super::class_bits).is_some()
    }
}

fn random_seed() -> Result<String, Failure> {
    let mut seed = [0; SEED];
    getrandom::fill(&mut seed).map_err(|error| Failure::new(Code::Internal, error))?;
    Ok(hex::encode(seed))
}

fn of(name: &Path, seed: Option<&str>) -> Result<DelayGroup, Failure> {
    if name.as_os_str() == BUILT_IN && seed.is_none() {
        return Ok(DelayGroup::rsa_2048());
    }
    let named = load(name, seed, LeastBits::default())?;
    let group = match (named.group.rsa().map(RsaGroup::modulus), named.seed) {
        (Some(modulus), _) => DelayGroup::Rsa { modulus: modulus.clone() },
        (None, seed) => DelayGroup::Class { bits: named.group.bits() as u32, seed: seed.unwrap_or_default() },
    };
    group.open().map_err(|error| {
        Failure::new(Code::Usage, error)
            .about(name.display())
            .hint("use `rsa-2048`, `class-1024` or `class-2048`")
    })?;
    Ok(group)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(group: &str, seed: Option<&str>) -> Result<DelayGroup, Failure> {
        let args = ChainGroupArgs { group: Some(group.into()), seed: seed.map(str::to_owned) };
        let made = args.make();
        assert!(made.is_err() || args.is_met_by(made.as_ref().unwrap()).unwrap());
        made
    }

    #[test]
    fn names_of_groups() {
        let nothing = ChainGroupArgs::default();
        assert_eq!(nothing.make().unwrap(), DelayGroup::rsa_2048());
        assert!(nothing.is_met_by(&DelayGroup::Class { bits: 1_024, seed: vec![1; 32] }).unwrap());
        assert_eq!(wish("rsa-2048", None).unwrap(), DelayGroup::rsa_2048());
        let text = "a text that everybody has seen in the newspaper";
        let expected = DelayGroup::Class { bits: 1_024, seed: text.as_bytes().to_vec() };
        assert_eq!(wish("class-1024", Some(text)).unwrap(), expected);
        let [one, other] = [(); 2].map(|()| wish("class-1024", None).unwrap());
        assert_ne!(one, other);
    }

    #[test]
    fn chains_that_have_another_group() {
        let args = |group: &str, seed: Option<&str>| {
            let seed = seed.map(str::to_owned);
            ChainGroupArgs { group: Some(group.into()), seed }
        };
        let class = DelayGroup::Class { bits: 1_024, seed: vec![1; 32] };
        assert!(args("class-1024", None).is_met_by(&class).unwrap());
        assert!(args("class-1024", Some(&"01".repeat(32))).is_met_by(&class).unwrap());
        assert!(!args("class-1024", Some(&"02".repeat(32))).is_met_by(&class).unwrap());
        assert!(!args("class-2048", None).is_met_by(&class).unwrap());
        assert!(!args("rsa-2048", None).is_met_by(&class).unwrap());
        assert!(!args("class-1024", None).is_met_by(&DelayGroup::rsa_2048()).unwrap());
    }

    #[test]
    fn groups_that_no_chain_has() {
        for (group, seed) in [
            ("rsa-2048", Some("a text that everybody has seen in the newspaper")),
            ("class-512", None),
            ("class-1040", None),
            ("class-1024", Some("too short")),
            ("class-8192", None),
        ] {
            assert_eq!(wish(group, seed).unwrap_err().code(), Code::Usage, "{group}");
        }
    }
}
