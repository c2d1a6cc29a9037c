//! Proofs of Chia's timelords, from the command line and from JSON files (`spec/chia.md`).

mod check;
mod record;
#[cfg(test)]
mod tests;

pub use check::{Verdict, check_all};
pub use record::{Record, Source, generator, read};

use crate::failure::{Code, Failure};
use heliast::{ClassGroup, Natural};

/// Bits of the discriminants of Chia's chain.
pub const CHIA_BITS: usize = 1024;
/// The bits of the longest discriminant that [`ClassGroup`] supports.
const MAX_BITS: usize = 4096;

/// The discriminant of a delay, on the command line.
#[derive(Debug, clap::Args)]
pub struct DiscriminantArgs {
    /// The discriminant: hexadecimal, as `-0x...` or without the sign
    #[arg(long, value_name = "HEX", allow_hyphen_values = true, conflicts_with = "seed")]
    pub discriminant: Option<String>,
    /// The challenge that gives the discriminant by Chia's rule
    #[arg(long, value_name = "HEX")]
    pub seed: Option<String>,
    /// Bits of the discriminant of --seed
    #[arg(long, value_name = "N", default_value_t = CHIA_BITS, requires = "seed")]
    pub bits: usize,
}

impl DiscriminantArgs {
    /// The group of a prime discriminant.
    pub fn load(&self) -> Result<ClassGroup, Failure> {
        match (&self.discriminant, &self.seed) {
            (Some(digits), _) => prime_group(&magnitude(digits)?),
            (None, Some(seed)) => of_seed(seed, self.bits),
            (None, None) => Err(Failure::new(Code::Usage, "the delay has no discriminant")
                .hint("give --seed HEX, the challenge that it is made of, or --discriminant HEX")),
        }
    }
}

/// The group of a seed, by Chia's rule.
pub fn of_seed(seed: &str, bits: usize) -> Result<ClassGroup, Failure> {
    ClassGroup::from_chia_seed(&bytes("seed", seed)?, bits)
        .map_err(|error| Failure::new(Code::Malformed, error))
}

/// |D| of a discriminant, in the notation of Chia's programs or without the sign.
pub fn magnitude(digits: &str) -> Result<Natural, Failure> {
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    number("discriminant", digits, MAX_BITS)
}

/// The group of any discriminant that Chia's consensus may have to check, prime or not.
pub fn group(magnitude: &Natural) -> Result<ClassGroup, Failure> {
    let refused = |message: String| Failure::new(Code::Malformed, message);
    if magnitude.bits() > MAX_BITS {
        return Err(refused(format!(
            "the discriminant has {} bits; at most {MAX_BITS} are supported",
            magnitude.bits()
        )));
    }
    if !(magnitude.bit(0) && magnitude.bit(1)) {
        return Err(refused(format!("the discriminant is -{} modulo 4, not -3", magnitude.rem_u64(4))));
    }
    Ok(ClassGroup::unchecked(magnitude))
}

/// The group of a discriminant of the form that Chia's rule gives: the negative of a prime, 1
/// modulo 8.
pub fn prime_group(magnitude: &Natural) -> Result<ClassGroup, Failure> {
    ClassGroup::new(magnitude, 0).map_err(|error| Failure::new(Code::Malformed, error))
}

/// The bytes of a field in hexadecimal.
pub fn bytes(name: &str, digits: &str) -> Result<Vec<u8>, Failure> {
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    hex::decode(digits).map_err(|error| Failure::new(Code::Malformed, error).about(name))
}

/// A hexadecimal number with any count of digits.
pub fn number(name: &str, digits: &str, bits: usize) -> Result<Natural, Failure> {
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    if digits.is_empty() || digits.len() > bits.div_ceil(4) {
        let message =
            format_args!("{name}: {} hexadecimal digits, not 1 to {}", digits.len(), bits.div_ceil(4));
        return Err(Failure::new(Code::Malformed, message));
    }
    let even = if digits.len().is_multiple_of(2) { digits.to_owned() } else { format!("0{digits}") };
    bytes(name, &even).map(|bytes| Natural::from_be_bytes(&bytes))
}
