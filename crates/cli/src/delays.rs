//! What the delay verbs share: the parameters of a proof, and writing one.

use crate::{
    failure::{Code, Failure},
    files::OutArgs,
    interrupt,
    report::Report,
    ui::Ui,
};
use heliast::{Evaluation, Group, PrimeMode, RsaGroup, Suite};
use std::thread::available_parallelism;
use vdf::{Form, ProofFile, Statement};

/// How a proof is made.
#[derive(Debug, clap::Args)]
pub struct ProofArgs {
    /// How candidates for the challenge prime are drawn
    #[arg(long, value_enum, default_value_t = Mode::SievedFull)]
    mode: Mode,
    /// Bits of the challenge prime: twice the security level, a multiple of 8 from 128 to 512
    #[arg(long, default_value_t = 256, value_parser = prime_bits)]
    bits: u16,
    /// Leave y out of the proof: shorter, as fast to verify
    #[arg(long)]
    compact: bool,
    /// Threads for the proof [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Mode {
    /// The digest itself
    Plain,
    /// The digest moved to a residue that no prime up to 47 divides: a seventh of the candidates
    SievedFull,
}

type Elem = <RsaGroup as Group>::Elem;

impl ProofArgs {
    /// The suite.
    pub fn suite(&self) -> Suite {
        let mode = match self.mode {
            Mode::Plain => PrimeMode::Plain,
            Mode::SievedFull => PrimeMode::SievedFull,
        };
        // The command line's parser has let only bits pass that make a suite.
        Suite::new(mode, self.bits).unwrap_or_default()
    }

    /// (y, π) of a finished evaluation; a signal ends it.
    pub fn prove(&self, evaluation: &Evaluation<RsaGroup>, ui: &Ui) -> Result<(Elem, Elem), Failure> {
        const STEPS: f64 = 1000.0;
        let bar = ui.bar(STEPS as u64, "thousandths of the proof");
        let cores = || available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(cores, usize::from);
        let proved = vdf::prove(evaluation, self.suite(), threads, |done| {
            bar.set_position((done * STEPS) as u64);
            !interrupt::requested()
        });
        bar.finish_and_clear();
        Ok(proved?)
    }

    /// Checks the proof before it is handed out (a checkpoint can be wrong), writes it and reports it.
    pub fn write(
        &self,
        group: &RsaGroup,
        (x, y, t): (Elem, Elem, u64),
        proof: &Elem,
        out: &OutArgs,
    ) -> Result<Report, Failure> {
        let statement = Statement { x, y, t };
        let no_prime = |error| Failure::new(Code::Internal, error);
        let file = ProofFile::new(group, &statement, proof, self.suite(), self.compact).map_err(no_prime)?;
        file.open(group).map_err(|error| {
            let hint =
                "the checkpoint was made wrong, or this machine computes wrong: delete it and start again";
            Failure::from(error).about("the proof does not hold and was not written").hint(hint)
        })?;
        let bytes = file.encode();
        out.write(&bytes)?;
        let report =
            Report::new(format!("proof of {t} squarings, {} bytes, written to {}", bytes.len(), out.shown()));
        let report = report.field("bytes", bytes.len()).field("out", out.shown());
        Ok(describe(report, group, &file, &statement).beside_stdout(out.is_stdout()))
    }
}

/// The rows that say what a proof is about.
pub fn describe(report: Report, group: &RsaGroup, file: &ProofFile, statement: &Statement<Elem>) -> Report {
    let form = match file.form {
        Form::Output { .. } => "output",
        Form::Compact { .. } => "compact",
    };
    report
        .row("t", statement.t)
        .row("x", hex::encode(group.encode(&statement.x)))
        .row("y", hex::encode(group.encode(&statement.y)))
        .row("form", form)
        .row("mode", file.suite.mode().name())
        .row("prime bits", file.suite.bits())
        .row("group", hex::encode(group.id()))
        .row("modulus bits", group.bits())
}

fn prime_bits(text: &str) -> Result<u16, String> {
    let bits = text.parse().ok().filter(|bits: &u16| bits.is_multiple_of(8) && (128..=512).contains(bits));
    bits.ok_or_else(|| "a multiple of 8 from 128 to 512 is needed".to_owned())
}
