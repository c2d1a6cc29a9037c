//! A statements file that is read in parts.

use super::{elem::Elem, failures::of_list, progress::Bars, source, span::Span, work::WorkArgs};
use crate::{failure::Failure, ui::Ui};
use heliast::AnyGroup;
use heliast_vdf::{
    batch::{self, BatchProofFile, Invalid, Left, ListError, StatementsHeader, Terms, varied::DelayCounts},
    pietrzak,
};
use std::{
    fs::File,
    path::{Path, PathBuf},
};

/// A statements file with a checked header. Its statements are not checked yet.
pub struct List<'a> {
    pub(super) group: &'a AnyGroup,
    pub(super) path: PathBuf,
    pub(super) list: batch::List<'a, AnyGroup, File>,
}

/// A verified list.
pub struct Verified {
    /// The delays of the list.
    pub span: Span,
    /// The number of parts in which it was read.
    pub parts: usize,
}

impl<'a> List<'a> {
    /// Opens a file of statements of this group.
    pub fn open(group: &'a AnyGroup, path: &Path) -> Result<List<'a>, Failure> {
        let (file, header) = source::open(path)?;
        let list = batch::List::new(group, header, file).map_err(|error| of_list(path, error))?;
        Ok(List { group, path: path.to_owned(), list })
    }

    /// The header of the file.
    pub fn header(&self) -> &StatementsHeader {
        self.list.header()
    }

    /// The number of statements for each delay. This reads the file if the statements have different delays.
    pub fn delays(&self) -> Result<DelayCounts, Failure> {
        let (file, header) = source::open(&self.path)?;
        if header != *self.header() {
            return Err(of_list(&self.path, ListError::Changed));
        }
        source::delays(&self.path, (file, &header))
    }

    /// The remaining statements of a list of one delay, in shards of these lengths, whose sum must be the
    /// number of statements.
    pub fn combine(
        &mut self,
        terms: &Terms,
        shards: &[u64],
        work: &WorkArgs,
        ui: &Ui,
    ) -> Result<Left<Elem>, Failure> {
        let mut bars = Bars::new(ui, self.header().count);
        let left = self.list.combine(terms, shards, work.room(), |progress| bars.show(progress));
        left.map_err(|error| of_list(&self.path, error))
    }

    /// The places of false statements in a list of one delay with false statements: up to sixteen, or those
    /// that were found before `progress` returned false.
    pub fn find_false(
        &mut self,
        terms: &Terms,
        work: &WorkArgs,
        progress: impl Fn() -> bool,
    ) -> Result<Vec<u64>, Failure> {
        let found = self.list.find_false(terms, work.room(), progress);
        found.map_err(|error| of_list(&self.path, error))
    }

    /// Verifies a proof.
    pub fn verify(&mut self, file: &BatchProofFile, work: &WorkArgs, ui: &Ui) -> Result<Verified, Failure> {
        let mut bars = Bars::new(ui, self.header().count);
        let verified = self.list.verify(file, work.room(), |progress| bars.show(progress));
        drop(bars);
        match verified {
            Ok(verified) => Ok(Verified { span: Span::of(&verified.delays), parts: verified.parts }),
            Err(ListError::Invalid(invalid)) if is_false(&invalid) => {
                let hint = "`heliast batch prove` with these statements says which are false, if it is not the proof";
                Err(Failure::from(invalid).hint(hint))
            }
            Err(other) => Err(of_list(&self.path, other)),
        }
    }
}

/// Whether a proof was refused because it, or a statement, is false.
fn is_false(invalid: &Invalid) -> bool {
    match invalid {
        Invalid::Wesolowski { reason, .. } => !matches!(reason, heliast_vdf::Invalid::Element(_)),
        Invalid::Pietrzak { reason, .. } => !matches!(reason, pietrzak::Invalid::Element(_)),
        _ => false,
    }
}
