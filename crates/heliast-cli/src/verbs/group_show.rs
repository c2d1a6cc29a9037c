//! `heliast group show`: describes a group, after every check that needs no secret.

use crate::{
    failure::Failure,
    groups::{self, DISCRIMINANT_BITS, LeastBits, MODULUS_BITS},
    modulus,
    report::Report,
};
use heliast::{ClassGroup, Group, RsaGroup};
use std::path::PathBuf;

/// Check a group and describe it
///
/// Groups of any length are shown; the verbs that rely on a group demand 2048 bits of a modulus, 1024 of a
/// discriminant.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A group file, `-` for stdin; `rsa-2048`; or `class-1024`, `class-2048`, `class-N` with --seed
    #[arg(value_name = "FILE", default_value = groups::BUILT_IN)]
    group: PathBuf,
    /// The seed of the discriminant of `class-N`: 64 or more hexadecimal digits, or text of 32 bytes or more
    #[arg(long, value_name = "HEX-OR-TEXT")]
    seed: Option<String>,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        let named = groups::load(&self.group, self.seed.as_deref(), LeastBits::any())?;
        let report = match (named.group.rsa(), named.group.class()) {
            (Some(group), _) => self.of_modulus(group),
            (_, Some(group)) => of_discriminant(group, &named.seed.unwrap_or_default()),
            // There are no other groups.
            (None, None) => Report::default(),
        };
        Ok(report)
    }

    fn of_modulus(&self, group: &RsaGroup) -> Report {
        let headline = match group.bits() {
            bits if bits < MODULUS_BITS as usize => {
                "sound as far as can be seen, but short: it can be factored"
            }
            _ if self.group.as_os_str() == groups::BUILT_IN => "RSA-2048 of the RSA Factoring Challenge",
            _ => "sound as far as can be seen; whoever made it may know the factors",
        };
        Report::new(headline)
            .row("modulus bits", group.bits())
            .row("group", hex::encode(group.id()))
            .row("kernel", group.ring().backend().name())
            .row("modulus", modulus::modulus_hex(group))
    }
}

fn of_discriminant(group: &ClassGroup, seed: &[u8]) -> Report {
    let headline = match group.bits() {
        bits if bits < DISCRIMINANT_BITS as usize => "a class group, but short: its order can be computed",
        _ => "a class group: nobody made it, but whoever chose the seed may have tried many",
    };
    let len = group.bits().div_ceil(8);
    let magnitude = hex::encode(group.discriminant_magnitude().to_be_bytes(len).unwrap_or_default());
    Report::new(headline)
        .row("discriminant bits", group.bits())
        .row("group", hex::encode(group.id()))
        .row("seed", hex::encode(seed))
        .row_as("discriminant", magnitude.clone(), format!("-{magnitude}"))
}
