//! `heliast group show`: what a modulus is, after every check that needs no factors.

use crate::{failure::Failure, modulus, report::Report};
use heliast::Group;
use std::path::PathBuf;

/// Below this, factoring has been done or is in reach.
const RECOMMENDED_BITS: usize = 2048;

/// Check a modulus and show what it is
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A modulus file, `-` for stdin, or `rsa-2048`
    #[arg(value_name = "FILE", default_value = modulus::BUILT_IN)]
    group: PathBuf,
}

impl Args {
    pub fn run(self) -> Result<Report, Failure> {
        // Shown whatever its length is: the verbs that rely on a modulus demand 2048 bits.
        let group = modulus::load(&self.group, 256)?;
        let headline = match group.bits() {
            bits if bits < RECOMMENDED_BITS => "sound as far as can be seen, but short: it can be factored",
            _ if self.group.as_os_str() == modulus::BUILT_IN => "RSA-2048 of the RSA Factoring Challenge",
            _ => "sound as far as can be seen; whoever made it may know the factors",
        };
        Ok(Report::new(headline)
            .row("modulus bits", group.bits())
            .row("group", hex::encode(group.id()))
            .row("kernel", group.ring().backend().name())
            .row("modulus", modulus::modulus_hex(&group)))
    }
}
