//! The group of a command, or the field of roots: a name, which may have a seed, or a file.

mod chain;
mod delays;
mod fields;
#[cfg(test)]
mod tests;
pub use chain::ChainGroupArgs;
pub use delays::{ChainDelayArgs, DelayBy, Kinds, SEGMENTS, delay_words};
pub use fields::{FIELD_BITS, NamedField, field_file, search};

use crate::{
    failure::{Code, Failure},
    files,
    modulus::{self, WEAK_HINT, lower_hex},
    secrets::PassphraseArgs,
};
use heliast::{AnyGroup, BadDiscriminant, ClassGroup, Group, RsaGroup, Trapdoor};
use heliast_group::Assumption;
use serde::{Deserialize, Serialize};
use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

/// The name of the built-in modulus.
pub const BUILT_IN: &str = "rsa-2048";
/// The prefix of the names of class groups; the number of bits follows.
const CLASS: &str = "class-";
/// The least number of bits of a good modulus; shorter ones have been factored, or soon will be.
pub const MODULUS_BITS: u32 = 2048;
/// The least number of bits of a discriminant in chains (`spec/round.md`).
pub const DISCRIMINANT_BITS: u32 = 1024;
/// The least number of bits of any group.
pub const LEAST_BITS: u32 = 256;
/// The least number of hexadecimal digits that are read as bytes instead of text.
const HEX_DIGITS: usize = 64;
const MAX_FILE: u64 = 64 << 10;
const SHORT_HINT: &str =
    "use `class-1024` or longer, or lower --min-bits if you know what the discriminant is worth";
const SEED_HINT: &str = "give --seed 32 bytes or more that nobody could try many of, such as a beacon's \
                         output, or a file that `heliast group new --kind class` made";
const NO_GROUP_HINT: &str = "`heliast vdf` takes roots there; here use `rsa-2048` or a class group, and for a \
                             new chain --delay-by roots";

/// The group of a delay.
#[derive(Debug, Default, clap::Args)]
pub struct GroupArgs {
    /// `rsa-2048`, the built-in modulus; `class-1024`, `class-2048` or `class-N` with any multiple of 32 from
    /// 256 to 4096, and --seed; or a group file [default: rsa-2048]. `vdf` and `tune` know `roots-2048` and
    /// `roots-3072`, too: fields in which a delay is a chain of square roots
    #[arg(long, value_name = "GROUP")]
    pub group: Option<PathBuf>,
    /// Seed of the discriminant of `class-N`: 64 or more hexadecimal digits, or text of 32 bytes or more. For
    /// `roots-N`, the seed of a prime other than the built-in one; the search for it takes seconds
    #[arg(long, alias = "group-seed", value_name = "HEX-OR-TEXT", requires = "group")]
    pub seed: Option<String>,
    #[command(flatten)]
    pub least: LeastBits,
}

/// The least size of a group.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct LeastBits {
    /// Refuse groups with fewer bits [default: 2048 of a modulus or a field of roots, 1024 of a discriminant]
    #[arg(long, value_name = "BITS", value_parser = clap::value_parser!(u32).range(i64::from(LEAST_BITS)..=8192))]
    min_bits: Option<u32>,
}

impl LeastBits {
    /// Permits every supported group.
    pub fn any() -> LeastBits {
        LeastBits { min_bits: Some(LEAST_BITS) }
    }

    /// The least number of bits of a modulus.
    pub fn of_modulus(self) -> u32 {
        self.min_bits.unwrap_or(MODULUS_BITS)
    }

    /// The least number of bits of a discriminant.
    fn of_discriminant(self) -> u32 {
        self.min_bits.unwrap_or(DISCRIMINANT_BITS)
    }

    /// The least number of bits of a field of roots.
    fn of_field(self) -> u32 {
        self.min_bits.unwrap_or(FIELD_BITS)
    }
}

impl GroupArgs {
    /// The group.
    pub fn load(&self) -> Result<AnyGroup, Failure> {
        match self.delay_in()? {
            DelayIn::Group(named) => Ok(named.group),
            DelayIn::Field(_) => Err(no_group(self.name())),
        }
    }

    /// The group or the field.
    pub fn delay_in(&self) -> Result<DelayIn, Failure> {
        let found = find(self.name(), self.seed.as_deref(), self.least)?;
        if let DelayIn::Group(named) = &found {
            check_sound(&named.group).map_err(|failure| failure.about(self.name().display()))?;
        }
        Ok(found)
    }

    fn name(&self) -> &Path {
        self.group.as_deref().unwrap_or(Path::new(BUILT_IN))
    }

    /// The trapdoor in a file, which must belong to the group if one was named.
    pub fn load_trapdoor(&self, path: &Path, passphrase: &PassphraseArgs) -> Result<Trapdoor, Failure> {
        let named = if self.group.is_some() { Some(self.load()?) } else { None };
        self.trapdoor_of(named.as_ref(), path, passphrase)
    }

    /// The same if the named group is already loaded.
    pub fn trapdoor_of(
        &self,
        named: Option<&AnyGroup>,
        path: &Path,
        passphrase: &PassphraseArgs,
    ) -> Result<Trapdoor, Failure> {
        if named.is_some_and(|group| group.class().is_some()) {
            let message = "a class group has no factors that could be known: nothing shortens its delays";
            return Err(Failure::new(Code::Usage, message)
                .hint("leave out --trapdoor, or name the modulus whose factors the file holds"));
        }
        let trapdoor = modulus::read_trapdoor(path, passphrase, self.least.of_modulus())?;
        if named.is_some_and(|group| group.id() != trapdoor.group().id()) {
            let message = format_args!("{} holds the factors of another modulus", path.display());
            return Err(Failure::new(Code::Refused, message)
                .hint("leave --group out, or give the modulus file that fits"));
        }
        Ok(trapdoor)
    }
}

/// The place in which a delay is computed.
#[derive(Debug)]
pub enum DelayIn {
    /// A group of unknown order, by squarings.
    Group(Named),
    /// A field, by roots.
    Field(NamedField),
}

/// A group and its source.
#[derive(Debug)]
pub struct Named {
    /// The group.
    pub group: AnyGroup,
    /// The source of a class group: the seed of its discriminant.
    pub seed: Option<Vec<u8>>,
}

impl Named {
    /// The class group of this seed.
    pub fn class(seed: Vec<u8>, bits: usize) -> Result<Named, BadDiscriminant> {
        let group = ClassGroup::from_seed(&seed, bits)?.into();
        Ok(Named { group, seed: Some(seed) })
    }
}

impl From<RsaGroup> for Named {
    fn from(group: RsaGroup) -> Named {
        Named { group: group.into(), seed: None }
    }
}

/// The group with a name or in a file.
pub fn load(name: &Path, seed: Option<&str>, least: LeastBits) -> Result<Named, Failure> {
    match find(name, seed, least)? {
        DelayIn::Group(named) => Ok(named),
        DelayIn::Field(_) => Err(no_group(name)),
    }
}

/// The group or the field of roots with a name or in a file.
pub fn find(name: &Path, seed: Option<&str>, least: LeastBits) -> Result<DelayIn, Failure> {
    if let Some(bits) = class_bits(name) {
        return of_seed(name, bits?, seed, least).map(DelayIn::Group);
    }
    if let Some(bits) = fields::field_bits(name) {
        return NamedField::of_name(name, bits?, seed, least).map(DelayIn::Field);
    }
    if seed.is_some() {
        let message = format_args!("{} has no seed to choose", name.display());
        return Err(Failure::new(Code::Usage, message)
            .hint("leave out --seed, or name a class group by its bits: --group class-1024"));
    }
    if name.as_os_str() == BUILT_IN {
        return Ok(DelayIn::Group(RsaGroup::rsa_2048().into()));
    }
    read(name, least)
}

/// The failure if squarings are needed but the name is that of a field.
fn no_group(name: &Path) -> Failure {
    let message = format_args!("{} is a field of roots, not a group of unknown order", name.display());
    Failure::new(Code::Usage, message).hint(NO_GROUP_HINT)
}

/// Checks that the assumption behind proofs in this group is not known to be false, as verifiers do.
fn check_sound(group: &AnyGroup) -> Result<(), Failure> {
    Assumption::AdaptiveRoot.check(group).map_err(|unsound| {
        let message = format_args!("no proof shows anything in this group: {}", unsound.reason);
        Failure::new(Code::Refused, message).hint("use `rsa-2048`, or a class group from another seed")
    })
}

/// N of `class-N`.
fn class_bits(name: &Path) -> Option<Result<usize, Failure>> {
    let digits = digits_after(CLASS, name)?;
    Some(digits.parse().map_err(|_| {
        let message =
            format_args!("there is no group {}: a discriminant has at most 4096 bits", name.display());
        Failure::new(Code::Usage, message).hint("use `class-1024` or `class-2048`")
    }))
}

/// The digits of a name that consists of this prefix and digits.
fn digits_after<'a>(prefix: &str, name: &'a Path) -> Option<&'a str> {
    let digits = name.to_str()?.strip_prefix(prefix)?;
    (!digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())).then_some(digits)
}

fn of_seed(name: &Path, bits: usize, seed: Option<&str>, least: LeastBits) -> Result<Named, Failure> {
    let Some(seed) = seed else {
        let message = format_args!(
            "{} is not a group without a seed: anybody who chooses a discriminant can build in an element whose order \
             is known, and prove false delays by it",
            name.display()
        );
        return Err(Failure::new(Code::Usage, message).hint(SEED_HINT));
    };
    let refused = |error: BadDiscriminant| {
        let hint = match error {
            BadDiscriminant::Seed { .. } => SEED_HINT,
            BadDiscriminant::Size { .. } => "use `class-1024` or `class-2048`",
            _ => SHORT_HINT,
        };
        Failure::new(Code::Usage, error).about(name.display()).hint(hint)
    };
    check_bits(bits, least).map_err(refused)?;
    Named::class(seed_bytes(seed), bits).map_err(refused)
}

/// Checks that a discriminant is long enough, before the search for it.
fn check_bits(bits: usize, least: LeastBits) -> Result<(), BadDiscriminant> {
    let minimum = least.of_discriminant() as usize;
    if (LEAST_BITS as usize..minimum).contains(&bits) {
        return Err(BadDiscriminant::TooShort { bits, minimum });
    }
    Ok(())
}

/// The bytes of a seed: an even number of at least 64 hexadecimal digits is read as bytes; anything
/// else is text.
pub fn seed_bytes(text: &str) -> Vec<u8> {
    let bytes = if text.len() >= HEX_DIGITS { hex::decode(text).ok() } else { None };
    bytes.unwrap_or_else(|| text.as_bytes().to_vec())
}

/// The field that all group files have.
#[derive(Deserialize)]
struct AnyFile {
    group: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    group: String,
    bits: usize,
    seed: String,
}

fn read(path: &Path, least: LeastBits) -> Result<DelayIn, Failure> {
    let bytes = files::read(path, MAX_FILE)?;
    let not_usable = |code, what: &str, reason: &dyn Display, hint: &str| {
        Failure::new(code, format_args!("{} is not a {what} to use: {reason}", path.display())).hint(hint)
    };
    let bad = |what: &str, reason: &dyn Display, hint: &str| not_usable(Code::Malformed, what, reason, hint);
    let no_group = |reason: &dyn Display| bad("group", reason, "`heliast group new` makes group files");
    let file: AnyFile = serde_json::from_slice(&bytes).map_err(|error| no_group(&error))?;
    match file.group.as_str() {
        "rsa" => {
            let group = modulus::from_json(&bytes, least.of_modulus());
            group
                .map(|group| DelayIn::Group(group.into()))
                .map_err(|reason| bad("modulus", &reason, WEAK_HINT))
        }
        "class" => {
            let named = from_json(&bytes, least);
            named.map(DelayIn::Group).map_err(|reason| bad("class group", &reason, SHORT_HINT))
        }
        "roots" => NamedField::from_json(&bytes, least)
            .map(DelayIn::Field)
            .map_err(|(code, reason)| not_usable(code, "field of roots", &reason, fields::SHORT_HINT)),
        "rsa-trapdoor" => Err(no_group(&"it holds factors, which nobody else may see")),
        _ => Err(no_group(&"its group is not \"rsa\", \"class\" or \"roots\"")),
    }
}

/// The group in the file of a class group.
fn from_json(bytes: &[u8], least: LeastBits) -> Result<Named, String> {
    let file: ClassFile = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let seed = lower_hex(&file.seed).ok_or("the seed is not in lower-case hexadecimal")?;
    check_bits(file.bits, least).map_err(|error| error.to_string())?;
    Named::class(seed, file.bits).map_err(|error| error.to_string())
}

/// The JSON of a class group's file.
pub fn class_file(bits: usize, seed: &[u8]) -> String {
    format!("{{\"group\": \"class\", \"bits\": {bits}, \"seed\": \"{}\"}}\n", hex::encode(seed))
}
