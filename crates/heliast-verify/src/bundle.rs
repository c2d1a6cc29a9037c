//! Bundles as sources of rounds (`spec/round.md`).

use crate::{
    agreement::is_network_file,
    failure::{Code, Failure},
};
use heliast::{
    Chain, Malformed, Tip,
    bundle::{BundleError, Entry, Pin, Reader},
};
use std::{io::Read, iter};

/// A round as it comes from a bundle.
#[derive(Clone, Debug)]
pub struct Item {
    /// The round to verify.
    pub entry: Entry,
    /// The frames before it, except for an epoch proof.
    pub frames: Vec<Vec<u8>>,
}

impl AsRef<Entry> for Item {
    fn as_ref(&self) -> &Entry {
        &self.entry
    }
}

/// A bundle whose header has been read.
pub struct Bundle<R> {
    reader: Reader<R>,
    /// The culprit if the bytes end early: the file or the network.
    broken: Code,
}

impl<R: Read> Bundle<R> {
    /// Reads the header of any chain: [`require_chain`](crate::require_chain) compares it with the pinned
    /// one. `broken` is the culprit if the bytes end early: the file or the network.
    ///
    /// # Errors
    /// [`Failure`] if it is not the header of a bundle.
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

    /// Skips the rounds before `from`, or none: they are decoded, not verified. Returns the state before the
    /// next round, and the network file, which comes before the first round, if it was skipped.
    ///
    /// # Errors
    /// [`Failure`] if the bundle does not have this round, or for a round that is malformed.
    pub fn skip(&mut self, from: Option<u64>) -> Result<(Tip, Option<Vec<u8>>), Failure> {
        let (mut tip, mut network) = (self.before(), None);
        let (first, last) = (tip.next_round(), tip.round() + self.count());
        let from = from.unwrap_or(first);
        if !(first..=last).contains(&from) {
            let message = format_args!("--from {from}: the bundle has rounds {first} to {last}");
            return Err(Failure::new(Code::Usage, message));
        }
        while tip.next_round() < from {
            let Some(item) = self.round()? else { break };
            network = network.or(item.frames.into_iter().find(|frame| is_network_file(frame)));
            let round = self.chain().decode_round(&item.entry.bytes).map_err(Failure::from);
            let followed = round.and_then(|round| Ok(self.chain().follow_unverified(&tip, &round)?));
            tip = followed.map_err(|failure| failure.about(format_args!("round {}", item.entry.number)))?;
        }
        Ok((tip, network))
    }

    /// The rounds from here on.
    pub fn rounds(mut self) -> impl Iterator<Item = Result<Item, Failure>> {
        iter::from_fn(move || self.round().transpose())
    }

    /// The next round; `None` after the last one, if no bytes follow.
    ///
    /// # Errors
    /// [`Failure`] for bytes that are not a round of this chain.
    pub fn round(&mut self) -> Result<Option<Item>, Failure> {
        let next = self.reader.next_entry().map_err(|error| failure(error, self.broken))?;
        let frames = self.reader.frames();
        Ok(next.map(|entry| Item { entry, frames: frames.to_vec() }))
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
