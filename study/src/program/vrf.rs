//! `heliast-study vrf`: keys, proofs, and their contents.

use crate::{
    failure::{Code, Failure},
    files::{self, OutArgs, PassphraseArgs, check_distinct, check_new, is_stdio},
    key::{self, Answer, OwnKey},
    public,
    report::Report,
};
use heliast_study::{Scheme, SecretKey};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};
use zeroize::Zeroizing;

/// A verb about verifiable random functions.
#[derive(Debug, clap::Subcommand)]
pub enum Verb {
    Keygen(Keygen),
    Public(Public),
    Prove(Prove),
    Verify(Verify),
    Inspect(Inspect),
}

impl Verb {
    /// Returns the word on the command line.
    pub fn name(&self) -> &'static str {
        match self {
            Verb::Keygen(_) => "keygen",
            Verb::Public(_) => "public",
            Verb::Prove(_) => "prove",
            Verb::Verify(_) => "verify",
            Verb::Inspect(_) => "inspect",
        }
    }

    /// Runs the verb.
    pub fn run(self, json: bool) -> Result<Report, Failure> {
        match self {
            Verb::Keygen(args) => args.run(json),
            Verb::Public(args) => args.run(),
            Verb::Prove(args) => args.run(json),
            Verb::Verify(args) => args.run(),
            Verb::Inspect(args) => args.run(),
        }
    }
}

/// Make a key
///
/// sl-vrf-13: proofs of 81 KB, from the cipher LowMC. sl-vrf-paper: FOR RESEARCH ONLY: its 4 rounds of
/// LowMC are broken by a few hundred outputs, so a key answers 7 inputs. lb-vrf: FOR RESEARCH ONLY: from
/// lattices, and a key answers 1 input. Without --out the secret key file is printed.
#[derive(Debug, clap::Args)]
pub struct Keygen {
    /// The VRF: `sl-vrf-paper`, `sl-vrf-13` or `lb-vrf`
    #[arg(long, value_parser = public::scheme)]
    scheme: Scheme,
    /// The file for the secret key, which only its owner can read
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The file for the public key
    #[arg(long, value_name = "FILE")]
    public: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long)]
    force: bool,
    /// Encrypt the key with a passphrase (age format)
    #[arg(long)]
    encrypt: bool,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Keygen {
    fn run(self, json: bool) -> Result<Report, Failure> {
        let out = self.out.filter(|path| !is_stdio(path));
        if out.is_none() && json {
            let message = "with --json stdout holds the JSON object, so that a secret key has no place there";
            return Err(Failure::new(Code::Usage, message).hint("give --out a file"));
        }
        let paths: Vec<&Path> = [&out, &self.public].into_iter().flatten().map(PathBuf::as_path).collect();
        check_distinct(&paths)?;
        paths.into_iter().try_for_each(|path| check_new(path, self.force))?;
        let passphrase = self.passphrase.new_one(self.encrypt)?;
        warn(self.scheme, json);

        let mut seed = Zeroizing::new([0; 32]);
        getrandom::fill(seed.as_mut()).map_err(|error| Failure::new(Code::Internal, error))?;
        let key = SecretKey::from_seed(self.scheme, *seed);
        let text = key::secret_key_file(&key, &seed, &[]);
        let secret = files::sealed(text.as_bytes(), passphrase.as_ref())?;
        let public = key.public_key();
        if let Some(path) = &self.public {
            files::write(path, self.force, public::public_key_file(self.scheme, &public).as_bytes())?;
        }
        let report = Report::new("secret key written: keep it")
            .field("encrypted", passphrase.is_some())
            .field_if("warning", key::warning(self.scheme))
            .row("scheme", self.scheme.name())
            .row("public key", hex::encode(&public));
        match out {
            Some(path) => {
                files::write_secret(&path, self.force, &secret)?;
                Ok(report.field("out", path.display().to_string()))
            }
            None => {
                let mut stdout = io::stdout();
                let printed = stdout.write_all(&secret).and_then(|()| stdout.flush());
                printed.map_err(|error| {
                    Failure::new(Code::Refused, format_args!("stdout can't be written: {error}"))
                })?;
                Ok(report.beside_stdout(true))
            }
        }
    }
}

/// Print the public key file of a secret key
///
/// The key answers nothing and is not changed.
#[derive(Debug, clap::Args)]
pub struct Public {
    /// The secret key file, `-` for stdin
    #[arg(value_name = "FILE")]
    key: PathBuf,
    /// Write the public key file instead of printing it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Overwrite files that exist
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Public {
    fn run(self) -> Result<Report, Failure> {
        let out = self.out.as_ref().filter(|path| !is_stdio(path));
        if let Some(path) = out {
            check_distinct(&[&self.key, path])?;
            check_new(path, self.force)?;
        }
        let key = OwnKey::open(&self.key, &self.passphrase)?;
        let (scheme, public) = (key.scheme(), key.public_key());
        let text = public::public_key_file(scheme, &public);
        let report = match out {
            None => Report::new(text.trim_end()),
            Some(path) => {
                files::write(path, self.force, text.as_bytes())?;
                let shown = path.display().to_string();
                Report::new(format!("public key written to {shown}")).field("out", shown)
            }
        };
        let report = report.field("scheme", scheme.name()).field("public_key", hex::encode(public));
        Ok(report.field_if("warning", key::warning(scheme)))
    }
}

/// Evaluate an input and prove the output
///
/// A key of sl-vrf-paper answers at most 7 different inputs and one of lb-vrf 1, FOR RESEARCH ONLY. It
/// records each answer in its own file before the proof is written; a copy of the file on another machine
/// does not know of them.
#[derive(Debug, clap::Args)]
pub struct Prove {
    /// The secret key file, `-` for stdin
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    #[command(flatten)]
    input: Input,
    /// Make the same proof each time: otherwise proofs of sl-vrf have randomness in them, as a protection
    /// against faults. Outputs are always the same
    #[arg(long)]
    deterministic: bool,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    passphrase: PassphraseArgs,
}

impl Prove {
    fn run(self, json: bool) -> Result<Report, Failure> {
        self.out.check(json)?;
        check_distinct(&[&self.key, self.out.path()])?;
        let key = OwnKey::open(&self.key, &self.passphrase)?;
        let input = self.input.load()?;
        let (scheme, public) = (key.scheme(), key.public_key());
        warn(scheme, json);
        let Answer { output, proof, left } = key.answer(&input, self.deterministic)?;
        self.out.write(&public::proof_file(scheme, &proof))?;
        let report = Report::new(format!("proof written to {}", self.out.shown()))
            .field("out", self.out.shown())
            .field("proof", hex::encode(&proof))
            .row("output", hex::encode(output))
            .beside_stdout(self.out.is_stdout())
            .row("scheme", scheme.name())
            .row("public key", hex::encode(public));
        let report = match left {
            Some(left) => report.row("inputs left", left),
            None => report,
        };
        Ok(report.field_if("warning", key::warning(scheme)))
    }
}

/// Verify a proof and print the output
#[derive(Debug, clap::Args)]
pub struct Verify {
    /// The public key file
    #[arg(long, value_name = "FILE", required_unless_present = "public", conflicts_with = "public")]
    key: Option<PathBuf>,
    /// The public key
    #[arg(long, value_name = "HEX")]
    public: Option<String>,
    #[command(flatten)]
    input: Input,
    /// The proof: a file, `-` for stdin, or hexadecimal digits
    #[arg(long, value_name = "FILE|HEX")]
    proof: PathBuf,
    /// The VRF, if neither the key file nor the proof names it
    #[arg(long, value_parser = public::scheme)]
    scheme: Option<Scheme>,
}

impl Verify {
    fn run(self) -> Result<Report, Failure> {
        let (of_key, public) = self.public_key()?;
        let (of_proof, proof) = read_proof(&self.proof)?;
        let scheme = agree(&[of_key, of_proof, self.scheme])?;
        let output = scheme.verify(&public, &self.input.load()?, &proof)?;
        Ok(Report::new("valid: the key has this output for the input, and no other")
            .field("valid", true)
            .row("output", hex::encode(output))
            .row("scheme", scheme.name())
            .row("public key", hex::encode(public)))
    }

    fn public_key(&self) -> Result<(Option<Scheme>, Vec<u8>), Failure> {
        if let Some(path) = &self.key {
            let (scheme, public) = public::read_public_key(path)?;
            return Ok((Some(scheme), public));
        }
        let public = hex::decode(self.public.as_deref().unwrap_or_default())
            .map_err(|error| Failure::new(Code::Malformed, format_args!("--public: {error}")))?;
        Ok((Scheme::of_public_key(&public), public))
    }
}

/// Reads a proof. Digits of a proof's length, with or without the file's header, are the proof itself; with
/// `./` before them they are the name of a file.
fn read_proof(path: &Path) -> Result<(Option<Scheme>, Vec<u8>), Failure> {
    let named =
        |bytes: &[u8]| public::split_proof(bytes).map(|(scheme, proof)| (Some(scheme), proof.to_vec()));
    let digits = path.to_str().and_then(public::lower_hex).unwrap_or_default();
    match named(&digits) {
        Ok(proof) => Ok(proof),
        Err(_) if public::may_be_proof(&digits) => Ok((None, digits)),
        Err(_) => named(&files::read(path)?),
    }
}

/// Returns the scheme on which the key, the proof and the flag agree.
fn agree(named: &[Option<Scheme>]) -> Result<Scheme, Failure> {
    let mut schemes = named.iter().flatten();
    let hint = "give --scheme, or a proof file instead of bare digits";
    let first =
        schemes.next().ok_or_else(|| Failure::new(Code::Usage, "nothing names the VRF scheme").hint(hint))?;
    match schemes.find(|scheme| *scheme != first) {
        None => Ok(*first),
        Some(other) => {
            let (first, other) = (first.name(), other.name());
            let message = format_args!("the key and the proof are of two schemes: {first} and {other}");
            Err(Failure::new(Code::Invalid, message))
        }
    }
}

/// Show the contents of a public key file or a proof
///
/// Only the form of a proof is checked; `heliast-study vrf verify` verifies it.
#[derive(Debug, clap::Args)]
pub struct Inspect {
    /// The file
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

impl Inspect {
    fn run(self) -> Result<Report, Failure> {
        let bytes = files::read(&self.path)?;
        if bytes.starts_with(b"HLVR") {
            let (scheme, proof) = public::split_proof(&bytes)?;
            let report = Report::new("a proof").field("kind", "proof");
            return Ok(report.row("scheme", scheme.name()).row("proof bytes", proof.len()));
        }
        let (scheme, public) = public::read_public_key(&self.path)?;
        scheme.check_public_key(&public).map_err(|error| {
            Failure::new(Code::Malformed, format_args!("{}: {error}", self.path.display()))
        })?;
        let report = Report::new("a public key").field("kind", "public").row("scheme", scheme.name());
        // The nonce follows the scheme's number.
        let nonce = Scheme::of_public_key(&public).and_then(|_| public.get(1..17));
        let report = match nonce {
            Some(nonce) => report.row("nonce", hex::encode(nonce)),
            None => report,
        };
        Ok(report.row("public key", hex::encode(&public)).field_if("warning", key::warning(scheme)))
    }
}

/// The input α of a VRF.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
struct Input {
    /// The input as text
    #[arg(long, value_name = "TEXT")]
    input: Option<String>,
    /// A file whose bytes are the input; `-` is stdin
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// The input in hexadecimal
    #[arg(long, value_name = "HEX")]
    input_hex: Option<String>,
}

impl Input {
    fn load(&self) -> Result<Vec<u8>, Failure> {
        if let Some(path) = &self.input_file {
            return files::read(path);
        }
        if let Some(digits) = &self.input_hex {
            return hex::decode(digits)
                .map_err(|error| Failure::new(Code::Malformed, format_args!("--input-hex: {error}")));
        }
        Ok(self.input.clone().unwrap_or_default().into_bytes())
    }
}

/// Prints on stderr the reason not to rely on the scheme; programs find it in the JSON object.
fn warn(scheme: Scheme, json: bool) {
    if let Some(warning) = key::warning(scheme).filter(|_| !json) {
        eprintln!("{}: {warning}", scheme.name());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_name_a_scheme_name_the_same() {
        let [paper, thirteen, _] = Scheme::ALL;
        for named in [[Some(paper), None, None], [None, None, Some(paper)], [Some(paper); 3]] {
            assert_eq!(agree(&named).unwrap(), paper);
        }
        assert!(agree(&[None; 3]).is_err());
        for named in [[Some(paper), Some(thirteen), None], [None, Some(thirteen), Some(paper)]] {
            assert!(agree(&named).is_err());
        }
    }
}
