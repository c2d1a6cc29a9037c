//! `heliast chia verify`: checks whether consensus accepts proofs of Chia's timelords.

use crate::{
    chia::{self, DiscriminantArgs, Record, Source, Verdict},
    failure::{Code, Failure},
    files::{self, AtomicFile, Secrecy, check_new},
    interrupt,
    numbers::{count, counted},
    report::Report,
    reports::{self, ChiaAccepted, ChiaVerified, Hex, Measure, True, Word},
    ui::Ui,
};
use std::{
    path::{Path, PathBuf},
    thread::available_parallelism,
    time::Instant,
};

/// The longest proof file, in bytes.
const MAX_PROOF: u64 = 64 << 20;
/// The most invalid proofs that are named one by one.
const NAMED: usize = 10;

/// Verify proofs of Chia's timelords
///
/// Accepts exactly the proofs that Chia's consensus accepts, as Chia's own library does.
#[derive(Debug, clap::Args)]
#[command(after_long_help = FORMAT)]
pub struct Args {
    /// JSON files of proofs, or directories with such files; `-` is stdin
    #[arg(value_name = "PATH", conflicts_with_all = ["discriminant", "seed", "bits", "x", "iterations", "witness_type", "y", "proof", "proof_file", "challenge"])]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    discriminant: DiscriminantArgs,
    /// The input [default: the generator (2, 1, c)]
    #[arg(long, value_name = "HEX")]
    x: Option<String>,
    /// Squarings
    #[arg(short = 't', long = "squarings", alias = "iterations", value_name = "N", value_parser = count::<u64>(..))]
    iterations: Option<u64>,
    /// The number of segments that follow in the proof
    #[arg(long, value_name = "N", value_parser = count::<u64>(..))]
    witness_type: Option<u64>,
    /// The output, if the proof does not begin with it
    #[arg(long, value_name = "HEX")]
    y: Option<String>,
    /// The proof
    #[arg(long, value_name = "HEX", conflicts_with = "proof_file")]
    proof: Option<String>,
    /// A file with the proof, as bytes or in hexadecimal; `-` is stdin
    #[arg(long, value_name = "FILE")]
    proof_file: Option<PathBuf>,
    /// The challenge B of a proof without its output, which is recovered
    #[arg(long, value_name = "HEX")]
    challenge: Option<String>,
    /// Refuse second encodings of a form, which consensus accepts, and discriminants that are not prime
    #[arg(long)]
    strict: bool,
    /// Compare the verdicts with the field `accepted` of each proof: proofs with false must be refused
    #[arg(long, requires = "paths")]
    compare: bool,
    /// Write the verdict on each proof, valid or not, to this JSON file
    #[arg(long, value_name = "FILE")]
    verdicts: Option<PathBuf>,
    /// Threads that verify [default: one for each core]
    #[arg(long, value_name = "N", value_parser = count::<u16>(1..))]
    threads: Option<u16>,
}

const FORMAT: &str = "\
A file of proofs is JSON: a proof, a list of them, or an object whose `cases` are such a list.
A proof is an object with the fields

  discriminant  hexadecimal, with or without -0x; or
  seed, bits    the challenge that the discriminant is made of, and its length [1024]
  x             the input, 100 bytes [the generator]
  iterations    squarings, as a number or as decimal text
  witness_type  the number of segments [0]
  proof         y, pi and the segments, the first in time at the end
  y             the output, if the proof begins with pi
  challenge     B, if the proof begins with pi and y is to be recovered
  name          the name of the proof
  accepted      true or false, for --compare

Bytes are in hexadecimal. Other fields are ignored.";

/// The results of all files.
#[derive(Default)]
struct Found {
    verdicts: Vec<reports::Verdict>,
    failures: Vec<Failure>,
    accepted: usize,
    count: usize,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        if let Some(path) = &self.verdicts {
            check_new(path, false)?;
        }
        let source = Source::of(&self.paths)?;
        let mut found = Found::default();
        interrupt::catch()?;
        let began = Instant::now();
        if self.paths.is_empty() {
            self.check(&[self.record()?], ui, &mut found)?;
        }
        let bar = (source.paths().len() > 1).then(|| ui.bar(source.paths().len() as u64, "files"));
        let quiet = Ui::new(true);
        for path in source.paths() {
            let shown = if bar.is_some() { &quiet } else { ui };
            self.check(&chia::read(path)?, shown, &mut found)?;
            bar.iter().for_each(|bar| bar.inc(1));
        }
        bar.iter().for_each(|bar| bar.finish_and_clear());
        let seconds = began.elapsed().as_secs_f64();
        if let Some(path) = &self.verdicts {
            let json = serde_json::json!({ "verdicts": found.verdicts });
            AtomicFile::write_all_to(path, Secrecy::Public, false, format!("{json:#}\n").as_bytes())?;
        }
        self.report(found, seconds)
    }

    /// Verifies proofs, and adds the results.
    fn check(&self, records: &[Record], ui: &Ui, found: &mut Found) -> Result<(), Failure> {
        let bar = ui.bar(records.len() as u64, "proofs");
        let verdicts = chia::check_all(records, self.strict, self.threads(), &|| bar.inc(1));
        if verdicts.len() < records.len() {
            bar.abandon();
            let message = format!(
                "interrupted after {}, of which {} are valid",
                counted((found.count + verdicts.len()) as u64, "proof"),
                found.accepted + verdicts.iter().filter(|verdict| verdict.is_ok()).count()
            );
            return Err(Failure::new(Code::Pending, message).hint("nothing was saved: start again"));
        }
        bar.finish_and_clear();
        for (record, verdict) in records.iter().zip(verdicts) {
            found.add(record, verdict, self.compare);
        }
        Ok(())
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }

    /// The proof from the flags.
    fn record(&self) -> Result<Record, Failure> {
        let missing = |what: &str| {
            let hint = "give PATH, a file of proofs, or --seed or --discriminant, --squarings and --proof";
            Failure::new(Code::Usage, format_args!("{what} is missing")).hint(hint)
        };
        let DiscriminantArgs { discriminant, seed, bits } = &self.discriminant;
        if discriminant.is_none() && seed.is_none() {
            return Err(missing("the discriminant"));
        }
        let iterations = self.iterations.ok_or_else(|| missing("the number of squarings"))?;
        let witness_type = self.witness_type.unwrap_or(0);
        let proof = match (&self.proof, &self.proof_file) {
            (Some(digits), _) => digits.clone(),
            (None, Some(path)) => self.proof_in(path, witness_type)?,
            (None, None) => return Err(missing("the proof")),
        };
        Ok(Record {
            name: None,
            discriminant: discriminant.clone(),
            seed: seed.clone(),
            bits: Some(*bits),
            x: self.x.clone().unwrap_or_else(chia::generator),
            iterations,
            witness_type,
            y: self.y.clone(),
            proof,
            challenge: self.challenge.clone(),
            accepted: None,
        })
    }

    /// The digits of the proof in a file: a file with exactly the length of the proof is the proof itself;
    /// any other file has hexadecimal digits.
    fn proof_in(&self, path: &Path, witness_type: u64) -> Result<String, Failure> {
        let content = files::read(path, MAX_PROOF)?;
        let head = if self.y.is_some() || self.challenge.is_some() { 100 } else { 200 };
        if witness_type.checked_mul(141).and_then(|len| len.checked_add(head)) == Some(content.len() as u64) {
            return Ok(hex::encode(content));
        }
        let text = String::from_utf8(content).ok().map(|text| text.trim().to_owned());
        text.filter(|text| text.bytes().all(|digit| digit.is_ascii_hexdigit())).ok_or_else(|| {
            let message = format_args!(
                "{} has neither the bytes of a proof of witness type {witness_type}, nor one in hexadecimal",
                path.display()
            );
            Failure::new(Code::Malformed, message)
        })
    }

    fn report(&self, mut found: Found, seconds: f64) -> Result<Report, Failure> {
        let (count, refused) = (found.count, found.failures.len());
        if count == 1 && refused == 1 {
            return Err(found.failures.remove(0));
        }
        if refused > NAMED {
            let more = format!("and {} more", refused - NAMED);
            let first = found.failures.remove(0);
            let named = found.failures.iter().take(NAMED - 1).map(Failure::to_string);
            let all: Vec<_> = std::iter::once(first.to_string()).chain(named).chain([more]).collect();
            let unlike = if self.compare { "not as expected" } else { "not valid" };
            let message = format!("{refused} of {count} are {unlike}: {}", all.join("; "));
            return Err(first.with_message(message));
        }
        Failure::of_several(found.failures, count)?;
        let per_second = count as f64 / seconds.max(1e-9);
        let headline = match (self.compare, count) {
            (true, _) => {
                format!("as expected: {} of {count} proofs are valid, the others are not", found.accepted)
            }
            (false, 1) => "valid: the squarings were done".to_owned(),
            (false, _) => format!("valid: all {count} proofs"),
        };
        let said = ChiaVerified {
            accepted: if self.compare { ChiaAccepted::AsExpected(True) } else { ChiaAccepted::Valid(True) },
            strict: self.strict,
            verdicts: found.verdicts,
            threads: self.threads(),
            verifying_seconds: Measure(seconds),
            proofs_per_second: Measure(per_second),
        };
        let report = Report::of(headline, &said);
        // For a single verdict, people see its rows.
        let report = match &said.verdicts[..] {
            [one] => report.show_of(one, &["t", "witness_type", "y"]),
            _ => report,
        };
        Ok(report
            .show_as("verifying_seconds", format!("{seconds:.3}"))
            .show_as("proofs_per_second", format!("{per_second:.0}")))
    }
}

impl Found {
    fn add(&mut self, record: &Record, verdict: Verdict, compare: bool) {
        self.count += 1;
        self.accepted += usize::from(verdict.is_ok());
        let name = record.name.clone();
        self.verdicts.push(reports::Verdict {
            name: name.as_ref().map(Word::from),
            t: record.iterations,
            witness_type: record.witness_type,
            accepted: verdict.is_ok(),
            found: match &verdict {
                Ok(y) => reports::Found::Y(Hex::of(y)),
                Err(failure) => reports::Found::Reason(failure.to_string().into()),
            },
        });
        let failure = match (verdict, record.accepted) {
            (Ok(_), Some(false)) if compare => {
                Some(Failure::new(Code::Invalid, "it is valid, and the file says that it is not"))
            }
            (_, None) if compare => {
                Some(Failure::new(Code::Malformed, "it has no field `accepted`").hint("leave out --compare"))
            }
            (Err(_), Some(false)) if compare => None,
            (Err(failure), _) => Some(failure),
            (Ok(_), _) => None,
        };
        self.failures.extend(failure.map(|failure| match &name {
            Some(name) => failure.about(name),
            None => failure,
        }));
    }
}
