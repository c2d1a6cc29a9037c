//! `heliast batch verify`: checks by a proof that all statements of a file are true.

use crate::{
    batches::{AnyList, List, VariedList, WorkArgs},
    failure::{Code, Failure},
    files,
    groups::{self, GroupArgs},
    numbers::count,
    report::Report,
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_vdf::batch::{AnyProofFile, BatchProofFile, varied};
use std::{path::PathBuf, time::Instant};

/// 256 proofs of Pietrzak's with 38 elements of 8192 bits, and a shard for every 4096 of 2^32 statements.
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
    #[arg(short, value_name = "N", value_parser = count::<u64>(..))]
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
        let file = AnyProofFile::from_bytes(&files::read(&self.proof, MAX_FILE)?)
            .map_err(|error| Failure::from(error).about(self.proof.display()))?;
        let (strength, demanded) = (file.strength(), self.min_level);
        if strength < demanded {
            let message =
                format_args!("the proof has {strength} bits of security; at least {demanded} are needed");
            return Err(Failure::new(Code::Invalid, message)
                .hint("ask for a proof of a higher --level, or lower --min-level if you know what this one is worth"));
        }
        let group = self.group.load()?;
        match (&file, AnyList::open(&group, &self.statements)?) {
            (AnyProofFile::One(file), AnyList::One(list)) => self.verify_one(&group, file, list, ui),
            (AnyProofFile::Varied(file), AnyList::Varied(list)) => self.verify_varied(&group, file, list, ui),
            (AnyProofFile::One(_), AnyList::Varied(_)) => Err(Failure::new(
                Code::Invalid,
                "the proof is about statements of one delay, and each of these has its own",
            )),
            (AnyProofFile::Varied(_), AnyList::One(_)) => Err(Failure::new(
                Code::Invalid,
                "the proof is about statements with a delay each, and these have one delay",
            )),
        }
    }

    fn verify_one(
        &self,
        group: &AnyGroup,
        file: &BatchProofFile,
        mut list: List<'_>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        let proof = file.proof(group)?;
        let found = (list.header().count, list.header().t);
        let claimed = (file.count(), file.terms().t);
        if found != claimed {
            let message = format!(
                "the proof is about {} statements of {} squarings, not {} of {}",
                claimed.0, claimed.1, found.0, found.1
            );
            return Err(Failure::new(Code::Invalid, message));
        }
        if let Some(t) = self.t.filter(|t| *t != claimed.1) {
            return Err(Failure::new(
                Code::Invalid,
                format_args!("the statements are about {} squarings, not {t}", claimed.1),
            ));
        }

        let began = Instant::now();
        let left = list.combine(file.terms(), file.shards(), &self.work, ui)?;
        proof.check(group, &left.statements).map_err(|invalid| {
            let hint =
                "`heliast batch prove` with these statements says which are false, if it is not the proof";
            Failure::from(invalid).hint(hint)
        })?;
        let seconds = began.elapsed().as_secs_f64();
        let report = Report::new(format!("valid: all {} statements are true", file.count()));
        let report = super::batch_inspect::describe(report.field("valid", true), file);
        Ok(groups::with_bits(report, group)
            .field("parts", left.parts)
            .field("threads", self.work.threads())
            .row_as("verifying seconds", seconds, format!("{seconds:.3}")))
    }

    fn verify_varied(
        &self,
        group: &AnyGroup,
        file: &varied::ProofFile,
        mut list: VariedList<'_>,
        ui: &Ui,
    ) -> Result<Report, Failure> {
        let proof = file.proof(group)?;
        let (claimed, found) = (file.count(), list.header().count);
        if claimed != found {
            let message = format_args!("the proof is about {claimed} statements, not {found}");
            return Err(Failure::new(Code::Invalid, message));
        }
        let began = Instant::now();
        let verified = list.verify(file.terms(), &proof, &self.work, ui)?;
        let span = verified.span;
        if let Some(t) = self.t.filter(|t| (*t, *t) != (span.least, span.greatest)) {
            let message =
                format!("the statements are about {} to {} squarings, not {t}", span.least, span.greatest);
            return Err(Failure::new(Code::Invalid, message));
        }
        let seconds = began.elapsed().as_secs_f64();
        let report = Report::new(format!("valid: all {claimed} statements are true")).field("valid", true);
        let report = super::batch_inspect::describe_varied(report, file)
            .row("least t", span.least)
            .row("greatest t", span.greatest);
        Ok(groups::with_bits(report, group)
            .field("parts", verified.parts)
            .field("threads", self.work.threads())
            .row_as("verifying seconds", seconds, format!("{seconds:.3}")))
    }
}
