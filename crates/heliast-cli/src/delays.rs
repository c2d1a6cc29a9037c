//! The common parts of the delay verbs: the parameters of a proof, and writing one.

mod context;
pub mod roots;

pub use context::ContextArg;

use crate::{
    failure::{Code, Failure},
    files::OutArgs,
    interrupt,
    report::Report,
    reports::{self, Bits, Digest, Hex, Proof, ProofWritten},
    ui::Ui,
};
use heliast::{AnyGroup, Evaluation, Group, PrimeMode, Suite};
use heliast_vdf::{Drawing, Form, PrimeHash, ProofFile, Statement, pietrzak};
use std::thread::available_parallelism;

/// The parameters of a proof.
#[derive(Debug, clap::Args)]
pub struct ProofArgs {
    /// Proof system, and whether the proof is made while the delay runs [default: wesolowski]
    #[arg(long, alias = "proof", value_enum)]
    system: Option<System>,
    /// Method of drawing candidates for the challenge prime [default: sieved-full]
    #[arg(long, value_enum)]
    mode: Option<Mode>,
    /// Hash function for the candidates [default: sha-256]
    #[arg(long, value_enum)]
    hash: Option<Hash>,
    /// Bits of the challenge prime: twice the security level, a multiple of 8 from 128 to 512; with hints 8
    /// more, 136 to 520 in steps of 16 [default: 256; with hints 264]
    #[arg(long, value_name = "N")]
    bits: Option<u16>,
    /// Leave y out of the proof: shorter, as fast to verify
    #[arg(long)]
    compact: bool,
    #[command(flatten)]
    context: ContextArg,
    /// Threads for the proof [default: one per core]; for roots, whose proof needs no threads, 1 or 2 for the
    /// steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// A proof system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum System {
    /// One element, the shortest and fastest to verify
    Wesolowski,
    /// An element for each halving of the delay, and a fraction of the prover's work
    Pietrzak,
    /// Wesolowski's proofs of a few segments, ready a moment after the output; `eval` only
    Segmented,
}

/// A finished proof of y.
pub enum Proved {
    Wesolowski(Elem),
    Pietrzak(pietrzak::Proof<Elem>),
    Segmented(heliast_vdf::segments::SegmentedProof<Elem>),
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Mode {
    /// The digest itself
    Plain,
    /// The digest moved to a residue that no prime up to 47 divides: a seventh of the candidates
    SievedFull,
    /// Like sieved-full, and the proof names the candidate: the verifier tests only that one
    Hinted,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Hash {
    /// SHA-256
    #[value(name = "sha-256")]
    Sha256,
    /// SHA-512
    #[value(name = "sha-512")]
    Sha512,
    /// SHA3-512
    #[value(name = "sha3-512")]
    Sha3_512,
    /// BLAKE2b with 64 bytes of output
    #[value(name = "blake2b-512")]
    Blake2b512,
    /// BLAKE3 with 64 bytes of output
    #[value(name = "blake3")]
    Blake3,
}

/// The hint for a proof that fails its own check.
const WRONG_HINT: &str =
    "the checkpoint was made wrong, or this machine computes wrong: delete it and start again";
/// The default security level of a suite.
const LEVEL: u16 = 128;

type Elem = <AnyGroup as Group>::Elem;

impl ProofArgs {
    /// The proof system.
    pub fn system(&self) -> System {
        self.system.unwrap_or(System::Wesolowski)
    }

    /// Refuses the parameters of proofs and these other options, if they were given: chains of roots do not
    /// use them.
    pub fn forbid(&self, others: &[(&'static str, bool)]) -> Result<(), Failure> {
        let own = [
            ("--system", self.system.is_some()),
            ("--mode", self.mode.is_some()),
            ("--hash", self.hash.is_some()),
            ("--bits", self.bits.is_some()),
            ("--compact", self.compact),
            ("--context", self.context.is_given()),
        ];
        let given = own.iter().chain(others).filter(|(_, is_given)| *is_given);
        let given: Vec<_> = given.map(|(name, _)| *name).collect();
        if given.is_empty() {
            return Ok(());
        }
        let message = format_args!(
            "a chain of roots has one proof, without challenge primes, and no factors: {} can't be given",
            given.join(" and ")
        );
        Err(Failure::new(Code::Usage, message).hint("leave them out, or name a group, such as rsa-2048"))
    }

    /// The suite, if mode and bits are compatible.
    pub fn suite(&self) -> Result<Suite, Failure> {
        let (mode, bits) = match self.mode.unwrap_or(Mode::SievedFull) {
            Mode::Plain => (PrimeMode::Plain, "128, 136, 144, ... or 512"),
            Mode::SievedFull => (PrimeMode::SievedFull, "128, 136, 144, ... or 512"),
            Mode::Hinted => (PrimeMode::Hinted, "136, 152, 168, ..., 264, ... or 520"),
        };
        let hash = match self.hash.unwrap_or(Hash::Sha256) {
            Hash::Sha256 => PrimeHash::Sha256,
            Hash::Sha512 => PrimeHash::Sha512,
            Hash::Sha3_512 => PrimeHash::Sha3_512,
            Hash::Blake2b512 => PrimeHash::Blake2b512,
            Hash::Blake3 => PrimeHash::Blake3,
        };
        let suite = self.bits.map_or_else(|| Suite::of_level(mode, LEVEL), |bits| Suite::new(mode, bits));
        let refuse = || {
            let chosen = self.bits.unwrap_or_default();
            let message = format_args!("--mode {} has no challenge primes of {chosen} bits", mode.name());
            Failure::new(Code::Usage, message).hint(format_args!("choose --bits {bits}"))
        };
        Ok(suite.ok_or_else(refuse)?.with_hash(hash))
    }

    /// Refuses incompatible options before the work.
    pub fn check(&self) -> Result<(), Failure> {
        let chooses_primes = self.mode.is_some() || self.hash.is_some() || self.bits.is_some();
        let (system, superfluous) = match self.system() {
            System::Wesolowski => return self.suite().map(drop),
            System::Pietrzak if chooses_primes => {
                ("pietrzak", "no challenge primes: --mode, --hash and --bits")
            }
            System::Pietrzak if self.compact => ("pietrzak", "one form: --compact"),
            System::Segmented if self.compact => ("segmented", "one form: --compact"),
            System::Pietrzak if self.context.is_given() => ("pietrzak", "no context: --context"),
            System::Segmented if self.context.is_given() => ("segmented", "no context: --context"),
            System::Pietrzak | System::Segmented => return self.suite().map(drop),
        };
        let message = format_args!("--system {system} has {superfluous} can't be given");
        Err(Failure::new(Code::Usage, message).hint("leave them out, or choose --system wesolowski"))
    }

    /// The drawing of the challenge: the suite, in the context if one was given.
    pub fn drawing(&self) -> Result<Drawing<'_>, Failure> {
        Ok(self.context.drawing(self.suite()?))
    }

    /// The number of threads for the proof.
    pub fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.given_threads().unwrap_or_else(cores)
    }

    /// The number of threads on the command line.
    pub fn given_threads(&self) -> Option<usize> {
        self.threads.map(usize::from)
    }

    /// (y, proof) of a finished evaluation; a signal stops the proof.
    pub fn prove(&self, evaluation: &Evaluation<AnyGroup>, ui: &Ui) -> Result<(Elem, Proved), Failure> {
        const STEPS: f64 = 1000.0;
        let bar = ui.bar(STEPS as u64, "thousandths of the proof");
        let (drawing, threads) = (self.drawing()?, self.threads());
        let go_on = |done: f64| {
            bar.set_position((done * STEPS) as u64);
            !interrupt::requested()
        };
        let proved = if self.system() == System::Pietrzak {
            pietrzak::prove(evaluation, threads, go_on).map(|(y, proof)| (y, Proved::Pietrzak(proof)))
        } else {
            heliast_vdf::prove(evaluation, drawing, threads, go_on)
                .map(|(y, proof)| (y, Proved::Wesolowski(proof)))
        };
        bar.finish_and_clear();
        Ok(proved?)
    }

    /// Checks the proof first (a checkpoint can be wrong), then writes and reports it.
    pub fn write(
        &self,
        group: &AnyGroup,
        (x, y, t): (Elem, Elem, u64),
        proof: &Proved,
        out: &OutArgs,
    ) -> Result<Report, Failure> {
        let statement = Statement { x, y, t };
        let no_prime = |error| Failure::new(Code::Internal, error);
        let suite = self.suite()?;
        let file = match proof {
            Proved::Wesolowski(proof) => {
                ProofFile::new(group, &statement, proof, self.context.drawing(suite), self.compact)
                    .map_err(no_prime)?
            }
            Proved::Pietrzak(proof) => ProofFile::pietrzak(group, &statement, proof),
            Proved::Segmented(proof) => ProofFile::segmented(group, &statement, proof, suite),
        };
        self.context.open(&file, group).map_err(|error| {
            Failure::from(error).about("the proof does not hold and was not written").hint(WRONG_HINT)
        })?;
        written(&file.to_bytes(), describe(group, &file, &statement), "squarings", out)
    }
}

/// Writes the file of a proof that was checked, and reports it; `steps` names what t counts.
fn written(bytes: &[u8], proof: Proof, steps: &str, out: &OutArgs) -> Result<Report, Failure> {
    out.write(bytes)?;
    let (t, len) = (proof.t, bytes.len());
    let headline = format!("proof of {t} {steps}, {len} bytes, written to {}", out.shown());
    let said = ProofWritten { out: out.shown().into(), file_bytes: len, proof };
    Ok(Report::of(headline, &said).show(&ROWS).beside_stdout(out.is_stdout()))
}

/// The fields of a proof that are shown to people.
pub const ROWS: [&str; 15] = [
    "t",
    "x",
    "y",
    "proof_system",
    "form",
    "halvings",
    "segments",
    "mode",
    "hash",
    "prime_bits",
    "group",
    "modulus_bits",
    "discriminant_bits",
    "field_bits",
    "counter",
];

/// The description of a proof in reports.
pub fn describe(group: &AnyGroup, file: &ProofFile, statement: &Statement<Elem>) -> Proof {
    let system = match &file.form {
        Form::Output { .. } => reports::System::Wesolowski { form: reports::Form::Output },
        Form::Compact { .. } => reports::System::Wesolowski { form: reports::Form::Compact },
        Form::Pietrzak { .. } => reports::System::Pietrzak { halvings: pietrzak::rounds(statement.t) },
        Form::Segmented { proof, .. } => {
            reports::System::Segmented { segments: proof.first().copied().unwrap_or_default() }
        }
    };
    let suite = (!matches!(file.form, Form::Pietrzak { .. })).then_some(file.suite);
    Proof {
        t: statement.t,
        x: Hex::of(group.encode(&statement.x)),
        y: Hex::of(group.encode(&statement.y)),
        system,
        mode: suite.map(|suite| suite.mode().name().into()),
        hash: suite.map(|suite| suite.hash().name().into()),
        prime_bits: suite.map(|suite| suite.bits()),
        group: Digest::of(&group.id()),
        bits: Bits::of(group),
        prime_hint: file.hint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(system: System, mode: Option<Mode>, hash: Option<Hash>, bits: Option<u16>) -> ProofArgs {
        ProofArgs {
            system: Some(system),
            mode,
            hash,
            bits,
            compact: false,
            context: ContextArg::default(),
            threads: None,
        }
    }

    #[test]
    fn a_suite_is_what_was_chosen_and_otherwise_as_strong_as_all() {
        use Mode::*;
        for (mode, hash, bits, [name, hashed], has) in [
            (None, None, None, ["sieved-full", "sha-256"], 256),
            (Some(Plain), None, None, ["plain", "sha-256"], 256),
            (Some(Hinted), Some(Hash::Blake3), None, ["hinted", "blake3"], 264),
            (Some(Hinted), None, Some(136), ["hinted", "sha-256"], 136),
            (Some(Plain), Some(Hash::Sha512), Some(312), ["plain", "sha-512"], 312),
            (Some(SievedFull), Some(Hash::Sha3_512), Some(512), ["sieved-full", "sha3-512"], 512),
            (None, Some(Hash::Blake2b512), Some(128), ["sieved-full", "blake2b-512"], 128),
        ] {
            let suite = args(System::Wesolowski, mode, hash, bits).suite().unwrap();
            assert_eq!([suite.mode().name(), suite.hash().name()], [name, hashed]);
            assert_eq!(suite.bits(), has, "{name}");
        }
    }

    #[test]
    fn bits_that_a_mode_does_not_have_are_named_with_those_that_it_has() {
        for (mode, bits, name, hint) in [
            (None, 120, "sieved-full", "choose --bits 128, 136, 144, ... or 512"),
            (Some(Mode::Plain), 130, "plain", "choose --bits 128, 136, 144, ... or 512"),
            (Some(Mode::SievedFull), 520, "sieved-full", "choose --bits 128, 136, 144, ... or 512"),
            (Some(Mode::Hinted), 256, "hinted", "choose --bits 136, 152, 168, ..., 264, ... or 520"),
        ] {
            let failure = args(System::Wesolowski, mode, None, Some(bits)).suite().unwrap_err();
            let said = format!("--mode {name} has no challenge primes of {bits} bits");
            assert_eq!((failure.to_string(), failure.hint_text()), (said, hint));
            assert_eq!(failure.code(), Code::Usage);
        }
    }

    #[test]
    fn what_a_proof_system_has_not_cannot_be_given() {
        let compact = |system| ProofArgs { compact: true, ..args(system, None, None, None) };
        for (args, said) in [
            (
                args(System::Pietrzak, Some(Mode::Plain), None, None),
                "--system pietrzak has no challenge primes: --mode, --hash and --bits can't be given",
            ),
            (
                args(System::Pietrzak, None, None, Some(256)),
                "--system pietrzak has no challenge primes: --mode, --hash and --bits can't be given",
            ),
            (compact(System::Pietrzak), "--system pietrzak has one form: --compact can't be given"),
            (compact(System::Segmented), "--system segmented has one form: --compact can't be given"),
        ] {
            assert_eq!(args.check().unwrap_err().to_string(), said);
        }
        for args in [
            compact(System::Wesolowski),
            args(System::Pietrzak, None, None, None),
            args(System::Segmented, Some(Mode::Hinted), Some(Hash::Sha512), Some(264)),
        ] {
            assert!(args.check().is_ok(), "{args:?}");
        }
        // A segmented proof has primes, whose options are checked.
        assert!(args(System::Segmented, None, None, Some(1)).check().is_err());
    }

    #[test]
    fn chains_of_roots_have_nothing_to_choose() {
        let nothing = ProofArgs { system: None, ..args(System::Wesolowski, None, None, None) };
        assert!(nothing.forbid(&[]).is_ok() && nothing.forbid(&[("--trapdoor", false)]).is_ok());
        assert_eq!(nothing.system(), System::Wesolowski);
        let compact = ProofArgs { compact: true, ..nothing };
        for (args, named) in [
            (&args(System::Wesolowski, None, None, None), "--system"),
            (&args(System::Segmented, Some(Mode::Plain), None, None), "--system and --mode"),
            (&args(System::Pietrzak, None, Some(Hash::Blake3), Some(256)), "--system and --hash and --bits"),
            (&compact, "--compact"),
        ] {
            let failure = args.forbid(&[]).unwrap_err();
            assert!(failure.to_string().ends_with(&format!(": {named} can't be given")), "{failure}");
            assert_eq!(failure.code(), Code::Usage);
            let failure = args.forbid(&[("--trapdoor", true)]).unwrap_err();
            assert!(failure.to_string().ends_with(&format!(": {named} and --trapdoor can't be given")));
        }
    }

    #[test]
    fn threads_are_those_that_were_given_or_one_for_each_core() {
        let with = |threads| ProofArgs { threads, ..args(System::Wesolowski, None, None, None) }.threads();
        assert_eq!((with(Some(1)), with(Some(7))), (1, 7));
        assert!(with(None) >= 1);
    }

    /// A proof that fails its check is not written.
    #[test]
    fn a_false_proof_is_not_written() {
        for group in [crate::testing::group(), crate::testing::class_group()] {
            a_false_proof_in_this_group_is_not_written(&group);
        }
    }

    fn a_false_proof_in_this_group_is_not_written(group: &AnyGroup) {
        let dir = tempfile::tempdir().unwrap();
        let (x, y) = crate::testing::statement(group, "m", 300);
        let mut evaluation = Evaluation::start(group, x.clone(), 300).unwrap();
        evaluation.advance(300);
        let args = ProofArgs { threads: Some(1), ..args(System::Wesolowski, None, None, None) };
        let (found, proof) = args.prove(&evaluation, &Ui::new(true)).unwrap();
        assert!(group.equal(&found, &y));
        let out = crate::testing::out(dir.path().join("proof"));
        for (x, y, t) in
            [(x.clone(), x.clone(), 300), (x.clone(), y.clone(), 301), (y.clone(), y.clone(), 300)]
        {
            let failure = args.write(group, (x, y, t), &proof, &out).unwrap_err();
            assert!(
                failure.to_string().starts_with("the proof does not hold and was not written: "),
                "{failure}"
            );
            assert_eq!(failure.code(), Code::Invalid);
            assert!(failure.hint_text().contains("delete it and start again") && !out.out.exists());
        }
        let report = args.write(group, (x, y, 300), &proof, &out).unwrap();
        assert!(report.lines().starts_with("proof of 300 squarings, "), "{}", report.lines());
        assert!(out.out.exists());
    }
}
