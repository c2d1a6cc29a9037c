//! A data directory as a source of rounds.

use super::Item;
use crate::failure::{Code, Failure};
use heliast::{Chain, EpochProof, Tip, verify::Entry};
use heliast_store::{Archive, Entry as StoredEntry, Store, StoreError};
use heliast_verify::{Evidence, nothing, solo};
use std::{ops::RangeInclusive, path::Path};

/// The chain in a data directory.
pub struct Stored {
    store: Store,
}

impl Stored {
    /// Opens the chain for reading only, with the archive of its first rounds if a path is given.
    pub fn open(dir: &Path, archive: Option<&Path>) -> Result<Stored, Failure> {
        let store = Store::open_read_only(dir).map_err(|error| match error {
            StoreError::InUse(_) => {
                Failure::from(error).hint("ask the running node instead, by its URL, or stop it first")
            }
            StoreError::Corrupt(_) => Failure::from(error)
                .hint("restore the directory from a backup, or take the rounds from another source"),
            other => other.into(),
        })?;
        let Some(archive) = archive else { return Ok(Stored { store }) };
        let archive = Archive::open(archive, store.chain()).map_err(StoreError::from)?;
        Ok(Stored { store: store.with_archive(archive)? })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.store.chain()
    }

    /// The state after the last round, which is not verified.
    pub fn tip(&self) -> Tip {
        self.store.tip()
    }

    /// The last round.
    pub fn last(&self) -> u64 {
        self.store.last()
    }

    /// The state before round `from`, which must exist.
    pub fn before(&self, from: u64) -> Result<Tip, Failure> {
        let last = self.last();
        if last == 0 {
            return Err(nothing().into());
        }
        if from > last {
            return Err(Failure::new(
                Code::Pending,
                format_args!("round {from} is still to come; the last is {last}"),
            ));
        }
        self.store.tip_before(from)?.ok_or_else(|| nothing().into())
    }

    /// The rounds from `from` on, with the outputs in the store and the epoch proofs. Unreadable
    /// proofs are skipped: the rounds are verified by their own proofs.
    pub fn rounds(&self, from: u64) -> impl Iterator<Item = Result<Item, Failure>> + use<'_> {
        let mut proofs = self.proofs(from).peekable();
        self.store.entries(from, self.last()).map(move |entry| {
            let StoredEntry { number, bytes, outputs } = entry?;
            while proofs.next_if(|(first, _)| *first < number).is_some() {}
            let epoch_proof = proofs.next_if(|(first, _)| *first == number).map(|(_, proof)| proof);
            Ok(Item { entry: Entry { number, bytes, epoch_proof }, outputs, frames: vec![] })
        })
    }

    fn proofs(&self, from: u64) -> impl Iterator<Item = (u64, Vec<u8>)> + use<> {
        self.store.epoch_proofs(from).into_iter().flatten().map_while(Result::ok)
    }
}

/// The frames of finality in a data directory.
pub struct Frames(heliast_store::Frames);

impl Frames {
    /// Opens the frames for reading only.
    pub fn open(dir: &Path) -> Result<Frames, Failure> {
        Ok(Frames(heliast_store::Frames::open_read_only(dir)?.ok_or_else(solo)?))
    }

    /// The frames that a bundle has before a round.
    pub fn before(&self, round: u64, first: u64) -> Result<Vec<Vec<u8>>, Failure> {
        Ok(self.0.frames_before(round, first)?)
    }
}

impl Evidence for Frames {
    fn network_file(&self) -> Result<Vec<u8>, heliast_verify::Failure> {
        Ok(self.0.network().to_vec())
    }

    fn last_final(&self) -> Result<u64, heliast_verify::Failure> {
        Ok(self.0.last())
    }

    fn frame(&self, round: u64) -> Result<Option<Vec<u8>>, heliast_verify::Failure> {
        self.0.frame(round).map_err(|error| Failure::from(error).into())
    }
}

/// Whether bytes are an epoch proof of this chain, all of whose rounds are among these.
pub fn is_within(chain: &Chain, proof: &[u8], rounds: &RangeInclusive<u64>) -> bool {
    let holds = |proof: EpochProof| {
        let own = proof.rounds();
        proof.chain == *chain.id() && rounds.contains(own.start()) && rounds.contains(own.end())
    };
    chain.decode_epoch_proof(proof).is_ok_and(holds)
}
