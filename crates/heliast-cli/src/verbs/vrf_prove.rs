//! `heliast vrf prove`: the output of an input, and its proof.

use crate::{
    failure::Failure,
    files::{OutArgs, check_distinct},
    inputs::{TurnArgs, VrfInput},
    keys,
    report::Report,
    reports::{BareKey, Hex, LotKey, LotProved},
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
    /// Make the same proof each time: otherwise proofs of a-vrf have randomness in them, as a protection
    /// against faults. Outputs are always the same
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
        let key = BareKey { scheme: scheme.name().into(), public_key: Hex::of(public) };
        self.write(scheme as u8, (&output, &proof), LotKey::Bare(key))
    }

    fn prove_at_turn(&self) -> Result<Report, Failure> {
        let (turn, input) = (self.turn.require()?, self.input.load()?);
        let mut store = self.store.open(&self.key)?;
        let (output, proof) = store.prove(turn, &input).map_err(|error| stores::unanswered(error, &store))?;
        let (key, next) = (store.public_key(), store.next_turn());
        let (id, by) = (key.terms.scheme().id(), LotKey::Tree(stores::tree(&key, next)));
        let report = self.write(id, (output.as_ref(), proof.as_bytes()), by)?;
        // The proof is written. This waits for a next subtree that was begun: otherwise this run, and each
        // later one, would begin it and never finish it.
        store.settle();
        Ok(report)
    }

    fn write(&self, id: u8, (output, proof): (&[u8], &[u8]), by: LotKey) -> Result<Report, Failure> {
        self.out.write(&keys::proof_file(id, proof))?;
        let out = self.out.shown();
        let headline = format!("proof written to {out}");
        let said = LotProved { out: out.into(), proof: Hex::of(proof), output: Hex::of(output), by };
        let report = Report::of(headline, &said).show(&["output"]).beside_stdout(self.out.is_stdout());
        Ok(match &said.by {
            LotKey::Bare(_) => report.show(&["scheme", "public_key"]),
            LotKey::Tree(tree) => stores::show_tree(report, tree),
        })
    }
}
