//! Reads and decodes rounds, one after another.

use super::{
    super::{
        error::{Error, Unused},
        options::{BATCH_BYTES, Delays, ROUNDS_PER_THREAD},
        stretch::{Decoded, Held, Stretch},
    },
    Verifier,
};
use crate::{bundle::Entry, chain::Tip, epoch::EpochProof, invalid::Invalid};

impl<S: Iterator<Item = Result<T, E>>, T: AsRef<Entry>, E> Verifier<S, T, E> {
    /// Begins the next stretch, with the epoch proof before it if that can be used.
    pub(super) fn begin(&mut self) {
        let announced = match self.options.delays {
            Delays::Own => Ok(None),
            Delays::Combined => self.announced(),
        };
        let proof = announced.unwrap_or_else(|unused| {
            self.unused = Some(unused);
            None
        });
        self.stretch = Stretch::new(proof);
    }

    /// The epoch proof that begins with the next round.
    fn announced(&mut self) -> Result<Option<EpochProof>, Unused> {
        let Some(Ok(entry)) = self.source.peek() else { return Ok(None) };
        let &Entry { number, ref epoch_proof, .. } = entry.as_ref();
        let Some(bytes) = epoch_proof else { return Ok(None) };
        let proof = self
            .chain
            .decode_epoch_proof(bytes)
            .map_err(|reason| Unused::Malformed { before: number, reason })?;
        if proof.first != number {
            return Err(Unused::Misplaced { before: number, first: proof.first });
        }
        // If the rounds end before the epoch does, this is not an error, but the proof cannot be used.
        let is_promised = self.options.last.is_none_or(|last| *proof.rounds().end() <= last);
        Ok(Some(proof).filter(|_| is_promised))
    }

    /// Reads and decodes as many rounds as are checked in one step. Returns their number: 0 if the next round
    /// belongs to another stretch, or if there is no next round.
    pub(super) fn read(&mut self) -> usize {
        let limit = self.stretch.room().min(self.options.threads * ROUNDS_PER_THREAD);
        let enough = self.options.held_bytes.min(self.stretch.bytes.saturating_add(BATCH_BYTES));
        while self.stretch.decoded.len() < limit && self.stretch.bytes < enough {
            if self.begins_another() {
                self.stretch.close();
                break;
            }
            match self.source.next() {
                None => self.end = Some(Ok(())),
                Some(Err(error)) => self.end = Some(Err(Error::Source(error))),
                Some(Ok(entry)) => match self.decode(entry.as_ref()) {
                    Err(error) => self.end = Some(Err(error)),
                    Ok((decoded, after)) => self.hold(entry, decoded, after),
                },
            }
            if self.end.is_some() {
                break;
            }
        }
        if self.options.delays == Delays::Own || self.stretch.bytes >= self.options.held_bytes {
            self.stretch.close();
        }
        self.tally.read += self.stretch.decoded.len() as u64;
        self.stretch.decoded.len()
    }

    /// Whether an epoch with a proof begins with the next round. The rounds before it are then settled first.
    fn begins_another(&mut self) -> bool {
        let has_proof = |entry: &Result<T, E>| entry.as_ref().is_ok_and(|e| e.as_ref().epoch_proof.is_some());
        self.options.delays == Delays::Combined
            && self.stretch.proof.is_none()
            && !self.stretch.held.is_empty()
            && self.source.peek().is_some_and(has_proof)
    }

    /// Decodes the next round. Returns it with the state after it if it is valid.
    fn decode(&self, entry: &Entry) -> Result<(Decoded, Tip), Error<E>> {
        let due = self.ahead.next_round();
        if entry.number != due {
            return Err(Error::Gap { expected: due, found: entry.number });
        }
        let invalid = |reason| Error::Invalid { round: due, reason };
        let round = self
            .chain
            .decode_round(&entry.bytes)
            .map_err(|reason| Error::Malformed { round: due, reason })?;
        if round.number != due {
            return Err(invalid(Invalid::Number { expected: due, found: round.number }));
        }
        let after = self.chain.follow_unverified(&self.ahead, &round).map_err(invalid)?;
        Ok((Decoded { before: self.ahead.clone(), round }, after))
    }

    fn hold(&mut self, entry: T, decoded: Decoded, after: Tip) {
        self.stretch.bytes += entry.as_ref().bytes.len();
        self.ahead = after.clone();
        self.stretch.held.push(Held { entry, after });
        self.stretch.decoded.push(decoded);
    }
}
