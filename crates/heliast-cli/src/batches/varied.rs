//! A statements file in which each statement has its own delay.
//!
//! A verifier reads a list that does not fit into the memory three times; a prover wants all of it in the memory, and with it an element for every
//! delay that there is.

use super::{
    Elem, WorkArgs,
    parts::{Part, cut, longest_varied},
    source::Source,
};
use crate::{
    checkpoints::wrong_proof,
    failure::{Code, Failure},
    interrupt,
    ui::Ui,
};
use heliast::RsaGroup;
use heliast_vdf::batch::{
    BadRecords, BadVariedRecords, DelayCounts, Invalid, Leaves, ProveError, VariedEvaluation, VariedHeader,
    VariedProducts, VariedProver, VariedRecords, VariedTerms, verify_varied,
};
use indicatif::ProgressBar;
use std::{cell::OnceCell, ops::Range};

type Prover<'a> = VariedProver<'a, Elem>;

const SEARCH: &str =
    "some statement is false: looking for it, by the longest delay for every halving of the list";

/// Such a file. Its header is checked, its statements are not yet.
pub struct VariedList<'a> {
    group: &'a RsaGroup,
    source: Source,
    header: VariedHeader,
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
    /// Takes a delay in.
    pub fn widen(&mut self, t: u64) {
        *self = Span { least: self.least.min(t), greatest: self.greatest.max(t) };
    }

    fn widen_by(&mut self, records: &VariedRecords<'_>) {
        (0..records.len()).for_each(|index| self.widen(records.delay(index)));
    }
}

/// What came of proving.
pub enum Proved {
    /// A proof, and the delays of the list.
    Proof(Elem, Span),
    /// Some statement is false. These are, up to sixteen; none if a signal cut the search short, or if the squarings were wrong.
    False(Vec<u64>),
}

/// What was verified.
pub struct Verified {
    /// Of the list.
    pub span: Span,
    /// In how many parts it was read.
    pub parts: usize,
}

impl<'a> VariedList<'a> {
    pub(super) fn new(group: &'a RsaGroup, source: Source, header: VariedHeader) -> VariedList<'a> {
        VariedList { group, source, header }
    }

    /// What the file says about itself.
    pub fn header(&self) -> &VariedHeader {
        &self.header
    }

    /// A proof of all statements, or which are false. Once they are combined, `square` does the squarings.
    pub fn prove(
        &mut self,
        terms: VariedTerms,
        work: &WorkArgs,
        ui: &Ui,
        square: impl for<'p> FnOnce(
            &'p RsaGroup,
            &'p Prover<'p>,
        ) -> Result<VariedEvaluation<'p, RsaGroup>, Failure>,
    ) -> Result<Proved, Failure> {
        let (group, threads) = (self.group, work.threads());
        self.check_memory(terms, work)?;
        let spinner = ui.spinner("reading and combining the statements");
        let mut bytes = Vec::new();
        let records = self.read(0..self.header.count, &mut bytes)?;
        let mut span = Span::default();
        span.widen_by(&records);
        let prover = VariedProver::new(group, terms, &records, threads)
            .map_err(|invalid| Failure::from(invalid).about(self.source.shown()))?;
        spinner.finish_and_clear();

        let evaluation = square(group, &prover)?;
        let search = OnceCell::new();
        let proved = evaluation.finish(threads, |_| {
            search.get_or_init(|| ui.spinner(SEARCH));
            !interrupt::requested()
        });
        search.get().into_iter().for_each(ProgressBar::finish_and_clear);
        let proof = match proved {
            Ok(proof) => proof,
            Err(ProveError::False(places)) => return Ok(Proved::False(places)),
            Err(ProveError::Interrupted) => return Ok(Proved::False(Vec::new())),
            Err(other) => return Err(other.into()),
        };
        verify_varied(group, terms, &records, &proof, threads).map_err(wrong_proof)?;
        Ok(Proved::Proof(proof, span))
    }

    /// That the list may be proved in the memory that was given.
    fn check_memory(&self, terms: VariedTerms, work: &WorkArgs) -> Result<(), Failure> {
        let width = u64::from(self.header.width);
        let strings = 5 * u64::from(terms.level()).div_ceil(8);
        let needed = self.header.count.saturating_mul(self.header.record_len() + 2 * width + strings + 256);
        if needed <= work.memory {
            return Ok(());
        }
        let message = format!(
            "{}: to prove {} statements with delays of their own takes up to {} MiB of memory",
            self.source.shown(),
            self.header.count,
            needed.div_ceil(1 << 20)
        );
        Err(Failure::new(Code::Refused, message).hint("allow that with --memory, or make several lists"))
    }

    /// Accepts a proof, or says why not.
    pub fn verify(
        &mut self,
        terms: VariedTerms,
        proof: &Elem,
        work: &WorkArgs,
        ui: &Ui,
    ) -> Result<Verified, Failure> {
        let threads = work.threads();
        let longest = longest_varied(&self.header, terms.level(), work.memory, threads as u64);
        let parts = cut(&[self.header.count], longest);
        let (span, checked) = match &parts[..] {
            [whole] => self.verify_at_once(whole, (terms, proof), threads, ui)?,
            parts => self.verify_in_parts(parts, (terms, proof), threads, ui)?,
        };
        match checked {
            Ok(()) => Ok(Verified { span, parts: parts.len() }),
            Err(Invalid::Wesolowski { reason: heliast_vdf::Invalid::Element(reason), index }) => {
                let unknown = Invalid::Wesolowski { reason: heliast_vdf::Invalid::Element(reason), index };
                Err(self.find_non_unit(&parts).unwrap_or_else(|| unknown.into()))
            }
            Err(invalid @ Invalid::NotAUnit { .. }) => Err(Failure::from(invalid).about(self.source.shown())),
            Err(invalid) => Err(Failure::from(invalid).hint(
                "`heliast batch prove` with these statements says which are false, if it is not the proof",
            )),
        }
    }

    fn verify_at_once(
        &mut self,
        whole: &Part,
        (terms, proof): (VariedTerms, &Elem),
        threads: usize,
        ui: &Ui,
    ) -> Result<(Span, Result<(), Invalid>), Failure> {
        let spinner = ui.spinner("reading and combining the statements");
        let mut bytes = Vec::new();
        let records = self.read(whole.places.clone(), &mut bytes)?;
        let mut span = Span::default();
        span.widen_by(&records);
        let checked = verify_varied(self.group, terms, &records, proof, threads);
        spinner.finish_and_clear();
        Ok((span, checked))
    }

    fn verify_in_parts(
        &mut self,
        parts: &[Part],
        (terms, proof): (VariedTerms, &Elem),
        threads: usize,
        ui: &Ui,
    ) -> Result<(Span, Result<(), Invalid>), Failure> {
        let group = self.group;
        let (mut span, mut delays, mut digest) = (Span::default(), DelayCounts::default(), Leaves::default());
        self.each_part(parts, (ui, "statements read"), |_, records| {
            digest.absorb_varied(records, threads);
            delays.absorb(records);
            span.widen_by(records);
        })?;
        let digest = digest.finish();

        let mut again = Leaves::default();
        let mut products = VariedProducts::new(group, terms, &[digest], &delays)?;
        self.each_part(parts, (ui, "statements combined"), |start, records| {
            again.absorb_varied(records, threads);
            products.absorb(group, (start, records), threads);
        })?;
        // What is multiplied is what was hashed.
        if again.finish() != digest {
            return Err(self.source.changed());
        }
        let mut powers = products.draw(group)?;
        if powers.wanted() > 0 {
            let mut again = Leaves::default();
            self.each_part(parts, (ui, "statements raised to their exponents"), |start, records| {
                again.absorb_varied(records, threads);
                powers.absorb(group, (start, records), threads);
            })?;
            if again.finish() != digest {
                return Err(self.source.changed());
            }
        }
        Ok((span, powers.check(group, proof, threads)))
    }

    /// Reads the list part by part.
    fn each_part(
        &mut self,
        parts: &[Part],
        (ui, unit): (&Ui, &'static str),
        mut take: impl FnMut(u64, &VariedRecords<'_>),
    ) -> Result<(), Failure> {
        let bar = ui.bar(self.header.count, unit);
        let mut bytes = Vec::new();
        for Part { places, .. } in parts {
            take(places.start, &self.read(places.clone(), &mut bytes)?);
            bar.set_position(places.end);
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Which element of the list is no unit.
    fn find_non_unit(&mut self, parts: &[Part]) -> Option<Failure> {
        let mut bytes = Vec::new();
        parts.iter().find_map(|Part { places, .. }| {
            let invalid = self.read(places.clone(), &mut bytes).ok()?.check_units(self.group).err()?;
            let invalid = match invalid {
                Invalid::NotAUnit { index, side } => Invalid::NotAUnit { index: places.start + index, side },
                other => other,
            };
            Some(Failure::from(invalid).about(self.source.shown()))
        })
    }

    /// Reads the statements at these places.
    fn read<'b>(&mut self, places: Range<u64>, bytes: &'b mut Vec<u8>) -> Result<VariedRecords<'b>, Failure> {
        self.source.read(places.clone(), bytes)?;
        VariedRecords::new(self.group, bytes).map_err(|error| {
            let start = usize::try_from(places.start).unwrap_or(usize::MAX);
            let error = match error {
                BadVariedRecords::Delay { index, t } => {
                    BadVariedRecords::Delay { index: start.saturating_add(index), t }
                }
                BadVariedRecords::Records(error) => BadVariedRecords::Records(moved(error, start)),
            };
            Failure::new(Code::Malformed, error).about(self.source.shown())
        })
    }
}

/// What is wrong in a part of a list, with its place in the whole of it.
pub(super) fn moved(error: BadRecords, start: usize) -> BadRecords {
    match error {
        BadRecords::Element { index, side, reason } => {
            BadRecords::Element { index: start.saturating_add(index), side, reason }
        }
        BadRecords::TrivialInput { index } => BadRecords::TrivialInput { index: start.saturating_add(index) },
        other => other,
    }
}
