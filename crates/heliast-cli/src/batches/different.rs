//! Proving a list in which each statement has its own delay.

use super::{elem::Elem, failures::of_list, list::List, span::Span, work::WorkArgs};
use crate::{
    checkpoints::wrong_proof,
    failure::{Code, Failure},
    interrupt,
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_vdf::batch::{
    self, Proof, ProveError, Work,
    varied::{Prover, Squarings, Terms},
};
use indicatif::ProgressBar;
use std::cell::OnceCell;

const SEARCH: &str =
    "some statement is false: looking for it, by the longest delay for every halving of the list";

/// The result of proving.
pub enum Proved {
    /// A proof, and the delays of the list.
    Proof(Proof<Elem>, Span),
    /// The places of up to sixteen false statements; empty if a signal cut the search short, or if the
    /// squarings were wrong.
    False(Vec<u64>),
}

impl List<'_> {
    /// A proof of all statements of a list of different delays, or the places of false ones. `square`
    /// does the squarings, after the statements were combined.
    pub fn prove_varied(
        &mut self,
        terms: Terms,
        work: &WorkArgs,
        ui: &Ui,
        square: impl for<'p> FnOnce(
            &'p AnyGroup,
            &'p Prover<'p, Elem>,
        ) -> Result<Squarings<'p, AnyGroup>, Failure>,
    ) -> Result<Proved, Failure> {
        let (group, threads) = (self.group, work.threads());
        self.check_memory(terms, work)?;
        let spinner = ui.spinner("reading and combining the statements");
        let mut bytes = Vec::new();
        let records = self.list.read_all(&mut bytes).map_err(|error| of_list(&self.path, error))?;
        let mut span = Span::default();
        (0..records.len()).for_each(|index| span.widen(records.delay(index)));
        let prover = Prover::new(group, terms, &records, threads)
            .map_err(|invalid| Failure::from(invalid).about(self.path.display()))?;
        spinner.finish_and_clear();

        let squarings = square(group, &prover)?;
        let search = OnceCell::new();
        let progress = |_| {
            search.get_or_init(|| ui.spinner(SEARCH));
            !interrupt::requested()
        };
        let proved = squarings.finish(Work { threads, progress });
        search.get().into_iter().for_each(ProgressBar::finish_and_clear);
        let proof = match proved {
            Ok(proof) => proof,
            Err(ProveError::False(places)) => return Ok(Proved::False(places)),
            Err(ProveError::Interrupted) => return Ok(Proved::False(Vec::new())),
            Err(other) => return Err(other.into()),
        };
        let proof = terms.proof(proof);
        batch::verify(group, terms, &records, &proof, threads).map_err(wrong_proof)?;
        Ok(Proved::Proof(proof, span))
    }

    /// Checks that proving the list fits into the given memory.
    fn check_memory(&self, terms: Terms, work: &WorkArgs) -> Result<(), Failure> {
        let needed = self.list.memory_to_prove(terms);
        if needed <= work.memory {
            return Ok(());
        }
        let message = format!(
            "{}: to prove {} statements with delays of their own takes up to {} MiB of memory",
            self.path.display(),
            self.header().count,
            needed.div_ceil(1 << 20)
        );
        Err(Failure::new(Code::Refused, message).hint("allow that with --memory, or make several lists"))
    }
}
