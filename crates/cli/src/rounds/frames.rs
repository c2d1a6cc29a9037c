//! Bundles as sources of rounds (`spec/round.md`): the header, then one frame per round.

use super::Item;
use crate::failure::{Code, Failure};
use heliast::{
    Chain, Tip,
    bundle::{BundleError, Reader},
};
use std::{
    io::{self, Read},
    iter,
};

/// A bundle whose header has been read.
pub struct Bundle<R> {
    input: R,
    chain: Chain,
    before: Tip,
    count: u64,
    next: u64,
    /// Whose fault it is when the bytes end early: the file's, or the network's.
    broken: Code,
}

impl<R: Read> Bundle<R> {
    /// Reads the header.
    pub fn open(mut input: R, broken: Code) -> Result<Bundle<R>, Failure> {
        let reader = Reader::new(&mut input).map_err(|error| match error {
            BundleError::Io(_) => Failure::new(broken, error),
            other => Failure::from(other),
        })?;
        let (chain, before, count) = (reader.chain().clone(), reader.tip(), reader.count());
        Ok(Bundle { input, chain, before, count, next: before.round + 1, broken })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The state before the first round; trusted where that is not round 1.
    pub fn before(&self) -> Tip {
        self.before
    }

    /// How many rounds the header promises.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The rounds from here on.
    pub fn rounds(mut self) -> impl Iterator<Item = Result<Item, Failure>> {
        iter::from_fn(move || self.round().transpose())
    }

    /// The next round; nothing when all have been read and nothing follows.
    pub fn round(&mut self) -> Result<Option<Item>, Failure> {
        let number = self.next;
        if number > self.before.round + self.count {
            return self.end().map(|()| None);
        }
        let mut len = [0; 4];
        self.input.read_exact(&mut len).map_err(|error| self.cut(number, &error))?;
        let len = u64::from(u32::from_be_bytes(len));
        if len > self.chain.max_round_len() {
            let message = format_args!("round {number}: it is longer than any round of this chain");
            return Err(Failure::new(Code::Malformed, message));
        }
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(len).read_to_end(&mut bytes);
        read.map_err(|error| self.cut(number, &error))?;
        if bytes.len() as u64 != len {
            return Err(self.cut(number, &io::ErrorKind::UnexpectedEof.into()));
        }
        self.next += 1;
        Ok(Some(Item { number, bytes, view: None }))
    }

    fn cut(&self, number: u64, error: &io::Error) -> Failure {
        let reason = match error.kind() {
            io::ErrorKind::UnexpectedEof => "the bundle is cut short here".to_owned(),
            _ => format!("the bundle can't be read on: {error}"),
        };
        Failure::new(self.broken, format_args!("round {number}: {reason}"))
    }

    fn end(&mut self) -> Result<(), Failure> {
        let last = self.next - 1;
        match self.input.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => {
                let message =
                    format_args!("round {last}: the bundle has bytes left over after it, its last round");
                Err(Failure::new(Code::Malformed, message))
            }
            Err(error) => Err(self.cut(last, &error)),
        }
    }
}
