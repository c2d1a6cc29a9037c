//! `heliast vrf prove`: the output of an input, and its proof.

use crate::{
    failure::Failure,
    files::{OutArgs, check_distinct},
    inputs::{TurnArgs, VrfInput},
    keys,
    report::Report,
    stores::{self, StoreArgs},
    ui::Ui,
};
use std::path::PathBuf;

/// Evaluate an input and prove the output
///
/// A key of x-vrf or ivrf answers one input at each turn, in rising order. It records each answer before the
/// proof is written.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The secret key file, `-` for stdin, or the directory of a key that expires
    #[arg(long, value_name = "FILE|DIR")]
    key: PathBuf,
    #[command(flatten)]
    input: VrfInput,
    #[command(flatten)]
    turn: TurnArgs,
    #[command(flatten)]
    store: StoreArgs,
    /// Make the same proof each time: those of a-vrf otherwise have randomness in them, against faults.
    /// Outputs are always the same
    #[arg(long)]
    deterministic: bool,
    #[command(flatten)]
    out: OutArgs,
}

impl Args {
    pub fn run(self, ui: &Ui) -> Result<Report, Failure> {
        self.out.check(ui)?;
        if stores::is_store(&self.key) { self.prove_at_turn() } else { self.prove() }
    }

    fn prove(&self) -> Result<Report, Failure> {
        check_distinct(&[&self.key, &self.out.out])?;
        // The file is opened first: a mistyped directory must not be reported as a key without turns.
        let mut key = keys::open(&self.key, &self.store.passphrase)?;
        self.turn.forbid()?;
        self.store.forbid()?;
        let input = self.input.load()?;
        let (scheme, public) = (key.scheme(), key.public_key());
        let (output, proof) = keys::answer(&mut key, &input, self.deterministic)?;
        let report = self.write(scheme as u8, &output, &proof)?;
        Ok(report.row("scheme", scheme.name()).row("public key", hex::encode(public)))
    }

    fn prove_at_turn(&self) -> Result<Report, Failure> {
        let (turn, input) = (self.turn.require()?, self.input.load()?);
        let mut store = self.store.open(&self.key)?;
        let (output, proof) = store.prove(turn, &input).map_err(|error| stores::unanswered(error, &store))?;
        let (key, next) = (store.public_key(), store.next_turn());
        let report = self.write(key.terms.scheme().id(), output.as_ref(), proof.as_bytes())?;
        // The proof is written. If this run ended now, it would have begun the next subtree in vain, and so
        // would each later run.
        store.settle();
        Ok(stores::describe_rest(stores::describe(report, &key), &key.terms, next))
    }

    fn write(&self, id: u8, output: &[u8], proof: &[u8]) -> Result<Report, Failure> {
        self.out.write(&keys::proof_file(id, proof))?;
        Ok(Report::new(format!("proof written to {}", self.out.shown()))
            .field("out", self.out.shown())
            .field("proof", hex::encode(proof))
            .row("output", hex::encode(output))
            .beside_stdout(self.out.is_stdout()))
    }
}
