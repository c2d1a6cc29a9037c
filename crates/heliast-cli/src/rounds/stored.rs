//! A data directory as a source of rounds.

use super::{Item, nothing};
use crate::failure::{Code, Failure};
use heliast::{Chain, EpochProof, Tip, verify::Entry};
use heliast_node::{Store, StoreError};
use std::{ops::RangeInclusive, path::Path};

/// The chain in a data directory.
pub struct Stored {
    store: Store,
}

impl Stored {
    /// Opens it; nothing is changed.
    pub fn open(dir: &Path) -> Result<Stored, Failure> {
        let store = Store::open_read_only(dir).map_err(|error| match error {
            StoreError::InUse(_) => {
                Failure::from(error).hint("ask the running node instead, by its URL, or stop it first")
            }
            StoreError::Corrupt(_) => Failure::from(error)
                .hint("restore the directory from a backup, or take the rounds from another source"),
            other => other.into(),
        })?;
        Ok(Stored { store })
    }

    /// The chain.
    pub fn chain(&self) -> &Chain {
        self.store.chain()
    }

    /// What the next round builds on, as the last one claims.
    pub fn tip(&self) -> Tip {
        self.store.tip()
    }

    /// The last round.
    pub fn last(&self) -> u64 {
        self.store.last()
    }

    /// The state before round `from`, which must be there.
    pub fn before(&self, from: u64) -> Result<Tip, Failure> {
        let last = self.last();
        if last == 0 {
            return Err(nothing());
        }
        if from > last {
            return Err(Failure::new(
                Code::Pending,
                format_args!("round {from} is still to come; the last is {last}"),
            ));
        }
        self.store.tip_before(from)?.ok_or_else(nothing)
    }

    /// The rounds from `from` on, with their views.
    pub fn rounds(&self, from: u64) -> Result<impl Iterator<Item = Result<Item, Failure>> + use<>, Failure> {
        let entries = self.store.entries(from)?;
        Ok(entries.map(|entry| {
            let entry = entry?;
            let view = Some(entry.view);
            let entry = Entry { number: entry.number, bytes: entry.bytes, epoch_proof: None };
            Ok(Item { entry, view })
        }))
    }

    /// The same with the epoch proofs that are kept. Where those can't be read there are none: the
    /// rounds do without.
    pub fn rounds_with_epochs(
        &self,
        from: u64,
    ) -> Result<impl Iterator<Item = Result<Item, Failure>> + use<>, Failure> {
        let mut proofs = self.proofs(from).peekable();
        Ok(self.rounds(from)?.map(move |item| {
            let mut item = item?;
            let number = item.entry.number;
            while proofs.next_if(|(first, _)| *first < number).is_some() {}
            item.entry.epoch_proof = proofs.next_if(|(first, _)| *first == number).map(|(_, proof)| proof);
            Ok(item)
        }))
    }

    fn proofs(&self, from: u64) -> impl Iterator<Item = (u64, Vec<u8>)> + use<> {
        self.store.epoch_proofs(from).into_iter().flatten().map_while(Result::ok)
    }
}

/// Whether bytes are an epoch proof of this chain whose rounds are all among these.
pub fn is_within(chain: &Chain, proof: &[u8], rounds: &RangeInclusive<u64>) -> bool {
    let holds = |proof: EpochProof| {
        let own = proof.rounds();
        proof.chain == *chain.id() && rounds.contains(own.start()) && rounds.contains(own.end())
    };
    chain.decode_epoch_proof(proof).is_ok_and(holds)
}
