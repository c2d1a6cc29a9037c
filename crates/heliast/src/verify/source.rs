//! Sources of rounds. A source is anything that yields entries, usually a bundle.

use super::{options::Options, verifier::Verifier};
use crate::bundle::{BundleError, Entry, Reader};
use std::{io::Read, iter::FusedIterator};

/// A source may yield more than an entry for each round, and gets it back with the accepted round.
impl AsRef<Entry> for Entry {
    fn as_ref(&self) -> &Entry {
        self
    }
}

/// The entries of a bundle in their order, with nothing about them verified. The first error is the
/// last item.
pub struct Entries<R> {
    reader: Option<Reader<R>>,
}

impl<R: Read> Iterator for Entries<R> {
    type Item = Result<Entry, BundleError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.reader.as_mut()?.next_entry().transpose();
        if !matches!(next, Some(Ok(_))) {
            self.reader = None;
        }
        next
    }
}

impl<R: Read> FusedIterator for Entries<R> {}

impl<R: Read> Verifier<Entries<R>, Entry, BundleError> {
    /// Verifies the rounds of a bundle that are still to be read. A bundle that ends before the number of
    /// rounds in its header is an error. [`Reader::start`] tells whether the tip before its first round is
    /// taken on trust.
    pub fn of_bundle(reader: Reader<R>, options: Options) -> Self {
        let (chain, start) = (reader.chain().clone(), reader.tip().clone());
        Verifier::new(&chain, start, Entries { reader: Some(reader) }, options)
    }
}
