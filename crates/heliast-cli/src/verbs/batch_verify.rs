//! `heliast batch verify`: checks by a proof that all statements of a file are true.

use super::batch_inspect::{describe, show_proof};
use crate::{
    batches::{List, Verified, WorkArgs},
    failure::{Code, Failure},
    files,
    groups::GroupArgs,
    numbers::count,
    report::Report,
    reports::{Bits, ListVerified, Measure, True},
    ui::Ui,
};
use heliast_vdf::batch::{BatchProofFile, StatementsHeader};
use std::{path::PathBuf, time::Instant};

/// The most bytes of a proof: 256 Pietrzak proofs with 38 elements of 8192 bits, and a shard for every 4096
/// of 2^32 statements.
const MAX_FILE: u64 = 24 << 20;

/// Verify a batch proof
///
/// All statements of the file are true, or the proof is not valid. The proof does not show which statement
/// is false: `heliast batch prove` finds it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The statements file
    #[arg(value_name = "STATEMENTS")]
    statements: PathBuf,
    /// The batch proof; `-` is stdin
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// Demand this number of squarings of every statement
    #[arg(short, long = "squarings", value_name = "N", value_parser = count::<u64>(..))]
    t: Option<u64>,
    /// Refuse proofs whose protocol or challenge primes give fewer bits of security
    #[arg(long, value_name = "BITS", default_value_t = 128, value_parser = clap::value_parser!(u16).range(0..=256))]
    min_level: u16,
    #[command(flatten)]
    group: GroupArgs,
    #[command(flatten)]
    work: WorkArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let file = BatchProofFile::from_bytes(&files::read(&self.proof, MAX_FILE)?)
            .map_err(|error| Failure::from(error).about(self.proof.display()))?;
        let (strength, demanded) = (file.strength(), self.min_level);
        if strength < demanded {
            let message =
                format_args!("the proof has {strength} bits of security; at least {demanded} are needed");
            return Err(Failure::new(Code::Invalid, message)
                .hint("ask for a proof of a higher --level, or lower --min-level if you know what this one is worth"));
        }
        let group = self.group.load()?;
        let mut list = List::open(&group, &self.statements)?;
        self.check_claim(&file, list.header())?;

        let began = Instant::now();
        let Verified { span, parts } = list.verify(&file, &self.work, ui)?;
        if let Some(t) = self.t.filter(|t| (*t, *t) != (span.least, span.greatest)) {
            let message =
                format!("the statements are about {} to {} squarings, not {t}", span.least, span.greatest);
            return Err(Failure::new(Code::Invalid, message));
        }
        let seconds = began.elapsed().as_secs_f64();
        let said = ListVerified {
            valid: True,
            proof: describe(&file).of_list(span.into()),
            bits: Bits::of(&group),
            parts,
            threads: self.work.threads(),
            verifying_seconds: Measure(seconds),
        };
        let report = Report::of(format!("valid: all {} statements are true", file.count()), &said);
        Ok(show_proof(report, &file)
            .show(&["least_t", "greatest_t", "modulus_bits", "discriminant_bits"])
            .show_as("verifying_seconds", format!("{seconds:.3}")))
    }

    /// Checks that the proof is about a list with this header and about the required t, as far as the header
    /// shows it.
    fn check_claim(&self, file: &BatchProofFile, header: &StatementsHeader) -> Result<(), Failure> {
        let (claimed, found) = (file.count(), header.count);
        let message = match (file.t(), header.t) {
            (Some(_), None) => {
                "the proof is about statements of one delay, and each of these has its own".to_owned()
            }
            (None, Some(_)) => {
                "the proof is about statements with a delay each, and these have one delay".to_owned()
            }
            (Some(t), Some(of_list)) if (claimed, t) != (found, of_list) => {
                format!("the proof is about {claimed} statements of {t} squarings, not {found} of {of_list}")
            }
            (None, None) if claimed != found => {
                format!("the proof is about {claimed} statements, not {found}")
            }
            (Some(t), Some(_)) if self.t.is_some_and(|demanded| demanded != t) => {
                format!("the statements are about {t} squarings, not {}", self.t.unwrap_or_default())
            }
            _ => return Ok(()),
        };
        Err(Failure::new(Code::Invalid, message))
    }
}
