//! Bundles as sources of rounds (`spec/round.md`).

use super::Item;
use crate::failure::{Code, Failure};
use heliast::{
    Chain, Malformed, Tip,
    bundle::{BundleError, Pin, Reader},
};
use std::{io::Read, iter};

/// A bundle whose header has been read.
pub struct Bundle<R> {
    reader: Reader<R>,
    /// The culprit if the bytes end early: the file or the network.
    broken: Code,
}

impl<R: Read> Bundle<R> {
    /// Reads the header of any chain: `require_chain` compares it with the pinned one.
    pub fn open(input: R, broken: Code) -> Result<Bundle<R>, Failure> {
        let reader = Reader::trusting_start(input, Pin::AnyChain).map_err(|error| failure(error, broken))?;
        Ok(Bundle { reader, broken })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.reader.chain()
    }

    /// The state before the first round; trusted unless that is round 1.
    pub fn before(&self) -> Tip {
        self.reader.tip().clone()
    }

    /// The number of rounds in the header.
    pub fn count(&self) -> u64 {
        self.reader.count()
    }

    /// The rounds from here on.
    pub fn rounds(mut self) -> impl Iterator<Item = Result<Item, Failure>> {
        iter::from_fn(move || self.round().transpose())
    }

    /// The next round; `None` after the last one, if no bytes follow.
    pub fn round(&mut self) -> Result<Option<Item>, Failure> {
        let next = self.reader.next_entry().map_err(|error| failure(error, self.broken))?;
        let frames = self.reader.frames();
        Ok(next.map(|entry| Item { entry, outputs: None, frames: frames.to_vec() }))
    }
}

fn failure(error: BundleError, broken: Code) -> Failure {
    match error {
        BundleError::Io(_)
        | BundleError::Broken { .. }
        | BundleError::Malformed { reason: Malformed::Short(_), .. } => Failure::new(broken, error),
        other => Failure::from(other),
    }
}
