//! `heliast-study vdf`: delays in the group of RSA-2048 whose challenge primes are of the mode `sieved`.

use crate::{
    failure::{Code, Failure},
    files::{self, OutArgs},
    report::Report,
};
use heliast::{Evaluation, Group, RsaGroup};
use heliast_study::sieved;
use heliast_vdf::{PrimeHash, ProofFile, Statement, Suite, delay_input, prove};
use std::{path::PathBuf, thread::available_parallelism};

/// The security level without `--bits`.
const LEVEL: u16 = 128;

/// A verb about delays.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    Eval(Eval),
    Verify(Verify),
}

impl Verb {
    /// Returns the word on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Verb::Eval(_) => "eval",
            Verb::Verify(_) => "verify",
        }
    }

    /// Runs the verb.
    pub fn run(self, json: bool) -> Result<Report, Failure> {
        match self {
            Verb::Eval(args) => args.run(json),
            Verb::Verify(args) => args.run(),
        }
    }
}

/// Evaluate a delay and prove it with a sieved challenge prime
///
/// The digest is moved to the residue 1 modulo the primes up to 47: a seventh of the candidates, but 28
/// bits less security than its length says.
#[derive(Debug, clap::Args)]
pub struct Eval {
    /// Text that is hashed to the input
    #[arg(long, value_name = "TEXT")]
    message: String,
    /// The number of squarings
    #[arg(short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    t: u64,
    /// Hash function for the candidates: `sha-256`, `sha-512`, `sha3-512`, `blake2b-512` or `blake3`
    #[arg(long, value_name = "HASH", default_value = "sha-256", value_parser = hash)]
    hash: PrimeHash,
    /// Bits of the challenge prime, a multiple of 8 from 128 to 512 [default: 312]
    #[arg(long, value_name = "N")]
    bits: Option<u16>,
    /// Leave y out of the proof: shorter, as fast to verify
    #[arg(long)]
    compact: bool,
    #[command(flatten)]
    out: OutArgs,
}

fn hash(name: &str) -> Result<PrimeHash, String> {
    let known = || PrimeHash::ALL.into_iter();
    known().find(|hash| hash.name() == name).ok_or_else(|| {
        format!("the hash functions are {}", known().map(PrimeHash::name).collect::<Vec<_>>().join(", "))
    })
}

/// Returns the suite of the mode `sieved` with this number of bits.
fn suite(bits: Option<u16>, hash: PrimeHash) -> Result<Suite, Failure> {
    let suite = match bits {
        Some(bits) => Suite::new(sieved::MODE, bits),
        None => Suite::of_level(sieved::MODE, LEVEL),
    };
    let refuse = || {
        let bits = bits.unwrap_or_default();
        let message = format_args!("--mode {} has no challenge primes of {bits} bits", sieved::MODE.name());
        Failure::new(Code::Usage, message).hint("choose --bits 128, 136, 144, ... or 512")
    };
    Ok(suite.ok_or_else(refuse)?.with_hash(hash))
}

impl Eval {
    fn run(self, json: bool) -> Result<Report, Failure> {
        let suite = suite(self.bits, self.hash)?;
        self.out.check(json)?;
        let internal = |error: &dyn std::fmt::Display| Failure::new(Code::Internal, error);
        let group = RsaGroup::rsa_2048();
        let x = delay_input(&group, self.message.as_bytes());
        let mut evaluation = Evaluation::start(&group, x.clone(), self.t)
            .map_err(|error| Failure::new(Code::Usage, format_args!("-t: {error}")))?;
        evaluation.advance(self.t);
        let threads = available_parallelism().map_or(1, usize::from);
        let (y, proof) = prove(&evaluation, suite, threads, |_| true).map_err(|error| internal(&error))?;
        let statement = Statement { x, y, t: self.t };
        let file = ProofFile::new(&group, &statement, &proof, suite, self.compact)
            .map_err(|error| internal(&error))?;
        // If the machine computed a wrong result, nothing is written.
        file.open(&group)?;
        let bytes = file.to_bytes();
        self.out.write(&bytes)?;
        let headline =
            format!("proof of {} squarings, {} bytes, written to {}", self.t, bytes.len(), self.out.shown());
        let report = Report::new(headline).field("out", self.out.shown()).beside_stdout(self.out.is_stdout());
        Ok(describe(report, &file))
    }
}

/// Verify a delay proof, of any prime mode
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// The proof file; `-` is stdin
    #[arg(value_name = "FILE")]
    proof: PathBuf,
    /// Demand that the input is this text's hash
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    /// Demand this number of squarings
    #[arg(short, value_name = "N")]
    t: Option<u64>,
    /// Refuse proofs whose challenge primes give fewer bits of security
    #[arg(long, value_name = "BITS", default_value_t = 100, value_parser = clap::value_parser!(u16).range(0..=256))]
    min_level: u16,
}

impl Verify {
    fn run(self) -> Result<Report, Failure> {
        let group = RsaGroup::rsa_2048();
        let file = ProofFile::from_bytes(&files::read(&self.proof)?)?;
        let (level, demanded) = (file.suite.level(), self.min_level);
        let invalid = |message: String| Failure::new(Code::Invalid, message);
        if level < demanded {
            let message = format!("the proof has {level} bits of security; at least {demanded} are needed");
            return Err(invalid(message).hint(
                "ask for a proof with more prime bits, or lower --min-level if you know what this one is worth",
            ));
        }
        let Statement { x, t, .. } = file.open(&group)?;
        if let Some(asked) = self.t.filter(|asked| *asked != t) {
            return Err(invalid(format!("the proof is about {t} squarings, not {asked}")));
        }
        let expected = self.message.as_ref().map(|text| delay_input(&group, text.as_bytes()));
        if expected.as_ref().is_some_and(|expected| !group.equal(expected, &x)) {
            return Err(invalid("the proof is about another input".to_owned()));
        }
        let report = Report::new(format!("valid: {t} squarings were done"));
        let report = report.field("valid", true).field("input_checked", expected.is_some());
        Ok(describe(report, &file))
    }
}

fn describe(report: Report, file: &ProofFile) -> Report {
    report
        .row("t", file.t)
        .row("mode", file.suite.mode().name())
        .row("hash", file.suite.hash().name())
        .row("prime bits", file.suite.bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_as_strong_as_all_unless_bits_are_chosen() {
        let chosen = suite(None, PrimeHash::Sha512).unwrap();
        assert_eq!((chosen.mode().name(), chosen.hash().name(), chosen.bits()), ("sieved", "sha-512", 312));
        assert_eq!(suite(Some(128), PrimeHash::Blake3).unwrap().level(), 36);
        for bits in [120, 130, 520] {
            assert!(suite(Some(bits), PrimeHash::Sha256).is_err(), "{bits}");
        }
    }
}
