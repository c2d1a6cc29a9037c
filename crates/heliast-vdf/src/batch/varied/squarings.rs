//! The squarings of a proof of different delays, in steps, and their checkpoint: `spec/batch.md`.

use super::{
    chain::{Chain, Place},
    prover::Prover,
    resume::ResumeError,
};
use crate::{batch::error::ProveError, resume::ResumeError as Checkpoint, state::VARIED, work::Work};
use alloc::vec::Vec;
use heliast_group::{BulkGroup, Group};

/// The chain of a [`Prover`]'s delays in progress. It takes as many squarings as the longest delay, and keeps
/// an element and up to 4095 buckets.
#[derive(Clone)]
pub struct Squarings<'a, G: Group> {
    prover: &'a Prover<'a, G::Elem>,
    chain: Chain<'a, G>,
}

impl<'a, G: BulkGroup> Squarings<'a, G> {
    /// Begins the squarings. The prover must be of this group.
    pub fn start(group: &'a G, prover: &'a Prover<'a, G::Elem>) -> Self {
        Squarings { prover, chain: Chain::start(group, &prover.bases, Some(&prover.prime)) }
    }

    /// Squares at most `squarings` times more, but at least once per digit, which has up to twelve bits.
    /// Returns true when all squarings are done.
    pub fn advance(&mut self, squarings: u64) -> bool {
        self.chain.advance(squarings)
    }

    /// The number of squarings that are done.
    pub fn done(&self) -> u64 {
        self.chain.done()
    }

    /// The number of all squarings: those of the longest delay.
    pub fn total(&self) -> u64 {
        self.chain.total()
    }

    /// Does the remaining squarings, and makes the proof on `threads` threads.
    /// `progress` receives the done part of the squarings, from 0 to 1, now and then while there
    /// are any; it returns false to stop.
    ///
    /// # Errors
    /// If the proof fails, the error names the false statements, at the cost of another chain for every
    /// halving. It names none if the squarings were resumed from a wrong checkpoint. `progress` receives 0
    /// meanwhile.
    pub fn finish(mut self, work: Work<impl Fn(f64) -> bool>) -> Result<G::Elem, ProveError> {
        let Work { threads, progress } = work;
        self.chain.run(&progress)?;
        self.prover.conclude(&self.chain, threads, &progress)
    }

    /// The checkpoint file of `spec/batch.md`.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (group, prover) = (self.chain.group, self.prover);
        let Place { kappa, index, power, buckets } = &self.chain.place;
        let occupied =
            || (0u16..).zip(buckets).filter_map(|(exponent, bucket)| Some((exponent, bucket.as_ref()?)));
        let (len, count) = (group.encoded_len(), occupied().count());
        let mut bytes = VARIED.begin(group.id());
        bytes.reserve(128 + len + count * (2 + len));
        bytes.extend(prover.terms.level.to_be_bytes());
        bytes.extend(prover.seed.to_bytes());
        bytes.push(*kappa as u8);
        bytes.extend(index.to_be_bytes());
        bytes.extend((len as u32).to_be_bytes());
        bytes.extend((count as u16).to_be_bytes());
        power.iter().for_each(|power| bytes.extend(group.encode(power)));
        for (exponent, bucket) in occupied() {
            bytes.extend(exponent.to_be_bytes());
            bytes.extend(group.encode(bucket));
        }
        VARIED.seal(bytes)
    }

    /// Continues where [`Squarings::to_bytes`] stopped. Damage is found. Forgery is not found, but it only
    /// leads to proofs that do not verify.
    ///
    /// # Errors
    /// Bytes that this prover would not have written are refused.
    pub fn resume(group: &'a G, prover: &'a Prover<'a, G::Elem>, bytes: &[u8]) -> Result<Self, ResumeError> {
        let mut fields = Fields(VARIED.open(group.id(), bytes)?);
        let (expected, found) = (prover.terms.level, u16::from_be_bytes(fields.array()?));
        if found != expected {
            return Err(ResumeError::Level { expected, found });
        }
        if fields.array()? != prover.seed.to_bytes() {
            return Err(ResumeError::List);
        }
        let mut evaluation = Squarings::start(group, prover);
        let place = fields.place(group, &evaluation.chain.place)?;
        evaluation.chain = evaluation.chain.moved_to(place);
        Ok(evaluation)
    }
}

/// The bytes of a file that are still to be read.
struct Fields<'b>(&'b [u8]);

impl Fields<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], Checkpoint> {
        let (field, rest) = self.0.split_first_chunk().ok_or(Checkpoint::Format)?;
        self.0 = rest;
        Ok(*field)
    }

    /// Reads the place of a chain that begins at `start`, to the end of the file.
    fn place<G: Group>(&mut self, group: &G, start: &Place<G::Elem>) -> Result<Place<G::Elem>, ResumeError> {
        let [kappa] = self.array()?;
        let index = u64::from_be_bytes(self.array()?);
        let len = u32::from_be_bytes(self.array()?) as usize;
        let count = usize::from(u16::from_be_bytes(self.array()?));
        let known = u64::from(kappa) == start.kappa && index <= start.index && len == group.encoded_len();
        // At its beginning the chain has no element.
        let begun = usize::from(index < start.index);
        if !known || count > 0 && begun == 0 || self.0.len() != begun * len + count * (2 + len) {
            return Err(Checkpoint::Format.into());
        }
        let mut place = Place { index, ..start.clone() };
        let (power, buckets) = self.0.split_at(begun * len);
        if begun > 0 {
            place.power = Some(group.decode(power)?);
        }
        let mut last = 0;
        for record in buckets.chunks_exact(2 + len) {
            let (exponent, bucket) = record.split_first_chunk().ok_or(Checkpoint::Format)?;
            let exponent = u16::from_be_bytes(*exponent);
            let slot = place.buckets.get_mut(usize::from(exponent)).filter(|_| exponent > last);
            *slot.ok_or(Checkpoint::Format)? = Some(group.decode(bucket)?);
            last = exponent;
        }
        Ok(place)
    }
}

impl<E: Clone + Send + Sync> Prover<'_, E> {
    /// Makes the proof: as many squarings as the longest delay has, on one thread, and products on `threads`
    /// threads. `progress` receives the done part of the squarings, from 0 to 1, now and then; it returns
    /// false to stop. [`Squarings`] does the same in steps that can be saved.
    ///
    /// # Errors
    /// If statements are false, the error names them, at the cost of another chain for every halving.
    pub fn prove<G: BulkGroup<Elem = E>>(
        &self,
        group: &G,
        work: Work<impl Fn(f64) -> bool>,
    ) -> Result<E, ProveError> {
        Squarings::start(group, self).finish(work)
    }
}

#[cfg(test)]
mod tests;
