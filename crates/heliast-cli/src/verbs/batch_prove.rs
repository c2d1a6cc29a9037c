//! `heliast batch prove`: one short proof of all statements of a file.

mod different;
mod squaring;

use super::batch_inspect::{describe, show_proof};
use crate::{
    batches::{Elem, List, Span, WorkArgs},
    checkpoints::{Checkpoint, CheckpointArgs, wrong_proof},
    failure::{Code, Failure},
    files::{OutArgs, check_distinct},
    groups::GroupArgs,
    interrupt,
    report::Report,
    reports::{ListProved, Measure},
    ui::Ui,
};
use heliast::{AnyGroup, PrimeMode, Suite};
use heliast_vdf::batch::{
    BatchProofFile, Contents, Family, Left, Proof, Protocol, Proving, Terms, TooWeak, Work, plan_in,
    prove_left,
};
use squaring::Squaring;
use std::{path::PathBuf, time::Instant};

/// Prove all statements of a file at once
///
/// They are combined into one statement (or a few), whose delay is evaluated and proved. Ctrl-C then saves a
/// checkpoint, and the same command goes on from there. If the combination is false, the false statements are
/// searched for and named.
///
/// Statements with different numbers of squarings are proved with as many squarings as the longest delay has.
/// All statements are then held in memory.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The statements file
    #[arg(value_name = "STATEMENTS")]
    statements: PathBuf,
    /// The protocol that combines the statements; `heliast batch plan` compares them. auto is the one that is
    /// verified fastest
    #[arg(long, value_name = "PROTOCOL", default_value = "auto", value_parser = protocol_names())]
    protocol: String,
    /// The security level in bits, a multiple of 8 from 64 to 256: that of the protocol, and half the bits
    /// of Wesolowski's challenge
    #[arg(long, value_name = "BITS", default_value_t = 128)]
    level: u16,
    /// The proof system for the combined statements
    #[arg(long, alias = "proof", value_enum, default_value_t = System::Wesolowski)]
    system: System,
    #[command(flatten)]
    group: GroupArgs,
    #[command(flatten)]
    work: WorkArgs,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    saving: CheckpointArgs,
}

/// A proved list.
struct Listed {
    span: Span,
    /// The number of parts in which it was read.
    parts: Option<usize>,
}

/// A proof system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum System {
    /// One element for each
    Wesolowski,
    /// An element for each halving of the delay, and a fraction of the prover's work; 128 bits of security at
    /// most
    Pietrzak,
}

fn protocol_names() -> Vec<&'static str> {
    ["auto"].into_iter().chain(Family::ALL.map(Family::name)).collect()
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let proving = self.proving()?;
        self.out.check(ui)?;
        self.saving.check(&self.out)?;
        check_distinct(&[&self.statements, &self.out.out])?;
        if let Some(checkpoint) = &self.saving.checkpoint {
            check_distinct(&[checkpoint, &self.out.out, &self.statements])?;
        }
        let group = self.group.load()?;
        let list = List::open(&group, &self.statements)?;
        match list.header().t {
            Some(t) => self.prove_one(&group, list, (t, proving), ui),
            None => self.prove_varied(&group, list, ui),
        }
    }

    fn prove_one(
        &self,
        group: &AnyGroup,
        mut list: List<'_>,
        (t, proving): (u64, Proving),
        ui: &Ui,
    ) -> Result<Report, Failure> {
        let count = list.header().count;
        let family = self.family(group, count, proving).map_err(no_level)?;
        let protocol = Protocol::of_family(family, self.level, count).map_err(no_level)?;
        let keeps = protocol.proofs() == 1;
        if let Some(given) = self.saving.given().filter(|_| !keeps) {
            let message = format_args!(
                "{} leaves {} statements, and keeps no checkpoint",
                family.name(),
                protocol.proofs()
            );
            return Err(Failure::new(Code::Usage, message)
                .hint(format_args!("leave out {given}, or choose another --protocol")));
        }
        let terms = Terms { t, protocol };

        let began = Instant::now();
        let left = list.combine(&terms, &[count], &self.work, ui)?;
        let combining = began.elapsed().as_secs_f64();
        interrupt::catch()?;
        let began = Instant::now();
        let mut squaring = Squaring {
            checkpoint: keeps.then(|| Checkpoint::new(&self.saving, &self.out)),
            bar: ui.bar(t.saturating_mul(left.statements.len() as u64), "squarings"),
            ui,
        };
        let proof = self.prove(group, &left, (t, proving), &mut squaring)?;
        let Some(proof) = proof else {
            squaring.remove_checkpoint()?;
            return Err(self.name_false(&mut list, &terms, ui)?);
        };
        let seconds = [combining, began.elapsed().as_secs_f64()];

        proof.check(group, &left.statements).map_err(wrong_proof)?;
        let contents = Contents { family, level: self.level, t: Some(t), shards: &[count] };
        let file = BatchProofFile::new(group, contents, &proof)?;
        let list = Listed { span: Span { least: t, greatest: t }, parts: Some(left.parts) };
        self.write(&file, list, &squaring, seconds)
    }

    /// Writes a proof, removes the checkpoint, and describes the proof and the seconds that combining and
    /// proving took.
    fn write(
        &self,
        file: &BatchProofFile,
        list: Listed,
        squaring: &Squaring<'_>,
        [combining, proving]: [f64; 2],
    ) -> Result<Report, Failure> {
        let bytes = file.to_bytes();
        self.out.write(&bytes)?;
        squaring.remove_checkpoint()?;
        let (count, len, shown) = (file.count(), bytes.len(), self.out.shown());
        let headline = format!("proof of {count} statements, {len} bytes, written to {shown}");
        let said = ListProved {
            out: shown.into(),
            file_bytes: len,
            proof: describe(file).of_list(list.span.into()),
            parts: list.parts,
            combining_seconds: Measure(combining),
            proving_seconds: Measure(proving),
        };
        Ok(show_proof(Report::of(headline, &said), file)
            .show(&["least_t", "greatest_t"])
            .show_as("combining_seconds", format!("{combining:.2}"))
            .show_as("proving_seconds", format!("{proving:.2}"))
            .beside_stdout(self.out.is_stdout()))
    }

    fn proving(&self) -> Result<Proving, Failure> {
        Protocol::of_family(Family::RandomExponents, self.level, 1).map_err(no_level)?;
        match self.system {
            System::Pietrzak => Ok(Proving::Pietrzak),
            System::Wesolowski => {
                let suite = Suite::of_level(PrimeMode::SievedFull, self.level);
                Ok(Proving::Wesolowski(suite.ok_or_else(|| no_level(TooWeak::Level(self.level)))?))
            }
        }
    }

    /// The given protocol, or the cheapest to verify of those that assume no more than the proofs.
    fn family(&self, group: &AnyGroup, count: u64, proving: Proving) -> Result<Family, TooWeak> {
        if let Some(family) = Family::from_name(&self.protocol) {
            return Ok(family);
        }
        let plans = plan_in(group, count, self.level, proving)?;
        Ok(plans.first().map_or(Family::RandomExponents, |plan| plan.family))
    }

    /// The proof, unless the combination is false.
    fn prove(
        &self,
        group: &AnyGroup,
        left: &Left<Elem>,
        (t, proving): (u64, Proving),
        squaring: &mut Squaring<'_>,
    ) -> Result<Option<Proof<Elem>>, Failure> {
        let (ui, one) = (squaring.ui, left.statements.len() == 1);
        let bar = ui.bar(1000, "thousandths of the proof");
        let told = |_: usize, part: f64| {
            if one {
                bar.set_position((part * 1000.0) as u64);
            }
            !interrupt::requested()
        };
        let square = |index: usize, x: &Elem| squaring.square(group, (index, x), t);
        let proved = {
            let work = Work { threads: self.work.threads(), progress: told };
            prove_left(group, &left.statements, proving, square, work)
        };
        bar.finish_and_clear();
        squaring.bar.finish_and_clear();
        proved
    }

    /// The failure that names the false statements.
    fn name_false(&self, list: &mut List<'_>, terms: &Terms, ui: &Ui) -> Result<Failure, Failure> {
        let spinner =
            ui.spinner("some statement is false: looking for it, by the delay for every halving of the list");
        let found = list.find_false(terms, &self.work, || !interrupt::requested())?;
        spinner.finish_and_clear();
        Ok(self.false_ones(&found))
    }

    /// The failure of a list whose combination is false because of these statements, and perhaps of others if
    /// the search was cut short by a signal.
    fn false_ones(&self, places: &[u64]) -> Failure {
        let cut_short = interrupt::requested();
        let shown: Vec<String> = places.iter().map(u64::to_string).collect();
        let message = match &shown[..] {
            [] if cut_short => {
                let message = "some statement is false; which, was not found out";
                return Failure::new(Code::Invalid, message).about(self.statements.display());
            }
            [] => {
                let message = "the combination does not hold, but every statement does";
                let hint = "the checkpoint was made wrong, or this machine computes wrong: the same command starts again";
                return Failure::new(Code::Refused, message).hint(hint);
            }
            [place] => format!("statement {place} is false"),
            places => format!("statements {} are false", places.join(", ")),
        };
        let more = if cut_short || places.len() >= 16 { "there may be more; " } else { "" };
        Failure::new(Code::Invalid, message).about(self.statements.display()).hint(format_args!(
            "{more}statements count from 0, and stand where `heliast batch collect` was given them"
        ))
    }
}

fn no_level(error: TooWeak) -> Failure {
    Failure::new(Code::Usage, error).hint("choose --level 128")
}
