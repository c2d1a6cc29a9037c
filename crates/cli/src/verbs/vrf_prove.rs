//! `heliast vrf prove`: the output of an input, and its proof.

use crate::{
    failure::{Code, Failure},
    files::OutArgs,
    inputs::VrfInput,
    keys,
    report::Report,
    ui::Ui,
};
use std::path::PathBuf;

/// Evaluate an input and prove the output
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The secret key file; `-` is stdin
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
    #[command(flatten)]
    input: VrfInput,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        let mut key = keys::read_secret_key(&self.key)?;
        let input = self.input.load()?;
        let (output, proof) = key.prove(&input).map_err(|error| Failure::new(Code::Refused, error))?;
        self.out.write(&keys::proof_file(key.scheme(), &proof))?;
        Ok(Report::new(format!("proof written to {}", self.out.shown()))
            .field("out", self.out.shown())
            .row("output", hex::encode(output))
            .row("proof", hex::encode(proof))
            .row("scheme", key.scheme().name())
            .row("public", hex::encode(key.public_key()))
            .beside_stdout(self.out.is_stdout()))
    }
}
