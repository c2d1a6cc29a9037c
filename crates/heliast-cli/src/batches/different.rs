//! A statements file in which each statement has its own delay.

use super::{Elem, WorkArgs, failures::of_list, progress::Bars};
use crate::{
    checkpoints::wrong_proof,
    failure::{Code, Failure},
    interrupt,
    ui::Ui,
};
use heliast::AnyGroup;
use heliast_vdf::batch::{
    AnyHeader, Invalid, ListError, ProveError, Work,
    varied::{self, DelayCounts, Prover, Squarings, StatementsHeader, Terms},
};
use indicatif::ProgressBar;
use std::{
    cell::OnceCell,
    fs::File,
    path::{Path, PathBuf},
};

const SEARCH: &str =
    "some statement is false: looking for it, by the longest delay for every halving of the list";

/// A list of different delays with a checked header. Its statements are not checked yet.
pub struct VariedList<'a> {
    group: &'a AnyGroup,
    path: PathBuf,
    list: varied::List<'a, AnyGroup, File>,
}

/// The least and the greatest delay of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub least: u64,
    pub greatest: u64,
}

impl Default for Span {
    fn default() -> Span {
        Span { least: u64::MAX, greatest: 0 }
    }
}

impl Span {
    /// Extends the span to this delay.
    pub fn widen(&mut self, t: u64) {
        *self = Span { least: self.least.min(t), greatest: self.greatest.max(t) };
    }

    fn of(delays: &DelayCounts) -> Span {
        let mut span = Span::default();
        delays.iter().next().into_iter().chain(delays.iter().next_back()).for_each(|(t, _)| span.widen(t));
        span
    }
}

/// The result of proving.
pub enum Proved {
    /// A proof, and the delays of the list.
    Proof(Elem, Span),
    /// The places of up to sixteen false statements; empty if a signal cut the search short, or if the
    /// squarings were wrong.
    False(Vec<u64>),
}

/// A verified list.
pub struct Verified {
    /// The delays of the list.
    pub span: Span,
    /// The number of parts in which it was read.
    pub parts: usize,
}

impl<'a> VariedList<'a> {
    pub(super) fn new(
        group: &'a AnyGroup,
        path: &Path,
        list: varied::List<'a, AnyGroup, File>,
    ) -> VariedList<'a> {
        VariedList { group, path: path.to_owned(), list }
    }

    /// The header of the file.
    pub fn header(&self) -> &StatementsHeader {
        self.list.header()
    }

    /// The number of statements for each delay. This reads the file.
    pub fn delays(&self) -> Result<DelayCounts, Failure> {
        match super::open(&self.path)? {
            (file, AnyHeader::Varied(header)) => super::delays(&self.path, (file, &header)),
            (_, AnyHeader::One(_)) => Err(of_list(&self.path, ListError::Changed)),
        }
    }

    /// A proof of all statements, or the places of false ones. `square` does the squarings, after
    /// the statements were combined.
    pub fn prove(
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
        varied::verify(group, terms, &records, &proof, threads).map_err(wrong_proof)?;
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

    /// Accepts a proof, or says why not.
    pub fn verify(
        &mut self,
        terms: Terms,
        proof: &Elem,
        work: &WorkArgs,
        ui: &Ui,
    ) -> Result<Verified, Failure> {
        let mut bars = Bars::new(ui, self.header().count);
        let verified = self.list.verify(terms, proof, work.room(), |progress| bars.show(progress));
        match verified {
            Ok(verified) => Ok(Verified { span: Span::of(&verified.delays), parts: verified.parts }),
            Err(ListError::Invalid(invalid @ Invalid::Wesolowski { .. })) => {
                let failure = Failure::from(invalid.clone());
                match invalid {
                    Invalid::Wesolowski { reason: heliast_vdf::Invalid::Element(_), .. } => Err(failure),
                    _ => Err(failure.hint(
                        "`heliast batch prove` with these statements says which are false, if it is not the proof",
                    )),
                }
            }
            Err(other) => Err(of_list(&self.path, other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_has_the_least_and_the_greatest() {
        let mut span = Span::default();
        for (t, least, greatest) in [(7, 7, 7), (9, 7, 9), (8, 7, 9), (1, 1, 9), (u64::MAX, 1, u64::MAX)] {
            span.widen(t);
            assert_eq!(span, Span { least, greatest });
        }
    }
}
