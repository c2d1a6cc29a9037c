//! `heliast vdf verify`: checks proof files, and shows what they claim.

use crate::{
    delays::{ContextArg, ROWS, describe},
    failure::{Code, Failure},
    files,
    groups::{DelayIn, GroupArgs},
    inputs::DelayInput,
    numbers::count,
    report::Report,
    reports::{Measure, NamedProof, ProofsVerified, True},
    ui::Ui,
};
use heliast::{AnyGroup, Group};
use heliast_vdf::{Form, ProofFile, Statement};
use std::{path::Path, path::PathBuf, thread::available_parallelism, time::Instant};

mod roots;

/// The longest proof file of squarings, in bytes: 40 elements of 8192 bits, Pietrzak's longest proof, and the
/// header.
const MAX_FILE: u64 = 64 << 10;

/// The beginning of a proof file, up to the mode of its challenge prime.
const MODE: std::ops::Range<usize> = 0..8;

type Elem = <AnyGroup as Group>::Elem;

/// Verify delay proofs
///
/// Without an input to compare with, a proof shows that its own x was delayed: check that x is the one you
/// mean. Several proofs are verified together, which is faster, and every invalid one is named.
///
/// Verifying a chain of roots takes a time that grows with its length: a small fraction of its prover's
/// time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The proof files; `-` is stdin
    #[arg(value_name = "FILE", required = true)]
    proofs: Vec<PathBuf>,
    #[command(flatten)]
    input: DelayInput,
    /// Demand this number of squarings, or of roots
    #[arg(short, long = "squarings", value_name = "N", value_parser = count::<u64>(..))]
    t: Option<u64>,
    /// Refuse proofs whose challenge primes give fewer bits of security; proofs of roots have no such primes,
    /// and leave no doubt
    #[arg(long, value_name = "BITS", default_value_t = 100, value_parser = clap::value_parser!(u16).range(0..=256))]
    min_level: u16,
    /// Show x and y in full, not only their beginnings and ends
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    context: ContextArg,
    #[command(flatten)]
    group: GroupArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        let group = match self.group.delay_in()? {
            DelayIn::Field(field) => return self.verify_roots(&field, ui),
            DelayIn::Group(named) => named.group,
        };
        let (x, t) = (self.input.load(&group)?, self.t);
        let context = self.context.clone();
        let expected = Expected { x, t, context, min_level: self.min_level, full: self.full };
        match &self.proofs[..] {
            [path] => verify_one(&group, path, &expected),
            paths => verify_several(&group, paths, &expected),
        }
    }
}

/// The input, the delay and the context that the proofs must have, and whether x and y are shown in full to
/// people.
struct Expected {
    x: Option<Elem>,
    t: Option<u64>,
    context: ContextArg,
    min_level: u16,
    full: bool,
}

impl Expected {
    /// Decodes a proof file. The prover has chosen its suite, which must be strong enough.
    fn decode(&self, bytes: &[u8]) -> Result<ProofFile, Failure> {
        roots::refuse(bytes)?;
        if is_sieved(bytes) {
            let message = "its challenge prime is of the mode sieved, which is for study only";
            return Err(Failure::new(Code::Malformed, message)
                .hint("`heliast-study vdf verify` checks it; ask for a proof of another mode"));
        }
        let file = ProofFile::from_bytes(bytes)?;
        let (level, demanded) = (file.suite.level(), self.min_level);
        if level < demanded {
            let message =
                format_args!("the proof has {level} bits of security; at least {demanded} are needed");
            let hint = match file.form {
                Form::Pietrzak { .. } => "lower --min-level: no proof of Pietrzak's has more",
                _ => {
                    "ask for a proof with more prime bits, or lower --min-level if you know what this one is worth"
                }
            };
            return Err(Failure::new(Code::Invalid, message).hint(hint));
        }
        Ok(file)
    }

    fn asked(&self) -> Asked {
        Asked { input: self.x.is_some(), steps: self.t.is_some(), counter: None, full: self.full }
    }

    fn check(&self, group: &AnyGroup, statement: &Statement<Elem>) -> Result<(), Failure> {
        let invalid = |message: String| Failure::new(Code::Invalid, message);
        if let Some(t) = self.t.filter(|t| *t != statement.t) {
            return Err(invalid(format!("the proof is about {} squarings, not {t}", statement.t)));
        }
        if self.x.as_ref().is_some_and(|x| !group.equal(x, &statement.x)) {
            return Err(invalid("the proof is about another input".to_owned()));
        }
        Ok(())
    }
}

/// Whether this is a proof with the prime mode `sieved`. Whether the library can read such proofs depends on
/// the features that other crates of the build enable.
fn is_sieved(bytes: &[u8]) -> bool {
    matches!(bytes.get(MODE), Some([b'H', b'L', b'V', b'P', 1, _, 0 | 2, 1]))
}

fn verify_one(group: &AnyGroup, path: &Path, expected: &Expected) -> Result<Report, Failure> {
    let file = expected.decode(&files::read(path, MAX_FILE)?)?;
    let began = Instant::now();
    let opened = expected.context.open(&file, group);
    let statement = opened.map_err(|error| expected.context.advise(error))?;
    let seconds = began.elapsed().as_secs_f64();
    expected.check(group, &statement)?;
    let headline = format!("valid: {} squarings were done", statement.t);
    Ok(report(headline, &expected.asked(), vec![of_proof(path, group, &file, &statement)], seconds))
}

fn verify_several(group: &AnyGroup, paths: &[PathBuf], expected: &Expected) -> Result<Report, Failure> {
    let bytes = paths.iter().map(|path| files::read(path, MAX_FILE)).collect::<Result<Vec<_>, _>>()?;
    let began = Instant::now();
    let (mut proofs, mut places, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (path, bytes) in paths.iter().zip(&bytes) {
        match expected.decode(bytes) {
            Ok(proof) => {
                proofs.push(proof);
                places.push(path);
            }
            Err(failure) => failures.push(failure.about(path.display())),
        }
    }
    let threads = available_parallelism().map_or(1, usize::from);
    let mut valid = Vec::new();
    let opened = if expected.context.is_given() {
        proofs.iter().map(|file| expected.context.open(file, group)).collect()
    } else {
        ProofFile::open_many(group, &proofs, threads)
    };
    for ((path, file), opened) in places.into_iter().zip(&proofs).zip(opened) {
        let checked = opened.map_err(|error| expected.context.advise(error)).and_then(|statement| {
            expected.check(group, &statement)?;
            Ok(of_proof(path, group, file, &statement))
        });
        match checked {
            Ok(proof) => valid.push(proof),
            Err(failure) => failures.push(failure.about(path.display())),
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    Failure::of_several(failures, paths.len())?;
    Ok(report(format!("valid: all {} proofs", paths.len()), &expected.asked(), valid, seconds))
}

fn of_proof(path: &Path, group: &AnyGroup, file: &ProofFile, statement: &Statement<Elem>) -> NamedProof {
    NamedProof { file: path.display().into(), proof: describe(group, file, statement) }
}

/// The caller's requirements for the proofs, and whether x and y are shown in full to people.
struct Asked {
    input: bool,
    steps: bool,
    /// For roots: whether their prime was given, and not only its seed.
    counter: Option<bool>,
    full: bool,
}

fn report(headline: String, asked: &Asked, proofs: Vec<NamedProof>, seconds: f64) -> Report {
    let said = ProofsVerified {
        valid: True,
        input_checked: asked.input,
        squarings_checked: asked.steps,
        counter_checked: asked.counter,
        proofs,
        verifying_seconds: Measure(seconds),
    };
    let report = Report::of(headline, &said);
    // For a single proof, people see its rows.
    let report = match &said.proofs[..] {
        [one] if asked.full => report.show_of(one, &ROWS),
        [one] => report.show_of(&one.proof.shortened(), &ROWS),
        _ => report,
    };
    let report = asked
        .not_compared()
        .into_iter()
        .fold(report, |report, (field, advice)| report.show_as(field, format!("not compared: {advice}")));
    report.show_as("verifying_seconds", format!("{seconds:.5}"))
}

impl Asked {
    /// Rows for the values that only the prover has chosen, with the options to require something of them.
    fn not_compared(&self) -> Vec<(&'static str, &'static str)> {
        let input = ("input", "the prover chose it; --message, --message-file or --x demands yours");
        let label = if self.counter.is_some() { "roots" } else { "squarings" };
        let steps = (label, "the prover chose their number; -t demands yours");
        let prime = ("prime", "the prover chose one of those of the seed; a group file demands yours");
        [(self.input, input), (self.steps, steps), (self.counter.unwrap_or(true), prime)]
            .into_iter()
            .filter_map(|(demanded, row)| (!demanded).then_some(row))
            .collect()
    }
}
