//! `heliast group new`: makes a modulus of two random primes, or a class group's discriminant.

use crate::{
    failure::{Code, Failure},
    files::{OutArgs, check_distinct, check_new, is_stdio},
    groups::{DISCRIMINANT_BITS, MODULUS_BITS, Named, class_file, seed_bytes},
    modulus::{modulus_file, trapdoor_file},
    report::Report,
    reports::{Digest, Factors, GroupMade, Hex},
    secrets::{self, SecretArgs},
    ui::Ui,
};
use heliast::{Group, Trapdoor};
use std::path::PathBuf;

/// Bytes of a seed that is drawn.
const SEED: usize = 32;

/// Make a group
///
/// Anybody who has the factors of a modulus needs no time for any delay: others must trust that nobody kept
/// them. `rsa-2048` needs no such trust, and neither does a class group, whose order nobody chooses. Others
/// must only see that its seed was not one of many that somebody tried. Without --seed it is random.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The kind of group
    #[arg(long, value_enum, default_value_t = Kind::Rsa)]
    kind: Kind,
    /// Bits of the modulus, an even number from 256 to 8192, or of the discriminant, a multiple of 32 from
    /// 256 to 4096 [default: 2048 of a modulus, 1024 of a discriminant]
    #[arg(long, value_parser = even_bits)]
    bits: Option<usize>,
    /// The seed of the discriminant: 64 or more hexadecimal digits, or text of 32 bytes or more
    #[arg(long, value_name = "HEX-OR-TEXT")]
    seed: Option<String>,
    #[command(flatten)]
    out: OutArgs,
    /// Keep the factors in this file, readable for its owner only; without it they are destroyed
    #[arg(long, value_name = "FILE")]
    trapdoor: Option<PathBuf>,
    #[command(flatten)]
    secret: SecretArgs,
}

/// A kind of group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Residues modulo a number whose factors nobody must know
    Rsa,
    /// Forms of a negative discriminant, which has no secret
    Class,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check_text(ui)?;
        match self.kind {
            Kind::Rsa => self.modulus(ui),
            Kind::Class => self.discriminant(ui),
        }
    }

    fn modulus(&self, ui: &Ui) -> Result<Report, Failure> {
        if self.seed.is_some() {
            let message = "a modulus has no seed: its primes are random, and must stay unknown";
            return Err(Failure::new(Code::Usage, message).hint("leave out --seed, or choose --kind class"));
        }
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
        let trapdoor = generate(self.bits.unwrap_or(MODULUS_BITS as usize))?;
        spinner.finish_and_clear();

        if let Some(path) = &self.trapdoor {
            secrets::write(path, self.out.force, trapdoor_file(&trapdoor).as_bytes(), passphrase.as_ref())?;
        }
        self.out.write(modulus_file(trapdoor.group()).as_bytes())?;
        let (factors, shown) = match (&self.trapdoor, &passphrase) {
            (Some(path), None) => (Factors::Kept, format!("kept in {}", path.display())),
            (Some(path), Some(_)) => (Factors::Encrypted, format!("encrypted in {}", path.display())),
            (None, _) => (Factors::Destroyed, "destroyed".to_owned()),
        };
        let said = GroupMade::Modulus {
            out: self.out.shown().into(),
            modulus_bits: trapdoor.group().bits(),
            group: Digest::of(&trapdoor.group().id()),
            factors,
        };
        Ok(Report::of(format!("modulus written to {}", self.out.shown()), &said)
            .show(&["modulus_bits", "group"])
            .show_as("factors", shown)
            .beside_stdout(self.out.is_stdout()))
    }

    fn discriminant(&self, ui: &Ui) -> Result<Report, Failure> {
        if self.trapdoor.is_some() || self.secret.encryption.encrypt || self.secret.passphrase.is_given() {
            let message = "a class group has no secret: nothing is there to keep or to encrypt";
            return Err(Failure::new(Code::Usage, message)
                .hint("leave out --trapdoor, --encrypt and --passphrase-file"));
        }
        let bits = self.bits.unwrap_or(DISCRIMINANT_BITS as usize);
        let seed = match &self.seed {
            Some(seed) => seed_bytes(seed),
            None => drawn_seed()?,
        };
        let spinner = ui.spinner("looking for a prime");
        let named = Named::class(seed.clone(), bits).map_err(|error| {
            Failure::new(Code::Usage, error)
                .hint("give --bits 1024 or 2048, and a --seed of 32 bytes or more, or none")
        })?;
        spinner.finish_and_clear();
        self.out.write(class_file(bits, &seed).as_bytes())?;
        let said = GroupMade::Discriminant {
            out: self.out.shown().into(),
            discriminant_bits: named.group.bits(),
            group: Digest::of(&named.group.id()),
            seed: Hex::of(&seed),
        };
        Ok(Report::of(format!("class group written to {}", self.out.shown()), &said)
            .show(&["discriminant_bits", "group", "seed"])
            .beside_stdout(self.out.is_stdout()))
    }
}

fn drawn_seed() -> Result<Vec<u8>, Failure> {
    let mut seed = vec![0; SEED];
    getrandom::fill(&mut seed).map_err(|error| Failure::new(Code::Internal, error))?;
    Ok(seed)
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
