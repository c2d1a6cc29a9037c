//! `heliast group new`: a modulus of two random primes.

use crate::{
    failure::{Code, Failure},
    files::{OutArgs, check_distinct, check_new, is_stdio},
    modulus::{modulus_file, trapdoor_file},
    report::Report,
    secrets::{self, SecretArgs},
    ui::Ui,
};
use heliast::{Group, Trapdoor};
use std::path::PathBuf;

/// Make a modulus
///
/// Whoever has its factors needs no time for any delay: others must believe that nobody kept them. `rsa-2048`
/// asks for no such faith.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bits of the modulus, an even number
    #[arg(long, default_value_t = 2048, value_parser = even_bits)]
    bits: usize,
    #[command(flatten)]
    out: OutArgs,
    /// Keep the factors in this file, readable for its owner only; without it they are destroyed
    #[arg(long, value_name = "FILE")]
    trapdoor: Option<PathBuf>,
    #[command(flatten)]
    secret: SecretArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check_text(ui)?;
        if let Some(path) = &self.trapdoor {
            if is_stdio(path) {
                return Err(Failure::new(Code::Usage, "the factors are not written to stdout")
                    .hint("give --trapdoor a file"));
            }
            check_distinct(&[path, &self.out.out])?;
            check_new(path, self.out.force)?;
        }
        let passphrase = self.secret.new_one()?;
        if passphrase.is_some() && self.trapdoor.is_none() {
            return Err(Failure::new(Code::Usage, "nothing is encrypted: the factors are not kept")
                .hint("give --trapdoor FILE, or leave out --encrypt"));
        }
        let spinner = ui.spinner("looking for two primes");
        let trapdoor = generate(self.bits)?;
        spinner.finish_and_clear();

        if let Some(path) = &self.trapdoor {
            secrets::write(path, self.out.force, trapdoor_file(&trapdoor).as_bytes(), passphrase.as_ref())?;
        }
        self.out.write(modulus_file(trapdoor.group()).as_bytes())?;
        let (factors, shown) = match (&self.trapdoor, &passphrase) {
            (Some(path), None) => ("kept", format!("kept in {}", path.display())),
            (Some(path), Some(_)) => ("encrypted", format!("encrypted in {}", path.display())),
            (None, _) => ("destroyed", "destroyed".to_owned()),
        };
        Ok(Report::new(format!("modulus written to {}", self.out.shown()))
            .field("out", self.out.shown())
            .row("modulus bits", trapdoor.group().bits())
            .row("group", hex::encode(trapdoor.group().id()))
            .row_as("factors", factors, shown)
            .beside_stdout(self.out.is_stdout()))
    }
}

/// The search cannot go on without random bytes: a failure of the system's generator ends the search as a
/// panic, which `main` reports.
fn generate(bits: usize) -> Result<Trapdoor, Failure> {
    let random = |bytes: &mut [u8]| getrandom::fill(bytes).expect("the operating system gives random bytes");
    Trapdoor::generate(bits, random).map_err(|error| Failure::new(Code::Internal, error))
}

fn even_bits(text: &str) -> Result<usize, String> {
    let bits = text.parse().ok().filter(|bits: &usize| bits.is_multiple_of(2) && (256..=8192).contains(bits));
    bits.ok_or_else(|| "an even number from 256 to 8192 is needed".to_owned())
}
