//! `heliast group new`: makes a modulus of two random primes, a class group's discriminant, or a field of
//! roots.

use crate::{
    failure::{Code, Failure},
    files::{OutArgs, check_distinct, check_new, is_stdio},
    groups::{self, DISCRIMINANT_BITS, FIELD_BITS, MODULUS_BITS, Named, class_file, field_file, seed_bytes},
    modulus::{modulus_file, trapdoor_file},
    report::Report,
    reports::{Digest, Factors, GroupMade, Hex},
    secrets::{self, SecretArgs},
    ui::Ui,
};
use heliast::{Group, Trapdoor};
use std::path::PathBuf;

/// The number of bytes of a random seed.
const SEED: usize = 32;

/// Make a group
///
/// Anybody who has the factors of a modulus needs no time for any delay: others must trust that nobody kept
/// them. `rsa-2048` needs no such trust, and neither does a class group, whose order nobody chooses. Others
/// must only see that its seed was not one of many that somebody tried. Without --seed it is random.
///
/// A field of roots is not a group of unknown order: it has nothing to hide. The search for its prime takes
/// seconds, which its file saves.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The kind of group
    #[arg(long, value_enum, default_value_t = Kind::Rsa)]
    kind: Kind,
    /// Bits of the modulus, an even number from 256 to 8192; of the discriminant, a multiple of 32 from
    /// 256 to 4096; of the prime of roots, 1024 (for tests), 2048 or 3072 [default: 2048; 1024 of a
    /// discriminant]
    #[arg(long, value_parser = even_bits)]
    bits: Option<usize>,
    /// The seed of the discriminant or of the prime of roots: 64 or more hexadecimal digits, or text of 32
    /// bytes or more
    #[arg(long, value_name = "HEX-OR-TEXT")]
    seed: Option<String>,
    #[command(flatten)]
    out: OutArgs,
    /// Keep the factors in this file, which only its owner can read; without it they are destroyed
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
    /// Residues modulo a prime, for chains of square roots, without a secret
    Roots,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check_text(ui)?;
        match self.kind {
            Kind::Rsa => self.modulus(ui),
            Kind::Class => self.discriminant(ui),
            Kind::Roots => self.field(ui),
        }
    }

    fn modulus(&self, ui: &Ui) -> Result<Report, Failure> {
        if self.seed.is_some() {
            let message = "a modulus has no seed: its primes are random, and must stay unknown";
            return Err(
                Failure::new(Code::Usage, message).hint("leave out --seed, or choose --kind class or roots")
            );
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
        self.check_no_secret("a class group")?;
        let bits = self.bits.unwrap_or(DISCRIMINANT_BITS as usize);
        let seed = self.seed()?;
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

    fn field(&self, ui: &Ui) -> Result<Report, Failure> {
        self.check_no_secret("a field of roots")?;
        let field = groups::search(&self.seed()?, self.bits.unwrap_or(FIELD_BITS as usize), ui)?;
        self.out.write(field_file(&field).as_bytes())?;
        let said = GroupMade::Field {
            out: self.out.shown().into(),
            field_bits: field.bits(),
            group: Digest::of(&field.id()),
            seed: Hex::of(field.seed()),
            counter: field.counter(),
        };
        Ok(Report::of(format!("field of roots written to {}", self.out.shown()), &said)
            .show(&["field_bits", "group", "seed", "counter"])
            .beside_stdout(self.out.is_stdout()))
    }

    /// Refuses options about secrets for a kind without secrets.
    fn check_no_secret(&self, kind: &str) -> Result<(), Failure> {
        if self.trapdoor.is_some() || self.secret.encryption.encrypt || self.secret.passphrase.is_given() {
            let message = format_args!("{kind} has no secret: nothing is there to keep or to encrypt");
            return Err(Failure::new(Code::Usage, message)
                .hint("leave out --trapdoor, --encrypt and --passphrase-file"));
        }
        Ok(())
    }

    /// The seed on the command line, or a random one.
    fn seed(&self) -> Result<Vec<u8>, Failure> {
        match &self.seed {
            Some(seed) => Ok(seed_bytes(seed)),
            None => drawn_seed(),
        }
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
