//! `heliast group show`: describes a group, after every check that needs no secret.

use crate::{
    failure::Failure,
    groups::{self, DISCRIMINANT_BITS, DelayIn, FIELD_BITS, LeastBits, MODULUS_BITS},
    report::Report,
    reports::{Digest, GroupShown, Hex},
    ui::Ui,
};
use heliast::{ClassGroup, Group, RootField, RsaGroup};
use std::path::PathBuf;

/// Check a group and describe it
///
/// Groups of any length are shown; the verbs that rely on a group demand 2048 bits of a modulus or a field of
/// roots, 1024 of a discriminant.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A group file, `-` for stdin; `rsa-2048`; `class-1024`, `class-2048`, `class-N` with --seed; or a field
    /// of roots: `roots-2048`, `roots-3072`
    #[arg(value_name = "FILE", default_value = groups::BUILT_IN)]
    group: PathBuf,
    /// The seed of the discriminant of `class-N` or the prime of `roots-N`: 64 or more hexadecimal digits, or
    /// text of 32 bytes or more
    #[arg(long, value_name = "HEX-OR-TEXT")]
    seed: Option<String>,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let named = match groups::find(&self.group, self.seed.as_deref(), LeastBits::any())? {
            DelayIn::Field(field) => return Ok(of_field(&field.open(ui)?)),
            DelayIn::Group(named) => named,
        };
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
            _ => "sound as far as can be seen; its maker may know the factors",
        };
        let said = GroupShown::Modulus {
            modulus_bits: group.bits(),
            group: Digest::of(&group.id()),
            kernel: group.ring().backend().name().into(),
            modulus: Hex::of(group.modulus().to_be_bytes(group.encoded_len()).unwrap_or_default()),
        };
        Report::of(headline, &said).show(&["modulus_bits", "group", "kernel", "modulus"])
    }
}

fn of_discriminant(group: &ClassGroup, seed: &[u8]) -> Report {
    let headline = match group.bits() {
        bits if bits < DISCRIMINANT_BITS as usize => "a class group, but short: its order can be computed",
        _ => "a class group: nobody made it, but its seed may be one of many that somebody tried",
    };
    let len = group.bits().div_ceil(8);
    let magnitude = group.discriminant_magnitude().to_be_bytes(len).unwrap_or_default();
    let said = GroupShown::Discriminant {
        discriminant_bits: group.bits(),
        group: Digest::of(&group.id()),
        seed: Hex::of(seed),
        discriminant: Hex::of(&magnitude),
    };
    Report::of(headline, &said)
        .show(&["discriminant_bits", "group", "seed"])
        .show_as("discriminant", format!("-{}", hex::encode(magnitude)))
}

fn of_field(field: &RootField) -> Report {
    let is_built_in = RootField::built_in(field.bits()).is_some_and(|built_in| built_in == *field);
    let headline = match field.bits() {
        bits if bits < FIELD_BITS as usize => "a field of roots, but short: it is for tests",
        _ if is_built_in => "the built-in field of roots of this length",
        _ => "a field of roots: nothing in it is secret, but its seed may be one of many that somebody tried",
    };
    let said = GroupShown::Field {
        field_bits: field.bits(),
        group: Digest::of(&field.id()),
        kernel: field.ring().backend().name().into(),
        seed: Hex::of(field.seed()),
        counter: field.counter(),
        prime: Hex::of(field.prime().to_be_bytes(field.encoded_len()).unwrap_or_default()),
    };
    Report::of(headline, &said).show(&["field_bits", "group", "kernel", "seed", "counter", "prime"])
}
